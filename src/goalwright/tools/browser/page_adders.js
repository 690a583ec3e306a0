/* Fields that take a new entry of a list, and what is pressed to put it there. Only looks. */
const ADDING = new RegExp(`(^|[^\\p{L}])(${anyOf(WORDS.adding)})($|[^\\p{L}])`, "iu");
const ADDS = new RegExp(`^(${anyOf(WORDS.adders)})$`, "i");
const MOST_AROUND = 3;

/* One-line fields that say that something is added in them, else those beside a button that does it. What searches or filters is none.
   With a name, one for entries of that kind; any of them if the page is about such things and none says which. */
OWN_WAYS.adder = (_found, scope, name) => {
  const says = (el) => [nameOf(el), el.placeholder || "", besideText(el), titleOf(el)].join(" | ");
  const isOpen = (el) => isEditable(el) && el.tagName !== "TEXTAREA" && !/^(password|number)$/.test(el.type) && usable(el) && (name || !el.closest(ASIDES));
  const lines = [...walk(scope)].filter((el) => isOpen(el) && !SEARCHING.test(says(el)) && !FILTERING.test(says(el)));
  const told = lines.filter((el) => ADDING.test(says(el))), meant = name ? [...told, ...lines.filter(adderBy)].filter((el) => saysWord(says(el), name)) : [];
  if (name && (meant.length || !isAbout(name))) return [...new Set(meant)];
  return told.length ? told : lines.filter(adderBy);
};

/* What begins a new thing of a kind: it is called so with the kind, or without it on a page about such things. */
OWN_WAYS.newway = (_found, scope, name) => {
  const begins = new RegExp(`^(${anyOf(WORDS.beginning)})(\\s+(${anyOf(WORDS.determiners)}|${anyOf(WORDS.beginning)})(?![\\p{L}\\p{N}]))*(?![\\p{L}\\p{N}])`, "iu"), bare = (text) => clean(text).replace(/\s*[…+＋.]+$/, "");
  const ways = [...walk(scope)].filter((el) => ["button", "link", "menuitem", "tab"].includes(roleOf(el)) && visible(el) && !isBehind(el)), calls = (el) => [nameOf(el), pictured(el), titleOf(el)].filter(Boolean).map(bare);
  const rest = (text) => (begins.test(text) ? text.replace(begins, "").trim() : null), kind = name ? singular(name) : "";
  const called = ways.filter((el) => calls(el).some((text) => rest(text) !== null && singular(rest(text)) === kind));
  return called.length || !kind || !isAbout(kind) ? called : ways.filter((el) => calls(el).some((text) => rest(text) === "" || THING_NOUNS.has(low(rest(text) ?? " "))));
};

/* What sends the fields that are worked in: the only thing to press beside them, or the only one of those that is called as such. */
OWN_WAYS.sender = (_found, scope) => {
  const isPress = (el) => (roleOf(el) === "button" || (lettering(el) && !isControl(el) && buttonLike(el))) && visible(el) && !isBehind(el);
  const sends = new RegExp(`^(${anyOf(WORDS.senders)})[!.…\\s]*$`, "i"), active = document.activeElement;
  const first = active && active !== document.body && scope === document ? active.parentElement : null;
  for (let part = first || document.body; part; part = part.parentElement) {
    const found = outermost([...walk(part)].filter(isPress)), named = found.filter((el) => sends.test(nameOf(el) || seenText(el)));
    if (named.length === 1) return named;
    if (found.length) return named.length || found.length > 1 ? (part === document.body ? named : []) : found;
  }
  return [];
};

/* The button that puts what a field holds into the list: one in its form, or beside it. */
function adderBy(field) {
  let part = field.form || field.parentElement;
  for (let depth = 0; part && part !== document.documentElement && depth < MOST_AROUND; depth += 1, part = part.parentElement) {
    const found = [...walk(part)].filter((el) => roleOf(el) === "button" && visible(el) && ADDS.test(nameOf(el) || titleOf(el)));
    if (found.length) return found.length === 1 ? found[0] : null;
    if (controls(part).length > 1) return null;
  }
  return null;
}

/* How often a text stands on the page as all that something says; what is typed into a field does not count. */
const standing = (text) => innermost([...walk(document)].filter((el) => visible(el) && !isEditable(el) && [seenText(el), lettering(el)].includes(text))).length;
