// <kb-table-page>: a game being played or watched.

import { html, nothing } from "lit";
import "../parts/index";
import type { BoardElement } from "../board/board";
import type { Frame } from "../board/animate";
import { heard, left, periodOf } from "../game/clock";
import { legend, noMoves, noSeen, noSites, wayOf, withEvents } from "../game/view";
import { tip, why } from "../game/why";
import { api, Refused } from "../net/api";
import { Live, type Command } from "../net/live";
import type { GameFacts, Message, PositionNow, Table, TableEvent, TurnPlayed } from "../net/types";
import type { PlayerBar } from "../parts/bars";
import type { MoveBoxElement } from "../parts/movebox";
import type { TableElement, View } from "../parts/table";
import { settings } from "../settings";
import { sounds, type Sound } from "../sounds";
import { about, head, links, rules, sheet } from "../table/about";
import { actions, bottom } from "../table/deeds";
import type { Host, Sure } from "../table/host";
import { notice } from "../table/notice";
import { players, result, told, who } from "../table/words";
import { Mark, type Move, type Refusal, type Seen } from "../wire";
import { seatSaid } from "../words";
import { copy, Page, save } from "./page";

/** A position that is still to be shown. */
interface Show {
  view: PositionNow;
  seen: readonly Seen[];
  text: string;
  side: 0 | 1;
}

/** A show never holds the next one up for longer, in milliseconds. */
const longestShow = 8000;

class TablePage extends Page implements Host {
  static override properties = {
    table: { state: true },
    shown: { state: true },
    fault: { state: true },
    online: { state: true },
    refusal: { state: true },
    flip: { state: true },
    sheet: { state: true },
    sure: { state: true },
    typing: { state: true },
    copied: { state: true },
    tick: { state: true },
    facts: { state: true },
    said: { state: true },
  };

  protected readonly place = "Play";
  protected override skip = "Skip to the board";

  declare table: Table | undefined;
  /** The turn that is looked at; undefined: the newest. */
  declare shown: number | undefined;
  declare fault: string;
  declare online: boolean;
  declare refusal: Refusal | undefined;
  declare flip: boolean;
  declare sheet: boolean;
  declare sure: Sure;
  declare typing: boolean;
  declare copied: boolean;
  declare tick: number;
  declare facts: GameFacts | undefined;
  declare said: string;

  readonly #id = location.pathname.split("/").filter(Boolean)[1] ?? "";
  #live: Live | undefined;
  #view: View | undefined;
  #shows: Show[] = [];
  #showing = 0;
  /** The position on the board: it may lag behind the table's while a move is shown. */
  #now: PositionNow | undefined;
  #history: TurnPlayed[] = [];
  #startBoard: PositionNow["board"] | undefined;
  #timer = 0;
  #lastBeep = -1;
  #leaving = false;

  constructor() {
    super();
    this.fault = this.sure = this.said = "";
    this.online = true;
    this.flip = this.sheet = this.typing = this.copied = false;
    this.tick = 0;
    this.addEventListener("kb-move", (e) => void this.#play((e as CustomEvent<{ text: string }>).detail.text));
    this.addEventListener("kb-refuse", (e) => void this.#refused((e as CustomEvent<{ site?: number; text: string }>).detail));
    this.addEventListener("kb-goto", (e) => void this.goto((e as CustomEvent<{ ply: number }>).detail.ply));
    this.addEventListener("kb-replay", () => this.#board?.replay());
    this.addEventListener("kb-shown", () => this.#next());
    this.addEventListener("kb-frame", (e) => this.#frame((e as CustomEvent<{ frame: Frame }>).detail.frame));
    this.addEventListener("kb-type", () => this.type());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#key);
    this.#timer = window.setInterval(() => this.#beat(), 100);
    void api.games().then((list) => {
      this.facts = list.find((g) => g.name === this.table?.game) ?? this.facts;
      this.#games = list;
      this.requestUpdate();
    });
    void this.#begin();
  }

  #games: GameFacts[] = [];

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#key);
    clearInterval(this.#timer);
    this.#live?.close();
  }

  async #begin(): Promise<void> {
    try {
      this.#table(await api.table(this.#id));
    } catch (e) {
      if (e instanceof Refused && e.problem.status === 404) {
        this.fault = "There is no such table, or it is a private one.";
        return;
      }
      if (!(e instanceof Refused)) throw e;
      this.online = false; // the connection goes on trying
    }
    this.#live = new Live(
      this.#id,
      (m) => this.#message(m),
      (yes) => (this.online = yes),
    );
  }

  get #board(): BoardElement | null {
    return this.querySelector("kb-board");
  }

  // ------------------------------------------------------------ what the server says

  #message(m: Message): void {
    if (m.type === "table" && m.table) return this.#table(m.table);
    const t = this.table;
    if (!t) return;
    if (m.type === "here" && m.here) {
      const here = m.here;
      this.table = { ...t, watching: m.watching ?? t.watching, seats: [{ ...t.seats[0], here: here[0] }, { ...t.seats[1], here: here[1] }] };
    } else if (m.type === "event" && m.event && m.status) {
      this.#event(t, m.event, m);
    }
  }

  #table(t: Table): void {
    const before = this.table;
    const came = before && before.status.state === "waiting" && t.status.state === "playing";
    if (t.status.clock) heard(t.status.clock);
    this.table = t;
    if (!before) this.facts = this.#games.find((g) => g.name === t.game);
    if (came) {
      this.#sound("offer");
      this.said = "Both seats are taken: the game begins.";
    }
    if (before && before.view.position === t.view.position && before.status.ply === t.status.ply && before.view.outcome === t.view.outcome && !came) {
      this.#follow(t);
      return;
    }
    this.#shows = [];
    this.#showing = 0;
    this.#set(t.view, t.seen, undefined, "", 0);
    if (before) this.#board?.clearPremove();
    this.#follow(t);
  }

