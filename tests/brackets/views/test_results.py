import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from brackets.draw.qualification import FromEach
from brackets.models import AuditEntry, Championship, Fixture, Notice, Role, Stage
from brackets.services.championships import championship_close
from brackets.services.departures import pareja_leave
from brackets.services.fixtures import fixture_call, fixture_start
from brackets.views.results import without_result
from tests.brackets.services.carried import SWISS
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.views.conftest import Sits, named_in, url
from tests.factories.brackets import NOW, TableFactory, director_of, published_stage

pytestmark = pytest.mark.django_db
FINAL_OF_TWO = replace(FINAL, entry=(FromEach(1, 2),))


@pytest.fixture
def stage() -> Stage:
    return published_stage(4)


@pytest.fixture
def championship(stage: Stage) -> Championship:
    return stage.championship


@pytest.fixture
def director(sits_at: Sits, championship: Championship) -> Client:
    return sits_at(championship)


def record(desk: Client, fixture: Fixture, **sent: str) -> str:
    sent = {"reason": "No vinieron"} | sent
    return desk.post(url("fixture", fixture.stage.championship, fixture.pk), sent, follow=True).content.decode()


def record_on_purpose(director: Client, fixture: Fixture, **sent: str) -> str:
    """Confirm what the page has named first."""
    sent |= {"confirmar": "si", "a_proposito": "si"}
    asked = director.post(url("fixture", fixture.stage.championship, fixture.pk), {"reason": "No vinieron"} | sent)
    return record(director, fixture, **sent, **named_in(asked.content.decode()))


def fixture(stage: Stage, number: int) -> Fixture:
    return stage.fixtures.get(number=number)


@pytest.mark.parametrize(
    ("sent", "how", "goes_on"),
    [
        ({"how": "walkover", "winner": "B"}, "walkover", "b"),
        ({"how": "retirement", "winner": "A"}, "retirement", "a"),
        ({"how": "disqualification", "winner": "A", "reason": "señas"}, "disqualification", "a"),
        ({"how": "disqualification", "winner": "ninguna", "reason": "riña"}, "disqualification", None),
        ({"how": "double-no-show"}, "double-no-show", None),
        ({"how": "double-no-show", "winner": "ninguna"}, "double-no-show", None),
    ],
)
def test_what_was_not_played_is_recorded(
    sits_at: Sits, stage: Stage, sent: dict[str, str], how: str, goes_on: str | None
) -> None:
    first = fixture(stage, 1)

    page = record(sits_at(stage.championship, Role.Kind.CONTROL), first, **sent, confirmar="si")

    first.refresh_from_db()
    final = fixture(stage, 3)
    winner = {"a": first.pareja_a, "b": first.pareja_b, None: None}[goes_on]
    assert (first.status, first.how, first.winner) == ("final", how, winner)
    assert final.pareja_a == winner
    assert "Resultado de la partida 1" in page


@pytest.mark.parametrize(
    ("sent", "field", "told"),
    [
        ({}, "how", "Diga qué pasó"),
        ({"how": "walkover"}, "winner", "Diga quién pasa"),
        ({"how": "walkover", "winner": "ninguna"}, "winner", "Diga cuál de los dos lados gana"),
        ({"how": "double-no-show", "winner": "A"}, "winner", "nadie gana"),
        ({"how": "disqualification", "winner": "A"}, "reason", "Falta el motivo"),
        ({"how": "walkover", "winner": "A"}, "reason", "Nadie convocó"),
        ({"how": "double-no-show"}, "reason", "Nadie convocó"),
        ({"how": "bye", "winner": "A"}, "how", "no es una de las opciones"),
    ],
)
def test_what_is_missing_is_told_beside_its_field(
    director: Client, stage: Stage, sent: dict[str, str], field: str, told: str
) -> None:
    first = fixture(stage, 1)

    answer = director.post(url("fixture", stage.championship, first.pk), sent)

    first.refresh_from_db()
    assert answer.status_code == 422
    assert told in answer.context["result_form"].errors[field][0]
    assert first.status == "ready"


def test_the_desk_records_but_does_not_correct(sits_at: Sits, stage: Stage) -> None:
    desk, first = sits_at(stage.championship, Role.Kind.CONTROL), fixture(stage, 1)
    record(desk, first, how="walkover", winner="A", confirmar="si")

    again = desk.post(
        url("fixture", stage.championship, first.pk), {"how": "walkover", "winner": "B", "reason": "error"}
    )

    first.refresh_from_db()
    assert again.status_code == 403
    assert first.winner == first.pareja_a
    assert "le toca al Director" in desk.get(url("fixture", stage.championship, first.pk)).content.decode()


