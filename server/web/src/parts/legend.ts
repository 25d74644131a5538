// <kb-legend>: what the marks on a board mean.

import { html, svg } from "lit";
import { LightElement } from "./light";

const wood = "#8A5A34";
const marks = {
  legal: ["may start", svg`<circle cx="11" cy="11" r="8" fill="none" stroke="#FFF0B8" stroke-width="3"/>`],
  pick: ["chosen", svg`<circle cx="11" cy="11" r="7.5" fill="none" stroke="#79CDFF" stroke-width="4.5"/>`],
  from: ["lifted from", svg`<circle cx="11" cy="11" r="8" fill="none" stroke="#79CDFF" stroke-width="2.6" stroke-dasharray="4 3"/>`],
  take: [
    "would be taken",
    svg`<circle cx="11" cy="11" r="7" fill="none" stroke="#FF8A5C" stroke-width="2.4"/><path d="M4 4l4 4M18 4l-4 4M4 18l4-4M18 18l-4-4" stroke="#FF8A5C" stroke-width="3" stroke-linecap="round"/>`,
  ],
  last: ["last move", svg`<circle cx="11" cy="11" r="8" fill="none" stroke="#FFC34D" stroke-width="3.4"/>`],
  unplayed: ["not yet played upon", svg`<path d="M11 3l8 8-8 8-8-8z" fill="#CB9660" stroke="#241003" stroke-width="2.4"/>`],
  refused: [
    "refused",
    svg`<circle cx="11" cy="11" r="8" fill="none" stroke="#FF8A5C" stroke-width="2.6"/><path d="M5 17L17 5" stroke="#FF8A5C" stroke-width="3"/>`,
  ],
  to: ["may go here", svg`<circle cx="11" cy="11" r="6" fill="#FFF0B8" stroke="#241003" stroke-width="2"/>`],
  must: [
    "must capture",
    svg`<circle cx="10" cy="12" r="7.5" fill="none" stroke="#FFF0B8" stroke-width="2.6"/><circle cx="16.5" cy="5.5" r="4.5" fill="#FF8A5C"/><path d="M14.7 3.7l3.6 3.6M18.3 3.7l-3.6 3.6" stroke="#1E1209" stroke-width="1.6"/>`,
  ],
  gone: ["taken", svg`<circle cx="11" cy="11" r="8" fill="#000" opacity=".35"/><path d="M7 7l8 8M15 7l-8 8" stroke="#FF8A5C" stroke-width="2.6"/>`],
  back: [
    "may turn back",
    svg`<path d="M18 15C18 4 5 4 5 12M2 8l3 5 4-4" fill="none" stroke="#241003" stroke-width="2.4" stroke-linecap="round"/>`,
  ],
} as const;

export type LegendMark = keyof typeof marks;

export class LegendElement extends LightElement {
  static override properties = { marks: { attribute: false } };

  declare marks: readonly LegendMark[];

  constructor() {
    super();
    this.marks = [];
  }

  protected override render() {
    return html`<ul class="legend" aria-label="Marks on the board">
      ${this.marks.map(
        (m) =>
          html`<li><svg viewBox="0 0 22 22" aria-hidden="true"><rect width="22" height="22" rx="5" fill=${wood} />${marks[m][1]}</svg>${marks[m][0]}</li>`,
      )}
    </ul>`;
  }
}

customElements.define("kb-legend", LegendElement);
