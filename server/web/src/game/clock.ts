// The clocks of a table. The time is the server's; between two messages it is
// carried on here.

import type { Clock } from "../net/types";

export interface Left {
  ms: number;
  periods: number;
}

/** How the server's time differs from ours, in milliseconds: the least that was
 *  ever seen is the nearest to the truth, the rest was on its way. */
let ahead: number | undefined;

export function heard(clock: Clock, now = Date.now()): void {
  const d = clock.now - now;
  ahead = ahead === undefined ? d : Math.max(ahead, d);
  // Clocks of machines are set: what is far from the last message is forgotten.
  if (Math.abs(ahead - d) > 5000) ahead = d;
}

/** What a side has left at a moment of our time; period is the length of one of byo-yomi. */
export function left(clock: Clock, side: 0 | 1, period: number, now = Date.now()): Left {
  let ms = clock.left[side];
  let periods = clock.periods[side];
  if (clock.running === side) ms -= Math.max(0, now + (ahead ?? 0) - clock.now);
  // What is left of a period that has begun, and how many there are beside it.
  while (ms <= 0 && periods > 0 && period > 0) {
    ms += period;
    periods--;
  }
  return { ms: Math.max(0, ms), periods };
}

/** The length of a period of byo-yomi, in milliseconds: 10+3x30 has 30 s. */
export function periodOf(control: string): number {
  const m = /x(\d+)$/.exec(control);
  return m ? Number(m[1]) * 1000 : 0;
}
