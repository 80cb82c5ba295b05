"""Asking over HTTP whether a levante was right."""

from collections.abc import Callable

import pytest
from pytest_django import DjangoAssertNumQueries

from referee.models import CardThrow, Jugada
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
