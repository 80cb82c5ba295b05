"""The pages of a replaced player, of who goes on with another partner, and of a stage reopened."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from brackets.draw.qualification import Everybody
from brackets.models import Championship, Pareja, Player, Role, Stage
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.fixtures import fixture_start
from tests.brackets.services.test_formats import FINAL, Night
from tests.brackets.views.conftest import Sits, named_in, url
from tests.factories.brackets import NOW, ChampionshipFactory, director_of, personal_set, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    return published_stage(7)


@pytest.fixture
def director(sits_at: Sits, stage: Stage) -> Client:
    return sits_at(stage.championship)


def test_a_player_is_replaced(stage: Stage, director: Client) -> None:
    address = url("player_replace", stage.championship, 3)

    missing = director.post(address, {"position": "2"})
    sent = {"position": "2", "name": "Sara Suplente", "reason": "Se lesionó"}
    asked = director.post(address, sent).content.decode()
    untouched = Player.objects.filter(name="Sara Suplente").exists()
    done = director.post(address, {**sent, "confirmar": "si"}, follow=True)

    assert "En el número 3, Sara Suplente en lugar de" in asked
    assert "Ninguna partida cambia" in asked
    assert not untouched
    assert set(missing.context["form"].errors) == {"name", "reason"}
    assert "Sara Suplente juega desde ahora con el número 3" in done.content.decode()


def test_who_plays_already_is_told_so(stage: Stage, director: Client) -> None:
    fixture = stage.fixtures.select_related("pareja_a").get(number=1)
    fixture_start(fixture=fixture, now=NOW)
    assert fixture.pareja_a is not None

    address = url("player_replace", stage.championship, fixture.pareja_a.number)
    page = director.get(address).content.decode()
    sent = {"position": "2", "name": "Sara Suplente", "reason": "Se lesionó", "confirmar": "si", "a_proposito": "si"}
    refused = director.post(address, sent)

    assert "Ya empezó a jugar la" in page
    assert url("fixture", stage.championship, fixture.pk) in page
    assert refused.status_code == 422
    assert "ni a propósito se interrumpe" in refused.content.decode()


def test_who_has_played_is_replaced_on_purpose_and_the_mesa_is_marked(stage: Stage, director: Client) -> None:
    fixture = stage.fixtures.select_related("pareja_a").get(number=1)
    there = url("fixture", stage.championship, fixture.pk)
    director.post(there, {"how": "retirement", "winner": "A", "confirmar": "si"})
    assert fixture.pareja_a is not None
    address = url("player_replace", stage.championship, fixture.pareja_a.number)
    sent = {"position": "2", "name": "Sara Suplente", "reason": "Se lesionó"}

    asked = director.post(address, sent)
    done = director.post(
        address, {**sent, **named_in(asked.content.decode()), "confirmar": "si", "a_proposito": "si"}, follow=True
    ).content.decode()

    assert asked.status_code == 409
    assert "Mesas que quedan señaladas" in asked.content.decode()
    assert "Quedó señalada la partida 1." in done
    page = director.get(there).content.decode()
    assert f"con el número {fixture.pareja_a.number}: después hubo una sustitución, por decisión del Director." in page


def test_substituting_back_on_purpose_names_no_mesa_and_speaks_of_none(stage: Stage, director: Client) -> None:
    fixture = stage.fixtures.select_related("pareja_a").get(number=1)
    there = url("fixture", stage.championship, fixture.pk)
    director.post(there, {"how": "retirement", "winner": "A", "confirmar": "si"})
    assert fixture.pareja_a is not None
    address = url("player_replace", stage.championship, fixture.pareja_a.number)
    was = fixture.pareja_a.players.get(position=2)
    for name, cedula in (("Sara Suplente", ""), (was.name, was.cedula)):
        sent = {"position": "2", "name": name, "cedula": cedula, "reason": "Se lesionó"}
        asked = director.post(address, sent).content.decode()
        told, named = "las mesas nombradas quedan señaladas", "Mesas que quedan señaladas" in asked
        assert (told in asked) == named
        director.post(address, {**sent, **named_in(asked), "confirmar": "si", "a_proposito": "si"})

    assert not named
    assert "Ninguna partida cambia." in asked
    assert "mi motivo queda en el registro" in asked


def test_what_is_confirmed_without_its_box_is_asked_again_and_says_so_beside_it(stage: Stage, director: Client) -> None:
    fixture = stage.fixtures.select_related("pareja_a").filter(status="ready").earliest("number")
    there = url("fixture", stage.championship, fixture.pk)
    director.post(there, {"how": "retirement", "winner": "A", "confirmar": "si"})
    assert fixture.pareja_a is not None
    substitute = {"position": "2", "name": "Sara Suplente", "reason": "Se lesionó"}
    pages = [
        (url("player_replace", stage.championship, fixture.pareja_a.number), substitute, {"confirmar": "si"}),
        (url("stage_reopening", stage.championship, 1), {}, {"reason": "Faltaba un club", "confirmar": "si"}),
    ]

    for address, sent, confirmed in pages:
        asked = (director.post(address, sent) if sent else director.get(address)).content.decode()
        refused = director.post(address, {**sent, **named_in(asked), **confirmed})
        again = refused.content.decode()

        assert 'name="a_proposito"' in asked
        assert "Marque esta casilla" not in asked
        assert refused.status_code == 422
        assert (
            again.index('name="a_proposito"')
            < again.index("Marque esta casilla")
            < again.index("</form>", again.index('name="a_proposito"'))
        )
        assert "Mesas que quedan señaladas" in again


@pytest.mark.parametrize("name", ["Jugador Repetido", "José 李"])
def test_a_doubtful_name_after_a_played_mesa_is_confirmed_and_then_carried_through(
    stage: Stage, director: Client, name: str
) -> None:
    fixture = stage.fixtures.select_related("pareja_a").get(number=1)
    director.post(
        url("fixture", stage.championship, fixture.pk), {"how": "retirement", "winner": "A", "confirmar": "si"}
    )
    assert fixture.pareja_a is not None
    other = Player.objects.exclude(pareja=fixture.pareja_a).filter(pareja__championship=stage.championship)
    other.filter(pk=other.earliest("pk").pk).update(name="Jugador Repetido")
    address = url("player_replace", stage.championship, fixture.pareja_a.number)
    sent = {"position": "2", "name": name, "reason": "Se lesionó"}

    doubtful = director.post(address, sent)
    sent["told"] = doubtful.context["form"].seal
    asked = director.post(address, sent)
    page = asked.content.decode()
    done = director.post(address, {**sent, **named_in(page), "confirmar": "si", "a_proposito": "si"})

    assert doubtful.status_code == 422
    assert "Leí lo señalado" in doubtful.content.decode()
    assert "no cambia de jugadores" not in doubtful.content.decode()
    assert (asked.status_code, sent["told"] in page, 'name="a_proposito"' in page) == (409, True, True)
    assert done.status_code == 302
    assert fixture.pareja_a.players.get(position=2).name == name


def test_what_nobody_may_carry_through_is_said_before_what_a_director_may(stage: Stage, director: Client) -> None:
    fixture = stage.fixtures.select_related("pareja_a").get(number=1)
    director.post(
        url("fixture", stage.championship, fixture.pk), {"how": "retirement", "winner": "A", "confirmar": "si"}
    )
    assert fixture.pareja_a is not None
    taken = (
        Player.objects.exclude(pareja=fixture.pareja_a).filter(pareja__championship=stage.championship).earliest("pk")
    )
    personal_set(Player.objects.filter(pk=taken.pk), cedula="1710034065")

    refused = director.post(
        url("player_replace", stage.championship, fixture.pareja_a.number),
        {"position": "2", "name": "Sara Suplente", "cedula": "1710034065", "reason": "Se lesionó"},
    )

    assert refused.status_code == 422
    assert "ya está inscrito en la pareja" in refused.content.decode()
    assert "no cambia de jugadores" not in refused.content.decode()


def test_who_is_left_alone_goes_on_after_seeing_what_changes(stage: Stage, director: Client) -> None:
    address = url("pareja_partner", stage.championship, 3)
    sent = {"stays": "1", "partner": "Nora Nueva", "place": str(stage.slots.index(None)), "reason": "Se fue"}

    stays = Player.objects.get(championship=stage.championship, pareja__number=3, position=1).name
    asked = director.post(address, sent).content.decode()
    assert "Qué cambia" in asked
    assert Pareja.objects.filter(championship=stage.championship).count() == 7
    done = director.post(address, {**sent, "confirmar": "si"}, follow=True).content.decode()

    assert f"{stays}, del 3, sigue con el 8." in done
    assert Pareja.objects.get(championship=stage.championship, number=3).status == "withdrawn"
    page = director.get(url("pareja_edit", stage.championship, 8)).content.decode()
    assert "Deshacer su entrada y reincorporar al 3" in page
    undone = director.post(url("pareja_late_undo", stage.championship, 8), follow=True).content.decode()
    assert "El 3 está de nuevo." in undone
    assert Pareja.objects.get(championship=stage.championship, number=3).status == "active"


def test_sent_twice_it_says_that_it_is_so_already_though_no_place_is_left(stage: Stage, director: Client) -> None:
    address = url("pareja_partner", stage.championship, 3)
    sent = {"stays": "1", "partner": "Nora Nueva", "place": str(stage.slots.index(None)), "reason": "Se fue"}
    director.post(address, {**sent, "confirmar": "si"})

    again = director.post(address, {**sent, "confirmar": "si"}, follow=True)

    assert again.status_code == 200
    assert "Ya juegan juntos con el número 8: no cambió nada." in again.content.decode()
    assert Pareja.objects.filter(championship=stage.championship).count() == 8


def test_a_player_replaced_twice_has_no_other_address_to_be_told_of(stage: Stage, director: Client) -> None:
    address = url("player_replace", stage.championship, 3)
    sent = {"position": "2", "name": "Sara Suplente", "reason": "Se lesionó", "confirmar": "si"}
    first = director.post(address, sent, follow=True).content.decode()

    again = director.post(address, sent, follow=True).content.decode()

    assert "tiene otro enlace" in first
    assert "Sara Suplente ya juega con el número 3: no cambió nada." in again
    assert "tiene otro enlace" not in again


def test_one_that_had_left_is_not_said_to_leave_nor_to_be_back(stage: Stage, director: Client) -> None:
    who = {"user": director_of(stage.championship), "now": NOW}
    pareja_leave(pareja=stage.championship.parejas.get(number=3), reason="Enfermedad", **who)
    address, undo = url("pareja_partner", stage.championship, 3), url("pareja_late_undo", stage.championship, 8)
    sent = {"stays": "1", "partner": "Nora Nueva", "place": str(stage.slots.index(None)), "reason": "Se fue"}

    form = director.get(address).content.decode()
    asked = director.post(address, sent).content.decode()
    done = director.post(address, {**sent, "confirmar": "si"}, follow=True).content.decode()
    page = director.get(url("pareja_edit", stage.championship, 8)).content.decode()
    undone = director.post(undo, follow=True).content.decode()

    stays = Player.objects.get(championship=stage.championship, pareja__number=8, position=1).name
    assert "sale del campeonato" not in form + asked + done
    assert f"{stays}, del 3, sigue con el 8." in done
    assert "Deshacer su entrada" in page
    assert "reincorporar al 3" not in page
    assert "Se deshizo la entrada de la pareja 8." in undone
    assert "está de nuevo" not in undone


def test_forming_it_anew_says_what_is_given_back_what_is_marked_again_and_whose_call_fell(sits_at: Sits) -> None:
    """Its return had been carried through against what its rivals played on; it leaves again, into the place of a bye."""
    night = Night(15, replace(FINAL, entry=(Everybody(),)))
    stage = night.publish()
    pareja = night.championship.parejas.get(number=1)
    who: dict[str, Any] = {"user": night.director, "now": NOW, "pareja": pareja, "reason": "Se fue"}
    pareja_leave(**who)
    night.play()
    back = pareja_return(on_purpose=True, **who)
    director = sits_at(night.championship)
    address = url("pareja_partner", night.championship, 1)
    sent = {"stays": "1", "partner": "Sara Sustituta", "reason": "Se lesionó", "place": str(stage.slots.index(None))}
    asked = director.post(address, sent).context["foreseen"]
    given_back = [each.number for each in asked.done.given_back]

    page = director.post(
        address, {**sent, "confirmar": "si", "a_proposito": "si", "nombrado": asked.digest}, follow=True
    ).content.decode()

    assert {each.number for each in back.marked} - {each.number for each in asked.marked} == {*given_back} != set()
    assert asked.marked
    assert all(str(number) in page.partition("como estaba")[0] for number in given_back)
    assert "como estaba" in page
    assert "Quedaron señaladas las partidas" in page


def test_undone_once_more_it_says_that_nothing_changed(stage: Stage, director: Client) -> None:
    address, undo = url("pareja_partner", stage.championship, 3), url("pareja_late_undo", stage.championship, 8)
    sent = {"stays": "1", "partner": "Nora Nueva", "place": str(stage.slots.index(None)), "reason": "Se fue"}
    director.post(address, {**sent, "confirmar": "si"}, follow=True)
    director.post(undo, follow=True)

    again = director.post(undo, follow=True).content.decode()

    assert "no cambió nada" in again
    assert "Se deshizo" not in again
    assert "está de nuevo" not in again


def test_with_no_place_left_or_alone_in_the_championship(sits_at: Sits) -> None:
    full, single = published_stage(8), ChampionshipFactory(players_per_pareja=1)
    published_stage(4, championship=single)

    page = sits_at(full.championship).get(url("pareja_partner", full.championship, 3)).content.decode()

    assert "No queda ningún lugar libre" in page
    assert sits_at(single).get(url("pareja_partner", single, 3)).status_code == 404


def test_a_stage_is_reopened_with_a_reason(stage: Stage, director: Client) -> None:
    address = url("stage_reopening", stage.championship, 1)
    assert address in director.get(url("draw", stage.championship)).content.decode()
    assert "deja de ser público" in director.get(address).content.decode()

    missing = director.post(address, {"reason": ""})
    done = director.post(address, {"reason": "Faltaba un club"}, follow=True).content.decode()

    assert missing.status_code == 422
    assert "está reabierta" in done
    assert Stage.objects.get(pk=stage.pk).status == Stage.Status.DRAWN


def test_a_stage_that_is_played_says_why_not(stage: Stage, director: Client) -> None:
    fixture_start(fixture=stage.fixtures.get(number=1), now=NOW)

    page = director.get(url("stage_reopening", stage.championship, 1)).content.decode()

    assert "ya se empezó a jugar la partida 1" in page
    assert "ni a propósito se interrumpe" in page
    assert url("fixture", stage.championship, stage.fixtures.get(number=1).pk) in page
    assert "Reabrir</button>" not in page


def test_the_draw_offers_to_reopen_only_what_can_be_and_says_why_not(stage: Stage, director: Client) -> None:
    draw, address = url("draw", stage.championship), url("stage_reopening", stage.championship, 1)
    offered = director.get(draw).content.decode()
    assert "Nadie ha jugado en ella" in offered
    assert url("pareja_late", stage.championship) in offered
    playable = stage.fixtures.filter(status="ready").earliest("number")
    there = url("fixture", stage.championship, playable.pk)
    director.post(there, {"how": "walkover", "winner": "A", "reason": "No vinieron", "confirmar": "si"})

    page = director.get(draw).content.decode()

    assert "Nadie ha jugado en ella" not in page
    assert f"«{stage}» no se reabre: ya se empezó a jugar la {playable.name}." in page
    assert there in page
    assert "reabrirla a propósito" in page
    asked = director.get(address).content.decode()
    refused = director.post(address, {"reason": "Faltaba un club"})
    done = director.post(
        address, {"reason": "Faltaba un club", **named_in(asked), "a_proposito": "si"}, follow=True
    ).content.decode()
    assert "Mesas que quedan señaladas" in asked
    assert refused.status_code == 422
    assert f"Quedó señalada la partida {playable.number}." in done
    assert "sin publicar" in done


def test_the_desk_and_a_closed_championship_are_offered_no_reopening(sits_at: Sits, stage: Stage) -> None:
    desk = sits_at(stage.championship, Role.Kind.CONTROL)
    assert "Reabrirla" not in desk.get(url("draw", stage.championship)).content.decode()
    Championship.objects.update(status="closed")

    assert "Reabrirla" not in sits_at(stage.championship).get(url("draw", stage.championship)).content.decode()
