// How a person likes the pages: kept in the browser, nowhere else.

import { defaultTaste, type Taste } from "./parts/table";

export interface Settings extends Taste {
  sounds: boolean;
  /** On one screen the board turns to who is to move. */
  turns: boolean;
  /** Pits: the long form for narrow screens. */
  long: boolean;
  /** How this person is called at tables. */
  name: string;
  /** Undefined: as the system has it. */
  night: boolean | undefined;
}

const place = "kibaho";

const standard: Settings = { ...defaultTaste, premove: true, sounds: true, turns: false, long: false, name: "", night: undefined };

function read(): Settings {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? "{}") as Partial<Settings>;
    return { ...standard, ...kept };
  } catch {
    return standard;
  }
}

const system = matchMedia("(prefers-color-scheme: dark)");
let now: Settings = apply(read());
const told = new Set<() => void>();

function apply(s: Settings): Settings {
  const dark = s.night ?? system.matches;
  document.documentElement.classList.toggle("dark", dark);
  return { ...s, dark };
}

export const settings = (): Settings => now;

export function change(part: Partial<Settings>): void {
  now = apply({ ...now, ...part });
  try {
    const { dark: _, ...kept } = now;
    localStorage.setItem(place, JSON.stringify(kept));
  } catch {
    // a browser that keeps nothing forgets it with the page
  }
  for (const f of told) f();
}

/** Calls f when the settings change; the answer ends that. */
export function follow(f: () => void): () => void {
  told.add(f);
  return () => told.delete(f);
}

system.addEventListener("change", () => change({}));
addEventListener("storage", (e) => {
  if (e.key !== place) return;
  now = apply(read());
  for (const f of told) f();
});
