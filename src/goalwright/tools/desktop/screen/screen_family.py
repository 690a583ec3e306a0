"""The tools of the screen by name, and which of them this machine lacks."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from functools import partial

from goalwright.contracts import Tool
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.written_file import WrittenFile
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.displays import NOT_LINUX, lacks_package, lacks_x11
from goalwright.tools.desktop.screen.brightness import brightness_missing, brightness_tools
from goalwright.tools.desktop.screen.find_text import find_text
from goalwright.tools.desktop.screen.pictures import take
from goalwright.tools.desktop.screen.screen_port import Picture, PictureReader, Screen
from goalwright.tools.desktop.screen.tesseract import PROGRAM, TesseractReader
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

TAKE, FIND = "system.display.take_screenshot", "system.display.find_text"
# sys.platform -> the command that installs tesseract.
_INSTALLERS = {"darwin": "`brew install tesseract`", "win32": "`winget install UB-Mannheim.TesseractOCR`"}
_APT = "`sudo apt-get install tesseract-ocr`"


def make_tools(services: Services) -> Mapping[str, Tool]:
    pictures = tools_for(MssScreen(), TesseractReader(services.screen_language), services.roots)
    return {**pictures, **brightness_tools(services)}


def tools_for(screen: Screen, reader: PictureReader, roots: AllowedRoots) -> Mapping[str, Tool]:
    """The tools that look at a screen; pictures go into these roots only."""
    pictured = WrittenFile(roots)
    return {
        TAKE: FunctionTool(
            act=partial(take, screen, pictured),
            look_first=pictured.look,
            check=pictured.verify,
            invert=pictured.inverse,
            take_back=pictured.take_back,
            print_of=pictured.print_of,
        ),
        FIND: FunctionTool(act=lambda call, _before: find_text(screen, reader, call)),
    }


def missing(services: Services) -> Mapping[str, str]:
    why = "" if sys.platform in NOT_LINUX else lacks_x11("no program may look at the screen", os.environ)
    unread = why = why or lacks_package("mss")
    if not why and shutil.which(PROGRAM) is None:
        unread = f"tesseract, which reads text on pictures, is not installed: {_INSTALLERS.get(sys.platform, _APT)}"
    seen = {name: reason for name, reason in ((TAKE, why), (FIND, unread)) if reason}
    return {**seen, **brightness_missing(services)}


class MssScreen:
    """The `Screen` of this machine, asked again each time: the display may be another one by then."""

    def picture(self) -> Picture:
        from mss import MSS
        from mss.exception import ScreenShotError

        try:
            with MSS() as screen:
                everything = screen.monitors[0]
                shot = screen.grab(everything)
                left, top = everything["left"], everything["top"]
                return Picture(width=shot.width, height=shot.height, rgb=bytes(shot.rgb), left=left, top=top)
        except ScreenShotError as error:
            problem = " ".join(str(error).split())
            raise ToolFailure(f"the screen cannot be seen ({problem}): check that the desktop session runs") from error
