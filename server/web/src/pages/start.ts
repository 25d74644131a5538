// <kb-start>: choose a board, its rules and whom to play with.

import { html, nothing } from "lit";
import "../board/board";
import { address, api, Refused, type NewTable } from "../net/api";
import type { Entry, GameFacts, OptionFacts } from "../net/types";
import { icon } from "../parts/icons";
import { ruleLink } from "../game/why";
import { wayOf } from "../game/view";
import { change, settings } from "../settings";
import { boardSaid, controlSaid, entrySaid, fullStrength, inForce, upper, valueSaid } from "../words";
import { Page } from "./page";
import type { Board, Seen } from "../wire";
import { pictures } from "../samples/pictures";

/** The clocks that are offered; others are typed. */
const controls = ["none", "3+2", "5+3", "10+5", "20+10", "10+3x30", "1d", "3d"] as const;

type Seat = "first" | "second" | "random";

class StartPage extends Page {
  static override properties = {
    games: { state: true },
    game: { state: true },
    variant: { state: true },
    chosen: { state: true },
    control: { state: true },
    quiet: { state: true },
    level: { state: true },
    seat: { state: true },
    length: { state: true },
    seen: { state: true },
    position: { state: true },
    fault: { state: true },
    making: { state: true },
    tables: { state: true },
    mine: { state: true },
  };

  protected readonly place = "Play";

  declare games: GameFacts[];
  declare game: string;
  declare variant: string;
  /** Options that differ from the variant. */
  declare chosen: Record<string, string>;
  /** The clock of a game with a friend, and of the other ways to play. */
  declare control: string;
  declare quiet: string;
  declare level: number;
  declare seat: Seat;
  /** Games of a match; 0: as long as both like. */
  declare length: number;
  declare seen: "unlisted" | "public" | "private";
  declare position: string;
  declare fault: string;
  declare making: boolean;
  declare tables: Entry[];
  declare mine: Entry[];

  #checking = 0;
  #refresh = 0;

  constructor() {
    super();
    this.games = [];
    this.tables = [];
    this.mine = [];
    this.chosen = {};
    this.fault = this.variant = "";
    this.making = false;
    const q = new URLSearchParams(location.search);
    this.game = q.get("game") ?? "";
    this.variant = q.get("variant") ?? "";
    for (const s of q.getAll("set")) this.chosen[s.slice(0, s.indexOf("="))] = s.slice(s.indexOf("=") + 1);
    this.position = q.get("position") ?? "";
    const kept = read();
    this.game ||= kept.game ?? "";
    this.control = kept.control ?? "10+5";
    this.quiet = "none";
    this.level = kept.level ?? 3;
    this.seat = kept.seat ?? "first";
    this.length = 0;
    this.seen = "unlisted";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void api
      .games()
      .then((list) => {
        this.games = list;
        const g = list.find((x) => x.name === this.game) ?? list[0];
        this.game = g.name;
        this.variant = g.variants.find((v) => v.name === this.variant)?.name ?? g.variants[0].name;
      })
      .catch((e: unknown) => (this.fault = e instanceof Error ? e.message : String(e)));
    const lists = () => {
      if (document.visibilityState === "hidden") return;
      void api.tables().then((t) => (this.tables = t)).catch(() => undefined);
      void api.tables(true).then((t) => (this.mine = t)).catch(() => undefined);
    };
    lists();
    this.#refresh = window.setInterval(lists, 5000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#refresh);
  }

  // ------------------------------------------------------------ choosing

