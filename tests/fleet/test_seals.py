"""What is signed can be neither made nor changed by those who carry it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from goalwright.errors import FleetError, SealBroken
from goalwright.fleet.address import fleet_url
from goalwright.fleet.grouping import grouped, set_hash
from goalwright.fleet.identity import Membership, own_key, remember
from goalwright.fleet.orders import HostAnswer
from goalwright.fleet.seals import opened, public_key, sealed
from goalwright.fleet.tickets import is_proven, new_ticket, proof, ticket_from

KEY, OTHER = SigningKey(b"1" * 32), SigningKey(b"2" * 32)


def test_a_seal_opens_for_its_purpose_with_its_key() -> None:
    assert opened("order", sealed("order", {"a": 1}, KEY), public_key(KEY)) == {"a": 1}


def test_broken_seals() -> None:
    good = sealed("order", {"a": 1}, KEY)
    parts = json.loads(good)
    broken = {
        "of another key": sealed("order", {"a": 1}, OTHER),
        "for another purpose": sealed("answer", {"a": 1}, KEY),
        "changed": json.dumps({**parts, "text": parts["text"].replace("1", "2")}),
        "unsigned": json.dumps({**parts, "signature": ""}),
        "signature of something else": json.dumps(
            {**parts, "signature": json.loads(sealed("order", {}, KEY))["signature"]}
        ),
        "no JSON": "hello",
        "a number": 7,
        "nothing": None,
        "a list": "[1]",
        "nested without end": "[" * 100_000,
        "no hexadecimal": json.dumps({**parts, "signature": "zz"}),
        "text that is no text": json.dumps({"text": 1, "signature": parts["signature"]}),
    }
    assert [name for name, seal in broken.items() if is_opened(seal)] == []


def is_opened(seal: object) -> bool:
    try:
        opened("order", seal, public_key(KEY))
    except SealBroken:
        return False
    return True


def test_a_ticket_is_for_one_name_and_one_hub() -> None:
    ticket = ticket_from(new_ticket("web1", ("web",), KEY).text())
    key, other = public_key(OTHER), public_key(KEY)
    shown = proof(ticket, key, ("web",))
    assert is_proven(KEY, "web1", ticket.nonce, key, ("web",), shown)
    assert not is_proven(KEY, "web2", ticket.nonce, key, ("web",), shown)
    assert not is_proven(KEY, "web1", ticket.nonce, other, ("web",), shown)
    assert not is_proven(KEY, "web1", ticket.nonce, key, ("web", "db"), shown)
    assert not is_proven(OTHER, "web1", ticket.nonce, key, ("web",), shown)
    no_key = "no key\nused web1"
    assert not is_proven(KEY, "web1", ticket.nonce, no_key, ("web",), proof(ticket, no_key, ("web",)))


@pytest.mark.parametrize("text", ["", "gwfleet1-", "gwfleet1-e30", "gwfleet1-%%", "hello", "gwfleet1-WzEsMiwzLDQsNV0"])
def test_texts_that_are_no_ticket(text: str) -> None:
    with pytest.raises(FleetError, match="is no ticket"):
        ticket_from(text)


def test_keys_are_private_and_stay_the_same(tmp_path: Path) -> None:
    key = own_key(tmp_path, "hub")
    assert own_key(tmp_path, "hub") == key
    file = tmp_path / "fleet" / "hub.key"
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700
    file.chmod(0o644)
    with pytest.raises(FleetError, match="can be read by others"):
        own_key(tmp_path, "hub")


def test_a_machine_is_not_taken_over_by_another_hub(tmp_path: Path) -> None:
    remember(tmp_path, Membership(name="web1", hub_key=public_key(KEY)))
    with pytest.raises(FleetError, match="belongs to another hub"):
        remember(tmp_path, Membership(name="web1", hub_key=public_key(OTHER)))


def test_the_address_is_encrypted_wherever_it_leads_away() -> None:
    def url(text: str) -> str:
        return fleet_url({"GOALWRIGHT_FLEET_URL": text})

    assert url("postgresql://me:pw@db.example/x") == "postgresql://me:pw@db.example/x?sslmode=require"
    assert url("postgresql://me:pw@127.0.0.1/x") == "postgresql://me:pw@127.0.0.1/x"
    assert url("postgresql://me:pw@/x?host=/run/pg") == "postgresql://me:pw@/x?host=/run/pg"
    weak = "postgresql://me:pw@db.example/x?sslmode=disable"
    broken = ("postgresql://", "postgresql://me@[::1/x", "postgresql://me@db.example:port/x", "db.example")
    for bad in ("", "mysql://a/b", weak, *broken):
        with pytest.raises(FleetError, match="GOALWRIGHT_FLEET_URL"):
            url(bad)


def test_equal_plans_are_one_group_and_a_set_has_one_hash() -> None:
    plans = [
        HostAnswer(
            fleet="fleet-1", host=host, kind="plan", serial=0, status="ready", shape=shape, plan_hash=f"hash of {host}"
        )
        for host, shape in (("c", "x"), ("a", "y"), ("b", "x"))
    ]
    assert [group.hosts for group in grouped(plans)] == [("b", "c"), ("a",)]
    assert set_hash({"a": "1", "b": "2"}) == set_hash({"b": "2", "a": "1"})
    assert set_hash({"a": "1", "b": "2"}) != set_hash({"a": "2", "b": "1"})
