"""A mesa that was left without effect tells nothing as what is played between the same two since."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from brackets.models import Fixture
from brackets.services.fixtures import fixture_clear, fixture_restore
from referee.api.payloads import mesa_list
from referee.selectors.control.hall import hall_of
from referee.selectors.live import LiveMesa, latest_version, live_of
from referee.selectors.live.estado import estados_in
from referee.selectors.live.pending import CONSULTA, pending_of
from referee.selectors.mesas import mesa_counts, stopped_among
from referee.services.consultas import consulta_open, exposed_at
from tests.factories.brackets import NOW
from tests.factories.finals import Final, final_of, opened_final, sealed_final
from tests.factories.referee import SORTEO, ZAPATERIA
from tests.referee.services.test_calls import call, claim

pytestmark = pytest.mark.django_db


def live(final: Final) -> LiveMesa:
    return live_of([final.fixture.pk], version=latest_version())[final.fixture.pk]


def unsealed_final() -> Final:
    """Ended on its tablet; its Planilla waits for the signatures."""
    return final_of(*ZAPATERIA)


def told(final: Final) -> tuple[object, ...]:
    """What boards say of who won by what."""
    mesa = live(final)
    won = [side.winner for side in mesa.sides]
    return mesa.state.label, mesa.estado, mesa.result, won, [chica.points for chica in mesa.chicas], mesa.jugadas


def test_its_board_has_what_is_to_be_played_and_then_what_was_played_on_paper() -> None:
    final = sealed_final()

    final.left_without_effect()
    before = told(final)
    final.played_on_paper()

    assert before == ("Por jugar", "", "", [False, False], [], ())
    assert told(final) == (
        "FINAL",
        "",
        f"Gana la pareja {final.fixture.pareja_b.number}",
        [False, True],
        [(20, 40), (20, 40)],
        (),
    )


def test_nor_is_a_result_told_that_was_taken_back_until_it_is_given_back() -> None:
    final = sealed_final()
    played = told(final)

    fixture_clear(fixture=final.fixture, user=final.night.director, now=NOW, reason="Mal tecleado")
    cleared = told(final)
    fixture_restore(fixture=Fixture.objects.get(pk=final.fixture.pk), user=final.night.director, now=NOW)

    assert cleared == ("Por jugar", "", "", [False, False], [], ())
    assert told(final) == played


def test_nor_when_the_two_have_played_it_on_paper_since() -> None:
    final = sealed_final()

    fixture_clear(fixture=final.fixture, user=final.night.director, now=NOW, reason="Mal tecleado")
    final.played_on_paper()

    assert told(final) == (
        "FINAL",
        "",
        f"Gana la pareja {final.fixture.pareja_b.number}",
        [False, True],
        [(20, 40), (20, 40)],
        (),
    )


@pytest.mark.parametrize(
    ("chicas", "result"),
    [([(40, 8)], "Gana la pareja 1 por zapatería"), ([(40, 22), (40, 20)], "Gana la pareja 1")],
)
def test_a_correction_of_the_chicas_leaves_its_log_told_under_them(
    chicas: list[tuple[int, int]], result: str, client: Client
) -> None:
    final = sealed_final()
    address = reverse("referee:partida", args=(final.night.championship.slug, final.fixture.pk))
    jugadas = live(final).jugadas

    final.written(*chicas)

    assert len(jugadas) == 3
    assert told(final) == ("FINAL", "Mesa terminada", result, [True, False], chicas, jugadas)
    assert client.get(address).text.count('<li id="jugada-') == len(ZAPATERIA)


def test_its_page_says_that_the_chicas_were_corrected_though_the_same_pareja_won(client: Client) -> None:
    final = sealed_final()
    final.written((40, 20), (40, 20))

    page = client.get(reverse("referee:partida", args=(final.night.championship.slug, final.fixture.pk))).text

    assert "por zapatería" not in page
    assert "El Director cambió este resultado después de sellada la Planilla" in page


def test_giving_a_result_back_gives_back_nothing_of_another_that_was_equal() -> None:
    final = sealed_final()
    final.left_without_effect()
    final.night.record(final.fixture, "A", how="played", chicas=[[40, 0]], zapateria=True)
    before = final.fixture.marks, mesa_counts(final.mesa), told(final)

    final.left_without_effect()
    fixture_restore(fixture=final.fixture, user=final.night.director, now=final.kept.tick())

    assert (final.fixture.marks, mesa_counts(final.mesa), told(final)) == before
    assert not mesa_counts(final.mesa)


@pytest.mark.parametrize("kept", [sealed_final, unsealed_final])
def test_its_page_announces_no_winner_whose_result_was_taken_back(kept, client: Client) -> None:
    final = kept()
    address = reverse("referee:partida", args=(final.night.championship.slug, final.fixture.pk))
    played = client.get(address).text

    fixture_clear(fixture=final.fixture, user=final.night.director, now=NOW, reason="Mal tecleado")
    cleared = client.get(address).text
    assert client.get(address).context["chicas"] == []
    final.played_on_paper()
    anew = client.get(address).text

    announced = f"Mesa terminada: gana la pareja {final.numbers[0]}"
    assert [announced in " ".join(each.split()) for each in (played, cleared, anew)] == [True, False, False]
    without = "quedó sin efecto por decisión del Director"
    assert [without in each for each in (played, cleared, anew)] == [False, True, True]


def test_what_the_desk_decided_is_no_mesa_that_stands_still(client: Client) -> None:
    final = final_of(SORTEO, "limpia A", 'suspension "Apagón"')
    stopped = live(final).state.label
    address = reverse("referee:partida", args=(final.night.championship.slug, final.fixture.pk))

    final.night.record(final.fixture, "A", how="retirement", chicas=[], reason="Se fue")
    decided = live(final).state.label
    shown = client.get(address).text
    fixture_clear(fixture=final.fixture, user=final.night.director, now=NOW, reason="Volvió")

    assert [stopped, decided, live(final).state.label] == ["Suspendida", "FINAL", "Por jugar"]
    assert "Suspendida" not in shown
    assert "Mesa suspendida" not in shown
    assert not stopped_among(fixture=final.fixture)


def test_so_has_its_public_page(client: Client) -> None:
    final = sealed_final()
    address = reverse("referee:partida", args=(final.night.championship.slug, final.fixture.pk))

    final.left_without_effect()
    before = client.get(address)
    final.played_on_paper()
    after = client.get(address)

    assert "y quedó sin efecto por decisión del Director." in before.text
    assert before.context["chicas"] == []
    assert [[score.points for score in chica] for chica in after.context["chicas"]] == [[20, 40], [20, 40]]


def test_so_have_its_tablet_and_its_place_at_the_desk() -> None:
    final = sealed_final()

    final.left_without_effect()

    (summary,) = [
        each
        for each in mesa_list(device=final.kept.device, user=final.kept.juez).mesas
        if each.fixture == final.fixture.pk
    ]
    (seat,) = [
        placed.seat
        for placed in hall_of(final.night.championship, now=final.kept.now).placed
        if placed.seat.fixture == final.fixture
    ]
    assert (summary.status, summary.estado, summary.id, summary.sealed) == ("ready", None, None, False)
    assert seat.mesa is None


def test_nothing_of_it_is_under_review() -> None:
    final = opened_final()
    call(final.kept, reason="reglas")
    call(final.kept, reason="apelacion")
    final.kept.record(SORTEO)
    claim(final.kept)
    final.kept.record(*ZAPATERIA[1:])
    planilla = final.kept.freeze()
    final.kept.sign(planilla, "A")
    final.kept.sign(planilla, "B", "bajo-protesta")
    final.kept.sign(planilla, "juez")
    assert pending_of([final.fixture.pk]) != {}

    final.left_without_effect()

    assert pending_of([final.fixture.pk]) == {}
    assert live(final).state.label == "Por jugar"


def test_a_consulta_of_its_partida_still_waits() -> None:
    final = sealed_final()
    championship, director = final.night.championship, final.night.director
    exposed = exposed_at(final.fixture, question="¿Quién reparte?", article="", side="", user=director)
    consulta_open(championship=championship, exposed=exposed, client_id=uuid4(), user=director, now=NOW)

    final.left_without_effect()

    assert pending_of([final.fixture.pk]) == {final.fixture.pk: [CONSULTA]}


def test_it_does_not_stand_still() -> None:
    """It was suspended when the desk decided it."""
    final = final_of(SORTEO, 'suspension "agua en la mesa"')
    championship = final.night.championship
    assert stopped_among(fixture__stage__championship=championship) == {final.fixture.pk}
    final.night.record(final.fixture, "A", how="retirement", chicas=[])

    final.left_without_effect()

    assert live(final).state.label == "Por jugar"
    assert estados_in(championship).of(final.fixture, voided=False).label == "Por jugar"
    assert stopped_among(fixture=final.fixture) == frozenset()


def test_over_the_jugadas_of_its_page_stands_one_sentence(client: Client) -> None:
    """That of a mesa that ended, was given to the other by a ruling, or was left without effect."""
    final = sealed_final()
    address = reverse("referee:partida", args=(final.night.championship.slug, final.fixture.pk))
    told = ("Mesa terminada: gana", "El Director cambió este resultado", "quedó sin efecto por decisión del Director.")

    ended = client.get(address).text
    final.written((20, 40), (20, 40))
    overruled = client.get(address).text
    fixture_clear(fixture=final.fixture, user=final.night.director, now=final.kept.tick(), reason="Se repite")
    cleared = client.get(address).text

    shown = [[each in " ".join(page.split()) for each in told] for page in (ended, overruled, cleared)]
    assert shown == [[True, False, False], [False, True, False], [False, False, True]]
    assert f"Vale que gana la pareja {final.numbers[1]};" in overruled
    assert "<p></p>" not in ended + overruled + cleared
