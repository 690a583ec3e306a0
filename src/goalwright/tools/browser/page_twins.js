/* Which elements are the same to a person, so that either will do. Only looks. */
/* What sets the things on its two sides apart. */
const DIVIDERS = `hr, img, svg, table, ul, ol, dl, form, fieldset, section, article, details, ${HEADINGS}`;
const ENTRIES = /^(INPUT|SELECT|TEXTAREA)$/;
const FLOWING = /^(block|inline|inline-block|flow-root|list-item|table-cell)$/;
/* What ends a form or a question, or goes a step on: a page says such a word for itself, not for one of its entries. */
const STEPPING = new Set(WORDS.stepping);
const CLOSE_PX = 24;
const COLUMN_PX = 100;

/* Whether two elements lead to the same place, or nothing on the page tells one from the other. */
function isTwin(a, b) {
  if (a === b) return true;
  const name = nameOf(a);
  if (!name || name !== nameOf(b) || roleOf(a) !== roleOf(b) || a.value !== b.value || titleOf(a) !== titleOf(b)) return false;
  if (leadSame(a, b) && !a.onclick && !b.onclick) return true;
  if (marksOf(a) !== marksOf(b) || a.parentNode !== b.parentNode) return false;
  const parts = partsOf(a.parentNode, (el) => nameOf(el) === name && roleOf(el) === roleOf(a));
  const [from, to] = [a, b].map((el) => parts.findIndex(({ node }) => node === el)).sort((x, y) => x - y);
  return from >= 0 && (isNextTo(parts.slice(from, to + 1)) || (STEPPING.has(low(name)) && isLoose(parts, from, to)));
}

