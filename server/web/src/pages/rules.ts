// <kb-rules>: the rules of a game as a variant plays them, each with its number,
// its source, its readings, and a diagram where one helps.

import { html, nothing } from "lit";
import "../board/board";
import type { BoardElement } from "../board/board";
import { noMoves, noSeen, noSites } from "../game/view";
import { address, api, Refused } from "../net/api";
import type { GameFacts, PositionAnswer, Reading, RuleBook, RuleFacts } from "../net/types";
import { settings } from "../settings";
import { diagrams, type Diagram } from "./diagrams";
import { Page } from "./page";

interface Drawn {
  d: Diagram;
  a: PositionAnswer;
}

class RulesPage extends Page {
  static override properties = {
    games: { state: true },
    book: { state: true },
    fault: { state: true },
    drawn: { state: true },
    current: { state: true },
  };

  protected readonly place = "Rules";
  protected override skip = "Skip to the rules";

  declare games: GameFacts[];
  declare book: RuleBook | undefined;
  declare fault: string;
  declare drawn: readonly Drawn[];
  declare current: string;

  readonly #game = location.pathname.split("/").filter(Boolean)[1] ?? "";
  readonly #query = new URLSearchParams(location.search);
  #seen: IntersectionObserver | undefined;

  constructor() {
    super();
    this.games = [];
    this.drawn = [];
    this.fault = "";
    this.current = location.hash.slice(1);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
    addEventListener("hashchange", () => (this.current = location.hash.slice(1)));
  }

  async #load(): Promise<void> {
    try {
      this.games = await api.games();
      const game = this.#game || this.games[0].name;
      const book = await api.rules(game, this.#query.get("variant") ?? "", this.#query.getAll("set"));
      this.book = book;
      document.title = `${book.title}: the rules · kibaho`;
      await this.updateComplete;
      if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
      this.#watch();
      const drawn = await Promise.all((diagrams[game] ?? []).map((d) => this.#draw(book, d)));
      this.drawn = drawn.filter((d) => d !== undefined);
      await this.updateComplete;
      for (const { d, a } of this.drawn) await this.#choose(d, a);
      if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
    }
  }

  async #draw(book: RuleBook, d: Diagram): Promise<Drawn | undefined> {
    const own = new Set((d.set ?? []).map((s) => s.split("=")[0]));
    const set = [...book.set.filter((s) => !own.has(s.split("=")[0])), ...(d.set ?? [])];
    try {
      return { d, a: await api.position({ game: book.game, variant: book.variant, set, position: d.position, moves: d.moves, seen: true, history: true }) };
    } catch (e) {
      if (e instanceof Refused) return undefined; // these rules do not know such a position
      throw e;
    }
  }

  /** Chooses in a diagram as a person would. */
  async #choose(d: Diagram, a: PositionAnswer): Promise<void> {
    const board = this.querySelector<BoardElement>(`#d-${d.rule} kb-board`);
    if (!board) return;
    await board.updateComplete;
    const site = (name: string) => a.view.board.names.indexOf(name);
    for (const c of d.choose ?? []) board.choose(site(c));
    if (d.refuse) board.choose(site(d.refuse));
  }

