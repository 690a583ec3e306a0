/* What can be chosen and ticked on a page, and what is. Everything here only looks. */
const POPUPLIKE = /(^|[-_\s])(dropdown|menu|popover|popup|options?|autocomplete|suggestions?|results|listbox|choices)($|[-_\s])/i;
const TICKED = ["aria-checked", "aria-pressed", "aria-selected"];

const isPopup = (el) => el.tagName !== "SELECT" && (["listbox", "menu", "tree", "grid", "dialog"].includes(roleOf(el))
  || isClassed(el, POPUPLIKE));

/* All that can be seen before a control is opened, to know what has come by that; if it is open already, but for what is. */
function seenBefore(control) {
  const all = [...walk(document)].filter(visible), open = control.getAttribute("aria-expanded") === "true" ? all.filter(isPopup) : [];
  const seen = new Set(all.filter((el) => !open.some((popup) => popup.contains(el) && !popup.contains(control))));
  return Object.assign(seen, { says: says(control), own: valueOf(control) });
}

/* What a control itself shows, as its value. */
const valueOf = (control) => clean((isEditable(control) && control.value) || seenText(control));

/* Whether a list of no role shows what is chosen in its control: that says what one of the options is called. */
function isShownBy(option, before) {
  const line = option.closest("li") || option, peers = line.parentElement ? childrenOf(line.parentElement) : [];
  return peers.length > 1 && peers.some((peer) => clean(peer.textContent) !== "" && low(clean(peer.textContent)) === low(before.own || ""));
}

/* What stands in and around a control, the values of fields included. */
function says(control) {
  const part = (control.parentElement && control.parentElement.parentElement) || control;
  return clean(`${[part, ...walk(part)].map((el) => (isEditable(el) && el.value) || "").join(" ")} ${seenText(part)}`);
}

/* Whether an option is chosen in a list that holds several, where another click would take that back. */
const isChosenAmong = (option) => checkedOf(option) === true && Boolean(option.closest("[aria-multiselectable=true]"));

/* Whether an option that was clicked may be chosen now: false if its list says otherwise, or is gone and all is as it was before. */
function isTaken(control, option, name, before) {
  if (isShownBy(option, before)) return low(valueOf(control)).includes(low(name));
  if (!["option", "treeitem"].includes(roleOf(option)) || !["combobox", "listbox"].includes(roleOf(control))) return true;
  const isOpen = option.isConnected && visible(option), isOther = !before.says || says(control) !== before.says;
  return isOpen ? checkedOf(option) !== false || (isOther && roleOf(control) === "combobox" && !isEditable(control)) : isOther || low(says(control)).includes(low(name));
}

/* Where the options of a control are: in it, in what it says it controls, and in what has come since it was opened. */
function optionPlaces(control, before) {
  const said = `${control.getAttribute("aria-controls") || ""} ${control.getAttribute("aria-owns") || ""}`.trim();
  const own = [control, ...(said ? byId(control, said) : [])].filter(visible);
  if (!before) return own;
  const come = new Set([...walk(document)].filter((el) => !before.has(el) && visible(el) && !own.some((place) => place.contains(el))));
  return [...own, ...[...come].filter((el) => !come.has(el.parentElement))];
}

/* Whether a list of the browser's own can be used: seen itself, or hidden behind a widget beside it that has its options. */
function isListShown(list) {
  if (visible(list)) return true;
  const box = hidingBox(list), around = box && box.parentElement;
  if (!around || !visible(around)) return false;
  const beside = childrenOf(around).filter((el) => el !== box && !/^(SCRIPT|STYLE|SELECT|OPTION)$/.test(el.tagName) && !el.querySelector("select"));
  const says = beside.map((el) => clean(el.textContent)).join(" "), shows = beside.filter(visible).map(seenText);
  const names = [...list.options].map((option) => clean(option.label)).filter(Boolean);
  return shows.length > 0 && (names.every((name) => says.includes(name)) || chosenIn(list).some((name) => name && shows.includes(name)));
}

const isCalled = (text, name) => [0, 1].includes(fit(text, name));

/* Whether a name is that of an option but for its signs, or what stands in its brackets: Yen (JPY). */
function isSameOption(text, name) {
  const bare = (words) => low(words).replace(/[^\p{L}\p{N}]+(?=\p{L})|\s+/gu, " ").trim(), inner = low(text).match(/\((.+)\)$/);
  return (inner && inner[1] === low(name)) || (bare(text) !== "" && [bare(text), bare(text).replace(/^\+/, "")].includes(bare(name)));
}

