// One run: what was asked, what is at stake, how it goes, what it answered, and what can be done about it.

import { html, useState } from "/page/vendor/htm-preact.js";
import { post } from "/page/api.js";
import { Actions } from "/page/actions.js";
import { Graph } from "/page/graph.js";
import { useRun } from "/page/live_run.js";
import { Timeline } from "/page/timeline.js";
import { counted, moment, statusWord } from "/page/words.js";

export function RunView({ runId }) {
  const { view, lives, problem, isStopping, load } = useRun(runId);
  const [chosen, choose] = useState("");
  if (problem && !view) return html`<section class="panel"><h1>Run ${runId}</h1><p class="problem" role="alert">${problem.message}</p></section>`;
  if (!view) return html`<section class="panel run is-loading" aria-busy="true"><h1>${"\u00a0"}</h1></section>`;
  const { run, words, graph, can } = view;
  const states = Object.fromEntries(Object.entries(lives).map(([id, life]) => [id, life.state]));
  return html`<section class="run" aria-label=${`Run ${run.run_id}`}>
    <${Head} view=${view} isStopping=${isStopping} states=${states} load=${load} />
    ${can.approve ? html`<${Stake} view=${view} load=${load} />` : null}
    <${Answers} view=${view} />
    <div class="shown">
      <div class="panel"><h2>Actions</h2>
        <${Actions} actions=${run.plan.actions} words=${words} lives=${lives} chosen=${chosen} onChoose=${choose} /></div>
      <div class="panel">
        <h2>Timeline</h2><${Timeline} lives=${lives} words=${words} isRunning=${run.status === "running"} onChoose=${choose} />
        <h2>Graph</h2><${Graph} graph=${graph} actions=${run.plan.actions} words=${words} states=${states} chosen=${chosen} onChoose=${choose} />
      </div>
    </div>
    <${Leavings} view=${view} />
  </section>`;
}

function Head({ view, isStopping, states, load }) {
  const { run, can } = view;
  const [problem, setProblem] = useState(null);
  const [isBusy, setBusy] = useState("");
  const [taken, setTaken] = useState("");
  const done = Object.values(states).filter((state) => state === "done").length;
  const act = (name, body) => async () => {
    setBusy(name);
    setProblem(null);
    try {
      const answer = await post(`/api/runs/${run.run_id}/${name}`, body);
      if (name === "undo") setTaken(toldUndo(answer));
    } catch (wrong) {
      setProblem(wrong);
    }
    setBusy("");
    load();
  };
  const status = run.undone ? "undone" : run.status;
  const doubted = Object.keys(states).filter((id) => states[id] === "in_doubt");
  return html`<header class="head">
    <h1>${run.text}</h1>
    <p class="facts">
      <span class=${`status is-${status}`} role="status">${isStopping && run.status === "running" ? "stopping" : run.undone ? "undone" : statusWord(run.status)}</span>
      <span>${done} of ${counted(run.plan.total_actions, "action")}</span>
      <span>${moment(run.created_at)}</span>
      <span>by ${run.asked_by || "unknown"}</span>
      ${run.approved_by ? html`<span>approved by ${run.approved_by}</span>` : null}
      <span class="mono">${run.run_id}</span>
    </p>
    ${run.reason && run.status !== "awaiting_approval" ? html`<p class="reason">${run.reason}</p>` : null}
    <p class="doing">
      ${can.stop ? html`<button onClick=${act("stop", {})} disabled=${isBusy || isStopping}>Stop</button>
        <button onClick=${act("stop", { now: true })} disabled=${isBusy === "stop" && !isStopping}>Stop now</button>` : null}
      ${can.resume && !doubted.length ? html`<button onClick=${act("resume", {})} disabled=${isBusy}>Resume</button>` : null}
      ${can.resume && doubted.length ? html`<button onClick=${act("resume", { redo: doubted })} disabled=${isBusy}>Resume, doing what is in doubt again</button>
        <button onClick=${act("resume", { skip: doubted })} disabled=${isBusy}>Resume, leaving it out</button>` : null}
      ${can.undo ? html`<button onClick=${act("undo", {})} disabled=${isBusy}>Undo</button>` : null}
      ${taken ? html`<span class="good" role="status">${taken}</span>` : null}
    </p>
    ${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : null}
  </header>`;
}

const toldUndo = (answer) => answer.not_undone.length
  ? `${answer.undone.length} taken back; not: ${answer.not_undone.map(([, why]) => why).join("; ")}`
  : `${counted(answer.undone.length, "action")} taken back`;

/** What is at stake in a plan that waits, and the two answers to it. The hash that is approved is that of what is shown. */
export function Stake({ view, load, isBrief = false }) {
  const { run, words } = view;
  const [problem, setProblem] = useState(null);
  const [isBusy, setBusy] = useState(false);
  const risky = run.plan.actions.filter((action) => action.risk === "high");
  const answer = (name, body) => async () => {
    setBusy(true);
    setProblem(null);
    try {
      await post(`/api/runs/${run.run_id}/${name}`, body);
    } catch (wrong) {
      setProblem(wrong);
    }
    setBusy(false);
    load();
  };
  return html`<section class="stake" aria-label="At stake">
    ${isBrief ? html`<h2><a href=${`/runs/${run.run_id}`}>${run.text}</a></h2>` : html`<h2>At stake</h2>`}
    <ul>${risky.map((action) => html`<li key=${action.action_id}>${words[action.action_id]} <span class="risk risk-high">high risk</span></li>`)}</ul>
    ${run.plan.actions.length > risky.length ? html`<p class="dim">and ${counted(run.plan.actions.length - risky.length, "more action")} of less risk</p>` : null}
    <p class="dim">Asked by ${run.asked_by} in <span class="mono">${run.cwd}</span>. Approving is for this very plan, and only while nothing it relies on has changed.</p>
    <p class="doing"><button class="danger" disabled=${isBusy} onClick=${answer("approve", { plan_hash: run.plan_hash })}>Approve and run</button>
      <button disabled=${isBusy} onClick=${answer("decline", {})}>Decline</button></p>
    ${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : null}
  </section>`;
}

function Answers({ view }) {
  const { answers, remarks, words } = view;
  if (!answers.length && !remarks.length) return null;
  return html`<section class="answers panel" aria-label="Answers">
    ${answers.map((answer) => html`<div key=${answer.action_id}>
      ${answers.length > 1 ? html`<h2>${words[answer.action_id]}</h2>` : null}<pre tabindex="0">${answer.text}</pre></div>`)}
    ${remarks.map((remark) => html`<p class="dim">${remark.text}</p>`)}
  </section>`;
}

const Leavings = ({ view }) => view.run.files.length
  ? html`<section class="panel"><h2>Files of the run</h2><ul class="plain">${view.run.files.map((file) => html`<li class="mono">${file}</li>`)}</ul></section>`
  : null;
