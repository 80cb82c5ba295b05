"""Whatever happens in a hall, in any order: there is a next step, no appeal is lost, and nobody plays on a provisional result."""

import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest
from django.db import transaction
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from brackets.draw.plans import StagePlan
from brackets.draw.refusal import DrawRefusal
from brackets.models import UNDER_WAY, Fixture
from brackets.selectors.stages import drawn_of, results_of, roster_of, spots_of
from brackets.services.errors import BracketError
from referee.models import Appeal, AppealQualification, AppealRelease, AppealRuling, Mesa, Planilla
from referee.rules import RuleViolation
from referee.selectors.appeals import appeals_told
from referee.selectors.control import hall_of
from referee.services.errors import RefereeError
from tests.brackets.services.desk import ANY, TIMES
from tests.referee.replaying import assert_projection_equals_replay
from tests.referee.services.hall_at_work import PLANS, SERIES_THEN_DOUBLE, TWO_STAGES, HallAtWork

REFUSALS: Final = (BracketError, RefereeError, DrawRefusal, RuleViolation)
SCENES: Final = (
    "played", "played, appealed", "played, admitted", "over", "over, sealed", "over, sealed, appealed", "over, sealed, admitted",
    "over, admitted",
)  # fmt: skip
CALLED: Final = [
    "call",
    "call",
    "call-again",
    "present",
    "present",
    "identified",
    "seated",
    "undo",
    "walkover",
    "release",
]
PLAYED: Final = ["jugada"] * 5 + ["seal", "seal", "freeze", "suspend", "resume", "give-back", "appeal", "appeal"]
APPEALED: Final = ["admit", "admit", "reject", "let-count", "rule", "rule"]


Shape = tuple[int, Sequence[StagePlan]]
# How many parejas, and the stages they play; series of two are of an even number.
SHAPES: Final[Sequence[Shape]] = ((3, PLANS), (4, PLANS), (5, PLANS), (4, TWO_STAGES), (6, SERIES_THEN_DOUBLE))


