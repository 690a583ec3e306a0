// The fleet: its hosts, and one command on many of them, with equal plans shown as one.

import { html, useEffect, useRef, useState } from "/page/vendor/htm-preact.js";
import { get, post } from "/page/api.js";
import { go } from "/page/route.js";
import { listen } from "/page/stream.js";
import { counted, riskWord } from "/page/words.js";

const LOOK_MS = 15000;
const NAMES_SHOWN = 12;
const DOTS = { done: "success", failed: "failed", refused: "failed", stopped: "cancelled", running: "running", planning: "running", waiting: "cancelled", ready: "awaiting_approval" };

/** What is at an address of the fleet: loaded when something of that name has changed, and every now and then. */
function useFleet(path, name) {
  const [found, setFound] = useState({ document: null, problem: null });
  const load = useRef(() => {});
  useEffect(() => {
    let isOver = false;
    load.current = () => get(path).then(
      (document) => isOver || setFound({ document, problem: null }),
      (problem) => isOver || setFound((before) => ({ ...before, problem })),
    );
    load.current();
    const timer = setInterval(() => load.current(), LOOK_MS);
    const silence = listen((message) => {
      const isMine = message.type === "fleet" && (message.name === name || message.name === "");
      if (isMine || message.type === "restarted") load.current();
    });
    return () => {
      isOver = true;
      clearInterval(timer);
      silence();
    };
  }, [path]);
  return { ...found, load: () => load.current() };
}

export function Fleet() {
  const { document, problem } = useFleet("/api/fleet", "");
  if (!document) return html`<section class="panel" aria-label="Fleet"><h1>Fleet</h1>
    <p class=${problem ? "problem" : "dim"} role=${problem ? "alert" : undefined}>${problem ? problem.message : "…"}</p></section>`;
  if (document.problem) return html`<${NoFleet} problem=${document.problem} />`;
  return html`<section aria-label="Fleet"><h1>Fleet</h1>
    <${Hosts} hosts=${document.hosts} /><${Ask} hosts=${document.hosts} /><${Runs} runs=${document.runs} /></section>`;
}

const NoFleet = ({ problem }) => html`<section class="panel" aria-label="Fleet"><h1>Fleet</h1>
  <p class="reason" role="status">${problem}</p>
  <p class="dim">A fleet runs one command on many machines. It needs the extra <code>fleet</code> (<code>pip install 'goalwright[fleet]'</code>), the address of a
    Postgres in <code>GOALWRIGHT_FLEET_URL</code>, and a first host: <code>goalwright fleet enrol NAME</code> prints a ticket for it. Then start this service again.</p></section>`;

function Hosts({ hosts }) {
  if (!hosts.length) return html`<section class="panel"><h2>Hosts</h2><p class="dim">No host has joined: <code>goalwright fleet enrol NAME</code> prints a ticket for one.</p></section>`;
  return html`<section class="panel" aria-label="Hosts"><h2>${counted(hosts.length, "host")}, ${hosts.filter((host) => host.is_here).length} here</h2>
    <div class="wide tall" tabindex="0" role="group" aria-label="Hosts"><table>
    <thead><tr><th>host</th><th>tags</th><th>seen</th><th>tools</th><th>version</th></tr></thead>
    <tbody>${hosts.map((host) => html`<tr key=${host.name}><td class="mono"><span class=${`dot is-${host.is_here ? "success" : "cancelled"}`} aria-hidden="true" /> ${host.name}</td>
      <td>${host.tags.join(", ") || "–"}</td>
      <td>${host.is_enrolled ? seen(host) : html`<span class="problem">not enrolled: it holds no valid ticket of this hub</span>`}</td>
      <td>${toolWords(host.tools)}</td><td class="dim">${[host.version, host.platform].filter(Boolean).join(", ") || "–"}</td></tr>`)}</tbody></table></div></section>`;
}

function seen(host) {
  if (host.is_here) return "now";
  const minutes = Math.floor(host.unseen_s / 60);
  if (minutes < 1) return "away, less than a minute ago";
  return minutes < 120 ? `away, ${minutes} min ago` : `away, ${Math.floor(minutes / 60)} h ago`;
}

const toolWords = (tools) => Object.entries(tools).map(([family, count]) => `${family} ${count}`).join(", ") || "–";

