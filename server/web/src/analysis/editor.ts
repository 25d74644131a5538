// A board that is set up by hand. It knows no rule: the server says what is wrong.

import { html, nothing } from "lit";
import { positionText } from "../game/positions";
import { icon } from "../parts/icons";
import { Mark, Piece, type Board } from "../wire";
import { upper } from "../words";

/** Tools by their names: what is put where one points. */
function tools(b: Board, sides: readonly [string, string]): [string, string][] {
  switch (b.shape) {
    case "pits":
      return [["+1", "One more"], ["-1", "One less"], ["0", "Empty"], ...(b.stores ? [["unplayed", "Not yet played upon"] as [string, string]] : [])];
    case "points":
      return [[String(Piece.FirstMan), sides[0]], [String(Piece.SecondMan), sides[1]], ["0", "Nothing"]];
    case "squares":
      return [
        [String(Piece.FirstMan), `${sides[0]} man`],
        [String(Piece.FirstKing), `${sides[0]} king`],
        [String(Piece.SecondMan), `${sides[1]} man`],
        [String(Piece.SecondKing), `${sides[1]} king`],
        ["0", "Nothing"],
      ];
  }
}

export class Editor {
  tool: string;
  fault = "";
  #asked = 0;

  /**
   * changed is called when something has to be drawn anew; check asks the server
   * about a position and rejects with what is wrong with it.
   */
  constructor(
    public board: Board,
    public turn: 0 | 1,
    private readonly check: (position: string) => Promise<unknown>,
    private readonly changed: () => void,
  ) {
    this.board = { ...board, at: [...board.at], marks: board.marks ? [...board.marks] : undefined, hand: 0 };
    this.tool = board.shape === "pits" ? "+1" : "1";
  }

  get position(): string {
    return positionText(this.board, this.turn);
  }

  /** Puts the tool's piece at a site. */
  put(site: number): void {
    const b = this.board;
    const at = [...b.at];
    const marks = [...(b.marks ?? b.at.map(() => 0))];
    if (b.shape === "pits") {
      if (this.tool === "+1") at[site] = Math.min(99, at[site] + 1);
      else if (this.tool === "-1") at[site] = Math.max(0, at[site] - 1);
      else if (this.tool === "0") at[site] = 0;
      else if (this.tool === "unplayed") marks[site] ^= Mark.Unplayed;
      if (at[site] === 0) marks[site] = 0;
    } else at[site] = at[site] === Number(this.tool) ? 0 : Number(this.tool);
    this.#set({ ...b, at, marks });
  }

  #set(b: Board): void {
    this.board = b;
    this.#judge();
  }

  #judge(): void {
    const number = ++this.#asked;
    const told = (fault: string) => {
      if (number !== this.#asked) return;
      this.fault = fault;
      this.changed();
    };
    this.changed();
    this.check(this.position).then(
      () => told(""),
      (e: unknown) => told(e instanceof Error ? e.message : String(e)),
    );
  }

  /** done studies the position, leave drops it; start is the board at the start of the game. */
  render(sides: readonly [string, string], start: Board | undefined, done: () => void, leave: () => void) {
    const b = this.board;
    const seg = (name: string, label: string, values: [string, string][], now: string, set: (v: string) => void) =>
      html`<span class="seg" role="radiogroup" aria-label=${label}
        >${values.map(([v, t]) => html`<label><input type="radio" name=${name} .checked=${v === now} @change=${() => set(v)} /><span>${t}</span></label>`)}</span
      >`;
    const turns: [string, string][] = [["0", `${sides[0]} to move`], ["1", `${sides[1]} to move`]];
    return html`<div class="editor">
      <p><b>Set up the board.</b> <span class="soft">Choose what to put, then point; the server says what is wrong with it.</span></p>
      <div class="line">
        ${seg("tool", "What to put", tools(b, sides), this.tool, (v) => {
          this.tool = v;
          this.changed();
        })}
      </div>
      <div class="line">
        ${seg("edit-turn", "Who moves", turns, String(this.turn), (v) => {
          this.turn = Number(v) as 0 | 1;
          this.#judge();
        })}
      </div>
      <div class="line">
        <button type="button" class="btn" @click=${() => this.#set({ ...b, at: b.at.map(() => 0), marks: b.marks?.map(() => 0) })}>Clear</button>
        ${start && start.at.length === b.at.length
          ? html`<button type="button" class="btn" @click=${() => this.#set({ ...start, at: [...start.at], marks: start.marks ? [...start.marks] : undefined })}>The start</button>`
          : nothing}
      </div>
      ${this.fault ? html`<p class="tip" role="alert">${icon("no")}<span>${upper(this.fault)}</span></p>` : nothing}
      <div class="line">
        <button type="button" class="btn pri" ?disabled=${this.fault !== ""} @click=${done}>Study this position</button>
        <button type="button" class="btn" @click=${leave}>Leave it</button>
      </div>
    </div>`;
  }
}
