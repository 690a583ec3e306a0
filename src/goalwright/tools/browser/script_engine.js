/* The selector engine: gives the elements that Python asks for, or what a look at each gives. `makePage` gives the page code's
   functions, made new for each question, as some remember what they saw. */
(makePage, refusal) => {
  let kept = null; // what was last acted on
  const answer = (value) => {
    const told = document.createElement("output");
    told.textContent = JSON.stringify(value);
    return [told];
  };
  return {
    queryAll(_root, asked) {
      const [steps, purpose, look, fits] = JSON.parse(decodeURIComponent(asked));
      if (!steps.length && !(kept && kept.isConnected)) throw new Error("Element is not attached to the DOM");
      const page = makePage(), found = steps.length ? page.find(steps, purpose) : [kept];
      if (fits) {
        if (found.length !== 1 || !eval(fits)(found[0])) throw new Error(refusal);
        kept = found[0];
      }
      return look ? answer(found.map(eval(look))) : found;
    },
    query(root, asked) { return this.queryAll(root, asked)[0]; },
  };
}
