"""Opening a mesa, taking it over, giving it back."""

import pytest

from brackets.models import AuditEntry, Championship, Fixture
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_call, fixture_clear, fixture_record
from referee.models import Mesa
from referee.services.errors import MesaOutOfReach, PlanillaClosed, RefereeError
from referee.services.mesas import lease_take, mesa_open, mesa_release
from tests.factories.brackets import ChampionshipFactory, director_of
from tests.factories.referee import SORTEO, DeviceFactory, Keeper, keeper, kept_mesa, sealed_mesa
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db


def test_opening_puts_the_fixture_in_play_under_the_championships_rules() -> None:
    kept = keeper(championship=ChampionshipFactory(rule_settings={"mayoria-bajo-20": "literal"}))
    fixture_call(fixture=kept.fixture, user=kept.juez, now=kept.tick())

    mesa = kept.open("B2", "A2", "B1", "A1")

    assert mesa.fixture.pk == kept.fixture.pk
    assert kept.mesa.fixture.status == "in-play"
    assert (mesa.reglamento, mesa.rule_settings) == ("riobamba", {"mayoria-bajo-20": "literal"})
    assert mesa.seats == ["B2", "A2", "B1", "A1"]
    assert (mesa.device, mesa.lease_epoch) == (kept.device, 1)
    assert (mesa.opened_at, mesa.identified_at) == (kept.now, kept.now)
    assert (mesa.estado, mesa.state["estado"]) == ("por-sortear", "por-sortear")
    assert_projection_equals_replay(mesa)


def test_opening_again_on_the_same_tablet_resumes_it() -> None:
    kept = kept_mesa(SORTEO)

    mesa = kept.open()

    assert (mesa.public_id, mesa.lease_epoch, mesa.head_seq) == (kept.mesa_id, 1, 1)
    assert Mesa.objects.count() == 1


def test_a_mesa_goes_on_whose_pareja_left_by_mistake_and_is_back_as_if_it_had_never_left() -> None:
    kept = kept_mesa(SORTEO)
    pareja, who = kept.fixture.pareja_b, {"user": director_of(kept.championship), "now": kept.tick()}
    fixture_record(
        fixture=kept.fixture, how="retirement", winner="A", chicas=[], zapateria=False, reason="Se fue", **who
    )
    fixture_clear(fixture=kept.fixture, reason="La mesa sigue", **who)

    pareja_leave(pareja=pareja, reason="Enfermedad", **who)
    (mark,) = kept.mesa.fixture.marks
    assert mark["text"] == "Lo que se registró aquí es de antes de que saliera uno de los dos."
    assert not AuditEntry.objects.filter(action="llevar-a-cabo").exists()
    pareja_return(pareja=pareja, reason="Fue un error", **who)

    assert kept.mesa.fixture.marks == []
    kept.fixture.refresh_from_db()
    kept.open()
    assert kept.mesa.fixture.status == "in-play"


def test_opening_on_another_tablet_takes_it_over() -> None:
    kept = kept_mesa(SORTEO)
    first, kept.device = kept.device, kept.tablet()

    mesa = kept.open()

    assert (mesa.device, mesa.lease_epoch) == (kept.device, 2)
    assert mesa.device != first


def test_seats_may_be_given_anew_until_the_first_jugada() -> None:
    kept = kept_mesa()
    before = kept.mesa.head_hash

    mesa = kept.open("A1", "B2", "A2", "B1")

    assert mesa.seats == ["A1", "B2", "A2", "B1"]
    assert mesa.head_hash != before
    kept.record(SORTEO.replace("B1=2 A2=7 B2=3", "B2=2 A2=7 B1=3"))
    assert_projection_equals_replay(kept.mesa)
    with pytest.raises(RefereeError) as refused:
        kept.open("A1", "B1", "A2", "B2")
    assert refused.value.code == "mesa-empezada"


def given(kept: Keeper, *seats: str) -> dict[str, object]:
    return {
        "fixture": kept.fixture,
        "device": kept.device,
        "user": kept.juez,
        "seats": seats,
        "representatives": {"A": 1, "B": 1},
        "identified": True,
        "now": kept.now,
    }


@pytest.mark.parametrize(
    ("change", "code", "article"),
    [
        ({"identified": False}, "falta-identificacion", "3.a"),
        ({"seats": ("A1", "A2", "B1", "B2")}, "asientos", "3.a"),
        ({"seats": ("A1", "B1", "A1", "B2")}, "asientos", "3.a"),
        ({"representatives": {"A": 3, "B": 1}}, "representante", "3.a"),
        ({"seats": ("A1", "B1")}, "asientos", "3.a"),
    ],
)
def test_a_mesa_that_cannot_be_is_not_opened(change: dict, code: str, article: str) -> None:
    kept = keeper()

    with pytest.raises(RefereeError) as refused:
        mesa_open(**given(kept, "A1", "B1", "A2", "B2") | change)

    assert (refused.value.code, refused.value.article) == (code, article)
    assert not Mesa.objects.exists()
    kept.fixture.refresh_from_db()
    assert kept.fixture.status == "ready"


