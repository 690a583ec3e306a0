/* A point of what an element is resized by: something in it or beside it that shows so by the cursor, else the corner that the browser
   itself draws. The one that moves nothing else comes first. */
(el, side) => {
  const around = [...el.querySelectorAll("*"), ...(el.parentElement ? el.parentElement.children : [])];
  const corner = /^(se|nwse)-resize$/, edge = side === "height" ? /^(s|n|ns|row)-resize$/ : /^(e|w|ew|col)-resize$/;
  for (const sort of [edge, corner]) {
    for (const part of around.filter((one) => one !== el && sort.test(getComputedStyle(one).cursor))) {
      const box = part.getBoundingClientRect();
      for (const share of [0.5, 0.2, 0.8]) {
        const x = box.x + box.width * share, y = box.y + box.height * share;
        if (document.elementFromPoint(x, y) === part) return [x, y];
      }
    }
  }
  const how = getComputedStyle(el).resize, box = el.getBoundingClientRect();
  const isFree = how === "both" || how === (side === "height" ? "vertical" : "horizontal");
  return isFree ? [box.right - 4, box.bottom - 4] : null;
}
