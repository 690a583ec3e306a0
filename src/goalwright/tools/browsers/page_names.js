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
const INTERACTIVE = new Set(("button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option " +
  "textbox searchbox combobox listbox slider spinbutton section date time color file treeitem").split(" "));
const LINKLIKE = /(^|[-_\s])a?link(s|ed)?($|[-_\s])/i;
const BUTTONLIKE = /(^|[-_\s])(btn|button)($|[-_\s])/i;

const clean = (text) => (text || "").replace(/\s+/g, " ").trim();
const low = (text) => clean(text).toLowerCase();

function* walk(root) {
  const all = root.querySelectorAll ? root.querySelectorAll("*") : [];
  for (const el of all) {
    yield el;
    if (el.shadowRoot) yield* walk(el.shadowRoot);
  }
}

function visible(el) {
  if (el.tagName === "OPTION") return visible(el.closest("select") || el.parentElement);
  const style = getComputedStyle(el);
  if (style.visibility === "hidden" || style.display === "none") return false;
  for (const rect of el.getClientRects()) if (rect.width > 0 && rect.height > 0) return true;
  return style.display === "contents";
}

function roleOf(el) {
  const given = (el.getAttribute("role") || "").trim().split(/\s+/)[0].toLowerCase();
  if (given && given !== "presentation" && given !== "none") {
    if (given === "tab" && el.hasAttribute("aria-expanded") && el.closest(".ui-accordion, [role=tablist]")) {
      const isAccordion = el.nextElementSibling && el.nextElementSibling.getAttribute("role") === "tabpanel";
      if (isAccordion) return "section";
    }
    return given;
  }
  if (el.tagName === "INPUT") return TYPES[el.type] !== undefined ? TYPES[el.type] : "textbox";
  if (el.tagName === "SELECT") return el.multiple || el.size > 1 ? "listbox" : "combobox";
  if (el.tagName === "A" || el.tagName === "AREA") return el.hasAttribute("href") ? "link" : "";
  if (el.isContentEditable && (!el.parentElement || !el.parentElement.isContentEditable)) return "textbox";
  return TAGS[el.tagName] || "";
}

const byId = (el, ids) => ids.split(/\s+/).map((id) => el.getRootNode().getElementById(id)).filter(Boolean);

function labelText(label, control) {
  const copy = label.cloneNode(true);
  for (const inner of copy.querySelectorAll("input, select, textarea, script, style")) inner.remove();
  return clean(copy.textContent) || (label.contains(control) ? "" : clean(label.textContent));
}

/* The name of an element, as people and screen readers have it. */
function nameOf(el) {
  const described = el.getAttribute("aria-labelledby");
  if (described) {
    const text = clean(byId(el, described).map((part) => part.textContent).join(" "));
    if (text) return text;
  }
  const label = clean(el.getAttribute("aria-label"));
  if (label) return label;
  if (el.labels && el.labels.length) {
    const text = clean([...el.labels].map((item) => labelText(item, el)).join(" "));
    if (text) return text;
  }
  if (el.tagName === "INPUT" && ["button", "submit", "reset"].includes(el.type)) {
    return clean(el.value) || { submit: "Submit", reset: "Reset" }[el.type] || "";
  }
  if (el.tagName === "IMG" || el.tagName === "AREA" || (el.tagName === "INPUT" && el.type === "image")) {
    return clean(el.getAttribute("alt")) || clean(el.title);
  }
  if (["INPUT", "SELECT", "TEXTAREA", "IFRAME"].includes(el.tagName)) return clean(el.title);
  const text = clean(el.innerText !== undefined ? el.innerText : el.textContent);
  if (text) return text;
  const image = el.querySelector && el.querySelector("img[alt], svg title, [aria-label]");
  if (image) return clean(image.getAttribute("alt") || image.getAttribute("aria-label") || image.textContent);
  return clean(el.title) || clean(el.textContent);
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
    const text = isAfter ? following(node) || preceding(node) : preceding(node) || (depth ? "" : "");
    if (text) return text;
    node = node.parentElement;
    if (!node || node === document.body || controls(node).length > 1) break;
  }
  return "";
}

const controls = (el) => [...walk(el)].filter((inner) => isControl(inner) && visible(inner));

function preceding(node) {
  let text = "";
  for (let other = node.previousSibling; other; other = other.previousSibling) {
    if (other.nodeType === 1) {
      if (isControl(other) || controls(other).length) break;
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

function following(node) {
  for (let other = node.nextSibling; other; other = other.nextSibling) {
    if (other.nodeType === 1 && (isControl(other) || controls(other).length)) break;
    const piece = clean(other.textContent);
    if (piece) return piece;
  }
  return "";
}

function linkLike(el) {
  if (el.children.length > 3 || !clean(el.textContent)) return false;
  if (LINKLIKE.test(el.className && el.className.baseVal === undefined ? el.className : "")) return true;
  if (el.onclick || el.hasAttribute("onclick")) return true;
  const style = getComputedStyle(el);
  if (style.cursor === "pointer" && (!el.parentElement || getComputedStyle(el.parentElement).cursor !== "pointer")) return true;
  return style.textDecorationLine.includes("underline");
}

function buttonLike(el) {
  const name = typeof el.className === "string" ? el.className : "";
  return BUTTONLIKE.test(name) || (linkLike(el) && roleOf(el) === "");
}
