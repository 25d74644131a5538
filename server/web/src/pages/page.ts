// What all pages have: the head, the settings, and words for a screen reader.

import { html, nothing } from "lit";
import type { Look } from "../board/ground";
import "../parts/header";
import "../parts/settings";
import { LightElement } from "../parts/light";
import type { SettingsElement } from "../parts/settings";
import { change, follow, settings } from "../settings";

const looks: readonly Look[] = ["wood", "stone", "plain"];

export abstract class Page extends LightElement {
  #end: (() => void) | undefined;

  /** The place in the head that this page belongs to. */
  protected abstract readonly place: string;
  protected skip = "Skip to the content";

  override connectedCallback(): void {
    super.connectedCallback();
    this.#end = follow(() => this.liked());
    this.addEventListener("kb-look", () => change({ look: looks[(looks.indexOf(settings().look) + 1) % looks.length] }));
    this.addEventListener("kb-dark", () => change({ night: !settings().dark }));
    this.addEventListener("kb-settings", () => this.querySelector<SettingsElement>("kb-settings")?.show());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#end?.();
  }

  /** The settings have changed. */
  protected liked(): void {
    this.requestUpdate();
  }

  protected abstract body(): unknown;

  protected override render() {
    const s = settings();
    return html`<a class="skip" href="#main">${this.skip}</a>
      <kb-header .current=${this.place} .look=${s.look} .dark=${s.dark}></kb-header>
      <main id="main" tabindex="-1">${this.body() ?? nothing}</main>
      <kb-settings></kb-settings>`;
  }
}

/** Copies a text; false: the browser does not let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Offers a text or picture as a file. */
export function save(name: string, data: Blob): void {
  const a = document.createElement("a");
  a.href = URL.createObjectURL(data);
  a.download = name;
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10_000);
}