def test_two_single_players_sit_down_and_a_data_of_four_repartos_is_recorded() -> None:
    kept = keeper(championship=singles())
    mesa = kept.open("B1", "A1")

    kept.record(
        "sorteo A1=7 B1=3 reparte=A1",
        "segundo-reparto",
        "tercer-reparto",
        "caida B1",
        "cuarto-reparto",
        "conteo A=21 B=19 mesa=0",
    )

    assert mesa.seats == ["B1", "A1"]
    assert kept.mesa.state["datas"][0]["cartas"] == {"A": 21, "B": 19}
    assert kept.mesa.state["reparte"] == "B1"
    assert_projection_equals_replay(kept.mesa)


@pytest.mark.parametrize(
    ("change", "code", "told"),
    [
        ({"identified": False}, "falta-identificacion", "Identifique a los dos jugadores"),
        ({"seats": ("A1", "B1", "A2", "B2")}, "asientos", "juegan dos en cada mesa"),
        ({"seats": ("A1", "A1")}, "asientos", "cada jugador ocupa un asiento"),
        ({"seats": ("A1", "B2")}, "asientos", "cada jugador ocupa un asiento"),
        ({"representatives": {"A": 1, "B": 2}}, "representante", "firma por sí mismo"),
    ],
)
def test_a_mesa_of_single_players_that_cannot_be_is_not_opened(change: dict, code: str, told: str) -> None:
    kept = keeper(championship=singles())

    with pytest.raises(RefereeError, match=told) as refused:
        mesa_open(**given(kept, "A1", "B1") | change)

    assert (refused.value.code, refused.value.article) == (code, "párrafo 2")
    assert not Mesa.objects.exists()


def test_where_the_rulebook_knows_no_single_players_none_sit_down() -> None:
    kept = keeper(championship=ChampionshipFactory(players_per_pareja=1))

    with pytest.raises(RefereeError, match="se esperan 4 asientos"):
        kept.open()


def singles() -> Championship:
    return ChampionshipFactory(reglamento="quito", players_per_pareja=1)


def test_only_a_fixture_that_waits_for_its_mesa_is_opened() -> None:
    kept = keeper()
    final = kept.fixture.stage.fixtures.get(round=2)
    final.juez = kept.juez
    kept.fixture = final

    with pytest.raises(MesaOutOfReach):
        kept.open()

    Fixture.objects.filter(pk=final.pk).update(juez=kept.juez)
    with pytest.raises(RefereeError) as refused:
        kept.open()
    assert refused.value.code == "partida-no-lista"


def test_nothing_is_opened_in_a_championship_that_is_over() -> None:
    kept = keeper()
    championship = kept.championship
    championship.status = championship.Status.CLOSED
    championship.save()

    with pytest.raises(RefereeError) as refused:
        kept.open()

    assert refused.value.code == "campeonato-cerrado"


def test_another_juezs_fixture_cannot_be_opened() -> None:
    kept = keeper()
    kept.device = DeviceFactory(championship=kept.championship)
    kept.juez = kept.device.user

    with pytest.raises(MesaOutOfReach):
        kept.open()


def test_taking_over_again_on_the_same_tablet_changes_nothing() -> None:
    kept = kept_mesa(SORTEO)

    mesa = lease_take(mesa_id=kept.mesa_id, device=kept.device, user=kept.juez, now=kept.tick())

    assert mesa.lease_epoch == 1
    assert kept.mesa.leased_at != kept.now


def test_a_sealed_mesa_is_not_taken_over_nor_opened() -> None:
    kept = sealed_mesa()

    with pytest.raises(PlanillaClosed):
        lease_take(mesa_id=kept.mesa_id, device=kept.tablet(), user=kept.juez, now=kept.tick())
    with pytest.raises(PlanillaClosed):
        kept.open()


def test_a_mesa_opened_by_mistake_is_given_back() -> None:
    kept = kept_mesa()
    director = director_of(kept.championship)

    mesa_release(mesa=kept.mesa, user=director, now=kept.tick())

    kept.fixture.refresh_from_db()
    assert kept.fixture.status == "ready"
    assert not Mesa.objects.exists()
    assert AuditEntry.objects.filter(action="mesa-retirar", user=director).count() == 1


def test_a_mesa_with_jugadas_is_not_given_back() -> None:
    kept = kept_mesa(SORTEO)

    with pytest.raises(RefereeError) as refused:
        mesa_release(mesa=kept.mesa, user=kept.juez, now=kept.tick())

    assert refused.value.code == "mesa-con-jugadas"
    assert kept.mesa.fixture.status == "in-play"


def test_a_partida_that_was_taken_back_since_it_was_read_is_refused() -> None:
    kept = keeper()
    Fixture.objects.filter(pk=kept.fixture.pk).delete()

    with pytest.raises(BracketError) as refused:
        kept.open()

    assert refused.value.code == "partida-ya-no-existe"
