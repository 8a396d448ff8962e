"""Which acts of one amount are one contract."""

from datetime import date, timedelta

import pytest

from core.domain.contracts import Alike, repeated

AWARD = "Έγκριση 1ου και 2ου πρακτικού του διαγωνισμού: προμήθεια απορριμματοφόρων"
CHANGE = "ΤΡΟΠΟΠΟΙΗΣΗ ΤΗΣ ΑΡΙΘ. 188/2023 ΑΠΟΦΑΣΗΣ ΤΗΣ ΟΙΚΟΝΟΜΙΚΗΣ ΕΠΙΤΡΟΠΗΣ"
CONTRACT = "ΣΥΜΒΑΣΗ ΠΡΟΜΗΘΕΙΑΣ: «προμήθεια απορριμματοφόρων»"
MONTHLY = "Ανάθεση καθαρισμού κτιρίων, μήνας {}"


def an_act(place: int, subject: str, *, group: object = "one", days: int = 0) -> Alike:
    return Alike(group=group, ada=str(place), subject=subject, issued_on=date(2024, 1, 1) + timedelta(days=days))


def spare(*subjects: str) -> list[int]:
    return [int(ada) for ada in repeated(an_act(place, subject) for place, subject in enumerate(subjects))]


@pytest.mark.parametrize(
    ("subjects", "counted"),
    [
        ((AWARD, CONTRACT), 1),
        ((AWARD, CHANGE, CONTRACT), 1),
        ((AWARD, CONTRACT, AWARD, CONTRACT), 2),
        ((AWARD, "Απευθείας ανάθεση προμήθειας γραφικής ύλης"), 2),
        (tuple(MONTHLY.format(month) for month in range(1, 13)), 12),
        ((*(MONTHLY.format(month) for month in range(1, 13)), "Σύμβαση καθαρισμού κτιρίων"), 12),
        (("Προμήθεια χρωμάτων", "Προμήθεια χρωμάτων"), 2),
        (("Έγκριση σύμβασης φύλαξης κτιρίων", "Ιδιωτικό συμφωνητικό φύλαξης κτιρίων"), 1),
        ((AWARD, "Σύμβαση παροχής υπηρεσιών παιδιάτρου παιδικού σταθμού"), 2),
        (("Σ7/2022", "ΣΥΜΒΑΣΗ 17/2023"), 2),
    ],
)
def test_an_award_its_modification_and_its_contract_count_once(subjects: tuple[str, ...], counted: int) -> None:
    assert len(subjects) - len(spare(*subjects)) == counted


def test_groups_do_not_mix() -> None:
    assert repeated([an_act(1, AWARD, group=1), an_act(2, CONTRACT, group=2)]) == []


def test_the_next_years_contract_of_the_same_amount_is_another_one() -> None:
    assert repeated([an_act(1, AWARD), an_act(2, CONTRACT, days=90)]) == ["2"]
    assert repeated([an_act(1, AWARD), an_act(2, CONTRACT, days=500)]) == []
