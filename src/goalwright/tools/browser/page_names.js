/* What the elements of a page are, and what people call them. Everything here only looks. */
const TYPES = {
  button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
  range: "slider", number: "spinbutton", search: "searchbox", color: "color", date: "date", time: "time",
  "datetime-local": "date", month: "date", week: "date", file: "file", hidden: "",
};
const TAGS = {
  BUTTON: "button", TEXTAREA: "textbox", OPTION: "option", DIALOG: "dialog", IMG: "img", NAV: "navigation",
  TABLE: "table", TR: "row", TD: "cell", TH: "columnheader", UL: "list", OL: "list", LI: "listitem", FORM: "form",
  H1: "heading", H2: "heading", H3: "heading", H4: "heading", H5: "heading", H6: "heading", SUMMARY: "section",
  PROGRESS: "progressbar", IFRAME: "frame", P: "paragraph", ARTICLE: "article", MAIN: "main", CANVAS: "img",
};
/* A pattern for any of some words. */
const anyOf = (words) => words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
const INTERACTIVE = new Set(("button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option " +
  "textbox searchbox combobox listbox slider spinbutton section date time color file treeitem").split(" "));
const LINKLIKE = /(^|[-_\s])a?link(s|ed)?($|[-_\s])/i;
const DIALOGLIKE = /(^|[-_\s])(modal|dialog|popup|lightbox|overlay)($|[-_\s])/i;
const WRITABLE = new Set(["text", "search", "email", "tel", "url", "password", "number"]);
const BUTTONLIKE = /(^|[-_\s])(btn|button)($|[-_\s])/i;

const clean = (text) => (typeof text === "string" ? text : "").replace(/\s+/g, " ").trim();
/* Quotation marks and apostrophes as a keyboard has them. */
const straight = (text) => text.replace(/[\u2018\u2019\u02bc]/g, "'").replace(/[\u201c\u201d]/g, '"');
const low = (text) => straight(clean(text).toLowerCase());

/* What a form has is asked past it: one with a field that is called "children" gives that field. */
const getChildren = Element.prototype.__lookupGetter__("children");
const childrenOf = (el) => [...getChildren.call(el)];
const labelsOf = (el) => (el.labels instanceof NodeList ? [...el.labels] : []);
const classOf = (el) => (el && el.getAttribute("class")) || "";
const isClassed = (el, sort) => !(el instanceof SVGElement) && sort.test(classOf(el));

/* False while what is hidden is looked for too. */
let isSeeing = true;

/* Every element below a root in reading order, those in open shadow trees too. */
function* walk(root) {
  if (root.shadowRoot) yield* walk(root.shadowRoot);
  const all = root.querySelectorAll ? root.querySelectorAll("*") : [];
  for (const el of all) {
    yield el;
    if (el.shadowRoot) yield* walk(el.shadowRoot);
  }
}

/* Whether a person could see the element, scrolling if need be. */
function visible(el) {
  if (!isSeeing) return true;
  if (el.tagName === "OPTION") return visible(el.closest("select") || el.parentElement);
  const style = getComputedStyle(el);
  if (style.visibility !== "visible" || style.display === "none" || shutAway(el)) return false;
  for (const rect of el.getClientRects()) {
    if (rect.width > 1 && rect.height > 1 && isOnPage(el, rect.right + scrollX, rect.bottom + scrollY)) return true;
  }
  return ["contents", "inline"].includes(style.display) && childrenOf(el).some(visible);
}

/* Whether a corner of an element is where scrolling could bring it, on the page or in the parts that it is in. */
function isOnPage(el, x, y) {
  let right = x, bottom = y;
  for (let part = el.parentElement; part && part !== document.body && (right <= 0 || bottom <= 0); part = part.parentElement) {
    right += part.scrollLeft;
    bottom += part.scrollTop;
  }
  return right > 0 && bottom > 0;
}

/* Whether something around the element is folded to nothing, or faded out for good. */
const shut = new WeakMap();
function shutAway(el) {
  if (!el || el === document.body || el === document.documentElement) return false;
  if (!shut.has(el)) {
    const style = getComputedStyle(el);
    const isFolded = /hidden|clip/.test(style.overflow) && style.display !== "inline" && style.display !== "contents"
      && (el.clientWidth < 2 || el.clientHeight < 2);
    const isFaded = style.opacity === "0" && style.pointerEvents === "none" && el.tagName !== "INPUT";
    const isClosed = el.parentElement && el.parentElement.tagName === "DETAILS" && !el.parentElement.open && el.tagName !== "SUMMARY";
    shut.set(el, isFolded || isFaded || isClosed || shutAway(el.assignedSlot || el.parentElement || el.getRootNode().host));
  }
  return shut.get(el);
}

