"""Pages of homes, travel and money that turn away what is sent, or take it, as everyday sites do."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answer_rows import live
from tools.browser.answering_pages import Case, json, page, see
from tools.browser.plain_answers import button

TRIP = "<h1>Night train</h1>%s<form method=post action=/send><label>Passenger <input name=who value='%s'></label><label>Seat <input name=seat value='%s'></label><button>Book ticket</button></form>"
BANK = live(
    "<h2>Send money</h2><form id=f><label>Name <input name=to value='Mia Roth'></label><label>IBAN <input name=iban value=DE00123></label><button>Send money</button></form><div id=o></div>",
    "",
    "const a = await send(); const d = await a.json().catch(() => ({}));",
)
HEAT = live(
    "<p>Living room: <b id=t>19</b> °C</p><label>Wanted <input id=w type=number value=30></label><button id=b>Set</button><p id=n></p>",
    "answer",
)
RECIPE = "<form method=post action=/send><label>Title <input name=title value='Plum cake'></label><label>Steps <textarea name=steps>Bake it.</textarea></label><button>Publish recipe</button></form>"
FRIENDS = live("<ul><li id=r>Jo Park <button id=b>Add friend</button></ul><div id=t></div>")
PASS = "<form method=post action=/send><label>Old password <input type=password name=o value=a></label><label>New password <input type=password name=n value=b></label><button>Change password</button></form>"
TODO = live(
    "<form id=f><input name=t aria-label=Task value='Call the plumber'><button>Add</button></form><ul id=l><li>Water plants <button>Delete</button></li></ul><p id=n></p>",
    "",
)
PHOTO = live(
    "<figure id=g><figcaption>Beach</figcaption><button id=b>Delete photo</button></figure><figure><figcaption>Hill</figcaption></figure><p id=n></p>",
    "answer",
)
RATE = live(
    "<h1>Plum cake</h1><p id=c>4.5 from 20 ratings</p><form id=f><label>Opinion <textarea name=o>Lovely crust</textarea></label><button>Submit review</button></form>",
    "answer",
)
ENTER = live(
    "<form id=f><label>Mail <input name=m value=ann@x.org></label><label>Password <input type=password name=p value=x></label><button>Sign in</button></form><p id=n></p>",
    "answer",
)

HOUSE_REJECTING: Mapping[str, Case] = {
    "seat with a neighbour": Case(
        TRIP % ("", "Ann Lee", "14A"),
        page(TRIP % ("<div class=info>14A was sold while you were typing.</div>", "Ann Lee", "14A")),
        "",
        button("Book ticket"),
    ),
    "seat field emptied": Case(
        TRIP % ("", "Ann Lee", "14A"),
        page(TRIP % ("<p>Pick a seat in coach 2 or 3.</p>", "Ann Lee", "")),
        "",
        button("Book ticket"),
    ),
    "train that does not run": Case(
        TRIP % ("", "Ann Lee", "14A"),
        see(),
        "",
        button("Book ticket"),
        after=page("<h1>Night train</h1><p>This train runs on weekends.</p><a href=/>Other trains</a>"),
    ),
    "number of an account": Case(
        BANK % "o.textContent = 'Check digit 00 does not go with this bank.'", json("{}"), "", button("Send money")
    ),
    "second device": Case(
        BANK % "f.hidden = true; o.innerHTML = '<p>Open the app on your phone and allow the transfer there.</p>'",
        json('{"pending": true}'),
        "",
        button("Send money"),
    ),
    "limit of the day": Case(
        BANK % "o.innerHTML = `<dialog open><b>Daily limit</b><p>Today you have 20.00 left to send.</p></dialog>`",
        json("{}"),
        "",
        button("Send money"),
    ),
    "answer that carries a code": Case(
        BANK % "", json('{"code": "E_LIMIT", "message": "Daily limit"}'), "", button("Send money")
    ),
    "degrees of reason": Case(HEAT % "w.value = 24", json("{}"), "", button("Set")),
    "title twice": Case(
        RECIPE, page(RECIPE + "<p><em>Plum cake</em> by Jo has that title.</p>"), "", button("Publish recipe")
    ),
    "words of the house": Case(
        RECIPE,
        page(
            "<h1>Hold on</h1><p>Recipes have three steps at the very least here.</p><a href=/edit>Edit</a>", "Hold on"
        ),
        "",
        button("Publish recipe"),
    ),
    "friend who wants none": Case(
        FRIENDS % "t.innerHTML = '<div class=snack>Jo takes no requests from strangers</div>'",
        json("{}"),
        "",
        button("Add friend"),
    ),
    "friend for a blink": Case(
        FRIENDS % "b.textContent = 'Requested'; later(700, () => { b.textContent = 'Add friend' })",
        json("{}"),
        "",
        button("Add friend"),
    ),
    "old password": Case(
        PASS, page("<p>Your old password has eight letters.</p>" + PASS), "", button("Change password")
    ),
    "task that is there": Case(
        TODO % "n.textContent = 'On your list since Monday'; f.t.select()", says="", press=button("Add")
    ),
    "task list at its end": Case(
        TODO % "f.t.value = ''; n.textContent = 'Ten tasks are plenty for a free list.'", says="", press=button("Add")
    ),
    "photo in an album": Case(
        PHOTO % "n.textContent = 'Beach is the cover of an album.'", json("{}"), "", button("Delete photo")
    ),
    "photo that comes back": Case(
        PHOTO % "g.hidden = true; later(900, () => { g.hidden = false })", json("{}"), "", button("Delete photo")
    ),
    "review once per cake": Case(
        RATE % "f.insertAdjacentHTML('afterend', '<p>One opinion per cake and cook.</p>')",
        json("{}"),
        "",
        button("Submit review"),
    ),
    "review that is looked at by the house": Case(
        RATE % "f.o.setCustomValidity('x'); f.o.style.border = '2px solid #e00'",
        json("{}"),
        "",
        button("Submit review"),
    ),
    "sign in with a picture": Case(
        ENTER % "n.textContent = 'Which of these is a bridge?'", json("{}"), "", button("Sign in")
    ),
}

HOUSE_ACCEPTING: Mapping[str, Case] = {
    "ticket": Case(
        TRIP % ("", "Ann Lee", "14A"),
        page("<h1>Your ticket</h1><dl><dt>Passenger<dd>Ann Lee<dt>Seat<dd>14A</dl>"),
        press=button("Book ticket"),
    ),
    "ticket by mail": Case(
        TRIP % ("", "Ann Lee", "14A"),
        see(),
        press=button("Book ticket"),
        after=page("<h1>All done</h1><p>We mailed the ticket to you. Have a good trip!</p>"),
    ),
    "in the list of trips": Case(
        TRIP % ("", "Ann Lee", "14A"),
        see(),
        press=button("Book ticket"),
        after=page("<h1>My trips</h1><table><tr><td>Night train<td>Ann Lee<td>14A</table>"),
    ),
    "money that left": Case(
        BANK % "f.remove(); o.innerHTML = '<p>Sent to Mia Roth. New balance: 80.00</p>'",
        json("{}"),
        press=button("Send money"),
    ),
    "money in the list": Case(
        BANK % "f.reset(); f.to.value = ''; f.iban.value = ''; o.innerHTML = '<ul><li>Mia Roth −20.00</ul>'",
        json("{}"),
        press=button("Send money"),
    ),
    "answer that carries an id": Case(
        BANK % "", json('{"id": "tx_81", "status": "accepted"}'), press=button("Send money")
    ),
    "degrees that were set": Case(HEAT % "n.textContent = 'Set to 30 °C'", json("{}"), press=button("Set")),
    "recipe with its page": Case(
        RECIPE,
        see(),
        press=button("Publish recipe"),
        after=page("<h1>Plum cake</h1><p>Bake it.</p><a href=/edit>Edit</a>"),
    ),
    "recipe of the day": Case(
        RECIPE,
        page(
            "<div class=banner>Your recipe is live.</div>"
            + RECIPE.replace("value='Plum cake'", "").replace("Bake it.", "")
        ),
        press=button("Publish recipe"),
    ),
    "friend who is asked": Case(
        FRIENDS % "b.textContent = 'Requested'; b.disabled = true", json("{}"), press=button("Add friend")
    ),
    "friend in a word": Case(
        FRIENDS % "t.innerHTML = '<div class=snack>Request sent to Jo</div>'", json("{}"), press=button("Add friend")
    ),
    "password that was changed": Case(
        PASS, page("<p>Your password has been changed.</p>"), press=button("Change password")
    ),
    "to the account": Case(
        PASS,
        see(),
        press=button("Change password"),
        after=page("<h1>Account</h1><ul><li>Password: changed a moment ago<li>Mail: ann@x.org</ul>"),
    ),
    "task in the list": Case(
        TODO % "l.insertAdjacentHTML('beforeend', `<li>${f.t.value} <button>Delete</button></li>`); f.t.value = ''",
        press=button("Add"),
    ),
    "task at the top, still in the field": Case(
        TODO % "l.insertAdjacentHTML('afterbegin', `<li>${f.t.value} <button>Delete</button></li>`); f.t.select()",
        press=button("Add"),
    ),
    "photo that fades": Case(
        PHOTO % "g.style.opacity = 0; later(300, () => g.remove())", json("{}"), press=button("Delete photo")
    ),
    "photo in the bin": Case(
        PHOTO % "g.remove(); n.textContent = 'Moved to the bin'", json("{}"), press=button("Delete photo")
    ),
    "review counted": Case(
        RATE % "c.textContent = '4.6 from 21 ratings'; f.remove()", json("{}"), press=button("Submit review")
    ),
    "review with thanks": Case(
        RATE % "f.innerHTML = '<p>Thanks for sharing!</p>'", json("{}"), press=button("Submit review")
    ),
    "signed in": Case(
        ENTER
        % "f.remove(); document.body.insertAdjacentHTML('afterbegin', '<h1>Good morning, Ann</h1><p>You have two letters.</p>')",
        json("{}"),
        press=button("Sign in"),
    ),
}
