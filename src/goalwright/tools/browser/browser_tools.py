"""Every browser tool by its name."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from goalwright.contracts import Tool, ToolCall
from goalwright.dataclass import dataclass
from goalwright.tools.browser import adding, choosing, dragging, filling, logging_in, pointing, ticking
from goalwright.tools.browser.bookmarks import Bookmarks
from goalwright.tools.browser.downloads import Transfers
from goalwright.tools.browser.foreseeing import foresee
from goalwright.tools.browser.key_presses import press
from goalwright.tools.browser.navigating import Navigation
from goalwright.tools.browser.page_reading import PageReading
from goalwright.tools.browser.page_tool import PageTool
from goalwright.tools.browser.scrolling import Zooming, scroll
from goalwright.tools.browser.secret_box import is_secret
from goalwright.tools.browser.secrets import Secrets
from goalwright.tools.browser.session import Session
from goalwright.tools.browser.tabbing import Tabbing
from goalwright.tools.browser.uploads import Uploads
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.late_tool import StandIn
from goalwright.tools.services import Services

if TYPE_CHECKING:
    from playwright.async_api import Page

_ANY = ("", "browser")


def make_tools(services: Services, secrets: Secrets | None = None) -> Mapping[str, Tool]:
    """The browser tools; all of them share one session, which connects when the first of them is used."""
    choices = services.browser
    session = Session(choices, services.machine_lock)
    secrets = secrets or Secrets(folder=choices.folder)
    navigation = Navigation(session)
    tabbing = Tabbing(session, navigation)
    reading = PageReading(services.roots, secrets)
    transfers = Transfers(services.roots, choices.downloads, secrets.hidden)
    zooming = Zooming(session)
    bookmarks = Bookmarks(choices.folder, services.clock, secrets.hidden)

    async def type_text(page: Page, call: ToolCall) -> Mapping[str, Any]:
        if await logging_in.needs_no_typing(page, call):
            return {"typed": 0, "note": logging_in.ALREADY_IN}
        await foresee(page, call)
        return await (secrets.type_text if is_secret(call) else filling.type_text)(page, call)

    tool = partial(PageTool, session=session, secrets=secrets, receive=transfers.keep)
    tab_tool = partial(tool, invert=tabbing.changed, take_back=tabbing.change_back)
    launch = tool(act=navigation.launch, starts=True)
    tools: dict[str, Tool] = {
        "navigate": tool(act=navigation.navigate, check=navigation.has_arrived, starts=True),
        "launch": EitherBrowser(launch, FunctionTool(act=start_other), services.steered()),
        "click": tool(act=logging_in.click, closes=True),
        "type": tool(act=type_text, check=filling.is_typed, changes=True),
        "search": tool(act=filling.search, closes=True),
        "add": tool(act=adding.add, closes=True),
        "press": tool(act=press, closes=True),
        "select": tool(act=choosing.select, check=choosing.is_selected, changes=True, may_revert=True),
        "check": tool(act=ticking.check, check=ticking.is_checked, changes=True, may_revert=True),
        "uncheck": tool(act=ticking.uncheck, check=ticking.is_unchecked, changes=True, may_revert=True),
        "hover": tool(act=pointing.hover),
        "drag": tool(act=dragging.drag, changes=True),
        "scroll": tool(act=scroll),
        "zoom": tool(act=zooming.zoom, invert=zooming.changed, take_back=zooming.change_back),
        "wait": tool(act=reading.wait, looks=True),
        "read": tool(act=reading.read, looks=True),
        "find": tool(act=reading.find, looks=True),
        "screenshot": tool(act=reading.screenshot, file=reading.pictured, looks=True),
        "back": tool(act=navigation.back),
        "forward": tool(act=navigation.forward),
        "reload": tool(act=navigation.reload, any_state=True),
        "new_tab": tab_tool(act=tabbing.new_tab, check=tabbing.has_new_tab, starts=True),
        "close_tab": tool(act=tabbing.close_tab, any_state=True),
        "switch_tab": tab_tool(act=tabbing.switch_tab, any_state=True),
        "download": tool(
            act=transfers.download,
            invert=transfers.received,
            take_back=transfers.remove,
            print_of=transfers.print_of,
            receive=None,
        ),
        "upload": tool(act=Uploads(services.roots).upload, changes=True),
        "bookmark": tool(
            act=bookmarks.bookmark, check=bookmarks.is_kept, invert=bookmarks.known, take_back=bookmarks.remove
        ),
        "close": tool(act=navigation.close, any_state=True),
    }
    return {f"browsers.{name}": made for name, made in tools.items()}


@dataclass(frozen=True, slots=True)
class EitherBrowser(StandIn):
    """The tool that opens a browser: `own` for one that can be controlled, `other` for one that is an app like others.

    The browser that is installed stands for all that are `steered`.
    """

    own: Tool
    other: Tool
    steered: frozenset[str]

    def behind(self, call: ToolCall | None) -> Tool:
        name = "" if call is None else str(call.args.get("app", "")).casefold()
        return self.own if name in _ANY or name in self.steered else self.other


def start_other(call: ToolCall, _before: Mapping[str, Any]) -> Mapping[str, Any]:
    from goalwright.tools.desktop.apps.launching import start_app

    return start_app(call.args["app"])
