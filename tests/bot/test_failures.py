"""What went wrong → what the reader is told; a bug has a code that stands in the log beside its traceback."""

import pytest
from telegram.error import BadRequest, Forbidden, NetworkError, TimedOut

from bot.failures import failure_of
from bot.replies.catalog import REPLIES
from core.errors import InvalidInput, Misconfigured, Unavailable, Ungrounded


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (InvalidInput("Ο ΑΦΜ θέλει εννέα ψηφία."), "Ο ΑΦΜ θέλει εννέα ψηφία."),
        (InvalidInput(""), REPLIES.invalid),
        (Unavailable("timeout: host=10.0.0.1"), REPLIES.unavailable),
        (TimeoutError(), REPLIES.unavailable),
        (Ungrounded("ποσό χωρίς εύρημα"), REPLIES.ungrounded),
    ],
)
def test_a_named_failure_has_its_reply_and_no_code(error, told):
    failure = failure_of(error)
    assert (failure.text, failure.code) == (told, "")


@pytest.mark.parametrize(
    "error", [ZeroDivisionError("μυστικό"), Misconfigured("TELEGRAM_TOKEN"), BadRequest("chat not found")]
)
def test_anything_else_is_a_bug_with_a_code_that_leads_to_its_traceback(error, caplog):
    failure = failure_of(error)
    assert failure.text == REPLIES.broken.format(code=failure.code)
    assert len(failure.code) == 4 and int(failure.code, 16) >= 0
    (record,) = caplog.records
    assert failure.code in record.getMessage()
    assert record.exc_info[1] is error


@pytest.mark.parametrize("error", [Forbidden("bot was blocked"), TimedOut(), NetworkError("no route")])
def test_nobody_is_told_when_telegram_cannot_be_reached_or_the_chat_is_gone(error):
    assert failure_of(error) is None


def test_the_words_of_an_error_carry_no_marks_of_ours():
    assert failure_of(InvalidInput("\ue000x")).text == "x"