def test_a_correction_by_the_director_reaches_the_next_round(director: Client, stage: Stage) -> None:
    first = fixture(stage, 1)
    record(director, first, how="walkover", winner="A", confirmar="si")

    asked = record(director, first, how="walkover", winner="B", reason="Se anotó al revés")
    assert f"el {first.pareja_b.number} contra por definir" in asked
    assert fixture(stage, 3).pareja_a == first.pareja_a
    page = record(director, first, how="walkover", winner="B", reason="Se anotó al revés", confirmar="si")

    assert fixture(stage, 3).pareja_a == first.pareja_b
    assert f"pasa la pareja {first.pareja_b.number}" in page
    assert AuditEntry.objects.filter(action="partida-corregir").count() == 1


def test_who_wins_the_final_goes_on_to_nothing(director: Client, stage: Stage) -> None:
    for number in (1, 2):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    final = fixture(stage, 3)

    won = record(director, final, how="walkover", winner="A", confirmar="si")
    nobody = record(director, final, how="double-no-show", confirmar="si")

    assert f"Resultado de la partida 3: gana la pareja {final.pareja_a.number} (" in won
    assert "Resultado de la partida 3: no gana ninguna pareja (" in nobody


def test_without_its_result_nobody_wins_a_final_that_nobody_came_to(director: Client, stage: Stage) -> None:
    for number in (1, 2):
        record(director, fixture(stage, number), how="double-no-show", confirmar="si")

    assert without_result(fixture(stage, 3), 2) == "no gana ninguna pareja"


def test_the_same_again_changes_nothing_and_says_so(director: Client, stage: Stage) -> None:
    first = fixture(stage, 1)
    record(director, first, how="walkover", winner="A", confirmar="si")

    page = record(director, first, how="walkover", winner="A", confirmar="si")

    assert "ya tenía ese resultado" in page


def test_a_correction_that_would_undo_what_was_played_says_what_stands_in_the_way(
    director: Client, stage: Stage
) -> None:
    for number in (1, 2, 3):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")

    sent = {"how": "walkover", "winner": "B", "reason": "error"}
    address = url("fixture", stage.championship, fixture(stage, 1).pk)
    asked = director.post(address, sent)
    answer = director.post(address, {**sent, **named_in(asked.content.decode()), "confirmar": "si"})

    assert asked.status_code == 409
    assert "partida 3" in asked.content.decode()
    assert answer.status_code == 422
    assert "partida 3" in answer.content.decode()
    assert "Marque esta casilla" in answer.content.decode()
    assert fixture(stage, 1).winner == fixture(stage, 1).pareja_a


def test_the_director_carries_it_through_on_purpose_and_the_mesa_is_marked(director: Client, stage: Stage) -> None:
    for number in (1, 2, 3):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    sent = {"how": "walkover", "winner": "B", "reason": "Jugó quien no debía", "confirmar": "si", "a_proposito": "si"}
    named = named_in(director.post(url("fixture", stage.championship, fixture(stage, 1).pk), sent).content.decode())

    page = record(director, fixture(stage, 1), **sent, **named)

    final = fixture(stage, 3)
    assert (final.pareja_a, final.status, final.how) == (fixture(stage, 1).pareja_b, "ready", "")
    assert "Quedó señalada la partida 3." in page
    assert "quedó sin efecto" in director.get(url("fixture", stage.championship, final.pk)).content.decode()
    assert AuditEntry.objects.get(action="llevar-a-cabo").data["without_effect"] == [3]


def test_undoing_it_says_what_is_not_given_back(director: Client, stage: Stage) -> None:
    for number in (1, 2, 3):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    sent = {"how": "walkover", "winner": "B", "reason": "Jugó quien no debía", "confirmar": "si", "a_proposito": "si"}
    named = named_in(director.post(url("fixture", stage.championship, fixture(stage, 1).pk), sent).content.decode())
    record(director, fixture(stage, 1), **sent, **named)
    final = fixture(stage, 3)
    record(director, final, how="walkover", winner="B", confirmar="si")
    take_back = {"anular-reason": "Llegaron a tiempo", "confirmar": "si"}
    director.post(url("fixture_take_back", stage.championship, final.pk), take_back)

    page = director.post(url("fixture_give_back", stage.championship, fixture(stage, 1).pk), follow=True)

    told = page.content.decode()
    assert "Resultado de la partida 1: pasa" in told
    assert "La partida 3 sigue como quedó con la corrección" in told


