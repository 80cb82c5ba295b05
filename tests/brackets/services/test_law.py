"""The law at the level of services: wrong and then corrected is the same as right from the start."""

from contextlib import suppress
from typing import Any

import pytest
from django.db import transaction
from django.db.models import QuerySet
from hypothesis import event, given, settings
from hypothesis import strategies as st

from brackets.draw.formats import DoubleElimination, Elimination, Format, Series, Swiss
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody
from brackets.draw.refusal import DrawRefusal
from brackets.draw.structure import Zapateria
from brackets.models import UNPLAYED, Fixture, Stage
from brackets.selectors.events import disagreements
from brackets.selectors.stages import roster_of
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.effects import NO_EFFECTS, Effects
from brackets.services.errors import BracketError
from brackets.services.fixtures import fixture_clear, fixture_restore
from brackets.services.late_entries import late_entry_undo
from brackets.services.players import pareja_reform_undo
from brackets.services.projection import fixtures_create, stage_project
from brackets.services.rounds import round_pair
from brackets.services.stages import stage_publish
from referee.management.rehearsal.drawing import draw_rehearsed
from tests.brackets.services.desk import ANY, ENDINGS, ON_FIXTURES, ON_PAREJAS, TIMES, Desk, undone
from tests.factories.brackets import NOW

pytestmark = pytest.mark.django_db

SIZES = st.integers(2, 9)
STEPS = st.lists(st.tuples(st.sampled_from([*ON_FIXTURES, *ON_PAREJAS]), ANY, ANY), max_size=30)
ANEW = ("enter",)
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
ZAPATERIAS = st.sampled_from(list(Zapateria))


class Playing(Desk):
    """One stage, published."""

    def __init__(self, parejas: int, form: Format, zapateria: Zapateria) -> None:
        plan = StagePlan(
            name="Etapa", format=form, entry=(Everybody(),), criteria=("mesas", "sorteo"), zapateria=zapateria
        )
        super().__init__(range(1, parejas + 1), [plan])
        drawn = draw_rehearsed(championship=self.championship, public_seed="prueba", **self.who)
        self.stage: Stage = stage_publish(stage=drawn, **self.who)

    def everything(self) -> list[object]:
        """The rows, the late entries and who is in."""
        parejas = self.championship.parejas.order_by("number").values_list("number", "status", "voided")
        self.stage.refresh_from_db()
        return [*self.rows(), self.stage.late, self.stage.pairings, self.stage.kept_rounds, self.stage.left, *parejas]

    def project(self) -> Effects:
        return stage_project(self.stage, self.stage.fixtures.all(), roster_of(self.stage.championship_id))

    def rows(self) -> list[dict[str, Any]]:
        """All fixtures as they are stored, without what only names the row."""
        rows = list(self.stage.fixtures.order_by("round", "position").values())
        return [{name: value for name, value in row.items() if name != "id"} for row in rows]


def by_round(stage: Stage) -> list[QuerySet[Fixture]]:
    """The fixtures of each round, read when they are asked for."""
    numbers = stage.fixtures.order_by("round").values_list("round", flat=True).distinct()
    return [stage.fixtures.filter(round=number) for number in numbers]


def projected_anew(desk: Playing) -> list[dict[str, Any]]:
    """What a fresh projection makes of the slots and what people decided, which is all that is kept."""
    kept = (
        *("table_id", "juez_id", "status", "how", "winner_id", "chicas", "by_zapateria", "zapaterias"),
        *("called_at", "started_at", "decided_at", "pareja_a_id", "pareja_b_id", "nobody_a", "nobody_b", "order"),
    )
    desk.stage.refresh_from_db()
    decided = {(row["round"], row["position"]): row for row in desk.rows()}
    with undone():
        fixtures_create(desk.stage, now=NOW)
        # In series everybody is known from the beginning, and the rounds need not be played in their order.
        series = desk.stage.format["kind"] == "series"
        rounds = [desk.stage.fixtures.all()] if series else by_round(desk.stage)
        for fixtures in rounds:
            for fixture in fixtures:
                row = decided[fixture.round, fixture.position]
                result = row["how"] not in ("", *UNPLAYED)
                if result or row["status"] in ("called", "in-play"):
                    Fixture.objects.filter(pk=fixture.pk).update(
                        marks=row["marks"], **{name: row[name] for name in kept}
                    )
                else:
                    places = {"table_id": row["table_id"], "juez_id": row["juez_id"], "marks": row["marks"]}
                    Fixture.objects.filter(pk=fixture.pk).update(**places)
            desk.project()
        return desk.rows()


@given(parejas=SIZES, form=FORMS, zapateria=ZAPATERIAS, steps=STEPS)
@settings(max_examples=10 * TIMES)
def test_after_any_steps_the_fixtures_are_what_a_fresh_projection_makes_of_them(
    parejas: int, form: Format, zapateria: Zapateria, steps: list[tuple[str, int, int]]
) -> None:
    with undone():
        desk = Playing(parejas, form, zapateria)
        for kind, which, how in steps:
            before, entries = desk.everything(), desk.entries()
            act = desk.act(kind, desk.target(kind, which), how)
            try:
                act()
            except (BracketError, DrawRefusal):
                assert (desk.everything(), desk.entries()) == (before, entries)
            else:
                again, entries = desk.everything(), desk.entries()
                if kind not in ANEW:
                    act()
                    assert (desk.everything(), desk.entries()) == (again, entries)
        assert desk.project() == NO_EFFECTS
        assert disagreements(desk.stage) == []
        assert desk.rows() == projected_anew(desk)


