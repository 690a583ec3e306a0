/* Which elements a description means. Everything here only looks. */
/* What people call a thing -> the roles it may have, the plainest first. */
const KINDS = {
  textbox: ["textbox", "searchbox", "spinbutton", "date", "time"],
  searchbox: ["searchbox", "textbox"],
  combobox: ["combobox", "listbox"],
  listbox: ["listbox", "combobox", "list"],
  list: ["listbox", "combobox", "list"],
  menuitem: ["menuitem", "menuitemcheckbox", "menuitemradio"],
  dialog: ["dialog", "alertdialog"],
  img: ["img", "image"],
  checkbox: ["checkbox", "switch", "menuitemcheckbox"],
  date: ["date"],
  column: ["columnheader"],
  table: ["table", "grid", "treegrid"],
  cell: ["cell", "gridcell", "columnheader", "rowheader"],
};
/* What looks like a thing without having its role. */
const LIKE = { link: linkLike, button: buttonLike, dialog: dialogLike, section: foldable, paragraph: prose };
/* What people also call by a thing's name, if nothing else is called that. */
const STAND_INS = {
  button: ["link", "tab", "menuitem", "section", "option"],
  link: ["button", "tab", "menuitem", "section"],
  tab: ["link", "button", "radio", "section"],
  section: ["button", "link", "tab"],
  menuitem: ["option", "link", "button", "treeitem", "listitem"],
  option: ["menuitem", "menuitemradio", "menuitemcheckbox", "treeitem", "radio", "listitem", "gridcell", "link", "button"],
  radio: ["menuitemradio", "option", "button"],
  checkbox: ["radio", "option"],
  img: ["button", "link"],
};
/* What can be meant by a field, depending on what is to be done with it. */
const FIELDS = {
  check: new Set(["checkbox", "radio", "switch", "menuitemcheckbox"]),
  type: new Set(["textbox", "searchbox", "combobox", "listbox", "slider", "spinbutton", "date", "time", "color"]),
};
const CLOSERS = new Set(["x", "×", "✕", "✖", "⨯", "╳"]);

/* What follows a name and is not part of it. */
const NO_PART = new RegExp(`(\\s*(\\((${anyOf(WORDS.no_part)})\\)|[:*.…?!]))+$`);

/* The keys that press something, as some pages write them behind its name: Edit [alt-shift-e]. */
const KEY_HINT = /\s*\[((alt|ctrl|shift|cmd|⌘|⌥)[-+\s]?)*\S\]$/;

/* What turns the words behind it into their contrary: available is not "Not available". */
const NEGATION = new RegExp(`(^|\\s)(${anyOf(WORDS.negation)})[\\s-]+$`);
const PICTURE = /^\p{Extended_Pictographic}[\p{Extended_Pictographic}\uFE0F\u200D]*\s*/u;
const COUNT = new RegExp(`^(\\s*\\(\\d[\\d.,]*\\+?\\)|(,\\s*|\\s+)\\d[\\d.,]*\\+? (${anyOf(WORDS.counted)})( .*)?)$`);

/* How well a name fits what was said: 0 exactly, 1 but for case, 2 as a whole word in it; -1 not at all. */
function fit(name, wanted) {
  const have = clean(name), want = clean(wanted);
  if (!have || !want) return -1;
  if (have === want) return 0;
  const a = straight(have.toLowerCase()), b = straight(want.toLowerCase());
  const core = (text) => text.replace(KEY_HINT, "").replace(NO_PART, "").replace(PICTURE, "").trim() || text;
  if (a === b || core(a) === core(b)) return 1;
  if (joined(a) === joined(b)) return 1;
  if (undetermined(core(a)) === undetermined(core(b))) return 1;
  if (CLOSERS.has(b) && /^(close|dismiss)\b/.test(a)) return 1;
  if (CLOSERS.has(a) && (b === "close" || CLOSERS.has(b))) return 1;
  const at = a.indexOf(b);
  if (at < 0 || !/[\p{L}\p{N}]/u.test(b) || (NEGATION.test(a.slice(0, at)) && !/^\d/.test(b))) return -1;
  const edge = (char) => char === undefined || !/[\p{L}\p{N}_]/u.test(char);
  return edge(a[at - 1]) && edge(a[at + b.length]) ? 2 : -1;
}

