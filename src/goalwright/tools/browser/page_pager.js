/* Results that go on on further pages. Only looks. */
const LEADS_ON = new RegExp(`^(${anyOf(WORDS.page_forward)})?\\s*[›»>→]?$`, "i");
const LEADS_BACK = new RegExp(`^[‹«<←]?\\s*(${anyOf(WORDS.page_backward)})?$`, "i");
const MARKED = "[aria-current]:not([aria-current=false]), .active, .current, .selected";

/* How many results are shown, and what leads on from the first page of them; from any page if `isOn`. None if they all are here. */
function pager(steps, isOn) {
  const shown = find(steps, "click", true), ways = shown.length ? pagerWays(shown) : [];
  const onward = ways.filter((el) => nameOf(el) && LEADS_ON.test(nameOf(el)) && !isOut(el));
  const bars = [...new Set(onward.map(barOf))].filter((bar) => bar && (isOn || isAtFirst(bar)));
  const way = onward.find((el) => barOf(el) === bars[0]);
  return way && onward.every((el) => nameOf(el) === nameOf(way)) ? [way, shown.length, shown.map(seenText).join()] : null;
}

const pagerWays = (shown) => [...walk(document)].filter((el) => ["link", "button"].includes(roleOf(el)) && visible(el) && !shown.some((card) => card.contains(el)));
const isOut = (el) => el.disabled === true || el.getAttribute("aria-disabled") === "true" || Boolean(el.closest(".disabled"));
const numbersIn = (bar) => [...walk(bar)].filter((el) => !el.childElementCount && /^\d{1,4}$/.test(clean(el.textContent)) && visible(el));

/* The row of page numbers that something stands in. */
function barOf(el) {
  let bar = el.parentElement;
  for (let depth = 0; bar && bar !== document.body && depth < 3; depth += 1, bar = bar.parentElement) if (numbersIn(bar).length > 1) return bar;
  return null;
}

/* Whether a row of page numbers is at its first page: that is marked, or is not a link, and nothing leads back. */
function isAtFirst(bar) {
  const first = numbersIn(bar)[0], marked = [...walk(bar)].filter((el) => el.matches(MARKED)).map((el) => clean(el.textContent));
  const isHere = marked.length ? marked.includes("1") : !first.closest("a[href], button");
  return clean(first.textContent) === "1" && isHere
    && ![...walk(bar)].some((el) => ["link", "button"].includes(roleOf(el)) && nameOf(el) && LEADS_BACK.test(nameOf(el)) && visible(el) && !isOut(el));
}

/* What leads to the next page of whatever is shown: the way on beside page numbers, else the one that pages are turned with. None on
   the last page, or where several lead to different places. */
function nextPage() {
  return wayOn() || turnByNumber(WORDS.page_forward[0])[0] || null;
}

function wayOn() {
  const ways = [...walk(document)].filter((el) => (["link", "button"].includes(roleOf(el)) || linkLike(el)) && visible(el) && LEADS_ON.test(nameOf(el) || titleOf(el)) && (nameOf(el) || titleOf(el)));
  const onward = innermost(ways.filter((el) => !isOut(el))), ranked = [onward.filter(barOf), onward.filter((el) => el.matches("[rel~=next]") || el.closest(TURNERS)), onward];
  const found = ranked.find((some) => some.length) || [];
  const plain = found.filter((el) => !/^[»]$/.test(nameOf(el)));
  if (plain.length && plain.length < found.length && plain.every((el) => barOf(el) === barOf(found[0]))) return plain[0];
  return found.every((el) => isTwin(el, found[0]) || (el.href && el.href === found[0].href) || nameOf(el) === nameOf(found[0])) ? found[0] || null : null;
}
const TURNERS = "[class*=pagina i], [class*=pager i], [id*=pagina i], [aria-label*=pagina i], nav";
