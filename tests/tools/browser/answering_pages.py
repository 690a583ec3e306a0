"""Small pages that turn away what is sent to them, and pages that take it, each in a way of its own."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tools.browser.sites import Answer, Site

FIELD = "<label>Name <input name=name value=Ann></label>"
LOGIN = """<form method=post action=/send><label>User <input name=user value=ann></label>
<label>Password <input type=password name=password value=wrong></label><button>Log in</button>{}</form>"""


def form(more: str = "", attributes: str = "method=post action=/send", fields: str = FIELD) -> str:
    return f"<form {attributes}>{fields}<button>Save</button>{more}</form>"


def scripted(work: str, more: str = "<p id=note></p>", fields: str = FIELD) -> str:
    """A form that a script answers; `note` is a paragraph in it."""
    head = "<script>const later = (ms, work) => setTimeout(work, ms)</script>"
    return head + form(more, f'onsubmit="event.preventDefault(); {work}"', fields)


def app(work: str, more: str = "<p id=note></p>") -> str:
    """Fields and a button without a form; a script answers."""
    return f"""{FIELD}<button type=button id=save>Save</button>{more}<script>
    const send = (path = '/send') => fetch(path, {{ method: 'POST', body: '{{}}' }});
    const say = (text) => {{ document.getElementById('note').textContent = text; }};
    save.onclick = async () => {{ {work} }};</script>"""


@dataclass(frozen=True)
class Case:
    """A page, what is pressed on it, what the site answers to what it sends, and what is told of a failure."""

    page: str
    answer: Answer = field(default_factory=Answer)
    says: str = ""
    press: Mapping[str, str] = field(default_factory=lambda: {"selector": 'role=button[name="Save"]'})
    title: str = "Edit"
    after: Answer | None = None
    """What stands at `/after`, where the answer may lead."""

    def put(self, site: Site) -> str:
        """The address of the page; each has an address of its own to send to."""
        send = f"/send{len(site.pages)}"
        headers = {name: value.replace("/after", f"{send}/after") for name, value in self.answer.headers.items()}
        answer = replace(self.answer, body=str(self.answer.body).replace("/send", send), headers=headers)
        site.answers[send] = site.pages[send] = answer
        if self.after is not None:
            site.pages[f"{send}/after"] = replace(self.after, body=str(self.after.body).replace("/send", send))
        return site.page(self.page.replace("/send", send), self.title)


def page(body: str, title: str = "Edit", status: int = 200) -> Answer:
    return Answer(f"<!doctype html><meta charset=utf-8><title>{title}</title><body>{body}", status)


def see(path: str = "/after") -> Answer:
    """An answer that leads on to another page."""
    return Answer("", 303, {"Location": path})


def json(body: str, status: int = 200) -> Answer:
    return Answer(body, status, {"Content-Type": "application/json"})


LOG_IN = {"selector": 'role=button[name="Log in"]'}
DELETE = {"selector": 'role=button[name="Delete"]'}
ENTER = {"key": "Enter", "selector": "field=name"}
TOAST = "const toast = document.createElement('div'); {}; document.body.append(toast)"

REJECTING: Mapping[str, Case] = {
    # by the server
    "same page with a note in the form": Case(
        form(), page(form("<p class=error>Enter a valid date.</p>")), "Enter a valid date."
    ),
    "flash message at the top": Case(
        form(), page(f"<div class='flash alert'>Name has already been taken</div>{form()}"), "already been taken"
    ),
    "error summary": Case(
        form(),
        page(
            f"<div class=error-summary><h2>There is a problem</h2><ul><li><a href=#n>Enter your full name</a></ul></div>{form()}"
        ),
        "There is a problem",
    ),
    "note without any mark": Case(form(), page(f"<p>Sorry, this date is in the past.</p>{form()}"), "in the past"),
    "note in red, in words we do not know": Case(
        form(), page(f"<p style='color: #c00'>Das geht so nicht</p>{form()}"), "Das geht so nicht"
    ),
    "fields marked for screen readers alone": Case(
        form(), page(form(fields="<label>Name <input name=name value=Ann aria-invalid=true></label>")), "Name"
    ),
    "fields marked by a class": Case(
        form(), page(form(fields="<label>Name <input name=name value=Ann class=is-invalid></label>")), "Name"
    ),
    "title only": Case(form(), page(form(), "Error: Edit"), "Error: Edit"),
    "title only, with a count": Case(form(), page(form(), "(1 error) Edit"), "(1 error) Edit"),
    "another page with an error as title": Case(form(), page("<p>Go back.</p>", "Error"), "Error"),
    "heading on another page": Case(
        form(), page(f"<h1>Payment declined</h1><p>{'Our terms. ' * 50}</p>"), "Payment declined"
    ),
    "bare page with one sentence": Case(form(), page("The name is too long."), "too long"),
    "server error": Case(form(), page("<h1>Server Error (500)</h1>", "", 500), "500"),
    "forbidden": Case(form(), page("<h1>Nothing for you</h1>", "", 403), "403"),
    "not found": Case(form(), page("<p>This is not here</p>", "", 404), "404"),
    "form shown again with 422": Case(form(), page(form(), status=422), "422"),
    "data with an error": Case(form(), json('{"error": "name is too short"}'), "name is too short"),
    "data that says no": Case(form(), json('{"success": false, "message": "Bad name"}'), "Bad name"),
    "data with errors by field and 400": Case(form(), json('{"name": ["This field may not be blank."]}', 400), "400"),
    "debug page": Case(
        form(), page("<h1>ValueError at /send</h1><pre>Traceback</pre>", "ValueError at /send"), "ValueError at"
    ),
    "duplicate row": Case(
        form(), page(f"<div class=alert>UNIQUE constraint failed: people.name</div>{form()}"), "constraint failed"
    ),
    "delete that is not allowed": Case(
        "<form method=post action=/send><button>Delete</button></form>",
        page("<p class=message>The group cannot be deleted: it has members.</p><p>List of groups</p>"),
        "cannot be deleted",
        DELETE,
    ),
    # log-ins
    "wrong password with a note": Case(
        LOGIN.format(""),
        page(LOGIN.format("<p class=errornote>Please enter a correct password.</p>")),
        "correct password",
        LOG_IN,
    ),
    "wrong password without a note": Case(
        LOGIN.format(""), page(LOGIN.format("")), "log-in form is still there", LOG_IN
    ),
    "wrong password for the second time": Case(
        LOGIN.format("<p>Wrong password</p>"),
        page(LOGIN.format("<p>Wrong password</p>")),
        "log-in form is still there",
        LOG_IN,
    ),
    "wrong password by Enter": Case(
        LOGIN.format(""),
        page(LOGIN.format("<p>Invalid login</p>")),
        "Invalid login",
        {"key": "Enter", "selector": "field=password"},
    ),
    "locked account": Case(
        LOGIN.format(""), page("<h1>Acme</h1><div role=alert>Your account has been locked.</div>"), "locked", LOG_IN
    ),
    "captcha": Case(
        LOGIN.format(""),
        page(LOGIN.format("<div class=captcha-box>Are you human? Type what you see</div>")),
        "human",
        LOG_IN,
    ),
    "log-in that a script does": Case(
        f"""{LOGIN.format("<p id=note></p>")}<script>document.forms[0].onsubmit = async (event) => {{ event.preventDefault();
        const answer = await fetch('/send', {{ method: 'POST' }}); note.textContent = (await answer.json()).detail; }}</script>""",
        json('{"detail": "No active account with these credentials"}', 401),
        "No active account",
        LOG_IN,
    ),
    # by the page itself
    "note at once": Case(
        scripted("note.textContent = 'Name must be at least 5 characters'"), says="at least 5 characters"
    ),
    "note after 800 ms": Case(
        scripted("later(800, () => { note.textContent = 'Could not save' })"), says="Could not save"
    ),
    "note that was hidden": Case(
        scripted("hint.hidden = false", "<p id=hint class=invalid-feedback hidden>Choose another name</p>"),
        says="Choose another name",
    ),
    "note that was folded": Case(
        scripted(
            "hint.style.height = 'auto'", "<div id=hint style='height: 0; overflow: hidden'>This name is taken</div>"
        ),
        says="This name is taken",
    ),
    "note on a second field, with the words of the first": Case(
        scripted(
            "note.textContent = 'This field is required.'",
            "<p class=error>This field is required.</p><p id=note class=error></p>",
        ),
        says="This field is required.",
    ),
    "hint that turns into an error": Case(
        scripted("hint.className = 'error'", "<p id=hint>Letters only</p>"), says="Letters only"
    ),
    "box of the browser's own": Case(scripted("alert('Please fill in all fields')"), says="Please fill in all fields"),
    "modal": Case(
        scripted(
            "note.showModal()",
            "<dialog id=note><h2>Not saved</h2><p>The date is wrong.</p><button type=button>Close</button></dialog>",
        ),
        says="Not saved",
    ),
    "alert in words we do not know": Case(
        scripted("note.textContent = 'Namn saknas'", "<p id=note role=alert></p>"), says="Namn saknas"
    ),
    "note for screen readers": Case(
        scripted(
            "note.textContent = 'Name is not valid'",
            "<p id=note aria-live=assertive style='position: absolute; left: -9999px'></p>",
        ),
        says="Name is not valid",
    ),
    "note in a shadow tree": Case(
        scripted("note.shadowRoot.innerHTML = '<p>Name is invalid</p>'", "<p id=note></p>")
        + "<script>document.getElementById('note').replaceWith(Object.assign(document.createElement('div'), { id: 'note' }));"
        "document.getElementById('note').attachShadow({ mode: 'open' })</script>",
        says="Name is invalid",
    ),
    # by the browser
    "required field": Case(form(fields="<label>Name <input name=name required></label>"), says="Name"),
    "bad address of mail": Case(form(fields="<label>Mail <input type=email name=mail value=ann></label>"), says="Mail"),
    "pattern": Case(form(fields="<label>Code <input name=code pattern='[0-9]+' value=abc></label>"), says="Code"),
    "required field by Enter": Case(
        form(fields=f"{FIELD}<label>City <input name=city required></label>"), says="City", press=ENTER
    ),
    "disabled button by Enter": Case(
        f"<form method=post action=/send>{FIELD}<button disabled>Save</button></form>", says="disabled", press=ENTER
    ),
    "disabled button": Case(
        f"<form method=post action=/send>{FIELD}<button disabled>Save</button></form>", says="disabled"
    ),
    # by an application
    "toast 300 ms later": Case(
        app(
            "setTimeout(() => { "
            + TOAST.format("toast.className = 'toast-error'; toast.textContent = 'Save failed'")
            + " }, 300)"
        ),
        says="Save failed",
    ),
    "toast 800 ms later": Case(
        app(
            "setTimeout(() => { "
            + TOAST.format("toast.role = 'alert'; toast.textContent = 'Something went wrong'")
            + " }, 800)"
        ),
        says="Something went wrong",
    ),
    "toast after an answer that took its time": Case(
        app("await send(); setTimeout(() => say('Server says: quota exceeded'), 400)"),
        Answer("{}", delay_s=1.5),
        "quota exceeded",
    ),
    "answer of 422 and no word": Case(app("await send()"), json("{}", 422), "422"),
    "answer of 500 and a word": Case(
        app("const got = await send(); say(got.ok ? 'Saved' : 'Could not save')"), json("{}", 500), "Could not save"
    ),
    "answer of 200 with errors": Case(
        app("const got = await (await send()).json(); say(got.errors[0])"),
        json('{"errors": ["Date must be after today"]}'),
        "after today",
    ),
    "form replaced by a note": Case(
        app("document.body.innerHTML = '<h2>Something went wrong</h2><p>Try again later.</p>'"),
        says="Something went wrong",
    ),
    "title that changes": Case(app("document.title = 'Error – Edit'"), says="Error – Edit"),
    "note while it says that it is busy": Case(
        app("note.ariaBusy = 'true'; setTimeout(() => { note.ariaBusy = 'false'; say('Not saved: offline') }, 2000)"),
        says="Not saved",
    ),
    "confirmed, and then not done": Case(
        f"""<form method=post action=/send onsubmit="return true">{FIELD}<button>Delete</button></form>""",
        page("<p class='alert alert-danger'>You may not delete this.</p><h1>People</h1>"),
        "may not delete",
        DELETE,
    ),
    "in a frame": Case(
        """<iframe srcdoc="<form onsubmit='event.preventDefault(); note.textContent = `Invalid name`'><input name=name value=Ann>
        <button>Save</button><p id=note></p></form>"></iframe>""",
        says="Invalid name",
    ),
}

