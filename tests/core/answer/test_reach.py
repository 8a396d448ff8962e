"""How far the data reach, said under every answer: archives, bodies that are read, days that are not proven."""

from datetime import UTC, date, datetime

import pytest

from core.answer.compose.closing import reach
from core.domain.organization import Coverage
from core.domain.period import Period

LAST = date(2026, 10, 30)
NIGHT = datetime(2026, 10, 31, 2, 15, tzinfo=UTC)  # 04:15 of Athens: everything until the evening before
GAP = Period(since=date(2024, 5, 3), until=date(2024, 5, 4))


def archive(label: str = "ΔΗΜΟΣ ΑΡΧΕΙΟΥ", last_on: date = date(2026, 5, 15)) -> Coverage:
    return Coverage(organization_uid="1", label=label, decisions=9, first_on=date(2020, 1, 1), last_on=last_on)


def followed(*gaps: Period, until: datetime = NIGHT) -> Coverage:
    return Coverage(
        organization_uid="2",
        label="ΔΗΜΟΣ ΔΟΚΙΜΗΣ",
        decisions=9,
        first_on=date(2023, 1, 2),
        last_on=date(2026, 10, 31),
        published_until=until,
        complete=not gaps,
        unproven=gaps,
        since=date(2023, 1, 1),
    )


def test_a_body_that_is_read_says_until_when_its_postings_are_held() -> None:
    assert reach([followed()]) == "Αναρτήσεις έως 30/10/2026."


def test_of_several_the_one_that_is_behind_decides() -> None:
    behind = followed(until=datetime(2026, 10, 29, 2, 15, tzinfo=UTC))
    assert reach([followed(), behind]) == "Αναρτήσεις έως 28/10/2026."


def test_an_archive_says_that_nobody_knows_whether_it_is_whole() -> None:
    assert reach([archive()]) == ("Φορτωμένο αρχείο, πληρότητα άγνωστη· πράξεις με ημερομηνία έκδοσης έως 15/5/2026.")


def test_an_archive_beside_a_body_that_is_read_is_named() -> None:
    assert reach([followed(), archive()]) == (
        "Αναρτήσεις έως 30/10/2026. Φορτωμένο αρχείο, πληρότητα άγνωστη (Δήμος Αρχείου)· πράξεις με ημερομηνία έκδοσης "
        "έως 15/5/2026."
    )


@pytest.mark.parametrize(
    ("period", "named"),
    [
        (None, "3/5/2024"),
        (Period.year(2024), "3/5/2024"),
        (Period.year(2025), None),
        (Period.year(2022), "1/1/2022 – 31/12/2022"),
        (Period(since=date(2022, 12, 1), until=date(2024, 6, 1)), "1/12/2022 – 31/12/2022, 3/5/2024"),
    ],
)
def test_days_of_the_period_that_are_not_proven_are_named(period: Period | None, named: str | None) -> None:
    told = reach([followed(GAP)], period)
    if named is None:
        assert told == "Αναρτήσεις έως 30/10/2026."
    else:
        assert told == (
            f"Δεν έχουν διαβαστεί ακόμη όλες οι πράξεις που εκδόθηκαν {named}: μπορεί να υπάρχουν κι άλλες. "
            "Αναρτήσεις έως 30/10/2026."
        )


def test_only_a_few_gaps_are_named() -> None:
    gaps = [Period(since=date(2024, month, 1), until=date(2024, month, 2)) for month in range(1, 7)]
    assert "1/1/2024, 1/2/2024, 1/3/2024 και άλλα διαστήματα:" in reach([followed(*gaps)])
