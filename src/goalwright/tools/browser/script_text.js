/* The text of an element; of what only names a part that folds, the part's. */
(el) => {
  const fold = el.closest('summary') && el.closest('details'), way = el.closest('[aria-expanded][aria-controls]');
  const part = fold || (way && !el.value && el.getRootNode().getElementById(way.getAttribute('aria-controls')));
  const text = (one) => (one.innerText !== undefined && one.checkVisibility() && !(one === fold && !fold.open)
    ? one.innerText : [...one.childNodes].map((node) => node.textContent.trim()).join('\n')).trim();
  if (part) return text(part);
  return el.tagName === 'SELECT' ? [...el.selectedOptions].map((option) => option.label).join(', ')
  : el.type === 'password' ? '' : typeof el.value === 'string' && el.tagName !== 'LI' && el.tagName !== 'BUTTON'
  ? el.value : (el.innerText !== undefined ? el.innerText : el.textContent).trim(); }
