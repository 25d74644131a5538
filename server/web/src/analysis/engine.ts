// What the engine says of a position: lines, arrows and a bar.

import { html, nothing } from "lit";
import { proven, scoreOf, scoreSaid, type Score } from "../game/score";
import { wayOf } from "../game/view";
import type { Analysis, Line, PositionAnswer } from "../net/types";
import type { Arrow } from "../wire";

/** Arrows for the first decisions of the lines. */
export function arrows(x: Analysis, a: PositionAnswer, most: number): Arrow[] {
  const out: Arrow[] = [];
  x.lines.slice(0, most).forEach((l, i) => {
    const m = l.moves[0];
    if (!m) return;
    const way = wayOf(a.view.moves.find((q) => q.text === m.text)?.events ?? []);
    const sites = m.path.filter((p) => !p.key && p.sites.length > 0).map((p) => p.sites[0]);
    const from = way[0] ?? sites[0];
    const to = way.at(-1) ?? sites.at(-1);
    // Of a chain of steps the first tells it best; a sowing is told by its end.
    const far = a.view.board.shape === "points" ? (sites[1] ?? to) : to;
    if (from === undefined || far === undefined || from === far || out.some((q) => q.from === from && q.to === far)) return;
    out.push({ from, to: far, rank: i + 1 });
  });
  return out;
}

/** What part of the bar is the first side's. */
function partOf(s: Score | undefined, pits: boolean): number {
  if (!s) return 50;
  if (Math.abs(s.value) >= proven) return s.value > 0 ? 100 : 0;
  return Math.round(50 + 48 * Math.tanh(s.value / (pits ? 1200 : 450)));
}

export function bar(s: Score | undefined, a: PositionAnswer, flipped: boolean) {
  const part = partOf(s, a.view.board.shape === "pits");
  // The first side's share stands where that side sits; in draughts Black is first and dark.
  const share = a.view.board.shape === "squares" ? 100 - part : part;
  return html`<div
    class="ev${flipped ? " up" : ""}"
    role="meter"
    aria-label="Evaluation for ${a.sides[0]}"
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${part}
    aria-valuetext=${scoreSaid(s)}
  >
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <rect class="ev-part tall" x="0" y=${flipped ? 0 : 100 - share} width="100" height=${share} />
      <rect class="ev-part wide" x="0" y="0" width=${share} height="100" />
    </svg>
    <b>${scoreSaid(s)}</b>
  </div>`;
}

const numbers = ["one line", "two lines", "three lines", "four lines", "five lines"];

/** The switch of the engine and its lines. play plays the first turn of a line. */
export function engineBox(
  a: PositionAnswer,
  x: Analysis | undefined,
  on: boolean,
  lines: number,
  act: { toggle(on: boolean): void; many(n: number): void; play(l: Line): void },
) {
  const found = x?.lines.slice(0, lines) ?? [];
  const slots = a.view.outcome ? [] : Array.from({ length: lines }, (_, i) => found[i]);
  return html`<div class="engine">
    <div class="line small">
      <label class="switch"><input type="checkbox" .checked=${on} @change=${(e: Event) => act.toggle((e.target as HTMLInputElement).checked)} /><b>Engine</b></label>
      <select aria-label="How many lines" @change=${(e: Event) => act.many(Number((e.target as HTMLSelectElement).value))}>
        ${numbers.map((t, i) => html`<option value=${i + 1} ?selected=${i + 1 === lines}>${t}</option>`)}
      </select>
      <span class="sp"></span>
      <span class="soft num">${on ? (x && x.depth ? `depth ${x.depth} · full turns` : a.view.outcome ? "" : "thinking …") : "off"}</span>
    </div>
    ${on
      ? slots.map((l, i) =>
          l
            ? html`<button type="button" class="ln r${i + 1}" title="Play ${l.turns[0] ?? ""}" @click=${() => act.play(l)}>
                <i>${i + 1}</i><b>${scoreSaid(scoreOf(x, l))}</b><span>${l.turns.join(" ")}</span>
              </button>`
            : html`<span class="ln r${i + 1}" aria-hidden="true"><i>${i + 1}</i><b>–</b><span></span></span>`,
        )
      : nothing}
  </div>`;
}
