"""Pages that answer as well-known applications do: forums, shops, trackers, mail, clouds."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answer_rows import given, led, live, worked
from tools.browser.answering_pages import Case, json, page

COMMENT = "<article><h1>Rowing at dawn</h1><p>We left early.</p></article><form method=post action=/send><label>Name <input name=n value=Ann></label><textarea name=c aria-label=Comment>What a lovely trip</textarea><button>Post Comment</button></form>"
TOPIC = live(
    "<h1>Which oars?</h1><article>Try carbon.</article><form id=f><textarea name=t aria-label=Reply>I like wood</textarea><button>Reply</button></form><div id=o></div>"
)
ITEM = live("<h1>Oar</h1><p>80.00</p><button id=b>Buy now</button><div id=o></div>")
CHAT = live(
    "<div id=l><p>Bo: Morning</p></div><div id=e contenteditable aria-label=Message>On my way</div><button id=b>Send</button>",
    "data",
    "const p = document.createElement('p'); p.textContent = `Ann: ${e.textContent}`; l.append(p); e.textContent = '';",
)
QUESTION = live(
    "<form id=f><div id=q><label>Your name <input name=n></label></div><div><label>Your boat <input name=b value=Elsa></label></div><button>Submit</button></form>",
    "",
)
SHARE = live(
    "<h2>Share Photos</h2><form id=f><input name=w aria-label='Name or mail' value=bo><button>Share</button></form><ul id=l><li>Cy (can view)</li></ul><div id=o></div>"
)
LINK = "<h1>Submit</h1><form method=post action=/send><label>Title <input name=t value='A boat of paper'></label><label>Address <input name=u value='https://x.org/boat'></label><button>Submit link</button></form>"
ASSIGNMENT = live(
    "<h1>Essay 2</h1><table><tr><th>Submission status<td id=s>No attempt</tr></table><button id=b>Submit assignment</button><div id=o></div>"
)
PANEL = live(
    "<h1>Boats per hour</h1><div role=dialog id=d><label>Note <input id=n value='more boats'></label><button id=b>Save dashboard</button></div><div id=o></div>"
)
FORUM = "<h1>New topic</h1><form method=post action=/send><label>Subject <input name=s value='Lost oar'></label><textarea name=m aria-label=Message>It is blue</textarea><button>Submit topic</button></form>"
PAY = "<h1>Total 80.00</h1><form method=post action=/send><label>Name on card <input name=n value='Ann Lee'></label><button>Pay 80.00</button></form>"
MEETING = live(
    "<h1>Weekly crew</h1><label>Your name <input id=n value=Ann></label><button id=b>Join meeting</button><div id=o></div>"
)
MEMBER = live("<h1>Bo Ek</h1><p>Boat builder</p><button id=b>Connect</button><div id=o></div>")
CARD = live(
    "<div class=lane id=lane><h2>To do</h2><div class=card id=c>Varnish</div></div><form id=f><textarea name=t aria-label='Card title'>Sand the hull</textarea><button>Add card</button></form><div id=o></div>"
)
WRITE = live(
    "<div role=dialog id=w><label>To <input id=t value='bo@'></label><label>Subject <input id=s value=Oars></label><button id=b>Send mail</button></div><div id=o></div>"
)
PROMO = "<h1>Cart</h1><p>Subtotal 80.00</p><form method=post action=/send><label>Promo code <input name=c value=OAR10></label><button>Apply code</button></form>%s"
STAY = "<h1>Lake house</h1><form method=post action=/send><label>From <input name=f value=2027-07-01></label><label>Guests <input name=g value='2 adults'></label><button>Reserve</button></form>"
STARS = live("<h1>ann/oars</h1><button id=b>Star</button><span id=n>1.2k</span>")
TRIPS = live(
    "<table><tr><td>Lake house<td id=s>Confirmed<td><button id=b>Cancel booking</button></tr></table><div id=o></div>"
)
RIDE = live(
    "<h1>Ride</h1><label>To <input id=t value='Elm Street 4'></label><button id=b>Request ride</button><div id=o></div>"
)
SETTINGS = live(
    "<h1>Profile</h1><label>Name <input id=n value='Ann Lee'></label><button id=b>Save changes</button><div id=o></div>"
)
LOGIN = "<form method=post action=/send><label>User <input name=u value=ann></label><label>Password <input type=password name=p value=x></label><button>Sign in</button></form>"
BUCKET = live(
    "<h1>Team folder</h1><ul id=l><li>plan.odt</li></ul><label>Name <input id=n value=Drafts2027></label><button id=b>Create folder</button><div id=o></div>"
)
WIKI = "<h1>Editing Oar</h1>%s<form method=post action=/send><textarea name=t aria-label=Text>An oar is long. See https://x.org</textarea><button>Publish changes</button></form>"
VOTE = live(
    "<article>Best oars of the year <b id=n>41</b> <button id=b aria-pressed=false>Upvote</button></article><div id=o></div>"
)

KNOWN_REJECTING: Mapping[str, Case] = {
    **given(
        COMMENT,
        "Post Comment",
        {
            "said before": page(
                "<p>Duplicate comment detected; it looks as though you've already said that!</p><a href=/>Back</a>",
                "Comment Submission Failure",
            ),
            "spam": page("<p>Your comment looks like spam to our filter.</p>"),
        },
    ),
    **worked(
        TOPIC,
        "Reply",
        {
            "too much like the last": "o.innerHTML = '<div role=dialog><p>Body is too similar to what you recently posted.</p><button>OK</button></div>'",
            "closed meanwhile": "f.remove(); o.innerHTML = '<p>This topic was automatically closed 90 days after the last reply.</p>'",
            "new users": "o.innerHTML = '<div class=popup>New users wait a day between replies</div>'",
        },
    ),
    **worked(
        ITEM,
        "Buy now",
        {
            "sold out button": "b.disabled = true; b.textContent = 'Sold out'",
            "region": "o.innerHTML = '<p>This seller ships within Norway.</p>'",
        },
    ),
    **worked(
        CHAT,
        "Send",
        {
            "bubble with a remark": "p.insertAdjacentHTML('beforeend', '<div><small>Only visible to you</small></div>')",
            "bubble to try again": "p.insertAdjacentHTML('beforeend', '<div>Message not sent. <a href=#>Try again</a></div>')",
        },
    ),
    **worked(
        QUESTION,
        "Submit",
        {
            "required question": "q.insertAdjacentHTML('beforeend', '<div>This is a required question</div>'); f.n.focus()"
        },
    ),
    **worked(
        SHARE,
        "Share",
        {
            "no such person": "o.textContent = 'No matches for bo'",
            "in the list": "f.w.value = ''; o.innerHTML = '<div class=toast>Bo is on the list through the group Crew</div>'",
        },
    ),
    **given(
        LINK,
        "Submit link",
        {
            "too fast": page("<p>You're submitting too fast. Please slow down. Thanks.</p>"),
            "seen today": page(LINK + "<p>That link was posted 3 hours ago by cy: <a href=/1>A paper boat</a></p>"),
        },
    ),
    **worked(
        ASSIGNMENT,
        "Submit assignment",
        {
            "statement to accept": "o.innerHTML = '<p>Tick the statement that this is your own work.</p>'",
            "late": "s.textContent = 'Overdue by 2 days'; b.remove()",
        },
    ),
    **worked(
        PANEL,
        "Save dashboard",
        {
            "someone else": "o.innerHTML = '<div role=alert><b>Conflict</b><p>Someone else has updated this dashboard.</p></div>'",
            "provisioned": "d.innerHTML = '<h2>Cannot save provisioned dashboard</h2><p>Copy the JSON instead.</p>'",
        },
    ),
    **given(
        FORUM,
        "Submit topic",
        {
            "form too old": page(
                "<h2>Information</h2><p>The submitted form was invalid. Try submitting again.</p>" + FORUM
            )
        },
    ),
    **led(
        FORUM,
        "Submit topic",
        {"board without it": page("<h1>Board</h1><ul><li>Rules<li>Found: a red oar</ul>", "Board")},
    ),
    **given(
        PAY,
        "Pay 80.00",
        {
            "bank says no": page("<h1>Total 80.00</h1><p>Your bank turned the payment down. Use another card.</p>"),
            "bank page": page(
                "<h1>Verify it's you</h1><p>We sent a code to the phone ending 41.</p><form method=post action=/send><label>Code <input name=otp></label><button>Continue</button></form><a href=/>Cancel payment</a>",
                "Bank",
            ),
        },
    ),
    **worked(MEETING, "Join meeting", {"lobby": "o.innerHTML = '<p>The host has another meeting in progress.</p>'"}),
    **worked(
        MEMBER,
        "Connect",
        {
            "limit of the week": "o.innerHTML = `<div role=dialog><h2>You're close to the weekly limit</h2><p>Invitations open again on Monday.</p></div>`"
        },
    ),
    **worked(
        CARD,
        "Add card",
        {
            "gone after a moment": "lane.insertAdjacentHTML('beforeend', `<div class=card id=x>${f.t.value}</div>`); f.t.value = ''; later(1000, () => $('x').remove())"
        },
    ),
    **worked(
        WRITE,
        "Send mail",
        {
            "address": "o.innerHTML = '<div role=alertdialog>The address \"bo@\" in the To field was not recognized.</div>'"
        },
    ),
    **given(PROMO % "", "Apply code", {"code for others": page(PROMO % "<p>This code is for first orders.</p>")}),
    **led(
        STAY,
        "Reserve",
        {
            "someone was quicker": page(
                "<h1>Lake house</h1><p>Someone just booked these dates. Here are similar places.</p><ul><li>Hill house<li>Boat house</ul>"
            )
        },
    ),
    **worked(RIDE, "Request ride", {"no cars": "o.innerHTML = '<p>All drivers are busy</p>'"}),
    **worked(
        SETTINGS,
        "Save changes",
        {
            "name once in 30 days": "o.innerHTML = '<small>Names can be changed once in 30 days</small>'",
            "blocked": "o.innerHTML = '<div role=dialog><h2>Action Blocked</h2><p>We limit certain things to protect our community.</p></div>'",
        },
    ),
    **given(
        LOGIN,
        "Sign in",
        {"too many": page("<h1>Whoa there</h1><p>Too many people sign in from your network right now.</p>")},
    ),
    **worked(
        BUCKET,
        "Create folder",
        {
            "read only": (
                "o.innerHTML = '<div class=toast>You can view this folder but not edit it</div>'; later(1000, () => { o.innerHTML = '' })",
                json('{"code": "no_write"}'),
            )
        },
    ),
    **given(
        WIKI % "",
        "Publish changes",
        {
            "links to prove": page(
                WIKI
                % "<p>Your edit includes new external links. To protect the wiki against spam, solve the sum below: 4 + 7</p><input name=sum aria-label=Sum>"
            )
        },
    ),
    **worked(
        VOTE,
        "Upvote",
        {"own post": "o.innerHTML = '<div style=\"position: fixed\">Votes on your own posts are not counted</div>'"},
    ),
}

KNOWN_ACCEPTING: Mapping[str, Case] = {
    **worked(STARS, "Star", {"starred": "b.textContent = 'Starred'"}),
    **worked(
        CARD,
        "Add card",
        {
            "field open for more": "lane.insertAdjacentHTML('beforeend', `<div class=card>${f.t.value}</div>`); f.t.value = ''; f.t.focus()"
        },
    ),
    **led(
        COMMENT,
        "Post Comment",
        {
            "awaiting moderation": page(
                "<article><h1>Rowing at dawn</h1><p>We left early.</p></article><ol><li>Ann<p>Your comment is awaiting moderation.</p><p>What a lovely trip</p></ol>"
            )
        },
    ),
    **worked(
        ASSIGNMENT,
        "Submit assignment",
        {"for grading": "s.textContent = 'Submitted for grading'; b.textContent = 'Edit submission'"},
    ),
    **worked(
        PANEL,
        "Save dashboard",
        {
            "box closed": "d.remove(); o.innerHTML = '<div class=toast>Dashboard saved</div>'; later(800, () => { o.innerHTML = '' })"
        },
    ),
    **worked(CHAT, "Send", {"said": ""}),
    **worked(TRIPS, "Cancel booking", {"cancelled": "s.textContent = 'Cancelled'; b.remove()"}),
    **worked(
        SHARE, "Share", {"one more": "f.w.value = ''; l.insertAdjacentHTML('beforeend', '<li>Bo (can view)</li>')"}
    ),
    **worked(SETTINGS, "Save changes", {"rests": "b.disabled = true"}),
    **led(
        LOGIN,
        "Sign in",
        {
            "dashboard": page(
                "<nav><a href=/a>Boats</a><a href=/b>Crew</a></nav><h1>Dashboard</h1><p>3 boats are out.</p>",
                "Dashboard",
            )
        },
    ),
    **worked(
        RIDE,
        "Request ride",
        {
            "driver": "document.body.innerHTML = '<h1>Mia is on the way</h1><p>White Volvo, 4 min</p><button>Cancel ride</button>'"
        },
    ),
    **worked(VOTE, "Upvote", {"counted": "n.textContent = 42; b.ariaPressed = 'true'"}),
}
