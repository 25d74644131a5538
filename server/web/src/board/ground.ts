// The board itself: slab, grain and specks (computed lines, no bitmaps and no
// filters), colours as gradients. Light comes from the upper left everywhere.

import { svg, nothing, type SVGTemplateResult } from "lit";
import { f } from "./shapes";
import { Random } from "./random";

export type Look = "wood" | "stone" | "plain";

export function radial(id: string, stops: [number, string, number?][], cx: number, cy: number, r: number): SVGTemplateResult {
  return svg`<radialGradient id=${id} cx=${cx} cy=${cy} r=${r}>${stops.map(([o, c, a]) => svg`<stop offset=${o} stop-color=${c} stop-opacity=${a ?? 1}/>`)}</radialGradient>`;
}

export function linear(id: string, stops: [number, string][], x1: number, y1: number, x2: number, y2: number): SVGTemplateResult {
  return svg`<linearGradient id=${id} x1=${x1} y1=${y1} x2=${x2} y2=${y2}>${stops.map(([o, c]) => svg`<stop offset=${o} stop-color=${c}/>`)}</linearGradient>`;
}

interface Line {
  d: string;
  width: number;
  opacity: number;
}

/** Lines of grain across a rectangle, bent round a knot or two. */
export function grain(name: string, x: number, y: number, w: number, h: number): Line[] {
  const r = new Random(name + " grain");
  const knots: [number, number, number][] = [];
  for (let i = 0; i < Math.max(1, Math.round(w / 700)); i++)
    knots.push([x + w * r.between(0.15, 0.85), y + h * r.between(0.2, 0.8), r.between(26, 48)]);
  const lines: Line[] = [];
  for (let yy = y + 4; yy < y + h; yy += r.between(5, 13)) {
    const a = r.between(2, 7);
    const phase = r.between(0, 6.3);
    const k = (r.between(0.7, 1.5) / w) * 6.3;
    const n = 10;
    let d = "";
    for (let i = 0; i <= n; i++) {
      const px = x + (w * i) / n;
      let py = yy + a * Math.sin(px * k + phase) + a * 0.4 * Math.sin(px * k * 3.1 + phase * 2);
      for (const [kx, ky, kr] of knots) {
        const dx = (px - kx) / (kr * 3.2);
        const q = Math.exp(-dx * dx) * kr;
        py += (yy < ky ? -1 : 1) * q * Math.exp(-Math.abs(yy - ky) / (kr * 1.5));
      }
      d += i === 0 ? "M" : i === 1 ? "S" : " ";
      if (i > 0) d += `${f(px - (w / n) * 0.45)} ${f(py)} `;
      d += `${f(px)} ${f(py)}`;
    }
    lines.push({ d, width: f(r.between(0.7, 2.4)), opacity: Math.round(r.between(10, 30)) / 100 });
  }
  return lines;
}

function specks(name: string, x: number, y: number, w: number, h: number): { dark: string; light: string; veins: string } {
  const r = new Random(name + " specks");
  let dark = "";
  let light = "";
  for (let i = 0, n = Math.round((w * h) / 2600); i < n; i++) {
    const d = `M${f(x + r.unit() * w)} ${f(y + r.unit() * h)}h${f(0.7 + r.unit() * r.unit() * 3)}`;
    if (i % 3) dark += d;
    else light += d;
  }
  let veins = "";
  for (let i = 0; i < 4; i++) {
    let px = x + r.unit() * w * 0.6;
    let py = y + r.unit() * h;
    veins += `M${f(px)} ${f(py)}`;
    for (let j = 0; j < 7; j++) {
      px += w * 0.06 + r.unit() * 20;
      py += r.between(-18, 18);
      veins += `L${f(px)} ${f(py)}`;
    }
  }
  return { dark, light, veins };
}

function texture(look: Look, name: string, x: number, y: number, w: number, h: number, clip: string) {
  if (look === "wood")
    return svg`<g class="s-grain" fill="none" clip-path="url(#${clip})">${grain(name, x, y, w, h).map(
      (l) => svg`<path d=${l.d} stroke-width=${l.width} opacity=${l.opacity}/>`,
    )}</g>`;
  if (look === "stone") {
    const s = specks(name, x, y, w, h);
    return svg`<g fill="none" stroke-linecap="round" clip-path="url(#${clip})"><path d=${s.dark} stroke="#2E2C28" stroke-width="2.2" opacity=".38"/><path d=${s.light} stroke="#fff" stroke-width="2" opacity=".4"/><path d=${s.veins} stroke="#fff" stroke-width="1.6" opacity=".22" stroke-linejoin="round"/></g>`;
  }
  return nothing;
}

/** The colours of the slab, to stand in defs. */
export const slabDefs = (id: string) => linear(id + "bd", [[0, "var(--b1)"], [1, "var(--b2)"]], 0, 0, 0.25, 1);

/** A slab that fills a picture of the given size; its side shows below. */
export function slab(id: string, look: Look, name: string, width: number, height: number, corner: number): SVGTemplateResult {
  const flat = look === "plain";
  const [x, y, w, h] = [2, 2, width - 4, height - 4 - 9];
  return svg`${flat ? nothing : svg`<rect class="f-edge" x=${x} y=${y + 11} width=${w} height=${h} rx=${corner}/>`}
<clipPath id="${id}c"><rect x=${x} y=${y} width=${w} height=${h} rx=${corner}/></clipPath>
<rect x=${x} y=${y} width=${w} height=${h} rx=${corner} fill="url(#${id}bd)" class=${flat ? "s-edge" : nothing} stroke-width=${flat ? 4 : nothing}/>
${texture(look, name, x, y, w, h, id + "c")}
${flat ? nothing : svg`<rect class="s-rim" x=${x + 1.5} y=${y + 1.5} width=${w - 3} height=${h - 3} rx=${corner - 1.5} fill="none" stroke-width="2.5" opacity=".55"/>`}`;
}