/** Where a command for hosts is given: plans come first, and nothing runs before they are approved. */
function Ask({ hosts }) {
  const [text, setText] = useState("");
  const [canary, setCanary] = useState(false);
  const [problem, setProblem] = useState(null);
  const [isBusy, setBusy] = useState(false);
  const tag = hosts.find((host) => host.tags.length)?.tags[0];
  const ask = async (event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      const begun = await post("/api/fleet/runs", { text, canary: canary ? 1 : 0 });
      go(`/fleet/${begun.name}`);
    } catch (wrong) {
      setProblem(wrong);
      setBusy(false);
    }
  };
  return html`<section class="panel" aria-label="A command for hosts"><h2>A command for hosts</h2>
    <form class="search" onSubmit=${ask}><label class="unseen" for="order">What to do on which hosts</label>
      <input id="order" spellcheck="false" autocomplete="off" value=${text} onInput=${(event) => setText(event.target.value)}
        placeholder=${`create a folder releases on all ${tag ? `${tag} ` : ""}servers`} />
      <label class="choice"><input type="checkbox" checked=${canary} onChange=${(event) => setCanary(event.target.checked)} /> one host first</label>
      <button class="main" disabled=${isBusy || !text.trim()}>${isBusy ? "…" : "Plan"}</button></form>
    ${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : html`<p class="dim">Each host makes its own plan. Nothing runs until you have seen the plans.</p>`}</section>`;
}

const Runs = ({ runs }) => html`<section class="panel" aria-label="Fleet runs"><h2>Fleet runs</h2>
  ${runs.length ? html`<ol class="rows">${runs.map((run) => html`<li class="row" key=${run.name}><a href=${`/fleet/${run.name}`}>
    <span aria-hidden="true" /><span class="text">${run.text || run.name}</span><span class="what">${counted(run.hosts, "host")}</span>
    <span class="count">${run.name}</span><span class="when">${run.by}</span></a></li>`)}</ol>` : html`<p class="dim">Nothing was run on the fleet yet.</p>`}</section>`;

export function FleetRun({ name }) {
  const { document: view, problem, load } = useFleet(`/api/fleet/runs/${encodeURIComponent(name)}`, name);
  if (!view) return html`<section class="panel run is-loading" aria-busy=${!problem}><h1>${name}</h1>
    ${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : null}</section>`;
  return html`<section class="run" aria-label=${`Fleet run ${name}`}>
    <${Head} view=${view} load=${load} />
    ${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : null}
    ${view.can.approve ? html`<${Stake} view=${view} load=${load} />` : null}
    <div class="shown">
      <${States} view=${view} />
      <div>${view.groups.map((group, place) => html`<${Group} key=${group.shape} group=${group} isOther=${place > 0} />`)}</div>
    </div>
  </section>`;
}

function useDeed(view, load) {
  const [state, setState] = useState({ isBusy: false, problem: null });
  const act = (deed, body = {}) => async () => {
    setState({ isBusy: true, problem: null });
    let problem = null;
    try {
      await post(`/api/fleet/runs/${view.name}/${deed}`, body);
    } catch (wrong) {
      problem = wrong;
    }
    setState({ isBusy: false, problem });
    load();
  };
  return { ...state, act };
}

function Head({ view, load }) {
  const { act, isBusy, problem } = useDeed(view, load);
  const { canary, batch, stop_after: limit } = view.rollout;
  return html`<header class="head">
    <h1>${view.text || view.name}</h1>
    <p class="facts"><span class="status" role="status">${summary(view)}</span>
      <span>by ${view.by}</span>
      ${view.approved_by.length ? html`<span>approved by ${view.approved_by.join(", ")}</span>` : null}
      ${canary ? html`<span>${counted(canary, "host")} first</span>` : null}
      ${batch ? html`<span>${batch} at a time</span>` : null}
      ${limit ? html`<span>stops after ${counted(limit, "failure")}</span>` : null}
      <span class="mono">${view.name}</span></p>
    ${view.held === "threshold" ? html`<p class="reason">Stopped after ${counted(limit, "failure")}: nothing more is sent.</p>` : null}
    <p class="doing">
      ${view.can.proceed ? html`<button class="main" disabled=${isBusy} onClick=${act("proceed")}>Go on with the rest</button>` : null}
      ${view.can.stop ? html`<button disabled=${isBusy} onClick=${act("stop")}>Stop</button>` : null}
      ${view.can.resume ? html`<button disabled=${isBusy} onClick=${act("resume")}>Resume</button>` : null}
      ${view.can.undo ? html`<button disabled=${isBusy} onClick=${act("undo")}>Undo</button>` : null}
    </p>
    ${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : null}
  </header>`;
}

