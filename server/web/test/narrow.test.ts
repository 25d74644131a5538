import assert from "node:assert/strict";
import { test } from "node:test";
import { Narrow } from "../src/board/narrow";
import type { Move, Step } from "../src/wire";

/** Builds decisions from the words of their paths: "3" is a plain site, "3/4" a
 *  step that both mean, "A:5/6" the same with the key A. */
function moves(...paths: string[]): Move[] {
  return paths.map((text) => ({
    text,
    path: text.split(" ").map((word): Step => {
      const [key, sites] = word.includes(":") ? word.split(":") : ["", word];
      const step: Step = { sites: sites.split("/").filter((s) => s !== "").map(Number) };
      return key ? { ...step, key, says: "does " + key } : step;
    }),
  }));
}

/** A number points, "." stops, anything else is a key. */
function follow(n: Narrow, choices: string): Narrow {
  for (const word of choices.split(" ").filter((w) => w !== "")) {
    const next = word === "." ? n.end() : /^\d+$/.test(word) ? n.point(Number(word)) : n.press(word);
    assert.ok(next, `choice ${word} of ${choices} was refused`);
    n = next;
  }
  return n;
}

const sowing = moves("1", "2 21/30", "2 22/29", "2 -:23/24");
const chain = moves("5 6 A:9", "5 6 W:3", "5 6 W:3 12", "5 6 W:3 12 13", "5 14", "7 6");
const huff = moves("C:", "H:14", "H:18", "20 16", "20 17");
const fork = moves("+:40/41", "-:3");
const round = moves("1 2/3", "1 3/4", "5");

const cases: [string, Move[], string, string, number, number[], string][] = [
  ["nothing chosen", sowing, "", "idle", 4, [1, 2], ""],
  ["a pit without a choice", sowing, "1", "ready", 1, [], ""],
  ["a second pair is wanted", sowing, "2", "partial", 3, [21, 30, 22, 29, 23, 24], ""],
  ["by its outer pit", sowing, "2 30", "ready", 1, [], ""],
  ["the empty pair by key", sowing, "2 -", "ready", 1, [], ""],
  ["the empty pair by a pit", sowing, "2 24", "ready", 1, [], ""],
  ["one man, one step left", chain, "7", "ready", 1, [6], ""],
  ["and pointed at", chain, "7 6", "ready", 1, [], ""],
  ["approach or withdrawal", chain, "5 6", "asking", 4, [9, 3], ""],
  ["by key", chain, "5 6 A", "ready", 1, [], ""],
  ["by key in small letters", chain, "5 6 a", "ready", 1, [], ""],
  ["by site", chain, "5 6 3", "partial", 3, [12], "5 6 W:3"],
  ["stop", chain, "5 6 W .", "ready", 1, [], ""],
  ["stop by the stone itself", chain, "5 6 W 6", "ready", 1, [], ""],
  ["go on", chain, "5 6 W 12", "partial", 2, [13], "5 6 W:3 12"],
  ["to the end", chain, "5 6 W 12 13", "ready", 1, [], ""],
  ["a claim beside moves", huff, "", "idle", 5, [14, 18, 20], ""],
  ["compel", huff, "C", "ready", 1, [], ""],
  ["a key that several mean", huff, "H", "asking", 2, [14, 18], ""],
  ["then the site", huff, "H 18", "ready", 1, [], ""],
  ["the site at once", huff, "14", "ready", 1, [], ""],
  ["a move lets it stand", huff, "20", "partial", 2, [16, 17], ""],
  ["a question at once", fork, "", "asking", 2, [40, 41, 3], ""],
  ["answered by a marked pit", fork, "41", "ready", 1, [], ""],
  ["a site of two meanings", round, "1 3", "asking", 2, [2, 3, 4], ""],
  ["told apart by another site", round, "1 3 4", "ready", 1, [], ""],
  ["pass by its first letter", moves("pass:"), "p", "ready", 1, [], ""],
];

for (const [name, list, choices, stage, fits, lit, stop] of cases)
  test(name, () => {
    const n = follow(Narrow.of(list), choices);
    assert.equal(n.stage, stage);
    assert.equal(n.moves.length, fits);
    assert.deepEqual(n.lit, lit);
    assert.equal(n.stop?.text ?? "", stop);
  });

test("every choice can be taken back", () => {
  const start = Narrow.of(chain);
  let n = follow(start, "5 6 W 12");
  for (const lit of [[12], [9, 3], [6, 14], [5, 7]]) {
    assert.ok(n.back);
    n = n.back;
    assert.deepEqual(n.lit, lit);
  }
  assert.equal(n, start);
  assert.equal(n.back, undefined);
});

test("what means nothing changes nothing", () => {
  const n = follow(Narrow.of(chain), "5");
  for (const next of [n.point(99), n.press("X"), n.press(""), n.end(), n.point(5)]) assert.equal(next, undefined);
});

test("what is written so far", () => {
  const list: Move[] = [
    { text: "b", path: [{ sites: [1] }] },
    { text: "t+A", path: [{ sites: [19] }, { sites: [22] }] },
    { text: "t+B", path: [{ sites: [19] }, { sites: [23] }] },
  ];
  assert.equal(Narrow.of(list).text, "");
  assert.equal(follow(Narrow.of(list), "19").text, "t+");
  assert.equal(follow(Narrow.of(list), "19 23").text, "t+B");
});
