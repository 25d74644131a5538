// The diagrams of the rules: positions that the server plays out, drawn by the
// board that people play on.

export interface Diagram {
  rule: string;
  caption: string;
  /** Empty: the start of the variant. */
  position?: string;
  moves?: string[];
  /** Options that it needs, beside those of the page. */
  set?: string[];
  /** Names of sites chosen one after the other. */
  choose?: string[];
  refuse?: string;
  /** The place where each may start is lit. */
  live?: boolean;
}

const single = "2,0,2,0,1,0,0,0,0,0,0/1,0,0,0,0,0,0,1,0,0,0/0,0,0,1,1,0,2,0,0,2,2/0,0,1,0,1,0,0,0,0,2,0 S - -";
const pair = "0,1,0,1,2,0,1,0,1,5,2/1,1,0,1,0,0,0,0,0,1,0/0,0,0,1,1,0,0,0,1,0,1/1,0,2,1,0,0,2,0,2,1,1 S - -";
const relay = "0,0,0,3,0,1,0,0,0,0,0/0,1,0,2,0,0,1,0,0,0,0/0,2,0,1,0,1,3,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0 S - -";
const cows = "9,7,2,0,7,0,5,0/0,5,0,5,2,3,1,2/0,1,1,2,1,0,2,3/0,1,2,1,0,0,0,2 S";
const bend = "0,0,0,1,1,0,2,2/0,1,6,6,0,1,6,6/6,1,6,0,6,1,5,0/2,2,0,2,1,0,0,0 S";

export const diagrams: Record<string, readonly Diagram[]> = {
  chuba: [
    { rule: "CH3", caption: "The start as these rules have it." },
    { rule: "CH5", position: relay, moves: ["e"], caption: "Three men from e end in h, which held one; its two end in j, which held two; its three end in the empty pit m." },
    { rule: "CH7", position: single, refuse: "h", live: true, caption: "South has pits with two men: they are lit. The single man in h may not start." },
    { rule: "CH8", live: true, caption: "A lozenge marks the outer men that have not been played upon. What may start is lit." },
    { rule: "CH9", position: pair, moves: ["t+D"], caption: "The last man from t fell into an empty inner pit: the pair opposite is taken, and a second one with it." },
    { rule: "CH10", position: pair, choose: ["t"], live: true, caption: "The crossed pair is taken; each lit pair may be the second. Dotted: an empty one." },
  ],
  igisoro: [
    { rule: "IG1", caption: "The start as these rules have it." },
    { rule: "IG5", position: cows, moves: ["b"], set: ["reverse-pits=none"], caption: "A relay: what the last cow falls into is lifted and sown on, until she falls into an empty pit." },
    { rule: "IG8", position: cows, moves: ["a"], set: ["capture=may"], live: true, caption: "The last cow fell into an occupied inner pit opposite to cows in both pits: to take them, or to leave them and go on." },
    { rule: "IG7", position: cows, moves: ["a+"], set: ["capture=may"], caption: "The cows taken are sown on from beyond the pit that the handful came from." },
    { rule: "IG9", position: bend, moves: ["b"], set: ["reverse-pits=second-and-ends"], live: true, caption: "From a pit with arrows the handful may go back or on; what each way would bring is marked." },
  ],
  fanorona: [
    { rule: "FA1", live: true, caption: "The start. The stones that can capture are lit." },
    { rule: "FA3", moves: ["D5-C5A"], caption: "An approach: the stone came towards the black ones on its line, and they are gone." },
    { rule: "FA6", position: "bb5bb/bbbbbw1bb/bwb5w/www5w/www4w1 w", choose: ["B6", "B7"], live: true, caption: "One step, two captures: by approach (A) or by withdrawal (W). Only one of them counts." },
    { rule: "FA7", position: "bbb2b1bb/4w1bbb/bwb2b1bw/3b2w1w/wwww1w1w1 w", choose: ["B5", "B6", "C5"], live: true, caption: "After a capture the same stone may go on where it captures again, or stop." },
    { rule: "FA13", position: "bbbb1bbbb/bbbb1bbbb/bwbwwbwbw/wwww1wwww/wwwwwwwww b", moves: ["B6-A5W-B5A"], caption: "A chain: from B6 to A5 by withdrawal and on to B5 by approach." },
  ],
  draughts: [
    { rule: "DR1", live: true, caption: "The start. Black begins; the men that can move are lit." },
    { rule: "DR2", position: "B:W19,20,23,26,27,29,30,32:B1,5,8,10,11,12,13,15", moves: ["15x31"], caption: "Two jumps in one move, to the king's row." },
    { rule: "DR3", position: "W:W20,24,25,26,27,29,31,32:B1,2,5,6,8,10,14,15,22", choose: ["25"], live: true, caption: "White may jump either way from 25; once begun, a jump is finished." },
    { rule: "DR5", position: "W:WK3,11,27,28,29,31,32:B4,5,8,10,12,15,K18,19", live: true, caption: "Kings stand on 3 and 18." },
    { rule: "DR7", position: "B:W7,20,23,24,26,27,29,30,32:B1,3,5,8,11,12,13,15", moves: ["1-6"], set: ["capture=huffing"], live: true, caption: "Black could have jumped from 3 and did not: White may compel him, huff the man on 3, or let it stand." },
  ],
};
