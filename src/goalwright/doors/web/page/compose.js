// Where one says what to do. The plan is made while one types: after a short pause, and only the latest answer counts.

import { html, useEffect, useRef, useState } from "/page/vendor/htm-preact.js";
import { post } from "/page/api.js";
import { Actions } from "/page/actions.js";
import { Graph } from "/page/graph.js";
import { Draft } from "/page/jobs.js";
import { go } from "/page/route.js";
import { counted, shortened } from "/page/words.js";

const PAUSE_MS = 60;
const DRAFT = "goalwright-draft";

export function Compose({ examples, canRun }) {
  const [text, setText] = useState(() => sessionStorage.getItem(DRAFT) ?? "");
  const [cwd] = useState("");
  const { answer, problem, isBehind } = usePlan(text, cwd);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState(null);
  const [draft, setDraft] = useState(null);
  const field = useRef(null);
  useSlash(field);

  const change = (value) => {
    setText(value);
    setRefused(null);
    setDraft(null);
    sessionStorage.setItem(DRAFT, value);
  };
  const run = async (reading = 0) => {
    if (!text.trim() || isBusy) return undefined;
    setBusy(true);
    setRefused(null);
    try {
      if (isForLater(refused ?? problem)) {
        setDraft(await post("/api/jobs/drafts", { text }));
        setBusy(false);
        return undefined;
      }
      const routine = (refused ?? problem)?.document?.job_id;
      if (routine) {
        const report = await post(`/api/jobs/${routine}/run`);
        sessionStorage.removeItem(DRAFT);
        return go(`/runs/${report.run_id}`);
      }
      const isForHosts = Boolean((refused ?? problem)?.document?.hosts?.length);
      const begun = isForHosts ? await post("/api/fleet/runs", { text }) : await post("/api/runs", { text, reading });
      sessionStorage.removeItem(DRAFT);
      go(isForHosts ? `/fleet/${begun.name}` : `/runs/${begun.run.run_id}`);
    } catch (wrong) {
      setRefused(wrong);
    }
    return setBusy(false);
  };
  const make = async (how) => {
    try {
      await post("/api/jobs", { text, ...how });
      sessionStorage.removeItem(DRAFT);
      go("/jobs");
    } catch (wrong) {
      setRefused(wrong);
    }
  };
  const onKey = (event) => {
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      run();
    } else if (event.key === "Escape") change("");
  };
  const clauses = problem?.document?.clauses ?? [];
  return html`<section class="compose" aria-label="What to do">
    <div class="saying">
      <label class="unseen" for="sentence">What to do</label>
      <div class="behind" aria-hidden="true"><${Marked} text=${text} answer=${isBehind ? null : answer} clauses=${isBehind ? [] : clauses} /></div>
      <textarea id="sentence" ref=${field} rows="1" spellcheck="false" autocomplete="off" autofocus value=${text}
        placeholder="Say what to do" aria-describedby="said" onInput=${(event) => change(event.target.value)} onKeyDown=${onKey} />
      <button class="main" disabled=${!canRun || isBusy || !text.trim()} onClick=${() => run()}
        title="Enter">${!problem && answer?.plan.needs_approval.length ? "Run …" : "Run"}</button>
    </div>
    <div id="said" class="said" role="status">
      <${Said} text=${text} answer=${answer} problem=${refused ?? problem} isBehind=${isBehind} onSay=${change} onRead=${run} />
    </div>
    ${draft ? html`<${Draft} draft=${draft} make=${make} leave=${() => setDraft(null)} />` : null}
    ${text.trim() ? html`<${Shown} answer=${answer} isBehind=${isBehind} isLost=${Boolean(problem) && !isBehind} />`
      : html`<${Teaching} examples=${examples} onSay=${(said) => { change(said); field.current?.focus(); }} />`}
  </section>`;
}

/** Whether a sentence was not planned because it is to be done later, or again and again. */
const isForLater = (problem) => problem?.document?.type === "urn:goalwright:problem:asks-for-job";

