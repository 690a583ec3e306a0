/* Things that are known by what is around them, by what stands beside them, or by how they look. Only looks. */
/* Names that mean the same; what was said comes first. */
const SAME = WORDS.same;
/* Names of places too: a link that is called so leads there. */
const PLACES = new Set(WORDS.places);
const BUSY = /(^|[-_\s])(spinner|loader|loading|progress|busy)($|[-_\s])/i;
const TROUBLE = /(^|[-_\s])(error|errors|alert|warning|invalid|danger|notice)($|[-_\s])/i;
/* What joins a thing to the part of the page that it is in, and what people call such a part. */
const JOINTS = new RegExp(` (?:${anyOf(WORDS.joints)}) (?:the )?`, "gi");
const PART_NOUN = new RegExp(`(['’]s)? (${anyOf(WORDS.part_nouns)})$`, "i");
const FIELD_NOUN = new RegExp(`\\s+(${anyOf(WORDS.field_nouns)})$`, "i");
const BELOW = new RegExp(anyOf(WORDS.below), "i");
/* Steps that choose among what was found, and look for nothing themselves. */
const CHOOSING = new Set(["nth", "all", "word", "pages", "others"]);
TAGS.FOOTER = "contentinfo";
TAGS.HEADER = "banner";
TAGS.ASIDE = "complementary";
KINDS.listitem = ["listitem", "option", "menuitem", "treeitem"];
KINDS.alert = ["alert", "alertdialog", "status"];

const sayings = (name) => SAME.filter((names) => names.includes(low(name))).flat().filter((other) => other !== low(name));

/* What finds a role in a way of its own: given the elements that have it, the scope and the name. */
const OWN_WAYS = {
  textarea: (found, scope, name) => {
    const isWide = (el) => el.tagName === "TEXTAREA" || (roleOf(el) === "textbox" && (el.isContentEditable || el.getAttribute("aria-multiline") === "true"));
    const wide = shown(scope).filter(isWide);
    return name === null ? wide : byNames(wide, name);
  },
  textbox: (found, scope, name, next) => {
    const lines = found.filter((el) => el.tagName !== "TEXTAREA" && !el.isContentEditable);
    const isEnough = !next || next.way !== "nth" || next.index < lines.length;
    return name === null && lines.length && isEnough ? lines : found;
  },
  heading: (found, scope, name, next) => {
    const main = name === null && !next ? found.filter((el) => el.tagName === "H1") : [];
    return main.length === 1 ? main : found;
  },
  row: (found, scope, name, next) => {
    const filled = found.filter((el) => el.querySelector("td, [role=cell], [role=gridcell]") && !isHeadRow(el)), rows = filled.length ? filled : found;
    const own = name === null ? rows.filter((el) => !el.closest(BESIDE_MATTER)) : rows;
    const met = own.length ? own : rows, isCounted = name === null && next && next.way === "nth";
    /* Rows are counted in one table: that with the page's data, and not in a key that is drawn above it. */
    const group = isCounted && new Set(met.map((el) => el.closest("table, [role=table], [role=grid], [role=treegrid]"))).size > 1 ? meantGroup(scope, "row", []) : null;
    return group ? group.members : met;
  },
  /* A table of one row is a key or a frame for something else where another one has more. */
  table: (found, _scope, name, next) => {
    const full = name === null && !next && found.length > 1 ? found.filter((el) => rowsOf(el).length > 1) : [];
    return full.length === 1 ? full : found;
  },
  file: (found, scope) => (found.length ? found : [...walk(scope)].filter((el) => el.type === "file")),
  progressbar: (found, scope) => (found.length ? found : innermost(shown(scope).filter((el) => BUSY.test(classOf(el))))),
  alert: (found, scope) => (found.length ? found
    : outermost(shown(scope).filter((el) => TROUBLE.test(`${classOf(el)} ${el.id}`) && seenText(el) && !isControl(el)))),
  canvas: (found, scope) => (found.length ? found : shown(scope).filter((el) => el.tagName === "CANVAS")),
  img: (found, scope, name) => (found.length || name === null ? found : icons(scope, name)),
  button: (found, scope, name) => {
    if (name === null || found.some((el) => roleOf(el) !== "")) return found;
    if (!found.length && low(name) === "submit") return senders(scope);
    const short = found.filter((el) => nameOf(el).length <= name.length * 4 + 10);
    const inner = spoken(scope, name).filter((el) => found.some((part) => part !== el && part.contains(el)));
    if (short.length || inner.length) return inner.length ? inner : short;
    const drawn = icons(scope, name);
    return drawn.length ? drawn : spoken(scope, name);
  },
};

/* What sends the form that the keys go to, whatever it is called. */
function senders(scope) {
  const form = document.activeElement && document.activeElement.form;
  return form ? [...walk(form)].filter((el) => /^(submit|image)$/.test(el.type) && visible(el) && scope.contains(el)) : [];
}

