"""Parts of an object that are made when they are first needed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

Made = TypeVar("Made")


class part(Generic[Made]):  # noqa: N801  # it reads like the property it is
    """A property that is made once, by whichever thread asks first, and kept until it is popped from `__dict__`.

    What has such properties has a `guard`, the lock that is held while one is made.
    """

    def __init__(self, make: Callable[[Any], Made]) -> None:
        self._make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, wiring: None, owner: type) -> part[Made]: ...
    @overload
    def __get__(self, wiring: object, owner: type) -> Made: ...
    def __get__(self, wiring: Any, owner: type) -> Made | part[Made]:
        if wiring is None:
            return self
        with wiring.guard:
            if self.name not in wiring.__dict__:
                wiring.__dict__[self.name] = self._make(wiring)
            made: Made = wiring.__dict__[self.name]
            return made
