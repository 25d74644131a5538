import { LitElement } from "lit";

/** An element whose content stands in the page itself, where style sheets,
 *  tests and screen readers reach it. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Dispatches an event that bubbles. */
  protected tell(name: string, detail: object = {}): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}
