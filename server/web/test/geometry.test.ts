import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour, PitGrid, PointGrid, SquareGrid, type Form } from "../src/board/geometry";
import golden from "./testdata/pits.json";

test("pits lie where pictures have them", () => {
  for (const g of golden) {
    const grid = new PitGrid(g.Columns, g.Form as Form, g.Stores, g.Flipped);
    const name = `${g.Columns} ${g.Form} ${g.Flipped}`;
    assert.deepEqual([grid.width, grid.height], [g.Width, g.Height], name);
    g.Centres.forEach(([x, y], s) => assert.deepEqual(grid.centre(s), { x, y }, `${name} ${s}`));
  }
});

test("sizes of the pictures", () => {
  const size = (g: { width: number; height: number }) => [g.width, g.height];
  assert.deepEqual(size(new PitGrid(11, "wide", true, false)), [1404, 526]);
  assert.deepEqual(size(new PitGrid(11, "flat", false, false)), [1116, 616]);
  assert.deepEqual(size(new PitGrid(11, "turned", false, false)), [542, 1144]);
  assert.deepEqual(size(new PitGrid(8, "wide", false, false)), [868, 526]);
  assert.deepEqual(size(new PitGrid(8, "flat", false, false)), [824, 508]);
  assert.deepEqual(size(new PointGrid(5, 9, false)), [944, 553]);
  assert.deepEqual(size(new SquareGrid(false)), [876, 885]);
});

// At 360 px there are 352 for the board: cells of 31.5 x 46, 46 x 39, 43 x 50, 37, 40.
test("cells at 360 px are large enough", () => {
  const cell = (g: PitGrid | PointGrid | SquareGrid, width: number) => {
    const k = width / g.width;
    return [2 * g.half.x * k, 2 * g.half.y * k].map((v) => Math.round(v * 2) / 2);
  };
  assert.deepEqual(cell(new PitGrid(11, "flat", false, false), 352), [31.5, 46]);
  assert.deepEqual(cell(new PitGrid(11, "turned", false, false), 210), [45.5, 38.5]);
  assert.deepEqual(cell(new PitGrid(8, "flat", false, false), 352), [42.5, 49.5]);
  assert.deepEqual(cell(new PointGrid(5, 9, false), 352), [37.5, 37.5]);
  assert.deepEqual(cell(new SquareGrid(false), 352), [40, 40]);
});

test("owners and directions", () => {
  const g = new PitGrid(8, "wide", false, false);
  assert.deepEqual(g.cell(0), { row: 2, column: 7 }); // South's a is at the right of his inner row
  assert.deepEqual(g.cell(8), { row: 3, column: 0 }); // and i under h, at the left
  assert.deepEqual(g.cell(16), { row: 1, column: 0 }); // North's A opposite h
  assert.deepEqual(g.cell(31), { row: 0, column: 0 });
  for (let s = 0; s < 32; s++) {
    assert.equal(g.behind(g.behind(s)), s);
    assert.notEqual(g.outer(g.behind(s)), g.outer(s));
    const t = g.toward(s);
    assert.equal(t.y, s < 16 ? 1 : -1);
    // Along the direction of sowing lies the next pit, unless the row ends.
    const next = s - (s % 16) + ((s + 1) % 16);
    if (g.cell(next).row === g.cell(s).row) {
      const [a, b] = [g.centre(s), g.centre(next)];
      assert.deepEqual({ x: b.x - a.x, y: b.y - a.y }, { x: 100 * g.along(s).x, y: 0 });
    }
  }
});

test("turned boards keep neighbours together and South at the right", () => {
  const g = new PitGrid(11, "turned", false, false);
  for (let s = 0; s < 22; s++) assert.ok(g.centre(s).x > g.width / 2);
  for (let s = 22; s < 44; s++) assert.ok(g.centre(s).x < g.width / 2);
});

test("lines of Fanorona", () => {
  const g = new PointGrid(5, 9, false);
  assert.equal(g.lines().length, 5 + 9 + 32);
  assert.ok(g.strong(0) && !g.strong(1) && g.strong(22));
  assert.deepEqual(new PointGrid(5, 9, true).centre(0), g.centre(44));
});

test("arrow keys reach every site", () => {
  const grids = [new PitGrid(11, "wide", true, false), new PitGrid(11, "turned", false, true), new PointGrid(5, 9, false), new SquareGrid(false), new SquareGrid(true)];
  for (const g of grids) {
    const seen = new Set([0]);
    const open = [0];
    for (let s = open.pop(); s !== undefined; s = open.pop())
      for (const d of ["left", "right", "up", "down"] as const) {
        const to = neighbour(g, s, d);
        if (!seen.has(to)) {
          seen.add(to);
          open.push(to);
        }
      }
    assert.equal(seen.size, g.sites);
  }
});

test("arrow keys go where they point", () => {
  const g = new PitGrid(11, "wide", true, false);
  assert.equal(neighbour(g, 3, "left"), 4); // South's d to e
  assert.equal(neighbour(g, 3, "right"), 2);
  assert.equal(neighbour(g, 3, "down"), 18); // d to the outer pit behind it
  assert.equal(neighbour(g, 3, "up"), 29); // and to North's pit opposite
  assert.equal(neighbour(g, 3, "home"), 10);
  assert.equal(neighbour(g, 3, "end"), 0);
  assert.equal(neighbour(g, 0, "right"), 0);
  const d = new SquareGrid(false);
  assert.equal(neighbour(d, 0, "right"), 1);
  // Down and up again zigzag within two columns.
  const down = neighbour(d, 13, "down");
  assert.equal(neighbour(d, down, "up"), 13);
});
