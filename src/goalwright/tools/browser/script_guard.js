/* Keeps a press from an element that is in a row and is not what was named when the press comes: pages draw another row into the
   same elements. Gives what tells whether that has happened; null where there is nothing to watch. */
(makePage) => (el, [steps, purpose]) => {
  if (!makePage().isInNamedRow(el, steps)) return null;
  const types = ["pointerdown", "mousedown", "pointerup", "mouseup", "click", "auxclick", "dblclick", "contextmenu"];
  const kept = { isStopped: false };
  const isMeant = () => [false, true].some((isLoose) => makePage()
    .find(steps.map((step) => ({ ...step, isLoose: isLoose || step.isLoose })), purpose, true).includes(el));
  const stop = (event) => {
    if (event.type === "pointerdown") kept.isStopped = !isMeant();
    if (!kept.isStopped) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of types) addEventListener(type, stop, true);
  kept.release = () => { for (const type of types) removeEventListener(type, stop, true); return kept.isStopped; };
  return kept;
}
