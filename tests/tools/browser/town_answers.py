"""Pages of a town: permits, libraries, clinics, schools. Some turn away what is sent, some take it, each in its own way."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answer_rows import live
from tools.browser.answering_pages import Case, json, page, see
from tools.browser.plain_answers import button
from tools.browser.sites import Answer

CARD = "<header>Town library</header><form method=post action=/send><label>Card <input name=card value=%s></label><label>Book <input name=book value='%s'></label><button>%s</button></form>"
LOANS = live("<h1>Loans</h1><ul><li id=r>Moby Dick, due 3 May <button id=b>Renew</button></ul><p id=s></p>")
DOCTOR = live(
    "<div id=d role=dialog><h2>Dr Lee, 9:30</h2><label>Name <input id=n value='Ann Lee'></label><button id=b>Book appointment</button><p id=s></p></div>",
    "",
    "const a = await send(); const text = await a.text();",
)
PERMIT = "<h1>Parking permit</h1><ol><li>Car<li>Pay</ol><form method=post action=/send><label>Plate <input name=plate value=B-AA-1></label><button>%s</button></form>"
MAILS = live(
    "<label><input type=checkbox id=c aria-label=Newsletter> Newsletter</label><input id=m aria-label=Mail value=ann@example.org><button id=b>Subscribe</button><small id=s></small>"
)
SCHOOL = "<form method=post action=/send><label>Child <input name=child value=Kim></label><label>Class <select name=class><option>1a<option selected>1b</select></label><button>Enrol</button></form>"
SIGN = "<form method=post action=/send><label>Name <input name=n value=Ann></label><label>Mail <input name=m value=ann@x.org></label><label>Password <input type=password name=p value=x></label><label>Again <input type=password name=q value=x></label><button>Sign up</button></form>"
PET = live(
    "<form id=f><label>Petition <input name=n value='More trees'></label><button>Start petition</button></form><div id=o></div>",
    "",
    "b0 = f.innerHTML; f.querySelector('button').disabled = true; await send(); f.querySelector('button').disabled = false;",
)
CODE = live(
    "<h1>Confirm your phone</h1><form id=f><label>Code <input name=c value=123456></label><button>Verify</button></form><p id=s></p>",
    "answer",
)
REPORT = live(
    "<form id=f><label>What <input name=w value='Hole in Elm Street'></label><button>Report</button></form>", "answer"
)
NOTE = "document.body.insertAdjacentHTML('beforeend', `<div style='position: fixed; right: 0; bottom: 0'>%s</div>`)"

TOWN_REJECTING: Mapping[str, Case] = {
    "one letter to answer": Case(
        MAILS % "s.textContent = 'Please confirm by the link in the mail we sent you.'",
        json("{}"),
        "further proof",
        press=button("Subscribe"),
    ),
    "card that ran out": Case(
        CARD % ("771", "Moby Dick", "Reserve"),
        page("<header>Town library</header><p>Card 771 ended in March. The desk makes a new one while you wait.</p>"),
        "",
        button("Reserve"),
    ),
    "five loans": Case(
        CARD % ("771", "Moby Dick", "Borrow"),
        page("<p>Five loans per card.</p>" + CARD % ("771", "Moby Dick", "Borrow")),
        "",
        button("Borrow"),
    ),
    "renewed often enough": Case(
        LOANS % "s.textContent = 'Three times is the most for a book'", json("{}"), "", button("Renew")
    ),
    "someone waits for it": Case(
        LOANS % "r.firstChild.data = 'Moby Dick, due 3 May (1 reader waits) '", json("{}"), "", button("Renew")
    ),
    "doctor on holiday": Case(
        DOCTOR % "s.textContent = 'Dr Lee is away that week'", json("{}"), "", button("Book appointment")
    ),
    "slot that is gone, box closed": Case(
        DOCTOR % ("d.remove(); " + NOTE % "9:30 is gone, 10:15 is free"), json("{}"), "", button("Book appointment")
    ),
    "answer in text that says so": Case(
        DOCTOR % "s.textContent = text",
        Answer("slot=busy", 200, {"Content-Type": "text/plain"}),
        "",
        button("Book appointment"),
    ),
    "not a car of this town": Case(
        PERMIT % "Continue",
        page(PERMIT % "Continue" + "<p>Plates that begin with C park here.</p>"),
        "",
        button("Continue"),
    ),
    "start again": Case(
        PERMIT % "Pay",
        see(),
        "",
        button("Pay"),
        after=page(
            "<h1>Parking permit</h1><form method=post action=/x><label>Street <input name=street></label><button>Begin</button></form>"
        ),
    ),
    "box that unticks itself": Case(
        MAILS % "c.checked = false; m.value = ''; m.placeholder = 'Another address, please'",
        json("{}"),
        "",
        button("Subscribe"),
    ),
    "known address": Case(
        MAILS % "s.textContent = 'ann@example.org reads us since 2019.'",
        json('{"new": false}'),
        "",
        button("Subscribe"),
    ),
    "class is full": Case(SCHOOL, page("<h1>Class 1b</h1><p>28 of 28 children</p>" + SCHOOL), "", button("Enrol")),
    "list for those who wait": Case(
        SCHOOL, page("<h1>Class 1b</h1><p>Kim is number 4 on the waiting list.</p>"), "", button("Enrol")
    ),
    "name that is used": Case(
        SIGN, page("<p>Hi Ann, is that you? <a href=/in>Log in</a></p>" + SIGN), "", button("Sign up")
    ),
    "silence after work": Case(PET % "", json("{}"), "", button("Start petition")),
    "petition of others": Case(
        PET % "o.innerHTML = '<h3>A look at what runs already</h3><ul><li>More trees for Elm Street</ul>'",
        json("{}"),
        "",
        button("Start petition"),
    ),
    "code of yesterday": Case(CODE % "f.c.value = ''; f.c.focus()", json("{}"), "", button("Verify")),
    "code with a new one on its way": Case(
        CODE % "s.textContent = 'A fresh code went to your phone'; f.c.value = ''", json("{}"), "", button("Verify")
    ),
    "too near to another": Case(REPORT % (NOTE % "Elm Street: 3 holes in the books"), json("{}"), "", button("Report")),
    "server that is tired": Case(
        REPORT % "if (a.redirected) location.href = '/send/after'",
        see(),
        "",
        button("Report"),
        after=page("<h1>503</h1><p>Tea break.</p>", "Tea break", 503),
    ),
}

TOWN_ACCEPTING: Mapping[str, Case] = {
    "book on the shelf": Case(
        CARD % ("771", "Moby Dick", "Reserve"),
        page("<header>Town library</header><p>Moby Dick is reserved for you until Friday.</p>"),
        press=button("Reserve"),
    ),
    "loan in the list": Case(
        CARD % ("771", "Moby Dick", "Borrow"),
        page("<ul><li>Moby Dick, due 3 May</ul>" + (CARD % ("771", "", "Borrow"))),
        press=button("Borrow"),
    ),
    "later day": Case(
        LOANS % "r.firstChild.data = 'Moby Dick, due 24 May '; b.disabled = true", json("{}"), press=button("Renew")
    ),
    "renewed in a word": Case(LOANS % "s.textContent = 'Renewed until 24 May'", json("{}"), press=button("Renew")),
    "appointment in the box": Case(
        DOCTOR % "d.innerHTML = '<h2>See you at 9:30, Ann Lee</h2>'", json("{}"), press=button("Book appointment")
    ),
    "box closed with a word": Case(
        DOCTOR % ("d.remove(); " + NOTE % "Appointment booked"), json("{}"), press=button("Book appointment")
    ),
    "answer in text that it is well": Case(
        DOCTOR % "s.textContent = text",
        Answer("booked, 9:30", 200, {"Content-Type": "text/plain"}),
        press=button("Book appointment"),
    ),
    "on to the payment": Case(
        PERMIT % "Continue",
        page(
            "<h1>Parking permit</h1><ol><li>Car<li>Pay</ol><p>B-AA-1, 30 per year</p><form method=post action=/send><label>Card number <input name=cc></label><button>Pay</button></form>"
        ),
        press=button("Continue"),
    ),
    "permit": Case(
        PERMIT % "Pay",
        see(),
        press=button("Pay"),
        after=page(
            "<h1>Permit P-2281</h1><p>B-AA-1</p><p>Valid until 31 December. Print it and put it behind the window.</p>",
            "Permit P-2281",
        ),
    ),
    "reader": Case(
        MAILS % "s.textContent = 'Thanks! The first letter comes on Sunday.'", json("{}"), press=button("Subscribe")
    ),
    "child in the class": Case(SCHOOL, page("<h1>Class 1b</h1><ul><li>Bo<li>Kim</ul>"), press=button("Enrol")),
    "child with a letter": Case(
        SCHOOL,
        page("<h1>Enrolled</h1><p>Kim starts on 1 September in class 1b. A letter follows.</p>"),
        press=button("Enrol"),
    ),
    "signed up": Case(
        SIGN,
        see(),
        press=button("Sign up"),
        after=page("<h1>Hello Ann</h1><p>Here is your page. It is still empty.</p><a href=/out>Log out</a>"),
    ),
    "petition with a page": Case(
        PET % "location.href = '/send/after'",
        json('{"id": 5}'),
        press=button("Start petition"),
        after=page("<h1>More trees</h1><p>1 signature</p><button>Sign</button>", "More trees"),
    ),
    "petition in the list": Case(
        PET % "o.innerHTML = '<ul><li>More trees, 0 signatures</ul>'; f.reset(); f.n.value = ''",
        json("{}"),
        press=button("Start petition"),
    ),
    "phone is known": Case(
        CODE % "f.remove(); document.querySelector('h1').textContent = 'Phone confirmed'",
        json("{}"),
        press=button("Verify"),
    ),
    "on to the home page": Case(
        CODE % "location.href = '/send/after'",
        json("{}"),
        press=button("Verify"),
        after=page("<nav><a href=/a>Letters</a><a href=/b>Permits</a></nav><h1>My town</h1>", "My town"),
    ),
    "report with its number": Case(
        REPORT % "f.outerHTML = '<p>Report 5512: Hole in Elm Street</p>'", json("{}", 201), press=button("Report")
    ),
    "report on the map": Case(
        REPORT % (NOTE % "Thank you, we put it on the map" + "; f.reset()"), json("{}"), press=button("Report")
    ),
}
