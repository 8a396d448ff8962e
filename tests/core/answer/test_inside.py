"""Questions about what the PDF of one act says: quotes with their page, or the reason why there are none."""

import pytest

from core.answer import inside
from core.domain.answer import ChoiceKind, Outcome
from core.domain.document import FileState, Page, PageMark, Passage, PassageKind, Quality
from tests.core.answer.conftest import AN_ACT, Act

_HEADER = "Α/Α | Περιγραφή | Ποσό"


def _page(*texts: str | Passage, number: int = 1, quality: Quality = Quality.READABLE, marks=()) -> Page:
    passages = [each if isinstance(each, Passage) else Passage(kind=PassageKind.SENTENCE, text=each) for each in texts]
    return Page(number=number, quality=quality, passages=tuple(passages), marks=marks)


def _row(text: str, header: str = "") -> Passage:
    return Passage(kind=PassageKind.ROW, text=text, header=header)


_PAGES = (
    _page(
        "ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ",
        "Έχοντας υπόψη:",
        "1. Τις διατάξεις του άρθρου 118 του Ν. 4412/2016.",
        "ΑΠΟΦΑΣΙΖΕΙ",
        "Την ανάθεση της προμήθειας καυσίμων στην εταιρεία ΔΟΚΙΜΗ Ο.Ε. αντί 4.960,00 €.",
        "Η παράδοση των ειδών θα γίνει εντός είκοσι (20) ημερών από την υπογραφή της σύμβασης.",
        "Δεν προβλέπεται προκαταβολή στον ανάδοχο πριν από την παραλαβή των ειδών.",
    ),
    _page(
        _row(_HEADER),
        _row("1 | Πετρέλαιο κίνησης | 3.000,00 €", _HEADER),
        _row("2 | Βενζίνη αμόλυβδη | 1.960,00 €", _HEADER),
        "Μειοψηφούντος του συμβούλου της μειοψηφίας, που ψήφισε λευκό.",
        "Ο ΔΗΜΑΡΧΟΣ",
        "ΔΟΚΙΜΟΣ ΔΟΚΙΜΟΠΟΥΛΟΣ",
        number=2,
    ),
)


async def test_what_it_says_about_something_comes_with_its_page_and_link(talk, act):
    await act.hold(*_PAGES)
    answer = await talk.ask(f"τι λέει η {act.ada} για παράδοση;")
    assert (answer.outcome, [(quote.page, quote.ada) for quote in answer.quotes]) == (Outcome.ANSWERED, [(1, act.ada)])
    assert "σελ. 1: «Η παράδοση των ειδών θα γίνει εντός είκοσι (20) ημερών" in talk.text
    assert talk.text.startswith("Στο PDF της πράξης (2 σελίδες) αναφέρεται για «παράδοση»:")
    assert answer.choices[0].kind is ChoiceKind.LINK and answer.choices[0].text.endswith(f"/doc/{act.ada}")
    assert [citation.ada for citation in answer.citations] == [act.ada]


@pytest.mark.parametrize(
    ("question", "page", "words"),
    [
        ("ποια είναι η προθεσμία στην {}", 1, "εντός είκοσι (20) ημερών"),
        ("ποιος ψήφισε κατά στην {}", 2, "Μειοψηφούντος του συμβούλου"),
        ("τι λέει η {} για το πετρέλαιο", 2, "Περιγραφή: Πετρέλαιο κίνησης · Ποσό: 3.000,00 €"),
        ("τι λέει η {} για προκαταβολή", 1, "Δεν προβλέπεται προκαταβολή"),
        ("τι λέει η {}", 1, "Την ανάθεση της προμήθειας καυσίμων"),
        ("ποιος υπέγραψε την {}", 2, "ΔΟΚΙΜΟΣ ΔΟΚΙΜΟΠΟΥΛΟΣ"),
        ("poios ypegrapse tin {}", 2, "Ο ΔΗΜΑΡΧΟΣ"),
        ("ti leei i {} gia paradosi", 1, "εντός είκοσι (20) ημερών"),
        ("who signed {}", 2, "ΔΟΚΙΜΟΣ ΔΟΚΙΜΟΠΟΥΛΟΣ"),
        ("what does {} say about delivery", 1, "εντός είκοσι (20) ημερών"),
    ],
)
async def test_questions_about_the_inside_of_an_act(talk, act, question, page, words):
    await act.hold(*_PAGES)
    answer = await talk.ask(question.format(act.ada))
    assert answer.outcome is Outcome.ANSWERED
    assert any(quote.page == page and words in quote.text for quote in answer.quotes), talk.text
    assert f"σελ. {page}: «" in talk.text


