"""A pareja leaves a championship under way, and comes back."""

from datetime import timedelta
from typing import Any

import pytest

from brackets.draw.formats import DoubleElimination, Elimination, Series, Swiss
from brackets.draw.qualification import Everybody, FromEach
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Zapateria
from brackets.models import AuditEntry, Fixture, Pareja, Stage, User
from brackets.selectors.departures import late_paper
from brackets.selectors.events import disagreements
from brackets.services.departures import Moved, pareja_leave, pareja_return
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.fixtures import (
    Recorded,
    fixture_assign,
    fixture_call,
    fixture_clear,
    fixture_record,
    fixture_restore,
    fixture_start,
)
from brackets.services.planning import StagePlan, stages_plan
from brackets.services.preview import preview
from brackets.services.rounds import round_pair
from brackets.services.stages import stage_draw, stage_publish, stage_reopen
from tests.brackets.services.tournament import Tournament
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    PlayerFactory,
    TableFactory,
    director_of,
    published_stage,
)

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def stage(db: None) -> Stage:
    """Eight, four first-round partidas."""
    return published_stage(8)


@pytest.fixture
def director(stage: Stage) -> User:
    return director_of(stage.championship)


def first(stage: Stage) -> Fixture:
    return stage.fixtures.select_related("pareja_a", "pareja_b").get(number=1)


def leave(pareja: Pareja | None, **given: Any) -> Moved:
    assert pareja is not None
    return pareja_leave(
        **({"pareja": pareja, "user": director_of(pareja.championship), "now": NOW, "reason": "Enfermedad"} | given)
    )


def come_back(pareja: Pareja | None) -> Moved:
    assert pareja is not None
    return pareja_return(pareja=pareja, user=director_of(pareja.championship), now=NOW, reason="Fue un error")


def rows(stage: Stage) -> list[dict[str, Any]]:
    return list(Fixture.objects.filter(stage__championship=stage.championship).order_by("pk").values())


def record(fixture: Fixture, winner: str = "A") -> None:
    fixture_record(
        fixture=fixture, how="played", winner=winner, chicas=[[40, 20]], zapateria=False,
        user=director_of(fixture.stage.championship), now=NOW, reason="prueba",
    )  # fmt: skip


def test_what_it_has_not_played_falls_to_its_rivals(stage: Stage) -> None:
    fixture = first(stage)
    rival = fixture.pareja_b

    moved = leave(fixture.pareja_a)

    fixture = first(stage)
    assert moved.changed
    assert (fixture.status, fixture.how, fixture.winner) == ("final", "pass", rival)
    semifinal = stage.fixtures.get(round=2, position=0)
    assert rival in (semifinal.pareja_a, semifinal.pareja_b)
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.data["reason"]) == ("pareja-retirar", "Enfermedad")


def test_left_and_come_back_is_never_left(stage: Stage) -> None:
    before = rows(stage)
    pareja = first(stage).pareja_a

    leave(pareja)
    assert rows(stage) != before
    come_back(pareja)

    assert rows(stage) == before
    assert Pareja.objects.get(number=pareja.number).players.filter(active=True).count() == 2  # type: ignore[union-attr]


@pytest.mark.parametrize("another", [False, True])
def test_who_comes_back_had_not_left_when_others_played_meanwhile(stage: Stage, another: bool) -> None:  # noqa: FBT001
    pareja = first(stage).pareja_a
    if another:
        leave(stage.fixtures.get(number=2).pareja_a)
    leave(pareja)
    record(stage.fixtures.get(number=4))

    come_back(pareja)

    stage.refresh_from_db()
    assert disagreements(stage) == []


