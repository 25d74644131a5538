// <kb-gallery>: every state of every board on one page, for looking at. The
// first boards of each game can be played with: what is chosen is written below.
// In the address, ?look=stone, ?dark, ?game=chuba, ?flip and ?part=live|states choose.

import { html, nothing } from "lit";
import "./parts/index";
import type { Ask } from "./board/asks";
import type { BoardElement } from "./board/board";
import type { Look } from "./board/ground";
import type { Speed } from "./board/animate";
import { LightElement } from "./parts/light";
import type { LegendMark } from "./parts/legend";
import { defaultTaste, type TableElement, type View } from "./parts/table";
import type { PlayerBar } from "./parts/bars";
import { sample, type SampleName } from "./samples/samples";
import type { Arrow, Site } from "./wire";

interface State {
  sample: SampleName;
  caption: string;
  /** Sites chosen beforehand. */
  choose?: Site[];
  press?: string;
  refuse?: Site;
  confirm?: boolean;
  arrows?: Arrow[];
  focus?: Site;
  /** Part of the show at which it stands still. */
  freeze?: number;
  still?: boolean;
  look?: Look;
  dark?: boolean;
  form?: "wide" | "flat";
  turned?: boolean;
  flipped?: boolean;
  lastPath?: Site[];
  missed?: Site[];
}

const pit = (name: string, n: number): Site => {
  const lower = name.toLowerCase().charCodeAt(0) - 97;
  return name === name.toLowerCase() ? lower : 2 * n + lower;
};
const chu = (name: string) => pit(name, 11);
const igi = (name: string) => pit(name, 8);
const fan = (name: string): Site => (name.charCodeAt(0) - 65) * 9 + Number(name[1]) - 1;

