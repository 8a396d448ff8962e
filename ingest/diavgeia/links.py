"""Which other decisions a decision names: in the fields of its type and in its subject (DIAVGEIA_API §15)."""

from collections.abc import Callable, Iterator, Mapping

from core.domain.decision import Link, LinkKind
from core.domain.identifiers import find_adas, parse_ada
from core.domain.money import fields
from core.errors import InvalidInput

_PLACEHOLDER = "00000-000"
# Field of the record → where its ΑΔΑ stands inside it (None: it is the text itself) → what the other decision is.
_FIELDS = (
    ("relatedEkgrisiDapanis", "textRelatedADA", LinkKind.APPROVAL),
    ("relatedAnalipsiYpoxreosis", "textRelatedADA", LinkKind.COMMITMENT),
    ("relatedPartialADA", None, LinkKind.REVERSED),
    ("textRelatedADA", None, LinkKind.TENDER_OR_AWARD),
    ("relatedDecisions", "relatedDecisionsADA", LinkKind.RELATED),
)


def links_of(
    ada: str, values: Mapping[str, object], subject: str, *, registered: Callable[[str], bool]
) -> tuple[Link, ...]:
    """Each named decision once, under the most telling field; itself never."""
    found: dict[str, LinkKind] = {}
    for name, inner, kind in _FIELDS:
        for text in _texts(values.get(name), inner):
            for target in _adas(text, registered):
                found.setdefault(target, kind)
    for candidate in find_adas(subject, registered=registered) if "-" in subject else ():
        if candidate.certain or candidate.labelled:
            found.setdefault(candidate.ada, LinkKind.SUBJECT)
    found.pop(ada, None)
    return tuple(Link(target_ada=target, kind=kind) for target, kind in found.items())


def _texts(value: object, inner: str | None) -> Iterator[str]:
    listed = (
        [each.get(inner) for each in fields.objects(value)] if inner else value if isinstance(value, list) else [value]
    )
    yield from (text for text in listed if isinstance(text, str) and text.strip())


def _adas(text: str, registered: Callable[[str], bool]) -> tuple[str, ...]:
    """The field is for one ΑΔΑ, yet people type several, or words around it."""
    if text.strip() == _PLACEHOLDER:
        return ()
    try:
        return (parse_ada(text),)
    except InvalidInput:
        return tuple(candidate.ada for candidate in find_adas(text, registered=registered))
