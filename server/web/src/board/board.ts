// <kb-board>: one board for pits, points and squares. It knows no rule: it is
// given the legal decisions and narrows them by pointing.

import { LitElement, html, nothing, type PropertyValues } from "lit";
import type { Arrow, Board, Move, Seen, Site } from "../wire";
import { frameAt, frames, length, type Frame, type Speed } from "./animate";
import { ask, type Ask, type AskOption } from "./asks";
import { cells } from "./cells";
import { gridOf, neighbour, PitGrid, PointGrid, type Direction, type Form, type Grid, type Point } from "./geometry";
import type { Look } from "./ground";
import { Narrow } from "./narrow";
import type { Picture } from "./picture";
import { drawPits, handPlace } from "./pits";
import { drawPoints } from "./points";
import { drawSquares } from "./squares";
import { Player } from "./player";
import { Pointer, siteOf } from "./pointer";
import { resting, showing, type Scene } from "./scene";
import { moveSaid, siteName, type SideNames } from "./speak";

let boards = 0;

const directions: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
  Home: "home",
  End: "end",
};

/** A board narrower than this, in pixels, is drawn for a narrow screen. */
const narrowest = (columns: number): number => (columns > 9 ? 620 : 480);

/**
 * Events: kb-move {text}; kb-refuse {site, name, text}; kb-ask, an Ask, whenever
 * the choice changes; kb-arrow {arrows}; kb-premove {sites}; kb-edit {site}; kb-type
 * when the move box is wanted; kb-frame {frame} while a move is shown and kb-shown
 * when the show has ended.
 */
export class BoardElement extends LitElement {
  static override properties = {
    board: { attribute: false },
    moves: { attribute: false },
    events: { attribute: false },
    previous: { attribute: false },
    lastPath: { attribute: false },
    lastText: { attribute: false },
    lastWho: { attribute: false },
    arrows: { attribute: false },
    sideNames: { attribute: false },
    midTurn: { type: Boolean },
    must: { type: Boolean },
    missed: { attribute: false },
    flipped: { type: Boolean, reflect: true },
    turned: { type: Boolean, reflect: true },
    form: { reflect: true },
    look: { reflect: true },
    dark: { type: Boolean, reflect: true },
    coordinates: { type: Boolean },
    numbers: { type: Boolean },
    speed: {},
    confirm: { type: Boolean },
    premove: { type: Boolean },
    playable: { type: Boolean },
    shortcuts: { type: Boolean },
    edit: { type: Boolean },
    label: {},
    narrow: { state: true },
    refused: { state: true },
    frame: { state: true },
    queue: { state: true },
    drawn: { state: true },
    cursor: { state: true },
    said: { state: true },
    small: { state: true },
    stood: { state: true },
  };

  declare board: Board | undefined;
  /** The legal decisions of the side to move; empty when it is not this person's turn. */
  declare moves: readonly Move[];
  /** What was seen in the last decision, and the board before it. */
  declare events: readonly Seen[];
  declare previous: Board | undefined;
  /** The way of the last move, if it is not to be read from the events. */
  declare lastPath: readonly Site[];
  /** The last move as it is written, and who made it: announced when it is done. */
  declare lastText: string;
  declare lastWho: string;
  declare arrows: readonly Arrow[];
  declare sideNames: SideNames;
  /** The last decision left the turn unfinished. */
  declare midTurn: boolean;
  /** Who moves must capture: known besides the events of the moves. */
  declare must: boolean;
  /** The way of a capture that was not made. */
  declare missed: readonly Site[];
  declare flipped: boolean;
  declare turned: boolean;
  /** "auto" by the width there is. */
  declare form: "auto" | "wide" | "flat";
  declare look: Look;
  declare dark: boolean;
  declare coordinates: boolean;
  declare numbers: boolean;
  declare speed: Speed;
  declare confirm: boolean;
  declare premove: boolean;
  declare playable: boolean;
  /** Keys of a question work while nothing that takes text has the focus. */
  declare shortcuts: boolean;
  /** Nothing is played: a chosen site is told as kb-edit, to be changed by the page. */
  declare edit: boolean;
  declare label: string;

