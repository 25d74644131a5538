// The picture of a four-row board: carved pits, seeds as seeds, end stores.

import { svg, nothing, type SVGTemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { Mark, type Board, type Site } from "../wire";
import { thickness, type PitGrid, type Point } from "./geometry";
import { linear, radial, slab, slabDefs, type Look } from "./ground";
import { lay, seedRadius, store, type SeedKind } from "./scatter";
import { seedDefs, seeds } from "./seeds";
import { arrow, badge, band, f, goOn, hook, liftedDash, refusedMark, ring, takeMark, turnBack, type Drawing } from "./shapes";
import type { Scene } from "./scene";
import type { Picture } from "./picture";

export function drawPits(p: Picture, grid: PitGrid): Drawing {
  const { id, board, scene, look } = p;
  const kind: SeedKind = board.seeds === "nuts" ? "nut" : "bead";
  const sites = board.at.map((_, s) => s);
  const key = [id, look, grid.form, grid.columns, grid.flipped, grid.store, kind];
  return [
    svg`${guard(key, () => ground(id, grid, look, kind))}`,
    svg`${grid.store && board.stores ? ([0, 1] as const).map((side) => captured(p, grid, kind, side)) : nothing}`,
    svg`${sites.map((s) => glow(grid, scene, s))}`,
    svg`${bands(grid, scene)}`,
    svg`${p.coordinates ? sites.map((s) => letter(grid, board, s)) : nothing}`,
    svg`${sites.map((s) => contents(id, grid, kind, look, s, scene.at[s]))}`,
    svg`${sites.map((s) => marks(grid, board, scene, s))}`,
    svg`${p.numbers ? sites.map((s) => number(grid, scene, s)) : nothing}`,
    svg`${p.coordinates && grid.form !== "wide" ? sites.map((s) => (scene.pairs.some((q) => q.inner === s) ? nothing : letterInside(grid, board, s))) : nothing}`,
    svg`${scene.pairs.map((q) => capsule(grid, q))}`,
    svg`${[...scene.take].map(([s, label]) => (label ? badge(grid.centre(s), 28, label, "take") : nothing))}`,
    svg`${scene.turn === undefined ? nothing : fork(grid, scene.turn)}`,
    svg`${arrows(grid, scene)}`,
    svg`${scene.flight ? flight(p, grid, kind) : nothing}`,
    svg`${scene.hand ? hand(p, grid, kind) : nothing}`,
  ];
}

function ground(id: string, g: PitGrid, look: Look, kind: SeedKind): SVGTemplateResult {
  const flat = look === "plain";
  const defs = svg`<defs>${slabDefs(id)}
${radial(id + "pit", [[0, "var(--pit1)"], [0.55, "var(--pit1)"], [1, "var(--pit2)"]], 0.56, 0.64, 0.62)}
${linear(id + "rim", [[0, "var(--rim-lo)"], [0.45, "var(--rim-lo)"], [1, "var(--rim-hi)"]], 0.15, 0, 0.75, 1)}
${flat ? nothing : radial(id + "in", [[0, "#000", 0], [0.72, "#000", 0], [0.9, "#000", 0.3], [1, "#000", 0.55]], 0.58, 0.63, 0.63)}
${seedDefs(id, kind, look, g.seed)}</defs>`;
  const from = g.margin * 0.6;
  const middle = (g.turned ? g.width : g.height) / 2;
  const line = g.turned ? `M${f(middle)} ${f(from)}V${f(g.height - from - thickness)}` : `M${f(from)} ${f(middle)}H${f(g.width - from)}`;
  const ridge = flat
    ? svg`<path class="s-edge" d=${line} stroke-width="3" stroke-dasharray="2 10" stroke-linecap="round"/>`
    : svg`<path class="s-line" d=${line} stroke-width="2.5" opacity=".7" fill="none"/><path class="s-line-hi" d=${line} stroke-width="1.5" opacity=".6" fill="none" transform=${g.turned ? "translate(2 0)" : "translate(0 2)"}/>`;
  const pits: SVGTemplateResult[] = [];
  for (let s = 0; s < g.sites; s++) pits.push(hollow(id, flat, g.centre(s), g.radius));
  const stores = g.store ? ([0, 1] as const).map((side) => hollow(id, flat, g.storeCentre(side), g.storeRadius, g.storeRadius.x)) : nothing;
  return svg`${defs}${slab(id, look, `${kind} ${g.columns}`, g.width, g.height, g.corner)}${ridge}${stores}${pits}`;
}

/** A carved pit, back to front: rim, bowl, inner shadow. */
function hollow(id: string, flat: boolean, c: Point, r: Point, corner?: number): SVGTemplateResult {
  const shape = (more: number, fill: string) => {
    const [a, b] = [r.x + more, r.y + more];
    return corner === undefined
      ? svg`<ellipse cx=${f(c.x)} cy=${f(c.y)} rx=${f(a)} ry=${f(b)} fill="url(#${id}${fill})"/>`
      : svg`<rect x=${f(c.x - a)} y=${f(c.y - b)} width=${f(2 * a)} height=${f(2 * b)} rx=${f(corner + more)} fill="url(#${id}${fill})"/>`;
  };
  return svg`${shape(flat ? 1.5 : 3.2, "rim")}${shape(flat ? -1.5 : 0, "pit")}${flat ? nothing : shape(0, "in")}`;
}

function glow(g: PitGrid, scene: Scene, s: Site) {
  if (!scene.lit.has(s)) return nothing;
  const c = g.centre(s);
  return svg`<ellipse class="f-legal glow" cx=${f(c.x)} cy=${f(c.y)} rx=${g.radius.x} ry=${g.radius.y}/>`;
}

function bands(g: PitGrid, scene: Scene) {
  return scene.bands.map((b) => band(b.sites.map((s) => g.centre(s)), b.kind, b.kind.startsWith("last") ? 11 : 11));
}

function contents(id: string, g: PitGrid, kind: SeedKind, look: Look, s: Site, n: number) {
  if (!n) return nothing;
  const c = g.centre(s);
  const bowl = { name: `${kind} ${s}`, kind, scale: g.seed, radius: { x: g.radiusX, y: g.radiusY }, lettered: g.letterIn > 0, down: g.toward(s) };
  return svg`<g>${seeds(id, look, c.x, c.y, lay(bowl, n))}</g>`;
}

function number(g: PitGrid, scene: Scene, s: Site) {
  if (!scene.at[s] || scene.take.get(s)) return nothing;
  const c = g.centre(s);
  const t = g.toward(s);
  return badge({ x: c.x + t.x * (g.radius.x - g.numberIn), y: c.y + t.y * (g.radius.y - g.numberIn) }, g.number, String(scene.at[s]));
}

/** Letters of wide boards stand on the rim and along the ridge. */
function letter(g: PitGrid, board: Board, s: Site) {
  if (g.form !== "wide") return nothing;
  const c = g.centre(s);
  const out = g.outer(s) ? 1 : -1;
  const t = g.toward(s);
  const y = c.y + out * t.y * (g.radius.y + (g.outer(s) ? 17 : 18));
  return svg`<text class="let" x=${f(c.x)} y=${f(y + g.letter * 0.35)} font-size=${g.letter}>${board.names[s]}</text>
${turnsBack(board, s) ? svg`<path class="s-letter" transform="translate(${f(c.x + 20)} ${f(y + 1)}) scale(.62)" d=${hook} fill="none" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/>` : nothing}`;
}

/** Letters of boards for narrow screens stand in the pit, opposite the number. */
function letterInside(g: PitGrid, board: Board, s: Site) {
  const c = g.centre(s);
  const t = g.toward(s);
  const x = c.x - t.x * (g.radius.x - g.letterIn);
  const y = c.y - t.y * (g.radius.y - g.letterIn);
  return svg`<text class="let in" x=${f(x)} y=${f(y + g.letter * 0.36)} font-size=${g.letter}>${board.names[s]}</text>
${turnsBack(board, s) ? svg`<path class="s-pitlet" transform="translate(${f(x + (g.turned ? 0 : 26))} ${f(y + (g.turned ? 24 : 2))}) scale(.66)" d=${hook} fill="none" stroke-width="4.4" stroke-linecap="round" stroke-linejoin="round"/>` : nothing}`;
}

const turnsBack = (board: Board, s: Site) => ((board.marks?.[s] ?? 0) & Mark.TurnBack) !== 0;

function marks(g: PitGrid, board: Board, scene: Scene, s: Site) {
  const c = g.centre(s);
  const r = g.radius;
  const wider = (by: number) => ({ x: r.x + by, y: r.y + by });
  const t = g.toward(s);
  const lozenge = { x: c.x - t.x * (r.x + 1), y: c.y - t.y * (r.y + 1) };
  return [
    (board.marks?.[s] ?? 0) & Mark.Unplayed && scene.at[s]
      ? svg`<path class="lozenge" d="M${f(lozenge.x)} ${f(lozenge.y - 9)}l9 9l-9 9l-9-9z" stroke-width="3" stroke-linejoin="round"/>`
      : nothing,
    scene.lit.has(s) ? ring(c, wider(4), "legal", 4.5) : nothing,
    scene.lastFrom === s ? ring(c, wider(4), "last", 5, liftedDash) : nothing,
    scene.lastTo === s ? ring(c, wider(4), "last", 6) : nothing,
    scene.take.has(s) ? takeMark(c, wider(3)) : nothing,
    scene.lifted.has(s) && !scene.chosen.has(s) ? ring(c, wider(4), "pick", 5, liftedDash) : nothing,
    scene.chosen.has(s) ? ring(c, wider(4), "pick", 9) : nothing,
    scene.refused === s ? refusedMark(c, wider(3)) : nothing,
  ];
}

/** A pair to choose: a capsule round both pits, its worth at the inner end. */
function capsule(g: PitGrid, q: Scene["pairs"][number]) {
  const a = g.centre(q.inner);
  const b = g.centre(q.outer);
  const r = g.radius;
  const x = Math.min(a.x, b.x) - r.x - 6;
  const y = Math.min(a.y, b.y) - r.y - 6;
  const w = Math.abs(a.x - b.x) + 2 * r.x + 12;
  const h = Math.abs(a.y - b.y) + 2 * r.y + 12;
  const corner = Math.min(r.x, r.y) + 6;
  const t = g.toward(q.inner);
  const at = { x: a.x - t.x * (r.x + 6), y: a.y - t.y * (r.y + 7) };
  const size = g.form === "wide" ? 23 : g.columns > 9 && g.form === "flat" ? 27 : 27;
  return svg`<rect class="halo" x=${f(x)} y=${f(y)} width=${f(w)} height=${f(h)} rx=${corner} stroke-width="8.5"/>
<rect class="m-legal" x=${f(x)} y=${f(y)} width=${f(w)} height=${f(h)} rx=${corner} stroke-width="4.5" stroke-dasharray=${q.empty ? "4 12" : nothing} stroke-linecap="round"/>
${badge(at, size, q.label, "legal", 0.36)}`;
}

/** The arrows to either side of a pit where a sowing may go on or turn back. */
function fork(g: PitGrid, s: Site) {
  const c = g.centre(s);
  const a = g.along(s);
  const reach = g.turned ? 54 : 50;
  const one = (sign: number, back: boolean) => {
    const x = f(c.x + sign * a.x * reach);
    const y = f(c.y + sign * a.y * reach);
    const angle = Math.round((Math.atan2(sign * a.y, sign * a.x) * 180) / Math.PI);
    const turn = back ? (g.turned ? `rotate(${angle < 0 ? 90 : -90})` : a.x > 0 ? "" : "scale(-1 1)") : `rotate(${angle})`;
    return svg`<g class="fork" data-key=${back ? "<" : ">"} transform="translate(${x} ${y})"><circle class="f-legal edged" r="25" stroke-width="4"/><path class="s-on" transform="scale(.85) ${turn}" d=${back ? turnBack : goOn} fill="none" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></g>`;
  };
  return [one(1, false), one(-1, true)];
}

function arrows(g: PitGrid, scene: Scene) {
  const inks = ["pick", "legal", "last"] as const;
  return [
    scene.arrows.map((a) => {
      const ink = inks[((a.rank ?? 1) - 1) % 3];
      if (a.from === a.to) return ring(g.centre(a.from), { x: g.radius.x + 4, y: g.radius.y + 4 }, ink, 6);
      return arrow(g.centre(a.from), g.centre(a.to), ink, 0.14, 22 - 3 * Math.min(3, a.rank ?? 1), 26, 20);
    }),
    scene.arrows.map((a) => (a.rank ? badge(g.centre(a.from), 25, String(a.rank), inks[(a.rank - 1) % 3]) : nothing)),
  ];
}

/** Where the hand is for a pit: on the ridge above an inner one, off the edge at
 *  an outer one. */
export function handPlace(g: PitGrid, s: Site): Point {
  const c = g.centre(s);
  const t = g.toward(s);
  const d = g.outer(s) ? g.radius.y + 34 : -(g.radius.y + 50);
  const e = g.outer(s) ? g.radius.x + 34 : -(g.radius.x + 40);
  return { x: c.x + t.x * e, y: c.y + t.y * d };
}

function hand(p: Picture, g: PitGrid, kind: SeedKind) {
  const h = p.scene.hand;
  if (!h) return nothing;
  const at = handPlace(g, h.at);
  const c = g.centre(h.at);
  const [dx, dy] = [c.x - at.x, c.y - at.y];
  const r = 46;
  const laid = lay({ name: "hand", kind, scale: 1, radius: { x: 40, y: 34 }, lettered: false, down: { x: 0, y: 1 } }, h.n);
  const bits = Math.hypot(dx, dy) || 1;
  const n = { x: (-dy / bits) * 15, y: (dx / bits) * 15 };
  const tail = { x: (dx / bits) * 34, y: (dy / bits) * 34 };
  return svg`<g class="kb-hand" transform="translate(${f(at.x)} ${f(at.y)})">
<path class="f-pick" d="M${f(tail.x + n.x)} ${f(tail.y + n.y)}L${f(dx * 0.88)} ${f(dy * 0.88)}L${f(tail.x - n.x)} ${f(tail.y - n.y)}Z"/>
<circle cx="0" cy="4" r=${r} opacity=".4"/><circle class="palm" r=${r} stroke-width="6"/>
${seeds(p.id, p.look, 0, -6, laid)}${badge({ x: 0, y: r - 4 }, g.form === "wide" ? 23 : 30, `${h.n} in hand`, "hand", 0.48)}</g>`;
}

function flight(p: Picture, g: PitGrid, kind: SeedKind) {
  const fl = p.scene.flight;
  if (!fl) return nothing;
  const c = g.centre(fl.from);
  const laid = lay({ name: `${kind} ${fl.from}`, kind, scale: g.seed, radius: { x: g.radiusX, y: g.radiusY }, lettered: g.letterIn > 0, down: g.toward(fl.from) }, fl.n);
  return svg`<g class="kb-flight" transform="translate(${f(c.x)} ${f(c.y)})">${seeds(p.id, p.look, 0, 0, laid)}</g>`;
}

/** What a side has captured, and the count at its owner's end. */
function captured(p: Picture, g: PitGrid, kind: SeedKind, side: 0 | 1) {
  const n = p.scene.stores[side];
  const c = g.storeCentre(side);
  const r = g.storeRadius;
  const near = (side === 0) !== g.flipped;
  const at = { x: c.x, y: c.y + (near ? 1 : -1) * (r.y - 16) };
  const turned = store(side, n, seedRadius(kind), r).map((s) => (near ? s : { x: -s.x, y: -s.y, turn: s.turn }));
  return svg`<g>${seeds(p.id, p.look, c.x, c.y, turned)}</g>${badge(at, 30, String(n))}`;
}
