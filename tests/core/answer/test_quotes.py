"""The quote check: what misleads is refused, what is only written otherwise is taken (SEEDS C2)."""

import pytest

from core.answer.quotes import check, stands
from core.domain.answer import Quote
from core.domain.document import Page, Passage, PassageKind, Quality
from core.errors import Ungrounded
from tests.core.answer import quoted_pages
from tests.core.answer.quoted_pages import FALSE, made, true_one

_ADA = "6ΑΑΑΩΔΟ-ΔΟΚ"
_ACTS = quoted_pages.acts()


def _page(*texts: str | Passage, number: int = 1, quality: Quality = Quality.READABLE) -> Page:
    passages = [each if isinstance(each, Passage) else Passage(kind=PassageKind.SENTENCE, text=each) for each in texts]
    return Page(number=number, quality=quality, passages=tuple(passages))


def _row(text: str, header: str = "") -> Passage:
    return Passage(kind=PassageKind.ROW, text=text, header=header)


def _is_taken(text: str, *pages: Page, page: int = 1) -> bool:
    return stands(Quote(ada=_ADA, page=page, text=text), pages)


@pytest.mark.parametrize("kind", FALSE, ids=lambda kind: kind.__name__)
def test_two_hundred_false_quotes_are_refused(kind):
    taken = [quote for quote in made(kind, _ACTS, number=40) if stands(quote, _ACTS[quote.ada])]
    assert taken == []


def test_of_two_hundred_true_quotes_written_otherwise_no_more_than_five_are_lost():
    quotes = made(true_one, _ACTS, number=200)
    lost = [quote for quote in quotes if not stands(quote, _ACTS[quote.ada])]
    assert len(lost) <= 5


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("εγκρίνεται η δαπάνη των 125.000,00 €", "Δεν εγκρίνεται η δαπάνη των 125.000,00 €."),
        ("την ανάθεση στην εταιρεία ΔΟΚΙΜΗ", "Απορρίπτει την ανάθεση στην εταιρεία ΔΟΚΙΜΗ."),
        ("η υπ' αριθ. 5/2024 απόφαση ανάθεσης", "Ανακαλείται η υπ' αριθ. 5/2024 απόφαση ανάθεσης."),
        ("κηρύσσει τον διαγωνισμό της 3/5/2024", "Ματαιώνει και κηρύσσει τον διαγωνισμό της 3/5/2024 άγονο."),
        ("ποσού 250,00 €", "Εγκρίνει δαπάνη ποσού 11.250,00 €."),
        ("ποσού 1.250 €", "Εγκρίνει δαπάνη ποσού 1.250,00 €."),
        ("13,07 €", "Πιστωτικό τιμολόγιο -13,07 €"),
        ("5", "Άρθρο 5"),
        ("5 μέλη", "Η επιτροπή έχει 15 μέλη."),
        ("την προμήθεια", "Εγκρίνει την προμήθεια καυσίμων."),
        ("", "Εγκρίνει την προμήθεια καυσίμων."),
        ("κείμενο που δεν υπάρχει πουθενά", "Εγκρίνει την προμήθεια καυσίμων."),
    ],
)
def test_what_misleads_is_refused(text, page):
    assert not _is_taken(text, _page(page))


@pytest.mark.parametrize(
    "denial",
    """ψηφίζει όχι στην|Απαγορεύεται|Απαγορεύθηκε|Καταψηφίζει|Καταψήφισε
    Καταργείται|Κατάργηση:|Είναι αδύνατη|Αδυνατεί|Ακυρώνεται
    Είναι άκυρη|Παύει|Παύεται
    Απαλλάσσεται|Απαλλαγή από|Διακόπτεται|Διακοπή:|Εκτός από|Αποκλείεται|Αποκλεισμός από|Απορρίπτεται
    Ανακαλείται|Ανάκληση:""".replace("\n", "|").split("|"),
)
def test_other_words_of_denial_are_not_left_outside(denial):
    page = _page(f"{denial.strip()} η έγκριση της δαπάνης των καυσίμων.")
    assert not _is_taken("η έγκριση της δαπάνης των καυσίμων", page)
    assert _is_taken(page.passages[0].text, page)


def test_words_that_only_begin_like_a_denial_are_none():
    page = _page("Ο Παύλος Δοκιμόπουλος εισηγείται: η έγκριση της δαπάνης των καυσίμων.")
    assert _is_taken("η έγκριση της δαπάνης των καυσίμων", page)


