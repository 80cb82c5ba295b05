"""Any order of what people do with one paper: nothing typed is lost, nobody confirms his own, and nothing counts before it is sealed."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from brackets.models import AuditEntry, Fixture
from brackets.services.errors import BracketError
from referee.models import Jugada, Mesa, PaperIncident, Planilla, Transcription
from referee.selectors.transcription.standing import parts_of
from referee.services.errors import RefereeError
from referee.services.transcriptions.beginning import transcription_take, transcription_withdraw
from referee.services.transcriptions.confirming import transcription_return
from referee.services.transcriptions.incidents import incident_decide, incident_seal
from referee.services.transcriptions.rows import (
    draws_save,
    ending_save,
    row_drop,
    row_save,
    transcription_finish,
    transcription_reopen,
)
from tests.factories.brackets import NOW, RoleFactory, director_of
from tests.factories.referee import keeper
from tests.factories.transcriptions import PAPER, Desk
from tests.referee.replaying import assert_projection_equals_replay

WHO = st.integers(0, 2)
ROW = st.integers(0, len(PAPER.rows) - 1)


class Papers(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.rows: dict[str, dict[str, Any]] = {}

    @initialize(typed=st.integers(0, len(PAPER.rows)))
    def begin(self, typed: int) -> None:
        """Some of it is typed already, mostly all."""
        self.desk = Desk(keeper().fixture)
        championship = self.desk.fixture.stage.championship
        self.users = (self.desk.typist, self.desk.reader, RoleFactory(championship=championship, kind="control").user)
        self.director = director_of(championship)
        self.paper = self.desk.start()
        for row in PAPER.rows[:typed]:
            self.type(0, row.key, row.as_json(), lambda row=row: row_save(**self.by(0), row=row))
        draws_save(**self.by(0), draws=PAPER.draws)
        ending_save(**self.at(0), ending=PAPER.ending)

    def by(self, who: int) -> dict[str, Any]:
        return {"transcription": self.paper, "user": self.users[who]}

    def at(self, who: int) -> dict[str, Any]:
        return {**self.by(who), "now": NOW}

    def type(self, who: int, key: str, kept: dict[str, Any] | None, act: Callable[[], object]) -> None:
        if not self.do("type", act):
            return
        if kept is None:
            self.rows.pop(key, None)
        else:
            self.rows[key] = kept

    def everything(self) -> list[object]:
        return [
            list(model.objects.order_by("pk").values())
            for model in (Transcription, PaperIncident, Mesa, Jugada, Planilla, Fixture, AuditEntry)
        ]

    def do(self, what: str, act: Callable[[], object]) -> bool:
        """Refused, nothing has changed."""
        before = self.everything()
        try:
            with transaction.atomic():
                act()
        except (RefereeError, BracketError) as refused:
            event(f"{what}: {refused.code}")
            assert self.everything() == before
            return False
        event(f"{what} done")
        return True

    def again(self, what: str, act: Callable[[], object]) -> None:
        """Done twice, the second time does nothing."""
        if self.do(what, act):
            before = self.everything()
            act()
            assert self.everything() == before

    @rule(who=WHO, row=ROW, slip=st.sampled_from([0, 0, 0, 2]))
    def write(self, who: int, row: int, slip: int) -> None:
        there = PAPER.rows[row]
        a, b = there.score
        changed = PAPER.with_row(row + 1, score=(max(a - slip, 0), b)).rows[row]
        self.type(who, there.key, changed.as_json(), lambda: row_save(**self.by(who), row=changed))

    @rule(who=WHO)
    def write_all(self, who: int) -> None:
        for row in PAPER.rows:
            self.type(who, row.key, row.as_json(), lambda row=row: row_save(**self.by(who), row=row))

    @rule(who=WHO, row=ROW)
    def drop(self, who: int, row: int) -> None:
        key = PAPER.rows[row].key
        self.type(who, key, None, lambda: row_drop(**self.by(who), key=key))

    @rule(who=WHO)
    def finish(self, who: int) -> None:
        self.again("finish", lambda: transcription_finish(**self.at(who)))

    @rule(who=WHO)
    def reopen(self, who: int) -> None:
        self.again("reopen", lambda: transcription_reopen(**self.at(who)))

    @rule(who=WHO)
    def take(self, who: int) -> None:
        self.again("take", lambda: transcription_take(**self.at(who)))

    @rule(who=WHO, right=st.sampled_from([True, True, True, False]))
    def confirm(self, who: int, *, right: bool) -> None:
        scores = {key: tuple(kept["score"]) for key, kept in self.rows.items()} if right else {}
        given = {"user": self.users[who], "scores": scores, "seen": parts_of(self.paper), "winner": "A"}
        self.again("confirm", lambda: self.desk.confirm(self.paper, **given))

    @rule(who=WHO)
    def give_back(self, who: int) -> None:
        self.again(
            "give back", lambda: transcription_return(**self.at(who), marked=list(self.rows)[:1], words="Otra vez")
        )

    @rule(who=WHO, rarely=st.integers(0, 4))
    def withdraw(self, who: int, rarely: int) -> None:
        if rarely == 0 and self.do("withdraw", lambda: transcription_withdraw(**self.at(who), reason="No era")):
            self.begin_anew()

    def begin_anew(self) -> None:
        if Transcription.objects.get(pk=self.paper.pk).status == "retirada":
            self.paper, self.rows = self.desk.start(), {}
            draws_save(**self.by(0), draws=PAPER.draws)
            ending_save(**self.at(0), ending=PAPER.ending)

    @rule(verdict=st.sampled_from(["papel", "otro", "ninguno"]))
    def decide(self, verdict: str) -> None:
        given = {"transcription": self.paper, "user": self.director, "now": NOW}
        self.again("decide", lambda: incident_decide(**given, verdict=verdict, words="Así es"))

    @rule()
    def seal(self) -> None:
        self.again("seal", lambda: incident_seal(transcription=self.paper, user=self.director, now=NOW))

    @invariant()
    def nothing_typed_is_lost(self) -> None:
        kept = Transcription.objects.get(pk=self.paper.pk).rows
        assert {row["key"]: row for row in kept} == self.rows
        assert len(kept) == len(self.rows)

    @invariant()
    def nobody_confirms_his_own(self) -> None:
        paper = Transcription.objects.get(pk=self.paper.pk)
        assert paper.confirmed_by_id is None or paper.confirmed_by_id not in paper.typists

    @invariant()
    def nothing_counts_before_it_is_sealed(self) -> None:
        paper = Transcription.objects.get(pk=self.paper.pk)
        fixture = Fixture.objects.get(pk=self.desk.fixture.pk)
        if paper.status != "sellada":
            assert (fixture.how, Mesa.objects.exists(), Planilla.objects.exists()) == ("", False, False)
            return
        mesa = fixture.mesa
        assert_projection_equals_replay(mesa)
        assert (fixture.status, mesa.estado, mesa.planillas.get().status) == ("final", "terminada", "sealed")
        assert fixture.chicas == [list(each) for each in mesa.chicas.values_list("points_a", "points_b")]
        assert paper.last_seq == mesa.head_seq == mesa.jugadas.count()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)


@pytest.mark.django_db
def test_nothing_counts_before_two_agreed_and_nothing_typed_is_lost() -> None:
    run_state_machine_as_test(
        Papers,
        settings=settings(
            max_examples=8, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
