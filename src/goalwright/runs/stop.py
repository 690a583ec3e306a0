"""StopRequest: a person wants a run to end, cleanly or at once."""

from __future__ import annotations

from collections.abc import Callable


class StopRequest:
    """Asked once, nothing new is started; asked for now, what is running is abandoned too.

    It is a StopSignal for tools: set once the run is to end now. Threads may read it; only the run's own thread
    may write it.
    """

    def __init__(self) -> None:
        self.is_requested = False
        self._is_now = False
        self._listeners: list[Callable[[], None]] = []

    def is_set(self) -> bool:
        return self._is_now

    def request(self) -> None:
        """Start nothing new; what runs may finish."""
        self.is_requested = True
        self._tell()

    def now(self) -> None:
        """Abandon what runs, too."""
        self.is_requested = self._is_now = True
        self._tell()

    def listen(self, listener: Callable[[], None]) -> None:
        """Call `listener` at each request; at once if there was one."""
        self._listeners.append(listener)
        if self.is_requested:
            listener()

    def forget(self, listener: Callable[[], None]) -> None:
        self._listeners.remove(listener)

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()


class CallStop:
    """The stop signal of one call: set when the run is to end now, or when the call has taken too long."""

    __slots__ = ("_run", "is_late")

    def __init__(self, run: StopRequest) -> None:
        self._run = run
        self.is_late = False

    @property
    def is_given_up(self) -> bool:
        """Whether the whole run is to end now."""
        return self._run.is_set()

    def is_set(self) -> bool:
        return self.is_late or self.is_given_up

    def expire(self) -> None:
        self.is_late = True
