// Why a place on the board is not legal: the server is asked, with what a person
// may have meant. Nothing here knows a rule.

import { api, Refused } from "../net/api";
import type { PositionBody, Problem } from "../net/types";
import type { Board, Refusal, Site } from "../wire";

/** The sites that a piece may be meant to go to: the nearest first, along the lines of the board. */
function around(b: Board, s: Site): Site[] {
  const out: { t: Site; far: number }[] = [];
  const [r, c] = place(b, s);
  for (let t = 0; t < b.at.length; t++) {
    if (t === s) continue;
    const [q, d] = place(b, t);
    const [x, y] = [Math.abs(r - q), Math.abs(c - d)];
    if (b.shape === "squares" ? x === y && x <= 2 : Math.max(x, y) === 1) out.push({ t, far: b.shape === "squares" ? x : x + y });
  }
  return out.sort((p, q) => Number(b.at[p.t] !== 0) - Number(b.at[q.t] !== 0) || p.far - q.far).map((p) => p.t);
}

function place(b: Board, s: Site): [number, number] {
  if (b.shape !== "squares") return [Math.floor(s / b.columns), s % b.columns];
  const r = Math.floor(s / 4);
  return [r, 2 * (s % 4) + (r % 2 === 0 ? 1 : 0)];
}

/** What may have been meant by pointing at a site after others. */
export function meant(b: Board, from: Site | undefined, s: Site): string[] {
  const name = b.names[s];
  if (b.shape === "pits") return [name];
  const way = (a: Site, z: Site) => `${b.names[a]}-${b.names[z]}`;
  if (from !== undefined) return [way(from, s)];
  if (b.at[s] === 0) return [];
  return around(b, s)
    .slice(0, 6)
    .map((t) => way(s, t));
}

/** The words of a problem, as the strip shows them. */
export function tip(problem: Problem): Refusal {
  const r = problem.refusal;
  if (!r) return { text: problem.detail || problem.title };
  const legal = r.legal ?? [];
  const shown = legal.slice(0, 8).join(", ") + (legal.length > 8 ? " …" : "");
  return {
    text: r.text.slice(0, 1).toUpperCase() + r.text.slice(1),
    rule: r.rule,
    instead: r.instead ?? (shown ? `Legal: ${shown}.` : undefined),
    link: r.link,
  };
}

export function ruleLink(game: string, variant: string, set: readonly string[], rule: string): string {
  const q = new URLSearchParams();
  if (variant) q.set("variant", variant);
  for (const s of set) q.append("set", s);
  const text = q.toString();
  return `/rules/${game}${text ? "?" + text : ""}#${rule}`;
}

/** "Start from a, b or u.": the places that are lit, if they are few. */
export function lit(b: Board, from: Site | undefined, sites: readonly Site[]): string {
  const names = sites.map((s) => b.names[s]);
  if (names.length === 0 || names.length > 10) return "Choose a lit place.";
  const last = names.at(-1) ?? "";
  const list = names.length === 1 ? last : `${names.slice(0, -1).join(", ")} or ${last}`;
  return from === undefined ? `Start from ${list}.` : `Go to ${list}.`;
}

/** Asks the server why a site means nothing; the best answer is one with a rule.
 *  What could be chosen instead is given. */
export async function why(body: PositionBody, b: Board, from: Site | undefined, s: Site, could: readonly Site[]): Promise<Refusal> {
  const instead = lit(b, from, could);
  let best: Refusal | undefined;
  for (const text of meant(b, from, s)) {
    try {
      await api.position({ ...body, moves: [text] });
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      const t = { ...tip(e.problem), instead };
      if (t.rule) return t;
      best ??= t;
    }
  }
  const what = from === undefined ? (b.at[s] === 0 ? `Nothing to move at ${b.names[s]}` : `${b.names[s]} cannot move`) : `${b.names[from]} cannot go to ${b.names[s]}`;
  return best ?? { text: what, instead };
}
