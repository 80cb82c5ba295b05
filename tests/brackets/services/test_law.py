"""The law at the level of services: wrong and then corrected is the same as right from the start."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet
from hypothesis import given, settings
from hypothesis import strategies as st

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.qualification import Everybody
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Zapateria
from brackets.models import AuditEntry, Fixture, Stage, User
from brackets.selectors.late import places_of
from brackets.selectors.stages import roster_of
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.errors import BracketError
from brackets.services.fixtures import (
    Recorded,
    fixture_assign,
    fixture_call,
    fixture_clear,
    fixture_record,
    fixture_report,
    fixture_restore,
    fixture_start,
)
from brackets.services.inscription import ParejaData
from brackets.services.late_entries import LateEntry, late_entry_undo, pareja_enter_late
from brackets.services.planning import StagePlan, stages_plan
from brackets.services.projection import fixtures_create, stage_project
from brackets.services.rounds import round_pair
from brackets.services.stages import stage_draw, stage_publish
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, TableFactory, director_of

pytestmark = pytest.mark.django_db

ENDINGS = [
    {"how": "played", "winner": "A", "chicas": [[40, 22], [40, 18]]},
    {"how": "played", "winner": "B", "chicas": [[8, 40]], "zapateria": True},
    {"how": "walkover", "winner": "A"},
    {"how": "retirement", "winner": "B"},
    {"how": "disqualification", "winner": "A"},
    {"how": "disqualification", "winner": None},
    {"how": "double-no-show", "winner": None},
]
SIZES = st.integers(2, 9)
# Each number is reduced to what there is at that moment, so that hypothesis can shrink it.
ANY = st.integers(0, 63)
KINDS = [
    *("record", "clear", "call", "start", "report", "seal"),
    *("on-purpose", "restore", "leave", "expel", "return", "enter", "undo"),
]
STEPS = st.lists(st.tuples(st.sampled_from(KINDS), ANY, ANY), max_size=30)
ANEW = ("enter", "undo")
"""What is another action each time."""


FORMS = st.sampled_from(
    [
        Elimination(),
        Elimination(third_place=True, consolation=True),
        DoubleElimination(),
        DoubleElimination(second_final=False),
        Series(size=0),
    ]
)
LIFE = ("leave", "expel", "return", "enter", "undo")
ZAPATERIAS = st.sampled_from(list(Zapateria))


class Desk:
    """One stage and everything one can do to it."""

    def __init__(self, parejas: int, form: Format, zapateria: Zapateria) -> None:
        championship = ChampionshipFactory()
        for number in range(1, parejas + 1):
            ParejaFactory(championship=championship, number=number)
        self.director: User = director_of(championship)
        who = {"user": self.director, "now": NOW}
        plan = StagePlan(
            name="Etapa", format=form, entry=(Everybody(),), criteria=("mesas", "sorteo"), zapateria=zapateria
        )
        stages_plan(championship=championship, plans=[plan], **who)
        drawn = stage_draw(championship=championship, lots_seed="prueba", **who)
        self.stage: Stage = stage_publish(stage=drawn, **who)

    def fixtures(self) -> list[Fixture]:
        return list(self.stage.fixtures.filter(number__isnull=False).order_by("number"))

    def record(self, fixture: Fixture, ending: dict[str, Any]) -> Recorded:
        details = {"chicas": [], "zapateria": False, "reason": "prueba"} | ending
        return fixture_record(fixture=fixture, user=self.director, now=NOW, **details)

    def step(self, kind: str, which: int, how: int) -> None:
        fixtures = self.fixtures()
        fixture, ending = fixtures[which % len(fixtures)], ENDINGS[how % len(ENDINGS)]
        if kind == "record":
            self.record(fixture, ending)
        elif kind == "clear":
            fixture_clear(fixture=fixture, user=self.director, now=NOW, reason="prueba")
        elif kind == "call":
            table = self.stage.championship.tables.filter(number=fixture.number).first()
            table = table or TableFactory(championship=self.stage.championship, number=fixture.number)
            fixture_assign(fixture=fixture, table=table, juez=None, user=self.director, now=NOW)
            fixture_call(fixture=fixture, user=self.director, now=NOW)
        elif kind == "start":
            fixture_start(fixture=fixture, now=NOW)
        elif kind == "on-purpose":
            self.record(fixture, ending | {"on_purpose": True})
        elif kind == "restore":
            fixture_restore(fixture=fixture, user=self.director, now=NOW)
        elif kind in LIFE:
            self.live(kind, which, how)
        else:
            details = {"chicas": [], "zapateria": False} | ending
            fixture_report(fixture=fixture, final=kind == "seal", user=self.director, now=NOW, **details)

    def live(self, kind: str, which: int, how: int) -> None:
        """Parejas that leave, come back and enter late."""
        parejas = list(self.stage.championship.parejas.order_by("number"))
        pareja, who = parejas[which % len(parejas)], {"user": self.director, "now": NOW}
        if kind in ("leave", "expel"):
            kinds = {"expelled": kind == "expel", "voided": how % 2 == 1, "on_purpose": how % 3 == 0}
            pareja_leave(pareja=pareja, reason="prueba", **kinds, **who)
        elif kind == "return":
            pareja_return(pareja=pareja, reason="prueba", on_purpose=how % 3 == 0, **who)
        elif kind == "undo":
            late_entry_undo(pareja=pareja, **who)
        else:
            self.enter(how)

    def enter(self, which: int = 0) -> LateEntry:
        """Into one of the open places, or where there is none."""
        stage = Stage.objects.get(pk=self.stage.pk)
        places = [place.number for place in places_of(stage)] or [0]
        return pareja_enter_late(
            stage=stage,
            data=ParejaData(player_1="Tomás Tarde", player_2="Teresa Tarde"),
            place=places[which % len(places)],
            reason="prueba",
            user=self.director,
            now=NOW,
            on_purpose=which % 3 == 0,
        )

    def everything(self) -> list[object]:
        """The rows, the late entries and who is in."""
        parejas = self.stage.championship.parejas.order_by("number").values_list("number", "status", "voided")
        self.stage.refresh_from_db()
        return [*self.rows(), self.stage.late, self.stage.pairings, self.stage.kept_rounds, *parejas]

    def project(self) -> tuple[Fixture, ...]:
        return stage_project(self.stage, self.stage.fixtures.all(), roster_of(self.stage.championship_id))

    def rows(self) -> list[dict[str, Any]]:
        """All fixtures as they are stored, without what only names the row."""
        rows = list(self.stage.fixtures.order_by("round", "position").values())
        return [{name: value for name, value in row.items() if name != "id"} for row in rows]

    def entries(self) -> int:
        return AuditEntry.objects.count()


@contextmanager
def undone() -> Iterator[None]:
    """Leave the database as it was: hypothesis tries many examples in one test."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def by_round(stage: Stage) -> list[QuerySet[Fixture]]:
    """The fixtures of each round, read when they are asked for."""
    numbers = stage.fixtures.order_by("round").values_list("round", flat=True).distinct()
    return [stage.fixtures.filter(round=number) for number in numbers]