def test_undoing_it_says_what_is_given_back_with_it(director: Client, stage: Stage) -> None:
    for number in (1, 2, 3):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    record_on_purpose(director, fixture(stage, 1), how="walkover", winner="B")

    page = director.post(url("fixture_give_back", stage.championship, fixture(stage, 1).pk), follow=True)

    assert "La partida 3 queda también como estaba antes." in page.content.decode()
    assert fixture(stage, 3).winner == fixture(stage, 1).pareja_a


def test_the_desk_carries_nothing_through(sits_at: Sits, stage: Stage) -> None:
    desk = sits_at(stage.championship, Role.Kind.CONTROL)
    record(desk, fixture(stage, 1), how="walkover", winner="A", confirmar="si", a_proposito="si")

    answer = desk.post(
        url("fixture", stage.championship, fixture(stage, 1).pk),
        {"how": "walkover", "winner": "B", "reason": "error", "confirmar": "si", "a_proposito": "si"},
    )

    assert answer.status_code == 403
    assert not AuditEntry.objects.filter(action="llevar-a-cabo").exists()


def test_a_called_partida_that_loses_a_pareja_is_told(director: Client, stage: Stage) -> None:
    for number in (1, 2):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    final = fixture(stage, 3)
    Fixture.objects.filter(pk=final.pk).update(table=TableFactory(championship=stage.championship))
    fixture_call(fixture=final, user=director_of(stage.championship), now=NOW)

    sent = {"how": "walkover", "winner": "B", "reason": "Se anotó al revés"}
    asked = record(director, fixture(stage, 1), **sent)
    assert "Convocatorias que caen" in asked
    page = record(director, fixture(stage, 1), **sent, confirmar="si", **named_in(asked))

    assert "Cambiaron las parejas de la partida 3" in page
    assert fixture(stage, 3).status == "ready"


def test_a_result_is_taken_back(director: Client, stage: Stage) -> None:
    first = fixture(stage, 1)
    record(director, first, how="walkover", winner="A", confirmar="si")

    before = list(stage.fixtures.values())
    address = url("fixture_take_back", stage.championship, first.pk)
    asked = director.post(address, {"anular-reason": "Llegaron a tiempo"}).content.decode()
    assert "queda sin resultado" in asked
    assert list(stage.fixtures.values()) == before
    page = director.post(
        address, {"anular-reason": "Llegaron a tiempo", "confirmar": "si"}, follow=True
    ).content.decode()

    assert fixture(stage, 1).status == "ready"
    assert fixture(stage, 3).status == "waiting"
    assert "quedó sin resultado" in page
    assert "Devolver el resultado" in page


@pytest.mark.parametrize("gone", ["a", "ab"])
def test_taken_back_after_one_left_the_page_says_who_passes(director: Client, stage: Stage, gone: str) -> None:
    first = fixture(stage, 1)
    record(director, first, how="walkover", winner="A", confirmar="si")
    for letter in gone:
        pareja = getattr(first, f"pareja_{letter}")
        pareja_leave(pareja=pareja, user=director_of(stage.championship), now=NOW, reason="Enfermedad")

    address = url("fixture_take_back", stage.championship, first.pk)
    sent = {"anular-reason": "error", "confirmar": "si"}
    page = director.post(address, sent, follow=True).content.decode()

    assert f"La partida 1 quedó sin resultado y la pareja {first.pareja_b.number} pasa por falta de rival." in page
    assert "lista para jugarse." not in page
    assert "Devolver el resultado" in page
    told = Notice.objects.filter(title="Resultado sin efecto").values_list("text", flat=True)
    assert not [text for text in told if "convoque" in text]


def test_a_result_taken_back_by_mistake_is_given_back(director: Client, stage: Stage) -> None:
    first = fixture(stage, 1)
    record(director, first, how="walkover", winner="A", confirmar="si")
    before = list(stage.fixtures.values())
    sent = {"anular-reason": "Se vuelve a jugar", "anular-replayed": "si", "confirmar": "si"}
    director.post(url("fixture_take_back", stage.championship, first.pk), sent)
    assert AuditEntry.objects.filter(action="partida-repetir").count() == 1

    page = director.post(url("fixture_give_back", stage.championship, first.pk), follow=True).content.decode()

    assert list(stage.fixtures.values()) == before
    assert "Devolver el resultado" not in page


