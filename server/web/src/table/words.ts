// A table in words: who sits there, what a turn is called, how it ended.

import { left, periodOf } from "../game/clock";
import { takenSaid } from "../game/view";
import type { GameFacts, Table, TableEvent } from "../net/types";
import type { PlayerBar } from "../parts/bars";
import type { Board } from "../wire";
import { clockSaid, levelSaid } from "../words";

/** Who plays a side, as the others call him. */
export function who(t: Table, side: 0 | 1): string {
  const s = t.seats[side];
  if (t.you.length === 2) return t.sides[side];
  return s.kind === "open" ? t.sides[side] : s.kind === "engine" ? "Engine" : s.name;
}

/** "5. d+H". */
export function turnName(t: Table, turn: number): string {
  const shift = t.turns[0]?.side ?? 0;
  return `${Math.floor((turn + shift) / 2) + 1}. ${t.turns[turn]?.text ?? ""}`;
}

/** How the game has ended. */
export function result(t: Table): string {
  const v = t.view;
  if (t.status.state === "aborted") return "The game was broken off; nobody has won.";
  const reason = v.reason ? `: ${v.reason}` : "";
  if (v.outcome === "draw") return `Drawn${reason}`;
  const won = v.outcome === "first" ? 0 : 1;
  if (t.you.length === 1) return `${t.you[0] === won ? "You have won" : "You have lost"}${reason}`;
  return `${who(t, won)} has won${reason}`;
}

/** The points of the sides in the match, this game included once it is over. */
export function points(t: Table): [number, number] {
  const [a, b] = t.series.score;
  switch (t.view.outcome) {
    case "first":
      return [a + 1, b];
    case "second":
      return [a, b + 1];
    case "draw":
      return [a + 0.5, b + 0.5];
  }
  return [a, b];
}

/** What a screen reader is told of an event; nothing, where the board says it. */
export function told(t: Table, e: TableEvent): string {
  const mine = t.you.includes(e.side) && t.you.length === 1;
  const name = mine ? "You" : who(t, e.side);
  const words: Record<string, string> = {
    offer: `${name} ${mine ? "offer" : "offers"} a draw`,
    decline: `${name} ${mine ? "decline" : "declines"} the draw`,
    "ask-takeback": `${name} ${mine ? "ask" : "asks"} to take back ${turnName(t, e.turn ?? 0)}`,
    "refuse-takeback": `${name} ${mine ? "do" : "does"} not take it back`,
    takeback: `Taken back to before ${turnName(t, e.turn ?? 0)}`,
    ready: `${name} ${mine ? "are" : "is"} ready for the next game`,
    restart: "The server was restarted; no time was lost",
  };
  return words[e.kind] ?? "";
}

/** The bars of the two sides. */
export function players(t: Table, b: Board, facts: GameFacts | undefined): [PlayerBar, PlayerBar] {
  const bar = (side: 0 | 1): PlayerBar => {
    const s = t.seats[side];
    const you = t.you.length === 1 && t.you[0] === side;
    const c = t.status.clock;
    const l = c && left(c, side, periodOf(t.control));
    const name = t.sides[side];
    const lower = name.toLowerCase();
    const playing = t.status.state === "playing";
    return {
      name: you ? "You" : s.kind === "open" ? "Open seat" : who(t, side),
      role: t.you.length === 2 ? "" : s.kind === "engine" ? `${name} · ${levelSaid(s.level ?? 0)}` : name,
      disc: lower === "white" || lower === "black" ? lower : undefined,
      taken: takenSaid(b, side, t.status.taken?.[side], facts?.seeds ?? "seeds"),
      clock: l && clockSaid(l.ms, true) + (l.periods > 0 ? ` +${l.periods}` : ""),
      running: playing && c?.running === side,
      toMove: playing && t.view.turn === side,
      away: playing && s.kind === "person" && !s.here && !you,
    };
  };
  return [bar(0), bar(1)];
}
