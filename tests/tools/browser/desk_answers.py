"""Pages of an office desk: rooms, leave, expenses, tickets. Some turn away what is sent, some take it, each in its own way."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answering_pages import Case, json, see
from tools.browser.judged_answers import live, sent, shown
from tools.browser.sites import Answer

LEAVE = "<h1>Ask for leave</h1>%s<form method=post action=/send><label>From <input type=date name=f value=2026-07-01></label><label>To <input type=date name=t value=2026-06-01></label><label>Reason <input name=r value='Family visit'></label><button>Submit request</button>%s</form>"
ROOM = "<h1>Rooms</h1><div class=card id=r><h3>Oak</h3><p id=p>10 seats</p><label>For <input id=n value='Team lunch'></label><button id=b>Reserve</button></div><div class=card><h3>Elm</h3><p>4 seats</p></div>"
BILL = "<h1>Expenses</h1><table id=l><tr><th>What<th>Amount<tr><td>Taxi<td>12.00</table><form id=f><input id=n aria-label=What value=Hotel><input id=a aria-label=Amount value=900><button id=b>Add expense</button></form><p id=s></p>"
TICKET = "<h1>Printer jams</h1><p>State: <b id=k>open</b></p><ul id=l><li>Ann: it jams</ul><textarea id=t aria-label=Comment>Paper tray replaced.</textarea><button id=b>Post comment</button><p id=s></p>"
NAME = "<h1>Account</h1><form id=f><label>User name <input id=n value=ann.lee></label><span id=h></span><button id=b>Change name</button></form>"
MAIL = "<h1>Invite</h1><form id=f><label>E-mail <input id=n value=bob@x></label><button id=b>Invite</button></form><ul id=l><li>Cleo</ul><output id=s></output>"
FILES = "<h1>Files</h1><ul id=l><li id=r>plan.pdf <button id=b>Delete</button><li>list.txt <button>Open</button></ul><div id=s></div>"
PIN = "<h1>Badge</h1><label>PIN <input id=n value=0000></label><button id=b>Activate badge</button><p id=s></p>"
SHIP = "<h1>Delivery</h1><form method=post action=/send><label>Street <input name=s value='3 Mill Lane'></label><label>Post code <input name=z value=99></label>%s<button>Continue</button></form>"
TASK = "<h1>Board</h1><div id=l><article>Write report</article></div><form id=f><label>Task <input id=n value='Order chairs'></label><button id=b>Create task</button></form><p id=s></p>"

DESK_REJECTING: Mapping[str, Case] = {
    "end before the start": sent(
        LEAVE % ("", ""),
        "Submit request",
        shown(LEAVE % ("<div class=note>The last day comes before the first.</div>", "")),
    ),
    "days that are used up": sent(
        LEAVE % ("", ""), "Submit request", shown(LEAVE % ("", "<p>You asked for 30 days and have 4.</p>"))
    ),
    "title with a mark": sent(LEAVE % ("", ""), "Submit request", shown(LEAVE % ("", ""), "⚠ Ask for leave")),
    "leads back to the start": sent(
        LEAVE % ("", ""),
        "Submit request",
        see("/after"),
        shown(
            "<h1>Good morning, Ann</h1><p>Your session was closed at 9:00. Pick up where you left.</p><a href=/login>Go on</a>",
            "Start",
        ),
    ),
    "someone was quicker": live(
        ROOM, "Reserve", "await post(); $('p').textContent = '10 seats, held by Bob until noon'"
    ),
    "small print in the card": live(
        ROOM,
        "Reserve",
        "await post(); $('p').insertAdjacentHTML('afterend', '<small>Lunches go to the canteen.</small>')",
    ),
    "over the limit": live(
        BILL, "Add expense", "await post(); $('s').textContent = 'Anything above 500 goes through Cleo.'"
    ),
    "row that fades": live(
        BILL,
        "Add expense",
        "$('l').insertAdjacentHTML('beforeend', '<tr><td>Hotel<td>900'); later(1500, () => { $('l').rows[2].remove() })",
    ),
    "row that is greyed": live(
        BILL,
        "Add expense",
        "await post(); $('l').insertAdjacentHTML('beforeend', '<tr style=\"opacity:.4\"><td>Hotel<td>900<td>over budget'); $('n').value = ''",
    ),
    "comment for members": live(TICKET, "Post comment", "await post(); toast('Comments are open to the helpdesk.')"),
    "ticket that is shut": live(
        TICKET,
        "Post comment",
        "await post(); $('k').textContent = 'closed'; toast('Cleo closed this while you wrote.')",
    ),
    "name beside the field": live(
        NAME, "Change name", "await post(); $('h').textContent = 'ann.lee belongs to Ann Leeds'"
    ),
    "signs in a name": live(NAME, "Change name", "$('h').textContent = 'a to z and 0 to 9'; $('n').focus()"),
    "name put back": live(NAME, "Change name", "await post(); $('n').value = 'ann'"),
    "half a mail address": live(MAIL, "Invite", "$('s').textContent = 'bob@x looks unfinished'"),
    "mail comes back": live(
        MAIL, "Invite", "$('l').insertAdjacentHTML('beforeend', '<li>bob@x (bounced)'); $('n').value = ''"
    ),
    "file in use": live(FILES, "Delete", "await post(); modal('plan.pdf is open in another window')"),
    "file with a lock": live(FILES, "Delete", "await post(); $('r').insertAdjacentHTML('beforeend', ' 🔒')"),
    "pin that shakes": live(PIN, "Activate badge", "await post(); $('n').value = ''; $('n').className = 'shake'"),
    "pin with tries": live(PIN, "Activate badge", "await post(); $('s').textContent = '2 more goes'"),
    "post code": sent(SHIP % "", "Continue", shown(SHIP % "<em>Five digits</em>")),
    "nothing there": sent(
        SHIP % "", "Continue", shown("<h1>We do not ship to 99</h1><p>Pick up in our shop.</p>", "Delivery")
    ),
    "task twice": live(
        TASK, "Create task", "await post(); $('s').textContent = 'Order chairs is on the board of Bob.'"
    ),
    "task is only a draft": live(
        TASK, "Create task", "await post(); $('s').textContent = 'Draft kept. A task needs an owner.'"
    ),
    "server asleep": live(
        TASK, "Create task", "await post().then((a) => { $('s').textContent = a.ok ? 'ok' : 'zzz' })", Answer("", 503)
    ),
}

DESK_ACCEPTING: Mapping[str, Case] = {
    "leave in a list": sent(
        LEAVE % ("", ""),
        "Submit request",
        see(),
        shown("<h1>Your leave</h1><table><tr><td>Family visit<td>1 July<td>waiting for Cleo</table>", "Leave"),
    ),
    "leave is with the boss": sent(
        LEAVE % ("", ""), "Submit request", shown("<h1>Request sent</h1><p>Cleo will look at it.</p>", "Leave")
    ),
    "room is yours": live(
        ROOM, "Reserve", "await post(); $('p').textContent = 'Yours from noon'; $('b').textContent = 'Cancel'"
    ),
    "room with a name": live(
        ROOM, "Reserve", "await post(); $('p').textContent = 'Team lunch, noon'; $('n').value = ''"
    ),
    "expense in the table": live(
        BILL,
        "Add expense",
        "await post(); $('l').insertAdjacentHTML('beforeend', '<tr><td>Hotel<td>900.00'); $('n').value = $('a').value = ''",
    ),
    "expense with a sum": live(
        BILL,
        "Add expense",
        "await post(); $('l').insertAdjacentHTML('beforeend', '<tr><td>Hotel<td>900.00'); $('s').textContent = 'Total 912.00'",
    ),
    "comment below": live(
        TICKET,
        "Post comment",
        "await post(); $('l').insertAdjacentHTML('beforeend', '<li>You: Paper tray replaced.'); $('t').value = ''",
    ),
    "comment, and closed": live(TICKET, "Post comment", "await post(); $('t').value = ''; toast('Comment posted')"),
    "name is yours": live(NAME, "Change name", "await post(); $('h').textContent = '✓ ann.lee it is'"),
    "name changed": live(NAME, "Change name", "await post(); toast('You are now ann.lee')"),
    "invited": live(
        MAIL, "Invite", "await post(); $('l').insertAdjacentHTML('beforeend', '<li>bob@x'); $('n').value = ''"
    ),
    "mail went out": live(MAIL, "Invite", "await post(); $('n').value = ''; $('s').textContent = 'Mail sent to bob@x'"),
    "file is gone": live(FILES, "Delete", "await post(); $('r').remove()"),
    "file in the bin": live(FILES, "Delete", "await post(); $('r').remove(); toast('plan.pdf moved to the bin')"),
    "badge works": live(
        PIN, "Activate badge", "await post(); $('s').textContent = 'Badge active. Hold it to the door.'"
    ),
    "on to payment": sent(
        SHIP % "",
        "Continue",
        see(),
        shown("<h1>Payment</h1><form><label>Card <input name=c></label><button>Pay</button></form>", "Payment"),
    ),
    "task on the board": live(
        TASK,
        "Create task",
        "await post(); $('l').insertAdjacentHTML('beforeend', '<article>Order chairs</article>'); $('n').value = ''",
    ),
    "task by number": live(
        TASK, "Create task", "await post(); $('s').textContent = 'Created as #18'", json('{"id": 18}')
    ),
    "task, all of it": live(
        TASK,
        "Create task",
        "const a = await (await post()).json(); $('l').innerHTML = a.map((t) => `<article>${t}</article>`).join('')",
        json('["Write report", "Order chairs"]'),
    ),
    "board again": live(
        TASK,
        "Create task",
        "await post(); $('f').remove(); $('l').insertAdjacentHTML('beforeend', '<article>Order chairs (new)</article>')",
    ),
}
