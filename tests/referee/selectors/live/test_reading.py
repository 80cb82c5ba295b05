"""What a board is told of a mesa, from its call to its seal."""

import json

import pytest
from pytest_django import DjangoAssertNumQueries

from brackets.models import Championship, Fixture
from brackets.services.fixtures import fixture_record
from referee.models import Consulta, TableReview
from referee.rules import Measure, parse_jugada, replay, result
from referee.selectors.folding import rules_of, states
from referee.selectors.live import LiveAnswer, LiveMesa, floor_live, live_of
from referee.selectors.live.pending import APPEAL, CONSULTA, CORRECTION, DOUBT, LOOKED_INTO, PROTEST, RONDA
from referee.services.appeals.ruling import appeal_rule
from referee.services.calls import call_attend
from referee.services.consultas import consulta_resolve
from referee.services.corrections import planilla_correct
from referee.services.protests import protest_see
from referee.services.reviews import review_tell, reviews_end
from referee.services.rondas import ronda_decide
from tests.factories.appeals import admitted
from tests.factories.brackets import NOW, director_of, personal_set, published_stage
from tests.factories.referee import SORTEO, ZAPATERIA, Keeper, keeper, keepers, kept_mesa, sealed_mesa
from tests.referee.services.test_calls import call, claim

pytestmark = pytest.mark.django_db
PLAYED = (SORTEO, "caida B2", "limpia A1", "segundo-reparto", "conteo A=22 B=17 mesa=1")


def seen(kept: Keeper) -> LiveMesa:
    return live_of([kept.fixture.pk], version=7)[kept.fixture.pk]


def test_a_mesa_in_play_is_told_whole() -> None:
    kept = kept_mesa(*PLAYED, "caida A2")

    mesa = seen(kept)

    assert mesa.state == ("live", "EN VIVO", "live")
    assert [(side.points, side.perros, side.tantos, side.won) for side in mesa.sides] == [(12, 1, 1, 0), (2, 0, 1, 0)]
    assert mesa.sides[0].players == tuple(kept.players("A"))
    assert (mesa.chica, mesa.data, mesa.table, mesa.jugada, mesa.version) == (1, 2, 1, 6, 7)
    assert mesa.dealer is not None
    assert mesa.dealer.name in kept.players(mesa.dealer.side)
    assert mesa.last is not None
    assert mesa.last.text == f"Caída, {kept.players('A')[1]}, A +2"
    assert [row.number for row in mesa.jugadas] == [6]
    assert mesa.at == kept.now


def test_the_score_is_the_fold_of_the_log_after_every_jugada() -> None:
    kept = kept_mesa()
    for line in (*PLAYED, "caida A", "anula 6", 'ajusta B +38 "marcador"', "proclama", "limpia A"):
        kept.record(line)
        states.clear()
        fresh, mesa = seen(kept), kept.mesa
        lines = list(mesa.jugadas.order_by("seq").values_list("notation", flat=True))

        fold = result(replay(rules_of(mesa), tuple(mesa.seats), map(parse_jugada, lines)))

        assert {"A": fresh.sides[0].points, "B": fresh.sides[1].points} == fold["marcador"]
        assert {"A": fresh.sides[0].won, "B": fresh.sides[1].won} == fold["ganadas"]
        assert (fresh.data, fresh.jugada) == (fold["data"], len(lines))


def test_it_is_upcoming_called_live_provisional_and_final_in_turn() -> None:
    kept = keeper()
    stages = [seen(kept).state.code]
    kept.open()
    stages.append(seen(kept).state.code)
    kept.record(*ZAPATERIA)
    stages.append(seen(kept).state.code)
    kept.seal()
    stages.append(seen(kept).state.code)

    assert stages == ["upcoming", "live", "provisional", "final"]
    assert seen(kept).sides[0].winner
    assert seen(kept).result == "Gana la pareja " + str(kept.fixture.pareja_a.number) + " por zapatería"


def test_a_result_without_a_tablet_is_final() -> None:
    kept = keeper()
    fixture = kept.fixture

    fixture_record(
        fixture=fixture, how="walkover", winner="A", chicas=(), zapateria=False, user=director_of(kept.championship), now=NOW,
        reason="",
    )  # fmt: skip

    assert seen(kept).state.label == "FINAL"
    assert "W.O." in seen(kept).result
    assert seen(kept).sides[0].points is None


def test_what_is_being_decided_puts_it_under_review_until_it_is_decided() -> None:
    kept = kept_mesa(SORTEO)
    director = director_of(kept.championship)

    asked, doubt = claim(kept), call(kept, reason="reglas")
    assert (seen(kept).state.label, seen(kept).review) == ("EN REVISIÓN", (RONDA, DOUBT))

    ronda_decide(claim=asked, outcome="no-procede", rank="", by=director, now=kept.tick())
    assert seen(kept).review == (DOUBT,)

    call_attend(call=doubt, by=director, now=kept.tick())
    assert seen(kept).state.code == "live"


def test_a_call_for_anything_else_is_no_review() -> None:
    kept = kept_mesa(SORTEO)

    call(kept, reason="medico")

    assert seen(kept).review == ()


def test_a_signature_under_protest_keeps_it_from_being_final_until_a_director_knows() -> None:
    kept = kept_mesa(*ZAPATERIA)
    planilla = kept.freeze()
    kept.sign(planilla, "A")
    protest = kept.sign(planilla, "B", "bajo-protesta")
    kept.sign(planilla, "juez")

    assert (seen(kept).state.code, seen(kept).review) == ("review", (PROTEST,))

    protest_see(signature=protest, by=director_of(kept.championship), now=kept.tick())

    assert seen(kept).state.code == "final"


