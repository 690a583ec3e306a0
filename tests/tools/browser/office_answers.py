"""Pages of offices, tools and records that turn away what is sent, or take it: queues, tabs, editors, boxes, sockets."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answer_rows import live
from tools.browser.answering_pages import Case, json, page, see
from tools.browser.plain_answers import button
from tools.browser.sites import Answer

LEAVE = "<h1>Holiday</h1>%s<form method=post action=/send><label>From <input name=from type=date value=2027-05-03></label><label>Days <input name=days value='%s'></label><label>Reason <input name=why value='%s'></label><button>Request leave</button></form>"
TICKET = live(
    "<h2 id=h>New ticket</h2><div id=box><label>Subject <input id=s value='Lamp is dark'></label><button id=b>Create ticket</button></div><div id=out></div>"
)
TABLE = live(
    "<table id=t><tr><td>web-1</td><td id=st>running</td><td><button id=b>Remove</button></td></tr><tr><td>web-2</td><td>running</td><td></td></tr></table><aside id=o></aside>"
)
EDITOR = live(
    "<h1 id=h>Minutes</h1><div id=e contenteditable aria-label=Text>We met at nine.</div><button id=b>Save</button><span id=s>%s</span>"
)
INVITE = live(
    "<form id=f><label>Mail <input name=m value=bo@example.org></label><button>Invite</button></form><ul id=l><li>ann@example.org</li></ul><p id=q>2 seats of 3 used</p>"
)
ROOM = "<h1>Room 4</h1><form method=post action=/send><label>Who <input name=who value=Kim></label><label>When <input name=when value=10:00></label><button>Reserve</button></form>"
UPLOAD = live(
    "<form id=f><label>Text <textarea name=t>Dear all</textarea></label><button>Submit paper</button><output id=o></output></form>",
    "",
)
TAG = live(
    "<div id=c><span>blue</span></div><input id=i aria-label=Tag value=green><button id=b>Add tag</button>",
    "data",
    "const s = document.createElement('span'); s.textContent = i.value; c.append(s); i.value = '';",
)
KEY = "<form method=post action=/send><label>Licence <input name=k value=AAAA-BBBB></label><button>Activate</button></form>"
POST = live(
    "<main id=m><form id=f><label>Comment <textarea name=c>I agree with that</textarea></label><button>Post comment</button></form><section id=s><article>First!</article></section></main>"
)
ASSIGN = live("<p>Owner: <b id=o>nobody</b></p><button id=b>Assign to me</button><div id=n aria-live=polite></div>")

OFFICE_REJECTING: Mapping[str, Case] = {
    "days that are left": Case(
        LEAVE % ("", "40", "sun"),
        page(LEAVE % ("<p>Days left this year: 12</p>", "40", "sun")),
        "",
        button("Request leave"),
    ),
    "busy season, form cleared": Case(
        LEAVE % ("", "4", "sun"),
        page(LEAVE % ("<p>May is a busy month for the whole team.</p>", "", "")),
        "",
        button("Request leave"),
    ),
    "seen before": Case(
        TICKET % "out.innerHTML = '<p>Looks like <a href=#9>#9 Lamp is dark</a></p>'",
        json('{"same_as": 9}'),
        "",
        button("Create ticket"),
    ),
    "box closed and nothing made": Case(
        TICKET % "box.innerHTML = '<p>The help desk reads tickets from Monday to Friday. Call 112 if it burns.</p>'",
        json("{}"),
        "",
        button("Create ticket"),
    ),
    "machine that is held": Case(
        TABLE % "o.textContent = 'web-1 is held by a snapshot'", json('{"held": true}'), "", button("Remove")
    ),
    "machine that runs on": Case(
        TABLE % "st.textContent = 'stopping'; later(900, () => { st.textContent = 'running' })",
        json("{}"),
        "",
        button("Remove"),
    ),
    "another one was quicker": Case(
        EDITOR % ("", "s.textContent = 'Bo saved at 9:12, yours is older'"), json("{}"), "", button("Save")
    ),
    "still a draft": Case(
        EDITOR % ("Draft", "h.textContent = 'Minutes (locked by Bo)'"), json("{}"), "", button("Save")
    ),
    "seats are used": Case(
        INVITE % "q.textContent = '3 seats of 3 used, more with the team plan'",
        json('{"invited": false}'),
        "",
        button("Invite"),
    ),
    "invited and taken back": Case(
        INVITE
        % "const li = document.createElement('li'); li.textContent = f.m.value; l.append(li); f.m.value = ''; later(800, () => li.remove())",
        json("{}"),
        "",
        button("Invite"),
    ),
    "others in the room": Case(
        ROOM,
        page(
            "<h1>Room 4</h1><table><tr><td>10:00<td>Board meeting</table><form method=post action=/send><label>Who <input name=who></label><label>When <input name=when></label><button>Reserve</button></form>"
        ),
        "",
        button("Reserve"),
    ),
    "led to the calendar with a word": Case(
        ROOM,
        see(),
        "",
        button("Reserve"),
        after=page(
            "<h1>Calendar</h1><div class=toast>Kim has a meeting at that time</div><table><tr><td>10:00<td>Board meeting</table>",
            "Calendar",
        ),
    ),
    "words that are counted": Case(UPLOAD % "o.textContent = '2 / 500 words'", says="", press=button("Submit paper")),
    "deadline": Case(
        UPLOAD
        % "f.replaceChildren(Object.assign(document.createElement('h2'), { textContent: 'Papers were due on Friday' }))",
        says="",
        press=button("Submit paper"),
    ),
    "tag that fades": Case(TAG % "later(300, () => s.remove())", json("{}"), "", button("Add tag")),
    "tag that is struck out": Case(
        TAG % "s.style.textDecoration = 'line-through'; s.title = 'unknown'; s.className = 'invalid'",
        json("{}"),
        "",
        button("Add tag"),
    ),
    "licence of another version": Case(
        KEY,
        page("<h1>Licence</h1><p>AAAA-BBBB: version 3. You run version 4.</p><a href=/>OK</a>"),
        "",
        button("Activate"),
    ),
    "text answer of the site": Case(
        KEY, Answer("KEY_REGION 7", 200, {"Content-Type": "text/plain"}), "", button("Activate")
    ),
    "waits for a friend": Case(
        POST % "m.insertAdjacentHTML('afterbegin', '<div role=alert>Members with ten posts or more write here.</div>')",
        json("{}"),
        "",
        button("Post comment"),
    ),
    "owner that stays": Case(
        ASSIGN % "n.textContent = 'Bo holds the lead here'", json("{}"), "", button("Assign to me")
    ),
}

OFFICE_ACCEPTING: Mapping[str, Case] = {
    "leave in the list": Case(
        LEAVE % ("", "4", "sun"),
        page("<h1>Holiday</h1><table><tr><td>2027-05-03<td>4<td>sun<td>pending</table>"),
        press=button("Request leave"),
    ),
    "request with the manager": Case(
        LEAVE % ("", "4", "sun"),
        see(),
        press=button("Request leave"),
        after=page(LEAVE % ("<p class=flash>Your request is with your manager now.</p>", "", "")),
    ),
    "ticket with its number": Case(
        TICKET % "h.textContent = 'Ticket #12'; box.innerHTML = '<p>Lamp is dark</p><p>open</p>'",
        json('{"number": 12}'),
        press=button("Create ticket"),
    ),
    "ticket in place of the box": Case(
        TICKET % "box.remove(); out.innerHTML = '<a href=#12>#12 Lamp is dark</a>'",
        json("{}"),
        press=button("Create ticket"),
    ),
    "machine that is gone": Case(TABLE % "b.closest('tr').remove()", json("{}"), press=button("Remove")),
    "machine that is being removed": Case(
        TABLE % "st.textContent = 'removing'; later(900, () => b.closest('tr').remove())",
        json("{}"),
        press=button("Remove"),
    ),
    "all changes saved": Case(
        EDITOR % ("Unsaved", "s.textContent = 'All changes saved'"), json("{}"), press=button("Save")
    ),
    "version that grows": Case(EDITOR % ("Version 3", "s.textContent = 'Version 4'"), json("{}"), press=button("Save")),
    "one more seat": Case(
        INVITE
        % "q.textContent = '3 seats of 3 used'; l.insertAdjacentHTML('beforeend', '<li>bo@example.org (invited)</li>'); f.m.value = ''",
        json("{}"),
        press=button("Invite"),
    ),
    "invited, in a word": Case(
        INVITE % "q.textContent = 'Invitation sent to bo@example.org'", json("{}"), press=button("Invite")
    ),
    "room with a name": Case(
        ROOM,
        page(
            "<h1>Room 4</h1><table><tr><td>10:00<td>Kim</table><form method=post action=/send><label>Who <input name=who></label><label>When <input name=when></label><button>Reserve</button></form>"
        ),
        press=button("Reserve"),
    ),
    "led to the calendar": Case(
        ROOM,
        see(),
        press=button("Reserve"),
        after=page("<h1>Calendar</h1><table><tr><td>10:00<td>Kim, Room 4</table>", "Calendar"),
    ),
    "paper is in": Case(
        UPLOAD
        % "f.replaceChildren(Object.assign(document.createElement('h2'), { textContent: 'Your paper is in. Number 17.' }))",
        press=button("Submit paper"),
    ),
    "tag that stays": Case(TAG % "", json("{}"), press=button("Add tag")),
    "licence until a day": Case(
        KEY, page("<h1>Licence</h1><p>Activated until 2028-01-01.</p>"), press=button("Activate")
    ),
    "text answer that it is well": Case(
        KEY, Answer("OK", 200, {"Content-Type": "text/plain"}), press=button("Activate")
    ),
    "comment below the others": Case(
        POST % "s.insertAdjacentHTML('beforeend', `<article>${f.c.value}</article>`); f.c.value = ''",
        json("{}"),
        press=button("Post comment"),
    ),
    "comment in place of the form": Case(
        POST % "f.remove(); s.insertAdjacentHTML('beforeend', '<article>I agree with that</article>')",
        json("{}"),
        press=button("Post comment"),
    ),
    "owner is me": Case(ASSIGN % "o.textContent = 'me'; b.disabled = true", json("{}"), press=button("Assign to me")),
    "made, and the page is drawn anew": Case(
        POST % "location.href = '/send/after'",
        json('{"id": 3}', 201),
        press=button("Post comment"),
        after=page("<h1>Thread</h1><article>First!</article><article>I agree with that</article>", "Thread"),
    ),
}
