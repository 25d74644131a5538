// A board that was set up by hand, written as the text that the server reads and
// judges. Only the form of the text is known here.

import { Mark, Piece, type Board } from "../wire";

const row = (b: Board, sites: number[]): string => sites.map((s) => b.at[s]).join(",");
const range = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

function pits(b: Board, turn: 0 | 1): string {
  const n = b.columns;
  const rows = [
    range(n).map((i) => 4 * n - 1 - i),
    range(n).map((i) => 2 * n + i),
    range(n).map((i) => n - 1 - i),
    range(n).map((i) => n + i),
  ];
  const text = `${rows.map((r) => row(b, r)).join("/")} ${turn === 0 ? "S" : "N"}`;
  if (!b.stores) return text;
  const unplayed = range(4 * n).filter((s) => (b.marks?.[s] ?? 0) & Mark.Unplayed && b.at[s] > 0);
  return `${text} ${unplayed.map((s) => b.names[s]).join("") || "-"} -`;
}

function points(b: Board, turn: 0 | 1): string {
  const rows = range(b.rows).map((r) => {
    let text = "";
    let empty = 0;
    for (let c = 0; c < b.columns; c++) {
      const p = b.at[r * b.columns + c];
      if (p === Piece.None) {
        empty++;
        continue;
      }
      if (empty > 0) text += empty;
      empty = 0;
      text += p === Piece.FirstMan ? "w" : "b";
    }
    return text + (empty > 0 ? empty : "");
  });
  return `${rows.join("/")} ${turn === 0 ? "w" : "b"}`;
}

function squares(b: Board, turn: 0 | 1): string {
  const of = (man: Piece, king: Piece) =>
    range(b.at.length)
      .filter((s) => b.at[s] === man || b.at[s] === king)
      .map((s) => (b.at[s] === king ? "K" : "") + b.names[s])
      .join(",");
  return `${turn === 0 ? "B" : "W"}:W${of(Piece.SecondMan, Piece.SecondKing)}:B${of(Piece.FirstMan, Piece.FirstKing)}`;
}

export function positionText(b: Board, turn: 0 | 1): string {
  return b.shape === "pits" ? pits(b, turn) : b.shape === "points" ? points(b, turn) : squares(b, turn);
}
