"""What is read of a page: order, tables, words that were cut, running lines; and what is never taken away."""

import pytest

from core.domain.document import FileState, PageMark, PassageKind, Quality
from tests.pdfs import Sheet, lines, pdf, table

_STAMP = "ΑΔΑ: 6ΑΑΑΩΔΟ-ΔΟΚ"


def _texts(page, kind=PassageKind.SENTENCE):
    return [each.text for each in page.passages if each.kind is kind]


def test_sentences_run_over_lines_and_cut_words_are_whole_again(read):
    sheet = lines(
        "Η Δημοτική Επιτροπή εγκρίνει τη δαπάνη για την προμήθεια καυσί-",
        "μων κίνησης, σύμφωνα με την παρ. 2 του άρθρ. 118 του Ν. 4412/2016.",
        "Δεν εγκρίνει τη δεύτερη προμήθεια.",
    )
    (page,) = read(pdf(sheet)).pages
    assert _texts(page) == [
        "Η Δημοτική Επιτροπή εγκρίνει τη δαπάνη για την προμήθεια καυσίμων κίνησης, σύμφωνα με την παρ. 2 του "
        "άρθρ. 118 του Ν. 4412/2016.",
        "Δεν εγκρίνει τη δεύτερη προμήθεια.",
    ]
    assert "καυσί-" in page.raw


def test_a_code_keeps_its_dash_at_the_end_of_a_line(read):
    (page,) = read(
        pdf(lines("Έχοντας υπόψη την απόφαση του Δημοτικού Συμβουλίου με ΑΔΑ ΨΤ1ΜΩ1Ρ-", "ΙΕΓ του έτους."))
    ).pages
    assert "ΨΤ1ΜΩ1Ρ-ΙΕΓ" in _texts(page)[0]


def test_a_row_stays_together_and_knows_its_header(read):
    rows = [("Α/Α", "Περιγραφή", "Ποσό"), ("1", "Καύσιμα κίνησης", "1.500,00"), ("2", "Λιπαντικά", "120,30")]
    (page,) = read(pdf(table(rows, widths=(40, 200, 80)))).pages
    found = [(each.text, each.header) for each in page.passages]
    header = "Α/Α | Περιγραφή | Ποσό"
    assert found == [(header, ""), ("1 | Καύσιμα κίνησης | 1.500,00", header), ("2 | Λιπαντικά | 120,30", header)]


def test_a_table_without_rules_keeps_its_rows(read):
    texts = [(60, 100, 9, "Περιγραφή"), (300, 100, 9, "Αξία"), (60, 114, 9, "Καύσιμα"), (300, 114, 9, "500,00")]
    (page,) = read(pdf(Sheet(texts=[*texts, (60, 128, 9, "Λιπαντικά"), (300, 128, 9, "120,30")]))).pages
    assert [(each.text, each.header) for each in page.passages][1:] == [
        ("Καύσιμα | 500,00", "Περιγραφή | Αξία"),
        ("Λιπαντικά | 120,30", "Περιγραφή | Αξία"),
    ]


def test_figures_whose_labels_take_two_lines_are_not_given_to_the_wrong_one(read):
    sheet = table([("Είδος", "Ποσό"), ("", "")], widths=(200, 80))
    sheet.rules.append((60, 300, 340, 300))
    sheet.rules += [(wall, 240, wall, 300) for wall in (60, 260, 340)]
    sheet.texts += [(63, 250, 8, "Έσοδα από"), (63, 262, 8, "μισθώματα"), (63, 274, 8, "Τόκοι")]
    sheet.texts += [(263, 256, 8, "100,00"), (263, 280, 8, "20,00")]
    (page,) = read(pdf(sheet)).pages
    assert not any("μισθώματα | 20,00" in each.text or "Τόκοι | 100,00" in each.text for each in page.passages)
    assert any("100,00" in each.text for each in page.passages)


