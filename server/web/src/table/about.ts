// What is played at a table, in words, and what else can be done with the game.

import { html, nothing } from "lit";
import { ruleLink } from "../game/why";
import { address } from "../net/api";
import type { Table } from "../net/types";
import { icon } from "../parts/icons";
import { change, settings } from "../settings";
import { controlSaid, count, inForce, pointsSaid, valueSaid } from "../words";
import type { Host } from "./host";
import { points, who } from "./words";

/** The game, its clock and the match that it belongs to. */
export function head(h: Host, t: Table) {
  const many = t.series.games > 1 || t.series.number > 1;
  const match = many ? ` · game ${t.series.number}${t.series.games ? ` of ${t.series.games}` : ""}` : "";
  const variant = h.facts?.variants.find((v) => v.name === t.variant)?.title ?? t.variant;
  return html`<div class="about">
    <h2>${t.title}</h2>
    <p class="soft small">${variant === t.title ? "" : `${variant} · `}${controlSaid(t.control)}${match}${t.series.penalty ? " · owed by the loser (FA16)" : ""}</p>
    ${many ? score(t) : nothing}
    ${t.opening > 0 ? html`<p class="small">Drawn opening: <code>${t.turns.slice(0, t.opening).map((u) => u.text).join(" ")}</code></p>` : nothing}
  </div>`;
}

/** "Ann 1½ : ½ Ben", who looks first. */
function score(t: Table) {
  const near = t.you.length === 1 ? t.you[0] : 0;
  const far = (1 - near) as 0 | 1;
  const name = (side: 0 | 1) => (t.you.length === 1 && t.you[0] === side ? "You" : who(t, side));
  const p = points(t);
  return html`<p class="small num score">
    ${name(near)} <b>${pointsSaid(p[near])} : ${pointsSaid(p[far])}</b> ${name(far)}${t.series.why ? html`<span class="soft"> · ${t.series.why}</span>` : nothing}
  </p>`;
}

export const about = (h: Host, t: Table, look: string) => html`<div class=${look}>${head(h, t)}${rules(h, t)}</div>`;

/** The rules that are open to choice, as this table plays them. */
export function rules(h: Host, t: Table) {
  const f = h.facts;
  if (!f) return nothing;
  const values = inForce(f, t.variant, t.set);
  const told = f.options.filter((o) => !o.size && !o.match && o.values);
  return html`<div>
    <p class="small soft opts-head">This table plays</p>
    <dl class="opts">
      ${told.map(
        (o) => html`<dt><a class="rno" href=${ruleLink(t.game, t.variant, t.set, o.rule)}>${o.rule}</a></dt>
          <dd><span class="soft">${o.text}</span> ${valueSaid(o, values[o.name])}</dd>`,
      )}
      ${Number(values.repetition) > 0
        ? html`<dt><a class="rno" href=${ruleLink(t.game, t.variant, t.set, "M3")}>M3</a></dt>
            <dd>a position that comes back ${values.repetition} times may be claimed as a draw</dd>`
        : nothing}
    </dl>
  </div>`;
}

export function links(h: Host, t: Table) {
  const study = address("/analysis", { game: t.game, variant: t.variant, set: t.set, position: t.start, moves: t.turns.map((u) => u.text).join("_") });
  return html`<div class="links">
    <a href=${study}>${icon("chart")}Analyse</a>
    <button type="button" class="link" @click=${() => void h.download(t)}>${icon("down")}Record</button>
    <button type="button" class="link" @click=${() => (h.flip = !h.flip)}>${icon("flip")}Flip board</button>
    ${t.view.board.shape === "pits"
      ? html`<button type="button" class="link" aria-pressed=${settings().long ? "true" : "false"} @click=${() => change({ long: !settings().long })}>${icon("turn")}Turn board</button>`
      : nothing}
    <button type="button" class="link" @click=${() => void h.share()}>${icon("share")}${h.copied ? "Copied" : "Copy link"}</button>
    ${t.watching > 0 ? html`<span class="soft small watching">${icon("eye")}${count(t.watching, "watches", "watch")}</span>` : nothing}
  </div>`;
}

/** All of it in a sheet, for narrow screens. */
export function sheet(h: Host, t: Table) {
  const close = () => (h.sheet = false);
  return html`<dialog class="sheet" aria-label="Moves and more" @close=${close} @click=${(e: Event) => e.target === e.currentTarget && close()}>
    <div class="sheet-in side">
      <div class="sheet-head">${head(h, t)}<span class="sp"></span><button type="button" class="icb" aria-label="Close" @click=${close}>${icon("close")}</button></div>
      <kb-moves .turns=${t.turns} .current=${h.shown ?? t.turns.length} .secondBegins=${t.turns[0]?.side === 1}></kb-moves>
      ${links(h, t)} ${rules(h, t)}
    </div>
  </dialog>`;
}
