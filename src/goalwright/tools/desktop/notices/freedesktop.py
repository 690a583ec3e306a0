"""The Notices of Linux: the desktop's notification daemon, over D-Bus."""

from __future__ import annotations

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.bus import BusAddress, BusFault, connected

APP = "Goalwright"
DAEMON = BusAddress("org.freedesktop.Notifications", "/org/freedesktop/Notifications", "org.freedesktop.Notifications")
_NEW, _USUAL_TIME = 0, -1
_NO_DAEMON = (
    "no notification daemon is running: start the desktop's own, or install one "
    "(`sudo apt-get install dunst`) and start it"
)


class DesktopNotices:
    """Notices over the session bus."""

    def show(self, title: str, text: str) -> None:
        import html

        with connected("session") as bus:
            try:
                # Escaped without asking: daemons read markup also where they do not list it among what they can do.
                body = html.escape(text, quote=False)
                bus.call(DAEMON, "Notify", "susssasa{sv}i", APP, _NEW, "", title, body, [], {}, _USUAL_TIME)
            except BusFault as fault:
                if fault.is_unowned or "Spawn" in fault.name:
                    raise ToolFailure(_NO_DAEMON) from None
                raise
