"""Pages of shops and orders that turn away what is sent, or take it, mostly in words that no table can hold."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answer_rows import KIT, live
from tools.browser.answering_pages import Case, json, page, see
from tools.browser.plain_answers import button
from tools.browser.sites import Answer

COUPON = "<h1>Basket</h1><p>Total 20.00</p><form method=post action=/send><label>Coupon <input name=coupon value='%s'></label><button>Redeem</button></form>%s"
REVIEW = (
    "<form id=f><label>Review <textarea name=text>Warm and light</textarea></label><button>Post review</button></form>"
)
WISHES = live(
    """<ul id=l><li>Lamp</li></ul><form id=f><input name=wish aria-label=Wish value=Chair><button>Add wish</button></form>""",
    "answer",
    """const li = document.createElement('li'), text = f.wish.value; li.textContent = text; l.append(li); f.wish.value = '';""",
)
HEART = live(
    "<h2>Lamp</h2><button id=b aria-pressed=false>Mark as favourite</button>", "data", "b.ariaPressed = 'true';"
)
ADDRESS = "<h1>Delivery</h1><form method=post action=/send><label>Country <input name=country value='%s'></label><label>Street <input name=street value='%s'></label><button>Save address</button></form>"
STEPS = """<h1 id=h>Step 2 of 4</h1><form id=f class=calm><label>Floor <input name=floor value=top></label><button>Continue</button></form>"""
CART = live("<a href=#cart>Cart (<b id=n>2</b>)</a><h1>Lamp</h1><button id=b>Add to cart</button><p id=s></p>")
CLOSED = """<script>customElements.define('pay-box', class extends HTMLElement { connectedCallback() { const root = this.attachShadow({ mode: 'open' });
root.innerHTML = '<form><label>Card <input name=card value=4111></label><button>Pay</button><p></p></form><ul></ul>'; const form = root.querySelector('form'), say = root.querySelector('p');
form.onsubmit = (event) => { event.preventDefault(); %s } } })</script><pay-box></pay-box>"""
ORDERS = "<h1>Orders</h1><table><tr><th>Number<th>State<tr id=r><td>812<td id=s>open<td><button id=b>%s</button><tr><td>813<td>open<td></table>"
PAYING = """<iframe srcdoc="<form onsubmit='event.preventDefault(); %s'><label>Card <input name=card value=4111></label><button>Pay</button><p id=s></p></form>"></iframe>"""

SHOP_REJECTING: Mapping[str, Case] = {
    "coupon of another season": Case(
        COUPON % ("SPRING24", ""),
        page(COUPON % ("SPRING24", "<small>SPRING24 ran from March to May.</small>")),
        "",
        button("Redeem"),
    ),
    "how many there are": Case(
        KIT
        + "<form onsubmit=\"event.preventDefault(); $('s').textContent = 'We have 3 of these.'\"><label>Pieces <input name=q value=9></label><button>Order</button><p id=s></p></form>",
        says="",
        press=button("Order"),
    ),
    "in stock on Friday": Case(
        CART % "$('s').textContent = 'Back on Friday'", json('{"added": 0, "left": 0}'), "", button("Add to cart")
    ),
    "a word for members, late and gone again": Case(
        CART
        % "later(1500, () => { const t = document.createElement('div'); t.style = 'position: fixed; top: 0'; t.textContent = 'This one is just for members'; document.body.append(t); later(2500, () => t.remove()) })",
        json("{}"),
        "",
        button("Add to cart"),
    ),
    "wish that is taken back": Case(
        WISHES % "if (!a.ok) { li.remove(); f.wish.value = text }", json("{}", 409), "", button("Add wish")
    ),
    "heart that goes out": Case(
        HEART % "if (!a.ok) b.ariaPressed = 'false'", json('{"ok": false}'), "", button("Mark as favourite")
    ),
    "back to an empty form with a word": Case(
        ADDRESS % ("Norway", "Storgata 1"),
        see(),
        "",
        button("Save address"),
        after=page("<p>Delivery to Norway starts in autumn.</p>" + ADDRESS % ("", "")),
    ),
    "signed out meanwhile": Case(
        ADDRESS % ("Norway", "Storgata 1"),
        see(),
        "",
        button("Save address"),
        after=page(
            "<h1>Shop</h1><form method=post><label>Mail <input name=m></label><label>Password <input type=password name=p></label><button>Continue</button></form>",
            "Shop",
        ),
    ),
    "enough for today": Case(
        COUPON % ("SPRING24", ""),
        page("<h1>Basket</h1><p>Five tries a day is what we give everybody. Tomorrow there are five more.</p>"),
        "",
        button("Redeem"),
    ),
    "a form that shakes": Case(
        STEPS
        + "<script>f.onsubmit = (event) => { event.preventDefault(); f.className = 'shake'; f.floor.focus() }</script>",
        says="",
        press=button("Continue"),
    ),
    "a question beside the field": Case(
        "<h1>Step 2 of 4</h1><form method=post action=/send><label>Floor <input name=floor value=top></label><button>Continue</button></form>",
        page(
            "<h1>Step 2 of 4</h1><form method=post action=/send><label>Floor <input name=floor value=top> <i>Which number is that?</i></label><button>Continue</button></form>"
        ),
        "",
        button("Continue"),
    ),
    "two shops in a basket": Case(
        "<h1>Basket</h1><p>Lamp, Chair</p><button onclick=d.showModal()>Check out now</button><dialog id=d><h2>One thing at a time</h2><p>Your basket holds goods of two shops.</p><button onclick=d.close()>Close</button></dialog>",
        says="",
        press=button("Check out now"),
    ),
    "a button that counts down": Case(
        "<form id=f><label>Code <input name=c value=1234></label><button id=b>Redeem</button></form><script>f.onsubmit = (event) => { event.preventDefault(); let n = 30; b.disabled = true; b.textContent = 'Wait 30 s'; setInterval(() => { b.textContent = `Wait ${--n} s` }, 1000) }</script>",
        says="",
        press=button("Redeem"),
    ),
    "in a shadow tree, by a count": Case(
        CLOSED % "say.textContent = 'Cards have 16 digits, this one 4'", says="", press=button("Pay")
    ),
    "in a frame, by a number of the bank's": Case(
        PAYING % "s.textContent = `Bank: 51, low balance`", says="", press=button("Pay")
    ),
    "in German": Case(
        ADDRESS % ("Norwegen", "Storgata 1"),
        page("<p>Dorthin liefern wir zurzeit leider nur auf Anfrage.</p>" + ADDRESS % ("Norwegen", "Storgata 1")),
        "",
        button("Save address"),
    ),
    "in Spanish": Case(
        ADDRESS % ("Islandia", "Calle 1"),
        page(ADDRESS % ("Islandia", "Calle 1") + "<p>Solo enviamos a la península.</p>"),
        "",
        button("Save address"),
    ),
    "order that stays": Case(
        KIT
        + ORDERS % "Cancel order"
        + "<script>b.onclick = async () => { await send(); s.textContent = 'open, packed at 9:14' }</script>",
        json("{}"),
        "",
        button("Cancel order"),
    ),
    "two of three": Case(
        "<h1>Basket</h1><form method=post action=/send><label>Note <input name=note value=Hi></label><button>Place order</button></form>",
        page(
            "<h1>Basket</h1><p>Ordered: Lamp, Chair. Left in the basket: Rug, which is for pick-up in a shop.</p><form method=post action=/send><label>Note <input name=note value=Hi></label><button>Place order</button></form>"
        ),
        "",
        button("Place order"),
    ),
    "nothing but a nought": Case(
        KIT
        + REVIEW
        + "<script>f.onsubmit = async (event) => { event.preventDefault(); const a = await (await send()).text(); if (a !== '0') f.remove() }</script>",
        Answer("0", 200, {"Content-Type": "text/plain"}),
        "",
        button("Post review"),
    ),
}

SHOP_ACCEPTING: Mapping[str, Case] = {
    "coupon that is set against the sum": Case(
        COUPON % ("SPRING24", ""),
        page(
            "<h1>Basket</h1><p>Total 18.00</p><p>SPRING24 −2.00</p><form method=post action=/send><label>Coupon <input name=coupon></label><button>Redeem</button></form>"
        ),
        press=button("Redeem"),
    ),
    "a count that grows": Case(CART % "n.textContent = 3", json("{}"), press=button("Add to cart")),
    "a button that says so": Case(CART % "b.textContent = 'In cart'", json("{}"), press=button("Add to cart")),
    "a late word that floats": Case(
        CART
        % "later(1200, () => { const t = document.createElement('div'); t.style = 'position: fixed; top: 0'; t.textContent = 'Lamp is in your cart'; document.body.append(t) })",
        json("{}"),
        press=button("Add to cart"),
    ),
    "wish that stays": Case(WISHES % "", json("{}"), press=button("Add wish")),
    "heart that stays lit": Case(HEART % "", json('{"likes": 4}'), press=button("Mark as favourite")),
    "led on to the list": Case(
        ADDRESS % ("Norway", "Storgata 1"),
        see(),
        press=button("Save address"),
        after=page("<h1>Addresses</h1><ul><li>Storgata 1, Norway</ul><a href=/new>New address</a>", "Addresses"),
    ),
    "order with its number": Case(
        "<h1>Basket</h1><form method=post action=/send><label>Note <input name=note value=Hi></label><button>Place order</button></form>",
        page(
            "<h1>Order 4711</h1><table><tr><td>Lamp<td>20.00<tr><td>Chair<td>30.00</table><p>Arrives on Friday</p>",
            "Order 4711",
        ),
        press=button("Place order"),
    ),
    "next step by a script": Case(
        STEPS
        + "<script>f.onsubmit = (event) => { event.preventDefault(); h.textContent = 'Step 3 of 4'; f.innerHTML = '<label>Bell <input name=bell></label><button>Continue</button>' }</script>",
        press=button("Continue"),
    ),
    "next step by the site": Case(
        "<h1>Step 2 of 4</h1><form method=post action=/send><label>Floor <input name=floor value=top></label><button>Continue</button></form>",
        page(
            "<h1>Step 3 of 4</h1><form method=post action=/send><label>Bell <input name=bell></label><button>Continue</button></form>"
        ),
        press=button("Continue"),
    ),
    "box that closes on a new row": Case(
        KIT
        + "<table id=t><tr><td>Lamp<td>20.00</table><dialog id=d open><form id=f><label>Item <input name=item value=Chair></label><button>Add item</button></form></dialog><script>f.onsubmit = async (event) => { event.preventDefault(); await send(); t.insertRow().innerHTML = '<td>Chair<td>30.00'; d.close() }</script>",
        json("{}"),
        press=button("Add item"),
    ),
    "order that is gone": Case(
        KIT
        + ORDERS % "Delete"
        + "<script>b.onclick = async () => { await send('/send', 'DELETE'); r.remove() }</script>",
        json("{}"),
        press=button("Delete"),
    ),
    "order that is gone from the next page": Case(
        "<h1>Orders</h1><table><tr><td>812<td><form method=post action=/send><button>Delete</button></form><tr><td>813</table>",
        page("<h1>Orders</h1><table><tr><td>813</table>"),
        press=button("Delete"),
    ),
    "order whose state changes": Case(
        KIT
        + ORDERS % "Cancel order"
        + "<script>b.onclick = async () => { await send(); s.textContent = 'cancelled'; b.remove() }</script>",
        json("{}"),
        press=button("Cancel order"),
    ),
    "in a shadow tree, by an entry": Case(
        CLOSED % "root.querySelector('ul').innerHTML = '<li>Card 4111, 20.00</li>'; form.reset(); form.card.value = ''",
        press=button("Pay"),
    ),
    "in a frame, paid": Case(PAYING % "this.outerHTML = `<p>Paid: 20.00</p>`", press=button("Pay")),
    "in German, taken": Case(
        ADDRESS % ("Norwegen", "Storgata 1"),
        page("<p>Ihre Anschrift wurde übernommen.</p>" + ADDRESS % ("Norwegen", "Storgata 1")),
        press=button("Save address"),
    ),
    "review that is shown": Case(
        KIT
        + REVIEW
        + "<script>f.onsubmit = async (event) => { event.preventDefault(); await send(); f.outerHTML = '<article><h3>You</h3><p>Warm and light</p></article>' }</script>",
        json("{}"),
        press=button("Post review"),
    ),
    "sum that follows": Case(
        "<p>Total 10.00</p><form method=post action=/send><label>Pieces <input name=q value=3></label><button>Update basket</button></form>",
        page(
            "<p>Total 30.00</p><form method=post action=/send><label>Pieces <input name=q value=3></label><button>Update basket</button></form>"
        ),
        press=button("Update basket"),
    ),
    "log-in that leads to the account": Case(
        "<form method=post action=/send><label>Mail <input name=m value=ann></label><label>Password <input type=password name=p value=x></label><button>Sign in</button></form>",
        see(),
        press=button("Sign in"),
        after=page(
            "<nav><a href=/orders>Orders</a><a href=/out>Log out</a></nav><h1>Ann Lee</h1><p>No orders yet.</p>",
            "Account",
        ),
    ),
}
