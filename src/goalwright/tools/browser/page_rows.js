/* Rows, and whether one of them is the one that was named: another row is never taken for it. Only looks. */
const CELLS = "td, th, [role=cell], [role=gridcell], [role=rowheader]";
/* A number in brackets behind a name, which tells nothing apart: Dan (x1). */
const NUMBERED = /\s*\(\s*[x×#]?\s*\d[\d.,]*\s*[x×%]?\s*\)$/i;
const HARM = new Map(Object.entries(WORDS.harm).filter(([harm]) => harm !== "named").flatMap(([harm, words]) => words.map((word) => [word, harm])));
const HARM_NAMED = new Map(Object.entries(WORDS.harm.named).flatMap(([harm, words]) => words.map((word) => [word, harm])));

/* What a control of that name does that cannot be taken back, such as "deletes". */
function harmIn(name) {
  const said = low(name).replace(/^[ .…!?:]+|[ .…!?:]+$/g, "");
  return HARM.get(said.split(" ")[0]) || HARM_NAMED.get(said) || "";
}

/* What pressing an element does that cannot be taken back, by what it is called. */
function harmOf(el) {
  const part = el.closest("button, a[href], [role=button], [role=link], [role=menuitem], input") || el;
  return isControl(part) || part === document.body ? "" : harmIn(nameOf(part)) || harmIn(pictured(part)) || harmIn(titleOf(part));
}

/* What Enter does on an element that cannot be taken back: in a field of one line it presses the first button of its form that sends. */
function enterHarmOf(el) {
  const isLine = el.tagName === "INPUT" && !/^(submit|button|reset|image|file|color)$/.test(el.type);
  const first = isLine && el.form && [...el.form.elements, ...el.form.querySelectorAll("input[type=image]")].find((part) => part.type === "submit" || part.type === "image");
  return first && first.disabled ? "" : harmOf(first || el);
}

/* Whether what the steps look for does such a thing. */
const isHarmful = (steps) => steps.some((step) => harmIn(step.name || step.value || ""));

/* The row of a table that an element is in, if there are others like it. */
function tableRow(el) {
  const row = el.closest("tr, [role=row]");
  return row && row.querySelectorAll(CELLS).length > 1 && alike(row).length ? row : null;
}

/* Whether a row heads the columns of a table: it has heads alone, but for cells at its top that say nothing but what can be pressed in them. */
function isHeadRow(row) {
  const isHead = (cell) => roleOf(cell) === "columnheader" && !cell.matches("[scope=row]"), cells = childrenOf(row);
  return cells.some(isHead) && cells.every((cell) => isHead(cell) || (row.closest("thead") && !lettering(cell)));
}

/* The only field to type into beside a list in the row of a form, where one label before both is all that names them: how, and what. */
function rowMate(list) {
  const row = list.tagName === "SELECT" && !list.multiple && list.closest("tr, [role=row]"), fields = row ? controls(row) : [];
  const mates = fields.filter((el) => el !== list && isEditable(el) && !nameOf(el) && !el.placeholder);
  return mates.length === 1 && fields.length === 2 && !nameOf(list) && lettering(row) && !alike(row).some((other) => lettering(other) === lettering(row)) ? mates[0] : null;
}

/* The row or entry that an element is in and that says more than its name. */
function rowOf(el) {
  const row = el.closest("tr, li, article, [role=row], [role=listitem], [role=treeitem]");
  return row && row !== el && seenText(row) !== nameOf(el) && alike(row).length ? row : null;
}

/* Whether a name is that of a part: all that something in it says, be it without what can be clicked, or that cells of it say in a row. */
function isWholly(part, name) {
  const says = (el) => [seenText(el), nameOf(el), lettering(el), seenText(el).replace(NUMBERED, "")].some((text) => isCalled(text, name));
  if ([part, ...walk(part)].some((el) => visible(el) && says(el))) return true;
  const cells = [...part.querySelectorAll(CELLS)].map(seenText);
  return cells.some((_, from) => cells.some((__, to) => to > from && isCalled(cells.slice(from, to + 1).filter(Boolean).join(" "), name)));
}

/* What an element says beside what can be clicked in it. */
function lettering(el) {
  return clean([...el.childNodes].map((node) => (node.nodeType === 3 ? node.textContent
    : node.nodeType === 1 && !INTERACTIVE.has(roleOf(node)) && visible(node) ? lettering(node) : "")).join(" "));
}

/* A control by its label; in a row of a table also by what heads the column that it is drawn in. */
const plainLabel = WAYS.label;
WAYS.label = (scope, request) => {
  const found = plainLabel(scope, request), row = found.length || !scope.matches || !scope.matches("tr, [role=row]") ? null : scope;
  return row ? controls(row).filter((el) => usable(el) && headsOver(el, row).some((head) => [0, 1].includes(fit(seenText(head), request.value)))) : found;
};

/* What heads the column in which an element of a row is drawn: cells may span several. */
function headsOver(el, row) {
  const table = row.closest("table:not([role=none], [role=presentation]), [role=table], [role=grid]"), box = el.getBoundingClientRect(), middle = (box.left + box.right) / 2;
  const heads = table ? [...table.querySelectorAll("tr, [role=row]")].filter(isHeadRow).flatMap(childrenOf) : [];
  return heads.filter((head) => head.getBoundingClientRect().left <= middle && head.getBoundingClientRect().right >= middle);
}

const plainItem = WAYS.item;
function itemsCalled(scope, request) {
  const isHarm = isHarmful(request.rest);
  return plainItem(scope, request).filter((part) => {
    const row = tableRow(part) || (isHarm && part !== document.body ? part : null);
    return !row || isLooking(request.purpose) || isWholly(row, request.value);
  });
}

const KIND_WORD = new RegExp(`^(\\p{Ll}{3,})\\s+(?:(?:${anyOf(WORDS.joints)})\\s+)?(?=\\S)|(?<=\\S)\\s+(\\p{Ll}{3,})$`, "u");

/* A part by its name, else by its name without the word for its kind before or behind it, if the page has such things: the bill Rent. */
WAYS.item = (scope, request) => {
  const found = itemsCalled(scope, request), value = found.length ? "" : kindless(request.value);
  const called = value ? itemsCalled(scope, { ...request, value }).filter((part) => part !== document.body) : found;
  return called.length ? called : rowsHolding(scope, request);
};

/* The rows of tables in which a field holds just that, where the rows can be edited as they stand. */
function rowsHolding(scope, request) {
  const fields = controls(scope).filter((el) => isEditable(el) && visible(el) && low(el.value || "") === low(request.value));
  return [...new Set(fields.map(tableRow).filter((row) => row && followed(request.rest, request.purpose, [row]).length))];
}

/* A name without the word for its kind; nothing if there is none, or the page has no such things. */
function kindless(name) {
  const kind = KIND_WORD.exec(name);
  return kind && isAbout(kind[1] || kind[2]) ? name.replace(kind[0], "") : "";
}

/* Whether the things of a page are called so: by its title or address, a heading, a list's own marks, or what is pressed on it. */
function isAbout(noun) {
  const marks = [...document.querySelectorAll("table, ul, ol, tbody, [role=table], [role=list], main, form")].map((el) => `${el.id} ${classOf(el)}`.replace(/[-_]+/g, " "));
  const heads = [...document.querySelectorAll(`${HEADINGS}, th, a[href], button, [role=button], legend, caption`)].filter((el) => visible(el) || el.tagName === "TH").map((el) => clean(el.textContent));
  return [document.title, decodeURIComponent(location.pathname), ...marks, ...heads].some((text) => saysWord(text, noun));
}

/* Whether what is found by a part of its name may be ticked: in a table only in the row that is called so, unless it has a label of its own. */
function isTickedByPart(el, name, purpose) {
  const row = purpose === "check" && !labelsOf(el).some(visible) ? tableRow(el) : null;
  return !row || isWholly(row, name);
}

/* Whether what the steps name is in a row, so that another one may come in its place. */
const isInNamedRow = (el, steps) => steps.some((step) => step.way === "item") || Boolean(rowOf(el));
