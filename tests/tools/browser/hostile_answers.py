"""Pages that turn away what is sent late, elsewhere or without a word, and pages that take it with frightening words."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answering_pages import DELETE, ENTER, FIELD, TOAST, Case, app, form, json, page, see
from tools.browser.sites import Answer


def button(name: str) -> Mapping[str, str]:
    return {"selector": f'role=button[name="{name}"]'}


def pressing(name: str, work: str) -> str:
    """A field and a button of that name without a form."""
    return f"""{FIELD}<button type=button id=go>{name}</button><p id=note></p><script>
    const say = (text) => {{ note.textContent = text; }};
    go.onclick = async () => {{ {work} }};</script>"""


LATE_TOAST = TOAST.format("toast.className = 'toast'; toast.textContent = 'Could not save'")
SHADOW = "const host = document.createElement('toast-box'); document.body.append(host); host.attachShadow({ mode: 'open' }).innerHTML = '<p>A person of that name exists</p>'"
OPTIMISTIC = """<ul id=list></ul>{field}<button type=button id=save>Add</button><script>save.onclick = async () => {{
  const field = document.querySelector('input'), value = field.value, item = document.createElement('li');
  item.textContent = value; list.append(item); field.value = '';
  const answer = await fetch('/send', {{ method: 'POST', body: value }});
  if ({failed}) {{ item.remove(); field.value = value; }} }};</script>"""
INNER = (
    "<form id=f method=post action=/send><input name=name value=Ann></form><button onclick=f.submit()>Weiter</button>"
)

HOSTILE_REJECTING: Mapping[str, Case] = {
    "toast in a shadow root": Case(
        app(f"await send(); {SHADOW}"), json('{"id": null}', 409), "A person of that name exists"
    ),
    "status alone, by a button of no known name": Case(
        pressing("Weiter", "await fetch('/send', { method: 'POST', body: '{}' })"),
        json("{}", 500),
        "500",
        button("Weiter"),
    ),
    "part of the page that is swapped": Case(
        f"<div id=swap>{form()}</div><script>document.forms[0].onsubmit = async (event) => {{ event.preventDefault(); swap.innerHTML = await (await fetch('/send', {{ method: 'POST' }})).text(); }}</script>",
        Answer(form("<span class=help>Choose a later date</span>")),
        "later date",
    ),
    "live region by a timer": Case(
        app("setTimeout(() => say('We could not store that'), 1500)", "<p id=note aria-live=polite></p>"),
        says="could not store",
    ),
    "dialog after the answer": Case(
        app(
            "await send(); box.showModal()",
            "<p id=note></p><dialog id=box><h2>Payment</h2><p>Card was declined</p></dialog>",
        ),
        json("{}"),
        "declined",
    ),
    "sent back with an address that says so": Case(
        form(),
        Answer(status=303, headers={"Location": "/after?error=1"}),
        "error=1",
        after=page(form()),
    ),
    "title, after a while": Case(
        app("setTimeout(() => { document.title = 'Error – Edit' }, 800)"), says="Error – Edit"
    ),
    "field marked after a while": Case(
        app("setTimeout(() => document.querySelector('input').setAttribute('aria-invalid', 'true'), 1300)"),
        says="Name",
    ),
    "browser's own check": Case(
        form(fields="<label>Mail <input name=mail type=email value=nobody></label>"), says="not sent"
    ),
    "button that is disabled when it comes to it": Case(
        form(
            fields="<label>Name <input name=name value=Ann onkeydown=\"document.querySelector('button').disabled = true\"></label>"
        ),
        says="disabled",
        press=ENTER,
    ),
    "entry that is taken back after an answer of 500": Case(
        OPTIMISTIC.format(field=FIELD, failed="!answer.ok"), Answer("{}", 500, delay_s=1.0), "500", button("Add")
    ),
    "entry that is taken back after data that says no": Case(
        OPTIMISTIC.format(field=FIELD, failed="!(await answer.json()).ok"),
        Answer('{"ok": false}', headers={"Content-Type": "application/json"}, delay_s=1.0),
        "ok",
        button("Add"),
    ),
    "word over a socket": Case(
        app(
            "const line = new WebSocket(location.origin.replace('http', 'ws') + '/send'); line.onmessage = (event) => say(event.data); line.onopen = () => line.send('Ann')"
        ),
        Answer("Name is locked by Bob", delay_s=1.6, is_socket=True),
        "locked by Bob",
    ),
    "log-in under another name": Case(
        form(),
        page(
            "<h1>Acme ID</h1><form method=post><input name=identifier placeholder='Mail or phone'><input name=secret type=password><label><input type=checkbox name=keep> Stay</label><button>Continue</button></form>",
            "Welcome to Acme",
        ),
        "log in",
    ),
    "check for robots": Case(
        form(),
        page(
            "<h1>Acme</h1><p>Verify you are human by completing the action below.</p><div id=challenge></div>",
            "acme.example",
        ),
        "human",
    ),
    "session that is over": Case(
        form(), page("<h1>Acme</h1><p>Your session has timed out. Start over.</p>"), "timed out"
    ),
    "too fast": Case(form(), page("<h1>Slow down</h1><p>You are going too fast. Wait a minute.</p>"), "too fast"),
    "file too large": Case(form(), page(f"<p>File exceeds the 2 MB limit</p>{form()}"), "2 MB"),
    "name that is there": Case(form(), page(form("<p>A person called Ann exists already.</p>")), "exists already"),
    "banner of unsaved work": Case(app("await send(); say('Unsaved changes')"), json("{}"), "Unsaved changes"),
    "form of a frame that a script sends": Case(
        f'<iframe srcdoc="{INNER}"></iframe>',
        page("<form><input name=name value=Ann></form><p>Name is not valid</p>"),
        "not valid",
        button("Weiter"),
    ),
    "form of a frame that a script sends, and a status": Case(
        f'<iframe srcdoc="{INNER}"></iframe>', page("<p>Hm</p>", status=422), "422", button("Weiter")
    ),
    "toast after the answer": Case(
        app(f"await send(); setTimeout(() => {{ {LATE_TOAST} }}, 1500)"), json("{}"), "Could not save"
    ),
    "connection that breaks, by a button of no known name": Case(
        pressing("Weiter", "try { await fetch('/send', { method: 'POST', body: '{}' }) } catch {}"),
        Answer(is_cut=True),
        "not be reached",
        button("Weiter"),
    ),
    "deleting by a question that breaks": Case(
        pressing("Delete", "try { await fetch('/send?delete=1') } catch {}"),
        Answer(is_cut=True),
        "not be reached",
        DELETE,
    ),
    "alert in other words, fields emptied": Case(
        form(),
        page(f"<div role=alert>Fehler: Name fehlt</div>{form(fields='<label>Name <input name=name></label>')}"),
        "Name fehlt",
    ),
    "nothing to change": Case(
        form(),
        page(f"<div class='alert alert-info'>Nothing was changed: the name is the same as before</div>{form()}"),
        "Nothing was changed",
    ),
    "toast on the page that it led to": Case(
        form(),
        page(f"<h1>People</h1><ul><li>Bob</ul><script>setTimeout(() => {{ {LATE_TOAST} }}, 900)</script>", "People"),
        "Could not save",
    ),
    "note that fades in late": Case(
        "<style>@keyframes in { from { opacity: 0 } } .late { animation: in .3s 1.4s both }</style>"
        + app("await send(); note.className = 'late'; say('Name was refused')"),
        json("{}"),
        "refused",
    ),
    "output that counts what is missing": Case(
        app("out.value = '✗ 3 characters missing'", "<p id=note></p><output id=out></output>"), says="missing"
    ),
    "script that is loaded for its word": Case(
        app("const more = document.createElement('script'); more.src = '/send'; document.body.append(more)"),
        Answer("say('Could not save')", headers={"Content-Type": "text/javascript"}, delay_s=1.4),
        "Could not save",
    ),
    "sum that takes long, without fields": Case(
        """<button id=save>Save</button><p id=note></p><script>save.onclick = async () => {
        const key = await crypto.subtle.importKey('raw', new Uint8Array(8), 'PBKDF2', false, ['deriveBits']), salt = new Uint8Array(8);
        await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 6e5 }, key, 256);
        note.textContent = 'The key was refused'; }</script>""",
        says="refused",
    ),
    "data with a failure inside": Case(
        app("await send()"),
        json('{"result": {"status": "error", "message": "No seats left"}}'),
        "No seats left",
    ),
    "data with errors of the user's": Case(
        app("await send()"),
        json('{"data": {"save": {"person": null, "userErrors": [{"message": "Name is used by Bob"}]}}}'),
        "used by Bob",
    ),
}

HOSTILE_ACCEPTING: Mapping[str, Case] = {
    "report of a problem": Case(
        form(), page(f"<p role=status>Report of the problem was sent. We are sorry for the inconvenience.</p>{form()}")
    ),
    "regret in a part of its own": Case(
        form(), page(f"<div role=status><p>Report sent</p><p>We are sorry for the trouble.</p></div>{form()}")
    ),
    "filed error report": Case(
        form(), page(f"<p class=notice>Error report #12 filed. Our team will look into it.</p>{form()}")
    ),
    "list of tickets": Case(
        form(),
        page(
            f"<h1>Tickets</h1><ul><li>Login failed<li>Cannot print<li>Ann</ul>{form(fields='<label>Name <input name=name></label>')}"
        ),
    ),
    "removed for good": Case(
        "<form method=post action=/send><button>Delete</button></form>",
        page("<p>Ann was removed. This cannot be undone.</p>"),
        press=DELETE,
    ),
    "complaint received": Case(form(), page(f"<p role=status>Your complaint “wrong item” was received.</p>{form()}")),
    "danger zone": Case(
        form(),
        see(),
        after=page(
            f"<h1>Settings</h1>{form(fields='<label>Mail <input name=mail></label>')}<h2 class=text-danger>Danger zone</h2><p class=text-danger>Once deleted, an account cannot be restored.</p>"
        ),
    ),
    "blocked as asked": Case(
        pressing("Block", "await fetch('/send', { method: 'POST' }); say('Ann is blocked')"),
        json("{}"),
        press=button("Block"),
    ),
    "rejected as asked": Case(
        pressing("Reject", "await fetch('/send', { method: 'POST' }); say('Request of Ann rejected')"),
        json("{}"),
        press=button("Reject"),
    ),
    "cancelled with regret": Case(
        pressing(
            "Cancel plan",
            "await fetch('/send', { method: 'POST' }); document.body.innerHTML = '<h1>Plan cancelled</h1><p>We are sorry to see you go.</p>'",
        ),
        json("{}"),
        press=button("Cancel plan"),
    ),
    "errors that were fixed": Case(form(), page(f"<p role=status>Saved. 3 errors were fixed for you.</p>{form()}")),
    "alarm for a failure": Case(form(), page(f"<div role=alert>Alarm for disk failure was created</div>{form()}")),
    "warning that stands on the next page": Case(
        form(),
        page(
            "<h1>Account created</h1><aside class=warning>Never share your password. Invalid links are common.</aside>"
        ),
    ),
    "password to change some day": Case(
        form(), page(f"<p role=status>Saved. Your password must be changed in 90 days.</p>{form()}")
    ),
    "data without a failure": Case(app("await send()"), json('{"error": null, "failed": 0, "warnings": ["slow"]}')),
    "saved, while a poll fails": Case(
        "<script>setInterval(() => fetch('/send?poll').catch(() => 0), 100)</script>"
        + app("note.textContent = 'Saved'; setTimeout(() => { note.textContent = '' }, 3000)"),
        page("", status=500),
    ),
    "next form with marks": Case(
        form(),
        page(
            "<h1>Step 2</h1><form><p>* required</p><label>Street * <input name=street aria-invalid=false required></label><button>Next</button></form>"
        ),
    ),
    "order with advice": Case(
        form(), page("<h1>Order placed</h1><p>If there is a problem with your order, please contact us.</p>")
    ),
    "test mail, and a log of failures": Case(
        app(
            "await send(); say('Test e-mail sent'); log.innerHTML += '<div class=row>500 Internal Server Error</div>'",
            "<p id=note></p><div id=log role=log></div>",
        ),
        json("{}"),
    ),
}
