/* Watches a document for its answer to a press: what was pressed, and what the document shows. Everything here only looks;
   `isBusy` tells whether it says that it is at work, `pending` what it still has before it, `isNamed` that what is pressed is called by
   a word for sending, `isAnswer` that the document came after the press. What it tells is JSON: Playwright takes much longer to hand over
   lists. `press` is told as soon as it may send something, as the document may go with what was pressed. */
(signs, isBusy, pending, { isNamed, isAnswer }) => {
  const pressed = { name: '', deed: '', form: null, maySend: false, isSent: false, isIdle: false, before: null }, refused = [];
  const since = isAnswer ? 0 : performance.now();
  let changed = since, first = null, hasStirred = false, flipped = false, flagsFirst = '';
  const came = new Set();
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

  /* What a function gives, worked out once for each thing: many elements ask for the same one. */
  const once = (ask, known = new Map()) => (thing) => {
    if (!known.has(thing)) known.set(thing, ask(thing));
    return known.get(thing);
  };
  const folds = (el) => {
    const style = el.clientHeight === 0 && getComputedStyle(el);
    return style && /hidden|clip/.test(style.overflow) && style.display !== 'inline';
  };

  /* Whether a person sees an element: one that is folded to nothing is not seen, one for screen readers alone is heard. */
  const isSeen = (el, isFolded = folds) => {
    if (!el.checkVisibility(seeing)) return false;
    for (let at = el, depth = 0; at && depth < 4; at = around(at), depth += 1)
      if (isFolded(at)) return false;
    return true;
  };
  const walk = (root, all = []) => {
    for (const el of root.querySelectorAll('*')) {
      all.push(el);
      if (el.shadowRoot) walk(el.shadowRoot, all);
    }
    return all;
  };
  const isField = (el) => el.matches(signs.fields);
  const isText = (el) => isField(el) && !/^(checkbox|radio|password)$/.test(el.type);
  /* Whether a field is one to write into: what is chosen, counted or searched for stays there when it was taken, too. */
  const isWritten = (el) => isText(el) && !signs.kept_types.includes(el.type) && !el.readOnly && !el.disabled && el.getAttribute('role') !== 'searchbox';
  const labelOf = (el) => cut(el.getAttribute('aria-label') || (el.labels instanceof NodeList && el.labels[0] && el.labels[0].textContent)
    || el.placeholder || el.name || el.id, 60);
  const isRed = once((color) => {
    const [red, green, blue] = color.match(/[\d.]+/g).map(Number);
    return red > 140 && green < 90 && blue < 100;
  });

  /* Whether one of the names that a page gives to an element has a word for what is wrong, such as `form-field__error`. */
  const isWrongName = once((name) => {
    const words = name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase().split(/[^a-z]+/);
    return words.some((word) => signs.wrong_names.includes(word)) && !words.some((word) => signs.denying_names.includes(word));
  });
  const isCalledWrong = (el) => isWrongName(el.localName) || [...el.classList, el.dataset?.state || '', el.dataset?.status || ''].some(isWrongName);

  /* Whether a text is shown as one that does not hold: struck out, or pale. */
  const strikes = (el) => {
    const style = getComputedStyle(el);
    return style.textDecorationLine.includes('line-through') || Number(style.opacity) < 0.6;
  };
  const isStruckIn = (el, isStruck) => {
    for (let at = el, depth = 0; at && depth < 3; at = around(at), depth += 1) if (isStruck(at)) return true;
    return false;
  };

  /* Whether an element lies over the page and moves with the window, as passing notes do. */
  const isFixed = once((el) => getComputedStyle(el).position === 'fixed');
  const isAfloat = (el) => {
    for (let at = el, depth = 0; at && depth < 4; at = around(at), depth += 1) if (isFixed(at)) return true;
    return false;
  };

  /* What a text is by the things that it is in; a part as large as a page marks nothing. */
  const markOf = (el, { marks, hasInvalid, isStruck }) => {
    for (const [mark, sort] of marks) {
      const found = near(el, sort);
      if (found && found.textContent.length < 1_000 && !isField(found)) return mark;
    }
    for (let at = el, depth = 0; at && depth < 3; at = around(at), depth += 1)
      if (isCalledWrong(at) && !isField(at) && at.textContent.length < 1_000) return 'error';
    const id = el.id || (el.parentElement && el.parentElement.id);
    if (id && hasInvalid && document.querySelector(`[aria-invalid=true]:is([aria-errormessage~="${CSS.escape(id)}"], [aria-describedby~="${CSS.escape(id)}"])`)) return 'error';
    return isRed(getComputedStyle(el).color) ? 'red' : isAfloat(el) ? 'float' : isStruckIn(el, isStruck) ? 'struck' : '';
  };

  /* Whether a part of the page is there to lay out a form, and no entry: a table, a card. */
  const isLayout = (box) => [...box.querySelectorAll(signs.fields)].some((el) => isText(el) || el.type === 'password');
  /* Whether a text stands among the fields of a form, or close to some of the page's. */
  const isBesideFields = (el, isForm) => {
    if (near(el, 'form')) return isForm(near(el, 'form'));
    for (let at = around(el), depth = 0; at && at !== document.body && depth < 3; at = around(at), depth += 1)
      if (isForm(at)) return true;
    return false;
  };
  const placeOf = (el, { places, isForm }) => (document.contentType === 'text/plain' ? '' : (places.find(([place, sort]) => {
    const part = near(el, sort);
    return part && !(/^(entry|beside)$/.test(place) && isForm(part.closest('table') || part));
  }) || [isBesideFields(el, isForm) ? 'form' : ''])[0]);

  /* What is said in some other way than by a text of the page: by a picture, a style, or a frame that is not ours to look into. */
  const shownBy = (el, { pictures }) => {
    if (pictures.has(el)) return el.getAttribute('alt') || el.getAttribute('aria-label') || el.getAttribute('title') || el.textContent;
    const drawn = near(el, `form, ${signs.homes}`) ? ['::before', '::after'].map((part) => getComputedStyle(el, part).content) : [];
    return drawn.map((text) => (/^"(.*)"$/.exec(text) || ['', ''])[1]).filter((text) => text.length > 2).join(' ');
  };
  /* Brackets and dashes around a link say nothing by themselves: what is in them is told as what it is. */
  const isFrame = (text) => /^[\s()[\]{}|·•,;:.\-–—/]*$/.test(text);
  const saidBy = (el, here) => {
    for (let node = el.firstChild; node; node = node.nextSibling)
      if (node.nodeType === 3 && !(el.firstElementChild ? isFrame(node.data) : !node.data.trim())) return /[\p{L}\p{N}]/u.test(el.textContent) ? el.textContent : `${el.textContent} ${el.title || el.getAttribute('aria-label') || ''}`;
    return shownBy(el, here);
  };

  /* What of the table there is in a document at all: the rest need not be looked for around each text. */
  const sortsIn = (all) => {
    const roots = [document, ...all.map((el) => el.shadowRoot).filter(Boolean)];
    const those = (sorts) => Object.entries(sorts).filter(([, sort]) => roots.some((root) => root.querySelector(sort)));
    return {
      marks: those(signs.marks), places: those(signs.places), hasInvalid: document.querySelector('[aria-invalid=true]') !== null,
      pictures: new Set(roots.flatMap((root) => [...root.querySelectorAll(signs.pictures)])), isForm: once(isLayout), isFolded: once(folds), isStruck: once(strikes),
    };
  };
  const blocks = (all) => {
    const here = sortsIn(all), told = [];
    for (const el of all) {
      if (/^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|OPTION|TEXTAREA|TITLE|HEAD|META|LINK)$/.test(el.tagName) || told.length >= 3_000) continue;
      const text = cut(saidBy(el, here));
      if (text && !near(el, `button, [role=button], ${signs.editors}`) && isSeen(el, here.isFolded)) told.push([text, markOf(el, here), placeOf(el, here)]);
    }
    return told;
  };

  /* Whether a field takes a further proof of who one is, by a word of its names or its label. */
  const isProof = (el) => isWritten(el) && [el.name, el.id, el.autocomplete, labelOf(el)].some((name) => (name || '').replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase().split(/[^a-z0-9]+/).some((word) => signs.proof_names.includes(word)));

  /* Entries of the page with the texts of their parts. */
  const rows = (all) => all.filter((el) => el.matches(signs.rows) && isSeen(el)).slice(0, 300).map((el) => cut([...el.childNodes].map((part) => part.textContent).join(' '), 200));

  /* Fields that belong together: those of a form or a dialog, else those of the page. */
  const homeOf = (el) => el.form || near(el, signs.homes) || document.body;
  const isWrong = (el) => el.matches(signs.invalid) || Boolean(near(el, signs.wrong) && near(el, signs.wrong).querySelectorAll(signs.fields).length < 3);
  const isRinged = (style) => isRed(style.borderTopColor) || (style.outlineStyle !== 'none' && isRed(style.outlineColor)) || (style.boxShadow.startsWith('rgb') && isRed(style.boxShadow.split(')')[0]));
  const formOf = (home, fields) => ({
    fields: fields.map((el) => [el.name || el.id || labelOf(el), el.type === 'password' ? '' : /^(checkbox|radio)$/.test(el.type) ? ''
      : cut('value' in el ? el.value : el.textContent, 200)]),
    action: home.tagName === 'FORM' ? String(home.getAttribute('action') ? new URL(home.getAttribute('action'), document.baseURI) : document.URL) : '',
    method: home.tagName === 'FORM' ? (home.getAttribute('method') || 'get').toLowerCase() : '',
    passwords: fields.filter((el) => el.type === 'password').length,
    invalid: fields.filter(isWrong).map(labelOf),
    red: fields.filter((el) => el !== document.activeElement && isRinged(getComputedStyle(el))).map(labelOf),
    hints: fields.map((el) => [el.name || el.id || labelOf(el), cut([...(el.labels || [])].map((label) => label.textContent).join(' ') + ' ' + (el.placeholder || ''), 200)]),
    blanks: fields.filter((el) => isText(el) && !el.value).length,
    texts: fields.filter((el) => isWritten(el)).map((el) => el.name || el.id || labelOf(el)),
    outputs: fields.filter((el) => (el.readOnly || el.disabled) && 'value' in el && el.tagName !== 'SELECT').map((el) => el.name || el.id || labelOf(el)),
    proofs: fields.filter(isProof).length,
    workedOn: fields.filter((el) => el.isContentEditable).map((el) => el.name || el.id || labelOf(el)),
  });
  const forms = (all) => {
    const homes = new Map();
    for (const el of all) {
      if (!isField(el) || !isSeen(el)) continue;
      homes.set(homeOf(el), [...(homes.get(homeOf(el)) || []), el]);
    }
    return [...homes].map(([home, fields]) => formOf(home, fields));
  };

  /* Whether the cursor is in another field of the form than before the press, which the page has put there. */
  const isPointing = () => {
    const at = document.activeElement;
    return Boolean(control && at && at !== focused && at !== control && isText(at) && homeOf(at) === (control.form || near(control, `form, ${signs.homes}`) || document.body));
  };
  const look = () => {
    const all = walk(document);
    const isData = document.contentType === 'application/json';
    const [way] = performance.getEntriesByType('navigation');
    return {
      born: performance.timeOrigin, status: (way && way.responseStatus) || 0,
      title: cut(document.title), url: document.URL, control: control && control.isConnected ? nameOf(control) : '', state: control && control.isConnected ? stateOf(control) : '', hint: control && control.isConnected && control.disabled ? cut(control.title) : '', now: performance.now(), data: isData ? document.body.textContent.slice(0, 10_000) : '',
      blocks: isData ? [] : blocks(all), forms: forms(all),
      isBusy: isBusy(), isStuck: Boolean(first && first.disabled && !pressed.isSent), changed: performance.now() - changed, isChanged: changed > since, buttons: all.filter((el) => el.matches(signs.buttons) && isSeen(el)).slice(0, 300).map(nameOf), came: [...came].slice(0, 50), isFlipped: Boolean(control && flipped && flagsOf(control) === flagsFirst), isPointing: isPointing(), rows: isData ? [] : rows(all), ...pending.left(since),
      refused: refused.filter(([el]) => el.isConnected && !el.validity.valid).map(([, ...told]) => told),
    };
  };

  let control = null, tell = null, focused = null;
  const press = new Promise((resolve) => { tell = () => resolve(told()); });
  const told = () => control && JSON.stringify(pressed);
  const iconOf = (el) => el.title || [...el.querySelectorAll('img[alt], svg[aria-label], [title]')].map((part) => part.getAttribute('alt') || part.getAttribute('aria-label') || part.getAttribute('title')).find(Boolean) || '';
  const nameOf = (el) => cut(el.getAttribute('aria-label') || (isField(el) ? '' : el.value || clean(el.textContent) || iconOf(el)), 80);
  /* How a control is marked: a page may answer by that alone. What only points at it, or has it in use, is left out. */
  const stateOf = (el) => cut([el.className.baseVal ?? el.className, el.disabled, el.ariaPressed, el.ariaChecked, el.checked, isSeen(el)].join(' ').replace(new RegExp(`\\S*(${signs.in_use})\\S*`, 'gi'), ''));
  const flagsOf = (el) => [el.ariaPressed, el.ariaChecked, el.checked].join(' ');
  const isSending = (name) => {
    const said = clean(name.toLowerCase().replace(/[^\p{L}\p{N}_\s']/gu, ' '));
    return signs.sending.some((word) => said === word || said.startsWith(`${word} `));
  };
  /* Whether nothing tells that a press on an element does anything: it is no control, nor in one, and has no hand for a pointer. */
  const isIdle = (el) => !near(el, `${signs.controls}, ${signs.pressed}`) && getComputedStyle(el).cursor !== 'pointer' && !/^(CANVAS|SVG|IMG|HTML|BODY)$/i.test(el.tagName) && !near(el, 'svg');
  const note = (event) => {
    const target = event.composedPath()[0];
    if (control || !event.isTrusted || !(target instanceof Element)) return;
    control = near(target, signs.controls) || target;
    focused = document.activeElement;
    const form = control.form || near(control, 'form');
    const home = form || near(control, signs.homes) || document.body;
    const isKey = event.type === 'keydown';
    pressed.name = nameOf(control);
    flagsFirst = flagsOf(control);
    pressed.form = formOf(home, walk(home).filter((el) => isField(el) && isSeen(el)));
    first = isKey && form && form.querySelector(signs.submits);
    pressed.deed = first ? nameOf(first) : pressed.name;
    const isForm = isKey ? control.matches(signs.lines) : Boolean(form) && control.matches(signs.submits);
    pressed.maySend = isNamed || isForm || isSending(pressed.name);
    pressed.isIdle = !isKey && isIdle(target);
    if (!pressed.maySend) return;
    pressed.before = look();
    tell();
  };
  const sends = () => {
    if (!control) return;
    pressed.isSent = true;
    pressed.before = pressed.before || look();
    tell();
  };
  pending.hear = sends;
  const ending = new AbortController(), early = { capture: true, signal: ending.signal };
  for (const type of ['pointerdown', 'mousedown', 'click']) addEventListener(type, note, early);
  addEventListener('keydown', (event) => event.key === 'Enter' && note(event), early);
  addEventListener('submit', sends, early);
  addEventListener('invalid', (event) => {
    const el = event.composedPath()[0];
    if (control) refused.push([el, labelOf(el), cut(el.validationMessage)]);
  }, early);
  /* What has come since the press, whether it is still there or not, and whether the control was marked in between. */
  const noteChanges = (records) => {
    if (records.some(({ type }) => type !== 'attributes')) changed = performance.now();
    if (!control) return;
    flipped = flipped || flagsOf(control) !== flagsFirst;
    for (const { addedNodes, target } of records)
      for (const node of target.closest && near(target, signs.editors) ? [] : addedNodes) if (came.size < 50 && node.nodeName !== 'SCRIPT' && node.nodeName !== 'STYLE') came.add(cut(node.textContent, 200));
  };
  const changes = new MutationObserver(noteChanges);
  changes.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-pressed', 'aria-checked'] });
  const stirs = new MutationObserver(() => { hasStirred = Boolean(control); if (control) stirs.disconnect(); });
  stirs.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  for (const type of ['focusin', 'scroll', 'toggle']) addEventListener(type, () => { hasStirred = hasStirred || control !== null; }, early);
  if (pending.end) pending.end();
  pending.end = () => { ending.abort(); changes.disconnect(); stirs.disconnect(); tell(); };
  pending.later(pending.end, signs.watching_ms);
  return { look: () => JSON.stringify(look()), press, told, hasStirred: () => String(hasStirred), control: () => control };
}
