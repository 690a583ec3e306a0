/* Things that a page shows several of (rows, cards, entries), their attributes, and which of them are meant. Only looks. */
const ROW_NOUNS = new Set(WORDS.row_nouns), THING_NOUNS = new Set(WORDS.thing_nouns);
const DONE = new Set(WORDS.done), UNDONE = new Set(WORDS.undone);
const BESIDE_MATTER = "nav, aside, footer, header, [role=navigation], [role=complementary], [role=contentinfo], [role=banner], [role=menu], [role=menubar], [role=tablist]";
const TABLES = "table:not([role=none]):not([role=presentation]), [role=table], [role=grid], [role=treegrid]";
const CURRENCY = `(?:[$€£¥]|\\b(?:${WORDS.currencies.join("|")})\\b)`;
const MONEY = new RegExp(`${CURRENCY}\\s*\\d|\\d\\s*${CURRENCY}|^\\d+[.,]\\d{2}$`, "i");
const SIZES = { b: 1, byte: 1, bytes: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12, kib: 1024, mib: 1048576, gib: 1073741824, tib: 1099511627776 };
const SIZE = /^(\d+(?:[.,]\d+)?)\s*(b|bytes?|[kmgt]i?b)$/i;
const MONTH = `(?:${WORDS.month_beginnings.join("|")})`;
const DATE = new RegExp(`\\d{4}-\\d{2}-\\d{2}|\\d{1,2}[./]\\d{1,2}[./]\\d{2,4}|\\b${MONTH}[a-z]*\\.?\\s+\\d|\\d\\.?\\s+${MONTH}`, "i");
const DAY_ENDING = new RegExp(`(\\d)(${WORDS.day_endings.join("|")})\\b`, "g");
const MOST_LABEL = 30;
/* What the entries of a row of page numbers say. */
const TURNING = /^[\d\s«»‹›<>←→….]{1,6}$/;

/* A word for several as that for one: books, boxes, entries. */
const singular = (word) => low(word).replace(/ies$/, "y").replace(/(ss|x|ch|sh)es$/, "$1").replace(/([^s])s$/, "$1");
const saysWord = (text, noun) => ` ${low(text).split(/[^\p{L}\p{N}]+/u).map(singular).join(" ")} `.includes(` ${singular(noun)} `);

/* The groups of alike things on a page, each with its members and, for a table, what heads its columns. */
function collections(scope) {
  const groups = [];
  for (const el of [scope === document ? document.body : scope, ...walk(scope)]) {
    if (el.matches(TABLES)) groups.push(...tableGroup(el));
    else if (!el.closest(`${TABLES}, select, [role=listbox]`) && el.childElementCount && !/^(HEAD|SCRIPT|STYLE|SVG)$/i.test(el.tagName)) groups.push(...entryGroups(el));
  }
  return groups;
}

const rowsOf = (table) => [...walk(table)].filter((row) => roleOf(row) === "row" && row.closest(TABLES) === table && visible(row) && !row.closest("[aria-hidden=true]"));

function tableGroup(table) {
  const rows = rowsOf(table);
  const heads = rows.find(isHeadRow), members = rows.filter((row) => !isHeadRow(row) && !row.closest("tfoot") && [...row.querySelectorAll(CELLS)].some(valueIn));
  const names = heads ? childrenOf(heads).map((cell) => valueIn(cell)) : [];
  return members.length && visible(table) ? [{ holder: table, members, names, isTable: true }] : [];
}

/* Children that are alike: entries of a list, or parts of one sort that stand in line or are built alike. */
function entryGroups(parent) {
  const isEntry = (el) => el.tagName === "LI" || el.tagName === "ARTICLE" || ["listitem", "article", "row"].includes(roleOf(el));
  const parts = childrenOf(parent).filter((el) => visible(el) && valueIn(el) && !/^(BR|HR|SCRIPT|STYLE|OPTION|LABEL|P|H[1-6]|DT|DD|TD|TH|BUTTON|A)$/.test(el.tagName));
  const sorts = [...Map.groupBy(parts, (el) => (isEntry(el) ? el.tagName : `${el.tagName} ${firstClass(el)}`)).values()];
  const isTurner = (el) => TURNING.test(valueIn(el)) && (isEntry(el) || el.querySelector("a, button"));
  const groups = isStriped(parts) && sorts.length > 1 ? [parts] : sorts;
  return groups.filter((group) => !group.every(isTurner)).filter((group) => isEntry(group[0]) || (group.length > 1 && group.every((el) => el.childElementCount > 0) && (group === parts || alike(group[0]).length)))
    .map((members) => ({ holder: parent, members, names: [], isTable: false, isSlight: !isEntry(members[0]) && members.some((el) => inWrapper(el).childElementCount < 2) }));
}