function summary(view) {
  const counts = {};
  for (const host of view.hosts) counts[host.stage] = (counts[host.stage] ?? 0) + 1;
  return Object.entries(counts).map(([stage, count]) => `${count} ${stage}`).join(", ");
}

/** What waits for a person's word: the plans that are shown, and no others. */
function Stake({ view, load }) {
  const { act, isBusy, problem } = useDeed(view, load);
  const groups = view.groups.filter((group) => group.is_new);
  const count = groups.reduce((sum, group) => sum + group.hosts.length, 0);
  const risky = groups.filter((group) => group.needs_approval);
  const coming = view.hosts.filter((host) => host.stage === "planning" || host.stage === "waiting").length;
  return html`<section class=${risky.length ? "stake" : "panel"} aria-label="At stake"><h2>At stake</h2>
    <ul>${groups.map((group) => html`<li key=${group.shape}>${planTitle(group)} <span class="mono">${names(group.hosts)}</span>
      ${group.needs_approval ? html` <span class="risk risk-high">high risk</span>` : null}</li>`)}</ul>
    ${coming ? html`<p class="dim">${counted(coming, "host")} more will make a plan; you will be asked about it then.</p>` : null}
    <p class="dim">Approving is for this very set of plans. A host whose world has changed by then refuses, alone.</p>
    <p class="doing"><button class=${risky.length ? "danger" : "main"} disabled=${isBusy} onClick=${act("approve", { set_hash: view.set_hash })}>Run on ${counted(count, "host")}</button></p>
    ${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : null}</section>`;
}

const planTitle = (group) => `${counted(group.hosts.length, "host")}: plan ${group.shape.slice(0, 8)}, ${group.is_already_so ? "already so" : counted(group.count, "action")}`;
const names = (hosts) => hosts.slice(0, NAMES_SHOWN).join(", ") + (hosts.length > NAMES_SHOWN ? `, … and ${hosts.length - NAMES_SHOWN} more` : "");

function States({ view }) {
  const undone = Object.fromEntries(view.undo.map((row) => [row.host, row]));
  return html`<section class="panel" aria-label="Hosts"><h2>Hosts</h2><div class="wide tall" tabindex="0" role="group" aria-label="States of hosts"><table>
    <thead><tr><th>host</th><th>state</th><th>actions</th><th>plan</th>${view.undo.length ? html`<th>undo</th>` : null}</tr></thead>
    <tbody>${view.hosts.map((host) => html`<${State} key=${host.host} host=${host} undo=${undone[host.host]} columns=${view.undo.length ? 5 : 4} />`)}</tbody></table></div></section>`;
}

/** A host, and in a row of its own why it is so: a column would leave it no room on a narrow screen. */
function State({ host, undo, columns }) {
  const why = host.reason || undo?.reason;
  return html`<tr class=${why ? "is-explained" : ""}><td class="mono">${host.host}</td>
      <td class="state"><span class=${`dot is-${DOTS[host.stage]}`} aria-hidden="true" /> ${host.stage}${host.is_here ? "" : ", away"}</td>
      <td>${host.count ? `${host.done} of ${host.count}` : "–"}</td><td class="mono dim">${host.shape.slice(0, 8) || "–"}</td>
      ${columns > 4 ? html`<td>${undoWord(undo)}</td>` : null}</tr>
    ${why ? html`<tr><td class="dim" colspan=${columns}>${why}</td></tr>` : null}`;
}

function undoWord(row) {
  if (!row) return "–";
  if (row.status === "success") return row.count ? `${row.done} of ${row.count} undone` : "nothing to undo";
  return row.status === "partial" ? `${row.done} of ${row.count} undone` : row.status;
}

function Group({ group, isOther }) {
  return html`<section class=${`panel plan-group${isOther ? " is-other" : ""}`} aria-label=${`Plan ${group.shape.slice(0, 8)}`}>
    <h2>${planTitle(group)}${isOther ? html` <span class="differs">differs</span>` : null}</h2>
    <p class="mono dim">${names(group.hosts)}</p>
    <ol class="actions">${group.actions.map((action, place) => html`<li class="action" key=${place}><div class="line">
      <span class="mark" aria-hidden="true">·</span><span class="words">${action.what}</span>
      <span class=${`risk risk-${action.risk}`}>${riskWord(action.risk)}</span></div></li>`)}</ol>
    ${group.count > group.actions.length ? html`<p class="dim">and ${group.count - group.actions.length} more</p>` : null}</section>`;
}
