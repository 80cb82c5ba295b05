"""The sorteo of a championship of several stages, step by step on its pages."""

import re
from html import unescape

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from brackets.draw.formats import Elimination, Format, Series, Swiss
from brackets.draw.qualification import Everybody, FromEach
from brackets.models import Championship, Role, Stage
from brackets.services.departures import pareja_leave
from brackets.services.draw_seen import seen_of
from brackets.services.planning import StagePlan, stages_plan
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.services.test_late_entries import enter, night_of
from tests.brackets.views.conftest import WITNESSES, Sits, draw_on_the_page, named_in, seen_by, url
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    TableFactory,
    director_of,
    drawn_stage,
)

pytestmark = pytest.mark.django_db


def planned(first: Format, second: Format | None = None, parejas: int = 8, **pareja: object) -> Championship:
    championship = ChampionshipFactory()
    for number in range(1, parejas + 1):
        ParejaFactory(championship=championship, number=number, **pareja)
    plans = [StagePlan(name="Clasificación", format=first, entry=[Everybody()], criteria=["mesas", "sorteo"])]
    if second:
        plans.append(StagePlan(name="Final", format=second, entry=[FromEach(1, 2)], criteria=["mesas", "sorteo"]))
    stages_plan(championship=championship, plans=plans, user=director_of(championship), now=NOW)
    return championship


def draw(championship: Championship, number: int = 1) -> Stage:
    return draw_rehearsed(
        championship=championship, user=director_of(championship), now=NOW, public_seed="cuarenta", number=number
    )


def text_of(desk: Client, championship: Championship, stage: int = 1) -> str:
    return desk.get(url("draw", championship), {"etapa": stage}).content.decode()


def test_series_are_drawn_and_shown_as_lists(sits_at: Sits) -> None:
    championship = planned(Series(4), Elimination())
    desk = sits_at(championship)

    page = draw_on_the_page(desk, championship).content.decode()

    assert "1. Clasificación: sorteada, sin publicar" in page
    assert "2. Final: por sortear" in page
    assert "Las series sorteadas" in page
    assert page.count("<h3") == 2


def test_a_later_stage_says_who_would_enter_and_why(sits_at: Sits) -> None:
    championship = planned(Series(4), Elimination())
    stage_publish(stage=draw(championship), user=director_of(championship), now=NOW)
    desk = sits_at(championship)

    page = text_of(desk, championship, 2)
    refused = draw_on_the_page(desk, championship, number=2)

    assert "Quiénes entrarían hoy y por qué" in page
    assert "Primera de la serie 1 de «Clasificación»" in page
    assert "Puede cambiar: falta jugar" in page
    assert refused.status_code == 422
    assert "Falta jugar «Clasificación»" in refused.content.decode()


def test_there_is_no_stage_that_nobody_planned(sits_at: Sits) -> None:
    championship = planned(Series(4))
    desk = sits_at(championship)

    assert desk.get(url("draw", championship), {"etapa": "7"}).status_code == 404
    assert desk.post(url("draw_change", championship), {"etapa": "7"}).status_code == 404
    assert desk.get(url("draw", championship), {"etapa": "uno"}).status_code == 404
    assert desk.get(url("draw", championship), {"etapa": ""}).status_code == 200


@pytest.mark.parametrize(
    ("form", "told"),
    [(Swiss(3), "En un suizo cada ronda se empareja"), (Elimination(third_place=True), "La primera ronda sorteada")],
)
def test_each_format_is_shown_in_its_way(sits_at: Sits, form: Format, told: str) -> None:
    championship = planned(form)
    draw(championship)

    assert told in text_of(sits_at(championship), championship)