def projected_anew(desk: Desk) -> list[dict[str, Any]]:
    """What a fresh projection makes of the slots and what people decided, which is all that is kept."""
    kept = (
        *("table_id", "juez_id", "status", "how", "winner_id", "chicas", "zapateria", "called_at", "decided_at"),
        *("pareja_a_id", "pareja_b_id", "nobody_a", "nobody_b"),
    )
    desk.stage.refresh_from_db()
    decided = {(row["round"], row["position"]): row for row in desk.rows()}
    with undone():
        fixtures_create(desk.stage)
        # In series everybody is known from the beginning, and the rounds need not be played in their order.
        series = desk.stage.format["kind"] == "series"
        rounds = [desk.stage.fixtures.all()] if series else by_round(desk.stage)
        for fixtures in rounds:
            for fixture in fixtures:
                row = decided[fixture.round, fixture.position]
                result = row["how"] not in ("", "bye", "pass")
                if result or row["status"] in ("called", "in-play"):
                    Fixture.objects.filter(pk=fixture.pk).update(mark=row["mark"], **{name: row[name] for name in kept})
                else:
                    places = {"table_id": row["table_id"], "juez_id": row["juez_id"], "mark": row["mark"]}
                    Fixture.objects.filter(pk=fixture.pk).update(**places)
            desk.project()
        return desk.rows()


@given(parejas=SIZES, form=FORMS, zapateria=ZAPATERIAS, steps=STEPS)
@settings(max_examples=60)
def test_after_any_steps_the_fixtures_are_what_a_fresh_projection_makes_of_them(
    parejas: int, form: Format, zapateria: Zapateria, steps: list[tuple[str, int, int]]
) -> None:
    with undone():
        desk = Desk(parejas, form, zapateria)
        for kind, which, how in steps:
            before, entries = desk.everything(), desk.entries()
            try:
                desk.step(kind, which, how)
            except (BracketError, DrawRefusal):
                if kind != "call":  # which is two services
                    assert (desk.everything(), desk.entries()) == (before, entries)
            else:
                again, entries = desk.everything(), desk.entries()
                if kind not in ANEW:
                    desk.step(kind, which, how)
                    assert (desk.everything(), desk.entries()) == (again, entries)
        assert desk.project() == ()
        assert desk.rows() == projected_anew(desk)


