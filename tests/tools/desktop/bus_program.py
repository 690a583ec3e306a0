"""A small program on a real D-Bus: it answers what a test wants it to, and remembers what it was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from jeepney import HeaderFields, Message, MessageType, new_error, new_method_return  # type: ignore[import-untyped]  # it has no types
from jeepney.bus_messages import message_bus  # type: ignore[import-untyped]  # it has no types
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection  # type: ignore[import-untyped]  # it has no types

PROPERTIES = "org.freedesktop.DBus.Properties"
Answer = tuple[str, tuple[Any, ...]]


@dataclass
class BusProgram:
    """`values` are properties with their signatures by name; `answers` gives the reply to a method, by its name.

    A method that neither knows is answered with nothing at all, as one that has nothing to say.
    """

    values: dict[str, tuple[str, Any]] = field(default_factory=dict)
    answers: dict[str, Callable[..., Answer]] = field(default_factory=dict)
    unknown: frozenset[str] = frozenset()
    asked: list[tuple[str, str, tuple[Any, ...]]] = field(default_factory=list)

    def deeds(self) -> list[str]:
        """The names of the methods that were called, but for those that only look."""
        return [member for _, member, _ in self.asked if member not in ("Get", "GetAll")]

    def reply(self, path: str, interface: str, member: str, body: tuple[Any, ...]) -> Answer | str:
        """The signature and the values of the reply, or the name of an error."""
        self.asked.append((path, member, body))
        if member in self.unknown:
            return "org.freedesktop.DBus.Error.UnknownMethod"
        if interface == PROPERTIES and member == "GetAll":
            return "a{sv}", (self.values,)
        if interface == PROPERTIES and member == "Get":
            known = self.values.get(body[1])
            return ("v", (known,)) if known is not None else "org.freedesktop.DBus.Error.UnknownProperty"
        return self.answers[member](*body) if member in self.answers else ("", ())

    @contextmanager
    def serving(self, address: str, *names: str) -> Iterator[BusProgram]:
        """Answer under these names until the block ends."""
        with open_dbus_connection(address) as connection:
            for name in names:
                Proxy(message_bus, connection, timeout=10).RequestName(name)
            ended = threading.Event()
            thread = threading.Thread(target=self._serve, args=(connection, ended))
            thread.start()
            try:
                yield self
            finally:
                ended.set()
                thread.join()

    def _serve(self, connection: DBusConnection, ended: threading.Event) -> None:
        while not ended.is_set():
            try:
                message = connection.receive(timeout=0.05)
            except TimeoutError:
                continue
            if message.header.message_type is MessageType.method_call:
                connection.send(self._answered(message))

    def _answered(self, message: Message) -> Message:
        fields: Mapping[Any, Any] = message.header.fields
        path, member = fields[HeaderFields.path], fields[HeaderFields.member]
        reply = self.reply(path, fields.get(HeaderFields.interface, ""), member, message.body)
        if isinstance(reply, str):
            return new_error(message, reply, "s", ("no",))
        return new_method_return(message, reply[0] or None, reply[1])
