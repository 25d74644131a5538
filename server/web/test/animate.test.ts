import assert from "node:assert/strict";
import { test } from "node:test";
import { easeInOut, easeOut, frameAt, frames, length, seedTime, times, type Speed } from "../src/board/animate";
import { after, common } from "../src/board/seen";
import { sample, type SampleName } from "../src/samples/samples";
import type { Board, Seen } from "../src/wire";

const pits = (at: number[], stores: [number, number] = [0, 0]): Board => ({
  shape: "pits",
  rows: 4,
  columns: at.length / 4,
  names: at.map((_, i) => String(i)),
  at,
  stores,
});

/** Two laps: three from pit 0, then two from pit 3, then North's 8 is taken. */
const board = pits([3, 0, 0, 1, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]);
const events: Seen[] = [
  { kind: "lift", site: 0, n: 3 },
  { kind: "lap", site: 0, n: 3 },
  { kind: "sow", site: 1 },
  { kind: "sow", site: 2 },
  { kind: "sow", site: 3 },
  { kind: "lift", site: 3, n: 2 },
  { kind: "lap", site: 3, n: 2 },
  { kind: "sow", site: 4 },
  { kind: "sow", site: 5 },
  { kind: "take", site: 8, n: 5 },
];

test("times of a sowing", () => {
  const want: Record<Speed, number[]> = {
    slow: [120, 320, 320, 320, 120, 240, 240, 200, 260],
    normal: [120, 160, 160, 160, 120, 120, 120, 200, 260],
    quick: [70, 70, 70, 70, 52.5, 52.5, 52.5, 200, 260],
    off: [],
  };
  for (const speed of Object.keys(want) as Speed[])
    assert.deepEqual(frames(board, events, speed).map((f) => f.ms), want[speed], speed);
});

test("frames follow one another without a gap", () => {
  const list = frames(board, events, "normal");
  let t = 0;
  for (const f of list) {
    assert.equal(f.start, t);
    t += f.ms;
  }
  assert.equal(length(list), t);
});

test("the hand empties seed by seed, and none is lost", () => {
  const list = frames(board, events, "normal");
  const total = (at: number[]) => at.reduce((a, b) => a + b, 0);
  for (const f of list) assert.equal(total(f.moment.at) + f.moment.hand + f.moment.stores[0] + f.moment.stores[1] + (f.flight?.n ?? 0), 9);
  assert.deepEqual(list.map((f) => f.moment.hand), [3, 3, 2, 1, 2, 2, 1, 0, 0]);
  assert.deepEqual(list.at(-1)?.flight, { from: 8, to: "first", n: 5 });
  assert.deepEqual(list.at(-2)?.take, [8]);
});

test("no seed is quicker than the least, no turn longer than the most", () => {
  const long: Seen[] = [];
  for (let lap = 0; lap < 40; lap++) {
    long.push({ kind: "lift", site: 0, n: 12 }, { kind: "lap", site: 0, n: 12 });
    for (let i = 0; i < 12; i++) long.push({ kind: "sow", site: i % 8 });
  }
  const few = frames(board, long.slice(0, 14 * 8), "quick");
  for (const f of few) assert.ok(f.ms >= times.least * 0.999, `${f.ms} ms`);
  for (const speed of ["slow", "normal", "quick"] as const) assert.ok(length(frames(board, long, speed)) <= times.most + 1e-6);
  assert.ok(length(frames(board, long, "slow")) > times.most - 1);
});

test("a chain of moves takes its time for each step", () => {
  const points: Board = { shape: "points", rows: 1, columns: 4, names: ["1", "2", "3", "4"], at: [1, 0, 0, 2] };
  const one: Seen[] = [{ kind: "move", site: 0, to: 1 }, { kind: "take", site: 3, n: 1 }];
  assert.deepEqual(frames(points, one, "normal").map((f) => f.ms), [times.move, times.mark]);
  const two: Seen[] = [{ kind: "move", site: 0, to: 1 }, { kind: "move", site: 1, to: 2 }];
  assert.deepEqual(frames(points, two, "normal").map((f) => [f.ms, f.flight?.from, f.flight?.to]), [[times.chain, 0, 1], [times.chain, 1, 2]]);
});

test("captured seeds that are sown on come into the hand", () => {
  const on: Seen[] = [...events.slice(0, 5), { kind: "take", site: 8, n: 5 }, { kind: "lap", site: 0, n: 5 }, { kind: "sow", site: 1 }];
  assert.equal(frames(board, on, "normal").find((f) => f.flight)?.flight?.to, "hand");
  assert.equal(after(board, on).hand, 4);
  assert.deepEqual(after(board, on).stores, [0, 0]);
});

test("the frame at a time", () => {
  const list = frames(board, events, "normal");
  assert.equal(frameAt(list, 0), 0);
  assert.equal(frameAt(list, 119), 0);
  assert.equal(frameAt(list, 120), 1);
  assert.equal(frameAt(list, 1e9), list.length - 1);
  assert.equal(frameAt(list, 300, 1), 2);
});

test("easing begins and ends where it should", () => {
  for (const ease of [easeInOut, easeOut]) {
    assert.equal(ease(0), 0);
    assert.equal(ease(1), 1);
    for (let t = 0; t < 1; t += 0.05) assert.ok(ease(t + 0.05) > ease(t));
  }
  assert.ok(seedTime.slow > seedTime.normal && seedTime.normal > seedTime.quick);
});

// The board before and the board after come from the rules, the events from a
// plain account of the move: applied to the one they give the other.
test("events lead from the board before to the board after", () => {
  for (const name of ["chuba-opening", "chuba-last", "igisoro-take", "igisoro-turn", "igisoro-last", "fanorona-last", "draughts-last", "draughts-huff"] as SampleName[]) {
    const s = sample(name);
    assert.ok(s.previous && s.events, name);
    const m = after(s.previous, s.events);
    assert.deepEqual(m.at, s.board.at, name);
    assert.equal(m.hand, s.board.hand ?? 0, name);
    if (s.board.stores) assert.deepEqual(m.stores, s.board.stores, name);
  }
});

test("what decisions have in common", () => {
  const s = sample("chuba-pair");
  const list = s.moves.filter((m) => m.text.startsWith("t+")).map((m) => m.events ?? []);
  const certain = common(list);
  assert.ok(list.length > 2 && certain.length > 0);
  for (const l of list) assert.deepEqual(l.slice(0, certain.length), certain);
  assert.deepEqual(common([]), []);
});