@pytest.mark.parametrize("replayed", [{}, {"anular-replayed": "si"}])
def test_the_page_says_which_result_was_taken_back_and_why(
    director: Client, stage: Stage, replayed: dict[str, str]
) -> None:
    first = fixture(stage, 1)
    record(director, first, how="walkover", winner="A", confirmar="si")
    sent = {"anular-reason": "Llegaron a tiempo", "confirmar": "si", **replayed}
    director.post(url("fixture_take_back", stage.championship, first.pk), sent)

    page = director.get(url("fixture", stage.championship, first.pk)).content.decode()

    stood = f"Decía: gana la pareja {first.pareja_a.number} (ganada por ausencia (W.O.))."
    assert f"<p>{stood} El motivo: Llegaron a tiempo. Si fue un error" in page


def test_the_page_says_which_result_was_left_without_effect_and_why(director: Client, stage: Stage) -> None:
    for number in (1, 2, 3):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    final = fixture(stage, 3)
    record_on_purpose(director, fixture(stage, 1), how="double-no-show", reason="No jugó nadie.")

    page = director.get(url("fixture", stage.championship, final.pk)).content.decode()

    stood = f"Decía: gana la pareja {final.pareja_a.number} (ganada por ausencia (W.O.))."
    assert f"<p>{stood} El motivo: No jugó nadie. Si fue un error" in page


def test_the_page_says_what_a_result_was_before_it_was_corrected(director: Client, stage: Stage) -> None:
    first = fixture(stage, 1)
    record(director, first, how="double-no-show", confirmar="si")
    record(director, first, how="walkover", winner="A", reason="Llegó una", confirmar="si")

    page = director.get(url("fixture", stage.championship, first.pk)).content.decode()

    assert "<p>Antes decía: no gana ninguna pareja (doble ausencia). El motivo: Llegó una. Si la corrección" in page


def test_undoing_a_correction_says_which_draw_it_had_taken_back_and_does_not_bring_back(sits_at: Sits) -> None:
    night = Night.in_second(4, SERIES, FINAL_OF_TWO)
    last = night.stage(1).fixtures.get(pareja_a__number__in=(2, 3), pareja_b__number__in=(2, 3))
    director, there = sits_at(night.championship), url("fixture", night.championship, last.pk)
    sent = {
        "how": "walkover",
        "winner": "B" if last.winner_id == last.pareja_a_id else "A",
        "reason": "Se copió al revés",
    }
    asked = director.post(there, sent).content.decode()
    corrected = director.post(there, {**sent, "confirmar": "si", **named_in(asked)}, follow=True).content.decode()

    undone = director.post(url("fixture_give_back", night.championship, last.pk), follow=True).content.decode()

    assert "Se deshace el sorteo de «Final»: hay que hacerlo de nuevo." in asked
    assert "Se deshizo el sorteo de «Final»: hágalo de nuevo." in corrected
    assert "Sigue deshecho el sorteo de «Final»: hágalo de nuevo." in undone


def test_a_swiss_round_that_a_correction_takes_back_is_to_be_paired_again(sits_at: Sits) -> None:
    night = Night.published(6, SWISS)
    night.pair()
    night.play()
    night.pair()
    first = night.stage(1).fixtures.filter(round=1).earliest("number")
    sent = {"how": "walkover", "winner": "B" if first.winner_id == first.pareja_a_id else "A", "reason": "Se copió mal"}

    asked = sits_at(night.championship).post(url("fixture", night.championship, first.pk), sent).content.decode()

    assert "Se deshace la ronda 2 de «Suizo»: hay que emparejarla de nuevo." in asked


def test_undoing_a_correction_twice_from_the_same_page_undoes_no_earlier_one(director: Client, stage: Stage) -> None:
    final = fixture(stage, 3)
    for number in (1, 2, 3):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    record(director, final, how="walkover", winner="B", reason="Se anotó al revés", confirmar="si")
    record_on_purpose(director, fixture(stage, 1), how="walkover", winner="B", reason="Se anotó al revés")
    record(director, fixture(stage, 1), how="walkover", winner="A", reason="Estaba bien", confirmar="si")
    page = director.get(url("fixture", stage.championship, final.pk)).content.decode()
    seen = re.search(r'name="of" value="(\d+)"', page)
    assert seen is not None

    for _ in range(2):
        director.post(url("fixture_give_back", stage.championship, final.pk), {"of": seen[1], "confirmar": "si"})

    assert fixture(stage, 3).winner == fixture(stage, 3).pareja_b


