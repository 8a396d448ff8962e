"""The working sheet of a message."""

from core.answer.reading.page import Page, heard


def test_the_mention_that_addresses_us_is_no_word() -> None:
    assert [token.word for token in Page.of("@diavgeia_bot και για τα φώτα;").tokens] == ["και", "για", "τα", "φωτα"]


def test_words_keep_how_and_where_they_were_typed() -> None:
    page = Page.of("Δ.Ε.Υ.Α.  Κοζάνης, ό,τι")
    assert [(token.word, token.typed) for token in page.tokens] == [
        ("δευα", "Δ.Ε.Υ.Α."), ("κοζανησ", "Κοζάνης"), ("ο", "ό"), ("τι", "τι"),
    ]  # fmt: skip
    assert page.typed(range(0, 2)) == "Δ.Ε.Υ.Α. Κοζάνης"
    assert page.breaks_after(1)
    assert not page.breaks_after(0)


def test_what_was_read_first_stays_read() -> None:
    page = Page.of("πόσα για καύσιμα")
    page.take(range(0, 1), "metric")
    page.take(range(0, 2), "plain")
    assert page.taken == {0: "metric", 1: "plain"}
    assert list(page.free()) == [2]
    page.release(range(0, 1))
    assert list(page.free()) == [0, 2]


def test_capitals_say_something_only_in_a_mixed_text() -> None:
    assert Page.of("καύσιμα στη Ρόδο").has_capitals
    assert not Page.of("ΚΑΥΣΙΜΑ ΣΤΗ ΡΟΔΟ").has_capitals
    assert not Page.of("Καύσιμα στη ρόδο").has_capitals


def test_two_vowels_in_latin_letters_need_not_be_one_sound() -> None:
    assert heard("αγνοησε").sounds <= heard("agnoise").sounds


def test_words_that_touch_a_stretch() -> None:
    page = Page.of("από 1/1/2025 για όλα")
    assert page.inside(4, 12) == range(1, 4)
    assert page.inside(100, 101) == range(0)
