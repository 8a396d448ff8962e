"""A day, month, part of a year or year as people name it: «1/1/2025», «Μαρτίου του 24», «β΄ τρίμηνο», «πέρσι»."""

import re
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache

from core.greek.date_tokens import ARTICLES, Point, Token, is_glued, months_on, text_at
from core.greek.numbers import numbers_in_words, says_number

_MONTH_STEMS = (
    ("ιανουαρι", "γεναρ", "ιαν"), ("φεβρουαρι", "φλεβαρ", "φεβ"), ("μαρτι", "μαρτ"), ("απριλι", "απριλ", "απρ"),
    ("μαι", "μα"), ("ιουνι", "ιουν"), ("ιουλι", "ιουλ"), ("αυγουστ", "αυγ"), ("σεπτεμβρι", "σεπτεμβρ", "σεπτ", "σεπ"),
    ("οκτωβρι", "οκτωβρ", "οχτωβρ", "οκτ"), ("νοεμβρι", "νοεμβρ", "νοεμ"), ("δεκεμβρι", "δεκεμβρ", "δεκ"),
)  # fmt: skip
_MONTH_ENDINGS = ("οσ", "ο", "ου", "ησ", "η", "ον")
MONTHS = {
    stem + ending: number
    for number, stems in enumerate(_MONTH_STEMS, start=1)
    for stem in stems
    for ending in (*_MONTH_ENDINGS, "") if len(stem) > 2 or ending in ("ησ", "η")
} | {"μαησ": 5, "μαη": 5, "γεναρησ": 1, "genari": 1, "martiou": 3, "martio": 3}  # fmt: skip
_NOT_MONTHS = frozenset({"μαρτ", "μαι", "ιαν", "μαο"})  # names and pieces of words, unless a year follows
_ORDINALS = {
    "α": 1, "πρωτο": 1, "πρωτου": 1, "β": 2, "δευτερο": 2, "δευτερου": 2, "γ": 3, "τριτο": 3, "τριτου": 3, "δ": 4,
    "τεταρτο": 4, "τεταρτου": 4,
}  # fmt: skip
_PARTS = {"τριμηνο": 3, "τριμηνου": 3, "εξαμηνο": 6, "εξαμηνου": 6, "τετραμηνο": 4, "τετραμηνου": 4, "q": 3}
_SEASONS = {
    "καλοκαιρι": 6, "καλοκαιριου": 6, "φθινοπωρο": 9, "φθινοπωρου": 9, "χειμωνα": 12, "χειμωνασ": 12, "ανοιξη": 3,
    "ανοιξησ": 3,
}  # fmt: skip
_YEARS_AGO = (
    (re.compile("φετοσ|φετειν|φετιν|fetos"), 0),
    (re.compile("προπερσ|προπερυσ|propersi"), 2),
    (re.compile("περσ(?:ι|ινο|ινησ|ινη|ινου|ινεσ|ινα)$|περυσ|persi$|perisi$|perysi$"), 1),
)
_ACT = re.compile(
    r"(?:αποφ\w*|αριθμ?|πραξη\w*|πρακτικ\w*|μελετ\w*|αδσ|ν|πδ|κυα|φεκ|πρωτ\w*|τευχοσ|διακηρυξ\w*|συμβασ\w*)$"
)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _from_two_digits(digits: str, today: date) -> int | None:
    year = 2000 + int(digits)
    return year if year <= today.year + 1 else None


def _full_year(text: str, today: date) -> int | None:
    return int(text) if re.fullmatch("(?:19|20)[0-9]{2}", text) and int(text) <= today.year + 25 else None


def _worded_year(tokens: list[Token], place: int, *, short: bool) -> tuple[int, int] | None:
    """«δύο χιλιάδες είκοσι τέσσερα»; after an article also «είκοσι τέσσερα»."""
    if not says_number(text_at(tokens, place)):
        return None
    for size in (4, 3, 2, 1):
        listed = [text_at(tokens, place + step) for step in range(size)]
        value = numbers_in_words(listed) if all(listed) else None
        if value is not None and 2000 <= value < 2100:
            return value, place + size
        if short and value is not None and 10 <= value < 60 and text_at(tokens, place + size) not in MONTHS:
            return 2000 + value, place + size
    return None


def _year_after(tokens: list[Token], place: int, today: date) -> tuple[int, int] | None:
    """The year said after a month or a season: «2024», «του 24», «του '24», «του είκοσι τέσσερα», «πέρσι»."""
    article = text_at(tokens, place) in ("του", "tou", "toy", "το", "to")
    at = place + article
    at += text_at(tokens, at) in ("ετουσ", "ετοσ")
    quoted = text_at(tokens, at) == "'"
    number = text_at(tokens, at + quoted)
    if year := _full_year(number, today):
        return year, at + quoted + 1
    if re.fullmatch("[0-9]{2}", number) and (article or quoted) and (short := _from_two_digits(number, today)):
        return short, at + quoted + 1
    if article and (worded := _worded_year(tokens, at, short=True)):
        return worded
    return _relative_year(tokens, place, today)