def test_undoing_a_correction_shows_first_the_call_that_would_fall(director: Client, stage: Stage) -> None:
    for number in (1, 2):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    record(director, fixture(stage, 1), how="walkover", winner="B", reason="Se anotó al revés", confirmar="si")
    Fixture.objects.filter(pk=fixture(stage, 3).pk).update(table=TableFactory(championship=stage.championship))
    fixture_call(fixture=fixture(stage, 3), user=director_of(stage.championship), now=NOW)
    before, address = list(stage.fixtures.values()), url("fixture_give_back", stage.championship, fixture(stage, 1).pk)

    asked = director.post(address).content.decode()

    assert "Deshacer la corrección de la partida 1" in asked
    assert "Convocatorias que caen" in asked
    assert list(stage.fixtures.values()) == before
    unnamed = director.post(address, {"confirmar": "si"}).content.decode()
    assert "Mientras tanto cambió lo que pasaría" in unnamed
    assert list(stage.fixtures.values()) == before
    page = director.post(address, {"confirmar": "si"} | named_in(unnamed), follow=True).content.decode()
    assert "Cambiaron las parejas de la partida 3" in page
    assert fixture(stage, 1).winner == fixture(stage, 1).pareja_a


def test_a_result_that_others_stand_on_is_not_taken_back(director: Client, stage: Stage) -> None:
    for number in (1, 2):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    fixture_start(fixture=fixture(stage, 3), now=NOW)

    answer = director.post(
        url("fixture_take_back", stage.championship, fixture(stage, 1).pk), {"anular-reason": "error"}
    )

    assert "partida 3" in " ".join(answer.context["clear_form"].non_field_errors())
    assert fixture(stage, 1).status == "final"


def test_taking_back_needs_a_reason(director: Client, stage: Stage) -> None:
    first = fixture(stage, 1)
    record(director, first, how="walkover", winner="A", confirmar="si")

    answer = director.post(url("fixture_take_back", stage.championship, first.pk), {})

    assert (answer.status_code, fixture(stage, 1).status) == (422, "final")


def test_a_partida_without_its_parejas_has_nothing_to_record(director: Client, stage: Stage) -> None:
    page = director.get(url("fixture", stage.championship, fixture(stage, 3).pk)).content.decode()

    assert "Todavía no tiene sus dos parejas" in page
    assert "Registrar resultado" not in page


def test_a_partida_of_another_championship_is_not_there(director: Client, championship: Championship) -> None:
    foreign = published_stage(2).fixtures.get()

    assert director.get(url("fixture", championship, foreign.pk)).status_code == 404


def test_a_result_that_is_not_for_this_partida_yet_is_refused_above_the_form(director: Client, stage: Stage) -> None:
    answer = director.post(
        url("fixture", stage.championship, fixture(stage, 3).pk), {"how": "walkover", "winner": "A", "confirmar": "si"}
    )

    assert answer.status_code == 422
    assert "todavía no tiene sus dos rivales" in " ".join(answer.context["result_form"].non_field_errors())


@pytest.mark.parametrize("seen", ["what was there", "nothing"])
def test_a_confirmation_leaves_nothing_without_effect_that_its_page_has_not_named(
    sits_at: Sits, stage: Stage, seen: str
) -> None:
    stage = published_stage(8)
    director = sits_at(stage.championship)
    for number in (1, 2, 3, 4, 5, 6):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    address = url("fixture", stage.championship, fixture(stage, 1).pk)
    sent = {"how": "walkover", "winner": "B", "reason": "Jugó quien no debía"}
    older = director.post(address, sent).content.decode()
    record(director, fixture(stage, 7), how="walkover", winner="A", confirmar="si")
    confirmed = sent | {"confirmar": "si", "a_proposito": "si"}

    asked = director.post(address, confirmed | (named_in(older) if seen != "nothing" else {}))

    assert asked.status_code == 409
    assert "Mientras tanto cambió lo que pasaría" in asked.content.decode()
    assert "Partida 7" in asked.content.decode()
    assert fixture(stage, 1).winner == fixture(stage, 1).pareja_a
    assert fixture(stage, 7).how == "walkover"
    done = director.post(address, confirmed | named_in(asked.content.decode()), follow=True).content.decode()
    assert "Quedaron señaladas las partidas 5 y 7." in done


