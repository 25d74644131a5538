// <kb-table-page>: a game being played or watched.

import { html, nothing } from "lit";
import "../parts/index";
import type { BoardElement } from "../board/board";
import type { Frame } from "../board/animate";
import { heard, left, periodOf } from "../game/clock";
import { legend, noMoves, noSeen, noSites, takenSaid, wayOf, withEvents } from "../game/view";
import { ruleLink, tip, why } from "../game/why";
import { address, api, Refused } from "../net/api";
import { Live, type Command } from "../net/live";
import type { GameFacts, Message, PositionNow, Table, TableEvent, TurnPlayed } from "../net/types";
import type { PlayerBar } from "../parts/bars";
import { icon } from "../parts/icons";
import type { MoveBoxElement } from "../parts/movebox";
import type { TableElement, View } from "../parts/table";
import { change, settings } from "../settings";
import { sounds, type Sound } from "../sounds";
import { Mark, type Move, type Refusal, type Seen } from "../wire";
import { clockSaid, controlSaid, inForce, pointsSaid, seatSaid, valueSaid } from "../words";
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

class TablePage extends Page {
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
  /** What is to be confirmed. */
  declare sure: "" | "resign" | "abort";
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
    this.addEventListener("kb-goto", (e) => void this.#goto((e as CustomEvent<{ ply: number }>).detail.ply));
    this.addEventListener("kb-replay", () => this.#board?.replay());
    this.addEventListener("kb-shown", () => this.#next());
    this.addEventListener("kb-frame", (e) => this.#frame((e as CustomEvent<{ frame: Frame }>).detail.frame));
    this.addEventListener("kb-type", () => this.#type());
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
      this.table = { ...t, seats: [{ ...t.seats[0], here: here[0] }, { ...t.seats[1], here: here[1] }] };
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
        } else if (this.#now) this.#set({ ...view }, noSeen, undefined, "", e.side);
      }
    }
    this.#tell(t, e);
    this.#follow(this.table);
  }

  /** What a screen reader and the ears are told of an event. */
  #tell(t: Table, e: TableEvent): void {
    const mine = t.you.includes(e.side) && t.you.length === 1;
    const who = mine ? "You" : this.#who(e.side);
    const words: Record<string, string> = {
      offer: `${who} ${mine ? "offer" : "offers"} a draw`,
      decline: `${who} ${mine ? "decline" : "declines"} the draw`,
      "ask-takeback": `${who} ${mine ? "ask" : "asks"} to take back ${this.#turnName(e.turn ?? 0)}`,
      "refuse-takeback": `${who} ${mine ? "do" : "does"} not take it back`,
      takeback: "Taken back",
      ready: `${who} ${mine ? "are" : "is"} ready for the next game`,
      restart: "The server was restarted; no time was lost",
    };
    this.said = words[e.kind] ?? "";
    if ((e.kind === "offer" || e.kind === "ask-takeback") && !mine) this.#sound("offer");
    const v = this.table!.view;
    if (v.outcome && !t.view.outcome) {
      const won = v.outcome === "first" ? 0 : 1;
      this.#sound(v.outcome === "draw" ? "drawn" : t.you.length === 1 && t.you[0] !== won ? "lost" : "won");
      this.said = this.#result();
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
      lastWho: text ? (t.you.length === 1 && t.you.includes(side) ? "You" : this.#who(side)) : "",
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
    this.#view = { ...v, missed: wayOf(m.events ?? noSeen), question: `${this.#who((1 - p.turn) as 0 | 1)} could have jumped ${m.text}`, detail: "To move is to let it stand (DR7)" };
    this.requestUpdate();
  }

  async #goto(ply: number): Promise<void> {
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

  protected override liked(): void {
    super.liked();
  }

  // ------------------------------------------------------------ doing

  async #command(c: Command): Promise<boolean> {
    const problem = await this.#live?.command(c);
    if (!problem) return true;
    const t = this.table!;
    this.refusal = tip(problem, t.game, t.variant, t.set);
    this.#sound("refused");
    return false;
  }

  async #play(text: string): Promise<void> {
    const t = this.table;
    const p = this.#now;
    if (!t || !p || this.shown !== undefined) return;
    const done = await this.#command({ kind: "move", text, ply: t.status.ply, side: p.turn });
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
    void this.#goto(to);
  };

  #type(): void {
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

  // ------------------------------------------------------------ words

  #who(side: 0 | 1): string {
    const t = this.table!;
    const s = t.seats[side];
    if (t.you.length === 2) return t.sides[side];
    return s.kind === "open" ? t.sides[side] : s.kind === "engine" ? "Engine" : s.name;
  }