def test_the_check_tells_byes_tables_and_who_meets_again(sits_at: Sits) -> None:
    championship = planned(Series(3), Elimination(), parejas=3)
    director = director_of(championship)
    first = stage_publish(stage=draw(championship), user=director, now=NOW)
    for fixture in first.fixtures.filter(status="ready"):
        winner = min(fixture.pareja_a, fixture.pareja_b, key=lambda pareja: pareja.number)
        first.fixtures.filter(pk=fixture.pk).update(status="final", how="played", winner=winner)
    draw(championship, 2)
    desk = sits_at(championship)

    without_tables = text_of(desk, championship, 2)
    TableFactory(championship=championship, number=1)
    page = text_of(desk, championship, 2)

    assert "que ya se encontraron en «Clasificación»" in page
    assert "Todavía no hay mesas para 1 partida" in without_tables
    assert "1 de 1, para 1 partida de la primera ronda." in page


def test_the_check_counts_byes_and_turns(sits_at: Sits) -> None:
    championship = drawn_stage(13).championship
    TableFactory(championship=championship, number=1)
    TableFactory(championship=championship, number=2)

    answer = sits_at(championship).get(url("draw", championship))

    assert len(answer.context["review"].byes) == 3
    assert "2 de 2, para 5 partidas de la primera ronda: harán falta 3 turnos" in answer.content.decode()


def test_protections_are_chosen_listed_and_drawn(sits_at: Sits) -> None:
    championship = ChampionshipFactory()
    for number in range(1, 9):
        ParejaFactory(championship=championship, number=number, family="Rueda" if number < 6 else "", club="Sol")
    desk = sits_at(championship)

    draw_on_the_page(desk, championship, apart="on", familia="1")
    page = text_of(desk, championship)
    hard = draw_on_the_page(desk, championship, familia="1!")

    stage = Stage.objects.get()
    assert stage.procedure == "protecciones-1"
    assert [each["attribute"] for each in stage.protections] == ["club", "familia"]
    assert "El mismo club: en su primera mesa, si se puede" in page
    assert "la misma familia (rueda)" in page
    assert hard.status_code == 422
    assert "hay 5 de «rueda» y solo 4 partes" in hard.content.decode()


def test_the_first_stage_is_promised_before_it_is_drawn(sits_at: Sits, client: Client) -> None:
    championship = planned(Elimination())
    desk = sits_at(championship)

    desk.post(url("draw_promise", championship), {"apart": "on"})
    digest = Stage.objects.get().commitments[0]["sha256"]
    page, public = text_of(desk, championship), desk.get(url("draw_public", championship)).content.decode()
    desk.post(url("draw_make", championship), {**FELL, "compromisos": "1"})

    assert digest in page
    assert digest in public
    assert "Falta la semilla pública" in public
    assert Stage.objects.get().public_seed == "40 40"
    assert "Motivo para no usar lo anterior" in text_of(desk, championship)


def test_a_void_promise_is_said_on_the_page_and_taken_back(sits_at: Sits) -> None:
    championship = planned(Elimination())
    desk = sits_at(championship)
    desk.post(url("draw_promise", championship), {"apart": "on"})
    ParejaFactory(championship=championship, number=99)

    page = text_of(desk, championship)
    desk.post(url("draw_revoke", championship), {"why": "Llegó la 99", "compromisos": "1"})

    assert "quedó sin efecto" in page
    assert "Llegó la 99" in desk.get(url("draw_public", championship)).content.decode()
    assert "Paso 1 de 2" in text_of(desk, championship)


FELL = {"public_seed": "40 40", **WITNESSES}


def promise(desk: Client, championship: Championship, commitments: int = 0) -> dict[str, str]:
    """Publish a commitment from a page that shows so many; what the page of it sends."""
    desk.post(url("draw_promise", championship), {"apart": "on", "compromisos": commitments})
    return {"compromisos": str(commitments + 1)}


def in_force(championship: Championship) -> list[bool]:
    return [not each["revoked_at"] for each in championship.stages.get(number=1).commitments]


def test_a_revocation_that_is_sent_again_revokes_no_other(sits_at: Sits) -> None:
    championship = planned(Elimination())
    desk = sits_at(championship)
    sent = {"why": "Un error", **promise(desk, championship)}

    for _ in range(2):
        desk.post(url("draw_revoke", championship), sent)
    promise(desk, championship, 2)
    again = desk.post(url("draw_revoke", championship), sent, follow=True)

    assert in_force(championship) == [False, True]
    assert [str(told) for told in again.context["messages"]][-2:] == [
        "El compromiso está publicado. Ahora, la semilla en público.",
        "Ese compromiso ya estaba anulado: no cambió nada. El compromiso 2, que se publicó después, sigue en pie.",
    ]


