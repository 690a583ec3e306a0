// The timeline of a run: a bar for each action in the first lane that is free, so that lanes show what ran side by side.

import { html, useEffect, useState } from "/page/vendor/htm-preact.js";
import { still } from "/page/drawing.js";
import { spansOf } from "/page/live_run.js";
import { counted, duration, stateWord } from "/page/words.js";

const HIGH = 12;
const GAP = 4;
const MOST_LANES = 12;
const TICK_MS = 250;

/** `lives` has what is known of each action by its id. While it runs, the bars grow by a clock of their own. */
export const Timeline = still(({ lives, words, isRunning, onChoose }) => {
  const now = useNow(isRunning);
  return html`<${Bars} spans=${spansOf(lives)} words=${words} now=${now} onChoose=${onChoose} />`;
});

function useNow(isRunning) {
  const [now, setNow] = useState(Date.now() / 1000);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now() / 1000), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/** `spans` are `{id, from, to, state}` in seconds; `to` is null while an action runs. */
function Bars({ spans, words, now, onChoose }) {
  if (!spans.length) return html`<p class="dim">Nothing has begun yet.</p>`;
  const begin = Math.min(...spans.map((span) => span.from));
  const end = Math.max(begin + 0.001, ...spans.map((span) => span.to ?? now));
  const lanes = laned(spans, now);
  const shown = lanes.slice(0, MOST_LANES);
  const height = shown.length * (HIGH + GAP) + GAP;
  return html`<div class="timeline">
    <svg viewBox=${`0 0 ${end - begin} ${height}`} height=${height} preserveAspectRatio="none" role="img"
      aria-label=${`${counted(spans.length, "action")} in ${counted(lanes.length, "lane")}, ${duration(end - begin)} in all`}>
      ${shown.map((lane, row) => lane.map((span) => html`<${Bar} key=${span.id} id=${span.id} state=${span.state} row=${row}
        words=${words[span.id] ?? span.id} from=${span.from - begin} took=${Math.max(0, (span.to ?? now) - span.from)} onChoose=${onChoose} />`))}
    </svg>
    <div class="scale"><span>0 s</span>
      ${lanes.length > MOST_LANES ? html`<span>${counted(lanes.length - MOST_LANES, "more lane")}</span>` : null}
      <span>${duration(end - begin)}</span></div>
  </div>`;
}

/** In seconds, which the drawing's own scale makes wide: what is over is never drawn again. */
const Bar = still(({ id, state, row, words, from, took, onChoose }) => html`<rect class=${`bar is-${state}`} x=${from} width=${took}
  y=${GAP + row * (HIGH + GAP)} height=${HIGH} onClick=${() => onChoose?.(id)}><title>${`${words}: ${stateWord(state)}, ${duration(took)}`}</title></rect>`);

function laned(spans, now) {
  const lanes = [];
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const free = lanes.find((lane) => (lane.at(-1).to ?? now) <= span.from);
    if (free) free.push(span);
    else lanes.push([span]);
  }
  return lanes;
}
