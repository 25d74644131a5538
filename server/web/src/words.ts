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
  if (s >= 86_400) return `${Math.floor(s / 86_400)} d ${Math.floor((s % 86_400) / 3600)} h`;
  const two = (n: number) => String(n).padStart(2, "0");
  if (s >= 3600) return `${Math.floor(s / 3600)}:${two(Math.floor((s % 3600) / 60))}:${two(Math.floor(s % 60))}`;
  if (precise && left < 10_000) return `0:0${s.toFixed(1)}`;
  return `${Math.floor(s / 60)}:${two(s % 60)}`;
}

export const seatSaid = (s: Seat): string => (s.kind === "open" ? "nobody yet" : s.kind === "engine" ? `Engine, level ${s.level}` : s.name);

/** "Ann – Engine, turn 14". */
export const entrySaid = (e: Entry): string => `${seatSaid(e.seats[0])} – ${seatSaid(e.seats[1])}, turn ${e.turns + 1}`;

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
