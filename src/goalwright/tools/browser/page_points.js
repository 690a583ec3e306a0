/* How an element is told from others, and where it can be clicked. Everything here only looks. */
const TEXT_TYPES = new Set(["text", "search", "email", "tel", "url", "password"]);

/* An element in a few words; `others` are those that it must be told from. */
function describe(el, others = []) {
  const rect = el.getBoundingClientRect();
  const kind = roleOf(el) || el.tagName.toLowerCase();
  const name = (nameOf(el) || besideText(el) || "").slice(0, 60);
  const marks = [el.id && `#${el.id}`, el.getAttribute("name") && `name=${el.getAttribute("name")}`,
    el.value && el.tagName === "INPUT" && el.type !== "password" && `value=${el.value}`].filter(Boolean).join(" ");
  const near = others.length > 1 ? surroundings(el, others) : "";
  return { kind, name, near, marks: marks.slice(0, 80), x: Math.round(rect.x), y: Math.round(rect.y) };
}

/* What is around an element and around none of the others. */
function surroundings(el, others) {
  let around = el;
  const isShared = (node) => others.some((other) => other !== el && node.contains(other));
  while (around.parentElement && !isShared(around.parentElement)) around = around.parentElement;
  const text = [...walk(around)].length < 2_000 ? seenText(around).replace(nameOf(el), " ") : "";
  const place = /^(HEADER|FOOTER|NAV|ASIDE|DIALOG)$/.test(around.tagName) ? around.tagName.toLowerCase() : "";
  const ways = [() => clean(text), () => lineText(el, ["previousSibling"]), () => headingBefore(el), () => partBefore(el, others), () => place];
  return ways.reduce((told, way) => told || way().slice(0, 40), "");
}

/* What the part of the page right before an element says or is called. */
function partBefore(el, others) {
  for (let part = el.previousElementSibling; part && !others.includes(part); part = part.previousElementSibling) {
    if (visible(part) && nameOf(part)) return nameOf(part);
  }
  return "";
}

function hitAt(x, y) {
  let hit = document.elementFromPoint(x, y);
  while (hit && hit.shadowRoot) {
    const deeper = hit.shadowRoot.elementFromPoint(x, y);
    if (!deeper || deeper === hit) break;
    hit = deeper;
  }
  return hit;
}

/* Whether a node is an element or in it, through slots and shadow trees too. */
function isWithin(node, el) {
  for (let at = node; at; at = at.assignedSlot || at.parentNode || at.host) if (at === el) return true;
  return false;
}

/* The middle of an element and other points of it, the more central first. */
const SPOTS = [0.5, 0.25, 0.75, 0.1, 0.9, 0.02, 0.98].flatMap((fy, _, all) => all.map((fx) => [fx, fy]))
  .sort((a, b) => Math.abs(a[0] - 0.5) + Math.abs(a[1] - 0.5) - Math.abs(b[0] - 0.5) - Math.abs(b[1] - 0.5));

/* A point of the element that nothing covers, from its corner, best one that clicks nothing else in it; null if none. */
function uncovered(el, spots = SPOTS) {
  const rect = [...el.getClientRects()].find((item) => item.width > 0 && item.height > 0);
  if (!rect) return null;
  const outer = el.getBoundingClientRect();
  const home = (el.tagName !== "LABEL" && el.closest("button, [role=button], a[href]")) || el;
  let spare = null;
  for (const [fx, fy] of spots) {
    const x = rect.left + rect.width * fx, y = rect.top + rect.height * fy, hit = hitAt(x, y);
    if (!hit || !isWithin(hit, home)) continue;
    const point = { x: x - outer.left, y: y - outer.top };
    const inner = hit.closest("a[href], button, input, select, textarea, [role=button], [role=link], [onclick]");
    if (!inner || inner === el || isWithin(el, inner)) return point;
    spare = spare || (spots === SPOTS ? point : null);
  }
  return spare;
}

/* Brings an element to where it can be clicked: itself, or else its label, scrolled clear of what lies over the page.
   Tells which of its labels it is (-1 for none) with the point, or what covers it. */
function reach(el) {
  if (!el.isConnected) throw new Error("Element is not attached to the DOM");
  const ways = [el, ...labelsOf(el)].filter(visible);
  for (const spots of [SPOTS.slice(0, 1), SPOTS]) {
    for (const [way, block] of ways.flatMap((one) => [null, "center", "end", "start"].map((place) => [one, place]))) {
      if (block) way.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
      const point = uncovered(way, spots);
      if (point) return { label: labelsOf(el).indexOf(way), point };
    }
  }
  const box = (ways[0] || el).getBoundingClientRect(), hit = hitAt(box.x + box.width / 2, box.y + box.height / 2);
  const cover = hit && (overlay(hit) || hit);
  return { label: -1, point: null, cover: cover && !isWithin(cover, el) ? describe(cover) : null };
}

/* The part of the page that is laid over the rest and holds a node, if there is one. */
function overlay(node) {
  for (let at = node; at && at.nodeType === 1; at = at.parentElement) {
    if (at.tagName === "DIALOG" || /fixed|absolute|sticky/.test(getComputedStyle(at).position)) return at;
  }
  return null;
}

/* Whether something that is laid over the page keeps an element from being clicked. */
function isBehind(el) {
  if (el.closest("[inert]")) return true;
  const box = el.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  if (el.tagName === "OPTION" || x < 0 || y < 0 || x > innerWidth || y > innerHeight || uncovered(el)) return false;
  const hit = hitAt(x, y), over = hit && overlay(hit);
  return Boolean(over && !isWithin(el, over));
}

/* Whether an element can be used as it is: seen in the window with its middle free, or a field that takes any text. */
function isReady(el, purpose, steps = []) {
  if (purpose === "type" && (el.readOnly || datePartsOf(el))) return false;
  if (purpose === "type") return el.tagName === "TEXTAREA" || (el.tagName === "INPUT" && TEXT_TYPES.has(el.type));
  if (purpose === "select") return el.tagName === "SELECT" && visible(el);
  if (purpose !== "click" && purpose !== "check") return true;
  if (purpose === "check" && !(el.tagName === "INPUT" && el.type === "checkbox")) return false;
  if (isInNamedRow(el, steps)) return false; // what is in a row is pressed under guard
  if (el.tagName === "OPTION" || el.getClientRects().length !== 1) return false;
  const rect = el.getBoundingClientRect();
  return document.elementFromPoint(rect.x + rect.width / 2, rect.y + rect.height / 2) === el;
}
