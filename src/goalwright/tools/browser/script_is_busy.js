/* Whether a page says that it is at work: by a mark for screen readers, a spinner, or a short text such as "Processing…". */
() => {
  const waiting = 'progress:not([value]), [role=progressbar]:not([aria-valuenow])';
  const signs = `[aria-busy=true], .spinner, .loading, ${waiting}`;
  const saying = /^(please wait|just a moment|\p{L}+ing( \p{L}+){0,3})\s*(…|\.\.\.)$/iu;
  const isSaid = (el) => !el.childElementCount && el.textContent.length < 40 && saying.test(el.textContent.trim());
  return [...document.querySelectorAll('body *')]
    .some((el) => (el.matches(signs) || isSaid(el)) && el.checkVisibility());
}