const states: Record<string, State[]> = {
  chuba: [
    { sample: "chuba-start", caption: "Start, watched", still: true },
    { sample: "chuba-start", caption: "Legal starts lit; keyboard focus is the square ring", focus: chu("c") },
    { sample: "chuba-middle", caption: "A refused start (CH7)", refuse: chu("h"), lastPath: [chu("Q"), chu("A")] },
    { sample: "chuba-opening", caption: "Sowing: trail, hand, pit reached", freeze: 0.45 },
    { sample: "chuba-opening", caption: "Captured men on their way", freeze: 0.97 },
    { sample: "chuba-pair", caption: "Choose the second pair (CH10)", choose: [chu("t")] },
    { sample: "chuba-last", caption: "Last move", still: true },
    {
      sample: "chuba-middle",
      caption: "Analysis arrows, ranked",
      still: true,
      arrows: [
        { from: chu("b"), to: chu("d"), rank: 1 },
        { from: chu("u"), to: chu("d"), rank: 2 },
        { from: chu("a"), to: chu("c"), rank: 3 },
      ],
    },
    { sample: "chuba-middle", caption: "Flipped", flipped: true },
    { sample: "chuba-start", caption: "Stone", look: "stone", focus: chu("c") },
    { sample: "chuba-pair", caption: "Plain: choose the second pair", look: "plain", choose: [chu("t")] },
    { sample: "chuba-pair", caption: "Plain by night", look: "plain", dark: true, choose: [chu("t")] },
    { sample: "chuba-opening", caption: "Plain: sowing", look: "plain", freeze: 0.45 },
    { sample: "chuba-middle", caption: "For a phone, flat", form: "flat", refuse: chu("h"), lastPath: [chu("Q"), chu("A")] },
    { sample: "chuba-pair", caption: "Flat: the second pair", form: "flat", choose: [chu("t")] },
    { sample: "chuba-pair", caption: "For a phone, turned", turned: true, choose: [chu("t")] },
  ],
  igisoro: [
    { sample: "igisoro-start", caption: "Start, watched", still: true },
    { sample: "igisoro-start", caption: "Legal starts lit", focus: igi("d") },
    { sample: "igisoro-take", caption: "Take or leave (IG8)" },
    { sample: "igisoro-turn", caption: "Turn back or go on (IG9)" },
    { sample: "igisoro-last", caption: "Taken seeds sown on", freeze: 0.5 },
    { sample: "igisoro-last", caption: "Last move", still: true },
    {
      sample: "igisoro-middle",
      caption: "Analysis arrows, ranked",
      still: true,
      arrows: [
        { from: igi("e"), to: igi("g"), rank: 1 },
        { from: igi("a"), to: igi("d"), rank: 2 },
        { from: igi("b"), to: igi("d"), rank: 3 },
      ],
    },
    { sample: "igisoro-take", caption: "Stone", look: "stone" },
    { sample: "igisoro-turn", caption: "Plain", look: "plain" },
    { sample: "igisoro-take", caption: "Plain by night", look: "plain", dark: true },
    { sample: "igisoro-take", caption: "For a phone, flat", form: "flat" },
    { sample: "igisoro-turn", caption: "For a phone, flat", form: "flat" },
    { sample: "igisoro-turn", caption: "Turned", turned: true },
  ],
  fanorona: [
    { sample: "fanorona-start", caption: "Start, watched", still: true },
    { sample: "fanorona-start", caption: "Legal starts lit", focus: fan("D5") },
    { sample: "fanorona-choice", caption: "Approach or withdrawal (FA6)", choose: [fan("B6"), fan("B7")] },
    { sample: "fanorona-chain", caption: "Stop or go on (FA7)", choose: [fan("B5"), fan("B6"), fan("C5")] },
    { sample: "fanorona-last", caption: "Last move", still: true },
    { sample: "fanorona-last", caption: "A stone on its way", freeze: 0.6 },
    {
      sample: "fanorona-start",
      caption: "Analysis arrows, ranked",
      still: true,
      arrows: [
        { from: fan("D5"), to: fan("C5"), rank: 1 },
        { from: fan("D4"), to: fan("C5"), rank: 2 },
        { from: fan("C4"), to: fan("C5"), rank: 3 },
      ],
    },
    { sample: "fanorona-chain", caption: "Stone", look: "stone", choose: [fan("B5"), fan("B6"), fan("C5")] },
    { sample: "fanorona-choice", caption: "Plain", look: "plain", choose: [fan("B6"), fan("B7")] },
    { sample: "fanorona-chain", caption: "Plain by night", look: "plain", dark: true, choose: [fan("B5"), fan("B6"), fan("C5")] },
  ],
  draughts: [
    { sample: "draughts-start", caption: "Start, watched", still: true },
    { sample: "draughts-start", caption: "Legal starts lit, seen from Black", flipped: true, focus: 10 },
    { sample: "draughts-must", caption: "Must capture (DR3)" },
    { sample: "draughts-jump", caption: "Choose the way of the jump", choose: [24] },
    { sample: "draughts-jump", caption: "A jump to confirm", choose: [24, 17, 10], confirm: true },
    { sample: "draughts-huff", caption: "Compel, huff or let stand (DR7)", missed: [2, 9] },
    { sample: "draughts-last", caption: "Last move", still: true },
    {
      sample: "draughts-kings",
      caption: "Analysis arrows, ranked",
      still: true,
      arrows: [
        { from: 2, to: 6, rank: 1 },
        { from: 10, to: 6, rank: 2 },
        { from: 26, to: 22, rank: 3 },
      ],
    },
    { sample: "draughts-kings", caption: "Refused", refuse: 31 },
    { sample: "draughts-last", caption: "Stone", look: "stone", still: true },
    { sample: "draughts-huff", caption: "Plain", look: "plain", missed: [2, 9] },
    { sample: "draughts-must", caption: "Plain by night", look: "plain", dark: true },
  ],
};

interface Live {
  sample: SampleName;
  title: string;
  legend: LegendMark[];
  players: [PlayerBar, PlayerBar];
}

