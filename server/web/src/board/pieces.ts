// Pebbles and turned men.

import { svg, nothing, type SVGTemplateResult } from "lit";
import { Piece } from "../wire";
import { f } from "./shapes";
import { radial, type Look } from "./ground";
import { Random } from "./random";
import { PointGrid, SquareGrid, type Point } from "./geometry";

type Colour = "w" | "k";

/** White moves first in Fanorona, Black in draughts. */
export function colour(piece: number, shape: "points" | "squares"): Colour {
  const first = piece === Piece.FirstMan || piece === Piece.FirstKing;
  return first === (shape === "points") ? "w" : "k";
}

export const isKing = (piece: number): boolean => piece === Piece.FirstKing || piece === Piece.SecondKing;

export function pieceDefs(id: string): SVGTemplateResult {
  return svg`${radial(id + "w", [[0, "var(--w1)"], [0.6, "var(--w2)"], [1, "var(--w3)"]], 0.38, 0.32, 0.78)}${radial(id + "k", [[0, "var(--k1)"], [0.55, "var(--k2)"], [1, "var(--k3)"]], 0.38, 0.32, 0.8)}`;
}

/** A pebble: nearly round, each a little different. */
export function pebble(id: string, look: Look, piece: number, c: Point, name: string, radius: number = PointGrid.stone): SVGTemplateResult {
  const col = colour(piece, "points");
  if (look === "plain") return svg`<circle class="plain-${col}" cx=${c.x} cy=${c.y} r=${radius - 2} stroke-width="5"/>`;
  const r = new Random(name);
  const [a, b] = [r.between(0, 6.28), r.between(0, 6.28)];
  let d = "";
  for (let i = 0; i <= 22; i++) {
    const t = (i / 22) * 2 * Math.PI;
    const q = radius * (1 + 0.022 * Math.sin(2 * t + a) + 0.014 * Math.sin(3 * t + b));
    d += `${i ? "L" : "M"}${f(c.x + Math.cos(t) * q)} ${f(c.y + Math.sin(t) * q)}`;
  }
  let dots = "";
  for (let i = 0; i < 5; i++) {
    const t = r.between(0, 6.28);
    const q = Math.sqrt(r.unit()) * radius * 0.75;
    dots += `M${f(c.x + Math.cos(t) * q)} ${f(c.y + Math.sin(t) * q)}h${f(r.between(0.6, 2.6))}`;
  }
  const white = col === "w";
  return svg`<ellipse cx=${f(c.x + 4)} cy=${f(c.y + 7)} rx=${radius} ry=${f(radius * 0.98)} opacity=".38"/>
<path d="${d}Z" fill="url(#${id}${col})" stroke=${white ? "#6F6048" : "#000"} stroke-width="1.6" stroke-linejoin="round"/>
<path d=${dots} stroke=${white ? "#8C7B5E" : "#8D8686"} stroke-width="2" stroke-linecap="round" opacity=".5"/>
<ellipse cx=${f(c.x - radius * 0.34)} cy=${f(c.y - radius * 0.42)} rx=${f(radius * 0.26)} ry=${f(radius * 0.15)} fill="#fff" opacity=${white ? 0.95 : 0.38} transform="rotate(-36 ${f(c.x - radius * 0.34)} ${f(c.y - radius * 0.42)})"/>`;
}

const crown = "M-19 11L-22-12L-10-2L0-17L10-2L22-12L19 11Z";

/** A turned man, or two with a crown: a king. */
export function man(id: string, look: Look, piece: number, c: Point): SVGTemplateResult {
  const col = colour(piece, "squares");
  const white = col === "w";
  const king = isKing(piece);
  const { x, y } = c;
  const r = SquareGrid.man;
  if (look === "plain") {
    const top = king ? y - 4 : y;
    const ink = white ? "#14181C" : "#fff";
    return svg`${king ? svg`<circle class="plain-man-${col}" cx=${x} cy=${y + 6} r=${r - 2} stroke-width="5"/><circle cx=${x} cy=${y + 6} r=${r - 2} fill="none" stroke=${ink} stroke-width="2"/>` : nothing}
<circle class="plain-man-${col}" cx=${x} cy=${top} r=${r - 2} stroke-width="5"/>
${white ? nothing : svg`<circle cx=${x} cy=${top} r=${r - 2} fill="none" stroke="#fff" stroke-width="2"/>`}
<circle cx=${x} cy=${top} r=${r - 12} fill="none" stroke=${ink} stroke-width="2.5"/>
${king ? svg`<path d=${crown} transform="translate(${x} ${top + 2}) scale(.78)" fill=${ink}/>` : nothing}`;
  }
  const disc = (yy: number) => svg`<circle cx=${x} cy=${yy + 5} r=${r} fill=${white ? "#9C8762" : "#050404"}/>
<circle cx=${x} cy=${yy} r=${r} fill="url(#${id}${col})" stroke=${white ? "#7D6A49" : "#857567"} stroke-width="2"/>
${[7, 16].map(
  (d) => svg`<circle cx=${x} cy=${yy} r=${r - d} fill="none" stroke=${white ? "#8F7A55" : "#000"} stroke-width="2" opacity=${d === 7 ? 0.75 : 0.6}/><circle cx=${x} cy=${yy + 1.4} r=${r - d} fill="none" stroke="#fff" stroke-width="1.2" opacity=${white ? 0.8 : 0.21}/>`,
)}`;
  return svg`<ellipse cx=${x + 4} cy=${y + 10} rx=${r + 1} ry=${r - 1} opacity=".36"/>
${king ? svg`${disc(y + 3)}${disc(y - 8)}<path d=${crown} transform="translate(${x} ${y - 6})" fill=${white ? "#8F3B1B" : "#F2C766"} stroke=${white ? "#fff" : "#000"} stroke-width="1.5" stroke-linejoin="round"/>` : disc(y)}`;
}
