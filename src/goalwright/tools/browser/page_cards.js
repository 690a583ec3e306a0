/* Results, articles, posts and products: the parts of a page that are alike and stand in line. Only looks. */
const ASIDE = "nav, header, footer, aside, [role=navigation], [role=banner], [role=menu], [role=menubar], [role=tablist], select, table";
const HEADINGS = "h1, h2, h3, h4, h5, h6, [role=heading]";
const MOST_HEADINGS = 2;

/* What is called an article where nothing says so: of all groups of parts that are alike, the one with the most room. */
OWN_WAYS.article = (found, scope, name) => {
  const apart = outermost(found), groups = apart.length ? [] : alikeIn(scope);
  const full = groups.filter((group) => !group.every(isBare));
  const cards = apart.length ? apart : largest(full.length ? full : groups);
  return name === null || apart.length ? cards : cards.filter((el) => fit(nameOf(el), name) >= 0);
};

/* The groups of two and more children of one parent that are alike, and each of which leads somewhere. */
function alikeIn(scope) {
  const groups = [];
  for (const parent of [scope === document ? document.body : scope, ...walk(scope)]) {
    if (parent.childElementCount < 2 || parent.closest(ASIDE)) continue;
    const sorts = Map.groupBy(childrenOf(parent).filter(isCard), (el) => `${el.tagName} ${clean(classOf(el)).split(" ")[0]}`);
    groups.push(...[...sorts.values()].filter((group) => group.length > 1));
  }
  return groups.filter((group) => !isFrame(group, groups));
}

/* Whether the parts are those that a page is made of: one of them, and no other, holds as many that are alike. */
function isFrame(parts, groups) {
  const inner = groups.filter((group) => group.length >= parts.length && !group.every(isBare)).map(([first]) => first);
  return parts.filter((part) => inner.some((first) => part !== first && part.contains(first))).length === 1;
}

/* A card has something that leads on or a heading, and no cards in it. */
const isCard = (el) => !el.matches(ASIDE) && visible(el) && clean(el.textContent).length > 1
  && el.querySelectorAll(HEADINGS).length <= MOST_HEADINGS
  && (el.matches("a[href]") ? el.childElementCount > 0 : Boolean(el.querySelector(`a[href], button, ${HEADINGS}`)));

/* Whether a part is nothing but a link, as those of menus are. */
const isBare = (el) => [...el.querySelectorAll("a[href]")].some((link) => seenText(link) === seenText(el)) && !el.querySelector(`img, ${HEADINGS}`);

function largest(groups) {
  const room = (group) => group.reduce((sum, el) => sum + areaOf(el), 0);
  return groups.reduce((most, group) => (most.length && room(most) >= room(group) ? most : group), []);
}

/* What is clicked to open a card: the link that its heading is, else the first in it; itself if it has none. */
function leadingLink(card) {
  const links = [...walk(card)].filter((el) => roleOf(el) === "link" && visible(el) && nameOf(el));
  const titled = links.find((el) => el.closest(HEADINGS) || el.querySelector(HEADINGS));
  return roleOf(card) === "link" ? card : titled || links[0] || card;
}
