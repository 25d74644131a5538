// Ways out of the analysis board, and ways in: links, records, pictures, a board
// inside another page.

import { html, nothing } from "lit";
import { end, path, texts, type Node } from "../game/tree";
import { address } from "../net/api";
import { icon } from "../parts/icons";
import { change, settings } from "../settings";

export interface Shared {
  game: string;
  title: string;
  variant: string;
  set: readonly string[];
  start: string;
  now: Node;
  /** The position on the board. */
  position: string;
  pits: boolean;
  squares: boolean;
  /** The link has just been copied. */
  copied: boolean;
  /** The text of a record that is brought. */
  record: string;
}

export interface ShareActs {
  link(): void;
  flip(): void;
  save(): void;
  picture(kind: "svg" | "png"): void;
  typed(record: string): void;
  open(): void;
}

export function share(s: Shared, act: ShareActs) {
  const from = { game: s.game, variant: s.variant, set: s.set };
  const query = address("", { ...from, position: s.start, moves: texts(end(s.now)).join("_"), at: String(path(s.now).length) });
  const embed = `<iframe src="${location.origin}/embed${query}" width="640" height="${s.squares ? 760 : 520}" title="${s.title}"></iframe>`;
  const link = (picture: string, name: string, go: () => void) => html`<button type="button" class="link" @click=${go}>${icon(picture)}${name}</button>`;
  return html`<div class="links">
      ${link("share", s.copied ? "Copied" : "Copy link", act.link)} ${link("flip", "Flip", act.flip)}
      ${s.pits ? link("turn", "Turn", () => change({ long: !settings().long })) : nothing}
      <a href=${address("/", { ...from, position: s.position })}>${icon("two")}Play from here</a>
      ${link("down", "Record", act.save)} ${link("down", "SVG", () => act.picture("svg"))} ${link("down", "PNG", () => act.picture("png"))}
    </div>
    <details class="in">
      <summary>Bring a record, embed a board</summary>
      <form
        class="field"
        @submit=${(e: Event) => {
          e.preventDefault();
          act.open();
        }}
      >
        <textarea rows="4" aria-label="A record" placeholder="The text of a record" spellcheck="false" .value=${s.record} @input=${(e: Event) => act.typed((e.target as HTMLTextAreaElement).value)}></textarea>
        <button class="btn" ?disabled=${s.record.trim() === ""}>Open the record</button>
      </form>
      <label class="field"
        ><span class="small">For another page</span>
        <textarea rows="3" readonly class="mono" .value=${embed} @focus=${(e: Event) => (e.target as HTMLTextAreaElement).select()}></textarea>
      </label>
    </details>`;
}
