/* Scrolls a box, the page where none is given; a page that does not scroll itself has a part that does. */
([el, direction]) => {
  const rolls = (box) => box.scrollHeight > box.clientHeight + 1
    && /auto|scroll|overlay/.test(getComputedStyle(box).overflowY);
  const root = document.scrollingElement || document.documentElement;
  let box = el;
  if (el && !rolls(el) && el !== root && el !== document.body) {
    el.scrollIntoView({ block: 'center', behavior: 'instant' });
    return { to: 'element', y: Math.round(root.scrollTop) };
  }
  if (!el || el === document.body || el === root) {
    box = root;
    if (root.scrollHeight <= root.clientHeight + 1) {
      const parts = [...document.querySelectorAll('*')].filter(rolls);
      parts.sort((a, b) => b.clientHeight * b.clientWidth - a.clientHeight * a.clientWidth);
      box = parts[0] || root;
    }
  }
  const page = box.clientHeight * 0.9;
  const top = { up: box.scrollTop - page, down: box.scrollTop + page, top: 0, bottom: box.scrollHeight }[direction];
  box.scrollTo({ top, behavior: 'instant' });
  return { to: direction, y: Math.round(box.scrollTop) };
}
