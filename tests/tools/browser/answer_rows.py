"""What tables of pages that answer are built from: pages that a script answers, pages that a site does, and rows of them."""

# ruff: noqa: E501  # a page is a line

from __future__ import annotations

from collections.abc import Mapping

from tools.browser.answering_pages import Case, json, see
from tools.browser.plain_answers import button
from tools.browser.sites import Answer

KIT = """<script>const $ = (id) => document.getElementById(id), later = (ms, work) => setTimeout(work, ms);
const send = (path = '/send', method = 'POST') => fetch(path, { method, body: '{}' });</script>"""
_READING = {"data": "const a = await (await send()).json();", "answer": "const a = await send();", "": ""}


def live(body: str, reads: str = "data", first: str = "") -> str:
    """A page whose script sends something when the form `f` is sent, or else the button `b` is pressed.

    In place of `%s` comes what it does after that, with the site's answer `a`; `first` is what it does before.
    """
    event = (
        "f.onsubmit = async (event) => { event.preventDefault();" if "id=f>" in body else "b.onclick = async () => {"
    )
    return f"{KIT}{body}<script>{event} {first} {_READING[reads]} %s }}</script>"


def worked(template: str, deed: str, works: Mapping[str, str | tuple[str, Answer]]) -> dict[str, Case]:
    """A row for each thing that a script may do, or may do with an answer of its own, when something is pressed."""
    pairs = {what: (work, json("{}")) if isinstance(work, str) else work for what, work in works.items()}
    return {what: Case(template % work, answer, press=button(deed)) for what, (work, answer) in pairs.items()}


def given(form: str, deed: str, answers: Mapping[str, Answer]) -> dict[str, Case]:
    """A row for each page that a site may give for a form."""
    return {what: Case(form, answer, press=button(deed)) for what, answer in answers.items()}


def led(form: str, deed: str, pages: Mapping[str, Answer]) -> dict[str, Case]:
    """A row for each page that a site may lead on to from a form."""
    return {what: Case(form, see(), press=button(deed), after=after) for what, after in pages.items()}
