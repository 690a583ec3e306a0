// Jobs: what is done by itself, when it is due next, and how it went.

import { html, useEffect, useState } from "/page/vendor/htm-preact.js";
import { get, post } from "/page/api.js";
import { useNews } from "/page/lists.js";
import { due, moment, statusWord, stakeWords } from "/page/words.js";

const STATES = { active: "waits", paused: "paused", ended: "has ended" };
const DOTS = { active: "is-success", paused: "is-cancelled", ended: "is-undone" };

/** A job that is not made yet: what it would do and when, and what of it is of high risk. */
export function Draft({ draft, make, leave }) {
  const risks = draft.shape.high_risk;
  return html`<section class="panel job" aria-label="A new job"><h2>A new job</h2>
    <dl class="about">
      <dt>when</dt><dd>${draft.told}</dd>
      ${draft.times.length ? html`<dt>next</dt><dd>${draft.times.map(due).join(" · ")}</dd>` : null}
      <dt>does</dt><dd>${draft.text}</dd>
      ${draft.note ? html`<dt>now</dt><dd class="dim">${draft.note}</dd>` : null}
      ${risks.length ? html`<dt>high risk</dt><dd class="danger">${stakeWords(risks)}</dd>` : null}
    </dl>
    <p class="buttons">
      ${draft.needs_approval
        ? html`<button class="danger" onClick=${() => make({ approve: draft.approval })}>Approve for each time</button>
          <button onClick=${() => make({ ask_then: true })}>Ask me each time</button>`
        : html`<button class="main" onClick=${() => make({})}>Make the job</button>`}
      <button class="quiet" onClick=${leave}>Leave it</button></p></section>`;
}

export function Jobs() {
  const [jobs, setJobs] = useState(null);
  const [problem, setProblem] = useState(null);
  const load = () => get("/api/jobs").then((found) => {
    setJobs(found.jobs);
    setProblem(found.problem ? { message: `Jobs are not done: ${found.problem}` } : null);
  }, setProblem);
  useEffect(() => {
    load();
  }, []);
  useNews(load);
  const act = async (job, what, body = {}) => {
    const wrong = await post(`/api/jobs/${job.job_id}/${what}`, body).then(() => null, (problem) => problem);
    await load(); // also how it went wrong is told there
    setProblem(wrong);
  };
  return html`<section aria-label="Jobs"><h1>Jobs</h1>
    ${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : null}
    ${jobs?.length === 0 ? html`<p class="dim panel">There are no jobs. What is to be done at a time, or when something happens, is kept here and done while this service runs.</p>` : null}
    ${(jobs ?? []).map((job) => html`<${JobPanel} key=${job.job_id} job=${job} act=${act} />`)}
  </section>`;
}

function JobPanel({ job, act }) {
  const last = job.firings[0];
  const isPaused = job.state === "paused";
  return html`<article class="panel job" aria-label=${`Job ${job.job_id}`}>
    <h2><span class=${`dot ${DOTS[job.state]}`} aria-hidden="true" /> ${job.said || job.text || "goals"}</h2>
    <dl class="about">
      <dt>when</dt><dd>${job.told}</dd>
      ${job.times.length ? html`<dt>next</dt><dd>${job.times.map(due).join(" · ")}</dd>` : null}
      <dt>last</dt><dd>${last ? html`<${Last} firing=${last} />` : html`<span class="dim">not done yet</span>`}</dd>
      ${job.shape.high_risk.length ? html`<dt>high risk</dt><dd class="danger">${stakeWords(job.shape.high_risk)}${job.ask_then ? " — you are asked each time" : ""}</dd>` : null}
      <dt>in</dt><dd class="mono">${job.cwd}</dd>
      <dt>job</dt><dd><span class="mono">${job.job_id}</span> <span class="dim">by ${job.made_by}, ${moment(job.made_at)} · ${STATES[job.state]}</span></dd>
    </dl>
    <p class="buttons">
      ${job.state === "ended" ? null : html`<button onClick=${() => act(job, isPaused ? "resume" : "pause")}>${isPaused ? "Resume" : "Pause"}</button>`}
      ${job.when.kind === "file" ? null : html`<button onClick=${() => act(job, "run")}>Run now</button>`}
      <${Remove} remove=${() => act(job, "remove")} /></p>
  </article>`;
}

function Last({ firing }) {
  const word = firing.state === "claimed" ? "running" : statusWord(firing.outcome);
  const at = moment(firing.at);
  // What was refused may have become no run at all.
  return html`${firing.outcome === "refused" ? at : html`<a href=${`/runs/${firing.run_id}`}>${at}</a>`} ${word}
    ${firing.reason ? html`<span class="dim"> — ${firing.reason}</span>` : null}`;
}

/** Asked for twice within a moment, so that no slip does it. */
function Remove({ remove }) {
  const [isArmed, arm] = useState(false);
  useEffect(() => {
    if (!isArmed) return undefined;
    const timer = setTimeout(() => arm(false), 4000);
    return () => clearTimeout(timer);
  }, [isArmed]);
  return html`<button class=${isArmed ? "danger" : "quiet"} onClick=${() => (isArmed ? remove() : arm(true))}>${isArmed ? "Really remove" : "Remove"}</button>`;
}
