// The actions of a plan or a run as a list: what each does, and once it has run, what it saw before and after.

import { html } from "/page/vendor/htm-preact.js";
import { still, useGrowing } from "/page/drawing.js";
import { duration, riskWord, shown, shortened, stateWord, valueWords, whyWords } from "/page/words.js";

const LONGEST_VALUE = 4000;
const MARKS = { done: "✓", failed: "✗", in_doubt: "?", running: "▸", skipped: "–", cancelled: "–", pending: "·" };
const VERIFIED = {
  yes: "verified: its effect was seen",
  no: "not verified: its effect was not there",
  unobservable: "not verified: nothing can be seen of its effect",
};

/** `lives` has what is known of each action by its id: state, before, outcome. */
export function Actions({ actions, words, lives, chosen, onChoose }) {
  const count = useGrowing(actions.length);
  return html`<ol class="actions">
    ${actions.slice(0, count).map((action) => html`<${Row} key=${action.action_id} action=${action} words=${words[action.action_id]}
      life=${lives?.[action.action_id]} isChosen=${chosen === action.action_id} onChoose=${onChoose} />`)}
  </ol>`;
}

const Row = still(({ action, words, life, isChosen, onChoose }) => {
  const state = life?.state ?? "pending";
  const outcome = life?.outcome;
  return html`<li class=${`action is-${life ? state : "planned"}${isChosen ? " is-chosen" : ""}`}>
    <button type="button" class="line" aria-expanded=${isChosen} onClick=${() => onChoose(isChosen ? "" : action.action_id)}>
      <span class="mark" aria-hidden="true">${life ? MARKS[state] : "·"}</span>
      <span class="words">${words ?? action.action_id}</span>
      ${life
        ? html`<span class="took">${outcome?.attempts ? duration(outcome.seconds) : ""}<span class="unseen"> ${stateWord(state)}</span></span>`
        : html`<span class=${`risk risk-${action.risk}`}>${riskWord(action.risk)}</span>`}
    </button>
    ${outcome?.error ? html`<p class="error">${outcome.error}</p>` : null}
    ${isChosen ? html`<${Details} action=${action} life=${life} />` : null}
  </li>`;
});

function Details({ action, life }) {
  const outcome = life?.outcome;
  return html`<dl class="details">
    <dt>why</dt><dd>${whyWords(action.why)}</dd>
    <dt>with</dt><dd><${Values} values=${action.args} /></dd>
    ${life?.before ? html`<dt>saw before</dt><dd><${Values} values=${life.before} isSeen=${true} /></dd>` : null}
    ${outcome ? html`<dt>after</dt><dd><${Values} values=${outcome.output} empty="nothing to report" /></dd>` : null}
    ${outcome?.verified ? html`<dt>check</dt><dd>${VERIFIED[outcome.verified]}</dd>` : null}
    ${outcome?.attempts > 1 ? html`<dt>tries</dt><dd>${outcome.attempts}</dd>` : null}
    ${life?.canUndo !== undefined ? html`<dt>undo</dt><dd>${life.canUndo ? "can be taken back" : "nothing to take back"}</dd>` : null}
    <dt>tool</dt><dd><code>${action.tool ?? "any that can do it"}</code></dd>
    <dt>record</dt><dd><${Recorded} action=${action} life=${life} /></dd>
  </dl>`;
}

/** What was seen, in words; what only the machine needs is left to the record. */
function Values({ values, isSeen, empty = "nothing" }) {
  const told = valueWords(values, isSeen);
  if (!told.length) return html`<span class="dim">${empty}</span>`;
  return html`<ul class="values">${told.map(([name, value]) => html`<li key=${name}>
    <span class="name">${name}</span> <code>${shortened(value, LONGEST_VALUE)}</code></li>`)}</ul>`;
}

/** Everything as it is written in the journal. */
function Recorded({ action, life }) {
  const { action_id: id, why, args } = action;
  const kept = { id, why, args, before: life?.before, output: life?.outcome?.output };
  return html`<details><summary>as it is written down</summary>
    <pre class="recorded" tabindex="0">${shortened(shown(kept), LONGEST_VALUE)}</pre></details>`;
}
