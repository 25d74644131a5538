// <kb-movebox>: a move typed as it is written, with what is legal so far.

import { html, nothing } from "lit";
import type { Move } from "../wire";
import { LightElement } from "./light";

let boxes = 0;

/** At most so many legal texts are shown. */
const most = 8;

/** The same decisions, though more may be known of them: what is being typed stays. */
const alike = (a: readonly Move[], b: readonly Move[] = []): boolean => a.length === b.length && a.every((m, i) => m.text === b[i].text);

/** Events: kb-move {text} for a legal decision; kb-refuse {text} for anything
 *  else, which the server may still read in another written form. */
export class MoveBoxElement extends LightElement {
  static override properties = {
    moves: { attribute: false },
    sofar: {},
    placeholder: {},
    help: { type: Boolean },
    value: { state: true },
  };

  declare moves: readonly Move[];
  /** What is written of the choice on the board. */
  declare sofar: string;
  declare placeholder: string;
  /** Shows which keys do what. */
  declare help: boolean;
  declare value: string;

  readonly #id = `kb-box${++boxes}`;

  constructor() {
    super();
    this.moves = [];
    this.sofar = "";
    this.placeholder = "";
    this.help = false;
    this.value = "";
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has("sofar")) this.value = this.sofar;
    else if (changed.has("moves") && !alike(this.moves, changed.get("moves") as readonly Move[] | undefined)) this.value = "";
  }

  override focus(): void {
    const input = this.querySelector("input");
    input?.focus();
    input?.select();
  }

  protected override render() {
    const fits = this.moves.filter((m) => m.text.startsWith(this.value));
    const shown = fits.length > most ? fits.slice(0, most) : fits;
    return html`<form class="typed" autocomplete="off" @submit=${this.#submit}>
      <label for=${this.#id}>Type a move</label>
      <input
        id=${this.#id}
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck="false"
        enterkeyhint="go"
        maxlength="200"
        placeholder=${this.placeholder || this.moves[0]?.text || ""}
        .value=${this.value}
        @input=${this.#input}
        @keydown=${this.#key}
      />
      <button class="btn">Play</button>
      <span class="sug only-w" role="group" aria-label="Legal here"
        >${shown.map((m) => html`<button type="button" @click=${() => this.#play(m.text)}>${m.text}</button>`)}${fits.length > shown.length
          ? html`<span class="soft small">and ${fits.length - shown.length} more</span>`
          : nothing}</span
      >
      ${this.help
        ? html`<span class="soft small only-w keys"><kbd>/</kbd> box · <kbd>arrows</kbd> board · <kbd>Enter</kbd> choose · <kbd>Esc</kbd> undo</span>`
        : nothing}
    </form>`;
  }

  #input(e: InputEvent): void {
    const input = e.target as HTMLInputElement;
    // The key that leads here is no part of a move.
    if (input.value.startsWith("/")) input.value = input.value.slice(1);
    this.value = input.value;
  }

  #key(e: KeyboardEvent): void {
    if (e.key !== "Escape") return;
    this.value = "";
    this.tell("kb-leave");
  }

  #submit(e: Event): void {
    e.preventDefault();
    this.#play(this.value.trim());
  }

  #play(text: string): void {
    if (text === "") return;
    const legal = this.moves.some((m) => m.text === text);
    this.value = legal ? "" : text;
    if (!legal) this.querySelector("input")?.select(); // to be written over
    this.tell(legal ? "kb-move" : "kb-refuse", { text });
  }
}

customElements.define("kb-movebox", MoveBoxElement);
