import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from brackets.selectors.bracket import bracket_view
from brackets.services.fixtures import fixture_record
from brackets.views.llave import Llave, llave, page_number
from cuarenta_torneo.english import in_english
from tests.brackets.views.conftest import Sits
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db


def of(parejas: int, chosen: int = 1) -> Llave:
    return llave(bracket_view(published_stage(parejas)), chosen)


def shape(shown: Llave) -> list[tuple[str, list[int]]]:
    return [(part.anchor, [len(column.cards) for column in part.columns]) for part in shown.parts]


@pytest.mark.parametrize(("parejas", "columns"), [(2, [1]), (3, [2, 1]), (9, [8, 4, 2, 1]), (16, [8, 4, 2, 1])])
def test_a_small_bracket_stands_in_one_piece(parejas: int, columns: list[int]) -> None:
    assert shape(of(parejas)) == [("parte-1", columns)]


def test_a_bracket_of_96_stands_in_eight_parts_and_the_last_rounds() -> None:
    shown = of(96)

    assert shape(shown) == [(f"parte-{n}", [8, 4, 2, 1]) for n in range(1, 9)] + [("finales", [4, 2, 1])]
    assert shown.chosen is None


def test_every_partida_stands_in_it_once() -> None:
    shown = of(40)

    cards = [card for part in shown.parts for column in part.columns for card in column.cards]
    assert sorted(card.fixture.pk for card in cards) == sorted({card.fixture.pk for card in cards})
    assert len(cards) == 63


@pytest.mark.parametrize(("asked", "shown"), [(2, "parte-2"), (99, "parte-16"), (0, "parte-1")])
def test_of_a_huge_bracket_one_part_is_chosen(asked: int, shown: str) -> None:
    assert [anchor for anchor, _ in shape(of(200, asked))] == [shown, "finales"]


@pytest.mark.parametrize(("asked", "number"), [("3", 3), ("", 1), ("x", 1), ("²", 1), ("-1", 1), ("99999999", 1)])
def test_the_part_is_read_from_the_address(asked: str, number: int) -> None:
    assert page_number(RequestFactory().get("/", {"parte": asked})) == number


def test_a_side_to_come_says_whose_winner_it_awaits() -> None:
    final = of(4).parts[0].columns[1].cards[0]

    assert final.title == "Ganador de la 1 contra Ganador de la 2"


def test_of_a_final_to_which_nobody_comes_it_says_that_nobody_passes() -> None:
    stage = published_stage(4)
    for fixture in stage.fixtures.filter(round=1):
        fixture_record(
            fixture=fixture, how="double-no-show", winner=None, chicas=[], zapateria=False,
            user=director_of(stage.championship), now=NOW, reason="prueba",
        )  # fmt: skip

    final = llave(bracket_view(stage), 1).parts[0].columns[1].cards[0]

    assert (final.title, final.note) == ("Nadie contra Nadie", "No queda quien la juegue")
    assert in_english(final.note) == "Nobody is left to play it"


def test_a_final_to_which_nobody_comes_from_one_side_is_not_to_be_played(client: Client, sits_at: Sits) -> None:
    stage = published_stage(4)
    fixture_record(
        fixture=stage.fixtures.get(number=1), how="double-no-show", winner=None, chicas=[], zapateria=False,
        user=director_of(stage.championship), now=NOW, reason="prueba",
    )  # fmt: skip
    slug, final = stage.championship.slug, stage.fixtures.get(round=2)
    home, own = reverse("brackets:championship", args=(slug,)), reverse("referee:partida", args=(slug, final.pk))

    assert client.get(home).text.count("<span>No se juega</span>") == 1
    assert "<span>No se juega</span>" in client.get(own).text
    assert (
        "<span>No se juega</span>"
        in sits_at(stage.championship).get(reverse("brackets:fixture", args=(slug, final.pk))).text
    )
    assert "<span>Not played</span>" in client.get(home, {"idioma": "en"}).text
