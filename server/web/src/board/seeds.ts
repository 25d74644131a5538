// Glass beads and grey nut seeds. Each way in which a seed lies is defined once
// for a picture and used wherever a seed lies so. What is used so has no
// ancestors to be selected by: its colours are attributes.

import { svg, type SVGTemplateResult } from "lit";
import { f } from "./shapes";
import { radial, type Look } from "./ground";
import { seedRadius, turns, type Laid, type SeedKind } from "./scatter";

export function seedDefs(id: string, kind: SeedKind, look: Look, scale: number): SVGTemplateResult {
  const r = seedRadius(kind) * scale;
  if (look === "plain")
    return kind === "bead"
      ? svg`<g id="${id}s0"><circle r=${f(r * 1.06)} fill="var(--pit1)"/><circle r=${f(r * 0.7)} fill="none" stroke="var(--bead2)" stroke-width=${f(r * 0.46)}/></g>`
      : svg`<circle id="${id}s0" r=${f(r * 0.95)} fill="var(--nut2)" stroke="var(--pit1)" stroke-width="2"/>`;
  const light =
    kind === "bead"
      ? radial(id + "gs", [[0, "var(--bead1)"], [0.45, "var(--bead2)"], [1, "var(--bead3)"]], 0.36, 0.3, 0.8)
      : radial(id + "gs", [[0, "var(--nut1)"], [0.5, "var(--nut2)"], [1, "var(--nut3)"]], 0.36, 0.3, 0.8);
  const shade = svg`<ellipse id="${id}sh" cx=${f(r * 0.22)} cy=${f(r * 0.34)} rx=${f(r * 1.02)} ry=${f(r * 0.98)} opacity=".42"/>`;
  const ways = Array.from({ length: turns }, (_, i) => svg`<g id="${id}s${i}"><use href="#${id}sh"/>${(kind === "bead" ? bead : nut)(id, r, i)}</g>`);
  return svg`${light}${shade}${ways}`;
}

// The hole goes round with the bead, the light does not.
function bead(id: string, r: number, turn: number): SVGTemplateResult {
  return svg`<circle r=${f(r)} fill="url(#${id}gs)"/><ellipse fill="var(--bead-hole)" cx=${f(r * 0.12)} rx=${f(r * 0.3)} ry=${f(r * 0.24)} transform="rotate(${45 * turn + 13})"/>
<path d="M${f(-r * 0.62)} ${f(-r * 0.1)}a${f(r * 0.64)} ${f(r * 0.64)} 0 0 1 ${f(r * 0.55)} ${f(-r * 0.55)}" fill="none" stroke="#fff" stroke-width=${f(r * 0.17)} stroke-linecap="round" opacity=".85"/>`;
}

// The body turns, and its light is drawn so that it stays at the upper left.
function nut(id: string, r: number, turn: number): SVGTemplateResult {
  const a = (Math.PI * (turn + 0.4)) / turns;
  const long = { x: r * 1.08 * Math.cos(a), y: r * 1.08 * Math.sin(a) };
  const short = { x: -r * 0.93 * Math.sin(a), y: r * 0.93 * Math.cos(a) };
  const seam = (t: number, u: number) => `${f(long.x * t + short.x * u)} ${f(long.y * t + short.y * u)}`;
  const arc = `A${f(r * 1.08)} ${f(r * 0.93)} ${f((a * 180) / Math.PI)} 1 1`;
  return svg`<path d="M${f(-long.x)} ${f(-long.y)}${arc} ${f(long.x)} ${f(long.y)}${arc} ${f(-long.x)} ${f(-long.y)}Z" fill="url(#${id}gs)"/>
<path d="M${seam(-0.74, 0.3)}Q${seam(0, 0.74)} ${seam(0.74, 0.3)}" fill="none" stroke="#3C4244" stroke-width=${f(r * 0.08)} opacity=".55"/>
<ellipse cx=${f(-r * 0.34)} cy=${f(-r * 0.38)} rx=${f(r * 0.24)} ry=${f(r * 0.15)} fill="#fff" opacity=".8" transform="rotate(-38 ${f(-r * 0.34)} ${f(-r * 0.38)})"/>`;
}

/** Seeds where they lie, round a centre. */
export function seeds(id: string, look: Look, x: number, y: number, laid: readonly Laid[]) {
  return laid.map((s) => svg`<use href="#${id}s${look === "plain" ? 0 : s.turn}" x=${f(x + s.x)} y=${f(y + s.y)}/>`);
}
