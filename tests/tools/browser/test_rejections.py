"""What a text, a title and data tell of an answer, and how a page's own words are shown."""

from __future__ import annotations

import pytest

from goalwright.tools.browser.answer_data import data_problem
from goalwright.tools.browser.answer_words import is_failing_title, told
from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.deed_names import is_sending
from goalwright.tools.browser.page_looks import Form, Note, PageLook
from goalwright.tools.browser.rejections import judge, quoted
from tools.browser.outcome_texts import REFUSING, TAKING


@pytest.mark.parametrize(
    "text",
    [
        "Please correct the error below.",
        "Please enter the correct username and password for a staff account.",
        "Enter a valid date.",
        "This field is required.",
        "Your username or password is incorrect",
        "Could not be saved",
        "Couldn’t save your changes",
        "Error: name",
        "3 errors prohibited this person from being saved",
        "Ensure this value is greater than or equal to 0: it must be positive",
        "That e-mail address is already registered",
        "UNIQUE constraint failed: tea.name",
        "Too many attempts. Try again in 5 minutes.",
        "Your account has been locked",
        "The item cannot be deleted: it is in use",
        "Not saved",
        "Login failed",
        "Terms must be accepted",
        "At least 8 characters are needed",
        "Sorry, that did not work",
        "We are sorry that your report could not be sent",
        "The server says “invalid name”",
        "Slow down: you are going too fast",
        "A person called Ann exists already.",
        "You have unsaved changes",
        "✗ 3 characters missing",
        "Erreur : nom invalide",
        "Fehler: Name fehlt",
        "The problem report could not be sent",
    ],
)
def test_a_text_that_turns_something_away(text: str) -> None:
    assert told(text) == "no"


@pytest.mark.parametrize(
    "text",
    [
        "Saved.",
        "Saved with 0 errors",
        "1 item added, 0 failed",
        "The person “Ann” was added successfully. You may edit it again below.",
        "Thank you! Your error report was received.",
        "Welcome back, Ann",
        "Message sent",
        "Account locked successfully",
        "Please check your inbox to confirm your address",
        "Import finished, no problems found",
        "Report of the problem was sent. We are sorry for the inconvenience.",
        "Your complaint “wrong item” was received.",
        "Saved. 3 errors were fixed for you.",
        "Alarm for disk failure was created",
        "Saved. Your password must be changed in 90 days.",
    ],
)
def test_a_text_that_takes_something(text: str) -> None:
    assert told(text) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "People",
        "Error handling in Go",
        "Delete Ann? This cannot be undone.",
        "Forgot your password?",
        "3 items",
        "Draft",
    ],
)
def test_a_text_that_says_neither(text: str) -> None:
    assert told(text) == ""


