"""Which browsers pages are worked in with, and which are only started, is said by the table of browsers."""

from __future__ import annotations

import pytest

from goalwright.contracts import ToolCall
from goalwright.rules import builtin_rules
from goalwright.tools.browser.browser_tools import EitherBrowser
from goalwright.tools.function_tool import FunctionTool

OWN, OTHER = FunctionTool(act=lambda _call, _before: {}), FunctionTool(act=lambda _call, _before: {})


@pytest.mark.parametrize(
    ("app", "is_own"),
    [
        *((name, True) for name in ("", "browser", "chrome", "Google Chrome", "chromium", "edge", "brave", "opera gx")),
        *((name, False) for name in ("firefox", "Mozilla Firefox", "safari", "tor browser", "lynx")),
    ],
)
def test_a_browser_is_ours_or_an_app_as_its_row_says(app: str, is_own: bool) -> None:
    either = EitherBrowser(OWN, OTHER, builtin_rules().words.steered_browsers())
    chosen = either.behind(ToolCall(tool="browsers.launch", action_id="a", args={"app": app} if app else {}))
    assert chosen is (OWN if is_own else OTHER)