  /** "5. d+H". */
  #turnName(turn: number): string {
    const t = this.table!;
    const shift = t.turns[0]?.side ?? 0;
    const text = t.turns[turn]?.text ?? "";
    return `${Math.floor((turn + shift) / 2) + 1}. ${text}`;
  }

  #result(): string {
    const t = this.table!;
    const v = t.view;
    if (t.status.state === "aborted") return "The game was broken off; nobody has won.";
    const reason = v.reason ? `: ${v.reason}` : "";
    if (v.outcome === "draw") return `Drawn${reason}`;
    const won = v.outcome === "first" ? 0 : 1;
    if (t.you.length === 1) return `${t.you[0] === won ? "You have won" : "You have lost"}${reason}`;
    return `${this.#who(won)} has won${reason}`;
  }

  #players(): [PlayerBar, PlayerBar] {
    const t = this.table!;
    const b = this.#view?.board ?? t.view.board;
    const bar = (side: 0 | 1): PlayerBar => {
      const s = t.seats[side];
      const you = t.you.length === 1 && t.you[0] === side;
      const c = t.status.clock;
      const l = c && left(c, side, periodOf(t.control));
      const name = t.sides[side];
      const lower = name.toLowerCase();
      const playing = t.status.state === "playing";
      return {
        name: you ? "You" : s.kind === "open" ? "Open seat" : this.#who(side),
        role: t.you.length === 2 ? "" : s.kind === "engine" ? `${name} · level ${s.level}` : name,
        disc: lower === "white" || lower === "black" ? lower : undefined,
        taken: takenSaid(b, side, t.status.taken?.[side], this.facts?.seeds ?? "seeds"),
        clock: l && clockSaid(l.ms, true) + (l.periods > 0 ? ` +${l.periods}` : ""),
        running: playing && c?.running === side,
        toMove: playing && t.view.turn === side,
        away: playing && s.kind === "person" && !s.here && !you,
      };
    };
    return [bar(0), bar(1)];
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
    const players = this.#players();
    const steady = this.#steady(players);
    const near = squares === flipped ? 0 : 1;
    return html`<h1 class="sr">${t.title}: ${seatSaid(t.seats[0])} against ${seatSaid(t.seats[1])}</h1>
      <div class="game${squares ? " square" : ""}${this.typing ? " typing" : ""}">
        ${squares ? html`<div class="leftinfo">${this.#about(t, "card side")}<kb-legend .marks=${legend(t.view.board)}></kb-legend></div>` : nothing}
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
          .notice=${this.#notice(t)}
        ></kb-table>
        <aside class="card side" aria-label="Game">
          ${squares ? html`<div class="barline"><kb-bars .players=${[steady[1 - near]]}></kb-bars></div>` : this.#head(t)}
          <kb-moves
            .turns=${t.turns}
            .current=${this.shown ?? t.turns.length}
            .secondBegins=${t.turns[0]?.side === 1}
          ></kb-moves>
          ${this.#actions(t)}
          ${squares && playable
            ? html`<div>
                <kb-movebox .moves=${this.#view.moves} .sofar=${this.querySelector<TableElement>("kb-table")?.ask?.text ?? ""} .placeholder=${this.#view.placeholder ?? ""}></kb-movebox>
              </div>`
            : nothing}
          ${squares ? html`<div class="barline"><kb-bars .players=${[steady[near]]}></kb-bars></div>` : this.#rules(t)}
          ${this.#links(t)}
        </aside>
      </div>
      ${this.#bottom(t)} ${this.sheet ? this.#sheet(t) : nothing}
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

  #head(t: Table) {
    const many = t.series.games > 1 || t.series.number > 1;
    const match = many ? ` · game ${t.series.number}${t.series.games ? ` of ${t.series.games}` : ""}` : "";
    const variant = this.facts?.variants.find((v) => v.name === t.variant)?.title ?? t.variant;
    return html`<div class="about">
      <h2>${t.title}</h2>
      <p class="soft small">${variant === t.title ? "" : `${variant} · `}${controlSaid(t.control)}${match}${t.series.penalty ? " · owed by the loser (FA16)" : ""}</p>
      ${many ? html`<p class="small num">Score ${pointsSaid(t.series.score[0])} : ${pointsSaid(t.series.score[1])}${t.series.why ? html`<span class="soft"> · ${t.series.why}</span>` : nothing}</p>` : nothing}
      ${t.opening > 0 ? html`<p class="small">Drawn opening: <code>${t.turns.slice(0, t.opening).map((u) => u.text).join(" ")}</code></p>` : nothing}
    </div>`;
  }

  #about(t: Table, look: string) {
    return html`<div class=${look}>${this.#head(t)}${this.#rules(t)}</div>`;
  }

  /** What is played, in words. */
  #rules(t: Table) {
    const f = this.facts;
    if (!f) return nothing;
    const values = inForce(f, t.variant, t.set);
    const told = f.options.filter((o) => !o.size && !o.match && o.values);
    return html`<div>
      <p class="small soft opts-head">This table plays</p>
      <dl class="opts">
        ${told.map(
          (o) => html`<dt><a class="rno" href=${ruleLink(t.game, t.variant, t.set, o.rule)}>${o.rule}</a></dt>
            <dd><span class="soft">${o.text}</span> ${valueSaid(o, values[o.name])}</dd>`,
        )}
        ${Number(values.repetition) > 0
          ? html`<dt><a class="rno" href=${ruleLink(t.game, t.variant, t.set, "M3")}>M3</a></dt>
              <dd>a position that comes back ${values.repetition} times may be claimed as a draw</dd>`
          : nothing}
      </dl>
    </div>`;
  }

  #links(t: Table) {
    const study = address("/analysis", { game: t.game, variant: t.variant, set: t.set, position: t.start, moves: t.turns.map((u) => u.text).join("_") });
    return html`<div class="links">
      <a href=${study}>${icon("chart")}Analyse</a>
      <button type="button" class="link" @click=${() => void this.#download(t)}>${icon("down")}Record</button>
      <button type="button" class="link" @click=${() => (this.flip = !this.flip)}>${icon("flip")}Flip board</button>
      ${t.view.board.shape === "pits"
        ? html`<button type="button" class="link" aria-pressed=${settings().long ? "true" : "false"} @click=${() => change({ long: !settings().long })}>${icon("turn")}Turn board</button>`
        : nothing}
      <button type="button" class="link" @click=${() => void this.#share()}>${icon("share")}${this.copied ? "Copied" : "Copy link"}</button>
      ${t.watching > 1 ? html`<span class="soft small">${icon("eye")}${t.watching} here</span>` : nothing}
    </div>`;
  }

  async #download(t: Table): Promise<void> {
    save(`${t.game}-${t.id}.txt`, new Blob([await api.record(t.id)], { type: "text/plain" }));
  }

  async #share(): Promise<void> {
    this.copied = await copy(location.origin + location.pathname);
    setTimeout(() => (this.copied = false), 2500);
  }

  /** What can be done now: name, picture, what it does. */
  #deeds(t: Table): { name: string; short: string; picture: string; off?: boolean; title?: string; act: () => void }[] {
    if (t.you.length === 0) return [];
    const me = t.you.length === 1 ? t.you[0] : t.view.turn;
    const both = t.you.length === 2;
    if (t.status.state === "over" || t.status.state === "aborted") {
      const more = t.series.games > 0 && t.series.number < t.series.games;
      return [
        {
          name: more ? "Next game" : "Play again",
          short: more ? "Next game" : "Again",
          picture: "again",
          off: t.status.ready[me] || t.status.next !== undefined,
          act: () => void this.#command({ kind: "ready", side: me }),
        },
      ];
    }
    if (t.status.state === "waiting") return [{ name: "Give up the table", short: "Give up", picture: "flag", act: () => void this.#command({ kind: "abort" }) }];
    const young = t.turns.length - t.opening < 2;
    const mine = t.turns.findLastIndex((u, i) => i >= t.opening && (both || u.side === me));
    const claim = t.view.claim !== "" && t.you.includes(t.view.turn);
    return [
      claim
        ? {
            name: "Claim a draw",
            short: "Claim",
            picture: "half",
            title: t.view.claim === "repetition" ? "The position has come back often enough (M3)" : "So many quiet plies have been played (M4)",
            act: () => void this.#command({ kind: "claim", side: t.view.turn }),
          }
        : both
          ? {
              name: "Agree a draw",
              short: "Draw",
              picture: "half",
              act: () => void this.#command({ kind: "offer", side: 0 }).then((ok) => ok && this.#command({ kind: "draw", side: 1 })),
            }
          : {
              name: "Offer draw",
              short: "Draw",
              picture: "half",
              off: t.status.offer !== undefined,
              act: () => void this.#command({ kind: "offer", side: me }),
            },
      {
        name: "Take back",
        short: "Take back",
        picture: "back",
        title: mine >= 0 ? `Take back ${this.#turnName(mine)}` : undefined,
        off: mine < 0 || t.status.takeback !== undefined,
        act: () => void this.#command({ kind: "ask-takeback", side: both ? t.turns[mine].side : me }),
      },
      young
        ? { name: "Break off", short: "Break off", picture: "close", act: () => (this.sure = "abort") }
        : { name: "Resign", short: "Resign", picture: "flag", act: () => (this.sure = "resign") },
    ];
  }

  #actions(t: Table) {
    const deeds = this.#deeds(t);
    if (deeds.length === 0) return nothing;
    return html`<div class="acts n${deeds.length}">
      ${deeds.map(
        (d) =>
          html`<button type="button" class="btn" ?disabled=${d.off ?? false} title=${d.title ?? nothing} @click=${d.act}>
            ${icon(d.picture)}<span>${d.name}</span>${d.name === "Take back" && d.title ? html`<small class="soft mono">${d.title.slice(10)}</small>` : nothing}
          </button>`,
      )}
    </div>`;
  }

  #bottom(t: Table) {
    const deeds = this.#deeds(t);
    const pits = t.view.board.shape === "pits";
    const button = (name: string, picture: string, act: () => void, off = false) =>
      html`<button type="button" class="btn" ?disabled=${off} @click=${act}>${icon(picture)}${name}</button>`;
    return html`<div class="botbar n${deeds.length + 2}" role="toolbar" aria-label="Game">
      ${deeds.map((d) => button(d.short, d.picture, d.act, d.off))}
      ${pits ? button("Turn board", "turn", () => change({ long: !settings().long })) : deeds.length > 1 ? button("Type", "keys", () => (this.typing ? (this.typing = false) : this.#type())) : button("Flip board", "flip", () => (this.flip = !this.flip))}
      ${button("Moves", "list", () => (this.sheet = true))}
    </div>`;
  }

  #sheet(t: Table) {
    const close = () => (this.sheet = false);
    return html`<dialog class="sheet" aria-label="Moves and more" @close=${close} @click=${(e: Event) => e.target === e.currentTarget && close()}>
      <div class="sheet-in side">
        <div class="sheet-head">${this.#head(t)}<span class="sp"></span><button type="button" class="icb" aria-label="Close" @click=${close}>${icon("close")}</button></div>
        <kb-moves .turns=${t.turns} .current=${this.shown ?? t.turns.length} .secondBegins=${t.turns[0]?.side === 1}></kb-moves>
        ${this.#links(t)} ${this.#rules(t)}
      </div>
    </dialog>`;
  }

  protected override updated(): void {
    const d = this.querySelector<HTMLDialogElement>("dialog[aria-label='Moves and more']");
    if (d && !d.open) d.showModal();
  }

  /** What the table has to say now, with what can be answered. */
  #notice(t: Table) {
    const note = (look: string, text: unknown, ...more: unknown[]) => html`<div class="offer ${look}"><b>${text}</b>${more}</div>`;
    const button = (text: string, act: () => void, look = "") => html`<button type="button" class="btn ${look}" @click=${act}>${text}</button>`;
    if (!this.online) return note("away", "The connection is lost; trying again …");
    const me = t.you.length === 1 ? t.you[0] : undefined;
    const st = t.status;
    if (this.shown !== undefined)
      return note("quiet", `Looking back: ${this.shown === 0 ? "the start" : `after ${this.#turnName(this.shown - 1)}`}`, button("To the newest", () => void this.#goto(t.turns.length)));
    if (st.state === "waiting") return this.#invitation(t);
    if (st.state === "over" || st.state === "aborted") {
      const other = me === undefined ? undefined : ((1 - me) as 0 | 1);
      return html`<div class="offer over">
        <b>${this.#result()}</b>
        ${st.next
          ? html`<a class="btn pri" href="/table/${st.next}">To the next game</a>`
          : me !== undefined && st.ready[me]
            ? html`<span class="soft">Waiting for ${this.#who(other!)} …</span>`
            : t.you.length > 0
              ? html`${other !== undefined && st.ready[other] ? html`<span class="soft">${this.#who(other)} is ready</span>` : nothing}
                  ${button(t.series.games > 0 && t.series.number < t.series.games ? "Next game" : "Play again", () => void this.#command({ kind: "ready", side: me ?? 0 }), "pri")}`
              : nothing}
      </div>`;
    }
    if (this.sure) {
      const resign = this.sure === "resign";
      return note(
        "",
        resign ? "Resign the game?" : "Break the game off? Nobody wins.",
        button(resign ? "Resign" : "Break off", () => void this.#command({ kind: resign ? "resign" : "abort", side: me ?? t.view.turn }).then(() => (this.sure = "")), "strong"),
        button("Play on", () => (this.sure = "")),
      );
    }
    if (st.takeback) {
      const name = this.#turnName(st.takeback.turn);
      const more = t.turns.length - st.takeback.turn > 1 ? " and what followed" : "";
      if (me !== undefined && st.takeback.side !== me)
        return note(
          "",
          html`${this.#who(st.takeback.side)} asks to take back <code>${name}</code>${more}`,
          button("Allow", () => void this.#command({ kind: "takeback", side: me, turn: st.takeback!.turn }), "strong"),
          button("Refuse", () => void this.#command({ kind: "refuse-takeback", side: me })),
        );
      return note("", html`${me === st.takeback.side ? "You ask" : `${this.#who(st.takeback.side)} asks`} to take back <code>${name}</code>${more}`);
    }
    if (st.offer !== undefined) {
      if (me !== undefined && st.offer !== me)
        return note(
          "",
          `${this.#who(st.offer)} offers a draw`,
          button("Accept", () => void this.#command({ kind: "draw", side: me }), "strong"),
          button("Decline", () => void this.#command({ kind: "decline", side: me })),
        );
      return note("", `${me === st.offer ? "You offer" : `${this.#who(st.offer)} offers`} a draw`);
    }
    return nothing;
  }

  /** A seat is open: the link for him who made the table, the seat for others. */
  #invitation(t: Table) {
    const open = t.seats[0].kind === "open" ? 0 : 1;
    if (t.you.length > 0) {
      const link = location.origin + location.pathname;
      return html`<div class="offer invite">
        <b>Send this link to whom you want to play with</b>
        <span class="linkline">
          <input readonly aria-label="Link to this table" .value=${link} @focus=${(e: Event) => (e.target as HTMLInputElement).select()} />
          <button type="button" class="btn pri" @click=${() => void this.#share()}>${icon("copy")}${this.copied ? "Copied" : "Copy"}</button>
        </span>
        <span class="soft small">Who opens it first may sit down as ${t.sides[open]}. ${t.visibility === "public" ? "The table is also in the public list." : ""}</span>
      </div>`;
    }
    return html`<div class="offer invite">
      <b>${seatSaid(t.seats[1 - open])} waits for somebody to play ${t.sides[open]}</b>
      <form
        class="linkline"
        @submit=${(e: Event) => {
          e.preventDefault();
          const name = (e.target as HTMLFormElement).querySelector("input")?.value.trim() ?? "";
          change({ name });
          void this.#command({ kind: "join", side: open, name });
        }}
      >
        <input aria-label="Your name" maxlength="32" autocomplete="nickname" placeholder="Your name" .value=${settings().name} />
        <button class="btn pri">Sit down</button>
      </form>
    </div>`;
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