def test_a_revocation_from_an_old_page_is_shown_again_with_its_reason(sits_at: Sits) -> None:
    championship = planned(Elimination())
    desk = sits_at(championship)
    old = promise(desk, championship)
    desk.post(url("draw_make", championship), {**FELL, **old})

    again = desk.post(url("draw_revoke", championship), {"why": "Un error", **old})

    assert in_force(championship) == [True]
    assert again.status_code == 422
    assert "Mientras tanto cambió el sorteo: ahora está el sorteo número 1." in again.content.decode()
    assert 'value="Un error"' in again.content.decode()


def test_a_commitment_that_is_sent_twice_is_published_once(sits_at: Sits) -> None:
    championship = planned(Elimination())
    desk = sits_at(championship)

    for _ in range(2):
        promise(desk, championship)
    page = desk.get(url("draw", championship))

    assert in_force(championship) == [True]
    assert [str(told) for told in page.context["messages"]][1] == "El compromiso ya estaba publicado: no cambió nada."


def test_a_commitment_from_an_old_page_is_not_published(sits_at: Sits) -> None:
    championship = planned(Elimination())
    desk = sits_at(championship)
    desk.post(url("draw_revoke", championship), {"why": "Un error", **promise(desk, championship)})

    again = desk.post(url("draw_promise", championship), {"familia": "1", "compromisos": "0"})

    assert in_force(championship) == [False]
    assert "Mientras tanto cambió el sorteo: ahora está anulado el compromiso 1." in again.content.decode()
    assert again.context["promise"]["familia"].value() == "1"


def test_another_commitment_than_the_one_in_force_is_refused_where_it_is_seen(sits_at: Sits) -> None:
    championship = planned(Elimination())
    desk = sits_at(championship)
    promise(desk, championship)

    again = desk.post(url("draw_promise", championship), {"familia": "1", "compromisos": "0"})

    assert "Ya hay un compromiso publicado" in again.content.decode()
    assert again.context["promise"]["familia"].value() == "1"


def test_a_draw_with_a_commitment_that_was_revoked_is_not_made(sits_at: Sits) -> None:
    championship = planned(Elimination())
    desk = sits_at(championship)
    old = promise(desk, championship)
    desk.post(url("draw_revoke", championship), {"why": "Un error", **old})

    again = desk.post(url("draw_make", championship), {**FELL, **old})

    assert championship.stages.get(number=1).status == Stage.Status.PLANNED
    assert "ahora está anulado el compromiso 1" in again.content.decode()
    assert again.context["form"]["public_seed"].value() == "40 40"


def test_every_form_about_a_commitment_says_which_ones_it_shows(sits_at: Sits) -> None:
    championship = planned(Elimination())
    desk = sits_at(championship)

    before = text_of(desk, championship)
    promise(desk, championship)

    assert before.count('name="compromisos" value="0"') == 1  # publish one
    assert text_of(desk, championship).count('name="compromisos" value="1"') == 2  # revoke it, or draw with it


def test_two_are_exchanged_and_back_on_the_page(sits_at: Sits) -> None:
    stage = drawn_stage(8)
    championship, drawn = stage.championship, stage.slots
    desk = sits_at(championship)

    exchange = {"a": drawn[0], "b": drawn[2], "reason": "Viajan juntos"} | seen_by(championship)
    page = desk.post(url("draw_change", championship), exchange, follow=True).content.decode()
    seen = seen_of(Stage.objects.get()).exchanges
    wrong = desk.post(url("draw_change", championship), {**exchange, "b": drawn[0], "intercambios": seen})

    assert "Viajan juntos" in page
    assert "Publicar la llave" in page
    assert "dos inscripciones distintas" in wrong.content.decode()
    desk.post(url("draw_change", championship), seen_by(championship) | {"deshacer": "1"})
    assert Stage.objects.get().slots == drawn


