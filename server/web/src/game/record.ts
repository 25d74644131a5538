// A record and the tree of turns that it becomes on the analysis board.

import type { RecordNode, RecordRead } from "../net/types";
import { proven, type Score } from "./score";
import { mainLine, onMain, path, root, type Node } from "./tree";

/** The tags that are not written from the game itself. */
export type Tags = Record<string, string>;

/** A record as it is studied. */
export interface Studied {
  root: Node;
  tags: Tags;
  /** Evaluations of the main line, by turns played; empty: there are none. */
  scores: readonly (Score | undefined)[];
}

/** The tree of a record that was read. */
export function fromRecord(r: RecordRead): Studied {
  const top = root();
  top.comment = r.comment ?? "";
  const nodes: Node[] = [];
  const scores: (Score | undefined)[] = [];
  for (const w of r.tree) {
    const parent = w.parent < 0 ? top : nodes[w.parent];
    const n: Node = { text: w.text, side: w.side ?? 0, parent, children: [], comment: w.comment ?? "", mark: w.mark ?? "", better: "" };
    if (w.nags?.length || w.clock !== undefined) n.kept = { nags: w.nags, clock: w.clock };
    parent.children.push(n);
    nodes.push(n);
    if (w.eval && onMain(n)) scores[path(n).length] = { value: w.eval.value ? worth(w.eval.value) : w.eval.score, ends: w.eval.value ? turnsOf(w.eval.plies) : 0 };
  }
  const tags: Tags = {};
  for (const t of r.tags) tags[t.name] = t.value;
  // Without the first position the plot begins at the first turn.
  return { root: top, tags, scores: scores.length > 0 ? Array.from(scores) : [] };
}

const worth = (value: string): number => (value === "draw" ? 0 : value === "first" ? proven : -proven);
const turnsOf = (plies = 0): number => Math.ceil(plies / 2);

/** The list of turns that a tree is written from, depth first, the main line first. */
export function toRecord(top: Node, scores: readonly (Score | undefined)[]): RecordNode[] {
  const out: RecordNode[] = [];
  const main = new Map(mainLine(top).map((n, i) => [n, i + 1]));
  const stack: [Node, number][] = top.children.map((n): [Node, number] => [n, -1]).reverse();
  for (let at = stack.pop(); at; at = stack.pop()) {
    const [n, parent] = at;
    const w: RecordNode = { parent, text: n.text };
    const better = n.better && !n.comment.includes(`better ${n.better}`) ? `better ${n.better}` : "";
    const comment = [n.comment, better].filter(Boolean).join("; ");
    if (comment) w.comment = comment;
    if (n.mark) w.mark = n.mark;
    if (n.kept?.nags?.length) w.nags = n.kept.nags;
    if (n.kept?.clock !== undefined) w.clock = n.kept.clock;
    const s = main.has(n) ? scores[main.get(n)!] : undefined;
    if (s) w.eval = Math.abs(s.value) < proven ? { score: Math.round(s.value) } : { score: 0, value: s.value > 0 ? "first" : "second", plies: s.ends > 0 ? 2 * s.ends - 1 : 0 };
    const number = out.push(w) - 1;
    for (const c of [...n.children].reverse()) stack.push([c, number]);
  }
  return out;
}

/** Where a record waits for the analysis board of the same window. */
const place = "kibaho-record";

/** Takes a record along to the analysis board. */
export function bring(text: string): void {
  sessionStorage.setItem(place, text);
  location.assign("/analysis#record");
}

/** The record that was brought, once. */
export function brought(): string {
  if (location.hash !== "#record") return "";
  const text = sessionStorage.getItem(place) ?? "";
  sessionStorage.removeItem(place);
  return text;
}