  #event(t: Table, e: TableEvent, m: Message): void {
    const status = m.status!;
    if (status.clock) heard(status.clock);
    let turns = t.turns;
    if (e.kind === "move") {
      const last = turns.at(-1);
      if (last && status.turns === turns.length) turns = [...turns.slice(0, -1), { side: last.side, text: last.text + (e.text ?? "") }];
      else turns = [...turns, { side: e.side, text: e.text ?? "" }];
    } else if (e.kind === "takeback") turns = turns.slice(0, e.turn ?? 0);
    const view = m.view ?? t.view;
    this.table = { ...t, seq: e.seq, status, turns, view };
    this.sure = "";
    if (m.view) {
      if (e.kind === "move") {
        this.#shows.push({ view, seen: m.seen ?? noSeen, text: e.text ?? "", side: e.side });
        // Whoever looks back at the game stays where he is.
        if (this.#shows.length > 3) this.#showing = 0;
        if (!this.#showing) this.#next();
      } else {
        this.#shows = [];
        if (e.kind === "takeback") {
          this.shown = undefined;
          this.#board?.clearPremove();
          this.#set(view, noSeen, undefined, "", e.side);
        } else if (this.#now?.position === view.position && this.#view) {
          // The last move stays marked when the game ends beside the board.
          this.#now = view;
          this.#view = { ...this.#view, label: this.#label(view), moves: this.#choices(view), question: undefined, detail: undefined };
        } else if (this.#now) this.#set({ ...view }, noSeen, undefined, "", e.side);
      }
    }
    this.#tell(t, e);
    this.#follow(this.table);
  }

  /** What a screen reader and the ears are told of an event. */
  #tell(t: Table, e: TableEvent): void {
    this.said = told(t, e);
    const mine = t.you.includes(e.side) && t.you.length === 1;
    if ((e.kind === "offer" || e.kind === "ask-takeback") && !mine) this.#sound("offer");
    const v = this.table!.view;
    if (v.outcome && !t.view.outcome) {
      const won = v.outcome === "first" ? 0 : 1;
      this.#sound(v.outcome === "draw" ? "drawn" : t.you.length === 1 && t.you[0] !== won ? "lost" : "won");
      this.said = result(this.table!);
    }
  }

  /** Goes on to the next game of a match, and keeps the title right. */
  #follow(t: Table): void {
    if (t.status.next && t.you.length > 0 && !this.#leaving) {
      this.#leaving = true;
      location.assign(`/table/${t.status.next}`);
    }
    const yours = t.status.state === "playing" && t.you.includes(t.view.turn);
    document.title = `${yours && t.you.length === 1 ? "Your move · " : ""}${seatSaid(t.seats[0])} – ${seatSaid(t.seats[1])} · ${t.title} · kibaho`;
    remember(t);
  }

  // ------------------------------------------------------------ showing

