"""Pages that answer where little is said: a sign, a state, a value that is put back, another page, a box of the browser's own."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answering_pages import Case, json, page, see
from tools.browser.plain_answers import button
from tools.browser.sites import Answer

NOTE = "<form method=post action=/send><label>Note <input name=note value=tea></label><button>Store</button>{}</form>"
FETCHED = """<label>Note <input id=n value=tea></label><button id=b>Store</button><span id=s></span><script>
b.onclick = async () => {{ const a = await fetch('/send', {{ method: 'POST', body: n.value }}); {} }}</script>"""
PLAN = """<label>Plan <select id=p><option>Basic<option selected>Team</select></label><button id=b>Switch</button><p>Now on: <b id=now>Basic</b></p><script>
b.onclick = async () => {{ const a = await (await fetch('/send', {{ method: 'POST' }})).json(); {} }}</script>"""
CHAT = """<ul id=l><li>Hello</li></ul><form id=f><input name=m aria-label=Message value="See you"><button>Send</button></form><script>
f.onsubmit = async (event) => {{ event.preventDefault(); const li = document.createElement('li'); li.textContent = f.m.value; l.append(li); f.m.value = ''; await fetch('/send', {{ method: 'POST' }}); {} }}</script>"""
LANES = """<h2>To do</h2><ul id=t><li id=i>Water the roses <button id=b>Finish</button></li></ul><h2>Done</h2><ul id=d></ul><script>
b.onclick = async () => {{ await fetch('/send', {{ method: 'POST' }}); {} }}</script>"""
JOB = """<button id=b>Start backup</button><progress id=g max=100 value=0></progress><p id=s></p><script>b.onclick = async () => {{ await fetch('/send', {{ method: 'POST' }});
let at = 0; const t = setInterval(() => {{ at += 25; g.value = at; {} }}, 200) }}</script>"""
FRAMED = "<form method=post action=/send target=out><label>Price <input name=p value=9></label><button>Change price</button></form><iframe name=out></iframe>"
FOLLOW = "<h1>Ann Lee</h1><button id=b aria-pressed=false>Follow</button><script>b.onclick = async () => {{ const a = await fetch('/send', {{ method: 'POST' }}); {} }}</script>"


STORE = button("Store")

QUIET_REJECTING: Mapping[str, Case] = {
    "list put back": Case(
        PLAN.format("if (!a.changed) p.selectedIndex = 0"), json('{"changed": false}'), "", button("Switch")
    ),
    "bubble of the browser": Case(
        "<form method=post action=/send onsubmit='return false'><label>Code <input id=c value=12></label><button onclick=\"c.setCustomValidity('Six digits, please'); c.reportValidity(); return false\">Check code</button></form>",
        says="",
        press=button("Check code"),
    ),
    "a sign alone": Case(FETCHED.format("s.textContent = '❌'"), json("{}"), "", STORE),
    "a reason that shows when it is pointed at": Case(
        FETCHED.format("s.innerHTML = '<span title=\"That name is already in use\">⚠</span>'"), json("{}"), "", STORE
    ),
    "a box of the browser's own": Case(
        FETCHED.format("alert('Sorry, that slot has gone.')"), json("{}"), "slot has gone", STORE
    ),
    "rows in a frame": Case(FRAMED, page("0 rows changed: price is locked"), "locked", button("Change price")),
    "text alone": Case(
        NOTE.format(""), Answer("ERR 17 bad checksum", 200, {"Content-Type": "text/plain"}), "ERR 17", STORE
    ),
    "message that is kept back": Case(
        CHAT.format("li.className = 'failed'; li.append(' – not sent, tap to retry')"),
        json("{}"),
        "not sent",
        button("Send"),
    ),
    "proof of being human": Case(
        NOTE.format(""),
        page("<h1>One more step</h1><p>Prove that you are human</p><div class=captcha>[puzzle]</div>", "Just a moment"),
        "human",
        STORE,
    ),
    "closed for repairs": Case(
        NOTE.format(""),
        page("<h1>We'll be back soon</h1><p>Down for maintenance until 6 pm.</p>", "Maintenance"),
        "",
        STORE,
    ),
    "session that ran out": Case(
        NOTE.format(""),
        see(),
        "",
        STORE,
        after=page(
            "<p>Your session has timed out.</p><form method=post><input name=u aria-label=User><input type=password aria-label=Password><button>Sign in</button></form>",
            "Sign in",
        ),
    ),
    "field in red without a word": Case(
        FETCHED.format("n.style.borderColor = 'red'; n.setAttribute('aria-invalid', 'true')"), json("{}"), "", STORE
    ),
    "data that says no": Case(FETCHED.format("n.value = ''"), json('{"success": false, "reason": "quota"}'), "", STORE),
    "button that comes back": Case(
        FETCHED.format("b.textContent = 'Storing…'; setTimeout(() => { b.textContent = 'Try again' }, 500)"),
        json("{}"),
        "",
        STORE,
    ),
    "backup that stops half way": Case(
        JOB.format("if (at === 50) { clearInterval(t); s.textContent = 'Disk full' }"),
        json("{}"),
        "Disk full",
        button("Start backup"),
    ),
    "follow that is undone": Case(
        FOLLOW.format(
            "b.setAttribute('aria-pressed', 'true'); setTimeout(() => b.setAttribute('aria-pressed', 'false'), 600)"
        ),
        json("{}"),
        "",
        button("Follow"),
    ),
    "task that stays in its lane": Case(
        LANES.format("b.title = 'Only Bob may finish this'; b.disabled = true"), json("{}"), "", button("Finish")
    ),
    "someone else was quicker": Case(
        NOTE.format(""),
        page("<h1>Edit conflict</h1><p>Bob changed this note while you were writing.</p>" + NOTE.format("")),
        "",
        STORE,
    ),
    "terms to be accepted first": Case(
        NOTE.format(""),
        page(
            "<p class=hint>Accept the terms first.</p>"
            + NOTE.format("<label><input type=checkbox> I accept the terms</label>")
        ),
        "terms",
        STORE,
    ),
    "kept on this device only": Case(
        FETCHED.format("s.textContent = 'Offline – kept on this device, will be sent later'"), json("{}"), "", STORE
    ),
}

QUIET_ACCEPTING: Mapping[str, Case] = {
    "plan that is switched": Case(
        PLAN.format("now.textContent = 'Team'"), json('{"changed": true}'), press=button("Switch")
    ),
    "button that says so": Case(FETCHED.format("b.textContent = 'Stored ✓'"), json("{}"), press=STORE),
    "a sign alone": Case(FETCHED.format("s.textContent = '✅'"), json("{}"), press=STORE),
    "a box of the browser's own": Case(FETCHED.format("alert('Your note was stored.')"), json("{}"), press=STORE),
    "rows in a frame": Case(FRAMED, page("1 row changed"), press=button("Change price")),
    "text alone": Case(NOTE.format(""), Answer("OK", 200, {"Content-Type": "text/plain"}), press=STORE),
    "data on a page of its own": Case(NOTE.format(""), json('{"id": 7, "note": "tea"}', 201), press=STORE),
    "message that is there": Case(CHAT.format("li.append(' 12:04')"), json('{"id": 9}'), press=button("Send")),
    "task that moves to its lane": Case(LANES.format("b.remove(); d.append(i)"), json("{}"), press=button("Finish")),
    "backup that ends": Case(
        JOB.format("if (at === 100) { clearInterval(t); s.textContent = '4 files in backup-7.zip' }"),
        json("{}"),
        press=button("Start backup"),
    ),
    "follow that stays": Case(
        FOLLOW.format("b.setAttribute('aria-pressed', 'true'); b.textContent = 'Following'"),
        json("{}"),
        press=button("Follow"),
    ),
    "thanks in another language": Case(
        NOTE.format(""), see(), press=STORE, after=page("<h1>Grazie mille!</h1>", "Grazie")
    ),
    "number in place of the form": Case(NOTE.format(""), page("<p>Reference: <b>4711</b></p>"), press=STORE),
    "list with what is new": Case(
        NOTE.format(""),
        see(),
        press=STORE,
        after=page("<h1>Notes</h1><ul><li>milk</li><li class=new>tea</li></ul><a href=#>New note</a>", "Notes"),
    ),
    "form that folds away": Case(
        "<div id=o><label>Note <input id=n value=tea></label><button id=b>Store</button></div><p id=s hidden>tea <a href=#>change</a></p><script>b.onclick = async () => { await fetch('/send', { method: 'POST' }); o.hidden = true; s.hidden = false }</script>",
        json("{}"),
        press=STORE,
    ),
    "badge that counts": Case(
        "<a href=#>Cart (<span id=k>0</span>)</a><h1>Kettle</h1><button id=b>Put in cart</button><script>b.onclick = async () => { await fetch('/send', { method: 'POST' }); k.textContent = 1 }</script>",
        json("{}"),
        press=button("Put in cart"),
    ),
    "word that is soon gone": Case(
        FETCHED.format("s.textContent = 'Done'; setTimeout(() => { s.textContent = '' }, 700)"), json("{}"), press=STORE
    ),
    "created, and nothing more": Case(FETCHED.format(""), Answer("", 201, {"Location": "/notes/7"}), press=STORE),
    "time of the last change": Case(
        NOTE.format("<small>Last stored: never</small>"),
        page(NOTE.format("<small>Last stored: just now</small>")),
        press=STORE,
    ),
    "box that closes over a changed row": Case(
        "<table><tr><td id=c>milk</td></tr></table><div role=dialog id=m><label>Note <input id=n value=tea></label><button id=b>Store</button></div><script>b.onclick = async () => { await fetch('/send', { method: 'POST' }); c.textContent = n.value; m.remove() }</script>",
        json("{}"),
        press=STORE,
    ),
}
