// <kb-watch>: the public games that are in play, with their boards.

import { html } from "lit";
import "../board/board";
import { wayOf } from "../game/view";
import { api } from "../net/api";
import type { Entry, Table } from "../net/types";
import { settings } from "../settings";
import { controlSaid, entrySaid, seatSaid } from "../words";
import { Page } from "./page";

/** At most so many boards are drawn. */
const most = 12;

class WatchPage extends Page {
  static override properties = { list: { state: true }, tables: { state: true } };

  protected readonly place = "Watch";
  declare list: Entry[] | undefined;
  declare tables: ReadonlyMap<string, Table>;
  #timer = 0;

  constructor() {
    super();
    this.tables = new Map();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
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
      this.tables = tables;
      this.list = list;
    } catch {
      this.list ??= [];
    }
  }

  protected body() {
    const s = settings();
    return html`<div class="st">
      <div class="hero"><h1>Games in play</h1><p class="soft">Public games, the latest move first. Anybody may watch.</p></div>
      ${this.list?.length === 0 ? html`<p class="none card">Nobody plays in public at the moment. <a href="/">Open a table to all</a> and somebody may come.</p>` : ""}
      <ul class="boards">
        ${(this.list ?? []).map((e) => {
          const t = this.tables.get(e.id);
          return html`<li class="card">
            <a href="/table/${e.id}">
              ${t
                ? html`<span class="bd"
                    ><kb-board
                      class="${t.view.board.shape} ${t.game}"
                      aria-hidden="true"
                      form="wide"
                      .board=${t.view.board}
                      .lastPath=${wayOf(t.seen)}
                      .look=${s.look}
                      .dark=${s.dark}
                      .numbers=${false}
                      .coordinates=${false}
                      .playable=${false}
                    ></kb-board
                  ></span>`
                : ""}
              <span class="nm">${e.title}</span>
              <span class="small">${e.state === "waiting" ? `${seatSaid(e.seats[e.seats[0].kind === "open" ? 1 : 0])} waits for an opponent` : entrySaid(e)}</span>
              <span class="soft small">${controlSaid(e.control)}</span>
            </a>
          </li>`;
        })}
      </ul>
    </div>`;
  }
}

customElements.define("kb-watch", WatchPage);
