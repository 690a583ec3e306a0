/* Calendars that pages draw themselves, and sliders that are no inputs. Only looks. */
const FORWARD = new RegExp(`^(${anyOf(WORDS.month_forward)}|[›»>→▶])$`, "i");
const BACKWARD = new RegExp(`^(${anyOf(WORDS.month_backward)}|[‹«<←◀])$`, "i");
const MONTH_WAYS = [/(^|[-_\s])next([-_]?month)?($|[-_\s])/i, /(^|[-_\s])prev(ious)?([-_]?month)?($|[-_\s])/i];
const OUTSIDE = /(^|[-_\s])(prevMonthDay|nextMonthDay|other|outside|disabled|muted|old|new)([-_]?(month|day))?($|[-_\s])/i;

const monthNames = () => ["en", document.documentElement.lang || "en"].map((language) => [...Array(12).keys()].map(
  (month) => new Intl.DateTimeFormat(language, { month: "long" }).format(new Date(2024, month, 15)).toLowerCase()));

/* The days that are shown, in the smallest part of the page that has most of a month's. */
function shownDays() {
  const leaves = [...walk(document)].filter((el) => !el.childElementCount && el.tagName !== "OPTION" && /^([1-9]|[12]\d|3[01])$/.test(clean(el.textContent))
    && visible(el) && !isControl(el));
  for (let box = leaves[0]; box; box = box.parentElement) {
    const days = leaves.filter((el) => box.contains(el));
    if (days.length >= 28) return { box, days };
  }
  return null;
}

/* The month that a calendar says it shows, from what is written in or just above it. */
function shownMonth(box) {
  for (let part = box, depth = 0; part && depth < 5; part = part.parentElement, depth += 1) {
    const chosen = [...part.querySelectorAll("select, input")].map((field) => (field.selectedOptions ? field.selectedOptions[0]?.textContent : field.value) || "").join(" ");
    const lettered = part.querySelector("select") ? [...walk(part)].filter((el) => !el.childElementCount && !el.closest("select") && visible(el)).map(seenText).join(" ") : part.innerText;
    const text = ` ${low(`${lettered} ${chosen}`)} `;
    const year = text.match(/\b(19|20)\d\d\b/);
    for (const names of monthNames()) {
      const month = names.findIndex((name) => new RegExp(`[^a-z](${name}|${name.slice(0, 3)})[^a-z]`).test(text));
      if (year && month >= 0) return { part, months: Number(year[0]) * 12 + month };
    }
  }
  return null;
}

/* What to click next on the way to a day in the calendar that is open: [element, whether it is the day itself]. */
function dayStep(year, month, day) {
  const shown = shownDays(), head = shown && shownMonth(shown.box);
  if (!head) return [null, false];
  const ahead = year * 12 + month - 1 - head.months;
  if (ahead) {
    const wanted = ahead > 0 ? FORWARD : BACKWARD;
    const ways = [...walk(head.part)].filter((el) => visible(el) && [nameOf(el), titleOf(el)].some((name) => wanted.test(clean(name))));
    const drawn = ways.length ? [] : [...walk(head.part)].filter((el) => visible(el) && isClassed(el, MONTH_WAYS[ahead > 0 ? 0 : 1]));
    return [outermost(ways.length ? ways : drawn)[0] || null, false];
  }
  const days = shown.days.filter((el) => Number(el.textContent) === day);
  const own = days.filter((el) => !OUTSIDE.test(`${classOf(el)} ${classOf(el.parentElement)}`) && !el.closest("[aria-disabled=true], :disabled"));
  return [(day > 15 ? own.at(-1) : own[0]) || null, true];
}

const PARTS = ["day", "month", "year"].map((part) => new RegExp(`\\b(${anyOf(WORDS.date_parts[part])})\\b`, "i"));

/* Which part of a date a control takes: 0 the day, 1 the month, 2 the year; -1 none. */
function datePart(el) {
  if (el.tagName !== "SELECT") {
    const told = `${nameOf(el)} ${el.placeholder} ${el.name} ${el.id}`.replace(/[-_]/g, " ");
    const own = nameOf(el).includes(",") ? PARTS.findIndex((part) => part.test(nameOf(el).split(",")[0])) : -1;
    return isEditable(el) ? (own >= 0 ? own : PARTS.findIndex((part) => part.test(told))) : -1;
  }
  const names = [...el.options].map((option) => low(option.label)), has = (...all) => all.every((name) => names.includes(String(name)));
  if (names.filter((name) => /^(19|20)\d\d$/.test(name)).length > 1) return 2;
  if (monthNames().some((months) => names.filter((name) => months.some((month) => name && month.startsWith(name.slice(0, 3)))).length >= 12)) return 1;
  if (has(31) && (has(1) || has("01"))) return 0;
  return names.filter((name) => /^\d+$/.test(name)).length === 12 && has(12) ? 1 : -1;
}

/* The controls for the day, the month and the year of a date that one of them is for; null if there are no such three. */
function datePartsOf(el) {
  for (let around = el, depth = 0; around && depth < 5 && datePart(el) >= 0; around = around.parentElement, depth += 1) {
    const found = controls(around), parts = [0, 1, 2].map((part) => found.filter((one) => datePart(one) === part));
    if (parts.every((some) => some.length)) return parts.every((some) => some.length === 1) ? parts.flat() : null;
  }
  return null;
}

/* Handles of sliders that have no role. */
OWN_WAYS.slider = (found, scope) => (found.length ? found : innermost(shown(scope).filter(
  (el) => /slider/i.test(`${classOf(el)} ${classOf(el.parentElement)}`) && /handle|thumb|knob/i.test(classOf(el)))));

/* Text fields that hold a colour. */
OWN_WAYS.color = (found, scope) => (found.length ? found : shown(scope).filter((el) => el.tagName === "INPUT"
  && roleOf(el) === "textbox" && (/colou?r/i.test(`${el.id} ${el.name} ${el.className}`) || /^#?[0-9a-f]{6}$/i.test(el.value))));

/* The numbers that are shown, each where it stands: what a slider's value is written as is among them. */
const shownNumbers = () => [...walk(document)].filter((el) => !el.childElementCount && /^\s*-?\d+(\.\d+)?\s*%?\s*$/.test(el.textContent)
  && visible(el)).map((el) => parseFloat(el.textContent));