/* Those of some elements that are called so but for a count behind the name, if there are any: Cart (3), Cart, 3 items. */
function orCounted(elements, name) {
  const isCounted = (el) => low(nameOf(el)).startsWith(low(name)) && COUNT.test(low(nameOf(el)).slice(low(name).length));
  const counted = elements.length > 1 ? elements.filter(isCounted) : [];
  return counted.length ? counted : elements;
}

/* How far what was found last is from what was said: 0 is just that. Tells which of several frames has what is meant. */
let rank = 0;

/* A name without the small words that people leave out: Edit this page, edit page. */
const DETERMINERS = new RegExp(`(?<=\\S\\s)(${anyOf(WORDS.determiners)})\\s+(?=\\S)`, "g");
const undetermined = (text) => text.replace(DETERMINERS, "");

/* Words that are written as one or apart: log in, login, log-in. */
const joined = (text) => text.replace(/([a-z])[\s-]+(?=[a-z])/g, "$1");

function best(pairs, worst = 2, weight = 0) {
  for (let tier = 0; tier <= worst; tier += 1) {
    const found = pairs.filter(([, score]) => score === tier).map(([el]) => el);
    rank = weight + tier;
    if (found.length) return found;
  }
  return [];
}

const innermost = (elements) => elements.filter((el) => !elements.some((other) => other !== el && el.contains(other)));
const outermost = (elements) => elements.filter((el) => !elements.some((other) => other !== el && other.contains(el)));

/* A label and the control it belongs to are one thing: the control stands for both. */
const merged = (elements) => [...new Set(elements.map((el) => (el.tagName === "LABEL" && el.control) || el))];

function byRole(scope, kind, name) {
  const roles = KINDS[kind] || [kind];
  const all = [...walk(scope)];
  if (kind === "searchbox" && name === null) return searchers(all.filter((el) => isOf(el, roles) && usable(el)));
  for (const role of kind === "textbox" ? [null] : roles) {
    const group = all.filter((el) => isOf(el, role === null ? roles : [role]) && usable(el));
    const found = name === null ? group : byNames(group, name);
    if (found.length) return found;
  }
  return LIKE[kind] || STAND_INS[kind] ? unlikely(scope, all, kind, name) : [];
}

/* A list that can be typed into is a text box too. */
const isOf = (el, roles) => roles.includes(roleOf(el))
  || (roles.includes("textbox") && roleOf(el) === "combobox" && isEditable(el));

function byNames(group, name) {
  for (const called of [nameOf, pictured, (el) => (isControl(el) && besideText(el)) || el.placeholder || "", (el) => titleOf(el) || el.value || "", seenText]) {
    const found = best(group.map((el) => [el, fit(called(el), name)]), 2, called === nameOf ? 0 : 3);
    if (found.length) return orCounted(found, name);
  }
  return [];
}

const SEARCHING = new RegExp(anyOf(WORDS.searching), "i");
const FILTERING = new RegExp(anyOf(WORDS.filtering), "i");
const ASIDES = "aside, nav, [role=complementary], [role=navigation]";

/* The fields for searching among some: those that say so, then those of a form for it, then those that a script calls so. What
   narrows down what is shown is none, and one beside the page's own matter only if there is no other. */
