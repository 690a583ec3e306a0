/* Ways through a site: menus, page numbers, and the order of a table's rows. Only looks. */
const FORWARD_NAMES = new Set(WORDS.page_forward), BACKWARD_NAMES = new Set(WORDS.page_backward.filter((word) => word !== "page"));
const LAST_NAMES = new Set(WORDS.page_last);
const MENU_PARTS = "ul, ol, menu, nav, [role=menu], [role=group], .dropdown-menu, .submenu, .menu";

/* The menus that open from what is called so: what it controls, what stands behind it, or in the entry that it is in. */
WAYS.menu = (scope, request) => [...new Set(unlessSeen(() => menuTitles(scope, request.value)).flatMap(menusOf))];

/* What is called so and may have a menu, by its name or by all that it says; what only names something that is pointed at has none. */
const menuTitles = (scope, name) => [...new Set([...byText(scope, name, "click").filter((el) => isCalled(nameOf(el), name)),
  ...innermost(textual(scope, name).filter((el) => isCalled(seenText(el), name)))])].filter((el) => !el.closest("[role=tooltip]") || el.closest("a[href], button"));

/* What is found among what can be seen; among all there is if that is nothing. */
function unlessSeen(look) {
  const found = look();
  return found.length ? found : unseen(look);
}

function menusOf(title) {
  const target = title.closest("[aria-controls], [data-target], [data-bs-target], [href^='#']"), entry = title.closest("li, details, [role=treeitem], [role=none]");
  const ids = target ? [target.getAttribute("aria-controls"), ...["data-target", "data-bs-target", "href"].map((name) => (target.getAttribute(name) || "").replace(/^#/, ""))] : [];
  const controlled = ids.filter((id) => id && /^[\w:.-]+$/.test(id)).flatMap((id) => byId(title, id)).filter((el) => !el.contains(title));
  if (controlled.length) return controlled;
  const next = title.nextElementSibling;
  if (next && next.matches(MENU_PARTS)) return [next];
  const inner = entry ? [...entry.querySelectorAll(MENU_PARTS)].filter((el) => !el.contains(title)) : [];
  if (inner.length) return outermost(inner);
  const isOpen = title.closest("[aria-expanded=true], .lm-mod-active, .active, .open"), beside = title.closest("[aria-expanded=true]") ? openBeside(title) : [];
  if (beside.length) return beside;
  const menus = isOpen || title.closest("[aria-haspopup], [role=menuitem], [role=menubar]") ? [...walk(document)].filter((el) => roleOf(el) === "menu" && visible(el) && !el.contains(title)) : [];
  return menus.length ? menus : openBeside(title);
}

const BESIDE_PX = 24;

/* What lies over the page right beside a thing that says that it is open, whatever it is, or that says nothing, if it is a menu. */
function openBeside(title) {
  const toggle = title.closest("[aria-expanded=true]"), from = (toggle || title.closest("button, a, [role=button]") || title).getBoundingClientRect();
  const isBeside = (box) => box.top <= from.bottom + BESIDE_PX && box.bottom >= from.top - BESIDE_PX && box.left <= from.right + BESIDE_PX && box.right >= from.left - BESIDE_PX;
  const isMenu = (el) => (toggle ? el.querySelector("a[href], button, [role=menuitem]") : roleOf(el) === "menu");
  const lying = [...walk(document)].filter((el) => isMenu(el) && /absolute|fixed/.test(getComputedStyle(el).position) && visible(el) && !el.contains(toggle || title)
    && isBeside(el.getBoundingClientRect()));
  const height = (el) => Number(getComputedStyle(el).zIndex) || 0, top = Math.max(...lying.map(height));
  return outermost(lying.filter((el) => height(el) === top));
}

/* What opens a menu that is not there yet, when the steps begin with one. */
function menuTitle(steps) {
  let scopes = [document];
  for (const step of steps.slice(0, steps.findIndex((one) => one.way !== "menu"))) {
    const titles = innermost([...new Set(scopes.flatMap((scope) => menuTitles(scope, step.value)))].filter((el) => visible(el) && !leadsAway(el)));
    const open = titles.flatMap(menusOf).filter(visible);
    if (!open.length) return titles.length === 1 ? titles[0] : null;
    scopes = open;
  }
  return null;
}

/* What leads to the next page, and what leads back from a thing to the list that it is in. */
OWN_WAYS.nextpage = () => [nextPage()].filter(Boolean);
const BACK_TO = new RegExp(`^[‹«<←\\s]*(${anyOf(WORDS.back_to)})\\s+(the\\s+)?`, "i"), LIST_NOUN = new RegExp(`\\b(${anyOf(WORDS.list_nouns)})\\b`, "i");
const CRUMBS = "[aria-label*=breadcrumb i], [class*=breadcrumb i], [role=navigation][aria-label*=bread i]";
OWN_WAYS.listway = (_found, scope, name) => {
  const ways = [...walk(scope)].filter((el) => ["link", "button"].includes(roleOf(el)) && visible(el) && nameOf(el));
  const isMeant = (el) => name === null || low(nameOf(el)).split(/\s+/).map(singular).includes(singular(name));
  const said = ways.filter((el) => BACK_TO.test(nameOf(el)) && (LIST_NOUN.test(nameOf(el)) || (name !== null && isMeant(el))));
  const crumbs = ways.filter((el) => el.closest(CRUMBS) && isMeant(el) && !isCurrent(el));
  const above = ways.filter((el) => el.href && isMeant(el) && isAbove(el)).sort((a, b) => b.pathname.length - a.pathname.length);
  return [said.slice(0, 1), crumbs.slice(-1), above.slice(0, 1)].find((some) => some.length) || [];
};
/* Whether a link leads to a page that this one lies under, by their addresses; the first page of all is none. */
const isAbove = (el) => el.origin === location.origin && el.pathname.length > 1 && location.pathname !== el.pathname && location.pathname.startsWith(el.pathname.replace(/\/?$/, "/"));

/* The link to the page before or behind the one that is shown, or to the last, where a row of numbers is all that leads there. */
function turnByNumber(name) {
  const said = low(name), numbers = [...walk(document)].filter((el) => !el.childElementCount && /^\d{1,5}$/.test(clean(el.textContent)) && visible(el));
  const bars = [...new Set(numbers.filter((el) => el.closest("a[href], button")).map(barOf).filter(Boolean))];
  if (bars.length !== 1) return [];
  const all = numbersIn(bars[0]), marked = all.filter((el) => el.closest(MARKED) && bars[0].contains(el.closest(MARKED)) && el.closest(MARKED) !== bars[0]);
  const plain = all.filter((el) => !el.closest("a[href], button")), current = marked.length === 1 ? marked[0] : plain.length === 1 ? plain[0] : null;
  if (!current) return [];
  const at = Number(clean(current.textContent)), highest = Math.max(...all.map((el) => Number(clean(el.textContent))));
  const wanted = FORWARD_NAMES.has(said) ? at + 1 : BACKWARD_NAMES.has(said) ? at - 1 : LAST_NAMES.has(said) ? highest : 0;
  return all.filter((el) => Number(clean(el.textContent)) === wanted && el !== current).map((el) => el.closest("a[href], button") || el);
}

const textOrNumber = WAYS.text;
WAYS.text = (scope, request) => {
  const found = textOrNumber(scope, request);
  return found.length || request.purpose !== "click" || scope !== document ? found : turnByNumber(request.value);
};

/* How the rows of a table stand by a column: 1 from the least to the most, -1 the other way, 0 neither; null without rows. */
function orderBy(head) {
  const cell = head.closest("th, td, [role=columnheader]") || head, table = cell.closest(TABLES);
  const group = table && tableGroup(table)[0];
  if (!group || group.members.length < 2) return null;
  const at = childrenOf(cell.parentElement).indexOf(cell), texts = group.members.map((row) => childrenOf(row)[at]).map((el) => (el ? valueIn(el) : ""));
  const worths = texts.map(worth), isNumeric = worths.every((value) => !Number.isNaN(value)), values = isNumeric ? worths : texts.map(low);
  const stands = (sign) => values.every((value, place) => !place || (isNumeric ? (value - values[place - 1]) * sign >= 0 : values[place - 1].localeCompare(value) * sign <= 0));
  return stands(1) && stands(-1) ? 0 : stands(1) ? 1 : stands(-1) ? -1 : 0;
}

/* Scrolls on what draws only the rows that are in sight, by most of its height; whether anything moved. With `isHome` back to its start. */
function scrollGrids(isHome) {
  const isScrolling = (el) => /auto|scroll/.test(getComputedStyle(el).overflowY) && el.scrollHeight > el.clientHeight * 1.5 && el.clientHeight > 40 && visible(el);
  const holders = [...walk(document)].filter((el) => el !== document.body && isScrolling(el) && isDrawnInPart(el));
  let isMoved = false;
  for (const el of holders) {
    const before = el.scrollTop;
    el.scrollTop = isHome ? 0 : before + el.clientHeight * 0.8;
    isMoved = isMoved || el.scrollTop !== before;
  }
  return isMoved;
}
/* Whether the rows that are there fill only a part of what can be scrolled. */
function isDrawnInPart(el) {
  const rows = [...el.querySelectorAll("tr, [role=row], [role=listitem], [role=option], li")].filter(visible);
  return rows.length > 2 && rows.reduce((sum, row) => sum + row.getBoundingClientRect().height, 0) < el.scrollHeight * 0.7;
}
