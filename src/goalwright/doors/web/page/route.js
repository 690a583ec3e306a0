// Which view is shown: the path of the address, changed without loading the page again.

import { useEffect, useState } from "/page/vendor/htm-preact.js";

const CHANGED = "goalwright-route";

export function go(path) {
  if (path !== location.pathname) history.pushState(null, "", path);
  dispatchEvent(new Event(CHANGED));
  scrollTo(0, 0);
}

export function usePath() {
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const changed = () => setPath(location.pathname);
    addEventListener("popstate", changed);
    addEventListener(CHANGED, changed);
    return () => {
      removeEventListener("popstate", changed);
      removeEventListener(CHANGED, changed);
    };
  }, []);
  return path;
}

/** A click on a link of ours stays on the page, unless it is to open elsewhere. */
export function followed(event) {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(link.getAttribute("href"));
}
