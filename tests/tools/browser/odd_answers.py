"""More pages that turn away or take what is sent to them, in ways that no mark and no plain note tells."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answering_pages import LOGIN, Case, app, form, json, page, scripted, see
from tools.browser.sites import Answer

TABLE = "<form method=post action=/send><table><tr><td>Name<td><input name=name value=Ann>{}</table><button>Save</button></form>"
FRAMED = "<form method=post action=/send target=inner><input name=name value=Ann><button>Save</button></form><iframe name=inner></iframe>"
SOCKET = """const real = window.WebSocket; window.WebSocket = class extends EventTarget {{ send() {{ setTimeout(() => this.onmessage({{ data: '{}' }}), 600); }} }};"""

ODD_REJECTING: Mapping[str, Case] = {
    "address only": Case(
        form(),
        page(f"<script>history.replaceState(null, '', '?error=invalid_name')</script>{form()}"),
        "error=invalid_name",
    ),
    "button that says so": Case(
        app("setTimeout(() => { save.textContent = 'Failed – try again' }, 300)"), says="Failed – try again"
    ),
    "bubble of the browser's own by a script": Case(
        app(
            "const field = document.querySelector('input'); field.setCustomValidity('Taken by Bob'); field.reportValidity()"
        ),
        says="Taken by Bob",
    ),
    "hint in the field": Case(
        scripted("this.elements.name.value = ''; this.elements.name.placeholder = 'Name must not be Ann'"),
        says="must not be Ann",
    ),
    "note drawn by a style": Case(
        "<style>.bad::after { content: 'This name is taken' }</style>" + scripted("note.className = 'bad'"),
        says="This name is taken",
    ),
    "connection that breaks, and no word": Case(
        app("try { await fetch('http://127.0.0.1:64999/', { method: 'POST', body: '' }) } catch {}"),
        says="not be reached",
    ),
    "data with errors and no word": Case(
        app("await send()"),
        json('{"data": null, "errors": [{"message": "name is not unique"}]}'),
        "name is not unique",
    ),
    "log-in page in place of an answer": Case(
        form(),
        page(
            "<form method=post><input name=user><input type=password name=password><button>Go</button></form>", "Acme"
        ),
        "asks to log in",
    ),
    "log-in page with a field of the same name": Case(
        form(),
        page(
            "<form method=post><input name=name><input type=password name=password><button>Go</button></form>", "Acme"
        ),
        "asks to log in",
    ),
    "connection that breaks on the way to the page": Case(form(), Answer(is_cut=True), "could not be"),
    "page in between": Case(
        form(),
        page(
            "<meta http-equiv=refresh content='0.3; url=\"data:text/html,<p>Sorry, that did not work\"'><p>One moment"
            "<script>setTimeout(() => { document.body.innerHTML = '<p class=error>Name is too short' }, 400)</script>"
        ),
        "too short",
    ),
    "note in a table that lays out the form": Case(
        TABLE.format(""), page(TABLE.format("<td>Enter a longer name")), "Enter a longer name"
    ),
    "marked note in a table that lays out the form": Case(
        TABLE.format(""), page(TABLE.format("<td><ul class=errorlist><li>Kein Name</ul>")), "Kein Name"
    ),
    "label that turns into a note": Case(
        scripted(
            "document.querySelector('label').firstChild.data = 'Name must have two words '",
        ),
        says="must have two words",
    ),
    "window of its own": Case(
        scripted("const w = open('', '_blank', 'width=300,height=200'); w.document.write('<p>Order rejected</p>')"),
        says="Order rejected",
    ),
    "picture beside the field": Case(
        scripted("note.innerHTML = '<img alt=Error width=9 height=9 src=data:image/gif;base64,R0lGODlhAQABAAAAACw=>'"),
        says="Error",
    ),
    "answer in a frame": Case(FRAMED, page("<p>Name is not valid"), "Name is not valid"),
    "plain text": Case(form(), Answer("ERR: could not save", headers={"Content-Type": "text/plain"}), "could not save"),
    "captcha in a frame": Case(
        LOGIN.format(""),
        page(
            "<h1>One more step</h1><iframe title=reCAPTCHA srcdoc='<p>I am not a robot'></iframe><form><input name=code><button>Verify</button></form>"
        ),
        "reCAPTCHA",
        {"selector": 'role=button[name="Log in"]'},
    ),
    "border alone": Case(scripted("this.elements.name.style.borderColor = 'rgb(220, 20, 20)'"), says="Name"),
    "answer over a socket": Case(
        f"<script>{SOCKET.format('Name is in use')}</script>"
        + app("const line = new WebSocket('ws://x'); line.onmessage = (event) => say(event.data); line.send('x')"),
        says="Name is in use",
    ),
    "summary that can be unfolded": Case(
        scripted("note.hidden = false", "<details id=note hidden><summary>1 problem</summary><p>Name</p></details>"),
        says="1 problem",
    ),
    "note on a page that keeps asking its site": Case(
        "<script>setInterval(() => fetch('?poll'), 60)</script>" + app("setTimeout(() => say('Not saved'), 900)"),
        says="Not saved",
    ),
}

ODD_ACCEPTING: Mapping[str, Case] = {
    "registered, and now to log in": Case(
        "<form method=post action=/send><input name=user value=ann><input name=mail><input type=password name=password value=x><input type=password name=again value=x><button>Register</button></form>",
        see(),
        press={"selector": 'role=button[name="Register"]'},
        after=page(f"<h1>Log in</h1>{LOGIN.format('')}"),
    ),
    "logged out": Case(
        f"<form method=post action=/send><button>Log out</button></form>{form()}",
        page(LOGIN.format("")),
        press={"selector": 'role=button[name="Log out"]'},
    ),
    "password changed, and now to log in again": Case(
        "<form method=post action=/send><input type=password name=new value=x><button>Save</button></form>",
        page(f"<p>Your password was changed.</p>{LOGIN.format('')}"),
    ),
    "data without errors": Case(app("await send()"), json('{"data": {"id": 1}, "errors": null}')),
    "entry of a log that tells of a failure": Case(
        app(
            "await send(); log.insertRow().innerHTML = '<td>10:00</td><td class=error>Backup failed</td>'",
            "<table id=log><tr><td>09:00<td>Backup done</table><p id=note></p>",
        ),
        json('{"id": 4}'),
    ),
    "button that says so": Case(app("save.textContent = 'Saved ✓'")),
    "hint for the next one": Case(
        scripted("this.elements.name.value = ''; this.elements.name.placeholder = 'Add another'")
    ),
    "page in between": Case(
        form(),
        see(),
        after=page(
            "<p>One moment</p><script>setTimeout(() => { document.body.innerHTML = '<h1>People</h1>' }, 300)</script>"
        ),
    ),
    "plain text": Case(form(), Answer("OK", headers={"Content-Type": "text/plain"})),
    "answer over a socket": Case(
        f"<script>{SOCKET.format('Name is yours now')}</script>"
        + app("const line = new WebSocket('ws://x'); line.onmessage = (event) => say(event.data); line.send('x')"),
    ),
    "answer in a frame": Case(FRAMED, page("<p>Thank you")),
    "window of its own": Case(
        scripted("const w = open('', '_blank', 'width=300,height=200'); w.document.write('<p>Receipt 17</p>')")
    ),
    "counter elsewhere that cannot be reached": Case(
        app("navigator.sendBeacon('http://127.0.0.1:64999/', 'x'); await send()"), json('{"ok": true}')
    ),
    "earlier attempt that the page gives up": Case(
        app(
            "const first = new AbortController(); fetch('/send', { method: 'POST', signal: first.signal }).catch(() => 0); first.abort(); await send()"
        ),
        json('{"ok": true}'),
    ),
    "address with a count of none": Case(
        form(), page(f"<script>history.replaceState(null, '', '?errors=0&saved=1')</script>{form()}")
    ),
    "page that keeps asking its site": Case(
        "<script>setInterval(() => fetch('?poll'), 60)</script>" + app("await send()"), json('{"ok": true}')
    ),
    "table that lays out the form, with a hint": Case(
        TABLE.format("<td>Must be unique"), page(TABLE.format("<td>Must be unique"))
    ),
}
