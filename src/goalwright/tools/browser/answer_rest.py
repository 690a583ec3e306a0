"""How long a page's answer to a press is waited for: until the page is at rest, by what it still has before it."""

from __future__ import annotations

from goalwright.tools.browser.page_looks import PageLook
from goalwright.tools.browser.rejections import Judgement

CALM_MS = 100.0
"""How long a page has to be as it is where all that it has before it is known."""
SOON_MS = 300.0
LATE_MS = 1_200.0
"""How long what was sent may go without a visible answer, and a page that said yes may yet take it back."""
FAR_MS = 4_000.0
"""The longest timers that are waited for: pages show by them what became of a press."""
TIMERS_MS = 6_000.0
"""How long timers that set others are waited for in all, after the last answer."""
LISTENING_MS = 3_000.0
"""How long an answer may take that comes over a socket, or from a worker."""
STAYING_MS = 400.0
"""How long a note has to stay: some are gone once the page has thought again."""
_STEP_MS = 250.0
_AFTER_MS = 30.0


class Rest:
    """How long a page has been quiet, and has shown a problem, by its own clock: one that is slow gets more time."""

    def __init__(self) -> None:
        self.quiet_ms = self.told_ms = 0.0
        self._last: tuple[float, float] | None = None

    def note(self, look: PageLook, answered_s: float, problem: str) -> None:
        then_ms, then_s = self._last or (look.now_ms, answered_s)
        self._last = look.now_ms, answered_s
        passed_ms = look.now_ms - then_ms
        if passed_ms < 0 or answered_s != then_s:  # another document, or another answer
            self.quiet_ms = self.told_ms = 0.0
        else:
            self.quiet_ms += passed_ms
            self.told_ms = self.told_ms + passed_ms if problem else 0.0

    def left_ms(self, look: PageLook, judged: Judgement, *, is_here: bool, is_left: bool) -> float:
        """How long to wait before the next look; nothing if no more is to come.

        `is_here` says that the form that was sent is still there and no other answer shows, `is_left` that another
        page is there in its place.
        """
        if judged.problem:
            return STAYING_MS - self.told_ms
        is_settled = judged.is_told or is_left  # what only shows may yet be taken back
        far_ms = LATE_MS if is_settled else FAR_MS
        if self.quiet_ms < TIMERS_MS and (ahead := [left for delay, left in look.timers if delay <= far_ms]):
            return min(min(ahead) + _AFTER_MS, _STEP_MS)
        if 0 <= look.asked_ms < (LATE_MS if is_settled else LISTENING_MS):
            return _STEP_MS / 2
        return min(self._needed_ms(look, judged, is_here=is_here) - self.quiet_ms, _STEP_MS)

    def _needed_ms(self, look: PageLook, judged: Judgement, *, is_here: bool) -> float:
        if judged.is_taken:
            return 0.0
        if is_here:
            return LATE_MS
        return CALM_MS if look.is_known and look.changed_ms >= CALM_MS else SOON_MS
