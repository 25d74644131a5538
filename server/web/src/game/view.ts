// From what the server says to what the parts show.

import type { LegendMark } from "../parts/legend";
import type { View } from "../parts/table";
import type { Board, Move, Seen, Site } from "../wire";

export const legends: Record<string, readonly LegendMark[]> = {
  stores: ["legal", "pick", "from", "take", "last", "unplayed", "refused"],
  pits: ["legal", "pick", "from", "take", "last", "back"],
  points: ["legal", "to", "pick", "from", "take", "gone"],
  squares: ["legal", "to", "must", "take", "last"],
};

export function legend(b: Board): readonly LegendMark[] {
  return legends[b.stores ? "stores" : b.shape] ?? [];
}

/** The way of a move, read from what was seen, where the board before is not known. */
export function wayOf(seen: readonly Seen[]): Site[] {
  const way: Site[] = [];
  for (const e of seen) {
    if (e.kind === "lift" && way.length === 0) way.push(e.site);
    else if (e.kind === "sow" && way.length > 0) way.push(e.site);
    else if (e.kind === "move") {
      if (way.at(-1) !== e.site) way.push(e.site);
      if (e.to !== undefined) way.push(e.to);
    }
  }
  return way;
}

/** Decisions with what would be seen, where the same decisions are known without. */
export function withEvents(moves: readonly Move[], more: readonly Move[]): readonly Move[] {
  const by = new Map(more.map((m) => [m.text, m.events]));
  return moves.map((m) => ({ ...m, events: by.get(m.text) ?? m.events }));
}

export const noSeen: readonly Seen[] = [];
export const noSites: readonly Site[] = [];
export const noMoves: readonly Move[] = [];

/** How many a side has on the board: seeds in its pits, or pieces. */
export function has(b: Board, side: 0 | 1): number {
  if (b.shape === "pits") {
    const n = 2 * b.columns;
    return b.at.slice(side * n, side * n + n).reduce((a, k) => a + k, 0);
  }
  return b.at.filter((p) => p !== 0 && (p - 1) % 2 === side).length;
}

/** "18 taken · 7 left". */
export function takenSaid(b: Board, side: 0 | 1, taken: number | undefined, seeds: string): string {
  if (b.stores) return `${b.stores[side]} taken · ${has(b, side)} left`;
  if (b.shape === "pits") return `${has(b, side)} ${seeds}`;
  return taken ? `${taken} taken` : "";
}

export type { View };
