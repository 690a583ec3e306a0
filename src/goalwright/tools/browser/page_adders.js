/* Fields that take a new entry of a list, and what is pressed to put it there. Only looks. */
const ADDING = new RegExp(`(^|[^\\p{L}])(${anyOf(WORDS.adding)})($|[^\\p{L}])`, "iu");
const ADDS = new RegExp(`^(${anyOf(WORDS.adders)})$`, "i");
const MOST_AROUND = 3;

/* One-line fields that say that something is added in them, else those beside a button that does it. What searches or filters is none. */
OWN_WAYS.adder = (_found, scope) => {
  const says = (el) => [nameOf(el), el.placeholder || "", besideText(el), titleOf(el)].join(" | ");
  const isOpen = (el) => isEditable(el) && el.tagName !== "TEXTAREA" && !/^(password|number)$/.test(el.type) && usable(el) && !el.closest(ASIDES);
  const lines = [...walk(scope)].filter((el) => isOpen(el) && !SEARCHING.test(says(el)) && !FILTERING.test(says(el)));
  const told = lines.filter((el) => ADDING.test(says(el)));
  return told.length ? told : lines.filter(adderBy);
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
