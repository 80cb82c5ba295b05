"""What the preview of a ruling shows is what carrying it out then does: the mesa, who wins, the order, the calls (17)."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from brackets.draw.plans import StagePlan
from brackets.draw.refusal import DrawRefusal
from brackets.models import Fixture, Stage
from brackets.selectors.stages import ranking_of, roster_of, spots_of
from brackets.services.errors import BracketError, is_refusal
from referee.models import Appeal, Mesa
from referee.services.appeals.preview import rulings_preview
from referee.services.appeals.ruling import Ruled, appeal_rule
from tests.brackets.services.desk import ANY, TIMES, undone
from tests.referee.services.hall_at_work import MEASURES, PLANS, SERIES_THEN_DOUBLE, TWO_STAGES, HallAtWork

SHAPES: Final[Mapping[str, tuple[int, Sequence[StagePlan]]]] = {
    "double": (4, PLANS),
    "double of five": (5, PLANS),
    "series": (4, TWO_STAGES),
    "series, then double": (6, SERIES_THEN_DOUBLE),
}
LOGS: Final = ((0, 1), (0, 1, 6), (0, 4, 1, 5), (0, 1, 2))


def played_out(hall: HallAtWork, log: int, *, most: int) -> None:
    """So many partidas are played and sealed; what is won in each hangs on `log`."""
    for turn in range(most):
        ready = [fixture for fixture in hall.fixtures() if fixture.status == "ready"]
        if not ready:
            return
        play(hall, ready[0], LOGS[1 + (log + turn) % 2])


def play(hall: HallAtWork, fixture: Fixture, lines: Sequence[int], *, sealed: bool = True) -> Mesa:
    hall.on_fixture("open", fixture, 0)()
    mesa = next(each for each in hall.mesas() if each.fixture_id == fixture.pk)
    for line in lines:
        hall.on_mesa("jugada", mesa, line)()
    mesa.refresh_from_db()
    if sealed and mesa.estado == "terminada":
        hall.on_mesa("seal", mesa, 0)()
    return mesa


def appealed(hall: HallAtWork, which: int, log: int, *, sealed: bool, called: bool) -> Appeal:
    """An appeal at one of the mesas, or at one more that is played now, admitted with all that was called on it."""
    ready = [fixture for fixture in hall.fixtures() if fixture.status == "ready"]
    mesas = hall.mesas()
    if ready and (log % 3 == 0 or not mesas):
        mesa = play(hall, ready[0], LOGS[log % len(LOGS)], sealed=sealed)
    else:
        mesa = mesas[which % len(mesas)]
    appeal = hall.appeal(hall.keeper(mesa.fixture), "AB"[which % 2], 2)
    try:
        hall.on_appeal("admit", appeal, 0)()
    except DrawRefusal:
        hall.on_appeal("admit", appeal, 3)()
    if called:  # some on the Director's word
        if log % 2 and Fixture.objects.get(pk=mesa.fixture_id).status == "provisional":
            hall.on_appeal("let-count", appeal, 0)()
        for fixture in hall.fixtures():
            if fixture.status == "ready":
                with suppress(BracketError):  # one of the two is called elsewhere, or it waits for the ruling
                    hall.on_fixture("call", fixture, 0)()
    return appeal


def looked_at(hall: HallAtWork) -> dict[str, Any]:
    """The championship as it is: fixtures, tables and entrants, told without the preview."""
    roster = roster_of(hall.championship.pk)
    stages = list(hall.championship.stages.order_by("number"))
    columns = ("pareja_a_id", "pareja_b_id", "nobody_a", "nobody_b", "status", "winner_id")
    published = [stage for stage in stages if stage.status == Stage.Status.PUBLISHED]
    rows = {
        row.pk: tuple(getattr(row, each) for each in columns) for row in Fixture.objects.filter(stage__in=published)
    }
    orders = {}
    for stage in published:
        ranking = ranking_of(stage, roster, list(stage.fixtures.all()))
        for number, group in enumerate(ranking.groups):
            orders[stage.pk, number] = tuple(each.pareja for each in group if each.place is not None)
    entrants = {stage.name: {spot.pareja for spot in spots_of(stage, roster)} - {None} for stage in stages[1:]}
    return {"rows": rows, "orders": orders, "entrants": entrants, "stages": {stage.pk for stage in published}}


def mesa_of(appeal: Appeal) -> dict[str, object]:
    mesa = Mesa.objects.get(pk=appeal.mesa_id)
    chicas = [[chica["A"], chica["B"], chica["ganador"]] for chica in mesa.state["chicas"]]
    score = [mesa.points_a, mesa.points_b]
    return {
        "estado": mesa.estado, "marcador": score, "chicas": chicas, "ganador": mesa.winner, "motivo": mesa.reason,
    }  # fmt: skip


@pytest.mark.django_db
@settings(max_examples=3 * TIMES, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    shape=st.sampled_from(sorted(SHAPES)),
    most=st.integers(0, 6),
    log=ANY,
    which=ANY,
    sealed=st.booleans(),
    called=st.booleans(),
    go_on=st.booleans(),
)
def test_the_preview_is_what_is_then_done(
    shape: str, most: int, log: int, which: int, *, sealed: bool, called: bool, go_on: bool
) -> None:
    with undone():
        parejas, plans = SHAPES[shape]
        hall = HallAtWork(parejas, plans)
        played_out(hall, log, most=30 if go_on and len(plans) > 1 else most)
        if go_on and len(plans) > 1 and all(each.status == "final" for each in hall.fixtures()):
            hall.on_stages("draw")()
            hall.on_stages("publish")()
            event("the later stage is there")
            played_out(hall, log, most=which % 3)
        appeal = appealed(hall, which, log, sealed=sealed, called=called)
        director = hall.who
        measures = [MEASURES[(log + which * step) % len(MEASURES)] for step in (1, 3, 5)]
        for measure, seen in zip(measures, rulings_preview(appeal, measures, **director), strict=True):
            with undone():
                assert_kept(hall, appeal, measure, seen, director)


def assert_kept(hall: HallAtWork, appeal: Appeal, measure: Any, seen: Any, director: dict[str, Any]) -> None:
    foreseen = seen.foreseen
    before = looked_at(hall)
    assert foreseen.possible or foreseen.refusal
    if not foreseen.possible or foreseen.on_purpose:
        refusal = refused(appeal, measure, director, on_purpose=False)
        assert refusal
        assert foreseen.refusal.startswith(refusal)
        assert looked_at(hall) == before
    if not foreseen.possible:
        event("refused")
        return
    done = carried_out(appeal, measure, director, on_purpose=foreseen.on_purpose)
    after = looked_at(hall)
    event(f"on purpose {foreseen.on_purpose}, changes {bool(foreseen.changes)}, falls {bool(foreseen.calls)}")
    event(f"orders {bool(foreseen.orders)}, entering {bool(foreseen.entering)}, fallen {bool(foreseen.fallen)}")

    told = {key: value for key, value in seen.after.items() if key != "moved"}
    assert told == mesa_of(appeal)
    assert seen.after == done.ruling.after
    assert [list(each) for each in seen.jugadas] == [list(each) for each in done.ruling.jugadas]
    assert (foreseen.fallen, foreseen.marked) == (done.fallen, done.marked)

    rows, now = before["rows"], after["rows"]
    moved = {pk for pk in rows.keys() | now.keys() if rows.get(pk) != now.get(pk)}
    gone = {pk for pk in rows if pk not in now}
    assert {change.fixture.pk for change in foreseen.changes} - gone == moved - gone
    for change in foreseen.changes:
        there = change.after and (
            change.after.pareja_a_id, change.after.pareja_b_id, change.after.nobody_a, change.after.nobody_b,
            change.after.status, change.after.winner_id,
        )  # fmt: skip
        assert there == now.get(change.fixture.pk)
    fell = {pk for pk in rows if rows[pk][4] == "called" and (now.get(pk) or [""] * 5)[4] != "called"}
    assert {change.fixture.pk for change in foreseen.calls} == fell

    tabled = {tuple(place.after for place in order.places if place.after is not None) for order in foreseen.orders}
    reordered = {
        key for key in before["orders"] if key in after["orders"] and before["orders"][key] != after["orders"][key]
    }
    series = {key for key in reordered if format_with_table(key[0])}
    assert tabled == {after["orders"][key] for key in series}
    for entry in foreseen.entering:
        assert set(entry.enter) == after["entrants"][entry.name] - before["entrants"][entry.name]
        assert set(entry.leave) == before["entrants"][entry.name] - after["entrants"][entry.name]
    others = {name for name, entrants in before["entrants"].items() if entrants != after["entrants"][name]}
    assert {entry.name for entry in foreseen.entering} == others


def format_with_table(stage: int) -> bool:
    return Stage.objects.get(pk=stage).name == "Series"


def carried_out(appeal: Appeal, measure: Any, director: dict[str, Any], *, on_purpose: bool) -> Ruled:
    return appeal_rule(appeal=appeal, measure=measure, grounds="Visto", on_purpose=on_purpose, **director)


def refused(appeal: Appeal, measure: Any, director: dict[str, Any], *, on_purpose: bool) -> str:
    try:
        carried_out(appeal, measure, director, on_purpose=on_purpose)
    except Exception as refusal:
        if not is_refusal(refusal):
            raise
        return refusal.message
    return ""
