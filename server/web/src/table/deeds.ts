// What can be done at a table now: beside the board, and at the foot of a narrow screen.

import { html, nothing } from "lit";
import type { Table } from "../net/types";
import { icon } from "../parts/icons";
import { change, settings } from "../settings";
import type { Host } from "./host";
import { turnName } from "./words";

/** One thing that can be done: its name, its picture, what it does. */
interface Deed {
  name: string;
  short: string;
  picture: string;
  off?: boolean;
  title?: string;
  /** More about it, under the name. */
  about?: string;
  act: () => void;
}

function deeds(h: Host, t: Table): Deed[] {
  if (t.you.length === 0) return [];
  const me = t.you.length === 1 ? t.you[0] : t.view.turn;
  const both = t.you.length === 2;
  if (t.status.state === "over" || t.status.state === "aborted") {
    const more = t.series.games > 0 && t.series.number < t.series.games;
    return [
      {
        name: more ? "Next game" : "Play again",
        short: more ? "Next game" : "Again",
        picture: "again",
        off: t.status.ready[me] || t.status.next !== undefined,
        act: () => void h.command({ kind: "ready", side: me }),
      },
    ];
  }
  if (t.status.state === "waiting") return [{ name: "Give up the table", short: "Give up", picture: "flag", act: () => void h.command({ kind: "abort" }) }];
  const young = t.turns.length - t.opening < 2;
  const mine = t.turns.findLastIndex((u, i) => i >= t.opening && (both || u.side === me));
  return [
    draw(h, t, me, both),
    {
      name: "Take back",
      short: "Take back",
      picture: "back",
      title: mine >= 0 ? `Take back ${turnName(t, mine)}` : undefined,
      about: mine >= 0 ? turnName(t, mine) : undefined,
      off: mine < 0 || t.status.takeback !== undefined,
      act: () => void h.command({ kind: "ask-takeback", side: both ? t.turns[mine].side : me }),
    },
    young
      ? { name: "Break off", short: "Break off", picture: "close", act: () => (h.sure = "abort") }
      : { name: "Resign", short: "Resign", picture: "flag", act: () => (h.sure = "resign") },
  ];
}

/** A draw that can be claimed, agreed on one screen, or offered. */
function draw(h: Host, t: Table, me: 0 | 1, both: boolean): Deed {
  if (t.view.claim !== "" && t.you.includes(t.view.turn))
    return {
      name: "Claim a draw",
      short: "Claim",
      picture: "half",
      title: t.view.claim === "repetition" ? "The position has come back often enough (M3)" : "So many quiet plies have been played (M4)",
      about: t.view.claim === "repetition" ? "repetition" : "quiet plies",
      act: () => void h.command({ kind: "claim", side: t.view.turn }),
    };
  if (both)
    return {
      name: "Agree a draw",
      short: "Draw",
      picture: "half",
      act: () => void h.command({ kind: "offer", side: 0 }).then((ok) => ok && h.command({ kind: "draw", side: 1 })),
    };
  return { name: "Offer draw", short: "Draw", picture: "half", off: t.status.offer !== undefined, act: () => void h.command({ kind: "offer", side: me }) };
}

export function actions(h: Host, t: Table) {
  const list = deeds(h, t);
  if (list.length === 0) return nothing;
  return html`<div class="acts n${list.length}">
    ${list.map(
      (d) =>
        html`<button type="button" class="btn" ?disabled=${d.off ?? false} title=${d.title ?? nothing} @click=${d.act}>
          ${icon(d.picture)}<span>${d.name}</span>${d.about ? html`<small class="soft mono">${d.about}</small>` : nothing}
        </button>`,
    )}
  </div>`;
}

export function bottom(h: Host, t: Table) {
  const list = deeds(h, t);
  const button = (name: string, picture: string, act: () => void, off = false) =>
    html`<button type="button" class="btn" ?disabled=${off} @click=${act}>${icon(picture)}${name}</button>`;
  const more = () => {
    if (t.view.board.shape === "pits") return button("Turn board", "turn", () => change({ long: !settings().long }));
    if (list.length > 1) return button("Type", "keys", () => (h.typing ? (h.typing = false) : h.type()));
    return button("Flip board", "flip", () => (h.flip = !h.flip));
  };
  return html`<div class="botbar n${list.length + 2}" role="toolbar" aria-label="Game">
    ${list.map((d) => button(d.short, d.picture, d.act, d.off))} ${more()} ${button("Moves", "list", () => (h.sheet = true))}
  </div>`;
}
