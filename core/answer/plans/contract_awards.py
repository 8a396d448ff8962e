"""Beside a number or a sum of contracts: bodies often post contracts as awards, and those do not count there."""

from core.answer.compose.words import count
from core.answer.lookups import contract_awards
from core.answer.lookups.contract_awards import ContractAwardsFinding
from core.answer.steps import Call, Situation
from core.domain.ledger import Stage


def calls(situation: Situation) -> tuple[Call, ...]:
    """One lookup where contracts are asked, none elsewhere."""
    if situation.request.stage is not Stage.CONTRACT:
        return ()
    arguments = contract_awards.Arguments(where=situation.where())
    return (Call(lookup=contract_awards.NAME, arguments=arguments),)


def words(situation: Situation) -> str:
    """«… και ως ανάθεση (Δ.1) και δεν μετρούν εδώ: 138 αναθέσεις …»; "" where there is none."""
    found = next((each for each in situation.results if isinstance(each, ContractAwardsFinding)), None)
    if found is None or not found.decisions:
        return ""
    acts = count(found.decisions, "ανάθεση έχει", "αναθέσεις έχουν")
    return (
        "Συμβάσεις προμηθειών, υπηρεσιών ή έργων αναρτώνται συχνά ως ανάθεση (Δ.1) και δεν μετρούν στις συμβάσεις: "
        f"{acts} θέμα που αρχίζει με «σύμβαση» ή «υπογραφή σύμβασης»."
    )
