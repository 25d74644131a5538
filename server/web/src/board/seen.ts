// What is seen while a decision is played, applied to a board without knowing a
// rule: seeds go where it is said, pieces likewise.

import { Piece, type Board, type Seen, type Site } from "../wire";

/** A position on the way from one board to the next. */
export interface Moment {
  at: number[];
  /** Seeds in the hand, and the pit that it is at. */
  hand: number;
  handAt: Site;
  stores: [number, number];
  /** The laps sown so far: the pit lifted from, then each pit sown into. */
  laps: Site[][];
  /** The points or squares that a piece has passed. */
  walk: Site[];
  /** Where something has been captured. */
  taken: Site[];
  /** The pieces captured. */
  gone: { site: Site; piece: number }[];
}

export function momentOf(b: Board): Moment {
  return {
    at: [...b.at],
    hand: b.hand ?? 0,
    handAt: b.handAt ?? 0,
    stores: [...(b.stores ?? [0, 0])],
    laps: [],
    walk: [],
    taken: [],
    gone: [],
  };
}

/** Whether what is captured at events[i] comes into the hand: it is sown on. */
export function toHand(events: readonly Seen[], i: number): boolean {
  for (const e of events.slice(i + 1)) {
    if (e.kind === "take") continue;
    return e.kind === "lap" || e.kind === "sow";
  }
  return false;
}

/** Whose pit or piece a site holds. */
export function sideAt(b: Board, at: readonly number[], s: Site): 0 | 1 {
  if (b.shape === "pits") return s < 2 * b.columns ? 0 : 1;
  return at[s] === Piece.SecondMan || at[s] === Piece.SecondKing ? 1 : 0;
}

/** Applies events[i] to a moment, which is changed. */
export function apply(b: Board, m: Moment, events: readonly Seen[], i: number): void {
  const e = events[i];
  switch (e.kind) {
    case "lift":
      m.hand += m.at[e.site];
      m.at[e.site] = 0;
      m.handAt = e.site;
      m.laps.push([e.site]);
      break;
    case "lap":
      // A handful that was not lifted where it is sown from begins a lap too.
      if (m.laps.at(-1)?.length !== 1 || m.laps.at(-1)?.[0] !== e.site) m.laps.push([e.site]);
      if (m.hand === 0) m.hand = e.n ?? 0;
      m.handAt = e.site;
      break;
    case "sow":
      m.at[e.site]++;
      m.hand = Math.max(0, m.hand - 1);
      m.handAt = e.site;
      if (m.laps.length === 0) m.laps.push([]);
      m.laps[m.laps.length - 1].push(e.site);
      break;
    case "take":
      m.taken.push(e.site);
      if (b.shape === "pits") {
        const n = e.n ?? m.at[e.site];
        m.at[e.site] = Math.max(0, m.at[e.site] - n);
        if (toHand(events, i)) m.hand += n;
        else m.stores[sideAt(b, m.at, e.site) === 0 ? 1 : 0] += n;
      } else {
        m.gone.push({ site: e.site, piece: m.at[e.site] });
        m.at[e.site] = Piece.None;
      }
      break;
    case "forfeit": {
      const n = e.n ?? m.at[e.site];
      m.at[e.site] = Math.max(0, m.at[e.site] - n);
      m.stores[sideAt(b, m.at, e.site) === 0 ? 1 : 0] += n;
      break;
    }
    case "move":
      if (m.walk.at(-1) !== e.site) m.walk = [e.site];
      m.walk.push(e.to ?? e.site);
      m.at[e.to ?? e.site] = m.at[e.site];
      if (e.to !== undefined && e.to !== e.site) m.at[e.site] = Piece.None;
      break;
    case "crown":
      if (m.at[e.site] === Piece.FirstMan) m.at[e.site] = Piece.FirstKing;
      if (m.at[e.site] === Piece.SecondMan) m.at[e.site] = Piece.SecondKing;
      break;
    case "huff":
      m.gone.push({ site: e.site, piece: m.at[e.site] });
      m.at[e.site] = Piece.None;
      break;
    case "return":
      break; // the board that follows shows it
  }
}

/** The moment after all events. */
export function after(b: Board, events: readonly Seen[]): Moment {
  const m = momentOf(b);
  events.forEach((_, i) => apply(b, m, events, i));
  return m;
}

/** What several decisions have in common at their beginning: it is certain
 *  whichever of them is chosen. */
export function common(lists: readonly (readonly Seen[])[]): Seen[] {
  const [first, ...rest] = lists;
  if (!first) return [];
  const equal = (a: Seen, b: Seen | undefined) =>
    b !== undefined && a.kind === b.kind && a.site === b.site && a.to === b.to && a.n === b.n;
  let n = first.length;
  for (const list of rest) {
    let i = 0;
    while (i < n && equal(first[i], list[i])) i++;
    n = i;
  }
  return first.slice(0, n);
}