function searchers(fields) {
  const says = (el) => `${nameOf(el)} ${el.placeholder || ""} ${titleOf(el)} ${besideText(el)}`;
  const isFor = (form) => [...walk(form)].some((el) => roleOf(el) === "button" && SEARCHING.test(`${nameOf(el)} ${titleOf(el)}`));
  const open = fields.filter((el) => isEditable(el) && !(el.tagName === "TEXTAREA" && roleOf(el) === "textbox") && (SEARCHING.test(says(el)) || !FILTERING.test(says(el))));
  const ways = [
    (el) => [nameOf(el), el.placeholder || "", besideText(el)].some((name) => SEARCHING.test(name) && isCalled(name, "search")),
    (el) => SEARCHING.test(says(el)),
    (el) => el.closest("search, [role=search]") || (el.form && isFor(el.form)),
    (el) => SEARCHING.test(`${el.getAttribute("name")} ${el.id} ${classOf(el)}`) || /^(q|query)$/i.test(el.getAttribute("name")),
    (el) => roleOf(el) === "searchbox",
  ];
  for (const way of ways) {
    const found = open.filter(way), main = found.filter((el) => !el.closest(ASIDES));
    if (found.length) return main.length ? main : found;
  }
  return [];
}

/* What only looks like the thing, or is another thing that people may call so. */
function unlikely(scope, all, kind, name) {
  const seen = name === null ? all.filter(visible) : [...textual(scope, name), ...all.filter((el) => titleOf(el) && visible(el))];
  const isHushed = (el) => name !== null && isSeeing && low(el.textContent).includes(low(name)) && !low(seenText(el)).includes(low(name)); // said by what it hides
  const alike = LIKE[kind] ? [...new Set(seen)].filter((el) => roleOf(el) !== "textbox" && LIKE[kind](el) && !isHushed(el)) : [];
  if (name === null) return kind === "paragraph" ? innermost(alike) : outermost(alike);
  const found = innermost(best(alike.map((el) => [el, Math.max(fit(nameOf(el), name), fit(titleOf(el), name))]), 2, 10));
  if (found.length || !STAND_INS[kind]) return found;
  for (const role of STAND_INS[kind]) {
    const group = all.filter((el) => roleOf(el) === role && usable(el));
    const named = best(group.map((el) => [el, fit(nameOf(el), name)]), 1, 20);
    if (named.length) return named;
  }
  return [];
}

function byField(scope, name, purpose) {
  const wanted = FIELDS[purpose];
  const group = [...walk(scope)].filter((el) => isControl(el) && (!wanted || wanted.has(roleOf(el)))
    && (usable(el) || (purpose === "upload" && el.type === "file")));
  if (purpose === "type" && low(name) === "search") return searchers(group);
  const told = [(el) => nameOf(el), (el) => el.placeholder || "", (el) => besideText(el)];
  const meant = [
    (el) => (el.type === "password" ? "password" : ""),
    (el) => (el.getAttribute("name") || "").replace(/[-_]+/g, " "),
    (el) => (el.id || "").replace(/[-_]+/g, " "),
    (el) => WORDS.by_type[el.type] || "",
    (el) => roleOf(el),
    (el) => WORDS.by_role[roleOf(el)] || "",
  ];
  const bare = [(el) => (nameOf(el) || el.placeholder ? "" : classWord(el, name))];
  const tries = [[told, 0], [told, 1], [meant, 0], [meant, 1], [[], 1], [[...told, ...meant], 2], [bare, 0]];
  for (const [place, [ways, tier]] of tries.entries()) {
    if (!ways.length) {
      const near = nearText(scope, name, group);
      if (near.length) return near;
    }
    for (const [at, way] of ways.entries()) {
      const found = group.filter((el) => fit(way(el), name) === tier && (tier < 2 || isTickedByPart(el, name, purpose)));
      rank = place * 10 + at;
      if (found.length) return found;
    }
  }
  return [];
}

/* What was said, if a field's class begins a word with it: all that tells what a field is for that nothing else names. */
const classWord = (el, name) => (name.length > 3 && classOf(el).split(/[\s_-]+/).some((part) => low(part).startsWith(low(name))) ? name : "");

