"""Deep links: `https://t.me/BOT?start=PAYLOAD`, an ΑΔΑ in base64url: Greek letters do not fit there.

A payload is what anybody may have typed: it is read strictly, and carries no authority.
"""

import base64
import binascii

from core.domain.identifiers import parse_ada
from core.errors import InvalidInput

_HOST = "https://t.me"
FROM_INLINE = "inline"  # the payload of who comes from the list under an empty inline query: an ordinary /start
LONGEST = 64  # characters of a payload (TELEGRAM §1.2)


def payload_of(ada: str) -> str:
    """At most 38 characters of A–Z, a–z, 0–9, - and _."""
    return base64.urlsafe_b64encode(ada.encode()).decode().rstrip("=")


def ada_in(payload: str) -> str | None:
    """The ΑΔΑ in official letters; None for whatever is not exactly a payload of ours."""
    if not payload.isascii() or len(payload) > LONGEST:
        return None
    try:
        text = base64.b64decode(payload + "=" * (-len(payload) % 4), altchars=b"-_", validate=True).decode()
        ada = parse_ada(text)
    except (binascii.Error, UnicodeDecodeError, InvalidInput):
        return None
    return ada if payload_of(ada) == payload else None


def link_to(username: str, ada: str) -> str:
    """Opens the conversation with the bot at that act."""
    return f"{_HOST}/{username}?start={payload_of(ada)}"
