/* The height of the page once it is scrolled to its end and has grown past what it was, or did not in time. */
async ([before, most_ms]) => {
  const root = document.scrollingElement || document.documentElement, end = performance.now() + most_ms;
  while (root.scrollHeight <= before && performance.now() < end) await new Promise((on) => setTimeout(on, 50));
  root.scrollTo({ top: root.scrollHeight, behavior: 'instant' });
  return root.scrollHeight;
}
