"""Pages that answer by what becomes of them as much as by words: rolled back, cleared, counted, flashed, polled."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answering_pages import Case, json, page
from tools.browser.plain_answers import button
from tools.browser.sites import Answer

SEATS = """<h2>Film night</h2><p><b id=n>12</b> seats booked</p><label>Who <input id=w value=Mara></label><button id=b>Reserve</button><script>
b.onclick = async () => {{ const answer = await (await fetch('/send', {{ method: 'POST' }})).json(); n.textContent = answer.booked; {} }}</script>"""
BOARD = """<h1>Groceries</h1><form id=f><input name=t aria-label="New entry" value=Pears><button>Add</button></form><ul id=l><li>Rice</li></ul><script>
f.onsubmit = async (event) => {{ event.preventDefault(); const li = document.createElement('li'); li.textContent = f.t.value; l.append(li); const kept = f.t.value; f.t.value = '';
const answer = await fetch('/send', {{ method: 'POST', body: kept }}); {} }}</script>"""
PROFILE = "<h1>Profile</h1><form method=post action=/send><label>City <input name=city value=Graz></label><label>Motto <textarea name=motto>slow</textarea></label><button>Update profile</button></form>"
GATE = "<main><form method=post action=/send><p>{}</p><input name=u value=lee aria-label=User><input type=password name=p value=x aria-label=Password><button>Enter</button></form></main>"
ROW = """<table><tr><th>Key</th><th></th></tr><tr id=r><td>deploy-7</td><td><button id=b>Revoke</button></td></tr></table><script>
b.onclick = async () => {{ r.hidden = true; const a = await fetch('/send', {{ method: 'POST' }}); {} }}</script>"""
LIVE = """<form id=f><label>Nickname <input name=k value=rook></label><button>Claim</button></form><div aria-live=polite id=v></div><script>
f.onsubmit = (event) => {{ event.preventDefault(); setTimeout(() => {{ v.textContent = '{}' }}, 600) }}</script>"""
MODAL = """<label>Amount <input id=a value=900></label><button id=b>Pay out</button><div role=dialog id=m hidden><h2>{}</h2><p>{}</p><button>Close</button></div><script>
b.onclick = async () => {{ await fetch('/send', {{ method: 'POST' }}); m.hidden = false }}</script>"""
POLL = """<button id=b>Build site</button><p id=s>idle</p><script>b.onclick = () => {{ s.textContent = 'queued'; const t = setInterval(async () => {{
const told = await (await fetch('/send')).json(); if (told.step > 2) {{ clearInterval(t); s.textContent = '{}' }} }}, 500) }}</script>"""
COUPON = """<p>Total: <span id=t>40.00 EUR</span></p><form id=f><label>Coupon <input name=c value=SUMMER></label><button>Redeem</button></form><script>
f.onsubmit = async (event) => {{ event.preventDefault(); const a = await (await fetch('/send', {{ method: 'POST' }})).json(); {} }}</script>"""
OLD_BANNER = "<div class=alert role=alert>Payment overdue since March. Some features are limited.</div>"
STEPS = "<form method=post action=/send><label>Serial <input name=s value=99-1></label><button>Register device</button></form>"


def see(path: str = "/after", status: int = 303) -> Answer:
    return Answer("", status, {"Location": path})


FRESH_REJECTING: Mapping[str, Case] = {
    "counter that does not move": Case(SEATS.format(""), json('{"booked": 12, "waiting": 3}'), "", button("Reserve")),
    "entry rolled back without a word": Case(
        BOARD.format("if (answer.status !== 201) { li.remove(); f.t.value = kept }"), json("{}"), "", button("Add")
    ),
    "redirect with a flash in plain words": Case(
        PROFILE,
        see(),
        "five words",
        button("Update profile"),
        after=page("<p id=flash>A motto of at least five words would be nice.</p>" + PROFILE),
    ),
    "gate that only empties": Case(
        GATE.format("Staff only"),
        page(GATE.format("Staff only").replace("value=lee", "").replace("value=x", "")),
        "",
        button("Enter"),
    ),
    "row that comes back": Case(
        ROW.format("setTimeout(() => { r.hidden = false }, 700)"), json("{}"), "", button("Revoke")
    ),
    "polite region": Case(LIVE.format("rook belongs to somebody else"), says="somebody else", press=button("Claim")),
    "box with a heading": Case(
        MODAL.format("Balance too low", "You have 120 EUR."), json("{}"), "too low", button("Pay out")
    ),
    "build that stops": Case(
        POLL.format("stopped at step 3: broken link in index.md"), json('{"step": 3}'), "stopped", button("Build site")
    ),
    "coupon that empties its field": Case(
        COUPON.format("f.c.value = ''; f.c.placeholder = 'Try a different code'"),
        json('{"applies": false}'),
        "",
        button("Redeem"),
    ),
    "title alone by a script": Case(
        "<label>Room <input value=4></label><button id=b>Check in</button><script>b.onclick = () => setTimeout(() => { document.title = 'Room 4 is taken' }, 500)</script>",
        says="",
        press=button("Check in"),
        title="Hotel",
    ),
    "status alone": Case(PROFILE, page(PROFILE, status=409), "409", button("Update profile")),
    "old banner, and a field that is ringed": Case(
        OLD_BANNER + STEPS,
        page(OLD_BANNER + STEPS.replace("<input", "<input style='outline: 2px solid crimson'")),
        "",
        button("Register device"),
    ),
    "button that goes grey": Case(
        "<label>Code <input value=1></label><button id=b>Verify</button><p>Attempts left: <span id=k>1</span></p><script>b.onclick = () => { k.textContent = 0; b.disabled = true }</script>",
        says="",
        press=button("Verify"),
    ),
    "wizard that stays on its step": Case(
        "<h2>Step 2 of 4</h2><form method=post action=/send><label>VAT <input name=v value=AB></label><button>Continue</button></form>",
        page(
            "<h2>Step 2 of 4</h2><form method=post action=/send><label>VAT <input name=v value=AB></label><small>two letters and nine digits</small><button>Continue</button></form>"
        ),
        "nine digits",
        button("Continue"),
    ),
    "toast that names the reason": Case(
        "<label>File <input value=a.svg></label><button id=b>Attach</button><script>b.onclick = async () => { await fetch('/send', { method: 'POST' }); const d = document.createElement('div'); d.style = 'position: fixed; bottom: 0'; d.textContent = 'SVG is off limits here'; document.body.append(d); setTimeout(() => d.remove(), 2500) }</script>",
        json("{}"),
        "off limits",
        button("Attach"),
    ),
}

FRESH_ACCEPTING: Mapping[str, Case] = {
    "counter that moves": Case(SEATS.format(""), json('{"booked": 13, "waiting": 3}'), press=button("Reserve")),
    "entry that stays": Case(BOARD.format("if (answer.status !== 200) li.remove()"), json("{}"), press=button("Add")),
    "gate that opens": Case(
        GATE.format("Staff only"),
        see(),
        press=button("Enter"),
        after=page(
            "<nav><a href=#>Rota</a> <a href=#>Out</a></nav><h1>Rota</h1><p>No shifts are missing a cook. Two are closed.</p>"
        ),
    ),
    "row that is gone": Case(ROW.format("r.remove()"), json("{}"), press=button("Revoke")),
    "box with a heading": Case(
        MODAL.format("On its way", "900 EUR arrive in two days, unless your bank is closed."),
        json("{}"),
        press=button("Pay out"),
    ),
    "build that ends": Case(
        POLL.format("live at /site, 0 broken links"), json('{"step": 3}'), press=button("Build site")
    ),
    "coupon that lowers the total": Case(
        COUPON.format("t.textContent = '30.00 EUR'; f.c.value = ''"), json('{"applies": true}'), press=button("Redeem")
    ),
    "title alone by a script": Case(
        "<label>Room <input value=4></label><button id=b>Check in</button><script>b.onclick = () => setTimeout(() => { document.title = 'Room 4 is yours' }, 500)</script>",
        press=button("Check in"),
        title="Hotel",
    ),
    "no content": Case(
        "<form id=f><label>Volume <input name=v value=4></label><button>Apply</button></form><script>f.onsubmit = (event) => { event.preventDefault(); fetch('/send', { method: 'POST' }) }</script>",
        Answer("", 204),
        press=button("Apply"),
    ),
    "old banner, and another page": Case(
        OLD_BANNER + STEPS,
        see(),
        press=button("Register device"),
        after=page(OLD_BANNER + "<h1>Devices</h1><ul><li>99-1 (pending, not yet seen online)</li></ul>"),
    ),
    "button that turns grey and says so": Case(
        "<label>Code <input value=1></label><button id=b>Verify</button><script>b.onclick = () => { b.textContent = 'Verified'; b.disabled = true }</script>",
        press=button("Verify"),
    ),
    "wizard that goes on": Case(
        "<h2>Step 2 of 4</h2><form method=post action=/send><label>VAT <input name=v value=AB></label><button>Continue</button></form>",
        page(
            "<h2>Step 3 of 4</h2><form method=post action=/send><label>IBAN <input name=i required></label><small>22 characters, only for Germany</small><button>Continue</button></form>"
        ),
        press=button("Continue"),
    ),
}
