// The picture of a board of points and lines.

import { svg, nothing, type SVGTemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Site } from "../wire";
import type { PointGrid } from "./geometry";
import { slab, slabDefs, type Look } from "./ground";
import { pebble, pieceDefs } from "./pieces";
import type { Picture } from "./picture";
import { arrow, badge, band, cross, disc, pointDash, refusedMark, ring, takeMark, visitedDisc, type Drawing } from "./shapes";

const inks = ["pick", "legal", "last"] as const;

export function drawPoints(p: Picture, grid: PointGrid): Drawing {
  const { id, board, scene, look } = p;
  const sites = board.at.map((_, s) => s);
  const c = (s: Site) => grid.centre(s);
  const piece = (s: Site) =>
    scene.at[s] ? svg`<g class="piece" data-piece=${s}>${pebble(id, look, scene.at[s], c(s), `stone ${s}`)}</g>` : nothing;
  return [
    svg`${guard([id, look, grid.rows, grid.columns, grid.flipped], () => ground(id, grid, look))}`,
    svg`${sites.map((s) => (grid.strong(s) && !scene.at[s] ? svg`<circle class="f-line" cx=${c(s).x} cy=${c(s).y} r="8"/>` : nothing))}`,
    svg`${p.coordinates ? names(grid) : nothing}`,
    svg`${scene.bands.map((b) => band(b.sites.map(c), b.kind, b.kind.startsWith("last") ? 20 : 13))}`,
    svg`${scene.gone.map((g) => svg`<g opacity=".34">${pebble(id, look, g.piece, c(g.site), `stone ${g.site}`, 33)}</g>`)}`,
    svg`${sites.map((s) => (scene.chosen.has(s) ? nothing : piece(s)))}`,
    svg`${scene.gone.map((g) => (scene.at[g.site] ? nothing : cross(c(g.site))))}`,
    svg`${sites.map((s) => marks(p, grid, s))}`,
    // What is chosen may be dragged, and is above the others.
    svg`${[...scene.chosen].map(piece)}`,
    svg`${scene.arrows.map((a) => {
      const ink = inks[((a.rank ?? 1) - 1) % 3];
      if (a.from === a.to) return ring(c(a.from), { x: 43, y: 43 }, ink, 6);
      return arrow(c(a.from), c(a.to), ink, 0, 22 - 3 * Math.min(3, a.rank ?? 1), 14, 6);
    })}`,
    svg`${scene.arrows.map((a) => (a.rank ? badge(c(a.from), 27, String(a.rank), inks[(a.rank - 1) % 3]) : nothing))}`,
    svg`${scene.flight?.piece ? svg`<g class="kb-flight" transform="translate(${c(scene.flight.from).x} ${c(scene.flight.from).y})">${pebble(id, look, scene.flight.piece, { x: 0, y: 0 }, `stone ${scene.flight.from}`)}</g>` : nothing}`,
  ];
}

function ground(id: string, g: PointGrid, look: Look): SVGTemplateResult {
  const d = g.lines().map(([a, b]) => `M${a.x} ${a.y}L${b.x} ${b.y}`).join("");
  return svg`<defs>${slabDefs(id)}${pieceDefs(id)}</defs>${slab(id, look, `points ${g.rows} ${g.columns}`, g.width, g.height, 30)}
${look === "plain" ? nothing : svg`<path class="s-line-hi" d=${d} fill="none" stroke-width="4" stroke-linecap="round" transform="translate(1.6 2.2)" opacity=".75"/>`}
<path class="s-line" d=${d} fill="none" stroke-width="4" stroke-linecap="round"/>`;
}

/** Letters of rows at the left, numbers of columns below, as they are seen. */
function names(g: PointGrid): SVGTemplateResult[] {
  const out: SVGTemplateResult[] = [];
  for (let c = 0; c < g.columns; c++) out.push(svg`<text class="let" x=${g.centre(c).x} y=${g.height - 21} font-size="20">${c + 1}</text>`);
  for (let r = 0; r < g.rows; r++)
    out.push(svg`<text class="let" x="18" y=${g.centre(r * g.columns).y + 7} font-size="20">${String.fromCharCode(65 + r)}</text>`);
  return out;
}

function marks({ scene }: Picture, g: PointGrid, s: Site): Drawing {
  const c = g.centre(s);
  const around = (by: number) => ({ x: 37 + by, y: 37 + by });
  const label = scene.take.get(s);
  const here = scene.at[s] !== 0;
  return [
    scene.lit.has(s) ? (here ? ring(c, around(5), "legal", 4.5) : disc(c)) : nothing,
    scene.lastFrom === s ? ring(c, { x: 24, y: 24 }, "last", 5, pointDash) : nothing,
    scene.lastTo === s ? ring(c, around(5), "last", 6) : nothing,
    scene.lifted.has(s) ? ring(c, here ? around(5) : { x: 24, y: 24 }, "pick", 5, pointDash) : nothing,
    scene.visited.has(s) ? visitedDisc(c) : nothing,
    scene.chosen.has(s) ? ring(c, around(5), "pick", 9) : nothing,
    label === undefined ? nothing : svg`${takeMark(c, around(4))}${label ? badge(c, 30, label, "take") : nothing}`,
    scene.refused === s ? refusedMark(c, around(4)) : nothing,
  ];
}
