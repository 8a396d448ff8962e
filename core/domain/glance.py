"""What is shown of acts where no conversation is: at a glance, beside what somebody types in another chat."""

from dataclasses import dataclass

from core.domain.answer import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Glimpse:
    """One act: `title` and `line` for a list of a few, `answer` the whole card, whose only choices are links."""

    ada: str
    title: str
    line: str
    answer: Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """`found`: the acts whose ΑΔΑ was typed; `near`: others that may be meant; `missing`: ΑΔΑs that we do not hold."""

    found: tuple[Glimpse, ...] = ()
    near: tuple[Glimpse, ...] = ()
    missing: tuple[str, ...] = ()
