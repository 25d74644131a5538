// The shapes that marks are made of. Every state has a shape of its own, and
// colour only helps; each is drawn over a dark halo so that it shows anywhere.

import { svg, nothing, type SVGTemplateResult } from "lit";
import type { Point } from "./geometry";

export type Drawing = SVGTemplateResult | typeof nothing | readonly (SVGTemplateResult | typeof nothing)[];

/** Colours of marks, as classes of board.css. */
export type Ink = "legal" | "pick" | "last" | "take";

/** A length, rounded to a tenth. */
export const f = (x: number): number => Math.round(x * 10) / 10;

export function ring(c: Point, r: Point, ink: Ink, width = 5, dash?: string): SVGTemplateResult {
  const d = dash ?? nothing;
  return svg`<ellipse class="halo" cx=${f(c.x)} cy=${f(c.y)} rx=${f(r.x)} ry=${f(r.y)} stroke-width=${width + 4} stroke-dasharray=${d}/>
<ellipse class="m-${ink}" cx=${f(c.x)} cy=${f(c.y)} rx=${f(r.x)} ry=${f(r.y)} stroke-width=${width} stroke-dasharray=${d}/>`;
}

export const liftedDash = "13 9";
export const pointDash = "11 8";

/** A square round a square: the last move in draughts. */
export function box(c: Point, ink: Ink, width: number, dash?: string): SVGTemplateResult {
  const d = dash ?? nothing;
  return svg`<rect class="halo" x=${c.x - 45} y=${c.y - 45} width="90" height="90" rx="10" stroke-width=${width + 4} stroke-dasharray=${d}/>
<rect class="m-${ink}" x=${c.x - 45} y=${c.y - 45} width="90" height="90" rx="10" stroke-width=${width} stroke-dasharray=${d}/>`;
}

/** Would be taken: a ring with four strokes at the diagonals. */
export function takeMark(c: Point, r: Point): SVGTemplateResult {
  const k = Math.SQRT1_2;
  let d = "";
  for (const [a, b] of [[-1, -1], [1, -1], [-1, 1], [1, 1]])
    d += `M${f(c.x + a * k * (r.x + 9))} ${f(c.y + b * k * (r.y + 9))}L${f(c.x + a * k * (r.x - 10))} ${f(c.y + b * k * (r.y - 10))}`;
  return svg`${ring(c, r, "take", 5)}<path class="halo" d=${d} stroke-width="13" stroke-linecap="round"/>
<path class="m-take" d=${d} stroke-width="7.5" stroke-linecap="round"/>`;
}

/** Taken this turn: a thin cross over the ghost. */
export function cross(c: Point): SVGTemplateResult {
  const d = `M${c.x - 9} ${c.y - 9}L${c.x + 9} ${c.y + 9}M${c.x + 9} ${c.y - 9}L${c.x - 9} ${c.y + 9}`;
  return svg`<path class="halo" d=${d} stroke-width="9" stroke-linecap="round"/><path class="m-take" d=${d} stroke-width="4.5" stroke-linecap="round"/>`;
}

/** Refused: a ring with one stroke across. */
export function refusedMark(c: Point, r: Point): SVGTemplateResult {
  const d = `M${f(c.x - r.x * 0.7)} ${f(c.y + r.y * 0.7)}L${f(c.x + r.x * 0.7)} ${f(c.y - r.y * 0.7)}`;
  return svg`<g class="kb-refused">${ring(c, r, "take", 5)}<path class="halo" d=${d} stroke-width="11"/><path class="m-take" d=${d} stroke-width="6.5"/></g>`;
}

/** May go here: a filled disc on an empty point or square. */
export function disc(c: Point, ink: Ink = "legal", r = 19): SVGTemplateResult {
  return svg`<circle class="f-${ink} edged" cx=${c.x} cy=${c.y} r=${r} stroke-width="4"/>`;
}

/** Must capture: the lit ring plus a small crossed disc at the upper right. */
export function mustDisc(c: Point): SVGTemplateResult {
  return svg`<g transform="translate(${c.x + 33} ${c.y - 33})"><circle r="15" class="f-take edged" stroke-width="3"/><path class="s-on" d="M-6-5L6 5M6-5L-6 5" stroke-width="4" stroke-linecap="round" fill="none"/></g>`;
}

/** A point already used in this turn. */
export function visitedDisc(c: Point): SVGTemplateResult {
  return svg`<circle class="f-halo" cx=${c.x} cy=${c.y} r="12" opacity=".85"/><path class="m-legal" d="M${c.x - 6} ${c.y + 6}L${c.x + 6} ${c.y - 6}" stroke-width="4" stroke-linecap="round"/>`;
}

