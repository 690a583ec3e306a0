/* What is drawn on a page, known by its form, colour, size and side; and things that stand in line. Only looks. */
const { forms: FORMS, things: THINGS } = WORDS.shapes;
const SMALL_SIZES = new Set(WORDS.shapes.small);
const LARGE_SIZES = new Set(WORDS.shapes.large);
const SIDES = Object.fromEntries(Object.entries(WORDS.shapes.sides).map(([side, way]) => [side, (box) => (way.startsWith("-") ? -1 : 1) * box[way.at(-1)]]));
const DRAWN = [...FORMS.any, ...THINGS.any];
const LEAST_PX = 4;

/* What people may call something drawn; nothing for what is not. */
function formsOf(el) {
  const box = el.getBoundingClientRect();
  if (box.width < LEAST_PX || box.height < LEAST_PX || !visible(el)) return [];
  const isEven = Math.abs(box.width - box.height) <= Math.max(box.width, box.height) / 10;
  const round = [...FORMS.round, ...(isEven ? FORMS.even_round : [])];
  const angular = [...FORMS.angular, ...THINGS.angular, ...(isEven ? FORMS.even_angular : [])];
  if (el.tagName === "circle" || el.tagName === "ellipse") return [...DRAWN, ...round];
  if (el.tagName === "rect") return [...DRAWN, ...angular];
  if (el.tagName === "polygon") return [...DRAWN, ...(el.points.numberOfItems === 3 ? FORMS.triangle : FORMS.polygon)];
  const text = clean(el.textContent);
  if (el.childElementCount || text.length > 1 || roleOf(el) || isControl(el)) return [];
  const sign = text ? [text, ...THINGS.any, ...(/\d/.test(text) ? FORMS.digit : /\p{L}/u.test(text) ? FORMS.letter : [])] : [];
  if (el.tagName === "text") return sign;
  if (el.ownerSVGElement || !isPainted(el)) return [];
  const isRound = parseFloat(getComputedStyle(el).borderTopLeftRadius) >= Math.min(50, box.width / 2);
  return [...DRAWN, ...(isRound ? round : angular), ...sign];
}

const isClear = (color) => /^rgba\(.*, 0\)$|^transparent$|^none$/.test(color);

function isPainted(el) {
  const style = getComputedStyle(el);
  return !isClear(style.backgroundColor) || (parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none");
}

function paintOf(el) {
  const style = getComputedStyle(el);
  if (el.ownerSVGElement) return isClear(style.fill) ? style.stroke : style.fill;
  if (!isClear(style.backgroundColor)) return style.backgroundColor;
  return isPainted(el) ? style.borderTopColor : style.color;
}

const sizeOf = (el) => {
  const box = el.getBoundingClientRect();
  return el.tagName === "text" ? parseFloat(getComputedStyle(el).fontSize) : Math.max(box.width, box.height);
};

/* Those of some elements that come first by a measure, with those that are as good as them. */
function foremost(elements, measure, slack) {
  const most = Math.max(...elements.map(measure));
  return elements.filter((el) => measure(el) >= most - slack);
}

/* Each word that tells one drawn thing from another, as what it leaves of some; `all` are those that it is compared with. */
function toldBy(word, some, all) {
  if (SIDES[word]) return foremost(some, (el) => SIDES[word](el.getBoundingClientRect()), 2);
  if (LARGE_SIZES.has(word) || SMALL_SIZES.has(word)) {
    const sign = LARGE_SIZES.has(word) ? 1 : -1, sizes = (/er$|est$/.test(word) ? some : all).map(sizeOf);
    if (/er$|est$/.test(word)) return foremost(some, (el) => sign * sizeOf(el), 1);
    const middle = (Math.min(...sizes) + Math.max(...sizes)) / 2;
    return Math.max(...sizes) < Math.min(...sizes) * 1.2 ? some : some.filter((el) => sign * (sizeOf(el) - middle) > 0);
  }
  return colored(some, word, paintOf);
}

function drawn(scope, name, isHolding = false) {
  const words = clean(name).split(" "), noun = words.at(-1);
  const isCalled = (el) => { const forms = formsOf(el); return forms.includes(noun.length > 1 ? low(noun) : noun); };
  const all = [...walk(scope)].filter((el) => formsOf(el).length);
  let some = all.filter(isCalled);
  const middle = middleArea(all), holders = isHolding ? some.filter((el) => isHolder(el, middle)) : [];
  some = holders.length > 1 ? holders : some;
  const telling = words.slice(0, -1).map(low).sort((a, b) => Number(Boolean(SIDES[a] || /er$|est$/.test(a))) - Number(Boolean(SIDES[b] || /er$|est$/.test(b))));
  for (const word of telling) if (some.length) some = toldBy(word, some, all);
  return some;
}

/* Everything drawn but what was found and what holds such things: what is much larger than most. */
function otherFigures(found) {
  const all = innermost([...walk(document)].filter((el) => formsOf(el).length)), middle = middleArea(all);
  return all.filter((el) => !found.includes(el) && !isHolder(el, middle));
}
const middleArea = (all) => { const areas = all.map(areaOf).sort((a, b) => a - b); return areas[Math.floor((areas.length - 1) / 2)] || 0; };
const isHolder = (el, middle) => areaOf(el) > middle * 3;

OWN_WAYS.shape = (found, scope, name, _next, purpose) => {
  const figures = name === null ? [] : drawn(scope, name, purpose === "drop");
  return figures.length || name === null ? figures : byText(scope, name, "click");
};

const areaOf = (el) => el.getBoundingClientRect().width * el.getBoundingClientRect().height;

/* The one of several that has the most room, if it clearly has: what is meant to be dropped into. */
function roomiest(elements) {
  const [first, second] = [...elements].sort((a, b) => areaOf(b) - areaOf(a));
  return second && areaOf(first) < areaOf(second) * 1.5 ? elements : [first];
}

/* Where the things are that stand in line or in a grid with an element, as middles and sizes from its corner, and which it is. */
function peersOf(el) {
  const from = el.getBoundingClientRect();
  const placed = (part) => {
    const box = part.getBoundingClientRect();
    return { x: box.x + box.width / 2 - from.x, y: box.y + box.height / 2 - from.y, width: box.width, height: box.height };
  };
  for (let part = el; !el.ownerSVGElement && part.parentElement && part !== document.body; part = part.parentElement) {
    const box = part.getBoundingClientRect();
    const alike = childrenOf(part.parentElement).filter((other) => other.tagName === part.tagName && visible(other)
      && Math.abs(other.getBoundingClientRect().height - box.height) <= box.height / 2
      && Math.abs(other.getBoundingClientRect().width - box.width) <= box.width / 2);
    if (alike.length > 1) return { boxes: alike.map(placed), at: alike.indexOf(part) };
  }
  return { boxes: [placed(el)], at: 0 };
}

/* Lists whose entries can be dragged to another place: by what such widgets mark, or by the cursor over their entries. */
OWN_WAYS.sortable = (_found, scope) => [...walk(scope)].filter((el) => visible(el) && entriesIn(el).length > 1 && (SORTABLE.test(`${classOf(el)} ${el.id}`)
  || entriesIn(el).every((one) => one.draggable || one.getAttribute("aria-roledescription") === "sortable" || /^(move|grab)$/.test(getComputedStyle(one).cursor))));
const SORTABLE = /(^|[-_\s])sortable($|[-_\s])/i;
const entriesIn = (el) => { const parts = childrenOf(el).filter((one) => visible(one) && seenText(one)); return parts.length && parts.every((one) => one.tagName === parts[0].tagName) ? parts : []; };
