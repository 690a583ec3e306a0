/* Whether a page says that it is at work, as `isBusy` tells: once some time has passed and nothing has changed for a while, or for
   as long as it may go on changing. */
([least_ms, quiet_ms, most_ms], isBusy) => new Promise((resolve) => {
  const began = performance.now();
  let changed = began;
  const watching = new MutationObserver(() => { changed = performance.now(); });
  watching.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['class', 'hidden', 'value'] });
  const look = () => {
    const now = performance.now();
    if ((now - began < least_ms || now - changed < quiet_ms) && now - began < most_ms) { setTimeout(look, 25); return; }
    watching.disconnect();
    resolve(quiet_ms > 0 && isBusy());
  };
  look();
})
