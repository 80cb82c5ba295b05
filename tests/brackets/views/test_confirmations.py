"""A page tells what would come of an act; confirmed later, it does that or nothing."""

from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.structure import Zapateria
from brackets.models import Fixture, Stage
from brackets.services.fixtures import fixture_call, fixture_clear, fixture_release
from brackets.services.foreseen import foresee
from brackets.services.players import player_substitute
from tests.brackets.services.leaving import leave, record
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.views.conftest import Sits, named_in, url
from tests.factories.brackets import NOW, TableFactory, director_of, published_stage

pytestmark = pytest.mark.django_db

CHANGED = "Mientras tanto cambió lo que pasaría. No se hizo nada"
IN_PLACE_OF = {"how": "walkover", "reason": "Se anotó al revés"}


@pytest.fixture
def night() -> Night:
    """A series of four in the order of their numbers; two would enter the final."""
    return Night.played(4, SERIES, replace(FINAL, entry=(FromEach(1, 2),)))


@pytest.fixture
def director(sits_at: Sits, night: Night) -> Client:
    return sits_at(night.championship)


def between(night: Night, *numbers: int) -> Fixture:
    (found,) = night.stage(1).fixtures.filter(pareja_a__number__in=numbers, pareja_b__number__in=numbers)
    return found


def won_by(fixture: Fixture, number: int) -> str:
    assert fixture.pareja_a is not None
    return "A" if fixture.pareja_a.number == number else "B"


def test_what_by_now_would_let_others_enter_is_shown_anew(director: Client, night: Night) -> None:
    corrected = between(night, 2, 3)
    address, sent = (
        url("fixture", night.championship, corrected.pk),
        {**IN_PLACE_OF, "winner": won_by(corrected, 3)},
    )
    shown = director.post(address, sent).content.decode()
    leave(night.championship.parejas.get(number=1))

    stale = director.post(address, sent | named_in(shown) | {"confirmar": "si"}).content.decode()

    assert "En «Final» entraría el 3 y saldría el 2" in shown
    assert CHANGED in stale
    assert "entraría el 3" not in stale
    corrected.refresh_from_db()
    assert corrected.winner.number == 2
    director.post(address, sent | named_in(stale) | {"confirmar": "si"})
    corrected.refresh_from_db()
    assert corrected.winner.number == 3


def test_what_by_now_would_give_another_order_is_shown_anew(director: Client, night: Night) -> None:
    corrected, other = between(night, 2, 3), between(night, 3, 4)
    address, sent = (
        url("fixture", night.championship, corrected.pk),
        {**IN_PLACE_OF, "winner": won_by(corrected, 3)},
    )
    shown = director.post(address, sent).content.decode()
    night.record(other, won_by(other, 4))

    stale = director.post(address, sent | named_in(shown) | {"confirmar": "si"}).content.decode()

    assert CHANGED in stale
    corrected.refresh_from_db()
    assert corrected.winner.number == 2


def test_what_by_now_would_give_the_partida_to_the_rival_is_shown_anew(director: Client, night: Night) -> None:
    taken = between(night, 2, 3)
    address, sent = url("fixture_take_back", night.championship, taken.pk), {"anular-reason": "No se jugó"}
    shown = director.post(address, sent).content.decode()
    leave(night.championship.parejas.get(number=2))

    stale = director.post(address, sent | named_in(shown) | {"confirmar": "si"}).content.decode()

    assert "queda sin resultado" in shown
    assert CHANGED in stale
    taken.refresh_from_db()
    assert taken.winner.number == 2


def test_a_departure_that_by_now_gives_nobody_a_partida_is_shown_anew(sits_at: Sits) -> None:
    night = Night.published(4, SERIES)
    director, leaving = sits_at(night.championship), between(night, 1, 2)
    address, sent = url("pareja_departure", night.championship, 1), {"a": "salida", "reason": "Enfermedad"}
    shown = director.post(address, sent).content.decode()
    leave(night.championship.parejas.get(number=2))

    stale = director.post(address, sent | named_in(shown) | {"confirmar": "si"}).content.decode()

    assert f"{leaving!s}</strong>: " in shown
    assert CHANGED in stale
    assert night.championship.parejas.get(number=1).status == "active"


