"""Pages of small shops and clubs in a street. Some turn away what is sent, some take it, each in its own way."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answering_pages import Case, json, see
from tools.browser.judged_answers import live, sent, shown
from tools.browser.sites import Answer

CUT = "<h1>Book a haircut</h1>%s<form method=post action=/send><label>Name <input name=n value=Ann></label><label>Day <input name=d value=Sunday></label><button>Book</button></form>"
PIE = "<h1>Order a pie</h1><form id=f><label>Pie <input id=n value=Apple></label><label>How many <input id=a type=number value=40></label><button id=b>Order</button></form><p id=s></p><div id=o></div>"
CARD = "<h1>Join the library</h1><form method=post action=/send><label>Name <input name=n value='Ann Lee'></label><label>Born <input name=y value=2019></label>%s<button>Join</button></form>"
GIFT = "<h1>Gift card</h1><label>Number <input id=n value=12345></label><button id=b>Redeem</button><div id=s></div>"
GYM = "<h1>Classes</h1><ul><li id=r>Yoga, 18:00 <span id=c>2 places</span> <button id=b>Sign up</button><li>Boxing, 19:00 <button>See more</button></ul><p id=s></p>"
BIKE = "<h1>Lost bike</h1><form id=f><label>What happened <textarea id=t>It was by the bridge.</textarea></label><button id=b>Report</button></form><p id=s></p>"
PASS = "<h1>New password</h1><form method=post action=/send>%s<label>Old <input type=password name=o value=x></label><label>New <input type=password name=p value=abc></label><button>Change password</button></form>"
FEED = "<h1>Street notes</h1><textarea id=t aria-label=Note>Garage sale on Saturday</textarea><button id=b>Post</button><section id=l><article>Lost cat</article></section><p id=s></p>"

STREET_REJECTING: Mapping[str, Case] = {
    "shut on sundays": sent(CUT % "", "Book", shown(CUT % "<p>On Sundays we sleep in.</p>")),
    "chair is taken, alert": live(
        CUT.replace("method=post action=/send", "id=f").replace("<button>", "<button id=b>") % "",
        "Book",
        "await post(); alert('Sunday: all three chairs are busy')",
    ),
    "name on a list": sent(
        CUT % "", "Book", shown("<h1>Waiting list</h1><p>Ann, place 7 for Sunday.</p>", "Waiting list")
    ),
    "oven is small": live(PIE, "Order", "await post(); $('s').textContent = 'The oven holds 12.'"),
    "oven is off": live(
        PIE,
        "Order",
        "await post(); $('o').innerHTML = '<div role=dialog><h2>Back at 6</h2><p>The baker has gone home.</p><button>OK</button></div>'",
    ),
    "price on request": live(
        PIE, "Order", "await post(); $('f').innerHTML = '<p>Forty pies are a party. Call 555 1234.</p>'"
    ),
    "spinner for ever": live(
        PIE, "Order", "$('s').textContent = 'One moment…'; later(2500, () => { $('s').textContent = '' })"
    ),
    "too young": sent(CARD % "", "Join", shown(CARD % "<i>Ask a grown-up to join with you</i>")),
    "born in red": sent(CARD % "", "Join", shown((CARD % "").replace("name=y", "name=y style='border:1px solid red'"))),
    "desk has to see you": sent(
        CARD % "",
        "Join",
        see(),
        shown(
            "<h1>One more thing</h1><p>Come to the desk with a passport before Friday, or this is deleted.</p>", "Join"
        ),
    ),
    "card is empty": live(GIFT, "Redeem", "await post(); $('s').textContent = 'Balance: 0.00'"),
    "card of another shop": live(GIFT, "Redeem", "await post(); toast('That one is from Oak Street')"),
    "card that is wiped": live(GIFT, "Redeem", "await post(); $('n').value = ''; $('n').placeholder = 'Ten digits'"),
    "class is full by now": live(
        GYM, "Sign up", "await post(); $('c').textContent = '0 places'; $('b').disabled = true"
    ),
    "needs a ticket": live(GYM, "Sign up", "await post(); modal('Yoga is part of the Gold ticket. You have Silver.')"),
    "police first": live(BIKE, "Report", "await post(); $('s').textContent = 'Bikes go to the police in Elm Road.'"),
    "nothing but a blink": live(
        BIKE, "Report", "$('b').style.background = '#eee'; later(300, () => { $('b').style.background = '' })"
    ),
    "old one again": sent(PASS % "", "Change password", shown(PASS % "<p>Three signs make a short password.</p>")),
    "posted, then hidden": live(
        FEED,
        "Post",
        "$('l').insertAdjacentHTML('afterbegin', '<article>Garage sale on Saturday</article>'); $('t').value = ''; later(2500, () => { $('l').firstChild.remove(); $('t').value = 'Garage sale on Saturday' })",
    ),
    "posted for your eyes": live(
        FEED,
        "Post",
        "await post(); $('l').insertAdjacentHTML('afterbegin', '<article style=\"opacity:.5\">Garage sale on Saturday <small>only you see this</small></article>')",
    ),
}

STREET_ACCEPTING: Mapping[str, Case] = {
    "see you on sunday": sent(CUT % "", "Book", shown("<h1>See you on Sunday, Ann</h1>", "Booked")),
    "in the diary": sent(
        CUT % "",
        "Book",
        see(),
        shown("<h1>Diary</h1><table><tr><td>Sunday<td>Ann<tr><td>Monday<td>Bob</table>", "Diary"),
    ),
    "alert says so": live(
        CUT.replace("method=post action=/send", "id=f").replace("<button>", "<button id=b>") % "",
        "Book",
        "await post(); alert('Booked for Sunday')",
    ),
    "pies on the way": live(PIE, "Order", "await post(); $('f').outerHTML = '<p>40 × Apple, ready at 5.</p>'"),
    "pie order with a number": live(
        PIE, "Order", "await post(); $('o').innerHTML = '<h2>Order 88</h2><p>40 Apple</p>'"
    ),
    "pie, thanks": live(PIE, "Order", "await post(); $('s').textContent = 'Thanks! We start baking.'"),
    "welcome to the library": sent(
        CARD % "", "Join", see(), shown("<h1>Welcome, Ann Lee</h1><p>Your number is 771.</p>", "Card")
    ),
    "gift is added": live(GIFT, "Redeem", "await post(); $('s').textContent = '20.00 added to your account'"),
    "gift in the balance": live(
        GIFT,
        "Redeem",
        "await post(); $('s').textContent = 'Balance: 20.00'; $('n').value = ''",
        json('{"ok": true, "balance": 20}'),
    ),
    "place is taken by you": live(
        GYM, "Sign up", "await post(); $('c').textContent = '1 place'; $('b').textContent = 'Signed up'"
    ),
    "class in your list": live(
        GYM, "Sign up", "await post(); $('b').remove(); $('s').textContent = 'You are in. See you at six.'"
    ),
    "report is filed": live(
        BIKE, "Report", "await post(); $('f').innerHTML = '<p>We have your report. Number 17.</p>'"
    ),
    "report, emptied": live(BIKE, "Report", "await post(); $('t').value = ''"),
    "password is new": sent(
        PASS % "", "Change password", see(), shown("<p>Your password was changed.</p><a href=/>Home</a>", "Done")
    ),
    "note on top": live(
        FEED,
        "Post",
        "await post(); $('l').insertAdjacentHTML('afterbegin', '<article>Garage sale on Saturday</article>'); $('t').value = ''",
    ),
    "note and a count": live(
        FEED, "Post", "await post(); $('t').value = ''; $('s').textContent = '2 notes'", Answer("", 201)
    ),
}
