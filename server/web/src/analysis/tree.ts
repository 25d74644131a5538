// The tree of turns as it is read and pointed at.

import { html, nothing } from "lit";
import { slips } from "../game/score";
import { onMain, path, type Node } from "../game/tree";
import { icon } from "../parts/icons";

export interface TreeView {
  root: Node;
  now: Node;
  /** Decisions of the next turn that are made. */
  pending: string;
  go(n: Node): void;
}

export function tree(t: TreeView) {
  const { root, now, pending } = t;
  return html`<div class="treebox">
    <div class="tree" tabindex="0" role="group" aria-label="Moves">
      ${root.comment ? html`<em>${root.comment}</em>` : nothing}${line(t, root, true)}${pending && now === root ? html`<span class="g soft">${pending} …</span>` : nothing}${root.children.length === 0 && !pending
        ? html`<span class="soft">Play on the board; other turns become variations.</span>`
        : nothing}
    </div>
  </div>`;
}

/** The line from a node on, with its variations. */
function line(t: TreeView, from: Node, first: boolean): unknown[] {
  const out: unknown[] = [];
  let n = from;
  let numbered = first;
  while (n.children.length > 0) {
    const [main, ...others] = n.children;
    out.push(turn(t, main, numbered));
    numbered = others.length > 0 || main.comment !== "" || main.better !== "";
    for (const o of others) out.push(html`<div class="br">${turn(t, o, true)}${line(t, o, o.comment !== "")}</div>`);
    n = main;
  }
  return out;
}

function turn(t: TreeView, n: Node, numbered: boolean) {
  const shift = t.root.children[0]?.side === 1 ? 1 : 0;
  const k = path(n).length - 1 + shift;
  const number = k % 2 === 0 ? `${k / 2 + 1}` : numbered ? `${Math.floor(k / 2) + 1}…` : "";
  const slip = slips.find(([, m]) => m === n.mark)?.[2];
  return html`<span class="g"
    >${number ? html`<span class="n">${number}</span>` : nothing}<button type="button" aria-current=${n === t.now ? "true" : nothing} @click=${() => t.go(n)}>
      ${n.text}${n.mark ? html`<i title=${slip ?? ""}>${n.mark}</i>` : nothing}</button
    >${n.better ? html`<em class="better">${slip ? `${slip}; ` : ""}better <code>${n.better}</code></em>` : nothing}${n.comment ? html`<em>${n.comment}</em>` : nothing}</span
  >${t.pending && n === t.now ? html`<span class="g soft">${t.pending} …</span>` : nothing}`;
}

/** What can be done with a turn: a comment on it, its line made the main one, the end of it. */
export function comment(n: Node, act: { say(text: string): void; promote(): void; prune(): void }) {
  const name = `Comment on ${n.text || "the start"}`;
  return html`<div class="cm">
    <input aria-label=${name} placeholder=${name} maxlength="2000" .value=${n.comment} @change=${(e: Event) => act.say((e.target as HTMLInputElement).value.trim())} />
    ${n.parent
      ? html`${onMain(n) ? nothing : html`<button type="button" class="btn tiny" @click=${act.promote}>Main line</button>`}<button
            type="button"
            class="icb"
            aria-label="Delete from ${n.text} on"
            title="Delete from here on"
            @click=${act.prune}
          >
            ${icon("close")}
          </button>`
      : nothing}
  </div>`;
}
