// A tree of turns with comments, and its text for links: turns joined by _,
// variations in brackets after the turn that they replace, comments in braces.

export interface Node {
  text: string;
  side: 0 | 1;
  parent: Node | undefined;
  /** The first is the main line. */
  children: Node[];
  comment: string;
  /** "?", "??" by a review, and what would have been better. */
  mark: string;
  better: string;
  /** What a record says of it besides. */
  kept?: { nags?: number[]; clock?: number };
}

export const root = (): Node => ({ text: "", side: 1, parent: undefined, children: [], comment: "", mark: "", better: "" });

/** The child with a text, made if there is none. */
export function grow(parent: Node, text: string, side: 0 | 1): Node {
  const known = parent.children.find((c) => c.text === text);
  if (known) return known;
  const node: Node = { text, side, parent, children: [], comment: "", mark: "", better: "" };
  parent.children.push(node);
  return node;
}

/** The nodes from the root to a node, the root left out. */
export function path(node: Node): Node[] {
  const out: Node[] = [];
  for (let n: Node | undefined = node; n?.parent; n = n.parent) out.unshift(n);
  return out;
}

export const texts = (node: Node): string[] => path(node).map((n) => n.text);

/** The end of the main line from a node on. */
export function end(node: Node): Node {
  let n = node;
  while (n.children.length > 0) n = n.children[0];
  return n;
}

/** The main line, from the root on, the root left out. */
export const mainLine = (r: Node): Node[] => path(end(r));

/** Whether a node is on the main line. */
export function onMain(node: Node): boolean {
  for (let n: Node | undefined = node; n?.parent; n = n.parent) if (n.parent.children[0] !== n) return false;
  return true;
}

/** Makes the line of a node the main one. */
export function promote(node: Node): void {
  for (let n: Node | undefined = node; n?.parent; n = n.parent) {
    const all = n.parent.children;
    const at = all.indexOf(n);
    if (at > 0) all.unshift(...all.splice(at, 1));
  }
}

/** Takes a node and what follows it out; the answer is its parent. */
export function prune(node: Node): Node {
  const p = node.parent;
  if (!p) return node;
  p.children = p.children.filter((c) => c !== node);
  return p;
}

const escape = (s: string): string => encodeURIComponent(s).replaceAll("_", "%5F").replaceAll("(", "%28").replaceAll(")", "%29");

/** The tree as text. */
export function write(r: Node): string {
  const out: string[] = [];
  const note = (n: Node) => {
    if (n.comment) out.push(`{${escape(n.comment)}}`);
  };
  const line = (from: Node) => {
    let n = from;
    while (n.children.length > 0) {
      const [main, ...others] = n.children;
      out.push(main.text);
      note(main);
      for (const o of others) {
        out.push("(", o.text);
        note(o);
        line(o);
        out.push(")");
      }
      n = main;
    }
  };
  note(r);
  line(r);
  return out.join("_");
}

/** The tree of a text. Sides are not known until a position has been asked for. */
export function read(text: string): Node {
  const r = root();
  let at = r;
  const back: Node[] = [];
  for (const word of text.split("_")) {
    if (word === "") continue;
    if (word === "(") {
      back.push(at);
      at = at.parent ?? r;
    } else if (word === ")") at = back.pop() ?? r;
    else if (word.startsWith("{") && word.endsWith("}")) {
      try {
        at.comment = decodeURIComponent(word.slice(1, -1)).slice(0, 2000);
      } catch {
        // a comment that cannot be read is left out
      }
    } else at = grow(at, word, at === r ? 0 : at.side === 0 ? 1 : 0);
  }
  return r;
}

/** The turns of the main line in a text, without variations and comments. */
export const mainTexts = (text: string): string[] => mainLine(read(text)).map((n) => n.text);
