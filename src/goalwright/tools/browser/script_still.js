/* Whether a page says that it is at work, by a mark for screen readers, a spinner, or a short text such as "Processing…":
   told once some time has passed and nothing has changed for a while, or for as long as it may go on changing. */
([least_ms, quiet_ms, most_ms]) => new Promise((resolve) => {
  const waiting = 'progress:not([value]), [role=progressbar]:not([aria-valuenow])';
  const signs = `[aria-busy=true], .spinner, .loading, ${waiting}`;
  const saying = /^(please wait|just a moment|\p{L}+ing( \p{L}+){0,3})\s*(…|\.\.\.)$/iu;
  const isSaid = (el) => !el.childElementCount && el.textContent.length < 40 && saying.test(el.textContent.trim());
  const isAtWork = () => [...document.querySelectorAll('body *')]
    .some((el) => (el.matches(signs) || isSaid(el)) && el.checkVisibility());
  const began = performance.now();
  let changed = began;
  const watching = new MutationObserver(() => { changed = performance.now(); });
  watching.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['class', 'hidden', 'value'] });
  const look = () => {
    const now = performance.now();
    if ((now - began < least_ms || now - changed < quiet_ms) && now - began < most_ms) { setTimeout(look, 25); return; }
    watching.disconnect();
    resolve(quiet_ms > 0 && isAtWork());
  };
  look();
})
