import re

import pytest
from django.test import Client

from brackets.models import Championship, Role, Stage
from brackets.services.fixtures import fixture_start
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.views.conftest import WITNESSES, Sits, draw_on_the_page, seen_by, url
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

    page = draw_on_the_page(desk, championship, "1234").content.decode()

    assert "Sorteo número 1, sin publicar" in page
    assert "1234" in page
    assert "pasa libre" in page
    assert "El sorteo todavía no está publicado" in desk.get(url("championship", championship)).content.decode()


def test_a_draw_without_a_seed_or_without_two_witnesses_is_not_made(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    desk.post(url("draw_promise", championship), seen_by(championship) | {"apart": "on"})

    for missing in ({"public_seed": ""}, {"witness_2": ""}, {"witness_2": "rocío andrade"}):
        sent = seen_by(championship) | {"public_seed": "6 4 1", **WITNESSES, **missing}
        assert desk.post(url("draw_make", championship), sent).status_code == 422

    assert Stage.objects.get().status == "planned"


def test_the_step_that_waits_stands_above_the_draw_that_it_replaces(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    draw_on_the_page(desk, championship)
    desk.post(url("draw_promise", championship), seen_by(championship) | {"apart": "on"})

    page = desk.get(url("draw", championship)).content.decode()

    assert page.index("Paso 2 de 2") < page.index("Sorteo número 1, sin publicar")
    assert "Publicar la llave" not in page


def test_what_fell_and_who_saw_it_are_on_the_ceremony_as_typed(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    draw_on_the_page(desk, championship, "6 4 1")

    page = desk.get(url("draw_ceremony", championship)).content.decode()

    assert "<strong>6 4 1</strong>" in page
    assert all(witness in page for witness in WITNESSES.values())


def test_a_draw_is_made_anew_with_a_reason_that_the_public_reads(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    draw_on_the_page(desk, championship)
    without = desk.post(url("draw_promise", championship), seen_by(championship) | {"apart": "on", "why": ""})

    draw_on_the_page(desk, championship)
    desk.post(url("draw_publish", championship), seen_by(championship))

    assert without.status_code == 422
    assert "Otro sorteo" in desk.get(url("draw_public", championship)).content.decode()


def test_clubmates_that_meet_are_listed_with_where(sits_at: Sits) -> None:
    championship = drawn_stage(4, club="Sol").championship

    page = sits_at(championship).get(url("draw", championship)).content.decode()

    assert "No se pudo evitar en 2 casos" in page
    assert "el mismo club (Sol)" in page
    assert '<a href="#partida-1">partida 1</a>' in page


def test_published_it_is_public_and_for_good(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    draw_on_the_page(desk, championship)

    desk.post(url("draw_publish", championship), seen_by(championship))
    again = draw_on_the_page(desk, championship)

    assert Stage.objects.get().status == "published"
    assert again.status_code == 422
    assert "ya está publicado" in again.content.decode()
    assert "Partida 1" in desk.get(url("championship", championship)).content.decode()


def test_a_draw_is_said_to_be_for_good_only_once_somebody_has_played(sits_at: Sits) -> None:
    stage = published_stage(4)
    desk, for_good = sits_at(stage.championship), "Ya no se vuelve a sortear."
    before = desk.get(url("draw", stage.championship)).content.decode()
    assert "Reabrirla</a>" in before
    assert for_good not in before

    fixture_start(fixture=stage.fixtures.get(number=1), now=NOW)

    assert for_good in desk.get(url("draw", stage.championship)).content.decode()


def test_only_the_draw_that_was_looked_at_is_published(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    draw_on_the_page(desk, championship)
    old = seen_by(championship)
    draw_on_the_page(desk, championship)

    page = desk.post(url("draw_publish", championship), old, follow=True).content.decode()

    assert Stage.objects.get().status == "drawn"
    assert "Mientras tanto cambió el sorteo: ahora está el sorteo número 2." in page


def test_a_draw_out_of_date_is_not_offered_for_publication(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    draw_on_the_page(desk, championship)
    ParejaFactory(championship=championship, number=6)

    page = desk.get(url("draw", championship)).content.decode()
    refused = desk.post(url("draw_publish", championship), seen_by(championship), follow=True).content.decode()

    assert "Vuelva a sortear" in page
    assert "Publicar la llave" not in page
    assert "Vuelva a sortear" in refused


@pytest.mark.parametrize(("count", "told"), [(1, "2"), (0, "2")])
def test_too_few_parejas_are_not_drawn(sits_at: Sits, count: int, told: str) -> None:
    championship = ChampionshipFactory()
    ParejaFactory.create_batch(count, championship=championship)

    answer = draw_on_the_page(sits_at(championship), championship)

    assert answer.status_code == 422
    assert told in " ".join(answer.context["promise"].non_field_errors())


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
    draw_rehearsed(
        championship=championship, user=director_of(championship), now=NOW, public_seed="prueba", apart=apart
    )

    page = client.get(url("draw", championship)).content.decode()

    assert ("2, porque no se pidió separarlos" in page) == told
    assert page.count("el mismo club (Peñón)") == 2


def hidden_in(page: str, button: str) -> dict[str, str]:
    """What the form of this button sends by itself."""
    form = next(form for form in page.split("<form")[1:] if button in form.split("</form>")[0])
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form.split("</form>")[0]))


def test_the_same_draw_sent_again_does_not_draw_once_more(sits_at: Sits, championship: Championship) -> None:
    desk = sits_at(championship)
    desk.post(url("draw_promise", championship), seen_by(championship) | {"apart": "on"})
    page = desk.get(url("draw", championship)).content.decode()
    sent = hidden_in(page, ">Sortear<") | {"public_seed": "6 4 1", **WITNESSES}

    desk.post(url("draw_make", championship), sent)
    before = Stage.objects.get().lots_seed
    again = desk.post(url("draw_make", championship), sent)

    assert again.status_code == 422
    assert "Mientras tanto cambió el sorteo: ahora está el sorteo número 1." in again.content.decode()
    assert (Stage.objects.get().draw_number, Stage.objects.get().lots_seed) == (1, before)


def test_the_same_exchange_sent_again_does_not_exchange_back(sits_at: Sits) -> None:
    stage = drawn_stage(8)
    championship, drawn = stage.championship, stage.slots
    desk = sits_at(championship)
    exchange = {"a": drawn[0], "b": drawn[2], "reason": "Viajan juntos"}
    sent = exchange | hidden_in(desk.get(url("draw", championship)).content.decode(), ">Intercambiar<")

    desk.post(url("draw_change", championship), sent)
    exchanged = Stage.objects.get().slots
    again = desk.post(url("draw_change", championship), sent)

    assert again.status_code == 422
    assert (
        f"Mientras tanto cambió el sorteo: ahora el sorteo tiene 1 intercambio, el último de la {drawn[0]} con la {drawn[2]}."
        in again.content.decode()
    )
    assert "Viajan juntos" in again.content.decode()
    assert Stage.objects.get().slots == exchanged != drawn


def exchange_on_the_page(desk: Client, championship: Championship, a: int, b: int) -> None:
    page = desk.get(url("draw", championship)).content.decode()
    desk.post(
        url("draw_change", championship),
        hidden_in(page, ">Intercambiar<") | {"a": a, "b": b, "reason": "Viajan juntos"},
    )


def undo_on_the_page(desk: Client, championship: Championship) -> None:
    page = desk.get(url("draw", championship)).content.decode()
    desk.post(url("draw_change", championship), hidden_in(page, "Deshacer el último") | {"deshacer": "1"})


def test_the_same_undoing_sent_again_takes_back_one_exchange(sits_at: Sits) -> None:
    stage = drawn_stage(8)
    championship, drawn = stage.championship, stage.slots
    desk = sits_at(championship)
    for a, b in ((0, 2), (1, 3)):
        exchange_on_the_page(desk, championship, drawn[a], drawn[b])
    undo = hidden_in(desk.get(url("draw", championship)).content.decode(), "Deshacer el último") | {"deshacer": "1"}

    desk.post(url("draw_change", championship), undo)
    again = desk.post(url("draw_change", championship), undo, follow=True).content.decode()

    assert "Mientras tanto cambió el sorteo" in again
    assert len(Stage.objects.get().exchanges) == 1


def test_a_page_acts_on_no_other_exchange_than_it_showed(sits_at: Sits) -> None:
    """One was undone and another made since: as many as the page showed, and other rivals."""
    stage = drawn_stage(8)
    championship, drawn = stage.championship, stage.slots
    desk = sits_at(championship)
    exchange_on_the_page(desk, championship, drawn[0], drawn[2])
    page = desk.get(url("draw", championship)).content.decode()
    undo_on_the_page(desk, championship)
    exchange_on_the_page(desk, championship, drawn[1], drawn[3])
    other = Stage.objects.get()

    published = desk.post(url("draw_publish", championship), hidden_in(page, "Publicar la llave"), follow=True)
    desk.post(url("draw_change", championship), hidden_in(page, "Deshacer el último") | {"deshacer": "1"})
    sent = {"a": drawn[4], "b": drawn[6], "reason": "Viajan juntos"}
    desk.post(url("draw_change", championship), hidden_in(page, ">Intercambiar<") | sent)
    anew = {"public_seed": "6 4 1", **WITNESSES}
    desk.post(url("draw_make", championship), hidden_in(page, "Publicar la llave") | anew)

    told = f"ahora el sorteo tiene 1 intercambio, el último de la {drawn[1]} con la {drawn[3]}."
    assert told in published.content.decode()
    now = Stage.objects.get()
    assert (now.status, now.draw_number, now.slots, now.exchanges) == ("drawn", 1, other.slots, other.exchanges)


def test_a_draw_exchanged_since_it_was_looked_at_is_not_published(sits_at: Sits) -> None:
    stage = drawn_stage(8)
    championship, drawn = stage.championship, stage.slots
    desk = sits_at(championship)
    publish = hidden_in(desk.get(url("draw", championship)).content.decode(), "Publicar la llave")
    exchange = {"a": drawn[0], "b": drawn[2], "reason": "Viajan juntos"} | seen_by(championship)
    desk.post(url("draw_change", championship), exchange)

    page = desk.post(url("draw_publish", championship), publish, follow=True).content.decode()

    assert "ahora el sorteo tiene 1 intercambio" in page
    assert Stage.objects.get().status == "drawn"
