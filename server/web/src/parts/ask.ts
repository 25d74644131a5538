// <kb-ask>: the strip under a board where a choice is put in words, or a refusal
// explained. It is never drawn over the board.

import { html, nothing } from "lit";
import type { Refusal } from "../wire";
import { keyName, type Ask, type AskOption } from "../board/asks";
import { icon } from "./icons";
import { LightElement } from "./light";

/** Events: kb-answer {option}; kb-undo. */
export class AskElement extends LightElement {
  static override properties = {
    ask: { attribute: false },
    refusal: { attribute: false },
    question: {},
    detail: {},
  };

  declare ask: Ask | undefined;
  declare refusal: Refusal | undefined;
  /** Better words for the question, where the page has them. */
  declare question: string;
  declare detail: string;

  constructor() {
    super();
    this.question = "";
    this.detail = "";
  }

  protected override render() {
    const a = this.ask;
    const asks = a !== undefined && a.question !== "";
    const question = (asks && this.question) || a?.question || "";
    const detail = (asks && this.detail) || a?.detail || "";
    return html`
      <div role="status">${this.refusal ? this.#tip(this.refusal) : nothing}</div>
      ${asks && !this.refusal
        ? html`<div class="ask" role="group" aria-label=${question}>
            <span class="q">${question}${detail ? html`<small>${detail}</small>` : nothing}</span>
            ${a.options.map((o) => this.#option(o))}
            ${a.undo ? html`<button type="button" class="btn quiet" @click=${() => this.tell("kb-undo")}>Undo <kbd>Esc</kbd></button>` : nothing}
          </div>`
        : nothing}
    `;
  }

  #option(o: AskOption) {
    const look = o.chief ? " pri" : o.strong ? " strong" : "";
    return html`<button type="button" class="btn${look}" data-answer=${o.key} aria-keyshortcuts=${o.key} @click=${() => this.tell("kb-answer", { option: o })}>
      ${o.label} <kbd aria-hidden="true">${keyName(o.key)}</kbd>
    </button>`;
  }

  #tip(r: Refusal) {
    return html`<div class="tip">
      ${icon("no")}
      <span
        ><b>${r.text}${r.rule ? ` (${r.rule})` : ""}.</b> ${r.instead ?? nothing}
        ${r.link ? html`<a href=${r.link}>Read the rule</a>` : nothing}</span
      >
    </div>`;
  }
}

customElements.define("kb-ask", AskElement);
