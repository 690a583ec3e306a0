// The one stream of events. It is read by fetch, since an EventSource cannot send the session's key, and goes on where it
// broke off: nothing is missed, also if the service was restarted.

import { key } from "/page/api.js";

const SHORTEST_MS = 300;
const LONGEST_MS = 5000;

const listeners = new Set();
let lastId = "";

export const connection = { state: "connecting", received: 0 };

/** Have a function told of `{type: "run", event}`, `{type: "rested", runId}`, `{type: "fleet", name}`, `{type: "state"}` and `{type: "restarted"}`. */
export function listen(told) {
  listeners.add(told);
  return () => listeners.delete(told);
}

function tell(message) {
  for (const told of listeners) told(message);
}

function became(state) {
  if (connection.state === state) return;
  connection.state = state;
  tell({ type: "state" });
}

export async function follow() {
  let pause = SHORTEST_MS;
  for (;;) {
    try {
      const headers = { "X-Goalwright-Key": key(), ...(lastId ? { "Last-Event-ID": lastId } : {}) };
      const answer = await fetch("/api/events", { headers, cache: "no-store" });
      if (answer.status === 401) return became("left");
      if (answer.ok) {
        pause = SHORTEST_MS;
        await read(answer.body.getReader());
      }
    } catch {
      // The line broke: it is tried again below.
    }
    became("broken");
    await new Promise((done) => setTimeout(done, pause));
    pause = Math.min(LONGEST_MS, pause * 1.6);
  }
}

async function read(reader) {
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = parts.pop();
    parts.forEach(heard);
  }
}

function heard(part) {
  const fields = {};
  for (const line of part.split("\n")) {
    const place = line.indexOf(": ");
    if (place > 0) fields[line.slice(0, place)] = line.slice(place + 2);
  }
  if (!fields.data) return;
  const data = JSON.parse(fields.data);
  if (fields.event === "hello") {
    const isAgain = connection.state === "broken";
    if (data.reset || !lastId) lastId = String(data.after);
    became("open");
    // Events are sent again, word of rest is not.
    if (isAgain || data.reset) tell({ type: "restarted" });
  } else if (fields.event === "rest") {
    tell({ type: "rested", runId: data.run_id });
  } else if (fields.event === "fleet") {
    tell({ type: "fleet", name: data.name });
  } else {
    lastId = fields.id;
    connection.received += 1;
    tell({ type: "run", event: data });
  }
}
