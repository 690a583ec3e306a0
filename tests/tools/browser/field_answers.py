"""Pages of devices, classes, games and desks in the field. Some turn away what is sent, some take it with hardly a sign."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answer_rows import given, led, live, worked
from tools.browser.answering_pages import Case, json, page
from tools.browser.sites import Answer

MERGE = live(
    "<h1>Fix the pump #12</h1><p id=k>2 commits</p><button id=b>Merge</button><button id=c>Approve</button><p id=v>0 of 2 approvals</p><div id=o></div>"
)
APPROVE = live("<h1>Fix the pump #12</h1><button id=b>Approve</button><p id=v>0 of 2 approvals</p><div id=o></div>")
SEATS = "<h1>Class</h1><form method=post action=/send><label>Seats <input name=seats type=number value=%s></label><button>Update class</button></form>"
PASSWORD = live(
    "<form id=f><label>Old <input type=password name=a value=x1></label><label>New <input type=password name=n value=y2></label><label>Again <input type=password name=r value=y2></label><button>Change password</button></form><p id=s></p>",
    "answer",
)
MAIL = live(
    "<ul id=l><li>Hello from Bo</li></ul><div id=w role=dialog><input id=t aria-label=To value=cy@x.org><textarea id=m aria-label=Text>See you at six</textarea><button id=b>Send</button></div><aside id=o></aside>"
)
THREAD = "<h1>Which boat?</h1><article>The blue one.</article><form method=post action=/send><textarea name=text aria-label=Reply>I would take the red one, it is lighter</textarea><button>Post reply</button></form>"
SWITCH = live(
    "<h2>Porch light</h2><span id=d class=dot></span><button id=b aria-pressed=false>Turn on</button><p id=s></p>"
)
SURVEY = live(
    "<form id=f><fieldset id=q3><legend>3. How often?</legend><label><input type=radio name=q id=r1> Daily</label><label><input type=radio name=q> Weekly</label></fieldset><label>Remarks <input name=m value='Nice place'></label><button>Submit survey</button></form>",
    "",
)
TABLE4 = "<h1>Chez Ada</h1><form method=post action=/send><label>Name <input name=n value=Lee></label><label>Time <input name=t value=19:00></label><button>Reserve table</button></form>"
FANS = "<h1>Final</h1><form method=post action=/send><label>Tickets <input name=q type=number value=2></label><button>Buy tickets</button></form>"
CMS = live(
    "<h1>Spring fair</h1><p id=h role=status hidden></p><p>State: <b id=p>Draft</b></p><button id=b>Publish page</button>"
)
INLINE = live(
    "<ul><li id=r>notes.txt</li></ul><form id=f><input name=n aria-label=Name value=plans.txt><button>Rename</button></form>"
)
DNS = live(
    "<table id=t><tr><th>Name<th>Target</tr><tr><td>www<td>10.0.0.1</tr></table><form id=f><label>Name <input name=n value=mail></label><label>Target <input name=v value=mx.example></label><button>Add record</button></form>"
)
NEWS = live(
    "<main id=m><form id=f><label>Mail <input name=m value=ann@x.org></label><button>Subscribe</button></form></main>"
)
DESK = live(
    "<h1>Ticket 88</h1><p>State: <b id=p>Open</b></p><ul id=l><li>Bo opened the ticket</li></ul><button id=b>Close ticket</button>"
)
HOURS = live(
    "<table><tr id=r><td>Monday<td>9 h</tr><tr><td>Tuesday<td>7 h</tr></table><button id=b>Submit hours</button><p id=s></p>"
)
QUIZ = live(
    "<h1>Quiz</h1><form id=f><label>Capital of Norway <input name=a value=Oslo></label><button>Submit quiz</button></form><div id=o></div>",
    "",
)
PERSON = live("<h1>Ann Lee</h1><p><b id=n>12</b> followers</p><button id=b>Follow</button>")
CODE = live(
    "<p>Purse: <b id=c>40 coins</b></p><form id=f><input name=k aria-label=Code value=GOLD-77><button>Redeem code</button></form>"
)
NAME = live(
    "<h1>Settings</h1><label>Name <input id=n value='Rowing club of the northern lakes'></label><button id=b>Save</button>"
)
SPA = live(
    "<main id=m><h1>Settings</h1><label>City <input id=n value=Oslo></label><button id=b>Save settings</button></main>"
)
MAP = live(
    "<div id=g>Map of the lake</div><label>Label <input id=n value=Pier></label><button id=b>Add marker</button><ul id=l></ul>",
    "",
)
ALBUM = live("<ul id=l><li>pier.jpg</li></ul><button id=b>Upload photo</button>")
MOVE = "<h1>Move Boats</h1><form method=post action=/send><label>To <input name=to value=Rowing></label><button>Move page</button></form>"
JOB = "<h1>Boat builder</h1><form method=post action=/send><textarea name=l aria-label=Letter>I have built boats for years</textarea><button>Apply for the job</button></form>"
MATCH = live(
    "<ul id=l><li>Bo: Well played</li></ul><form id=f><input name=m aria-label=Message value='One more game'><button>Send</button></form>",
    "data",
    "const li = document.createElement('li'); li.textContent = f.m.value; l.append(li); f.m.value = '';",
)
OPTIONS = "<h1>Alerts</h1><form method=post action=/send><label><input type=checkbox name=a checked> By mail</label><label>Phone <input name=p value=555-0199></label><button>Save alerts</button></form>"
TRASH = live("<ul id=l><li id=r>Old boat <button id=b>Delete</button></li><li>New boat</li></ul><div id=o></div>")
KEYS = "<h1>Door</h1><form method=post action=/send><label>Card <input name=c value='A1 B2 C3'></label><button>Register card</button></form>"
BASKET = live("<h1>Cart</h1><ul id=l><li id=r>Oar <button id=b>Remove</button></li></ul><p id=s>1 item</p>")
EVENT = live(
    "<table><tr><td id=mo>Mon<td id=tu>Tue</tr></table><dialog id=d open><form id=f><label>Event <input name=e value=Regatta></label><button>Save event</button></form></dialog>"
)

FIELD_REJECTING: Mapping[str, Case] = {
    **worked(CODE, "Redeem code", {"code gone, purse the same": "f.k.value = ''"}),
    **worked(MERGE, "Merge", {"checks that run": "o.innerHTML = '<p>3 checks are still running</p>'"}),
    **worked(
        APPROVE,
        "Approve",
        {
            "own work": "o.innerHTML = '<div class=toast>You wrote this one yourself</div>'; later(1500, () => { o.innerHTML = '' })"
        },
    ),
    **given(SEATS % 50, "Update class", {"number brought down": page(SEATS % 20)}),
    **worked(
        PASSWORD, "Change password", {"three empty fields": "f.reset(); for (const i of f.elements) i.value = ''"}
    ),
    **worked(
        MAIL,
        "Send",
        {"put among drafts": "w.remove(); l.insertAdjacentHTML('afterbegin', '<li><i>Draft</i> cy@x.org</li>')"},
    ),
    **led(
        THREAD,
        "Post reply",
        {"thread without it": page("<h1>Which boat?</h1><article>The blue one.</article><a href=/r>Reply</a>")},
    ),
    **worked(
        SWITCH,
        "Turn on",
        {
            "light that does not answer": "d.title = 'No reply from device'; d.className = 'dot grey'; s.textContent = 'Last seen on Monday'"
        },
    ),
    **worked(SURVEY, "Submit survey", {"question in yellow": "q3.style.background = '#ff9'; r1.focus()"}),
    **given(
        TABLE4,
        "Reserve table",
        {
            "other times": page(
                "<h1>Chez Ada</h1><h2>Other times</h2><ul><li><a href=/a>17:30</a><li><a href=/b>21:15</a></ul>"
            )
        },
    ),
    **led(FANS, "Buy tickets", {"a place in line": page("<h1>Final</h1><p>You are number 5214 in line.</p>")}),
    **worked(
        CMS, "Publish page", {"things to do": "h.hidden = false; h.textContent = 'Two things to do: alt text, summary'"}
    ),
    **worked(
        INLINE,
        "Rename",
        {"old name again": "r.textContent = f.n.value; later(600, () => { r.textContent = 'notes.txt' })"},
    ),
    **worked(
        DNS,
        "Add record",
        {
            "row with a sign": "t.insertRow().innerHTML = '<td>mail<td>mx.example <span class=state title=\"Target has no address\">⚠</span>'; f.reset()"
        },
    ),
    **worked(NEWS, "Subscribe", {"picture of a robot": "m.innerHTML = '<img alt=\"Sad robot\" width=80 height=80>'"}),
    **worked(
        DESK,
        "Close ticket",
        {"only in the history": "l.insertAdjacentHTML('beforeend', '<li>Ann tried to close the ticket</li>')"},
    ),
    **worked(HOURS, "Submit hours", {"row in red": "r.className = 'row-invalid'; r.style.background = '#fcc'"}),
    **worked(
        QUIZ,
        "Submit quiz",
        {
            "open questions": "o.innerHTML = '<dialog open><p>3 questions are open. Submit anyway?</p><button>Submit anyway</button><button>Back</button></dialog>'"
        },
    ),
    **worked(
        PERSON,
        "Follow",
        {"followed for a blink": "b.textContent = 'Following'; later(700, () => { b.textContent = 'Follow' })"},
    ),
    **worked(NAME, "Save", {"queued or not": ("", json('{"queued": false}', 202))}),
    **worked(
        SPA,
        "Save settings",
        {
            "log-in in its place": "m.innerHTML = '<h1>Welcome back</h1><input aria-label=Mail><input type=password aria-label=Password><button>Log in</button>'",
            "signed out": "m.innerHTML = '<h1>Signed out</h1><button>Sign in</button>'",
        },
    ),
    **worked(
        MAP,
        "Add marker",
        {"nearer first": "g.insertAdjacentHTML('beforeend', '<div class=bubble>Zoom in to place markers</div>')"},
    ),
    **worked(ALBUM, "Upload photo", {"nothing of it": "l.insertAdjacentHTML('beforeend', '<li>boat.jpg 0 %</li>')"}),
    **given(
        MOVE,
        "Move page",
        {"a page of that name": page("<p>There is a page of that name: <a href=/r>Rowing</a></p>" + MOVE)},
    ),
    **given(
        JOB,
        "Apply for the job",
        {
            "profile first": page(
                "<h1>Complete your profile</h1><progress max=100 value=60>60 %</progress><a href=/me>Go to profile</a>"
            )
        },
    ),
    **worked(
        MATCH,
        "Send",
        {
            "waiting for a network": "li.insertAdjacentHTML('beforeend', ' <span role=img aria-label=\"Waiting for network\">◷</span>')"
        },
    ),
    **led(
        OPTIONS,
        "Save alerts",
        {"number in place of a name": page(OPTIONS.replace(" checked", "").replace("555-0199", "555-0100"))},
    ),
    **worked(TRASH, "Delete", {"grey and back": "r.style.opacity = 0.3; later(1100, () => { r.style.opacity = 1 })"}),
    **given(KEYS, "Register card", {"false": Answer("FALSE", 200, {"Content-Type": "text/plain"})}),
}

FIELD_ACCEPTING: Mapping[str, Case] = {
    **worked(DESK, "Close ticket", {"closed": "p.textContent = 'Closed'; b.textContent = 'Reopen ticket'"}),
    **led(
        THREAD,
        "Post reply",
        {
            "thread with it": page(
                "<h1>Which boat?</h1><article>The blue one.</article><article>I would take the red one, it is lighter</article>"
            )
        },
    ),
    **worked(PERSON, "Follow", {"one more": "b.textContent = 'Following'; n.textContent = 13"}),
    **worked(SWITCH, "Turn on", {"light that is on": "b.ariaPressed = 'true'; b.textContent = 'Turn off'"}),
    **worked(
        EVENT,
        "Save event",
        {"in the grid": "d.close(); tu.insertAdjacentHTML('beforeend', '<div class=ev>Regatta</div>')"},
    ),
    **worked(
        DNS,
        "Add record",
        {"row in small letters": "t.insertRow().innerHTML = '<td>mail<td>mx.example.'; f.n.value = f.v.value = ''"},
    ),
    **worked(APPROVE, "Approve", {"first of two": "v.textContent = '1 of 2 approvals'; b.disabled = true"}),
    **worked(
        MAIL,
        "Send",
        {
            "box gone, one on its way": "w.remove(); o.textContent = 'Sending…'; later(600, () => { o.textContent = '' })"
        },
    ),
    **worked(BASKET, "Remove", {"empty cart": "r.remove(); s.textContent = 'Your cart is empty'"}),
    **worked(CODE, "Redeem code", {"more coins": "f.k.value = ''; c.textContent = '540 coins'"}),
}