class Law(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.hall: HallAtWork | None = None
        self.filed: set[int] = set()
        self.moved = False

    @initialize(
        shape=st.sampled_from(SHAPES),
        later=st.booleans(),
        scenes=st.lists(st.sampled_from(SCENES), min_size=1, max_size=4),
        how=ANY,
    )
    def start(self, shape: Shape, scenes: list[str], how: int, *, later: bool) -> None:
        """Some mesas are under way already, or over, and appealed; in the later stage too, where there is one."""
        parejas, plans = shape
        self.hall = HallAtWork(parejas, plans)
        self.moved = True
        if later and len(plans) > 1:
            for fixture in self.hall.fixtures():
                self.play(fixture, "over, sealed", how)
            for kind in ("draw", "publish"):
                self.do(self.hall.on_stages(kind), kind)
            event("the later stage is there")
        for which, scene in enumerate(scenes):
            playable = [fixture for fixture in self.hall.fixtures() if fixture.status == "ready"]
            any(self.play(fixture, scene, how + which) for fixture in playable)

    def play(self, fixture: Fixture, scene: str, how: int) -> bool:
        """Not where one of the two plays elsewhere."""
        assert self.hall is not None
        if not self.do(self.hall.on_fixture("open", fixture, 0), "open"):
            return False
        mesa = next(mesa for mesa in self.hall.mesas() if mesa.fixture_id == fixture.pk)
        for line in (0, 1, 6) if "over" in scene else (0, 1):
            self.do(self.hall.on_mesa("jugada", mesa, line), "jugada")
        if "sealed" in scene:
            self.do(self.hall.on_mesa("seal", mesa, 0), "seal")
        if "appealed" in scene or "admitted" in scene:
            self.do(self.hall.on_mesa("appeal", mesa, 2 + how % 2), "appeal")
        if "admitted" in scene:
            self.do(self.hall.on_appeal("admit", self.hall.appeals()[-1], 0), "admit")
        return True

    def do(self, act: Callable[[], Any], what: str = "") -> bool:
        """Refused, nothing has changed."""
        assert self.hall is not None
        before = self.hall.everything()
        try:
            with transaction.atomic():
                act()
        except REFUSALS as refusal:
            event(f"{what} refused: {getattr(refusal, 'code', '')}")
            assert self.hall.everything() == before, f"{what} was refused, and changed something"
            return False
        event(f"{what} done")
        self.moved = True
        return True

    @staticmethod
    def pick(rows: list[Any], which: int) -> Any:
        return rows[which % len(rows)]

    @rule(kind=st.sampled_from([*CALLED, "open", "open", "open", "take-back-result"]), which=ANY, how=ANY)
    def a_partida(self, kind: str, which: int, how: int) -> None:
        open_ones = [fixture for fixture in self.hall.fixtures() if fixture.status != "final"] or self.hall.fixtures()
        rows = self.hall.fixtures() if kind == "take-back-result" else open_ones
        self.do(self.hall.on_fixture(kind, self.pick(rows, which), how), kind)

    @rule(kind=st.sampled_from(PLAYED), which=ANY, how=ANY)
    def a_mesa(self, kind: str, which: int, how: int) -> None:
        if mesas := self.hall.mesas():
            self.do(self.hall.on_mesa(kind, self.pick(mesas, which), how), kind)

    @rule(kind=st.sampled_from(APPEALED), which=ANY, how=ANY)
    def an_appeal(self, kind: str, which: int, how: int) -> None:
        if appeals := self.hall.appeals():
            self.do(self.hall.on_appeal(kind, self.pick(appeals, which), how), kind)

    @rule(kind=st.sampled_from(["stop", "go-on", "go-on", "go-on", "wait", "wait"]))
    def the_hall(self, kind: str) -> None:
        self.do(self.hall.on_hall(kind), kind)

    @rule(kind=st.sampled_from(["draw", "publish", "both"]))
    def a_later_stage(self, kind: str) -> None:
        for each in ("draw", "publish") if kind == "both" else (kind,):
            if len(self.hall.tournament.plans) > 1:
                self.do(self.hall.on_stages(each), each)

    @invariant()
    def what_always_holds(self) -> None:
        """What was refused changed nothing: it holds as before."""
        if self.moved:
            self.moved = False
            self.no_appeal_is_lost()
            self.nobody_plays_on_a_provisional_result()
            self.nobody_plays_who_may_not_have_entered()
            self.the_desk_sees_what_to_do()

    def no_appeal_is_lost(self) -> None:
        assert self.hall is not None
        there = {appeal.pk for appeal in self.hall.appeals()}
        assert self.filed <= there
        self.filed = there
        assert {told.appeal.pk for told in appeals_told(self.hall.championship)} == there
        for appeal in Appeal.objects.filter(qualification__admitted=True, ruling=None, release=None):
            assert Fixture.objects.get(mesa=appeal.mesa_id).status != "final", (
                "an appealed result counts before the ruling"
            )
            assert Mesa.objects.get(pk=appeal.mesa_id).estado in ("suspendida", "terminada"), "it is played on"

    def nobody_plays_on_a_provisional_result(self) -> None:
        """Who is called or plays is there by the results that count, or by the Director's word."""
        assert self.hall is not None
        roster = roster_of(self.hall.championship.pk)
        for stage in self.hall.tournament.stages():
            fixtures = list(stage.fixtures.all())
            matches = drawn_of(stage).after(results_of(fixtures, roster.ids)).matches
            for fixture in fixtures:
                if fixture.status in UNDER_WAY and not fixture.marks:
                    match = matches[fixture.round, fixture.position]
                    sides = [roster.ids.get(side) if isinstance(side, int) else None for side in (match.a, match.b)]
                    assert [fixture.pareja_a_id, fixture.pareja_b_id] == sides, f"{fixture} was not waited for"

    def nobody_plays_who_may_not_have_entered(self) -> None:
        """Who is called or plays in a later stage entered it by results that count, or by the Director's word."""
        assert self.hall is not None
        roster = roster_of(self.hall.championship.pk)
        for stage in self.hall.tournament.stages()[1:]:
            entered = {roster.ids.get(spot.pareja) for spot in spots_of(stage, roster) if spot.settled and spot.pareja}
            for fixture in stage.fixtures.filter(status__in=UNDER_WAY, marks=[]):
                assert {fixture.pareja_a_id, fixture.pareja_b_id} <= entered, f"{fixture} was not waited for"

    def the_desk_sees_what_to_do(self) -> None:
        """Every table where something waits for the desk tells what."""
        assert self.hall is not None
        for seat, step in hall_of(self.hall.championship, now=self.hall.now).placed:
            waits = seat.appeals or (seat.fixture and seat.fixture.status == "called") or seat.calls
            assert step is not None or not waits, f"nothing to do at {seat.name}"

    def teardown(self) -> None:
        try:
            if self.hall is not None and sys.exc_info()[0] is None:
                for mesa in self.hall.mesas():
                    assert_projection_equals_replay(mesa)
                self.it_comes_to_an_end()
        finally:
            transaction.set_rollback(True)
            self.atomic.__exit__(None, None, None)

    def it_comes_to_an_end(self) -> None:
        """From wherever it has come to, the desk and the jueces bring it to its champion, by what they always do."""
        assert self.hall is not None
        self.the_hall("go-on")
        for _ in range(60):
            waiting = [fixture for fixture in self.hall.fixtures() if fixture.status not in ("final", "waiting")]
            if not (waiting or self.open_appeals()):
                if not self.go_on():
                    break
                continue
            acted = [self.end_appeal(appeal) for appeal in self.open_appeals()]
            acted += [self.end_fixture(fixture) for fixture in waiting]
            assert any(acted), f"no next step: {[(str(each), each.status) for each in waiting]} {self.open_appeals()}"
        left = [(str(each), each.status, each.how) for each in self.hall.fixtures()]
        assert self.hall.tournament.course().champion is not None or self.nobody_is_left(), left
        self.no_appeal_is_lost()

    def go_on(self) -> bool:
        """Draw and publish what follows, if anything does."""
        return bool(step := self.hall.tournament.going_on()) and self.do(step, "go on")

    def nobody_is_left(self) -> bool:
        """Both absent in the last one, or both put out: there is no champion, and nothing to play."""
        return all(fixture.status in ("final", "waiting") for fixture in self.hall.fixtures())

    def open_appeals(self) -> list[Appeal]:
        return [
            appeal
            for appeal in self.hall.appeals()
            if not AppealRuling.objects.filter(appeal=appeal).exists()
            and not AppealQualification.objects.filter(appeal=appeal, admitted=False).exists()
        ]

    def end_appeal(self, appeal: Appeal) -> bool:
        if not AppealQualification.objects.filter(appeal=appeal).exists():
            return self.do(self.hall.on_appeal("reject", appeal, 0), "reject")
        released = AppealRelease.objects.filter(appeal=appeal).exists()
        return self.do(self.hall.on_appeal("rule", appeal, 0), "rule") or (
            released and self.do(self.hall.on_appeal("rule", appeal, 24), "rule on purpose")
        )

    def end_fixture(self, fixture: Fixture) -> bool:
        fixture.refresh_from_db()
        mesa = Mesa.objects.filter(fixture=fixture).first()
        if fixture.status in ("ready", "called"):
            self.do(self.hall.on_fixture("open", fixture, 0), "open")
            fixture.refresh_from_db()
            return fixture.status == "in-play" or (mesa is not None and self.by_hand(fixture))
        if mesa is None:
            return False
        if mesa.estado == "suspendida":
            return self.do(self.hall.on_mesa("resume", mesa, 0), "resume")
        if mesa.estado != "terminada":
            return self.do(self.hall.on_mesa("jugada", mesa, 6), "jugada")
        if self.do(self.hall.on_mesa("seal", mesa, 0), "seal"):
            return True
        frozen = Planilla.objects.filter(mesa=mesa, status=Planilla.Status.FROZEN).first()
        return frozen is not None and self.sign(frozen, mesa)

    def sign(self, planilla: Planilla, mesa: Mesa) -> bool:
        """Whoever has not signed yet does."""
        kept = self.hall.keeper(mesa.fixture)
        signed = [self.do(lambda party=party: kept.sign(planilla, party), "sign") for party in (mesa.winner, "juez")]
        return any(signed)

    def by_hand(self, fixture: Fixture) -> bool:
        """Its mesa was played and its result taken back: the desk types what counts now."""
        ending = {"how": "played", "winner": "A", "chicas": [[40, 22], [40, 18]]}
        return self.do(self.hall.tournament.on_fixture("record", fixture, ending), "typed")


@pytest.mark.django_db
def test_the_hall_always_has_a_next_step() -> None:
    run_state_machine_as_test(
        Law,
        settings=settings(
            max_examples=4 * TIMES,
            stateful_step_count=24,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
