// Small things put in words.

import type { Entry, GameFacts, OptionFacts, Seat } from "./net/types";

/** "10 min + 5 s", "no clock", "3 days a move". */
export function controlSaid(control: string): string {
  if (!control || control === "none") return "no clock";
  const days = /^(\d+)d$/.exec(control);
  if (days) return `${days[1]} ${days[1] === "1" ? "day" : "days"} a move`;
  const period = /^([\d.]+)\+(\d+)x(\d+)$/.exec(control);
  if (period) return `${period[1]} min, then ${period[2]} × ${period[3]} s`;
  const fischer = /^([\d.]+)\+(\d+)$/.exec(control);
  if (fischer) return `${fischer[1]} min${fischer[2] === "0" ? "" : ` + ${fischer[2]} s`}`;
  return control;
}

/** "5:07", "0:09.4", "1:02:30", "2 d 4 h". */
export function clockSaid(ms: number, precise = true): string {
  const left = Math.max(0, ms);
  const s = precise && left < 10_000 ? Math.floor(left / 100) / 10 : Math.ceil(left / 1000);
  if (s >= 86_400) {
    const hours = Math.floor((s % 86_400) / 3600);
    return `${Math.floor(s / 86_400)} d${hours > 0 ? ` ${hours} h` : ""}`;
  }
  const two = (n: number) => String(n).padStart(2, "0");
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(Math.floor(s % 60))}`;
  if (precise && left < 10_000) return `0:0${s.toFixed(1)}`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

/** The level that stands for the engine as it is. */
export const fullStrength = 9;

/** "level 3", "full strength". */
export const levelSaid = (level: number): string => (level === fullStrength ? "full strength" : `level ${level}`);

export const seatSaid = (s: Seat): string => (s.kind === "open" ? "nobody yet" : s.kind === "engine" ? `Engine, ${levelSaid(s.level ?? 0)}` : s.name);

/** "Ann – Ben, turn 14", "Ann waits for an opponent", "Ann won against Ben". */
export function entrySaid(e: Entry): string {
  const [a, b] = e.seats.map(seatSaid);
  if (e.state === "waiting") return `${e.seats[0].kind === "open" ? b : a} waits for an opponent`;
  if (e.state === "playing") return `${a} – ${b}, turn ${e.turns + 1}`;
  if (e.outcome === "draw") return `${a} – ${b}, drawn`;
  const first = e.outcome === "first";
  const called = e.seats.map((s, i) => (a === b ? e.sides[i] : seatSaid(s)));
  return `${called[first ? 0 : 1]} won against ${called[first ? 1 : 0]}`;
}

/** What is taken of the value that an option has: "no, the second pair may be left". */
export function valueSaid(o: OptionFacts, value: string): string {
  return o.values?.find((v) => v.name === value)?.text ?? value;
}

/** All options in force: those of the game, of the variant and those set. */
export function inForce(g: GameFacts, variant: string, set: readonly string[]): Record<string, string> {
  const out: Record<string, string> = {};
  for (const o of g.options) out[o.name] = o.default;
  Object.assign(out, (g.variants.find((v) => v.name === variant) ?? g.variants[0]).set);
  for (const s of set) {
    const at = s.indexOf("=");
    out[s.slice(0, at)] = s.slice(at + 1);
  }
  return out;
}

export const upper = (s: string): string => s.slice(0, 1).toUpperCase() + s.slice(1);

/** "1 turn", "3 turns". */
export const count = (n: number, one: string, many = one + "s"): string => `${n} ${n === 1 ? one : many}`;

/** Half points as people write them: "1½". */
export function pointsSaid(n: number): string {
  const whole = Math.floor(n);
  return n === whole ? String(n) : `${whole || ""}½`;
}

/** What lies where, in numbers of the boards: how a board is spoken of in a few words. */
export function boardSaid(g: GameFacts): string {
  const b = g.board;
  switch (b.shape) {
    case "pits":
      return `${b.rows} × ${b.columns} pits, ${b.stores ? "captured men in the stores" : `${b.at.reduce((n, k) => n + k, 0)} seeds that never leave`}`;
    case "points":
      return `${b.rows} × ${b.columns} points, stones taken in lines`;
    case "squares":
      return "32 squares, huffing if you like";
  }
}

/** How long ago a moment was: "just now", "5 minutes ago", "3 days ago". */
export function agoSaid(then: number, now = Date.now()): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${count(minutes, "minute")} ago`;
  if (minutes < 24 * 60) return `${count(Math.floor(minutes / 60), "hour")} ago`;
  return `${count(Math.floor(minutes / (24 * 60)), "day")} ago`;
}

/** A time in seconds, as people say it: "1 h 5 min". */
export function spanSaid(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  if (s < 48 * 3600) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return count(Math.floor(s / 86400), "day");
}