/* Texts that people may call a button, since clicking is what they are for: short ones, and entries of lists. */
function spoken(scope, name) {
  const texts = textual(scope, name).map((el) => [el, fit(seenText(el), name)]);
  return innermost(best([...texts.filter(([, score]) => score < 2), ...texts.filter(([el, score]) => score === 2 && roleOf(el) === "listitem")]));
}

const shown = (scope) => [...walk(scope)].filter(usable);

/* Pictures without a name: what they show is only said by the classes, or by the id, that draw them. */
function icons(scope, name) {
  const words = (text) => text.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/[-_]+/g, " ");
  const bare = shown(scope).filter((el) => !clean(el.textContent) && !isControl(el));
  const score = (el) => ([...el.classList].some((part) => isCalled(words(part), name)) ? 0 : fit(words(classOf(el)), name));
  const found = innermost(best(bare.map((el) => [el, score(el)])));
  return found.length ? found : innermost(best(bare.filter(isDrawn).map((el) => [el, fit(words(el.getAttribute("id") || ""), name)])));
}

/* Whether an element is painted with a picture. */
const isDrawn = (el) => getComputedStyle(el).backgroundImage !== "none" || getComputedStyle(el).content.startsWith("url");

/* Those of some elements that are painted in a colour, if what was said is one: the green button. Of several the closest. */
function colored(elements, name, paint = (el) => getComputedStyle(el).backgroundColor) {
  if (!CSS.supports("color", name)) return [];
  const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const figures = (color) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = color;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  };
  const wanted = figures(name);
  const away = new Map(elements.map((el) => [el, Math.max(...figures(paint(el)).map((part, at) => Math.abs(part - wanted[at])))]));
  const least = Math.min(...away.values());
  return elements.filter((el) => away.get(el) < 70 && away.get(el) <= least + 10);
}

/* The same way, tried with names that mean the same where what was said is not there, or not as often as is counted. */
function orSame(way, key) {
  return (scope, request) => {
    const next = (request.rest || [])[0], least = next && next.way === "nth" && next.index > 0 ? next.index + 1 : 1;
    let first = [];
    for (const names of [[request[key]], ...(request[key] ? meanings(request[key], scope) : [])]) {
      const isMeant = (name) => (el) => name === request[key]
        || (!(PLACES.has(name) && roleOf(el) === "link") && (low(seenText(el)) !== "x" || isClickable(el)));
      const found = [...new Set(names.flatMap((name) => way(scope, { ...request, [key]: name }).filter(isMeant(name))))];
      if (found.length >= least) return found;
      first = first.length ? first : found;
    }
    return first;
  };
}

/* Names that mean the same one by one, then all the signs for it at once; in a part of the page a cross removes it. */
function meanings(name, scope) {
  const others = sayings(name), isSign = (other) => !/[\p{L}\p{N}]/u.test(other);
  const cross = scope !== document && others.includes("🗑") ? [...CLOSERS] : [];
  return [...others.filter((other) => !isSign(other)).map((other) => [other]), others.filter(isSign), cross];
}