  #choose(game: string): void {
    this.game = game;
    this.variant = this.games.find((g) => g.name === game)?.variants[0].name ?? "";
    this.chosen = {};
    this.position = this.fault = "";
    this.#keep();
  }

  #vary(variant: string): void {
    this.variant = variant;
    this.chosen = {};
    this.#check();
  }

  #set(o: OptionFacts, value: string, g: GameFacts): void {
    const base = inForce(g, this.variant, [])[o.name];
    const chosen = { ...this.chosen };
    if (value === base) delete chosen[o.name];
    else chosen[o.name] = value;
    this.chosen = chosen;
    this.#check();
  }

  get #options(): string[] {
    return Object.entries(this.chosen).map(([k, v]) => `${k}=${v}`);
  }

  /** Asks whether the options go together. */
  #check(): void {
    clearTimeout(this.#checking);
    this.#checking = window.setTimeout(() => {
      api.position({ game: this.game, variant: this.variant, set: this.#options, position: this.position }).then(
        () => (this.fault = ""),
        (e: unknown) => (this.fault = e instanceof Error ? e.message : String(e)),
      );
    }, 200);
  }

  #keep(): void {
    try {
      localStorage.setItem("kibaho-start", JSON.stringify({ game: this.game, control: this.control, level: this.level, seat: this.seat }));
    } catch {
      // nothing is kept
    }
  }

  async #make(more: Partial<NewTable>): Promise<void> {
    if (this.making) return;
    this.making = true;
    this.#keep();
    try {
      const t = await api.newTable({
        game: this.game,
        variant: this.variant,
        set: this.#options,
        position: this.position.trim(),
        name: settings().name,
        games: this.length,
        ...more,
      });
      location.assign(`/table/${t.id}`);
    } catch (e) {
      this.making = false;
      this.fault = e instanceof Refused ? e.message : String(e);
    }
  }

  // ------------------------------------------------------------ drawing

  protected body() {
    const g = this.games.find((x) => x.name === this.game);
    return html`<div class="st">
      <div class="hero">
        <h1>Choose a board</h1>
        <p class="soft">Four old games, each by a numbered rule book, each reading of a rule playable.</p>
      </div>
      <div class="cards" role="radiogroup" aria-label="Game">${this.games.map((x) => this.#card(x))}</div>
      ${g ? html`<section class="card set" aria-label="Set up ${g.title}">${this.#rules(g)}${this.#ways(g)}</section>` : html`<p class="soft" role="status">${this.fault}</p>`}
      ${this.#lists()}
      <footer class="foot small soft">No account, no advertisement, nothing from elsewhere. Programs may play too: <a href="/api">the API</a>.</footer>
    </div>`;
  }

  #card(g: GameFacts) {
    const on = g.name === this.game;
    const live = this.mine.find((e) => e.game === g.name);
    const p = pictures[g.name] as { board: Board; seen: Seen[] } | undefined;
    const s = settings();
    return html`<label class="gc${on ? " on" : ""}">
      <input type="radio" name="game" value=${g.name} .checked=${on} @change=${() => this.#choose(g.name)} />
      <span class="bd"
        ><kb-board
          class="${g.board.shape} ${g.name}"
          aria-hidden="true"
          form="wide"
          .board=${p?.board ?? g.board}
          .lastPath=${p ? wayOf(p.seen) : []}
          .look=${s.look}
          .dark=${s.dark}
          .numbers=${false}
          .coordinates=${false}
          .playable=${false}
          label=${g.title}
        ></kb-board
      ></span>
      <span class="nm">${g.title}</span>
      <span class="soft small">${boardSaid(g)}</span>
      ${live ? html`<a class="lv small" href="/table/${live.id}"><i></i>${entrySaid(live)}</a>` : nothing}
    </label>`;
  }

  #rules(g: GameFacts) {
    const values = inForce(g, this.variant, this.#options);
    const ofGame = g.options.filter((o) => !o.match);
    const ofMatch = g.options.filter((o) => o.match);
    const fewer = ofGame.filter((o) => o.values && o.values.length <= 5);
    const rest = ofGame.filter((o) => !fewer.includes(o));
    const changed = rest.filter((o) => o.name in this.chosen).length;
    return html`<div>
      <h2>${g.title}: which rules?</h2>
      <div class="rds" role="radiogroup" aria-label="Variant">
        ${g.variants.map(
          (v) => html`<label class="rd${v.name === this.variant ? " on" : ""}">
            <input type="radio" name="variant" .checked=${v.name === this.variant} @change=${() => this.#vary(v.name)} />
            <span><b>${v.title}</b> ${v.source ? html`<span class="tag">${v.source}</span>` : nothing}<br /><span class="soft small">${v.text}</span></span>
          </label>`,
        )}
      </div>
      <p class="small booklink"><a href=${address(`/rules/${g.name}`, { variant: this.variant, set: this.#options })}>Read these rules</a></p>
      ${fewer.map((o) => this.#option(g, o, values))}
      <details class="more" ?open=${changed > 0}>
        <summary>Size, draws and endless sowing</summary>
        ${rest.map((o) => this.#option(g, o, values))}
      </details>
      <details class="more" ?open=${ofMatch.some((o) => o.name in this.chosen) || this.length > 0}>
        <summary>The match</summary>
        <div class="op">
          <span><a class="rno" href=${ruleLink(g.name, this.variant, this.#options, "M1")}>M1</a> How many games?</span>
          ${this.#segments(
            "length",
            ["0", "2", "3", "4", "6", "10"].map((v) => [v, v === "0" ? "as long as both like" : v]),
            String(this.length),
            (v) => (this.length = Number(v)),
          )}
          <span></span>
        </div>
        ${ofMatch.map((o) => this.#option(g, o, values))}
      </details>
      <details class="more" ?open=${this.position !== ""}>
        <summary>From a position</summary>
        <label class="field"
          ><span class="small soft">As text; empty is the start of the variant</span>
          <input
            class="mono"
            spellcheck="false"
            maxlength="4096"
            .value=${this.position}
            @input=${(e: Event) => {
              this.position = (e.target as HTMLInputElement).value;
              this.#check();
            }}
        /></label>
        <p class="small"><a href=${address("/analysis", { game: g.name, variant: this.variant, set: this.#options, position: this.position, edit: "1" })}>Set it up on a board</a></p>
      </details>
    </div>`;
  }

  #option(g: GameFacts, o: OptionFacts, values: Record<string, string>) {
    const value = values[o.name];
    const chosen = o.values?.find((v) => v.name === value);
    const source = chosen?.source ?? o.source;
    const link = ruleLink(g.name, this.variant, this.#options, o.rule);
    const about = html`<a class="rno" href=${link}>${o.rule}</a> ${o.text}`;
    const tag = source ? html`<span class="tag" title="Source: ${source}">${source}</span>` : html`<span></span>`;
    if (!o.values)
      return html`<div class="op">
        <span>${about}</span>
        <input
          class="number"
          type="number"
          aria-label=${o.text}
          min=${o.min ?? 0}
          max=${o.max ?? 1}
          .value=${value}
          @change=${(e: Event) => this.#set(o, (e.target as HTMLInputElement).value, g)}
        />${tag}
      </div>`;
    if (o.values.length > 5)
      return html`<div class="op">
        <span>${about}</span>
        <select aria-label=${o.text} @change=${(e: Event) => this.#set(o, (e.target as HTMLSelectElement).value, g)}>
          ${o.values.map((v) => html`<option value=${v.name} ?selected=${v.name === value}>${v.text}</option>`)}</select
        >${tag}
      </div>`;
    // Each answer in words with its source; the one that is played is told while the others are folded away.
    return html`<details class="op fold">
      <summary>
        <span><span class="rno">${o.rule}</span> ${o.text} <b class="soft">${valueSaid(o, value)}</b></span>
        ${tag}
      </summary>
      <div class="answers" role="radiogroup" aria-label=${o.text}>
        ${o.values.map(
          (v) => html`<label class="answer"
            ><input type="radio" name="o-${o.name}" .checked=${v.name === value} @change=${() => this.#set(o, v.name, g)} />
            <span>${upper(v.text)} <code class="soft">${o.name}=${v.name}</code></span>
            ${v.source ? html`<span class="tag">${v.source}</span>` : nothing}</label
          >`,
        )}
        <p class="small"><a href=${link}>Read rule ${o.rule}</a></p>
      </div>
    </details>`;
  }

  /** A clock chosen in words, or typed. */
  #clock(name: string, now: string, set: (control: string) => void) {
    const known = (controls as readonly string[]).includes(now);
    return html`<span class="clockline">
      <select aria-label=${name} @change=${(e: Event) => set((e.target as HTMLSelectElement).value === "other" ? "15+10" : (e.target as HTMLSelectElement).value)}>
        ${controls.map((c) => html`<option value=${c} ?selected=${c === now}>${upper(controlSaid(c))}</option>`)}
        <option value="other" ?selected=${!known}>Another clock …</option>
      </select>
      ${known
        ? nothing
        : html`<input class="mono" aria-label="${name}, written" maxlength="20" size="9" spellcheck="false" autocomplete="off" .value=${now} @change=${(e: Event) => set((e.target as HTMLInputElement).value.trim() || "none")} />
            <span class="soft small">15+10: minutes and seconds a move; 10+3x30: then periods; 7d: days a move</span>`}
    </span>`;
  }

  #segments(name: string, values: (readonly [string, string])[], now: string, set: (v: string) => void, label = "") {
    return html`<span class="seg" role="radiogroup" aria-label=${label || name}>
      ${values.map(
        ([v, text]) => html`<label><input type="radio" name="o-${name}" .checked=${v === now} @change=${() => set(v)} /><span>${text}</span></label>`,
      )}
    </span>`;
  }

  #ways(g: GameFacts) {
    const side = (s: Seat): string => (s === "random" ? "by lot" : g.sides[s === "first" ? 0 : 1]);
    return html`<div>
      <h2>How to play?</h2>
      <div class="ways">
        ${this.fault ? html`<p class="tip" role="alert">${icon("no")}<span>${this.fault}</span></p>` : nothing}
        <div class="way">
          ${icon("link")}
          <span><b>With a friend</b><br /><span class="soft small">Send a link; who opens it sits opposite.</span></span>
          <button type="button" class="btn pri" ?disabled=${this.making} @click=${() => void this.#make({ control: this.control, seat: this.seat, visibility: this.seen })}>Make a link</button>
          <div class="wide">${this.#clock("Clock", this.control, (v) => (this.control = v))}</div>
          <div class="wide">
            ${this.#segments(
              "seen",
              [
                ["unlisted", "by link"],
                ["public", "anybody"],
                ["private", "private"],
              ],
              this.seen,
              (v) => (this.seen = v as StartPage["seen"]),
              "Who may join and watch",
            )}
            <span class="soft small seenby">${this.seen === "public" ? "It is listed below; anybody may join and watch." : this.seen === "private" ? "Nobody else may watch." : "Who knows the link may watch."}</span>
          </div>
        </div>
        <div class="way">
          ${icon("cpu")}
          <span><b>Against the engine</b><br /><span class="soft small">From 1, who hardly looks ahead, to 8; full is all that it can in a second.</span></span>
          <button type="button" class="btn" ?disabled=${this.making} @click=${() => void this.#make({ level: this.level, seat: this.seat, control: this.quiet })}>Play</button>
          ${this.#segments(
            "level",
            Array.from({ length: fullStrength }, (_, i) => [String(i + 1), i + 1 === fullStrength ? "full" : String(i + 1)] as const),
            String(this.level),
            (v) => (this.level = Number(v)),
            "Engine level",
          )}
          <div class="wide">${this.#clock("Clock against the engine", this.quiet, (v) => (this.quiet = v))}</div>
        </div>
        <div class="way">
          ${icon("two")}
          <span><b>Two people, one screen</b><br /><span class="soft small">The board turns after each move, or stays.</span></span>
          <button type="button" class="btn" ?disabled=${this.making} @click=${() => void this.#make({ seat: "both", control: this.quiet })}>Start</button>
          <div class="wide">${this.#clock("Clock on one screen", this.quiet, (v) => (this.quiet = v))}</div>
          <label class="switch small wide"
            ><input type="checkbox" .checked=${settings().turns} @change=${(e: Event) => change({ turns: (e.target as HTMLInputElement).checked })} /><span>The board turns</span></label
          >
        </div>
        <div class="way plain">
          <span class="wide first"
            ><b class="small">You play</b> ${this.#segments("seat", (["first", "second", "random"] as const).map((s) => [s, side(s)]), this.seat, (v) => (this.seat = v as Seat), "Your side")}</span
          >
          <label class="field wide first"
            ><span class="small">Your name</span>
            <input maxlength="32" autocomplete="nickname" placeholder="Guest" .value=${settings().name} @change=${(e: Event) => change({ name: (e.target as HTMLInputElement).value.trim() })}
          /></label>
        </div>
      </div>
    </div>`;
  }

  #lists() {
    const row = (e: Entry) => html`<li>
      <a href="/table/${e.id}"
        ><b>${e.title}</b> <span>${entrySaid(e)}</span
        ><span class="sp"></span><span class="soft small">${controlSaid(e.control)}${e.you.length > 0 && e.state === "playing" && e.you.includes(e.turn) ? " · your move" : ""}</span>
        <span class="btn tiny">${e.you.length > 0 ? "Go on" : e.state === "waiting" ? "Join" : "Watch"}</span></a
      >
    </li>`;
    const others = this.tables.filter((e) => e.you.length === 0);
    return html`<div class="lists">
      <section class="card list" aria-label="Your games">
        <h2>Your games</h2>
        ${this.mine.length > 0 ? html`<ul>${this.mine.map(row)}</ul>` : html`<p class="soft small">None is going on. Games that are over are among the <a href="/records">records</a>.</p>`}
      </section>
      <section class="card list" aria-label="Open to all">
        <h2>Open to all</h2>
        ${others.length > 0 ? html`<ul>${others.slice(0, 12).map(row)}</ul>` : html`<p class="soft small">Nobody waits or plays in public at the moment.</p>`}
        <form
          class="linkline"
          @submit=${(e: Event) => {
            e.preventDefault();
            const text = (e.target as HTMLFormElement).querySelector("input")?.value.trim() ?? "";
            const id = text.split(/[/?#]/).filter(Boolean).pop();
            if (id) location.assign(`/table/${id}`);
          }}
        >
          <input aria-label="Link to a table" placeholder="A link you were sent" autocomplete="off" />
          <button class="btn">Open</button>
        </form>
      </section>
    </div>`;
  }
}

function read(): { game?: string; control?: string; level?: number; seat?: Seat } {
  try {
    return JSON.parse(localStorage.getItem("kibaho-start") ?? "{}") as { game?: string };
  } catch {
    return {};
  }
}

customElements.define("kb-start", StartPage);
