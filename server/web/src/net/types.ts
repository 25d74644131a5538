// What the server sends beside boards and moves. The names are those of its API.

import type { Board, Move, Refusal, Seen } from "../wire";

/** A position with all that is needed to let somebody play in it. */
export interface PositionNow {
  position: string;
  turn: 0 | 1;
  midTurn?: boolean;
  board: Board;
  moves: Move[];
  outcome: "" | "first" | "second" | "draw";
  reason: string;
  claim: "" | "repetition" | "quiet";
}

export interface TurnPlayed {
  side: 0 | 1;
  text: string;
  position?: string;
  board?: Board;
  seen?: Seen[];
}

export interface Seat {
  kind: "open" | "person" | "engine";
  name: string;
  level?: number;
  here: boolean;
}

export interface Clock {
  left: [number, number];
  periods: [number, number];
  running?: 0 | 1;
  now: number;
}

export interface Status {
  state: "waiting" | "playing" | "over" | "aborted";
  ply: number;
  turns: number;
  clock?: Clock;
  offer?: 0 | 1;
  takeback?: { side: 0 | 1; turn: number };
  ready: [boolean, boolean];
  next?: string;
  taken?: [number, number];
  count?: number;
  quiet?: number;
  limits?: { repetition: number; quiet: number };
}

export interface Series {
  number: number;
  games: number;
  score: [number, number];
  why?: string;
  penalty?: boolean;
}

export interface Table {
  id: string;
  seq: number;
  game: string;
  title: string;
  variant: string;
  set: string[];
  sides: [string, string];
  start: string;
  opening: number;
  control: string;
  visibility: "public" | "unlisted" | "private";
  created: number;
  seats: [Seat, Seat];
  you: (0 | 1)[];
  watching: number;
  series: Series;
  status: Status;
  view: PositionNow;
  turns: TurnPlayed[];
  seen: Seen[];
}

export interface TableEvent {
  seq: number;
  at: number;
  kind: string;
  side: 0 | 1;
  text?: string;
  turn?: number;
  name?: string;
  table?: string;
  opening?: string[];
}

export interface Problem {
  status: number;
  title: string;
  detail: string;
  refusal?: Refusal & { legal?: string[] };
}

export interface Message {
  type: "table" | "event" | "here" | "done" | "refused";
  table?: Table;
  event?: TableEvent;
  status?: Status;
  view?: PositionNow;
  seen?: Seen[];
  here?: [boolean, boolean];
  watching?: number;
  key?: string;
  seq?: number;
  problem?: Problem;
}

export interface Entry {
  id: string;
  game: string;
  title: string;
  variant: string;
  set: string[];
  control: string;
  seats: [Seat, Seat];
  sides: [string, string];
  turns: number;
  state: "waiting" | "playing" | "over";
  turn: 0 | 1;
  created: number;
  changed: number;
  you: (0 | 1)[];
  outcome?: "first" | "second" | "draw";
  reason?: string;
  ended?: number;
  board?: Board;
}

/** A page of the list of finished games. */
export interface FinishedPage {
  games: Entry[];
  next?: string;
}

export interface VariantFacts {
  name: string;
  title: string;
  text: string;
  source?: string;
  set: Record<string, string>;
}

export interface ValueFacts {
  name: string;
  text: string;
  source?: string;
}

export interface OptionFacts {
  name: string;
  text: string;
  rule: string;
  source?: string;
  default: string;
  values?: ValueFacts[];
  min?: number;
  max?: number;
  size?: boolean;
  match?: boolean;
}

export interface GameFacts {
  name: string;
  title: string;
  about: string;
  sides: [string, string];
  seeds: string;
  variants: VariantFacts[];
  options: OptionFacts[];
  clashes: { text: string; rule?: string }[];
  board: Board;
}

export interface Reading {
  when: string;
  text: string;
  source?: string;
  played: boolean;
}

export interface RuleFacts {
  no: string;
  title: string;
  text: string;
  source?: string;
  words: { source: string; text: string; lang: string; name: string }[];
  readings: Reading[];
}

export interface RuleBook {
  game: string;
  title: string;
  about: string;
  variant: string;
  set: string[];
  values: Record<string, string>;
  rules: RuleFacts[];
  customs: RuleFacts[];
}

/** A question about a position. */
export interface PositionBody {
  game: string;
  variant?: string;
  set?: string[];
  position?: string;
  moves?: string[];
  seen?: boolean;
  history?: boolean;
  known?: boolean;
}

export interface PositionAnswer {
  game: string;
  variant: string;
  set: string[];
  sides: [string, string];
  start: string;
  board?: Board;
  view: PositionNow;
  turns: TurnPlayed[];
  seen: Seen[];
  ply: number;
  known?: Known;
}

/** A value that is certain, for the side to move. */
export interface Truth {
  value: "win" | "loss" | "draw";
  plies: number;
}

export interface Known extends Truth {
  turns: (Truth & { text: string })[];
}

/** A turn in the tree of a record. */
export interface RecordNode {
  /** The number of the turn before it; -1: it is a first one. */
  parent: number;
  text: string;
  side?: 0 | 1;
  comment?: string;
  mark?: string;
  nags?: number[];
  clock?: number;
  eval?: { score: number; value?: "" | "first" | "second" | "draw"; plies?: number; depth?: number };
}

export interface RecordRead {
  tags: { name: string; value: string }[];
  position: PositionAnswer;
  comment?: string;
  tree: RecordNode[];
  notes: string[];
}

export interface Line {
  score: number;
  chance: number;
  ends?: number;
  moves: Move[];
  turns: string[];
}

export interface Analysis {
  turn: 0 | 1;
  depth: number;
  nodes: number;
  time: number;
  lines: Line[];
}

export interface AnalysisMessage {
  type: "info" | "review" | "done" | "refused";
  id: string;
  at: number;
  analysis?: Analysis;
  problem?: Problem;
}

/** A turn that was played in a position of the games of record. */
export interface Choice {
  /** Several that lead to one position count as one. */
  turns: string[];
  position: string;
  name: string;
  games: number;
  first: number;
  drawn: number;
  second: number;
  unknown: number;
  points: number;
  self_play: number;
  rating: number;
  last: string;
  samples: number[];
  engine?: string;
}

/** What the games of record know of a position. */
export interface Explored {
  position: string;
  name: string;
  games: number;
  ended: number;
  choices: Choice[];
}

/** The queue of work. */
export interface Queue {
  project: string;
  server: string;
  batches: Batch[];
  workers: Worker[];
  disputes: Job[];
  /** The reader may cancel jobs and put them back. */
  may: boolean;
}

export interface Batch {
  id: string;
  title: string;
  command?: string;
  made: string;
  by?: string;
  total: number;
  done: number;
  running: number;
  waiting: number;
  failing: number;
  failed: number;
  cancelled: number;
  disputed: number;
  /** Of the work that is done, 0 to 1. */
  share: number;
  /** Jobs a second; 0: unknown. */
  rate: number;
  /** Seconds; 0: unknown. */
  left: number;
  ended?: string;
  blocked?: string;
}

export interface Job {
  id: string;
  title: string;
  state: "waiting" | "running" | "failing" | "done" | "failed" | "cancelled" | "disputed";
  worker?: string;
  other_worker?: string;
  since?: string;
  ended?: string;
  tries?: number;
  share?: number;
  says?: string;
  failures?: { when: string; worker: string; reason: string }[];
}

export interface Worker {
  name: string;
  state: "idle" | "busy" | "resting";
  reason?: string;
  done: number;
  failed: number;
  active?: { title: string; since: string; done?: number; total?: number }[];
}
