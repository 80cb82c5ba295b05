import pytest

from brackets.models import Championship, Role, Stage
from brackets.services.stages import stage_draw
from tests.brackets.views.conftest import Sits, url
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, director_of, drawn_stage, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def championship() -> Championship:
    championship = ChampionshipFactory()
    for number in range(1, 6):
        ParejaFactory(championship=championship, number=number)
    return championship


def test_a_draw_stays_a_draft_until_it_is_published(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)

    page = desk.post(url("draw_make", championship), {"lots_seed": "1234", "apart": "on"}, follow=True).content.decode()

    assert "Sorteo número 1, sin publicar" in page
    assert "1234" in page
    assert "pasa libre" in page
    assert "El sorteo todavía no está publicado" in desk.get(url("championship", championship)).content.decode()


def test_an_empty_seed_is_drawn_by_chance(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    seeds = []

    for _ in range(2):
        desk.post(url("draw_make", championship), {"apart": "on"})
        seeds.append(Stage.objects.get().lots_seed)

    assert len(set(seeds)) == 2
    assert all(len(seed) == 16 for seed in seeds)
    assert Stage.objects.get().draw_number == 2


def test_the_same_seed_draws_the_same(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    slots = []

    for _ in range(2):
        desk.post(url("draw_make", championship), {"lots_seed": "siempre", "apart": "on"})
        slots.append(Stage.objects.get().slots)

    assert slots[0] == slots[1]


def test_clubmates_that_meet_are_listed_with_where(sits_at: Sits) -> None:
    championship = drawn_stage(4, club="Sol").championship

    page = sits_at(championship).get(url("draw", championship)).content.decode()

    assert "No se pudo evitar en 2 casos" in page
    assert "el mismo club (Sol)" in page
    assert '<a href="#partida-1">partida 1</a>' in page


def test_published_it_is_public_and_for_good(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    desk.post(url("draw_make", championship), {"apart": "on"})

    desk.post(url("draw_publish", championship), {"sorteo": "1"})
    again = desk.post(url("draw_make", championship), {"apart": "on"})

    assert Stage.objects.get().status == "published"
    assert again.status_code == 422
    assert "ya está publicado" in again.content.decode()
    assert "Partida 1" in desk.get(url("championship", championship)).content.decode()


def test_only_the_draw_that_was_looked_at_is_published(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    desk.post(url("draw_make", championship), {"apart": "on"})
    desk.post(url("draw_make", championship), {"apart": "on"})

    page = desk.post(url("draw_publish", championship), {"sorteo": "1"}, follow=True).content.decode()

    assert Stage.objects.get().status == "drawn"
    assert "Mientras tanto se volvió a sortear" in page


def test_a_draw_out_of_date_is_not_offered_for_publication(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    desk.post(url("draw_make", championship), {"apart": "on"})
    ParejaFactory(championship=championship, number=6)

    page = desk.get(url("draw", championship)).content.decode()
    refused = desk.post(url("draw_publish", championship), {"sorteo": "1"}, follow=True).content.decode()

    assert "Vuelva a sortear" in page
    assert "Publicar la llave" not in page
    assert "Vuelva a sortear" in refused


@pytest.mark.parametrize(("count", "told"), [(1, "2"), (0, "2")])
def test_too_few_parejas_are_not_drawn(sits_at: Sits, count: int, told: str) -> None:
    championship = ChampionshipFactory()
    ParejaFactory.create_batch(count, championship=championship)

    answer = sits_at(championship).post(url("draw_make", championship), {"apart": "on"})

    assert answer.status_code == 422
    assert told in " ".join(answer.context["form"].non_field_errors())


def test_the_desk_looks_at_the_draw_but_makes_none(sits_at: Sits) -> None:
    championship = drawn_stage(4).championship

    page = sits_at(championship, Role.Kind.CONTROL).get(url("draw", championship)).content.decode()

    assert "Cómo salió" in page
    assert url("draw_make", championship) not in page
    assert url("draw_publish", championship) not in page


def test_a_huge_bracket_is_shown_in_parts(sits_at: Sits) -> None:
    championship = published_stage(129).championship
    desk = sits_at(championship)

    answer = desk.get(url("draw", championship), {"parte": "3"})

    assert [part.title for part in answer.context["llave"].parts] == ["Parte 3 de 16", "Rondas finales"]


@pytest.mark.parametrize(("apart", "told"), [(False, True), (True, False)])
def test_clubs_that_meet_are_listed_although_nobody_asked_to_part_them(
    sits_at: Sits, *, apart: bool, told: bool
) -> None:
    championship = drawn_stage(4, club="Peñón").championship
    client = sits_at(championship, Role.Kind.DIRECTOR)
    stage_draw(championship=championship, user=director_of(championship), now=NOW, lots_seed="prueba", apart=apart)

    page = client.get(url("draw", championship)).content.decode()

    assert ("2, porque no se pidió separarlos" in page) == told
    assert page.count("el mismo club (Peñón)") == 2