def test_running_lines_go_but_nothing_that_anybody_would_look_for(read):
    kept = "ΑΔΑ: 6ΑΑΑΩΔΟ-ΔΟΚ", "Άρθρο 5", "ΑΦΜ 999999999", "12/3/2024", "Ποσό: 1.234,56 €"
    sheets = []
    for number in range(1, 6):
        sheet = lines(f"Κείμενο της σελίδας με αριθμό {number}.", top=400)
        sheet.texts += [(60, 30, 9, "ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ"), (280, 830, 9, f"Σελίδα {number} από 5")]
        sheet.texts += [(60, 45 + 11 * place, 9, text) for place, text in enumerate(kept)]
        sheets.append(sheet)
    pages = read(pdf(*sheets)).pages
    for page in pages:
        told = " ".join(each.text for each in page.passages)
        assert all(text in told for text in kept)
        assert "ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ" not in told and "από 5" not in told
        assert "ΔΗΜΟΣ ΕΠΙΔΕΙΞΗΣ" in page.raw and "από 5" in page.raw


def test_the_stamp_of_the_source_is_read_and_told_apart(read):
    sheet = lines("Εγκρίνει τη δαπάνη των καυσίμων.")
    sheet.stamp = _STAMP
    (page,) = read(pdf(sheet)).pages
    assert _texts(page, PassageKind.STAMP) == [_STAMP]
    assert _texts(page) == ["Εγκρίνει τη δαπάνη των καυσίμων."]


@pytest.mark.parametrize(
    ("sheet", "quality"),
    [
        (Sheet(pictured=True, stamp=_STAMP), Quality.SCAN),
        (Sheet(pictured=True), Quality.SCAN),
        (Sheet(stamp=_STAMP), Quality.STAMP_ONLY),
        (Sheet(), Quality.BLANK),
        (lines("Εγκρίνει τη δαπάνη"), Quality.READABLE),
    ],
)
def test_each_page_says_what_it_is(read, sheet, quality):
    first, second = read(pdf(lines("Πρώτη σελίδα"), sheet)).pages
    assert (first.quality, second.quality, second.number) == (Quality.READABLE, quality, 2)


def test_letters_without_a_map_are_garbled_and_never_text(read):
    (page,) = read(pdf(lines(*["Εγκρίνει τη δαπάνη των καυσίμων"] * 20), unmapped=True)).pages
    assert (page.quality, _texts(page)) == (Quality.GARBLED, [])


def test_lookalikes_are_letters_and_the_raw_text_keeps_them(read):
    (page,) = read(pdf(lines("Αναµόρφωση προϋπολογισµού του ∆ήµου α̟ό την αρχή"))).pages
    assert _texts(page) == ["Αναμόρφωση προϋπολογισμού του Δήμου από την αρχή"]
    assert page.marks == (PageMark.LOOKALIKES,) and "∆ήµου" in page.raw


def test_another_alphabets_table_is_repaired_and_told(read):
    wrong = "Εγκρίνουμε την δαπάνη για τον Δήμο και το ποσό της προμήθειας από τον νόμο".encode("cp1253").decode(
        "cp1252"
    )
    (page,) = read(pdf(lines(wrong))).pages
    assert _texts(page) == ["Εγκρίνουμε την δαπάνη για τον Δήμο και το ποσό της προμήθειας από τον νόμο"]
    assert page.marks == (PageMark.MOJIBAKE,) and page.raw.startswith(wrong[:20])


def test_spaced_letters_are_words(read):
    (page,) = read(pdf(lines("Α Π Ο Φ Α Σ Η", "Εγκρίνει τη δαπάνη."))).pages
    assert _texts(page)[0].startswith("ΑΠΟΦΑΣΗ")


def test_the_watermark_of_an_old_version_is_seen(read):
    sheet = lines("Εγκρίνει τη δαπάνη των καυσίμων.")
    sheet.texts.append((100, 600, 30, "ΜΗ ΕΓΚΥΡΟ. ΔΙΟΡΘΩΘΗΚΕ ΜΕ ΝΕΟΤΕΡΟ"))
    (page,) = read(pdf(sheet)).pages
    assert PageMark.SUPERSEDED in page.marks


def test_more_pages_than_are_read_are_told(read):
    found = read(pdf(*[lines(f"Σελίδα {number} της απόφασης") for number in range(403)]))
    assert (found.state, found.pages_total, len(found.pages)) == (FileState.PARTIAL, 403, 400)
