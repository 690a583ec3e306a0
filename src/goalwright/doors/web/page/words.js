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

// What tools call what they see, and how a person would. What has no word here is for the machine alone.
const SEEN = {
  existed: "was there", old: "was there", is_same: "was the same already", missing: "folders that were missing",
  is_new: "is new", to: "something was at the target", path: "it was there", size: "size in bytes", content: "content", text: "text",
};
const VALUES = {
  replaced: "replaced another",
  size: "size in bytes",
  count: "how many",
  url: "address",
};

/** What a tool was given or tells, as pairs of words; of what it saw on its way, what a person can use. */
export const valueWords = (values, isSeen = false) => Object.entries(values ?? {})
  .filter(([name]) => !isSeen || SEEN[name])
  .map(([name, value]) => [(isSeen ? SEEN : VALUES)[name] ?? name.replaceAll("_", " "), told(value, isSeen)]);

function told(value, isSeen) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isSeen && (value === null || value === "absent")) return "no";
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value.join("\n") || "none";
  return isSeen ? "yes" : shown(value);
}

/** Why an action is in the plan. What is said of it in the names of the planner stands in the record. */
export const whyWords = (why) => (!why ? "it is one of the goals" : why.includes(" = ") ? "it is not so yet, and nothing before it makes it so" : why);

/** What of a job is of high risk, without the name of the verb where words say it. */
export const stakeWords = (lines) => lines.map((line) => {
  const said = line.replace(/^[a-z_]+\.[a-z_]+: /, "");
  return said === line ? line.replace(/^([a-z_]+):(?=\S)/, (_, verb) => `${verb.replaceAll("_", " ")} `).replace(/^[a-z_]+$/, (verb) => verb.replaceAll("_", " ")) : said;
}).join("; ");

export const shortened = (text, longest) => (text.length <= longest ? text : `${text.slice(0, longest - 1)}…`);
