"""An ΑΔΑ anywhere in a message is a question about that act; what is asked of it goes along."""

import pytest

from core.domain.request import Intent, Scope
from tests.core.answer.messages import read

ADA = "9Ω4Τ7ΛΗ-ΔΟΚ"


@pytest.mark.parametrize(
    "text",
    [
        ADA,
        ADA.lower(),
        f"ΑΔΑ: {ADA}",
        "AΔΑ : 9Ω4Τ7ΛΗ – ΔΟΚ",
        f"πες μου για την {ADA}",
        f"δες {ADA} σε παρακαλώ",
        "pes mou gia to 9W4T7LH-DOK",
        f"https://diavgeia.gov.gr/doc/{ADA}?inline=true",
        "https://diavgeia.gov.gr/doc/9%CE%A94%CE%A47%CE%9B%CE%97-%CE%94%CE%9F%CE%9A?inline=true",
        f"https://diavgeia.gov.gr/decision/view/{ADA}",
    ],
)
def test_an_ada_in_any_form(text: str) -> None:
    request = read(text)
    assert request.intent is Intent.ADASEARCH
    assert [each.ada for each in request.adas] == [ADA]
    assert (request.ask, request.topic, request.stage) == (None, (), None)


def test_several_adas_in_the_order_asked() -> None:
    request = read(f"δες αυτές:\n{ADA}, Ψ7ΘΒ7ΛΗ-ΔΟΚ και ΡΛ3Ξ7ΛΗ-ΔΟΚ")
    assert request.intent is Intent.ADASEARCH
    assert [each.ada for each in request.adas] == [ADA, "Ψ7ΘΒ7ΛΗ-ΔΟΚ", "ΡΛ3Ξ7ΛΗ-ΔΟΚ"]


@pytest.mark.parametrize(
    ("text", "ask"),
    [
        ("ποιος υπέγραψε την {}", "signer"),
        ("poios ypegrapse tin {}", "signer"),
        ("στείλε μου το PDF της {}", "pdf"),
        ("steile mou to pdf tis {}", "pdf"),
        ("τι λέει η {} για την προθεσμία; βάλε μου την ακριβή φράση", "quote"),
        ("απόσπασμα της {} για την εγγύηση", "quote"),
        ("ισχύει ακόμα η {};", "status"),
        ("ανακλήθηκε η {};", "status"),
        ("{} την πήραν πίσω;", "status"),
        ("τι λέει η {}", "summary"),
        ("περίληψη της {} με απλά λόγια", "summary"),
        ("ποιος είναι ο ανάδοχος της {}", "payee"),
        ("τι ποσό έχει η {};", "amount"),
    ],
)
def test_what_is_asked_of_the_act(text: str, ask: str) -> None:
    request = read(text.format(ADA))
    assert (request.intent, request.ask) == (Intent.ADASEARCH, ask)


def test_what_to_look_for_inside_the_act_is_no_topic() -> None:
    request = read(f"τι λέει η {ADA} για την προθεσμία παραλαβής; βάλε μου την ακριβή φράση")
    assert request.about == ("προθεσμία", "παραλαβής")
    assert request.topic == ()


@pytest.mark.parametrize("text", ["ΚΟΝΤΕΙΝΕΡ-1", "σχολεία-έργα", "Δ2019-214", "COVID19-2020", "4412/2016"])
def test_a_hyphenated_word_or_a_number_is_no_act(text: str) -> None:
    assert read(text).intent is not Intent.ADASEARCH


def test_an_uncertain_candidate_is_kept_for_whoever_knows_what_is_held() -> None:
    request = read("ΒΛΓΡΕΛΛ-ΔΟΚ για τα απορρίμματα")
    assert request.intent is Intent.RECORDS
    assert [each.ada for each in request.adas] == ["ΒΛΓΡΕΛΛ-ΔΟΚ"]
    assert request.topic == ("ΒΛΓΡΕΛΛ", "ΔΟΚ", "απορρίμματα")


def test_a_verdict_on_an_act_is_refused_and_the_act_kept() -> None:
    request = read(f"είναι νόμιμη η {ADA};")
    assert (request.intent, request.scope) == (Intent.OUT_OF_SCOPE, Scope.LEGAL_ADVICE)
    assert request.also == (Intent.ADASEARCH,)
    assert [each.ada for each in request.adas] == [ADA]
