// The grid that lies over the picture, transparent: what is pointed at, what the
// keyboard walks through and what a screen reader speaks.

import { svg, nothing, type SVGTemplateResult } from "lit";
import type { Board, Site } from "../wire";
import { PitGrid, type Grid } from "./geometry";
import type { Scene } from "./scene";
import { cellName, rowName, type SideNames } from "./speak";

export interface Cells {
  board: Board;
  grid: Grid;
  scene: Scene;
  label: string;
  sides: SideNames;
  /** The one cell in the tab order. */
  cursor: Site;
  /** Pieces can be dragged. */
  grab: boolean;
}

export function cells(c: Cells): SVGTemplateResult {
  const { board, grid } = c;
  const rows: Site[][] = [];
  for (let s = 0; s < board.at.length; s++) (rows[grid.cell(s).row] ??= []).push(s);
  let columns = 0;
  for (const r of rows) {
    r.sort((a, b) => grid.cell(a).column - grid.cell(b).column);
    columns = Math.max(columns, grid.cell(r[r.length - 1]).column + 1);
  }
  return svg`<g role="grid" aria-label=${c.label} aria-rowcount=${rows.length} aria-colcount=${columns}>${rows.map(
    (row, i) =>
      svg`<g role="row" aria-rowindex=${i + 1} aria-label=${rowName(board, grid, c.sides, row[0], i)}>${row.map((s) => cell(c, s))}</g>`,
  )}</g>${stores(c)}${fork(c)}`;
}

function cell(c: Cells, s: Site): SVGTemplateResult {
  const { board, grid, scene } = c;
  const { half, radius } = grid;
  const at = grid.centre(s);
  const m = board.shape === "pits" ? 6 : board.shape === "points" ? 9 : 8;
  const focus = (n: number) =>
    svg`<rect class="fr fr${n}" x=${at.x - radius.x - m} y=${at.y - radius.y - m} width=${2 * (radius.x + m)} height=${2 * (radius.y + m)} rx="13"/>`;
  const open = scene.lit.has(s) || scene.take.get(s) || scene.pairs.some((q) => q.inner === s || q.outer === s);
  const grab = c.grab && board.shape !== "pits" && scene.at[s] && (scene.lit.has(s) || scene.chosen.has(s));
  return svg`<g role="gridcell" class="cell${open ? " lit" : ""}${grab ? " grab" : ""}" data-site=${s} data-name=${board.names[s]} tabindex=${s === c.cursor ? 0 : -1} aria-colindex=${grid.cell(s).column + 1} aria-selected=${scene.chosen.has(s) ? "true" : "false"} aria-label=${cellName(board, grid, c.sides, scene, s)}><rect class="hit" x=${at.x - half.x} y=${at.y - half.y} width=${2 * half.x} height=${2 * half.y}/>${focus(1)}${focus(2)}</g>`;
}

/** The arrows beside a pit come before the pits under them. */
function fork({ grid, scene }: Cells) {
  if (scene.turn === undefined || !(grid instanceof PitGrid)) return nothing;
  const c = grid.centre(scene.turn);
  const a = grid.along(scene.turn);
  return [1, -1].map(
    (d) => svg`<circle class="hit" aria-hidden="true" data-key=${d > 0 ? ">" : "<"} cx=${c.x + d * a.x * 52} cy=${c.y + d * a.y * 52} r="30"/>`,
  );
}

function stores({ board, grid, scene, sides }: Cells) {
  if (!(grid instanceof PitGrid) || !grid.store || !board.stores) return nothing;
  const r = grid.storeRadius;
  return ([1, 0] as const).map((side) => {
    const c = grid.storeCentre(side);
    return svg`<g role="img" aria-label="${sides[side]} has captured ${scene.stores[side]}"><rect class="blank" x=${c.x - r.x} y=${c.y - r.y} width=${2 * r.x} height=${2 * r.y}/></g>`;
  });
}
