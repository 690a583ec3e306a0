"""Three servers of others that need Node: `make test-mcp-servers` installs and runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.mcp.others import OthersDesk, text_of

PROGRAMS = Path(__file__).parents[3] / "build" / "mcp-servers" / "node_modules" / ".bin"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> OthersDesk:
    made = OthersDesk(tmp_path_factory.mktemp("node"))
    made.work.mkdir()
    assert "read_text_file" in made.add("disk", str(PROGRAMS / "mcp-server-filesystem"), str(made.work))
    assert "get_sum" in made.add("everything", str(PROGRAMS / "mcp-server-everything"))
    assert "create_entities" in made.add("graph", str(PROGRAMS / "mcp-server-memory"))
    return made


def test_a_file_is_written_by_us_read_by_the_server_and_written_again_by_us(desk: OthersDesk) -> None:
    report = desk.run("create a.txt saying hello, then use disk to read text file a.txt and write it to b.txt")
    assert text_of(report, "g1_read_text_file_1") == "hello"
    assert (desk.work / "b.txt").read_text() == "hello"
    taken_back = desk.undo(report.run_id)
    assert set(taken_back.undone) == {"g0_write_1", "g2_write_1"}
    assert [name for name, _why in taken_back.not_undone] == ["g1_read_text_file_1"]


def test_what_the_server_writes_can_not_be_undone_and_that_is_said(desk: OthersDesk) -> None:
    report = desk.run("use disk to write file with path c.txt and content hello")
    assert (report.status, (desk.work / "c.txt").read_text()) == ("success", "hello")
    taken_back = desk.undo(report.run_id)
    assert (taken_back.undone, [name for name, _why in taken_back.not_undone]) == ((), ["g0_write_file_1"])
    assert (desk.work / "c.txt").exists()


def test_numbers_structures_and_pictures_come_back(desk: OthersDesk) -> None:
    assert "42" in text_of(desk.run("use everything to get sum with a 2 and b 40"), "g0_get_sum_1")
    weather = desk.run("use everything to get structured content for Chicago")
    assert "temperature" in weather.outcomes["g0_get_structured_content_1"].output["structured"]
    picture = desk.run("use everything to get tiny image").outcomes["g0_get_tiny_image_1"].output
    assert Path(picture["files"][0]).read_bytes().startswith(b"\x89PNG")


def test_the_server_is_given_no_variable_of_ours(desk: OthersDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hunter2")
    assert "hunter2" not in text_of(desk.run("use everything to get env"), "g0_get_env_1")


def test_lists_and_tables_are_given_as_goals(desk: OthersDesk) -> None:
    ann = {"name": "Ann", "entityType": "person", "observations": ["likes tea"]}
    goals = [
        {"domain": "graph", "verb": "create_entities", "params": {"entities": [ann]}},
        {"domain": "graph", "verb": "search_nodes", "params": {"query": "tea"}, "scope": "after:create_entities"},
    ]
    assert json.loads(text_of(desk.run(goals), "g1_search_nodes_1"))["entities"] == [ann]
