/* What has to be opened so that something hidden can be seen. Only looks. */
const FOLDING = "details:not([open])";

/* The thing to click that shows the first of what the steps mean but cannot be seen; null if there is none but those tried. */
function opener(steps, purpose, tried) {
  const title = menuTitle(steps);
  if (title && !tried.includes(title)) return title;
  const found = unseen(() => followed(steps, purpose)), isKeeper = isKeeping(steps);
  for (const el of found) {
    const box = hidingBox(el), way = box && openerOf(box, tried);
    if (way && !(isKeeper && way.closest("[role=tab]") && isOfOther(box, el.closest("form")))) return way;
  }
  const tab = found.length ? null : emptyTab(isKeeper);
  return tried.includes(tab) ? null : tab;
}

/* Whether a box behind a tab has fields shown beside it, and so is about something else: another document. What keeps or
   sends something is not looked for there, unless one form goes over several tabs. */
const KEEPING = new Set([...WORDS.keepers, ...WORDS.senders].map(low));
const isKeeping = (steps) => steps.some((step) => KEEPING.has(low(step.name || step.value || "").split(" ")[0]));
function isOfOther(box, form) {
  const beside = [...box.parentElement.children].filter((part) => part !== box && visible(part));
  const written = beside.flatMap((part) => [...walk(part)].filter((field) => isEditable(field) && visible(field)));
  return written.length > 0 && !written.some((field) => form && field.form === form);
}

/* A tab whose part of the page is empty till it is opened; what keeps something is looked for in one of its own. */
function emptyTab(isKeeper) {
  const panelOf = (tab) => byId(tab, tab.getAttribute("aria-controls") || "-").find((panel) => !panel.childElementCount && !clean(panel.textContent));
  const isMeant = (tab) => { const panel = panelOf(tab); return panel && !(isKeeper && isOfOther(panel, null)); };
  return [...walk(document)].find((el) => roleOf(el) === "tab" && el.getAttribute("aria-selected") === "false" && visible(el) && isMeant(el)) || null;
}

/* Whether an element is open, by what the page says of it, of what it is part of or of the only such part of it; null if nothing does. */
function openOf(el) {
  const fold = el.tagName === "DETAILS" ? el : el.closest("summary") && el.closest("details");
  if (fold) return fold.open;
  const inner = [...walk(el)].filter((part) => part.hasAttribute("aria-expanded") && visible(part));
  const told = el.closest("[aria-expanded]") || (inner.length === 1 ? inner[0] : null);
  return told ? told.getAttribute("aria-expanded") === "true" : null;
}

/* What to point at so that the only thing that the steps mean may be seen: what it is in, if that is close; none that was tried. */
function hoverer(steps, purpose, tried) {
  const found = unseen(() => followed(steps, purpose));
  let around = found.length === 1 ? found[0].parentElement : null;
  for (let depth = 0; around && depth < 3 && !visible(around); depth += 1) around = around.parentElement;
  return around && around !== document.body && visible(around) && !tried.includes(around) ? around : null;
}

/* The outermost thing around an element that is hidden while what is around it is not. */
function hidingBox(el) {
  let box = null;
  for (let part = el; part && part !== document.body; part = part.parentElement || part.getRootNode().host) {
    if (!part.getClientRects().length || !visible(part)) box = part;
  }
  return box;
}

function openerOf(box, tried) {
  const folded = box.closest(FOLDING);
  const id = box.id && CSS.escape(box.id);
  const item = box.closest("[role=treeitem][aria-expanded=false]");
  const ways = [
    () => item && twistyOf(item),
    () => folded && folded.querySelector("summary"),
    () => id && first(`[aria-controls~="${id}"], [href="#${id}"], [data-target="#${id}"], [data-bs-target="#${id}"]`),
    () => box.hasAttribute("aria-labelledby") && byId(box, box.getAttribute("aria-labelledby")).find(isClickable),
    () => before(box),
  ];
  for (const way of ways) {
    const found = way();
    if (found && visible(found) && !leadsAway(found) && !tried.includes(found)) return found;
  }
  return null;
}

/* The small sign at the beginning of an entry of a tree that opens and closes it. */
const twistyOf = (item) => (item.previousElementSibling && visible(item.previousElementSibling) && isPicture(item.previousElementSibling) ? item.previousElementSibling : null)
  || [...walk(item)].slice(0, 6).find((el) => visible(el) && !el.childElementCount
  && (/^[▸▹▶▷►▾▿▼▽›>+⊞⊟−-]$/.test(seenText(el)) || isPicture(el))) || null;

const first = (selector) => [...document.querySelectorAll(selector)].find(visible);

/* Whether a box takes up its room in the page though it cannot be seen, so that nothing folds it out. */
const hasRoom = (box) => getComputedStyle(box).visibility === "hidden" && box.getBoundingClientRect().height > 1
  && /^(static|relative)$/.test(getComputedStyle(box).position);

/* What stands right before a folded box and is there to open it, such as the name of a folder in a tree. */
function before(box) {
  if (hasRoom(box)) return null;
  let other = box.previousElementSibling;
  while (other && !visible(other)) other = other.previousElementSibling;
  if (!other || dialogLike(box) || ["dialog", "alertdialog"].includes(roleOf(box))) return null;
  const part = [other, ...walk(other)].find((el) => visible(el) && isClickable(el));
  const isWhole = part && (isPicture(part) ? [...walk(other)].filter(isClickable).length < 3 : seenText(part) === seenText(other));
  return isWhole && opensOnly(part, box) ? part : null;
}

/* Whether clicking something does nothing but open what stands behind it: buttons do other things, and links lead away. */
function opensOnly(el, box) {
  if (leadsAway(el) || (el.form && el.type === "submit")) return false;
  if (roleOf(el) !== "button" || el.hasAttribute("aria-expanded") || el.hasAttribute("aria-haspopup")) return true;
  const isList = /^(UL|OL|MENU)$/.test(box.tagName) || isPopup(box);
  return Boolean(el.closest("h1, h2, h3, h4, h5, h6, summary, dt")) || (isList && el.parentElement === box.parentElement && box.parentElement.childElementCount === 2);
}

/* Whether an element is nothing but a picture that its classes draw. */
const isPicture = (el) => !clean(el.textContent) && !el.childElementCount && !!clean(classOf(el)) && isDrawn(el);

const isClickable = (el) => ["button", "link", "tab", "section", "treeitem", "menuitem"].includes(roleOf(el))
  || foldable(el) || isPicture(el) || el.onclick || el.hasAttribute("onclick") || getComputedStyle(el).cursor === "pointer";