const live: Record<string, Live> = {
  chuba: {
    sample: "chuba-pair",
    title: "Chuba",
    legend: ["legal", "pick", "from", "take", "last", "unplayed"],
    players: [
      { name: "You", role: "South", taken: "13 taken", clock: "3:58", running: true, toMove: true },
      { name: "Guest", role: "North", taken: "16 taken", clock: "4:12" },
    ],
  },
  igisoro: {
    sample: "igisoro-take",
    title: "Igisoro",
    legend: ["legal", "pick", "from", "take", "back"],
    players: [
      { name: "You", role: "South", taken: "16 cows", clock: "7:56", running: true, toMove: true },
      { name: "Engine", role: "North · level 5", taken: "48 cows", clock: "8:20" },
    ],
  },
  fanorona: {
    sample: "fanorona-chain",
    title: "Fanorona",
    legend: ["legal", "to", "pick", "from", "take", "gone"],
    players: [
      { name: "Guest", role: "White", disc: "white", taken: "11 stones", clock: "8:47", running: true, toMove: true },
      { name: "You", role: "Black", disc: "black", taken: "13 stones", clock: "9:02" },
    ],
  },
  draughts: {
    sample: "draughts-huff",
    title: "English draughts",
    legend: ["legal", "to", "must", "take", "last"],
    players: [
      { name: "Guest", role: "Black", disc: "black", clock: "3:31" },
      { name: "You", role: "White", disc: "white", clock: "2:58", running: true, toMove: true },
    ],
  },
};

class Gallery extends LightElement {
  static override properties = {
    look: { state: true },
    dark: { state: true },
    speed: { state: true },
    confirm: { state: true },
    flipped: { state: true },
    turned: { state: true },
    log: { state: true },
  };

  declare look: Look;
  declare dark: boolean;
  declare speed: Speed;
  declare confirm: boolean;
  declare flipped: boolean;
  declare turned: boolean;
  declare log: Record<string, string>;
  readonly #asked = new Map<string, Ask>();
  readonly #query = new URLSearchParams(location.search);

