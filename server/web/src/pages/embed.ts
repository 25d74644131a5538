// <kb-embed>: a game to step through, inside another site's page.

import { html, nothing } from "lit";
import "../board/board";
import "../parts/moves";
import { mainTexts } from "../game/tree";
import { noMoves, noSeen, noSites } from "../game/view";
import { api } from "../net/api";
import type { PositionAnswer } from "../net/types";
import { LightElement } from "../parts/light";
import { settings } from "../settings";

class Embed extends LightElement {
  static override properties = { answer: { state: true }, at: { state: true }, fault: { state: true } };

  declare answer: PositionAnswer | undefined;
  declare at: number;
  declare fault: string;
  readonly #query = new URLSearchParams(location.search);

  constructor() {
    super();
    this.fault = "";
    this.at = 0;
    this.addEventListener("kb-goto", (e) => (this.at = (e as CustomEvent<{ ply: number }>).detail.ply));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  async #load(): Promise<void> {
    const q = this.#query;
    try {
      const a = await api.position({
        game: q.get("game") ?? "",
        variant: q.get("variant") ?? "",
        set: q.getAll("set"),
        position: q.get("position") ?? "",
        moves: mainTexts(q.get("moves") ?? ""),
        history: true,
      });
      this.answer = a;
      const at = Number(q.get("at") ?? a.turns.length);
      this.at = Math.min(a.turns.length, Math.max(0, Number.isInteger(at) ? at : 0));
      document.title = `${a.game} · kibaho`;
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
    }
  }

  protected override render() {
    const a = this.answer;
    if (this.fault) return html`<main class="em"><p role="alert">${this.fault}</p></main>`;
    if (!a) return nothing;
    const now = this.at > 0 ? a.turns[this.at - 1] : undefined;
    const before = this.at > 1 ? a.turns[this.at - 2].board : this.at === 1 ? a.board : undefined;
    const board = now?.board ?? a.board;
    if (!board) return nothing;
    const s = settings();
    const study = `${location.origin}/analysis${location.search}`;
    return html`<main class="em">
      <h1 class="sr">${a.sides[0]} against ${a.sides[1]}, ${a.game}</h1>
      <kb-board
        class=${board.shape}
        .board=${board}
        .moves=${noMoves}
        .events=${now?.seen ?? noSeen}
        .previous=${before}
        .lastPath=${noSites}
        .sideNames=${a.sides}
        .look=${s.look}
        .dark=${s.dark}
        .speed=${s.speed}
        .flipped=${this.#query.has("flip")}
        .playable=${false}
        label="${a.game}, ${now ? `after ${now.text}` : "the start"}"
      ></kb-board>
      <div class="card em-moves">
        <kb-moves .turns=${a.turns} .current=${this.at} .secondBegins=${a.turns[0]?.side === 1} strip></kb-moves>
        <kb-moves .turns=${a.turns} .current=${this.at} class="em-steer"></kb-moves>
      </div>
      <p class="small"><a href=${study} target="_blank" rel="noopener">Study it on kibaho</a></p>
    </main>`;
  }
}

customElements.define("kb-embed", Embed);
