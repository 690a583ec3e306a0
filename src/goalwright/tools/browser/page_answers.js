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

/* The way to the page of a thing: the link that is called so, with or without the word for its kind. None where something else is called so, too,
   which may be what is meant. */
function pageWays(name) {
  const called = (wanted) => [...walk(document)].filter((el) => roleOf(el) === "link" && visible(el) && !el.closest(ASIDES) && isCalled(nameOf(el), wanted) && el.href && new URL(el.href).origin === location.origin);
  const found = called(name), bare = found.length ? "" : kindless(name), all = found.length ? found : bare ? called(bare) : [];
  if (new Set(all.map((el) => el.href)).size !== 1) return null;
  const wanted = found.length ? name : bare, isApart = (el) => !all.some((way) => way.contains(el) || el.contains(way));
  return [...walk(document)].some((el) => !el.closest(ASIDES) && isApart(el) && visible(el) && isCalled(seenText(el), wanted)) ? null : all[0];
}

/* The field of the form for a new thing that takes its name: one that is called so, else the only one to write a line into. */
function nameField(kind) {
  const names = new Set([...WORDS.attributes.name, low(kind), `${low(kind)} name`]);
  const lines = controls(document).filter((el) => isEditable(el) && el.tagName !== "TEXTAREA" && !/^(password|number|search)$/.test(el.type) && !el.closest(ASIDES) && !SEARCHING.test(nameOf(el)) && !isBehind(el));
  const called = lines.filter((el) => names.has(low(nameOf(el).replace(/[\s:*]+$/, ""))));
  return called[0] || (lines.length === 1 ? lines[0] : null);
}

/* The button that keeps what a form for a new thing holds. */
function keeperOf(field, kind) {
  const part = field.form || field.closest("dialog, [role=dialog], main") || document.body, keeping = WORDS.keepers.map(low);
  const names = new Set(keeping.flatMap((word) => [word, `${word} ${low(kind)}`]));
  const found = [...walk(part)].filter((el) => roleOf(el) === "button" && visible(el) && names.has(low(nameOf(el))));
  return found.length === 1 ? found[0] : null;
}

/* What is pressed to log in where nothing is called so: the only button by the only field for a password. */
const LOG_IN = new Set((WORDS.same.find((group) => group.includes("log in")) || []).map(low));
function loginButton() {
  const secrets = controls(document).filter((el) => el.type === "password");
  for (let part = secrets.length === 1 ? secrets[0].parentElement : null; part; part = part.parentElement) {
    const buttons = [...walk(part)].filter((el) => roleOf(el) === "button" && visible(el));
    if (buttons.length) return buttons.length === 1 ? buttons : [];
  }
  return [];
}

const STARS = /^(\d+) stars?$/;
/* Other ways in which people call a thing, after what its name finds: what each makes of that, one after the other. */
const CALLINGS = [
  { ways: ["text", "login"], asked: ({ purpose, value }) => purpose === "click" && LOG_IN.has(low(value)), found: byLogin },
  { ways: ["text"], asked: ({ value }) => STARS.test(low(value)), found: byStars },
  { ways: ["text"], asked: ({ purpose, value }) => purpose === "click" && clean(value).length === 1, found: byCase },
];

function byLogin(found) {
  const pressed = found.filter((el) => !isControl(el) && !el.closest("label")), button = pressed.length ? [] : loginButton();
  return button.length ? button : found;
}

/* A number of stars, as people say it and as pages write it: "4 stars" is "4 out of 5 stars". */
function byStars(found, scope, { value }) {
  const rated = new RegExp(`^${STARS.exec(low(value))[1]}\\s*(?:(?:out )?of|/)\\s*\\d+`);
  return found.length ? found : [...walk(scope)].filter((el) => INTERACTIVE.has(roleOf(el)) && usable(el) && rated.test(low(nameOf(el))));
}

/* What is written just as it was said comes before what has other letters of the same sort: R before r. */
function byCase(found, scope, { value }) {
  const name = clean(value), same = found.filter((el) => seenText(el) === name);
  if (same.length || !found.length) return same;
  const exact = innermost([...walk(scope)].filter((el) => visible(el) && seenText(el) === name));
  return exact.length ? exact : found;
}

for (const way of new Set(CALLINGS.flatMap(({ ways }) => ways))) {
  const plain = WAYS[way], callings = CALLINGS.filter(({ ways }) => ways.includes(way));
  WAYS[way] = (scope, request) => callings.reduce((found, { asked, found: called }) => (asked(request) ? called(found, scope, request) : found), plain(scope, request));
}
