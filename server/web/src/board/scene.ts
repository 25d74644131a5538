// What a board shows at a moment: the state of a choice, a show or a rest, turned
// into marks. Pure; nothing here draws.

import { Mark, type Arrow, type Board, type Move, type Seen, type Site, type Step } from "../wire";
import { PitGrid, type Grid } from "./geometry";
import type { BandKind } from "./shapes";
import type { Narrow } from "./narrow";
import type { Flight, Frame } from "./animate";
import { after, common, momentOf, type Moment } from "./seen";

export interface Pair {
  inner: Site;
  outer: Site;
  label: string;
  empty: boolean;
}

export interface Scene {
  at: readonly number[];
  stores: readonly [number, number];
  /** Seeds in the hand and the pit that it is at. */
  hand?: { n: number; at: Site; to?: Site };
  flight?: Flight;
  lit: Set<Site>;
  must: Set<Site>;
  chosen: Set<Site>;
  lifted: Set<Site>;
  visited: Set<Site>;
  lastFrom?: Site;
  lastTo?: Site;
  /** By site, with the label in the middle of the mark. */
  take: Map<Site, string>;
  gone: { site: Site; piece: number }[];
  bands: { sites: Site[]; kind: BandKind }[];
  pairs: Pair[];
  /** The pit with an arrow to either side. */
  turn?: Site;
  refused?: Site;
  arrows: readonly Arrow[];
}

export interface Rest {
  board: Board;
  grid: Grid;
  narrow: Narrow;
  /** The moves may be chosen by this person now. */
  live: boolean;
  events: readonly Seen[];
  before?: Board;
  lastPath: readonly Site[];
  midTurn: boolean;
  must: boolean;
  /** The way of a capture that was not made. */
  missed: readonly Site[];
  /** A decision that is ready is sent at once, and shown when it comes back. */
  sending: boolean;
  /** Sites pointed at before it is this person's turn. */
  queue: readonly Site[];
  refused?: Site;
  arrows: readonly Arrow[];
}

function bare(at: readonly number[], stores: readonly [number, number]): Scene {
  return {
    at,
    stores,
    lit: new Set(),
    must: new Set(),
    chosen: new Set(),
    lifted: new Set(),
    visited: new Set(),
    take: new Map(),
    gone: [],
    bands: [],
    pairs: [],
    arrows: [],
  };
}

/** A frame of a show. */
export function showing(board: Board, frame: Frame): Scene {
  const m = frame.moment;
  const s = bare(m.at, m.stores);
  if (m.hand > 0) s.hand = { n: m.hand, at: m.handAt, to: frame.handTo };
  s.flight = frame.flight;
  way(board, s, m);
  for (const t of frame.take) s.take.set(t, "");
  s.gone = m.gone;
  return s;
}

/** The bands and dashed rings of the laps sown or the way gone. */
function way(board: Board, s: Scene, m: Moment): void {
  if (board.shape === "pits") {
    const laps = m.laps.filter((l) => l.length > 0);
    // Long turns go round and round: only the latest laps are told apart.
    const some = laps.slice(-6);
    const now = some.findLastIndex((l) => l.length > 1);
    some.forEach((lap, i) => {
      s.bands.push({ sites: lap, kind: i >= now ? "lap" : "earlier" });
      s.lifted.add(lap[0]);
    });
    return;
  }
  if (m.walk.length > 1) {
    s.bands.push({ sites: m.walk, kind: "lap" });
    s.lifted.add(m.walk[0]);
  }
}

/** The events that are certain whatever is chosen further; of a piece's way no
 *  more than has been pointed at. */
export function certain(board: Board, narrow: Narrow): Seen[] {
  const lists = narrow.moves.map((m) => m.events ?? []);
  const events = common(lists);
  if (board.shape === "pits" || narrow.stage === "ready") return events;
  let moves = narrow.sites.length - 1;
  const cut = events.findIndex((e) => e.kind === "move" && moves-- <= 0);
  return cut < 0 ? events : events.slice(0, cut);
}

