// A run as it is now: loaded once, then kept up to date by events, which are put together a few times a second.

import { useEffect, useRef, useState } from "/page/vendor/htm-preact.js";
import { get } from "/page/api.js";
import { listen } from "/page/stream.js";

const DRAW_MS = 80;
const LOAD_AGAIN = new Set(["run_ended", "run_waiting", "run_approved", "run_undone", "run_started"]);

/** What is known of a run: `{view, lives, problem, isStopping, load}`. */
export function useRun(runId) {
  const [found, show] = useState({ view: null, problem: null });
  const [, draw] = useState(0);
  const kept = useRef(null);
  useEffect(() => {
    const run = (kept.current = liveRun(runId, show, () => draw((count) => count + 1)));
    run.load();
    return run.end;
  }, [runId]);
  const live = found.view?.run.run_id === runId ? kept.current : null;
  return {
    view: live ? found.view : null,
    problem: found.problem,
    lives: live ? live.lives : {},
    isStopping: Boolean(live?.isStopping),
    load: () => kept.current?.load(),
  };
}

function liveRun(runId, show, draw) {
  const run = { view: null, lives: {}, isStopping: false, seen: 0, isLoading: false, isStale: false, isOver: false };
  let waiting = [];
  let frame = 0;
  let drawnAt = 0;

  run.load = async () => {
    if (run.isLoading) {
      run.isStale = true;
      return;
    }
    run.isLoading = true;
    try {
      const view = likeBefore(await get(`/api/runs/${encodeURIComponent(runId)}`), run.view);
      if (run.isOver) return;
      run.view = view;
      run.lives = sameOnes(livesOf(view), run.lives);
      run.isStopping = false;
      run.seen = view.after;
      waiting = waiting.filter((event) => event.number > run.seen);
      show({ view, problem: null });
    } catch (problem) {
      if (!run.isOver) show((before) => ({ ...before, problem }));
    }
    run.isLoading = false;
    if (run.isStale) {
      run.isStale = false;
      run.load();
    }
    later();
  };

  const later = () => {
    if (!frame && waiting.length) frame = setTimeout(apply, Math.max(0, drawnAt + DRAW_MS - performance.now()));
  };
  const apply = () => {
    frame = 0;
    drawnAt = performance.now();
    if (run.isLoading || run.isOver) return;
    let isChanged = false;
    for (const event of waiting) {
      if (event.number <= run.seen) continue;
      run.seen = event.number;
      isChanged = true;
      changed(run, event);
    }
    const again = waiting.some((event) => LOAD_AGAIN.has(event.kind) || event.outcome?.output?.stage);
    waiting = [];
    if (isChanged) draw();
    if (again) run.load();
  };
  const silence = listen((message) => {
    if (message.type === "run" && message.event.run_id === runId) {
      waiting.push(message.event);
      later();
    } else if (message.type === "restarted" || (message.type === "rested" && message.runId === runId)) {
      run.load();
    }
  });
  run.end = () => {
    run.isOver = true;
    clearTimeout(frame);
    silence();
  };
  return run;
}

/** The view with what it shares with the one before taken from there, so that it is not drawn again. */
function likeBefore(view, before) {
  const isSame = before && before.run.plan_hash === view.run.plan_hash && before.run.plan.total_actions === view.run.plan.total_actions;
  return isSame ? { ...view, graph: before.graph, words: before.words, run: { ...view.run, plan: before.run.plan } } : view;
}

function sameOnes(lives, before) {
  for (const [id, life] of Object.entries(lives)) {
    if (before[id] && JSON.stringify(before[id]) === JSON.stringify(life)) lives[id] = before[id];
  }
  return lives;
}

function changed(run, event) {
  const life = run.lives[event.action_id] ?? { state: "pending" };
  const become = (news) => (run.lives[event.action_id] = { ...life, ...news });
  if (event.kind === "action_started") become({ state: "running", from: event.at, to: null });
  if (event.kind === "action_ended") become({ state: event.outcome.state, outcome: event.outcome, to: event.at });
  if (event.kind === "run_stopping") run.isStopping = true;
}

/** What the record says of each action. */
export function livesOf(view) {
  const lives = {};
  for (const [id, outcome] of Object.entries(view.run.outcomes)) {
    lives[id] = { state: outcome.state, outcome: outcome.state === "pending" ? undefined : outcome };
  }
  for (const entry of view.run.entries) {
    const life = lives[entry.action_id];
    if (!life) continue;
    if (entry.kind === "started") {
      Object.assign(life, { before: entry.data.before ?? {}, from: entry.at, to: null, isOpen: true });
    } else if (entry.kind === "finished") {
      Object.assign(life, { to: entry.at, canUndo: Boolean(entry.data.inverse), isOpen: false });
    }
  }
  // What was begun and has not ended is in doubt only once no process is at work on it any more.
  for (const life of Object.values(lives)) {
    if (life.isOpen && view.run.status === "running") Object.assign(life, { state: "running", outcome: undefined });
  }
  return lives;
}

/** When each action that has begun was at work. */
export const spansOf = (lives) =>
  Object.entries(lives)
    .filter(([, life]) => life.from)
    .map(([id, life]) => ({ id, from: life.from, to: life.to ?? (life.state === "running" ? null : life.from), state: life.state }));