def test_the_first_round_of_a_swiss_stage_is_paired_again_with_who_came_back() -> None:
    plan = StagePlan(name="Suizo", format=Swiss(rounds=2), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    tournament = Tournament(range(1, 5), [plan])
    stage = tournament.draw_and_publish(1)
    round_pair(stage=stage, **tournament.who)
    never_left = tournament.truth()
    stage_reopen(stage=stage, reason="prueba", **tournament.who)
    tournament.draw_and_publish(1)
    pareja = tournament.parejas()[0]
    leave(pareja)
    round_pair(stage=stage, **tournament.who)

    assert come_back(pareja).fallen == ("la ronda 1 de «Suizo»",)

    round_pair(stage=stage, **tournament.who)
    assert tournament.truth() == never_left


def test_a_pass_that_a_correction_makes_later_than_what_was_played_on_it_may_have_its_paper() -> None:
    """Nobody came to the first mesa, and who passed played the final; one who had come, it turns out, has left since."""
    five = published_stage(5)
    came = five.fixtures.select_related("stage", "pareja_a").get(round=1, how="")
    details = {"winner": None, "chicas": [], "zapateria": False, "reason": "prueba", "now": NOW}
    fixture_record(fixture=came, how="double-no-show", user=director_of(five.championship), **details)
    while ready := five.fixtures.filter(status="ready").first():
        record(ready)
    leave(came.pareja_a)

    record(came)

    passed = five.fixtures.select_related("stage").get(round=2, how="pass")
    paper = late_paper(passed)
    assert paper is not None
    assert came.pareja_a is not None
    assert (paper.pareja, paper.fell) == (came.pareja_a.number, True)


def test_what_it_has_played_stays(stage: Stage) -> None:
    fixture = first(stage)
    record(fixture)

    leave(fixture.pareja_a)

    assert first(stage).winner == fixture.pareja_a
    semifinal = stage.fixtures.get(round=2, position=0)
    assert (semifinal.pareja_a, semifinal.nobody_a) == (None, True)


def test_repeating_it_does_nothing(stage: Stage) -> None:
    pareja = first(stage).pareja_a
    leave(pareja)
    before, entries = rows(stage), AuditEntry.objects.count()

    assert not leave(pareja).changed
    assert (rows(stage), AuditEntry.objects.count()) == (before, entries)


def test_of_a_mesa_that_is_called_or_in_play_it_is_asked_whether_it_was_played_and_nothing_changes(
    stage: Stage, director: User
) -> None:
    fixture = first(stage)
    fixture_start(fixture=fixture, now=NOW)
    before, entries = rows(stage), AuditEntry.objects.count()

    with pytest.raises(BracketError, match=r"partida 1.*¿Se jugó") as refused:
        leave(fixture.pareja_a)

    assert refused.value.code == "se-jugo"
    assert (rows(stage), AuditEntry.objects.count()) == (before, entries)


def test_a_mesa_that_is_played_to_its_end_counts_however_late_it_is_typed(stage: Stage) -> None:
    fixture = first(stage)
    fixture_start(fixture=fixture, now=NOW)
    leaver = fixture.pareja_a

    leave(leaver, played=True)
    assert first(stage).status == "in-play"
    record(stage.fixtures.get(number=2))
    record(first(stage))

    semifinal = stage.fixtures.get(round=2, position=0)
    assert first(stage).winner == leaver
    assert (semifinal.how, leaver in (semifinal.pareja_a, semifinal.pareja_b)) == ("pass", False)
    assert agrees(stage)


def paper(stage: Stage, number: int = 1, **given: Any) -> Recorded:
    """A mesa that its first side won, typed two hours after `NOW`."""
    fixture = stage.fixtures.select_related("pareja_a", "pareja_b", "stage").get(number=number)
    return fixture_record(
        **{
            "fixture": fixture, "how": "played", "winner": "A", "chicas": [[40, 20], [40, 30]], "zapateria": False,
            "user": director_of(stage.championship), "now": NOW + 2 * HOUR, "reason": "Llegó tarde",
        } | given
    )  # fmt: skip


def test_a_paper_typed_late_counts_where_its_hour_is_before_the_departure(stage: Stage) -> None:
    fixture, leaver = first(stage), first(stage).pareja_a
    leave(leaver, now=NOW + HOUR)
    with pytest.raises(InvalidValue) as refused:
        paper(stage, decided_at=NOW + 1.5 * HOUR)
    assert (refused.value.code, refused.value.field) == ("despues-de-salir", "decided_at")
    assert first(stage).how == "pass"

    paper(stage, decided_at=NOW + 0.5 * HOUR)

    assert (first(stage).how, first(stage).winner) == ("played", leaver)
    assert stage.fixtures.get(round=2, position=0).nobody_a
    assert fixture.pareja_b_id == first(stage).pareja_b_id
    assert agrees(stage)


def test_a_mesa_that_began_before_the_departure_counts_though_it_ended_after_it(stage: Stage) -> None:
    leaver = first(stage).pareja_a
    leave(leaver, now=NOW + HOUR)

    paper(stage, decided_at=NOW + 1.5 * HOUR, began_before=True)

    assert (first(stage).how, first(stage).winner) == ("played", leaver)
    assert first(stage).decided_at == NOW + 1.5 * HOUR
    assert agrees(stage)


def test_the_record_of_a_late_paper_has_its_hour_that_it_had_begun_before_and_what_stood_there(stage: Stage) -> None:
    leaver, rival = first(stage).pareja_a, first(stage).pareja_b
    assert leaver is not None
    assert rival is not None
    leave(leaver, now=NOW + HOUR)
    passed = first(stage).decided_at

    paper(stage, decided_at=NOW + 1.5 * HOUR, began_before=True)

    entry = AuditEntry.objects.latest("id")
    assert "el sábado 28, a las 15:30" in entry.sentence
    assert "La mesa había empezado antes de la salida" in entry.sentence
    assert entry.data["paper"] == {"decided_at": (NOW + 1.5 * HOUR).isoformat(), "began_before": True}
    before, after = entry.data["before"], entry.data["after"]
    assert (before["how"], before["winner"], before["status"], before["sides"]) == (
        "pass",
        rival.number,
        "final",
        [rival.number],
    )
    assert before["decided_at"] == (passed and passed.isoformat())
    assert (after["winner"], after["status"], after["sides"]) == (leaver.number, "final", [leaver.number, rival.number])


def test_a_result_that_is_given_back_after_its_rival_passed_says_what_stood_there(stage: Stage) -> None:
    record(first(stage))
    leaver, rival = first(stage).pareja_a, first(stage).pareja_b
    assert leaver is not None
    assert rival is not None
    fixture_clear(fixture=first(stage), user=director_of(stage.championship), now=NOW, reason="Por un fallo")
    leave(leaver, now=NOW + HOUR)

    fixture_restore(fixture=first(stage), user=director_of(stage.championship), now=NOW + HOUR)

    before = AuditEntry.objects.latest("id").data["before"]
    assert (before["how"], before["winner"], before["sides"]) == ("pass", rival.number, [rival.number])


def test_a_paper_follows_what_was_typed_after_its_hour_and_before_the_departure(stage: Stage) -> None:
    """Another left before its first mesas were typed: the hour on a paper places it among departures of its own sides alone."""
    leave(stage.fixtures.select_related("pareja_a").get(number=4).pareja_a, now=NOW)
    record(first(stage))
    record(stage.fixtures.get(number=2))
    leaver = stage.fixtures.select_related("pareja_a").get(number=5).pareja_a
    leave(leaver, now=NOW + HOUR)

    paper(stage, 5, decided_at=NOW - HOUR)

    assert stage.fixtures.get(number=5).winner == leaver
    assert agrees(stage)


def test_a_paper_of_a_mesa_whose_result_was_taken_back_before_the_departure_has_the_place_of_the_first(
    stage: Stage,
) -> None:
    record(first(stage))
    fixture_clear(fixture=first(stage), user=director_of(stage.championship), now=NOW, reason="Por un fallo")
    leave(stage.fixtures.select_related("pareja_a").get(number=4).pareja_a, now=NOW)
    leave(first(stage).pareja_a, now=NOW + HOUR)

    paper(stage, decided_at=NOW + 0.5 * HOUR)

    assert first(stage).how == "played"
    assert agrees(stage)


def test_two_papers_of_one_night_typed_late_count_both(stage: Stage) -> None:
    """The rival that it met came from a mesa that nobody had typed either: its paper has an hour too."""
    paper(stage, 1)
    leaver = first(stage).winner
    leave(leaver, now=NOW + HOUR)
    paper(stage, 2, decided_at=NOW - HOUR)
    assert stage.fixtures.get(number=5).how == "pass"

    paper(stage, 5, decided_at=NOW)

    assert stage.fixtures.get(number=5).how == "played"
    assert agrees(stage)


def test_no_paper_goes_before_those_that_its_rivals_come_from(stage: Stage) -> None:
    leave(stage.fixtures.select_related("pareja_a").get(number=4).pareja_a, now=NOW)
    record(first(stage))
    record(stage.fixtures.get(number=2))

    paper(stage, 5, decided_at=NOW - HOUR)

    assert stage.fixtures.get(number=5).order == first(stage).order
    assert agrees(stage)


def test_a_result_entered_anew_does_not_go_before_what_its_rivals_have_played_since() -> None:
    tournament = Tournament(
        range(1, 6), [StagePlan(name="Una", format=Elimination(), entry=(Everybody(),), criteria=("mesas", "sorteo"))]
    )
    stage = tournament.draw_and_publish(1)
    semifinal = stage.fixtures.select_related("pareja_a", "pareja_b").get(round=2, status="ready")
    assert semifinal.pareja_a is not None
    record(semifinal)
    fixture_clear(fixture=semifinal, user=tournament.director, now=NOW, reason="Por un fallo")
    others = {semifinal.pareja_a_id, semifinal.pareja_b_id}
    leave(next(each for each in tournament.parejas() if each.pk not in others))
    stage.refresh_from_db()
    tournament.enter_at(stage, stage.slots.index(semifinal.pareja_a.number) ^ 1)
    for each in stage.fixtures.filter(round=1, status="ready"):
        record(each, "A" if each.pareja_a_id in others else "B")

    record(stage.fixtures.get(pk=semifinal.pk))

    assert stage.fixtures.get(pk=semifinal.pk).how == "played"
    assert agrees(stage)


def test_a_mesa_that_fell_to_a_disqualification_has_no_paper_typed_late() -> None:
    stage = five_in_a_series()
    leave(stage.championship.parejas.get(number=5))
    fallen = between_these(stage, 1, 2)
    disqualify(stage, 1, rival=3)

    fallen = stage.fixtures.select_related("stage").get(pk=fallen.pk)

    assert (fallen.how, late_paper(fallen)) == ("pass", None)


def test_a_mesa_that_was_not_played_falls_to_the_rival(stage: Stage, director: User) -> None:
    fixture = first(stage)
    fixture_start(fixture=fixture, now=NOW)

    leave(fixture.pareja_a, played=False)

    assert (first(stage).how, first(stage).winner) == ("pass", fixture.pareja_b)


def test_who_was_called_leaves_and_the_call_falls(stage: Stage, director: User) -> None:
    fixture, table = first(stage), TableFactory(championship=stage.championship)
    fixture_assign(fixture=fixture, table=table, juez=None, user=director, now=NOW)
    fixture_call(fixture=fixture, user=director, now=NOW)

    assert [each.number for each in leave(fixture.pareja_a, played=False).uncalled] == [1]


def agrees(stage: Stage) -> bool:
    stage.refresh_from_db()
    return disagreements(stage) == []


def test_who_passed_free_and_won_its_semifinal_leaves_and_what_it_played_stays() -> None:
    """The case of five parejas: it was refused, and on purpose the beaten stood in the final."""
    stage = published_stage(5)
    free = [each for each in stage.fixtures.filter(round=1) if each.how == "bye"]
    for fixture in stage.fixtures.filter(round=1, status="ready"):
        record(fixture)
    semifinal = next(each for each in stage.fixtures.filter(round=2, status="ready") if each.pareja_a_id)
    bye = next(each for each in free if each.winner_id in (semifinal.pareja_a_id, semifinal.pareja_b_id))
    side = "A" if bye.winner_id == semifinal.pareja_a_id else "B"
    record(semifinal, side)
    played = list(stage.fixtures.filter(status="final").values())

    moved = leave(bye.winner)

    assert (moved.marked, moved.fallen) == ((), ())
    assert list(stage.fixtures.filter(pk__in=[each["id"] for each in played]).values()) == played
    final = stage.fixtures.get(round=3, position=0)
    assert (final.pareja_a_id, final.pareja_b_id) == (None, None)
    assert agrees(stage)
    come_back(bye.winner)
    assert bye.winner_id in (stage.fixtures.get(pk=final.pk).pareja_a_id, stage.fixtures.get(pk=final.pk).pareja_b_id)


def test_nobody_comes_back_into_a_place_that_was_played_on(stage: Stage) -> None:
    fixture = first(stage)
    leave(fixture.pareja_a)
    record(stage.fixtures.get(number=2))
    record(stage.fixtures.get(round=2, position=0))

    with pytest.raises(DrawRefusal, match="No se puede reincorporar a la pareja"):
        come_back(fixture.pareja_a)


def test_nobody_comes_back_who_plays_with_another_by_now(stage: Stage) -> None:
    pareja = first(stage).pareja_a
    assert pareja is not None
    pareja.players.filter(position=1).update(cedula="1710034065")
    leave(pareja)
    other = ParejaFactory(championship=stage.championship, number=90, player_1=None)
    PlayerFactory(pareja=other, position=1, cedula="1710034065")

    with pytest.raises(BracketError) as refused:
        come_back(pareja)
    assert refused.value.code == "jugador-en-otra"


def test_leaving_needs_a_reason(stage: Stage) -> None:
    with pytest.raises(InvalidValue):
        leave(first(stage).pareja_a, reason=" ")


@pytest.mark.parametrize("form", [Series(size=4), DoubleElimination()])
def test_in_every_format_it_plays_no_more(form: Series | DoubleElimination) -> None:
    championship = ChampionshipFactory()
    ParejaFactory.create_batch(8, championship=championship)
    director = director_of(championship)
    plan = StagePlan(name="Una", format=form, entry=(Everybody(),), criteria=("mesas", "sorteo"))
    stages_plan(championship=championship, plans=[plan], user=director, now=NOW)
    stage = stage_draw(championship=championship, user=director, now=NOW, lots_seed="sol")
    stage_publish(stage=stage, user=director, now=NOW)
    gone = first(stage).pareja_a

    leave(gone)

    mine = [each for each in stage.fixtures.all() if gone in (each.pareja_a, each.pareja_b)]
    assert mine == []
    assert first(stage).winner is not None


@pytest.mark.parametrize("between", [False, True])
def test_of_two_disqualified_in_series_neither_passes_whoever_left_between(between: bool) -> None:  # noqa: FBT001
    stage = five_in_a_series()

    theirs = between_these(stage, 1, 2)
    disqualify(stage, 1, rival=3)
    if between:
        leave(stage.championship.parejas.get(number=5))
    disqualify(stage, 2, rival=4)

    theirs = stage.fixtures.get(pk=theirs.pk)
    assert (theirs.nobody_a, theirs.nobody_b) == (True, True)
    assert agrees(stage)


def five_in_a_series() -> Stage:
    championship = ChampionshipFactory()
    for number in range(1, 6):
        ParejaFactory(championship=championship, number=number)
    director = director_of(championship)
    plan = StagePlan(name="Una", format=Series(size=0), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    stages_plan(championship=championship, plans=[plan], user=director, now=NOW)
    stage = stage_draw(championship=championship, user=director, now=NOW, lots_seed="sol")
    return stage_publish(stage=stage, user=director, now=NOW)


def between_these(stage: Stage, *numbers: int) -> Fixture:
    sides = stage.fixtures.select_related("pareja_a", "pareja_b")
    return sides.get(pareja_a__number__in=numbers, pareja_b__number__in=numbers)


def disqualify(stage: Stage, number: int, *, rival: int) -> None:
    fixture = between_these(stage, number, rival)
    assert fixture.pareja_a is not None
    fixture_record(
        fixture=fixture, how="disqualification", winner="B" if fixture.pareja_a.number == number else "A", chicas=[],
        zapateria=False, user=director_of(stage.championship), now=NOW, reason="prueba",
    )  # fmt: skip


def test_a_preview_tells_what_would_change_and_changes_nothing(stage: Stage) -> None:
    fixture, before, entries = first(stage), rows(stage), AuditEntry.objects.count()
    assert fixture.pareja_b is not None

    foreseen = preview(stage.championship, lambda: leave(fixture.pareja_a))

    rival = fixture.pareja_b.number
    assert [(change.before.number, change.words) for change in foreseen.changes] == [
        (1, f"nadie contra el {rival}; pasa el {rival}"),
        (5, f"el {rival} contra por definir"),
    ]
    assert (rows(stage), AuditEntry.objects.count()) == (before, entries)


def test_where_nobody_comes_from_one_side_a_preview_says_that_whoever_comes_passes(stage: Stage) -> None:
    fixture = first(stage)
    record(fixture)

    foreseen = preview(stage.championship, lambda: leave(fixture.pareja_a))

    assert [(change.before.number, change.words) for change in foreseen.changes] == [(5, "pasa quien llegue")]


def test_a_correction_takes_back_a_draw_in_which_earlier_defeats_count() -> None:
    last = StagePlan(
        name="Final",
        format=Elimination(),
        entry=(FromEach(1, 2),),
        criteria=("mesas", "sorteo"),
        zapateria=Zapateria.IF_DEFEATED,
    )
    first_one = StagePlan(name="Serie", format=Series(size=0), entry=(Everybody(),), criteria=("mesas", "sorteo"))
    tournament = Tournament((1, 2, 3), [first_one, last])
    tournament.draw_and_publish(1)
    stage = tournament.stages()[0]
    for better, worse in ((1, 2), (1, 3), (2, 3)):
        win(stage, better, worse)
    tournament.draw_and_publish(2)

    recorded = win(stage, 3, 2)

    assert recorded.fallen
    assert tournament.stages() == [stage]


def win(stage: Stage, better: int, worse: int) -> Recorded:
    fixture = between_these(stage, better, worse)
    assert fixture.pareja_a is not None
    return fixture_record(
        fixture=fixture, how="played", winner="A" if fixture.pareja_a.number == better else "B", chicas=[[40, 20], [40, 20]]
        if fixture.pareja_a.number == better else [[20, 40], [20, 40]], zapateria=False,
        user=director_of(stage.championship), now=NOW, reason="prueba",
    )  # fmt: skip
