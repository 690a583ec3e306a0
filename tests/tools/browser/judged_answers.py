"""Ordinary pages with a header, a footer and one thing to send. Some turn it away, some take it, each in its own way."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answering_pages import Case, json, page, see
from tools.browser.plain_answers import button
from tools.browser.sites import Answer

HEAD = "<header><a href=/>Elm Street Hardware</a> <nav><a href=/shop>Shop</a> <a href=/help>Help</a></nav></header>"
FOOT = "<footer>Open Monday to Friday, 9 to 6. Prices include tax.</footer>"
KIT = """<script>const $ = (id) => document.getElementById(id), later = (ms, work) => setTimeout(work, ms);
const post = (how = {}) => fetch('/send', { method: 'POST', body: '{}', ...how });
const toast = (text, ms = 2500) => { const d = document.createElement('div'); d.className = 'tst'; d.style = 'position:fixed;right:8px;top:8px;background:#333;color:#fff'; d.textContent = text; document.body.append(d); later(ms, () => d.remove()); };
const modal = (text) => { const d = document.createElement('dialog'); d.innerHTML = '<p>' + text + '</p><button>Close</button>'; document.body.append(d); d.querySelector('button').onclick = () => d.close(); d.showModal(); };</script>"""


def whole(body: str) -> str:
    return f"{HEAD}<main>{body}</main>{FOOT}"


def shown(body: str, title: str = "Edit", status: int = 200) -> Answer:
    return page(whole(body), title, status)


def sent(body: str, deed: str, answer: Answer, after: Answer | None = None) -> Case:
    return Case(whole(body), answer, press=button(deed), after=after)


def live(body: str, deed: str, work: str, answer: Answer | None = None) -> Case:
    """A page whose script answers when the button `b` is pressed."""
    script = f"<script>$('b').onclick = async (event) => {{ event.preventDefault(); {work} }}</script>"
    return Case(whole(KIT + body + script), answer or json("{}"), press=button(deed))


JOIN = "<h1>Create an account</h1><form method=post action=/send><p><label>Name <input name=name value='%s'></label></p><p><label>Mail <input name=mail type=email value='%s'></label>%s</p><p><label>Password <input type=password name=p value='%s'></label></p><button>Create account</button></form>"
DATE = "<h1>Rent a drill</h1>%s<form method=post action=/send><label>From <input name=from value=2024-01-05></label>%s<label>Name <input name=name value='Ann Lee'></label><button>Rent</button></form>"
AREA = "<h1>Write to us</h1><form id=f><label>Subject <input id=n name=n value='Broken hinge'></label><label>Text <textarea id=t name=t>The hinge came loose.</textarea></label><button id=b>Send message</button><small id=h style='display:none'></small></form><p id=s></p>"
CART = "<h1>Cart</h1><table><tr><td>Hammer<td>20.00<tr><td>Saw<td>30.00</table><p>Total: <b id=t>50.00</b></p><label>Code <input id=c value=SPRING></label><button id=b>Apply</button><p id=s></p>"
TODO = "<h1>Shopping</h1><ul id=l><li>Nails<li>Glue</ul><input id=n aria-label=Item value=Paint><button id=b>Add</button><p id=s></p>"
LOGIN = "<h1>Sign in</h1>%s<form method=post action=/send><label>User <input name=user value=ann></label><label>Password <input type=password name=password value='%s'></label><button>Sign in</button></form>"
ROWS = "<h1>Customers</h1><table id=l><tr><th>Name<th>Town<th><tr><td>Bob Stone<td>Bern<td><button>Edit</button><tr id=r><td>Cleo Hart<td>Basel<td><button id=b>Delete</button></table><p id=s></p>"
POST = "<h1>New post</h1><span id=k>Draft</span><form id=f><label>Title <input id=n value='Spring sale'></label><textarea id=t aria-label=Text>Ten percent off.</textarea><button id=b>Publish</button></form><p id=s></p>"
REPORT = "<h1>Reports</h1><label>From <input id=d type=date value=2026-01-01></label><label>To <input id=e type=date value=2026-12-31></label><button id=b>Generate report</button><div id=s></div>"
IMPORT = "<h1>Import prices</h1><label>Lines <textarea id=t>hammer;20\nsaw;thirty</textarea></label><button id=b>Run</button><pre id=s></pre>"
LIKE = "<h1>Which colour next?</h1><p>Green: <span id=c>12</span> votes <button id=b>Vote</button></p><p id=s></p>"
PAY = "<h1>Transfer</h1><label>To <input id=n value='Bob Stone'></label><label>Amount <input id=a value=900></label><button id=b>Transfer</button><p id=s></p>"
SETTINGS = "<h1>Your profile</h1><label>Display name <input id=n value='Ann L.'></label><label>Phone <input id=p value=555></label><button id=b>Save</button><p id=s></p>"

JUDGED_REJECTING: Mapping[str, Case] = {
    "known address, beside the field": sent(
        JOIN % ("Ann", "ann@x.org", "", "secret"),
        "Create account",
        shown(JOIN % ("Ann", "ann@x.org", "<em>That address is with us since 2019.</em>", "")),
    ),
    "date behind us": sent(DATE % ("", ""), "Rent", shown(DATE % ("", "<small>Pick a day that lies ahead.</small>"))),
    "title alone": sent(DATE % ("", ""), "Rent", shown(DATE % ("", ""), "Problem: Rent a drill")),
    "hint that was hidden": live(
        AREA,
        "Send message",
        "$('h').textContent = '20 characters at the least, please'; $('h').style.display = 'inline'",
    ),
    "toast that leaves": live(AREA, "Send message", "await post(); toast('Mail server away')"),
    "box with a button": live(
        AREA, "Send message", "await post(); modal('You were away for a while. Sign in once more to go on.')"
    ),
    "back to the form with a banner": sent(
        DATE % ("", ""),
        "Rent",
        see(),
        shown(DATE % ("<div class=bar>Drills: 0 in the house that day.</div>", "")),
    ),
    "frame of a field in red": live(AREA, "Send message", "$('n').style.border = '2px solid red'"),
    "title of a field": live(
        AREA, "Send message", "$('n').title = 'Must begin with a number'; $('n').className = 'bad'"
    ),
    "added, and gone two seconds later": live(
        TODO,
        "Add",
        "$('l').insertAdjacentHTML('beforeend', '<li>Paint'); $('n').value = ''; later(2000, () => { $('l').lastChild.remove(); toast('Sync stopped') })",
    ),
    "deleted, and back two seconds later": live(
        ROWS, "Delete", "const r = $('r'), p = r.parentNode; r.remove(); later(2000, () => p.append(r))"
    ),
    "draft for a reason": live(
        POST, "Publish", "await post(); $('s').textContent = 'Saved as a draft because no category is set.'"
    ),
    "sent twice": live(
        AREA,
        "Send message",
        "await post(); $('s').textContent = 'The form was submitted twice. The second copy was dropped, and so was the first.'",
    ),
    "code for later": live(CART, "Apply", "await post(); $('s').textContent = 'SPRING starts on 1 June.'"),
    "period of the report": live(
        REPORT, "Generate report", "$('s').textContent = 'Reports cover 31 days at the most.'"
    ),
    "tries that are counted": sent(
        LOGIN % ("", "wrong"), "Sign in", shown(LOGIN % ("<p>Two of five tries used.</p>", ""))
    ),
    "sign-in page again": sent(LOGIN % ("", "wrong"), "Sign in", shown(LOGIN % ("", ""))),
    "vote that is taken back": live(
        LIKE, "Vote", "$('c').textContent = '13'; later(1800, () => { $('c').textContent = '12' })"
    ),
    "limit of the day": live(PAY, "Transfer", "await post(); modal('Daily limit: 500.00')"),
    "button that rests for a moment": live(
        SETTINGS, "Save", "$('b').disabled = true; later(900, () => { $('b').disabled = false })"
    ),
    "no network": live(
        SETTINGS,
        "Save",
        "$('s').textContent = 'Saving…'; later(1000, () => { $('s').textContent = 'Next attempt in 5 s' })",
    ),
    "idle for too long": live(
        AREA,
        "Send message",
        "await post(); $('n').value = $('t').value = ''; $('s').textContent = 'You were idle for 30 minutes. Start from the top.'",
    ),
    "list with a banner": sent(
        DATE % ("", ""),
        "Rent",
        see(),
        shown(
            "<div class=bar>Drill 4 went to another customer while you were typing.</div><h1>Tools</h1><ul><li>Drill 2<li>Drill 3<li>Ladder</ul>",
            "Tools",
        ),
    ),
    "comments are closed": live(
        AREA,
        "Send message",
        "await post(); $('f').innerHTML = '<p>Messages are read by people, and people are on holiday until 3 May.</p>'",
    ),
}

JUDGED_ACCEPTING: Mapping[str, Case] = {
    "list with the new one": sent(
        JOIN % ("Ann", "ann@x.org", "", "secret"),
        "Create account",
        see(),
        shown("<h1>Accounts</h1><ul><li>Bob<li>Ann</ul>", "Accounts"),
    ),
    "changes are saved": sent(
        DATE % ("", ""), "Rent", shown("<h1>Your rental</h1><p>Drill 4 is reserved for you, 5 January.</p>", "Rental")
    ),
    "we call you": live(
        AREA, "Send message", "await post(); $('s').textContent = 'Got it! We will call you before five.'"
    ),
    "form makes room for thanks": live(AREA, "Send message", "await post(); $('f').outerHTML = '<p>Thanks, Ann.</p>'"),
    "toast, short": live(AREA, "Send message", "await post(); toast('Message sent', 1500)"),
    "row is gone": live(ROWS, "Delete", "await post({ method: 'DELETE' }); $('r').remove()"),
    "row is gone, with a toast": live(
        ROWS, "Delete", "await post(); $('r').remove(); toast('Cleo Hart is gone. Undo?')"
    ),
    "new entry": live(TODO, "Add", "$('l').insertAdjacentHTML('beforeend', '<li>Paint'); $('n').value = ''"),
    "tick on the button": live(
        SETTINGS,
        "Save",
        "await post({ method: 'PUT' }); $('b').textContent = 'Saved ✓'; later(1000, () => { $('b').textContent = 'Save' })",
    ),
    "dashboard with a warning": sent(
        LOGIN % ("", "right"),
        "Sign in",
        see(),
        shown("<h1>Hello Ann</h1><p>Your trial ends in 3 days.</p><a href=/out>Sign out</a>", "Home"),
    ),
    "cheaper now": live(
        CART, "Apply", "await post(); $('t').textContent = '45.00'; $('s').textContent = 'SPRING −5.00'"
    ),
    "report as a table": live(
        REPORT,
        "Generate report",
        "await post(); $('s').innerHTML = '<table><tr><th>Month<th>Sales<tr><td>January<td>120<tr><td>February<td>90</table>'",
    ),
    "report as a file": live(
        REPORT, "Generate report", "await post(); $('s').innerHTML = '<a href=/r.pdf>report-2026.pdf</a> (3 pages)'"
    ),
    "output of a run": live(
        IMPORT, "Run", "await post(); $('s').textContent = 'hammer 20 -> 20\\nsaw 30 -> 30\\n2 lines read'"
    ),
    "one more vote": live(LIKE, "Vote", "$('c').textContent = '13'; await post()"),
    "order with its number": sent(
        DATE % ("", ""),
        "Rent",
        see(),
        shown("<h1>Order 4711</h1><p>Pick it up at the counter on 5 January.</p>", "Order 4711"),
    ),
    "live now": live(POST, "Publish", "await post(); $('k').textContent = 'Published'"),
    "where it went": live(PAY, "Transfer", "await post(); $('s').textContent = '900.00 is on its way to Bob Stone.'"),
    "box that closes": live(
        "<h1>People</h1><ul><li id=w>Bob, Bern</ul><dialog id=d open><label>Town <input id=n value=Basel></label><button id=b>Save</button></dialog>",
        "Save",
        "await post(); $('w').textContent = 'Bob, Basel'; $('d').close()",
    ),
    "inbox to look at": live(
        AREA, "Send message", "await post(); $('f').innerHTML = '<p>Almost there. Check your inbox for a link.</p>'"
    ),
    "to be read first": live(
        AREA,
        "Send message",
        "await post(); $('n').value = $('t').value = ''; $('s').textContent = 'Your message is awaiting moderation.'",
    ),
    "profile as others see it": sent(
        "<h1>Edit your profile</h1><form method=post action=/send><label>Display name <input name=n value='Ann L.'></label><button>Save</button></form>",
        "Save",
        see(),
        shown("<h1>Ann L.</h1><p>Customer since 2019</p>", "Profile"),
    ),
    "plain word": sent(DATE % ("", ""), "Rent", Answer("OK", headers={"Content-Type": "text/plain"})),
    "next step": sent(
        DATE % ("", ""),
        "Rent",
        shown(
            "<h1>Payment</h1><form method=post action=/pay><label>Card <input name=card></label><button>Pay</button></form>",
            "Payment",
        ),
    ),
}