/* The controls that are drawn beside or right below a text, wherever the page keeps them. */
function nearText(scope, text, group) {
  const found = textual(scope, text).filter((el) => [0, 1].includes(fit(seenText(el), text)) && !el.closest("a[href], button, [role=button], [role=link]"));
  const lying = group.filter((el) => !(isPopup(el) && /fixed|absolute/.test(getComputedStyle(el).position)));
  const near = innermost(found).map((el) => [el, nearest(el.getBoundingClientRect(), lying)]);
  return [...new Set(near.filter(([el, control]) => control && !isCutOff(el, control)).map(([, control]) => control))];
}

/* Whether another label, or more than a hint, is drawn between a text and the control below it. */
function isCutOff(text, control) {
  const from = text.getBoundingClientRect(), to = control.getBoundingClientRect();
  const isBetween = (el) => {
    const box = el.getBoundingClientRect();
    return box.top >= from.bottom - 2 && box.bottom <= to.top + 2 && box.left < Math.max(from.right, to.right) && box.right > Math.min(from.left, to.left);
  };
  const between = to.top < from.bottom ? [] : [...walk(document)].filter((el) => !el.childElementCount && clean(el.textContent) && visible(el) && isBetween(el));
  return between.length > 1 || between.some((el) => el.closest(`dt, th, label, legend, ${HEADINGS}`));
}

const ASIDE_PX = 50;

function nearest(from, group) {
  let least = 200, near = null;
  for (const el of group) {
    const to = el.getBoundingClientRect();
    const isRow = Math.min(to.bottom, from.bottom) - Math.max(to.top, from.top) > Math.min(to.height, from.height) / 2;
    const isColumn = to.left < from.right && to.right > from.left;
    const isBox = ["checkbox", "radio", "switch"].includes(roleOf(el));
    const isAside = isColumn && Math.min(to.right, from.right) - Math.max(to.left, from.left) < Math.min(to.width, from.width) / 2;
    const gap = isRow && isColumn ? 0 : isRow ? (isBox ? Math.max(from.left - to.right, to.left - from.right) : to.left - from.right)
      : isColumn && !isBox ? (to.top - from.bottom) * 2 + (isAside ? ASIDE_PX : 0) : Infinity;
    if (gap > -5 && gap < least) { least = gap; near = el; }
  }
  return near;
}

const seenText = (el) => withoutIcons(el, clean(el.innerText !== undefined ? el.innerText : el.textContent));

/* The elements that hold a text; how they show it is not looked at, for that takes long. */
function textual(scope, text) {
  const bare = (words) => words.replace(/[\s:*.…?!]+/g, "").toLowerCase(), wanted = bare(text) || text.trim();
  return [...walk(scope)].filter((el) => !/^(SCRIPT|STYLE|HTML|HEAD|BODY|NOSCRIPT|TEMPLATE)$/.test(el.tagName)
    && (bare(el.textContent).includes(wanted) || CLOSERS.has(wanted) || wanted === "close") && visible(el));
}

/* The text beside a control that stands for it: none if it has a name; for what is ticked only what follows it as a label does. */
function ownText(el) {
  if (nameOf(el)) return "";
  if (!["checkbox", "radio", "switch"].includes(roleOf(el))) return besideText(el);
  const isText = (node) => node && (node.nodeType === 3 || node.tagName === "LABEL") && clean(node.textContent);
  for (const way of ["nextSibling", "previousSibling"]) {
    let node = el[way];
    while (node && node.nodeType === 3 && !clean(node.textContent)) node = node[way];
    if (isText(node)) return clean(node.textContent).replace(/[:*\s]+$/, "");
  }
  return "";
}

/* What is clicked of a label that does nothing itself: the only thing to click in what stands by it. */
function pressedBy(el) {
  if (INTERACTIVE.has(roleOf(el)) || el.onclick || el.hasAttribute("onclick") || !/:\s*$/.test(seenText(el)) || el.tagName === "LABEL") return el;
  const value = el.nextElementSibling, inner = value ? [value, ...walk(value)].filter((part) => (["button", "link"].includes(roleOf(part)) || linkLike(part)) && visible(part)) : [];
  return innermost(inner).length === 1 ? innermost(inner)[0] : el;
}

