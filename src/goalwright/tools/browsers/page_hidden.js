/* What has to be opened so that something hidden can be seen. Only looks. */
const FOLDING = "details:not([open])";

/* The thing to click that shows the first of what the steps mean but nobody can see; null if there is none such. */
function opener(steps, purpose) {
  isSeeing = false;
  let found = [];
  try {
    found = followed(steps, purpose);
  } finally {
    isSeeing = true;
  }
  for (const el of found) {
    const box = hidingBox(el), way = box && openerOf(box);
    if (way) return way;
  }
  return null;
}

/* Whether an element is open, by what the page says of it, of what it is part of or of the only such part of it; null if nothing does. */
function openOf(el) {
  const fold = el.tagName === "DETAILS" ? el : el.closest("summary") && el.closest("details");
  if (fold) return fold.open;
  const inner = [...walk(el)].filter((part) => part.hasAttribute("aria-expanded") && visible(part));
  const told = el.closest("[aria-expanded]") || (inner.length === 1 ? inner[0] : null);
  return told ? told.getAttribute("aria-expanded") === "true" : null;
}

/* The outermost thing around an element that is hidden while what is around it is not. */
function hidingBox(el) {
  let box = null;
  for (let part = el; part && part !== document.body; part = part.parentElement || part.getRootNode().host) {
    if (!part.getClientRects().length || !visible(part)) box = part;
  }
  return box;
}

function openerOf(box) {
  const folded = box.closest(FOLDING);
  const id = box.id && CSS.escape(box.id);
  const ways = [
    () => folded && folded.querySelector("summary"),
    () => id && first(`[aria-controls~="${id}"], [href="#${id}"], [data-target="#${id}"], [data-bs-target="#${id}"]`),
    () => box.hasAttribute("aria-labelledby") && byId(box, box.getAttribute("aria-labelledby"))[0],
    () => before(box),
  ];
  for (const way of ways) {
    const found = way();
    if (found && visible(found)) return found;
  }
  return null;
}

const first = (selector) => [...document.querySelectorAll(selector)].find(visible);

/* What stands before a folded box in the same place and can be clicked, such as the name of a folder in a tree. */
function before(box) {
  for (let other = box.previousElementSibling; other; other = other.previousElementSibling) {
    if (!visible(other)) continue;
    const part = [other, ...walk(other)].find((el) => visible(el) && isClickable(el));
    if (part) return part;
    if (clean(other.textContent)) return null;
  }
  return null;
}

/* Whether an element is nothing but a picture that its classes draw. */
const isPicture = (el) => !clean(el.textContent) && !el.childElementCount && !!clean(classOf(el)) && isDrawn(el);

const isClickable = (el) => ["button", "link", "tab", "section", "treeitem", "menuitem"].includes(roleOf(el))
  || foldable(el) || isPicture(el) || el.onclick || el.hasAttribute("onclick") || getComputedStyle(el).cursor === "pointer";
