"""ΑΔΑ, as people type them."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.domain.identifiers import (
    ISSUER_ALPHABET,
    find_adas,
    issuer_code,
    issuer_uid,
    lookalikes,
    parse_ada,
)
from core.errors import InvalidInput

REGISTER = frozenset({"6265", "5013", "100054492", "51611", "5002", "6", "12", "30"})
registered = REGISTER.__contains__


def found(text: str) -> list[tuple[str, bool, bool]]:
    return [(one.ada, one.certain, one.labelled) for one in find_adas(text, registered=registered)]


@pytest.mark.parametrize(
    ("text", "ada"),
    [
        ("9Ω4Τ7ΛΗ-ΔΟΚ", "9Ω4Τ7ΛΗ-ΔΟΚ"),
        ("πες μου όταν ανακληθεί η 9Ω4Τ7ΛΗ-ΔΟΚ.", "9Ω4Τ7ΛΗ-ΔΟΚ"),
        ("η «9ω4τ7λη-δοκ»;", "9Ω4Τ7ΛΗ-ΔΟΚ"),
        ("ψρσ3ω1ρ-0ις τι λέει", "ΨΡΣ3Ω1Ρ-0ΙΣ"),
        ("6XP9Ω1P-THA", "6ΧΡ9Ω1Ρ-ΤΗΑ"),
        ("6xp9ω1p-tha", "6ΧΡ9Ω1Ρ-ΤΗΑ"),
        ("6HTA46MTΛ6-Z1K", "6ΗΤΑ46ΜΤΛ6-Ζ1Κ"),
        ("ΨΡΣ3\u21261Ρ-0ΙΞ", "ΨΡΣ3Ω1Ρ-0ΙΞ"),
        ("Ψ7ΘΒ7ΛΗ – ΔΟΚ", "Ψ7ΘΒ7ΛΗ-ΔΟΚ"),
        ("Ψ7ΘΒ7ΛΗ—Δ1Κ", "Ψ7ΘΒ7ΛΗ-Δ1Κ"),
        ("Ψ7ΘΒ7ΛΗ\u2011ΔΟΚ", "Ψ7ΘΒ7ΛΗ-ΔΟΚ"),
        ("ΨΣΞΕ6-ΟΑ8", "ΨΣΞΕ6-ΟΑ8"),
        ("6ΑΒΓΔΩΔ-Δ1Κ", "6ΑΒΓΔΩΔ-Δ1Κ"),
        ("ΡΑΤΑΩ1Ρ-ΘΤΖ", "ΡΑΤΑΩ1Ρ-ΘΤΖ"),
        ("75%CE%941%CE%A9%CE%955-%CE%91%CE%A56", "75Δ1ΩΕ5-ΑΥ6"),
        ("αρχείο 9Ω4Τ7ΛΗ-ΔΟΚ.pdf", "9Ω4Τ7ΛΗ-ΔΟΚ"),
    ],
)
def test_an_ada_is_found_in_official_letters(text: str, ada: str) -> None:
    assert found(text) == [(ada, True, False)]


@pytest.mark.parametrize(
    "link",
    [
        "https://diavgeia.gov.gr/doc/9%CE%A94%CE%A47%CE%9B%CE%97-%CE%94%CE%9F%CE%9A?inline=true",
        "https://diavgeia.gov.gr/doc/9%25CE%25A94%25CE%25A47%25CE%259B%25CE%2597-%25CE%2594%25CE%259F%25CE%259A",
        "https://diavgeia.gov.gr/decision/view/9Ω4Τ7ΛΗ-ΔΟΚ",
        "http://www.diavgeia.gov.gr/decision/view/9Ω4Τ7ΛΗ-ΔΟΚ",
        "diavgeia.gov.gr/doc/9Ω4Τ7ΛΗ-ΔΟΚ",
        "(https://diavgeia.gov.gr/doc/9Ω4Τ7ΛΗ-ΔΟΚ).",
    ],
)
def test_a_link_to_diavgeia_names_its_ada(link: str) -> None:
    assert found(f"δες {link} και πες μου") == [("9Ω4Τ7ΛΗ-ΔΟΚ", True, True)]


@pytest.mark.parametrize(
    "link",
    ["https://diavgeia.gov.gr.evil.example/doc/9Ω4Τ7ΛΗ-ΔΟΚ", "https://yperdiavgeia.gr/decisions/view/9Ω4Τ7ΛΗ-ΔΟΚ"],
)
def test_a_link_to_another_host_is_only_a_guess(link: str) -> None:
    assert found(link) == [("9Ω4Τ7ΛΗ-ΔΟΚ", False, False)]
    assert found("https://yperdiavgeia.gr/decisions/view/1234567") == []


@pytest.mark.parametrize(
    "text",
    [
        "ΑΔΑ: 9Ω4Τ7ΛΗ-ΔΟΚ",
        "AΔΑ : 9Ω4Τ7ΛΗ – ΔΟΚ",
        "ada 9Ω4Τ7ΛΗ-ΔΟΚ",
        "Α.Δ.Α. 9Ω4Τ7ΛΗ-ΔΟΚ",
        "(αδα «9ω4τ7λη-δοκ»)",
        "ΑΔΑ9Ω4Τ7ΛΗ-ΔΟΚ",
    ],
)
def test_the_word_before_it_labels_an_ada(text: str) -> None:
    assert found(text) == [("9Ω4Τ7ΛΗ-ΔΟΚ", True, True)]


def test_several_are_found_in_order_and_once_each() -> None:
    text = "ΑΔΑ: 9Ω4Τ7ΛΗ-ΔΟΚ, Ψ7ΘΒ7ΛΗ-ΔΟΚ και ΡΛ3Ξ7ΛΗ-ΔΟΚ. Ξανά: 9ω4τ7λη-δοκ"
    assert found(text) == [
        ("9Ω4Τ7ΛΗ-ΔΟΚ", True, True),
        ("Ψ7ΘΒ7ΛΗ-ΔΟΚ", True, True),
        ("ΡΛ3Ξ7ΛΗ-ΔΟΚ", True, True),
    ]


@pytest.mark.parametrize(
    ("text", "ada"),
    [
        ("pes mou gia to 9W4T7LH-DOK", "9Ω4Τ7ΛΗ-ΔΟΚ"),
        ("το 9W4T7LH-DOK", "9Ω4Τ7ΛΗ-ΔΟΚ"),
        ("4ΑΓ3Κ-1", "4ΑΓ3Κ-1"),
        ("4ΙΙΛΗ-Ε6", "4ΙΙΛΗ-Ε6"),
        ("ΨΒΓΔΩΔΟ-ΔΟΚ", "ΨΒΓΔΩΔΟ-ΔΟΚ"),
        ("9Ω4Τ7ΛΗ-ΔΟΚ-2", "9Ω4Τ7ΛΗ-ΔΟΚ"),
    ],
)
def test_what_may_be_one_counts_only_when_it_is_held(text: str, ada: str) -> None:
    assert found(text) == [(ada, False, False)]


def test_after_its_label_spaces_and_short_endings_are_taken() -> None:
    assert found("ΑΔΑ 4ΙΙΛΗ-Ε6") == [("4ΙΙΛΗ-Ε6", False, True)]
    assert found("ΑΔΑ 9Ω4Τ7ΛΗ ΔΟΚ") == [("9Ω4Τ7ΛΗ-ΔΟΚ", False, True)]


@pytest.mark.parametrize(
    "text",
    [
        "ΣΧΟΛΕΙΑ-ΕΡΓΑ", "ΔΙΑΔΙΚΤΥΟΥ-ΤΩΝ", "ΕΛΕΝΗ-ΤΕ", "Ελένη-ΤΕ1", "ΚΟΝΤΕΙΝΕΡ-1", "Δ2019-214", "ΣΧΟΛΕΙΟ-1ΟΥ",
        "ΓΥΜΝΑΣΙΟ-2ο",
        "ΟΧΗΜΑΤΩΝ - ΚΗΗ", "50000000-5", "30192000-1", "12345-678", "00000-000", "καύσιμα-2024", "λευκαδα-2025",
        "αποφαση-12", "COVID19-2020", "e-mail", "ΕΡΓΩΝ-ΤΗΣ", "21SYMV007049778", "", "τηλ. 22410-46200", "MASTER-CLASS",
    ],
)  # fmt: skip
def test_words_codes_and_numbers_are_no_adas(text: str) -> None:
    assert found(text) == []


def test_what_was_typed_can_be_cut_out() -> None:
    [one] = find_adas("AΔΑ : Ψ7ΘΒ7ΛΗ – ΔΟΚ τι λέει;", registered=registered)
    assert one.typed == "Ψ7ΘΒ7ΛΗ – ΔΟΚ"


@pytest.mark.parametrize("typed", ["ψρσ3ω1ρ-0ιξ", " ΨΡΣ3Ω1Ρ – 0ΙΞ ", "ΨPΣ3Ω1P-0IΞ", "ΨΡΣ3Ω1Ρ‑0ΙΞ"])
def test_a_single_ada_is_parsed(typed: str) -> None:
    assert parse_ada(typed) == "ΨΡΣ3Ω1Ρ-0ΙΞ"


@pytest.mark.parametrize("typed", ["", "50000000-5", "ΑΒ-Γ", "ΨΡΣ3Ω1Ρ0ΙΞ", "ΨΡΣ3Ω1Ρ-0ΙΞΞ", "9W4T7LH-DOK"])
def test_another_form_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(InvalidInput, match="δεν έχει τη μορφή ΑΔΑ"):
        parse_ada(typed)


@pytest.mark.parametrize(
    ("uid", "code"),
    [("6", "6"), ("12", "Κ"), ("15", "Η"), ("5002", "7Λ7"), ("6265", "Ω1Ρ"), ("6296", "ΩΗ6"), ("51611", "ΟΕΥΖ"),
     ("99221771", "469ΗΖΞ"), ("100024278", "465Ν6Φ"), ("100054492", "46ΜΤΛ6"), ("0", "Π")],
)  # fmt: skip
def test_the_issuer_stands_inside_an_ada(uid: str, code: str) -> None:
    assert issuer_code(uid) == code
    assert issuer_uid(f"ΨΡΣ3{code}-0ΙΞ") == uid


def test_letters_that_no_issuer_has_are_no_issuer() -> None:
    assert issuer_uid("ΨΡΣ3Z-0ΙΞ") is None


@settings(deadline=None, max_examples=300)
@given(
    st.text(alphabet=ISSUER_ALPHABET, min_size=4, max_size=4),
    st.sampled_from(sorted(REGISTER)),
    st.text(alphabet=ISSUER_ALPHABET, min_size=3, max_size=3),
)
def test_every_ada_of_a_registered_issuer_is_found_as_it_is_typed(random: str, uid: str, suffix: str) -> None:
    ada = f"Ω4{random[2:]}{issuer_code(uid)}-{suffix}"
    for text in (f"η {ada}.", ada.lower(), f"https://diavgeia.gov.gr/doc/{quote(ada)}"):
        assert ada in [one.ada for one in find_adas(text, registered=registered)]


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=60))
def test_any_text_is_read_without_failing(text: str) -> None:
    assert all(parse_ada(one.ada) == one.ada for one in find_adas(text, registered=registered))


def test_lookalikes_are_near_and_never_the_same() -> None:
    near = lookalikes("9Ω4Τ7ΛΗ-Δ0Κ")
    assert "9Ω4Τ7ΛΗ-ΔΟΚ" in near
    assert near.index("9Ω4Τ7ΛΗ-ΔΟΚ") < 40
    assert "9Ω4Τ7ΛΗ-Δ0Κ" not in near
    assert len(set(near)) == len(near)
    assert "ΨΡΣ3Ω1Ρ-0ΙΞ" in lookalikes("ΨΡΣ3ΩΙΡ-ΟΙΞ")


def _records(folder: Path) -> Iterator[tuple[str, str]]:
    for name in ("decisions_api.jsonl.gz", "decisions_flat.jsonl.gz"):
        with gzip.open(folder / name, "rt", encoding="utf-8") as lines:
            for record in map(json.loads, lines):
                yield record["ada"], record.get("subject") or ""


def _register(folder: Path) -> frozenset[str]:
    listed = json.loads((folder / "fixtures" / "organizations_active.json").read_text(encoding="utf-8"))
    return frozenset(one["uid"] for one in listed["organizations"])


@pytest.mark.shared
def test_every_real_ada_is_found_in_a_sentence_in_lower_case_and_in_a_link(shared_data: Path) -> None:
    known = _register(shared_data).__contains__
    missed: Counter[str] = Counter()
    adas = [ada for ada, _ in _records(shared_data)]
    for ada in adas:
        shapes = {
            "sentence": f"Τι λέει η απόφαση {ada}, παρακαλώ;",
            "lower case": f"δες το {ada.lower()} και πες μου",
            "final sigma": f"το {ada[:-1] + ada[-1].lower().replace('σ', 'ς')};",
            "link": f"https://diavgeia.gov.gr/doc/{quote(ada)}?inline=true",
        }
        for shape, text in shapes.items():
            candidates = find_adas(text, registered=known)
            missed[shape] += [(one.ada, one.certain) for one in candidates] != [(ada, True)]
    assert len(adas) == 37_780
    assert +missed == Counter()


@pytest.mark.shared
def test_subjects_hold_no_false_ada(shared_data: Path) -> None:
    """What a subject cites is an ΑΔΑ of a registered body; a few are misspelled there, and what is not sure is rare."""
    register = _register(shared_data)
    found_in = [
        one
        for subject in {subject for _, subject in _records(shared_data)}
        for one in find_adas(subject, registered=register.__contains__)
    ]
    certain = [one for one in found_in if one.certain]
    misspelled = [one for one in certain if issuer_uid(one.ada) not in register]
    assert len(certain) >= 60
    assert len(misspelled) <= 4
    assert len(found_in) - len(certain) <= 8