def test_a_reopening_that_by_now_leaves_another_result_without_effect_is_shown_anew(sits_at: Sits) -> None:
    night = Night.published(4, SERIES)
    one = between(night, 1, 2)
    night.record(one, won_by(one, 1))
    director, address = sits_at(night.championship), url("stage_reopening", night.championship, 1)
    shown = director.get(address).content.decode()
    night.record(one, won_by(one, 2), chicas=[[40, 2], [40, 3]] if won_by(one, 2) == "A" else [[2, 40], [3, 40]])

    sent = {"reason": "Faltaba una", "a_proposito": "si"}
    stale = director.post(address, sent | named_in(shown), follow=True).content.decode()

    assert CHANGED in stale
    assert night.stage(1).status == Stage.Status.PUBLISHED
    director.post(address, sent | named_in(stale))
    assert night.stage(1).status == Stage.Status.DRAWN


def test_the_same_told_twice_is_the_same(night: Night) -> None:
    """Also where what would come has rows of its own each time: a confirmed page is not asked again."""
    night.publish(2)
    corrected = between(night, 2, 3)

    def correct(*, on_purpose: bool) -> object:
        return night.record(corrected, won_by(corrected, 3), on_purpose=on_purpose)

    one, two = (foresee(night.championship, correct) for _ in range(2))

    assert one.fallen
    assert one.digest == two.digest


def test_an_undoing_by_which_no_call_falls_any_more_is_shown_anew(sits_at: Sits) -> None:
    stage = published_stage(4)
    director, user = sits_at(stage.championship), director_of(stage.championship)
    for number, winner in ((1, "A"), (2, "A"), (1, "B")):
        record(stage.fixtures.get(number=number), winner)
    final = stage.fixtures.get(number=3)
    Fixture.objects.filter(pk=final.pk).update(table=TableFactory(championship=stage.championship))
    fixture_call(fixture=final, user=user, now=NOW)
    corrected = stage.fixtures.get(number=1)
    address = url("fixture_give_back", stage.championship, corrected.pk)
    shown = director.post(address).content.decode()
    fixture_release(fixture=final, user=user, now=NOW)

    stale = director.post(address, named_in(shown) | {"confirmar": "si"}).content.decode()

    assert "Convocatorias que caen" in shown
    assert CHANGED in stale
    assert stage.fixtures.get(number=1).winner == corrected.winner


def test_chicas_of_a_result_that_was_taken_back_meanwhile_are_not_corrected(director: Client, night: Night) -> None:
    corrected = between(night, 2, 3)
    address = reverse("referee:paper_result", args=(night.championship.slug, corrected.pk))
    sent = dict.fromkeys(("a1", "a2"), "40") | dict.fromkeys(("b1", "b2"), "12") | {"reason": "Se copió mal"}
    shown = director.post(address, sent).content.decode()
    fixture_clear(fixture=corrected, user=night.director, now=NOW, reason="Se repite")

    stale = director.post(address, sent | named_in(shown) | {"confirmar": "si"}).content.decode()

    assert "Corregir las chicas" in shown
    assert CHANGED in stale
    corrected.refresh_from_db()
    assert corrected.how == ""


def test_the_page_of_an_expulsion_says_who_becomes_champion_and_whose_place_is_another(sits_at: Sits) -> None:
    night = Night.played(4, replace(FINAL, entry=(Everybody(),)))
    address = url("pareja_departure", night.championship, 1)

    shown = (
        sits_at(night.championship).post(address, {"a": "salida", "expelled": "si", "reason": "Señas"}).content.decode()
    )

    assert "Gana el campeonato el" in shown
    assert ", y ya no el 1." in shown
    assert "Puestos: Final" in shown
    assert '<td>1.º</td><td class="fw-bold">sin puesto</td>' in shown
    assert "Ninguna partida" not in shown


