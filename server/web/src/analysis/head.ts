// What is studied: the game, its variant, who played it, whose move it is.

import { html, nothing } from "lit";
import type { Tags } from "../game/record";
import { end, path, type Node } from "../game/tree";
import type { GameFacts, PositionAnswer } from "../net/types";
import { boardSaid } from "../words";

/** begin starts anew with another game or variant. */
export function head(a: PositionAnswer, g: GameFacts | undefined, games: readonly GameFacts[], set: readonly string[], tags: Tags, now: Node, begin: (game: string, variant: string) => void) {
  return html`<div class="an-head">
    <div class="line">
      <h1>Analysis</h1>
      <span class="sp"></span>
      <select aria-label="Game" @change=${(e: Event) => begin((e.target as HTMLSelectElement).value, "")}>
        ${games.map((x) => html`<option value=${x.name} ?selected=${x.name === a.game}>${x.title.replace("English draughts", "Draughts")}</option>`)}
      </select>
      ${g && g.variants.length > 1
        ? html`<select aria-label="Variant" @change=${(e: Event) => begin(g.name, (e.target as HTMLSelectElement).value)}>
            ${g.variants.map((x) => html`<option value=${x.name} ?selected=${x.name === a.variant}>${x.title.replace("English draughts", "English")}</option>`)}
          </select>`
        : nothing}
    </div>
    ${players(a, tags)}
    <p class="soft small">${g ? boardSaid({ ...g, board: a.view.board }).split(",")[0] : ""} · turn ${path(now).length} of ${path(end(now)).length} · ${stands(a)}</p>
    ${set.length > 0 ? html`<p class="small"><code>${set.join(", ")}</code></p>` : nothing}
  </div>`;
}

/** "White to move", "Black has won: …". */
function stands(a: PositionAnswer): string {
  const o = a.view.outcome;
  if (!o) return `${a.sides[a.view.turn]} to move`;
  return o === "draw" ? `drawn: ${a.view.reason}` : `${a.sides[o === "first" ? 0 : 1]} has won: ${a.view.reason}`;
}

/** Who played a game of record, where and when. */
function players(a: PositionAnswer, tags: Tags) {
  const name = (tag: string, side: 0 | 1) => tags[tag] ?? tags[a.sides[side]];
  const names = [name("First", 0), name("Second", 1)];
  if (!names[0] && !names[1]) return nothing;
  const more = [tags.Event, tags.Date, tags.Result].filter((t) => t && t !== "*").join(" · ");
  return html`<p class="small players"><b>${names[0] ?? a.sides[0]} – ${names[1] ?? a.sides[1]}</b> <span class="soft">${more}</span></p>`;
}
