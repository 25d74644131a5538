// Records as trees, and what is said of tables.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fromRecord, toRecord } from "../src/game/record";
import { proven } from "../src/game/score";
import { read, write } from "../src/game/tree";
import type { Entry, RecordNode, RecordRead, Table } from "../src/net/types";
import { points, result, turnName } from "../src/table/words";
import { agoSaid, entrySaid } from "../src/words";

const reading = (tree: RecordNode[]): RecordRead => ({ tags: [{ name: "First", value: "Ann" }], position: undefined as never, comment: "at first", tree, notes: [] });

test("a record becomes a tree and is written again as it was", () => {
  const tree: RecordNode[] = [
    { parent: -1, text: "a", eval: { score: 35 } },
    { parent: 0, text: "A", comment: "one", mark: "??", clock: 5000, eval: { score: 0, value: "second", plies: 3 } },
    { parent: 1, text: "b", nags: [14] },
    { parent: 1, text: "c" },
    { parent: 3, text: "C" },
    { parent: 0, text: "B" },
    { parent: -1, text: "d" },
  ];
  const studied = fromRecord(reading(tree));
  assert.equal(write(studied.root), "{at%20first}_a_(_d_)_A_{one}_(_B_)_b_(_c_C_)");
  assert.deepEqual(studied.tags, { First: "Ann" });
  assert.deepEqual(studied.scores.slice(1), [
    { value: 35, ends: 0 },
    { value: -proven, ends: 2 },
  ]);
  assert.deepEqual(toRecord(studied.root, studied.scores), tree);
});

test("what a review found better is written down once", () => {
  const r = read("a_A_{why}_b");
  r.children[0].children[0].better = "B";
  const list = toRecord(r, []);
  assert.deepEqual(
    list.map((n) => n.comment),
    [undefined, "why; better B", undefined],
  );
  r.children[0].children[0].comment = "why; better B";
  assert.equal(toRecord(r, [])[1].comment, "why; better B");
});

const seat = (name: string) => ({ kind: "person" as const, name, here: true });
const entry = (more: Partial<Entry>): Entry => ({
  id: "x", game: "draughts", title: "English draughts", variant: "english", set: [], control: "none", seats: [seat("Ann"), seat("Ben")], sides: ["Black", "White"], turns: 4, state: "playing", turn: 0, created: 0, changed: 0, you: [], ...more,
});

test("tables in lists are told in words", () => {
  assert.equal(entrySaid(entry({})), "Ann – Ben, turn 5");
  assert.equal(entrySaid(entry({ state: "waiting", seats: [{ kind: "open", name: "", here: false }, seat("Ben")] })), "Ben waits for an opponent");
  assert.equal(entrySaid(entry({ state: "over", outcome: "second" })), "Ben won against Ann");
  assert.equal(entrySaid(entry({ state: "over", outcome: "first", seats: [seat("Ann"), seat("Ann")] })), "Black won against White");
  assert.equal(entrySaid(entry({ state: "over", outcome: "draw", seats: [seat("Ann"), { kind: "engine", name: "Engine", level: 9, here: true }] })), "Ann – Engine, full strength, drawn");
  assert.equal(agoSaid(0, 59_000), "just now");
  assert.equal(agoSaid(0, 61_000), "1 minute ago");
  assert.equal(agoSaid(0, 7_300_000), "2 hours ago");
  assert.equal(agoSaid(0, 26 * 3_600_000), "1 day ago");
});

test("the score of a match counts the game that has just ended", () => {
  const t = { seats: [seat("Ann"), seat("Ben")], sides: ["Black", "White"], you: [], turns: [{ side: 0, text: "11-15" }], series: { number: 2, games: 3, score: [1, 0] }, status: { state: "over" }, view: { outcome: "draw", reason: "agreed (M2)" } } as unknown as Table;
  assert.deepEqual(points(t), [1.5, 0.5]);
  assert.equal(result(t), "Drawn: agreed (M2)");
  assert.equal(turnName(t, 0), "1. 11-15");
});
