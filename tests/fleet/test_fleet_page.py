"""The fleet at the service: over HTTP, and on the page in a real Chromium."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from doors.web.caller import Asker
from doors.web.page_browser import OpenPage, chromium, opened
from fleet.site import Site, eventually

pytestmark = pytest.mark.slow


class FleetService:
    """`goalwright serve` on the machine that is the hub."""

    def __init__(self, site: Site) -> None:
        hub = site.top / "hub"
        self._state = hub / "state"
        command = [sys.executable, "-P", "-m", "goalwright", "serve", "--port", "0", "--json"]
        self._errors = (site.top / "serve.err").open("ab")
        environment = site.environment(self._state, hub)
        self._process = subprocess.Popen(
            command, cwd=hub, env=environment, stdout=subprocess.PIPE, stderr=self._errors, text=True
        )
        assert self._process.stdout is not None
        self.address = str(json.loads(self._process.stdout.readline())["address"])
        self.port = int(self.address.partition("/enter")[0].rpartition(":")[2])

    @property
    def program(self) -> Asker:
        token = (self._state / "service" / "token").read_text().strip()
        return Asker(port=self.port, headers={"Authorization": f"Bearer {token}"})

    def new_address(self) -> str:
        return str(self.program.post("/api/links").document["address"])

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(60)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._errors.close()


@pytest.fixture(scope="module")
def service(standing: Site) -> Iterator[FleetService]:
    made = FleetService(standing)
    yield made
    made.stop()


def stages(view: Any) -> dict[str, str]:
    return {host["host"]: host["stage"] for host in view["hosts"]}


def planned(program: Asker, text: str, **more: Any) -> Any:
    """A fleet run whose hosts have made their plans."""
    begun = program.post("/api/fleet/runs", {"text": text, **more})
    assert begun.status == 201, begun.document
    path = f"/api/fleet/runs/{begun.document['name']}"
    eventually(lambda: set(stages(program.get(path).document).values()) <= {"ready", "refused"}, f"{text}: planned")
    return program.get(path).document


@pytest.mark.thorough
def test_programs_plan_and_only_people_approve(standing: Site, service: FleetService) -> None:
    program = service.program
    fleet = program.get("/api/fleet").document
    assert fleet["problem"] is None
    assert {host["name"]: host["tags"] for host in fleet["hosts"]}["web1"] == ["web"]
    assert all(host["tools"]["files"] > 5 for host in fleet["hosts"])
    view = planned(program, "create a folder asked on all web servers")
    described = program.get("/openapi.json").document["components"]
    for name, document in (("fleet", fleet), ("fleet_view", view)):
        Draft202012Validator({**described["schemas"][name], "components": described}).validate(document)
    assert stages(view) == {"web1": "ready", "web2": "ready"}
    assert [group["hosts"] for group in view["groups"]] == [["web1", "web2"]]
    path = f"/api/fleet/runs/{view['name']}"
    assert program.post(f"{path}/approve", {"set_hash": view["set_hash"]}).status == 403
    assert program.post(f"{path}/proceed").status == 403
    assert not (standing.workers["web1"].folder / "asked").exists()
    assert program.post(f"{path}/stop").document["is_stopped"]


def test_what_cannot_be_is_refused_with_what_to_do(service: FleetService) -> None:
    program = service.program
    cases: list[tuple[str, Any, int, str]] = [
        ("/api/fleet/runs", {"text": "create a folder x on all mail servers"}, 422, "there are: db"),
        ("/api/fleet/runs", {"text": "create a folder x"}, 422, "say on which hosts"),
        ("/api/fleet/runs", {"text": "create a folder x", "on": ["web9"]}, 422, "no host has the name or tag 'web9'"),
        ("/api/fleet/runs", {"text": "crate foldr x", "on": ["web1"]}, 422, "not understood"),
        ("/api/fleet/runs", {"text": "create a folder x", "on": [""]}, 400, "on.0"),
        ("/api/fleet/runs", {"text": "create a folder x", "batch": -1}, 400, "batch"),
        ("/api/fleet/runs/fleet-999/stop", {}, 404, "there is no fleet-999"),
        ("/api/fleet/runs/nonsense/stop", {}, 404, "is no fleet run"),
        ("/api/plans", {"text": "create a folder x on all web servers"}, 422, "is for the fleet (web1, web2)"),
        ("/api/runs", {"text": "create a folder x on web1"}, 422, "is for the fleet (web1)"),
    ]
    for path, body, status, said in cases:
        answer = program.post(path, body)
        assert (answer.status, said in answer.document["detail"]) == (status, True), (path, body, answer.document)


@contextmanager
def at_page(service: FleetService) -> Iterator[OpenPage]:
    with chromium() as browser, opened(browser, service.new_address()) as shown:
        yield shown


@pytest.mark.thorough
def test_a_person_plans_approves_watches_and_undoes_at_the_page(standing: Site, service: FleetService) -> None:
    (standing.workers["db1"].folder / "seen").mkdir()
    with at_page(service) as shown:
        page = shown.page
        page.get_by_role("link", name="Fleet", exact=True).click()
        page.get_by_role("group", name="Hosts").get_by_text("web2").wait_for()
        found = looks(shown, "fleet-hosts")
        page.locator("#order").fill("create a folder seen and put a.txt in it saying hi on all machines")
        page.get_by_label("one host first").check()
        page.get_by_role("button", name="Plan", exact=True).click()
        page.get_by_role("button", name="Run on 3 hosts").wait_for()
        assert page.locator(".plan-group").count() == 2
        assert page.locator(".plan-group.is-other .differs").count() == 1
        found += looks(shown, "fleet-plans")
        page.get_by_role("button", name="Run on 3 hosts").click()
        page.get_by_role("button", name="Go on with the rest").click()
        page.locator(".status", has_text="3 done").wait_for()
        assert all((worker.folder / "seen" / "a.txt").read_text() == "hi" for worker in standing.workers.values())
        (standing.workers["web2"].folder / "seen" / "a.txt").write_text("changed since")
        page.get_by_role("button", name="Undo").click()
        page.get_by_role("cell", name="refused").wait_for()
        page.get_by_role("cell", name="undone").first.wait_for()
        found += looks(shown, "fleet-undone")
        assert not (standing.workers["web1"].folder / "seen").exists()
        page.get_by_role("link", name="Do", exact=True).click()
        page.locator("#sentence").fill("create a folder typed on all web servers")
        page.get_by_role("button", name="Plan it on 2 hosts").click()
        page.get_by_role("button", name="Run on 2 hosts").wait_for()
        assert found == []
        assert not (standing.workers["web1"].folder / "typed").exists()
        (standing.workers["web2"].folder / "typed").mkdir()  # its world changes between plan and run
        page.get_by_role("button", name="Run on 2 hosts").click()
        page.locator(".status", has_text="1 done, 1 refused").wait_for()
        assert (standing.workers["web1"].folder / "typed").is_dir()
        page.get_by_role("cell", name="what it relies on has changed").wait_for()


def looks(shown: OpenPage, name: str) -> list[str]:
    """What is wrong with how a page looks, by day and night, on a screen and on a telephone.

    Pictures are kept for people who say where to put them.
    """
    found, folder = [], os.environ.get("GOALWRIGHT_TEST_PICTURES")
    for colours in ("light", "dark"):
        for width in (380, 1280):
            shown.page.emulate_media(color_scheme=colours)
            shown.page.set_viewport_size({"width": width, "height": 800})
            found += [f"{colours}, {width}: {problem}" for problem in shown.axe()]
            if shown.page.evaluate("document.documentElement.scrollWidth") > width:
                found.append(f"{name} is wider than {width}")
            if folder:
                shown.page.screenshot(path=str(Path(folder) / f"{name}-{colours}-{width}.png"), full_page=True)
    return found
