"""Invented acts, and quotes of them made by dice: true ones written otherwise, false ones that mislead.

`of_pages` makes them of any acts, so that the real ones are held to the same.
"""

import random
import re
from collections.abc import Callable, Mapping, Sequence

from core.domain.answer import Quote
from core.domain.document import Page, Passage, PassageKind, Quality

Acts = Mapping[str, Sequence[Page]]

_VERBS = ("Εγκρίνει", "Αναθέτει", "Κατακυρώνει", "Διαθέτει πίστωση για", "Παραλαμβάνει")
_THINGS = (
    "την προμήθεια καυσίμων κίνησης",
    "τη συντήρηση των οχημάτων",
    "την καθαριότητα των σχολείων",
    "τη μελέτη οδοποιίας",
)
_PARTIES = ("στην εταιρεία ΔΟΚΙΜΗ Ο.Ε.", "στον ανάδοχο του διαγωνισμού", "στην κοινοπραξία ΕΠΙΔΕΙΞΗ Α.Τ.Ε.")
_ENDS = ("εντός 20 ημερών από την υπογραφή", "έως τις 31/12/2025", "σύμφωνα με το άρθρο 118 του Ν. 4412/2016")
_HEADER = "Α/Α | Περιγραφή | Ποσότητα | Ποσό"


def acts(seed: int = 1, number: int = 40) -> dict[str, list[Page]]:
    dice = random.Random(seed)
    return {f"6ΑΑ{chr(913 + at // 20)}{'ΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦ'[at % 20]}ΩΔΟ-ΔΟΚ": _act(dice) for at in range(number)}


def _act(dice: random.Random) -> list[Page]:
    pages = []
    for number in (1, 2):
        passages = [_sentence(dice) for _ in range(6)]
        passages.append(Passage(kind=PassageKind.ROW, text=_HEADER))
        passages += [_row(dice, at) for at in range(1, 5)]
        pages.append(Page(number=number, quality=Quality.READABLE, passages=tuple(passages)))
    return pages


def _amount(dice: random.Random) -> str:
    return f"{dice.randint(1, 99)}.{dice.randint(0, 999):03},{dice.randint(0, 99):02}"


def _sentence(dice: random.Random) -> Passage:
    denial = "Δεν εγκρίνει" if dice.random() < 0.4 else dice.choice(_VERBS)
    text = (
        f"{denial} {dice.choice(_THINGS)} {dice.choice(_PARTIES)} έναντι ποσού {_amount(dice)} € {dice.choice(_ENDS)}."
    )
    return Passage(kind=PassageKind.SENTENCE, text=text)


def _row(dice: random.Random, at: int) -> Passage:
    thing = dice.choice(_THINGS).split(" ", 1)[1]
    text = f"{at} | {thing} | {dice.randint(2, 500)} τεμάχια | {_amount(dice)} €"
    return Passage(kind=PassageKind.ROW, text=text, header=_HEADER)


# False ones: each kind of SEEDS C2.

_DENIAL = re.compile(r"\b(?:δεν|μη|μην|χωρίς|απορρίπτ\w+|ανακαλ\w+)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)+")


def denial_cut(dice: random.Random, all_acts: Acts) -> Quote | None:
    """The words behind a «δεν»."""
    ada, page, passage = _any(dice, all_acts)
    found = _DENIAL.search(passage.text)
    rest = passage.text[found.end() :].strip() if found else ""
    return _quote(ada, page, rest) if len(rest.split()) >= 6 and not _DENIAL.search(rest) else None


def number_cut(dice: random.Random, all_acts: Acts) -> Quote | None:
    """The first figures of a number lost, or its last."""
    ada, page, passage = _any(dice, all_acts)
    if not (found := _NUMBER.search(passage.text)):
        return None
    number = found.group()
    cut = number[1:] if dice.random() < 0.5 and number[1].isdigit() else re.split(r"[.,]", number)[0]
    return _quote(ada, page, passage.text.replace(number, cut)) if cut not in ("", number) else None