# What is pressed, and what a page says to it that has a word of success in it.
@pytest.mark.parametrize(
    ("deed", "text", "said"),
    [
        ("Save", "Bo saved at 9:12, yours is older", "no"),
        ("Save", "Maria changed this list 2 minutes ago", "no"),
        ("Add", "Maria added this person on Monday", ""),
        ("Submit", "That link was posted 3 hours ago by cy", ""),
        ("Submit", "The submitted form was invalid. Try submitting again.", "no"),
        ("Submit", "You're submitting too fast. Please slow down. Thanks.", "no"),
        ("Submit", "Your answers went out. Thanks.", "yes"),
        ("Sign", "Ann Lee signed on 3 May.", ""),
        ("Log in", "Our terms have changed", ""),
        ("Save", "We have changed your terms", "yes"),
        ("Apply", "Complete your profile", ""),
        ("Import", "Import complete.", "yes"),
        ("Invite", "The user was already invited to the team", ""),
        ("Order", "The order was placed on hold.", ""),
        ("Sign up", "Please confirm by the link in the mail we sent you.", "yes"),
        ("Submit", "Your paper is in. Number 17.", "yes"),
        ("Request", "Your request is with your manager now.", "yes"),
        ("Book", "Your booking was confirmed by the hotel.", "yes"),
        ("Save", "Signed out", "no"),
        ("Sign out", "Signed out", "yes"),
        ("Remove", "Your cart is empty", "yes"),
        ("Check out", "Your cart is empty", "no"),
        ("Publish", "Saved as a draft because no category is set.", "no"),
        ("Save", "Saved as a draft because no category is set.", ""),
        ("Save", "Saved as a draft.", "yes"),
        ("Submit", "The form was submitted twice.", ""),
        ("Save", "Your changes were kept on this device only.", ""),
        ("Upload", "Uploaded 0 of 3 files.", ""),
        ("Delete", "Deleted 0 rows.", ""),
        ("Register", "Registered users only.", ""),
        ("Log in", "Welcome! Please enter your password.", "no"),
        ("Submit", "Thank you for your interest. We are not hiring at the moment.", "no"),
        ("Submit", "Done? Tick the box first.", "no"),
        ("Vote", "Your vote was counted on Monday; one vote for each reader.", ""),
        ("Invite", "Ann was invited before.", ""),
        ("Book", "Fully booked until June.", "no"),
        ("Book", "The room is booked for you until Friday.", "yes"),
        ("Save", "Saved? Not yet.", "no"),
        ("Send", "Message queued: the recipient's mailbox rejects mail.", "no"),
        ("Delete", "Cleo Hart is gone. Undo?", "yes"),
        ("Book", "That seat is gone.", "no"),
        ("Delete", "1 item moved to the bin.", "yes"),
        ("Reserve", "Drill 4 is reserved for you, 5 January.", "yes"),
        ("Send", "31 sent, 0 left out.", "yes"),
        ("Unsubscribe", "You won't hear from us again.", ""),
    ],
)
def test_a_word_of_success_may_be_about_something_else(deed: str, text: str, said: str) -> None:
    assert told(text, deed) == said


def test_the_words_of_many_pages_are_known() -> None:
    assert [text for text in REFUSING.splitlines() if told(text) != "no"] == []
    assert [text for text in TAKING.splitlines() if told(text) == "no"] == []


@pytest.mark.parametrize(
    "text",
    [
        "Dieser Name ist bereits vergeben.",
        "Die Änderungen wurden nicht gespeichert.",
        "L\N{RIGHT SINGLE QUOTATION MARK}adresse saisie n\N{RIGHT SINGLE QUOTATION MARK}est pas correcte.",
        "El nombre ya existe",
        "Il campo è obbligatorio",
        "Este nome já existe",
        "Deze naam bestaat al.",
        "Nazwa jest wymagana",
        "Namnet finns redan",
        "Имя уже занято",
        "この名前はすでに使われています",
        "该名称已存在",
        "이미 사용 중인 이름입니다",
    ],
)
def test_a_text_of_another_language_that_turns_something_away(text: str) -> None:
    assert told(text) == "no"


@pytest.mark.parametrize(
    "text",
    [
        "Die Änderungen wurden übernommen.",
        "Votre message a bien été envoyé.",
        "Los cambios se han guardado",
        "Salvataggio riuscito: dati salvati",
        "Opgeslagen",
        "Zmiany zapisane",
        "Сохранено успешно",
        "保存しました",
        "已保存",
        "저장되었습니다",
    ],
)
def test_a_text_of_another_language_that_takes_something(text: str) -> None:
    assert told(text) == "yes"


@pytest.mark.parametrize(
    ("deed", "text", "said"),
    [
        ("Block", "Ann is blocked", "yes"),
        ("Block", "Ann is now blocked and cannot write to you.", "yes"),
        ("Close issue", "Issue closed as invalid", "yes"),
        ("Save", "Draft saved, but there are errors below", "no"),
        ("Import", "3 of 10 rows imported", "no"),
        ("Cancel plan", "Plan cancelled", "yes"),
        ("Reject", "Request of Ann rejected", "yes"),
        ("Block", "Ann could not be blocked", "no"),
        ("Save", "Ann is blocked", "no"),
        ("Reject", "Rejecting failed", "no"),
    ],
)
def test_a_text_that_says_that_what_was_pressed_is_done(deed: str, text: str, said: str) -> None:
    assert told(text, deed) == said


