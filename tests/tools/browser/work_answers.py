"""Pages of people at work: wikis, trackers, accounts, mail. Some turn away what is sent, some take it with hardly a sign."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answer_rows import given, led, live, worked
from tools.browser.answering_pages import Case, json, page
from tools.browser.sites import Answer

WIKI = "<h1>Edit Rowing</h1>%s<form method=post action=/send><textarea name=body aria-label=Text>The boats are blue.</textarea><button>Save page</button></form>"
PHONES = live(
    "<ul id=l><li id=ann>Ann Lee 555-0101</li><li>Bo Ek 555-0102</li></ul><form id=f><label>Name <input name=who value='A. Lee'></label><label>Phone <input name=tel value=555-0101></label><button>Add contact</button></form><p id=n></p>"
)
SHOPPING = live(
    "<ul id=l><li>Milk</li><li>Bread</li></ul><form id=f><input name=i aria-label=Item value=Milk><button>Add</button></form>"
)
DRIVE = live(
    "<h1>Files</h1><p id=u>14.9 GB of 15 GB</p><ul id=l><li>plan.pdf</li></ul><button id=b>Upload video</button><div id=o></div>"
)
BIO = "<h1>Profile</h1><form method=post action=/send><label>About you <textarea name=bio>%s</textarea></label><button>Save profile</button></form>%s"
DRAFT = live("<h1>Spring news</h1><p>State: <span id=p>Draft</span></p><button id=b>Publish</button><div id=o></div>")
TEAM = live(
    "<h2>Members</h2><ul id=l><li>ann@x.org</li></ul><form id=f><label>Mails <input name=m value='bo@x.org, cy@x.org, di@x.org'></label><button>Invite all</button></form>"
)
INVOICES = live(
    "<table id=t><tr id=r1><td>Invoice 1</td><td id=s1>draft</td></tr><tr id=r2><td>Invoice 2</td><td id=s2>draft</td></tr><tr id=r3><td>Invoice 3</td><td id=s3>paid</td></tr></table><button id=b>Delete selected</button><div id=o></div>"
)
BOARD = live(
    "<h2>Doing</h2><ul id=doing><li id=c>Fix the pump <button id=b>Complete</button></li></ul><h2>Done</h2><ul id=done><li>Paint</li></ul>"
)
NEW = "<h1>New project</h1><form method=post action=/send><label>Name <input name=name value='North wing'></label><button>Create project</button></form>"
CONTACT = "<h1>Contact</h1><form method=post action=/send><label>Mail <input name=mail value=ann@x.org></label><label>Message <textarea name=text>Is the pool open?</textarea></label><button>Send message</button></form>"
PROFILE = live(
    "<h1>Profile</h1><label id=lab>Mail <input id=m value=ann@gmail.com></label><button id=b>Save</button><span id=s></span>"
)
LAMP = live("<h1>Lamp</h1><p>29.00</p><button id=b>Add to cart</button><a href=#cart>Cart <b id=n>0</b></a>")
SHORT = live(
    "<form id=f><label>Post <textarea name=t>Up early and out on the lake with the whole crew</textarea></label><span id=c>48</span><button>Post</button></form><div id=l><article>Morning!</article></div>",
    "",
)
ACCOUNT = live(
    "<h1>Join</h1><form id=f class=box><label>Nick <input name=n value=ann></label><button>Create account</button></form><div id=o></div>",
    "",
)
STEP = "<h1>Insurance</h1><p>Step 2 of 3</p><form method=post action=/send><label>Street <input name=street value='Elm 4'></label><button>Next</button></form>"
SECTIONS = live(
    "<h1>Order</h1><form id=f><details id=d1 open><summary>You</summary><label>Name <input name=n value=Ann></label></details><details id=d2><summary>Address</summary><label>Street <input name=s></label></details><button>Place order</button></form>",
    "",
)
SIGN_IN = "<h1>Bank</h1><form method=post action=/send><label>User <input name=u value=ann></label><label>Password <input type=password name=p value=x></label><button>Sign in</button></form>"
CARD = live(
    "<h1>Pay 20.00</h1><form id=f><label>Card <input name=c value='4111 1111 1111 1111'></label><button>Pay now</button></form><div id=o></div>"
)
DOC = live(
    "<header>Minutes <span id=s>Edited</span></header><div id=e contenteditable aria-label=Text>We met at nine.</div><button id=b>Save</button>",
    "answer",
)
CUSTOMER = live(
    "<table><tr id=r><td>Lind AB</td><td><button id=b>Delete</button></td></tr><tr><td>Moe AS</td><td></td></tr></table><div id=o></div>"
)
PRODUCT = "<h1>Blue lamp</h1><p>29.00</p><form method=post action=/send><button>Delete product</button></form>"
FOLDER = "<h1>Photos 2020</h1><form method=post action=/send><label>New name <input name=name value='Summer'></label><button>Rename folder</button></form>"
CHAT = live(
    "<div id=l role=log><p>Bo: Hi</p></div><form id=f><input name=m aria-label=Message value='Lunch at noon'><button>Send</button></form>",
    "data",
    "const p = document.createElement('p'); p.textContent = `You: ${f.m.value}`; l.append(p); f.m.value = '';",
)
TAGS = live(
    "<div id=c><span class=tag>red</span></div><form id=f><input name=t aria-label=Tag value=green><button>Add tag</button></form>",
    "",
)
POLL = live(
    "<h2>Where to?</h2><ul><li>Lake <i id=x></i></li><li>Hill <i id=y></i></li></ul><button id=b>Vote for Lake</button>"
)
TASKS = live(
    "<h1>Tasks <small id=n>2</small></h1><ul id=l><li>Mow</li><li>Rake</li></ul><dialog id=d open><form id=f><label>Task <input name=t value=Prune></label><button>Create task</button></form></dialog>"
)

WORK_REJECTING: Mapping[str, Case] = {
    **given(
        WIKI % "",
        "Save page",
        {
            "stale token": page("<h1>Page Expired</h1><a href=/edit>Return to the form</a>", "Page Expired"),
            "newer version": page(WIKI % "<p>Version 7 by Maria is newer than the copy you opened.</p>"),
        },
    ),
    **worked(
        PHONES,
        "Add contact",
        {
            "same number": "ann.style.background = '#ff9'; n.textContent = 'Same number as Ann Lee'",
            "older copy": (
                "document.body.insertAdjacentHTML('afterbegin', '<div class=bar>Maria changed this list 2 minutes ago <a href=#c>Compare</a> <a href=#o>Overwrite</a></div>')",
                json('{"rev": 8, "mine": 7}'),
            ),
        },
    ),
    **worked(SHOPPING, "Add", {"there already, field emptied": "l.firstChild.className = 'blink'; f.i.value = ''"}),
    **worked(
        DRIVE,
        "Upload video",
        {
            "drive at its end": "o.innerHTML = `<div role=dialog><h2>Storage</h2><p>You're using 14.9 GB of 15 GB.</p><button>Get more storage</button></div>`",
            "button that sells": "b.textContent = 'Upgrade'; b.className = 'gold'",
        },
    ),
    **given(
        BIO % ("I build boats and teach rowing to children every Sunday", ""),
        "Save profile",
        {
            "cut without a word": page(BIO % ("I build boats and teach rowing to", "")),
            "title that wants something": page(
                BIO % ("I build boats and teach rowing to children every Sunday", ""), "Profile – action needed"
            ),
        },
    ),
    **worked(DRAFT, "Publish", {"left to an editor": "p.textContent = 'Needs review'"}),
    **worked(
        TEAM,
        "Invite all",
        {
            "two of three": "l.insertAdjacentHTML('beforeend', '<li>bo@x.org</li><li>cy@x.org</li>'); f.m.value = 'di@x.org'"
        },
    ),
    **worked(
        INVOICES,
        "Delete selected",
        {
            "one stays": "r1.remove(); r2.remove(); o.innerHTML = '<p>Invoice 3 is paid, so it stays in the books.</p>'",
            "rows that come back": "r1.hidden = r2.hidden = r3.hidden = true; await send(); later(1200, () => { r1.hidden = r2.hidden = r3.hidden = false })",
        },
    ),
    **worked(BOARD, "Complete", {"card that goes back": "done.append(c); later(1500, () => doing.append(c))"}),
    **given(
        NEW,
        "Create project",
        {
            "number in place of a page": Answer("-1", 200, {"Content-Type": "text/plain"}),
            "code in a document": Answer('<response code="17"/>', 200, {"Content-Type": "text/xml"}),
        },
    ),
    **led(
        NEW,
        "Create project",
        {
            "prices instead": page(
                "<h1>Plans</h1><section><h2>Free</h2><p>1 project</p></section><section><h2>Pro</h2><p>Unlimited projects</p><button>Choose Pro</button></section>",
                "Plans",
            ),
        },
    ),
    **led(CONTACT, "Send message", {"same form again": page(CONTACT)}),
    **worked(
        PROFILE,
        "Save",
        {
            "status of nought": ("", json('{"status": 0, "msg": ""}')),
            "null in its data": ("", json('{"data": {"updateUser": null}}')),
            "label that says more": "lab.firstChild.data = 'Mail (we need a work address) '",
        },
    ),
    **worked(LAMP, "Add to cart", {"button for later": "b.textContent = 'Notify me'"}),
    **worked(SHORT, "Post", {"count below nought": "c.textContent = '-8'; c.style.color = '#b00'"}),
    **worked(
        ACCOUNT,
        "Create account",
        {
            "shake": "f.classList.add('shake'); f.n.focus()",
            "bubble": "o.innerHTML = '<div role=tooltip>5 to 20 letters and digits</div>'",
        },
    ),
    **led(
        STEP,
        "Next",
        {
            "first step again": page(
                "<h1>Insurance</h1><p>Step 1 of 3</p><form method=post action=/send><label>Name <input name=name></label><label>Born <input name=born></label><button>Next</button></form>"
            )
        },
    ),
    **worked(SECTIONS, "Place order", {"section that opens": "d1.open = false; d2.open = true; f.s.focus()"}),
    **given(
        SIGN_IN,
        "Sign in",
        {
            "link by mail first": page(
                "<h1>Bank</h1><p>This is a new device. Open the link in the e-mail that we sent to a***@x.org to go on.</p>"
            )
        },
    ),
    **worked(
        CARD,
        "Pay now",
        {
            "bank that asks": "o.innerHTML = '<iframe title=Bank srcdoc=\"<p>Open your banking app to approve 20.00</p>\"></iframe>'"
        },
    ),
    **worked(
        DOC,
        "Save",
        {
            "kept on this machine": "s.textContent = 'Working locally'",
        },
    ),
    **worked(
        CUSTOMER,
        "Delete",
        {
            "pointed at by others": "o.innerHTML = '<div class=snackbar>3 invoices point to this customer</div>'; later(900, () => { o.innerHTML = '' })"
        },
    ),
    **led(
        PRODUCT,
        "Delete product",
        {"still in the list": page("<h1>Products</h1><ul><li>Blue lamp<li>Red lamp</ul>", "Products")},
    ),
    **led(
        FOLDER,
        "Rename folder",
        {"name that stays": page("<h1>Photos 2020</h1><ul><li>a.jpg<li>b.jpg</ul><a href=/e>Rename</a>")},
    ),
    **worked(CHAT, "Send", {"grey with a mark": "p.style.opacity = 0.4; p.dataset.state = 'failed'"}),
}

WORK_ACCEPTING: Mapping[str, Case] = {
    **worked(PROFILE, "Save", {"no content": ("", json("{}", 201))}),
    **worked(CHAT, "Send", {"bubble that stays": ""}),
    **worked(
        INVOICES, "Delete selected", {"rows that fade": "for (const r of [r1, r2, r3]) later(300, () => r.remove())"}
    ),
    **led(
        NEW,
        "Create project",
        {"in the list": page("<h1>Projects</h1><table><tr><td>South wing<tr><td>North wing</table>", "Projects")},
    ),
    **worked(
        TAGS,
        "Add tag",
        {
            "tag in the box": "c.insertAdjacentHTML('beforeend', `<span class=tag>${f.t.value} <button>×</button></span>`); f.t.value = ''"
        },
    ),
    **worked(
        TASKS,
        "Create task",
        {
            "box closed on a longer list": "d.close(); l.insertAdjacentHTML('beforeend', '<li>Prune</li>'); n.textContent = 3"
        },
    ),
    **worked(DRAFT, "Publish", {"button that shows it": "b.textContent = 'View post'; p.textContent = 'Public'"}),
    **worked(
        DRIVE,
        "Upload video",
        {"picture in the list": "l.insertAdjacentHTML('beforeend', '<li><img alt=\"boat.mp4\"> boat.mp4</li>')"},
    ),
    **given(
        BIO % ("I build boats", ""),
        "Save profile",
        {"shown as typed": page(BIO % ("I build boats", ""))},
    ),
    **worked(POLL, "Vote for Lake", {"shares": "x.textContent = '64 %'; y.textContent = '36 %'; b.disabled = true"}),
}
