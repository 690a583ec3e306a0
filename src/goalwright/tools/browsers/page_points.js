/* How an element is told from others, and where it can be clicked. Everything here only looks. */
function describe(el) {
  const rect = el.getBoundingClientRect();
  const kind = roleOf(el) || el.tagName.toLowerCase();
  const name = (nameOf(el) || besideText(el) || "").slice(0, 60);
  const marks = [el.id && `#${el.id}`, el.getAttribute("name") && `name=${el.getAttribute("name")}`,
    el.value && el.tagName === "INPUT" && el.type !== "password" && `value=${el.value}`].filter(Boolean).join(" ");
  return { kind, name, marks: marks.slice(0, 80), x: Math.round(rect.x), y: Math.round(rect.y) };
}

/* A point of the element that nothing covers, from its corner; the middle if it is free; null if all is covered. */
function uncovered(el) {
  const rect = [...el.getClientRects()].find((item) => item.width > 0 && item.height > 0);
  if (!rect) return null;
  const outer = el.getBoundingClientRect();
  const steps = [0.5, 0.25, 0.75, 0.1, 0.9, 0.02, 0.98];
  const points = steps.flatMap((fy) => steps.map((fx) => [fx, fy]));
  points.sort((a, b) => Math.abs(a[0] - 0.5) + Math.abs(a[1] - 0.5) - Math.abs(b[0] - 0.5) - Math.abs(b[1] - 0.5));
  const label = el.labels && el.labels.length ? [...el.labels] : [];
  for (const [fx, fy] of points) {
    const x = rect.left + rect.width * fx, y = rect.top + rect.height * fy;
    let hit = document.elementFromPoint(x, y);
    while (hit && hit.shadowRoot && hit !== el) {
      const deeper = hit.shadowRoot.elementFromPoint(x, y);
      if (!deeper || deeper === hit) break;
      hit = deeper;
    }
    if (hit && (hit === el || el.contains(hit) || label.some((item) => item.contains(hit)))) {
      return { x: x - outer.left, y: y - outer.top };
    }
  }
  return null;
}
