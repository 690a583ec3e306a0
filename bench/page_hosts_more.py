"""More sites that page tasks take place on: applications that the first sets do not have."""

from __future__ import annotations

import json
import shutil
import smtplib
import socket
import subprocess
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from page_host import BUILT, SITES, Host, emptied, restored

from browser_runs.real_sites import PASSWORD, started

if TYPE_CHECKING:
    from playwright.async_api import Page

ADMIN = BUILT / "page-admin" / "bin" / "python"
ISSUES = BUILT / "page-issues" / "bin" / "python"
MAIL = BUILT / "page-mail" / "node_modules" / "maildev" / "bin" / "maildev"
TIDDLERS = BUILT / "page-tiddlers" / "node_modules" / "tiddlywiki" / "tiddlywiki.js"
TICKETS = (
    ("Kettle leaks", "Open", "Code_Defect", "Severe"),
    ("Menu has a typo", "Open", "Documentation", "Cosmetic"),
    ("Add iced tea", "Closed", "Feature_Request", "Minor"),
    ("Door squeaks", "Open", "Code_Defect", "Minor"),
)
NOTES = {
    "Shopping": "Milk and bread.",
    "Garden": "Water the roses on Friday.",
    "Holiday": "Book the train to Bern.",
}
MAILS = (
    ("Ann Lee <ann@tea.example>", "Lunch on Friday", "Shall we meet at noon?"),
    ("Bob Stone <bob@tea.example>", "Invoice 17", "Please pay 240 EUR by Monday."),
    ("shop@tea.example", "Your order has shipped", "Tracking number 4711."),
)


@contextmanager
def project(folder: Path) -> Iterator[Host]:
    """Fossil: tickets and a wiki in one database."""
    fossil, database = shutil.which("fossil"), folder / "tea.fossil"
    assert fossil is not None
    environment = {"HOME": str(folder), "USER": "ann"}

    def told(*arguments: str | Path) -> None:
        subprocess.run([fossil, *arguments], check=True, capture_output=True, env=environment)

    told("new", database, "--admin-user", "ann")
    told("user", "password", "ann", PASSWORD, "-R", database)
    told("sql", "-R", database, "replace into config (name, value, mtime) values ('project-name', 'Tea house', now())")
    for title, status, kind, severity in TICKETS:
        values = ("title", title, "status", status, "type", kind, "severity", severity)
        told("ticket", "add", *values, "-R", database)
    (folder / "hours.txt").write_text("Open from 9 to 5.\n", encoding="utf-8")
    for name in ("Opening hours", "Suppliers"):
        told("wiki", "create", name, folder / "hours.txt", "-R", database, "--mimetype", "text/x-markdown")
    command = ("server", database, "--port", "{port}", "--localhost", "--nossl")
    with started(*command, page="/login", program=fossil, **environment) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/login")
            if await page.query_selector("#u"):
                await page.fill("#u", "ann")
                await page.fill("#p", PASSWORD)
                await page.press("#p", "Enter")
                await page.wait_for_selector("text=Logout")

        yield Host(address, folder, partial(restored, database), database, enter)


@contextmanager
def tiddlers(folder: Path) -> Iterator[Host]:
    """TiddlyWiki, whose notes are drawn by its own page."""
    node = shutil.which("node")
    assert node is not None
    subprocess.run([node, TIDDLERS, folder / "w", "--init", "server"], check=True, capture_output=True)
    command = (TIDDLERS, folder / "w", "--listen", "host=127.0.0.1", "port={port}")
    with started(*command, page="/status", program=node) as address:

        def asked(method: str, path: str, body: object = None) -> bytes:
            data = None if body is None else json.dumps(body).encode()
            headers = {"X-Requested-With": "TiddlyWiki", "Content-Type": "application/json"}
            request = urllib.request.Request(f"{address}{path}", data, headers, method=method)
            with urllib.request.urlopen(request, timeout=20) as answer:
                return bytes(answer.read())

        def reset() -> None:
            for tiddler in json.loads(asked("GET", "/recipes/default/tiddlers.json")):
                asked("DELETE", f"/bags/default/tiddlers/{quote(tiddler['title'], safe='')}")
            for title, text in NOTES.items():
                tags = "house" if title != "Holiday" else "travel"
                note = {"title": title, "text": text, "tags": tags, "modified": "20270101120000000"}
                asked("PUT", f"/recipes/default/tiddlers/{title}", note)
            asked("PUT", "/recipes/default/tiddlers/%24%3A%2FSiteTitle", {"title": "$:/SiteTitle", "text": "My notes"})

        reset()
        yield Host(address, folder, reset)


