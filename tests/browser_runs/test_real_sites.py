"""Real applications: what they turn away is a failure with their own words, what they take is done."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from browser_runs.real_sites import PASSWORD, RealSite, django_admin, flask_admin, sqlite_web
from browser_runs.room import OpenApp


@pytest.fixture(scope="module")
def started_django(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSite]:
    with django_admin(tmp_path_factory.mktemp("django")) as site:
        yield site


@pytest.fixture(scope="module")
def started_sqlite_web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSite]:
    with sqlite_web(tmp_path_factory.mktemp("sqlite")) as site:
        yield site


@pytest.fixture(scope="module")
def started_flask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealSite]:
    with flask_admin(tmp_path_factory.mktemp("flask")) as site:
        yield site


@pytest.fixture
def people(started_django: RealSite) -> RealSite:
    started_django.reset()
    return started_django


@pytest.fixture
def teas(started_sqlite_web: RealSite) -> RealSite:
    started_sqlite_web.reset()
    return started_sqlite_web


@pytest.fixture
def guests(started_flask: RealSite) -> RealSite:
    started_flask.reset()
    return started_flask


def done(app: OpenApp, *sentences: str) -> str:
    """What the last sentence read, all of them being done."""
    for sentence in sentences:
        report = app.say(sentence)
        assert report.status == "success", (sentence, [one.error for one in report.outcomes.values()])
    return str(report.answers[-1][1]["text"]) if report.answers else ""


def refused(app: OpenApp, sentence: str) -> str:
    """Why a sentence was not done."""
    report = app.say(sentence)
    assert report.status == "failed", sentence
    return next(outcome.error for outcome in report.outcomes.values() if outcome.error)


def log_in(site: RealSite, password: str) -> str:
    typed = f'type "ann" into the username field, type "{password}" into the password field'
    return f"go to {site.at('/admin/login/?next=/admin/')}, {typed} and click Log in"


ADD_PERSON = 'type "{name}" into the Name field, type "{born}" into the Born field and click the "Save" button'


def test_django_admin_turns_a_wrong_password_away(app: OpenApp, people: RealSite) -> None:
    assert 'the page says "Please enter the correct username and password' in refused(app, log_in(people, "wrong"))
    assert refused(app, 'type "wrong again" into the password field and press enter')
    assert refused(app, log_in(people, "wrong")), "what was typed before is not what is sent"
    assert "WELCOME, ANN" in done(app, log_in(people, PASSWORD), "read the page")
    assert "there is no field" in refused(app, log_in(people, "wrong"))


def test_django_admin_takes_and_turns_away_what_is_added_and_changed(app: OpenApp, people: RealSite) -> None:
    done(app, log_in(people, PASSWORD), f"go to {people.at('/admin/auth/person/add/')}")
    assert "Enter a valid date" in refused(app, ADD_PERSON.format(name="Dan Reed", born="31.31.2020"))
    assert "This field is required" in refused(app, 'type "" into the Born field and click the "Save" button')
    assert "Dan Reed" not in done(app, f"go to {people.at('/admin/auth/person/')} and read the page")
    done(app, f"go to {people.at('/admin/auth/person/add/')}", ADD_PERSON.format(name="Dan Reed", born="2020-01-31"))
    assert "“Dan Reed” was added successfully" in done(app, "read the page")
    done(app, "click Bob Stone", 'type "Bob Rock" into the Name field and click "Save and continue editing"')
    assert "was changed successfully" in done(app, "read the page")
    wrong_mail = 'type "not an address" into the Email field and click the "Save" button'
    assert "Enter a valid email address" in refused(app, wrong_mail)


def test_django_admin_deletes_the_rows_that_are_named_and_finds_those_that_are_sought(
    app: OpenApp, people: RealSite
) -> None:
    rows, add = people.at("/admin/auth/person/"), people.at("/admin/auth/person/add/")
    done(app, log_in(people, PASSWORD))
    for name in ("Bob Stoner", "Eve Hill"):
        done(app, f"go to {add}", ADD_PERSON.format(name=name, born="2020-02-29"))
    assert "must be selected" in refused(app, f"go to {rows} and click Go")
    delete = 'select "Delete selected people" from the Action dropdown and click Go'
    assert "Cannot delete" in refused(app, f"go to {rows}, check Cleo Park, {delete}")
    done(app, f"go to {rows}, check Bob Stone and Eve Hill, {delete}, then click “Yes, I’m sure”")
    assert "2 people" in (left := done(app, f"go to {rows} and read the page"))
    assert [name in left for name in ("Bob Stoner", "Cleo Park", "Eve Hill")] == [True, True, False]
    found = done(app, f"go to {rows} and search for Cleo, then read the page")
    assert ("Cleo Park" in found, "Bob Stoner" in found) == (True, False)
    assert done(app, "click Cleo Park and read the first heading") == "Change person"


def test_django_admin_deletes_or_says_why_not(app: OpenApp, people: RealSite) -> None:
    done(app, log_in(people, PASSWORD), f"go to {people.at('/admin/auth/person/1/delete/')}", 'click "Yes, I’m sure"')
    assert "was deleted successfully" in done(app, "read the page")
    assert (
        "Bob Stone" not in done(app, f"go to {people.at('/admin/auth/person/')} and read the page").split("deleted")[-1]
    )
    done(app, f"go to {people.at('/admin/auth/person/2/change/')}")
    assert "Cannot delete person" in refused(app, "click Delete")


def test_sqlite_web_takes_and_turns_away_log_ins_and_rows(app: OpenApp, teas: RealSite) -> None:
    word = 'type "{}" into the password field and press enter'
    done(app, f"go to {teas.at('/login/')}")
    assert "The password you entered is incorrect" in refused(app, word.format("wrong"))
    assert "tea" in done(app, word.format(PASSWORD), "read the page")
    row = 'go to {}, type "{}" into the name field, type "{}" into the price field and click the Insert button'
    new = teas.at("/tea/insert/")
    assert "UNIQUE constraint failed" in refused(app, row.format(new, "Green", 5))
    done(app, row.format(f"{new}?again", "White", 5))
    assert "White" in done(app, f"go to {teas.at('/tea/content/')} and read the page")
    done(app, f"go to {teas.at('/tea/delete/WzFd/')}", "click the Delete button")
    assert "Black" not in done(app, f"go to {teas.at('/tea/content/')} and read the page")


def test_flask_admin_takes_and_turns_away_what_is_added(app: OpenApp, guests: RealSite) -> None:
    add = 'go to {}, type "{}" into the Name field, type "{}" into the Comes field and press enter'
    new = guests.at("/admin/guest/new/")
    assert "Failed to create record" in refused(app, add.format(new, "Dan", "soon"))
    assert "Failed to create record" in refused(app, add.format(f"{new}?again", "Bob", "2027-05-06"))
    assert refused(app, f"go to {new}?empty and click the Save button")
    done(app, add.format(f"{new}?right", "Dan", "2027-05-06"))
    assert "Dan" in done(app, f"go to {guests.at('/admin/guest/')} and read the page")


def test_flask_admin_deletes_when_it_is_told_so(app: OpenApp, guests: RealSite) -> None:
    done(app, f"go to {guests.at('/admin/guest/')}", "click the first Delete record button, then click OK")
    left = done(app, f"go to {guests.at('/admin/guest/')} and read the page")
    assert "Bob" not in left
    assert "Cleo" in left
