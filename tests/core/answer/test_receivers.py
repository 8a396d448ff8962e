"""Bodies that receive: «προς» makes any of them a payee, «στο» one that is not ours and beside a word of paying."""

import pytest

from core.answer.receivers import received
from core.answer.setting import Setting
from core.domain.ledger import Stage
from core.domain.organization import Organization
from core.domain.request import Intent, OrganizationMention, Request
from core.greek.names import OrganizationIndex

OURS = Organization(uid="1", label="ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ")
SETTING = Setting(
    index=OrganizationIndex([]), organizations={"1": OURS}, covered=(OURS,), coverage={}, home="1", demo=False
)


def asked(text: str, words: str, *, uid: str = "", stage: Stage = Stage.PAYMENT) -> Request:
    mention = OrganizationMention(words=words, uids=(uid,) if uid else ())
    return Request(text=text, intent=Intent.AGGREGATE, stage=stage, organizations=(mention,))


@pytest.mark.parametrize("text", ["πληρωμές προς ΙΚΑ το 2023", "πόσα πληρώθηκαν στο ΙΚΑ", "πόσα έδωσε στο ΙΚΑ ο δήμος"])
def test_a_body_that_is_paid_is_a_payee(text: str) -> None:
    made = received(asked(text, "ΙΚΑ"), SETTING)

    assert made.payee == "ΙΚΑ" and not made.organizations


@pytest.mark.parametrize(
    ("text", "words", "uid"),
    [
        ("πόσα πλήρωσε το ΙΚΑ", "ΙΚΑ", ""),
        ("πληρωμές στον Δήμο Επίδειξης", "Δήμο Επίδειξης", "1"),
        ("αναθέσεις ως προς το ΙΚΑ", "ΙΚΑ", ""),
        ("διακηρύξεις στο ΙΚΑ", "ΙΚΑ", ""),
    ],
)
def test_a_body_that_decides_stays_one(text: str, words: str, uid: str) -> None:
    assert received(asked(text, words, uid=uid), SETTING).organizations


def test_towards_a_body_of_ours_it_is_the_payee() -> None:
    text = "πόσα πληρώθηκαν προς τον Δήμο Επίδειξης"

    assert received(asked(text, "Δήμο Επίδειξης", uid="1"), SETTING).payee == "Δήμο Επίδειξης"
