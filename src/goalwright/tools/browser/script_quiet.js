/* Done once a page has changed and stays as it is, or did not change in time. */
(el, most_ms) => new Promise((resolve) => {
  let quiet = setTimeout(resolve, most_ms);
  const watching = new MutationObserver(() => { clearTimeout(quiet); quiet = setTimeout(resolve, 150); });
  watching.observe(document, { subtree: true, childList: true, characterData: true });
  setTimeout(() => watching.disconnect(), most_ms);
})