export function resting(r: Rest): Scene {
  const { board, narrow } = r;
  const s = bare(board.at, board.stores ?? [0, 0]);
  s.arrows = r.arrows;
  s.refused = r.refused;
  if (board.hand) s.hand = { n: board.hand, at: board.handAt ?? 0 };
  if (r.live && narrow.begun) chosenSoFar(r, s);
  else lastMove(r, s);
  if (r.live) choices(r, s);
  if (r.missed.length > 1) s.bands.push({ sites: [...r.missed], kind: "missed" });
  for (const q of r.queue) s.lifted.add(q);
  if (r.queue.length > 1) s.bands.push({ sites: [...r.queue], kind: "earlier" });
  return s;
}

function chosenSoFar(r: Rest, s: Scene): void {
  const { board, narrow } = r;
  const events = r.sending && narrow.ready ? [] : certain(board, narrow);
  // A decision that waits to be confirmed is shown to its end.
  const rest = narrow.ready && !r.sending ? plainSites(narrow.ready.path.slice(narrow.taken.length)) : [];
  const sites = [...narrow.sites, ...rest];
  const at = sites.at(-1);
  if (board.shape === "pits") {
    // What would be taken still lies there, and is marked.
    let sown = events.length;
    while (sown > 0 && events[sown - 1].kind === "take") sown--;
    const m = after(board, events.slice(0, sown));
    s.at = m.at;
    if (sown > 0 && m.laps.length > 0) {
      way(board, s, m);
      const end = m.laps.at(-1)?.at(-1);
      if (end !== undefined) s.chosen.add(end);
    } else if (at !== undefined) s.chosen.add(at);
    for (const e of events.slice(sown)) s.take.set(e.site, "");
    return;
  }
  const m = events.length > 0 ? after(board, events) : momentOf(board);
  if (events.length === 0 && sites.length > 1 && at !== undefined) {
    m.at[at] = m.at[sites[0]];
    if (at !== sites[0]) m.at[sites[0]] = 0;
  }
  s.at = m.at;
  s.gone = m.gone;
  if (sites.length > 1) {
    s.bands.push({ sites, kind: "lap" });
    s.lifted.add(sites[0]);
    for (const v of sites.slice(0, -1)) s.visited.add(v);
  }
  if (at !== undefined) s.chosen.add(at);
}

const plainSites = (path: readonly Step[]): Site[] => path.filter((p) => !p.key && p.sites.length > 0).map((p) => p.sites[0]);

function lastMove(r: Rest, s: Scene): void {
  const { board, before, events, lastPath } = r;
  const m = before && events.length > 0 ? after(before, events) : undefined;
  if (r.midTurn && m) {
    way(board, s, m);
    const end = m.laps.at(-1)?.at(-1);
    if (end !== undefined) s.chosen.add(end);
    return;
  }
  let paths: Site[][] = lastPath.length > 0 ? [[...lastPath]] : [];
  if (paths.length === 0 && m) paths = board.shape === "pits" ? m.laps.filter((l) => l.length > 1) : m.walk.length > 1 ? [m.walk] : [];
  s.gone = m?.gone ?? [];
  const first = paths[0];
  const end = paths.at(-1)?.at(-1);
  if (!first || end === undefined) return;
  if (r.midTurn) {
    s.lifted.add(first[0]);
    s.chosen.add(end);
    s.bands.push(...paths.map((sites) => ({ sites, kind: "lap" as const })));
    return;
  }
  s.lastFrom = first[0];
  s.lastTo = end;
  // A long turn is only told by where it began and ended.
  const steps = paths.reduce((n, p) => n + p.length, 0);
  if (board.shape === "pits" && steps > board.columns) return;
  paths.forEach((sites, i) => {
    if (joined(r.grid, sites)) s.bands.push({ sites, kind: i === paths.length - 1 ? "last" : "last-earlier" });
  });
}

/** Whether a path of pits goes from pit to pit without a gap. */
function joined(grid: Grid, sites: readonly Site[]): boolean {
  if (!(grid instanceof PitGrid)) return true;
  return sites.every((p, i) => {
    if (i === 0) return true;
    const a = grid.cell(sites[i - 1]);
    const b = grid.cell(p);
    return Math.abs(a.row - b.row) + Math.abs(a.column - b.column) <= 1;
  });
}

