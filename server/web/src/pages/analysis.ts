// <kb-analysis>: study a game or a position: a tree of turns, the engine's lines,
// a plot of its evaluation, and a board to set up.

import { html, nothing } from "lit";
import "../parts/index";
import type { BoardElement } from "../board/board";
import { positionText } from "../game/positions";
import { raster } from "../game/raster";
import { proven, scoreSaid, slips, type Score } from "../game/score";
import { end, grow, mainLine, onMain, path, promote, prune, read, root, texts, write, type Node } from "../game/tree";
import { noMoves, noSeen, noSites, wayOf } from "../game/view";
import { tip, why } from "../game/why";
import { address, api, Refused } from "../net/api";
import { Study } from "../net/study";
import type { Analysis, GameFacts, Line, PositionAnswer, PositionBody } from "../net/types";
import { icon } from "../parts/icons";
import { plot } from "../parts/plot";
import type { View } from "../parts/table";
import { change, settings } from "../settings";
import { sounds } from "../sounds";
import { Mark, Piece, type Arrow, type Board, type Refusal } from "../wire";
import { boardSaid, upper } from "../words";
import { copy, Page, save } from "./page";

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
    review: { state: true },
    reviewing: { state: true },
    flip: { state: true },
    edited: { state: true },
    tool: { state: true },
    editTurn: { state: true },
    editFault: { state: true },
    said: { state: true },
    record: { state: true },
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
  /** By turns played on the main line. */
  declare review: readonly (Score | undefined)[];
  declare reviewing: boolean;
  declare flip: boolean;
  /** The board that is being set up. */
  declare edited: Board | undefined;
  declare tool: string;
  declare editTurn: 0 | 1;
  declare editFault: string;
  declare said: string;
  declare record: string;

  #variant = "";
  #set: readonly string[] = [];
  #start = "";
  #root = root();
  #view: View | undefined;
  readonly #known = new Map<Node, PositionAnswer>();
  readonly #study = new Study();
  readonly #judge = new Study();
  #asking = 0;
  /** The page was opened to set up a board. */
  #setUp = false;

  constructor() {
    super();
    this.games = [];
    this.now = this.#root;
    this.pending = this.fault = this.editFault = this.said = this.record = "";
    this.engine = true;
    this.lines = 3;
    this.review = [];
    this.reviewing = this.flip = false;
    this.tool = "";
    this.editTurn = 0;
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
    this.addEventListener("kb-edit", (e) => this.#put((e as CustomEvent<{ site: number }>).detail.site));
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
    this.#judge.close();
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
      const a = this.#known.get(node) ?? (await api.position({ ...this.#body(node), seen: true, history: true }));
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
    if (!before || this.edited) return;
    const pending = this.pending + text;
    const number = ++this.#asking;
    try {
      const a = await api.position({ ...this.#body(this.now, pending), seen: true, history: true });
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

  async #refused(d: { site?: number; text: string }): Promise<void> {
    const a = this.answer;
    const b = this.#board;
    if (!a || !b) return;
    if (d.site === undefined) return this.#play(d.text);
    const refusal = await why({ game: this.game, variant: this.#variant, set: [...this.#set], position: a.view.position }, a.view.board, b.narrow.sites.at(-1), d.site, b.narrow.lit);
    if (this.answer === a) this.refusal = refusal;
  }

  #key = (e: KeyboardEvent): void => {
    if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || this.edited) return;
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
    if (this.edited) return;
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
    this.review = [];
    this.reviewing = false;
    this.edited = undefined;
    this.#judge.stop();
    this.#known.clear();
    void this.#ask(end(tree));
  }

  // ------------------------------------------------------------ the engine

  #think(): void {
    if (!this.engine || this.edited || !this.answer || this.answer.view.outcome || document.visibilityState === "hidden") {
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

  /** Arrows for the first decisions of the lines. */
  #arrows(x: Analysis, a: PositionAnswer): void {
    const arrows: Arrow[] = [];
    x.lines.slice(0, this.lines).forEach((l, i) => {
      const m = l.moves[0];
      if (!m) return;
      const way = wayOf(a.view.moves.find((q) => q.text === m.text)?.events ?? []);
      const sites = m.path.filter((p) => !p.key && p.sites.length > 0).map((p) => p.sites[0]);
      const from = way[0] ?? sites[0];
      const to = way.at(-1) ?? sites.at(-1);
      // Of a chain of steps the first tells it best; a sowing is told by its end.
      const far = a.view.board.shape === "points" ? (sites[1] ?? to) : to;
      if (from === undefined || far === undefined || from === far || arrows.some((q) => q.from === from && q.to === far)) return;
      arrows.push({ from, to: far, rank: i + 1 });
    });
    const v = this.#view;
    if (!v || JSON.stringify(arrows) === JSON.stringify(v.arrows)) return;
    this.#view = { ...v, arrows };
    this.requestUpdate();
  }

  #score(x: Analysis | undefined, l: Line | undefined = x?.lines[0]): Score | undefined {
    if (!x || !l) return undefined;
    const sign = x.turn === 0 ? 1 : -1;
    if (l.ends) return { value: sign * Math.sign(l.ends) * proven, ends: Math.abs(l.ends) };
    return { value: sign * l.score, ends: 0 };
  }

  /** The score of the position on the board: of the engine, or how the game has ended. */
  get #stands(): Score | undefined {
    const o = this.answer?.view.outcome;
    if (o) return { value: o === "draw" ? 0 : o === "first" ? proven : -proven, ends: 0 };
    return this.#score(this.analysis) ?? (onMain(this.now) && !this.pending ? this.review[path(this.now).length] : undefined);
  }

  #judgeAll(): void {
    if (this.reviewing) {
      this.reviewing = false;
      this.#judge.stop();
      return;
    }
    const line = mainLine(this.#root);
    this.reviewing = true;
    this.review = Array.from<Score | undefined>({ length: line.length + 1 });
    for (const n of line) n.mark = "";
    const last = line.at(-1) ?? this.#root;
    this.#judge.ask("review", this.#body(last), 1, {
      review: (at, x) => {
        const scores = [...this.review];
        scores[at] = this.#score(x) ?? this.#ended(at, line);
        this.review = scores;
        this.#mark(line);
      },
      done: (problem) => {
        this.reviewing = false;
        if (problem) this.fault = problem.detail;
      },
    });
  }

  /** A position without lines is one where the game is over. */
  #ended(at: number, line: readonly Node[]): Score | undefined {
    const before = this.review[at - 1];
    const o = this.#known.get(line[at - 1])?.view.outcome;
    if (o) return { value: o === "draw" ? 0 : o === "first" ? proven : -proven, ends: 0 };
    return before;
  }

  #mark(line: readonly Node[]): void {
    // Where much changes hands in every turn, a slip costs more.
    const shape = this.answer?.view.board.shape;
    const scale = shape === "pits" ? 3 : shape === "points" ? 2.5 : 1;
    const cap = (v: number) => Math.max(-1500 * scale, Math.min(1500 * scale, v));
    line.forEach((n, i) => {
      const [before, after] = [this.review[i], this.review[i + 1]];
      if (!before || !after) return;
      const lost = (cap(before.value) - cap(after.value)) * (n.side === 0 ? 1 : -1);
      n.mark = slips.find(([least]) => lost >= least * scale)?.[1] ?? "";
    });
  }

  // ------------------------------------------------------------ setting up a board

  #edit(): void {
    const a = this.answer;
    if (!a) return;
    this.#study.stop();
    this.edited = { ...a.view.board, at: [...a.view.board.at], marks: a.view.board.marks ? [...a.view.board.marks] : undefined, hand: 0 };
    this.editTurn = a.view.turn;
    this.tool = this.edited.shape === "pits" ? "+1" : "1";
    this.editFault = "";
    this.analysis = undefined;
  }

  #put(site: number): void {
    const b = this.edited;
    if (!b) return;
    const at = [...b.at];
    const marks = [...(b.marks ?? b.at.map(() => 0))];
    if (b.shape === "pits") {
      if (this.tool === "+1") at[site] = Math.min(99, at[site] + 1);
      else if (this.tool === "-1") at[site] = Math.max(0, at[site] - 1);
      else if (this.tool === "0") at[site] = 0;
      else if (this.tool === "unplayed") marks[site] ^= Mark.Unplayed;
      if (at[site] === 0) marks[site] = 0;
    } else at[site] = at[site] === Number(this.tool) ? 0 : Number(this.tool);
    this.#change({ ...b, at, marks });
  }

  #change(b: Board): void {
    this.edited = b;
    this.#check();
  }

  #check(): void {
    const b = this.edited;
    if (!b) return;
    const text = positionText(b, this.editTurn);
    api.position({ game: this.game, variant: this.#variant, set: [...this.#set], position: text }).then(
      () => (this.editFault = ""),
      (e: unknown) => (this.editFault = e instanceof Error ? e.message : String(e)),
    );
  }

  async #done(): Promise<void> {
    const b = this.edited;
    if (!b) return;
    const text = positionText(b, this.editTurn);
    try {
      await api.position({ game: this.game, variant: this.#variant, set: [...this.#set], position: text });
      this.#begin(this.game, this.#variant, this.#set, text);
    } catch (e) {
      this.editFault = e instanceof Error ? e.message : String(e);
    }
  }

  // ------------------------------------------------------------ in and out

  async #import(text: string): Promise<void> {
    try {
      const { position: p } = await api.readRecord(text);
      this.#begin(p.game, p.variant, p.set, p.start, read(p.turns.map((t) => t.text).join("_")));
      this.record = "";
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
    }
  }

  async #export(): Promise<void> {
    try {
      const text = await api.writeRecord(this.#body(end(this.now)));
      save(`${this.game}.txt`, new Blob([text], { type: "text/plain" }));
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
    }
  }

  async #svg(): Promise<string> {
    const s = settings();
    return api.picture({ ...this.#body(this.now, this.pending), style: s.look, dark: s.dark, flipped: this.#flipped, numbers: s.numbers, names: s.coordinates, arrows: (this.#view?.arrows ?? []).map((a) => ({ from: a.from, to: a.to, rank: a.rank ?? 0 })) });
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

  async #copied(text: string, said: string): Promise<void> {
    this.said = (await copy(text)) ? said : "The browser does not let us copy; it can be copied from the address bar";
    setTimeout(() => (this.said = ""), 3000);
  }

  get #flipped(): boolean {
    return this.flip;
  }

  // ------------------------------------------------------------ drawing

  protected body() {
    const v = this.#view;
    const a = this.answer;
    if (!v || !a) return html`<p class="soft wait" role="status">${this.fault || "Setting up the board …"}</p>`;
    const b = this.edited;
    const squares = v.board.shape === "squares";
    return html`<div class="an">
      <div class="an-main">
        <div class="bw${b ? " bare" : ""}">
          ${b ? nothing : this.#bar(a)}
          ${b
            ? html`<div class="table ${b.shape}">
                <div class="t-board">
                  <kb-board
                    .board=${b}
                    .moves=${noMoves}
                    .edit=${true}
                    .sideNames=${a.sides}
                    .look=${settings().look}
                    .dark=${settings().dark}
                    .flipped=${this.#flipped}
                    .shortcuts=${false}
                    label="${this.#facts?.title ?? ""}, being set up"
                  ></kb-board>
                </div>
              </div>`
            : html`<kb-table
                .view=${v}
                .taste=${this.#taste()}
                .players=${[]}
                .turned=${settings().long && v.board.shape === "pits"}
                .flipped=${this.#flipped}
                .refusal=${this.refusal}
                .help=${false}
              ></kb-table>`}
        </div>
        ${this.fault ? html`<p class="tip" role="alert">${icon("no")}<span>${this.fault}</span></p>` : nothing}
        ${b ? nothing : this.#plot(a)}
      </div>
      <aside class="card side" aria-label="Analysis">
        ${this.#head(a)} ${b ? this.#editor(b, a) : html`${this.#engine(a)} ${this.#tree()} ${this.#steer()} ${this.#comment()}
              <div class="an-box"><kb-movebox .moves=${v.moves} .placeholder=${v.placeholder ?? ""}></kb-movebox></div>`} ${this.#where(a)} ${this.#share(squares)}
      </aside>
    </div>
    <div class="sr" role="status">${this.said}</div>`;
  }

  #likes: ReturnType<typeof settings> | undefined;
  #taste() {
    const s = settings();
    if (!this.#likes || Object.entries(s).some(([k, x]) => k !== "premove" && k !== "confirm" && this.#likes?.[k as keyof typeof s] !== x)) this.#likes = { ...s, premove: false, confirm: false };
    return this.#likes;
  }

  /** What part of the bar is the first side's. */
  #part(s: Score | undefined): number {
    if (!s) return 50;
    if (Math.abs(s.value) >= proven) return s.value > 0 ? 100 : 0;
    const scale = this.answer?.view.board.shape === "pits" ? 1200 : 450;
    return Math.round(50 + 48 * Math.tanh(s.value / scale));
  }

  #bar(a: PositionAnswer) {
    const s = this.#stands;
    const part = this.#part(s);
    const squares = a.view.board.shape === "squares";
    // The first side's share stands where that side sits; in draughts Black is first and dark.
    const share = squares ? 100 - part : part;
    return html`<div
      class="ev${this.#flipped ? " up" : ""}"
      role="meter"
      aria-label="Evaluation for ${a.sides[0]}"
      aria-valuemin="0"
      aria-valuemax="100"
      aria-valuenow=${part}
      aria-valuetext=${scoreSaid(s)}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <rect class="ev-part tall" x="0" y=${this.#flipped ? 0 : 100 - share} width="100" height=${share} />
        <rect class="ev-part wide" x="0" y="0" width=${share} height="100" />
      </svg>
      <b>${scoreSaid(s)}</b>
    </div>`;
  }

  #head(a: PositionAnswer) {
    const g = this.#facts;
    const o = a.view.outcome;
    const state = o ? (o === "draw" ? `drawn: ${a.view.reason}` : `${a.sides[o === "first" ? 0 : 1]} has won: ${a.view.reason}`) : `${a.sides[a.view.turn]} to move`;
    return html`<div class="an-head">
      <div class="line">
        <h1>Analysis</h1>
        <span class="sp"></span>
        <select aria-label="Game" @change=${(e: Event) => this.#begin((e.target as HTMLSelectElement).value, "", [], "")}>
          ${this.games.map((x) => html`<option value=${x.name} ?selected=${x.name === this.game}>${x.title.replace("English draughts", "Draughts")}</option>`)}
        </select>
        ${g && g.variants.length > 1
          ? html`<select aria-label="Variant" @change=${(e: Event) => this.#begin(this.game, (e.target as HTMLSelectElement).value, [], "")}>
              ${g.variants.map((x) => html`<option value=${x.name} ?selected=${x.name === this.#variant}>${x.title.replace("English draughts", "English")}</option>`)}
            </select>`
          : nothing}
      </div>
      <p class="soft small">${g ? boardSaid({ ...g, board: a.view.board }).split(",")[0] : ""} · turn ${path(this.now).length} of ${path(end(this.now)).length} · ${state}</p>
      ${this.#set.length > 0 ? html`<p class="small"><code>${this.#set.join(", ")}</code></p>` : nothing}
    </div>`;
  }

  #engine(a: PositionAnswer) {
    const x = this.analysis;
    const lines = x?.lines.slice(0, this.lines) ?? [];
    const slots = a.view.outcome ? [] : Array.from({ length: this.lines }, (_, i) => lines[i]);
    return html`<div class="engine">
      <div class="line small">
        <label class="switch"><input type="checkbox" .checked=${this.engine} @change=${(e: Event) => this.#toggle((e.target as HTMLInputElement).checked)} /><b>Engine</b></label>
        <select aria-label="How many lines" @change=${(e: Event) => this.#many(Number((e.target as HTMLSelectElement).value))}>
          ${["one line", "two lines", "three lines", "four lines", "five lines"].map((t, i) => html`<option value=${i + 1} ?selected=${i + 1 === this.lines}>${t}</option>`)}
        </select>
        <span class="sp"></span>
        <span class="soft num">${this.engine ? (x && x.depth ? `depth ${x.depth} · full turns` : a.view.outcome ? "" : "thinking …") : "off"}</span>
      </div>
      ${this.engine
        ? slots.map((l, i) =>
            l
              ? html`<button type="button" class="ln r${i + 1}" title="Play ${l.turns[0] ?? ""}" @click=${() => void this.#play(this.#rest(l))}>
                  <i>${i + 1}</i><b>${scoreSaid(this.#score(x, l))}</b><span>${l.turns.join(" ")}</span>
                </button>`
              : html`<span class="ln r${i + 1}" aria-hidden="true"><i>${i + 1}</i><b>–</b><span></span></span>`,
          )
        : nothing}
    </div>`;
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

  #tree() {
    return html`<div class="treebox"><div class="tree" tabindex="0" role="group" aria-label="Moves">${this.#root.comment ? html`<em>${this.#root.comment}</em>` : nothing}${this.#line(this.#root, true)}${this.pending && this.now === this.#root ? html`<span class="g soft">${this.pending} …</span>` : nothing}${this.#root.children.length === 0 && !this.pending ? html`<span class="soft">Play on the board; other turns become variations.</span>` : nothing}</div></div>`;
  }

  /** The line from a node on, with its variations. */
  #line(from: Node, first: boolean): unknown[] {
    const out: unknown[] = [];
    let n = from;
    let numbered = first;
    while (n.children.length > 0) {
      const [main, ...others] = n.children;
      out.push(this.#turn(main, numbered));
      numbered = others.length > 0 || main.comment !== "";
      for (const o of others) out.push(html`<div class="br">${this.#turn(o, true)}${this.#line(o, o.comment !== "")}</div>`);
      n = main;
    }
    return out;
  }

  #turn(n: Node, numbered: boolean) {
    const ply = path(n).length - 1;
    const shift = this.#root.children[0]?.side === 1 ? 1 : 0;
    const k = ply + shift;
    const number = k % 2 === 0 ? `${k / 2 + 1}` : numbered ? `${Math.floor(k / 2) + 1}…` : "";
    return html`<span class="g"
      >${number ? html`<span class="n">${number}</span>` : nothing}<button type="button" aria-current=${n === this.now ? "true" : nothing} @click=${() => void this.#ask(n, n.parent === this.now)}>
        ${n.text}${n.mark ? html`<i title=${slips.find(([, m]) => m === n.mark)?.[2] ?? ""}>${n.mark}</i>` : nothing}
      </button>${n.comment ? html`<em>${n.comment}</em>` : nothing}</span
    >${this.pending && n === this.now ? html`<span class="g soft">${this.pending} …</span>` : nothing}`;
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
    return html`<div class="cm">
      <input
        aria-label="Comment on ${n.text || "the start"}"
        placeholder="Comment on ${n.text || "the start"}"
        maxlength="2000"
        .value=${n.comment}
        @change=${(e: Event) => {
          n.comment = (e.target as HTMLInputElement).value.trim();
          this.#address();
          this.requestUpdate();
        }}
      />
      ${n !== this.#root
        ? html`${onMain(n)
              ? nothing
              : html`<button
                  type="button"
                  class="btn tiny"
                  @click=${() => {
                    promote(n);
                    this.review = [];
                    this.#address();
                    this.requestUpdate();
                  }}
                >
                  Main line
                </button>`}<button type="button" class="icb" aria-label="Delete from ${n.text} on" title="Delete from here on" @click=${() => {
              this.review = onMain(n) ? [] : this.review;
              void this.#ask(prune(n));
            }}>${icon("close")}</button>`
        : nothing}
    </div>`;
  }

  #where(a: PositionAnswer) {
    const text = this.edited ? positionText(this.edited, this.editTurn) : a.view.position;
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
      ${this.edited ? nothing : html`<button type="button" class="btn" @click=${() => this.#edit()}>${icon("pencil")}Set up</button>`}
    </form>`;
  }

  #share(squares: boolean) {
    const main = texts(end(this.now));
    const query = address("", { game: this.game, variant: this.#variant, set: this.#set, position: this.#start, moves: main.join("_"), at: String(path(this.now).length) });
    const embed = `<iframe src="${location.origin}/embed${query}" width="640" height="${squares ? 760 : 520}" title="${this.#facts?.title ?? ""}"></iframe>`;
    const play = address("/", { game: this.game, variant: this.#variant, set: this.#set, position: this.answer?.view.position });
    return html`<div class="links">
        <button type="button" class="link" @click=${() => void this.#copied(location.href, "Link copied")}>${icon("share")}${this.said === "Link copied" ? "Copied" : "Copy link"}</button>
        <button type="button" class="link" @click=${() => { this.flip = !this.flip; this.#address(); }}>${icon("flip")}Flip</button>
        ${this.answer?.view.board.shape === "pits" ? html`<button type="button" class="link" @click=${() => change({ long: !settings().long })}>${icon("turn")}Turn</button>` : nothing}
        <a href=${play}>${icon("two")}Play from here</a>
        <button type="button" class="link" @click=${() => void this.#export()}>${icon("down")}Record</button>
        <button type="button" class="link" @click=${() => void this.#picture("svg")}>${icon("down")}SVG</button>
        <button type="button" class="link" @click=${() => void this.#picture("png")}>${icon("down")}PNG</button>
      </div>
      <details class="in">
        <summary>Bring a record, embed a board</summary>
        <form
          class="field"
          @submit=${(e: Event) => {
            e.preventDefault();
            void this.#import(this.record);
          }}
        >
          <textarea rows="4" aria-label="A record" placeholder="The text of a record" spellcheck="false" .value=${this.record} @input=${(e: Event) => (this.record = (e.target as HTMLTextAreaElement).value)}></textarea>
          <button class="btn" ?disabled=${this.record.trim() === ""}>Open the record</button>
        </form>
        <label class="field"
          ><span class="small">For another page</span>
          <textarea rows="3" readonly class="mono" .value=${embed} @focus=${(e: Event) => (e.target as HTMLTextAreaElement).select()}></textarea>
        </label>
      </details>`;
  }

  /** The evaluation along the main line, the first side above. */
  #plot(a: PositionAnswer) {
    const line = mainLine(this.#root);
    const n = line.length;
    if (n < 2) return nothing;
    const known = this.review.filter((s): s is Score => s !== undefined);
    const pits = a.view.board.shape === "pits";
    const unit = pits ? "seeds" : "pieces";
    const head = html`<div class="hd small soft">
      <span><b>Evaluation</b> in ${unit}, ${a.sides[0]} above</span><span class="sp"></span>
      <span>${this.#summary(a, line)}</span>
      <button type="button" class="btn tiny" @click=${() => this.#judgeAll()}>${this.reviewing ? "Stop" : known.length > 0 ? "Again" : "Review the game"}</button>
    </div>`;
    if (known.length === 0) return html`<div class="card plot">${head}</div>`;
    const at = onMain(this.now) ? path(this.now).length : undefined;
    return html`<div class="card plot">
      ${head}${plot(this.review, line, at, pits, (i) => void this.#ask(i === 0 ? this.#root : line[i - 1]))}
    </div>`;
  }

  /** "White 1 ??, 2 ?". */
  #summary(a: PositionAnswer, line: readonly Node[]): string {
    if (this.reviewing) return `turn ${Math.max(0, this.review.filter((s) => s !== undefined).length - 1)} of ${line.length}`;
    const said = ([0, 1] as const).map((side) => {
      const marks = slips.map(([, m]) => [line.filter((n) => n.side === side && n.mark === m).length, m] as const).filter(([k]) => k > 0);
      return marks.length > 0 ? `${a.sides[side]} ${marks.map(([k, m]) => `${k} ${m}`).join(", ")}` : "";
    });
    return said.filter(Boolean).join(" · ");
  }

  #editor(b: Board, a: PositionAnswer) {
    const tools: [string, string][] =
      b.shape === "pits"
        ? [["+1", "One more"], ["-1", "One less"], ["0", "Empty"], ...(b.stores ? [["unplayed", "Not yet played upon"] as [string, string]] : [])]
        : b.shape === "points"
          ? [[String(Piece.FirstMan), a.sides[0]], [String(Piece.SecondMan), a.sides[1]], ["0", "Nothing"]]
          : [
              [String(Piece.FirstMan), `${a.sides[0]} man`],
              [String(Piece.FirstKing), `${a.sides[0]} king`],
              [String(Piece.SecondMan), `${a.sides[1]} man`],
              [String(Piece.SecondKing), `${a.sides[1]} king`],
              ["0", "Nothing"],
            ];
    const seg = (name: string, label: string, values: [string, string][], now: string, set: (v: string) => void) =>
      html`<span class="seg" role="radiogroup" aria-label=${label}>${values.map(([v, t]) => html`<label><input type="radio" name=${name} .checked=${v === now} @change=${() => set(v)} /><span>${t}</span></label>`)}</span>`;
    const start = this.#facts?.board;
    return html`<div class="editor">
      <p><b>Set up the board.</b> <span class="soft">Choose what to put, then point; the server says what is wrong with it.</span></p>
      <div class="line">${seg("tool", "What to put", tools, this.tool, (v) => (this.tool = v))}</div>
      <div class="line">
        ${seg(
          "edit-turn",
          "Who moves",
          [["0", `${a.sides[0]} to move`], ["1", `${a.sides[1]} to move`]],
          String(this.editTurn),
          (v) => {
            this.editTurn = Number(v) as 0 | 1;
            this.#check();
          },
        )}
        <button type="button" class="btn" @click=${() => this.#change({ ...b, at: b.at.map(() => 0), marks: b.marks?.map(() => 0) })}>Clear</button>
        ${start && start.at.length === b.at.length ? html`<button type="button" class="btn" @click=${() => this.#change({ ...start, at: [...start.at], marks: start.marks ? [...start.marks] : undefined })}>The start</button>` : nothing}
      </div>
      ${this.editFault ? html`<p class="tip" role="alert">${icon("no")}<span>${upper(this.editFault)}</span></p>` : nothing}
      <div class="line">
        <button type="button" class="btn pri" ?disabled=${this.editFault !== ""} @click=${() => void this.#done()}>Study this position</button>
        <button
          type="button"
          class="btn"
          @click=${() => {
            this.edited = undefined;
            this.#think();
          }}
        >
          Leave it
        </button>
      </div>
    </div>`;
  }
}

customElements.define("kb-analysis", AnalysisPage);