const firstClass = (el) => clean(classOf(el)).split(" ")[0];

/* What a part holds that holds nothing else. */
const inWrapper = (el) => (el.childElementCount === 1 && seenText(el) === seenText(el.firstElementChild) ? el.firstElementChild : el);

/* Whether parts are the rows of a list in which every other one has a class of its own: built alike, each right below the one before. */
function isStriped(parts) {
  const isAs = (el, other) => other && el.tagName === other.tagName && firstClass(el) === firstClass(other);
  const madeOf = (el) => [el.tagName, ...childrenOf(el).flatMap((part) => [part, ...childrenOf(part)]).map((part) => `${part.tagName} ${firstClass(part)}`)].join();
  const boxes = parts.map((el) => el.getBoundingClientRect());
  return parts.length > 1 && parts.every((el, at) => el.childElementCount > 0 && madeOf(el) === madeOf(parts[0]) && !isAs(el, parts[at + 1]) && (at + 2 >= parts.length || isAs(el, parts[at + 2]))
    && (at === 0 || (Math.abs(boxes[at].left - boxes[0].left) < 2 && Math.abs(boxes[at].width - boxes[0].width) < 2 && boxes[at].top >= boxes[at - 1].bottom - 2)));
}

const valueIn = (el) => seenText(el) || pictured(el) || (isControl(el) && typeof el.value === "string" ? el.value : "");

/* The names that an attribute may have, the one that was said first. */
const attributeNames = (name) => [name, singular(name), ...(Object.entries(WORDS.attributes).find(([kind, names]) => kind === low(name) || names.includes(singular(name))) || ["", []])[1]];

const kindOfAttribute = (name) => (Object.entries(WORDS.attributes).find(([, names]) => names.includes(singular(name))) || [""])[0];

/* Where a thing says what an attribute of it is: the cell of the column, or the part that is labelled or marked so; null if nowhere. */
function attributeOf(member, group, name) {
  const isLike = LOOKS_LIKE[low(name)] || LOOKS_LIKE[kindOfAttribute(name)];
  for (const called of attributeNames(name)) {
    const found = group.isTable ? cellOf(member, group, called) : partCalled(member, called);
    if (found) return found;
  }
  const alikeParts = isLike ? leavesOf(member).filter((el) => isLike(valueIn(el))) : [];
  if (alikeParts.length === 1) return alikeParts[0];
  if (WORDS.attributes.name.includes(singular(name))) return (group.isTable && namingCell(member, group)) || titleIn(member);
  return null;
}

const LOOKS_LIKE = { price: (text) => MONEY.test(text), size: (text) => SIZE.test(text), date: (text) => DATE.test(text), duration: (text) => durationOf(text) !== null };

function cellOf(row, group, name) {
  const cells = childrenOf(row).filter((cell) => cell.matches(CELLS));
  for (const tier of [1, 2]) {
    const at = group.names.findIndex((head) => { const score = fit(head, name); return score >= 0 && score <= tier; });
    if (at >= 0 && cells[at]) return cells[at];
  }
  return null;
}

/* A part of a thing that is called so by a label before it, by its class, or by what it is marked as. */
function partCalled(member, name) {
  const parts = [...walk(member)].filter((el) => visible(el) && valueIn(el));
  const marks = (el) => [...el.classList, el.getAttribute("itemprop") || "", el.getAttribute("data-label") || "", el.getAttribute("data-field") || ""].map((mark) => mark.replace(/[-_]+/g, " "));
  const term = parts.find((el) => el.tagName === "DT" && isCalled(valueIn(el), name));
  if (term && term.nextElementSibling) return term.nextElementSibling;
  const ending = innermost(parts.filter((el) => marks(el).some((mark) => low(mark).split(" ").at(-1) === low(name))));
  return innermost(parts.filter((el) => marks(el).some((mark) => isCalled(mark, name))))[0] || (ending.length === 1 ? ending[0] : null)
    || innermost(parts.filter((el) => labelledAs(el) && isCalled(labelledAs(el), name)))[0] || null;
}

/* What a text says before its colon, if that is short: Rating: 4. */
const labelledAs = (el) => { const label = /^([^:]+):\s*\S/.exec(seenText(el)); return label && label[1].length <= MOST_LABEL ? label[1] : ""; };

const leavesOf = (member) => [...walk(member)].filter((el) => !el.childElementCount && visible(el) && valueIn(el));

