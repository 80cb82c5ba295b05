"""Recording jugadas: once each, in order, by one tablet, within the rules."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from brackets.models import Fixture, Role
from brackets.services.fixtures import fixture_record
from referee.models import Chica, Data, Jugada
from referee.selectors.folding import states
from referee.services.errors import FixtureClosed, LeaseLost, MesaOutOfReach, PlanillaClosed, SequenceGap
from referee.services.log import JugadaInput, JugadaRefused, jugadas_record
from referee.services.mesas import lease_take
from tests.factories.brackets import NOW, RoleFactory, director_of
from tests.factories.referee import SORTEO, ZAPATERIA, DeviceFactory, kept_mesa, log_of, sealed_mesa
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = pytest.mark.django_db


def jugada(line: str) -> JugadaInput:
    return JugadaInput(uuid4(), line, NOW)


def test_a_jugada_is_appended_and_projected() -> None:
    kept = kept_mesa(SORTEO)

    recorded = kept.record("caida A2")

    mesa = kept.mesa
    assert recorded.acked == 2
    assert (mesa.estado, mesa.points_a, mesa.points_b, mesa.head_seq) == ("en-juego", 2, 0, 2)
    assert mesa.state["marcador"] == {"A": 2, "B": 0}
    assert recorded.head_hash == mesa.head_hash
    assert_projection_equals_replay(mesa)


def test_a_row_says_who_recorded_it_when_and_on_what() -> None:
    kept = kept_mesa()
    sent = JugadaInput(uuid4(), SORTEO, NOW - timedelta(hours=48))

    kept.send(sent)

    row = Jugada.objects.get()
    assert (row.seq, row.client_id, row.notation) == (1, sent.client_id, SORTEO)
    assert (row.device, row.user, row.lease_epoch) == (kept.device, kept.juez, 1)
    assert (row.device_ts, row.received_at) == (sent.device_ts, kept.now)


def test_notation_is_kept_in_its_one_form() -> None:
    kept = kept_mesa(f"  {SORTEO.replace(' ', '   ')}")

    assert log_of(kept.mesa) == [SORTEO]


def test_a_retry_after_a_lost_answer_changes_nothing_and_answers_alike() -> None:
    kept = kept_mesa(SORTEO)
    caida, limpia = jugada("caida A"), jugada("limpia B")
    first = kept.send(caida, limpia, base=1)

    second = kept.send(caida, limpia, base=1)

    assert second == first
    assert log_of(kept.mesa) == [SORTEO, "caida A", "limpia B"]
    assert_projection_equals_replay(kept.mesa)


@pytest.mark.parametrize(
    "before",
    [
        (SORTEO, *["caida A"] * 19, "limpia A"),  # the point that closes the chica
        ZAPATERIA,
        (SORTEO, 'suspension "Atención médica"'),
    ],
)
def test_a_retry_that_the_rules_would_refuse_by_now_is_known_all_the_same(before: tuple[str, ...]) -> None:
    """A tablet that reloaded after a lost answer counts its own jugada among those that precede it."""
    kept = kept_mesa(*before[:-1])
    last = jugada(before[-1])
    first = kept.send(last)

    again = kept.send(last)

    assert (again.acked, again.head_hash, again.state) == (first.acked, first.head_hash, first.state)
    assert log_of(kept.mesa) == list(before)


def test_a_retry_of_the_last_jugada_is_known_when_the_planilla_is_frozen() -> None:
    kept = kept_mesa(*ZAPATERIA[:-1])
    last = jugada(ZAPATERIA[-1])
    kept.send(last)
    kept.freeze()

    assert kept.send(last).acked == len(ZAPATERIA)


def test_a_retry_is_known_also_by_another_spelling_and_without_the_lease() -> None:
    kept = kept_mesa(SORTEO)
    caida = jugada("caida A")
    kept.send(caida, base=1)
    lease_take(mesa_id=kept.mesa_id, device=kept.tablet(), user=kept.juez, now=kept.tick())

    recorded = kept.send(JugadaInput(caida.client_id, "caida  A", None), base=1, epoch=1)

    assert recorded.acked == 2
    assert log_of(kept.mesa) == [SORTEO, "caida A"]


def test_a_batch_that_was_half_recorded_is_completed() -> None:
    kept = kept_mesa(SORTEO)
    sent = [jugada("caida A"), jugada("caida B"), jugada("limpia A")]
    kept.send(*sent[:2], base=1)

    recorded = kept.send(*sent, base=1)

    assert recorded.acked == 4
    assert log_of(kept.mesa) == [SORTEO, "caida A", "caida B", "limpia A"]
    assert_projection_equals_replay(kept.mesa)


def test_what_a_reloaded_tablet_sends_again_does_not_keep_back_what_is_new() -> None:
    kept = kept_mesa(SORTEO)
    sent, new = jugada("caida A"), jugada("limpia B")
    kept.send(sent, base=1)

    recorded = kept.send(sent, new, base=2)

    assert recorded.acked == 3
    assert log_of(kept.mesa) == [SORTEO, "caida A", "limpia B"]
    assert_projection_equals_replay(kept.mesa)


def test_a_jugada_twice_in_one_batch_counts_once() -> None:
    kept = kept_mesa(SORTEO)
    caida = jugada("caida A")

    recorded = kept.send(caida, caida, base=1)

    assert recorded.acked == 2
    assert log_of(kept.mesa) == [SORTEO, "caida A"]


@pytest.mark.parametrize("elsewhere", [False, True], ids=["in this mesa", "in another mesa"])
def test_a_client_id_used_for_something_else_is_refused(*, elsewhere: bool) -> None:
    kept = kept_mesa(SORTEO)
    other = kept_mesa(SORTEO) if elsewhere else kept
    caida = jugada("caida A")
    other.send(caida, base=1)
    before = log_of(kept.mesa)

    with pytest.raises(JugadaRefused) as refused:
        kept.send(JugadaInput(caida.client_id, "caida A" if elsewhere else "caida B"), base=1)

    assert refused.value.code == "client-id-repetido"
    assert log_of(kept.mesa) == before
    assert_projection_equals_replay(kept.mesa)


@pytest.mark.parametrize("base", [0, 1, 3])
def test_a_sequence_that_does_not_follow_is_refused_with_the_one_expected(base: int) -> None:
    kept = kept_mesa(SORTEO, "caida A")

    with pytest.raises(SequenceGap) as gap:
        kept.send(jugada("caida B"), base=base)

    assert (gap.value.http_status, gap.value.extra) == (409, {"expected": 2})
    assert log_of(kept.mesa) == [SORTEO, "caida A"]


def test_a_refused_jugada_changes_nothing_and_those_before_it_stay() -> None:
    kept = kept_mesa(SORTEO)

    with pytest.raises(JugadaRefused) as refused:
        kept.record("caida A", "conteo A=20 B=20 mesa=1", "caida B")

    assert refused.value.extra == {"seq": 3, "acked": 2}
    assert (refused.value.http_status, refused.value.article) == (422, "3.f, 3.g, 16")
    assert log_of(kept.mesa) == [SORTEO, "caida A"]
    assert_projection_equals_replay(kept.mesa)


def test_a_batch_refused_at_its_first_jugada_records_nothing() -> None:
    kept = kept_mesa(SORTEO)

    with pytest.raises(JugadaRefused) as refused:
        kept.record("proclama", "caida A")

    assert refused.value.extra == {"seq": 2, "acked": 1}
    assert log_of(kept.mesa) == [SORTEO]
    assert_projection_equals_replay(kept.mesa)


def test_a_client_id_known_does_not_make_notation_of_what_is_none() -> None:
    kept = kept_mesa(SORTEO)
    caida = jugada("caida A")
    kept.send(caida, base=1)

    with pytest.raises(JugadaRefused) as refused:
        kept.send(JugadaInput(caida.client_id, "caída A"), base=1)

    assert refused.value.code == "client-id-repetido"


def test_what_is_no_notation_is_refused_with_its_number() -> None:
    kept = kept_mesa(SORTEO)

    with pytest.raises(JugadaRefused) as refused:
        kept.record("caida A", "caída A")

    assert (refused.value.code, refused.value.extra) == ("notacion", {"seq": 3, "acked": 2})


def test_a_tablet_that_lost_the_lease_is_told_who_has_it() -> None:
    kept = kept_mesa(SORTEO)
    other = kept.tablet()
    lease_take(mesa_id=kept.mesa_id, device=other, user=kept.juez, now=kept.tick())

    with pytest.raises(LeaseLost) as lost:
        kept.send(jugada("caida A"), epoch=1)

    assert lost.value.extra == {"lease": {"holder": other.name, "epoch": 2}}
    assert log_of(kept.mesa) == [SORTEO]


def test_a_late_sending_from_before_the_lease_was_lost_and_won_back_is_refused() -> None:
    kept = kept_mesa(SORTEO)
    for device in (kept.tablet(), kept.device):
        lease_take(mesa_id=kept.mesa_id, device=device, user=kept.juez, now=kept.tick())

    with pytest.raises(LeaseLost):
        kept.send(jugada("caida A"), epoch=1)

    assert kept.send(jugada("caida A"), epoch=3).acked == 2


def test_only_the_fixtures_juez_and_the_desk_of_its_championship_reach_a_mesa() -> None:
    kept = kept_mesa(SORTEO)
    another_juez = RoleFactory(championship=kept.championship).user
    stranger = RoleFactory(kind=Role.Kind.DIRECTOR)

    for mesa_id, device in (
        (kept.mesa_id, DeviceFactory(championship=kept.championship, user=another_juez)),
        (kept.mesa_id, DeviceFactory(championship=stranger.championship, user=stranger.user)),
        (uuid4(), kept.device),
    ):
        with pytest.raises(MesaOutOfReach):
            jugadas_record(
                mesa_id=mesa_id,
                device=device,
                user=device.user,
                lease_epoch=1,
                base_seq=1,
                jugadas=[jugada("caida A")],
                now=NOW,
            )
    desk = kept.tablet(director_of(kept.championship))
    assert lease_take(mesa_id=kept.mesa_id, device=desk, user=desk.user, now=NOW).device == desk


def test_chicas_and_datas_are_projected_and_taken_back_with_an_anula() -> None:
    kept = kept_mesa(SORTEO, 'ajusta A +32 "marcador"', "segundo-reparto", "conteo A=22 B=18 mesa=0", "proclama")
    mesa = kept.mesa
    assert list(Chica.objects.values_list("number", "points_a", "points_b", "winner")) == [(1, 40, 0, "A")]
    assert list(Data.objects.values_list("order", "dealer", "cards_a", "cards_b")) == [(1, "A1", 22, 18)]
    assert_projection_equals_replay(mesa)

    kept.record("anula 5", "anula 4")

    assert not Chica.objects.exists()
    assert not Data.objects.exists()
    assert_projection_equals_replay(kept.mesa)


def test_a_mesa_that_ends_makes_its_fixture_provisional() -> None:
    kept = kept_mesa(*ZAPATERIA)

    mesa, fixture = kept.mesa, kept.mesa.fixture
    assert (mesa.estado, mesa.winner, mesa.reason) == ("terminada", "A", "zapateria")
    assert (fixture.status, fixture.winner, fixture.how) == ("provisional", fixture.pareja_a, "played")
    assert (fixture.chicas, fixture.by_zapateria) == ([[40, 0]], True)
    assert_projection_equals_replay(mesa)


@pytest.mark.parametrize(
    ("line", "how", "winner"),
    [
        ('abandono A "se retiran"', Fixture.How.RETIREMENT, "B"),
        ('descalificacion B "conducta"', Fixture.How.DISQUALIFICATION, "A"),
        ('adjudica-mesa B "fallo 3"', Fixture.How.PLAYED, "B"),
    ],
)
def test_the_bracket_is_told_how_a_mesa_ended(line: str, how: str, winner: str) -> None:
    fixture = kept_mesa(SORTEO, line).mesa.fixture

    assert fixture.how == how
    assert fixture.winner == (fixture.pareja_a if winner == "A" else fixture.pareja_b)


def test_the_bracket_is_told_the_caidas_of_both_sides_as_the_log_leaves_them() -> None:
    """For the tie-break of that name: those that count, a caída y limpia among them, and no other levante."""
    jugadas = (SORTEO, "caida A", "limpia A", "caida-limpia B", "caida B", "anula 5", "caida B")

    fixture = kept_mesa(*jugadas, 'abandono A "se retiran"').mesa.fixture

    assert fixture.caidas == [1, 2]
    assert kept_mesa(*ZAPATERIA).mesa.fixture.caidas == [0, 0]


def test_an_anula_that_reopens_the_mesa_puts_its_fixture_back_in_play() -> None:
    kept = kept_mesa(*ZAPATERIA)

    kept.record("anula 4")

    mesa = kept.mesa
    assert (mesa.estado, mesa.winner) == ("por-proclamar", "")
    assert (mesa.fixture.status, mesa.fixture.winner, mesa.fixture.how) == ("in-play", None, "")
    assert_projection_equals_replay(mesa)


def test_a_fixture_decided_at_the_desk_takes_no_more_jugadas() -> None:
    kept = kept_mesa(SORTEO)
    fixture_record(
        fixture=kept.fixture,
        how="walkover",
        winner="B",
        chicas=[],
        zapateria=False,
        user=director_of(kept.championship),
        now=kept.tick(),
        reason="no volvieron",
    )

    with pytest.raises(FixtureClosed):
        kept.record("caida A")

    assert log_of(kept.mesa) == [SORTEO]


def test_a_frozen_planilla_takes_no_jugadas_until_it_is_reopened() -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.freeze()

    with pytest.raises(PlanillaClosed) as closed:
        kept.record("anula 4")

    assert closed.value.code == "planilla-congelada"


def test_a_sealed_planilla_takes_no_jugadas_ever() -> None:
    kept = sealed_mesa()

    with pytest.raises(PlanillaClosed) as closed:
        kept.record('anula 4 "se equivocó"')

    assert closed.value.code == "planilla-sellada"
    assert_projection_equals_replay(kept.mesa)


def test_a_jugada_costs_three_queries_however_long_the_log() -> None:
    counts = []
    for lines in ((SORTEO,), (SORTEO, *["caida A", "caida B"] * 10)):
        kept = kept_mesa(*lines)
        kept.record("limpia A")  # what came before is at hand in this process
        mesa = kept.mesa
        with CaptureQueriesContext(connection) as queries:
            jugadas_record(
                mesa_id=mesa.public_id,
                device=kept.device,
                user=kept.juez,
                lease_epoch=1,
                base_seq=mesa.head_seq,
                jugadas=[jugada("caida A1")],
                now=kept.tick(),
            )
        counts.append([query["sql"] for query in queries if "SAVEPOINT" not in query["sql"]])

    assert [len(queries) for queries in counts] == [3, 3], counts


def test_the_answer_does_not_depend_on_what_is_in_memory() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    states.clear()

    recorded = kept.record("caida B")

    assert recorded.state.position.points == (2, 2)
    assert_projection_equals_replay(kept.mesa)


def test_the_mesa_that_goes_on_after_its_end_was_annulled_is_played_since_it_began() -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.fixture.refresh_from_db()
    began = kept.fixture.started_at
    assert began
    kept.now += timedelta(minutes=20)
    kept.record('anula 4 "proclamó antes de tiempo"')
    kept.fixture.refresh_from_db()

    assert kept.fixture.status == "in-play"
    assert kept.fixture.started_at == began
