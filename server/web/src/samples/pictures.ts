// A board of each game in the middle of play, for the start page.

import chuba from "./chuba-last.json";
import draughts from "./draughts-last.json";
import fanorona from "./fanorona-last.json";
import igisoro from "./igisoro-last.json";
import type { Board, Seen } from "../wire";

const picture = (s: { board: unknown; events?: unknown }): { board: Board; seen: Seen[] } => ({ board: s.board as Board, seen: (s.events ?? []) as Seen[] });

export const pictures: Record<string, { board: Board; seen: Seen[] }> = {
  chuba: picture(chuba),
  igisoro: picture(igisoro),
  fanorona: picture(fanorona),
  draughts: picture(draughts),
};
