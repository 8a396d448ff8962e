"""What one letter tells: an act once, ten in all, the places shared among the subscriptions, the others counted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from core.domain.answer import Row
from core.domain.subscription import News

MOST_LISTED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One match of a letter: the act as it is now, under the subscription that it is told for.

    `posted_at`: None where the source does not say.
    """

    subscription: int
    title: str
    news: News
    unstated: bool
    by_ada: str | None
    posted_at: datetime | None
    row: Row


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestLine:
    """One act. `also`: other subscriptions of the chat that it was found for."""

    row: Row
    news: News
    posted_at: datetime | None
    unstated: bool = False
    by_ada: str | None = None
    also: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestSection:
    """What was found for one subscription. `found` counts every act; those beyond `lines` are behind «άλλες N»."""

    subscription: int
    title: str
    found: int
    lines: tuple[DigestLine, ...]

    @property
    def others(self) -> int:
        return self.found - len(self.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest:
    """`gaps`: times that Διαύγεια was not read, since the digest before this one."""

    letter: int
    sections: tuple[DigestSection, ...]
    gaps: tuple[tuple[datetime, datetime], ...] = ()

    @property
    def found(self) -> int:
        return sum(section.found for section in self.sections)

    @property
    def listed(self) -> int:
        return sum(len(section.lines) for section in self.sections)


def digest(
    letter: int, told: Sequence[Told], *, gaps: Sequence[tuple[datetime, datetime]] = (), most: int = MOST_LISTED
) -> Digest:
    """Each subscription gets a place before any gets another. An act of two is under the first, which names both."""
    lines: dict[int, list[DigestLine]] = {}
    titles: dict[int, str] = {}
    places: dict[tuple[str, str], tuple[int, int]] = {}
    for each in told:
        key = (each.row.ada, each.news)
        if key in places:
            where, place = places[key]
            lines[where][place] = _also(lines[where][place], each.title)
            continue
        listed = lines.setdefault(each.subscription, [])
        titles[each.subscription] = each.title
        places[key] = (each.subscription, len(listed))
        listed.append(_line(each))
    shown = _shares([len(each) for each in lines.values()], most)
    sections = tuple(
        DigestSection(subscription=number, title=titles[number], found=len(all_), lines=tuple(all_[:share]))
        for (number, all_), share in zip(lines.items(), shown, strict=True)
    )
    return Digest(letter=letter, sections=sections, gaps=tuple(gaps))


def _shares(found: Sequence[int], most: int) -> list[int]:
    """How many of each are listed: in turns, until all places are taken."""
    shares = [0] * len(found)
    while sum(shares) < min(most, sum(found)):
        for place, number in enumerate(found):
            if shares[place] < number and sum(shares) < most:
                shares[place] += 1
    return shares


def _line(told: Told) -> DigestLine:
    return DigestLine(
        row=told.row, news=told.news, posted_at=told.posted_at, unstated=told.unstated, by_ada=told.by_ada
    )


def _also(line: DigestLine, title: str) -> DigestLine:
    return line if title in line.also else replace(line, also=(*line.also, title))
