// <kb-header>: the head of every page.

import { html, nothing } from "lit";
import type { Look } from "../board/ground";
import { icon, logo } from "./icons";
import { LightElement } from "./light";

export interface Place {
  name: string;
  link: string;
}

export const places: readonly Place[] = [
  { name: "Play", link: "/" },
  { name: "Watch", link: "/watch" },
  { name: "Analyse", link: "/analysis" },
  { name: "Records", link: "/records" },
  { name: "Rules", link: "/rules" },
];

/** Events: kb-look and kb-dark when the next look or the other page is wanted, kb-settings. */
export class HeaderElement extends LightElement {
  static override properties = {
    current: {},
    look: {},
    dark: { type: Boolean },
    open: { state: true },
  };

  declare current: string;
  declare look: Look;
  declare dark: boolean;
  declare open: boolean;

  constructor() {
    super();
    this.current = "";
    this.look = "wood";
    this.dark = false;
    this.open = false;
  }

  protected override render() {
    return html`<header class="top">
      <a class="brand" href="/" aria-label="kibaho, start page">${logo()}<span>kibaho</span></a>
      <nav class="main${this.open ? " open" : ""}" aria-label="Main" id="kb-main-nav">
        ${places.map((p) => html`<a href=${p.link} aria-current=${p.name === this.current ? "page" : nothing}>${p.name}</a>`)}
      </nav>
      <span class="sp"></span>
      <button type="button" class="icb" aria-label="Board look: ${this.look}" @click=${() => this.tell("kb-look")}>${icon("look")}</button>
      <button type="button" class="icb" aria-label=${this.dark ? "Light page" : "Dark page"} @click=${() => this.tell("kb-dark")}>
        ${icon(this.dark ? "sun" : "moon")}
      </button>
      <button type="button" class="icb" aria-label="Settings" @click=${() => this.tell("kb-settings")}>${icon("gear")}</button>
      <button
        type="button"
        class="icb only-n"
        aria-label="Menu"
        aria-expanded=${this.open ? "true" : "false"}
        aria-controls="kb-main-nav"
        @click=${() => (this.open = !this.open)}
      >
        ${icon("menu")}
      </button>
    </header>`;
  }
}

customElements.define("kb-header", HeaderElement);
