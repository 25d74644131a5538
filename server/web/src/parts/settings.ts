// <kb-settings>: how a person likes the pages, in a dialog.

import { html, nothing } from "lit";
import type { Speed } from "../board/animate";
import type { Look } from "../board/ground";
import { change, follow, settings, type Settings } from "../settings";
import { icon } from "./icons";
import { LightElement } from "./light";

type Switch = "sounds" | "numbers" | "coordinates" | "confirm" | "premove" | "turns" | "shortcuts";

const switches: readonly (readonly [Switch, string, string])[] = [
  ["numbers", "Numbers on pits", ""],
  ["coordinates", "Coordinates", ""],
  ["sounds", "Sounds", ""],
  ["confirm", "Confirm each move", "Enter or Play sends it"],
  ["premove", "Choose ahead", "point while the other side thinks; a takeback cancels it"],
  ["shortcuts", "Single keys answer questions", "A, W, + and others, wherever the focus is"],
  ["turns", "On one screen the board turns", "to who is to move"],
];

export class SettingsElement extends LightElement {
  #end: (() => void) | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#end = follow(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end?.();
  }

  show(): void {
    this.querySelector("dialog")?.showModal();
  }

  protected override render() {
    const s = settings();
    return html`<dialog class="sheet" aria-labelledby="set-head" @click=${(e: Event) => e.target === e.currentTarget && this.#close()}>
      <div class="sheet-in">
        <div class="sheet-head">
          <h2 id="set-head">Settings</h2>
          <span class="sp"></span>
          <button type="button" class="icb" aria-label="Close" @click=${() => this.#close()}>${icon("close")}</button>
        </div>
        ${this.#choice<Look>("Board", s.look, ["wood", "stone", "plain"], (look) => change({ look }))}
        ${this.#choice("Page", s.night === undefined ? "system" : s.night ? "dark" : "light", ["system", "light", "dark"], (v) =>
          change({ night: v === "system" ? undefined : v === "dark" }),
        )}
        ${this.#choice<Speed>("Speed", s.speed, ["slow", "normal", "quick", "off"], (speed) => change({ speed }))}
        <div class="switches">
          ${switches.map(
            ([name, text, more]) =>
              html`<label class="switch"
                ><input type="checkbox" name=${name} .checked=${s[name]} @change=${(e: Event) => change({ [name]: (e.target as HTMLInputElement).checked } as Partial<Settings>)} />
                <span>${text}${more ? html` <span class="soft small">${more}</span>` : nothing}</span></label
              >`,
          )}
        </div>
        <label class="field"
          ><span>Your name at tables</span>
          <input maxlength="32" autocomplete="nickname" placeholder="Guest" .value=${s.name} @change=${(e: Event) => change({ name: (e.target as HTMLInputElement).value.trim() })}
        /></label>
      </div>
    </dialog>`;
  }

  #choice<T extends string>(name: string, now: T, values: readonly T[], set: (v: T) => void) {
    return html`<fieldset class="row">
      <legend>${name}</legend>
      <span class="seg">
        ${values.map(
          (v) => html`<label><input type="radio" name="set-${name}" .checked=${v === now} @change=${() => set(v)} /><span>${v}</span></label>`,
        )}
      </span>
    </fieldset>`;
  }

  #close(): void {
    this.querySelector("dialog")?.close();
  }
}

customElements.define("kb-settings", SettingsElement);
