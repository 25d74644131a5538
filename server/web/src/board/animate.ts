// When what is seen is shown: a show is a row of frames with times in
// milliseconds. Pure, so that the timing can be tested.

import type { Board, Seen, Site } from "../wire";
import { apply, momentOf, sideAt, toHand, type Moment } from "./seen";

export type Speed = "slow" | "normal" | "quick" | "off";

/** Milliseconds for one seed of the first lap. */
export const seedTime: Record<Speed, number> = { slow: 320, normal: 160, quick: 70, off: 0 };

export const times = {
  lift: 120,
  mark: 200,
  travel: 260,
  move: 180,
  chain: 220,
  crown: 180,
  /** A later lap runs at this part of the time of the lap before … */
  faster: 0.75,
  /** … but no seed takes less than this. */
  least: 40,
  /** No turn lasts longer. */
  most: 6000,
} as const;

/** Something on its way: n seeds or one piece, from a site to a site, the hand,
 *  or what a side has captured. */
export interface Flight {
  from: Site;
  to: Site | "hand" | "first" | "second";
  n: number;
  /** The piece; undefined: seeds. */
  piece?: number;
}

export interface Frame {
  start: number;
  ms: number;
  /** What is seen meanwhile. */
  moment: Moment;
  /** The pit that the hand goes to meanwhile. */
  handTo?: Site;
  flight?: Flight;
  /** What is marked as being taken. */
  take: Site[];
}

const copy = (m: Moment): Moment => ({
  ...m,
  at: [...m.at],
  stores: [...m.stores],
  laps: m.laps.map((l) => [...l]),
  walk: [...m.walk],
  taken: [...m.taken],
  gone: [...m.gone],
});

/** The frames of a show from the board before the events. None: nothing is to
 *  be shown but the end. */
export function frames(before: Board, events: readonly Seen[], speed: Speed): Frame[] {
  if (speed === "off" || events.length === 0) return [];
  const out: Frame[] = [];
  const m = momentOf(before);
  let clock = 0;
  const show = (ms: number, more: Partial<Frame> = {}) => {
    out.push({ start: clock, ms, moment: copy(m), take: [], ...more });
    clock += ms;
  };
  let seed = 0; // the time of a seed in the current lap
  let laps = 0;
  const moves = events.filter((e) => e.kind === "move").length;
  events.forEach((e, i) => {
    switch (e.kind) {
      case "lift":
        if (laps++ > 0) seed = Math.max(times.least, seed * times.faster);
        else seed = seedTime[speed];
        apply(before, m, events, i);
        show(Math.min(times.lift, Math.max(times.least, seed)));
        break;
      case "lap":
        if (laps === 0) {
          laps = 1;
          seed = seedTime[speed];
        }
        apply(before, m, events, i);
        break;
      case "sow":
        show(seed || seedTime[speed], { handTo: e.site });
        apply(before, m, events, i);
        break;
      case "take":
      case "forfeit": {
        if (before.shape !== "pits") {
          show(times.mark, { take: [e.site] });
          apply(before, m, events, i);
          break;
        }
        // The pits of one capture are marked together.
        const others = run(events, i).map((j) => events[j].site);
        if (events[i - 1]?.kind !== e.kind) show(times.mark, { take: others });
        const n = e.n ?? m.at[e.site];
        const owner = sideAt(before, m.at, e.site);
        const to = e.kind === "take" && toHand(events, i) ? "hand" : owner === 0 ? "second" : "first";
        const seen = copy(m);
        seen.at[e.site] = Math.max(0, seen.at[e.site] - n);
        const at = clock;
        clock += times.travel;
        out.push({ start: at, ms: times.travel, moment: seen, flight: { from: e.site, to, n }, take: others.filter((s) => s !== e.site) });
        apply(before, m, events, i);
        break;
      }
      case "move": {
        const piece = m.at[e.site];
        const seen = copy(m);
        seen.at[e.site] = 0;
        const ms = moves > 1 ? times.chain : times.move;
        out.push({ start: clock, ms, moment: seen, flight: { from: e.site, to: e.to ?? e.site, n: 1, piece }, take: [] });
        clock += ms;
        apply(before, m, events, i);
        break;
      }
      case "crown":
        apply(before, m, events, i);
        show(times.crown);
        break;
      case "huff":
        show(times.mark, { take: [e.site] });
        apply(before, m, events, i);
        break;
      case "return":
        show(times.mark);
        break;
    }
  });
  if (clock > times.most) {
    const k = times.most / clock;
    for (const f of out) {
      f.start *= k;
      f.ms *= k;
    }
  }
  return out;
}

/** The captures in one go that events[i] belongs to. */
function run(events: readonly Seen[], i: number): number[] {
  const kind = events[i].kind;
  let a = i;
  let b = i;
  while (events[a - 1]?.kind === kind) a--;
  while (events[b + 1]?.kind === kind) b++;
  return Array.from({ length: b - a + 1 }, (_, k) => a + k);
}

/** How long a show lasts. */
export function length(list: readonly Frame[]): number {
  const last = list.at(-1);
  return last ? last.start + last.ms : 0;
}

/** The frame at a time, looked for from the given one on. */
export function frameAt(list: readonly Frame[], t: number, from = 0): number {
  let i = from;
  while (i < list.length - 1 && list[i + 1].start <= t) i++;
  return i;
}

/** Slow at both ends: captures. */
export const easeInOut = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t));

/** Quick at first: pieces, near to cubic-bezier(.2, .7, .2, 1). */
export const easeOut = (t: number): number => 1 - (1 - t) ** 3;