  /** Marks in the list which rule is being read. */
  #watch(): void {
    this.#seen?.disconnect();
    this.#seen = new IntersectionObserver(
      (list) => {
        const top = list.filter((e) => e.isIntersecting).sort((a, b) => a.boundingClientRect.top - b.boundingClientRect.top)[0];
        if (top && !location.hash) this.current = top.target.id;
      },
      { rootMargin: "0px 0px -70% 0px" },
    );
    for (const e of this.querySelectorAll(".ru")) this.#seen.observe(e);
  }

  #link(game: string, variant: string, set: readonly string[], hash = ""): string {
    return address(`/rules/${game}`, { variant, set }) + (hash ? `#${hash}` : "");
  }

  protected body() {
    const b = this.book;
    const g = this.games.find((x) => x.name === b?.game);
    if (this.fault) return html`<div class="rb"><article><h1>Rules</h1><p role="alert">${this.fault}</p><p><a href="/rules">To the rules</a></p></article></div>`;
    if (!b || !g) return html`<p class="soft" role="status">Opening the rules …</p>`;
    return html`<div class="rb">
      <nav class="toc" aria-label="Rules of ${b.title}">
        <p class="toc-head">${b.title}</p>
        ${[...b.rules, ...b.customs].map(
          (r) => html`<a href="#${r.no}" aria-current=${r.no === this.current ? "true" : nothing}><span class="rno">${r.no}</span>${r.title}</a>`,
        )}
      </nav>
      <article>
        <nav class="gt" aria-label="Games">
          ${this.games.map(
            (x) => html`<a class="btn${x.name === b.game ? " strong" : ""}" href="/rules/${x.name}" aria-current=${x.name === b.game ? "page" : nothing}>${x.title.replace("English draughts", "Draughts")}</a>`,
          )}
        </nav>
        <h1>${b.title}</h1>
        <p class="lead">${b.about} Every rule has a number and a source; where sources differ, each reading can be played.</p>
        <section class="vars" aria-label="Variants">
          ${g.variants.map(
            (v) => html`<a class="var${v.name === b.variant && b.set.length === 0 ? " on" : ""}" href=${this.#link(b.game, v.name, [])} aria-current=${v.name === b.variant ? "true" : nothing}
              ><b>${v.title}</b>${v.source ? html` <span class="tag">${v.source}</span>` : nothing}<span class="soft small">${v.text}</span></a
            >`,
          )}
        </section>
        ${b.set.length > 0
          ? html`<p class="chosen small">With <code>${b.set.join(", ")}</code> · <a href=${this.#link(b.game, b.variant, [])}>as the variant has it</a></p>`
          : nothing}
        <p class="go"><a class="btn pri" href=${address("/", { game: b.game, variant: b.variant, set: b.set })}>Play by these rules</a></p>
        ${b.rules.map((r) => this.#rule(b, r))}
        <h2 class="part">Customs of all games</h2>
        ${b.customs.map((r) => this.#rule(b, r))}
      </article>
    </div>`;
  }

  #rule(b: RuleBook, r: RuleFacts) {
    const drawn = this.drawn.filter((x) => x.d.rule === r.no);
    return html`<section class="ru" id=${r.no} aria-labelledby="h-${r.no}">
      <a class="rno" href="#${r.no}">${r.no}</a>
      <div>
        <h2 id="h-${r.no}">${r.title}</h2>
        <p>${r.text}</p>
        ${r.words.map(
          (w) => html`<figure class="words">
            <blockquote lang=${w.lang}>${w.text}</blockquote>
            <figcaption>${w.source} · ${w.name}</figcaption>
          </figure>`,
        )}
        ${r.readings.length > 0
          ? html`<ul class="readings">
              ${r.readings.map((x) => this.#reading(b, r, x))}
            </ul>`
          : nothing}
        ${drawn.map(({ d, a }) => this.#figure(b, d, a))}
      </div>
      <p class="src">${(r.source ?? "").split(/[;,] /).filter(Boolean).map((s) => html`<span class="tag">${s}</span> `)}</p>
    </section>`;
  }

  #reading(b: RuleBook, r: RuleFacts, x: Reading) {
    // The same rules with this reading chosen.
    const wants = x.when.split(" and ");
    const names = new Set(wants.map((w) => w.split("=")[0]));
    const set = [...b.set.filter((s) => !names.has(s.split("=")[0])), ...wants];
    return html`<li class=${x.played ? "played" : ""}>
      <code>${x.when}</code>
      <span
        >${x.text} ${x.source ? html`<span class="soft small">(${x.source})</span>` : nothing}
        ${x.played
          ? html`<b class="small on">played</b>`
          : html`<a class="small" href=${this.#link(b.game, b.variant, set, r.no)} aria-label="Choose ${x.when}">choose</a>`}</span
      >
    </li>`;
  }

  #figure(b: RuleBook, d: Diagram, a: PositionAnswer) {
    const s = settings();
    const n = a.turns.length;
    const before = n > 1 ? a.turns[n - 2].board : a.board;
    const shown = n > 0 && before !== undefined;
    // A turn under way begins at the board where it began.
    const events = n > 0 ? (a.turns[n - 1].seen ?? noSeen) : noSeen;
    return html`<figure class="fig" id="d-${d.rule}">
      <kb-board
        class=${a.view.board.shape}
        form="wide"
        .board=${a.view.board}
        .moves=${d.live ? a.view.moves : noMoves}
        .events=${shown ? events : noSeen}
        .previous=${shown ? before : undefined}
        .lastPath=${noSites}
        .midTurn=${a.view.midTurn ?? false}
        .sideNames=${a.sides}
        label="${b.title}, ${d.rule}: ${d.caption}"
        .look=${s.look}
        .dark=${s.dark}
        .shortcuts=${false}
        .confirm=${true}
        .playable=${d.live ?? false}
        speed="off"
      ></kb-board>
      <figcaption>${d.caption} <a href=${address("/analysis", { game: b.game, variant: b.variant, set: [...b.set, ...(d.set ?? [])], position: d.position ?? a.start, moves: (d.moves ?? []).join("_") })}>Try it</a></figcaption>
    </figure>`;
  }
}

customElements.define("kb-rules", RulesPage);
