"""A host obeys its own hub, within its own folders, and each order once; strangers get nowhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nacl.signing import SigningKey

from goalwright.app import Goalwright
from goalwright.fleet.answering import Answering
from goalwright.fleet.identity import Membership, own_key
from goalwright.fleet.orders import HostAnswer, Order, answer_from
from goalwright.fleet.seals import opened, public_key, sealed
from tools.browser.file_keyring import FILE_VARIABLE, FileKeyring

HUB, STRANGER = SigningKey(b"h" * 32), SigningKey(b"s" * 32)


def goals(*rows: tuple[str, dict[str, Any]]) -> str:
    return json.dumps({"goals": [{"domain": "file", "verb": verb, "params": params} for verb, params in rows]})


APPEND = goals(("append", {"path": "log.txt", "content": "x\n"}))


class TestHost:
    """One host on this machine, spoken to without a database."""

    __test__ = False

    def __init__(self, top: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("HOME", str(top / "home"))
        self.folder = top / "work"
        self.folder.mkdir(parents=True)
        (top / "home").mkdir()
        self.gw = Goalwright(home=top / "state", cwd=self.folder, config=top / "config")
        self.said: list[str] = []
        self.now = 1000.0
        membership = Membership(name="web1", hub_key=public_key(HUB))
        self.answering = Answering(self.gw, membership, self.said.append, lambda: self.now)
        self.key = public_key(own_key(self.gw.home, "worker"))

    def raw(self, seal: Any) -> dict[str, Any]:
        return opened("answer", asyncio.run(self._answered(seal)), self.key)

    def obey(self, order: Order, key: SigningKey = HUB) -> HostAnswer:
        return answer_from(asyncio.run(self._answered(order.sealed(key))), order, self.key)

    async def _answered(self, seal: Any) -> str:
        try:
            return await self.answering.answered(seal)
        finally:
            await self.gw.release()

    def plan(self, text: str = APPEND, fleet: str = "fleet-1") -> HostAnswer:
        return self.obey(Order(fleet=fleet, host="web1", kind="plan", goals=text))

    def run(self, text: str = APPEND, fleet: str = "fleet-1", **changed: Any) -> HostAnswer:
        fields = {"plan_hash": self.plan(text, fleet).plan_hash, "goals": text, **changed}
        return self.obey(Order(fleet=fleet, host="web1", kind="run", **fields))

    @property
    def log(self) -> str:
        file = self.folder / "log.txt"
        return file.read_text() if file.exists() else ""


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestHost:
    return TestHost(tmp_path, monkeypatch)


def test_an_order_is_planned_run_and_undone(host: TestHost) -> None:
    plan = host.plan()
    assert (plan.status, plan.count, plan.actions[0].what) == ("ready", 1, "append file ./log.txt")
    assert host.log == ""
    assert host.run().status == "success"
    assert host.log == "x\n"
    assert host.obey(Order(fleet="fleet-1", host="web1", kind="foresee")).done == 1
    assert host.log == "x\n"
    assert host.obey(Order(fleet="fleet-1", host="web1", kind="undo")).status == "success"
    assert host.log == ""


def test_an_order_that_comes_again_is_not_done_again(host: TestHost) -> None:
    order = Order(fleet="fleet-1", host="web1", kind="run", goals=APPEND, plan_hash=host.plan().plan_hash)
    assert [host.obey(order).status for _ in range(3)] == ["success"] * 3
    assert host.log == "x\n"
    # As another order of the same fleet run, such as one that resumes it.
    again = Order(fleet="fleet-1", host="web1", kind="run", goals=APPEND, plan_hash=order.plan_hash, serial=4)
    assert host.obey(again).status == "success"
    assert host.log == "x\n"


def test_an_order_whose_run_was_forgotten_is_not_done_again(host: TestHost) -> None:
    order = Order(fleet="fleet-1", host="web1", kind="run", goals=APPEND, plan_hash=host.plan().plan_hash)
    host.obey(order)
    host.gw.clean(everything=True)
    (host.folder / "log.txt").unlink()  # the world is as it was when the plan was made
    assert host.obey(order).status == "refused"
    assert host.log == ""


def test_a_stopped_fleet_run_is_not_taken_up_until_it_is_resumed(host: TestHost) -> None:
    plan = host.plan()
    host.obey(Order(fleet="fleet-1", host="web1", kind="stop", voids=0))
    order = Order(fleet="fleet-1", host="web1", kind="run", goals=APPEND, plan_hash=plan.plan_hash)
    assert host.obey(order).status == "cancelled"
    assert host.log == ""
    resumed = Order(fleet="fleet-1", host="web1", kind="run", goals=APPEND, plan_hash=plan.plan_hash, serial=1)
    assert host.obey(resumed).status == "success"


def test_what_has_not_begun_by_its_deadline_does_not_begin(host: TestHost) -> None:
    plan = host.plan()
    late: dict[str, Any] = {"fleet": "fleet-1", "host": "web1", "goals": APPEND, "until": 999}
    for order in (Order(kind="plan", **late), Order(kind="run", plan_hash=plan.plan_hash, **late)):
        answer = host.obey(order)
        assert (answer.status, answer.reason) == ("cancelled", "the deadline was over before it began")
    assert host.log == ""
    in_time = Order(kind="run", plan_hash=plan.plan_hash, **{**late, "until": 1001})
    assert host.obey(in_time).status == "success"
    host.now = 2000.0
    assert host.obey(in_time).status == "success"  # what has begun is taken up whenever its worker comes back
    assert host.log == "x\n"


def test_an_undo_that_overtakes_its_run_voids_it(host: TestHost) -> None:
    """Orders are carried by a database that others can write to, and hosts that come back take up several at once."""
    order = Order(fleet="fleet-1", host="web1", kind="run", goals=APPEND, plan_hash=host.plan().plan_hash)
    assert host.obey(Order(fleet="fleet-1", host="web1", kind="undo", voids=0)).reason == "nothing was run here"
    assert host.obey(order).status == "cancelled"
    assert host.log == ""

    async def both() -> None:
        again = Order(fleet="fleet-2", host="web1", kind="run", goals=APPEND, plan_hash=order.plan_hash)
        undo = Order(fleet="fleet-2", host="web1", kind="undo", voids=0)
        await asyncio.gather(*(host.answering.answered(each.sealed(HUB)) for each in (again, undo)))

    asyncio.run(both())
    assert host.log == ""


def test_a_host_whose_world_changed_refuses(host: TestHost) -> None:
    text = goals(("delete", {"path": "old.txt"}))
    (host.folder / "old.txt").write_text("as it was approved")
    plan = host.plan(text)
    assert plan.needs_approval
    (host.folder / "old.txt").unlink()
    answer = host.obey(Order(fleet="fleet-1", host="web1", kind="run", goals=text, plan_hash=plan.plan_hash))
    assert answer.status == "refused"


def hostile_orders() -> dict[str, Callable[[TestHost], Any]]:
    """What a stranger with the database, or a hub that overreaches, may put before a host."""

    def changed(field: str, value: Any) -> Callable[[TestHost], Any]:
        def seal(host: TestHost) -> Any:
            good = Order(fleet="fleet-1", host="web1", kind="run", goals=APPEND, plan_hash=host.plan().plan_hash)
            envelope = json.loads(good.sealed(HUB))
            body = {**json.loads(envelope["text"]), field: value}
            return json.dumps({**envelope, "text": json.dumps(body, sort_keys=True, separators=(",", ":"))})

        return seal

    def signed(key: SigningKey, **fields: Any) -> Callable[[TestHost], Any]:
        def seal(host: TestHost) -> Any:
            told = {"goals": APPEND, "plan_hash": host.plan().plan_hash, "host": "web1", "kind": "run", **fields}
            return Order(fleet="fleet-1", **told).sealed(key)

        return seal

    def raw(body: dict[str, Any], key: SigningKey = HUB, purpose: Any = "order") -> Callable[[TestHost], Any]:
        return lambda _host: sealed(purpose, body, key)

    whole = {
        "fleet": "fleet-1",
        "host": "web1",
        "kind": "run",
        "serial": 0,
        "goals": APPEND,
        "plan_hash": "",
        "by": "",
        "voids": -1,
    }
    outside = [
        {"path": "/etc/passwd"},
        {"path": "../../outside.txt"},
        {"path": "/home/somebody/x"},
        {"path": "/root/.ssh/authorized_keys"},
        {"path": "log.txt/../../../../outside.txt"},
        {"path": "/proc/self/mem"},
    ]
    cases: dict[str, Callable[[TestHost], Any]] = {
        "nothing": lambda _host: None,
        "a number": lambda _host: 7,
        "empty": lambda _host: "",
        "no JSON": lambda _host: "rm -rf /",
        "unsigned": lambda _host: json.dumps({"text": json.dumps(whole), "signature": ""}),
        "a signature of zeros": lambda _host: json.dumps({"text": json.dumps(whole), "signature": "00" * 64}),
        "signed by a stranger": signed(STRANGER),
        "for another host": signed(HUB, host="db1"),
        "another plan": signed(HUB, plan_hash="f" * 64),
        "no plan": signed(HUB, plan_hash=""),
        "other goals than those of the plan": signed(
            HUB, goals=goals(("append", {"path": "log.txt", "content": "y\n"}))
        ),
        "goals in another order": signed(
            HUB,
            goals=goals(
                ("append", {"path": "b.txt", "content": "y\n"}), ("append", {"path": "log.txt", "content": "x\n"})
            ),
        ),
        "goals that are no JSON": signed(HUB, goals="rm -rf /"),
        "no goals": signed(HUB, goals='{"goals": []}'),
        "a verb that is not there": signed(HUB, goals='{"goals": [{"domain": "shell", "verb": "exec", "params": {}}]}'),
        "an unknown kind": raw({**whole, "kind": "exec"}),
        "a field too many": raw({**whole, "tool": "files.delete_folder"}),
        "a field too few": raw({name: value for name, value in whole.items() if name != "goals"}),
        "a field of another type": raw({**whole, "serial": "0"}),
        "an answer in place of an order": raw(whole, purpose="answer"),
        "an approval in place of an order": raw(whole, purpose="approval"),
        "a mark in place of an order": raw(whole, purpose="mark"),
        "a run named to leave its folder": raw({**whole, "fleet": "../../x"}),
        "a run with an endless name": raw({**whole, "fleet": "f" * 5000}),
        "endless": lambda _host: "x" * (17 * 2**20),
        "deep": lambda _host: "[" * 200_000,
    }
    for field, value in (
        ("goals", goals(("delete", {"path": "precious.txt"}))),
        ("plan_hash", "0" * 64),
        ("host", "db1"),
        ("kind", "undo"),
        ("serial", 9),
        ("fleet", "fleet-2"),
        ("by", "root"),
        ("voids", 99),
        ("until", 9_999_999_999),
    ):
        cases[f"{field} changed after signing"] = changed(field, value)
    for place in outside:
        text = goals(("append", {**place, "content": "x"}))
        cases[f"outside its folders: {place['path']}"] = signed(HUB, goals=text)
        cases[f"planned outside its folders: {place['path']}"] = raw({**whole, "kind": "plan", "goals": text})
    return cases


def test_hostile_orders_change_nothing(host: TestHost) -> None:
    """More than forty of them: every one is answered with a refusal, and nothing happens."""
    (host.folder / "precious.txt").write_text("mine")
    (host.folder / "log.txt").write_text("")
    before = sorted(path.name for path in host.folder.parent.rglob("*") if "state" not in path.parts)
    cases = hostile_orders()
    assert len(cases) >= 40
    for name, make in cases.items():
        answer = host.raw(make(host))
        assert answer["status"] == "refused", name
        assert answer["reason"], name
        assert "Traceback" not in answer["reason"], name
        assert "internal error" not in answer["reason"], (name, answer["reason"])
        assert host.log == "", name
        assert (host.folder / "precious.txt").read_text() == "mine", name
    after = sorted(path.name for path in host.folder.parent.rglob("*") if "state" not in path.parts)
    assert after == before
    assert not (Path.home().parent / "outside.txt").exists()


def test_a_secret_of_the_host_stays_there(host: TestHost, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An order names a secret; what it is neither travels nor is told when it can't be used."""
    monkeypatch.setenv(FILE_VARIABLE, str(tmp_path / "keyring.json"))
    monkeypatch.setattr("keyring.core._keyring_backend", FileKeyring())  # what keyring would keep beyond this test
    host.gw.secrets.put("shop", "SECRET-of-the-host", "https://shop.example")
    rows = [
        {"domain": "browser", "verb": "type", "params": {"text": "{{secret:shop}}", "selector": "#password"}},
        {"domain": "file", "verb": "append", "params": {"path": "log.txt", "content": "{{secret:shop}}"}},
    ]
    for row in rows:
        plan = host.plan(json.dumps({"goals": [row]}), fleet="fleet-7")
        if plan.status == "ready":
            plan = host.run(json.dumps({"goals": [row]}), fleet="fleet-7")
        assert "SECRET-of" not in repr(plan) + "".join(host.said) + host.log


def test_an_answer_says_nothing_of_what_stands_in_files(host: TestHost) -> None:
    (host.folder / "secret.txt").write_text("PASSWORD-in-a-file\n")
    rows = [
        {"domain": "file", "verb": "read", "params": {"path": "secret.txt"}},
        {
            "domain": "file",
            "verb": "write",
            "params": {"path": "copy.txt", "content": {"value": {"text": "secret.txt", "lines": "last 1"}}},
        },
    ]
    text = json.dumps({"goals": rows})
    plan = host.obey(Order(fleet="fleet-1", host="web1", kind="plan", goals=text))
    assert plan.status == "ready", plan.reason
    run = host.obey(Order(fleet="fleet-1", host="web1", kind="run", goals=text, plan_hash=plan.plan_hash))
    assert run.status == "success", run.reason
    assert (host.folder / "copy.txt").read_text().strip() == "PASSWORD-in-a-file"
    assert "PASSWORD" not in repr(plan) + repr(run) + "".join(host.said)