@pytest.mark.parametrize(
    "question", ["{}", "δείξε μου την {}", "show me {}", "στείλε μου το pdf της {}", "πόσο κόστισε η {}"]
)
async def test_a_bare_act_is_still_its_card(talk, act, question):
    await act.hold(*_PAGES)
    answer = await talk.ask(question.format(act.ada))
    assert answer.quotes == ()
    assert not any(finding.lookup == "read_document" for finding in answer.findings)


async def test_what_it_does_not_say_is_told_above_the_card(talk, act):
    await act.hold(*_PAGES)
    answer = await talk.ask(f"τι λέει η {act.ada} για ελικόπτερα;")
    assert (answer.outcome, answer.quotes) == (Outcome.PARTIAL, ())
    assert "δεν βρήκα κάτι για «ελικόπτερα»" in talk.text and "Ποσό ανάθεσης" in talk.text


async def test_a_pdf_that_was_never_read_leaves_the_card_as_it_was(talk, act):
    answer = await talk.ask(f"τι λέει η {act.ada};")
    assert "δεν το έχουμε διαβάσει ακόμη" in talk.text and answer.quotes == ()
    await talk.ask(f"ποιος υπέγραψε την {act.ada};")
    assert "Ο υπογράφων αναγράφεται στο PDF" in talk.text


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (FileState.MISSING, "δεν δίνει έγγραφο"),
        (FileState.ENCRYPTED, "κλειδωμένο"),
        (FileState.DAMAGED, "χαλασμένο"),
        (FileState.TOO_LARGE, "πολύ μεγάλο"),
        (FileState.NOT_PDF, "δεν είναι PDF"),
    ],
)
async def test_why_a_file_says_nothing(talk, act, state, words):
    await act.hold(state=state)
    answer = await talk.ask(f"ποιος υπέγραψε την {act.ada};")
    assert words in talk.text and "Ο υπογράφων αναγράφεται" not in talk.text
    assert answer.outcome is Outcome.PARTIAL and "Ποσό ανάθεσης" in talk.text


async def test_a_scan_is_called_a_scan(talk, act):
    await act.hold(_page(quality=Quality.SCAN), _page(number=2, quality=Quality.SCAN))
    await talk.ask(f"τι λέει η {act.ada};")
    assert talk.text.startswith("Όλο το έγγραφο (2 σελ.): σαρωμένο έγγραφο: δεν διαβάζεται κείμενο.")


async def test_the_page_that_could_not_be_read_is_named_beside_the_quotes(talk, act):
    await act.hold(_PAGES[0], _page(number=2, quality=Quality.SCAN))
    await talk.ask(f"τι λέει η {act.ada} για παράδοση;")
    assert "Σελ. 2: σαρωμένο έγγραφο: δεν διαβάζεται κείμενο." in talk.text and "σελ. 1: «Η παράδοση" in talk.text


async def test_pages_that_were_not_read_and_a_version_that_no_longer_holds_are_told(talk, act):
    await act.hold(
        _page(*(each.text for each in _PAGES[0].passages), marks=(PageMark.SUPERSEDED,)),
        state=FileState.PARTIAL,
        total=900,
    )
    await talk.ask(f"τι λέει η {act.ada} για παράδοση;")
    assert "(διαβάστηκαν 1 από 900 σελίδες)" in talk.text and "ΜΗ ΕΓΚΥΡΟ" in talk.text