  declare narrow: Narrow;
  declare refused: Site | undefined;
  declare frame: Frame | undefined;
  declare queue: readonly Site[];
  declare drawn: readonly Arrow[];
  declare cursor: Site;
  declare said: string;
  declare small: boolean;
  declare stood: boolean;

  readonly #id = `kb${++boards}`;
  #sent: Move | undefined;
  /** The decision that was pointed out to its end, and needs no show. */
  #walked = "";
  #asked = "";
  #scene: Scene | undefined;
  #grid: ReturnType<typeof gridOf> | undefined;
  #pointer: Pointer;
  #resize: ResizeObserver | undefined;
  #refocus = false;
  readonly #player: Player;

  constructor() {
    super();
    this.moves = [];
    this.events = [];
    this.lastPath = [];
    this.missed = [];
    this.lastText = "";
    this.lastWho = "";
    this.arrows = [];
    this.sideNames = ["South", "North"];
    this.midTurn = this.must = this.flipped = this.turned = this.dark = false;
    this.form = "auto";
    this.look = "wood";
    this.coordinates = this.numbers = this.playable = this.shortcuts = true;
    this.speed = "normal";
    this.confirm = this.premove = this.edit = false;
    this.label = "Board";
    this.narrow = Narrow.of([]);
    this.queue = [];
    this.drawn = [];
    this.cursor = -1;
    this.said = "";
    this.small = this.stood = false;
    this.#pointer = new Pointer(this, {
      interrupt: () => this.skip(),
      lift: (site) => this.#lift(site),
      drop: (site) => this.#drop(site),
      drew: (from, to) => this.#drew(from, to),
      clear: () => {
        if (this.drawn.length > 0) this.#setDrawn([]);
      },
      scale: () => (this.#grid ? this.#grid.width / (this.querySelector("svg.kb")?.clientWidth || 1) : 1),
      piece: (site) => this.querySelector(`[data-piece="${this.narrow.at ?? site}"]`),
    });
    this.#player = new Player({
      frame: (f) => {
        this.frame = f;
        this.#tell("kb-frame", { frame: f });
      },
      place: (hand, flight) => {
        const move = (q: string, p: Point | undefined) => {
          if (p) this.querySelector(q)?.setAttribute("transform", `translate(${p.x.toFixed(1)} ${p.y.toFixed(1)})`);
        };
        move(".kb-hand", hand);
        move(".kb-flight", flight);
      },
      hand: (site) => (this.#grid instanceof PitGrid ? handPlace(this.#grid, site) : { x: 0, y: 0 }),
      ends: (f) => this.#ends(f),
      done: () => this.#shown(),
    });
    this.addEventListener("click", (e) => this.#click(e));
    this.addEventListener("keydown", (e) => this.#key(e));
    this.addEventListener("focusin", (e) => {
      const site = siteOf(e.target as Element);
      if (site !== undefined) this.cursor = site;
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#pageKey);
    this.#resize = new ResizeObserver(() => this.#measure());
    const rule = this.querySelector(".kb-width");
    if (rule) this.#resize.observe(rule);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#pageKey);
    this.#resize?.disconnect();
    this.#player.stop();
  }

  #measure(): void {
    const width = this.clientWidth;
    if (width > 0 && this.board) this.small = width < narrowest(this.board.columns);
  }

  // ------------------------------------------------------------ what is asked of it

  /** Takes an option of the question that is asked. */
  answer(option: AskOption): void {
    if (option.act === "play") {
      const m = this.narrow.ready;
      if (m) this.#send(m);
    } else if (option.act === "stop") this.#go(this.narrow.end());
    else if (option.act === "stand") this.stood = true;
    else {
      const { step } = option.act;
      // Several options may have one key: then which of them is asked.
      const alike = this.ask().options.filter((o) => o.key === option.key && typeof o.act === "object");
      const steps = alike.length > 1 && !alike.includes(option) ? alike.flatMap((o) => (typeof o.act === "object" ? [o.act.step] : [])) : [step];
      this.#go(this.narrow.takeAny(steps));
    }
  }

  /** One step back in the choice. */
  undo(): boolean {
    this.refused = undefined;
    if (this.queue.length > 0) {
      this.clearPremove();
      return true;
    }
    const back = this.narrow.back;
    if (!back || this.#sent) return false;
    this.narrow = back;
    return true;
  }

  /** Presses a key of the question; false: it means nothing. */
  press(key: string): boolean {
    if (!this.#live) return false;
    const small = key.toLowerCase();
    const options = this.ask().options.filter((o) => o.key.toLowerCase() === small);
    const steps = options.flatMap((o) => (typeof o.act === "object" ? [o.act.step] : []));
    if (options.length > 0 && steps.length < options.length) {
      this.answer(options[0]);
      return true;
    }
    const next = steps.length > 0 ? this.narrow.takeAny(steps) : this.narrow.press(key);
    if (next) this.#go(next);
    return next !== undefined;
  }

  /** Plays a decision by its text; false: no decision is written so. */
  type(text: string): boolean {
    const m = this.moves.find((q) => q.text === text.trim());
    if (!m || !this.#live) return false;
    this.#walked = "";
    this.#send(m);
    return true;
  }

  /** Drops what was chosen or sent: the decision was refused. */
  reset(): void {
    this.#sent = undefined;
    this.narrow = Narrow.of(this.moves);
  }

  /** Shows the last move again. */
  replay(): void {
    if (this.previous) this.#show(this.previous, this.events, this.speed === "off" ? "normal" : this.speed);
  }

  /** Ends a running show; false: there was none. */
  skip(): boolean {
    if (!this.#player.playing) return false;
    this.#player.stop();
    this.#shown();
    return true;
  }

  /** Stops a show of the last move at a part of its time, for pictures. */
  freeze(part: number): void {
    if (!this.previous) return;
    this.#player.stop();
    const list = frames(this.previous, this.events, "normal");
    this.frame = list[frameAt(list, length(list) * part)];
  }

  /** Shows the mark of the keyboard at a site, for pictures. */
  mark(site: Site): void {
    this.cursor = site;
    this.classList.add("shows-focus");
  }

  clearPremove(): void {
    this.queue = [];
    this.#tell("kb-premove", { sites: [] });
  }

  /** The question that the choice has come to. */
  ask(): Ask {
    if (this.board && this.#live && !this.frame) return ask(this.board, this.narrow, this.confirm && !this.#sent, this.stood);
    return { stage: "idle", question: "", detail: "", options: [], undo: this.queue.length > 0, text: "" };
  }

  get #live(): boolean {
    return this.playable && this.moves.length > 0;
  }

  // ------------------------------------------------------------ choosing

  /** Chooses a site as a click does. */
  choose(site: Site): void {
    if (this.edit) {
      this.#tell("kb-edit", { site });
      return;
    }
    if (!this.playable || this.#sent) return;
    this.refused = undefined;
    if (!this.#live) {
      if (!this.premove) return;
      this.queue = this.queue.at(-1) === site ? this.queue.slice(0, -1) : [...this.queue, site];
      this.#tell("kb-premove", { sites: this.queue });
      return;
    }
    const n = this.narrow;
    const next = n.point(site);
    const label = this.#scene?.take.get(site) ?? "";
    if (next) this.#go(next);
    else if (label !== "" && n.stage === "asking" && this.press(label)) return;
    else if (n.begun && site === n.at) this.undo();
    else if (n.begun && Narrow.of(this.moves).point(site)) this.#go(Narrow.of(this.moves).point(site));
    else this.#refuse(site);
  }

  #refuse(site: Site): void {
    this.refused = site;
    if (this.board) this.#tell("kb-refuse", { site, name: this.board.names[site], text: this.narrow.text });
  }

  #go(next: Narrow | undefined): void {
    if (!next) return;
    this.refused = undefined;
    this.narrow = next;
    const m = next.ready;
    if (!m) return;
    this.#walked = next.taken.length === m.path.length ? m.text : "";
    if (!this.confirm) this.#send(m);
  }

  #send(m: Move): void {
    this.#sent = m;
    this.requestUpdate();
    this.#tell("kb-move", { text: m.text });
  }

  #lift(site: Site): boolean {
    if (!this.#live || this.#sent || !this.board) return false;
    if (this.narrow.at === site) return true;
    const n = this.narrow.point(site) ?? Narrow.of(this.moves).point(site);
    if (!n) return false;
    this.narrow = n;
    return true;
  }

  #drop(site: Site | undefined): void {
    const n = this.narrow;
    if (site === undefined) {
      this.undo();
      return;
    }
    const m = n.ready;
    if (m) {
      const rest = m.path.slice(n.taken.length).flatMap((s) => s.sites);
      if (rest.includes(site) || rest.length === 0) this.#go(n.point(site) ?? n);
      else if (site !== n.at) {
        this.undo();
        this.#refuse(site);
      }
      return;
    }
    if (site === n.at) return;
    const next = n.point(site);
    if (next) this.#go(next);
    else this.#refuse(site);
  }

  #drew(from: Site, to: Site): void {
    const same = (a: Arrow) => a.from === from && a.to === to;
    this.#setDrawn(this.drawn.some(same) ? this.drawn.filter((a) => !same(a)) : [...this.drawn, { from, to }]);
  }

  #setDrawn(arrows: readonly Arrow[]): void {
    this.drawn = arrows;
    this.#tell("kb-arrow", { arrows });
  }

  #click(e: MouseEvent): void {
    if (this.#pointer.swallowed()) return;
    const key = (e.target as Element).closest("[data-key]")?.getAttribute("data-key");
    if (key && this.press(key)) return;
    const site = siteOf(e.target as Element);
    if (site !== undefined) this.choose(site);
  }

  #key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey || !this.#grid) return;
    const site = siteOf(e.target as Element);
    const direction = directions[e.key];
    if (site !== undefined && direction) {
      this.cursor = neighbour(this.#grid, site, direction);
      this.#refocus = true;
    } else if (site !== undefined && (e.key === "Enter" || e.key === " ")) {
      // What waits for Enter comes first.
      if (!(this.narrow.ready && this.press("Enter"))) this.choose(site);
    } else if (e.key === "/") this.#tell("kb-type", {});
    else if (e.key === "Escape" ? !this.undo() : !this.press(e.key)) return;
    e.preventDefault();
    e.stopPropagation();
  }

  /** Any key ends a show; keys of a question work wherever the focus is. */
  #pageKey = (e: KeyboardEvent): void => {
    if (this.skip() || !this.shortcuts || e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey) return;
    const target = e.target as Element;
    const inside = target === document.body || target.closest("kb-table")?.contains(this);
    if (!inside || target.closest("input,textarea,select,[contenteditable]") || this.contains(target)) return;
    if (target.closest("button,a") && (e.key === "Enter" || e.key === " ")) return;
    if (e.key === "/") this.#tell("kb-type", {});
    else if (e.key === "Escape" ? !this.undo() : !this.press(e.key)) return;
    e.preventDefault();
  };

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  // ------------------------------------------------------------ showing

  #show(before: Board, events: readonly Seen[], speed: Speed): void {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const list = still ? [] : frames(before, events, speed);
    if (list.length === 0) return this.#shown();
    this.frame = list[0];
    this.#player.start(list);
  }

  #shown(): void {
    this.frame = undefined;
    if (this.board && this.lastText) this.said = moveSaid(this.board, this.lastWho, this.lastText, this.events);
    this.#tell("kb-shown", {});
  }

  #ends(f: Frame): [Point, Point] | undefined {
    const g = this.#grid;
    const fl = f.flight;
    if (!g || !fl) return undefined;
    const from = g.centre(fl.from);
    if (typeof fl.to === "number") return [from, g.centre(fl.to)];
    if (!(g instanceof PitGrid)) return undefined;
    return [from, fl.to === "hand" ? handPlace(g, f.moment.handAt) : g.goal(fl.to === "first" ? 0 : 1)];
  }

  // ------------------------------------------------------------ drawing

  protected override willUpdate(changed: PropertyValues): void {
    const { board } = this;
    if (!board) return;
    if (!this.hasUpdated) this.#measure();
    if (changed.has("moves") || changed.has("board")) {
      this.#sent = undefined;
      this.refused = undefined;
      this.stood = false;
      this.narrow = Narrow.of(this.moves);
      if (this.cursor < 0 || this.cursor >= board.at.length) this.cursor = this.#first(board);
    }
    if (changed.has("board") && changed.has("events") && this.hasUpdated && this.previous) {
      const pointed = board.shape !== "pits" && this.#walked !== "" && this.#walked === this.lastText;
      this.#walked = "";
      this.#show(this.previous, pointed ? [] : this.events, this.speed);
    } else if (changed.has("board") && this.#player.playing) this.skip();
    if (changed.has("moves") && this.queue.length > 0 && this.moves.length > 0) this.#playQueue();
    const form: Form = this.turned ? "turned" : this.form === "auto" ? (this.small ? "flat" : "wide") : this.form;
    this.#grid = gridOf(board, board.shape === "pits" ? form : "wide", this.flipped);
    this.#scene = this.frame ? showing(board, this.frame) : this.#rest(board, this.#grid);
  }

  /** Plays what was pointed at before its time, up to the first unknown choice. */
  #playQueue(): void {
    const queue = this.queue;
    this.queue = [];
    let n: Narrow | undefined = this.narrow;
    for (const site of queue) {
      if (n.ready) break;
      const next: Narrow | undefined = n.point(site);
      if (!next) return; // what was meant is not legal now
      n = next;
    }
    const chosen = n;
    queueMicrotask(() => this.#go(chosen));
  }

  #rest(board: Board, grid: Grid): Scene {
    return resting({
      board,
      grid,
      narrow: this.narrow,
      live: this.#live,
      events: this.events,
      before: this.previous,
      lastPath: this.lastPath,
      midTurn: this.midTurn,
      must: this.must,
      missed: this.missed,
      sending: !this.confirm,
      queue: this.queue,
      refused: this.refused,
      arrows: [...this.arrows, ...this.drawn],
    });
  }

  /** The cell that the keyboard comes to first: the first lit one, or the first. */
  #first(board: Board): Site {
    const lit = this.narrow.lit;
    if (lit.length > 0) return lit[0];
    return board.shape === "squares" ? (this.flipped ? 3 : 28) : 0;
  }

  protected override updated(): void {
    const rule = this.querySelector(".kb-width");
    if (rule) this.#resize?.observe(rule); // once is enough, and more does nothing
    if (this.#refocus) {
      this.#refocus = false;
      this.querySelector<SVGElement>(`[data-site="${this.cursor}"]`)?.focus();
    }
    const now = this.ask();
    const key = JSON.stringify(now);
    if (key === this.#asked) return;
    this.#asked = key;
    this.#tell("kb-ask", now);
  }

  protected override render() {
    const { board } = this;
    const grid = this.#grid;
    const scene = this.#scene;
    if (!board || !grid || !scene) return nothing;
    const p: Picture = {
      id: this.#id,
      board,
      scene,
      look: this.look,
      coordinates: this.coordinates,
      numbers: this.numbers,
    };
    const art = grid instanceof PitGrid ? drawPits(p, grid) : grid instanceof PointGrid ? drawPoints(p, grid) : drawSquares(p, grid);
    const classes = `kb ${this.look}${this.dark ? " night" : ""} ${board.shape}${this.frame ? " showing" : ""}`;
    // What is measured has the width of the board and no height, which depends on it.
    return html`<div class="kb-width"></div>
      <svg class=${classes} viewBox="0 0 ${grid.width} ${grid.height}" role=${this.playable ? nothing : "img"} aria-label=${this.playable ? nothing : this.label}>
        <g aria-hidden="true">${art}</g>
        ${this.playable ? cells({ board, grid, scene, label: this.label, sides: this.sideNames, cursor: this.cursor, grab: this.#live }) : nothing}
      </svg>
      ${this.playable ? html`<div class="sr" role="status">${this.said}</div>` : nothing}`;
  }

  /** "South d", for pages that speak of a site. */
  siteName(s: Site): string {
    return this.board ? siteName(this.board, this.sideNames, s) : "";
  }
}

customElements.define("kb-board", BoardElement);

declare global {
  interface HTMLElementTagNameMap {
    "kb-board": BoardElement;
  }
}