def test_the_ceremony_is_for_those_who_may_see_the_draft(sits_at: Sits) -> None:
    stage = drawn_stage(5)
    championship = stage.championship
    championship.parejas.filter(number=4).update(seed=1)
    stage = draw(championship)

    page = sits_at(championship, Role.Kind.CONTROL).get(url("draw_ceremony", championship))
    juez = sits_at(championship, Role.Kind.JUEZ).get(url("draw_ceremony", championship))

    steps = [(reveal.step, reveal.pareja.number) for group in page.context["shown"] for reveal in group.reveals]
    assert min(steps) == (1, 4)
    assert sorted(step for step, _ in steps) == [1, 2, 3, 4, 5]
    assert juez.status_code == 403


def test_before_the_draw_there_is_no_ceremony(sits_at: Sits) -> None:
    championship = planned(Elimination())

    assert sits_at(championship).get(url("draw_ceremony", championship)).status_code == 404


@pytest.mark.parametrize("page", ["draw", "draw_ceremony", "draw_public"])
def test_the_queries_do_not_grow_with_the_parejas(
    sits_at: Sits, page: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    counts = []
    for parejas in (4, 12):
        championship = planned(Series(4), Elimination(), parejas=parejas, club="Sol")
        stage_publish(stage=draw(championship), user=director_of(championship), now=NOW)
        desk = sits_at(championship)
        with django_assert_max_num_queries(40) as captured:
            desk.get(url(page, championship))
        counts.append(len(captured.captured_queries))

    assert counts[0] == counts[1]


def test_a_published_stage_says_who_entered_it_and_why_whoever_has_left_since(sits_at: Sits) -> None:
    night = Night.in_second(8, SERIES, FINAL)
    entered = {entrant["number"] for entrant in night.stage(2).entrants}
    desk = sits_at(night.championship)
    before = rows_of(text_of(desk, night.championship, 2))

    pareja_leave(
        pareja=night.championship.parejas.get(number=min(entered)), reason="Viaje", user=night.director, now=NOW
    )
    after = rows_of(text_of(desk, night.championship, 2))

    assert {int(pareja.split(" ")[0]) for pareja, _ in before} == entered
    assert any(why.startswith("Primera de la serie 1 de «Series»") for _, why in before)
    assert after == before


def test_the_free_tables_are_counted_until_the_stage_begins(sits_at: Sits) -> None:
    night = Night.published(8, SERIES)
    desk = sits_at(night.championship)

    assert "Mesas libres" in text_of(desk, night.championship)
    night.record(night.stage(1).fixtures.filter(round=1).first())
    assert "Mesas libres" not in text_of(desk, night.championship)


def rows_of(page: str) -> list[tuple[str, str]]:
    """Who entered, and why."""
    (table,) = re.findall(r'id="entran".*?</table>', page, re.DOTALL)
    return [(unescape(who), unescape(why)) for who, why in re.findall(r"<tr><td>(.*?)</td><td>(.*?)</td></tr>", table)]


def test_a_later_stage_is_offered_to_be_published_once_those_before_it_have_ended(sits_at: Sits) -> None:
    night = Night.played(7, SERIES, FINAL)
    night.draw(2)
    desk = sits_at(night.championship)
    assert "Publicar la llave</button>" in text_of(desk, night.championship, 2)

    enter(night)

    page = text_of(desk, night.championship, 2)
    assert "Publicar la llave</button>" not in page
    assert "Falta jugar «Series»" in page


def test_a_round_that_fell_with_the_reopening_of_its_stage_is_paired_once_that_is_published(sits_at: Sits) -> None:
    night = night_of(Swiss(rounds=3))
    night.play()
    night.pair()
    desk = sits_at(night.championship)
    address = url("stage_reopening", night.championship, 1)
    sent = named_in(desk.get(address).content.decode()) | {"reason": "Faltaba una", "a_proposito": "si"}

    page = desk.post(address, sent, follow=True).content.decode()

    assert "Se deshizo la ronda 2 de «Etapa»: emparéjela de nuevo cuando la etapa esté publicada." in page
