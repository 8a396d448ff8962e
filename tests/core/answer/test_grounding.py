"""A draft may say what lookups found, and nothing else."""

from datetime import date
from decimal import Decimal

import pytest

from core.answer.grounding import check, ground_of
from core.domain.answer import Figure, Finding, Row
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.request import Intent, Request, Unit
from core.errors import Ungrounded

REQUEST = Request(
    text="πόσα ανατέθηκαν για καύσιμα το 2024 ή ΑΑΑΩΔΟ-ΔΟΚ", intent=Intent.AGGREGATE, period=Period.year(2024)
)
FINDING = Finding(
    lookup="total_spending",
    arguments=(),
    figures=(
        Figure(value=Decimal("9485.80"), unit=Unit.EURO, stage=Stage.AWARD, decisions=3, without_amount=1),
        Figure(value=Decimal(3), unit=Unit.DECISIONS, decisions=3),
    ),
    rows=(
        Row(
            ada="6ΑΑΑΩΔΟ-ΔΟΚ",
            organization_uid="1",
            subject="Προμήθεια 12 ελαστικών",
            decision_type="Δ.1",
            issued_on=date(2024, 3, 14),
            stage=Stage.AWARD,
            amount=Decimal("9120.0000"),
        ),
    ),
    total_rows=3,
)
GROUND = ground_of((FINDING,), REQUEST)

HOLES = [
    "πλήρωσε 1,234.56 €",
    "πλήρωσε -9.485,80 €",
    "12 εκατομμύρια ευρώ",
    "3 χιλ. €",
    "κατά 3 τοις εκατό",
    "77χιλιάρικα",
    "5_000_000 πράξεις",
    "5000000/πράξεις",
    "από το 11/1999",
    "στις 14 Ιανουαρίου 2024",
    "και 99999 ακόμη πληρωμές",
    "3 οχήματα",
    "3 νέοι υπάλληλοι",
    "φράγμα 26.02.2020",
]
GROUNDED = [
    "το 2024 ανατέθηκαν 9.485,80 € (άθροισμα 3 πράξεων· άλλη 1 δεν δηλώνει ποσό).",
    "1. 6ΑΑΑΩΔΟ-ΔΟΚ · 14/3/2024 · Προμήθεια 12 ελαστικών · ανάθεση 9.120,00 €",
    "στις 14 Μαρτίου 2024, είδος Δ.1",
    "1. 6ΑΑΑΩΔΟ-ΔΟΚ · 9.120,00 € · και 2 ακόμη · δεν ελέγχθηκε στο PDF",
    "ούτε ΑΑΑΩΔΟ-ΔΟΚ· μήπως εννοείτε 6ΑΑΑΩΔΟ-ΔΟΚ;",
]
UNGROUNDED = [
    "ανατέθηκαν 9.485,81 €",
    "ανατέθηκαν 94.858,00 €",
    "βρήκα 4 πράξεις",
    "προσλήφθηκαν 3 άτομα",
    "αυξήθηκε κατά 12%",
    "στις 15/3/2024",
    "ΑΔΑ 6ΑΑΒΩΔΟ-ΔΟΚ",
    "το 2023",
]


@pytest.mark.parametrize("text", GROUNDED)
def test_what_a_finding_holds_may_be_said(text: str) -> None:
    assert check(text, GROUND) is None


@pytest.mark.parametrize("text", UNGROUNDED + HOLES)
def test_what_no_finding_holds_is_refused(text: str) -> None:
    with pytest.raises(Ungrounded):
        check(text, GROUND)


def test_a_protocol_number_inside_of_a_date_does_not_break_it() -> None:
    ground = ground_of((FINDING,), REQUEST)
    ground.add_shown("4/2024")
    check("εκδόθηκε 14/3/2024 · αρ. πρωτ. 4/2024", ground)
    ground.add_shown("3/2024")
    check("εκδόθηκε 14/3/2024 · αρ. πρωτ. 3/2024", ground)


def test_digits_inside_a_word_stand_where_the_reader_wrote_that_word() -> None:
    ground = ground_of((), Request(text="το πανηγύρι της 8ης Σεπτεμβρίου", intent=Intent.RECORDS))
    check("Δεν βρήκα πράξεις για «πανηγύρι 8ης Σεπτεμβρίου».", ground)
    with pytest.raises(Ungrounded):
        check("Δεν βρήκα πράξεις για «πανηγύρι 9ης Σεπτεμβρίου».", ground)


@pytest.mark.parametrize("text", GROUNDED)
def test_of_acts_the_words_of_those_that_are_named_suffice(text: str) -> None:
    check(text, ground_of((FINDING,), REQUEST, told=text))


@pytest.mark.parametrize("text", [*UNGROUNDED, *HOLES, "βρήκα προμήθεια 12 ελαστικών"])
def test_words_of_acts_that_are_not_named_allow_nothing(text: str) -> None:
    with pytest.raises(Ungrounded):
        check(text, ground_of((FINDING,), REQUEST, told=text))
