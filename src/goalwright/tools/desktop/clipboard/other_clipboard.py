"""The clipboard on Windows and macOS, through pyperclip."""

from __future__ import annotations

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.clipboard.clipboard_port import Clip


class PyperclipClipboard:
    """The `Clipboard` of Windows or macOS; anything that is not text looks empty."""

    def read(self) -> Clip:
        import pyperclip  # type: ignore[import-untyped,unused-ignore]  # it has no types

        try:
            return Clip(text=str(pyperclip.paste() or ""))
        except pyperclip.PyperclipException as error:
            raise _failure(error) from error

    def write(self, text: str) -> None:
        import pyperclip

        try:
            pyperclip.copy(text)
        except pyperclip.PyperclipException as error:
            raise _failure(error) from error


def _failure(error: Exception) -> ToolFailure:
    problem = " ".join(str(error).split())
    return ToolFailure(f"the clipboard cannot be used: {problem}", is_transient=True)
