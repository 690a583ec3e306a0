/* Notes what a document still has before it, by its own doing: timers that will go off, and messages that will be answered; `hear`
   is called when it sends something that is no question, `later` sets a timer of ours. It goes into each document before the page's own scripts, or, where a page was there before, when it is first asked for (`isLate`). A timer
   that another one sets belongs to what began that one: what a page does again and again has nothing to do with a press. */
(isLate) => {
  const key = Symbol.for('goalwright.pending');
  if (window[key]) return window[key];
  const timers = new Map(), intervals = new Map(), lines = new Set(), works = new WeakMap(), waits = new Map(), talks = new Map(), sums = new Map(), DEEPEST = 5, MOST = 500, ASKING = 3_000;
  const later = window.setTimeout; // for our own
  let running = null, drawn = -Infinity;
  const noted = (to, name, apply) => { to[name] = new Proxy(to[name], { apply }); };

  /* What a timer does, to know it again when it is set again; what only wakes a function that waits is known by how long that waits. */
  const isWaking = (work) => /^(bound .*)?$/.test(work.name) && Function.prototype.toString.call(work).endsWith('{ [native code] }');
  const lastOf = (known) => (typeof known === 'number' ? waits : works);
  const over = (id) => {
    const timer = timers.get(id);
    if (timer) lastOf(timer.known).set(timer.known, { first: timer.first, end: performance.now() });
    timers.delete(id);
  };
  /* When a timer that goes round was first set: one that is set again as soon as it is over is the same. */
  const firstSet = (known, now) => {
    const last = lastOf(known).get(known);
    return last && now - last.end < 100 ? last.first : now;
  };
  noted(window, 'setTimeout', (set, self, [work, ms, ...given]) => {
    if (typeof work !== 'function' || timers.size > MOST) return Reflect.apply(set, self, [work, ms, ...given]);
    const now = performance.now(), delay = Math.max(0, Number(ms) || 0);
    const known = isWaking(work) ? delay : work, first = firstSet(known, now);
    const timer = { root: running ? running.root : now, depth: running ? running.depth + 1 : 0, delay, due: now + delay, known, first };
    const id = Reflect.apply(set, self, [function goesOff(...told) {
      const before = running;
      over(id);
      running = timer;
      try { return Reflect.apply(work, this, told); } finally { running = before; }
    }, ms, ...given]);
    timers.set(id, timer);
    return id;
  });
  for (const name of ['clearTimeout', 'clearInterval'])
    noted(window, name, (clear, self, [id]) => { over(id); intervals.delete(id); return Reflect.apply(clear, self, [id]); });
  noted(window, 'setInterval', (set, self, given) => { const id = Reflect.apply(set, self, given); intervals.set(id, { since: performance.now(), every: Math.max(1, Number(given[1]) || 0) }); return id; });
  noted(window, 'requestAnimationFrame', (ask, self, given) => { drawn = performance.now(); return Reflect.apply(ask, self, given); });
  const said = (say, self, given) => {
    const answered = () => talks.delete(self);
    talks.set(self, performance.now());
    for (const event of ['message', 'close', 'error']) self.addEventListener(event, answered, { once: true });
    return Reflect.apply(say, self, given);
  };
  const pending = { left: null, isAtRest: null, hear: null, end: null, later: (work, ms) => later(work, ms) }, asked = new WeakMap();
  const siteOf = (url) => { try { return new URL(url, document.baseURI).hostname.split('.').slice(-2).join('.'); } catch { return ''; } };
  const heard = (method, url) => {
    if (pending.hear && !/^(get|head|options)$/i.test(method || 'get') && siteOf(url) === siteOf(document.baseURI)) pending.hear();
  };
  noted(window, 'fetch', (ask, self, given) => {
    const [to, how] = given, isAsking = to instanceof Request;
    heard((how && how.method) || (isAsking && to.method), isAsking ? to.url : to);
    return Reflect.apply(ask, self, given);
  });
  noted(XMLHttpRequest.prototype, 'open', (open, self, given) => { asked.set(self, given); return Reflect.apply(open, self, given); });
  noted(XMLHttpRequest.prototype, 'send', (send, self, given) => { heard(...(asked.get(self) || [])); return Reflect.apply(send, self, given); });
  noted(HTMLFormElement.prototype, 'submit', (submit, self, given) => { heard('post', document.baseURI); return Reflect.apply(submit, self, given); });
  for (const name of ['WebSocket', 'EventSource', 'Worker', 'SharedWorker'])
    if (window[name]) window[name] = new Proxy(window[name], { construct(sort, given, made) {
      const line = Reflect.construct(sort, given, made);
      lines.add(line);
      return line;
    } });
  if (window.WebSocket) noted(WebSocket.prototype, 'send', said);
  if (window.Worker) noted(Worker.prototype, 'postMessage', said);

  /* What the browser works out for a page beside its scripts, such as a key from a password: nothing shows that it does. */
  for (const name of window.SubtleCrypto ? Object.getOwnPropertyNames(SubtleCrypto.prototype) : []) {
    if (name === 'constructor' || typeof SubtleCrypto.prototype[name] !== 'function') continue;
    noted(SubtleCrypto.prototype, name, (work, self, given) => {
      const id = Symbol(name), end = () => sums.delete(id);
      sums.set(id, performance.now());
      return Reflect.apply(work, self, given).then((sum) => { end(); return sum; }, (error) => { end(); throw error; });
    });
  }

  /* How long the animations that began since then still take; those without an end say nothing. */
  const fading = (since) => document.getAnimations().filter(({ startTime, playState }) => playState === 'running' && (startTime ?? Infinity) >= since)
    .map((animation) => [animation.effect.getComputedTiming().endTime, animation])
    .map(([end, { currentTime }]) => [end, end - currentTime]).filter(([end]) => end < Infinity);
  pending.left = (since) => {
    const now = performance.now();
    const due = [...timers.values()].filter(({ root, first, depth, due: at }) => Math.min(root, first) >= since && depth < DEEPEST && at > now - 1_000);
    /* What a press has going round may ask for what became of it; what goes on for long is a clock. */
    const rounds = [...intervals.values()].filter((round) => round.since >= since && now - round.since < ASKING);
    return {
      isLate, timers: [...due.map(({ delay, due: at }) => [delay, Math.max(1, at - now)]), ...rounds.map(({ since: from, every }) => [every, every - (now - from) % every]), ...fading(since), ...[...sums.values()].filter((at) => at >= since).map(() => [0, 1])].slice(0, 50),
      asked: [...talks.values()].filter((at) => at >= since).reduce((least, at) => (least < 0 ? now - at : Math.min(least, now - at)), -1),
    };
  };
  /* Whether nothing will change in the document by itself, for that long: nothing runs, and nothing can call it. */
  pending.isAtRest = (far) => {
    const now = performance.now();
    const isDue = [...timers.values()].some(({ due }) => due > now - 1_000 && due - now < far);
    const isCalled = talks.size > 0 || [...lines].some((line) => !('readyState' in line) || line.readyState < 2);
    return !(isLate || isDue || intervals.size || sums.size || isCalled || fading(0).length) && now - drawn > 300 && document.readyState === 'complete';
  };
  Object.defineProperty(window, key, { value: pending });
  return pending;
}
