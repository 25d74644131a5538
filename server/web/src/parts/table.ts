// <kb-table>: a board with the bars of its players, the strip, the last moves
// and the move box. It joins the parts; what is played goes out as kb-move.

import { html, nothing, type PropertyValues } from "lit";
import type { Arrow, Board, Move, Refusal, Seen, Site } from "../wire";
import type { Ask, AskOption } from "../board/asks";
import type { Speed } from "../board/animate";
import type { BoardElement } from "../board/board";
import type { Look } from "../board/ground";
import { LightElement } from "./light";
import type { LegendMark } from "./legend";
import type { PlayerBar } from "./bars";
import type { MoveBoxElement } from "./movebox";
import type { Turn } from "./moves";

/** What is seen of a game at a moment. */
export interface View {
  /** "Chuba, South to move". */
  label: string;
  sides: readonly [string, string];
  board: Board;
  moves: readonly Move[];
  events?: readonly Seen[];
  previous?: Board;
  lastPath?: readonly Site[];
  lastText?: string;
  lastWho?: string;
  midTurn?: boolean;
  must?: boolean;
  missed?: readonly Site[];
  arrows?: readonly Arrow[];
  /** Better words for what is asked. */
  question?: string;
  detail?: string;
  /** An example of a written move. */
  placeholder?: string;
  legend?: readonly LegendMark[];
}

/** How a person likes boards. */
export interface Taste {
  look: Look;
  dark: boolean;
  speed: Speed;
  coordinates: boolean;
  numbers: boolean;
  confirm: boolean;
  premove: boolean;
  shortcuts: boolean;
}

export const defaultTaste: Taste = {
  look: "wood",
  dark: false,
  speed: "normal",
  coordinates: true,
  numbers: true,
  confirm: false,
  premove: false,
  shortcuts: true,
};

/** What is not given is always the same nothing, so that a board is not drawn anew. */
const none: readonly never[] = [];

/** Events of its parts bubble: kb-move, kb-refuse, kb-arrow, kb-premove, kb-goto. */
export class TableElement extends LightElement {
  static override properties = {
    view: { attribute: false },
    taste: { attribute: false },
    players: { attribute: false },
    turns: { attribute: false },
    current: { type: Number },
    secondBegins: { type: Boolean },
    firstNumber: { type: Number },
    flipped: { type: Boolean },
    turned: { type: Boolean, reflect: true },
    playable: { type: Boolean },
    refusal: { attribute: false },
    help: { type: Boolean },
    notice: { attribute: false },
    ask: { state: true },
  };

  declare view: View | undefined;
  declare taste: Taste;
  /** The bars of first and second. */
  declare players: readonly PlayerBar[];
  declare turns: readonly Turn[];
  declare current: number;
  declare secondBegins: boolean;
  declare firstNumber: number;
  declare flipped: boolean;
  declare turned: boolean;
  declare playable: boolean;
  declare refusal: Refusal | undefined;
  declare help: boolean;
  /** Something that the page has to say or to offer, above the strip. */
  declare notice: unknown;
  declare ask: Ask | undefined;

  constructor() {
    super();
    this.taste = defaultTaste;
    this.players = [];
    this.turns = [];
    this.current = 0;
    this.firstNumber = 1;
    this.secondBegins = this.flipped = this.turned = false;
    this.playable = true;
    this.help = true;
    this.addEventListener("kb-ask", (e) => (this.ask = (e as CustomEvent<Ask>).detail));
    this.addEventListener("kb-answer", (e) => this.board?.answer((e as CustomEvent<{ option: AskOption }>).detail.option));
    this.addEventListener("kb-undo", () => this.board?.undo());
    this.addEventListener("kb-type", () => this.querySelector<MoveBoxElement>("kb-movebox")?.focus());
    this.addEventListener("kb-leave", () => this.querySelector<SVGElement>('kb-board [role="gridcell"][tabindex="0"]')?.focus());
  }

  get board(): BoardElement | null {
    return this.querySelector("kb-board");
  }

  protected override willUpdate(changed: PropertyValues): void {
    // A refusal is answered by whatever is chosen next.
    if (changed.has("ask") && !changed.has("refusal") && this.refusal) this.refusal = undefined;
  }

  protected override render() {
    const v = this.view;
    if (!v) return nothing;
    const t = this.taste;
    // The first side sits below, but Black, who moves first in draughts, above.
    const near = (v.board.shape === "squares") === this.flipped ? 0 : 1;
    const far = 1 - near;
    const bar = (side: number) => (this.players[side] ? html`<kb-bars .players=${[this.players[side]]}></kb-bars>` : nothing);
    return html`<div class="table ${v.board.shape}${v.board.stores ? " stores" : ""}">
      <div class="t-far">${bar(far)}</div>
      <div class="t-board">
        <kb-board
          .board=${v.board}
          .moves=${v.moves}
          .events=${v.events ?? none}
          .previous=${v.previous}
          .lastPath=${v.lastPath ?? none}
          .lastText=${v.lastText ?? ""}
          .lastWho=${v.lastWho ?? ""}
          .midTurn=${v.midTurn ?? false}
          .must=${v.must ?? false}
          .missed=${v.missed ?? none}
          .arrows=${v.arrows ?? none}
          .sideNames=${v.sides}
          .label=${v.label}
          .look=${t.look}
          .dark=${t.dark}
          .speed=${t.speed}
          .coordinates=${t.coordinates}
          .numbers=${t.numbers}
          .confirm=${t.confirm}
          .premove=${t.premove}
          .shortcuts=${t.shortcuts}
          .flipped=${this.flipped}
          .turned=${this.turned}
          .playable=${this.playable}
        ></kb-board>
      </div>
      <div class="t-near">${bar(near)}</div>
      <div class="t-ask">
        <div class="notice" role="status">${this.notice ?? nothing}</div>
        <kb-ask .ask=${this.ask} .refusal=${this.refusal} .question=${this.ask?.undo ? "" : (v.question ?? "")} .detail=${this.ask?.undo ? "" : (v.detail ?? "")}></kb-ask>
      </div>
      <div class="t-rest">
        ${this.turns.length > 0
          ? html`<kb-moves class="only-n" strip .turns=${this.turns} .current=${this.current} .firstNumber=${this.firstNumber} .secondBegins=${this.secondBegins}></kb-moves>`
          : nothing}
        ${this.playable
          ? html`<kb-movebox .moves=${v.moves} .sofar=${this.ask?.text ?? ""} .placeholder=${v.placeholder ?? ""} .help=${this.help}></kb-movebox>`
          : nothing}
        ${v.legend ? html`<kb-legend .marks=${v.legend}></kb-legend>` : nothing}
      </div>
    </div>`;
  }
}

customElements.define("kb-table", TableElement);
