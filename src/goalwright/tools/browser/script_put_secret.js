/* Writes a text into a field. The browser's own command writes as keys do; where it cannot, the value is set and announced as a script would. */
(el, text) => {
  const isValued = 'value' in el, page = el.ownerDocument;
  el.focus();
  const isWritten = el.getRootNode().activeElement === el && (!isValued || el.selectionStart !== null
    || ['email', 'number'].includes(el.type));
  if (isWritten && isValued) el.select();
  else if (isWritten) page.defaultView.getSelection().selectAllChildren(el);
  if (!(isWritten && page.execCommand('insertText', false, text)) && isValued) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(el), 'value').set.call(el, text);
    for (const type of ['input', 'change']) el.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
  }
  for (const type of ['keydown', 'keyup']) el.dispatchEvent(
    new KeyboardEvent(type, { key: 'Shift', code: 'ShiftLeft', bubbles: true, composed: true }));
  return [isValued ? el.value : el.textContent, el.type || ''];
}
