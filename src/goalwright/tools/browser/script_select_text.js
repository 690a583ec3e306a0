/* Selects a text in an element, or all of it; what was selected, null if the text is not in it. */
(el, [wanted, isWhole]) => {
  const clean = (text) => text.replace(/\s+/g, ' ').trim();
  const walker = document.createTreeWalker(el, NodeFilter.SHOW_TEXT), places = [];
  let text = '';
  while (walker.nextNode()) for (let at = 0; at < walker.currentNode.length; at += 1) {
    const char = /\s/.test(walker.currentNode.data[at]) ? ' ' : walker.currentNode.data[at];
    if (char === ' ' && text.endsWith(' ')) continue;
    text += char;
    places.push([walker.currentNode, at]);
  }
  const from = text.toLowerCase().indexOf(clean(wanted).toLowerCase()), range = document.createRange();
  if (from < 0 && !isWhole) return null;
  if (from < 0) range.selectNodeContents(el);
  else {
    range.setStart(...places[from]);
    const [node, at] = places[from + clean(wanted).length - 1];
    range.setEnd(node, at + 1);
  }
  const editor = el.closest('[contenteditable]:not([contenteditable=false])');
  if (editor) editor.focus();
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  return clean(String(selection));
}