/** A pill with a text, centred at a point. The class tells its ground. */
export function badge(c: Point, size: number, text: string, ground: "num" | Ink | "hand" = "num", pad = 0.34): SVGTemplateResult {
  const h = size * 1.32;
  const w = Math.max(h, [...text].length * size * 0.58 + 2 * pad * size);
  return svg`<g class="badge b-${ground}"><rect x=${f(c.x - w / 2)} y=${f(c.y - h / 2)} width=${f(w)} height=${f(h)} rx=${f(h / 2)}/><text x=${f(c.x)} y=${f(c.y + size * 0.355)} font-size=${size}>${text}</text></g>`;
}

/** A path through places, over a soft halo. */
export function band(places: readonly Point[], kind: BandKind, width: number): Drawing {
  if (places.length < 2) return nothing;
  const d = "M" + places.map((p) => `${f(p.x)} ${f(p.y)}`).join("L");
  const { ink, part, dash, opacity } = bands[kind];
  const w = f(width * part);
  return svg`<path class="halo soft" d=${d} stroke-width=${w + (part < 1 ? 5 : 8)} stroke-linecap="round" stroke-linejoin="round"/>
<path class="m-${ink}" d=${d} stroke-width=${w} stroke-linecap="round" stroke-linejoin="round" opacity=${opacity} stroke-dasharray=${dash ?? nothing}/>`;
}

/** What a band tells: the lap being sown or the way being gone, earlier laps,
 *  what could follow, a capture that was not made, the last move. */
export type BandKind = "lap" | "earlier" | "coming" | "missed" | "last" | "last-earlier";

const bands: Record<BandKind, { ink: Ink; part: number; dash?: string; opacity: number }> = {
  lap: { ink: "pick", part: 1, opacity: 0.88 },
  earlier: { ink: "pick", part: 0.42, opacity: 0.8 },
  coming: { ink: "legal", part: 0.7, dash: "2 17", opacity: 1 },
  missed: { ink: "take", part: 1, dash: "4 20", opacity: 1 },
  last: { ink: "last", part: 0.6, opacity: 0.9 },
  "last-earlier": { ink: "last", part: 0.34, opacity: 0.75 },
};

/** A bowed arrow that grows towards its head. */
export function arrow(a: Point, b: Point, ink: Ink, bow: number, width: number, trim: number, trimEnd: number): SVGTemplateResult {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const long = Math.hypot(dx, dy) || 1;
  const m = { x: (a.x + b.x) / 2 + dy * bow, y: (a.y + b.y) / 2 - dx * bow };
  const at = (t: number): Point => ({
    x: (1 - t) ** 2 * a.x + 2 * (1 - t) * t * m.x + t * t * b.x,
    y: (1 - t) ** 2 * a.y + 2 * (1 - t) * t * m.y + t * t * b.y,
  });
  const t0 = Math.min(0.4, trim / long);
  const t1 = 1 - Math.min(0.4, trimEnd / long);
  const neck = Math.max(t0 + 0.05, t1 - Math.min(0.45, (width * 2.1) / long));
  const up: Point[] = [];
  const down: Point[] = [];
  const steps = 16;
  for (let i = 0; i <= steps; i++) {
    const t = t0 + ((neck - t0) * i) / steps;
    const p = at(t);
    const q = at(t - 0.001);
    const r = at(t + 0.001);
    const l = Math.hypot(r.x - q.x, r.y - q.y) || 1;
    const half = (width / 2) * (0.55 + (0.45 * i) / steps);
    const n = { x: (-(r.y - q.y) / l) * half, y: ((r.x - q.x) / l) * half };
    up.push({ x: p.x + n.x, y: p.y + n.y });
    down.unshift({ x: p.x - n.x, y: p.y - n.y });
  }
  const h = at(neck);
  const e = at(t1);
  const l = Math.hypot(e.x - h.x, e.y - h.y) || 1;
  const n = { x: (-(e.y - h.y) / l) * width * 1.35, y: ((e.x - h.x) / l) * width * 1.35 };
  const points = [...up, { x: h.x + n.x, y: h.y + n.y }, e, { x: h.x - n.x, y: h.y - n.y }, ...down];
  return svg`<path class="f-${ink} edged" d="M${points.map((p) => `${f(p.x)} ${f(p.y)}`).join("L")}Z" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke" opacity=".94"/>`;
}

/** The hooked arrow of a place where a sowing may turn back. */
export const hook = "M9 6C9-9-9-9-9 3M-15-2L-9 5L-3-1";
/** The straight arrow of going on. */
export const goOn = "M-11 0H10M3-8L11 0L3 8";
/** The hooked arrow of turning back. */
export const turnBack = "M11 7C11-9-9-9-9 4M-15-2L-9 5L-2-1";
