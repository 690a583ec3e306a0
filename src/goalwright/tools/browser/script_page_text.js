/* The text of a page, then that of its shadow trees, which the browser leaves out. */
() => {
  const texts = [document.body ? document.body.innerText : ''];
  const gather = (root) => {
    for (const host of root.querySelectorAll('*')) {
      if (!host.shadowRoot) continue;
      const seen = [...host.shadowRoot.children].filter((el) => el.tagName !== 'STYLE' && el.checkVisibility());
      texts.push(...seen.map((el) => el.innerText || ''));
      gather(host.shadowRoot);
    }
  };
  gather(document);
  return texts.map((text) => text.trim()).filter(Boolean).join('\n\n');
}
