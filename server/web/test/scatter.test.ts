import assert from "node:assert/strict";
import { test } from "node:test";
import { heap, lay, slots, store } from "../src/board/scatter";
import golden from "./testdata/slots.json";

// The places were reckoned by the drawing of pictures, which is other code in
// another language: a page and a picture show the same seeds in the same places.
test("slots are those of pictures", () => {
  for (const g of golden) {
    const got = slots(g.Name, g.Slots.length, g.Bowl, g.Seed, g.Lettered).map((s) => [s.x, s.y, s.turn]);
    assert.deepEqual(got, g.Slots, g.Name);
  }
});

test("a seed never moves when another falls", () => {
  for (let site = 0; site < 44; site++) {
    const bowl = { name: `bead ${site}`, kind: "bead" as const, scale: 1, radius: { x: 41, y: 41 }, lettered: false, down: { x: 0, y: 1 } };
    const full = lay(bowl, 12);
    for (let n = 1; n <= 12; n++) assert.deepEqual(lay(bowl, n), full.slice(0, n));
    assert.deepEqual(lay(bowl, 30).slice(0, 12), full);
  }
});

test("seeds lie within their bowl", () => {
  for (const lettered of [false, true])
    for (let site = 0; site < 32; site++)
      for (const s of lay({ name: `nut ${site}`, kind: "nut", scale: 1, radius: { x: 41, y: 41 }, lettered, down: { x: 0, y: 1 } }, 40))
        assert.ok(Math.hypot(s.x, s.y) + 11.5 <= 41 + 2.5, `${site}: ${s.x} ${s.y}`);
});

test("from 13 on a heap of 4, above 20 of 7", () => {
  const bowl = { name: "nut 1", kind: "nut" as const, scale: 1, radius: { x: 41, y: 41 }, lettered: false, down: { x: 0, y: 1 } };
  for (const [seeds, want] of [[0, 0], [1, 1], [12, 12], [13, 16], [20, 16], [21, 19], [64, 19]]) {
    assert.equal(lay(bowl, seeds).length, want, `${seeds} seeds`);
    assert.equal(heap(seeds), Math.max(0, want - 12));
  }
});

test("a bowl is seen from its owner's side", () => {
  const at = (down: { x: number; y: number }) => lay({ name: "nut 1", kind: "nut", scale: 1, radius: { x: 41, y: 41 }, lettered: false, down }, 5);
  const near = at({ x: 0, y: 1 });
  at({ x: 0, y: -1 }).forEach((s, i) => assert.deepEqual([s.x + 0, s.y + 0], [-near[i].x + 0, -near[i].y + 0]));
  at({ x: 1, y: 0 }).forEach((s, i) => assert.deepEqual([s.x + 0, s.y + 0], [near[i].y + 0, -near[i].x + 0]));
});

test("what was captured first stays where it is", () => {
  const half = { x: 43, y: 200 };
  const many = store(1, 34, 12.5, half);
  assert.equal(store(1, 60, 12.5, half).length, 34);
  for (const n of [0, 1, 7, 33]) assert.deepEqual(store(1, n, 12.5, half), many.slice(0, n));
});
