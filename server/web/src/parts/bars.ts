// <kb-bars>: the bar of a player beside a board: who it is, what was taken, the
// clock. The text of the clock is given; time is the server's.

import { html, nothing } from "lit";
import { LightElement } from "./light";

export interface PlayerBar {
  name: string;
  /** "South", "Black · 1710", "engine level 5". */
  role: string;
  /** Pieces in a colour show it. */
  disc?: "white" | "black";
  /** "18 taken · 7 left". */
  taken?: string;
  clock?: string;
  running?: boolean;
  toMove?: boolean;
  /** Not connected at the moment. */
  away?: boolean;
}

export class BarsElement extends LightElement {
  static override properties = { players: { attribute: false } };

  declare players: readonly PlayerBar[];

  constructor() {
    super();
    this.players = [];
  }

  protected override render() {
    return this.players.map(
      (p) => html`<div class="who">
        ${p.disc ? html`<span class="sd ${p.disc}"></span>` : nothing}
        <span><span class="nm">${p.name}</span> <span class="soft small">${p.role}</span></span>
        ${p.toMove ? html`<span class="turnmk"><span>to move</span></span>` : nothing}
        ${p.away ? html`<span class="tag">away</span>` : nothing}
        <span class="sp"></span>
        ${p.taken ? html`<span class="cap small num">${p.taken}</span>` : nothing}
        ${p.clock ? html`<span class="clock${p.running ? " run" : ""}" role="timer" aria-label="${p.name}, time left ${p.clock}">${p.clock}</span>` : nothing}
      </div>`,
    );
  }
}

customElements.define("kb-bars", BarsElement);
