"""What a Director can do to a championship, each action by a few small numbers, as hypothesis gives and shrinks them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from os import environ
from typing import Any, Final

from django.db import transaction
from hypothesis import strategies as st

from brackets.draw.plans import StagePlan
from brackets.models import UNPLAYED, AuditEntry, Championship, Fixture, Pareja, Player, Stage, User
from brackets.selectors.departures import fixtures_at
from brackets.selectors.late import places_of
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.fixtures import (
    Recorded,
    fixture_assign,
    fixture_call,
    fixture_clear,
    fixture_record,
    fixture_release,
    fixture_report,
    fixture_restore,
    fixture_start,
    fixture_unsettle,
)
from brackets.services.inscription import ParejaData
from brackets.services.late_entries import LateEntry, late_entry_undo, pareja_enter_late
from brackets.services.planning import stages_plan
from brackets.services.players import pareja_reform, pareja_reform_undo, player_substitute
from tests.factories.brackets import (
    NOW,
    ChampionshipFactory,
    ParejaFactory,
    TableFactory,
    director_of,
    entered,
    invented_name,
)

MINUTE: Final = timedelta(minutes=1)
BETWEEN: Final = 10 * MINUTE
"""How much later each action is than the one before it."""
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
AT_TABLES: Final = ("call", "start", "release", "report", "seal")
AT_THE_DESK: Final = ("record", "clear", "restore", "unsettle", "late-paper", "on-purpose")
GOING: Final = ("leave", "expel", "return")
COMING: Final = ("enter", "undo", "substitute", "reform", "undo-reform")
ON_FIXTURES: Final = (*AT_TABLES, *AT_THE_DESK)
ON_PAREJAS: Final = (*GOING, *COMING)


def _in(*statuses: str) -> Callable[[Any], bool]:
    return lambda each: each.status in statuses


def _decided(fixture: Fixture) -> bool:
    return bool(fixture.how) and fixture.how not in UNPLAYED


RECORDED: Final = ("record", "on-purpose", "late-paper")


def is_given_back(kind: str, before: Fixture) -> bool:
    """Whether what it had is given back to undo that."""
    return kind == "clear" or (kind in RECORDED and _decided(before) and before.status == Fixture.Status.FINAL)


FIT: Final[Mapping[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("record", "on-purpose", "late-paper"), lambda each: each.status != "waiting"),
    **dict.fromkeys(("call", "start"), _in("ready", "called")),
    **dict.fromkeys(("report", "seal"), _in("in-play", "provisional")),
    **dict.fromkeys(("leave", "expel", "substitute", "undo", "undo-reform"), _in("active")),
    "reform": _in("active", "withdrawn", "expelled"),
    "release": _in("called", "in-play"),
    "clear": _decided,
    "restore": lambda each: each.status in ("ready", "final"),
    "unsettle": _decided,
    "return": _in("withdrawn", "expelled"),
}
"""To which it can be done, as far as their rows tell."""


@contextmanager
def undone() -> Iterator[None]:
    """Leave the database as it was: hypothesis tries many examples in one test."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class Desk:
    """A championship of parejas with these numbers, and everything one can do to its partidas and parejas."""

    def __init__(self, numbers: Iterable[int], plans: Sequence[StagePlan]) -> None:
        numbers = list(numbers)
        counted = numbers == list(range(1, len(numbers) + 1))
        self.championship: Championship = entered(len(numbers)) if counted else ChampionshipFactory()
        for number in [] if counted else numbers:
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
        if details["zapateria"]:  # of who wins, whoever that is
            details["chicas"] = [[40, 8] if details["winner"] == "A" else [8, 40]]
        return fixture_record(fixture=fixture, **self.who, **details)

    def target(self, kind: str, which: int) -> Fixture | Pareja | None:
        """Whom or what this is done to, mostly one to whom it can be; None for who enters, and where no partida has a number."""
        if kind == "enter":
            return None
        there: Sequence[Fixture | Pareja] = self.fixtures() if kind in ON_FIXTURES else self.parejas()
        if which % 4:
            there = [each for each in there if FIT[kind](each)] or there
        return there[which // 4 % len(there)] if there else None

    def act(self, kind: str, of: Fixture | Pareja | None, how: int) -> Callable[[], object]:
        """What can be done, and done again to the same ones, some time after what was done before."""
        self.who = self.who | {"now": self.who["now"] + BETWEEN}
        if isinstance(of, Fixture):
            return self.on_fixture(kind, of, ENDINGS[how % len(ENDINGS)], how)
        return partial(self.enter, how) if of is None else self.on_pareja(kind, of, how)

    def on_fixture(self, kind: str, fixture: Fixture, ending: dict[str, Any], how: int = 0) -> Callable[[], object]:
        """`how` says when what a late paper tells was decided: now, or up to an hour ago."""
        details = {"chicas": [], "zapateria": False} | ending
        paper = {"decided_at": self.who["now"] - how * MINUTE, "began_before": how % 4 == 0}
        actions: dict[str, Callable[[], object]] = {
            "record": partial(self.record, fixture, ending),
            "on-purpose": partial(self.record, fixture, ending | {"on_purpose": True}),
            "late-paper": partial(self.record, fixture, ending | paper),
            "clear": partial(fixture_clear, fixture=fixture, reason="prueba", **self.who),
            "restore": partial(fixture_restore, fixture=fixture, **self.who),
            "call": partial(self.call, fixture),
            "start": partial(fixture_start, fixture=fixture, now=self.who["now"]),
            "release": partial(fixture_release, fixture=fixture, now=self.who["now"]),
            "unsettle": partial(fixture_unsettle, fixture=fixture, reason="prueba", **self.who),
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
        """It leaves, comes back, or others play in it; `how` says who, how it leaves, and whether on purpose."""
        on_purpose, one, other = how % 3 == 0, 1 + how % 2, invented_name(1_000_000 + 1_000 * pareja.number + how)
        if kind == "undo":
            return partial(late_entry_undo, pareja=pareja, **self.who)
        if kind == "undo-reform":
            return partial(pareja_reform_undo, pareja=pareja, **self.who)
        why = {"pareja": pareja, "reason": "prueba", "on_purpose": on_purpose, **self.who}
        if kind == "return":
            return partial(pareja_return, **why)
        if kind == "substitute":
            return partial(player_substitute, position=one, name=other, cedula="", **why)
        if kind == "reform":
            place = self.place(self.championship.stages.get(number=1), how)
            return partial(pareja_reform, stays=one, partner=other, cedula="", place=place, played=how % 5 < 2, **why)
        kinds = {"expelled": kind == "expel", "voided": how % 2 == 1, "played": how % 5 < 2}
        return partial(pareja_leave, **kinds, **why)

    def undo_of(self, kind: str, before: Fixture | Pareja | None) -> Callable[[Any], object] | None:
        """What takes it back: asked before it is done, called with what was done; None where nothing makes it as it was."""
        if kind == "enter":
            return partial(self.forget, late_entry_undo)
        if before is None or (isinstance(before, Pareja) and kind != "substitute" and fixtures_at(before)):
            return None  # the mesa that it is called to or at goes to its rival
        if kind == "reform":
            return partial(self.forget, pareja_reform_undo)
        undo = self.undo_on_fixture(kind, before) if isinstance(before, Fixture) else self.undo_on_pareja(kind, before)
        return undo and (lambda _done: undo())

    def undo_on_fixture(self, kind: str, before: Fixture) -> Callable[[], object] | None:
        if kind == "start" and before.status == Fixture.Status.READY:
            return self.on_fixture("release", before, {})
        if is_given_back(kind, before):
            return self.on_fixture("restore", before, {})
        if kind in RECORDED and not _decided(before) and before.status in (Fixture.Status.READY, Fixture.Status.FINAL):
            return self.on_fixture("clear", before, {})
        if kind == "unsettle":
            winner = {before.pareja_a_id: "A", before.pareja_b_id: "B", None: None}[before.winner_id]
            names = ("how", "chicas", "zapaterias", "caidas")
            ending = {name: getattr(before, name) for name in names}
            return self.on_fixture("seal", before, ending | {"winner": winner, "zapateria": before.by_zapateria})
        return None

    def undo_on_pareja(self, kind: str, before: Pareja) -> Callable[[], object] | None:
        why = {"pareja": before, "reason": "prueba", **self.who}
        if kind in ("leave", "expel") and before.status != Pareja.Status.ACTIVE:
            kinds = {"expelled": before.status == Pareja.Status.EXPELLED, "voided": before.voided}
            return partial(pareja_leave, **kinds, **why)
        if kind in ("leave", "expel"):
            return partial(pareja_return, **why)
        if kind == "substitute":
            return partial(self.substitute_back, [*before.players.all()], why)
        return None

    def substitute_back(self, players: Iterable[Player], why: dict[str, Any]) -> None:
        """The address of the private page is never the old one again: that is set aside here."""
        for player in players:
            player_substitute(position=player.position, name=player.name, cedula=player.cedula, **why)
        why["pareja"].save(update_fields=("link_nonce",))

    def forget(self, undo: Callable[..., object], done: LateEntry) -> None:
        """Without the row of who entered, whose number is not given again."""
        undo(pareja=done.pareja, **self.who)
        done.pareja.players.all().delete()
        done.pareja.delete()

    def place(self, stage: Stage, which: int) -> int:
        """One of its open places, 0 where there is none."""
        places = [place.number for place in places_of(stage)] or [0]
        return places[which % len(places)]

    def enter(self, which: int = 0) -> LateEntry:
        """Into one of the open places of the first stage."""
        stage = self.championship.stages.get(number=1)
        return self.enter_at(stage, self.place(stage, which), on_purpose=which % 3 == 0)

    def enter_at(self, stage: Stage, place: int, *, number: int | None = None, on_purpose: bool = False) -> LateEntry:
        new = 2_000_000 + 2 * self.championship.parejas.count()
        return pareja_enter_late(
            stage=stage,
            data=ParejaData(player_1=invented_name(new), player_2=invented_name(new + 1)),
            place=place,
            number=number,
            reason="prueba",
            on_purpose=on_purpose,
            **self.who,
        )