function usePlan(text, cwd) {
  const [state, setState] = useState({ text: "", answer: null, problem: null });
  useEffect(() => {
    if (!text.trim()) {
      setState({ text, answer: null, problem: null });
      return undefined;
    }
    const outdated = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const body = cwd ? { text, cwd, ask_model: false } : { text, ask_model: false };
        const answer = await post("/api/plans", body, outdated.signal);
        if (!outdated.signal.aborted) setState({ text, answer, problem: null });
      } catch (problem) {
        if (problem.name !== "AbortError") setState((before) => ({ ...before, text, problem }));
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [text, cwd]);
  return { answer: state.answer, problem: state.problem, isBehind: state.text !== text };
}

function useSlash(field) {
  useEffect(() => {
    const pressed = (event) => {
      if (event.key === "/" && !["INPUT", "TEXTAREA"].includes(document.activeElement?.tagName)) {
        event.preventDefault();
        field.current?.focus();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

/** The sentence once more, below the field, with its clauses underlined and what was not understood marked. */
function Marked({ text, answer, clauses }) {
  const spans = clauses.length
    ? clauses.map((clause) => ({ start: clause.start, end: clause.end, kind: "lost" }))
    : (answer?.interpretation?.clauses ?? []).map((clause, place) => ({ ...clause.span, kind: `clause tone-${place % 5}` }));
  const parts = [];
  let place = 0;
  for (const span of spans.sort((one, other) => one.start - other.start)) {
    if (span.start < place || span.end > text.length) continue;
    parts.push(text.slice(place, span.start), html`<mark class=${span.kind}>${text.slice(span.start, span.end)}</mark>`);
    place = span.end;
  }
  return html`${parts}${text.slice(place)}${"\u200b"}`;
}

function Said({ text, answer, problem, isBehind, onSay, onRead }) {
  if (!text.trim()) return html`<span class="dim">The plan appears while you type. Enter runs it.</span>`;
  if (problem) return html`<${Objection} problem=${problem} isBehind=${isBehind} onSay=${onSay} onRead=${onRead} text=${text} />`;
  if (!answer) return html`<span class="dim">…</span>`;
  return html`<${Verdict} plan=${answer.plan} isBehind=${isBehind} />`;
}

function Objection({ problem, isBehind, onSay, onRead, text }) {
  const { readings = [], clauses = [] } = problem.document ?? {};
  const suggested = clauses.flatMap((clause) => clause.suggestions.map((words) => text.slice(0, clause.start) + words + text.slice(clause.end)));
  return html`<span class=${isBehind ? "dim" : "problem"}>${problem.message}</span>
    ${readings.length ? html`<span class="choices">${readings.map((reading, place) => html`<button type="button"
      onClick=${() => onRead(place + 1)}>${reading}</button>`)}</span>` : null}
    ${isForLater(problem) ? html`<span class="choices"><button type="button" onClick=${() => onRead()}>Look at the job</button></span>` : null}
    ${problem.document?.hosts?.length ? html`<span class="choices"><button type="button" onClick=${() => onRead()}>Plan it on ${counted(problem.document.hosts.length, "host")}</button></span>` : null}
    ${suggested.length ? html`<span class="choices">${[...new Set(suggested)].slice(0, 3).map((words) => html`<button type="button"
      onClick=${() => onSay(words)}>${words}</button>`)}</span>` : null}`;
}

function Verdict({ plan, isBehind }) {
  if (!plan.plan) return html`<span class="problem">${plan.reason}</span>`;
  const { total_actions: count, minimal_certified: isMinimal, satisfied, reasserted } = plan.plan;
  const already = satisfied.filter((goal) => !reasserted.includes(goal));
  return html`<span class=${isBehind ? "dim" : ""}>
    ${counted(count, "action")}${isMinimal ? ", proven minimal" : ""}
    ${already.length ? html` · <span class="good">${already.length === 1 ? "one goal is" : `${already.length} goals are`} met already</span>` : null}
    ${plan.needs_approval.length ? html` · <span class="danger">${counted(plan.needs_approval.length, "action")} of high risk: you will be asked</span>` : null}
    ${plan.refusals.map((refusal) => html` · <span class="problem">${refusal.problem}</span>`)}
    ${plan.unmet.map((goal) => html` · <span class="problem">not met: ${goal.detail || goal.reason}</span>`)}
    ${plan.unavailable.map((tool) => html` · <span class="problem">${tool.reason}</span>`)}
  </span>`;
}

function Shown({ answer, isBehind, isLost }) {
  const [chosen, choose] = useState("");
  if (!answer?.plan.plan) return html`<div class="shown" />`;
  const actions = answer.plan.plan.actions;
  return html`<div class=${`shown${isBehind ? " is-behind" : ""}${isLost ? " is-lost" : ""}`}>
    <div class="panel"><h2>Plan</h2>
      <${Goals} found=${answer.interpretation} />
      <${Actions} actions=${actions} words=${answer.words} chosen=${chosen} onChoose=${choose} />
      <${Looked} looked=${answer.plan.looked} />
    </div>
    <div class="panel"><h2>Graph</h2>
      <${Graph} graph=${answer.graph} actions=${actions} words=${answer.words} chosen=${chosen} onChoose=${choose} /></div>
  </div>`;
}

function Goals({ found }) {
  if (!found) return null;
  const clauseOf = {};
  found.clauses.forEach((clause, place) => clause.goal_ids.forEach((id) => (clauseOf[id] = place)));
  return html`<ul class="goals" aria-label="Goals">${found.goals.map((goal, place) => html`<li key=${goal.goal_id ?? place}
    class=${`goal tone-${(clauseOf[goal.goal_id] ?? place) % 5}`}>${goal.verb} ${about(goal)}</li>`)}</ul>`;
}

/** What a goal is about: the first of its parameters that is a text. */
const about = (goal) => shortened(Object.values(goal.params).find((value) => typeof value === "string") ?? "", 28);

const Looked = ({ looked }) => looked.length
  ? html`<details class="looked"><summary>Looked at ${counted(looked.length, "thing")}</summary><ul>${looked.map((look) =>
    html`<li>${look.what}: ${look.found}</li>`)}</ul></details>` : null;

function Teaching({ examples, onSay }) {
  return html`<div class="teaching"><h2>Try one of these</h2>
    <ul>${(examples ?? ["", "", ""]).map((said, place) => html`<li key=${place}>
      <button type="button" class="example" disabled=${!said} onClick=${() => onSay(said)}>${said || "\u00a0"}</button></li>`)}</ul>
    <p class="dim">Nothing is done until you say Run. What is of high risk asks you first, and most of what is done can be undone.</p>
  </div>`;
}