async def test_numbers_of_persons_are_hidden_and_a_contractor_keeps_his_name(talk, act):
    person = "Ανάδοχος | ΔΟΚΙΜΟΠΟΥΛΟΣ ΔΟΚΙΜΙΟΣ | ΑΦΜ | 123456783 | κιν. | 6912345678"
    await act.hold(_page("Στοιχεία του αναδόχου της προμήθειας:", _row(person)))
    await talk.ask(f"τι λέει η {act.ada} για τον ανάδοχο;")
    assert "ΔΟΚΙΜΟΠΟΥΛΟΣ" in talk.text and "123456783" not in talk.text and "6912345678" not in talk.text


async def test_whoever_is_paid_as_a_person_is_not_named(talk):
    act = Act(talk.pool, await talk.pool.fetchval(AN_ACT, "payment"))
    row = _row("ΔΙΚΑΙΟΥΧΟΣ: | ΔΟΚΙΜΟΠΟΥΛΟΥ ΖΩΗ | Α.Φ.Μ.: | 123456783")
    await act.hold(_page(row, "Ο λαβών ΔΟΚΙΜΟΠΟΥΛΟΥ ΖΩΗ έλαβε 827,00 €."))
    answer = await talk.ask(f"τι λέει η {act.ada} για δικαιούχο και λαβών;")
    told = talk.text + "".join(quote.text for quote in answer.quotes)
    assert "827,00 €" in told
    assert "ΔΟΚΙΜΟΠΟΥΛΟΥ" not in told and "ΖΩΗ" not in told and "123456783" not in told
    await talk.pool.execute("DELETE FROM documents WHERE ada = $1", act.ada)


async def test_a_revoked_act_is_told_to_keep_nothing(talk):
    ada = await talk.pool.fetchval("SELECT ada FROM decisions WHERE status = 'REVOKED' ORDER BY ada LIMIT 1")
    assert await Act(talk.pool, ada).hold(*_PAGES) is FileState.WITHHELD
    await talk.ask(f"τι λέει η {ada};")
    assert "δεν το κρατάμε" in talk.text


def test_signers_side_by_side_are_told_by_their_own_cells():
    page = _page(_row("Κοινοποίηση: | Ο ΔΙΕΥΘΥΝΤΗΣ"), _row("Οικονομική Υπηρεσία 5 | ΔΟΚΙΜΟΣ ΔΟΚΙΜΟΠΟΥΛΟΣ"))
    told = [quote.text for quote in inside.signers("6ΑΑΑΩΔΟ-ΔΟΚ", [page])]
    assert told == ["Ο ΔΙΕΥΘΥΝΤΗΣ", "ΔΟΚΙΜΟΣ ΔΟΚΙΜΟΠΟΥΛΟΣ"]


def test_half_a_title_is_not_told_where_names_are():
    titles = _row("Η Προϊσταμένη του | Η Γενική Διευθύντρια")
    page = _page(titles, _row("ΖΩΗ ΔΟΚΙΜΟΠΟΥΛΟΥ | ΔΟΚΙΜΗ ΔΟΚΙΜΑΚΗ"))
    told = [quote.text for quote in inside.signers("6ΑΑΑΩΔΟ-ΔΟΚ", [page])]
    assert told == ["Η Γενική Διευθύντρια", "ΖΩΗ ΔΟΚΙΜΟΠΟΥΛΟΥ", "ΔΟΚΙΜΗ ΔΟΚΙΜΑΚΗ"]


def test_a_long_sentence_is_cut_at_its_commas_around_what_was_asked():
    long = "Εγκρίνει τη δαπάνη, " + ", ".join(f"για το είδος με αριθμό {number} του πίνακα" for number in range(60))
    page = _page(long + ", με παράδοση στην αποθήκη του δήμου, και πληρωμή σε δόσεις.")
    (quote,) = inside.about("6ΑΑΑΩΔΟ-ΔΟΚ", [page], ("παράδοση",))
    assert quote.text.startswith("με παράδοση στην αποθήκη") and len(quote.text) < 450
