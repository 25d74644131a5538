// Where seeds lie in a pit. Lengths of slots are whole tenths of a unit, so that
// they come out the same wherever they are reckoned.

import { Random } from "./random";

export type SeedKind = "bead" | "nut";

/** Seeds that have a slot of their own; more make a heap on top. */
export const fullPit = 12;

/** Ways in which a seed lies. */
export const turns = 8;

const spacing = 186; // hundredths of a seed's radius between the centres of seeds
const tries = 60; // points looked at for each slot
const rimGap = 3.5; // between a seed and the rim
const awayFromNumber = 2.5; // how far all seeds are moved away from the number
const heapPart = 0.7; // how wide the heap is against the bowl

/** The place of one seed, in tenths of a unit from the centre of a round bowl,
 *  as the owner of the pit sees it (y towards him), and the way it lies. */
export interface Slot {
  x: number;
  y: number;
  turn: number;
}

/** The radius of a seed on the wide board. */
export function seedRadius(kind: SeedKind): number {
  return kind === "nut" ? 11.5 : 12.5;
}

/**
 * The first n places of seeds in a bowl of the given radius for seeds of the
 * given radius, both in tenths of a unit. They depend on the name alone: k seeds
 * fill the first k, so that a seed never moves when another one falls. Room is
 * left as long as possible at the owner's end, where the number is, and in a
 * lettered bowl at the other end too.
 */
export function slots(name: string, n: number, bowl: number, seed: number, lettered: boolean): Slot[] {
  const r = new Random(name);
  const reach = bowl - seed - Math.trunc(10 * rimGap);
  const out: Slot[] = [];
  const clear = (s: Slot, apart: number) =>
    out.every((o) => (s.x - o.x) ** 2 + (s.y - o.y) ** 2 >= apart * apart);
  while (out.length < n) {
    let apart = Math.trunc((spacing * seed) / 100);
    for (let found = false; !found; apart *= 0.93) {
      let best: Slot | undefined;
      let nearest = Infinity;
      for (let t = 0; t < tries; t++) {
        const s = { x: r.below(2 * reach + 1) - reach, y: r.below(2 * reach + 1) - reach, turn: r.below(turns) };
        const chance = r.below(seed);
        if (s.x * s.x + s.y * s.y > reach * reach) continue;
        // The number would hide what lies near the owner, a letter in the pit
        // what lies at the far end: these fill last.
        let y = 2 * s.y;
        if (!lettered) {
          y = s.y + Math.trunc(seed / 2);
          if (y > 0) y *= 2;
        }
        const d = Math.sqrt(s.x * s.x + y * y) + chance;
        if (d < nearest && clear(s, apart)) {
          best = s;
          nearest = d;
        }
      }
      if (best) {
        out.push(best);
        found = true;
      }
    }
  }
  return out;
}

/** How many seeds lie on top of the twelve: none up to 12, 4 up to 20, 7 above. */
export function heap(seeds: number): number {
  if (seeds <= fullPit) return 0;
  return seeds <= 20 ? 4 : 7;
}

const known = new Map<string, Slot[]>();

function remembered(name: string, n: number, bowl: number, seed: number, lettered: boolean): Slot[] {
  const key = `${name}|${n}|${bowl}|${seed}|${lettered}`;
  let s = known.get(key);
  if (!s) known.set(key, (s = slots(name, n, bowl, seed, lettered)));
  return s;
}

/** A bowl that seeds are laid in. */
export interface Bowl {
  /** What its slots are drawn from. */
  name: string;
  kind: SeedKind;
  /** Size of the seeds against the wide board. */
  scale: number;
  /** Half its width along the row and across, before a quarter turn. */
  radius: { x: number; y: number };
  /** A letter stands in it, opposite the number. */
  lettered: boolean;
  /** The unit vector towards its owner. */
  down: { x: number; y: number };
}

/** A seed where it is drawn, from the centre of its bowl. */
export interface Laid {
  x: number;
  y: number;
  turn: number;
}

/** Where the seeds of a bowl lie, the lowest first. */
export function lay(bowl: Bowl, seeds: number): Laid[] {
  const { radius, down } = bowl;
  const right = { x: down.y, y: -down.x };
  const size = Math.trunc(10 * seedRadius(bowl.kind) * bowl.scale);
  const out: Laid[] = [];
  const add = (name: string, n: number, of: number, part: number) => {
    const places = remembered(name, of, Math.trunc(10 * part * radius.x), size, bowl.lettered);
    for (const s of places.slice(0, n)) {
      const x = s.x / 10;
      const y = ((s.y / 10) * radius.y) / radius.x - awayFromNumber;
      out.push({ x: right.x * x + down.x * y, y: right.y * x + down.y * y, turn: s.turn });
    }
  };
  add(bowl.name, Math.min(seeds, fullPit), fullPit, 1);
  const up = heap(seeds);
  if (up > 0) add(bowl.name + " heap", up, 7, heapPart);
  return out;
}

/**
 * Where captured seeds lie in a store, from its centre, as its owner sees it.
 * They keep apart where they can, gather towards the middle and leave the
 * owner's end to the number.
 */
export function store(side: 0 | 1, count: number, radius: number, half: { x: number; y: number }): Laid[] {
  const key = `${side} ${radius} ${half.x} ${half.y}`;
  let all = hoards.get(key);
  if (!all) {
    all = [];
    const r = new Random(`store ${side}`);
    const reach = { x: half.x - radius - 5, y: half.y - radius - 40 };
    while (all.length < mostStored) {
      let best: Laid = { x: 0, y: 0, turn: 0 };
      let highest = -Infinity;
      for (let t = 0; t < 30; t++) {
        const p = { x: r.between(-reach.x, reach.x), y: r.between(-reach.y, reach.y), turn: r.below(turns) };
        let free = 2.1 * radius;
        for (const o of all) free = Math.min(free, Math.hypot(o.x - p.x, o.y - p.y));
        const score = free - Math.hypot(1.2 * p.x, 0.55 * p.y) / 9;
        if (score > highest) [best, highest] = [p, score];
      }
      all.push(best);
    }
    hoards.set(key, all);
  }
  return all.slice(0, count);
}

/** So many of the captured seeds are shown; the number tells the rest. */
const mostStored = 34;
const hoards = new Map<string, Laid[]>();