/* Whether two links lead to one place, which may be told more of in one of them: what was searched for, where one came from. */
function leadSame(a, b) {
  if (!a.href || !b.href || /^javascript:|#$/.test(a.href)) return false;
  if (a.href === b.href) return true;
  const [from, to] = [a, b].map(addressOf);
  if (!from || !to) return false;
  const all = [from, to].map((url) => [...url.searchParams].map(String));
  const [less, more] = all[0].length <= all[1].length ? all : [...all].reverse();
  return from.origin + from.pathname + from.hash === to.origin + to.pathname + to.hash && less.length > 0 && less.every((pair) => more.includes(pair));
}

/* Where a link leads, if that is an address at all. */
const addressOf = (el) => { try { return new URL(el.href); } catch { return null; } };

/* What an element says of itself, but for how it looks. */
const marksOf = (el) => [...el.attributes].filter((mark) => !/^(class|style|tabindex)$/.test(mark.name))
  .map((mark) => `${mark.name}=${mark.value}`).sort().join(" ");

/* What can be seen in an element, part by part, each with its sort: "like" for those that are alike. */
function partsOf(parent, isAlike) {
  const seen = [...parent.childNodes].filter((node) => (node.nodeType === 1 ? node.tagName === "BR" || visible(node) : node.nodeType === 3 && clean(node.textContent)));
  return seen.filter((node, at) => !isTag(node, seen[at + 1])).map((node) => ({ node, sort: sortOf(node, isAlike) }));
}

/* Whether a text is the label of the field that it stands before. */
const isTag = (node, next) => ENTRIES.test(next?.tagName) && (node.nodeType === 3 || isPlain(node));
const isPlain = (el) => !roleOf(el) && getComputedStyle(el).display === "inline";

function sortOf(node, isAlike) {
  if (node.nodeType === 3) return "text";
  if (node.tagName !== "BR" && isAlike(node)) return "like";
  return isPlain(node) && node.tagName !== "BR" ? "text" : node.tagName;
}

/* Whether parts are alike and nothing else, close together in one line, or in lines that were broken. */
function isNextTo(parts) {
  if (!parts.every(({ sort }) => sort === "like" || sort === "BR")) return false;
  const boxes = parts.map(({ node }) => node.getBoundingClientRect()), [from, to] = [boxes[0], boxes.at(-1)];
  const isClose = boxes.every((box, at) => !at || box.left - boxes[at - 1].right < CLOSE_PX) && !isColumn(parts[0].node);
  return parts.some(({ sort }) => sort === "BR") || (isClose && to.top < from.bottom && from.top < to.bottom);
}

/* Whether an element is as wide as a column, and so may go with what is above it. */
function isColumn(el) {
  const around = el.parentElement;
  return /grid/.test(getComputedStyle(around).display) || el.offsetWidth > Math.max(COLUMN_PX, around.clientWidth * 0.4);
}

/* Whether alike parts belong to nothing around them: no text is beside them, and what lies between them does not come again,
   some of it behind the last and the rest before the first, unless that is for entering something. */
function isLoose(parts, from, to) {
  if (!FLOWING.test(getComputedStyle(parts[from].node.parentElement).display)) return false;
  const isBeside = (part, at) => part.sort === "text" && [parts[at - 1], parts[at + 1]].some((next) => next?.sort === "like");
  if (parts.some(isBeside) || parts.slice(from, to).some(({ node }) => node.nodeType === 1 && (node.matches(DIVIDERS) || node.querySelector(DIVIDERS)))) return false;
  const [before, between, after] = [parts.slice(0, from), parts.slice(from + 1, to), parts.slice(to + 1)].map(sortsOf);
  const isAgain = (at) => String(after.slice(0, at)) === String(between.slice(0, at))
    && String(before.slice(Math.max(0, before.length - between.length + at))) === String(between.slice(at));
  return between.length > 0 && !between.some((_, at) => isAgain(at)) && (!isAgain(between.length) || ENTRIES.test(between[0]));
}

/* The sorts of parts in order, with what comes several times in a row named once. */
const sortsOf = (parts) => parts.map(({ sort }) => sort).filter((sort) => sort !== "BR").filter((sort, at, all) => sort !== all[at - 1]);

/* Parts that are called menus and have no role that says so. */
const CALLED_MENUS = "#menu, #nav, #navigation, #sidebar, #navbar, .menu, .nav, .navigation, .sidebar, .navbar";
const ROW = "tr, li, [role=row], [role=listitem]";

/* What a person would rather mean of several: rules by name. */
function likelihoods(elements, purpose) {
  const isTick = (el) => ["checkbox", "radio", "switch"].includes(roleOf(el)), isHeld = (el) => el.readOnly === true || el.disabled === true;
  const isOfRow = (el) => elements.some((other) => !isTick(other) && el.closest(ROW) && el.closest(ROW) === other.closest(ROW));
  return [
    ["written", (el) => purpose !== "click" || !isEditable(el)],
    ["held", (el) => !(purpose === "type" || purpose === "select") || !isHeld(el)],
    ["ticked", (el) => purpose !== "select" || !isTick(el) || elements.every(isTick)],
    ["current", (el) => purpose !== "click" || !isCurrent(el)],
    ["labelled", (el) => !elements.some((other) => other !== el && labelsOf(other).some((label) => label.contains(el)))],
    ["ticked", (el) => purpose !== "click" || !isTick(el) || !isOfRow(el)],
    ["beside", (el) => !el.closest(BESIDE_MATTER) && !el.closest(CALLED_MENUS)],
  ];
}

/* The likeliest of several, one rule after the other; a rule that leaves none of them is not followed. */
function likeliest(elements, purpose) {
  return likelihoods(elements, purpose).reduce((left, [, rule]) => { const kept = left.length > 1 ? left.filter(rule) : left; return kept.length ? kept : left; }, elements);
}

/* Whether an element leads to what is shown already: a tab that is open, a link to the page that one is on. */
const isCurrent = (el) => el.getAttribute("aria-selected") === "true" || /^(page|true|step|location)$/.test(el.getAttribute("aria-current") || "");
