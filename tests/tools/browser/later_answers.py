"""Pages that answer as large sites do: with a code that is wanted first, a number that is put right, an entry that waits for others."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answer_rows import given, led, live, worked
from tools.browser.answering_pages import LOG_IN, LOGIN, Case, json, page, see

POST = "<h1>New post</h1><form method=post action=/send><label>Title <input name=title value='Our tea'></label><button>Publish</button></form>"
POSTS = "<h1>Posts</h1><p class=notice>%s</p><table><tr><th>Title<th>Status<tr><td>Our tea<td>%s<tr><td>Old news<td>%s</table>"
ASK = "<h1>Leave</h1><form method=post action=/send><label>Reason <input name=r value='Trip to Rome'></label><button>Request leave</button></form>"
CART = "<h1>Cart</h1>%s<form method=post action=/send><label>Quantity <input name=q value=%s></label><b>%s</b><button>Update cart</button></form>"
WIKI = "<h1>Editing Tea</h1><form method=post action=/send><label>Page text <textarea name=t>Tea is hot.</textarea></label><button>Save page</button></form>"
PROMO = live("<p>Total <b id=t>24.00</b></p><label>%s <input id=c value=SPRING20></label><button id=b>Apply</button>")
LETTER = live("<div id=box><input id=m placeholder=Email value=ada@example.org><button id=b>Subscribe</button></div>")
CLOSE = "<h1>Close account</h1><form method=post action=/send><label>Confirm <input name=c value=DELETE></label><button>Delete my account</button></form>"
HELP = "<h1>Support</h1><form method=post action=/send><label>Subject <input name=s value='Late parcel'></label><button>Submit</button></form>"

LATER_REJECTING: Mapping[str, Case] = {
    **led(
        POST,
        "Publish",
        {
            "left to others": page(POSTS % ("Post submitted.", "Pending review", "Published")),
            "left to an editor": page(POSTS % ("Post saved.", "Awaiting approval", "Published")),
        },
    ),
    **given(
        WIKI,
        "Save page",
        {
            "both texts": page(
                "<h1>Two edits of Tea</h1><p>Bob was here first.</p><form method=post><textarea name=cur>Tea is a drink.</textarea><textarea name=mine>Tea is hot.</textarea><button>Go</button></form>"
            ),
            "the other text": page(
                "<h1>Tea, by Bob</h1><form method=post><textarea name=cur>Tea is a drink.</textarea><button>Save page</button></form>"
            ),
        },
    ),
    **led(
        CART % ("", 5, "45.00"),
        "Update cart",
        {
            "fewer than wanted": page(CART % ("", 2, "18.00")),
            "fewer than wanted, and a word": page(CART % ("<p class=success>Cart updated.</p>", 2, "18.00")),
        },
    ),
    **worked(PROMO.replace("%s", "Promo code", 1), "Apply", {"code that lowers nothing": "b.disabled = true"}),
    **worked(
        LETTER,
        "Subscribe",
        {
            "link to open": "box.innerHTML = '<h3>Almost there!</h3><p>Click the link in the email we sent you, or you will not hear from us.</p>'",
            "address to confirm": "box.innerHTML = '<p>Thanks! Please confirm your email address.</p>'",
        },
    ),
}

LATER_ACCEPTING: Mapping[str, Case] = {
    "log-in to a page with a box for codes": Case(
        LOGIN.format(""),
        see(),
        press=LOG_IN,
        after=page(
            "<h1>Home</h1><form><input name=q aria-label=Search><button>Go</button></form><form><label>Gift code <input name=code></label><button>Redeem</button></form><ul><li>Inbox<li>Files</ul>"
        ),
    ),
    **led(
        POST,
        "Publish",
        {"beside what waits for others": page(POSTS % ("Saved.", "Published", "Pending review"))},
    ),
    **led(
        ASK,
        "Request leave",
        {"leave that is asked for": page("<h1>Leave</h1><table><tr><td>Trip to Rome<td>Pending approval</table>")},
    ),
    **led(CART % ("", 5, "45.00"), "Update cart", {"as many as wanted": page(CART % ("", "5.0", "45.00"))}),
    **worked(PROMO.replace("%s", "Promo code", 1), "Apply", {"code that lowers it": "t.textContent = '19.20'"}),
    **worked(PROMO.replace("%s", "Font size", 1), "Apply", {"applied, and the button rests": "b.disabled = true"}),
    **worked(LETTER, "Subscribe", {"reader at once": "box.innerHTML = '<p>Thanks! Your address is confirmed.</p>'"}),
    **led(
        CLOSE,
        "Delete my account",
        {
            "outside again": page("<h1>Notes for everyone</h1><p>Write, share, find.</p><a href=/in>Log in</a>"),
            "outside, with a button": page("<h1>Notes</h1><p>Write, share, find.</p><button>Sign in</button>"),
        },
    ),
    **given(
        HELP,
        "Submit",
        {
            "request that was got": page(
                "<h1>We’ve got your request</h1><p>Your reference is HX-2291. If the problem gets worse or you cannot wait, call us.</p>"
            )
        },
    ),
    "next form of a step": Case(
        WIKI.replace("Save page", "Continue"),
        page(
            "<h1>Check it</h1><form method=post><input name=mine value='Tea is hot.'><button>Continue</button></form>"
        ),
        press={"selector": 'role=button[name="Continue"]'},
    ),
    "made, and named in data": Case(WIKI, json('{"id": 3}'), press={"selector": 'role=button[name="Save page"]'}),
}