/* What is clicked of a cell or an entry that does nothing itself: the only thing in it to click, if that is all it says, or it heads a column. */
function pressedIn(label) {
  const el = pressedBy(label);
  if (!/^(TH|TD|LI|DT|DD|H[1-6])$/.test(el.tagName) || INTERACTIVE.has(roleOf(el)) || el.onclick || el.hasAttribute("onclick")) return el;
  const inner = [...walk(el)].filter((part) => ["button", "link"].includes(roleOf(part)) && visible(part));
  return inner.length === 1 && (el.tagName === "TH" || nameOf(inner[0]) === seenText(el)) ? inner[0] : el;
}

/* Where an entry of a tree is clicked: on its text, for it may be as wide as the page. */
const textOf = (el) => (roleOf(el) === "treeitem" && [...walk(el)].find((part) => !part.childElementCount && visible(part)
  && seenText(part) === nameOf(el))) || el;

/* Whether nothing tells that a text does something when it is clicked: it is in nothing to press, and has no hand for a pointer. */
const isIdle = (el) => !isInside(el, (at) => INTERACTIVE.has(roleOf(at)) || at.tagName === "LABEL" || at.onclick || at.hasAttribute("onclick") || at.hasAttribute("tabindex")) && getComputedStyle(el).cursor !== "pointer";
const isInside = (el, is) => { for (let at = el; at && at !== document.body; at = at.parentElement) if (is(at)) return true; return false; };

/* Whether what is looked for is only looked at. */
const isLooking = (purpose) => purpose === "read" || purpose === "scroll";

function byText(scope, text, purpose) {
  if (FIELDS[purpose]) {
    const fields = byField(scope, text, purpose);
    if (fields.length) return fields;
  }
  const all = [...walk(scope)];
  const interactive = all.filter((el) => (INTERACTIVE.has(roleOf(el)) || el.tagName === "LABEL") && usable(el));
  const scored = (elements, called) => elements.map((el) => [el, fit(called(el), text)]);
  const drawn = interactive.filter((el) => fit(nameOf(el), text) < 0 && pictured(el));
  const named = [...scored(interactive, nameOf), ...scored(drawn, pictured)];
  const beside = scored(interactive.filter(isControl), ownText);
  const written = textual(scope, text), idle = purpose === "click" ? written.filter(isIdle) : [];
  const others = scored(written.filter((el) => !idle.includes(el)), seenText), idlers = scored(idle, seenText);
  const groups = isLooking(purpose) ? [others, named] : [named, beside, others];
  const hint = (el) => titleOf(el) || el.placeholder || (roleOf(el) === "img" ? nameOf(el) : "");
  const titled = scored(all.filter((el) => hint(el) && visible(el)), hint);
  const tries = [...[0, 1].flatMap((tier) => groups.map((group) => [group, tier])),
    [titled, 0], [titled, 1], [idlers, 0], [idlers, 1], ...[...groups, idlers].map((group) => [group, 2])];
  rank = tries.findIndex(([group, tier]) => group.some(([, score]) => score === tier));
  if (rank < 0) return [];
  const [group, tier] = tries[rank];
  const fitting = innermost(group.filter(([, score]) => score === tier).map(([el]) => el));
  const found = orCounted(tier < 2 ? fitting : fitting.filter((el) => isTickedByPart(el, text, purpose)), text);
  return isLooking(purpose) ? found : merged(found).map(textOf);
}

const WAYS = {
  role: (scope, request) => byRole(scope, request.role, request.name),
  label: (scope, request) => {
    const fields = byField(scope, request.value, request.purpose);
    return fields.length ? fields : byText(scope, request.value, request.purpose);
  },
  field: (scope, request) => byField(scope, request.value, request.purpose),
  placeholder: (scope, request) => best([...walk(scope)].filter(visible)
    .map((el) => [el, fit(el.placeholder || el.getAttribute("aria-placeholder") || "", request.value)])),
  text: (scope, request) => byText(scope, request.value, request.purpose),
  css: (scope, request) => {
    const roots = [scope, ...[scope, ...walk(scope)].filter((el) => el.shadowRoot).map((el) => el.shadowRoot)];
    return roots.flatMap((root) => [...root.querySelectorAll(request.value)]);
  },
};

