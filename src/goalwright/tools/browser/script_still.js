/* Whether a page is still at work, as `isBusy` tells: once nothing that was begun since the last act is to come and nothing has changed
   for a while, or for as long as it may go on changing. Where not all is known of what is to come, some time has to pass. */
({ since_ms, least_ms, quiet_ms, most_ms, far_ms }, isBusy, pending) => new Promise((resolve) => {
  const began = performance.now();
  let changed = began;
  const watching = new MutationObserver(() => { changed = performance.now(); });
  watching.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['class', 'hidden', 'value'] });
  const isToCome = () => {
    const { isLate, timers, asked } = pending.left(Math.max(0, began - since_ms));
    return timers.some(([delay]) => delay <= far_ms) || (asked >= 0 && asked < far_ms) || (isLate && performance.now() - began < least_ms);
  };
  const look = () => {
    const now = performance.now();
    if ((now - changed < quiet_ms || isToCome()) && now - began < most_ms) { pending.later(look, 25); return; }
    watching.disconnect();
    resolve(quiet_ms > 0 && isBusy());
  };
  look();
})
