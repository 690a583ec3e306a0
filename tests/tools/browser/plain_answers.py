"""Pages that answer in plain words: without a mark, in other languages, late, in part, or with words that sound like a refusal."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answering_pages import FIELD, Case, json, page
from tools.browser.sites import Answer


def button(name: str) -> Mapping[str, str]:
    return {"selector": f'role=button[name="{name}"]'}


def sent(work: str, name: str = "Save", fields: str = FIELD) -> str:
    """A form that a script sends; then it does its work with a `box` below the form."""
    return f"""<form id=f>{fields}<button>{name}</button></form><div id=box></div><script>
    f.onsubmit = async (event) => {{ event.preventDefault(); await fetch('/send', {{ method: 'POST' }}); {work} }};</script>"""


def spoken(name: str, said: str) -> Case:
    """A form that a server shows again with a sentence in it."""
    form = f"<form method=post action=/send>{FIELD}{{}}<button>{name}</button></form>"
    return Case(form.format(""), page(form.format(f"<small>{said}</small>")), said, button(name))


ROUNDS = (
    "let n = 0; const i = setInterval(() => {{ if (++n === 3) {{ clearInterval(i); box.textContent = '{}' }} }}, 700)"
)
SHADOW = """<my-form></my-form><script>customElements.define('my-form', class extends HTMLElement {{ connectedCallback() {{
const root = this.attachShadow({{ mode: 'open' }}); root.innerHTML = '<label>Code <input value=12></label><button>Redeem</button><small></small>';
root.querySelector('button').onclick = () => setTimeout(() => {{ root.querySelector('small').textContent = '{}' }}, 400) }} }})</script>"""
TALK = """<label>Message <input value=hi></label><button id=b>Send</button><p id=n></p><script>const line = new WebSocket('ws://' + location.host + '/send');
line.onmessage = (event) => { n.textContent = event.data }; b.onclick = () => line.send('x')</script>"""
LOGIN = "<form method=post action=/send><label>User <input name=u value=a></label><label>Password <input type=password name=p value=b></label><button>Log in</button></form>"

PLAIN_REJECTING: Mapping[str, Case] = {
    "German sentence": spoken("Speichern", "Dieser Name ist bereits vergeben."),
    "French sentence": spoken("Enregistrer", "Ce nom n\N{RIGHT SINGLE QUOTATION MARK}est pas correct."),
    "no word that is known": spoken("Save", "Bob holds this one since May."),
    "plan that is used up": Case(
        sent("m.showModal()") + "<dialog id=m><p>You reached the maximum number of projects on your plan.</p></dialog>",
        json("{}"),
        "maximum number",
    ),
    "code in a shadow tree": Case(SHADOW.format("This code has run out."), says="run out", press=button("Redeem")),
    "socket": Case(
        TALK, Answer("Not delivered: blocked", is_socket=True, delay_s=0.8), "Not delivered", button("Send")
    ),
    "in part": Case(
        sent("box.textContent = '1 of 2 invitations sent.'", "Invite"), json("{}"), "1 of 2", button("Invite")
    ),
    "kind of file": Case(
        "<label>Photo <input value=a.exe></label><button id=b>Upload</button><ul id=l></ul><script>b.onclick = () => { l.innerHTML = '<li>a.exe <em>Only PNG and JPG files are accepted</em>' }</script>",
        says="Only PNG",
        press=button("Upload"),
    ),
    "few left": Case(
        sent("box.textContent = 'Only 3 left in stock.'", "Add to basket"),
        json("{}"),
        "Only 3",
        button("Add to basket"),
    ),
    "asked for again and again": Case(
        sent(ROUNDS.format("It could not be made"), "Export"), json("{}", 202), "could not", button("Export")
    ),
    "one word in the form": Case(
        "<form id=f><label>Guess <input name=g value=3></label><button>Submit</button><output name=o></output></form><script>f.onsubmit = (event) => { event.preventDefault(); f.o.value = 'Higher!' }</script>",
        says="Higher!",
        press=button("Submit"),
    ),
    "title with a sign": Case(
        f"<form method=post action=/send>{FIELD}<button>Save</button></form>",
        page(f"<form method=post action=/send>{FIELD}<button>Save</button></form>", "⚠ Not saved – Edit"),
        "Not saved",
    ),
    "another log-in form": Case(
        LOGIN,
        page("<form><label>Name <input name=n></label><label>Secret <input type=password name=s></label></form>"),
        "log-in form is still there",
        button("Log in"),
    ),
    "conflict in a heading": Case(
        f"<form method=post action=/send>{FIELD}<button>Save</button></form>",
        page(
            f"<h1>Edit conflict</h1><p>Bob saved this page.</p><form method=post action=/send>{FIELD}<button>Save</button></form>"
        ),
        "Edit conflict",
    ),
    "background question that breaks": Case(
        "<button id=b>Save</button><script>b.onclick = () => { fetch('/send').catch(() => {}) }</script>",
        Answer(is_cut=True),
        "could not be reached",
    ),
}
PLAIN_REJECTING_NAMES = {
    f"element called {name}": Case(
        sent(f"box.innerHTML = '<{name}>Choose wisely</{name.partition(' ')[0]}>'"), json("{}"), "Choose wisely"
    )
    for name in ("mat-error", "p class=form-field__error", "i class=inputInvalid")
}
PLAIN_ACCEPTING: Mapping[str, Case] = {
    "German word in an alert": Case(
        sent("box.innerHTML = '<div role=alert>Die Änderungen wurden übernommen.</div>'", "Speichern"),
        json("{}"),
        press=button("Speichern"),
    ),
    "red heading": Case(
        sent("box.innerHTML = '<h2 style=\"color: #c8102e\">Hooray!</h2><p>Ann joins on Monday.</p>'", "Register"),
        json("{}"),
        press=button("Register"),
    ),
    "log-in to failed builds": Case(
        LOGIN,
        page("<h1>Jobs</h1><b class=danger>3 failed</b><div class='alert alert-danger'>Build 77 failed.</div>"),
        press=button("Log in"),
    ),
    "search that says sorry": Case(
        "<form action=/send><input name=q value=zzz aria-label=Search><button>Search</button></form>",
        page(
            "<form action=/send><input name=q value=zzz aria-label=Search><button>Search</button></form><p>Sorry, nothing was found for zzz.</p>"
        ),
        press=button("Search"),
    ),
    "closed as invalid": Case(
        sent("box.textContent = 'Issue closed as invalid'", "Close issue"), json("{}"), press=button("Close issue")
    ),
    "box that asks for something else": Case(
        sent(
            "box.textContent = 'Saved'; setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div role=dialog>Please accept our cookies. You must be 18.</div>'), 300)"
        ),
        json("{}"),
    ),
    "sum in a form": Case(
        "<form id=f><label>Amount <input name=a value=10></label><button>Calculate</button><p id=o></p></form><script>f.onsubmit = (event) => { event.preventDefault(); o.textContent = 'You will pay 52 every month' }</script>",
        press=button("Calculate"),
    ),
    "count that grows": Case(
        "<form id=f><label>Name <input name=n value=Ann></label><button>Vote</button><p id=o>3 votes so far</p></form><script>f.onsubmit = async (event) => { event.preventDefault(); await fetch('/send', { method: 'POST' }); o.textContent = '4 votes so far' }</script>",
        json("{}"),
        press=button("Vote"),
    ),
    "German page behind a log-in": Case(
        LOGIN, page("<h1>Übersicht</h1><p>Sie haben keine neuen Nachrichten.</p>"), press=button("Log in")
    ),
    "time of the last change": Case(
        f"<form method=post action=/send>{FIELD}<button>Save</button></form>",
        page(f"<form method=post action=/send>{FIELD}<p>Last change: today, 12:03</p><button>Save</button></form>"),
    ),
    "advice on another page": Case(
        f"<form method=post action=/send>{FIELD}<button>Transfer</button></form>",
        page(
            "<h1>Receipt</h1><p>500 EUR to Ann</p><p>Transfers can't be recalled after 10 minutes.</p><p>Did not get it? Look again.</p>"
        ),
        press=button("Transfer"),
    ),
    "number of an order": Case(
        f"<form method=post action=/send>{FIELD}<button>Place order</button></form>",
        page("<h1>Your order number is 4711</h1><p>Items that are out of stock will follow.</p>"),
        press=button("Place order"),
    ),
    "asked for again and again": Case(
        sent(ROUNDS.format("Export is ready"), "Export"), json("{}", 202), press=button("Export")
    ),
    "greeting outside of the form": Case(
        f"<form method=post action=/send>{FIELD}<button>Save</button></form>",
        page(
            f"<header><p>Hello Ann, nice to have you here</p></header><main><form method=post action=/send>{FIELD}<button>Save</button></form></main>"
        ),
    ),
}
