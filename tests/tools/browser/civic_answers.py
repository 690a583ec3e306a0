"""Pages of offices, clinics, landlords, energy, sports and software in use. Some turn away what is sent, some take it."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answer_rows import given, led, live, worked
from tools.browser.answering_pages import Case, json, page

TAX = "<h1>Tax return 2026</h1>%s<form method=post action=/send><label>Income <input name=i value='41 200'></label><label>Employer <input name=e value='Lind AB'></label><button>Submit return</button></form>"
CLINIC = live(
    "<h1>Dr Moe</h1><ul id=l><li>Mon 9:00</li><li>Mon 9:30</li></ul><label>Reason <input id=r value='Sore knee'></label><button id=b>Book appointment</button><div id=o></div>"
)
RENT = live(
    "<h1>Flat 12</h1><form id=f><label>Message <textarea name=m>Can I see it on Friday?</textarea></label><button>Contact landlord</button></form><div id=o></div>"
)
METER = "<h1>Meter 7781</h1><p>Last reading: 4 210</p>%s<form method=post action=/send><label>Reading <input name=r value='%s'></label><button>Submit reading</button></form>"
POD = live(
    "<table><tr id=r><td>web-5f9</td><td id=s>Running</td><td><button id=b>Restart</button></td></tr></table><div id=o></div>"
)
LEADS = live(
    "<h1>Leads</h1><table id=t><tr><td>Lind AB</td></tr></table><form id=f><label>Company <input name=c value='Moe AS'></label><label>Mail <input name=m value=moe@x.org></label><button>Create lead</button></form><div id=o></div>"
)
CAMPAIGN = live(
    "<h1>May letter</h1><p>To: <b>1 204 readers</b></p><p id=s>Ready</p><button id=b>Send campaign</button><div id=o></div>"
)
TILL = live(
    "<h1>Total 12.50</h1><form id=f><label>Given <input name=g value=10.00></label><button>Charge</button></form><p id=c></p>"
)
SHIFT = live(
    "<h1>Week 20</h1><table><tr><td>Fri</td><td id=s>open</td><td><button id=b>Claim shift</button></td></tr></table><div id=o></div>"
)
CLAIM = "<h1>Insurance claim</h1><form method=post action=/send><label>What happened <textarea name=w>A branch fell on the car</textarea></label><button>File claim</button></form>"
PHONE = live("<h1>Your plan: <span id=p>Small</span></h1><button id=b>Change to Large</button><div id=o></div>")
RACE = "<h1>Lake run</h1><form method=post action=/send><label>Name <input name=n value='Ann Lee'></label><label>Born <input name=y value=2015></label><button>Sign up for the run</button></form>"
FILM = live("<h1>The Boat</h1><button id=b aria-pressed=false>Add to my list</button><div id=o></div>")
TOKEN = live(
    "<h1>Keys</h1><ul id=l><li>laptop</li></ul><form id=f><label>Label <input name=n value=phone></label><button>Generate key</button></form><div id=o></div>"
)
ROLE = live(
    "<h1>Bo Ek</h1><label>Role <select id=r><option>Reader<option selected>Admin</select></label><button id=b>Save role</button><p>Now: <b id=n>Reader</b></p><div id=o></div>"
)
LOGIN = live(
    "<main id=m><form id=f><label>Mail <input name=u value=ann@x.org></label><label>Password <input type=password name=p value=x></label><button>Log in</button></form></main><div id=o></div>"
)
PRINT = live("<h1>Poster</h1><p id=q>3 in the basket</p><button id=b>Order prints</button><div id=o></div>")
PETITION = "<h1>More trees</h1><p>812 have signed</p><form method=post action=/send><label>Name <input name=n value='Ann Lee'></label><label>Mail <input name=m value=ann@x.org></label><button>Sign</button></form>"
DEPLOY = live("<h1>Pipeline 88</h1><ol id=l><li>Build: passed</li></ol><button id=b>Deploy</button><div id=o></div>")
VISA = "<h1>Visa, part 3</h1><form method=post action=/send><label>Passport <input name=p value=X123></label><button>Continue</button></form>"
BOOKING = live(
    "<table><tr id=r><td>Court 2</td><td id=s>Booked</td><td><button id=b>Cancel booking</button></td></tr></table><div id=o></div>"
)
REVIEW = live(
    "<h1>Hotel Ada</h1><form id=f><label>Review <textarea name=t>Quiet rooms</textarea></label><button>Publish review</button></form><section id=l><article>Good beds</article></section><div id=o></div>"
)
GROUP = live("<h1>Rowers</h1><p><b id=n>31</b> members</p><button id=b>Join group</button><div id=o></div>")
UPLOAD = live("<h1>Application</h1><ul id=l></ul><button id=b>Attach letter</button><div id=o></div>")
ADDRESS = "<h1>Move</h1><form method=post action=/send><label>New street <input name=s value='Elm 4'></label><label>Town <input name=t value=Ostby></label><button>Save address</button></form>%s"

CIVIC_REJECTING: Mapping[str, Case] = {
    **given(
        TAX % "",
        "Submit return",
        {
            "boxes to look at": page(
                TAX % "<div class=panel><h2>2 boxes to look at</h2><ul><li>Income: give whole amounts</ul></div>"
            ),
            "return of that year": page("<h1>Tax return 2026</h1><p>We hold a return for 2026, filed on 2 March.</p>"),
            "service hours": page("<h1>Closed for the night</h1><p>Returns are taken from 6:00 to 23:00.</p>"),
        },
    ),
    **worked(
        CLINIC,
        "Book appointment",
        {
            "slot of another": "l.firstChild.remove(); o.innerHTML = '<p>That slot went to another patient.</p>'",
            "referral": "o.innerHTML = '<div role=dialog><p>Knees are seen with a referral from your own doctor.</p><button>Close</button></div>'",
        },
    ),
    **worked(
        RENT,
        "Contact landlord",
        {
            "profile at 40": "o.innerHTML = '<p>Landlords read messages from people with a full profile. Yours is at 40 %.</p>'",
            "let yesterday": "f.replaceWith(Object.assign(document.createElement('p'), { textContent: 'This flat was let yesterday.' }))",
        },
    ),
    **given(
        METER % ("", "421"),
        "Submit reading",
        {"below the last": page(METER % ("<p>421 is below the last reading.</p>", "421"))},
    ),
    **worked(
        POD,
        "Restart",
        {
            "role without the right": (
                "o.innerHTML = '<pre>pods is forbidden: User ann</pre>'",
                json('{"kind": "Status", "status": "Failure", "code": 403}'),
            ),
            "back to a crash": "s.textContent = 'Restarting'; later(900, () => { s.textContent = 'CrashLoopBackOff' })",
        },
    ),
    **worked(
        LEADS,
        "Create lead",
        {
            "may be a twin": "o.innerHTML = '<div role=alert>This lead may be a duplicate of Moe AS (Oslo). <a href=#v>View</a></div>'",
            "row that vanishes": "t.insertRow().innerHTML = '<td>Moe AS</td>'; f.reset(); later(800, () => t.rows[1].remove())",
        },
    ),
    **worked(
        CAMPAIGN,
        "Send campaign",
        {
            "sender to confirm": "o.innerHTML = '<p class=hint>Confirm the sender address before the first letter goes out.</p>'",
            "paused": "s.textContent = 'Paused by compliance'",
        },
    ),
    **worked(TILL, "Charge", {"too little": "c.textContent = '2.50 short'"}),
    **worked(
        SHIFT,
        "Claim shift",
        {
            "hours of rest": "o.innerHTML = '<div class=snackbar>Only 8 h of rest between these shifts</div>'; later(1500, () => { o.innerHTML = '' })"
        },
    ),
    **led(
        CLAIM,
        "File claim",
        {"home instead": page("<h1>My insurance</h1><ul><li>Car, B-AA-1<li>Home, Elm 4</ul>", "My insurance")},
    ),
    **worked(
        PHONE,
        "Change to Large",
        {"bound until June": "o.innerHTML = '<p>Your contract lets you change plans from 1 June.</p>'"},
    ),
    **given(RACE, "Sign up for the run", {"age": page(RACE + "<p>Runners are 14 or older on the day.</p>")}),
    **worked(
        FILM,
        "Add to my list",
        {"profile for children": "b.ariaPressed = 'true'; later(500, () => { b.ariaPressed = 'false' })"},
    ),
    **worked(
        TOKEN,
        "Generate key",
        {"ten are enough": "o.innerHTML = '<small>10 keys per account. Revoke one to make room.</small>'"},
    ),
    **worked(
        ROLE,
        "Save role",
        {
            "role put back": "r.value = 'Reader'",
            "last admin": "o.innerHTML = '<p>Ask the owner to hand over this role.</p>'",
        },
    ),
    **worked(
        LOGIN,
        "Log in",
        {
            "password cleared": "f.p.value = ''; f.p.focus()",
        },
    ),
    **worked(
        PRINT,
        "Order prints",
        {
            "low resolution": "o.innerHTML = '<div role=dialog><h2>One picture is small</h2><p>It may print blurred. Order all the same?</p><button>Order all the same</button></div>'"
        },
    ),
    **given(
        PETITION,
        "Sign",
        {"signed in May": page("<h1>More trees</h1><p>812 have signed</p><p>Ann Lee signed on 3 May.</p>")},
    ),
    **worked(
        DEPLOY,
        "Deploy",
        {"frozen": "l.insertAdjacentHTML('beforeend', '<li>Deploy: blocked by freeze until Monday</li>')"},
    ),
    **led(
        VISA,
        "Continue",
        {
            "part 1": page(
                "<h1>Visa, part 1</h1><form method=post action=/send><label>Family name <input name=f></label><button>Continue</button></form>"
            )
        },
    ),
    **worked(
        BOOKING, "Cancel booking", {"within a day": "o.innerHTML = '<p>Bookings within 24 hours stay as they are.</p>'"}
    ),
    **worked(
        REVIEW,
        "Publish review",
        {
            "guests only": "l.insertAdjacentHTML('beforebegin', '<p>We publish reviews of guests who stayed with us.</p>')"
        },
    ),
    **worked(
        GROUP,
        "Join group",
        {
            "questions first": "o.innerHTML = '<p>Admins go through requests on Sundays.</p>'; b.textContent = 'Answer 3 questions'"
        },
    ),
    **worked(
        UPLOAD, "Attach letter", {"scan found something": "l.innerHTML = '<li>letter.pdf <em>quarantined</em></li>'"}
    ),
    **given(
        ADDRESS % "",
        "Save address",
        {
            "did you mean": page(
                ADDRESS % "<p>Did you mean Elm Street 4, Ostby?</p><label><input type=radio name=x> Use this</label>"
            )
        },
    ),
}

CIVIC_ACCEPTING: Mapping[str, Case] = {
    **led(
        TAX % "",
        "Submit return",
        {"receipt": page("<h1>Receipt 2026-881</h1><dl><dt>Income<dd>41 200<dt>Employer<dd>Lind AB</dl>", "Receipt")},
    ),
    **worked(
        CLINIC,
        "Book appointment",
        {
            "in the calendar": "document.body.innerHTML = '<h1>Your appointments</h1><ul><li>Mon 9:00, Dr Moe: Sore knee</li></ul>'"
        },
    ),
    **worked(
        RENT,
        "Contact landlord",
        {"gone with a tick": "f.remove(); o.innerHTML = '<p>✓ On its way to the landlord</p>'"},
    ),
    **led(
        METER % ("", "4 310"),
        "Submit reading",
        {"newer reading": page("<h1>Meter 7781</h1><p>Last reading: 4 310</p><a href=/n>New reading</a>")},
    ),
    **worked(
        POD,
        "Restart",
        {"runs again": "s.textContent = 'Restarting'; later(700, () => { s.textContent = 'Running, 0 s' })"},
    ),
    **worked(LEADS, "Create lead", {"row": "t.insertRow().innerHTML = '<td>Moe AS</td>'; f.c.value = f.m.value = ''"}),
    **worked(SHIFT, "Claim shift", {"mine": "s.textContent = 'Ann Lee'; b.remove()"}),
    **worked(ROLE, "Save role", {"role in force": "n.textContent = 'Admin'"}),
    **worked(TILL, "Charge", {"change": "f.remove(); c.textContent = 'Change: 7.50'"}),
    **worked(GROUP, "Join group", {"member": "n.textContent = 32; b.textContent = 'Leave group'"}),
    **worked(
        DEPLOY,
        "Deploy",
        {
            "one step more": "l.insertAdjacentHTML('beforeend', '<li>Deploy: passed</li>'); b.textContent = 'Deploy again'"
        },
    ),
    **worked(
        LOGIN,
        "Log in",
        {"news": "m.innerHTML = '<nav><a href=#o>Log out</a></nav><h1>News</h1><p>The office is open on Monday.</p>'"},
    ),
}