  constructor() {
    super();
    this.look = (this.#query.get("look") as Look) ?? "wood";
    this.dark = this.#query.has("dark");
    this.flipped = this.#query.has("flip");
    this.turned = this.#query.has("turn");
    this.speed = "normal";
    this.confirm = false;
    this.log = {};
    this.addEventListener("kb-dark", () => (this.dark = !this.dark));
    this.addEventListener("kb-look", () => this.#nextLook());
  }

  #nextLook(): void {
    const looks: Look[] = ["wood", "stone", "plain"];
    this.look = looks[(looks.indexOf(this.look) + 1) % looks.length];
  }

  protected override updated(): void {
    document.body.classList.toggle("dark", this.dark);
  }

  protected override render() {
    const only = this.#query.get("game");
    const part = this.#query.get("part");
    const toggle = (name: "confirm" | "flipped" | "turned", text: string) =>
      html`<button class="btn" aria-pressed=${this[name] ? "true" : "false"} @click=${() => (this[name] = !this[name])}>${text}</button>`;
    return html`<a class="skip" href="#main">Skip to the boards</a>
      <kb-header .look=${this.look} .dark=${this.dark}></kb-header>
      <main id="main">
        <h1>What a player meets</h1>
        <div class="g-tools">
          <label
            >Speed
            <select @change=${(e: Event) => (this.speed = (e.target as HTMLSelectElement).value as Speed)}>
              ${["slow", "normal", "quick", "off"].map((s) => html`<option ?selected=${s === this.speed}>${s}</option>`)}
            </select></label
          >
          ${toggle("confirm", "Confirm moves")} ${toggle("flipped", "Flip")} ${toggle("turned", "Turn")}
        </div>
        ${Object.keys(states)
          .filter((g) => !only || g === only)
          .map(
            (g) => html`<h2>${live[g].title}</h2>
              ${part === "states" ? nothing : this.#live(g)}
              ${part === "live" ? nothing : html`<div class="g-row${g === "draughts" ? " narrow" : ""}">${states[g].map((s, i) => this.#state(`${g}${i}`, s))}</div>`}`,
          )}
      </main>`;
  }

  #live(game: string) {
    const l = live[game];
    const s = sample(l.sample);
    const view: View = {
      label: `${l.title}, ${s.sides[s.turn]} to move`,
      sides: s.sides,
      board: s.board,
      moves: s.moves,
      events: s.events,
      previous: s.previous,
      lastText: s.lastText,
      lastWho: "Guest",
      midTurn: s.midTurn,
      missed: game === "draughts" ? [2, 9] : [],
      legend: l.legend,
    };
    const taste = { ...defaultTaste, look: this.look, dark: this.dark, speed: this.speed, confirm: this.confirm };
    const say = (text: string) => (this.log = { ...this.log, [game]: text });
    return html`<div class="g-live${game === "draughts" ? " square" : ""}">
      <kb-table
        .view=${view}
        .taste=${taste}
        .players=${l.players}
        .turns=${["e2", "K", "b+D", "t", "s", "Q+c"].map((text) => ({ text }))}
        .current=${6}
        .flipped=${this.flipped}
        .turned=${this.turned && s.board.shape === "pits"}
        @kb-move=${(e: CustomEvent<{ text: string }>) => {
          say(`played ${e.detail.text}`);
          const table = e.currentTarget as TableElement;
          setTimeout(() => table.board?.reset(), 1200);
        }}
        @kb-refuse=${(e: CustomEvent<{ name?: string; text: string }>) => {
          const what = e.detail.name ?? e.detail.text;
          (e.currentTarget as TableElement).refusal = { text: `${what} is not legal here`, instead: "Choose a lit place." };
          say(`refused ${what}`);
        }}
      ></kb-table>
      <p class="g-log soft">
        ${this.log[game] ?? ""}
        ${s.events
          ? html`<button class="btn" @click=${(e: Event) => (e.target as Element).closest(".g-live")?.querySelector<BoardElement>("kb-board")?.replay()}>
              Show the last move again
            </button>`
          : nothing}
      </p>
    </div>`;
  }

  #state(id: string, st: State) {
    const s = sample(st.sample);
    const asked = this.#asked.get(id);
    const board = html`<kb-board
      id=${id}
      .board=${s.board}
      .moves=${st.still ? [] : s.moves}
      .events=${s.events ?? []}
      .previous=${s.previous}
      .lastPath=${st.lastPath ?? []}
      .missed=${st.missed ?? []}
      .midTurn=${s.midTurn ?? false}
      .sideNames=${s.sides}
      .label="${s.game}: ${st.caption}"
      .look=${st.look ?? this.look}
      .dark=${st.dark ?? (this.dark && st.look === "plain")}
      .form=${st.form ?? (st.turned ? "auto" : "wide")}
      .turned=${st.turned ?? false}
      .flipped=${st.flipped ?? false}
      .confirm=${st.confirm ?? false}
      .arrows=${st.arrows ?? []}
      .shortcuts=${false}
      .playable=${!st.still}
      @kb-ask=${(e: CustomEvent<Ask>) => {
        this.#asked.set(id, e.detail);
        this.requestUpdate();
      }}
    ></kb-board>`;
    return html`<figure class="g-item${st.form === "flat" ? " g-phone" : ""}${st.dark ? " dark g-night" : ""}">
      ${st.turned ? html`<div class="g-turned">${board}</div>` : board}
      <kb-ask
        .ask=${asked}
        @kb-answer=${(e: CustomEvent) => this.#board(id)?.answer(e.detail.option)}
        @kb-undo=${() => this.#board(id)?.undo()}
      ></kb-ask>
      <figcaption>${st.caption}</figcaption>
    </figure>`;
  }

  #board(id: string): BoardElement | null {
    return this.querySelector(`#${id}`);
  }

  protected override firstUpdated(): void {
    void this.updateComplete.then(async () => {
      for (const [g, list] of Object.entries(states))
        for (const [i, st] of list.entries()) {
          const b = this.#board(`${g}${i}`);
          if (!b) continue;
          await b.updateComplete;
          for (const c of st.choose ?? []) b.choose(c);
          if (st.press) b.press(st.press);
          if (st.refuse !== undefined) b.choose(st.refuse);
          if (st.freeze !== undefined) b.freeze(st.freeze);
          if (st.focus !== undefined) b.mark(st.focus);
        }
    });
  }
}

customElements.define("kb-gallery", Gallery);