ACCEPTING: Mapping[str, Case] = {
    # by the server
    "another page": Case(form(), page("<h1>People</h1><p>Ann</p>", "People")),
    "same page with a word of success": Case(form(), page(f"<div class='alert alert-success'>Saved.</div>{form()}")),
    "same page, as it was": Case(form(), page(form())),
    "same page, as it was, with a note that is always there": Case(
        form("<p class=error>Errors must be reported by phone.</p>"),
        page(form("<p class=error>Errors must be reported by phone.</p>")),
    ),
    "red notice before and after": Case(
        f"<p style='color: red'>The service cannot be used on Sunday.</p>{form()}",
        page(f"<p style='color: red'>The service cannot be used on Sunday.</p>{form()}"),
    ),
    "alert with a word of success": Case(
        form(), page(f"<div role=alert>The person was added successfully.</div>{form()}")
    ),
    "result with a link in brackets": Case(
        "<div id=q contenteditable aria-label=Query>select tea</div><button id=b>Submit</button><div id=o></div><script>b.onclick = () => { o.innerHTML = '<table><tr><td>Tea</td><td>12</td></tr></table><span>(<a href=#csv>Download as CSV</a>)</span>' }</script>",
        press={"selector": 'role=button[name="Submit"]'},
    ),
    "0 errors": Case(form(), page(f"<p class=status>Import finished: 12 rows, 0 errors.</p>{form()}")),
    "no problems": Case(form(), page(f"<p>Checked, no problems found.</p>{form()}")),
    "page about errors": Case(
        form(),
        see(),
        after=page(
            f"<h1>Error handling</h1><p>An error occurred is what a program says that failed. {'Invalid input is common. ' * 20}</p>",
            "Error handling in Go",
        ),
    ),
    "list with failed entries": Case(
        form(),
        see(),
        after=page(
            "<h1>Jobs</h1><table><tr><td>Backup<td class=text-danger>Failed<tr><td>Mail<td class=error>Could not connect</table>",
            "Jobs",
        ),
    ),
    "entry that holds words of refusal": Case(
        form(fields="<label>Name <input name=name value='Login failed: invalid password'></label>"),
        page(f"<ul><li>Login failed: invalid password</ul>{form(fields='<label>Name <input name=name></label>')}"),
    ),
    "thanks for an error report": Case(form(), page("Thank you, your error report was received.")),
    "mail to look for": Case(form(), page("<p>Please check your inbox to confirm your address.</p>")),
    "next step with a form of its own": Case(
        form(),
        page(
            "<h1>Step 2</h1><form><p>The card number is required. It must be valid.</p><label>Card <input name=card></label><button>Pay</button></form>",
            "Step 2",
        ),
    ),
    "data that says yes": Case(form(), json('{"id": 7, "errors": [], "success": true}')),
    "log-in": Case(LOGIN.format(""), page("<h1>Welcome, ann</h1><a href=/out>Log out</a>"), press=LOG_IN),
    "log-in to a page with a form for passwords": Case(
        LOGIN.format(""),
        page(
            "<h1>Hello ann</h1><form><input type=password name=old><input type=password name=new><button>Change</button></form>"
        ),
        press=LOG_IN,
    ),
    "user added, form shown again": Case(
        form(fields="<input name=user value=bob><input type=password name=password value=x>"),
        page(
            "<p class=success>The user “bob” was added.</p>"
            + form(fields="<input name=user><input type=password name=password>")
        ),
    ),
    "delete": Case(
        "<form method=post action=/send><button>Delete</button></form>", page("<p>Ann was removed.</p>"), press=DELETE
    ),
    "nothing to show": Case(form(), Answer("", 204)),
    # by the page itself
    "word of success": Case(scripted("note.textContent = 'Sent to Ann'")),
    "field that is emptied": Case(
        scripted(
            "this.reset()",
            fields="<label>Name <input name=name></label><script>document.querySelector('input').value = 'Ann'</script>",
        )
    ),
    "entry in a list": Case(
        scripted(
            "list.innerHTML += `<li>${this.elements.name.value}</li>`; this.elements.name.value = ''",
            "<ul id=list></ul>",
            "<input name=name value='cannot log in'>",
        ),
        press=ENTER,
    ),
    "required field that was filled and is emptied": Case(
        scripted(
            "this.reset()",
            fields="<label>Name <input name=name required></label><script>document.querySelector('input').value = 'Ann'</script>",
        )
    ),
    "help with the word error": Case(
        scripted("note.textContent = 'Up to date'", "<p class=help>In case of an error, call us.</p><p id=note></p>")
    ),
    "question before it is deleted": Case(
        "<button onclick='ask.showModal()'>Delete</button><dialog id=ask><p>Delete Ann? This cannot be undone.</p><button>Cancel</button><button>Delete now</button></dialog>",
        press=DELETE,
    ),
    "form that opens with its hints": Case(
        "<button onclick='ask.showModal()'>Add person</button><dialog id=ask><form><label>Name (required) <input name=name></label>"
        "<p>Names must be unique.</p><button>Save</button></form></dialog>",
        press={"selector": 'role=button[name="Add person"]'},
    ),
    # by an application
    "toast of success": Case(
        app(
            "setTimeout(() => { "
            + TOAST.format("toast.role = 'alert'; toast.textContent = 'Changes saved'")
            + " }, 500)"
        )
    ),
    "error of something else": Case(app("fetch('/avatar.png'); await send(); say('Saved')"), json("{}")),
    "chat that answers": Case(
        """<ul id=list></ul><form onsubmit="event.preventDefault(); list.innerHTML += `<li>${this.elements.name.value}</li>`; this.reset();
        setTimeout(() => list.innerHTML += '<li>Sorry, I cannot help with that</li>', 150)"><input name=name></form><script>document.querySelector('input').value = 'hello there'</script>""",
        press=ENTER,
    ),
    "search without results": Case(
        "<form action=/send><input name=name value=zebra><button>Search</button></form>",
        page("<form action=/send><input name=name value=zebra></form><p>No results found for zebra"),
        press={"selector": 'role=button[name="Search"]'},
    ),
}