/* Whether a person could use the element: seen itself, or through its label. */
const usable = (el) => visible(el) || labelsOf(el).some(visible) || isDrawnOver(el);

/* Whether an input is there for keys and screen readers alone, and a widget around it is what people see. */
function isDrawnOver(el) {
  if (el.tagName !== "INPUT" || !/^(range|checkbox|radio)$/.test(el.type) || el.disabled || el.tabIndex < 0 || !el.getClientRects().length) return false;
  const style = getComputedStyle(el), around = el.parentElement && el.parentElement.closest("[role], label, div");
  return style.visibility === "visible" && [around, around && around.parentElement, around && around.parentElement && around.parentElement.parentElement].some((part) => part && part !== document.body && visible(part) && part.getBoundingClientRect().width < innerWidth);
}

let roleOf = (el) => {
  const given = (el.getAttribute("role") || "").trim().split(/\s+/)[0].toLowerCase();
  if (given && given !== "presentation" && given !== "none") {
    if (given === "tab" && el.hasAttribute("aria-expanded") && el.closest(".ui-accordion, [role=tablist]")) {
      const isAccordion = el.nextElementSibling && el.nextElementSibling.getAttribute("role") === "tabpanel";
      if (isAccordion) return "section";
    }
    return given;
  }
  if (given && el.tagName === "TABLE") return "";
  if (el.tagName === "INPUT") return TYPES[el.type] !== undefined ? TYPES[el.type] : "textbox";
  if (el.tagName === "SELECT") return el.multiple || el.size > 1 ? "listbox" : "combobox";
  if (el.tagName === "A" || el.tagName === "AREA") return el.hasAttribute("href") ? "link" : "";
  if (el.isContentEditable && (!el.parentElement || !el.parentElement.isContentEditable)) return "textbox";
  return TAGS[el.tagName] || "";
};

const byId = (el, ids) => ids.split(/\s+/).map((id) => el.getRootNode().getElementById(id)).filter(Boolean);

function labelText(label, control) {
  const copy = label.cloneNode(true);
  for (const inner of copy.querySelectorAll("input, select, textarea, script, style")) inner.remove();
  return clean(copy.textContent) || (label.contains(control) ? "" : clean(label.textContent)) || pictured(label);
}

/* What the pictures in an element are called; nothing for what is a picture itself. */
const PICTURES = "img[alt], svg > title, svg[aria-label], [role=img][aria-label]";
const pictured = (el) => clean([...el.querySelectorAll(PICTURES)].map((one) => one.alt || one.getAttribute("aria-label") || one.textContent).join(" "));

/* A text without the words that a font for icons draws as pictures (arrow_upward), unless there are no others. */
const LETTERED = ".material-icons, .material-symbols-outlined, .material-symbols-rounded, .material-symbols-sharp, [class*='material-icons-'], mat-icon";
function withoutIcons(el, text) {
  if (!text || !el.firstElementChild) return text;
  let left = text;
  for (const icon of el.querySelectorAll(LETTERED)) left = left.replace(clean(icon.textContent), " ");
  return clean(left) || text;
}

/* The name of an element, as people and screen readers have it. */
let nameOf = (el) => {
  const described = el.getAttribute("aria-labelledby");
  if (described) {
    const text = clean([...new Set(byId(el, described).map((part) => clean(part.getAttribute("aria-label")) || part.innerText || part.textContent))].join(" "));
    if (text) return text;
  }
  const label = clean(el.getAttribute("aria-label"));
  if (label) return label;
  if (labelsOf(el).length) {
    const text = clean(labelsOf(el).map((item) => labelText(item, el)).join(" "));
    if (text) return text;
  }
  if (el.tagName === "INPUT" && ["button", "submit", "reset"].includes(el.type)) {
    return clean(el.value) || { submit: "Submit", reset: "Reset" }[el.type] || "";
  }
  if (el.tagName === "IMG" || el.tagName === "AREA" || (el.tagName === "INPUT" && el.type === "image")) {
    return clean(el.getAttribute("alt")) || clean(el.title);
  }
  if (["INPUT", "SELECT", "TEXTAREA", "IFRAME"].includes(el.tagName)) return clean(el.title);
  const text = withoutIcons(el, clean(el.innerText !== undefined ? el.innerText : el.textContent));
  if (text) return text;
  const image = el.querySelector && el.querySelector(`${PICTURES}, [aria-label]`);
  if (image) return clean(image.getAttribute("alt") || image.getAttribute("aria-label") || image.textContent);
  return clean(el.title) || clean(el.textContent);
};

/* What pointing at an element tells a person about it. */
const titleOf = (el) => clean(el.title && el.title.baseVal === undefined ? el.title : "")
  || clean(el.getAttribute("data-tooltip")) || clean(el.getAttribute("data-original-title"));

