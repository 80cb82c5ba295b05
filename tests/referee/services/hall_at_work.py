"""A hall of a small championship in which anything may happen: each action by a few small numbers, as hypothesis gives them."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final
from uuid import uuid4

from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.models import Model

from brackets.draw.formats import DoubleElimination, Elimination, Series
from brackets.draw.plans import StagePlan
from brackets.draw.qualification import Everybody, FromEach
from brackets.models import CallUp, Championship, Fixture, HallStop, Pareja, Stage, Table
from brackets.services.callups import (
    callup_call,
    callup_identified,
    callup_present,
    callup_seated,
    callup_undo,
    callup_walkover,
)
from brackets.services.fixtures import fixture_call, fixture_release
from brackets.services.stages import stage_publish
from referee.models import (
    Appeal,
    AppealQualification,
    AppealRelease,
    AppealRuling,
    Jugada,
    Mesa,
    Planilla,
    Signature,
    SuspensionMeasure,
)
from referee.rules import Measure
from referee.services.appeals.filing import appeal_file
from referee.services.appeals.qualifying import appeal_admit, appeal_reject, appeal_release
from referee.services.appeals.ruling import appeal_rule
from referee.services.mesas import mesa_release
from referee.services.suspensions import hall_resume, hall_suspend, mesa_resume, mesa_suspend
from tests.brackets.services.tournament import Tournament
from tests.factories.appeals import filed_by
from tests.factories.brackets import NOW, RoleFactory, TableFactory, director_of
from tests.factories.referee import SORTEO, DeviceFactory, Keeper

PLANS: Final = [
    StagePlan(
        name="Doble",
        format=DoubleElimination(),
        entry=(Everybody(),),
        criteria=("mesas", "directo", "chicas", "sorteo"),
    )
]
LINES: Final = (
    SORTEO,
    "caida A",
    "limpia B",
    "ronda A1 7",
    'ajusta A +38 "prueba"',
    "proclama",
    'adjudica-mesa B "prueba"',
    "reanudacion",
    'suspension "agua"',
)
MEASURES: Final = (
    Measure("confirma"),
    Measure("ajusta", "B", 10),
    Measure("anula", numbers=(2,)),
    Measure("repite-mesa"),
    Measure("adjudica-chica", "B"),
    Measure("adjudica-mesa", "A"),
    Measure("adjudica-mesa", "B"),
    Measure("descalifica", "A"),
)
KEPT: Final[tuple[type[Model], ...]] = (
    Stage, Fixture, CallUp, Pareja, Mesa, Jugada, Planilla, Signature, Appeal, AppealQualification, AppealRuling,
    AppealRelease, HallStop, SuspensionMeasure,
)  # fmt: skip


TWO_STAGES: Final = [
    StagePlan(
        name="Series", format=Series(size=2), entry=(Everybody(),), criteria=("mesas", "directo", "chicas", "sorteo")
    ),
    StagePlan(
        name="Final", format=Elimination(), entry=(FromEach(1, 1),), criteria=("mesas", "directo", "chicas", "sorteo")
    ),
]

SERIES_THEN_DOUBLE: Final = [
    StagePlan(
        name="Series", format=Series(size=3), entry=(Everybody(),), criteria=("mesas", "directo", "chicas", "sorteo")
    ),
    StagePlan(
        name="Final", format=DoubleElimination(), entry=(FromEach(1, 2),),
        criteria=("mesas", "directo", "chicas", "sorteo"),
    ),
]  # fmt: skip


def _stored(cursor: CursorWrapper, table: str) -> list[tuple[Any, ...]]:
    cursor.execute(f'SELECT * FROM "{table}" ORDER BY 1')  # noqa: S608 (our own tables)
    return cursor.fetchall()


class HallAtWork:
    """A championship of `parejas`, one double elimination unless told, a table and a Juez with a tablet for each partida, and a clock of its own."""

    def __init__(self, parejas: int, plans: Sequence[StagePlan] = PLANS) -> None:
        self.tournament = Tournament(range(1, parejas + 1), plans)
        self.tournament.draw_and_publish(1)
        self.now: datetime = NOW
        self.keepers: dict[int, Keeper] = {}

    @property
    def championship(self) -> Championship:
        return self.tournament.championship

    @property
    def who(self) -> dict[str, Any]:
        self.now += timedelta(seconds=5)
        return {"user": director_of(self.championship), "now": self.now}

    def everything(self) -> list[list[tuple[Any, ...]]]:
        """All rows as they are stored."""
        with connection.cursor() as cursor:
            return [_stored(cursor, model._meta.db_table) for model in KEPT]

    def fixtures(self) -> list[Fixture]:
        return self.tournament.fixtures()

    def mesas(self) -> list[Mesa]:
        mesas = Mesa.objects.select_related("fixture__stage__championship").order_by("pk")
        return list(mesas.filter(fixture__stage__championship=self.championship))

    def appeals(self) -> list[Appeal]:
        return list(Appeal.objects.filter(championship=self.championship).order_by("pk"))

    def keeper(self, fixture: Fixture) -> Keeper:
        """The tablet of this partida, with its table and its Juez; the clock is that of the hall."""
        kept = self.keepers.get(fixture.pk)
        if kept is None:
            number = fixture.number or 0
            there = Table.objects.filter(championship=self.championship, number=number).first()
            table = there or TableFactory(championship=self.championship, number=number)
            juez = RoleFactory(championship=self.championship).user
            Fixture.objects.filter(pk=fixture.pk).update(table=table, juez=juez)
            token = uuid4().hex
            kept = Keeper(fixture, juez, DeviceFactory(championship=self.championship, user=juez, token=token), token)
            self.keepers[fixture.pk] = kept
        kept.fixture = Fixture.objects.select_related("stage__championship", "pareja_a", "pareja_b").get(pk=fixture.pk)
        mesa = Mesa.objects.filter(fixture=fixture).first()
        kept.mesa_id = mesa.public_id if mesa else None
        self.now += timedelta(seconds=5)
        kept.now = self.now
        return kept

    # What can be done to a partida, to a mesa, to an appeal, to the hall.

    def on_fixture(self, kind: str, fixture: Fixture, how: int) -> Callable[[], object]:
        side, kept = "AB"[how % 2], self.keeper(fixture)
        fixture = kept.fixture
        if kind == "walkover":
            self.now += timedelta(minutes=(0, 20)[how // 4 % 2])
        who = self.who
        events = CallUp.objects.filter(fixture=fixture).order_by("-pk")
        last = events.first()
        acts: dict[str, Callable[[], object]] = {
            "call": partial(fixture_call, fixture=fixture, **who),
            "call-again": partial(callup_call, fixture=fixture, number=2 + how % 2, **who),
            "present": partial(callup_present, fixture=fixture, side=side, position=(None, 1, 2)[how % 3], **who),
            "identified": partial(callup_identified, fixture=fixture, side=side, **who),
            "seated": partial(callup_seated, fixture=fixture, **who),
            "undo": partial(callup_undo, fixture=fixture, event_id=last.pk if last else 0, **who),
            "walkover": partial(callup_walkover, fixture=fixture, absent=("A", "B", "AB")[how % 3], **who),
            "release": partial(fixture_release, fixture=fixture, **who),
            "open": kept.open,
            "take-back-result": self.tournament.on_fixture("clear", fixture, {"how": "played"}),
        }
        return acts[kind]

    def on_mesa(self, kind: str, mesa: Mesa, how: int) -> Callable[[], object]:
        kept, key = self.keeper(mesa.fixture), uuid4()
        who = self.who
        acts: dict[str, Callable[[], object]] = {
            "jugada": partial(kept.record, LINES[how % len(LINES)]),
            "seal": kept.seal,
            "freeze": kept.freeze,
            "suspend": partial(mesa_suspend, mesa=mesa, client_id=key, cause="agua", measure="", **who),
            "resume": partial(mesa_resume, mesa=mesa, client_id=key, **who),
            "give-back": partial(mesa_release, mesa=mesa, **who),
            "appeal": partial(self.appeal, kept, "AB"[how % 2], 1 + how // 2 % 4),
        }
        return acts[kind]

    def appeal(self, kept: Keeper, side: str, jugada: int) -> Appeal:
        return appeal_file(
            mesa=kept.mesa, filed=filed_by(kept, side, jugada), client_id=uuid4(), device=kept.device, user=kept.juez,
            now=self.now,
        )  # fmt: skip

    def on_appeal(self, kind: str, appeal: Appeal, how: int) -> Callable[[], object]:
        who, on_purpose = self.who, how % 4 == 3
        acts: dict[str, Callable[[], object]] = {
            "admit": partial(appeal_admit, appeal=appeal, reason="prueba", on_purpose=on_purpose, **who),
            "reject": partial(appeal_reject, appeal=appeal, reason="prueba", **who),
            "let-count": partial(appeal_release, appeal=appeal, reason="prueba", **who),
            "rule": partial(
                appeal_rule, appeal=appeal, measure=MEASURES[how % len(MEASURES)], grounds="prueba",
                on_purpose=on_purpose, **who,
            ),
        }  # fmt: skip
        return acts[kind]

    def on_stages(self, kind: str) -> Callable[[], object]:
        """Draw the last stage, or publish what was drawn of it."""
        last = max(stage.number for stage in self.championship.stages.all())
        if kind == "draw":
            return partial(self.tournament.draw, last)
        return partial(stage_publish, stage=self.championship.stages.get(number=last), **self.who)

    def on_hall(self, kind: str) -> Callable[[], object]:
        if kind == "wait":
            self.now += timedelta(minutes=6)
            return lambda: None
        told = {"client_id": uuid4(), "cause": "corte de luz", "measure": ""} if kind == "stop" else {}
        service: Callable[..., object] = hall_suspend if kind == "stop" else hall_resume
        return partial(service, championship=self.championship, **told, **self.who)