def test_a_confirmation_does_not_leave_another_result_without_effect_than_was_there(
    director: Client, stage: Stage
) -> None:
    for number in (1, 2, 3):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    address = url("fixture", stage.championship, fixture(stage, 1).pk)
    sent = {"how": "walkover", "winner": "B", "reason": "Jugó quien no debía"}
    older = director.post(address, sent).content.decode()
    record(director, fixture(stage, 3), how="retirement", winner="B", confirmar="si")

    asked = director.post(address, sent | named_in(older) | {"confirmar": "si", "a_proposito": "si"})

    assert asked.status_code == 409
    assert fixture(stage, 3).how == "retirement"


@pytest.mark.parametrize("what", ["fixture_take_back", "fixture"])
def test_a_confirmation_takes_no_other_result_than_its_page_showed(director: Client, stage: Stage, what: str) -> None:
    """Somebody else corrected it meanwhile, by which nothing falls."""
    one = fixture(stage, 1)
    record(director, one, how="walkover", winner="A", confirmar="si")
    address = url(what, stage.championship, one.pk)
    sent = {"anular-reason": "No se jugó", "how": "double-no-show", "reason": "No se jugó"}
    asked = director.post(address, sent).content.decode()
    record(director, one, how="retirement", winner="B", reason="Así fue", confirmar="si")

    stale = director.post(address, sent | named_in(asked) | {"confirmar": "si"})

    assert stale.status_code == 200
    assert "cambió lo que pasaría. No se hizo nada" in stale.content.decode()
    assert fixture(stage, 1).how == "retirement"
    director.post(address, sent | named_in(stale.content.decode()) | {"confirmar": "si"})
    assert fixture(stage, 1).how in ("", "double-no-show")


def test_the_mark_of_a_partida_stands_once_on_its_page(director: Client, stage: Stage) -> None:
    for number in (1, 2, 3):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    record_on_purpose(director, fixture(stage, 1), how="walkover", winner="B", reason="Se anotó al revés")

    page = director.get(url("fixture", stage.championship, fixture(stage, 3).pk)).content.decode()

    assert fixture(stage, 3).mark
    assert page.count(fixture(stage, 3).mark) == 1


@pytest.mark.parametrize(
    ("page", "acts"),
    [
        ("fixture", ["referee:paper_result", "brackets:fixture_take_back", "brackets:fixture_give_back"]),
        ("pareja_edit", ["brackets:pareja_departure", "brackets:player_replace", "brackets:pareja_partner"]),
        ("parejas", ["brackets:pareja_new", "brackets:pareja_late", "brackets:import_upload"]),
    ],
)
def test_a_closed_championship_offers_no_act_and_says_why(
    director: Client, championship: Championship, page: str, acts: list[str]
) -> None:
    stage = championship.stages.get()
    for number in (1, 2, 3):
        record(director, fixture(stage, number), how="walkover", winner="A", confirmar="si")
    final = fixture(stage, 3)
    record(director, final, how="walkover", winner="B", reason="Se anotó al revés", confirmar="si")
    of = {"fixture": [final.pk], "pareja_edit": [final.pareja_a.number]}.get(page, [])
    addresses = [reverse(act, args=(championship.slug, *of)) for act in acts]
    before = director.get(url(page, championship, *of)).content.decode()

    championship_close(championship=championship, user=director_of(championship), now=NOW)
    after = director.get(url(page, championship, *of)).content.decode()

    main = after[after.index("<main") :]
    assert any(address in before for address in addresses) or page == "parejas"
    assert "El campeonato está cerrado: ya no se puede cambiar." in main
    assert not any(address in main for address in addresses)
    assert 'class="btn btn-primary"' not in main
    assert "btn-outline-danger" not in main


def test_what_cannot_be_saved_of_a_pareja_cannot_be_typed(director: Client, championship: Championship) -> None:
    stays, gone = championship.parejas.order_by("number")[:2]
    pareja_leave(pareja=gone, user=director_of(championship), now=NOW, reason="Enfermedad")

    open_, shown = (
        director.get(url("pareja_edit", championship, each.number)).content.decode() for each in (stays, gone)
    )
    Championship.objects.update(status=Championship.Status.CLOSED)
    closed = director.get(url("pareja_edit", championship, stays.number)).content.decode()

    assert ["<fieldset disabled>" in page for page in (open_, shown, closed)] == [False, True, True]
