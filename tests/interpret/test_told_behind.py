"""What is told behind a command or in place of a name: exceptions, names in pairs, the reasons that are given."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import GoalInterpreter

THERE = {"docs", "bills", "a.txt", "b.txt", "names.txt", "songs"}
INTERPRETER = GoalInterpreter()


def goals(said: str) -> list[tuple[str, dict[str, Any]]]:
    found = INTERPRETER.read(said, is_there=THERE.__contains__).meta_goal.goals
    return [(f"{goal.domain}.{goal.verb}", dict(goal.params)) for goal in found]


def refusal(said: str) -> str:
    with pytest.raises(NotUnderstood) as declined:
        goals(said)
    return str(declined.value)


@pytest.mark.parametrize(
    "said",
    [
        "move everything in docs except the pdfs to stuff",
        "put everything in docs except the pdfs into a folder stuff",
        "move everything in docs to a folder stuff except the pdfs",
        "move everything in docs to a folder called stuff, except for the pdfs",
    ],
)
def test_what_is_left_out_may_stand_behind_where_it_goes(said: str) -> None:
    [(verb, params)] = goals(said)
    assert verb == "file.move"
    assert params["path"] == {"select": {"kind": "entry", "in": "docs", "except": ((("type", "is", "pdf"),),)}}
    assert params["to"].rstrip("/") == "stuff"


def test_any_number_of_names_is_left_out() -> None:
    [(_, params)] = goals("delete everything in docs except a.txt, b.txt, c.txt, d.txt and the pdfs")
    assert params["path"]["select"]["except"] == ("a.txt", "b.txt", "c.txt", "d.txt", (("type", "is", "pdf"),))


@pytest.mark.parametrize("names", [("c.txt", "d.txt"), ("x.txt", "y.txt", "z.txt")])
def test_as_many_names_as_things_go_one_to_each(names: tuple[str, ...]) -> None:
    things = ("a.txt", "b.txt", "names.txt")[: len(names)]
    said = f"rename {', '.join(things[:-1])} and {things[-1]} to {', '.join(names[:-1])} and {names[-1]}"
    assert goals(said) == [("file.rename", {"path": path, "to": to}) for path, to in zip(things, names, strict=True)]


def test_two_things_do_not_get_one_name() -> None:
    refusal("rename a.txt and b.txt to c.txt")


def test_an_exception_that_is_known_is_no_reason() -> None:
    assert "is not supported" not in refusal("frobnicate everything in docs except the pdfs")
    assert "leaves out what is not known" in refusal("delete all pdfs in docs except the kitchen sink")
    assert "repetition" not in refusal("frobnicate every pdf in docs")


@pytest.mark.parametrize("said", ["which line of a.txt comes twice", "which lines occur more than once in a.txt"])
def test_lines_that_come_twice_are_no_repetition(said: str) -> None:
    [(verb, params)] = goals(said)
    assert verb == "text.answer"
    assert params["value"]["value"]["list"]["select"]["where"] == (("duplicate", "is", True),)


@pytest.mark.parametrize(
    "said", ["write down in sum.txt how many pdfs are in bills", "note in sum.txt how many files are in docs"]
)
def test_a_value_is_noted_in_a_file(said: str) -> None:
    [(verb, params)] = goals(said)
    assert (verb, params["path"]) == ("file.append", "sum.txt")
    assert "count" in params["content"]["value"]


def test_a_file_is_made_to_say_something() -> None:
    assert goals("make b.txt say hello") == [("file.write", {"path": "b.txt", "content": "hello"})]
    [(_, params)] = goals("make b.txt say the second line of a.txt")
    assert params["content"] == {"value": {"text": "a.txt", "lines": "2"}}


def test_a_folder_that_is_tidied_is_where_things_are() -> None:
    (_, moved), (_, deleted) = goals("tidy up bills: move the pdfs to old and delete the jpg")
    assert moved["path"]["select"]["in"] == deleted["path"]["select"]["in"] == "bills"
    refusal("tidy up bills")


def test_a_line_that_is_gone_is_not_the_text_of_its_file() -> None:
    refusal("remove the first line of names.txt and put it at the end of the file")
    (_, _), (_, added) = goals("make the first line of a.txt uppercase and append it to b.txt")
    assert added["content"] == {"value": {"text": "a.txt", "lines": "first 1"}}


def test_names_that_were_written_are_sorted_where_they_stand() -> None:
    (_, written), (verb, sort) = goals("write the names of the pdfs in bills to list.txt and sort them")
    assert (verb, sort["path"]) == ("file.sort_lines", written["path"])


def test_the_last_of_a_list_in_order_is_known() -> None:
    _, (_, copied) = goals("list the pdfs in bills from smallest to largest and copy the last one to docs")
    assert (copied["path"]["select"]["order"], copied["path"]["select"]["limit"]) == ("-size", 1)


def test_how_old_the_one_found_is() -> None:
    (_, found), (_, told) = goals("what is the newest file in bills and how old is it")
    assert told["value"]["value"] == {"its": "age", "of": found["things"]}


def test_a_folder_made_in_another_is_meant_by_its_name() -> None:
    *_, (verb, params) = goals("make a folder year with the subfolders q1 and q2, and put data.csv in q1")
    assert (verb, params["path"], params["to"].rstrip("/")) == ("file.move", "data.csv", "year/q1")


@pytest.mark.parametrize(
    ("said", "folder"),
    [
        ("move everything in bills to docs and delete the empty folder", "bills"),
        ("move docs/a.txt to bills and delete the now empty folder", "docs"),
    ],
)
def test_the_empty_folder_is_the_one_that_was_emptied(said: str, folder: str) -> None:
    read = INTERPRETER.read(said, is_there=THERE.__contains__).meta_goal.goals[-1]
    assert (read.params["path"], read.when) == (folder, (("empty", folder),))


def test_one_more_line_is_not_what_the_line_says() -> None:
    _, (_, params) = goals("add a line saying the end to a.txt and another one saying fin to b.txt")
    assert params == {"content": "fin", "path": "b.txt"}


def test_otherwise_may_begin_behind_a_semicolon() -> None:
    read = INTERPRETER.read("delete a.txt only if it is empty; otherwise show me a.txt").meta_goal.goals
    assert [goal.when for goal in read] == [(("empty", "a.txt"),), (("not", "empty", "a.txt"),)]


def test_a_copied_file_is_deleted_from_where_it_is_said_to_be() -> None:
    deleted = INTERPRETER.read("copy bills/feb.pdf to docs and delete it from bills").meta_goal.goals[-1]
    assert (deleted.params["path"], "inside:bills" in deleted.scope) == ("feb.pdf", True)


def test_files_that_were_named_are_shown_and_not_looked_for() -> None:
    assert [verb for verb, _ in goals("replace x with y in a.txt and b.txt and show both files")] == [
        "file.replace",
        "file.replace",
        "file.read",
        "file.read",
    ]


@pytest.mark.parametrize(
    ("said", "content"),
    [("that says hello", "hello"), ("containing today's date", {"value": {"date": "today"}})],
)
def test_a_file_is_made_in_a_new_folder_with_what_it_says(said: str, content: Any) -> None:
    read = INTERPRETER.read(f"create a folder x and in it a file c.txt {said}").meta_goal.goals
    assert [f"{goal.domain}.{goal.verb}" for goal in read] == ["file.create", "file.write"]
    assert (read[1].params["content"], read[1].scope) == (content, "inside:x")


def test_no_folder_is_called_like_a_value() -> None:
    refusal("make a folder x with today's date")
    assert goals("make a folder named today") == [("file.create", {"path": "today", "object_type": "folder"})]


def test_lines_with_any_text_of_a_kind_do_not_say_so() -> None:
    refusal("show me the lines of a.txt with a capital letter")
    refusal("delete all lines containing numbers from a.txt")
    [(_, params)] = goals("show me the lines of a.txt with the word number")
    assert params["text"] == "number"


def test_copies_get_their_names_in_turn() -> None:
    found = goals("make two copies of a.txt, one called x.txt and one called y.txt")
    assert [params["to"] for _, params in found] == ["x.txt", "y.txt"]


def test_the_rest_of_one_among_many_is_of_its_type() -> None:
    *_, (_, params) = goals("if there is an mp3 in songs that is older than 30 days, delete it and list the rest")
    assert params["things"]["select"]["where"] == (("type", "is", "mp3"),)


@pytest.mark.parametrize(
    ("said", "verb"),
    [
        ("show me the file called b.txt", "file.read"),
        ("open the notes.txt file from my documents", "file.open"),
        ("what does the third line of a.txt say", "text.answer"),
        ("rename the pdfs in bills so that their names are upper case", "file.rename"),
        ("if docs contains an empty file, delete that file", "file.delete"),
        ("copy b.txt to docs and show me the difference", "file.compare"),
    ],
)
def test_single_wordings(said: str, verb: str) -> None:
    assert goals(said)[-1][0] == verb


def test_those_files_are_the_ones_before_and_afterwards_is_no_name() -> None:
    (_, packed), (verb, deleted) = goals("zip the pdfs in bills into l.zip and delete those files afterwards")
    assert (verb, deleted["path"]) == ("file.delete", packed["things"])
    refusal("delete those files")


@pytest.mark.parametrize("asked", ["tell me its name", "tell me how big it was"])
def test_what_is_deleted_is_looked_at_before_it_is_gone(asked: str) -> None:
    assert goals(f"delete the oldest file in bills and {asked}")[-1][0] == "file.delete"


def test_what_is_left_is_looked_at_when_the_rest_is_gone() -> None:
    assert goals("delete the pdfs in bills and tell me how many are left")[0][0] == "file.delete"


def test_the_others_of_what_is_kept_are_gone() -> None:
    refusal("keep only the newest two files in bills and put the others in old")


def test_a_question_whether_two_are_the_same_has_an_answer_that_decides() -> None:
    read = INTERPRETER.read("is a.txt the same as b.txt? if not, delete b.txt").meta_goal.goals
    assert read[-1].when == (("not", "same", "a.txt", "b.txt"),)


def test_a_set_goes_into_one_archive() -> None:
    [(verb, params)] = goals("put everything in bills that is bigger than 2 KB into a zip called large.zip")
    assert (verb, params["to"], "things" in params) == ("file.compress", "large.zip", True)


def test_another_one_elsewhere_is_looked_for_there() -> None:
    found = goals("delete the largest file in docs, the smallest one in bills and the oldest one in songs")
    assert [params["path"]["select"]["in"] for _, params in found] == ["docs", "bills", "songs"]
    assert [params["path"]["select"]["order"] for _, params in found] == ["-size", "size", "modified"]


def test_sets_go_one_way_together() -> None:
    [(verb, params)] = goals("move the newest pdf and the oldest jpg in bills to docs")
    assert (verb, params["to"]) == ("file.move", "docs")
    assert [each["in"] for each in params["path"]["select"]] == ["bills", "bills"]
    assert len(goals("move the pdfs in bills to docs and the jpgs in bills to songs")) == 2


def test_a_thing_lies_in_the_folder_that_was_named_before() -> None:
    _, (_, params) = goals("zip songs into songs.zip and delete the wav")
    assert params["path"]["select"]["in"] == "songs"


@pytest.mark.parametrize(("said", "line"), [("as the second", 2), ("before the third", 3), ("after the second", 3)])
def test_a_line_is_inserted_at_its_ordinal(said: str, line: int) -> None:
    assert goals(f"insert cheese {said} line of a.txt")[0][1]["line"] == line


def test_the_names_of_what_is_left() -> None:
    *_, (verb, params) = goals("delete the pdfs in bills and tell me the names of the remaining ones")
    assert (verb, "list" in params["value"]["value"]) == ("text.answer", True)


@pytest.mark.parametrize("too", ["as well", "too"])
def test_what_is_done_to_another_too_goes_the_same_way(too: str) -> None:
    found = goals(f"move songs/one.mp3 to docs and songs/two.mp3 {too}")
    assert found == [("file.move", {"path": f"songs/{name}.mp3", "to": "docs"}) for name in ("one", "two")]


def test_what_is_taken_out_of_a_text_is_what_is_added_elsewhere() -> None:
    assert goals("remove the word hello from b.txt and add it to the end of a.txt")[1][1]["content"] == "hello"
    assert goals("delete the line eggs from b.txt and add it to a.txt")[1][1]["content"] == "eggs"
    refusal("delete all lines containing milk from b.txt and append it to a.txt")


def test_a_folder_that_a_condition_names_may_be_where_things_go() -> None:
    assert goals("if docs is empty, copy the newest pdf from bills into it")[0][1]["to"] == "docs"


def test_this_folder_is_not_the_one_that_is_made() -> None:
    *_, (_, params) = goals("make a folder out and move every txt file that is in this folder to it")
    assert (params["path"]["select"]["in"], params["to"]) == (".", "out")


def test_lines_that_are_kept_are_counted() -> None:
    *_, (_, params) = goals("keep only the lines of a.txt that contain one and tell me how many there are")
    assert params["value"]["value"]["count"] == {"select": {"kind": "line", "in": "a.txt"}}


def test_marks_are_taken_out_of_names() -> None:
    [(verb, params)] = goals("remove spaces from the names of all files in bills")
    assert (verb, params["to"]["value"]["replace"], params["to"]["value"]["by"]) == ("file.rename", " ", "")


def test_one_more_note_is_no_part_of_the_one_before() -> None:
    refusal("make a note in diary.txt that I called Bob, and another one that I paid the rent")


def test_what_was_changed_last_is_found() -> None:
    [(_, params)] = goals("find the pdf in bills that was changed last")
    assert (params["things"]["select"]["order"], params["things"]["select"]["limit"]) == ("-modified", 1)


def test_the_text_of_one_file_goes_behind_that_of_another() -> None:
    expected = [("file.append", {"content": {"value": {"text": "b.txt"}}, "path": "a.txt"})]
    assert goals("copy the text of b.txt to the end of a.txt, leave b.txt as it is") == expected
    refusal("sort b.txt, leave b.txt as it is")


def test_the_total_size_of_what_was_found() -> None:
    (_, found), (_, told) = goals("find the pdfs in bills and tell me their total size")
    assert told["value"]["value"] == {"total": found["things"], "of": "size"}


@pytest.mark.parametrize("behind", [", then delete the second line", " and then sort it"])
def test_a_greeting_in_a_list_of_texts_is_one_of_them(behind: str) -> None:
    assert goals(f"create g.txt with the lines hello, hi and hey{behind}")[0][1]["content"] == "hello\nhi\nhey\n"


def test_a_copy_is_made_where_it_is_said_to_be() -> None:
    _, (_, params) = goals("move data.csv into a folder called csv and make a copy of it there called b.csv")
    assert params["to"] == "csv/b.csv"


def test_a_number_is_not_the_sentence_that_tells_it() -> None:
    refusal("how many days until christmas? write that number to x.txt")


def test_the_one_of_which_more_is_said() -> None:
    _, (_, params) = goals("tell me how many pdfs bills has, and delete the one that is bigger than 5 KB")
    assert params["path"]["select"]["one"] is True
    assert params["path"]["select"]["where"] == (("type", "is", "pdf"), ("size", "over", "5 KB"))


def test_so_many_of_them_lie_where_the_condition_says() -> None:
    said = "if docs has more than four files, make a folder called late in docs and move the two oldest files there"
    *_, (_, params) = goals(said)
    assert (params["path"]["select"]["in"], params["to"]) == ("docs", "docs/late")


def test_that_is_the_folder_which_several_things_went_into() -> None:
    *_, (_, params) = goals("take a.txt and b.txt, put them into a folder called pair and zip that")
    assert params["path"].rstrip("/") == "pair"


def test_in_that_is_in_the_last_folder() -> None:
    read = INTERPRETER.read("create a folder named a, in it a folder named b, and in that a file named c.txt")
    assert [goal.scope for goal in read.meta_goal.goals][1:] == ["inside:a", "inside:b"]


def test_there_is_where_it_would_have_gone() -> None:
    _, (_, params) = goals("move a.txt to docs if it is smaller than b.txt, otherwise move b.txt there")
    assert params == {"path": "b.txt", "to": "docs"}


def test_a_part_is_of_the_file_before() -> None:
    _, (_, params) = goals("sort names.txt and put the first line into last.txt")
    assert params["content"] == {"value": {"text": "names.txt", "lines": "first 1"}}


def test_words_are_counted_of_the_file_before() -> None:
    _, (_, params) = goals("how many lines does a.txt have and how many words")
    assert params["value"]["value"]["count"] == {"select": {"kind": "word", "in": "a.txt"}}
    refusal("how many words")


def test_a_text_ends_before_what_announces_the_next() -> None:
    found = goals("replace line 1 of a.txt with x and line 2 with y")
    assert [(params["lines"], params["by"]) for _, params in found] == [("1", "x"), ("2", "y")]
    refusal("replace the first line of names.txt with ZOE and the last with ADAM")
    assert goals("replace line 1 of a.txt with salt and pepper")[0][1]["by"] == "salt and pepper"


def test_a_place_that_the_name_says_already_is_not_said_twice() -> None:
    said = "put songs/one.mp3 and songs/two.mp3 together in a zip called t.zip, then remove both from songs"
    read = INTERPRETER.read(said).meta_goal.goals
    assert [(goal.params["path"], "inside" in goal.scope) for goal in read[1:]] == [
        ("songs/one.mp3", False),
        ("songs/two.mp3", False),
    ]


def test_a_place_behind_a_condition_is_that_of_what_is_asked() -> None:
    read = INTERPRETER.read("if there are more jpgs than pngs in bills, delete the pngs").meta_goal.goals
    assert [side["value"]["count"]["select"]["in"] for side in read[0].when[0][1::2]] == ["bills", "bills"]


def test_what_remains_there_is_of_any_type() -> None:
    _, (_, params) = goals("delete the mp3s in songs and show me what remains there")
    assert params["things"] == {"select": {"kind": "file", "in": "songs"}}


def test_a_verb_is_no_line_that_is_deleted() -> None:
    refusal("delete line 2 of a.txt and insert zwei there instead")


def test_the_biggest_now_is_looked_for_when_the_other_is_gone() -> None:
    assert goals("delete the biggest file in docs and then tell me which one is the biggest now")[0][0] == "file.delete"


@pytest.mark.parametrize(
    "said", ["is there a pdf in bills? if yes, move it to docs", "is there a pdf in bills and if so move it to docs"]
)
def test_what_is_asked_for_is_it_and_not_the_folder_it_was_looked_for_in(said: str) -> None:
    _, (verb, params) = goals(said)
    assert verb == "file.move"
    assert params["path"]["select"]["where"] == (("type", "is", "pdf"),)
