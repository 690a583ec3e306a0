// Drawing less: what was given nothing new stays as it is, and what is long appears a piece at a time.

import { Component, useEffect, useState } from "/page/vendor/htm-preact.js";

const STEP = 80;

/** The same component, drawn again only if one of its properties is another value than before. */
export function still(draw) {
  return class extends Component {
    shouldComponentUpdate(next) {
      return Object.keys({ ...this.props, ...next }).some((name) => this.props[name] !== next[name]);
    }

    render(props) {
      return draw(props);
    }
  };
}

/** How many of a long list to draw by now: a few more each frame, so that none takes long. */
export function useGrowing(total) {
  const [count, grow] = useState(STEP);
  useEffect(() => {
    if (count >= total) return undefined;
    const frame = requestAnimationFrame(() => grow(count + STEP));
    return () => cancelAnimationFrame(frame);
  }, [count, total]);
  return Math.min(count, total);
}
