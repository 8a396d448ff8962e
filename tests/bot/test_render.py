"""Answers become HTML that Telegram takes: by teremok's validator, whatever the text."""

import re

from hypothesis import given
from hypothesis import strategies as st
from teremok.validation import validate_html

from bot.render import render, render_text, without_markup
from bot.replies.catalog import REPLIES
from bot.text.parts import ENTITIES, LIMIT, units
from bot.text.spans import showable
from core.domain.answer import BOLD, BOLD_END, CODE, CODE_END, ITALIC, ITALIC_END, MARKS, Citation, plain
from tests.bot.fake_app import ADA, an_answer

OTHER = "6ΑΑΒΩΔΟ-ΔΟΚ"
PAGE = "https://diavgeia.gov.gr/decision/view/"
CITED = (Citation(ada=ADA), Citation(ada=OTHER))

_hostile = st.sampled_from(
    [*MARKS, "<b>", "&amp;", "&", "<", ">", '"', "\n", "\n\n", " ", ADA, OTHER, "🧯", "ΑΦΟΙ & ΣΙΑ"]
)
_texts = st.lists(_hostile | st.text(max_size=40) | st.text(max_size=3).map(lambda text: text * 900), max_size=25).map(
    "".join
)


@given(_texts, st.booleans())
def test_any_text_becomes_parts_that_telegram_takes(text, demo):
    parts = render_text(text, citations=CITED, demo=demo)
    assert parts
    for part in parts:
        validate_html(part)
        assert units(part) <= LIMIT
        assert without_markup(part).strip()
        assert len(re.findall(r"<[a-z]", part)) <= ENTITIES + 1
        assert part.startswith(f"<b>{REPLIES.demo}</b>") or not demo


@given(_texts)
def test_nothing_of_the_text_is_lost_but_white_space(text):
    parts = render_text(text, citations=CITED)
    seen = "".join("".join(without_markup(part) for part in parts).replace("\u2060", "").split())
    written = "".join(plain(showable(text)).replace("\u2060", "").split())
    assert seen == (written or "".join(REPLIES.no_text.split()))


@given(_texts)
def test_no_link_leads_anywhere_but_to_the_pages_of_what_is_cited(text):
    hrefs = re.findall(r'href="([^"]*)"', "".join(render_text(text, citations=CITED)))
    assert set(hrefs) <= {PAGE + ADA, PAGE + OTHER}


def test_marks_become_tags_and_data_is_escaped():
    text = f"{BOLD}Α & Β{BOLD_END} {ITALIC}<Γ>{ITALIC_END} {CODE}ΑΔΑ{CODE_END}"
    assert render_text(text) == ("<b>Α &amp; Β</b> <i>&lt;Γ&gt;</i> <code>ΑΔΑ</code>",)


def test_marks_that_cross_or_stay_open_still_give_valid_html():
    (part,) = render_text(f"{BOLD}α{ITALIC}β{BOLD_END}γ{CODE}δ")
    assert part == "<b>α</b><b><i>β</i></b><i>γ</i><code>δ</code>"
    validate_html(part)


def test_a_cited_ada_is_a_link_to_its_page():
    (part,) = render_text(f"1. {ADA} · 14/3/2024", citations=CITED)
    assert part == f'1. <a href="{PAGE}{ADA}">{ADA}</a> · 14/3/2024'


def test_an_ada_that_is_not_cited_or_is_part_of_a_longer_one_is_no_link():
    (part,) = render_text(f"{ADA}Χ 1{ADA} 6ΑΑΓΩΔΟ-ΔΟΚ", citations=CITED)
    assert "<a" not in part


def test_inside_code_nothing_is_linked():
    assert render_text(f"ΑΔΑ {CODE}{ADA}{CODE_END}", citations=CITED) == (f"ΑΔΑ <code>{ADA}</code>",)


def test_a_citation_that_is_no_ada_is_never_a_link():
    (part,) = render_text('δείτε "x"', citations=(Citation(ada='x"><b'), Citation(ada="x")))
    assert part == 'δείτε "x"'


def test_a_short_answer_is_one_part():
    assert render(an_answer("Δεν βρήκα πράξεις.")) == ("Δεν βρήκα πράξεις.",)


def test_demonstration_data_are_named_on_every_part():
    parts = render(an_answer("γραμμή με λέξεις\n" * 900, demo=True))
    assert len(parts) > 2
    assert all(part.startswith(f"<b>{REPLIES.demo}</b>\n\n") for part in parts)


def test_parts_break_between_paragraphs():
    paragraph = "\n".join(["μια γραμμή από πολλές λέξεις"] * 20)
    parts = render_text("\n\n".join([paragraph] * 12))
    assert len(parts) == 2
    assert all(set(part.split("\n\n")) == {paragraph} for part in parts)


def test_a_line_without_spaces_is_cut_without_losing_a_letter():
    parts = render_text("ξ" * 10_000)
    assert [len(part) for part in parts] == [4096, 4096, 1808]


def test_an_emoji_is_never_cut_in_two():
    assert "".join(render_text("🧯" * 5000)) == "🧯" * 5000


def test_an_answer_without_words_still_says_something():
    assert render_text(f" \n{BOLD}{BOLD_END}\u200b") == (REPLIES.no_text,)


def test_what_a_screen_must_not_be_handed_is_left_out():
    assert render_text("α\x00β\x1b[31mγ\u202eδ\ud835ε\r\nζ") == ("αβ[31mγδε\nζ",)


def test_links_inside_of_data_are_text():
    """Telegram links addresses, bare domains and mentions by itself; a subject may hold any of them."""
    data = (
        "Προμήθεια (https://evil.example/x, www.evil.gr, evil.com/pay, info@evil.gr, @evil_bot, κακό.ευ) Α.Ε. 1.234,56"
    )
    (part,) = render_text(data)
    assert "://" not in part
    assert not re.search(r"\w\.(?:gr|com|example|ευ)\b|@\w", part)
    assert part.replace("\u2060", "") == data
    assert "Α.Ε. 1.234,56" in part
