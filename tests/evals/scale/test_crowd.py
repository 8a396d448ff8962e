"""A crowd: who is passed over by those who came later, and that every kind of work is asked."""

from evals.scale.crowd import CHATS, passed_by, together


def test_only_those_who_ask_the_same_kind_of_thing_later_and_are_served_sooner_pass_by():
    ends = [4.0, 1.0, 2.0, 5.0]

    assert passed_by(ends, ["total"] * 4, 0) == 2
    assert passed_by(ends, ["total", "card", "total", "total"], 0) == 1
    assert passed_by(ends, ["total"] * 4, 2) == 0


def test_who_got_no_answer_was_passed_by_everybody_behind():
    assert passed_by([None, 1.0, 2.0], ["card"] * 3, 0) == 2


def test_a_crowd_asks_for_every_kind_in_turn():
    asked = together({"card": [("Α", None)], "total": [("πόσα", "1"), ("πόσο", "2")], "none": []})

    assert len(asked) == CHATS
    assert asked[:4] == [("card", "Α", None), ("total", "πόσα", "1"), ("card", "Α", None), ("total", "πόσο", "2")]
