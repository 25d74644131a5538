// Questions to the server over HTTP.

import type { Batch, Entry, Explored, FinishedPage, GameFacts, Job, PositionAnswer, PositionBody, Problem, Queue, RecordNode, RecordRead, RuleBook, Table, TurnPlayed } from "./types";

/** The server has answered that it cannot be done, and why. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail || problem.title);
  }
}

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused({ status: 0, title: "No connection", detail: "The server cannot be reached at the moment." });
  }
  if (response.ok) return response;
  let problem: Problem = { status: response.status, title: response.statusText, detail: "" };
  try {
    problem = { ...problem, ...((await response.json()) as Problem) };
  } catch {
    // a proxy may answer in words of its own
  }
  throw new Refused(problem);
}

const get = async <T>(path: string): Promise<T> => (await (await ask("GET", path)).json()) as T;
const post = async <T>(path: string, body: unknown): Promise<T> => (await (await ask("POST", path, body)).json()) as T;

/** An address with its query; lists are repeated, what is empty is left out. */
export function address(path: string, query: Record<string, string | readonly string[] | undefined>): string {
  const q = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const v of typeof value === "string" ? [value] : (value ?? [])) if (v !== "") q.append(name, v);
  const text = q.toString();
  return text ? `${path}?${text}` : path;
}

export interface NewTable {
  game: string;
  variant: string;
  set: string[];
  position?: string;
  control?: string;
  visibility?: string;
  seat?: string;
  level?: number;
  name?: string;
  games?: number;
}

export const api = {
  games: () => get<GameFacts[]>("/api/games"),
  queue: () => get<Queue>("/api/jobs"),
  jobs: (id: string) => get<{ batch?: Batch; jobs: Job[] }>(`/api/jobs/${encodeURIComponent(id)}`),
  changeJobs: (what: "cancel" | "retry", id: string) => post<{ jobs: number }>(`/api/jobs/${encodeURIComponent(id)}/${what}`, undefined),
  rules: (game: string, variant = "", set: readonly string[] = []) => get<RuleBook>(address(`/api/rules/${encodeURIComponent(game)}`, { variant, set })),
  position: (body: PositionBody) => post<PositionAnswer>("/api/position", body),
  tables: (mine = false, limit = 30) => get<Entry[]>(`/api/tables?limit=${limit}${mine ? "&mine=true" : ""}`),
  finished: (game = "", after = "", limit = 12) => get<FinishedPage>(address("/api/finished", { game, after, limit: String(limit) })),
  table: (id: string) => get<Table>(`/api/tables/${encodeURIComponent(id)}`),
  newTable: (body: NewTable) => post<Table>("/api/tables", body),
  history: (id: string) => get<TurnPlayed[]>(`/api/tables/${encodeURIComponent(id)}/history`),
  record: async (id: string) => (await ask("GET", `/api/tables/${encodeURIComponent(id)}/record`)).text(),
  readRecord: (text: string) => post<RecordRead>("/api/records/read", { text }),
  writeRecord: async (body: PositionBody & { tags?: Record<string, string>; comment?: string; tree?: RecordNode[] }) => (await ask("POST", "/api/records/write", body)).text(),
  explore: (body: PositionBody & { nodes?: number }) => post<Explored>("/api/explore", body),
  picture: async (body: object) => (await ask("POST", "/api/picture", body)).text(),
};