/* The only one of some options that a name is another one for, else the only one that has its words and begins with them. */
function shortFor(options, name) {
  const same = options.filter((el) => isSameOption(nameOf(el), name)), having = options.filter((el) => fit(nameOf(el), name) >= 0);
  const starting = having.filter((el) => low(nameOf(el)).startsWith(low(name)) && !/^[-‐+#]/.test(low(nameOf(el)).slice(low(name).length)));
  return same.length ? (same.length === 1 ? same[0] : null) : having.length === 1 && starting.length === 1 ? having[0] : null;
}

/* The option of a control that is called so, if it can be seen; else the only one that this is short for. */
function optionOf(control, name, before) {
  const places = optionPlaces(control, before);
  for (const place of places) {
    const found = optionsIn(place, control).filter((el) => isCalled(nameOf(el), name));
    if (found.length) return innermost(found)[0];
    const texts = textual(place.parentElement || place, name).filter((el) => place.contains(el) && isCalled(seenText(el), name));
    if (place !== control && texts.length) return innermost(texts)[0];
  }
  return shortFor(innermost(places.flatMap((place) => optionsIn(place, control))), name);
}

/* The options in a place; where nothing has that role, the lines of what is open. */
function optionsIn(place, control) {
  const inside = [place, ...walk(place)].filter((el) => el !== control && visible(el));
  const found = inside.filter((el) => ["option", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem", "radio", "gridcell"].includes(roleOf(el)));
  if (found.length) return found;
  const items = inside.filter((el) => roleOf(el) === "listitem").map((el) => [...walk(el)].find((part) => INTERACTIVE.has(roleOf(part)) && visible(part)) || el);
  return items.length || place === control ? items : inside.filter((el) => !el.childElementCount && seenText(el));
}

function optionNames(control, before) {
  for (const place of optionPlaces(control, before)) {
    const found = optionsIn(place, control).filter((el) => nameOf(el));
    if (found.length) return found.slice(0, 10).map(nameOf);
  }
  return [];
}

/* Scrolls what has come on by a window of it, for lists that only have what is in sight; whether there was more. */
function scrollOn(control, before) {
  const parts = optionPlaces(control, before).filter((place) => place !== control).flatMap((place) => [place, ...walk(place)]);
  const more = parts.filter((el) => el.clientHeight > 0 && el.scrollTop + el.clientHeight < el.scrollHeight - 1
    && getComputedStyle(el).overflowY !== "visible");
  for (const el of more) el.scrollTop += el.clientHeight * 0.8;
  return more.length > 0;
}

/* The field to search in that has come with the options of a control. */
const searchOf = (control, before) => optionPlaces(control, before).filter((place) => place !== control)
  .flatMap((place) => [place, ...walk(place)]).find((el) => isEditable(el) && visible(el)) || null;

/* What a field suggests to be written in it: the options that it has, else the lines of what has come. */
function suggestedBy(control, before) {
  const own = control.list ? [...control.list.options].map((option) => clean(option.value)) : [];
  if (own.length) return own;
  for (const place of optionPlaces(control, before).filter((el) => el !== control)) {
    const lines = [...walk(place)].filter((el) => ["option", "menuitem", "listitem"].includes(roleOf(el)) && visible(el));
    if (lines.length) return lines.map(seenText);
  }
  return [];
}

/* Whether a click on an element leads to another page. */
function leadsAway(el) {
  const link = el.closest("a[href]");
  return Boolean(link && !link.href.startsWith("javascript:") && link.href.split("#")[0] !== location.href.split("#")[0]);
}

/* Whether an element may open a menu: it can be clicked, or a list is hidden in it. */
const isMenu = (el) => Boolean(isClickable(el)) || [...walk(el.closest("li, [role=menuitem]") || el)]
  .some((part) => !visible(part) && (isPopup(part) || /^(UL|OL|MENU)$/.test(part.tagName)));

const plainField = WAYS.field;
WAYS.field = (scope, request) => {
  const found = plainField(scope, request);
  return found.length || request.purpose !== "select" ? found
    : byText(scope, request.value, "click").filter((el) => isCalled(nameOf(el), request.value) && !(el.type === "submit" && el.form) && isMenu(el));
};

/* What is chosen in a control, as a person reads it. */
function chosenIn(el) {
  if (el.tagName === "SELECT") return [...el.selectedOptions].map((option) => clean(option.label));
  const parts = [...walk(el)].filter((part) => checkedOf(part) === true);
  if (parts.length) return parts.map(nameOf);
  if (checkedOf(el) === true) return [nameOf(el)];
  const value = el.value !== undefined ? el.value : el.getAttribute("aria-valuenow");
  return [clean(value !== null ? String(value) : seenText(el))];
}

/* Whether an element is ticked; null if it cannot be. */
function checkedOf(el) {
  if (el.tagName === "INPUT" && /^(checkbox|radio)$/.test(el.type)) return el.checked;
  for (const state of TICKED) if (el.hasAttribute(state)) return el.getAttribute(state) === "true";
  return null;
}

/* What is to be ticked when an element is named: itself, what it is the label of, or the only box in its row. */
function boxOf(el) {
  if (checkedOf(el) !== null) return el;
  if (el.control && checkedOf(el.control) !== null) return el.control;
  const row = el.closest("label, li, tr, [role=row], [role=listitem], [role=option]") || el;
  const boxes = [...walk(row)].filter((part) => checkedOf(part) !== null && usable(part));
  return boxes.length === 1 ? boxes[0] : null;
}

/* What to click so that an element is open, closed or chosen; null if it is so already. */
function toTurn(el, state) {
  const box = (state === "chosen" && boxOf(el)) || el;
  const isAlready = state === "chosen" ? checkedOf(box) === true : openOf(el) === (state === "open");
  const item = state === "chosen" ? null : el.closest("[role=treeitem][aria-expanded]");
  return isAlready ? null : (item && twistyOf(item)) || box;
}

/* What a control is that is not one of the browser's own lists, seen from what is to be chosen there: the fields of choosing.Kind. */
function kindOf(el, wanted) {
  return { role: roleOf(el), is_editable: isEditable(el), is_rich: el.isContentEditable, has_popup: Boolean(el.getAttribute("aria-haspopup")), is_menu: isMenu(el),
    is_called_so: isCalled(nameOf(el), wanted), has_text: seenText(el).toLowerCase().includes(wanted.trim().toLowerCase()) };
}