/* The cell that tells the rows of a table apart: the first column of texts in which no two rows say the same; none if one is marked as such. */
function namingCell(row, group) {
  const cellsOf = (one) => childrenOf(one).filter((cell) => cell.matches(CELLS)), cells = cellsOf(row);
  if (group.members.length < 2 || row.querySelector(`${HEADINGS}, th, [role=rowheader]`)) return null;
  const isNaming = (at) => {
    const texts = group.members.map((one) => (cellsOf(one)[at] ? valueIn(cellsOf(one)[at]) : ""));
    return texts.every((text) => /\p{L}/u.test(text) && !DATE.test(text) && !MONEY.test(text)) && new Set(texts.map(low)).size === texts.length;
  };
  const at = cells.findIndex((_, place) => isNaming(place));
  return at < 0 ? null : innermost([cells[at], ...walk(cells[at])].filter((el) => seenText(el) === seenText(cells[at])))[0] || cells[at];
}

/* What a thing is called: its heading, its first link, or the first text in it that is no number. */
function titleIn(member) {
  const parts = [...walk(member)].filter((el) => visible(el) && valueIn(el));
  const texts = leavesOf(member).filter((el) => !INTERACTIVE.has(roleOf(el)) && /\p{L}/u.test(valueIn(el)));
  return parts.find((el) => el.matches(HEADINGS)) || parts.find((el) => el.matches("th, [role=rowheader]")) || parts.find((el) => roleOf(el) === "link") || texts[0] || member;
}