@lru_cache(maxsize=4096)
def _years_ago(word: str) -> int | None:
    return next((ago for pattern, ago in _YEARS_AGO if pattern.match(word)), None)


def _relative_year(tokens: list[Token], place: int, today: date) -> tuple[int, int] | None:
    ago = _years_ago(text_at(tokens, place))
    return None if ago is None else (today.year - ago, place + 1)


def _numeric_day(tokens: list[Token], place: int, today: date) -> Point | None:
    """«1/1/2025», «1-1-25», «2025-01-31», «15/4», «03/2024»."""
    parts, sign = [text_at(tokens, place + step) for step in (0, 2, 4)], text_at(tokens, place + 1)
    if not parts[0].isdigit() or sign not in ("/", "-", ".", "–"):
        return None
    if is_glued(tokens, place) and text_at(tokens, place - 1) in ("/", ".", "-"):
        return None
    if not (is_glued(tokens, place + 1) and is_glued(tokens, place + 2)):
        return None
    found: date | None = None
    if text_at(tokens, place + 3) == sign and parts[1].isdigit() and parts[2].isdigit():
        if len(parts[0]) == 4:
            found = _day(int(parts[0]), int(parts[1]), int(parts[2]))
        elif year := _full_year(parts[2], today) or (len(parts[2]) == 2 and _from_two_digits(parts[2], today)) or None:
            found = _day(year, int(parts[1]), int(parts[0]))
        return Point(since=found, until=found + timedelta(days=1), end=place + 5) if found else None
    return _two_numbers(tokens, place, today) if sign == "/" else None


def _two_numbers(tokens: list[Token], place: int, today: date) -> Point | None:
    """«15/4» and «03/2024»; after «απόφαση» or «αριθμ.» it is the number of an act."""
    first, second = text_at(tokens, place), text_at(tokens, place + 2)
    before = next((token.text for token in reversed(tokens[:place]) if token.text.isalpha()), "")
    if not second.isdigit() or text_at(tokens, place + 3) in ("/", "-") or _ACT.match(before):
        return None
    if (year := _full_year(second, today)) and 1 <= int(first) <= 12 and len(first) <= 2:
        return _month(year, int(first), place + 3)
    found = _day(today.year, int(second), int(first)) if len(first) <= 2 and len(second) <= 2 else None
    if found is None:
        return None
    return Point(since=found, until=found + timedelta(days=1), end=place + 3, yearless=True)


def _month(year: int, month: int, end: int, *, yearless: bool = False) -> Point:
    since = date(year, month, 1)
    return Point(since=since, until=months_on(since, 1), end=end, yearless=yearless)


def _latest(month: int, today: date) -> int:
    """The year of the latest month of that name that has begun."""
    return today.year if month <= today.month else today.year - 1


def _day_of_month(tokens: list[Token], place: int, today: date) -> Point | None:
    """«14 Μαρτίου 2024», «1η Μαρτίου»; «της 8ης Σεπτεμβρίου» without a year is a feast or a street."""
    number = text_at(tokens, place)
    if not re.fullmatch("[0-9]{1,2}", number):
        return None
    at = place + 1
    ordinal = text_at(tokens, at) if text_at(tokens, at) in ("η", "ησ", "ην") and is_glued(tokens, at) else ""
    at += bool(ordinal)
    month = MONTHS.get(text_at(tokens, at))
    if month is None:
        return None
    at += 1 + (text_at(tokens, at + 1) == ".")
    said = _year_after(tokens, at, today)
    if said is None and ordinal == "ησ":
        return None
    year, end = said or (_latest(month, today), at)
    found = _day(year, month, int(number))
    return Point(since=found, until=found + timedelta(days=1), end=end, yearless=said is None) if found else None


def _named_month(tokens: list[Token], place: int, today: date) -> Point | None:
    """«Μάρτιος 2024», «τον περσινό Μάρτιο», «Μαρτίου»."""
    ahead = _relative_year(tokens, place, today)
    at = ahead[1] + (text_at(tokens, ahead[1]) in ARTICLES) if ahead else place
    month = MONTHS.get(text_at(tokens, at))
    if month is None or (text_at(tokens, at - 1) == "ησ" and is_glued(tokens, at - 1)):
        return None
    end = at + 1 + (text_at(tokens, at + 1) == "." and len(text_at(tokens, at)) < 5)
    said = _year_after(tokens, end, today)
    if said is None and ahead is None and text_at(tokens, at) in _NOT_MONTHS:
        return None
    year, end = said or ((ahead[0], end) if ahead else (_latest(month, today), at + 1))
    return _month(year, month, end, yearless=not (said or ahead))