/** Keys that questions of sowing use and that are drawn as marks of their own. */
const sowingKeys = new Set(["+", "<", ">"]);

function choices(r: Rest, s: Scene): void {
  const { board, grid, narrow } = r;
  if (narrow.stage === "ready") return;
  const next = narrow.next;
  for (const step of next) {
    const huffed = step.says ? step.sites.filter((site) => (board.marks?.[site] ?? 0) & Mark.Huffable) : [];
    for (const site of huffed) s.take.set(site, "huff");
    if (huffed.length > 0) continue;
    if (step.key) keyed(board, grid, s, step, following(r, step));
    else for (const site of step.sites) s.lit.add(site);
  }
  if (board.shape !== "pits") {
    const takes = captures(narrow.moves.filter((m) => !m.path[0]?.says));
    if (narrow.stage === "idle" && (r.must || (takes && board.shape === "squares"))) for (const l of s.lit) if (board.at[l]) s.must.add(l);
    if (takes && takes.size <= 3 && narrow.stage !== "asking") for (const t of takes) if (s.at[t] && !s.take.has(t)) s.take.set(t, "");
  }
  // A chosen site may be lit besides, to stop there.
  for (const c of s.chosen) s.lit.delete(c);
}

/** What the decisions take at once, if each of them takes something. */
function captures(moves: readonly Move[]): Set<Site> | undefined {
  const out = new Set<Site>();
  for (const m of moves) {
    const first = m.events?.find((e) => e.kind === "take");
    if (!first) return undefined;
    for (const e of m.events ?? []) if (e.kind === "take") out.add(e.site);
  }
  return moves.length > 0 ? out : undefined;
}

/** What is seen next after an answer. */
function following({ board, narrow }: Rest, step: Step): Seen[] {
  const known = narrow.begun ? certain(board, narrow).length : 0;
  return common(narrow.take(step)?.moves.map((m) => m.events ?? []) ?? []).slice(known);
}

function keyed(board: Board, grid: Grid, s: Scene, step: Step, ahead: readonly Seen[]): void {
  const key = step.key ?? "";
  if (!(grid instanceof PitGrid)) {
    if (key.length !== 1) return;
    // Sites that stand for an answer, and what else it takes.
    const end = ahead.findIndex((e) => e.kind !== "take");
    const also = ahead.slice(0, end < 0 ? ahead.length : end).map((e) => e.site);
    for (const site of [...step.sites, ...also]) if (s.at[site]) s.take.set(site, key);
    return;
  }
  if (key === "<" || key === ">") {
    s.turn = board.hand ? board.handAt : step.sites[0];
    // What follows: the pits that are sown next, and what is taken at their end.
    const sown = ahead.findIndex((e) => e.kind !== "sow" && e.kind !== "lap");
    const pits = ahead.slice(0, sown < 0 ? ahead.length : sown).filter((e) => e.kind === "sow").map((e) => e.site);
    if (s.turn !== undefined && pits.length > 0) s.bands.push({ sites: [s.turn, ...pits], kind: "coming" });
    for (const e of ahead.slice(sown < 0 ? ahead.length : sown)) {
      if (e.kind !== "take") break;
      s.take.set(e.site, "");
    }
  }
  if (key === "+") for (const site of step.sites) s.take.set(site, `+${s.at[site]}`);
  if (key === "-" && step.sites.length === 1 && board.shape === "pits") for (const site of step.sites) s.chosen.add(site);
  if (sowingKeys.has(key)) return;
  for (const inner of step.sites) {
    const outer = grid.behind(inner);
    if (grid.outer(inner) || !step.sites.includes(outer)) continue;
    const worth = s.at[inner] + s.at[outer];
    s.pairs.push({ inner, outer, label: `${board.names[inner]} ${worth ? "+" + worth : "0"}`, empty: worth === 0 });
  }
}
