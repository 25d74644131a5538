// The picture of a chequered board.

import { svg, nothing, type SVGTemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Site } from "../wire";
import { SquareGrid } from "./geometry";
import type { Look } from "./ground";
import { man, pieceDefs } from "./pieces";
import type { Picture } from "./picture";
import { Random } from "./random";
import { arrow, badge, band, box, cross, disc, f, liftedDash, mustDisc, pointDash, refusedMark, ring, takeMark, type Drawing } from "./shapes";

const inks = ["pick", "legal", "last"] as const;

export function drawSquares(p: Picture, grid: SquareGrid): Drawing {
  const { id, board, scene, look } = p;
  const sites = board.at.map((_, s) => s);
  const c = (s: Site) => grid.centre(s);
  const piece = (s: Site) => (scene.at[s] ? svg`<g class="piece" data-piece=${s}>${man(id, look, scene.at[s], c(s))}</g>` : nothing);
  return [
    svg`${guard([id, look], () => ground(id, grid, look))}`,
    svg`${sites.map((s) => [
      scene.lastFrom === s ? box(c(s), "last", 5, liftedDash) : nothing,
      scene.lastTo === s ? box(c(s), "last", 6) : nothing,
    ])}`,
    svg`${scene.bands.map((b) => band(b.sites.map(c), b.kind, b.kind.startsWith("last") ? 20 : 13))}`,
    svg`${p.coordinates ? sites.map((s) => svg`<text class="sqn" x=${c(s).x - 46} y=${c(s).y - 29} font-size="20">${board.names[s]}</text>`) : nothing}`,
    svg`${scene.gone.map((g) => svg`<g opacity=".36">${man(id, look, g.piece, c(g.site))}</g>`)}`,
    svg`${sites.map((s) => (scene.chosen.has(s) ? nothing : piece(s)))}`,
    svg`${scene.gone.map((g) => (scene.at[g.site] ? nothing : cross(c(g.site))))}`,
    svg`${sites.map((s) => marks(p, grid, s))}`,
    // What is chosen may be dragged, and is above the others.
    svg`${[...scene.chosen].map(piece)}`,
    svg`${scene.arrows.map((a) => {
      const ink = inks[((a.rank ?? 1) - 1) % 3];
      if (a.from === a.to) return ring(c(a.from), { x: 41, y: 41 }, ink, 6);
      return arrow(c(a.from), c(a.to), ink, 0, 22 - 3 * Math.min(3, a.rank ?? 1), 14, 6);
    })}`,
    svg`${scene.arrows.map((a) => (a.rank ? badge(c(a.from), 27, String(a.rank), inks[(a.rank - 1) % 3]) : nothing))}`,
    svg`${scene.flight?.piece ? svg`<g class="kb-flight" transform="translate(${c(scene.flight.from).x} ${c(scene.flight.from).y})">${man(id, look, scene.flight.piece, { x: 0, y: 0 })}</g>` : nothing}`,
  ];
}

function ground(id: string, g: SquareGrid, look: Look): SVGTemplateResult {
  const flat = look === "plain";
  const w = g.width;
  const at = SquareGrid.frame;
  const r = new Random("squares");
  const squares: SVGTemplateResult[] = [];
  for (let row = 0; row < 8; row++)
    for (let column = 0; column < 8; column++) {
      const dark = (row + column) % 2 === 1;
      const [x, y] = [at + 100 * column, at + 100 * row];
      let d = "";
      const shade = r.unit() < 0.5 ? "" : "2";
      if (look === "wood")
        for (let i = 0; i < 6; i++) d += `M${x} ${f(y + 8 + i * 16 + r.unit() * 8)}q50 ${f(r.between(-6, 6))} 100 ${f(r.between(-4, 4))}`;
      if (look === "stone") for (let i = 0; i < 9; i++) d += `M${f(x + 4 + r.unit() * 92)} ${f(y + 4 + r.unit() * 92)}h${f(r.between(0.5, 3.5))}`;
      squares.push(svg`<rect class="sq-${dark ? "d" : "l"}${shade}" x=${x} y=${y} width="100" height="100"/>`);
      if (look === "wood") squares.push(svg`<path class="s-grain" d=${d} fill="none" stroke-width="1.3" opacity=${dark ? 0.3 : 0.16}/>`);
      if (look === "stone")
        squares.push(svg`<path d=${d} fill="none" stroke=${dark ? "#fff" : "#2E2C28"} stroke-width="2" stroke-linecap="round" opacity=".3"/>`);
    }
  return svg`<defs>${pieceDefs(id)}</defs>
${flat ? nothing : svg`<rect class="f-edge" x="2" y="13" width=${w - 4} height=${w - 4} rx="20"/>`}
<rect class="f-frame" x="2" y="2" width=${w - 4} height=${w - 4} rx="20"/>
${flat ? nothing : svg`<rect x="4" y="4" width=${w - 8} height=${w - 8} rx="18" fill="none" stroke="#fff" stroke-width="2" opacity=".2"/><rect x=${at - 4} y=${at - 4} width="808" height="808" opacity=".45"/>`}
${squares}`;
}

function marks({ scene }: Picture, g: SquareGrid, s: Site): Drawing {
  const c = g.centre(s);
  const round = (r: number) => ({ x: r, y: r });
  const label = scene.take.get(s);
  const here = scene.at[s] !== 0;
  return [
    scene.lit.has(s) ? (here ? ring(c, round(40), "legal", 4.5) : disc(c)) : nothing,
    scene.must.has(s) ? mustDisc(c) : nothing,
    scene.lifted.has(s) ? ring(c, here ? round(41) : round(24), "pick", 5, pointDash) : nothing,
    scene.chosen.has(s) ? ring(c, round(41), "pick", 9) : nothing,
    label === undefined ? nothing : svg`${takeMark(c, round(39))}${label ? badge(c, label.length > 2 ? 23 : 30, label, "take") : nothing}`,
    scene.refused === s ? refusedMark(c, round(39)) : nothing,
  ];
}
