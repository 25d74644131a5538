// <kb-watch>: the public games that are in play, with their boards, and those that
// are over, the latest first.

import { html, nothing } from "lit";
import "../board/board";
import { noSites, wayOf } from "../game/view";
import { api } from "../net/api";
import type { Entry, GameFacts, Table } from "../net/types";
import { settings } from "../settings";
import { agoSaid, controlSaid, count, entrySaid } from "../words";
import type { Board, Site } from "../wire";
import { Page } from "./page";

/** At most so many boards of games in play are drawn. */
const most = 12;

class WatchPage extends Page {
  static override properties = {
    list: { state: true },
    tables: { state: true },
    games: { state: true },
    only: { state: true },
    over: { state: true },
    more: { state: true },
    fault: { state: true },
  };

  protected readonly place = "Watch";
  declare list: Entry[] | undefined;
  declare tables: ReadonlyMap<string, Table>;
  declare games: readonly GameFacts[];
  /** The game whose finished games are shown; empty: all. */
  declare only: string;
  declare over: readonly Entry[] | undefined;
  /** Where the next page of finished games begins; empty: there is none. */
  declare more: string;
  declare fault: string;
  #timer = 0;
  #asking = 0;

  constructor() {
    super();
    this.tables = new Map();
    this.games = [];
    this.more = this.fault = "";
    this.only = new URLSearchParams(location.search).get("game") ?? "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
    void this.#past("");
    void api.games().then((list) => (this.games = list)).catch(() => undefined);
    this.#timer = window.setInterval(() => document.visibilityState === "visible" && void this.#load(), 5000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  async #load(): Promise<void> {
    try {
      const list = (await api.tables(false, 50)).sort((a, b) => b.changed - a.changed);
      // Only boards that have changed are asked for.
      const tables = new Map<string, Table>();
      await Promise.all(
        list.slice(0, most).map(async (e) => {
          const known = this.tables.get(e.id);
          const fresh = known && known.turns.length === e.turns && known.status.state === e.state;
          tables.set(e.id, fresh ? known : await api.table(e.id));
        }),
      );
      // One that is over since is looked for among the finished ones.
      if (this.list?.some((e) => !list.some((f) => f.id === e.id))) void this.#past("");
      this.tables = tables;
      this.list = list;
    } catch {
      this.list ??= [];
    }
  }

  /** Asks for finished games: the first page, or the one after another. */
  async #past(after: string): Promise<void> {
    const number = ++this.#asking;
    try {
      const page = await api.finished(this.only, after);
      if (number !== this.#asking) return;
      this.over = after ? [...(this.over ?? []), ...page.games] : page.games;
      this.more = page.next ?? "";
      this.fault = "";
    } catch (e) {
      if (number === this.#asking) this.fault = e instanceof Error ? e.message : String(e);
    }
  }

  #choose(game: string): void {
    this.only = game;
    history.replaceState(null, "", game ? `/watch?game=${game}` : "/watch");
    void this.#past("");
  }

  protected body() {
    return html`<div class="st">
      <div class="hero"><h1>Games in play</h1><p class="soft">Public games, the latest move first. Anybody may watch.</p></div>
      ${this.list?.length === 0 ? html`<p class="none card">Nobody plays in public at the moment. <a href="/">Open a table to all</a> and somebody may come.</p>` : nothing}
      <ul class="boards">
        ${(this.list ?? []).map((e) => {
          const t = this.tables.get(e.id);
          return this.#card(e, t?.view.board, t ? wayOf(t.seen) : noSites, controlSaid(e.control));
        })}
      </ul>
      <section aria-labelledby="over-head">
        <div class="hero">
          <h2 id="over-head">Finished games</h2>
          <span class="sp"></span>
          <select aria-label="Of which game" @change=${(e: Event) => this.#choose((e.target as HTMLSelectElement).value)}>
            <option value="" ?selected=${this.only === ""}>All games</option>
            ${this.games.map((g) => html`<option value=${g.name} ?selected=${g.name === this.only}>${g.title}</option>`)}
          </select>
        </div>
        ${this.fault ? html`<p class="none card" role="alert">${this.fault}</p>` : nothing}
        ${this.over?.length === 0 && !this.fault ? html`<p class="none card">None yet. Games that are open to all are listed here when they are over.</p>` : nothing}
        <ul class="boards over">
          ${(this.over ?? []).map((e) => this.#card(e, e.board, noSites, `${count(e.turns, "turn")} · ${agoSaid(e.ended ?? e.changed)}`, e.reason))}
        </ul>
        ${this.more ? html`<p class="more-line"><button type="button" class="btn" @click=${() => void this.#past(this.more)}>Earlier games</button></p>` : nothing}
      </section>
      <p class="more-line small"><a href="/jobs">What the machines are working on</a></p>
    </div>`;
  }

  #card(e: Entry, board: Board | undefined, way: readonly Site[], about: string, title?: string) {
    const s = settings();
    return html`<li class="card">
      <a href="/table/${e.id}" title=${title ?? nothing}>
        ${board
          ? html`<span class="bd"
              ><kb-board
                class="${board.shape} ${e.game}"
                aria-hidden="true"
                form="wide"
                .board=${board}
                .lastPath=${way}
                .look=${s.look}
                .dark=${s.dark}
                .numbers=${false}
                .coordinates=${false}
                .playable=${false}
              ></kb-board
            ></span>`
          : nothing}
        <span class="nm">${e.title}</span>
        <span class="small">${entrySaid(e)}</span>
        <span class="soft small">${about}</span>
      </a>
    </li>`;
  }
}

customElements.define("kb-watch", WatchPage);
