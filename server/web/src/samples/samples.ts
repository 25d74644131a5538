// Boards that a player meets: positions of real games with their legal decisions.

import type { Board, Move, Seen } from "../wire";
import chubaLast from "./chuba-last.json";
import chubaMiddle from "./chuba-middle.json";
import chubaOpening from "./chuba-opening.json";
import chubaPair from "./chuba-pair.json";
import chubaStart from "./chuba-start.json";
import draughtsHuff from "./draughts-huff.json";
import draughtsJump from "./draughts-jump.json";
import draughtsKings from "./draughts-kings.json";
import draughtsLast from "./draughts-last.json";
import draughtsMust from "./draughts-must.json";
import draughtsStart from "./draughts-start.json";
import fanoronaChain from "./fanorona-chain.json";
import fanoronaChoice from "./fanorona-choice.json";
import fanoronaLast from "./fanorona-last.json";
import fanoronaStart from "./fanorona-start.json";
import igisoroLast from "./igisoro-last.json";
import igisoroMiddle from "./igisoro-middle.json";
import igisoroStart from "./igisoro-start.json";
import igisoroTake from "./igisoro-take.json";
import igisoroTurn from "./igisoro-turn.json";

export interface Sample {
  game: string;
  sides: [string, string];
  turn: number;
  board: Board;
  moves: Move[];
  events?: Seen[];
  previous?: Board;
  lastText?: string;
  midTurn?: boolean;
}

const raw = {
  "chuba-last": chubaLast,
  "chuba-middle": chubaMiddle,
  "chuba-opening": chubaOpening,
  "chuba-pair": chubaPair,
  "chuba-start": chubaStart,
  "draughts-huff": draughtsHuff,
  "draughts-jump": draughtsJump,
  "draughts-kings": draughtsKings,
  "draughts-last": draughtsLast,
  "draughts-must": draughtsMust,
  "draughts-start": draughtsStart,
  "fanorona-chain": fanoronaChain,
  "fanorona-choice": fanoronaChoice,
  "fanorona-last": fanoronaLast,
  "fanorona-start": fanoronaStart,
  "igisoro-last": igisoroLast,
  "igisoro-middle": igisoroMiddle,
  "igisoro-start": igisoroStart,
  "igisoro-take": igisoroTake,
  "igisoro-turn": igisoroTurn,
};

export type SampleName = keyof typeof raw;

export function sample(name: SampleName): Sample {
  return raw[name] as unknown as Sample;
}