  /** Shows the next position that waits, one after the other. */
  #next(): void {
    clearTimeout(this.#showing);
    this.#showing = 0;
    const s = this.#shows.shift();
    if (!s) return;
    const before = this.#now?.board;
    if (this.shown !== undefined) {
      this.#now = s.view;
      this.#next();
      return;
    }
    this.#showing = window.setTimeout(() => this.#next(), longestShow);
    this.#set(s.view, s.seen, before, s.text, s.side);
    if (settings().speed === "off" || this.#board?.board?.shape !== "pits") this.#sound(s.seen.some((e) => e.kind === "take") ? "take" : "piece");
  }

  /** Puts a position on the board. */
  #set(p: PositionNow, seen: readonly Seen[], previous: PositionNow["board"] | undefined, text: string, side: 0 | 1): void {
    const t = this.table!;
    this.#now = p;
    this.refusal = undefined;
    this.#view = {
      label: this.#label(p),
      sides: t.sides,
      board: p.board,
      moves: this.#choices(p),
      events: previous ? seen : noSeen,
      previous,
      lastPath: previous ? noSites : wayOf(seen),
      lastText: text,
      lastWho: text ? (t.you.length === 1 && t.you.includes(side) ? "You" : who(t, side)) : "",
      midTurn: (p.midTurn ?? false) && previous !== undefined,
      missed: noSites,
      arrows: [],
      legend: legend(p.board),
      placeholder: p.moves[0]?.text ?? "",
    };
    this.requestUpdate();
    if (this.#view.moves.length > 0) void this.#foresee(p);
  }

