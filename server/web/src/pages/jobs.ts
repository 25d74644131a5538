// <kb-jobs>: the queue of work, who does it, how far it is and what went wrong.

import { html, nothing } from "lit";
import { api } from "../net/api";
import type { Batch, Job, Queue, Worker } from "../net/types";
import { agoSaid, count, spanSaid } from "../words";
import { Page } from "./page";

const stateSaid: Record<Job["state"], string> = {
  waiting: "waits",
  running: "under work",
  failing: "failed, tried again",
  done: "done",
  failed: "given up",
  cancelled: "cancelled",
  disputed: "in dispute",
};

class JobsPage extends Page {
  static override properties = {
    queue: { state: true },
    open: { state: true },
    jobs: { state: true },
    fault: { state: true },
    said: { state: true },
  };

  protected readonly place = "Jobs";
  declare queue: Queue | undefined;
  /** The batch whose jobs are shown; empty: none. */
  declare open: string;
  declare jobs: readonly Job[];
  declare fault: string;
  declare said: string;
  #timer = 0;

  constructor() {
    super();
    this.jobs = [];
    this.fault = this.said = "";
    this.open = new URLSearchParams(location.search).get("batch") ?? "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
    this.#timer = window.setInterval(() => document.visibilityState === "visible" && void this.#load(), 2000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  async #load(): Promise<void> {
    try {
      this.queue = await api.queue();
      if (this.open) this.jobs = (await api.jobs(this.open)).jobs;
      this.fault = "";
    } catch (e) {
      this.fault = e instanceof Error ? e.message : String(e);
    }
  }