def settled(desk: Playing, choices: list[int]) -> None:
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
@settings(max_examples=10 * TIMES)
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
        desk = Playing(parejas, form, zapateria)
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
@settings(max_examples=6 * TIMES)
def test_entered_and_taken_back_is_never_entered(
    parejas: int, form: Format, before: list[int], which: int, choice: int
) -> None:
    with undone():
        desk = Playing(parejas, form, Zapateria.NOTHING)
        settled(desk, before)
        ready = [fixture for fixture in desk.fixtures() if fixture.status == "ready"]
        if not ready:
            return
        fixture, untouched = ready[which % len(ready)], desk.rows()

        desk.record(fixture, ENDINGS[choice % len(ENDINGS)])
        fixture_clear(fixture=fixture, user=desk.director, now=NOW, reason="prueba")

        assert desk.rows() == untouched


def paired(desk: Playing, form: Format) -> None:
    """Pair the next Swiss round where the one before it has ended and two are left."""
    if isinstance(form, Swiss) and not desk.stage.fixtures.exclude(status="final").exists():
        with suppress(DrawRefusal):
            round_pair(stage=desk.stage, user=desk.director, now=NOW)
        desk.stage.refresh_from_db()


WITH_SWISS = st.sampled_from([Elimination(third_place=True), DoubleElimination(), Series(size=0), Swiss(rounds=2)])


def given_back(desk: Desk, action: str, which: int) -> None:
    """A result taken back, or corrected, and given back; nothing where more would have to be done anew."""
    decided = [fixture for fixture in desk.fixtures() if fixture.how]
    if not decided:
        return
    fixture, who = decided[which % len(decided)], {"user": desk.director, "now": NOW}
    other = "B" if fixture.winner_id == fixture.pareja_a_id else "A"
    on_purpose = action.endswith("on purpose")
    with transaction.atomic():
        if action.startswith("clear"):
            done = fixture_clear(fixture=fixture, reason="prueba", on_purpose=on_purpose, **who)
        else:
            done = desk.record(fixture, {"how": "retirement", "winner": other, "on_purpose": on_purpose})
        if done.fallen:  # a round that has to be paired again, by one action
            transaction.set_rollback(True)
            return
    assert fixture_restore(fixture=fixture, **who).not_given_back == ()


def entered_and_undone(desk: Playing, action: str, which: int) -> None:
    """Somebody enters late, or with one of a pareja that is in, and that is undone; `which` says who, and whether on purpose."""
    before, parejas = desk.everything(), desk.parejas()
    undo = late_entry_undo if action == "enter" else pareja_reform_undo
    of = None if action == "enter" else parejas[which % len(parejas)]
    try:
        entry: Any = desk.act(action, of, which)()
    except (BracketError, DrawRefusal):
        return
    assert desk.everything() != before
    event(f"marked: {bool(entry.marked)}")
    assert undo(pareja=entry.pareja, **desk.who).not_given_back == ()
    entry.pareja.players.all().delete()
    entry.pareja.delete()  # its number is not given again


@given(
    parejas=st.integers(4, 9),
    form=WITH_SWISS,
    before=st.lists(ANY, max_size=9),
    action=st.sampled_from(["leave", "expel", "void", "enter", "reform", "clear", "correct"]),
    which=ANY,
)
@settings(max_examples=10 * TIMES)
def test_what_is_undone_was_never_done(parejas: int, form: Format, before: list[int], action: str, which: int) -> None:
    with undone():
        desk = Playing(parejas, form, Zapateria.NOTHING)
        who = {"user": desk.director, "now": NOW}
        for part in (before[:5], before[5:]):
            paired(desk, form)
            settled(desk, part)
        untouched = desk.everything()
        try:
            if action in ("enter", "reform"):
                entered_and_undone(desk, action, which)
            elif action in ("clear", "correct"):
                given_back(desk, action, which)
            else:
                pareja = desk.championship.parejas.get(number=1 + which % parejas)
                kinds = {"expelled": action != "leave", "voided": action == "void"}
                if pareja_leave(pareja=pareja, reason="prueba", **kinds, **who).fallen:
                    return  # a round that has to be paired again, by one action
                pareja_return(pareja=pareja, reason="prueba", **who)
        except (BracketError, DrawRefusal):
            pass
        assert desk.everything() == untouched


@given(
    parejas=st.integers(4, 8),
    form=WITH_SWISS,
    before=st.lists(ANY, min_size=9, max_size=9),
    action=st.sampled_from(["clear on purpose", "correct on purpose", "enter", "reform"]),
    which=ANY,
)
@settings(max_examples=10 * TIMES)
def test_what_is_done_on_purpose_and_undone_was_never_done(
    parejas: int, form: Format, before: list[int], action: str, which: int
) -> None:
    with undone():
        desk = Playing(parejas, form, Zapateria.NOTHING)
        for part in (before[:4], before[4:]):
            paired(desk, form)
            settled(desk, part)
        untouched = desk.everything()
        if action in ("enter", "reform"):
            entered_and_undone(desk, action, 3 * which)
        else:
            with suppress(BracketError):  # nothing to take back
                given_back(desk, action, which)
        assert desk.everything() == untouched
        assert disagreements(desk.stage) == []
