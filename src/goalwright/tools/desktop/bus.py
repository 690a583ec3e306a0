"""D-Bus: calls to other programs over the user's own bus or the machine's, none of which waits for long."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.displays import lacks_package

BusName = Literal["session", "system"]

PATIENCE_S = 5.0
GREETED_WITHIN_S = 2.0
_SYSTEM_BUS = "unix:path=/var/run/dbus/system_bus_socket"


class BusFault(ToolFailure):
    """A call that did not come back well; `name` is the D-Bus name of the error, empty if no answer came."""

    def __init__(self, problem: str, name: str = "") -> None:
        super().__init__(problem)
        self.name = name

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.problem, self.name)

    @property
    def is_unowned(self) -> bool:
        """Whether there is no such program on the bus, and none that could be started for it."""
        return self.name.rpartition(".")[2] in ("ServiceUnknown", "NameHasNoOwner")


@dataclass(frozen=True, slots=True)
class BusAddress:
    """Whom to call: a program's name on the bus, one of its objects, and the interface of that."""

    program: str
    path: str
    interface: str


BUS_ITSELF = BusAddress("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")


class Bus:
    """A connection to a bus, for the thread that opened it."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def call(
        self, place: BusAddress, member: str, signature: str = "", *values: Any, within_s: float = PATIENCE_S
    ) -> tuple[Any, ...]:
        """What the program answers; BusFault if it refuses, or does not answer in time."""
        from jeepney import (  # type: ignore[import-untyped]  # it brings no types
            DBusAddress,
            DBusErrorResponse,
            new_method_call,
        )
        from jeepney.wrappers import unwrap_msg  # type: ignore[import-untyped]  # it brings no types

        address = DBusAddress(place.path, bus_name=place.program, interface=place.interface)
        message = new_method_call(address, member, signature or None, values)
        try:
            reply = self._connection.send_and_get_reply(message, timeout=within_s)
            return tuple(unwrap_msg(reply))
        except DBusErrorResponse as error:
            said = next((part for part in error.data or () if isinstance(part, str)), "")
            raise BusFault(f"{place.program} refused: {said or error.name}", error.name or "") from None
        except TimeoutError:
            raise BusFault(f"{place.program} does not answer") from None
        except OSError as error:
            raise BusFault(f"the connection to {place.program} broke: {error}") from None

    def get(self, place: BusAddress, name: str, within_s: float = PATIENCE_S) -> Any:
        return self.call(_properties(place), "Get", "ss", place.interface, name, within_s=within_s)[0][1]

    def get_all(self, place: BusAddress, within_s: float = PATIENCE_S) -> Mapping[str, Any]:
        found = self.call(_properties(place), "GetAll", "s", place.interface, within_s=within_s)[0]
        return {name: value for name, (_, value) in found.items()}

    def names(self) -> tuple[str, ...]:
        return tuple(self.call(BUS_ITSELF, "ListNames")[0])


@contextmanager
def connected(bus: BusName) -> Iterator[Bus]:
    """A connection for the length of a block; BusFault if there is no bus to connect to."""
    absent = bus_problem(bus)
    if absent:
        raise BusFault(absent)
    from jeepney.auth import AuthenticationError  # type: ignore[import-untyped]  # it brings no types
    from jeepney.io.blocking import open_dbus_connection  # type: ignore[import-untyped]  # it brings no types

    try:
        connection = open_dbus_connection(bus_address(bus), auth_timeout=GREETED_WITHIN_S)
    except (OSError, AuthenticationError, RuntimeError, ValueError, KeyError) as error:
        raise BusFault(f"the {bus} bus cannot be used: {error or type(error).__name__}") from None
    with connection:
        yield Bus(connection)


def bus_address(bus: BusName) -> str:
    """Where the bus is, as D-Bus writes addresses; empty if nothing says where."""
    if bus == "system":
        return os.environ.get("DBUS_SYSTEM_BUS_ADDRESS") or _SYSTEM_BUS
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return os.environ.get("DBUS_SESSION_BUS_ADDRESS") or (f"unix:path={runtime}/bus" if runtime else "")


def bus_problem(bus: BusName) -> str:
    """Why there is no such bus here and what to do about it; empty if there seems to be. Only files are looked at."""
    if lacking := lacks_package("jeepney"):
        return lacking
    socket = bus_address(bus)
    path = socket.removeprefix("unix:path=").partition(",")[0]
    if socket and (path == socket or "%" in path or Path(path).exists()):
        return ""
    if bus == "system":
        return "there is no D-Bus system bus: start D-Bus (`sudo systemctl start dbus`)"
    return "there is no D-Bus session bus: start Goalwright from the desktop, or set DBUS_SESSION_BUS_ADDRESS"


def _properties(place: BusAddress) -> BusAddress:
    return BusAddress(place.program, place.path, "org.freedesktop.DBus.Properties")
