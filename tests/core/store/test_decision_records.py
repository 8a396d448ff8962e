"""Decisions as rows for the database."""

from dataclasses import replace

from core.domain.decision import Decision
from core.domain.ledger import Flag
from core.store.decision_records import records, text_key
from tests.builders import COMPANY, a_decision, a_line, an_award


def reading_keys(*decisions: Decision) -> list[bytes]:
    return [record[-2] for record in records(decisions).decisions]


def test_spellings_of_a_subject_share_a_text() -> None:
    assert text_key("Δ.Ε.Υ.Α. Δοκιμής") == text_key("ΔΕΥΑ  ΔΟΚΙΜΗΣ") == text_key("δευα δοκιμήσ")
    assert text_key("ΔΕΥΑ Δοκιμής") != text_key("ΔΕΥΑ Δοκιμών")


def test_each_subject_of_a_batch_is_prepared_once() -> None:
    batch = records([a_decision("Καύσιμα"), a_decision("Καύσιμα"), a_decision("ΚΑΥΣΙΜΑ")])
    assert [(text[1], text[2]) for text in batch.texts] == [("Καύσιμα", 1), ("ΚΑΥΣΙΜΑ", 0)]
    assert len({text[0] for text in batch.texts}) == 1


def test_glued_text_that_is_no_word_is_not_indexed() -> None:
    (text,) = records([a_decision("Προμήθεια " + "λέξη" * 5_000 + " καυσίμων")]).texts
    assert len(text[3]) < 100
    assert text[4] == 2


def test_what_the_rules_make_of_a_version_has_its_own_key() -> None:
    award = an_award(100, payees=(COMPANY,))
    flagged = replace(award, lines=(a_line(100, payees=(COMPANY,), flags=(Flag.PLACEHOLDER,)),))
    unnamed = replace(award, lines=(a_line(100),))
    linked = an_award(100, payees=(COMPANY,), ada=award.ada, links=("9ΒΜΣΩ1Ρ-ΣΝ3",))
    same, again, *others = reading_keys(award, replace(award), flagged, unnamed, linked)
    assert same == again
    assert len({same, *others}) == 4


def test_a_place_in_the_batch_is_no_part_of_the_reading() -> None:
    award = an_award(100)
    assert reading_keys(award)[0] == reading_keys(an_award(1), award)[1]
