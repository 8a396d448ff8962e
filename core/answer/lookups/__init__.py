"""What a mind may ask of the store: every lookup, by the name under which a mind calls it."""

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any

from core.answer.lookups import (
    average_amount,
    compare,
    contract_awards,
    count_decisions,
    coverage,
    explain_change,
    find_decision,
    find_organization,
    left_out,
    near_limit,
    payee_history,
    posting_delay,
    query_open_data,
    rank_decisions,
    rank_payees,
    read_document,
    search_decisions,
    search_documents,
    spending_share,
    total_spending,
    trace_case,
)
from core.answer.lookups.store import LookupStore

Arguments = (
    find_organization.Arguments
    | find_decision.Arguments
    | search_decisions.Arguments
    | count_decisions.Arguments
    | total_spending.Arguments
    | average_amount.Arguments
    | spending_share.Arguments
    | posting_delay.Arguments
    | rank_decisions.Arguments
    | rank_payees.Arguments
    | payee_history.Arguments
    | compare.Arguments
    | explain_change.Arguments
    | trace_case.Arguments
    | coverage.Arguments
    | left_out.Arguments
    | near_limit.Arguments
    | contract_awards.Arguments
    | query_open_data.Arguments
    | read_document.Arguments
    | search_documents.Arguments
)
Result = (
    find_organization.OrganizationFinding
    | find_decision.DecisionFinding
    | search_decisions.SearchFinding
    | count_decisions.CountFinding
    | total_spending.TotalFinding
    | average_amount.AverageFinding
    | spending_share.ShareFinding
    | posting_delay.DelayFinding
    | rank_decisions.RankFinding
    | rank_payees.PayeeRankFinding
    | payee_history.HistoryFinding
    | compare.CompareFinding
    | explain_change.ChangeFinding
    | trace_case.TraceFinding
    | coverage.CoverageFinding
    | left_out.LeftOutFinding
    | near_limit.NearFinding
    | contract_awards.ContractAwardsFinding
    | query_open_data.OpenFinding
    | read_document.DocumentFinding
    | search_documents.PassageFinding
)

_MODULES = (
    find_organization,
    find_decision,
    search_decisions,
    count_decisions,
    total_spending,
    average_amount,
    spending_share,
    posting_delay,
    rank_decisions,
    rank_payees,
    payee_history,
    compare,
    explain_change,
    trace_case,
    coverage,
    left_out,
    near_limit,
    contract_awards,
    query_open_data,
    read_document,
    search_documents,
)
# The caller pairs a name with its own Arguments (steps.Call); what a model sends is parsed into them first.
LOOKUPS: Mapping[str, Callable[[LookupStore, Any], Awaitable[Result]]] = MappingProxyType(
    {module.NAME: module.run for module in _MODULES}
)
