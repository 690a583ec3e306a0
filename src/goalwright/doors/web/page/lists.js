// Lists: the runs there were, with search, and those that wait for approval.

import { html, useCallback, useEffect, useRef, useState } from "/page/vendor/htm-preact.js";
import { get } from "/page/api.js";
import { listen } from "/page/stream.js";
import { Stake } from "/page/run_view.js";
import { counted, moment, statusWord } from "/page/words.js";

const PAUSE_MS = 120;
const STATUSES = ["success", "failed", "cancelled", "interrupted", "awaiting_approval", "partial", "refused"];
const TELLING = new Set(["run_started", "run_ended", "run_waiting", "run_undone", "run_approved"]);

/** Call a function whenever a run begins, ends or waits, at most every so often. */
export function useNews(told) {
  const latest = useRef(told);
  latest.current = told;
  useEffect(() => {
    let timer = 0;
    const silence = listen((message) => {
      const isNews = message.type === "run" && TELLING.has(message.event.kind);
      if (!isNews && message.type !== "restarted" && message.type !== "rested") return;
      timer ||= setTimeout(() => {
        timer = 0;
        latest.current();
      }, PAUSE_MS);
    });
    return () => {
      clearTimeout(timer);
      silence();
    };
  }, []);
}

export function RunRow({ run }) {
  const status = run.undone ? "undone" : run.status;
  return html`<li class="row"><a href=${`/runs/${run.run_id}`}>
    <span class=${`dot is-${status}`} aria-hidden="true" />
    <span class="text">${run.text || run.run_id}</span>
    <span class="what">${run.undone ? "undone" : statusWord(run.status)}</span>
    <span class="count">${counted(run.total_actions, "action")}</span>
    <span class="when">${moment(run.created_at)}</span></a></li>`;
}

export function History() {
  const [text, setText] = useState("");
  const [status, setStatus] = useState("");
  const [page, setPage] = useState({ runs: null, next: null });
  const [problem, setProblem] = useState(null);
  const load = useCallback(async (before = "", signal = undefined) => {
    const query = new URLSearchParams({ limit: "50", text, before, ...(status ? { status } : {}) });
    try {
      const found = await get(`/api/runs?${query}`, signal);
      setPage((shown) => ({ runs: before ? [...shown.runs, ...found.runs] : found.runs, next: found.next }));
      setProblem(null);
    } catch (wrong) {
      if (wrong.name !== "AbortError") setProblem(wrong);
    }
  }, [text, status]);
  useEffect(() => {
    const outdated = new AbortController();
    const timer = setTimeout(() => load("", outdated.signal), page.runs ? PAUSE_MS : 0);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [text, status]);
  useNews(() => load());
  return html`<section class="panel" aria-label="History"><h1>History</h1>
    <div class="search"><label class="unseen" for="search">Search</label>
      <input id="search" type="search" placeholder="Search" value=${text} onInput=${(event) => setText(event.target.value)} />
      <label class="unseen" for="status">Status</label>
      <select id="status" value=${status} onChange=${(event) => setStatus(event.target.value)}>
        <option value="">any status</option>
        ${STATUSES.map((name) => html`<option value=${name}>${statusWord(name)}</option>`)}</select></div>
    ${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : null}
    ${page.runs?.length === 0 ? html`<p class="dim">${text || status ? "Nothing is like that." : "Nothing was run yet. What you run shows up here, also from a terminal."}</p>` : null}
    <ol class="rows">${(page.runs ?? []).map((run) => html`<${RunRow} key=${run.run_id} run=${run} />`)}</ol>
    ${page.next ? html`<button onClick=${() => load(page.next)}>Show more</button>` : null}
  </section>`;
}

export function Waiting() {
  const [views, setViews] = useState(null);
  const [problem, setProblem] = useState(null);
  const load = async () => {
    try {
      const { runs } = await get("/api/runs?status=awaiting_approval&limit=50");
      setViews(await Promise.all(runs.map((run) => get(`/api/runs/${run.run_id}`))));
      setProblem(null);
    } catch (wrong) {
      setProblem(wrong);
    }
  };
  useEffect(() => {
    load();
  }, []);
  useNews(load);
  return html`<section aria-label="Waiting for approval"><h1>Waiting for approval</h1>
    ${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : null}
    ${views?.length === 0 ? html`<p class="dim panel">Nothing waits. What is of high risk, and was asked for by a program or with --hold, waits here until you look at it.</p>` : null}
    ${(views ?? []).filter((view) => view.can.approve).map((view) => html`<${Stake} key=${view.run.run_id} view=${view} load=${load} isBrief=${true} />`)}
  </section>`;
}

/** What goes on now and what was last, beside where one types. */
export function Recent() {
  const [runs, setRuns] = useState(null);
  const load = () => get("/api/runs?limit=12").then((found) => setRuns(found.runs), () => {});
  useEffect(() => {
    load();
  }, []);
  useNews(load);
  return html`<aside class="panel recent" aria-label="Recent runs"><h2>Recent</h2>
    ${runs?.length === 0 ? html`<p class="dim">Nothing was run yet.</p>` : null}
    <ol class="rows">${(runs ?? []).map((run) => html`<${RunRow} key=${run.run_id} run=${run} />`)}</ol></aside>`;
}
