// Trees of turns, clocks and positions as text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { heard, left, periodOf } from "../src/game/clock";
import { positionText } from "../src/game/positions";
import { end, grow, mainTexts, path, promote, prune, read, root, texts, write } from "../src/game/tree";
import { lit, meant } from "../src/game/why";
import { clockSaid, controlSaid, pointsSaid } from "../src/words";
import { Mark, type Board } from "../src/wire";

test("a tree is written as it is read", () => {
  for (const text of [
    "",
    "11-15",
    "11-15_22-18_15x22_25x18",
    "11-15_22-18_(_23-19_8-11_)_15x22",
    "a_A_(_B_b_(_c_C_)_d_)_(_D_)_e",
    "{before%20the%20first}_a_{a%5Fb%20%28c%29}_A_(_B_{other}_)_b",
    "huff 3_27-24",
  ])
    assert.equal(write(read(text)), text);
});

test("a text of any kind is read without a fault", () => {
  for (const text of ["(", ")", "(_)_)", "a_(_(_b", "{%}", "a_{", "___", "a_)_b"]) assert.doesNotThrow(() => write(read(text)));
});

test("variations replace the turn before them", () => {
  const r = read("a_A_(_B_b_)_c");
  assert.deepEqual(mainTexts("a_A_(_B_b_)_c"), ["a", "A", "c"]);
  const a = r.children[0];
  assert.deepEqual(
    a.children.map((n) => n.text),
    ["A", "B"],
  );
  assert.deepEqual(texts(end(a.children[1])), ["a", "B", "b"]);
});

test("a line becomes the main one, and is taken out", () => {
  const r = read("a_A_(_B_b_)_c");
  const b = end(r.children[0].children[1]);
  promote(b);
  assert.equal(write(r), "a_B_(_A_c_)_b");
  const at = prune(r.children[0].children[0]);
  assert.equal(at.text, "a");
  assert.equal(write(r), "a_A_c");
});

test("the same turn is one node", () => {
  const r = root();
  const a = grow(r, "a", 0);
  assert.equal(grow(r, "a", 0), a);
  assert.equal(path(grow(a, "A", 1)).length, 2);
});

test("a clock runs from the server's moment on, and into its periods", () => {
  const clock = { left: [60_000, 30_000] as [number, number], periods: [2, 0] as [number, number], running: 0 as const, now: 1_000_000 };
  heard(clock, 1_000_000);
  assert.deepEqual(left(clock, 0, 0, 1_010_000), { ms: 50_000, periods: 2 });
  assert.deepEqual(left(clock, 1, 0, 1_010_000), { ms: 30_000, periods: 0 });
  assert.deepEqual(left(clock, 0, 30_000, 1_070_000), { ms: 20_000, periods: 1 });
  assert.deepEqual(left(clock, 0, 30_000, 1_500_000), { ms: 0, periods: 0 });
  assert.equal(periodOf("10+3x30"), 30_000);
  assert.equal(periodOf("5+3"), 0);
});

test("times in words", () => {
  for (const [ms, want] of [
    [300_000, "5:00"],
    [299_001, "5:00"],
    [59_400, "1:00"],
    [9_900, "0:09.9"],
    [40, "0:00.0"],
    [-5, "0:00.0"],
    [3_600_000, "1:00:00"],
    [3 * 86_400_000, "3 d"],
  ] as const)
    assert.equal(clockSaid(ms), want, String(ms));
  assert.equal(controlSaid("5+3"), "5 min + 3 s");
  assert.equal(controlSaid("10+3x30"), "10 min, then 3 × 30 s");
  assert.equal(controlSaid("1d"), "1 day a move");
  assert.equal(controlSaid("none"), "no clock");
  assert.equal(pointsSaid(1.5), "1½");
  assert.equal(pointsSaid(0.5), "½");
  assert.equal(pointsSaid(2), "2");
});

const pits = (columns: number, fill: number[], more: Partial<Board> = {}): Board => {
  const letters = Array.from({ length: 2 * columns }, (_, i) => String.fromCharCode(97 + i));
  return { shape: "pits", rows: 4, columns, names: [...letters, ...letters.map((l) => l.toUpperCase())], at: fill, ...more };
};

test("boards are written as the text form has them", () => {
  // Inner rows hold 1 2 and 3 4, outer ones 5 6 and 7 8: South a b, c d, North A B, C D.
  assert.equal(positionText(pits(2, [1, 2, 5, 6, 3, 4, 7, 8]), 1), "8,7/3,4/2,1/5,6 N");
  const marks = [0, 0, Mark.Unplayed, 0, 0, 0, 0, Mark.Unplayed];
  assert.equal(positionText(pits(2, [1, 2, 5, 6, 3, 4, 7, 8], { stores: [0, 0], marks }), 0), "8,7/3,4/2,1/5,6 S cD -");
  const points: Board = { shape: "points", rows: 3, columns: 3, names: [], at: [2, 2, 0, 0, 0, 0, 1, 0, 1] };
  assert.equal(positionText(points, 0), "bb1/3/w1w w");
  const at = Array.from({ length: 32 }, () => 0);
  at[0] = 1;
  at[30] = 3;
  at[17] = 2;
  at[3] = 4;
  const squares: Board = { shape: "squares", rows: 8, columns: 8, names: at.map((_, i) => String(i + 1)), at };
  assert.equal(positionText(squares, 0), "B:WK4,18:B1,K31");
});

test("what may be meant by pointing at a place", () => {
  const at = Array.from({ length: 32 }, (_, i) => (i < 12 ? 1 : i > 19 ? 2 : 0));
  const squares: Board = { shape: "squares", rows: 8, columns: 8, names: at.map((_, i) => String(i + 1)), at };
  assert.deepEqual(meant(squares, undefined, 8).slice(0, 2), ["9-13", "9-14"]);
  assert.deepEqual(meant(squares, 8, 20), ["9-21"]);
  assert.deepEqual(meant(squares, undefined, 15), []);
  assert.deepEqual(meant(pits(2, [1, 1, 1, 1, 1, 1, 1, 1]), undefined, 3), ["d"]);
});

test("what could be chosen instead", () => {
  const b = pits(3, Array.from({ length: 12 }, () => 1));
  assert.equal(lit(b, undefined, [0, 1, 4]), "Start from a, b or e.");
  assert.equal(lit(b, undefined, [2]), "Start from c.");
  assert.equal(lit(b, 1, [2, 3]), "Go to c or d.");
  assert.equal(lit(b, undefined, []), "Choose a lit place.");
});