/* Steps that give things, of which a click opens the one that is meant. */
const THING_STEPS = new Set(["things", "where", "most", "least"]);

/* What the steps lead to, each taken inside what the one before it found; with `isWhole` none of it is left out. */
function find(steps, purpose, isWhole = false) {
  if (innerWidth < 2 || innerHeight < 2) return [];
  isSeeing = purpose !== "attached";
  rank = 0;
  passed = [];
  try {
    const named = steps.findLast((step) => !CHOOSING.has(step.way)), isOpened = purpose === "click" && named && (named.role === "article" || THING_STEPS.has(named.way));
    const leading = isOpened ? leadingLink : purpose === "click" ? pressedIn : (el) => el;
    const found = [...new Set(followed(steps, purpose).map(leading))];
    return found.length > 1 && !isWhole && !steps.some((step) => step.way === "all") ? narrowed(found, purpose) : found;
  } finally {
    isSeeing = true;
  }
}

function followed(steps, purpose, from = [document]) {
  let scopes = from;
  for (const [place, step] of steps.entries()) {
    if (step.way === "nth") {
      const list = inReadingOrder(scopes);
      const at = step.index < 0 ? list.length + step.index : step.index;
      scopes = list[at] ? [list[at]] : [];
    } else if (AMONG[step.way]) {
      scopes = AMONG[step.way](scopes, step);
    } else {
      scopes = [...new Set(scopes.flatMap((scope) => WAYS[step.way](scope, { ...step, purpose, rest: steps.slice(place + 1) })))];
    }
  }
  return scopes;
}

function inReadingOrder(elements) {
  const wanted = new Set(elements);
  return [...walk(document)].filter((el) => wanted.has(el));
}

/* Of several, those that can be reached; the first of them if a person could not tell them apart. */
function narrowed(elements, purpose) {
  const headed = purpose === "scroll" ? elements.filter((el) => el.closest(HEADINGS)) : [];
  const free = isLooking(purpose) ? headed : elements.filter((el) => !isBehind(el));
  const there = purpose === "drop" ? roomiest(free.length ? free : elements) : free.length ? free : elements;
  const left = likeliest(there, purpose);
  const own = purpose === "click" ? left.filter(isOfFilledForm) : [];
  const kept = own.length === 1 ? own : left.every((el) => isTwin(el, left[0])) ? left.slice(0, 1) : left;
  passed = kept.length === 1 ? elements.filter((el) => el !== kept[0]).map((el) => [el, () => whyPassed(el, there, left, purpose)]) : [];
  return kept;
}

/* What was called as was said and is not what was meant, in the last search that found one thing; each with what tells why. */
let passed = [];
const MOST_PASSED = 3;
const passedOver = () => passed.slice(0, MOST_PASSED).map(([el, why]) => ({ ...describe(el), why: why() }));

/* Why an element was passed over: by the name of the rule that did it. */
function whyPassed(el, there, left, purpose) {
  if (!there.includes(el)) return "covered";
  if (left.includes(el)) return isTwin(el, left[0]) ? "same" : "form";
  return (likelihoods(there, purpose).find(([, rule]) => !rule(el)) || ["other"])[0];
}

/* Whether an element sends the form that the keys go to, in which something was typed. */
function isOfFilledForm(el) {
  const active = document.activeElement;
  return Boolean(active && active.form && active.value && isEditable(active) && el.form === active.form && el.type === "submit");
}

/* How far what the steps lead to is from what was said; Infinity if there is nothing. */
const rankOf = (steps, purpose) => (find(steps, purpose).length ? rank : Infinity);
