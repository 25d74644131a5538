// The words that the server and the pages share. A board, its legal decisions
// and what is seen while one is played come as these; nothing here knows a rule.

/** A place on a board: a pit, a point or a square. */
export type Site = number;

export type Shape = "pits" | "points" | "squares";

/** What lies on points and squares. */
export const enum Piece {
  None = 0,
  FirstMan = 1,
  SecondMan = 2,
  FirstKing = 3,
  SecondKing = 4,
}

/** Lasting peculiarities of a site, as bits. */
export const enum Mark {
  /** A man here has not yet been played upon (CH8). */
  Unplayed = 1,
  /** A sowing may be turned back here (IG9). */
  TurnBack = 2,
  /** The piece here may be huffed (DR7). */
  Huffable = 4,
}

/** A position as it is drawn. */
export interface Board {
  shape: Shape;
  /** Pits 4 x n, points r x c, squares 8 x 8. */
  rows: number;
  columns: number;
  /** By site: "d", "K", "C5", "15". */
  names: string[];
  /** By site: seeds in a pit, or a piece. */
  at: number[];
  /** By site, bits of Mark. */
  marks?: number[];
  /** Seeds lifted and not yet sown while a choice within a turn is open. */
  hand?: number;
  /** The pit they were lifted from. */
  handAt?: Site;
  /** What each side has captured; a board of pits with them has end stores. */
  stores?: [number, number];
  /** What lies in the pits. */
  seeds?: "beads" | "nuts";
}

/** One choice on the way to a decision. */
export interface Step {
  /** Where a person points; any of them means this step. */
  sites: Site[];
  /** What may be pressed instead: "+", "<", "A". */
  key?: string;
  /** The choice in words: "take 9". */
  says?: string;
}

export type SeenKind = "lift" | "lap" | "sow" | "take" | "move" | "crown" | "forfeit" | "huff" | "return";

/** One thing seen while a decision is played. */
export interface Seen {
  kind: SeenKind;
  site: Site;
  to?: Site;
  n?: number;
}

/** A legal decision. */
export interface Move {
  text: string;
  path: Step[];
  /** What would be seen; where it is given, choices are previewed. */
  events?: Seen[];
}

/** An arrow on the board. Ranked ones are numbered and coloured by rank. */
export interface Arrow {
  from: Site;
  to: Site;
  rank?: number;
}

/** Why something is not legal. */
export interface Refusal {
  /** "A single may not start while another pit holds two". */
  text: string;
  /** "CH7". */
  rule?: string;
  /** "Start from a, b, e or u." */
  instead?: string;
  /** Where the rule is explained. */
  link?: string;
}
