// What a table has to say now, with what can be answered.

import { html, nothing } from "lit";
import type { Table } from "../net/types";
import { icon } from "../parts/icons";
import { change, settings } from "../settings";
import { seatSaid } from "../words";
import type { Host } from "./host";
import { result, turnName, who } from "./words";

const note = (look: string, text: unknown, ...answers: unknown[]) =>
  html`<div class="offer ${look}"><b>${text}</b>${answers.length > 0 ? html`<span class="answers">${answers}</span>` : nothing}</div>`;
const button = (text: string, act: () => void, look = "") => html`<button type="button" class="btn ${look}" @click=${act}>${text}</button>`;

export function notice(h: Host, t: Table) {
  if (!h.online) return note("away", "The connection is lost; trying again …");
  const me = t.you.length === 1 ? t.you[0] : undefined;
  const st = t.status;
  if (h.shown !== undefined)
    return note("quiet", `Looking back: ${h.shown === 0 ? "the start" : `after ${turnName(t, h.shown - 1)}`}`, button("To the newest", () => void h.goto(t.turns.length)));
  if (st.state === "waiting") return invitation(h, t);
  if (st.state === "over" || st.state === "aborted") return over(h, t, me);
  if (h.sure) {
    const resign = h.sure === "resign";
    return note(
      "",
      resign ? "Resign the game?" : "Break the game off? Nobody wins.",
      button(resign ? "Resign" : "Break off", () => void h.command({ kind: resign ? "resign" : "abort", side: me ?? t.view.turn }).then(() => (h.sure = "")), "strong"),
      button("Play on", () => (h.sure = "")),
    );
  }
  if (st.takeback) return takeback(h, t, st.takeback, me);
  if (st.offer === undefined) return nothing;
  if (me !== undefined && st.offer !== me)
    return note(
      "",
      `${who(t, st.offer)} offers a draw`,
      button("Accept", () => void h.command({ kind: "draw", side: me }), "strong"),
      button("Decline", () => void h.command({ kind: "decline", side: me })),
    );
  return note("", `${me === st.offer ? "You offer" : `${who(t, st.offer)} offers`} a draw`);
}

/** The game is over: how, and the way to the next one. */
function over(h: Host, t: Table, me: 0 | 1 | undefined) {
  const st = t.status;
  const other = me === undefined ? undefined : ((1 - me) as 0 | 1);
  const more = t.series.games > 0 && t.series.number < t.series.games;
  const next = () => {
    if (st.next) return html`<a class="btn pri" href="/table/${st.next}">To the next game</a>`;
    if (t.you.length === 0) return nothing;
    if (me !== undefined && st.ready[me]) return html`<span class="soft">Waiting for ${who(t, other!)} …</span>`;
    return button(more ? "Next game" : "Play again", () => void h.command({ kind: "ready", side: me ?? 0 }), "pri");
  };
  // What the other does must not move the button from under a finger: it is told on the other side.
  const ready = other !== undefined && st.ready[other] && !st.ready[me!] && !st.next;
  return html`<div class="offer over">
    <span class="told"><b>${result(t)}</b>${ready ? html`<span class="soft">${who(t, other)} is ready</span>` : nothing}</span>
    <span class="answers">${next()}</span>
  </div>`;
}

function takeback(h: Host, t: Table, asked: { side: 0 | 1; turn: number }, me: 0 | 1 | undefined) {
  const what = html`<code>${turnName(t, asked.turn)}</code>${t.turns.length - asked.turn > 1 ? " and what followed" : ""}`;
  if (me !== undefined && asked.side !== me)
    return note(
      "",
      html`${who(t, asked.side)} asks to take back ${what}`,
      button("Allow", () => void h.command({ kind: "takeback", side: me, turn: asked.turn }), "strong"),
      button("Refuse", () => void h.command({ kind: "refuse-takeback", side: me })),
    );
  return note("", html`${me === asked.side ? "You ask" : `${who(t, asked.side)} asks`} to take back ${what}`);
}

/** A seat is open: the link for him who made the table, the seat for others. */
function invitation(h: Host, t: Table) {
  const open = t.seats[0].kind === "open" ? 0 : 1;
  if (t.you.length > 0)
    return html`<div class="offer invite">
      <b>Send this link to whom you want to play with</b>
      <span class="linkline">
        <input readonly aria-label="Link to this table" .value=${location.origin + location.pathname} @focus=${(e: Event) => (e.target as HTMLInputElement).select()} />
        <button type="button" class="btn pri" @click=${() => void h.share()}>${icon("copy")}${h.copied ? "Copied" : "Copy"}</button>
      </span>
      <span class="soft small"
        >Who opens it first may sit down as ${t.sides[open]}.
        ${t.visibility === "public" ? "The table is also in the public list." : t.visibility === "private" ? "Then nobody else may look in." : ""}</span
      >
    </div>`;
  return html`<div class="offer invite">
    <b>${seatSaid(t.seats[1 - open])} waits for somebody to play ${t.sides[open]}</b>
    <form
      class="linkline"
      @submit=${(e: Event) => {
        e.preventDefault();
        const name = (e.target as HTMLFormElement).querySelector("input")?.value.trim() ?? "";
        change({ name });
        void h.command({ kind: "join", side: open, name });
      }}
    >
      <input aria-label="Your name" maxlength="32" autocomplete="nickname" placeholder="Your name" .value=${settings().name} />
      <button class="btn pri">Sit down</button>
    </form>
  </div>`;
}
