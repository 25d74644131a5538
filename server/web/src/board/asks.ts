// The question that a choice has come to, in words, with what may be pressed.

import { Mark, type Board, type Step } from "../wire";
import type { Narrow, Stage } from "./narrow";
import { certain } from "./scene";

export interface AskOption {
  label: string;
  /** What is pressed: "+", "A", "Enter". */
  key: string;
  /** The one that most people mean. */
  chief?: boolean;
  /** The end of a choice that lies at hand anyway: dark. */
  strong?: boolean;
  act: { step: Step } | "stop" | "play" | "stand";
}

export interface Ask {
  stage: Stage;
  /** Empty when nothing is asked. */
  question: string;
  detail: string;
  options: AskOption[];
  /** There is a choice that can be undone. */
  undo: boolean;
  /** What is written of the decision so far. */
  text: string;
}

const upper = (s: string): string => s.slice(0, 1).toUpperCase() + s.slice(1);

/** "take 9" and "leave": what several texts begin with, word by word. */
function beginning(texts: readonly string[]): string {
  const words = texts.map((t) => t.split(/(?<=[ :,])/));
  let out = "";
  for (let i = 0; words.length > 1 && words.every((w) => i < w.length - 1 && w[i] === words[0][i]); i++) out += words[0][i];
  return out;
}

/** More options than this are only shown on the board. */
const most = 4;

/** The key of a step that has only words: their first letter. */
const keyOf = (step: Step): string => step.key || (step.says ?? "").slice(0, 1).toUpperCase();

export function ask(board: Board, narrow: Narrow, confirm: boolean, stood: boolean): Ask {
  const out: Ask = { stage: narrow.stage, question: "", detail: "", options: [], undo: narrow.begun, text: narrow.text };
  const ready = narrow.ready;
  if (ready) {
    if (confirm) {
      out.question = `Play ${ready.text}?`;
      out.options = [{ label: "Play", key: "Enter", chief: true, act: "play" }];
    }
    return out;
  }
  const said = narrow.next.filter((s) => s.says || s.key);
  const plain = narrow.next.filter((s) => !s.says && !s.key);
  const stop = narrow.stop;

  if (!narrow.begun && said.length > 0 && plain.length > 0) {
    // Claims beside moves: whoever moves lets them stand.
    if (stood) return out;
    const huff = board.marks?.some((m) => m & Mark.Huffable);
    out.question = huff ? "A capture was missed" : "A choice before your move";
    out.detail = `${plain.length > 0 ? "To move is to let it stand" : ""}${huff ? " (DR7)" : ""}`;
    out.options = options(said);
    out.options.push({ label: huff ? "Let it stand" : "Move", key: "S", strong: true, act: "stand" });
    return out;
  }
  if (said.length > 0) {
    const start = beginning(said.filter((s) => s.key !== "-").map((s) => s.says ?? ""));
    const shown = said.filter((s) => !start || !(s.says ?? "").startsWith(start) || said.length <= most);
    if (start && said.length > 1) {
      out.question = `${captured(board, narrow)}Choose the ${start.replace(/[:, ]+$/, "")}`;
      out.detail = shown.length < said.length ? "Any lit one, or press its letter" : "";
    } else if (said.length === 1) {
      out.question = upper(said[0].says || said[0].key || "") + "?";
    } else {
      out.question = upper(said.map((s) => (s.says || s.key || "").split(",")[0]).join(" or ")) + "?";
      out.detail = "Or point at a marked place";
    }
    out.options = options(shown);
    if (said.some((s) => s.key === "+")) out.options[0].chief = true;
  }
  if (stop && narrow.begun) {
    if (!out.question) {
      out.question = "Stop here or go on?";
      out.detail = "Go on to a lit place, or choose the piece again to stop";
    }
    out.options.push({ label: "Stop here", key: "Enter", strong: true, act: "stop" });
  }
  return out;
}

/** What is captured whichever answer is given: "b captures J and M: 6. " */
function captured(board: Board, narrow: Narrow): string {
  if (!narrow.begun) return "";
  const events = certain(board, narrow);
  const takes = events.filter((e) => e.kind === "take" && (e.n ?? 1) > 0);
  const last = events.findLast((e) => e.kind === "sow");
  if (takes.length === 0 || !last) return "";
  const names = takes.map((e) => board.names[e.site]).join(" and ");
  return `${board.names[last.site]} captures ${names}: ${takes.reduce((n, e) => n + (e.n ?? 1), 0)}. `;
}

function options(steps: readonly Step[]): AskOption[] {
  return steps.map((step) => ({ label: upper(step.says || step.key || ""), key: keyOf(step), act: { step } }));
}

/** How a key is written on a button. */
export function keyName(key: string): string {
  // A letter with a number: the letter is enough, and asks which if there are several.
  if (/^[a-z]\d+$/i.test(key)) return key[0].toUpperCase();
  return { Enter: "↵", "-": "−", "<": "<" }[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}
