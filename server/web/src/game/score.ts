// What a position is worth, as an engine says it.

import type { Analysis, Line } from "../net/types";

/** A score for the first side, in hundredths; a proven end is far beyond any. */
export interface Score {
  value: number;
  /** The points that it may expect, 0 to 1, if that is known. */
  chance?: number;
  /** Turns to a proven end; 0: none is proven. */
  ends: number;
}

/** Points given away from which a turn is called an inaccuracy, a mistake, a blunder: as the command analyze grades. */
export const slips: readonly (readonly [number, string, string])[] = [
  [0.14, "??", "blunder"],
  [0.08, "?", "mistake"],
  [0.04, "?!", "inaccuracy"],
];

export const proven = 10_000;

/** "+1.5", "−#3", "–" where nothing is known. */
export function scoreSaid(s: Score | undefined): string {
  if (!s) return "–";
  if (Math.abs(s.value) >= proven) return `${s.value > 0 ? "+" : "−"}${s.ends ? `#${s.ends}` : "won"}`;
  const n = Math.abs(s.value) / 100;
  const text = n.toFixed(n < 10 ? 1 : 0);
  return `${text === "0.0" ? "" : s.value > 0 ? "+" : "−"}${text}`;
}

/** The score of a line of an analysis, the best one if none is named. */
export function scoreOf(x: Analysis | undefined, l: Line | undefined = x?.lines[0]): Score | undefined {
  if (!x || !l) return undefined;
  const sign = x.turn === 0 ? 1 : -1;
  const chance = x.turn === 0 ? l.chance : 1 - l.chance;
  if (l.ends) return { value: sign * Math.sign(l.ends) * proven, chance, ends: Math.abs(l.ends) };
  return { value: sign * l.score, chance, ends: 0 };
}
