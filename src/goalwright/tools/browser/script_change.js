/* Done as soon as a document changes, but not before `least_ms`; or after `most_ms`. */
([least_ms, most_ms]) => new Promise((resolve) => {
  const { later } = window[Symbol.for('goalwright.pending')] || { later: setTimeout }; // timers of ours are none of the page's
  const least = new Promise((passed) => { later(passed, least_ms); });
  const watching = new MutationObserver(() => { watching.disconnect(); least.then(resolve); });
  watching.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  later(() => { watching.disconnect(); resolve(); }, most_ms);
})
