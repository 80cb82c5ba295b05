"""What the print page says of the number of pages is about what comes out."""

import pytest

from brackets.draw.formats import Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.models import Championship
from brackets.services.planning import stages_plan
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.printing.estimates import poster
from referee.printing.offers import offers_of, places_of
from referee.printing.pieces import Order, pieces_of
from referee.printing.places import Place
from referee.selectors.prints.facts import facts_of
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    RoleFactory,
    TableFactory,
    director_of,
    published_stage,
)
from tests.factories.tournaments import go_on, ready, tournament, win
from tests.referee.printing.papers.worlds import ORDER
from tests.referee.tasks.test_prints import sealed_stage

pytestmark = pytest.mark.django_db


def night(parejas: int, tables: int) -> Championship:
    """Of a single day."""
    championship = ChampionshipFactory()
    championship.ends_on = championship.starts_on
    championship.save()
    return published_stage(parejas, tables=tables, jueces=tables, championship=championship).championship


def in_series(parejas: int, size: int) -> Championship:
    championship = ChampionshipFactory()
    for number in range(1, parejas + 1):
        ParejaFactory(championship=championship, number=number)
    for number in range(1, 5):
        TableFactory(championship=championship, number=number)
    RoleFactory.create_batch(4, championship=championship)
    director = director_of(championship)
    plan = StagePlan(name="Series", format=Series(size=size), entry=(Everybody(),), criteria=ORDER)
    stages_plan(championship=championship, plans=(plan,), user=director, now=NOW)
    stage = draw_rehearsed(championship=championship, user=director, now=NOW, public_seed="x", apart=True)
    return stage_publish(stage=stage, user=director, now=NOW).championship


def in_rounds(parejas: int) -> Championship:
    """A Swiss stage after two of its rounds."""
    championship = tournament("suizo", parejas)
    for _ in range(2):
        win(ready(championship))
        go_on(championship)
    return championship


def pages_of(place: Place, championship: Championship, size: str) -> int:
    order = Order(championship, size, NOW, "https://torneo.example.ec")
    return sum(len(list(piece.pages())) for piece in pieces_of([place.chosen], order))


@pytest.mark.long
@pytest.mark.parametrize(
    "made",
    [
        lambda: night(8, 4),
        lambda: night(96, 20),
        lambda: in_series(12, 4),
        lambda: sealed_stage(8, 3).championship,
    ],
    ids=["8", "96", "series", "sealed"],
)
def test_the_pages_are_about_as_many_as_is_said(made) -> None:
    championship = made()
    places = places_of(offers_of(facts_of(championship, NOW)))

    for size in ("a4", "a5"):
        said = {each.token: getattr(place.pages, size) for each, place in places.items()}
        come = {each.token: pages_of(place, championship, size) for each, place in places.items()}
        wrong = {token: (said[token], come[token]) for token in said if not near(said[token], come[token])}

        assert wrong == {}, size
        assert abs(sum(said.values()) - sum(come.values())) <= 0.03 * sum(come.values()), size


def test_the_tables_of_a_swiss_stage_are_about_as_long_as_is_said() -> None:
    championship = in_rounds(24)
    places = places_of(offers_of(facts_of(championship, NOW)))

    for size in ("a4", "a5"):
        for each, place in places.items():
            if each.kind in ("posiciones", "series", "series-en-blanco"):
                said, come = getattr(place.pages, size), pages_of(place, championship, size)
                assert near(said, come), (each.kind, size, said, come)


def near(said: int, come: int) -> bool:
    return abs(said - come) <= max(1, 0.25 * come)


def test_cards_and_people_are_counted_exactly() -> None:
    championship = night(96, 20)

    said = {each.kind: place.pages.a4 for each, place in places_of(offers_of(facts_of(championship, NOW))).items()}

    assert {kind: said[kind] for kind in ("credenciales", "enlaces", "tarjetas-mesa", "lista-presencia")} == {
        "credenciales": 24,
        "enlaces": 12,
        "tarjetas-mesa": 4,
        "lista-presencia": 7,
    }
    assert (said["certificado-participacion"], said["horario-juez"], said["certificado-juez"]) == (192, 20, 20)


def test_a_poster_has_fewer_pages_on_larger_paper() -> None:
    for slots in (16, 64, 256):
        said = poster(slots)

        assert said.a5 >= said.a4 >= said.a3 >= 1
