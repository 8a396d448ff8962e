"""Numbers and money: «1.234,56 €», «1,2 εκ.», «χίλια πεντακόσια», «50 χιλιάρικα» ↔ Decimal."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from core.greek.fold import Level, level

_UNIT_WORDS = (
    "μηδεν|ενα ενασ εναν ενοσ μια μιασ|δυο|τρια τρεισ τριων|τεσσερα τεσσερισ τεσσερεισ τεσσαρων|πεντε|εξι|επτα εφτα"
    "|οκτω οχτω|εννεα εννια|δεκα|ενδεκα εντεκα|δωδεκα|δεκατρια δεκατρεισ|δεκατεσσερα δεκατεσσερισ|δεκαπεντε"
    "|δεκαεξι δεκαξι|δεκαεπτα δεκαεφτα|δεκαοκτω δεκαοχτω|δεκαεννεα δεκαεννια"
)
_UNITS = dict(enumerate(_UNIT_WORDS.split("|")))
_TENS = {
    20: "εικοσι", 30: "τριαντα", 40: "σαραντα", 50: "πενηντα", 60: "εξηντα", 70: "εβδομηντα", 80: "ογδοντα",
    90: "ενενηντα",
}  # fmt: skip
_HUNDREDS = {
    100: "εκατο εκατον", 200: "διακοσι", 300: "τριακοσι", 400: "τετρακοσι", 500: "πεντακοσι", 600: "εξακοσι",
    700: "επτακοσι εφτακοσι", 800: "οκτακοσι οχτακοσι", 900: "εννιακοσι εννεακοσι ενιακοσι",
}  # fmt: skip
_SCALES = {
    1_000: "χιλια χιλιεσ χιλιοι χιλιων χιλιαδα χιλιαδεσ χιλιαδων χιλιαρικο χιλιαρικα χιλ χιλ. χιλιαρα",
    1_000_000: "εκατομμυριο εκατομμυρια εκατομμυριων εκατομμυριου εκατομυριο εκατομυρια εκατ εκατ. εκ εκ. μυρια",
    1_000_000_000: "δισεκατομμυριο δισεκατομμυρια δισεκατομμυριων δισ δισ.",
}
_LEAST_MONEY = 3_000  # a bare number beyond it is no year and no length of a list
_GENDERED = ("α", "εσ", "οι", "ουσ", "ων")


def _word_values() -> dict[str, int]:
    values = {word: value for table in (_UNITS, _TENS) for value, listed in table.items() for word in listed.split()}
    for value, listed in _HUNDREDS.items():
        endings = ("",) if value == 100 else _GENDERED
        values |= {word + ending: value for word in listed.split() for ending in endings}
    return values


WORD_VALUES = _word_values()
_SCALE_OF = {word: scale for scale, listed in _SCALES.items() for word in listed.split()}
_NUMBER = r"[0-9]{1,3}(?:[.,' ][0-9]{3})+(?:[.,][0-9]{1,4})?|[0-9]+(?:[.,][0-9]{1,4})?"
_TOKEN = re.compile(rf"(?<![\w.,/@#%-])(?:{_NUMBER})(?![\w/]|[.,-][0-9])|(?<![^\W_])[α-ω]+\.?(?![^\W_])")
_SIGN_BEFORE = re.compile(r"(?:€|\bευρω|\beur)\s{0,2}$")
_SIGN_AFTER = re.compile(r"\s{0,2}(?:,-|-)?\s{0,2}(?:€|(?:ευρω|ευρα|euro?|evro)(?![^\W_]))")
_SMALL_WORDS = r"(?: (?:και|τα|τισ|το|τουσ|των))*\s{0,2}(?:€\s{0,2})?$"
_WORD = r"(?<![^\W_])"  # where a word begins: «διανομή έως» denies nothing, «αμέσως» is no «ως»
_MINIMUM = re.compile(
    rf"(?:{_WORD}(?:ανω των|ανω του|ανω|(?:πανω|περισσοτερ\w+|μεγαλυτερ\w+|ακριβοτερ\w+) (?:απο|των|του)"
    rf"|τουλαχιστον|υπερβαιν\w+|ξεπερν\w+|over)|[>≥]=?){_SMALL_WORDS}"
)
_MAXIMUM = re.compile(
    rf"(?:{_WORD}(?:κατω απο|κατω των|κατω του|(?:λιγοτερ|μικροτερ|φθηνοτερ)\w+ (?:απο|των|του)|εωσ|μεχρι|ωσ"
    rf"|το πολυ|under)|[<≤]=?){_SMALL_WORDS}"
)
_INCLUSIVE = re.compile(rf"(?:{_WORD}(?:τουλαχιστον|εωσ|μεχρι|ωσ|το πολυ)|[>≥<≤]=|[≥≤]){_SMALL_WORDS}")
_DENIED = re.compile(rf"{_WORD}(?:δεν|δε|οχι|μη|μην) (?:να |θα )?$")
_FROM = re.compile(rf"{_WORD}απο{_SMALL_WORDS}")  # of a range or of money only: «από τις 5 πληρωμές» is no limit
_GOES_ON = re.compile(r"\s(?:εωσ|μεχρι|ωσ)(?![^\W_])")
_ABOUT = re.compile(
    rf"(?:{_WORD}(?:περιπου|γυρω (?:στα|στισ|στο)|σχεδον|κοντα (?:στα|στισ|στο))|~)\s{{0,2}}(?:€\s{{0,2}})?$"
)
_AND_ABOVE = re.compile(r"\s(?:και ανω|και πανω|κι ανω|κι πανω|τουλαχιστον)(?![^\W_])")
_AND_BELOW = re.compile(r"\s(?:και κατω|κι κατω|το πολυ)(?![^\W_])")
_HALF = re.compile(r"\sκαι(?: | ?κατι )?(?:μισο|μισι|μιση)(?![^\W_])|(?<=[α-ω])μισι(?![^\W_])")


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountMention:
    """A number where it stands in a text. `comparison`: 'min', 'max', 'about' or None; `strict`: the number itself is
    outside («άνω των», «κάτω από»). `ambiguous`: a dot or a comma before three digits and nothing else («1.500»,
    «1,500»), which is read as Greek: 1500 and 1,5."""

    start: int
    end: int
    value: Decimal
    comparison: str | None = None
    strict: bool = False
    euro: bool = False
    ambiguous: bool = False


def _is_ambiguous(digits: str) -> bool:
    return bool(re.fullmatch(r"[0-9]{1,3}[.,][0-9]{3}", digits)) and not digits.startswith("0")


def _from_digits(digits: str) -> Decimal | None:
    """Greek and English notation; where both are possible («1.500», «1,500») the Greek."""
    plain = digits.replace(" ", "").replace("\u00a0", "").replace("'", "")
    separators = re.findall("[.,]", plain)
    groups = re.split("[.,]", plain)
    if not separators:
        return Decimal(plain)
    if len(set(separators)) == 2:
        decimal_point = separators[-1]
        if separators.count(decimal_point) > 1 or any(len(group) != 3 for group in groups[1:-1]):
            return None
        return Decimal("".join(groups[:-1]) + "." + groups[-1])
    grouped = all(len(group) == 3 for group in groups[1:]) and 1 <= len(groups[0]) <= 3 and groups[0] != "0"
    if grouped and separators != [","]:
        return Decimal("".join(groups))
    return Decimal(".".join(groups)) if len(separators) == 1 else None


@dataclass(slots=True)
class _Run:
    """A number being read word by word: «δύο χιλιάδες πεντακόσια»."""

    total: Decimal = Decimal(0)
    group: Decimal | None = None
    last: int = 0
    digits: str = ""

    def take(self, token: str) -> bool:
        """Does the word continue the number?"""
        if token[0].isdigit():
            value = _from_digits(token)
            if value is None or self.group is not None or self.total:
                return False
            self.group, self.digits, self.last = value, token, 1
            return True
        if scale := _SCALE_OF.get(token):
            if (self.group is None and scale > 1_000) or (self.group is None and token.endswith(".")):
                return False
            if self.total and scale >= self.total:
                return False
            self.total += (1 if self.group is None else self.group) * scale
            self.group, self.last = None, scale
            return True
        return self._take_word(WORD_VALUES.get(token.rstrip(".")))

    def _take_word(self, value: int | None) -> bool:
        if value is None or (self.digits and not self.total):
            return False
        if self.group is None:
            self.group, self.last = Decimal(value), value
            return True
        fits = (value < 10 <= self.last < 100 and self.last % 10 == 0) or value < 100 <= self.last < 1_000
        if fits:
            self.group, self.last = self.group + value, value
        return fits

    @property
    def value(self) -> Decimal:
        return self.total + (self.group or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Number:
    start: int
    end: int
    value: Decimal
    digits: str
    worded: int  # words beside digits


def _numbers(flat: str) -> list[_Number]:
    """Every number of a folded text, in digits, in words or both."""
    tokens = list(_TOKEN.finditer(flat))
    found: list[_Number] = []
    place = 0
    while place < len(tokens):
        run, first, last = _Run(), place, place
        while last < len(tokens) and (last == first or _adjoin(flat, tokens[last - 1].end(), tokens[last].start())):
            token = tokens[last].group()
            if token == "και" and last > first and last + 1 < len(tokens):
                last += 1
                continue
            if not run.take(token):
                break
            last += 1
        while last > first and tokens[last - 1].group() == "και":
            last -= 1
        if last > first:
            worded = last - first - bool(run.digits)
            start, end = tokens[first].start(), tokens[last - 1].end()
            value, end = _with_half(flat, run, end)
            found.append(_Number(start=start, end=end, value=value, digits=run.digits, worded=worded))
        place = max(last, first + 1)
    return found


def _adjoin(flat: str, end: int, start: int) -> bool:
    return bool(re.fullmatch(r"\s?", flat[end:start]))


def _with_half(flat: str, run: _Run, end: int) -> tuple[Decimal, int]:
    """«ενάμισι», «δύο και μισό εκατομμύρια» are written with the scale before the half: «δύο εκατομμύρια και μισό»."""
    half = _HALF.match(flat, end)
    if half and run.last >= 1_000:
        return run.value + Decimal(run.last) / 2, half.end()
    return run.value, end


def parse_number(text: str) -> Decimal | None:
    """The one number that a text is; None when it is none or more."""
    flat = level(text).text.strip()
    flat = re.sub(r"(?:,-|\s*(?:€|ευρω|eur))$", "", re.sub(r"^(?:€|eur)\s*", "", flat)).strip()
    if sign := flat.startswith(("-", "−")):
        flat = flat[1:].lstrip()
    found = _numbers(flat)
    if len(found) != 1 or (found[0].start, found[0].end) != (0, len(flat)):
        return None
    return -found[0].value if sign else found[0].value


@dataclass(frozen=True, slots=True, kw_only=True)
class _Limit:
    """What is said of a number."""

    name: str | None
    strict: bool = False


_OPPOSITE = {"min": "max", "max": "min"}


def _limit(flat: str, start: int, end: int, *, money: bool) -> _Limit:
    begins = max(0, start - 40)
    before = flat[begins:start]
    for pattern, name in ((_MAXIMUM, "max"), (_MINIMUM, "min"), (_ABOUT, "about")):
        if said := pattern.search(before):
            if _DENIED.search(before, 0, said.start()):  # «δεν ξεπερνούν», «όχι κάτω από»
                return _Limit(name=_OPPOSITE.get(name, name))
            return _Limit(name=name, strict=name != "about" and not _INCLUSIVE.search(before))
    for pattern, name in ((_AND_ABOVE, "min"), (_AND_BELOW, "max")):
        if pattern.match(flat, end):
            return _Limit(name=name)
    from_here = _FROM.search(before) and (money or _GOES_ON.match(flat, end))
    return _Limit(name="min" if from_here else None)


def _mention(flat: Level, number: _Number) -> AmountMention:
    before, after = _SIGN_BEFORE.search(flat.text, 0, number.start), _SIGN_AFTER.match(flat.text, number.end)
    start = before.start() if before else number.start
    end = after.end() if after else number.end
    money = bool(before or after) or "χιλιαρικ" in flat.text[number.start : number.end]
    limit = _limit(flat.text, start, end, money=money or number.value >= _LEAST_MONEY)
    first, last = flat.span(start, end)
    return AmountMention(
        start=first,
        end=last,
        value=number.value,
        comparison=limit.name,
        strict=limit.strict,
        euro=money,
        ambiguous=_is_ambiguous(number.digits) and not number.worded,
    )


def find_amounts(text: str) -> tuple[AmountMention, ...]:
    """Every number of a text with what is said about it; dates, codes and ΑΔΑs hold none."""
    flat = level(text)
    return tuple(_mention(flat, number) for number in _numbers(flat.text) if _counts(number))


def _counts(number: _Number) -> bool:
    """«ένα», «μια» alone are articles."""
    return bool(number.digits) or number.worded > 1 or number.value > 1


def _grouped(whole: int) -> str:
    return f"{whole:,}".replace(",", ".")


def format_euro(amount: Decimal) -> str:
    """«1.234,56 €»; a minus sign where the amount is negative."""
    rounded = abs(amount).quantize(Decimal("0.01"), ROUND_HALF_UP)
    whole, cents = divmod(int(rounded * 100), 100)
    return f"{'−' if amount < 0 and rounded else ''}{_grouped(whole)},{cents:02d} €"


def format_count(count: int) -> str:
    """«1.234»."""
    return f"{'−' if count < 0 else ''}{_grouped(abs(count))}"


def format_percent(share: Decimal) -> str:
    """A share out of a hundred: 81 → «81%», 81.25 → «81,3%»."""
    rounded = share.quantize(Decimal("0.1"), ROUND_HALF_UP)
    whole, tenth = divmod(int(abs(rounded) * 10), 10)
    return f"{'−' if rounded < 0 else ''}{_grouped(whole)}{f',{tenth}' if tenth else ''}%"


def says_number(folded_word: str) -> bool:
    """May a number begin with the word?"""
    return folded_word in WORD_VALUES or folded_word in _SCALE_OF


def numbers_in_words(folded_words: Sequence[str]) -> int | None:
    """The whole number that some folded words say; None when they say none."""
    if not folded_words or "και" in (folded_words[0], folded_words[-1]):
        return None
    run = _Run()
    taken = [run.take(word) for word in folded_words if word != "και"]
    return int(run.value) if taken and all(taken) else None
