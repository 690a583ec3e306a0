"""D-Bus that is not there, is no bus, or does not answer: one sentence, soon."""

from __future__ import annotations

import pickle
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goalwright.tools.desktop.bus import BUS_ITSELF, BusAddress, BusFault, bus_problem, connected
from tools.desktop.bus_program import BusProgram
from tools.desktop.private_bus import private_bus

PLACE = BusAddress("org.example.Shop", "/shop", "org.example.Shop")


@pytest.fixture(scope="module")
def bus() -> Iterator[str]:
    with private_bus() as address:
        yield address


@pytest.fixture
def here(bus: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus)
    return bus


def test_calls_and_properties_come_back_as_plain_values(here: str) -> None:
    shop = BusProgram(values={"Open": ("b", True)}, answers={"Add": lambda a, b: ("i", (a + b,))})
    with shop.serving(here, PLACE.program), connected("session") as bus:
        assert bus.call(PLACE, "Add", "ii", 2, 3) == (5,)
        assert bus.get(PLACE, "Open") is True
        assert bus.get_all(PLACE) == {"Open": True}
        assert PLACE.program in bus.names()
        assert shop.deeds() == ["Add"]


def test_nobody_and_nothing_known_are_told_apart(here: str) -> None:
    with connected("session") as bus:
        with pytest.raises(BusFault) as nobody:
            bus.call(PLACE, "Add")
        with pytest.raises(BusFault) as unknown:
            bus.call(BUS_ITSELF, "NoSuchMethod")
    assert (nobody.value.is_unowned, unknown.value.is_unowned) == (True, False)
    assert unknown.value.name.endswith(".UnknownMethod")
    again = pickle.loads(pickle.dumps(nobody.value))
    assert (str(again), again.name) == (str(nobody.value), nobody.value.name)


def test_a_program_that_does_not_answer_is_not_waited_for(here: str) -> None:
    class Silent(BusProgram):
        def reply(self, *_: object) -> tuple[str, tuple[object, ...]]:
            time.sleep(0.3)
            return "", ()

    with Silent().serving(here, PLACE.program), connected("session") as bus, pytest.raises(BusFault) as silent:
        bus.call(PLACE, "Wait", within_s=0.1)
    assert str(silent.value) == "org.example.Shop does not answer"


def test_a_socket_that_nobody_serves_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as server:
        server.bind(f"{folder}/bus")
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={folder}/bus")
        assert bus_problem("session") == ""
        with pytest.raises(BusFault, match="the session bus cannot be used"), connected("session"):
            pass
        server.listen()
        with pytest.raises(BusFault, match="the session bus cannot be used"), connected("session"):
            pass


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(
    address=st.text(st.characters(codec="ascii", exclude_characters="\0"), max_size=30)
    | st.builds("unix:{}={}".format, st.sampled_from(["path", "abstract", "x"]), st.text("/a%,;=:", max_size=9))
)
def test_an_address_that_is_none_is_one_sentence(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address or "unix:")
    with pytest.raises(BusFault), connected("system"):
        pass


def test_the_users_bus_is_looked_for_where_systemd_puts_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS", raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert "there is no D-Bus session bus" in bus_problem("session")
    (tmp_path / "bus").touch()
    assert bus_problem("session") == ""
