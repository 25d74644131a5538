// <kb-records>: games written down: one's own, and those that are brought along.

import { html, nothing } from "lit";
import { bring } from "../game/record";
import { api, Refused } from "../net/api";
import { icon } from "../parts/icons";
import { count } from "../words";
import { Page, save } from "./page";

interface Kept {
  id: string;
  game: string;
  names: [string, string];
  turns: number;
  over: boolean;
  result: "" | "first" | "second" | "draw";
  at: number;
}

class RecordsPage extends Page {
  static override properties = { fault: { state: true }, text: { state: true }, list: { state: true } };

  protected readonly place = "Records";
  declare fault: string;
  declare text: string;
  declare list: Kept[];

  constructor() {
    super();
    this.fault = this.text = "";
    this.list = [];
    try {
      this.list = JSON.parse(localStorage.getItem("kibaho-tables") ?? "[]") as Kept[];
    } catch {
      // nothing is kept
    }
  }

  async #open(text: string): Promise<void> {
    this.fault = "";
    try {
      await api.readRecord(text); // what is wrong with it is told here
      bring(text);
    } catch (e) {
      this.fault = e instanceof Refused ? e.message : String(e);
    }
  }

  async #download(k: Kept): Promise<void> {
    try {
      save(`${k.id}.txt`, new Blob([await api.record(k.id)], { type: "text/plain" }));
    } catch (e) {
      this.fault = e instanceof Refused ? e.message : String(e);
    }
  }

  protected body() {
    const result = (k: Kept): string => (!k.over ? "in play" : k.result === "draw" ? "drawn" : k.result === "" ? "broken off" : `${k.names[k.result === "first" ? 0 : 1]} won`);
    return html`<div class="st">
      <div class="hero"><h1>Records</h1><p class="soft">Games written down: headings in brackets, then the moves.</p></div>
      <div class="lists">
        <section class="card list" aria-label="Open a record">
          <h2>Open a record</h2>
          ${this.fault ? html`<p class="tip" role="alert">${icon("no")}<span>${this.fault}</span></p>` : nothing}
          <form
            class="field"
            @submit=${(e: Event) => {
              e.preventDefault();
              void this.#open(this.text);
            }}
          >
            <label class="field"
              ><span class="small">Its text</span>
              <textarea rows="9" spellcheck="false" class="mono" .value=${this.text} @input=${(e: Event) => (this.text = (e.target as HTMLTextAreaElement).value)}></textarea>
            </label>
            <span class="linkline"
              ><button class="btn pri" ?disabled=${this.text.trim() === ""}>Open</button>
              <label class="btn"
                >From a file<input
                  type="file"
                  class="sr"
                  accept=".txt,.pdn,.pgn,text/plain"
                  @change=${async (e: Event) => {
                    const f = (e.target as HTMLInputElement).files?.[0];
                    if (f) await this.#open(await f.text());
                  }} /></label
            ></span>
          </form>
        </section>
        <section class="card list" aria-label="Your games">
          <h2>Your games</h2>
          ${this.list.length === 0
            ? html`<p class="soft small">Games that you play in this browser are listed here.</p>`
            : html`<ul>
                ${this.list.map(
                  (k) => html`<li class="rec">
                    <a href="/table/${k.id}"><b>${k.game}</b> <span>${k.names.join(" – ")}</span><span class="sp"></span><span class="soft small">${count(k.turns, "turn")} · ${result(k)}</span></a>
                    <button type="button" class="icb" aria-label="Download the record of ${k.game}, ${k.names.join(" against ")}" @click=${() => void this.#download(k)}>${icon("down")}</button>
                  </li>`,
                )}
              </ul>`}
        </section>
      </div>
    </div>`;
  }
}

customElements.define("kb-records", RecordsPage);
