"""Pages of clubs, bookings and settings that turn away what is sent, or take it: states, counts, boxes, late answers."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answer_rows import KIT, live
from tools.browser.answering_pages import Case, json, page, see
from tools.browser.plain_answers import button
from tools.browser.sites import Answer

COURT = live("<table><tr><th>18:00<td id=c>free<td><button id=b>Book</button></table><p id=s aria-live=polite></p>")
JOIN = live(
    "<h1>Chess club</h1><form id=f><label>Mail <input name=mail value=ann@example.org></label><button>Join</button></form>",
    "answer",
)
NAMES = live("<h1>Settings</h1><label>Team <input id=t value=Owls></label><button id=b>Save changes</button>")
LIGHT = live(
    "<label>Mails <input type=checkbox id=c></label><button id=b aria-pressed=false>Enable</button>",
    "",
    "b.ariaPressed = 'true'; b.className = 'on'; await send('/send', '%s');",
)
THREAD = live(
    """<div id=l><p>Bo: Hello</p></div><form id=f><input name=m aria-label=Message value="On Monday"><button>Send</button></form>""",
    "",
    """const p = document.createElement('p'); p.textContent = `You: ${f.m.value}`; l.append(p); f.m.value = ''; await send();""",
)
POLL = live(
    "<h2>Trip to the sea</h2><p><b id=n>12</b> votes</p><button id=b>Vote</button>", "answer", "n.textContent = 13;"
)
JOB = (
    KIT
    + "<button id=b>Import members</button><p id=s></p><script>b.onclick = async () => { await send(); const a = await (await fetch('/send/after')).json(); s.textContent = a.line }</script>"
)
ARTICLE = "<form method=post action=/send><label>Title <input name=title value='Spring cup'></label><label>Text <textarea name=text>All come.</textarea></label><button>Publish</button></form>"
PILL = live(
    "<h1>Spring cup</h1><p>State: <b id=p>Draft</b></p><button id=b>Publish</button><p id=s role=status></p>", "answer"
)
RENAME = live(
    "<h2 id=h>Owls</h2><input id=i aria-label=Name value=Eagles><button id=b>Rename</button>",
    "answer",
    "h.textContent = i.value;",
)
MONEY = "<p>Balance 12.30</p><form method=post action=/send><label>To <input name=to value=Bo></label><label>Amount <input name=amount value='%s'></label>%s<button>Transfer</button></form>"
ENTRY = "<form method=post action=/send><label>User <input name=u value=ann></label><label>Password <input type=password name=p value=x></label><button>Log in</button></form>"
GONE = live(
    "<h2>Close the account</h2><form id=f><label>Type the club's name <input name=n value=Owl></label><button>Delete account</button></form>",
    "",
)
FILES = live(
    "<button id=b>Upload report</button><ul id=l><li>old.pdf</li></ul>",
    "answer",
    "const li = document.createElement('li'); li.textContent = 'report.pdf 0 %%'; l.append(li);",
)
HELP = live(
    "<form id=f><label>Question <input name=q value='When?'></label><button>Send question</button></form><details id=d><summary>Desk</summary><p id=s></p></details>",
    "answer",
)

CLUB_REJECTING: Mapping[str, Case] = {
    "court that went to others": Case(
        COURT % "s.textContent = 'Court 3 went a second ago'", json("{}"), "", button("Book")
    ),
    "we have met": Case(
        JOIN % "f.insertAdjacentHTML('beforeend', '<p>We have met before!</p>')", json("{}"), "", button("Join")
    ),
    "form that makes room for a word": Case(
        JOIN % "f.outerHTML = '<p>New members are welcomed on Mondays, between 9 and 10.</p>'",
        json("{}"),
        "",
        button("Join"),
    ),
    "page without a form": Case(
        "<h1>Summer camp</h1><form method=post action=/send><label>Child <input name=child value=Kim></label><button>Register</button></form>",
        page("<h1>Summer camp</h1><p>Places are given out from 1 June.</p><a href=/>Back</a>"),
        "",
        button("Register"),
    ),
    "value that snaps back": Case(
        NAMES % "later(600, () => { t.value = 'Hawks' })", json("{}"), "", button("Save changes")
    ),
    "switch that flips back": Case(
        LIGHT % ("POST", "later(500, () => { b.ariaPressed = 'false'; b.className = '' })"),
        json("{}"),
        "",
        button("Enable"),
    ),
    "message with a mark to send it again": Case(
        THREAD % "p.insertAdjacentHTML('beforeend', ' <button>↻ Resend</button>')", json("{}"), "", button("Send")
    ),
    "file that stays at nought": Case(
        FILES % "later(400, () => { li.textContent = 'report.pdf, larger than a mailbox' })",
        json("{}"),
        "",
        button("Upload report"),
    ),
    "count that falls back": Case(POLL % "later(700, () => { n.textContent = 12 })", json("{}"), "", button("Vote")),
    "work that is asked for later": Case(
        JOB,
        json('{"job": 5}'),
        "",
        button("Import members"),
        after=json('{"state": "failed", "line": "Job 5: stopped at row 3"}'),
    ),
    "title with a sign": Case(ARTICLE, page(ARTICLE, "⚠ Spring cup"), "", button("Publish")),
    "label in red": Case(
        "<form method=post action=/send><label>Year <input name=y value=20044></label><button>Register</button></form>",
        page(
            "<form method=post action=/send><label style='color: #d11'>Year <input name=y value=20044 style='background: #fdd'></label><button>Register</button></form>"
        ),
        "",
        button("Register"),
    ),
    "name that goes back": Case(
        RENAME % "if (a.status === 200) h.textContent = 'Owls'", json("{}"), "", button("Rename")
    ),
    "a picture is wanted": Case(PILL % "s.textContent = 'Cover picture?'", json("{}"), "", button("Publish")),
    "home with a number in the address": Case(
        ARTICLE,
        see("/after?e=14"),
        "",
        button("Publish"),
        after=page("<h1>Club news</h1><ul><li>Winter cup<li>New shirts</ul>", "Club news"),
    ),
    "what does not go together": Case(
        ENTRY,
        page(
            "<h1>Hello again</h1><p>Those two are no pair.</p><form method=post action=/send><label>User <input name=u></label><label>Password <input type=password name=p></label><button>Log in</button></form>"
        ),
        "",
        button("Log in"),
    ),
    "the field alone": Case(GONE % "f.n.focus(); f.n.select()", says="", press=button("Delete account")),
    "amount that is cut": Case(
        MONEY % ("50.00", ""), page(MONEY % ("12.30", "<small>Available: 12.30</small>")), "", button("Transfer")
    ),
    "part that opens": Case(
        HELP % "d.open = true; s.textContent = 'Open again from nine'", json("{}"), "", button("Send question")
    ),
    "answer without a body": Case(JOIN % "", Answer("", 200), "", button("Join")),
}

CLUB_ACCEPTING: Mapping[str, Case] = {
    "court with a name": Case(COURT % "c.textContent = 'Ann Lee'; b.remove()", json("{}"), press=button("Book")),
    "on the list": Case(JOIN % "f.outerHTML = `<p>You're on the list!</p>`", json("{}"), press=button("Join")),
    "button that rests": Case(
        NAMES % "b.disabled = true; b.textContent = 'Saved'", json("{}"), press=button("Save changes")
    ),
    "button that rests without a word": Case(NAMES % "b.disabled = true", json("{}"), press=button("Save changes")),
    "switch that stays": Case(LIGHT % ("PATCH", ""), json("{}"), press=button("Enable")),
    "message that was read": Case(THREAD % "p.append(' ✓✓')", json("{}"), press=button("Send")),
    "file that arrives": Case(
        FILES % "later(400, () => { li.textContent = 'report.pdf 100 %' })", json("{}"), press=button("Upload report")
    ),
    "count that stays": Case(POLL % "", json("{}"), press=button("Vote")),
    "work that ends": Case(
        JOB,
        json('{"job": 5}'),
        press=button("Import members"),
        after=json('{"state": "done", "line": "Job 5: 31 members, 0 left out"}'),
    ),
    "empty form with a short word": Case(
        MONEY % ("5.00", ""),
        see(),
        press=button("Transfer"),
        after=page(
            "<p class=flash>5.00 to Bo, booked today</p>"
            + (MONEY % ("", "")).replace("value=Bo", "").replace("12.30", "7.30")
        ),
    ),
    "article that is shown": Case(
        ARTICLE,
        page("<h1>Spring cup</h1><p>All come.</p><a href=/edit>Edit</a>", "Spring cup"),
        press=button("Publish"),
    ),
    "new name in the heading": Case(RENAME % "i.remove(); b.remove()", json("{}"), press=button("Rename")),
    "state that is live": Case(
        PILL % "p.textContent = 'Live'; b.textContent = 'Unpublish'", json("{}"), press=button("Publish")
    ),
    "list without the row": Case(
        "<h1>Owls</h1><form method=post action=/send><button>Delete team</button></form>",
        see(),
        press=button("Delete team"),
        after=page("<h1>Teams</h1><ul><li>Hawks</ul>", "Teams"),
    ),
    "log-in with a menu": Case(
        ENTRY,
        see(),
        press=button("Log in"),
        after=page("<nav><a href=/me>ann</a></nav><h1>Club news</h1>", "Club news"),
    ),
    "log-in by a script": Case(
        KIT
        + "<main id=m><form id=f><label>User <input name=u value=ann></label><label>Password <input type=password name=p value=x></label><button>Log in</button></form></main><script>f.onsubmit = async (event) => { event.preventDefault(); await send(); m.innerHTML = '<h1>Inbox</h1><ul><li>Bo: Hello</ul>' }</script>",
        json("{}"),
        press=button("Log in"),
    ),
    "transfer with its number": Case(
        MONEY % ("5.00", ""),
        page("<h1>Ref 88-12</h1><p>5.00 to Bo</p><p>Balance 7.30</p><a href=/>Home</a>"),
        press=button("Transfer"),
    ),
    "frame that goes on": Case(
        '<iframe srcdoc="<form method=post action=/send><label>Mail <input name=m value=ann></label><button>Subscribe</button></form>"></iframe>',
        page("<p>Merci !</p>"),
        press=button("Subscribe"),
    ),
    "button for the way back": Case(
        KIT
        + "<h1>News</h1><button id=b>Subscribe</button><script>b.onclick = async () => { await send(); b.textContent = 'Unsubscribe' }</script>",
        json("{}"),
        press=button("Subscribe"),
    ),
    "box with a greeting": Case(
        HELP % "f.q.value = ''; document.body.insertAdjacentHTML('beforeend', '<dialog open>Talk soon, Ann!</dialog>')",
        json("{}"),
        press=button("Send question"),
    ),
}