def _part_of_year(tokens: list[Token], place: int, today: date) -> Point | None:
    """«β΄ τρίμηνο 2024», «2ο εξάμηνο», «Q2 2024», «το καλοκαίρι του 24»."""
    if season := _SEASONS.get(text_at(tokens, place)):
        said = _year_after(tokens, place + 1, today)
        year, end = said or (_latest(season, today), place + 1)
        since = date(year, season, 1)
        return Point(since=since, until=months_on(since, 3), end=end, yearless=said is None)
    ordinal, at = _ordinal(tokens, place)
    months = _PARTS.get(text_at(tokens, at)) if ordinal else None
    if text_at(tokens, place) == "q" and text_at(tokens, place + 1) in ("1", "2", "3", "4"):
        ordinal, at, months = int(text_at(tokens, place + 1)), place + 1, 3
    if not ordinal or not months or ordinal * months > 12:
        return None
    first = (ordinal - 1) * months + 1
    said = _year_after(tokens, at + 1, today)
    year, end = said or (_latest(first, today), at + 1)
    since = date(year, first, 1)
    return Point(since=since, until=months_on(since, months), end=end, yearless=said is None)


def _ordinal(tokens: list[Token], place: int) -> tuple[int, int]:
    """(number, the token after it) of «β΄», «2ο», «δεύτερο»; (0, …) of anything else."""
    text = text_at(tokens, place)
    if text in _ORDINALS:
        return _ORDINALS[text], place + 1 + (text_at(tokens, place + 1) == "'")
    if text in ("1", "2", "3", "4") and text_at(tokens, place + 1) in ("ο", "ου", "o"):
        return int(text), place + 2
    return 0, place


def _whole_year(tokens: list[Token], place: int, today: date) -> Point | None:
    """«2024», «το 24», «του '24», «το είκοσι τέσσερα», «πέρσι»."""
    if year := _full_year(text_at(tokens, place), today):
        return _year(year, place + 1) if _stands_alone(tokens, place) else None
    if said := _relative_year(tokens, place, today):
        return _year(*said)
    if text_at(tokens, place) in ("το", "του", "to", "tou", "toy", "στο", "'"):
        quoted = text_at(tokens, place + (text_at(tokens, place) != "'")) == "'"
        at = place + (text_at(tokens, place) != "'") + quoted
        number = text_at(tokens, at)
        if re.fullmatch("[0-9]{2}", number) and (quoted or int(number) >= 15) and _stands_alone(tokens, at):
            short = _from_two_digits(number, today)
            return _year(short, at + 1) if short else None
        worded = _worded_year(tokens, at, short=True)
        return _year(*worded) if worded and worded[0] <= today.year + 1 else None
    worded = _worded_year(tokens, place, short=False)
    return _year(*worded) if worded else None


def _stands_alone(tokens: list[Token], place: int) -> bool:
    """Not a part of a longer number, code or amount («4412/2016», «2024 €», «Σ38-2021Α»)."""
    before, after = text_at(tokens, place - 1), text_at(tokens, place + 1)
    if is_glued(tokens, place) and (before in ("/", ".", ",", "@", "#") or before.isalnum()):
        return False
    if is_glued(tokens, place) and before in ("-", "–") and re.search("[0-9]", text_at(tokens, place - 2)):
        return bool(re.fullmatch("(?:19|20)[0-9]{2}", text_at(tokens, place - 2)))
    if is_glued(tokens, place + 1) and (after.isalnum() or after in ("/", "%")):
        return False
    if after in (".", ",") and is_glued(tokens, place + 1) and is_glued(tokens, place + 2):
        return not text_at(tokens, place + 2).isdigit()
    return after not in ("€", "ευρω", "%", "ευρα", "eur")


def _year(year: int, end: int) -> Point:
    return Point(since=date(year, 1, 1), until=date(year + 1, 1, 1), end=end)


def absolute_point(tokens: list[Token], place: int, today: date) -> Point | None:
    """The time that is named from a token on; «today» only gives a year where none is said."""
    for parse in (_numeric_day, _day_of_month, _named_month, _part_of_year, _whole_year):
        if point := parse(tokens, place, today):
            return point
    return None


def with_year(point: Point, year: int) -> Point:
    """A point whose year was not said, in that year."""
    since = _day(year, point.since.month, point.since.day)
    if since is None:
        return point
    days = point.until - point.since
    months = (point.until.year - point.since.year) * 12 + point.until.month - point.since.month
    until = months_on(since, months) if point.until.day == point.since.day == 1 else since + days
    return replace(point, since=since, until=until, yearless=False)