@pytest.mark.parametrize(
    ("title", "is_failing"),
    [
        ("Error", True),
        ("Error: What is your name? - GOV.UK", True),
        ("Acme | Login failed", True),
        ("404 Not Found", True),
        ("(2 errors) Sign up", True),
        ("500 - Internal server error", True),
        ("ValueError at /send", True),
        ("Error handling in Go", False),
        ("Errors and how to read them", False),
        ("The 404 bus", False),
        ("Jobs", False),
        ("Add person | Django site admin", False),
    ],
)
def test_a_title_that_is_nothing_but_a_failure(title: str, is_failing: bool) -> None:
    assert is_failing_title(title) is is_failing


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ('{"error": "too short"}', "too short"),
        ('{"success": false, "message": "Bad name"}', "Bad name"),
        ('{"status": "error", "detail": {"name": ["blank"]}}', '{"name": ["blank"]}'),
        ('{"success": true, "errors": []}', ""),
        ("[1, 2]", ""),
        ('{"result": {"status": "error", "message": "No seats left"}}', "No seats left"),
        ('{"data": {"save": {"userErrors": [{"message": "Used"}]}}}', '[{"message": "Used"}]'),
        ('{"data": {"job": {"status": "failed"}}, "errors": null}', ""),
        ('{"items": [{"error": "an entry of the site"}]}', ""),
        ('{"errors": {"name": []}, "failed": 0}', ""),
        ("no data", ""),
    ],
)
def test_data_in_place_of_a_page(data: str, problem: str) -> None:
    assert data_problem(data) == problem


@pytest.mark.parametrize(
    ("name", "is_it"),
    [
        ("Log in", True),
        ("SAVE AND CONTINUE EDITING", True),
        ("Delete…", True),
        ("✓ Save", True),
        ("Saved items", False),
        ("Home", False),
    ],
)
def test_a_control_that_sends_something(name: str, is_it: bool) -> None:
    assert is_sending(name) is is_it


def test_a_pages_words_are_quoted_cut_and_harmless() -> None:
    assert quoted('a "b"\x1b[31m\n\u202ec [red]d[/red]') == "\"a 'b' [31m c [red]d[/red]\""
    assert len(quoted("x" * 5_000)) == 203


SENT = Form({"name": "Ann", "born": "31.31.2020"}, passwords=0)


def seen(*notes: Note, before: tuple[Note, ...] = (), form: Form = SENT) -> Answered:
    return Answered(before=PageLook(notes=before, forms=(SENT,)), after=PageLook(notes=notes, forms=(form,)), form=SENT)


def test_what_was_typed_is_no_word_of_the_pages_and_is_shown_where_the_page_says_it() -> None:
    entry = Form({"name": "Login failed: wrong password"})
    answered = Answered(
        before=PageLook(forms=(entry,)),
        after=PageLook(notes=(Note("Login failed: wrong password"),), forms=(entry,)),
        form=entry,
    )
    assert judge(answered).problem == ""
    assert '"31.31.2020 is not a date"' in judge(seen(Note("31.31.2020 is not a date"))).problem


def test_a_note_that_was_there_before_counts_when_there_is_one_more_of_it() -> None:
    note = Note("This field is required.", "error")
    assert judge(seen(note, before=(note,))).problem == ""
    assert "required" in judge(seen(note, note, before=(note,))).problem


def test_several_notes_are_told_together_and_none_twice() -> None:
    notes = (
        Note("Please correct the errors below.", "error"),
        Note("Enter a date.", "error"),
        Note("Enter a date.", "error"),
    )
    assert judge(seen(*notes)).problem == 'the page says "Please correct the errors below.", "Enter a date."'


def test_nothing_found_is_an_answer_to_a_search() -> None:
    text = "Sorry, nothing was found for zzz."
    assert told(text) == "no"
    assert told(text, is_search=True) == ""
    assert told("Please enter something to search for.", is_search=True) == "no"


@pytest.mark.parametrize(
    ("text", "is_refused"), [("Build 77 failed.", False), ("Your account has been suspended.", True)]
)
def test_what_a_page_says_behind_a_log_in_is_its_own_matter(text: str, is_refused: bool) -> None:
    login = Form(fields={"user": "ann", "password": ""}, passwords=1)
    before = PageLook(forms=(login,), born_ms=1)
    after = PageLook(born_ms=2, status=200, notes=(Note(text, "error"),))
    assert bool(judge(Answered(before=before, after=after, form=login, control="Log in")).problem) is is_refused
