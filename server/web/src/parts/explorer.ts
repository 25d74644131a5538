// <kb-explorer>: what was played in a position, in the games of record, and how it
// went. It asks only while it is open.

import { html, nothing } from "lit";
import { api, Refused } from "../net/api";
import type { Choice, Explored, PositionBody } from "../net/types";
import { LightElement } from "./light";

/** How long a position must stand before it is looked up, in milliseconds. */
const rest = 150;

/** How many turns are shown at first. */
const most = 12;

/** What the engine looks at for its word on the turns, in decisions. */
const nodes = 20_000;

/** Event: kb-explore {text} for a turn that was chosen. */
export class ExplorerElement extends LightElement {
  static override properties = {
    body: { attribute: false, hasChanged: (a: unknown, b: unknown) => JSON.stringify(a) !== JSON.stringify(b) },
    sides: { attribute: false },
    open: { state: true },
    found: { state: true },
    fault: { state: true },
    whole: { state: true },
  };

  declare body: PositionBody | undefined;
  declare sides: readonly [string, string];
  declare open: boolean;
  declare found: Explored | undefined;
  declare fault: string;
  declare whole: boolean;

  #timer = 0;
  #asked = 0;
  readonly #known = new Map<string, Explored>();

  constructor() {
    super();
    this.sides = ["first", "second"];
    this.open = this.whole = false;
    this.fault = "";
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!this.open || !(changed.has("body") || changed.has("open"))) return;
    clearTimeout(this.#timer);
    this.#asked++;
    this.found = this.body && this.#known.get(JSON.stringify(this.body));
    this.whole = false;
    this.fault = "";
    if (!this.found && this.body) this.#timer = window.setTimeout(() => void this.#ask(), rest);
  }

  async #ask(): Promise<void> {
    const body = this.body;
    if (!body) return;
    const number = ++this.#asked;
    try {
      const found = await api.explore({ ...body, nodes });
      if (this.#known.size > 200) this.#known.clear();
      this.#known.set(JSON.stringify(body), found);
      if (number === this.#asked) this.found = found;
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      if (number === this.#asked) this.fault = e.message;
    }
  }

  protected override render() {
    return html`<details class="explorer" ?open=${this.open} @toggle=${(e: Event) => (this.open = (e.target as HTMLDetailsElement).open)}>
      <summary><b>Games of record</b>${this.open && this.found ? html`<span class="soft num">${this.#total(this.found)}</span>` : nothing}</summary>
      ${this.open ? this.#inside() : nothing}
    </details>`;
  }

  #total(x: Explored): string {
    const games = x.games === 1 ? "1 game" : `${x.games.toLocaleString("en")} games`;
    return x.name ? `${x.name} · ${games}` : games;
  }

  #inside() {
    if (this.fault) return html`<p class="small" role="alert">${this.fault}</p>`;
    const x = this.found;
    if (!x) return html`<p class="soft small" role="status">Looking it up …</p>`;
    if (x.games === 0) return html`<p class="soft small" role="status">No game that is kept here came to this position.</p>`;
    const list = this.whole ? x.choices : x.choices.slice(0, most);
    const rated = x.choices.some((c) => c.rating > 0);
    return html`<div class="ex-box" tabindex="0" role="group" aria-label="Turns played here">
        <table class="ex small num">
          <thead>
            <tr><th scope="col">Turn</th><th scope="col">Games</th><th scope="col" title="${this.sides[0]} · drawn · ${this.sides[1]}">Results</th>${rated ? html`<th scope="col">Rating</th>` : nothing}<th scope="col">Last</th><th scope="col">Engine</th></tr>
          </thead>
          <tbody>
            ${list.map((c) => this.#row(c, rated))}
          </tbody>
        </table>
      </div>
      ${x.ended > 0 ? html`<p class="soft small">${x.ended} of them ended here.</p>` : nothing}
      ${list.length < x.choices.length ? html`<button type="button" class="btn tiny" @click=${() => (this.whole = true)}>All ${x.choices.length} turns</button>` : nothing}`;
  }

  #row(c: Choice, rated: boolean) {
    const turn = c.turns[0] ?? "";
    const part = (n: number) => (100 * n) / Math.max(1, c.first + c.drawn + c.second);
    const [a, b, d] = [part(c.first), part(c.second), part(c.drawn)];
    // The first player's share is drawn like his pieces.
    const [one, two] = this.sides[0] === "White" ? ["ex-2", "ex-1"] : ["ex-1", "ex-2"];
    const said = `${this.sides[0]} ${c.first}, drawn ${c.drawn}, ${this.sides[1]} ${c.second}`;
    return html`<tr>
      <th scope="row">
        <button type="button" title="Play ${turn}" @click=${() => this.tell("kb-explore", { text: turn })}>${turn}</button>${c.turns.length > 1 ? html`<span class="soft"> ${c.turns.slice(1).join(" ")}</span>` : nothing}
        ${c.name ? html`<em>${c.name}</em>` : nothing}${c.self_play > 0 ? html`<em title="Engines played so many of them against themselves">self-play ${c.self_play}</em>` : nothing}
      </th>
      <td>${c.samples.length > 0 ? html`<a href="/api/records/${c.samples[0]}" target="_blank" rel="noopener" title="One of the games">${c.games.toLocaleString("en")}</a>` : c.games}</td>
      <td>
        <svg class="ex-bar" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=${said}>
          <title>${said}</title>
          <rect class=${one} width=${a} height="10" /><rect class="ex-0" x=${a} width=${d} height="10" /><rect class=${two} x=${a + d} width=${b} height="10" />
        </svg>
      </td>
      ${rated ? html`<td>${c.rating || ""}</td>` : nothing}
      <td title=${c.last}>${c.last.slice(0, 4)}</td>
      <td>${c.engine ?? ""}</td>
    </tr>`;
  }
}

customElements.define("kb-explorer", ExplorerElement);
