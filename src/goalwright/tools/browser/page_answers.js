/* What answers a question that a page asks in a box or on a page of its own. Only looks. */
const YES = new Set(WORDS.yes.map(low));

/* The only control that says yes to a question about a deed: in the box that asks, else on the page. None where something has to be typed first. */
function yesTo(question, deed) {
  const boxes = [...walk(document)].filter((el) => /^(alert)?dialog$/.test(roleOf(el)) && visible(el) && seenText(el).includes(clean(question)));
  const part = innermost(boxes)[0] || document.body;
  if (boxes.length && controls(part).some((el) => isEditable(el) && !el.value)) return null;
  const buttons = [...walk(part)].filter((el) => ["button", "link"].includes(roleOf(el)) && visible(el) && !el.disabled && nameOf(el));
  const first = (el) => low(nameOf(el)).split(/[^\p{L}\p{N}]+/u)[0];
  const isYes = (el) => first(el) === "yes" || (boxes.length > 0 && YES.has(low(nameOf(el))));
  for (const fits of [isYes, (el) => first(el) === low(deed).split(" ")[0]]) {
    const found = innermost(buttons.filter(fits));
    if (found.length) return found.length === 1 ? found[0] : null;
  }
  return null;
}

/* What a name is without the word for its kind, and the links that are called so: the ways to the page of a thing. */
function pageWays(name) {
  const called = (wanted) => [...walk(document)].filter((el) => roleOf(el) === "link" && visible(el) && !el.closest(ASIDES) && isCalled(nameOf(el), wanted) && el.href && new URL(el.href).origin === location.origin);
  const found = called(name), bare = found.length ? "" : kindless(name), all = found.length ? found : bare ? called(bare) : [];
  return new Set(all.map((el) => el.href)).size === 1 ? all[0] : null;
}