def test_an_admitted_appeal_waits_for_its_ruling() -> None:
    kept = kept_mesa(SORTEO, "caida A")
    appeal = admitted(kept)

    assert seen(kept).review == (APPEAL,)

    director = director_of(kept.championship)
    appeal_rule(appeal=appeal, measure=Measure("confirma"), grounds="Visto", user=director, now=kept.tick())

    assert seen(kept).review == ()


def test_a_planilla_that_is_corrected_is_under_review() -> None:
    kept = sealed_mesa()

    planilla_correct(mesa=kept.mesa, reason="fallo", unsigned="", user=director_of(kept.championship), now=kept.tick())

    assert CORRECTION in seen(kept).review


def test_a_consulta_about_it_is_under_review() -> None:
    kept = kept_mesa(SORTEO)
    director = director_of(kept.championship)
    consulta = Consulta.objects.create(
        championship=kept.championship, number=1, client_id="00000000-0000-7000-8000-000000000001",
        fixture=kept.fixture, juez=kept.juez, question="¿Vale?", asked_at=NOW, written_by=director,
    )  # fmt: skip
    assert seen(kept).review == (CONSULTA,)

    consulta_resolve(consulta=consulta, text="Vale.", user=director, now=NOW)

    assert seen(kept).review == ()


def test_a_suspended_mesa_says_so_before_anything_else() -> None:
    kept = kept_mesa(SORTEO, 'suspension "corte de luz"')
    claim(kept)

    assert seen(kept).state.label == "Suspendida"


@pytest.mark.parametrize(("visibility", "points", "won"), [("todo", 0, 1), ("chicas", None, 1), ("final", None, None)])
def test_the_public_is_told_during_play_what_the_director_settled(
    visibility: str, points: int | None, won: int | None
) -> None:
    kept = kept_mesa(SORTEO, 'ajusta A +38 "x"', 'ajusta B +30 "x"', "caida A", "proclama")
    Championship.objects.update(live_visibility=visibility)

    mesa = seen(kept)

    assert (mesa.sides[0].points, mesa.sides[0].won) == (points, won)
    assert len(mesa.chicas) == (won or 0)
    assert bool(mesa.jugadas) == bool(mesa.last) == bool(mesa.dealer) == bool(mesa.data) == (visibility == "todo")


@pytest.mark.parametrize("visibility", ["chicas", "final"])
def test_once_it_is_over_everything_is_told(visibility: str) -> None:
    kept = kept_mesa(*ZAPATERIA)
    Championship.objects.update(live_visibility=visibility)

    assert seen(kept).sides[0].points == 40
    assert seen(kept).chicas[0].zapateria


def test_nothing_personal_is_in_it() -> None:
    kept = kept_mesa(*ZAPATERIA)
    personal_set(
        kept.fixture.pareja_a.players.filter(position=1), cedula="1710034065", email="a@example.org", phone="0991112223"
    )
    kept.seal()

    told = json.dumps(LiveAnswer(1, live_of([kept.fixture.pk], version=1).values()).as_json())

    assert "1710034065" not in told
    assert "example.org" not in told
    assert "0991112223" not in told


def test_the_number_of_queries_does_not_grow(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    stage = published_stage(8)
    kept = keepers(list(stage.fixtures.filter(status=Fixture.Status.READY)))

    def counted(some: list[Keeper]) -> None:
        for each in some:
            each.open()
            each.record(SORTEO, "caida A")
        states.clear()
        with django_assert_num_queries(8):
            _version, found = floor_live(stage.championship)
        assert len(found) == len([each for each in kept if each.mesa_id])

    counted(kept[:1])
    counted(kept[1:4])


def test_reading_what_has_ended_leaves_the_states_in_memory_to_those_who_tap() -> None:
    playing, ended = kept_mesa(*PLAYED), kept_mesa(*ZAPATERIA)
    ended.seal()
    states.clear()

    for kept in (playing, ended):
        assert seen(kept).jugada

    assert states.get(playing.mesa.head_hash) is not None
    assert states.get(ended.mesa.head_hash) is None


def test_a_protest_that_is_looked_into_is_in_review_until_it_is_decided_or_given_up() -> None:
    kept = kept_mesa(*PLAYED)

    review_tell(mesa=kept.mesa, begun=True, now=kept.tick())
    asked = seen(kept)
    kept.record("juego-y-veo A no-procede")
    decided = seen(kept)
    review_tell(mesa=kept.mesa, begun=True, now=kept.tick())
    again = seen(kept)
    review_tell(mesa=kept.mesa, begun=False, now=kept.tick())

    assert (asked.state.label, asked.review) == ("EN REVISIÓN", (LOOKED_INTO,))
    assert (decided.state.label, decided.review) == ("EN VIVO", ())
    assert again.state.label == "EN REVISIÓN"
    assert seen(kept).state.label == "EN VIVO"


def test_a_tablet_that_fell_silent_looks_into_nothing_any_more() -> None:
    kept = kept_mesa(*PLAYED)
    begun = kept.tick()
    review_tell(mesa=kept.mesa, begun=True, now=begun)

    reviews_end(now=begun + TableReview.SILENCE / 2)
    still = seen(kept)
    reviews_end(now=begun + TableReview.SILENCE)

    assert still.state.label == "EN REVISIÓN"
    assert seen(kept).state.label == "EN VIVO"


def test_what_is_not_in_play_any_more_is_not_held_up_by_a_sheet_left_open() -> None:
    kept = kept_mesa(*ZAPATERIA)
    kept.freeze()

    review_tell(mesa=kept.mesa, begun=True, now=kept.tick())

    assert LOOKED_INTO not in seen(kept).review
