// <kb-analysis>: study a game or a position: a tree of turns, the engine's lines,
// a plot of its evaluation, and a board to set up.

import { html, nothing } from "lit";
import { Editor } from "../analysis/editor";
import { arrows, bar, engineBox } from "../analysis/engine";
import { head } from "../analysis/head";
import { known } from "../analysis/known";
import { endScore, Review } from "../analysis/review";
import { share } from "../analysis/share";
import { comment, tree } from "../analysis/tree";
import type { BoardElement } from "../board/board";
import { raster } from "../game/raster";
import { brought, fromRecord, toRecord, type Tags } from "../game/record";
import { scoreOf, type Score } from "../game/score";
import { end, grow, mainLine, onMain, path, promote, prune, read, root, texts, write, type Node } from "../game/tree";
import { noMoves, noSeen, noSites, wayOf } from "../game/view";
import { tip, why } from "../game/why";
import { address, api, Refused } from "../net/api";
import { Study } from "../net/study";
import type { Analysis, GameFacts, Line, PositionAnswer, PositionBody } from "../net/types";
import { icon } from "../parts/icons";
import "../parts/index";
import type { View } from "../parts/table";
import { settings } from "../settings";
import { sounds } from "../sounds";
import type { Board, Refusal } from "../wire";
import { copy, Page, save } from "./page";

/** What is said when the link has been copied. */
const copied = "Link copied";

class AnalysisPage extends Page {
  static override properties = {
    games: { state: true },
    game: { state: true },
    answer: { state: true },
    now: { state: true },
    pending: { state: true },
    fault: { state: true },
    refusal: { state: true },
    engine: { state: true },
    lines: { state: true },
    analysis: { state: true },
    flip: { state: true },
    editor: { state: true },
    said: { state: true },
    record: { state: true },
    notes: { state: true },
  };

  protected readonly place = "Analyse";
  protected override skip = "Skip to the board";

  declare games: GameFacts[];
  declare game: string;
  declare answer: PositionAnswer | undefined;
  /** The turn that is looked at. */
  declare now: Node;
  /** Decisions of the next turn that are made. */
  declare pending: string;
  declare fault: string;
  declare refusal: Refusal | undefined;
  declare engine: boolean;
  declare lines: number;
  declare analysis: Analysis | undefined;
  declare flip: boolean;
  /** The board that is being set up. */
  declare editor: Editor | undefined;
  declare said: string;
  declare record: string;
  /** What was put right or left out when a record was read. */
  declare notes: readonly string[];

  #variant = "";
  #set: readonly string[] = [];
  #start = "";
  #root = root();
  /** What the record that is studied says of the game. */
  #tags: Tags = {};
  #view: View | undefined;
  readonly #known = new Map<Node, PositionAnswer>();
  readonly #study = new Study();
  readonly review = new Review(
    () => this.requestUpdate(),
    (fault) => (this.fault = fault),
  );
  #asking = 0;
  /** The page was opened to set up a board. */
  #setUp = false;