def rows_joined(dice: random.Random, all_acts: Acts) -> Quote | None:
    """The name of one row with the amount of another."""
    ada, page, passage = _any(dice, all_acts)
    rows = [each for each in page.passages if each.kind is PassageKind.ROW and each.text.count(" | ") > 1]
    if passage not in rows or len(rows) < 2:
        return None
    other = dice.choice(rows)
    one, last = passage.text.rsplit(" | ", 1)[0], other.text.rsplit(" | ", 1)[1]
    if not _NUMBER.search(last) or last in passage.text or last in passage.header:
        return None
    return _quote(ada, page, f"{one} {last}")


def of_another_act(dice: random.Random, all_acts: Acts) -> Quote | None:
    ada, page, passage = _any(dice, all_acts)
    other = dice.choice([each for each in all_acts if each != ada])
    told = " ".join(each.text for each in all_acts[other][0].passages)
    if page.number > len(all_acts[other]) or passage.text in told or len(passage.text.split()) < 8:
        return None
    return _quote(other, all_acts[other][0], passage.text) if _NUMBER.search(passage.text) else None


def digit_changed(dice: random.Random, all_acts: Acts) -> Quote | None:
    ada, page, passage = _any(dice, all_acts)
    places = [at for at, letter in enumerate(passage.text) if letter.isdigit()]
    if not places or len(passage.text.split()) < 5:
        return None
    at = dice.choice(places)
    digit = dice.choice([each for each in "0123456789" if each != passage.text[at]])
    changed = passage.text[:at] + digit + passage.text[at + 1 :]
    return None if any(changed == each.text for each in page.passages) else _quote(ada, page, changed)


FALSE: tuple[Callable[[random.Random, Acts], Quote | None], ...] = (
    denial_cut,
    number_cut,
    rows_joined,
    of_another_act,
    digit_changed,
)

_PLAIN = str.maketrans("άέήίόύώϊϋΐΰΆΈΉΊΌΎΏ", "αεηιουωιυιυΑΕΗΙΟΥΩ")


def true_one(dice: random.Random, all_acts: Acts) -> Quote | None:
    """A whole passage: without accents, in capitals, with other dashes or breaks."""
    ada, page, passage = _any(dice, all_acts)
    text = passage.text
    if len(text.split()) < 6 or len(text) > 900:
        return None
    ways: tuple[Callable[[str], str], ...] = (
        lambda words: words.translate(_PLAIN),
        lambda words: words.translate(_PLAIN).upper(),
        lambda words: words.replace("-", "–").replace("«", '"').replace("»", '"'),
        lambda words: re.sub(r" (?=\S+ \S+ )", "\n", words, count=3),
        lambda words: words.replace("Α", "A").replace("Ο", "O").replace("ο", "o"),
        lambda words: words.replace("μ", "µ").replace("Δ", "∆"),
    )
    return _quote(ada, page, dice.choice(ways)(text.replace(" | ", "  ")))


def _any(dice: random.Random, all_acts: Acts) -> tuple[str, Page, Passage]:
    ada = dice.choice(sorted(all_acts))
    page = dice.choice([each for each in all_acts[ada] if each.passages])
    return ada, page, dice.choice([each for each in page.passages if each.kind is not PassageKind.STAMP])


def _quote(ada: str, page: Page, text: str) -> Quote:
    return Quote(ada=ada, page=page.number, text=text)


def made(
    kind: Callable[[random.Random, Acts], Quote | None], all_acts: Acts, *, number: int, seed: int = 2
) -> list[Quote]:
    dice = random.Random(seed)
    found: list[Quote] = []
    for _ in range(number * 3_000):
        if len(found) == number:
            break
        quote = kind(dice, all_acts)
        if quote is not None:
            found.append(quote)
    assert len(found) == number, f"{kind.__name__}: only {len(found)}"
    return found