/* Whether letters can be typed into the element. */
function isEditable(el) {
  return !el.readOnly && (el.tagName === "TEXTAREA" || el.isContentEditable || (el.tagName === "INPUT" && WRITABLE.has(el.type)));
}

function isControl(el) {
  return ["textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton", "checkbox", "radio", "switch",
    "date", "time", "color", "file"].includes(roleOf(el));
}

/* The text that stands beside a control: before it on its line, else after it (checkboxes), else above it. */
function besideText(el) {
  const role = roleOf(el);
  const isAfter = role === "checkbox" || role === "radio" || role === "switch";
  let node = el;
  for (let depth = 0; depth < 4 && node; depth += 1) {
    const text = isAfter ? following(node) || preceding(node, el) : preceding(node, el);
    if (text) return text;
    if (node === el && isOverName(el)) return following(el);
    node = node.parentElement;
    if (!node || node === document.body || controls(node).length > 1) break;
  }
  return "";
}

/* Whether a field stands over its name in a part of its own, as the parts beside that are made. */
const isOverName = (el) => el.parentElement && el.parentElement.childElementCount === 2 && controls(el.parentElement).length === 1 && alike(el.parentElement).length > 0;

const controls = (el) => [...walk(el)].filter((inner) => isControl(inner) && visible(inner));

/* The text before a node, if it is drawn beside or above the control. */
function preceding(node, control) {
  let text = "";
  for (let other = node.previousSibling; other; other = other.previousSibling) {
    if (other.nodeType === 1) {
      if (isControl(other) || controls(other).length || (clean(other.textContent) && isAstray(other, control))) break;
      if (other.tagName === "BR" && text) break;
      if (/^(SCRIPT|STYLE)$/.test(other.tagName)) continue;
    }
    if (other.nodeType === 1 || other.nodeType === 3) {
      const piece = clean(other.textContent);
      if (piece) { text = clean(piece + " " + text); if (other.nodeType === 1) break; }
    }
  }
  return text.replace(/[:*\s]+$/, "");
}

/* Whether a text is drawn neither in the line of a control nor over it, as in the row of names above a row of fields. */
function isAstray(text, control) {
  const from = text.getBoundingClientRect(), to = control.getBoundingClientRect();
  const shared = (low, high, size) => Math.min(from[high], to[high]) - Math.max(from[low], to[low]) > Math.min(from[size], to[size]) / 2;
  return from.width > 0 && to.width > 0 && !shared("left", "right", "width") && !shared("top", "bottom", "height");
}

function following(node) {
  for (let other = node.nextSibling; other; other = other.nextSibling) {
    if (other.nodeType === 1 && (isControl(other) || controls(other).length)) break;
    const piece = clean(other.textContent);
    if (piece) return piece;
  }
  return "";
}

function linkLike(el) {
  if (childrenOf(el).length > 3 || !clean(el.textContent)) return false;
  if (isClassed(el, LINKLIKE)) return true;
  if (el.onclick || el.hasAttribute("onclick")) return true;
  const style = getComputedStyle(el);
  if (style.cursor === "pointer" && (!el.parentElement || getComputedStyle(el.parentElement).cursor !== "pointer")) return true;
  return style.textDecorationLine.includes("underline");
}

function buttonLike(el) {
  return isClassed(el, BUTTONLIKE) || (linkLike(el) && roleOf(el) === "");
}

/* Whether a box lies over the page like a dialog, without saying that it is one. */
function dialogLike(el) {
  return (isClassed(el, DIALOGLIKE) || DIALOGLIKE.test(el.id)) && /fixed|absolute/.test(getComputedStyle(el).position);
}

const foldable = (el) => el.hasAttribute("aria-expanded") && !isControl(el);

/* Whether an element holds a text of some words, and nothing to click in it. */
function prose(el) {
  const own = [...el.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent);
  return /\S\s+\S/.test(clean(own.join(" "))) && !INTERACTIVE.has(roleOf(el)) && el.tagName !== "LABEL"
    && getComputedStyle(el).display !== "inline";
}

/* The text that stands in one line with an element, up to the next thing to click. */
function lineText(el, ways = ["previousSibling", "nextSibling"]) {
  const texts = [];
  for (const way of ways) {
    for (let node = el[way]; node; node = node[way]) {
      if (node.nodeType === 1 && (node.tagName === "BR" || INTERACTIVE.has(roleOf(node))
        || !/inline|contents/.test(getComputedStyle(node).display))) break;
      texts.push(node.nodeType === 8 ? "" : clean(node.textContent));
    }
  }
  return clean(texts.join(" "));
}

function headingBefore(el) {
  for (let other = el.previousElementSibling; other; other = other.previousElementSibling) {
    if (roleOf(other) === "heading" || /^(DT|LEGEND|CAPTION)$/.test(other.tagName)) return clean(other.textContent);
  }
  return "";
}