def settled(desk: Desk, choices: list[int]) -> None:
    """Play the whole bracket, each ending as chosen."""
    for place, choice in enumerate(choices):
        ready = [fixture for fixture in desk.fixtures() if fixture.status == "ready"]
        if not ready:
            return
        desk.record(ready[place % len(ready)], ENDINGS[choice % len(ENDINGS)])


@given(
    parejas=SIZES,
    form=FORMS,
    zapateria=ZAPATERIAS,
    before=st.lists(ANY, max_size=5),
    which=ANY,
    wrong=ANY,
    right=ANY,
    after=st.lists(ANY, max_size=4),
)
@settings(max_examples=60)
def test_wrong_and_then_corrected_is_right_from_the_start(
    parejas: int,
    form: Format,
    zapateria: Zapateria,
    before: list[int],
    which: int,
    wrong: int,
    right: int,
    after: list[int],
) -> None:
    with undone():
        desk = Desk(parejas, form, zapateria)
        settled(desk, before)
        ready = [fixture.pk for fixture in desk.fixtures() if fixture.status == "ready"]
        if not ready:
            return
        pk = ready[which % len(ready)]
        with undone():
            desk.record(Fixture.objects.get(pk=pk), ENDINGS[right % len(ENDINGS)])
            expected = desk.rows()
        with undone():
            desk.record(Fixture.objects.get(pk=pk), ENDINGS[wrong % len(ENDINGS)])
            desk.record(Fixture.objects.get(pk=pk), ENDINGS[right % len(ENDINGS)])
            assert desk.rows() == expected
        desk.record(Fixture.objects.get(pk=pk), ENDINGS[wrong % len(ENDINGS)])
        settled(desk, after)
        entered_late = desk.rows()
        try:
            desk.record(Fixture.objects.get(pk=pk), ENDINGS[right % len(ENDINGS)])
        except DrawRefusal:
            assert desk.rows() == entered_late
        else:
            assert desk.rows() == projected_anew(desk)


@given(parejas=SIZES, form=FORMS, before=st.lists(ANY, max_size=6), which=ANY, choice=ANY)
@settings(max_examples=30)
def test_entered_and_taken_back_is_never_entered(
    parejas: int, form: Format, before: list[int], which: int, choice: int
) -> None:
    with undone():
        desk = Desk(parejas, form, Zapateria.NOTHING)
        settled(desk, before)
        ready = [fixture for fixture in desk.fixtures() if fixture.status == "ready"]
        if not ready:
            return
        fixture, untouched = ready[which % len(ready)], desk.rows()

        desk.record(fixture, ENDINGS[choice % len(ENDINGS)])
        fixture_clear(fixture=fixture, user=desk.director, now=NOW, reason="prueba")

        assert desk.rows() == untouched


def paired(desk: Desk, form: Format) -> None:
    """Pair the next Swiss round where the one before it has ended and two are left."""
    if isinstance(form, Swiss) and not desk.stage.fixtures.exclude(status="final").exists():
        with suppress(DrawRefusal):
            round_pair(stage=desk.stage, user=desk.director, now=NOW)
        desk.stage.refresh_from_db()


WITH_SWISS = st.sampled_from([Elimination(third_place=True), DoubleElimination(), Series(size=0), Swiss(rounds=2)])


@given(
    parejas=st.integers(4, 9),
    form=WITH_SWISS,
    before=st.lists(ANY, max_size=9),
    action=st.sampled_from(["leave", "expel", "void", "enter", "clear"]),
    which=ANY,
)
@settings(max_examples=60)
def test_what_is_undone_was_never_done(parejas: int, form: Format, before: list[int], action: str, which: int) -> None:
    with undone():
        desk = Desk(parejas, form, Zapateria.NOTHING)
        who = {"user": desk.director, "now": NOW}
        for part in (before[:5], before[5:]):
            paired(desk, form)
            settled(desk, part)
        untouched = desk.everything()
        try:
            if action == "enter":
                entry = desk.enter(which)
                if entry.marked:
                    return  # against what was played: that is not undone
                assert desk.everything() != untouched
                late_entry_undo(pareja=entry.pareja, **who)
                entry.pareja.players.all().delete()
                entry.pareja.delete()  # its number is not given again
            elif action == "clear":
                fixture = desk.fixtures()[which % max(len(desk.fixtures()), 1)]
                if fixture_clear(fixture=fixture, reason="prueba", **who).fallen:
                    return  # as above
                fixture_restore(fixture=fixture, **who)
            else:
                pareja = desk.stage.championship.parejas.get(number=1 + which % parejas)
                kinds = {"expelled": action != "leave", "voided": action == "void"}
                if pareja_leave(pareja=pareja, reason="prueba", **kinds, **who).fallen:
                    return  # a round that has to be paired again, by one action
                pareja_return(pareja=pareja, reason="prueba", **who)
        except (BracketError, DrawRefusal):
            pass
        assert desk.everything() == untouched
