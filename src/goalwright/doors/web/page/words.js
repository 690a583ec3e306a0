// How things are said on the page.

const STATUS = {
  success: "done",
  partial: "partly done",
  failed: "failed",
  refused: "refused",
  cancelled: "stopped",
  interrupted: "interrupted",
  awaiting_approval: "waits for approval",
  running: "running",
};
const STATE = { in_doubt: "in doubt", cancelled: "stopped" };

export const statusWord = (status) => STATUS[status] || status;
export const stateWord = (state) => STATE[state] || state;
export const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
export const riskWord = (risk) => (risk === "none" ? "no risk" : `${risk} risk`);

export function duration(seconds) {
  if (seconds < 0.0005) return "0 s";
  if (seconds < 1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}

// Making one takes as long as writing hundreds of times.
const TIME = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });
const MINUTE = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });
const DAY = new Intl.DateTimeFormat([], { day: "numeric", month: "short", year: "numeric" });

export function moment(at) {
  if (!at) return "";
  const date = new Date(at * 1000);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday ? TIME.format(date) : `${DAY.format(date)}, ${TIME.format(date)}`;
}

/** When something is due: nearly always at a full minute. */
export function due(at) {
  const date = new Date(at * 1000);
  return date.getSeconds() ? moment(at) : `${DAY.format(date)}, ${MINUTE.format(date)}`;
}

/** A value that a tool saw, in one readable text. */
export function shown(value) {
  if (typeof value === "string") return value;
  if (value === null || typeof value !== "object") return String(value);
  return JSON.stringify(value, null, 1);
}

export const shortened = (text, longest) => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);
