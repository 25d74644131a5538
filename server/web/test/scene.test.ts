import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "../src/board/asks";
import { gridOf } from "../src/board/geometry";
import { Narrow } from "../src/board/narrow";
import { resting, type Rest } from "../src/board/scene";
import { cellName, moveSaid } from "../src/board/speak";
import { sample, type SampleName } from "../src/samples/samples";

function rest(name: SampleName, choices: number[] = [], more: Partial<Rest> = {}): Rest {
  const s = sample(name);
  let narrow = Narrow.of(s.moves);
  for (const c of choices) {
    const next = narrow.point(c);
    assert.ok(next, `${name}: ${c}`);
    narrow = next;
  }
  return {
    board: s.board,
    grid: gridOf(s.board, "wide", false),
    narrow,
    live: true,
    events: s.events ?? [],
    before: s.previous,
    lastPath: [],
    midTurn: s.midTurn ?? false,
    must: false,
    missed: [],
    sending: true,
    queue: [],
    arrows: [],
    ...more,
  };
}

const sorted = (s: Iterable<number>) => [...s].sort((a, b) => a - b);

test("legal starts are lit, and only they", () => {
  const s = resting(rest("chuba-start"));
  assert.deepEqual(sorted(s.lit), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  assert.equal(resting(rest("chuba-start", [], { live: false })).lit.size, 0);
});

test("the second pair: sowing shown, captures marked, each pair a capsule (CH10)", () => {
  const r = rest("chuba-pair", [19]);
  const s = resting(r);
  assert.deepEqual(sorted(s.chosen), [1]); // b, where the last man fell
  assert.deepEqual(sorted(s.lifted), [19, 21]); // t, and v on the way
  assert.deepEqual(sorted(s.take.keys()), [31, 34]); // J and M
  assert.deepEqual(s.pairs.map((p) => p.label).sort(), ["A +1", "B +2", "C 0", "D +2", "E +2", "F 0", "G +1", "H 0", "I +1", "K +2"]);
  assert.deepEqual(s.pairs.filter((p) => p.empty).map((p) => p.inner), [24, 27, 29]);
  assert.equal(s.at[19], 0);
  const a = ask(r.board, r.narrow, false, false);
  assert.equal(a.question, "b captures J and M: 6. Choose the second pair");
  assert.deepEqual(a.options.map((o) => [o.label, o.key]), [["An empty pair", "-"]]);
  assert.equal(a.text, "t+");
});

test("take or leave (IG8)", () => {
  const r = rest("igisoro-take");
  const s = resting(r);
  assert.deepEqual([...s.take].sort(), [[20, "+2"], [27, "+7"]]);
  assert.deepEqual(sorted(s.chosen), [3]);
  assert.deepEqual(sorted(s.lifted), [0]);
  assert.deepEqual(ask(r.board, r.narrow, false, false).options.map((o) => [o.label, o.key, o.chief ?? false]), [
    ["Take 9", "+", true],
    ["Leave them, sow on", "-", false],
  ]);
});

test("turn back or go on (IG9)", () => {
  const s = resting(rest("igisoro-turn"));
  assert.equal(s.turn, 6);
  assert.deepEqual(s.hand, { n: 2, at: 6 });
  assert.deepEqual(sorted(s.take.keys()), [19, 28]); // D and M
});

test("approach or withdrawal (FA6)", () => {
  const r = rest("fanorona-choice", [14, 15]);
  const s = resting(r);
  assert.deepEqual([...s.take].sort((a, b) => a[0] - b[0]), [
    [9, "W"], [10, "W"], [11, "W"], [12, "W"], [13, "W"], [16, "A"], [17, "A"],
  ]);
  assert.equal(s.at[15], 1);
  assert.equal(s.at[14], 0);
  assert.equal(cellName(r.board, r.grid, ["White", "Black"], s, 15), "B7, white stone, chosen");
  assert.equal(cellName(r.board, r.grid, ["White", "Black"], s, 16), "B8, black stone, strong point, taken by approach");
});

test("stop or go on (FA7)", () => {
  const r = rest("fanorona-chain", [13, 14, 22]);
  const s = resting(r);
  assert.deepEqual(s.bands, [{ sites: [13, 14, 22], kind: "lap" }]);
  assert.deepEqual(sorted(s.visited), [13, 14]);
  assert.deepEqual(sorted(s.gone.map((g) => g.site)), [15, 16, 17, 30]);
  const a = ask(r.board, r.narrow, false, false);
  assert.deepEqual(a.options.map((o) => [o.label, o.key, o.act]), [["Stop here", "Enter", "stop"]]);
});

test("must capture (DR3)", () => {
  const r = rest("draughts-must");
  const s = resting(r);
  assert.deepEqual(sorted(s.must), [26, 27]);
  assert.deepEqual(sorted(s.take.keys()), [23]);
  assert.equal(cellName(r.board, r.grid, ["Black", "White"], s, 26), "27, white man, must capture, may move");
  assert.equal(resting(rest("draughts-start")).must.size, 0);
});

test("huff, compel or let stand (DR7)", () => {
  const r = rest("draughts-huff");
  const s = resting(r);
  assert.equal(s.take.get(2), "huff");
  assert.deepEqual([s.lastFrom, s.lastTo], [0, 5]);
  assert.deepEqual(ask(r.board, r.narrow, false, false).options.map((o) => [o.label, o.key]), [
    ["Compel", "c"],
    ["Huff 3", "H"],
    ["Let it stand", "S"],
  ]);
  assert.equal(ask(r.board, r.narrow, false, true).question, "");
  assert.equal(cellName(r.board, r.grid, ["Black", "White"], s, 2), "3, black man, may be huffed");
});

test("a decision to confirm is shown to its end", () => {
  const r = rest("draughts-jump", [24, 17, 10], { sending: false });
  const s = resting(r);
  assert.deepEqual(sorted(s.chosen), [3]);
  assert.equal(s.at[24], 0);
  assert.notEqual(s.at[3], 0);
  assert.deepEqual(ask(r.board, r.narrow, true, false).options.map((o) => [o.label, o.key]), [["Play", "Enter"]]);
});

test("spoken names", () => {
  const r = rest("chuba-start");
  const s = resting(r);
  const name = (site: number) => cellName(r.board, r.grid, ["South", "North"], s, site);
  assert.equal(name(3), "South d, 2 beads, may start");
  assert.equal(name(10), "South k, empty");
  assert.equal(name(11), "South l, 1 bead, not yet played upon");
  assert.equal(name(22), "North A, 2 beads");
  const i = rest("igisoro-start");
  assert.equal(cellName(i.board, i.grid, ["South", "North"], resting(i), 6), "South g, 4 seeds, may start, may turn back");
});

test("moves are announced with what they take", () => {
  const c = sample("chuba-last");
  assert.equal(moveSaid(c.board, "Guest", "t+D", c.events ?? []), "Guest: t+D, captures 8");
  const d = sample("draughts-last");
  assert.equal(moveSaid(d.board, "", d.lastText ?? "", d.events ?? []), "15x31, captures 2, crowned");
});
