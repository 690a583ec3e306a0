/* Writes a text into a field as keys do, at the cursor, or at the end if the field does not have the keys; what it held, and what it
   holds then. */
(el, [text, isLast]) => {
  const isValued = 'value' in el, page = el.ownerDocument, root = el.getRootNode(), selection = page.defaultView.getSelection();
  const told = () => (isValued ? el.value : el.innerText), held = told();
  const isAtCursor = !isLast && (root.activeElement === el || (!isValued && el.contains(root.activeElement)));
  el.focus();
  const isBlind = isValued && el.selectionStart === null; // a field for e-mail addresses does not tell its cursor
  if (!isAtCursor && isBlind) el.select();
  else if (!isAtCursor && isValued) el.setSelectionRange(el.value.length, el.value.length);
  if (!isAtCursor && !isValued) { selection.selectAllChildren(el); selection.collapseToEnd(); }
  if (!page.execCommand('insertText', false, !isAtCursor && isBlind ? held + text : text) && isValued) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(el), 'value').set.call(el, held + text);
    for (const type of ['input', 'change']) el.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
  for (const type of ['keydown', 'keyup']) el.dispatchEvent(
    new KeyboardEvent(type, { key: 'Shift', code: 'ShiftLeft', bubbles: true, composed: true }));
  return [held, told()];
}
