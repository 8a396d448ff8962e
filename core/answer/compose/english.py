"""The fixed replies in English, for who asks in English. Figures are asked for and given in Greek, and it says so."""

from dataclasses import replace

from core.answer.compose import alerts, refusals
from core.answer.compose.words import organization_name
from core.answer.reading.english import speaks_english
from core.answer.setting import Setting
from core.domain.answer import Answer, plain
from core.domain.request import Request, Scope
from core.greek.dates import short_day
from core.greek.numbers import format_count, format_euro

_ONLY = "I answer only about acts of Greek public bodies that are posted on Diavgeia."
_GREEK = (
    "I read questions in Greek (or in Greek typed with Latin letters) and I give figures in Greek. "
    "An act's number (ΑΔΑ) works in any language: send it and I show the act in English."
)
_BUTTONS = "The buttons ask examples, in Greek."

_BY_SCOPE = {
    Scope.OFF_TOPIC: _ONLY,
    Scope.NOT_IN_DIAVGEIA: (
        "That is not part of what Diavgeia publishes. I can look up what a body decided, awarded and paid."
    ),
    Scope.PEOPLE_COUNT: (
        "I count acts, not people: how many a body employs does not follow from Diavgeia. "
        "I can show the acts on hiring."
    ),
    Scope.MUNICIPAL_SERVICE: (
        "I do not handle requests, faults or payments: please turn to the municipality or a citizens' service centre "
        "(ΚΕΠ). I can show what the municipality has decided on the matter."
    ),
    Scope.LEGAL_ADVICE: (
        "I do not judge whether an act is lawful. I can show what it says; for the rest there is the National "
        "Transparency Authority, or a lawyer."
    ),
    Scope.CONTACT_DATA: "I give no contact details and identify no persons. If you have an act's ΑΔΑ, I can show it.",
    Scope.PRIVATE_PERSON: (
        "I do not search for private persons by name. If you have an act's ΑΔΑ, I can show it. Elected officials and "
        "signatories I show only in acts of their office."
    ),
    Scope.LOADED_CLAIM: "What Diavgeia publishes does not show personal gain. What would you like to see?",
    Scope.INSTRUCTIONS: "I always answer with references to acts on Diavgeia; that does not change.",
    Scope.SECRETS: "That I do not give. Please ask me about acts of public bodies.",
    Scope.SQL: "I take questions in your own words, not SQL statements.",
    Scope.FABRICATION: "I make up no acts and no ΑΔΑ. I can show you real acts on the subject.",
    Scope.PASTED_TEXT: (
        "The text that you sent has no ΑΔΑ, so I cannot check it on Diavgeia. If you have its ΑΔΑ, please send it."
    ),
    Scope.GREETING: f"Hello. {_GREEK}",
    Scope.THANKS: "You are welcome.",
    Scope.ABUSE: "If an answer was wrong, please tell me which one and I will look at it again.",
    Scope.RECAP: "You have asked nothing in the last two hours.",
}
_BY_SENTENCE = {
    alerts.FORGOTTEN: (
        "I have deleted all that I kept of this chat: the body that you had chosen, questions, answers and alerts."
    ),
    alerts.SURE_FORGET: (
        "Shall I delete all that I keep of this chat: the body that you chose, questions, answers and alerts? It "
        "cannot be undone."
    ),
    alerts.NOTHING_TO_STOP: "I send you no alerts, so there is nothing to stop.",
    alerts.NONE_YET: "You have no alerts. Please write in Greek what you want to be told of.",
    alerts.TOO_WIDE: (
        "That would be every act that is posted. Please write in Greek what you want to be told of: a subject, a body, "
        "an amount or a kind of act."
    ),
    refusals.NOT_SEARCHED_YET: (
        "I cannot search by the number of an act, ΑΔΑΜ, unit or signatory yet. Please send the act's ΑΔΑ, or words of "
        "its subject, in Greek."
    ),
    refusals.UNCLEAR: f"I did not understand what you are asking for. {_GREEK}",
    refusals.UNCLEAR_WHAT: f"On which subject, and for which period? {_GREEK}",
    refusals.UNCLEAR_PERSON: (
        "Do you mean a company, an elected official in acts of the office, or a subject? I do not search for private "
        "persons by name. If you have an act's ΑΔΑ, please send it."
    ),
    refusals.FOLLOWUP_UNCLEAR: f"I did not understand which part of the last answer you mean. {_GREEK}",
}


def in_english(answer: Answer, setting: Setting) -> Answer:
    """A fixed reply whose question was in English; anything else as it is. No sentence is half translated."""
    request = answer.request
    if request is None or not speaks_english(request.text):
        return answer
    if request.scope is Scope.HELP:
        return replace(answer, text=help_text(setting))
    if request.scope is Scope.FOREIGN_LANGUAGE:
        said = f"{_GREEK}{_read(request)}"
    else:
        said = _BY_SENTENCE.get(answer.text) or (_BY_SCOPE.get(request.scope, "") if request.scope else "")
    if not said:
        return answer
    return replace(answer, text=f"{said} {_BUTTONS}" if answer.choices else said)


def _read(request: Request) -> str:
    """Numbers are the same in any language."""
    limits = (format_euro(each) for each in (request.amount_min, request.amount_max) if each is not None)
    known = [each for each in (*map(str, request.years), *limits, request.afm, request.kae) if each]
    return f" Of your question I understood only: {', '.join(dict.fromkeys(known))}." if known else ""


def help_text(setting: Setting) -> str:
    """What can be asked, how far the data reach, what is not answered."""
    held = [
        f"• {plain(organization_name(item.label))}: {format_count(item.decisions)} acts, {short_day(item.first_on)} – "
        f"{short_day(item.last_on)}"
        for item in sorted(setting.coverage.values(), key=lambda item: -item.decisions)
        if item.first_on and item.last_on
    ]
    return "\n".join(
        (
            "I look up acts of Greek public bodies on Diavgeia (dates are day/month/year, amounts 1.234,56 €).",
            "• Send an act's ΑΔΑ or link: I show the act, its amount, its contractor and the PDF, in English",
            "• Ask in Greek, or in Greek with Latin letters («posa anatethikan gia kafsima to 2024»): I find, count, "
            "add up and rank acts, and answer in Greek",
            "",
            *(("I hold:", *held) if held else ("No acts have been loaded yet.",)),
            "",
            "I do not answer about persons, I do not judge lawfulness and I do not guess.",
        )
    )
