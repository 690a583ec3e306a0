/* What the browser tools ask of a page: which elements a description means, and where one can be clicked.
   Everything here only looks. It is given to each frame as one function and called with a request. */
(() => {
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
  const INTERACTIVE = new Set(("button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option " +
    "textbox searchbox combobox listbox slider spinbutton section date time color file treeitem").split(" "));
  const CLOSERS = new Set(["x", "×", "✕", "✖", "⨯", "╳"]);
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

  function describe(el) {
    const rect = el.getBoundingClientRect();
    const kind = roleOf(el) || el.tagName.toLowerCase();
    const name = (nameOf(el) || besideText(el) || "").slice(0, 60);
    const marks = [el.id && `#${el.id}`, el.getAttribute("name") && `name=${el.getAttribute("name")}`,
      el.value && el.tagName === "INPUT" && el.type !== "password" && `value=${el.value}`].filter(Boolean).join(" ");
    return { kind, name, marks: marks.slice(0, 80), x: Math.round(rect.x), y: Math.round(rect.y) };
  }

  /* A point of the element that nothing covers, from its corner; the middle if it is free; null if all is covered. */
  function uncovered(el) {
    const rect = [...el.getClientRects()].find((item) => item.width > 0 && item.height > 0);
    if (!rect) return null;
    const outer = el.getBoundingClientRect();
    const steps = [0.5, 0.25, 0.75, 0.1, 0.9, 0.02, 0.98];
    const points = steps.flatMap((fy) => steps.map((fx) => [fx, fy]));
    points.sort((a, b) => Math.abs(a[0] - 0.5) + Math.abs(a[1] - 0.5) - Math.abs(b[0] - 0.5) - Math.abs(b[1] - 0.5));
    const label = el.labels && el.labels.length ? [...el.labels] : [];
    for (const [fx, fy] of points) {
      const x = rect.left + rect.width * fx, y = rect.top + rect.height * fy;
      let hit = document.elementFromPoint(x, y);
      while (hit && hit.shadowRoot && hit !== el) {
        const deeper = hit.shadowRoot.elementFromPoint(x, y);
        if (!deeper || deeper === hit) break;
        hit = deeper;
      }
      if (hit && (hit === el || el.contains(hit) || label.some((item) => item.contains(hit)))) {
        return { x: x - outer.left, y: y - outer.top };
      }
    }
    return null;
  }

  return { find, describe, uncovered, roleOf, nameOf, visible, clean, walk, controls, besideText, isControl };
})()
