"""The page where somebody enters after the draw."""

from dataclasses import replace

import pytest
from django.db.models import Q
from django.test import Client
from django.urls import reverse

from brackets.draw.formats import Elimination, Series, Swiss
from brackets.draw.qualification import Everybody
from brackets.models import Notice, Pareja, Stage
from brackets.selectors.private_links import link_token
from brackets.services.departures import pareja_return
from brackets.services.fixtures import fixture_start
from brackets.services.inscription import ParejaData
from brackets.services.late_entries import late_entry_undo, pareja_enter_late
from brackets.services.planning import StagePlan
from brackets.services.stages import stage_reopen
from tests.brackets.services.carried import called
from tests.brackets.services.test_formats import FINAL, TABLE, Night
from tests.brackets.views.conftest import Sits, named_in, url
from tests.factories.brackets import NOW, director_of, published_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage() -> Stage:
    """Seven, one of whom has no rival in the first round."""
    return published_stage(7)


@pytest.fixture
def director(sits_at: Sits, stage: Stage) -> Client:
    return sits_at(stage.championship)


def sent(stage: Stage, **given: str) -> dict[str, str]:
    line = stage.slots.index(None)
    people = {"player_1": "Tomás Tarde", "player_2": "Teresa Tarde", "representative": "1"}
    return {**people, "place": str(line), "reason": "Se dañó el bus", **given}


def test_it_shows_what_would_change_and_then_lets_it_in_and_out(stage: Stage, director: Client) -> None:
    address, before = url("pareja_late", stage.championship), list(stage.fixtures.values())
    assert "Inscribir en un lugar libre" in director.get(url("parejas", stage.championship)).content.decode()
    assert "contra el" in director.get(address).content.decode()

    asked = director.post(address, sent(stage)).content.decode()
    assert "contra el 8" in asked or "el 8 contra" in asked
    assert not Pareja.objects.filter(championship=stage.championship, number=8).exists()
    done = director.post(address, sent(stage, confirmar="si"), follow=True).content.decode()

    assert "La pareja 8 entró en la etapa: en el lugar" in done
    assert stage.fixtures.filter(how="bye").count() == 0
    page = director.get(url("pareja_edit", stage.championship, 8)).content.decode()
    assert "Deshacer su entrada" in page
    director.post(url("pareja_late_undo", stage.championship, 8))
    assert list(stage.fixtures.values()) == before


