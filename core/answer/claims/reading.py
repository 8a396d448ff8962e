"""One sentence of a model, taken apart: what it names, what it counts, and the words that are left."""

import re
import tomllib
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import cache
from importlib.resources import files

from core.answer.claims.sentences import adas_in
from core.answer.compose.words import organization_name
from core.answer.evidence import Act
from core.answer.grounding import EURO, PERCENT, TYPE_CODE, decimal_of
from core.answer.setting import Setting
from core.domain.ledger import Stage
from core.domain.period import Period
from core.domain.subjects import shortened
from core.greek.dates import find_periods, long_day, short_day
from core.greek.fold import fold
from core.greek.numbers import says_number

_NOUNS: dict[Stage | None, str] = {
    None: "πραξ|αποφασ",
    Stage.AWARD: "αναθεσ|κατακυρωσ",
    Stage.PAYMENT: "πληρωμ|οριστικοποιημεν",
    Stage.CONTRACT: "συμβασ",
    Stage.APPROVAL: "εγκρισ",
    Stage.COMMITMENT: "αναληψ|δεσμευσ",
    Stage.TENDER: "διακηρυξ",
    Stage.GRANT: "επιχορηγησ",
}
_COUNT = re.compile(
    r"(?<![\w.,/-])(\d{1,3}(?:\.\d{3})+|\d+) (?:(?:οριστικοποιημεν|σχετικ|απευθειασ|αναρτημεν)\w* )?"
    rf"(?:{'|'.join(f'({stems})' for stems in _NOUNS.values())})\w*"
)
_LIMIT = re.compile(rf"\b(?P<how>πανω απο|κατω απο|ανω των|απο|εωσ) {EURO.pattern}")
_LEAST = frozenset({"πανω απο", "ανω των", "απο"})
_BLANK = " ∎ "  # no word of a sentence runs across what was taken out of it


@cache
def table() -> dict[str, str | dict[str, str]]:
    return tomllib.loads(files("core.answer.claims").joinpath("words.toml").read_text(encoding="utf-8"))


@cache
def _stage_cues() -> tuple[tuple[Stage, re.Pattern[str]], ...]:
    stages = table()["stages"]
    assert isinstance(stages, dict)
    return tuple((Stage(name), re.compile(rf"\b(?:{stems})")) for name, stems in stages.items())


@dataclass(slots=True, kw_only=True)
class Sentence:
    """`rest`: the folded text with all of the below taken out. `counts`: number and the stage that its noun names.

    `limits`: euro directly after «πάνω από», «από», «άνω των» (True: a least one), «κάτω από», «έως».
    """

    text: str
    rest: str
    acts: tuple[Act, ...] = ()
    stages: frozenset[Stage] = frozenset()
    bodies: tuple[frozenset[str], ...] = ()
    limits: list[tuple[bool, Decimal]] = field(default_factory=list)
    euro: list[Decimal] = field(default_factory=list)
    percents: list[Decimal] = field(default_factory=list)
    counts: list[tuple[Decimal, Stage | None]] = field(default_factory=list)
    periods: list[Period] = field(default_factory=list)

    @property
    def has_figures(self) -> bool:
        return bool(self.limits or self.euro or self.percents or self.counts)

    @property
    def says_a_number(self) -> bool:
        return any(says_number(word) for word in re.findall(r"[α-ω]+", self.rest))


def read(text: str, acts: dict[str, Act], setting: Setting, today: date) -> Sentence:
    """What stands in the acts that the sentence names is theirs, and is taken out first."""
    named = [candidate for candidate in adas_in(text, acts) if candidate.ada in acts]
    bare = text
    for candidate in named:
        bare = bare.replace(candidate.typed, " ∎ ")
    found = tuple(acts[candidate.ada] for candidate in named)
    sentence = Sentence(text=text, rest=fold(bare), acts=found)
    if len(found) == 1:
        _without_act(sentence, found[0])
    sentence.bodies = _bodies(sentence, bare, setting)
    sentence.stages = frozenset(stage for stage, cue in _stage_cues() if cue.search(sentence.rest))
    sentence.rest = TYPE_CODE.sub(_BLANK, sentence.rest)
    _take_limits(sentence)
    sentence.euro = _taken(sentence, EURO)
    sentence.percents = _taken(sentence, PERCENT)
    _take_counts(sentence)
    _take_periods(sentence, today)
    return sentence


def _bodies(sentence: Sentence, text: str, setting: Setting) -> tuple[frozenset[str], ...]:
    """Bodies of ours by their whole names, as a model is given them, numbers included; then whatever else names one."""
    rest, named = fold(text), []
    for body in sorted(setting.covered, key=lambda each: -len(each.label)):
        name = re.compile(rf"(?<!\w){re.escape(fold(organization_name(body.label)))}(?!\w)")
        if name.search(rest):
            named.append(frozenset((body.uid,)))
            rest, sentence.rest = name.sub(_BLANK, rest), name.sub(_BLANK, sentence.rest)
    return (*named, *(frozenset(mention.uids) for mention in setting.index.find(rest if named else text)))


def _without_act(sentence: Sentence, act: Act) -> None:
    row = act.row
    own = (row.subject, shortened(row.subject), *row.payees, short_day(row.issued_on), long_day(row.issued_on))
    for words in sorted({fold(each) for each in own if each}, key=len, reverse=True):
        sentence.rest = re.sub(rf"(?<![\w/]){re.escape(words)}(?![\w/])", _BLANK, sentence.rest)


def _taken(sentence: Sentence, pattern: re.Pattern[str]) -> list[Decimal]:
    found = [decimal_of(match[1]) for match in pattern.finditer(sentence.rest)]
    sentence.rest = pattern.sub(_BLANK, sentence.rest)
    return found


def _take_limits(sentence: Sentence) -> None:
    for match in _LIMIT.finditer(sentence.rest):
        sentence.limits.append((match["how"] in _LEAST, decimal_of(match[2])))
    sentence.rest = _LIMIT.sub(_BLANK, sentence.rest)


def _take_counts(sentence: Sentence) -> None:
    stages = tuple(_NOUNS)
    for match in _COUNT.finditer(sentence.rest):
        place = next(index for index, stems in enumerate(match.groups()[1:]) if stems)
        sentence.counts.append((decimal_of(match[1]), stages[place]))
    sentence.rest = _COUNT.sub(_BLANK, sentence.rest)


def _take_periods(sentence: Sentence, today: date) -> None:
    for mention in reversed(find_periods(sentence.rest, today)):
        sentence.periods.insert(0, Period(since=mention.since, until=mention.until))
        sentence.rest = sentence.rest[: mention.start] + _BLANK + sentence.rest[mention.end :]