/* What a text is worth: a size in bytes, a day, a number, or NaN. */
function worth(text) {
  const said = clean(text).replace(/^[^:]{1,30}:\s+(?=\S)/, ""), size = SIZE.exec(said);
  if (size) return Number(size[1].replace(",", ".")) * SIZES[size[2].toLowerCase()];
  if (DATE.test(said)) return dayOf(said);
  const duration = durationOf(said);
  if (duration !== null) return duration;
  const figures = /-?\d[\d.,'\u00a0 ]*/.exec(said.replace(/\s+(?=\D)/g, " "));
  return figures ? plainNumber(figures[0].trim()) : NaN;
}

const SPAN = new RegExp(`(\\d+(?:[.,]\\d+)?)\\s*(${Object.values(WORDS.durations).flat().sort((a, b) => b.length - a.length).join("|")})(?![\\p{L}])`, "giu");
const SPAN_S = { day: 86400, hour: 3600, minute: 60, second: 1 };

/* How many seconds a text like 5h 30m says; null if it says more, or something else. */
function durationOf(text) {
  const found = [...clean(text).matchAll(SPAN)];
  if (!found.length || clean(text).replace(SPAN, "").replace(/[\s,]+/g, "")) return null;
  const worthOf = (unit) => SPAN_S[Object.keys(WORDS.durations).find((name) => WORDS.durations[name].includes(low(unit)))];
  return found.reduce((sum, [, count, unit]) => sum + plainNumber(count) * worthOf(unit), 0);
}

/* A number as people write it: 1,234.50 and 1.234,50 and 12. */
function plainNumber(text) {
  const bare = text.replace(/[\s'\u00a0]/g, "").replace(/[.,]$/, ""), [dot, comma] = [bare.lastIndexOf("."), bare.lastIndexOf(",")];
  const last = Math.max(dot, comma), isGrouped = last >= 0 && bare.length - last === 4 && !(dot >= 0 && comma >= 0) && (bare.match(/[.,]/g).length > 1 || bare[last] === ",");
  if (last < 0 || isGrouped) return Number(bare.replace(/[.,]/g, ""));
  return Number(`${bare.slice(0, last).replace(/[.,]/g, "")}.${bare.slice(last + 1)}`);
}

function dayOf(text) {
  const european = /(\d{1,2})\.(\d{1,2})\.(\d{4})/.exec(text);
  return european ? Date.UTC(european[3], european[2] - 1, european[1]) : Date.parse(text.replace(DAY_ENDING, "$1").replace(/^\D*?(?=\d{4}-)/, ""));
}

const COMPARED = { over: (a, b) => a > b, under: (a, b) => a < b, atleast: (a, b) => a >= b, atmost: (a, b) => a <= b, after: (a, b) => a > b, before: (a, b) => a < b };
const CONDITION = /^\[(.*?)\] (is|not|contains|over|under|atleast|atmost|after|before) (.+)$/;

/* Whether a thing meets a condition; null if it cannot be told, as it lacks what is asked for. */
function meets(member, group, condition) {
  const [, attribute, how, wanted] = CONDITION.exec(condition) || [];
  if (!how) return null;
  if (!attribute) { const is = isSaidOf(member, group, wanted); return is === null ? null : how === "not" ? !is : is; }
  const el = attributeOf(member, group, attribute), value = el ? valueIn(el) : null;
  if (value === null) return null;
  if (COMPARED[how]) return COMPARED[how](worth(value), worth(wanted));
  const is = how === "contains" ? low(value).includes(low(wanted)) : isCalled(value, wanted) || isCalled(value.replace(/^[^:]{1,30}:\s+/, ""), wanted) || isSameWorth(value, wanted);
  return how === "not" ? !is : is;
}

const isSameWorth = (value, wanted) => /\d/.test(wanted) && !/\p{L}{3}/u.test(wanted) && worth(value) === worth(wanted);

/* Whether a thing is what one word calls it: by a text of its own, a mark, or its box. Null if no thing of the group could be. */
function isSaidOf(member, group, word) {
  const says = (one) => leavesOf(one).some((el) => isCalled(valueIn(el), word)) || [...one.querySelectorAll(CELLS)].some((el) => isCalled(valueIn(el), word));
  const isMarked = (one) => [one, ...one.querySelectorAll("*")].some((el) => [...el.classList].some((mark) => isCalled(mark.replace(/[-_]+/g, " "), word) || isCalled(mark.replace(/^(is|has)-/, ""), word)));
  for (const way of [says, isMarked]) if (group.members.some(way)) return way(member);
  if (!(DONE.has(low(word)) || UNDONE.has(low(word))) || !group.members.some((one) => boxIn(one) || isStruck(one))) return null;
  const isDone = boxIn(member) ? checkedOf(boxIn(member)) === true || boxIn(member).checked === true : isStruck(member);
  return DONE.has(low(word)) ? isDone : !isDone;
}

const boxIn = (member) => [...walk(member)].find((el) => roleOf(el) === "checkbox");
const isStruck = (member) => [...walk(member)].some((el) => !el.childElementCount && valueIn(el) && getComputedStyle(el).textDecorationLine.includes("line-through"));

/* The groups that a noun may mean: how well each is called so, by its own marks, what heads it, or what the page is about. */
function calledGroup(group, noun) {
  const said = singular(noun), names = [said, ...sayings(said)], says = (text) => names.some((name) => saysWord(text, name));
  if (ROW_NOUNS.has(said)) return group.isTable || roleOf(group.members[0]) === "row" ? 3 : 0;
  const [first] = group.members, marks = (el) => [...el.classList, el.getAttribute("itemtype") || "", el.id, el.getAttribute("aria-label") || ""].join(" ").replace(/[-_]+/g, " ");
  if (THING_NOUNS.has(said)) return 2;
  if (says(marks(first)) || says(marks(group.holder)) || saysWord(roleOf(first), said)) return 4;
  if (says(headOf(group.holder))) return 4;
  if (group.names.some((name) => says(name))) return 3;
  return says(document.title) || says(location.pathname) ? 2 : 0;
}

/* The heading above a group, or the caption of a table. */
function headOf(holder) {
  const caption = holder.querySelector(":scope > caption");
  if (caption) return seenText(caption);
  const before = [...document.querySelectorAll(HEADINGS)].filter((el) => visible(el) && el.compareDocumentPosition(holder) & Node.DOCUMENT_POSITION_FOLLOWING);
  return before.length ? seenText(before.at(-1)) : "";
}

/* Where a group stands: in an open dialog, in the page's own matter, or beside it. */
const placeOf = (group) => (group.holder.closest("dialog[open], [role=dialog]") ? 2 : group.holder.closest(BESIDE_MATTER) ? 0 : 1);

/* The one group that a noun and the further steps mean; null if there is none, or several are as likely. */
function meantGroup(scope, noun, steps) {
  const needs = (group) => steps.every((step) => (step.way === "where" ? group.members.some((one) => meets(one, group, step.value) !== null)
    : ["most", "least", "take"].includes(step.way) ? group.members.some((one) => attributeOf(one, group, step.value)) : true));
  const isGiven = steps.some((step) => ["where", "most", "least", "take"].includes(step.way));
  const isMeant = (group) => !group.isSlight || [...group.members[0].classList].some((mark) => saysWord(mark.replace(/[-_]+/g, " "), noun));
  const scored = collections(scope).filter((group) => isMeant(group) && needs(group)).map((group) => [group, calledGroup(group, noun)]).filter(([, score]) => score || (isGiven && !ROW_NOUNS.has(singular(noun))));
  const places = scored.map(([group, score]) => placeOf(group) * 10 + score * (placeOf(group) ? 1 : 0.1) + (group.isTable ? 0.5 : 0));
  const top = Math.max(...places), best = scored.filter((_, at) => places[at] === top).map(([group]) => group);
  const most = best.filter((group) => group.members.length === Math.max(...best.map((one) => one.members.length)));
  const inner = best.filter((group) => !best.some((other) => other !== group && group.holder.contains(other.holder) && group.holder !== other.holder));
  return best.length === 1 ? best[0] : inner.length === 1 ? inner[0] : most.length === 1 && most[0].members.length > 2 ? most[0] : null;
}

const groupOfThing = new WeakMap();

WAYS.things = (scope, request) => {
  const group = meantGroup(scope, request.value, request.rest || []);
  for (const member of group ? group.members : []) groupOfThing.set(member, group);
  if (!group && !(request.rest || []).some((step) => ["where", "most", "least"].includes(step.way))) {
    const sorted = sortedAs(scope, request.value);
    if (sorted.length) return sorted;
  }
  return group ? group.members : (request.rest || []).every((step) => step.way === "all") ? drawnAs(scope, request.value) : [];
};
/* The rows of the one table that has such rows, by what a cell of theirs says: cats, where a column says cat, dog or rabbit. */
function sortedAs(scope, noun) {
  if (!noun.endsWith("s") || ROW_NOUNS.has(singular(noun)) || THING_NOUNS.has(singular(noun))) return [];
  const isSuch = (row) => childrenOf(row).some((cell) => cell.matches(CELLS) && isCalled(valueIn(cell), singular(noun)));
  const tables = collections(scope).filter((group) => group.isTable && group.members.some(isSuch));
  for (const member of tables.length === 1 ? tables[0].members : []) groupOfThing.set(member, tables[0]);
  return tables.length === 1 ? tables[0].members.filter(isSuch) : [];
}

/* Things without a text that only their class calls so: the blocks of a drawing. */
const drawnAs = (scope, noun) => (ROW_NOUNS.has(singular(noun)) || THING_NOUNS.has(singular(noun)) ? [] : [...walk(scope)].filter((el) => !el.childElementCount && !clean(el.textContent)
  && visible(el) && !isControl(el) && [...el.classList].some((mark) => saysWord(mark.replace(/[-_]+/g, " "), noun))));

/* The sums and equations that stand on a page as texts of their own. */
const SUM = /^[\d\s.,+\-−–*×·÷/:()=?_□xX]*[\dxX)]\s*[+\-−–*×·÷/xX]\s*[\dxX(?_□][\d\s.,+\-−–*×·÷/:()=?_□a-zA-Z]*$|^[a-zA-Z]\s*[+\-−–*×·÷/]\s*\d[\d\s.,+\-−–*×·÷/()=]*$/;
const isSum = (text) => SUM.test(text) && !DATE.test(text) && !/\p{L}{2}/u.test(text);
function sumsIn(scope) {
  const found = innermost([...walk(scope)].filter((el) => visible(el) && !INTERACTIVE.has(roleOf(el)) && isSum(seenText(el)))).map(seenText);
  const asked = found.filter((text) => /[=?]/.test(text));
  return asked.length ? asked : found;
}

WAYS.where = (member, request) => (meets(member, groupOfThing.get(member) || { members: [member], names: [] }, request.value) ? [member] : []);
WAYS.take = (member, request) => [attributeOf(member, groupOfThing.get(member) || { members: [member], names: [] }, request.value)].filter(Boolean);

/* Steps that choose among all things that were found before them. */
const extreme = (sign) => (members, step) => {
  const valued = members.map((member) => [member, attributeOf(member, groupOfThing.get(member) || { members, names: [] }, step.value)])
    .map(([member, el]) => [member, el ? worth(valueIn(el)) * sign : NaN]).filter(([, value]) => !Number.isNaN(value));
  const top = Math.max(...valued.map(([, value]) => value));
  return valued.filter(([, value]) => value === top).map(([member]) => member);
};
const AMONG = { most: extreme(1), least: extreme(-1), others: (found) => otherFigures(found) };

/* A table as rows of texts, its header first; the cells of a row that span several columns come once and leave the others empty. */
function tableRows(table) {
  const rows = rowsOf(table);
  const texts = rows.map((row) => childrenOf(row).filter((cell) => cell.matches(`${CELLS}, [role=columnheader]`)).flatMap((cell) => [valueIn(cell), ...Array(Math.max(0, (cell.colSpan || 1) - 1)).fill("")]));
  const full = texts.filter((cells) => cells.some(Boolean)), width = Math.max(0, ...full.map((cells) => cells.length));
  const used = [...Array(width).keys()].filter((at) => full.some((cells) => cells[at]));
  return full.map((cells) => used.map((at) => cells[at] || ""));
}
