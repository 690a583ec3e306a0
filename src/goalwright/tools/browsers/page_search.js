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
  cell: ["cell", "gridcell", "columnheader", "rowheader"],
};
const CLOSERS = new Set(["x", "×", "✕", "✖", "⨯", "╳"]);

/* How well a name fits what was said: 0 exactly, 1 but for case, 2 as a whole word in it; -1 not at all. */
function fit(name, wanted) {
  const have = clean(name), want = clean(wanted);
  if (!have || !want) return -1;
  if (have === want) return 0;
  const a = have.toLowerCase(), b = want.toLowerCase();
  if (a === b || a.replace(/[:*.…?!]+$/, "").trim() === b.replace(/[:*.…?!]+$/, "").trim()) return 1;
  if (CLOSERS.has(b) && /^(close|dismiss)\b/.test(a)) return 1;
  if (CLOSERS.has(a) && b === "close") return 1;
  const at = a.indexOf(b);
  if (at < 0) return -1;
  const edge = (char) => char === undefined || !/[\p{L}\p{N}_]/u.test(char);
  return edge(a[at - 1]) && edge(a[at + b.length]) ? 2 : -1;
}

function best(pairs) {
  for (let tier = 0; tier <= 2; tier += 1) {
    const found = pairs.filter(([, score]) => score === tier).map(([el]) => el);
    if (found.length) return found;
  }
  return [];
}

const innermost = (elements) => elements.filter((el) => !elements.some((other) => other !== el && el.contains(other)));
const outermost = (elements) => elements.filter((el) => !elements.some((other) => other !== el && other.contains(el)));

/* A label and the control it belongs to are one thing: the control stands for both, unless it cannot be seen. */
function merged(elements) {
  const found = new Set();
  for (const el of elements) {
    const control = el.tagName === "LABEL" ? el.control : null;
    if (control && visible(control)) found.add(control);
    else if (!(el.labels && !visible(el) && [...el.labels].some((label) => elements.includes(label)))) found.add(el);
  }
  return [...found];
}

function byRole(scope, kind, name, purpose) {
  const roles = KINDS[kind] || [kind];
  const seen = [...walk(scope)].filter(visible);
  for (const role of kind === "textbox" ? [null] : roles) {
    const group = seen.filter((el) => (role === null ? roles.includes(roleOf(el)) : roleOf(el) === role));
    const found = name === null ? group : best(group.map((el) => [el, Math.max(fit(nameOf(el), name), -1)]));
    if (found.length) return found;
    if (name !== null && group.length) {
      const beside = best(group.map((el) => [el, fit(besideText(el) || el.placeholder || "", name)]));
      if (beside.length) return beside;
      const titled = best(group.map((el) => [el, fit(el.title || el.value || "", name)]));
      if (titled.length) return titled;
    }
  }
  const like = { link: linkLike, button: buttonLike }[kind];
  if (!like) return [];
  const alike = seen.filter((el) => roleOf(el) !== "textbox" && like(el));
  return name === null ? outermost(alike) : innermost(best(alike.map((el) => [el, fit(nameOf(el), name)])));
}

function byField(scope, name, purpose) {
  const wanted = { check: ["checkbox", "radio", "switch", "menuitemcheckbox"], select: null }[purpose];
  let group = [...walk(scope)].filter((el) => isControl(el) && visible(el));
  if (wanted) group = group.filter((el) => wanted.includes(roleOf(el)));
  if (purpose === "type") {
    group = group.filter((el) => !["checkbox", "radio", "switch", "file"].includes(roleOf(el)));
  }
  const ways = [
    (el) => nameOf(el),
    (el) => el.placeholder || "",
    (el) => besideText(el),
    (el) => (el.type === "password" ? "password" : ""),
    (el) => (el.getAttribute("name") || "").replace(/[-_]+/g, " "),
    (el) => (el.id || "").replace(/[-_]+/g, " "),
    (el) => ({ date: "date", time: "time", search: "search", email: "email", tel: "phone", color: "color" }[el.type] || ""),
    (el) => roleOf(el),
  ];
  for (let tier = 0; tier <= 2; tier += 1) {
    for (const way of ways) {
      const found = group.filter((el) => fit(way(el), name) === tier);
      if (found.length) return found;
    }
  }
  return [];
}

function byText(scope, text, purpose) {
  const seen = [...walk(scope)].filter((el) => visible(el) && !/^(SCRIPT|STYLE|HTML|HEAD|BODY)$/.test(el.tagName));
  const interactive = seen.filter((el) => INTERACTIVE.has(roleOf(el)) || el.tagName === "LABEL");
  const named = interactive.map((el) => [el, el, fit(nameOf(el), text)]);
  const beside = interactive.filter(isControl).map((el) => [el, el, fit(besideText(el), text)]);
  const others = seen.map((el) => [el, el, fit(clean(el.innerText || el.textContent), text)]);
  for (const tier of [0, 1, 2]) {
    for (const group of tier < 2 ? [named, beside, others] : [named, beside]) {
      const found = group.filter(([, , score]) => score === tier).map(([el]) => el);
      if (!found.length) continue;
      return merged(group === others ? innermost(found) : innermost(found));
    }
  }
  return merged(innermost(others.filter(([, , score]) => score === 2).map(([el]) => el)));
}

const WAYS = {
  role: (scope, request) => byRole(scope, request.role, request.name, request.purpose),
  label: (scope, request) => byField(scope, request.value, request.purpose).length
    ? byField(scope, request.value, request.purpose) : byText(scope, request.value, request.purpose),
  field: (scope, request) => byField(scope, request.value, request.purpose),
  placeholder: (scope, request) => best([...walk(scope)].filter(visible)
    .map((el) => [el, fit(el.placeholder || el.getAttribute("aria-placeholder") || "", request.value)])),
  text: (scope, request) => byText(scope, request.value, request.purpose),
  css: (scope, request) => {
    const roots = [scope, ...[...walk(scope)].filter((el) => el.shadowRoot).map((el) => el.shadowRoot)];
    return roots.flatMap((root) => [...root.querySelectorAll(request.value)]);
  },
};

function find(steps, purpose, anywhere) {
  let scopes = [document];
  for (const step of steps) {
    if (step.way === "nth") {
      const list = inReadingOrder(scopes);
      const at = step.index < 0 ? list.length + step.index : step.index;
      scopes = list[at] ? [list[at]] : [];
    } else {
      scopes = [...new Set(scopes.flatMap((scope) => WAYS[step.way](scope, { ...step, purpose })))];
    }
  }
  return scopes;
}

function inReadingOrder(elements) {
  return [...elements].sort((a, b) => (a.compareDocumentPosition(b) & 4 ? -1 : 1));
}