  #show(id: string): void {
    this.open = this.open === id ? "" : id;
    this.jobs = [];
    history.replaceState(null, "", this.open ? `/jobs?batch=${this.open}` : "/jobs");
    void this.#load();
  }

  async #change(what: "cancel" | "retry", id: string): Promise<void> {
    try {
      const { jobs } = await api.changeJobs(what, id);
      this.said = `${count(jobs, "job")} ${what === "cancel" ? "cancelled" : "put back"}.`;
    } catch (e) {
      this.said = e instanceof Error ? e.message : String(e);
    }
    void this.#load();
  }

  protected body() {
    const q = this.queue;
    return html`<div class="st jobs">
      <div class="hero"><h1>Jobs</h1><p class="soft">Tables, proofs and other work that is shared out among machines.</p></div>
      ${this.fault ? html`<p class="none card" role="alert">${this.fault}</p>` : nothing}
      <p class="small" role="status">${this.said}</p>
      ${q?.disputes.length
        ? html`<section class="card alarm" role="alert">
            <h2>Results in dispute</h2>
            <p>Two workers have found different results for the same job. Nothing goes on from either. Find out which machine is wrong, then have the job done again.</p>
            <ul class="rows">
              ${q.disputes.map((j) => this.#job(j))}
            </ul>
          </section>`
        : nothing}
      ${q?.batches.length === 0
        ? html`<p class="none card">Nothing is in the queue. Commands with <code>--queue</code> put work into it, <code>kibaho work</code> does it.</p>`
        : nothing}
      ${(q?.batches ?? []).map((b) => this.#batch(b))}
      ${q ? this.#workers(q.workers) : nothing}
    </div>`;
  }

  #batch(b: Batch) {
    const over = b.running + b.waiting + b.failing === 0;
    const open = this.open === b.id;
    const parts = [
      `${b.done} of ${b.total} done`,
      b.running ? `${b.running} under work` : "",
      b.waiting ? `${b.waiting} waiting` : "",
      b.failing ? `${b.failing} failing` : "",
      b.failed ? `${b.failed} given up` : "",
      b.cancelled ? `${b.cancelled} cancelled` : "",
      b.disputed ? `${b.disputed} in dispute` : "",
    ].filter(Boolean);
    return html`<section class="card batch" aria-labelledby="b-${b.id}">
      <div class="batch-head">
        <h2 id="b-${b.id}">${b.title}</h2>
        <span class="sp"></span>
        <span class="soft small">${b.ended ? `finished ${agoSaid(Date.parse(b.ended))}` : `asked for ${agoSaid(Date.parse(b.made))}`}${b.by ? ` on ${b.by}` : ""}</span>
      </div>
      <progress max="1" value=${b.share} aria-label="Share of the work that is done"></progress>
      <p class="small">
        <strong>${Math.floor(b.share * 1000) / 10} %</strong> · ${parts.join(" · ")}${b.rate && !over ? html` · ${rateSaid(b.rate)}` : nothing}${b.left && !over ? html` · about ${spanSaid(b.left)} left` : nothing}
      </p>
      ${b.blocked ? html`<p class="small blocked">${b.blocked}</p>` : nothing}
      ${b.command ? html`<p class="small command"><code>${b.command}</code></p>` : nothing}
      <div class="deeds">
        <button type="button" class="btn" aria-expanded=${open ? "true" : "false"} @click=${() => this.#show(b.id)}>${open ? "Hide the jobs" : "Show the jobs"}</button>
        ${this.queue?.may && !over ? html`<button type="button" class="btn" @click=${() => void this.#change("cancel", b.id)}>Cancel</button>` : nothing}
        ${this.queue?.may && b.failing + b.failed + b.cancelled + b.disputed > 0
          ? html`<button type="button" class="btn" @click=${() => void this.#change("retry", b.id)}>Try again</button>`
          : nothing}
      </div>
      ${open
        ? html`<ul class="rows">
            ${this.jobs.map((j) => this.#job(j))}
          </ul>`
        : nothing}
    </section>`;
  }

  #job(j: Job) {
    const last = j.failures?.at(-1);
    const took = j.since && j.ended ? spanSaid((Date.parse(j.ended) - Date.parse(j.since)) / 1000) : "";
    return html`<li class="job ${j.state}">
      <span class="nm">${j.title}</span>
      <span class="state">${stateSaid[j.state]}${j.state === "running" && j.share ? ` ${Math.floor(j.share * 100)} %` : ""}</span>
      <span class="soft small">
        ${j.worker ? html`${j.worker}${j.other_worker ? ` and ${j.other_worker}` : ""}` : nothing}${took ? ` · ${took}` : ""}${j.says && j.state === "done" ? ` · ${j.says}` : ""}
      </span>
      ${last && j.state !== "done" ? html`<span class="small why">${last.reason} (${agoSaid(Date.parse(last.when))}, ${count(j.tries ?? 0, "try", "tries")})</span>` : nothing}
      ${this.queue?.may && (j.state === "failed" || j.state === "disputed" || j.state === "failing")
        ? html`<button type="button" class="btn" @click=${() => void this.#change("retry", j.id)}>Try again</button>`
        : nothing}
    </li>`;
  }

  #workers(list: readonly Worker[]) {
    return html`<section class="card" aria-labelledby="workers">
      <h2 id="workers">Workers</h2>
      ${list.length === 0 ? html`<p class="soft">None is here. <code>kibaho work</code> starts one.</p>` : nothing}
      <ul class="rows">
        ${list.map(
          (w) => html`<li class="job ${w.state}">
            <span class="nm">${w.name}</span>
            <span class="state">${w.state}</span>
            <span class="soft small"
              >${w.active?.map((a) => `${a.title}${a.total ? `, ${Math.floor((100 * (a.done ?? 0)) / a.total)} %` : ""}, for ${spanSaid((Date.now() - Date.parse(a.since)) / 1000)}`).join("; ") ||
              `${count(w.done, "job")} done`}${w.failed ? `, ${w.failed} failed` : ""}</span
            >
            ${w.reason ? html`<span class="small why">${w.reason}</span>` : nothing}
          </li>`,
        )}
      </ul>
    </section>`;
  }
}

function rateSaid(rate: number): string {
  return rate >= 1 ? `${rate.toFixed(1)} a second` : rate * 60 >= 1 ? `${(rate * 60).toFixed(1)} a minute` : `${(rate * 3600).toFixed(1)} an hour`;
}

customElements.define("kb-jobs", JobsPage);
