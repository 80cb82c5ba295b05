"""What a Director can do to a championship, each action by a few small numbers, as hypothesis gives and shrinks them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from os import environ
from typing import Any, Final

from django.db import transaction
from hypothesis import strategies as st

from brackets.draw.plans import StagePlan
from brackets.models import AuditEntry, Championship, Fixture, Pareja, Stage, User
from brackets.selectors.late import places_of
from brackets.services.departures import pareja_leave, pareja_return
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
from brackets.services.planning import stages_plan
from tests.factories.brackets import NOW, ChampionshipFactory, ParejaFactory, TableFactory, director_of

TIMES: Final = int(environ.get("LAW_TIMES", "1"))
"""How many times the usual number of examples the laws are tried with."""
ENDINGS: Final[Sequence[dict[str, Any]]] = (
    {"how": "played", "winner": "A", "chicas": [[40, 22], [40, 18]]},
    {"how": "played", "winner": "B", "chicas": [[8, 40]], "zapateria": True},
    {"how": "walkover", "winner": "A"},
    {"how": "retirement", "winner": "B"},
    {"how": "disqualification", "winner": "A"},
    {"how": "disqualification", "winner": None},
    {"how": "double-no-show", "winner": None},
)
# Each number is reduced to what there is at that moment, so that hypothesis can shrink it.
ANY: Final = st.integers(0, 63)
ON_FIXTURES: Final = ("record", "clear", "call", "start", "report", "seal", "on-purpose", "restore")
ON_PAREJAS: Final = ("leave", "expel", "return", "enter", "undo")


@contextmanager
def undone() -> Iterator[None]:
    """Leave the database as it was: hypothesis tries many examples in one test."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class Desk:
    """A championship of parejas with these numbers, and everything one can do to its partidas and parejas."""

    def __init__(self, numbers: Iterable[int], plans: Sequence[StagePlan]) -> None:
        self.championship: Championship = ChampionshipFactory()
        for number in numbers:
            ParejaFactory(championship=self.championship, number=number)
        self.director: User = director_of(self.championship)
        self.who: dict[str, Any] = {"user": self.director, "now": NOW}
        stages_plan(championship=self.championship, plans=plans, **self.who)

    def fixtures(self) -> list[Fixture]:
        """What has a number, of all published stages."""
        published = Fixture.objects.filter(
            stage__championship=self.championship, stage__status=Stage.Status.PUBLISHED, number__isnull=False
        )
        return list(published.select_related("stage__championship").order_by("stage__number", "number"))

    def parejas(self) -> list[Pareja]:
        return list(self.championship.parejas.order_by("number"))

    def entries(self) -> int:
        return AuditEntry.objects.filter(championship=self.championship).count()

    def record(self, fixture: Fixture, ending: dict[str, Any]) -> Recorded:
        details = {"chicas": [], "zapateria": False, "reason": "prueba"} | ending
        return fixture_record(fixture=fixture, **self.who, **details)

    def action(self, kind: str, which: int, how: int) -> Callable[[], object]:
        """What can be done, and done again to the same ones."""
        if kind == "enter":
            return partial(self.enter, how)
        if kind in ON_PAREJAS:
            parejas = self.parejas()
            return self.on_pareja(kind, parejas[which % len(parejas)], how)
        fixtures = self.fixtures()
        return self.on_fixture(kind, fixtures[which % len(fixtures)], ENDINGS[how % len(ENDINGS)])

    def on_fixture(self, kind: str, fixture: Fixture, ending: dict[str, Any]) -> Callable[[], object]:
        details = {"chicas": [], "zapateria": False} | ending
        actions: dict[str, Callable[[], object]] = {
            "record": partial(self.record, fixture, ending),
            "on-purpose": partial(self.record, fixture, ending | {"on_purpose": True}),
            "clear": partial(fixture_clear, fixture=fixture, reason="prueba", **self.who),
            "restore": partial(fixture_restore, fixture=fixture, **self.who),
            "call": partial(self.call, fixture),
            "start": partial(fixture_start, fixture=fixture, now=NOW),
            "report": partial(fixture_report, fixture=fixture, final=False, **self.who, **details),
            "seal": partial(fixture_report, fixture=fixture, final=True, **self.who, **details),
        }
        return actions[kind]

    def call(self, fixture: Fixture) -> None:
        """To a table of its own."""
        table = self.championship.tables.filter(number=fixture.number).first()
        table = table or TableFactory(championship=self.championship, number=fixture.number)
        with transaction.atomic():
            fixture_assign(fixture=fixture, table=table, juez=None, **self.who)
            fixture_call(fixture=fixture, **self.who)

    def on_pareja(self, kind: str, pareja: Pareja, how: int = 1) -> Callable[[], object]:
        """It leaves or comes back; `how` says whether it is voided, and whether it is carried through on purpose."""
        if kind == "undo":
            return partial(late_entry_undo, pareja=pareja, **self.who)
        if kind == "return":
            return partial(pareja_return, pareja=pareja, reason="prueba", on_purpose=how % 3 == 0, **self.who)
        kinds = {"expelled": kind == "expel", "voided": how % 2 == 1, "on_purpose": how % 3 == 0}
        return partial(pareja_leave, pareja=pareja, reason="prueba", **kinds, **self.who)

    def enter(self, which: int = 0) -> LateEntry:
        """Into one of the open places of the first stage, or where there is none."""
        stage = self.championship.stages.get(number=1)
        places = [place.number for place in places_of(stage)] or [0]
        return self.enter_at(stage, places[which % len(places)], on_purpose=which % 3 == 0)

    def enter_at(self, stage: Stage, place: int, *, number: int | None = None, on_purpose: bool = False) -> LateEntry:
        return pareja_enter_late(
            stage=stage,
            data=ParejaData(player_1="Tomás Tarde", player_2="Teresa Tarde"),
            place=place,
            number=number,
            reason="prueba",
            on_purpose=on_purpose,
            **self.who,
        )