  #choices(p: PositionNow): readonly Move[] {
    const t = this.table!;
    return t.status.state === "playing" && t.you.includes(p.turn) ? p.moves : noMoves;
  }

  /** Asks what would be seen in each decision, so that choices are previewed. */
  async #foresee(p: PositionNow): Promise<void> {
    const t = this.table!;
    if (p.moves.length > 300) return;
    try {
      const a = await api.position({ game: t.game, variant: t.variant, set: t.set, position: p.position, seen: true });
      await this.updateComplete;
      const v = this.#view;
      if (!v || v.board !== p.board || this.shown !== undefined || this.#now !== p || this.#board?.narrow.begun) return;
      this.#view = { ...v, moves: withEvents(v.moves, a.view.moves) };
      this.requestUpdate();
      if (p.board.marks?.some((m) => m & Mark.Huffable)) await this.#neglected(p);
    } catch {
      // it is played without a preview
    }
  }

  /** Finds the capture that was not made, to show its way (DR7). */
  async #neglected(p: PositionNow): Promise<void> {
    const t = this.table!;
    await this.#past();
    const n = this.#history.length;
    const position = n > 1 ? this.#history[n - 2].position : t.start;
    const before = await api.position({ game: t.game, variant: t.variant, set: t.set, position, seen: true });
    const m = before.view.moves.find((q) => (p.board.marks?.[q.path[0]?.sites[0] ?? -1] ?? 0) & Mark.Huffable && q.events?.some((e) => e.kind === "take"));
    const v = this.#view;
    if (!m || !v || v.board !== p.board || this.#now !== p) return;
    this.#view = { ...v, missed: wayOf(m.events ?? noSeen), question: `${who(t, (1 - p.turn) as 0 | 1)} could have jumped ${m.text}`, detail: "To move is to let it stand (DR7)" };
    this.requestUpdate();
  }

  async goto(ply: number): Promise<void> {
    const t = this.table;
    if (!t) return;
    const last = t.turns.length;
    if (ply >= last) {
      if (this.shown === undefined) return;
      this.shown = undefined;
      this.#shows = [];
      if (last > 0) await this.#past();
      const h = this.#history[last - 1];
      this.#set(t.view, h?.seen ?? noSeen, last > 1 ? this.#history[last - 2]?.board : this.#startBoard, h?.text ?? "", h?.side ?? 0);
      return;
    }
    try {
      await this.#past();
    } catch {
      return;
    }
    const forward = ply === (this.shown ?? last) + 1;
    this.shown = ply;
    const h = ply > 0 ? this.#history[ply - 1] : undefined;
    const board = h?.board ?? this.#startBoard;
    if (!board) return;
    const before = ply > 1 ? this.#history[ply - 2].board : this.#startBoard;
    const p: PositionNow = { position: h?.position ?? t.start, turn: h ? (t.turns[ply]?.side ?? 0) : (t.turns[0]?.side ?? 0), board, moves: [], outcome: "", reason: "", claim: "" };
    const kept = this.#now;
    this.#set(p, h?.seen ?? noSeen, h && before ? before : undefined, h?.text ?? "", h?.side ?? 0);
    this.#now = kept;
    if (!forward) {
      await this.updateComplete;
      await this.#board?.updateComplete;
      this.#board?.skip();
    }
  }

  /** Fetches the boards of the turns so far, if they are not known. */
  async #past(): Promise<void> {
    const t = this.table!;
    if (this.#history.length !== t.turns.length || this.#history.some((h, i) => h.text !== t.turns[i].text)) this.#history = await api.history(t.id);
    if (!this.#startBoard) this.#startBoard = (await api.position({ game: t.game, variant: t.variant, set: t.set, position: t.start })).view.board;
  }

  #label(p: PositionNow): string {
    const t = this.table!;
    return p.outcome ? `${t.title}, the game is over` : `${t.title}, ${t.sides[p.turn]} to move`;
  }

  // ------------------------------------------------------------ doing

  async command(c: Command): Promise<boolean> {
    const problem = await this.#live?.command(c);
    if (!problem) return true;
    this.refusal = tip(problem);
    this.#sound("refused");
    return false;
  }

  async #play(text: string): Promise<void> {
    const t = this.table;
    const p = this.#now;
    if (!t || !p || this.shown !== undefined) return;
    const done = await this.command({ kind: "move", text, ply: t.status.ply, side: p.turn });
    if (!done) this.#board?.reset();
  }

  async #refused(d: { site?: number; text: string }): Promise<void> {
    const t = this.table;
    const p = this.#now;
    const b = this.#board;
    if (!t || !p || !b) return;
    if (d.site === undefined) {
      // Typed: the server may read it in another written form.
      await this.#play(d.text);
      return;
    }
    this.#sound("refused");
    const from = b.narrow.sites.at(-1);
    const refusal = await why({ game: t.game, variant: t.variant, set: t.set, position: p.position }, p.board, from, d.site, b.narrow.lit);
    if (this.#now === p) this.refusal = refusal;
  }

  #sound(name: Sound): void {
    if (settings().sounds) sounds[name]();
  }

  #frame(f: Frame): void {
    if (f.flight && f.flight.piece === undefined) this.#sound("take");
    else if (f.handTo !== undefined) this.#sound("seed");
  }

  #key = (e: KeyboardEvent): void => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return;
    const at = e.target as Element;
    if (at.closest("kb-board, input, select, textarea, dialog")) return;
    const last = this.table?.turns.length ?? 0;
    const now = this.shown ?? last;
    const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[e.key];
    if (to === undefined || to < 0 || to > last) return;
    e.preventDefault();
    void this.goto(to);
  };

  type(): void {
    this.typing = true;
    void this.updateComplete.then(() => {
      const boxes = [...this.querySelectorAll<MoveBoxElement>("kb-movebox")];
      boxes.find((b) => b.offsetParent !== null)?.focus();
    });
  }

  /** Ten times a second: the clocks, if one runs. */
  #beat(): void {
    const c = this.table?.status.clock;
    if (c?.running === undefined || this.table?.status.state !== "playing") return;
    const ms = left(c, c.running, periodOf(this.table.control)).ms;
    // Only what changes what is read.
    const key = ms < 10_000 ? Math.floor(ms / 100) : Math.ceil(ms / 1000);
    if (key !== this.tick) this.tick = key;
    const second = Math.ceil(ms / 1000);
    if (ms < 10_000 && ms > 0 && second !== this.#lastBeep && this.table.you.length === 1 && this.table.you[0] === c.running) {
      this.#lastBeep = second;
      this.#sound("low");
    }
  }

  // ------------------------------------------------------------ drawing

  protected body() {
    const t = this.table;
    if (this.fault) return html`<div class="lost card"><h1>Nobody sits here</h1><p>${this.fault}</p><p><a class="btn pri" href="/">Choose a board</a></p></div>`;
    if (!t || !this.#view) return html`<p class="soft wait" role="status">${this.online ? "Opening the table …" : "The server cannot be reached; trying again …"}</p>`;
    const s = settings();
    const squares = t.view.board.shape === "squares";
    const mine = t.you.length === 1 ? t.you[0] : t.you.length === 2 && s.turns ? (this.#now?.turn ?? 0) : squares ? 1 : 0;
    const flipped = (squares ? mine === 0 : mine === 1) !== this.flip;
    const newest = this.shown === undefined;
    const playable = t.you.length > 0 && t.status.state === "playing" && newest;
    const steady = this.#steady(players(t, this.#view.board, this.facts));
    const near = squares === flipped ? 0 : 1;
    return html`<h1 class="sr">${t.title}: ${seatSaid(t.seats[0])} against ${seatSaid(t.seats[1])}</h1>
      <div class="game${squares ? " square" : ""}${this.typing ? " typing" : ""}">
        ${squares ? html`<div class="leftinfo">${about(this, t, "card side")}<kb-legend .marks=${legend(t.view.board)}></kb-legend></div>` : nothing}
        <kb-table
          .view=${this.#view}
          .taste=${this.#taste(t)}
          .players=${steady}
          .turns=${t.turns}
          .current=${this.shown ?? t.turns.length}
          .secondBegins=${t.turns[0]?.side === 1}
          .flipped=${flipped}
          .turned=${s.long && t.view.board.shape === "pits"}
          .playable=${playable}
          .refusal=${this.refusal}
          .notice=${notice(this, t)}
        ></kb-table>
        <aside class="card side" aria-label="Game">
          ${squares ? html`<div class="barline"><kb-bars .players=${[steady[1 - near]]}></kb-bars></div>` : head(this, t)}
          <kb-moves
            .turns=${t.turns}
            .current=${this.shown ?? t.turns.length}
            .secondBegins=${t.turns[0]?.side === 1}
          ></kb-moves>
          ${actions(this, t)}
          ${squares && playable
            ? html`<div>
                <kb-movebox .moves=${this.#view.moves} .sofar=${this.querySelector<TableElement>("kb-table")?.ask?.text ?? ""} .placeholder=${this.#view.placeholder ?? ""}></kb-movebox>
              </div>`
            : nothing}
          ${squares ? html`<div class="barline"><kb-bars .players=${[steady[near]]}></kb-bars></div>` : rules(this, t)}
          ${links(this, t)}
        </aside>
      </div>
      ${bottom(this, t)} ${this.sheet ? sheet(this, t) : nothing}
      <div class="sr" role="status">${this.said}</div>`;
  }

  #kept: [PlayerBar, PlayerBar] | undefined;
  /** The same bars while nothing in them has changed, so that the table is not drawn anew. */
  #steady(p: [PlayerBar, PlayerBar]): [PlayerBar, PlayerBar] {
    if (!this.#kept || JSON.stringify(p) !== JSON.stringify(this.#kept)) this.#kept = p;
    return this.#kept;
  }

  #likes: ReturnType<typeof settings> | undefined;
  #taste(t: Table) {
    const s = settings();
    const premove = s.premove && t.you.length === 1 && t.status.state === "playing";
    if (!this.#likes || this.#likes.premove !== premove || Object.entries(s).some(([k, v]) => k !== "premove" && this.#likes?.[k as keyof typeof s] !== v))
      this.#likes = { ...s, premove };
    return this.#likes;
  }

  async download(t: Table): Promise<void> {
    save(`${t.game}-${t.id}.txt`, new Blob([await api.record(t.id)], { type: "text/plain" }));
  }

  async share(): Promise<void> {
    this.copied = await copy(location.origin + location.pathname);
    setTimeout(() => (this.copied = false), 2500);
  }

  protected override updated(): void {
    const d = this.querySelector<HTMLDialogElement>("dialog[aria-label='Moves and more']");
    if (d && !d.open) d.showModal();
  }
}

/** Notes the table in this browser, for the list of one's games. */
function remember(t: Table): void {
  if (t.you.length === 0) return;
  try {
    const place = "kibaho-tables";
    const kept = (JSON.parse(localStorage.getItem(place) ?? "[]") as { id: string }[]).filter((k) => k.id !== t.id);
    const over = t.status.state === "over" || t.status.state === "aborted";
    kept.unshift({ id: t.id, game: t.title, names: t.seats.map(seatSaid), turns: t.turns.length, over, result: t.view.outcome, at: Date.now() } as { id: string });
    localStorage.setItem(place, JSON.stringify(kept.slice(0, 100)));
  } catch {
    // nothing is kept
  }
}

customElements.define("kb-table-page", TablePage);
