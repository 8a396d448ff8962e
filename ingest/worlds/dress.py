"""How a plain subject is written in the wild: capitals without accents, look-alike letters, odd spaces, entities."""

import random
import unicodedata

_LOOKALIKES = str.maketrans({"Δ": "∆", "μ": "µ"})
_LATIN = {"Α": "A", "Ε": "E", "Ι": "I", "Ο": "O", "Τ": "T", "Ν": "N", "Μ": "M"}
_NO_BREAK = "\u00a0"
_ACUTE = "\u0301"
_WITHOUT_ACUTE = {
    letter: unicodedata.normalize("NFC", unicodedata.normalize("NFD", letter).replace(_ACUTE, ""))
    for letter in "άέήίόύώΐΰΆΈΉΊΌΎΏ"
}
_CAPITALS = str.maketrans(_WITHOUT_ACUTE)


def capitals(text: str) -> str:
    """«Προϋπολογισμός» → «ΠΡΟΫΠΟΛΟΓΙΣΜΟΣ»: no accents, dialytika stay."""
    return text.translate(_CAPITALS).upper()


def lookalikes(text: str) -> str:
    """Δ and μ as the mathematical signs that some programs write."""
    return text.translate(_LOOKALIKES)


def latin(text: str, rng: random.Random) -> str:
    """Every occurrence of one Greek capital as its Latin twin."""
    present = [letter for letter in _LATIN if letter in text]
    if not present:
        return text
    letter = rng.choice(present)
    return text.replace(letter, _LATIN[letter])


def dressed(text: str, rng: random.Random, *, capital_share: float) -> str:
    """One of the ways in which a body's staff would have typed it."""
    if rng.random() < capital_share:
        text = capitals(text)
    chance = rng.random()
    if chance < 0.06:
        return lookalikes(text)
    if chance < 0.08:
        return latin(text, rng)
    if chance < 0.14:
        return text.replace(" ", "  ", 1 + int(chance * 1000) % 3)
    if chance < 0.18:
        return _broken(text, rng, "\n")
    if chance < 0.20:
        return _broken(text, rng, _NO_BREAK)
    if chance < 0.23:
        return f"&quot;{text}&quot;" if "«" not in text else text.replace("«", "&laquo;").replace("»", "&raquo;")
    if chance < 0.27:
        return f"«{text}»" if "«" not in text else f"{text} "
    return text


def _broken(text: str, rng: random.Random, gap: str) -> str:
    """One space replaced: a line break or a no-break space in the middle of the subject."""
    places = [place for place, letter in enumerate(text) if letter == " "]
    if not places:
        return text
    place = rng.choice(places)
    return f"{text[:place]}{gap}{text[place + 1 :]}"
