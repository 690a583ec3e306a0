// This machine: what works and how to get the rest, the settings as they are, the tools, and who asked for what.

import { html, useEffect, useState } from "/page/vendor/htm-preact.js";
import { get } from "/page/api.js";
import { moment, riskWord, shown } from "/page/words.js";

function useLook(path) {
  const [found, setFound] = useState({ document: null, problem: null });
  useEffect(() => {
    const outdated = new AbortController();
    get(path, outdated.signal).then(
      (document) => setFound({ document, problem: null }),
      (problem) => problem.name !== "AbortError" && setFound({ document: null, problem }),
    );
    return () => outdated.abort();
  }, [path]);
  return found;
}

export function Machine() {
  return html`<section aria-label="This machine"><h1>This machine</h1>
    <${Doctor} /><${Settings} /><${Tools} /><${Record} /></section>`;
}

function Part({ title, look, children }) {
  return html`<section class="panel" aria-label=${title}><h2>${title}</h2>
    ${look.problem ? html`<p class="problem" role="alert">${look.problem.message}</p>` : null}
    ${look.document ? children(look.document) : html`<p class="dim">${look.problem ? "" : "…"}</p>`}</section>`;
}

function Doctor() {
  const look = useLook("/api/doctor");
  return html`<${Part} title="Health" look=${look}>${({ checks }) => html`<ul class="checks">${checks.map((check) => html`<li key=${check.name}>
    <span class=${`dot ${check.ok === false ? "is-failed" : check.ok ? "is-success" : "is-cancelled"}`} aria-hidden="true" />
    <span class="name">${check.name}</span><span>${check.detail}${check.remedy ? html`<span class="dim"> — ${check.remedy}</span>` : null}</span>
    <span class="unseen">${check.ok === false ? "does not work" : check.ok ? "works" : "is not here"}</span></li>`)}</ul>`}<//>`;
}

function Settings() {
  const look = useLook("/api/settings");
  return html`<${Part} title="Settings" look=${look}>${({ settings }) => html`<div class="wide" tabindex="0" role="group" aria-label="Settings"><table>
    <thead><tr><th>setting</th><th>value</th><th>from</th><th>what for</th></tr></thead>
    <tbody>${settings.map((row) => html`<tr key=${row.name}><td class="mono">${row.name}</td><td class="mono">${row.value === null ? "–" : shown(row.value)}</td>
      <td>${row.source}</td><td class="dim">${row.help}</td></tr>`)}</tbody></table></div>`}<//>`;
}

function Tools() {
  const look = useLook("/api/tools");
  return html`<${Part} title="Tools" look=${look}>${({ tools }) => html`<details><summary>${tools.filter((tool) => tool.available).length} of ${tools.length} usable here</summary>
    <div class="wide" tabindex="0" role="group" aria-label="Tools"><table><thead><tr><th>tool</th><th>here</th><th>risk</th><th>undo</th><th>what it does</th></tr></thead>
    <tbody>${tools.map((tool) => html`<tr key=${tool.name}><td class="mono">${tool.name}</td><td>${tool.available ? "yes" : "no"}</td><td>${riskWord(tool.risk)}</td>
      <td>${tool.reversible ? "yes" : "no"}</td><td>${tool.description}${tool.available ? null : html` <span class="dim">${tool.missing}</span>`}</td></tr>`)}</tbody></table></div></details>`}<//>`;
}

function Record() {
  const look = useLook("/api/record?limit=100");
  return html`<${Part} title="Who asked for what" look=${look}>${({ record }) => record.length
    ? html`<details><summary>The last ${record.length} requests that could change something</summary><div class="wide" tabindex="0" role="group" aria-label="Requests"><table>
      <thead><tr><th>when</th><th>by</th><th>asked</th><th>answer</th></tr></thead><tbody>${record.map((entry, place) => html`<tr key=${place}>
      <td>${moment(entry.at)}</td><td>${entry.by}</td><td class="mono">${entry.asked}</td><td>${entry.status}${entry.is_linked ? "" : " (the record was changed before this)"}</td></tr>`)}</tbody></table></div></details>`
    : html`<p class="dim">Nothing was asked for yet.</p>`}<//>`;
}