  constructor() {
    super();
    this.games = [];
    this.now = this.#root;
    this.pending = this.fault = this.said = this.record = "";
    this.notes = [];
    this.engine = true;
    this.lines = 3;
    this.flip = false;
    const q = new URLSearchParams(location.search);
    this.game = q.get("game") ?? "";
    this.#variant = q.get("variant") ?? "";
    this.#set = q.getAll("set");
    this.#start = q.get("position") ?? "";
    this.#root = read(q.get("moves") ?? "");
    const at = q.get("at");
    const line = mainLine(this.#root);
    this.now = at === null ? (line.at(-1) ?? this.#root) : (line[Number(at) - 1] ?? this.#root);
    this.flip = q.has("flip");
    this.#setUp = q.has("edit");
    this.addEventListener("kb-move", (e) => void this.#play((e as CustomEvent<{ text: string }>).detail.text));
    this.addEventListener("kb-refuse", (e) => void this.#refused((e as CustomEvent<{ site?: number; text: string }>).detail));
    this.addEventListener("kb-edit", (e) => this.editor?.put((e as CustomEvent<{ site: number }>).detail.site));
    this.addEventListener("kb-explore", (e) => void this.#explored((e as CustomEvent<{ text: string }>).detail.text));
    this.addEventListener("kb-type", () => this.querySelector<HTMLElement>(".an-box kb-movebox")?.focus());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.#key);
    document.addEventListener("visibilitychange", this.#seen);
    void api
      .games()
      .then(async (list) => {
        this.games = list;
        if (!list.some((g) => g.name === this.game)) this.game = list[0].name;
        const text = brought();
        if (text) return this.#import(text);
        await this.#ask(this.now);
        if (this.#setUp) this.#edit();
      })
      .catch((e: unknown) => (this.fault = e instanceof Error ? e.message : String(e)));
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.#key);
    document.removeEventListener("visibilitychange", this.#seen);
    this.#study.close();
    this.review.close();
  }

  /** The engine rests while nobody looks. */
  #seen = (): void => {
    if (document.visibilityState === "hidden") this.#study.stop();
    else this.#think();
  };

  get #board(): BoardElement | null {
    return this.querySelector("kb-board");
  }

  get #facts(): GameFacts | undefined {
    return this.games.find((g) => g.name === this.game);
  }

  #body(node: Node, pending = ""): PositionBody {
    return { game: this.game, variant: this.#variant, set: [...this.#set], position: this.#start, moves: [...texts(node), ...(pending ? [pending] : [])] };
  }

  // ------------------------------------------------------------ going about in the tree

  /** Goes to a node; show tells whether its turn is shown as it was played. */
  async #ask(node: Node, show = false): Promise<void> {
    const number = ++this.#asking;
    this.fault = "";
    try {
      const a = this.#known.get(node) ?? (await api.position({ ...this.#body(node), seen: true, history: true, known: true }));
      if (number !== this.#asking) return;
      this.#known.set(node, a);
      this.#variant = a.variant;
      this.#set = a.set;
      // Texts as the server writes them.
      path(node).forEach((n, i) => {
        n.text = a.turns[i]?.text ?? n.text;
        n.side = a.turns[i]?.side ?? n.side;
      });
      this.now = node;
      this.pending = "";
      const n = a.turns.length;
      const last = a.turns.at(-1);
      this.#place(a, last?.seen ?? noSeen, n > 1 ? a.turns[n - 2].board : n === 1 ? a.board : undefined, last?.text ?? "", show);
      this.#address();
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      if (number !== this.#asking) return;
      this.fault = e.message;
      // What the server does not know cannot be looked at: back to where it was good.
      if (node.parent) {
        const p = prune(node);
        await this.#ask(p);
        this.fault = e.message;
      } else if (this.#start) {
        this.#start = "";
        await this.#ask(this.#root);
        this.fault = e.message;
      }
    }
  }

  #place(a: PositionAnswer, seen: View["events"], before: Board | undefined, text: string, show: boolean): void {
    const v = a.view;
    this.answer = a;
    this.refusal = undefined;
    this.analysis = undefined;
    const g = this.#facts;
    this.#view = {
      label: `${g?.title ?? ""}, ${v.outcome ? "the game is over" : `${a.sides[v.turn]} to move`}`,
      sides: a.sides,
      board: v.board,
      moves: v.outcome ? noMoves : v.moves,
      events: before ? seen : noSeen,
      previous: before,
      lastPath: before ? noSites : wayOf(seen ?? noSeen),
      lastText: text,
      lastWho: "",
      midTurn: v.midTurn ?? false,
      missed: noSites,
      arrows: [],
      placeholder: v.moves[0]?.text ?? "",
    };
    this.requestUpdate();
    if (!show)
      void this.updateComplete.then(async () => {
        await this.#board?.updateComplete;
        this.#board?.skip();
      });
    else if (settings().sounds) sounds[seen?.some((e) => e.kind === "take") ? "take" : "piece"]();
    this.#think();
  }

  async #play(text: string): Promise<void> {
    const before = this.answer;
    if (!before || this.editor) return;
    const pending = this.pending + text;
    const number = ++this.#asking;
    try {
      const a = await api.position({ ...this.#body(this.now, pending), seen: true, history: true, known: true });
      if (number !== this.#asking) return;
      const whole = a.turns.at(-1);
      if (a.view.midTurn) {
        this.pending = whole?.text ?? pending;
        this.#place(a, a.seen, before.view.board, text, true);
        return;
      }
      const node = grow(this.now, whole?.text ?? pending, whole?.side ?? before.view.turn);
      this.#known.set(node, a);
      this.now = node;
      this.pending = "";
      this.#place(a, a.seen, before.view.board, text, true);
      this.#address();
    } catch (e) {
      if (!(e instanceof Refused)) throw e;
      this.refusal = tip(e.problem);
      this.#board?.reset();
    }
  }

  /** Plays a whole turn of the games of record. */
  #explored(turn: string): Promise<void> {
    return this.#play(this.pending && turn.startsWith(this.pending) ? turn.slice(this.pending.length) : turn);
  }

  async #refused(d: { site?: number; text: string }): Promise<void> {
    const a = this.answer;
    const b = this.#board;
    if (!a || !b) return;
    if (d.site === undefined) return this.#play(d.text);
    const refusal = await why({ game: this.game, variant: this.#variant, set: [...this.#set], position: a.view.position }, a.view.board, b.narrow.sites.at(-1), d.site, b.narrow.lit);
    if (this.answer === a) this.refusal = refusal;
  }

  #key = (e: KeyboardEvent): void => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || this.editor) return;
    if ((e.target as Element).closest("kb-board, input, select, textarea, dialog")) return;
    if (!this.#step(e.key)) return;
    e.preventDefault();
  };

  #step(key: string): boolean {
    const n = this.now;
    const sisters = n.parent?.children ?? [];
    const to: Record<string, Node | undefined> = {
      ArrowLeft: this.pending ? n : n.parent,
      ArrowRight: n.children[0],
      ArrowDown: sisters[sisters.indexOf(n) + 1],
      ArrowUp: sisters[sisters.indexOf(n) - 1],
      Home: this.#root,
      End: end(n),
    };
    const node = to[key];
    if (!node || (node === n && !this.pending)) return false;
    void this.#ask(node, key === "ArrowRight");
    return true;
  }

  /** Keeps the tree in the address, so that the page can be shared and reloaded. */
  #address(): void {
    if (this.editor) return;
    const moves = write(this.#root);
    const main = onMain(this.now);
    const line = mainLine(this.#root);
    const at = main && this.now !== line.at(-1) ? String(path(this.now).length) : undefined;
    const link = address("/analysis", { game: this.game, variant: this.#variant, set: this.#set, position: this.#start, moves, at, flip: this.flip ? "1" : undefined });
    // Some browsers bound what may be kept there.
    if (link.length < 30_000) history.replaceState(null, "", link);
  }

  /** Begins anew: another game, variant or position. */
  #begin(game: string, variant: string, set: readonly string[], position: string, tree = root()): void {
    this.game = game;
    this.#variant = variant;
    this.#set = set;
    this.#start = position;
    this.#root = tree;
    this.now = tree;
    this.review.clear();
    this.#tags = {};
    this.notes = [];
    this.editor = undefined;
    this.#known.clear();
    void this.#ask(end(tree));
  }

  // ------------------------------------------------------------ the engine

  #think(): void {
    if (!this.engine || this.editor || !this.answer || this.answer.view.outcome || document.visibilityState === "hidden") {
      this.#study.stop();
      return;
    }
    const a = this.answer;
    this.#study.ask("go", this.#body(this.now, this.pending), this.lines, {
      info: (x) => {
        if (this.answer !== a) return;
        this.analysis = x;
        this.#arrows(x, a);
      },
    });
  }

  #arrows(x: Analysis, a: PositionAnswer): void {
    const v = this.#view;
    const found = arrows(x, a, this.lines);
    if (!v || JSON.stringify(found) === JSON.stringify(v.arrows)) return;
    this.#view = { ...v, arrows: found };
    this.requestUpdate();
  }

  /** The score of the position on the board: of the engine, or how the game has ended. */
  get #stands(): Score | undefined {
    return endScore(this.answer) ?? scoreOf(this.analysis) ?? (this.pending ? undefined : this.review.at(this.now));
  }

  #judge(): void {
    const last = end(this.#root);
    this.review.begin(this.#root, this.#body(last), (n) => (n ? endScore(this.#known.get(n)) : undefined));
  }

  // ------------------------------------------------------------ setting up a board

  #edit(): void {
    const a = this.answer;
    if (!a) return;
    this.#study.stop();
    this.analysis = undefined;
    const check = (position: string) => api.position({ game: this.game, variant: this.#variant, set: [...this.#set], position });
    this.editor = new Editor(a.view.board, a.view.turn, check, () => this.requestUpdate());
  }

  #leave(): void {
    this.editor = undefined;
    this.#think();
  }

  // ------------------------------------------------------------ in and out

  async #import(text: string): Promise<void> {
    try {
      const read = await api.readRecord(text);
      const p = read.position;
      const { root: tree, tags, scores } = fromRecord(read);
      this.#begin(p.game, p.variant, p.set, p.start, tree);
      this.#tags = tags;
      this.review.scores = scores;
      this.notes = read.notes;
      this.record = "";
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
    }
  }

  async #export(): Promise<void> {
    try {
      const text = await api.writeRecord({ ...this.#body(this.#root), tags: this.#tags, comment: this.#root.comment, tree: toRecord(this.#root, this.review.scores) });
      save(`${this.game}.txt`, new Blob([text], { type: "text/plain" }));
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
    }
  }

  async #svg(): Promise<string> {
    const s = settings();
    return api.picture({ ...this.#body(this.now, this.pending), style: s.look, dark: s.dark, flipped: this.flip, numbers: s.numbers, names: s.coordinates, arrows: (this.#view?.arrows ?? []).map((a) => ({ from: a.from, to: a.to, rank: a.rank ?? 0 })) });
  }

  async #picture(kind: "svg" | "png"): Promise<void> {
    try {
      const text = await this.#svg();
      if (kind === "svg") return save(`${this.game}.svg`, new Blob([text], { type: "image/svg+xml" }));
      save(`${this.game}.png`, await raster(text));
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
    }
  }

  async #copied(text: string): Promise<void> {
    this.said = (await copy(text)) ? copied : "The browser does not let us copy; it can be copied from the address bar";
    setTimeout(() => (this.said = ""), 3000);
  }

  // ------------------------------------------------------------ drawing

  protected body() {
    const v = this.#view;
    const a = this.answer;
    if (!v || !a) return html`<p class="soft wait" role="status">${this.fault || "Setting up the board …"}</p>`;
    const editor = this.editor;
    return html`<div class="an">
      <div class="an-main">
        <div class="bw${editor ? " bare" : ""}">${editor ? this.#setting(editor.board, a) : this.#table(v, a)}</div>
        ${this.fault ? html`<p class="tip" role="alert">${icon("no")}<span>${this.fault}</span></p>` : nothing}
        ${this.notes.length > 0 ? html`<div class="card notes small" role="status">${this.notes.map((n) => html`<p>${n}</p>`)}</div>` : nothing}
        ${editor ? nothing : this.review.render(a, this.#root, this.now, (n) => void this.#ask(n), () => this.#judge())}
      </div>
      <aside class="card side" aria-label="Analysis">
        ${head(a, this.#facts, this.games, this.#set, this.#tags, this.now, (game, variant) => this.#begin(game, variant, [], ""))}
        ${editor
          ? editor.render(
              a.sides,
              this.#facts?.board,
              () => this.#begin(this.game, this.#variant, this.#set, editor.position),
              () => this.#leave(),
            )
          : html`${engineBox(a, this.analysis, this.engine, this.lines, { toggle: (on) => this.#toggle(on), many: (n) => this.#many(n), play: (l) => void this.#play(this.#rest(l)) })}
            ${this.pending ? nothing : known(a, (turn) => void this.#play(turn))}
            ${tree({ root: this.#root, now: this.now, pending: this.pending, go: (n) => void this.#ask(n, n.parent === this.now) })} ${this.#steer()} ${this.#comment()}
            <kb-explorer .body=${this.#body(this.now)} .sides=${a.sides}></kb-explorer>
            <div class="an-box"><kb-movebox .moves=${v.moves} .placeholder=${v.placeholder ?? ""}></kb-movebox></div>`}
        ${this.#where(a)} ${this.#share(a)}
      </aside>
    </div>
    <div class="sr" role="status">${this.said}</div>`;
  }

  #table(v: View, a: PositionAnswer) {
    return html`${bar(this.#stands, a, this.flip)}
      <kb-table
        .view=${v}
        .taste=${this.#taste()}
        .players=${[]}
        .turned=${settings().long && v.board.shape === "pits"}
        .flipped=${this.flip}
        .refusal=${this.refusal}
        .help=${false}
      ></kb-table>`;
  }

  #setting(b: Board, a: PositionAnswer) {
    const s = settings();
    return html`<div class="table ${b.shape}">
      <div class="t-board">
        <kb-board
          .board=${b}
          .moves=${noMoves}
          .edit=${true}
          .sideNames=${a.sides}
          .look=${s.look}
          .dark=${s.dark}
          .flipped=${this.flip}
          .shortcuts=${false}
          label="${this.#facts?.title ?? ""}, being set up"
        ></kb-board>
      </div>
    </div>`;
  }

  #likes: ReturnType<typeof settings> | undefined;
  #taste() {
    const s = settings();
    if (!this.#likes || Object.entries(s).some(([k, x]) => k !== "premove" && k !== "confirm" && this.#likes?.[k as keyof typeof s] !== x)) this.#likes = { ...s, premove: false, confirm: false };
    return this.#likes;
  }

  /** What is still to be decided of the first turn of a line. */
  #rest(l: Line): string {
    const turn = l.turns[0] ?? l.moves.map((m) => m.text).join("");
    return this.pending && turn.startsWith(this.pending) ? turn.slice(this.pending.length) : turn;
  }

  #toggle(on: boolean): void {
    this.engine = on;
    this.analysis = undefined;
    if (this.#view) this.#view = { ...this.#view, arrows: [] };
    this.#think();
  }

  #many(n: number): void {
    this.lines = n;
    this.#think();
  }

  #steer() {
    const go = (name: string, picture: string, key: string, off: boolean) =>
      html`<button type="button" class="icb" aria-label=${name} ?disabled=${off} @click=${() => this.#step(key)}>${icon(picture)}</button>`;
    const n = this.now;
    return html`<div class="navs">
      ${go("First move", "first", "Home", n === this.#root)} ${go("One move back", "prev", "ArrowLeft", n === this.#root && !this.pending)}
      ${go("One move on", "next", "ArrowRight", n.children.length === 0)} ${go("Newest move", "last", "End", n.children.length === 0)}
      <button type="button" class="icb" aria-label="Show this move again" ?disabled=${n === this.#root} @click=${() => this.#board?.replay()}>${icon("replay")}</button>
    </div>`;
  }

  #comment() {
    const n = this.now;
    const changed = () => {
      this.#address();
      this.requestUpdate();
    };
    return comment(n, {
      say: (text) => {
        n.comment = text;
        changed();
      },
      promote: () => {
        promote(n);
        this.review.clear();
        changed();
      },
      prune: () => {
        if (onMain(n)) this.review.clear();
        void this.#ask(prune(n));
      },
    });
  }

  #where(a: PositionAnswer) {
    const text = this.editor?.position ?? a.view.position;
    return html`<form
      class="pos"
      @submit=${(e: Event) => {
        e.preventDefault();
        const position = (e.target as HTMLFormElement).querySelector("input")?.value.trim() ?? "";
        api.position({ game: this.game, variant: this.#variant, set: [...this.#set], position }).then(
          () => this.#begin(this.game, this.#variant, this.#set, position),
          (x: unknown) => (this.fault = x instanceof Error ? x.message : String(x)),
        );
      }}
    >
      <input aria-label="Position" spellcheck="false" autocomplete="off" maxlength="4096" .value=${text} />
      <button class="btn">Set</button>
      ${this.editor ? nothing : html`<button type="button" class="btn" @click=${() => this.#edit()}>${icon("pencil")}Set up</button>`}
    </form>`;
  }

  #share(a: PositionAnswer) {
    const shape = a.view.board.shape;
    const shared = {
      game: this.game,
      title: this.#facts?.title ?? "",
      variant: this.#variant,
      set: this.#set,
      start: this.#start,
      now: this.now,
      position: a.view.position,
      pits: shape === "pits",
      squares: shape === "squares",
      copied: this.said === copied,
      record: this.record,
    };
    return share(shared, {
      link: () => void this.#copied(location.href),
      flip: () => {
        this.flip = !this.flip;
        this.#address();
      },
      save: () => void this.#export(),
      picture: (kind) => void this.#picture(kind),
      typed: (text) => (this.record = text),
      open: () => void this.#import(this.record),
    });
  }
}

customElements.define("kb-analysis", AnalysisPage);
