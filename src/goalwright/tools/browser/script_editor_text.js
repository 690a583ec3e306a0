/* The text of a code editor, from the editor itself: what it draws is only the part that is in sight. Null for anything else. */
(el) => {
  const box = el.closest('.CodeMirror, .cm-editor, .ace_editor, .monaco-editor');
  if (!box) return null;
  if (box.CodeMirror) return box.CodeMirror.getValue();
  if (box.env && box.env.editor) return box.env.editor.getValue();
  const content = box.querySelector('.cm-content');
  const view = content && ((content.cmTile && content.cmTile.view) || (content.cmView && content.cmView.view));
  if (view) return view.state.doc.toString();
  const editors = window.monaco && window.monaco.editor && window.monaco.editor.getEditors ? window.monaco.editor.getEditors() : [];
  const own = editors.find((one) => one.getContainerDomNode().contains(box));
  return own ? own.getValue() : box.innerText;
}