@contextmanager
def mailbox(folder: Path) -> Iterator[Host]:
    """MailDev, which shows the mails that were sent to it."""
    node = shutil.which("node")
    assert node is not None
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        post = free.getsockname()[1]
    command = (MAIL, "--web", "{port}", "--smtp", str(post), "--ip", "127.0.0.1", "--web-ip", "127.0.0.1")
    with started(*command, page="/email", program=node, MAILDEV_MAIL_DIRECTORY=str(folder)) as address:

        def reset() -> None:
            request = urllib.request.Request(f"{address}/email/all", method="DELETE")
            urllib.request.urlopen(request, timeout=20).close()
            with smtplib.SMTP("127.0.0.1", post) as line:
                for sender, subject, text in MAILS:
                    mail = EmailMessage()
                    mail["From"], mail["To"], mail["Subject"] = sender, "me@tea.example", subject
                    mail.set_content(text)
                    line.send_message(mail)

        yield Host(address, folder, reset)


@contextmanager
def teahouse(folder: Path) -> Iterator[Host]:
    """Piccolo's admin."""
    database = folder / "teahouse.db"
    command = (SITES / "teahouse_site.py", folder, "{port}", PASSWORD)
    with started(*command, page="/", program=ADMIN) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/#/login")
            await page.wait_for_selector("input[type=password], .table_list, #app nav", state="attached")
            if await page.query_selector("input[type=password]"):
                await page.fill("input[name=username]", "ann")
                await page.fill("input[type=password]", PASSWORD)
                await page.press("input[type=password]", "Enter")
                await page.wait_for_selector("text=Booking")

        yield Host(address, folder, partial(restored, database), database, enter)


@contextmanager
def issues(folder: Path) -> Iterator[Host]:
    """Roundup."""
    database = folder / "tracker" / "db" / "db"
    with started(SITES / "issues_site.py", folder, "{port}", PASSWORD, page="/", program=ISSUES) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/")
            if await page.query_selector("[name=__login_password]"):
                await page.fill("[name=__login_name]", "ann")
                await page.fill("[name=__login_password]", PASSWORD)
                await page.press("[name=__login_password]", "Enter")
                await page.wait_for_selector("text=Logout")

        yield Host(address, folder, partial(restored, database), database, enter)


@contextmanager
def calendars(folder: Path) -> Iterator[Host]:
    """Radicale's page for calendars and address books."""
    options = ("--server-hosts", "127.0.0.1:{port}", "--auth-type", "none", "--storage-filesystem-folder", folder)
    collections = folder / "collection-root" / "ann"

    def reset() -> None:
        shutil.rmtree(collections, ignore_errors=True)
        for name, tag in (("Work", "VCALENDAR"), ("Family", "VCALENDAR"), ("Friends", "VADDRESSBOOK")):
            (collections / name.lower()).mkdir(parents=True)
            kept = {"tag": tag, "D:displayname": name}
            (collections / name.lower() / ".Radicale.props").write_text(json.dumps(kept), encoding="utf-8")

    reset()
    with started("-m", "radicale", *options, page="/.web/", program=ISSUES) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/.web/")
            await page.wait_for_selector("[type=submit] >> visible=true")

        yield Host(address, collections, reset, None, enter)


@contextmanager
def desk(folder: Path) -> Iterator[Host]:
    """Quasar's widgets, by NiceGUI."""
    with started(SITES / "desk_site.py", folder, "{port}", page="/", program=ADMIN, HOME=str(folder)) as address:
        yield Host(address, folder, partial(emptied, folder))


MORE: dict[str, Callable[[Path], AbstractContextManager[Host]]] = {
    host.__name__: host for host in (project, tiddlers, mailbox, teahouse, desk, issues, calendars)
}