def test_whom_a_zapateria_puts_out_of_its_stage_is_told_before_and_after(sits_at: Sits) -> None:
    """It loses its mesas to come with the one that it lost."""
    night = Night.published(4, replace(SERIES, zapateria=Zapateria.IF_DEFEATED))
    director = sits_at(night.championship)
    lost, second, left = between(night, 1, 4), between(night, 2, 4), between(night, 3, 4)
    night.record(lost, won_by(lost, 1))
    address = reverse("referee:paper_result", args=(night.championship.slug, second.pk))
    sent = {f"{side.lower()}1": "40" if side == won_by(second, 2) else "6" for side in "AB"}

    done = director.post(address, sent, follow=True).content.decode()

    left.refresh_from_db()
    assert left.winner.number == 3
    assert "El 4 queda fuera de «Series», y lo que le quedara por jugar pasa a sus rivales." in done
    address, sent = url("fixture_take_back", night.championship, second.pk), {"anular-reason": "Se repite"}
    assert "Vuelve a jugar en «Series» el 4" in director.post(address, sent).content.decode()
    director.post(address, sent | {"confirmar": "si"})
    shown = foresee(night.championship, lambda *, on_purpose: night.record(second, won_by(second, 2), zapateria=True))
    assert [each.words for each in shown.put_out] == ["Queda fuera de «Series» el 4"]


def test_of_a_zapateria_that_puts_nobody_out_nothing_is_said(sits_at: Sits) -> None:
    night = Night.published(4, replace(SERIES, zapateria=Zapateria.IF_DEFEATED))
    fixture = between(night, 2, 4)
    address = reverse("referee:paper_result", args=(night.championship.slug, fixture.pk))
    sent = {f"{side.lower()}1": "40" if side == won_by(fixture, 2) else "6" for side in "AB"}

    done = sits_at(night.championship).post(address, sent, follow=True).content.decode()

    fixture.refresh_from_db()
    assert fixture.by_zapateria
    assert "queda fuera" not in done


def test_a_substitution_takes_the_place_of_nobody_whom_its_page_did_not_name(sits_at: Sits) -> None:
    night = Night.published(4, SERIES)
    director, pareja = sits_at(night.championship), night.championship.parejas.get(number=1)
    address = url("player_replace", night.championship, 1)
    sent = {"position": "2", "name": "Sara Suplente", "reason": "Se lesionó"}
    shown = director.post(address, sent).content.decode()
    player_substitute(
        pareja=pareja, position=2, name="Eva Entrante", cedula="", reason="Enfermedad", user=night.director, now=NOW
    )

    stale = director.post(address, sent | named_in(shown) | {"confirmar": "si"}).content.decode()

    assert CHANGED in stale
    assert "Sara Suplente en lugar de Eva Entrante" in stale
    assert pareja.players.get(position=2).name == "Eva Entrante"
    director.post(address, sent | named_in(stale) | {"confirmar": "si"})
    assert pareja.players.get(position=2).name == "Sara Suplente"


def test_the_page_of_who_goes_on_with_another_partner_names_who_does(sits_at: Sits) -> None:
    night = Night.published(5, replace(FINAL, entry=(Everybody(),)))
    pareja = night.championship.parejas.get(number=1)
    address = url("pareja_partner", night.championship, 1)
    director = sits_at(night.championship)
    places = director.get(address).context["form"].fields["place"].choices
    sent = {"stays": "2", "partner": "Sara Nueva", "place": str(places[0][0]), "reason": "Se lesionó"}

    asked = director.post(address, sent).content.decode()

    assert f"<h1>{pareja.players.get(position=2).name}, del 1, sigue con otro número</h1>" in asked
