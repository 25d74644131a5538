// Pointing at a board: dragging with the mouse or a finger, and arrows drawn with
// the right button. Plain clicks are left to the click event, which assistive
// technology sends too.

import type { Site } from "../wire";

export interface Pointed {
  /** Ends a running show; true: it did, and the pointing means nothing else. */
  interrupt(): boolean;
  /** A drag begins at a site; false: nothing can be dragged from it. */
  lift(site: Site): boolean;
  /** The drag ended over a site, or nowhere. */
  drop(site: Site | undefined): void;
  /** An arrow was drawn. */
  drew(from: Site, to: Site): void;
  /** A left press clears what was drawn. */
  clear(): void;
  /** The number of units of the picture in one pixel. */
  scale(): number;
  /** What follows the pointer. */
  piece(site: Site): Element | null;
}

const far: Record<string, number> = { mouse: 6, pen: 8, touch: 12 };

export function siteOf(target: Element | null): Site | undefined {
  const cell = target?.closest("[data-site]");
  return cell ? Number(cell.getAttribute("data-site")) : undefined;
}

export class Pointer {
  #down?: { site: Site; x: number; y: number; far: number; id: number };
  #dragging = false;
  #swallow = false;
  #arrowFrom?: Site;

  constructor(
    private readonly root: HTMLElement,
    private readonly on: Pointed,
  ) {
    root.addEventListener("pointerdown", this.#press);
    root.addEventListener("contextmenu", (e) => {
      if (siteOf(e.target as Element) !== undefined) e.preventDefault();
    });
  }

  /** Whether the click that is being handled ended a drag. */
  swallowed(): boolean {
    const was = this.#swallow;
    this.#swallow = false;
    return was;
  }

  #press = (e: PointerEvent): void => {
    this.#swallow = false;
    const site = siteOf(e.target as Element);
    if (e.button === 2 && site !== undefined) {
      this.#arrowFrom = site;
      addEventListener("pointerup", this.#rightUp, { once: true });
      return;
    }
    if (e.button !== 0) return;
    if (this.on.interrupt()) {
      this.#swallow = true;
      return;
    }
    this.on.clear();
    if (site === undefined || !e.isPrimary) return;
    this.#down = { site, x: e.clientX, y: e.clientY, far: far[e.pointerType] ?? 6, id: e.pointerId };
    addEventListener("pointermove", this.#move);
    addEventListener("pointerup", this.#up);
    addEventListener("pointercancel", this.#cancel);
  };

  #rightUp = (e: PointerEvent): void => {
    const to = siteOf(document.elementFromPoint(e.clientX, e.clientY));
    if (this.#arrowFrom !== undefined && to !== undefined && this.root.contains(document.elementFromPoint(e.clientX, e.clientY)))
      this.on.drew(this.#arrowFrom, to);
    this.#arrowFrom = undefined;
  };

  #move = (e: PointerEvent): void => {
    const d = this.#down;
    if (!d || e.pointerId !== d.id) return;
    const [dx, dy] = [e.clientX - d.x, e.clientY - d.y];
    if (!this.#dragging) {
      if (Math.hypot(dx, dy) < d.far) return;
      if (!this.on.lift(d.site)) return this.#release();
      this.#dragging = true;
    }
    const k = this.on.scale();
    this.on.piece(d.site)?.setAttribute("transform", `translate(${dx * k} ${dy * k})`);
  };

  #up = (e: PointerEvent): void => {
    const d = this.#down;
    if (!d || e.pointerId !== d.id) return;
    const dragging = this.#dragging;
    this.#release();
    if (!dragging) return;
    this.on.piece(d.site)?.removeAttribute("transform");
    this.#swallow = true;
    const under = document.elementFromPoint(e.clientX, e.clientY);
    this.on.drop(this.root.contains(under) ? siteOf(under) : undefined);
  };

  #cancel = (): void => {
    const d = this.#down;
    const dragging = this.#dragging;
    this.#release();
    if (dragging && d) {
      this.on.piece(d.site)?.removeAttribute("transform");
      this.on.drop(d.site);
    }
  };

  #release(): void {
    this.#down = undefined;
    this.#dragging = false;
    removeEventListener("pointermove", this.#move);
    removeEventListener("pointerup", this.#up);
    removeEventListener("pointercancel", this.#cancel);
  }
}
