// The review of a game: what each position of the main line is worth, and which
// turns were mistakes.

import { html, nothing } from "lit";
import { proven, scoreOf, slips, type Score } from "../game/score";
import { mainLine, onMain, path, type Node } from "../game/tree";
import { Study } from "../net/study";
import type { Analysis, PositionAnswer, PositionBody } from "../net/types";
import { plot } from "../parts/plot";

export class Review {
  /** By turns played on the main line. */
  scores: readonly (Score | undefined)[] = [];
  running = false;
  readonly #study = new Study();
  #best: string[] = [];

  /** changed is called when there is more to draw, failed with what went wrong. */
  constructor(
    private readonly changed: () => void,
    private readonly failed: (fault: string) => void,
  ) {}

  close(): void {
    this.#study.close();
  }

  /** Forgets it all. */
  clear(): void {
    this.stop();
    this.scores = [];
  }

  stop(): void {
    this.running = false;
    this.#study.stop();
    this.changed();
  }

  /** Judges a game. body asks for its end; ended tells how the game ended after a turn, if it did. */
  begin(root: Node, body: PositionBody, ended: (n: Node | undefined) => Score | undefined): void {
    const line = mainLine(root);
    this.running = true;
    this.#best = [];
    this.scores = Array.from<Score | undefined>({ length: line.length + 1 });
    for (const n of line) n.mark = n.better = "";
    this.#study.ask("review", body, 1, {
      review: (at, x) => this.#take(at, x, line, ended),
      done: (problem) => {
        this.running = false;
        if (problem) this.failed(problem.detail);
        this.changed();
      },
    });
    this.changed();
  }

  #take(at: number, x: Analysis, line: readonly Node[], ended: (n: Node | undefined) => Score | undefined): void {
    const scores = [...this.scores];
    // A position without lines is one where the game is over.
    scores[at] = scoreOf(x) ?? ended(line[at - 1]) ?? scores[at - 1];
    this.scores = scores;
    this.#best[at] = x.lines[0]?.turns[0] ?? "";
    this.#mark(line);
    this.changed();
  }

  #mark(line: readonly Node[]): void {
    line.forEach((n, i) => {
      const [before, after] = [this.scores[i], this.scores[i + 1]];
      if (before?.chance === undefined || after?.chance === undefined) return;
      const lost = (before.chance - after.chance) * (n.side === 0 ? 1 : -1);
      n.mark = slips.find(([least]) => lost >= least)?.[1] ?? "";
      n.better = n.mark && this.#best[i] !== n.text ? (this.#best[i] ?? "") : "";
    });
  }

  /** The score after a node of the main line. */
  at(n: Node): Score | undefined {
    return onMain(n) ? this.scores[path(n).length] : undefined;
  }

  /** The evaluation along the main line, the first side above. judge begins a review. */
  render(a: PositionAnswer, root: Node, now: Node, go: (n: Node) => void, judge: () => void) {
    const line = mainLine(root);
    if (line.length < 2) return nothing;
    const known = this.scores.some((s) => s !== undefined);
    const pits = a.view.board.shape === "pits";
    const head = html`<div class="hd small soft">
      <span><b>Evaluation</b> in ${pits ? "seeds" : "pieces"}, ${a.sides[0]} above</span><span class="sp"></span>
      <span>${this.#summary(a, line)}</span>
      <button type="button" class="btn tiny" @click=${() => (this.running ? this.stop() : judge())}>${this.running ? "Stop" : known ? "Again" : "Review the game"}</button>
    </div>`;
    if (!known) return html`<div class="card plot">${head}</div>`;
    const at = onMain(now) ? path(now).length : undefined;
    return html`<div class="card plot">${head}${plot(this.scores, line, at, pits, (i) => go(i === 0 ? root : line[i - 1]))}</div>`;
  }

  /** "White 1 ??, 2 ?". */
  #summary(a: PositionAnswer, line: readonly Node[]): string {
    if (this.running) return `turn ${Math.max(0, this.scores.filter((s) => s !== undefined).length - 1)} of ${line.length}`;
    const said = ([0, 1] as const).map((side) => {
      const marks = slips.map(([, m]) => [line.filter((n) => n.side === side && n.mark === m).length, m] as const).filter(([k]) => k > 0);
      return marks.length > 0 ? `${a.sides[side]} ${marks.map(([k, m]) => `${k} ${m}`).join(", ")}` : "";
    });
    return said.filter(Boolean).join(" · ");
  }
}

/** How a game has ended, as a score. */
export function endScore(a: PositionAnswer | undefined): Score | undefined {
  const o = a?.view.outcome;
  return o ? { value: o === "draw" ? 0 : o === "first" ? proven : -proven, chance: o === "draw" ? 0.5 : o === "first" ? 1 : 0, ends: 0 } : undefined;
}
