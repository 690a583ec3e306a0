/* What can be chosen and ticked on a page, and what is. Everything here only looks. */
const POPUPLIKE = /(^|[-_\s])(dropdown|menu|popover|popup|options?|autocomplete|suggestions?|results|listbox|choices)($|[-_\s])/i;
const TICKED = ["aria-checked", "aria-pressed", "aria-selected"];

const isPopup = (el) => ["listbox", "menu", "tree", "grid", "dialog"].includes(roleOf(el))
  || (typeof el.className === "string" && POPUPLIKE.test(el.className));

/* Where the options of a control are: in it, in what it says it controls, and in what is open on the page. */
function optionPlaces(control, isOpen) {
  const said = `${control.getAttribute("aria-controls") || ""} ${control.getAttribute("aria-owns") || ""}`.trim();
  const own = [control, ...(said ? byId(control, said) : [])].filter(visible);
  if (!isOpen) return own;
  return [...own, ...[...walk(document)].filter((el) => !own.includes(el) && isPopup(el) && visible(el))];
}

/* Whether a list of the browser's own can be used: seen itself, or hidden behind a widget beside it that has its options. */
function isListShown(list) {
  if (visible(list)) return true;
  const box = hidingBox(list), around = box && box.parentElement;
  if (!around || !visible(around)) return false;
  const beside = [...around.children].filter((el) => el !== box && !/^(SCRIPT|STYLE|SELECT|OPTION)$/.test(el.tagName) && !el.querySelector("select"));
  const says = beside.map((el) => clean(el.textContent)).join(" "), shows = beside.filter(visible).map(seenText);
  const names = [...list.options].map((option) => clean(option.label)).filter(Boolean);
  return shows.length > 0 && (names.every((name) => says.includes(name)) || chosenIn(list).some((name) => name && shows.includes(name)));
}

const isCalled = (text, name) => [0, 1].includes(fit(text, name));

/* The option of a control that is called so, if it can be seen. */
function optionOf(control, name, isOpen) {
  for (const place of optionPlaces(control, isOpen)) {
    const found = byRole(place, "option", name).filter((el) => isCalled(nameOf(el), name));
    if (found.length) return innermost(found)[0];
    const texts = textual(place, name).filter((el) => isCalled(seenText(el), name));
    if (place !== control && texts.length) return innermost(texts)[0];
  }
  return null;
}

function optionNames(control) {
  for (const place of optionPlaces(control, true)) {
    const found = byRole(place, "option", null).filter((el) => el !== control);
    if (found.length) return found.slice(0, 10).map(nameOf);
  }
  return [];
}

/* What a field suggests to be written in it: the options that it has, else the lines of what is open on the page. */
function suggestedBy(control) {
  const own = control.list ? [...control.list.options].map((option) => clean(option.value)) : [];
  if (own.length) return own;
  for (const place of optionPlaces(control, true).filter((el) => el !== control)) {
    const lines = [...walk(place)].filter((el) => ["option", "menuitem", "listitem"].includes(roleOf(el)) && visible(el));
    if (lines.length) return lines.map(seenText);
  }
  return [];
}

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