def test_undoing_an_entry_says_what_is_given_back_with_it_and_what_is_not(sits_at: Sits) -> None:
    night = Night(7, replace(FINAL, entry=(Everybody(),)))
    stage = night.publish()
    passed = stage.fixtures.get(how="bye")
    night.play()
    entry = pareja_enter_late(
        stage=stage,
        data=ParejaData(player_1="Tomás Tarde", player_2="Teresa Tarde"),
        place=stage.slots.index(None),
        reason="Se dañó el bus",
        on_purpose=True,
        user=night.director,
        now=NOW,
    )
    played = stage.fixtures.get(round=2, position=passed.position // 2)
    other, final = stage.fixtures.get(round=2, position=1 - played.position), stage.fixtures.get(round=3)
    night.record(other, "B" if other.winner_id == other.pareja_a_id else "A")

    address = url("pareja_late_undo", night.championship, entry.pareja.number)
    page = sits_at(night.championship).post(address, follow=True).content.decode()

    assert f"La partida {played.number} queda también como estaba antes." in page
    assert f"La partida {final.number} sigue como quedó con esa entrada" in page


def test_entering_and_undoing_it_say_whose_call_fell(sits_at: Sits) -> None:
    night = Night(5, replace(FINAL, entry=(Everybody(),)))
    stage = night.publish()
    after_byes = stage.fixtures.get(round=2, status="ready")
    called(night, after_byes)
    director, sides = sits_at(night.championship), (after_byes.pareja_a, after_byes.pareja_b)
    place = str(stage.slots.index(next(side.number for side in sides if side)) ^ 1)
    data = sent(stage, place=place, confirmar="si")
    address = url("pareja_late", night.championship)
    asked = director.post(address, data).context["foreseen"].digest

    entered = director.post(address, {**data, "nombrado": asked}, follow=True).content.decode()
    first = stage.fixtures.get(Q(pareja_a__number=6) | Q(pareja_b__number=6), round=1)
    called(night, first)
    address = url("pareja_late_undo", night.championship, 6)
    asked = director.post(address).context["foreseen"].digest
    undone = director.post(address, {"confirmar": "si", "nombrado": asked}, follow=True).content.decode()

    assert f"Ya no está convocada la partida {after_byes.number}." in entered
    assert f"Ya no está convocada la partida {first.number}, que ya no se juega: " in undone
    assert f"La partida {first.number} de " in Notice.objects.filter(pareja__number=6).latest("pk").text


def test_what_is_missing_is_told_beside_its_field(stage: Stage, director: Client) -> None:
    answer = director.post(url("pareja_late", stage.championship), sent(stage, reason="", place=""))

    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == {"place", "reason"}


def test_with_no_place_left_it_says_so(sits_at: Sits) -> None:
    stage = published_stage(8)

    page = sits_at(stage.championship).get(url("pareja_late", stage.championship), follow=True).content.decode()

    assert "No queda ningún lugar libre" in page


def test_no_page_offers_a_place_of_a_stage_whose_next_is_published(sits_at: Sits) -> None:
    series = StagePlan(name="Series", format=Series(size=4), entry=(Everybody(),), criteria=TABLE)
    night = Night.published(7, series, FINAL)
    desk, late = sits_at(night.championship), url("pareja_late", night.championship)
    pages = [url("parejas", night.championship), url("panel", night.championship)]
    pages.append(f"{url('draw', night.championship)}?etapa=1")
    assert all(f'href="{late}"' in desk.get(page).content.decode() for page in pages)
    night.play(1)
    night.publish(2)

    for page in pages:
        assert f'href="{late}"' not in desk.get(page).content.decode()
    for address in (late, url("pareja_partner", night.championship, 3)):
        told = desk.get(address, follow=True).content.decode()
        assert "«Final» ya está publicada: en «Series» ya no entra nadie." in told
        assert (
            "no queda ningún lugar libre"
            not in told.replace("No queda ningún lugar libre en que inscribir", "").lower()
        )


def test_undoing_an_entry_says_which_round_is_to_be_paired_again(sits_at: Sits) -> None:
    night = Night(
        6, StagePlan(name="Suizo", format=Swiss(rounds=2), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    )
    stage = night.publish()
    data = ParejaData(player_1="Tomás Tarde", player_2="Teresa Tarde")
    pareja_enter_late(stage=stage, data=data, place=1, reason="Se dañó el bus", user=night.director, now=NOW)
    night.pair()
    desk, address = sits_at(stage.championship), url("pareja_late_undo", stage.championship, 7)

    asked = desk.post(address).content.decode()
    assert "Se deshace la ronda 1 de «Suizo»" in asked
    assert stage.fixtures.count() == 4
    page = desk.post(address, {"confirmar": "si"} | named_in(asked), follow=True)

    assert "Se deshizo la ronda 1 de «Suizo»: emparéjela de nuevo." in page.content.decode()


def test_an_entry_that_was_undone_is_told_as_that_and_counted_nowhere(sits_at: Sits, client: Client) -> None:
    night = Night(7, StagePlan(name="Llave", format=Elimination(), entry=(Everybody(),), criteria=TABLE))
    stage, who = night.publish(), {"user": night.director, "now": NOW}
    data = ParejaData(player_1="Tomás Tarde", player_2="Teresa Tarde")
    entry = pareja_enter_late(stage=stage, place=stage.slots.index(None), data=data, reason="Llegó tarde", **who)
    late_entry_undo(pareja=entry.pareja, **who)
    entry.pareja.refresh_from_db()
    desk, slug, number = sits_at(night.championship), night.championship.slug, entry.pareja.number
    own, departure = (url(name, night.championship, number) for name in ("pareja_edit", "pareja_departure"))

    listed = desk.get(url("parejas", night.championship))
    assert [listed.context[name] for name in ("active", "withdrawn", "expelled")] == [7, 0, 0]
    assert "Entrada deshecha" in listed.text
    for page in (
        client.get(reverse("referee:pareja", args=(slug, number))).text,
        client.get(f"/p/{link_token(entry.pareja)}/").text,
        desk.get(url("presence_pareja", night.championship, number)).text,
    ):
        assert "Su entrada se deshizo: no juega este campeonato." in page
        assert "salió del campeonato" not in page
        assert "Se verá cuando se publique el sorteo" not in page
    page = desk.get(own).text
    assert f'href="{departure}"' not in page
    assert "Retirada" not in page
    assert "inscriba de nuevo" in desk.get(departure, follow=True).text
    client.cookies["idioma"] = "en"
    page = client.get(reverse("referee:pareja", args=(slug, number))).text
    assert "This entry was undone" in page
    assert "It played no match." in page


def test_once_the_stage_is_reopened_who_had_entered_may_be_brought_back(sits_at: Sits) -> None:
    night = Night(7, StagePlan(name="Llave", format=Elimination(), entry=(Everybody(),), criteria=TABLE))
    stage, who = night.publish(), {"user": night.director, "now": NOW}
    data = ParejaData(player_1="Tomás Tarde", player_2="Teresa Tarde")
    entry = pareja_enter_late(stage=stage, place=stage.slots.index(None), data=data, reason="Llegó tarde", **who)
    late_entry_undo(pareja=entry.pareja, **who)
    stage_reopen(stage=night.stage(1), reason="prueba", **who)
    desk, departure = sits_at(night.championship), url("pareja_departure", night.championship, entry.pareja.number)

    assert f'href="{departure}"' in desk.get(url("pareja_edit", night.championship, entry.pareja.number)).text
    pareja_return(pareja=entry.pareja, reason="Sí juega", **who)

    assert "Entrada deshecha" not in desk.get(url("parejas", night.championship)).text


def test_undoing_that_is_refused_leads_back_to_the_page_where_it_was_asked(stage: Stage, director: Client) -> None:
    who = {"user": director_of(stage.championship), "now": NOW}
    data = ParejaData(player_1="Tomás Tarde", player_2="Teresa Tarde")
    entry = pareja_enter_late(stage=stage, place=stage.slots.index(None), data=data, reason="Llegó tarde", **who)
    fixture_start(fixture=stage.fixtures.get(round=1, position=stage.slots.index(None) // 2), now=NOW)

    answer = director.post(url("pareja_late_undo", stage.championship, entry.pareja.number), follow=True)

    assert answer.redirect_chain[-1][0] == url("pareja_edit", stage.championship, entry.pareja.number)
    assert "ya se empezó a jugar" in answer.content.decode()