# What nobody can tell from the page: neither taken nor turned away, and never called done.
UNTOLD: Mapping[str, Case] = {
    "ticking clock": Case(scripted("setInterval(() => { note.textContent = String(Date.now()) }, 50)")),
    "note that goes away": Case(
        scripted("note.textContent = 'Name is invalid'; later(250, () => { note.textContent = '' })"),
    ),
    "answer of 200 and no word": Case(app("await send()"), json("{}")),
    "words that say neither": Case(scripted("note.textContent = 'Ann it is, wear it well'"), says="still stands there"),
    "redirect with words that say neither": Case(
        form(),
        Answer("", 303, {"Location": "/after"}),
        "still stands there",
        after=page(f"<p id=flash>Nice, Ann it is.</p>{form()}"),
    ),
    "form that comes again": Case(
        "<form method=post action=/send><label>Text <input name=text value=hello></label><button>Send</button></form>",
        page(
            "<form method=post action=/send><label>Text <input name=text value=hello></label><button>Send</button></form>"
        ),
        "same form again",
        {"selector": 'role=button[name="Send"]'},
    ),
    "toast that only names the thing": Case(
        "<label>File <input value=a.svg></label><button id=b>Attach</button><script>b.onclick = async () => { await fetch('/send', { method: 'POST' }); const d = document.createElement('div'); d.style = 'position: fixed; bottom: 0'; d.textContent = 'a.svg · 3 kB'; document.body.append(d); setTimeout(() => d.remove(), 2500) }</script>",
        json("{}"),
        press={"selector": 'role=button[name="Attach"]'},
    ),
}
