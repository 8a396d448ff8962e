"""What a model's own SELECT found, as a table that code writes: what was asked of which stage, its rows, its ground."""

from collections.abc import Iterator

from core.answer.compose.words import STAGES, count, decisions
from core.answer.lookups.query_open_data import OpenFinding
from core.answer.steps import Situation
from core.domain.answer import BOLD, BOLD_END, CODE, CODE_END, Citation, plain
from core.greek.numbers import format_count

LINES = 10
WRITTEN_BY = "Το ερώτημα το έγραψε το γλωσσικό μοντέλο και το έλεγξε το πρόγραμμα· δείτε το στο «Πώς το βρήκα»."
_NO_CONDITIONS = "όλοι οι φορείς και όλα τα έτη που έχουμε"


def tables_of(situation: Situation) -> tuple[OpenFinding, ...]:
    """Those with a row; what found nothing is told to the model alone."""
    return tuple(each for each in situation.results if isinstance(each, OpenFinding) and each.rows)


def block(found: OpenFinding) -> str:
    """A heading with the stage, all that binds, the rows, and what they rest on."""
    lines = [f"{BOLD}Πίνακας: {_about(found)}{BOLD_END}", f"Όροι: {'· '.join(found.conditions) or _NO_CONDITIONS}"]
    lines.append(" · ".join(found.titles))
    lines += [f"{place}. {_line(row, found)}" for place, row in enumerate(found.rows[:LINES], 1)]
    hidden = len(found.rows) - LINES
    if hidden > 0 or found.more:
        lines.append("και άλλες γραμμές" if found.more else f"και άλλες {format_count(hidden)}")
    return "\n".join((*lines, *_ground(found), WRITTEN_BY))


def _about(found: OpenFinding) -> str:
    return f"{STAGES[found.stage].plural} ({STAGES[found.stage].types})" if found.stage else found.about


def _line(row: tuple[str, ...], found: OpenFinding) -> str:
    """An ΑΔΑ stands as one, so that it can be copied and linked."""
    return " · ".join(f"{CODE}{each}{CODE_END}" if each in found.adas else plain(each) for each in row)


def _ground(found: OpenFinding) -> Iterator[str]:
    without = []
    if found.unstated:
        without.append(f"{count(found.unstated, 'δεν δηλώνει', 'δεν δηλώνουν')} ποσό")
    if found.unread:
        without.append(f"{count(found.unread, 'με ποσό', 'με ποσό')} που δεν έχουμε φορτώσει")
    yield f"Βάση: {decisions(found.acts)}" + (f", από τις οποίες {' και '.join(without)}." if without else ".")
    if found.unmet:
        left = f"{decisions(found.unmet)} χωρίς ποσό"
        yield f"Έξω έμειναν και {left}: δεν μπορούν να πληρούν όρο για ποσό, ανάδοχο ή ΚΑΕ."


def cited(situation: Situation) -> tuple[Citation, ...]:
    adas = dict.fromkeys(ada for each in tables_of(situation) for ada in each.adas)
    return tuple(Citation(ada=ada) for ada in adas)
