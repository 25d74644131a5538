// What endgame tables know of the position: its value, and that of each turn.

import { html, nothing } from "lit";
import type { PositionAnswer, Truth } from "../net/types";
import { count } from "../words";

/** "Black wins in 13 plies", "drawn". */
function said(t: Truth, mover: string, other: string): string {
  if (t.value === "draw") return "drawn";
  return `${t.value === "win" ? mover : other} wins in ${count(t.plies, "ply", "plies")}`;
}

/** play plays a turn. */
export function known(a: PositionAnswer, play: (turn: string) => void) {
  const k = a.known;
  if (!k || a.view.outcome) return nothing;
  const [mover, other] = [a.sides[a.view.turn], a.sides[1 - a.view.turn]];
  return html`<div class="known" role="group" aria-label="Endgame table">
    <p class="small"><b>Endgame table</b>: ${said(k, mover, other)}</p>
    <div class="kn">
      ${k.turns.map(
        (t) => html`<button type="button" class=${t.value} title="${t.text}: ${said(t, mover, other)}" @click=${() => play(t.text)}>
          <code>${t.text}</code> <span>${t.value === "draw" ? "draw" : `${t.value} ${t.plies}`}</span>
        </button>`,
      )}
    </div>
  </div>`;
}
