/* Sections that have nothing but a heading to tell where they begin. Only looks. */
const LEVEL = /^H([1-6])$/;
const levelOf = (el) => Number((el.tagName.match(LEVEL) || [])[1] || el.getAttribute("aria-level") || 2);

/* A section that is looked at is the one below its heading; a link that leads there is not it. */
OWN_WAYS.section = (found, scope, name, next, purpose) => {
  if (!isLooking(purpose) && name === null) return [...new Set([...found, ...shown(scope).filter((el) => foldable(el) && el.closest(HEADINGS))])];
  if (!isLooking(purpose) || name === null || found.some((el) => roleOf(el) === "section" || foldable(el))) return found;
  const titles = best([...walk(scope)].filter((el) => el.matches(HEADINGS) && visible(el)).map((el) => [el, fit(seenText(el), name)]));
  return titles.length ? titles : found;
};

/* The text of the section that a heading begins: its own, and what follows up to the next heading of at least that size. */
function sectionText(heading) {
  let top = heading;
  while (top.parentElement && top.parentElement !== document.body && seenText(top.parentElement) === seenText(heading)) top = top.parentElement;
  const texts = [heading.innerText.trim()];
  for (let part = top.nextElementSibling; part; part = part.nextElementSibling) {
    const inner = part.matches(HEADINGS) ? part : part.querySelector(HEADINGS);
    if (inner && visible(inner) && levelOf(inner) <= levelOf(heading)) break;
    if (visible(part)) texts.push(part.innerText.trim());
  }
  return texts.filter(Boolean).join("\n\n");
}

/* A text that a page shows to be copied: the only one that is no heading, label or note of a field, and has nothing to click in it. */
OWN_WAYS.passage = (_found, scope) => {
  const isText = (el) => !INTERACTIVE.has(roleOf(el)) && !el.closest(`label, ${HEADINGS}, ${ASIDE}, th, dt, legend, button, a`) && visible(el) && seenText(el)
    && ![...walk(el)].some((inner) => isControl(inner) || INTERACTIVE.has(roleOf(inner)) || !/^(inline|inline-block|contents)$/.test(getComputedStyle(inner).display));
  const blocks = outermost([...walk(scope)].filter((el) => el !== document.body && !/^(SCRIPT|STYLE)$/.test(el.tagName) && isText(el)));
  return besideFields(blocks.filter((el) => !labelsField(el)));
};

/* Those of some texts that are closest to a field to type in, by the parts of the page that hold both. */
function besideFields(texts) {
  const fields = shown(document).filter(isEditable), near = new Set();
  for (const field of fields) {
    for (let part = field.parentElement; part && part !== document.documentElement; part = part.parentElement) {
      const held = texts.filter((el) => part.contains(el));
      held.forEach((el) => near.add(el));
      if (held.length) break;
    }
  }
  return near.size ? [...near] : texts;
}
/* Whether a text is what a field beside it is called. */
const labelsField = (el) => [...walk(document)].some((field) => isControl(field) && !["", undefined].includes(besideText(field)) && besideText(field) === seenText(el).replace(/[:*\s]+$/, "") && /[:*]\s*$/.test(seenText(el)));
