"""Who is in the fleet: a ticket lets one machine in, and no row of the database says otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from nacl.signing import SigningKey

from fleet.site import Postgres
from goalwright.app.known_hosts import KnownHosts
from goalwright.errors import FleetError
from goalwright.fleet.directory import Directory
from goalwright.fleet.roster import Roster
from goalwright.fleet.run_memory import LastRuns, RunMemory
from goalwright.fleet.seals import public_key
from goalwright.fleet.ticket_book import TicketBook
from goalwright.fleet.tickets import Ticket, proof

pytestmark = pytest.mark.slow
FIRST, SECOND = (public_key(SigningKey(byte * 32)) for byte in (b"1", b"2"))


class Office:
    """A hub's roster on a database of its own."""

    def __init__(self, url: str, folder: Path, postgres: Postgres) -> None:
        (folder / "fleet").mkdir()
        self.url, self.postgres = url, postgres
        self.directory = Directory(url)
        self.directory.prepare()
        book = TicketBook(folder / "fleet" / "tickets.txt")
        self.roster = Roster(SigningKey(b"h" * 32), self.directory, book, KnownHosts(folder))

    def join(self, ticket: Ticket, key: str, *tags: str) -> None:
        wanted = (*ticket.tags, *tags)
        self.directory.join(ticket.name, key, wanted, ticket.nonce, proof(ticket, key, wanted))

    def enrolled(self) -> dict[str, tuple[str, ...]]:
        return {host.name: host.tags for host in self.roster.hosts() if host.is_enrolled}

    def sql(self, statement: str, *values: object) -> list[tuple[object, ...]]:
        return self.postgres.sql(self.url, statement, values)


@pytest.fixture
def office(postgres: Postgres, tmp_path: Path) -> Iterator[Office]:
    made = Office(postgres.new_database(), tmp_path, postgres)
    yield made
    made.directory.close()


def test_a_ticket_lets_one_machine_in(office: Office) -> None:
    ticket = office.roster.enrol("web1", ["web"])
    office.join(ticket, FIRST)
    assert office.enrolled() == {"web1": ("web",)}
    office.join(ticket, FIRST)  # as a worker does that is started with the same command again
    assert office.enrolled() == {"web1": ("web",)}
    with pytest.raises(FleetError, match="enrolled with another key"):
        office.join(ticket, SECOND)
    office.sql("DELETE FROM goalwright_fleet.hosts")  # a stranger makes room for the thief of a used ticket
    office.join(ticket, SECOND)
    assert office.enrolled() == {}


def test_a_host_that_was_removed_comes_back_with_a_new_ticket_alone(office: Office) -> None:
    old = office.roster.enrol("web1", [])
    office.join(old, FIRST)
    office.enrolled()
    (row,) = office.sql("SELECT row_to_json(h)::text FROM goalwright_fleet.hosts h")
    office.roster.remove("web1")
    with pytest.raises(FleetError, match="there is no host 'web1'"):
        office.roster.remove("web1")
    put_back = "INSERT INTO goalwright_fleet.hosts SELECT (json_populate_record(NULL::goalwright_fleet.hosts, %s)).*"
    office.sql(put_back, row[0])
    assert office.enrolled() == {}
    office.sql("DELETE FROM goalwright_fleet.hosts")
    for key in (FIRST, SECOND):
        office.join(old, key)
        assert office.enrolled() == {}
    office.join(office.roster.enrol("web1", ["web"]), FIRST)
    assert office.enrolled() == {"web1": ("web",)}


def test_a_new_ticket_changes_the_tags_and_the_old_ones_are_not_put_back(office: Office) -> None:
    old, new = office.roster.enrol("web1", ["prod"]), office.roster.enrol("web1", ["test"])
    office.join(old, FIRST)
    assert office.enrolled() == {"web1": ("prod",)}
    office.join(new, FIRST)
    assert office.enrolled() == {"web1": ("test",)}
    office.join(old, FIRST)
    assert office.enrolled() == {}
    office.join(new, FIRST)
    assert office.enrolled() == {"web1": ("test",)}
    office.sql("UPDATE goalwright_fleet.hosts SET tags = %s", json.dumps(["test", "prod"]))
    assert office.enrolled() == {}


def test_rows_of_strangers_are_shown_and_nothing_more(office: Office) -> None:
    columns = "(name, host_key, tags, nonce, proof, enrolment, about)"
    rows = [
        ("umlaut", FIRST, "[]", "n", "ü", "", "{}"),
        ("no key", "ü", "{}", "x\nvoid y", "p", "ü", "[]"),
        ("\x1b[31mred", "", "7", "", "", "{", '{"tools": 7}'),
        ("deep", "ab" * 32, "[" * 5000, "n", "p", "[" * 5000, "[" * 5000),
    ]
    for row in rows:
        office.sql(f"INSERT INTO goalwright_fleet.hosts {columns} VALUES ({', '.join(['%s'] * 7)})", *row)
    office.join(office.roster.enrol("web1", []), FIRST)
    assert office.enrolled() == {"web1": ()}
    assert len(office.roster.hosts()) == 5
    for row in rows:
        office.roster.remove(row[0])
    assert office.enrolled() == {"web1": ()}


def test_numbers_of_fleet_runs_go_up_in_a_new_database_too(office: Office, tmp_path: Path) -> None:
    """Hosts know what they did by these numbers."""
    assert [office.directory.new_run(0), office.directory.new_run(0)] == [1, 2]
    assert [office.directory.new_run(40), office.directory.new_run(3)] == [41, 42]
    memory = RunMemory(tmp_path / "fleet" / "runs.json")
    memory.begun(42)
    memory.begun(7)
    memory.changed("fleet-42", 5.0)
    assert memory.read() == LastRuns(42, "fleet-42", 5.0)
    memory.undone("fleet-41")
    memory.undone("fleet-42")
    assert memory.read() == LastRuns(42)
    for text in ("", "[]", "{}", '{"number": "x"}', "\x00"):
        (tmp_path / "fleet" / "runs.json").write_text(text)
        assert memory.read() == LastRuns(), text
