"""Progress of a run, beside the output: live on a terminal, a line for each finished action elsewhere."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Protocol, Self

from goalwright.doors.cli.answers import remarks
from goalwright.doors.cli.folding import is_folded
from goalwright.doors.cli.plain_text import message_text, seconds_text
from goalwright.doors.cli.screen import STATE_STYLES, marks_for, state_word, warn

if TYPE_CHECKING:
    from rich.console import Group
    from rich.text import Text

    from goalwright.contracts import ActionOutcome, RunEvent

_MOST_SHOWN = 12
_FRAMES_PER_S = 10
_NARROWEST = 20


class Progress(AbstractContextManager["Progress"], Protocol):
    """Takes the events of a run while it lasts."""

    def __call__(self, event: RunEvent) -> None: ...

    def tell(self, message: str) -> None:
        """Say something in between."""


def progress_of(words: Mapping[str, str], *, as_json: bool) -> Progress:
    """The progress that fits the stream: none beside a JSON document."""
    if as_json:
        return Silence()
    is_live = sys.stderr.isatty() and not _is_dumb()
    return Live(words) if is_live else Lines(words)


class Silence:
    """No progress at all."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        return None

    def __call__(self, event: RunEvent) -> None:
        """Nothing is shown."""

    def tell(self, message: str) -> None:
        """Nothing is said."""


class Lines(Silence):
    """A plain line for each action that has ended."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words = words
        self._count = _Counted(words)

    def __call__(self, event: RunEvent) -> None:
        if event.outcome is not None and _is_shown(event.outcome):
            if self._count.takes(event.outcome):
                if self._count.is_due():
                    sys.stderr.write(f"{self._count}\n")
                return
            rest = "".join(f"\n  {remark}" for remark in remarks(event.outcome.output))
            sys.stderr.write(f"{_plain(event.outcome, self._words)}{rest}\n")

    def tell(self, message: str) -> None:
        warn(message)


class Live(Silence):
    """What runs, redrawn as time goes by; what has ended stays above it."""

    def __init__(self, words: Mapping[str, str]) -> None:
        from rich.console import Console
        from rich.live import Live as Screen

        self._words = words
        self._count = _Counted(words)
        self._marks = marks_for(sys.stderr)
        self._running: dict[str, float] = {}
        self._ended = 0
        self._console = Console(highlight=False, stderr=True)
        self._screen = Screen(
            console=self._console,
            get_renderable=self._drawn,
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        # Rich's own refreshing may draw between the two halves of a print, and wipe out the line above.
        self._drawing = threading.Lock()
        self._over = threading.Event()
        self._turning = threading.Thread(target=self._turn, daemon=True)

    def __enter__(self) -> Self:
        self._screen.start()
        self._turning.start()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._over.set()
        self._turning.join()
        self._screen.stop()

    def __call__(self, event: RunEvent) -> None:
        if event.kind == "action_started":
            self._running.setdefault(event.action_id, time.monotonic())
        elif event.outcome is not None:
            self._running.pop(event.action_id, None)
            self._ended += 1
            if _is_shown(event.outcome) and not self._count.takes(event.outcome):
                self._print(self._line(event.outcome))
                for remark in remarks(event.outcome.output):
                    self.tell(f"  {remark}")

    def tell(self, message: str) -> None:
        from rich.text import Text

        self._print(Text(message_text(message), style="yellow"))

    def _print(self, line: Text) -> None:
        with self._drawing:
            self._console.print(line)

    def _turn(self) -> None:
        with suppress(OSError):  # a closed terminal is no reason to fail
            while not self._over.wait(1 / _FRAMES_PER_S):
                with self._drawing:
                    self._screen.refresh()

    def _line(self, outcome: ActionOutcome) -> Text:
        from rich.text import Text

        mark, style = self._marks.of_state(outcome.state), STATE_STYLES.get(outcome.state, "dim")
        words = self._words.get(outcome.action_id, outcome.action_id)
        state = "" if outcome.is_done else f"{state_word(outcome.state)}: "
        error = f": {message_text(outcome.error)}" if outcome.error else ""
        head = Text.assemble((f"{mark} ", style), (f"{seconds_text(outcome.seconds)}  ", "dim"))
        told = Text.assemble((state, style), words, error)
        return head + self._hanging(told, head.cell_len)

    def _hanging(self, text: Text, indent: int) -> Text:
        """The text in lines that fit behind an indent."""
        from rich.text import Text

        lines = text.wrap(self._console, max(_NARROWEST, self._console.width - indent))
        for line in lines:
            line.rstrip()
        return Text("\n" + " " * indent).join(lines)

    def _drawn(self) -> Group:
        """What is running now, the longest first, as much as fits; it is asked for from a thread of its own."""
        from rich.console import Group
        from rich.text import Text

        now, running = time.monotonic(), list(self._running.items())
        frame = self._marks.spinner[int(now * _FRAMES_PER_S) % len(self._marks.spinner)]
        rows = [
            Text.assemble((f"{frame} ", "cyan"), (f"{seconds_text(now - began)}  ", "dim"), self._words.get(name, name))
            for name, began in running[:_MOST_SHOWN]
        ]
        if len(running) > _MOST_SHOWN:
            rows.append(Text(f"  and {len(running) - _MOST_SHOWN} more", style="dim"))
        if len(self._words) > 1:
            rows.append(Text(f"  {self._ended} of {len(self._words)} done", style="dim"))
        for row in rows:
            row.no_wrap, row.overflow = True, "crop"
        return Group(*rows)


class _Counted:
    """Counts the actions of a large run that are done and have no more to say; a tenth of them makes one line."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._words, self._done, self._told = words, 0, 0

    def takes(self, outcome: ActionOutcome) -> bool:
        """Whether an outcome is counted rather than told."""
        if not is_folded(len(self._words)) or not outcome.is_done or any(remarks(outcome.output)):
            return False
        self._done += 1
        return True

    def is_due(self) -> bool:
        tenth = self._done * 10 // max(len(self._words), 1)
        is_new, self._told = tenth > self._told, max(tenth, self._told)
        return is_new

    def __str__(self) -> str:
        return f"done: {self._done:,} of {len(self._words):,} actions"


def _is_shown(outcome: ActionOutcome) -> bool:
    """Whether anything became of an action: what was stopped before it began is left to the last line."""
    return outcome.state != "cancelled" or outcome.seconds > 0


def _plain(outcome: ActionOutcome, words: Mapping[str, str]) -> str:
    took = f" ({seconds_text(outcome.seconds)})" if outcome.attempts or outcome.seconds else ""
    error = f": {message_text(outcome.error)}" if outcome.error else ""
    return f"{state_word(outcome.state)}: {words.get(outcome.action_id, outcome.action_id)}{took}{error}"


def _is_dumb() -> bool:
    return os.environ.get("TERM", "") in ("", "dumb", "unknown")
