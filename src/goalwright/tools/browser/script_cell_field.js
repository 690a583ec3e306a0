/* The field that a cell has opened: in it, or laid over it; null if there is none. */
(cell) => {
  const isField = (el) => el && (el.matches("input, textarea, select") || el.isContentEditable);
  const own = "input:not([type=checkbox]):not([type=hidden]), textarea, [contenteditable=true]";
  const inner = cell.matches("[contenteditable=true]") ? cell : cell.querySelector(own);
  if (isField(inner) && inner.getClientRects().length) return inner;
  const active = cell.getRootNode().activeElement;
  if (!isField(active) || active === document.body) return null;
  const a = active.getBoundingClientRect(), b = cell.getBoundingClientRect();
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top ? active : null;
}
