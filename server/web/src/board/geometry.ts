// Where the sites of a board lie in its picture. Lengths are units of the
// viewBox: one pitch, the distance between two columns, is 100.

import type { Board, Site } from "../wire";

export interface Point {
  x: number;
  y: number;
}

/** How much of a picture's height is the side of the slab. */
export const thickness = 9;

/** The shape of a board of pits on the page: round pits with room for stores;
 *  tall pits for a narrow screen; the same a quarter turned. */
export type Form = "wide" | "flat" | "turned";

/** What every kind of board tells about its sites. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  readonly sites: number;
  centre(s: Site): Point;
  /** Row (0 at the top) and column (0 at the left) as seen, before a quarter turn. */
  cell(s: Site): { row: number; column: number };
  /** Half the size of the part of the picture that belongs to a site. */
  readonly half: Point;
  /** Half the size of what stands on a site. */
  readonly radius: Point;
}

/** A board of four rows of pits. Sites are South's pits in the order of sowing,
 *  then North's. */
export class PitGrid implements Grid {
  readonly sites: number;
  readonly width: number;
  readonly height: number;
  readonly pitchY: number = 100;
  readonly radiusX: number = 41;
  readonly radiusY: number = 41;
  readonly margin: number = 34;
  readonly ridge: number = 58;
  readonly corner: number = 34;
  readonly store: number = 0;
  /** Size of numbers and letters, and their centres' distance inwards from the rim. */
  readonly number: number = 26;
  readonly numberIn: number = 13;
  readonly letter: number = 19;
  readonly letterIn: number = -19;
  /** Size of a seed against the wide board. */
  readonly seed: number = 1;

  constructor(
    readonly columns: number,
    readonly form: Form,
    stores: boolean,
    readonly flipped: boolean,
  ) {
    this.sites = 4 * columns;
    if (form === "wide") {
      this.store = stores ? 118 : 0;
    } else if (form === "turned") {
      [this.pitchY, this.radiusX, this.radiusY, this.margin, this.ridge, this.corner] = [118, 44, 52, 22, 26, 26];
      [this.number, this.numberIn, this.letter, this.letterIn, this.seed] = [34, 18, 27, 15, 1.12];
    } else if (columns > 9) {
      // A long board needs taller pits to fill the height of a screen.
      [this.pitchY, this.radiusX, this.radiusY, this.margin, this.ridge, this.corner] = [146, 44, 62, 8, 16, 24];
      [this.number, this.numberIn, this.letter, this.letterIn, this.seed] = [42, 26, 33, 17, 1.2];
    } else {
      [this.pitchY, this.radiusX, this.radiusY, this.margin, this.ridge, this.corner] = [116, 44, 52, 12, 20, 22];
      [this.number, this.numberIn, this.letter, this.letterIn, this.seed] = [34, 20, 29, 17, 1.2];
    }
    const across = 2 * this.margin + 2 * this.store + columns * 100;
    const down = 2 * this.margin + 4 * this.pitchY + this.ridge;
    [this.width, this.height] = form === "turned" ? [down, across] : [across, down];
  }

  get turned(): boolean {
    return this.form === "turned";
  }

  get half(): Point {
    return this.turned ? { x: this.pitchY / 2, y: 50 } : { x: 50, y: this.pitchY / 2 };
  }

  get radius(): Point {
    return this.turned ? { x: this.radiusY, y: this.radiusX } : { x: this.radiusX, y: this.radiusY };
  }

  /** Whose pit it is: 0 South, 1 North. */
  side(s: Site): 0 | 1 {
    return s < 2 * this.columns ? 0 : 1;
  }

  outer(s: Site): boolean {
    return s % (2 * this.columns) >= this.columns;
  }

  /** The outer pit behind an inner one, and the other way round. */
  behind(s: Site): Site {
    const n = 2 * this.columns;
    return Math.floor(s / n) * n + n - 1 - (s % n);
  }

  // The near side's inner row runs from right to left in row 2, its outer row
  // from left to right in row 3; the far side's rows are the same, turned by half.
  cell(s: Site): { row: number; column: number } {
    const n = this.columns;
    const i = s % (2 * n);
    const near = (this.side(s) === 0) !== this.flipped;
    if (near) return i < n ? { row: 2, column: n - 1 - i } : { row: 3, column: i - n };
    return i < n ? { row: 1, column: i } : { row: 0, column: 2 * n - 1 - i };
  }

  centre(s: Site): Point {
    const { row, column } = this.cell(s);
    const x = this.margin + this.store + 50 + column * 100;
    const y = this.margin + this.pitchY / 2 + row * this.pitchY + (row > 1 ? this.ridge : 0);
    return this.turned ? { x: y, y: this.height - x } : { x, y };
  }

  /** The unit vector from a pit towards the player who owns it. */
  toward(s: Site): Point {
    const d = this.cell(s).row < 2 ? -1 : 1;
    return this.turned ? { x: d, y: 0 } : { x: 0, y: d };
  }

  /** The unit vector along the row of a pit in the direction of sowing. */
  along(s: Site): Point {
    const { row } = this.cell(s);
    const d = row === 0 || row === 2 ? -1 : 1;
    return this.turned ? { x: 0, y: -d } : { x: d, y: 0 };
  }

  /** The centre of a side's store, at the right end as its owner sees it. */
  storeCentre(side: 0 | 1): Point {
    const left = (side === 1) !== this.flipped;
    const x = left ? this.margin + this.store / 2 - 6 : this.width - this.margin - this.store / 2 + 6;
    return { x, y: (this.height - thickness) / 2 };
  }

