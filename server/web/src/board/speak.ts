// Spoken names of sites and moves, for those who do not see the board.

import { Mark, Piece, type Board, type Seen, type Site } from "../wire";
import { isKing } from "./pieces";
import type { Grid } from "./geometry";
import { PitGrid, PointGrid } from "./geometry";
import type { Scene } from "./scene";

export type SideNames = readonly [string, string];

/** "South d", "C5", "15". */
export function siteName(board: Board, sides: SideNames, s: Site): string {
  if (board.shape !== "pits") return board.names[s];
  return `${sides[s < 2 * board.columns ? 0 : 1]} ${board.names[s]}`;
}

/** "3 beads", "white stone", "black king", "empty". */
export function content(board: Board, sides: SideNames, n: number): string {
  if (!n) return "empty";
  if (board.shape === "pits") {
    const seed = board.seeds === "nuts" ? "seed" : "bead";
    return `${n} ${seed}${n === 1 ? "" : "s"}`;
  }
  const second = n === Piece.SecondMan || n === Piece.SecondKing;
  const what = board.shape === "points" ? "stone" : isKing(n) ? "king" : "man";
  return `${sides[second ? 1 : 0].toLowerCase()} ${what}`;
}

/** Site, content, state: what is said of a cell. */
export function cellName(board: Board, grid: Grid, sides: SideNames, scene: Scene, s: Site): string {
  const said = [siteName(board, sides, s), content(board, sides, scene.at[s])];
  const here = scene.at[s] !== 0;
  const mark = board.marks?.[s] ?? 0;
  if (grid instanceof PointGrid && grid.strong(s)) said.push("strong point");
  if (scene.must.has(s)) said.push("must capture");
  if (scene.lit.has(s)) {
    if (board.shape === "pits") said.push("may start");
    else said.push(here ? "may move" : "may go here");
  }
  if (mark & Mark.Unplayed && here) said.push("not yet played upon");
  if (mark & Mark.TurnBack) said.push("may turn back");
  const label = scene.take.get(s);
  if (label === "huff") said.push("may be huffed");
  else if (label === "A") said.push("taken by approach");
  else if (label === "W") said.push("taken by withdrawal");
  else if (label !== undefined) said.push("would be captured");
  const pair = scene.pairs.find((p) => p.inner === s || p.outer === s);
  if (pair) said.push("may be the second pair");
  if (scene.chosen.has(s)) said.push("chosen");
  if (scene.lifted.has(s) && !scene.chosen.has(s)) said.push("lifted from");
  if (scene.turn === s) said.push("turn back or go on");
  if (scene.lastFrom === s) said.push("last move began here");
  if (scene.lastTo === s) said.push("last move ended here");
  if (scene.gone.some((g) => g.site === s) && !here) said.push("just taken");
  if (scene.refused === s) said.push(board.shape === "pits" ? "may not start" : "not legal");
  return said.join(", ");
}

/** What a row of the grid is called. Rows are those of the picture. */
export function rowName(board: Board, grid: Grid, sides: SideNames, first: Site, row: number): string {
  if (grid instanceof PitGrid) return `${sides[grid.side(first)]}, ${grid.outer(first) ? "outer" : "inner"} row`;
  if (board.shape === "points") return `Row ${String.fromCharCode(65 + Math.floor(first / board.columns))}`;
  return `Row ${row + 1}`;
}

/** "Guest: Q, captures 3", what is announced when a move is done. */
export function moveSaid(board: Board, who: string, text: string, events: readonly Seen[]): string {
  const said = [text];
  let taken = 0;
  for (const e of events) {
    if (e.kind === "take") taken += board.shape === "pits" ? (e.n ?? 1) : 1;
    if (e.kind === "crown") said.push("crowned");
    if (e.kind === "huff") said.push(`${board.names[e.site]} huffed`);
    if (e.kind === "forfeit") said.push(`forfeits ${e.n ?? 1}`);
    if (e.kind === "return") said.push("the earlier position comes back");
  }
  if (taken > 0) said.splice(1, 0, `captures ${taken}`);
  return `${who ? who + ": " : ""}${said.join(", ")}`;
}
