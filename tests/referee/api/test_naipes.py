"""Over HTTP: whether a levante was right, and a data followed card by card."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from pytest_django import DjangoAssertNumQueries

from referee.models import CardThrow, Jugada
from tests.factories.brackets import ChampionshipFactory
from tests.factories.referee import SORTEO, kept_mesa
from tests.referee.api.conftest import Tablet


@pytest.fixture
def tablet(tablet_with: Callable[..., Tablet]) -> Tablet:
    return tablet_with(SORTEO)


def asked(table: str, card: str, lifted: str, **of: object) -> dict[str, object]:
    return {"table": table.split(), "card": card, "lifted": lifted.split(), **of}


def test_a_levante_that_is_right_says_what_it_earns(tablet: Tablet) -> None:
    answer = tablet.post(f"{tablet.mesa}/levante", asked("2 3 6 7 J", "5", "2 3 6 7 J"))

    assert answer.status_code == 200
    verdict = answer.json()
    assert (verdict["right"], verdict["limpia"], verdict["jugada"]) == (True, True, "limpia")
    assert verdict["findings"][0]["code"] == "correcto"
    assert all(finding["message"] and finding["article"] for finding in verdict["findings"][:2])


def test_a_wrong_levante_says_what_goes_back_and_what_was_possible(tablet: Tablet) -> None:
    verdict = tablet.post(f"{tablet.mesa}/levante", asked("2 3 4 J", "5", "3 4")).json()

    assert verdict["right"] is False
    assert verdict["returned"] == ["3", "4"]
    assert [other["cards"] for other in verdict["others"]] == [["2", "3"]]


def test_forgotten_cards_and_the_caida_are_told(tablet: Tablet) -> None:
    forgotten = tablet.post(f"{tablet.mesa}/levante", asked("5 6 7", "5", "5 6", previous="5")).json()
    redealt = tablet.post(f"{tablet.mesa}/levante", asked("5", "5", "5", previous="5", redealt=True)).json()

    assert (forgotten["forgotten"], forgotten["jugada"]) == (["7"], "caida")
    assert (redealt["caida"], redealt["jugada"]) == (False, "limpia")


def test_cards_that_no_deck_has_are_refused_with_the_article(tablet: Tablet) -> None:
    answer = tablet.post(f"{tablet.mesa}/levante", asked("2 2 2 2", "2", "2"))

    assert answer.status_code == 422
    assert answer.json()["code"] == "cartas-de-mas"


def test_what_is_no_card_is_no_request(tablet: Tablet) -> None:
    assert tablet.post(f"{tablet.mesa}/levante", asked("2 8", "2", "2")).status_code == 400


def test_nothing_is_written_and_few_queries_are_made(
    tablet: Tablet, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(3):  # the tablet, the mesa, its Planillas
        tablet.post(f"{tablet.mesa}/levante", asked("2 3", "5", "2 3"))

    assert (Jugada.objects.count(), CardThrow.objects.count()) == (1, 0)


def test_another_tablet_does_not_learn_of_the_mesa(tablet: Tablet) -> None:
    stranger = Tablet(tablet.kept, token=kept_mesa().token)

    assert stranger.post(f"{tablet.mesa}/levante", asked("2 3", "5", "2 3")).status_code == 404


def throw(tablet: Tablet, *lines: str, base: int, epoch: int = 1) -> Any:
    cards = [{"client_id": str(uuid4()), "notation": line} for line in lines]
    return tablet.post(f"{tablet.mesa}/naipes", {"lease_epoch": epoch, "base_seq": base, "cards": cards})


def test_a_data_begins_with_an_empty_table_and_all_cards_out(tablet: Tablet) -> None:
    cards = tablet.get(f"{tablet.mesa}/naipes").json()

    assert (cards["seq"], cards["log_seq"], cards["turn"], cards["thrown"], cards["deck"]) == (0, 1, "B1", 0, 40)
    assert [(key["rank"], key["left"], key["captures"]) for key in cards["keys"]][:2] == [("A", 4, []), ("2", 4, [])]
    assert (cards["table"], cards["piles"], cards["rows"]) == ([], {"A": 0, "B": 0}, [])


def test_before_the_sorteo_there_are_no_cards(tablet_with: Callable[..., Tablet]) -> None:
    tablet = tablet_with()
    cards = tablet.get(f"{tablet.mesa}/naipes").json()

    assert (cards["estado"], cards["turn"], cards["keys"]) == ("por-sortear", None, [])


def test_each_answer_says_how_the_cards_lie_and_what_each_could_lift(tablet: Tablet) -> None:
    cards = throw(tablet, "tira B1 2", "tira A2 3", base=0).json()

    assert (cards["seq"], cards["turn"], cards["table"]) == (2, "B2", ["2", "3"])
    five = next(key for key in cards["keys"] if key["rank"] == "5")
    assert five["captures"] == [{"kind": "suma", "cards": ["2", "3"], "escalera": [], "limpia": True}]
    assert cards["rows"][-1] == {"seq": 2, "notation": "tira A2 3"}

    cards = throw(tablet, "tira B2 5 levanta 2 3", base=2).json()
    assert cards["piles"] == {"A": 0, "B": 3}
    (proposal,) = cards["proposals"]
    assert (proposal["line"], proposal["label"], proposal["subject"]) == ("limpia B2", "Limpia", "B2")
    assert (proposal["points"], proposal["closes"], proposal["seq"]) == ({"A": 0, "B": 2}, False, None)

    tablet.record("limpia B2", base=1)
    assert tablet.get(f"{tablet.mesa}/naipes").json()["proposals"][0]["seq"] == 2


def test_a_proposal_that_the_rules_refuse_says_why(tablet: Tablet) -> None:
    throw(tablet, "tira B1 5", "tira A2 5 levanta 5", base=0)
    tablet.record('suspension "duda"', base=1)

    cards = tablet.get(f"{tablet.mesa}/naipes").json()
    assert (cards["estado"], cards["turn"]) == ("suspendida", None)
    assert cards["proposals"][0]["problem"]["message"]


def test_a_proposal_that_the_log_makes_implausible_says_what_to_ask(tablet: Tablet) -> None:
    tablet.record(*["caida A1", "limpia B1"] * 5, base=1)  # twenty cards, as many as were dealt

    cards = throw(tablet, "tira B1 5", "tira A2 5 levanta 5", base=0).json()
    asked = cards["proposals"][0]["ask"]
    assert asked["line"] == "caida-limpia A2 confirmado"
    assert asked["text"].startswith("Son al menos 22 cartas levantadas")

    tablet.record(asked["line"], base=11)
    (proposal,) = tablet.get(f"{tablet.mesa}/naipes").json()["proposals"]
    assert (proposal["line"], proposal["seq"], proposal["ask"]) == ("caida-limpia A2", 12, None)


def test_a_wrong_levante_stands_unless_it_is_given_back(tablet: Tablet) -> None:
    cards = throw(tablet, "tira B1 3", "tira A2 4", "tira B2 5 levanta 3 4", base=0).json()
    assert cards["findings"][0]["code"] == "no-suma"
    assert cards["offers"] == ["devuelve B2 3 4 5"]

    cards = throw(tablet, "devuelve B2 3 4 5", base=3).json()
    assert (cards["table"], cards["piles"]["B"], cards["offers"]) == (["3", "4", "5"], 0, [])


@pytest.mark.parametrize(
    ("reglamento", "offers"),
    [
        ("riobamba", []),
        ("pagat", ["toma B1 6 7", "toma B2 6 7"]),
        ("juez-de-aguas", ["toma B1 6 7", "toma A2 6 7", "toma B2 6 7"]),
    ],
)
def test_forgotten_cards_are_offered_to_whoever_may_take_them(
    tablet_with: Callable[..., Tablet], reglamento: str, offers: list[str]
) -> None:
    tablet = tablet_with(
        "sorteo reparte=A1" if reglamento == "pagat" else SORTEO,
        championship=ChampionshipFactory(reglamento=reglamento),
    )

    cards = throw(tablet, "tira B1 5", "tira A2 6", "tira B2 7", "tira A1 5 levanta 5", base=0).json()

    assert sorted(cards["offers"]) == sorted(offers)
    assert cards["withdrawn"] == ([] if offers else ["6", "7"])
    for line in offers[:1]:
        cards = throw(tablet, line, base=4).json()
        assert (cards["table"], cards["piles"], cards["offers"]) == ([], {"A": 2, "B": 2}, [])
        assert [proposal["line"] for proposal in cards["proposals"]] == ["limpia B1"]


def test_refusals_over_http(tablet: Tablet) -> None:
    turn = throw(tablet, "tira A1 5", base=0)
    gap = throw(tablet, "tira B1 5", base=3)
    lease = throw(tablet, "tira B1 5", base=0, epoch=0)

    assert (turn.status_code, turn.json()["code"], turn.json()["seq"]) == (422, "no-es-su-turno", 1)
    assert (gap.status_code, gap.json()["expected"]) == (409, 0)
    assert (lease.status_code, lease.json()["lease"]["epoch"]) == (409, 1)
    assert throw(tablet, base=0).status_code == 400


def test_queries_do_not_grow_with_the_cards(tablet: Tablet, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    throw(tablet, "tira B1 2", base=0)  # what came before is at hand in this process
    for base, line in enumerate(("tira A2 3", "tira B2 4", "tira A1 5"), start=1):
        with django_assert_num_queries(13):
            assert throw(tablet, line, base=base).status_code == 200
        with django_assert_num_queries(5):
            tablet.get(f"{tablet.mesa}/naipes")
