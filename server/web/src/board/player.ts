// Plays a show: tells which frame is due and moves what is on its way.

import { easeInOut, easeOut, frameAt, length, type Frame } from "./animate";
import type { Point } from "./geometry";

export interface Stage {
  /** The frame that is due has changed. */
  frame(f: Frame): void;
  /** Where the hand and a flight are now. */
  place(hand: Point | undefined, flight: Point | undefined): void;
  /** Where the hand is at a pit. */
  hand(site: number): Point;
  /** Both ends of a flight. */
  ends(f: Frame): [Point, Point] | undefined;
  done(): void;
}

export class Player {
  #frames: readonly Frame[] = [];
  #began = 0;
  #index = -1;
  #handle = 0;

  constructor(private readonly stage: Stage) {}

  get playing(): boolean {
    return this.#handle !== 0;
  }

  start(frames: readonly Frame[]): void {
    this.stop();
    if (frames.length === 0) return;
    this.#frames = frames;
    this.#index = -1;
    this.#began = performance.now();
    this.#tick(this.#began); // which asks for the next
  }

  /** Ends the show without another word. */
  stop(): void {
    cancelAnimationFrame(this.#handle);
    this.#handle = 0;
  }

  #tick = (now: number): void => {
    const t = Math.max(0, now - this.#began);
    if (t >= length(this.#frames)) {
      this.stop();
      this.stage.done();
      return;
    }
    const i = frameAt(this.#frames, t, Math.max(0, this.#index));
    const f = this.#frames[i];
    if (i !== this.#index) {
      this.#index = i;
      this.stage.frame(f);
    }
    const part = Math.min(1, (t - f.start) / Math.max(1, f.ms));
    let hand: Point | undefined;
    if (f.moment.hand > 0) {
      const a = this.stage.hand(f.moment.handAt);
      const b = f.handTo === undefined ? a : this.stage.hand(f.handTo);
      hand = between(a, b, easeOut(part));
    }
    const ends = this.stage.ends(f);
    this.stage.place(hand, ends && between(ends[0], ends[1], f.flight?.piece ? easeOut(part) : easeInOut(part)));
    this.#handle = requestAnimationFrame(this.#tick);
  };
}

const between = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
