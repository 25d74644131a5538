// The connection to a table. Events are numbered: one that is missing is asked
// for, and after a break the connection comes back by itself and goes on from
// the last number known.

import type { Message, Problem } from "./types";

export interface Command {
  kind: string;
  text?: string;
  name?: string;
  side?: number;
  ply?: number;
  turn?: number;
}

interface Waiting {
  key: string;
  command: Command;
  done: (problem: Problem | undefined) => void;
}

/** Waits between attempts, in milliseconds. */
const first = 250;
const longest = 8000;
/** How long an answer may take before the connection counts as cut. */
const silence = 5000;

let keys = 0;
const session = Math.random().toString(36).slice(2, 10) + Date.now().toString(36);

export class Live {
  #socket: WebSocket | undefined;
  #seq = -1;
  #wait = first;
  #timer = 0;
  #closed = false;
  #waiting: Waiting[] = [];

  /**
   * message is called for each message that is due, online when the connection
   * comes or goes.
   */
  constructor(
    private readonly id: string,
    private readonly message: (m: Message) => void,
    private readonly online: (yes: boolean) => void,
  ) {
    addEventListener("online", this.#now);
    document.addEventListener("visibilitychange", this.#now);
    addEventListener("pagehide", this.#leave);
    addEventListener("pageshow", this.#back);
    this.#open();
  }

  close(): void {
    this.#closed = true;
    removeEventListener("online", this.#now);
    document.removeEventListener("visibilitychange", this.#now);
    removeEventListener("pagehide", this.#leave);
    removeEventListener("pageshow", this.#back);
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  /** Gives a command. It is sent again after a break; its key makes the server do it once. */
  command(command: Command): Promise<Problem | undefined> {
    return new Promise((done) => {
      const w: Waiting = { key: `${session}-${++keys}`, command, done };
      this.#waiting.push(w);
      this.#send(w);
    });
  }

  #send(w: Waiting): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ type: "command", key: w.key, ...w.command }));
  }

  /** Tries at once instead of waiting. A connection that seems to stand is tried
   *  too: a device that slept does not know that it was cut. */
  #now = (): void => {
    if (document.visibilityState === "hidden" || this.#closed) return;
    clearTimeout(this.#timer);
    const s = this.#socket;
    if (!s) return this.#open();
    if (s.readyState !== WebSocket.OPEN) return;
    s.send(JSON.stringify({ type: "since", since: Math.max(0, this.#seq) }));
    this.#timer = window.setTimeout(() => {
      if (this.#socket !== s) return;
      this.#socket = undefined;
      s.close();
      this.online(false);
      this.#open();
    }, silence);
  };

  /** A browser may keep a page that was left, as it stands, for the way back. Its
   *  connection must not: for the others the visitor would still be there. */
  #leave = (): void => {
    clearTimeout(this.#timer);
    const s = this.#socket;
    this.#socket = undefined;
    s?.close();
  };

  #back = (e: PageTransitionEvent): void => {
    if (e.persisted) this.#now();
  };

  #open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const since = this.#seq >= 0 ? `?since=${this.#seq}` : "";
    const s = new WebSocket(`${scheme}//${location.host}/api/tables/${encodeURIComponent(this.id)}/live${since}`);
    this.#socket = s;
    s.onopen = () => {
      this.#wait = first;
      clearTimeout(this.#timer);
      this.online(true);
      for (const w of this.#waiting) this.#send(w);
    };
    s.onmessage = (e) => {
      if (this.#socket !== s) return;
      clearTimeout(this.#timer);
      this.#take(JSON.parse(e.data as string) as Message);
    };
    s.onclose = () => {
      if (this.#socket !== s) return;
      this.#socket = undefined;
      if (this.#closed) return;
      this.online(false);
      // Not all at the same moment.
      this.#timer = window.setTimeout(() => this.#open(), this.#wait * (0.7 + 0.6 * Math.random()));
      this.#wait = Math.min(longest, this.#wait * 2);
    };
  }

  #take(m: Message): void {
    switch (m.type) {
      case "table":
        if (m.table) this.#seq = m.table.seq;
        break;
      case "event": {
        const seq = m.event?.seq ?? 0;
        if (seq <= this.#seq) return; // seen already
        if (!m.status) return; // one that was missed: the table that follows has it
        if (this.#seq >= 0 && seq > this.#seq + 1) {
          this.#socket?.send(JSON.stringify({ type: "since", since: this.#seq }));
          return;
        }
        this.#seq = seq;
        break;
      }
      case "done":
      case "refused": {
        const w = this.#waiting.find((q) => q.key === m.key);
        this.#waiting = this.#waiting.filter((q) => q !== w);
        w?.done(m.type === "refused" ? m.problem : undefined);
        return;
      }
    }
    this.message(m);
  }
}
