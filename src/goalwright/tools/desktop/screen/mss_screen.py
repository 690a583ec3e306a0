"""The screen through mss, which knows X11, Windows and macOS."""

from __future__ import annotations

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.screen.screen_port import Picture


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
