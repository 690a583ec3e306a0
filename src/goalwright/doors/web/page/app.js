// The page: its frame, and which view is in it.

import { html, render, useEffect, useState } from "/page/vendor/htm-preact.js";
import { get, post } from "/page/api.js";
import { Compose } from "/page/compose.js";
import { Fleet, FleetRun } from "/page/fleet.js";
import { Jobs } from "/page/jobs.js";
import { History, Recent, useNews, Waiting } from "/page/lists.js";
import { Machine } from "/page/machine.js";
import { followed, usePath } from "/page/route.js";
import { RunView } from "/page/run_view.js";
import { connection, follow, listen } from "/page/stream.js";

const THEMES = { "": "system colours", light: "light", dark: "dark" };
const STATES = { open: "connected", connecting: "connecting", broken: "reconnecting", left: "this session has ended" };

function App() {
  const path = usePath();
  const [about, load] = useAbout();
  const [examples, setExamples] = useState(null);
  const state = useConnection();
  useEffect(() => {
    get("/api/examples").then((found) => setExamples(found.examples), () => setExamples([]));
  }, []);
  if (state === "left") return html`<${Left} />`;
  return html`<div class="frame" onClick=${followed}>
    <a class="skip" href="#main" onClick=${(event) => event.stopPropagation()}>Skip to the content</a>
    <header class="top">
      <a class="brand" href="/">Goalwright</a>
      <nav aria-label="Views">
        <${Tab} to="/" path=${path}>Do<//>
        <${Tab} to="/runs" path=${path}>History<//>
        <${Tab} to="/waiting" path=${path}>Waiting${about?.waiting ? html` <span class="badge">${about.waiting}</span>` : null}<//>
        <${Tab} to="/jobs" path=${path}>Jobs<//>
        <${Tab} to="/fleet" path=${path}>Fleet<//>
        <${Tab} to="/machine" path=${path}>Machine<//>
      </nav>
      <span class="rest">
        <span class=${`line is-${state}`} role="status"><span class="dot" aria-hidden="true" /><span class="word">${STATES[state]}</span></span>
        <${Theme} />
        <${Switch} about=${about} load=${load} />
      </span>
    </header>
    ${about?.halted ? html`<p class="halted" role="alert">Everything was stopped by ${about.halted.by}. Nothing begins until you release it.
      <button onClick=${() => post("/api/release").then(load, load)}>Release</button></p>` : null}
    <main id="main" tabindex="-1"><${View} path=${path} examples=${examples} about=${about} /></main>
  </div>`;
}

function View({ path, examples, about }) {
  const isOfRun = path.startsWith("/runs/");
  if (isOfRun) return html`<${RunView} key=${path} runId=${decodeURIComponent(path.slice(6))} />`;
  if (path.startsWith("/fleet/")) return html`<${FleetRun} key=${path} name=${decodeURIComponent(path.slice(7))} />`;
  if (path === "/fleet") return html`<${Fleet} />`;
  if (path === "/runs") return html`<${History} />`;
  if (path === "/jobs") return html`<${Jobs} />`;
  if (path === "/waiting") return html`<${Waiting} />`;
  if (path === "/machine") return html`<${Machine} />`;
  return html`<div class="home"><${Compose} examples=${examples} canRun=${!about?.halted} /><${Recent} /></div>`;
}

function Tab({ to, path, children }) {
  const isHere = to === "/" ? path === "/" : path === to || path.startsWith(`${to}/`);
  return html`<a href=${to} aria-current=${isHere ? "page" : undefined}>${children}</a>`;
}

function useAbout() {
  const [about, setAbout] = useState(null);
  const load = () => get("/api/service").then(setAbout, () => {});
  useEffect(() => {
    load();
  }, []);
  useNews(load);
  return [about, load];
}

function useConnection() {
  const [state, setState] = useState(connection.state);
  useEffect(() => {
    const silence = listen(() => setState(connection.state));
    setState(connection.state); // it may have changed since the page was drawn
    return silence;
  }, []);
  return state;
}

function Theme() {
  const [theme, setTheme] = useState(localStorage.getItem("goalwright-theme") ?? "");
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem("goalwright-theme", theme);
  }, [theme]);
  const names = Object.keys(THEMES);
  const next = names[(names.indexOf(theme) + 1) % names.length];
  return html`<button class="quiet" aria-label=${`Colours: ${THEMES[theme]}. Change to ${THEMES[next]}`} title=${THEMES[theme]}
    onClick=${() => setTheme(next)}>${theme === "dark" ? "☾" : theme === "light" ? "☀" : "◐"}</button>`;
}

/** The switch that stops everything: asked for twice within a moment, so that no slip does it. */
function Switch({ about, load }) {
  const [isArmed, arm] = useState(false);
  useEffect(() => {
    if (!isArmed) return undefined;
    const timer = setTimeout(() => arm(false), 4000);
    return () => clearTimeout(timer);
  }, [isArmed]);
  if (about?.halted) return null;
  const pressed = () => {
    if (!isArmed) return arm(true);
    arm(false);
    return post("/api/halt", { now: true }).then(load, load);
  };
  return html`<button class=${isArmed ? "danger" : "quiet"} onClick=${pressed}>${isArmed ? "Really stop all" : "Stop all"}</button>`;
}

const Left = () => html`<main class="alone"><h1>This page has no session</h1>
  <p>Run <code>goalwright serve</code> in a terminal: it prints an address that opens the page again.</p></main>`;

render(html`<${App} />`, document.getElementById("app"));
follow();
