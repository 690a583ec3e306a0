/* Watches a document for its answer to a press: what was pressed, and what the document shows. Everything here only looks;
   `isBusy` tells whether it says that it is at work. */
(signs, isBusy) => {
  const pressed = { name: '', form: null, isSubmit: false, isField: false, isStuck: false, isSent: false, refused: [] };
  const clean = (text) => (text || '').replace(/\s+/g, ' ').trim();
  const cut = (text, most = 300) => clean(text).slice(0, most);
  const seeing = { opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true };
  const around = (el) => el.assignedSlot || el.parentElement || el.getRootNode().host || null;
  const near = (el, sort) => {
    for (let at = el; at; at = at.getRootNode().host || null) {
      const found = at.closest(sort);
      if (found) return found;
    }
    return null;
  };

  /* Whether a person sees an element: one that is folded to nothing is not seen, one for screen readers alone is heard. */
  const isSeen = (el) => {
    if (!el.checkVisibility(seeing)) return false;
    for (let at = el, depth = 0; at && depth < 4; at = around(at), depth += 1)
      if (at.clientHeight === 0 && /hidden|clip/.test(getComputedStyle(at).overflow) && getComputedStyle(at).display !== 'inline') return false;
    return true;
  };
  const walk = function* (root) {
    for (const el of root.querySelectorAll('*')) {
      yield el;
      if (el.shadowRoot) yield* walk(el.shadowRoot);
    }
  };
  const isField = (el) => el.matches(signs.fields);
  const labelOf = (el) => cut(el.getAttribute('aria-label') || (el.labels instanceof NodeList && el.labels[0] && el.labels[0].textContent)
    || el.placeholder || el.name || el.id, 60);
  const isRed = (el) => {
    const [red, green, blue] = getComputedStyle(el).color.match(/[\d.]+/g).map(Number);
    return red > 140 && green < 90 && blue < 100;
  };

  /* What a text is by the things that it is in; a part as large as a page marks nothing. */
  const markOf = (el) => {
    for (const [mark, sort] of Object.entries(signs.marks)) {
      const found = near(el, sort);
      if (found && found.textContent.length < 1_000 && !isField(found)) return mark;
    }
    const id = el.id || (el.parentElement && el.parentElement.id);
    if (id && document.querySelector(`[aria-invalid=true]:is([aria-errormessage~="${CSS.escape(id)}"], [aria-describedby~="${CSS.escape(id)}"])`)) return 'error';
    return isRed(el) ? 'red' : '';
  };
  const placeOf = (el) => Object.keys(signs.places).find((place) => near(el, signs.places[place])) || '';

  const blocks = (all) => all.filter((el) => !/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|OPTION|TEXTAREA|TITLE)$/.test(el.tagName) && !near(el, 'button, [role=button]')
    && [...el.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) && isSeen(el)).slice(0, 3_000)
    .map((el) => [cut(el.textContent), markOf(el), placeOf(el)]);

  /* Fields that belong together: those of a form or a dialog, else those of the page. */
  const homeOf = (el) => el.form || near(el, signs.homes) || document.body;
  const isWrong = (el) => el.matches(signs.invalid) || Boolean(near(el, signs.wrong) && near(el, signs.wrong).querySelectorAll(signs.fields).length < 3);
  const formOf = (home, fields) => ({
    fields: fields.map((el) => [el.name || el.id || labelOf(el), el.type === 'password' ? '' : /^(checkbox|radio)$/.test(el.type) ? ''
      : cut('value' in el ? el.value : el.textContent, 200)]),
    action: home.tagName === 'FORM' ? String(home.getAttribute('action') ? new URL(home.getAttribute('action'), document.baseURI) : document.URL) : '',
    method: home.tagName === 'FORM' ? (home.getAttribute('method') || 'get').toLowerCase() : '',
    passwords: fields.filter((el) => el.type === 'password').length,
    invalid: fields.filter(isWrong).map(labelOf),
  });
  const forms = (all) => {
    const homes = new Map();
    for (const el of all) {
      if (!isField(el) || !isSeen(el)) continue;
      homes.set(homeOf(el), [...(homes.get(homeOf(el)) || []), el]);
    }
    return [...homes].map(([home, fields]) => formOf(home, fields));
  };

  const look = () => {
    const all = [...walk(document)];
    const isData = document.contentType === 'application/json';
    const [way] = performance.getEntriesByType('navigation');
    return {
      born: performance.timeOrigin, status: (way && way.responseStatus) || 0,
      title: cut(document.title), now: performance.now(), data: isData ? document.body.textContent.slice(0, 10_000) : '',
      blocks: isData ? [] : blocks(all), forms: forms(all),
      isBusy: isBusy(),
      refused: pressed.refused.filter(([el]) => el.isConnected && !el.validity.valid).map(([, ...told]) => told),
    };
  };

  let before = null;
  const press = (event) => {
    const target = event.composedPath()[0];
    if (before || !event.isTrusted || !(target instanceof Element)) return;
    before = look();
    const control = near(target, signs.controls) || target, form = control.form || near(control, 'form');
    const home = form || near(control, signs.homes) || document.body, first = form && form.querySelector(signs.submits);
    const isKey = event.type === 'keydown';
    Object.assign(pressed, {
      name: cut(control.getAttribute('aria-label') || (isField(control) ? '' : control.value || control.textContent), 80),
      form: formOf(home, [...walk(home)].filter((el) => isField(el) && isSeen(el))),
      isSubmit: Boolean(form) && control.matches(signs.submits), isField: isKey && control.matches(signs.lines),
      isStuck: isKey && Boolean(first && first.disabled),
    });
  };
  const ending = new AbortController(), early = { capture: true, signal: ending.signal };
  for (const type of ['pointerdown', 'mousedown', 'click']) addEventListener(type, press, early);
  addEventListener('keydown', (event) => event.key === 'Enter' && press(event), early);
  addEventListener('submit', () => { pressed.isSent = true; }, early);
  addEventListener('invalid', (event) => {
    const el = event.composedPath()[0];
    if (before) pressed.refused.push([el, labelOf(el), cut(el.validationMessage)]);
  }, early);
  return { pressed, look, before: () => before, end: () => ending.abort() };
}
