// <kb-moves>: the moves of a game, two a row, or as a strip of the last ones for
// narrow screens.

import { html, nothing } from "lit";
import { icon } from "./icons";
import { LightElement } from "./light";

export interface Turn {
  text: string;
  /** "?", "better by 1 stone". */
  note?: string;
}

/** Events: kb-goto {ply}, 0 for the start; kb-replay. */
export class MovesElement extends LightElement {
  static override properties = {
    turns: { attribute: false },
    current: { type: Number },
    firstNumber: { type: Number },
    secondBegins: { type: Boolean },
    strip: { type: Boolean },
    steer: { type: Boolean },
  };

  declare turns: readonly Turn[];
  /** The turn that is shown: 1 for the first, 0 for the start. */
  declare current: number;
  declare firstNumber: number;
  declare secondBegins: boolean;
  /** Only the last turns, in one line. */
  declare strip: boolean;
  /** Shows the four arrows. */
  declare steer: boolean;

  constructor() {
    super();
    this.turns = [];
    this.current = 0;
    this.firstNumber = 1;
    this.secondBegins = this.strip = false;
    this.steer = true;
  }

  protected override updated(): void {
    // Only the list itself is scrolled, never the page.
    const now = this.querySelector<HTMLElement>("[aria-current]");
    const list = now?.closest<HTMLElement>(".moves, .mstrip");
    if (!now || !list) return;
    const a = now.getBoundingClientRect();
    const b = list.getBoundingClientRect();
    if (a.bottom > b.bottom) list.scrollTop += a.bottom - b.bottom;
    else if (a.top < b.top) list.scrollTop -= b.top - a.top;
    if (a.right > b.right) list.scrollLeft += a.right - b.right;
    else if (a.left < b.left) list.scrollLeft -= b.left - a.left;
  }

  protected override render() {
    return this.strip ? this.#strip() : html`${this.#list()}${this.steer ? this.#steer() : nothing}`;
  }

  #strip() {
    const shift = this.secondBegins ? 1 : 0;
    return html`<div class="mstrip" role="group" aria-label="Last moves">
      ${this.turns.map((t, i) => {
        const k = i + shift;
        const number = this.firstNumber + Math.floor(k / 2);
        return html`${k % 2 === 0 || i === 0 ? html`<span class="n">${number}${k % 2 ? "…" : ""}</span>` : nothing}${this.#turn(t, i + 1)}`;
      })}
    </div>`;
  }

  #list() {
    const shift = this.secondBegins ? 1 : 0;
    const rows: unknown[] = [];
    for (let k = 0; k < this.turns.length + shift; k += 2) {
      const at = (j: number) => (this.turns[j - shift] ? this.#turn(this.turns[j - shift], j - shift + 1) : html`<span>${j < shift ? "…" : ""}</span>`);
      rows.push(html`<li><span class="n">${this.firstNumber + k / 2}</span>${at(k)}${at(k + 1)}</li>`);
    }
    return html`<div class="moves" tabindex="0" role="group" aria-label="Moves"><ol class="mv">${rows}</ol></div>`;
  }

  #turn(t: Turn, ply: number) {
    return html`<button type="button" aria-current=${ply === this.current ? "true" : nothing} data-ply=${ply} @click=${() => this.tell("kb-goto", { ply })}>
      ${t.text}${t.note ? html`<i>${t.note}</i>` : nothing}
    </button>`;
  }

  #steer() {
    const last = this.turns.length;
    const go = (name: string, picture: string, ply: number, off: boolean) =>
      html`<button type="button" class="icb" aria-label=${name} ?disabled=${off} @click=${() => this.tell("kb-goto", { ply })}>${icon(picture)}</button>`;
    return html`<div class="navs">
      ${go("First move", "first", 0, this.current <= 0)} ${go("One move back", "prev", Math.max(0, this.current - 1), this.current <= 0)}
      ${go("One move on", "next", Math.min(last, this.current + 1), this.current >= last)} ${go("Newest move", "last", last, this.current >= last)}
      <button type="button" class="icb" aria-label="Show this move again" ?disabled=${this.current <= 0} @click=${() => this.tell("kb-replay")}>
        ${icon("replay")}
      </button>
    </div>`;
  }
}

customElements.define("kb-moves", MovesElement);
