/* Widgets that pages bring along: code editors, cells of notebooks, parts with a label over them, lists that things are moved between. Only looks. */
const EDITORS = ".CodeMirror, .cm-editor, .ace_editor, .monaco-editor";
const KEY_TAKERS = "textarea, [contenteditable], [role=textbox], .native-edit-context";

/* An editor of code is one field, whatever it is made of; what takes its keys is none by itself. */
const plainRoleOf = roleOf;
roleOf = (el) => {
  if (el.classList && el.classList.length && el.matches(EDITORS) && !el.parentElement.closest(EDITORS)) return "textbox";
  if (/^(TEXTAREA|DIV)$/.test(el.tagName) && el.matches(KEY_TAKERS) && el.parentElement && el.parentElement.closest(EDITORS)) return "";
  return plainRoleOf(el);
};

const plainNameOf = nameOf;
nameOf = (el) => {
  if (!el.classList || !el.classList.length || !el.matches(EDITORS)) return plainNameOf(el);
  const inner = [...el.querySelectorAll(KEY_TAKERS)].map((part) => clean(part.getAttribute("aria-label"))).find((name) => name && !/^editor content/i.test(name));
  const source = el.previousElementSibling && el.previousElementSibling.tagName === "TEXTAREA" ? plainNameOf(el.previousElementSibling) : "";
  return clean(el.getAttribute("aria-label")) || inner || source;
};

/* The name of the part that a control is the only one of: a label, legend or heading over it. */
function blockName(control) {
  for (let part = control, depth = 0; part && part !== document.body && depth < 6; part = part.parentElement, depth += 1) {
    const labels = [...part.querySelectorAll("label, legend, [class*=label i], [data-testid*=label i]")].filter((el) => visible(el) && seenText(el) && seenText(el).length <= 40 && !isControl(el) && !el.querySelector("input, select, textarea"));
    if (labels.length) return seenText(labels[0]);
    if (part !== control && fieldsIn(part).length > 1) return "";
    for (let other = part.previousElementSibling; other; other = other.previousElementSibling) {
      if (other.matches(HEADINGS) && visible(other)) return seenText(other);
      if (visible(other) && (fieldsIn(other).length || isControl(other) || seenText(other))) break;
    }
  }
  return "";
}

const fieldsIn = (part) => [...walk(part)].filter((el) => isControl(el) && (visible(el) || el.type === "file"));

/* What stands for a field that is hidden: what can be typed into right beside it. */
function standIn(el) {
  if (visible(el) || !["textbox", "searchbox"].includes(roleOf(el))) return el;
  const beside = [el.previousElementSibling, el.nextElementSibling].filter((other) => other && visible(other));
  return beside.flatMap((other) => [other, ...walk(other)]).find((other) => isEditable(other) && visible(other)) || el;
}

/* A large field for text: an editor, a text area, or a part that can be written in. */
OWN_WAYS.editor = (found, scope, name) => {
  const wide = outermost(fieldsIn(scope === document ? document.body : scope).filter((el) => el.matches(EDITORS) || el.tagName === "TEXTAREA" || el.isContentEditable));
  const main = wide.filter((el) => !el.closest(BESIDE_MATTER));
  return name === null ? (main.length ? main : wide) : byNames(wide, name);
};

const namedField = WAYS.field;
WAYS.field = (scope, request) => {
  const found = namedField(scope, request);
  if (found.length && request.purpose === "type") return found.map((el) => rowMate(el) || standIn(el));
  if (found.length) return request.purpose === "select" ? found.map(standIn) : found;
  const said = low(request.value).replace(EDITOR_NOUN, "").trim(), wanted = FIELDS[request.purpose];
  if (said !== low(request.value)) {
    const again = namedField(scope, { ...request, value: said });
    if (again.length) return again;
  }
  const group = fieldsIn(scope === document ? document.body : scope).filter((el) => (!wanted || wanted.has(roleOf(el))) && (request.purpose === "upload") === (el.type === "file"));
  const byBlock = group.filter((el) => [said, ...sayings(said)].some((name) => isCalled(blockName(el), name)));
  const cells = byBlock.length ? byBlock : cellFields(scope, request);
  return cells.length || request.purpose !== "type" ? cells : behindEditors(scope, request);
};

/* Editors that are drawn in the place of a text area, which has the name and is hidden. */
function behindEditors(scope, request) {
  const areas = isSeeing ? unseen(() => byField(scope, request.value, request.purpose)).filter((el) => el.tagName === "TEXTAREA") : [];
  return areas.map(standIn).filter(visible);
}
const EDITOR_NOUN = new RegExp(`\\s+(${anyOf(WORDS.editor_nouns)})$`);

/* Cells of a notebook, each with an editor in it. */
const notebookCells = (scope) => outermost([...walk(scope)].filter((el) => isClassed(el, /(^|[-_\s])cell($|[-_\s])/i) && visible(el) && el.querySelector(EDITORS)));
const cellFields = (scope, request) => (low(request.value) === "cell" ? notebookCells(scope).flatMap((cell) => outermost([...cell.querySelectorAll(EDITORS)].filter(visible))) : []);
OWN_WAYS.cell = (found, scope) => (found.some((el) => el.matches(CELLS)) ? found : notebookCells(scope));

/* The list that holds an option, the other list beside it, and what moves things from the one to the other; null if there are no such. */
function transferOf(option, list, isInto) {
  const lists = [...walk(document)].filter((el) => (el.tagName === "SELECT" && el.multiple) || roleOf(el) === "listbox").filter(visible);
  const named = lists.filter((el) => fit(nameOf(el), list) >= 0 || fit(blockName(el), list) >= 0);
  const exact = named.filter((el) => isCalled(nameOf(el), list)), end = exact.length === 1 ? exact[0] : named.length === 1 ? named[0] : null;
  const has = (el) => optionsOf(el).some((one) => isCalled(seenText(one) || nameOf(one), option));
  if (!end) return null;
  for (let around = end.parentElement, depth = 0; around && depth < 6; around = around.parentElement, depth += 1) {
    const others = lists.filter((el) => el !== end && around.contains(el));
    if (!others.length) continue;
    if (others.length > 1) return null;
    const [from, to] = isInto ? [others[0], end] : [end, others[0]];
    const isOnward = Boolean(from.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING), names = new Set(isOnward ? WORDS.move_on : WORDS.move_back);
    const ways = [...walk(around)].filter((el) => ["button", "link"].includes(roleOf(el)) && visible(el) && [nameOf(el), titleOf(el)].some((name) => isMover(name, names)));
    return has(from) || has(to) ? { from, to, way: ways.length === 1 ? ways[0] : null, isThere: has(to) } : null;
  }
  return null;
}

const optionsOf = (list) => (list.tagName === "SELECT" ? [...list.options] : [...walk(list)].filter((el) => roleOf(el) === "option"));
const isMover = (name, names) => names.has(low(name)) || (names.has(low(name).split(" ")[0]) && !/\ball\b/.test(low(name)));