@pytest.mark.parametrize(
    ("text", "page"),
    [
        ("ΕΓΚΡΙΝΕΙ ΤΗ ΔΑΠΑΝΗ ΤΩΝ ΚΑΥΣΙΜΩΝ", "Εγκρίνει τη δαπάνη των καυσίμων για το 2024."),
        ("δεν εγκρίνεται η δαπάνη των 125.000,00 €", "Δεν εγκρίνεται η δαπάνη των 125.000,00 €."),
        ("εντός 20 ημερών", "Η παράδοση γίνεται εντός 20 ημερών από την υπογραφή."),
        ("1.250,00€", "Ποσό: 1.250,00 €"),
        ("ποσοστό 24 %", "με Φ.Π.Α. σε ποσοστό 24% επί της αξίας"),
        ("ΔΕΥΑ Κοζάνης εγκρίνει την προμήθεια", "Η Δ.Ε.Υ.Α. Κοζάνης εγκρίνει την προμήθεια."),
        ("Ο ΠΡΟΕΔΡΟΣ", "Ο Πρόεδρος"),
        ("στον Δήμο Αμφίκλειας – Ελάτειας το έτος", "στον Δήμο Αμφίκλειας-Ελάτειας το έτος 2024"),
    ],
)
def test_what_is_only_written_otherwise_is_taken(text, page):
    assert _is_taken(text, _page(page))


def test_a_denial_above_a_list_or_a_table_is_not_cut_off():
    items = ("Δεν εγκρίνει:", "1. τη δαπάνη των 500,00 € για καύσιμα", "2. τη δαπάνη των 700,00 € για λιπαντικά")
    assert not _is_taken("τη δαπάνη των 700,00 € για λιπαντικά", _page(*items))
    table = ("Απορρίπτονται οι προσφορές:", _row("ΔΟΚΙΜΗ Ο.Ε. | 500,00 €"), _row("ΕΠΙΔΕΙΞΗ Α.Ε. | 700,00 €"))
    assert not _is_taken("ΕΠΙΔΕΙΞΗ Α.Ε. 700,00 €", _page(*table))
    assert _is_taken("ΕΠΙΔΕΙΞΗ Α.Ε. 700,00 €", _page("Εγκρίνονται οι προσφορές:", *table[1:]))


def test_a_denial_at_the_foot_of_the_page_before_is_not_cut_off():
    first, second = _page("Η επιτροπή δεν εγκρίνει"), _page("τη δαπάνη των 500,00 € για καύσιμα.", number=2)
    assert not _is_taken("τη δαπάνη των 500,00 € για καύσιμα", first, second, page=2)
    ended = _page("Η επιτροπή δεν είναι σε απαρτία.")
    assert _is_taken("τη δαπάνη των 500,00 € για καύσιμα", ended, second, page=2)


def test_a_heading_that_denies_binds_what_follows_it():
    page = _page("ΔΕΝ ΕΓΚΡΙΝΕΙ", "Την ανάθεση στην εταιρεία ΔΟΚΙΜΗ Ο.Ε.")
    assert not _is_taken("Την ανάθεση στην εταιρεία ΔΟΚΙΜΗ Ο.Ε.", page)


_HEADER = "Α/Α | Περιγραφή | Ποσό"
_TABLE = _page(
    _row(_HEADER), _row("1 | Καύσιμα κίνησης | 500,00 €", _HEADER), _row("2 | Λιπαντικά | 120,30 €", _HEADER)
)


@pytest.mark.parametrize(
    ("text", "taken"),
    [
        ("Καύσιμα κίνησης 500,00 €", True),
        ("Περιγραφή: Καύσιμα κίνησης, Ποσό: 500,00 €", True),
        ("Α/Α Περιγραφή Ποσό 1 Καύσιμα κίνησης 500,00 €", True),
        ("Καύσιμα κίνησης 120,30 €", False),
        ("Περιγραφή: Καύσιμα κίνησης, Ποσό: 120,30 €", False),
        ("Ποσό 1 Καύσιμα κίνησης", False),  # the last name of the header before the first cell
        ("Καύσιμα κίνησης 500,00 € 2 Λιπαντικά", False),
    ],
)
def test_a_header_goes_with_its_own_row_alone(text, taken):
    assert _is_taken(text, _TABLE) is taken


@pytest.mark.parametrize("quality", [Quality.OCR, Quality.SHIFTED, Quality.SCAN, Quality.GARBLED])
def test_only_a_readable_page_is_quoted(quality):
    assert not _is_taken("Εγκρίνει τη δαπάνη των καυσίμων", _page("Εγκρίνει τη δαπάνη των καυσίμων.", quality=quality))


def test_the_stamp_and_other_pages_are_not_quoted():
    stamp = Passage(kind=PassageKind.STAMP, text="ΑΔΑ: 6ΑΑΑΩΔΟ-ΔΟΚ")
    first, second = _page("Εγκρίνει τη δαπάνη των καυσίμων.", stamp), _page("Ανακοινώνει τα αποτελέσματα.", number=2)
    assert not _is_taken("ΑΔΑ: 6ΑΑΑΩΔΟ-ΔΟΚ", first)
    assert not _is_taken("Εγκρίνει τη δαπάνη των καυσίμων", first, second, page=2)
    with pytest.raises(Ungrounded, match="σελίδα 9"):
        check(Quote(ada=_ADA, page=9, text="Εγκρίνει τη δαπάνη των καυσίμων"), [first])
