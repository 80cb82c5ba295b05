"""A mesa whose stage was reopened on purpose: what stands beside it, and whether it counts, say the same."""

from datetime import datetime, timedelta
from typing import Any, Final

import pytest

from brackets.draw.formats import Series
from brackets.models import Fixture, MarkKind
from brackets.services.departures import pareja_leave, pareja_return
from brackets.services.fixtures import fixture_clear, fixture_record, fixture_restore
from brackets.services.stages import stage_publish, stage_reopen
from referee.management.rehearsal.drawing import draw_rehearsed
from referee.models import Mesa
from referee.selectors.mesas import is_overruled, mesa_counts
from tests.brackets.services.test_formats import FINAL, SERIES, Night
from tests.brackets.services.test_reopening import night_of
from tests.factories.referee import ZAPATERIA, Keeper, keepers
from tests.factories.remembered import remembered

pytestmark = pytest.mark.django_db

COUNTS_NOT: Final = "no cuenta"


class Desk:
    """A Director over the stage of a mesa that was played on a tablet; each act is a minute after the one before."""

    def __init__(self, night: Night, number: int, kept: Keeper) -> None:
        self.night, self.number, self.kept, self.now = night, number, kept, kept.now

    @property
    def fixture(self) -> Fixture:
        return Fixture.objects.select_related("stage__championship", "pareja_a", "pareja_b").get(mesa=self.kept.mesa)

    @property
    def mesa(self) -> Mesa:
        return Mesa.objects.select_related("fixture").get(pk=self.kept.mesa.pk)

    @property
    def who(self) -> dict[str, Any]:
        self.now += timedelta(minutes=1)
        return {"user": self.night.director, "now": self.now}

    def clear(self) -> None:
        fixture_clear(fixture=self.fixture, reason="Mal tecleado", **self.who)

    def record(self) -> None:
        chicas = [[40, 10], [40, 12]]
        fixture_record(
            fixture=self.fixture, how="played", winner="A", chicas=chicas, zapateria=False, reason="Otra vez", **self.who
        )  # fmt: skip

    def restore(self) -> None:
        fixture_restore(fixture=self.fixture, **self.who)

    def reopen(self) -> None:
        stage_reopen(stage=self.night.stage(self.number), reason="Faltaba uno", on_purpose=True, **self.who)

    def publish(self) -> None:
        stage_publish(stage=self.night.stage(self.number), **self.who)

    def leave(self) -> None:
        pareja_leave(pareja=self.kept.fixture.pareja_b, reason="Enfermedad", **self.who)

    def others_leave(self) -> None:
        """Too few are left for another draw: only the winner of it."""
        assert self.kept.fixture.pareja_a is not None
        for pareja in self.night.championship.parejas.exclude(pk=self.kept.fixture.pareja_a.pk):
            pareja_leave(pareja=pareja, reason="Se fue", **self.who)

    def come_back(self) -> None:
        pareja_return(pareja=self.kept.fixture.pareja_b, reason="Fue un error", **self.who)

    def agrees(self) -> bool:
        """Whether a sentence that it does not count stands beside it only where so it is, and one stands there where so it is."""
        fixture, mesa = self.fixture, self.mesa
        if mesa_counts(mesa):
            return not fixture.is_marked(MarkKind.REOPENED, MarkKind.WITHOUT_EFFECT) and COUNTS_NOT not in fixture.mark
        taken_back = not fixture.how  # its page says so
        return not mesa.stands or taken_back or fixture.is_marked(MarkKind.REOPENED, MarkKind.WITHOUT_EFFECT)


def played(fixture: Fixture, now: datetime | None = None) -> Keeper:
    (kept,) = keepers([fixture])
    kept.now = now or kept.now
    kept.open()
    kept.record(*ZAPATERIA)
    kept.seal()
    return kept


@pytest.fixture
def desk() -> Desk:
    return final_sealed()


@remembered
def final_sealed() -> Desk:
    """A final of two, sealed."""
    night = Night.in_second(8, SERIES, FINAL)
    return Desk(night, 2, played(night.stage(2).fixtures.filter(status="ready").earliest("number")))


def test_of_a_mesa_whose_result_had_been_taken_back_it_is_told_truly_that_it_does_not_count(desk: Desk) -> None:
    desk.clear()
    desk.reopen()
    desk.publish()

    assert COUNTS_NOT in desk.fixture.mark
    assert not mesa_counts(desk.mesa)


def test_given_back_after_that_it_counts_and_nothing_stands_beside_it(desk: Desk) -> None:
    desk.clear()
    desk.reopen()
    desk.publish()
    desk.restore()

    fixture = desk.fixture
    assert (fixture.status, fixture.how, fixture.mark) == ("final", "played", "")
    assert mesa_counts(desk.mesa)
    assert not is_overruled(desk.mesa, "A" if fixture.winner_id == fixture.pareja_a_id else "B")


def test_a_result_that_was_recorded_and_taken_back_since_does_not_make_it_count_when_it_is_given_back(
    desk: Desk,
) -> None:
    desk.clear()
    desk.reopen()
    desk.publish()
    desk.record()
    desk.clear()
    desk.restore()

    assert desk.fixture.chicas == [[40, 10], [40, 12]]
    assert COUNTS_NOT in desk.fixture.mark
    assert not mesa_counts(desk.mesa)


SEQUENCES: Final = (
    "reopen publish restore",
    "reopen publish record",
    "reopen publish record clear restore",
    "reopen publish reopen publish restore",
    "clear reopen publish record clear",
    "clear reopen publish reopen publish restore",
    "clear reopen publish restore reopen publish restore",
    "clear record reopen publish restore",
    "clear record clear reopen publish restore",
    "clear leave reopen publish",
    "clear leave reopen publish restore",
    "clear leave reopen publish come_back",
    "clear leave reopen publish come_back restore",
    "reopen others_leave publish restore",
    "clear reopen others_leave publish restore",
    "clear record clear reopen others_leave publish restore",
    "clear reopen leave come_back publish restore",
)


@pytest.mark.parametrize("acts", SEQUENCES)
def test_whatever_was_done_what_stands_beside_it_says_whether_it_counts(desk: Desk, acts: str) -> None:
    for act in acts.split():
        getattr(desk, act)()
        assert desk.agrees(), act
        if act == "restore":
            assert not desk.fixture.is_marked(MarkKind.REOPENED)


@pytest.mark.long
def test_one_without_a_result_counts_no_more_in_a_new_draw_though_another_of_its_stage_was_played() -> None:
    """Whatever the draw: also where the same two meet there again, with the sides that they had."""
    for seed in ("prueba", *map(str, range(4))):
        night = night_of(Series(size=4))
        first, last = night.stage(1).fixtures.filter(status="ready").order_by("number")[:2]
        kept = played(last)
        desk = Desk(night, 1, kept)
        desk.clear()
        night.record(first)
        desk.reopen()
        draw_rehearsed(championship=night.championship, public_seed=seed, number=1, **desk.who)
        desk.publish()

        assert not mesa_counts(desk.mesa)
        assert desk.agrees()
