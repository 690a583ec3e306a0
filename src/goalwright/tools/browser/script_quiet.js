/* Done once a page has changed and stays as it is, or did not change in time. */
(el, most_ms) => new Promise((resolve) => {
  const { later } = window[Symbol.for('goalwright.pending')] || { later: setTimeout }; // timers of ours are none of the page's
  let quiet = later(resolve, most_ms);
  const watching = new MutationObserver(() => { clearTimeout(quiet); quiet = later(resolve, 150); });
  watching.observe(document, { subtree: true, childList: true, characterData: true });
  later(() => watching.disconnect(), most_ms);
})
