"""Which acts of one amount are one contract."""

import pytest

from core.domain.contracts import Alike, repeated

AWARD = "Έγκριση 1ου και 2ου πρακτικού του διαγωνισμού: προμήθεια απορριμματοφόρων"
CHANGE = "ΤΡΟΠΟΠΟΙΗΣΗ ΤΗΣ ΑΡΙΘ. 188/2023 ΑΠΟΦΑΣΗΣ ΤΗΣ ΟΙΚΟΝΟΜΙΚΗΣ ΕΠΙΤΡΟΠΗΣ"
CONTRACT = "ΣΥΜΒΑΣΗ ΠΡΟΜΗΘΕΙΑΣ: «προμήθεια απορριμματοφόρων»"
MONTHLY = "Ανάθεση καθαρισμού κτιρίων, μήνας {}"


def spare(*subjects: str) -> list[int]:
    acts = [Alike(group="one", ada=str(place), subject=subject) for place, subject in enumerate(subjects)]
    return [int(ada) for ada in repeated(acts)]


@pytest.mark.parametrize(
    ("subjects", "counted"),
    [
        ((AWARD, CONTRACT), 1),
        ((AWARD, CHANGE, CONTRACT), 1),
        ((AWARD, CONTRACT, AWARD, CONTRACT), 2),
        ((AWARD, "Απευθείας ανάθεση προμήθειας γραφικής ύλης"), 2),
        (tuple(MONTHLY.format(month) for month in range(1, 13)), 12),
        ((*(MONTHLY.format(month) for month in range(1, 13)), CONTRACT), 12),
        (("Προμήθεια χρωμάτων", "Προμήθεια χρωμάτων"), 2),
        (("Έγκριση σύμβασης παροχής υπηρεσιών", "Ιδιωτικό συμφωνητικό παροχής υπηρεσιών"), 1),
    ],
)
def test_an_award_its_modification_and_its_contract_count_once(subjects: tuple[str, ...], counted: int) -> None:
    assert len(subjects) - len(spare(*subjects)) == counted


def test_groups_do_not_mix() -> None:
    assert repeated([Alike(group=1, ada="a", subject=AWARD), Alike(group=2, ada="b", subject=CONTRACT)]) == []
