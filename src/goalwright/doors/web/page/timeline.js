// The timeline of a run: a bar for each action in the first lane that is free, so that lanes show what ran side by side.

import { html } from "/page/vendor/htm-preact.js";
import { counted, duration, stateWord } from "/page/words.js";

const WIDE = 1000;
const HIGH = 12;
const GAP = 4;
const MOST_LANES = 12;
const LEAST = 3;

/** `spans` are `{id, from, to, state}` in seconds; `to` is null while an action runs. */
export function Timeline({ spans, words, now, onChoose }) {
  if (!spans.length) return html`<p class="dim">Nothing has begun yet.</p>`;
  const begin = Math.min(...spans.map((span) => span.from));
  const end = Math.max(begin + 0.001, ...spans.map((span) => span.to ?? now));
  const lanes = laned(spans, now);
  const shown = lanes.slice(0, MOST_LANES);
  const height = shown.length * (HIGH + GAP) + GAP;
  const at = (time) => ((time - begin) / (end - begin)) * WIDE;
  return html`<div class="timeline">
    <svg viewBox=${`0 0 ${WIDE} ${height}`} height=${height} preserveAspectRatio="none" role="img"
      aria-label=${`${counted(spans.length, "action")} in ${counted(lanes.length, "lane")}, ${duration(end - begin)} in all`}>
      ${shown.map((lane, row) => lane.map((span) => html`<rect key=${span.id} class=${`bar is-${span.state}`}
        x=${at(span.from)} y=${GAP + row * (HIGH + GAP)} height=${HIGH} rx="2"
        width=${Math.max(LEAST, at(span.to ?? now) - at(span.from))} onClick=${() => onChoose?.(span.id)}
        ><title>${`${words[span.id] ?? span.id}: ${stateWord(span.state)}, ${duration((span.to ?? now) - span.from)}`}</title></rect>`))}
    </svg>
    <div class="scale"><span>0 s</span>
      ${lanes.length > MOST_LANES ? html`<span>${counted(lanes.length - MOST_LANES, "more lane")}</span>` : null}
      <span>${duration(end - begin)}</span></div>
  </div>`;
}

function laned(spans, now) {
  const lanes = [];
  for (const span of [...spans].sort((one, other) => one.from - other.from)) {
    const free = lanes.find((lane) => (lane.at(-1).to ?? now) <= span.from);
    if (free) free.push(span);
    else lanes.push([span]);
  }
  return lanes;
}
