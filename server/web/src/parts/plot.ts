// A plot of the evaluation along a game, the first side above.

import { html, nothing, svg, type TemplateResult } from "lit";
import type { Score } from "../game/score";

/**
 * review has the scores after so many turns, marks what the turns are called; now is
 * the turn that is looked at; go is called with the turn that is pointed at. pits
 * tells in what much changes hands.
 */
export function plot(review: readonly (Score | undefined)[], line: readonly { text: string; mark: string }[], now: number | undefined, pits: boolean, go: (turn: number) => void): TemplateResult {
  const n = line.length;
  const known = review.filter((s): s is Score => s !== undefined);
  const [w, h, left, top] = [780, 130, 44, 10];
  const cap = pits ? 3000 : 1500;
  const most = Math.max(200, ...known.map((s) => Math.min(cap, Math.abs(s.value))));
  const x = (i: number) => left + ((w - left - 8) * i) / n;
  const y = (v: number) => top + (h / 2) * (1 - Math.max(-most, Math.min(most, v)) / most);
  const points = review.flatMap((s, i) => (s ? [[x(i), y(s.value)] as const] : []));
  const curve = points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L");
  const zero = y(0);
  const step = niceStep(most / 100);
  const grid = [step, -step].map((v) => v * 100).filter((v) => Math.abs(v) <= most);
  const every = n > 120 ? 50 : n > 50 ? 20 : n > 12 ? 10 : 2;
  const ticks = Array.from({ length: Math.floor(n / every) + 1 }, (_, i) => i * every);
  const area = `M${points[0][0].toFixed(1)} ${zero}L${curve}L${points.at(-1)![0].toFixed(1)} ${zero}Z`;
  return html`<svg
      viewBox="0 0 ${w} ${h + 34}"
      role="img"
      aria-label="Evaluation of ${n} turns"
      @click=${(e: MouseEvent) => {
        const box = (e.currentTarget as Element).getBoundingClientRect();
        const i = Math.round((((e.clientX - box.left) / box.width) * w - left) / ((w - left - 8) / n));
        go(Math.max(0, Math.min(n, i)));
      }}
    >
      ${grid.map((v) => svg`<line class="p-grid" x1=${left} x2=${w - 8} y1=${y(v)} y2=${y(v)}/><text x=${left - 6} y=${y(v) + 4} text-anchor="end">${v > 0 ? "+" : "−"}${Math.abs(v) / 100}</text>`)}
      <text x=${left - 6} y=${zero + 4} text-anchor="end">0</text>
      ${svg`<path class="p-area" d=${area}/><path class="p-line" d="M${curve}"/><line class="p-zero" x1=${left} x2=${w - 8} y1=${zero} y2=${zero}/>`}
      ${ticks.map((i) => svg`<text x=${x(i)} y=${h + 28} text-anchor="middle">${i}</text>`)}
      ${line.map((t, i) => (t.mark === "??" || t.mark === "?" ? svg`<circle class="p-bad" cx=${x(i + 1)} cy=${y(review[i + 1]?.value ?? 0)} r="4.5"><title>${t.text}${t.mark}</title></circle>` : nothing))}
      ${now !== undefined ? svg`<line class="p-now" x1=${x(now)} x2=${x(now)} y1=${top - 4} y2=${h + 12}/><circle class="p-dot" cx=${x(now)} cy=${y(review[now]?.value ?? 0)} r="5"/>` : nothing}
    </svg>`;
}

/** A step for the lines of a plot: 1, 2, 5, 10 … about half of the most. */
function niceStep(most: number): number {
  for (const s of [1, 2, 5, 10, 20, 50]) if (s * 2.2 >= most) return s;
  return 50;
}