/* The same way, tried in the part of the page that what was said may name too: the quantity of Figs, Edit for Ann. */
function orOfPart(way, key) {
  return (scope, request) => {
    const found = way(scope, request), said = request[key];
    if (found.length || !said || !request.isLoose) return found;
    const short = shortened(way, key)(scope, request);
    if (short.length) return short;
    for (const { thing, place, isBelow } of divided(said, request.way === "field")) {
      for (const value of new Set([place, place.replace(PART_NOUN, ""), place.replace(/['’]s$/, ""), kindless(place)].filter(Boolean))) {
        const rest = [{ ...request, [key]: thing, of: value, rest: [], isLoose: false }];
        const parts = WAYS.item(scope, { ...request, value, rest });
        const within = [...new Set(parts.flatMap((part) => way(part, rest[0])))], below = isBelow ? firstAfter(scope, value, within) : [];
        if (below.length || (within.length && !parts.includes(document.body))) return below.length ? below : within;
      }
    }
    return [];
  };
}

/* The ways to take what was said for a thing and a part of the page, the last joint first; the part may stand before a field. */
function divided(said, isField) {
  const joined = [...said.matchAll(JOINTS)].reverse().map((joint) => ({ thing: said.slice(0, joint.index),
    place: said.slice(joint.index + joint[0].length), isBelow: BELOW.test(joint[0]) }));
  const spaced = isField ? [...said.matchAll(/ /g)].map(({ index }) => ({ thing: said.slice(index + 1), place: said.slice(0, index), isBelow: false })) : [];
  return [...joined, ...spaced];
}

/* The first of some elements that comes after a text in reading order. */
function firstAfter(scope, text, elements) {
  const [label] = innermost(best(textual(scope, text).map((el) => [el, fit(seenText(el), text)])));
  const after = inReadingOrder(elements).filter((el) => label && label.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING);
  return after.slice(0, 1);
}

/* The same way, without what a person may add to the name of a field: the check-in date. */
const shortened = (way, key) => (scope, request) => {
  const short = (request[key] || "").replace(FIELD_NOUN, "");
  return ["field", "label"].includes(request.way) && short !== request[key] ? way(scope, { ...request, [key]: short }) : [];
};

/* The same way; what closes a thing is the thing itself if that says that it is open, else the cross in its part. */
function orClosing(way) {
  return (scope, request) => {
    const found = way(scope, request), said = request.isLoose && !found.length && (request.name || "").match(/^close (?:the )?(.+)$/i);
    if (!said) return found;
    const open = byText(scope, said[1], "click").filter((el) => openOf(el) === true);
    const rest = [{ ...request, name: "close", rest: [], isLoose: false }];
    return open.length ? open : WAYS.item(scope, { ...request, value: said[1], rest }).filter((part) => part !== document.body).flatMap((part) => way(part, rest[0]));
  };
}

/* Things to click whose whole name has the kind in it that was said: a button "Copy link". */
const calledSo = (scope, name) => best([...walk(scope)].filter((el) => INTERACTIVE.has(roleOf(el)) && usable(el)).map((el) => [el, fit(nameOf(el), name)]), 1, 20);

const plainRole = WAYS.role;
WAYS.role = orClosing(orOfPart(orSame((scope, request) => {
  const own = OWN_WAYS[request.role], found = plainRole(scope, request);
  const met = own ? own(found, scope, request.name, (request.rest || [])[0], request.purpose) : found;
  if (met.length) return met;
  /* A "date field" may be any field that is called so. */
  if (request.name === null) return request.role in WORDS.by_type ? WAYS.field(scope, { ...request, value: WORDS.by_type[request.role] }) : met;
  const painted = colored(plainRole(scope, { ...request, name: null }), request.name);
  return painted.length ? painted : calledSo(scope, `${request.name} ${request.role}`);
}, "name"), "name"));
const fieldOrPart = orOfPart(orSame(WAYS.field, "value"), "value");
WAYS.field = (scope, request) => {
  const found = fieldOrPart(scope, request);
  return found.length || !request.isLoose || !["type", "select"].includes(request.purpose) ? found : cellsNamed(scope, request.value);
};
/* A field of a form for logging in, or what sends it. */
WAYS.login = (scope, request) => (request.purpose === "click" ? WAYS.role(scope, { ...request, way: "role", role: "button", name: request.value }) : WAYS.field(scope, { ...request, way: "field" }));

/* The cell of a table that a column and a row name: the amount of Article 250. */
function cellsNamed(scope, said) {
  for (const { thing, place } of divided(said, false)) {
    const cells = collections(scope).filter((group) => group.isTable).flatMap((group) => group.members.filter((row) => isWholly(row, place)).map((row) => cellOf(row, group, thing))).filter(Boolean);
    if (cells.length) return cells;
  }
  return [];
}
WAYS.label = orOfPart(WAYS.label, "value");
WAYS.text = orOfPart(orSame(WAYS.text, "value"), "value");
WAYS.all = (scope) => [scope];
WAYS.pages = (scope) => [scope];
WAYS.word = (scope) => [scope];

/* The smallest parts of the page that hold the text and what the further steps look for. */
WAYS.item = (scope, request) => {
  const steps = request.rest.slice(0, [...request.rest.map((step) => CHOOSING.has(step.way)), true].indexOf(true));
  const scored = textual(scope, request.value).map((el) => [el, fit(seenText(el), request.value)]);
  const partsOf = (texts) => innermost([...new Set(texts.map((el) => partOf(el, steps, request.purpose)).filter(Boolean))]);
  const parts = partsOf(innermost(best(scored)));
  const titles = scored.filter(([el, score]) => score >= 0 && el.matches(HEADINGS) && (!parts.length || parts.some((part) => part.contains(el)))).map(([el]) => el);
  const closer = partsOf(titles).filter((title) => parts.some((part) => part !== title && part.contains(title)) || !parts.length);
  return closer.length ? closer : parts;
};

/* The smallest part around a text that has what the steps look for, be it hidden in a row; none if only other rows have it, or
   all of them together. */
function partOf(text, steps, purpose) {
  const met = (part) => followed(steps, purpose, [part]).filter((el) => el !== part);
  for (let part = text, below = null; part && part !== document; below = part, part = part.parentElement || part.getRootNode().host) {
    const found = met(part), others = below ? alike(below) : [];
    if (found.length) return found.every((el) => others.some((row) => row.contains(el))) ? null : part;
    if (isSeeing && isRow(part) && unseen(() => met(part)).length) return part;
    if (!isLooking(purpose) && (part.matches("tr, [role=row]") ? tableRow(part) : isHarmful(steps) && isRow(part))) return null;
  }
  return null;
}

/* The rows or cards beside an element that are like it: of the same sort, and below or above it or made of the same parts. */
function alike(el) {
  const parts = (one) => childrenOf(one).map((part) => part.tagName).join(), box = el.getBoundingClientRect();
  const isApart = (other) => other.getBoundingClientRect().top >= box.bottom || other.getBoundingClientRect().bottom <= box.top;
  const isFull = (one) => one.childElementCount > 0 || /^(LI|TR)$/.test(one.tagName);
  return (el.parentElement && isFull(el) ? childrenOf(el.parentElement) : []).filter((other) => other !== el && isFull(other)
    && other.tagName === el.tagName && other.classList[0] === el.classList[0] && !/^(TD|TH)$/.test(el.tagName)
    && (isApart(other) || (el.childElementCount > 1 && parts(other) === parts(el))));
}

const isRow = (el) => /^(LI|TR|ARTICLE)$/.test(el.tagName) || ["row", "listitem", "treeitem", "article"].includes(roleOf(el)) || alike(el).length > 0;

/* What a look gives when what is hidden counts too. */
function unseen(look) {
  const was = isSeeing;
  isSeeing = false;
  try {
    return look();
  } finally {
    isSeeing = was;
  }
}

/* What stands beside a label: the next cell or the text behind it, else what a field of that name holds. */
const valueBeside = (scope, request) => {
  const found = innermost(textual(scope, request.value).filter((el) => [0, 1].includes(fit(seenText(el), request.value))));
  const heads = found.map(columnHead).filter(Boolean), below = heads.flatMap((head) => cellsBelow(head, request.of));
  if (below.length) return below;
  const labels = found.filter((el) => !columnHead(el));
  const cells = labels.map((el) => el.closest("td, th, dt, [role=cell], [role=rowheader]")).filter(Boolean);
  const beside = [...new Set(cells.map(nextFilled).filter(Boolean))];
  if (beside.length) return beside;
  const fields = byField(scope, request.value, "read");
  if (fields.length) return fields;
  const next = labels.map((el) => nextFilled(el)).filter((el) => el && !INTERACTIVE.has(roleOf(el)));
  if (next.length) return [...new Set(next)];
  const texts = byText(scope, request.value, "read").filter((el) => !el.matches(HEADINGS) && !INTERACTIVE.has(roleOf(el)) && !isCalled(seenText(el), request.value));
  return texts.length ? texts.map((el) => behindName(el, request.value)) : marked(scope, request.value);
};
WAYS.value = orOfPart((scope, request) => {
  for (const value of request.of ? attributeNames(request.value) : [request.value]) {
    const found = valueBeside(scope, { ...request, value });
    if (found.length) return found;
  }
  return [];
}, "value");

/* What stands behind a name in a text that begins with it, if that is an element: the number in "Total: 17". */
function behindName(el, name) {
  const last = el.lastElementChild, rest = low(seenText(el)).slice(low(name).length).replace(/^[\s:–-]+/, "");
  return last && low(seenText(el)).startsWith(low(name)) && rest === low(seenText(last)) ? last : el;
}

/* The head of a column that an element is in: a cell of a row that has nothing but heads. */
function columnHead(el) {
  const head = el.closest("th, [role=columnheader]");
  return head && head.parentElement.childElementCount > 1 && isHeadRow(head.parentElement) ? head : null;
}

/* The cells of a column in the rows that a text stands in. */
function cellsBelow(head, text) {
  const table = head.closest("table:not([role=none], [role=presentation]), [role=table], [role=grid]"), at = childrenOf(head.parentElement).indexOf(head);
  if (!table || !text) return [];
  const rows = [...new Set([...walk(table)].filter((el) => roleOf(el) === "row" && el !== head.parentElement && visible(el)))];
  return rows.filter((row) => [...row.children].some((cell) => fit(seenText(cell), text) >= 0)).map((row) => row.children[at]).filter(Boolean);
}

/* Texts that nothing but their classes calls so, such as a price. */
const marked = (scope, name) => innermost(shown(scope).filter((el) => seenText(el) && !isControl(el)
  && [...el.classList, el.getAttribute("itemprop") || ""].some((part) => isCalled(part.replace(/[-_]+/g, " "), name))));

function nextFilled(el) {
  for (let other = el.nextElementSibling; other; other = other.nextElementSibling) {
    if (visible(other) && (seenText(other) || isControl(other))) return other;
  }
  return null;
}
