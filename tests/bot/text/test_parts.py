"""Pieces into messages: the places where it may break."""

from bot.text.parts import ENTITIES, LIMIT, Piece, split, units


def link(text: str) -> Piece:
    return Piece(text=text, opening='<a href="https://diavgeia.gov.gr/">', closing="</a>", whole=True)


def bold(text: str) -> Piece:
    return Piece(text=text, opening="<b>", closing="</b>")


def test_a_link_moves_on_whole():
    parts = split([Piece(text="α" * (LIMIT - 20) + " "), link("6ΑΑΑΩΔΟ-ΔΟΚ")])
    assert parts[1] == link("6ΑΑΑΩΔΟ-ΔΟΚ").html


def test_an_escaped_character_is_never_cut():
    assert "".join(split([Piece(text="&" * 2000)])) == "&amp;" * 2000


def test_a_style_goes_on_in_the_next_part():
    parts = split([bold("λέξη " * 1500)])
    assert all(part.startswith("<b>") and part.endswith("</b>") for part in parts)


def test_a_part_holds_no_more_entities_than_telegram_styles():
    parts = split([bold("α"), Piece(text="\n")] * 150)
    assert [part.count("<b>") for part in parts] == [ENTITIES, 150 - ENTITIES]


def test_one_line_of_many_links_is_broken_too():
    assert [part.count("<b>") for part in split([bold("α")] * 250)] == [ENTITIES, ENTITIES, 250 - 2 * ENTITIES]


def test_a_heading_opens_every_part():
    parts = split([Piece(text="ω " * 5000)], heading=[bold("ΑΡΧΗ")])
    assert len(parts) == 3
    assert all(part.startswith("<b>ΑΡΧΗ</b>\n\nω") for part in parts)


def test_nothing_to_see_is_no_part():
    assert split([Piece(text=" \n \n")]) == ()


def test_length_is_counted_in_utf16_units():
    assert (units("α"), units("🧯")) == (1, 2)
