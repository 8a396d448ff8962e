"""The cards of ΑΔΑs that somebody types in another chat: of what we hold alone, and nothing of it is kept.

It is asked at every keystroke, so neither a model nor the source is; and what is typed there is not said to us.
"""

from datetime import date

from core.answer.compose.cards import card_choices, card_text
from core.answer.compose.lists import amount_words, state_words
from core.answer.compose.words import organization_name
from core.answer.lookups import find_decision
from core.answer.lookups.find_decision import DecisionFinding, row_of
from core.answer.lookups.store import LookupStore
from core.answer.setting import Setting
from core.domain.answer import Answer, ChoiceKind, Citation, Outcome
from core.domain.decision import DecisionCard
from core.domain.glance import Glance, Glimpse
from core.domain.identifiers import find_adas
from core.domain.subjects import shortened
from core.greek.dates import short_day
from core.store import decisions
from core.store.pool import Pool

_MOST = 5


async def glance(pool: Pool, setting: Setting, text: str, today: date) -> Glance:
    """Nothing where the text holds no ΑΔΑ. Raises Unavailable without the database."""
    store = LookupStore(pool=pool, embedder=None, today=today, demo=setting.demo, index=setting.index)
    typed = find_adas(text, registered=setting.is_registered)[:_MOST]
    if not typed:
        return Glance()
    arguments = find_decision.Arguments(adas=tuple(each.ada for each in typed))
    found = await find_decision.run(store, arguments)
    sure = {each.ada for each in typed if each.certain or each.labelled}
    return Glance(
        found=tuple(_glimpse(card, setting) for card in found.cards),
        near=await _near(store, setting, found),
        missing=tuple(each.ada for each in found.missing if each.ada in sure),
    )


async def _near(store: LookupStore, setting: Setting, found: DecisionFinding) -> tuple[Glimpse, ...]:
    adas = tuple(dict.fromkeys(ada for missing in found.missing for ada in missing.near))[:_MOST]
    cards = await decisions.cards(store.pool, adas=adas) if adas else {}
    return tuple(_glimpse(cards[ada], setting) for ada in adas if ada in cards)


def _glimpse(card: DecisionCard, setting: Setting) -> Glimpse:
    row, name = row_of(card), organization_name(card.organization)
    parts = (state_words(row), name, short_day(card.issued_on), amount_words(row))
    answer = Answer(
        outcome=Outcome.ANSWERED,
        text=card_text(card, issuer_afm=setting.body(card.organization_uid).afm),
        citations=(Citation(ada=card.ada, organization=name, issued_on=card.issued_on),),
        choices=tuple(each for each in card_choices(card) if each.kind is ChoiceKind.LINK),
        demo=setting.demo,
    )
    line = " · ".join(part for part in parts if part)
    return Glimpse(ada=card.ada, title=shortened(row.subject), line=line, answer=answer)
