// The connection to the server's analysis: one question at a time, each answer
// the best known so far.

import type { Analysis, AnalysisMessage, PositionBody, Problem } from "./types";

export interface Answers {
  info?(a: Analysis): void;
  /** Of a review: the position after so many turns. */
  review?(at: number, a: Analysis): void;
  done?(problem: Problem | undefined): void;
}

let ids = 0;

export class Study {
  #socket: WebSocket | undefined;
  #asked: { id: string; text: string; answers: Answers } | undefined;
  #again = 0;

  /** Asks about a position; the question before is given up. */
  ask(type: "go" | "review", body: PositionBody, lines: number, answers: Answers): void {
    const id = String(++ids);
    this.#asked = { id, text: JSON.stringify({ type, id, lines, ...body }), answers };
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(this.#asked.text);
    else if (!this.#socket) this.#open();
  }

  stop(): void {
    this.#asked = undefined;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: "stop" }));
  }

  close(): void {
    removeEventListener("pagehide", this.#leave);
    removeEventListener("pageshow", this.#back);
    this.#asked = undefined;
    clearTimeout(this.#again);
    this.#socket?.close();
    this.#socket = undefined;
  }

  /** The engine does not work on for a page that was left and is kept for the way back. */
  #leave = (): void => {
    clearTimeout(this.#again);
    const s = this.#socket;
    this.#socket = undefined;
    s?.close();
  };

  #back = (e: PageTransitionEvent): void => {
    if (e.persisted && this.#asked && !this.#socket) this.#open();
  };

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    addEventListener("pagehide", this.#leave);
    addEventListener("pageshow", this.#back);
    const s = new WebSocket(`${scheme}//${location.host}/api/analysis`);
    this.#socket = s;
    s.onopen = () => this.#asked && s.send(this.#asked.text);
    s.onmessage = (e) => {
      const m = JSON.parse(e.data as string) as AnalysisMessage;
      const asked = this.#asked;
      if (!asked || m.id !== asked.id) return;
      if (m.type === "info" && m.analysis) asked.answers.info?.(m.analysis);
      else if (m.type === "review" && m.analysis) asked.answers.review?.(m.at, m.analysis);
      else if (m.type === "done" || m.type === "refused") asked.answers.done?.(m.problem);
    };
    s.onclose = () => {
      if (this.#socket !== s) return;
      this.#socket = undefined;
      if (this.#asked) this.#again = window.setTimeout(() => this.#asked && this.#open(), 1500);
    };
  }
}