  get storeRadius(): Point {
    return { x: this.store / 2 - 16, y: (this.height - thickness) / 2 - this.margin - 10 };
  }

  /** Where the men that a side captures go: its store, or the edge at its end. */
  goal(side: 0 | 1): Point {
    if (this.store) return this.storeCentre(side);
    const near = (side === 0) !== this.flipped;
    if (this.turned) return { x: near ? this.width + 20 : -20, y: 60 };
    return { x: this.width - 60, y: near ? this.height + 20 : -20 };
  }
}

/** A board of points and lines. Sites run row by row from the upper left. */
export class PointGrid implements Grid {
  static readonly margin = 72;
  static readonly stone = 37;
  readonly sites: number;
  readonly width: number;
  readonly height: number;
  readonly half = { x: 50, y: 50 };
  readonly radius = { x: PointGrid.stone, y: PointGrid.stone };

  constructor(
    readonly rows: number,
    readonly columns: number,
    readonly flipped: boolean,
  ) {
    this.sites = rows * columns;
    this.width = 2 * PointGrid.margin + 100 * (columns - 1);
    this.height = 2 * PointGrid.margin + 100 * (rows - 1) + thickness;
  }

  cell(s: Site): { row: number; column: number } {
    const row = Math.floor(s / this.columns);
    const column = s % this.columns;
    return this.flipped ? { row: this.rows - 1 - row, column: this.columns - 1 - column } : { row, column };
  }

  centre(s: Site): Point {
    const { row, column } = this.cell(s);
    return { x: PointGrid.margin + 100 * column, y: PointGrid.margin + 100 * row };
  }

  /** Diagonals meet in a point whose row and column add up to an even number. */
  strong(s: Site): boolean {
    return (Math.floor(s / this.columns) + (s % this.columns)) % 2 === 0;
  }

  /** The ends of all lines: rows, columns, then the diagonals between them. */
  lines(): [Point, Point][] {
    const at = (row: number, column: number) => this.centre(row * this.columns + column);
    const out: [Point, Point][] = [];
    for (let r = 0; r < this.rows; r++) out.push([at(r, 0), at(r, this.columns - 1)]);
    for (let c = 0; c < this.columns; c++) out.push([at(0, c), at(this.rows - 1, c)]);
    for (let r = 0; r < this.rows - 1; r++)
      for (let c = 0; c < this.columns - 1; c++)
        out.push((r + c) % 2 === 0 ? [at(r, c), at(r + 1, c + 1)] : [at(r, c + 1), at(r + 1, c)]);
    return out;
  }
}

/** A chequered board of 8 x 8. Sites are the dark squares, 0 for square 1. */
export class SquareGrid implements Grid {
  static readonly frame = 38;
  static readonly man = 36;
  readonly sites = 32;
  readonly width = 2 * SquareGrid.frame + 800;
  readonly height = 2 * SquareGrid.frame + 800 + thickness;
  readonly half = { x: 50, y: 50 };
  readonly radius = { x: SquareGrid.man, y: SquareGrid.man };

  constructor(readonly flipped: boolean) {}

  cell(s: Site): { row: number; column: number } {
    const row = Math.floor(s / 4);
    const column = 2 * (s % 4) + (row % 2 === 0 ? 1 : 0);
    return this.flipped ? { row: 7 - row, column: 7 - column } : { row, column };
  }

  centre(s: Site): Point {
    const { row, column } = this.cell(s);
    return { x: SquareGrid.frame + 50 + 100 * column, y: SquareGrid.frame + 50 + 100 * row };
  }
}

export function gridOf(board: Board, form: Form, flipped: boolean): PitGrid | PointGrid | SquareGrid {
  switch (board.shape) {
    case "pits":
      return new PitGrid(board.columns, form, board.stores !== undefined, flipped);
    case "points":
      return new PointGrid(board.rows, board.columns, flipped);
    case "squares":
      return new SquareGrid(flipped);
  }
}

export type Direction = "left" | "right" | "up" | "down" | "home" | "end";

/**
 * The site that an arrow key leads to from a site, by what is seen. Up and down
 * lead to the nearest site of the next row; where two are equally near they
 * zigzag, so that every square of a chequered board can be reached.
 */
export function neighbour(grid: Grid, from: Site, direction: Direction): Site {
  const rows: { y: number; sites: Site[] }[] = [];
  for (let s = 0; s < grid.sites; s++) {
    const { y } = grid.centre(s);
    let row = rows.find((r) => Math.abs(r.y - y) < 1);
    if (!row) rows.push((row = { y, sites: [] }));
    row.sites.push(s);
  }
  rows.sort((a, b) => a.y - b.y);
  for (const r of rows) r.sites.sort((a, b) => grid.centre(a).x - grid.centre(b).x);
  const at = rows.findIndex((r) => r.sites.includes(from));
  if (at < 0) return from;
  const here = rows[at].sites;
  const i = here.indexOf(from);
  switch (direction) {
    case "left":
      return here[Math.max(0, i - 1)];
    case "right":
      return here[Math.min(here.length - 1, i + 1)];
    case "home":
      return here[0];
    case "end":
      return here[here.length - 1];
  }
  const next = rows[at + (direction === "up" ? -1 : 1)];
  if (!next) return from;
  const x = grid.centre(from).x;
  const away = (s: Site) => Math.abs(grid.centre(s).x - x);
  const least = Math.min(...next.sites.map(away));
  const nearest = next.sites.filter((s) => away(s) - least < 1);
  return at % 2 === 0 ? nearest[0] : nearest[nearest.length - 1];
}
