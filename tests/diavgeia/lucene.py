"""The grammar of the advanced search (DIAVGEIA_API §3.8): a text → a query, or the source's own complaint."""

import re
from datetime import datetime
from decimal import Decimal, InvalidOperation

from core.domain.period import ATHENS
from tests.diavgeia.query import Between, Bound, Group, Node, OneOf, Term, Text, Value

FIELDS = [
    "organizationUid",
    "organizationLatinName",
    "unitUid",
    "signerUid",
    "decisionTypeUid",
    "decisionType",
    "subject",
    "ada",
    "protocolNumber",
    "content",
    "q",
    "amount",
    "giverAFM",
    "receiverAFM",
    "receiverName",
    "cpv",
    "financialYear",
    "municipality",
    "relatedDecisionsADA",
    "issueDate",
    "submissionTimestamp",
    "publishTimestamp",
    "thematicCategory",
    "documentType",
    "textFekAA",
    "textFekIssue",
    "textFekYear",
    "status",
]
_TOKEN = re.compile(
    r'\s*(?:(?P<string>"[^"]*")|(?P<instant>DT\([^)]*\))|(?P<mark>[()\[\],:])|(?P<word>[^\s()\[\],:"]+))\s*'
)
_INSTANT = re.compile(r"DT\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:[+-]\d\d:\d\d|Z)?)\)")
_DATES = ("issueDate", "submissionTimestamp", "publishTimestamp")


class BadQuery(Exception):
    """What the source answers with 400."""


def parse(text: str) -> Node:
    reader = _Reader(text)
    node = reader.query()
    if reader.tokens:
        raise BadQuery(f"unexpected '{reader.tokens[0]}'")
    return node


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens: list[str] = []
        place = 0
        while place < len(text):
            found = _TOKEN.match(text, place)
            if found is None:
                raise BadQuery(f"unreadable at {place}")
            self.tokens.append(found.group().strip())
            place = found.end()
        if not self.tokens:
            raise BadQuery("empty query")

    def query(self) -> Node:
        """AND binds closer than OR."""
        options = [self._conjunction()]
        while self._take("OR"):
            options.append(self._conjunction())
        return options[0] if len(options) == 1 else Group("OR", tuple(options))

    def _conjunction(self) -> Node:
        parts = [self._expression()]
        while self._take("AND"):
            parts.append(self._expression())
        return parts[0] if len(parts) == 1 else Group("AND", tuple(parts))

    def _expression(self) -> Node:
        if self._take("("):
            inner = self.query()
            self._need(")")
            return inner
        field = self._next()
        if field not in FIELDS:
            raise BadQuery(f"no field '{field}'")
        self._need(":")
        return Term(field, self._value(field))

    def _value(self, field: str) -> Value:
        if self._take("["):
            return self._range_or_list(field)
        token = self._next()
        if token in ("true", "false"):
            return token == "true"
        bound = _bound(token)
        if isinstance(bound, datetime):
            raise BadQuery("an instant outside of a range")
        return Text(bound) if isinstance(bound, str) else bound

    def _range_or_list(self, field: str) -> Value:
        first = _bound(self._next())
        if self._take("TO"):
            last = _bound(self._next())
            self._need("]")
            if type(first) is not type(last) or (field in _DATES) != isinstance(first, datetime):
                raise BadQuery(f"bounds that {field} does not know")
            return Between(first, last)
        options = [_option(first)]
        while self._take(","):
            options.append(_option(_bound(self._next())))
        self._need("]")
        return OneOf(tuple(options))

    def _next(self) -> str:
        if not self.tokens:
            raise BadQuery("unexpected end of query")
        return self.tokens.pop(0)

    def _take(self, token: str) -> bool:
        if self.tokens and self.tokens[0] == token:
            self.tokens.pop(0)
            return True
        return False

    def _need(self, token: str) -> None:
        if not self._take(token):
            raise BadQuery(f"'{token}' expected")


def _bound(token: str) -> Bound:
    if token.startswith('"'):
        return token[1:-1]
    if token.startswith("DT("):
        found = _INSTANT.fullmatch(token)
        if found is None:
            raise BadQuery(f"invalid {token}")
        try:
            moment = datetime.fromisoformat(found[1])
        except ValueError:
            raise BadQuery(f"invalid {token}") from None
        return moment if moment.tzinfo else moment.replace(tzinfo=ATHENS)
    if re.fullmatch(r"-?\d+(\.\d+)?", token):
        try:
            return Decimal(token)
        except InvalidOperation:
            pass
    raise BadQuery(f"unexpected '{token}'")


def _option(bound: Bound) -> str:
    if isinstance(bound, datetime):
        raise BadQuery("an instant in a list")
    return bound if isinstance(bound, str) else f"{bound:f}"
