// Narrowing the legal decisions by pointing. Paths are compared step by step;
// no rule is known here.

import type { Move, Site, Step } from "../wire";

/**
 * How far a person has come: nothing chosen; the next site is wanted; the next
 * choice is a question answered by a key or by a site that stands for an answer;
 * one decision is left.
 */
export type Stage = "idle" | "partial" | "asking" | "ready";

const same = (a: Step) => (b: Step) =>
  (a.key ?? "") === (b.key ?? "") &&
  (a.says ?? "") === (b.says ?? "") &&
  a.sites.length === b.sites.length &&
  a.sites.every((s, i) => s === b.sites[i]);

/** A choice in progress. It is a value: each choice returns a new one. */
export class Narrow {
  private constructor(
    /** The decisions that are still possible. */
    readonly moves: readonly Move[],
    /** The steps chosen so far. */
    readonly taken: readonly Step[],
    /** The next steps that the last choice left open; undefined: all. */
    private readonly among: readonly Step[] | undefined,
    /** The person has stopped where a path may end. */
    private readonly ended: boolean,
    private readonly last: Narrow | undefined,
  ) {}

  static of(moves: readonly Move[]): Narrow {
    return new Narrow(moves, [], undefined, false, undefined);
  }

  /** Something has been chosen. */
  get begun(): boolean {
    return this.last !== undefined;
  }

  /** The state before the last choice. */
  get back(): Narrow | undefined {
    return this.last;
  }

  get stage(): Stage {
    if (this.begun && (this.ended || this.moves.length === 1)) return "ready";
    if (this.among) return "asking";
    const next = this.next;
    if (next.length > 0 && next.every((s) => s.key)) return "asking";
    return this.begun ? "partial" : "idle";
  }

  /** The one decision that is left. */
  get ready(): Move | undefined {
    return this.stage === "ready" ? this.moves[0] : undefined;
  }

  /** The steps that can be chosen next, each once, in the order of the decisions. */
  get next(): readonly Step[] {
    if (this.ended) return [];
    if (this.among) return this.among;
    const next: Step[] = [];
    for (const m of this.moves) {
      const step = m.path[this.taken.length];
      if (step && !next.some(same(step))) next.push(step);
    }
    return next;
  }

  /** The sites that can be pointed at next, each once. */
  get lit(): Site[] {
    return [...new Set(this.next.flatMap((s) => s.sites))];
  }

  /** The decision that is complete as it is while others would go on. */
  get stop(): Move | undefined {
    if (this.ended || this.among || (this.begun && this.moves.length === 1)) return undefined;
    return this.moves.find((m) => m.path.length === this.taken.length);
  }

  /** Stops here, where stop has a decision. */
  end(): Narrow | undefined {
    const m = this.stop;
    return m && new Narrow([m], this.taken, undefined, true, this);
  }

  /**
   * Chooses the step that a site means; if it means several, they are asked
   * next. The site where the last step led stops there, if that is possible and
   * it means nothing else. Undefined: the site means nothing.
   */
  point(site: Site): Narrow | undefined {
    const meant = this.next.filter((s) => s.sites.includes(site));
    if (meant.length === 0 && this.at === site) return this.end();
    return this.choose(meant);
  }

  /** Chooses the step that a key means: an exact match comes before one that
   *  differs in case or gives only the beginning of a longer key. */
  press(key: string): Narrow | undefined {
    if (key === "") return undefined;
    const small = key.toLowerCase();
    for (const fits of [
      (k: string) => k === key,
      (k: string) => k.toLowerCase() === small,
      (k: string) => k.length > key.length && k.toLowerCase().startsWith(small),
    ]) {
      const meant = this.next.filter((s) => s.key && fits(s.key));
      if (meant.length > 0) return this.choose(meant);
    }
    return undefined;
  }

  /** Chooses one of next. */
  take(step: Step): Narrow | undefined {
    return this.choose(this.next.filter(same(step)));
  }

  /** Chooses some of next: one of them, or which is asked next. */
  takeAny(steps: readonly Step[]): Narrow | undefined {
    return this.choose(this.next.filter((s) => steps.some(same(s))));
  }

  /** The site where the last plain step led. */
  get at(): Site | undefined {
    return this.sites.at(-1);
  }

  /** The plain sites chosen so far. */
  get sites(): Site[] {
    return this.taken.filter((s) => !s.key && s.sites.length > 0).map((s) => s.sites[0]);
  }

  /** What is written of the decision so far: what all texts begin with. */
  get text(): string {
    if (!this.begun) return "";
    let text = this.moves[0]?.text ?? "";
    for (const m of this.moves) while (!m.text.startsWith(text)) text = text.slice(0, -1);
    return text;
  }

  private choose(meant: readonly Step[]): Narrow | undefined {
    if (meant.length === 0 || (this.among && meant.length > 1 && meant.length === this.among.length)) return undefined;
    const moves = this.moves.filter((m) => {
      const step = m.path[this.taken.length];
      return step && meant.some(same(step));
    });
    if (meant.length > 1) return new Narrow(moves, this.taken, meant, false, this);
    return new Narrow(moves, [...this.taken, meant[0]], undefined, false, this);
  }
}
