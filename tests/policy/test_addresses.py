"""Addresses in plans: allowed schemes only, whoever takes them."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.contracts import Plan, PlannedAction
from goalwright.policy.address_policy import address_problem, address_refusals

GOOD = (
    "https://example.com",
    "http://example.com/page?q=1#top",
    "HTTPS://EXAMPLE.COM/",
    "https://example.com:8443/a@b",
    "http://localhost:8000/",
    "http://[::1]:8000/",
    "https://bücher.example/käse",
)
# Address -> part of what is said about it.
BAD: dict[Any, str] = {
    "javascript:alert(1)": "scheme javascript",
    "JavaScript://example.com/%0aalert(1)": "scheme javascript",
    "java\tscript:alert(1)": "cannot be seen",
    "java\nscript:alert(1)": "cannot be seen",
    " javascript:alert(1)": "cannot be seen",
    "\x01javascript:alert(1)": "cannot be seen",
    "data:text/html,<script>": "scheme data",
    "file:///etc/passwd": "scheme file",
    "FILE:///etc/passwd": "scheme file",
    "ftp://example.com": "scheme ftp",
    "chrome://settings": "scheme chrome",
    "about:blank": "scheme about",
    "view-source:https://example.com": "scheme view-source",
    "blob:https://example.com/1": "scheme blob",
    "vbscript:x": "scheme vbscript",
    "example.com": "names no scheme",
    "//example.com": "names no scheme",
    "/etc/passwd": "names no scheme",
    "": "is not an address",
    "https:": "names no host",
    "https://": "names no host",
    "https:///example.com": "names no host",
    "https:example.com": "names no host",
    "https:/example.com": "names no host",
    "https:\\\\example.com": "backslash",
    "https://example.com\\@evil.example": "backslash",
    "https://example.com@evil.example/": "before its host",
    "https://me:pass@example.com/": "before its host",
    "https://example.com/a b": "space",
    "https://example.com/\u2028": "cannot be seen",
    "https://example.com/\ud800": "cannot be seen",
    "https://example.com:port/": "can be read",
    "https://[::1/": "can be read",
    None: "is not an address",
    7: "is not an address",
}


def plan_opening(url: object, name: str = "url") -> Plan:
    action = PlannedAction(action_id="a1", intent="browser_control", description="open", args={name: url})
    return Plan(actions=(action,), goal_achieved_by="a1", total_actions=1)


@pytest.mark.parametrize("url", GOOD)
def test_web_addresses_may_be_opened(url: str) -> None:
    assert address_problem(url) == ""
    assert address_refusals(plan_opening(url)) == ()


@pytest.mark.parametrize(("url", "says"), BAD.items(), ids=map(repr, BAD))
def test_other_addresses_are_refused_with_what_to_do(url: object, says: str) -> None:
    ((action_id, problem),) = address_refusals(plan_opening(url))
    assert action_id == "a1"
    assert says in problem
    assert problem.isprintable()


def test_schemes_can_be_configured() -> None:
    assert address_problem("file:///home/me/page.html", ("http", "https", "file")) == ""
    assert "only file may be opened" in address_problem("https://example.com", ("file",))


def test_only_arguments_named_url_are_addresses() -> None:
    assert address_refusals(plan_opening("javascript:alert(1)", name="text")) == ()
