"""R14: clocks that are wrong, jump, or change to summer time order nothing; instants are kept, in UTC."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from io import BytesIO
from itertools import pairwise
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from pypdf import PdfReader

from referee.models import Jugada
from referee.printing import sheet_pdf
from referee.selectors.planilla.build import mesas_to_print, planilla_sheet
from referee.services.log import JugadaInput
from tests.factories.referee import Keeper
from tests.faults.conftest import Size
from tests.faults.tablets import script
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

ROWS = 24
SUMMER_ENDS = datetime(2026, 10, 25, 1, 0, tzinfo=UTC)  # in Madrid: the hour from 2 to 3 comes twice
QUITO = ZoneInfo("America/Guayaquil")
ZONES = [timezone(timedelta(hours=hours)) for hours in (-5, 0, 1, 2, 5.75)]


class Clock:
    """A tablet's clock: set wrongly, set again in the middle of a mesa, and told in any zone."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._now = chance.choice([SUMMER_ENDS, datetime(2026, 12, 6, 1, 30, tzinfo=UTC)])
        self._now += timedelta(hours=chance.uniform(-48, 48))

    def read(self) -> datetime:
        self._now += timedelta(milliseconds=self._chance.choice([0, 1, 900, 30_000]))
        if self._chance.random() < 0.2:  # the network's hour arrives
            self._now += timedelta(seconds=self._chance.choice([-7200, -3600, -1, 1, 3600, 172_800, -172_800]))
        return self._now.astimezone(self._chance.choice(ZONES))


def test_no_clock_orders_anything(hall: Callable[[int], list[Keeper]], size: Size, report: Callable[..., None]) -> None:
    lines, backwards, both = script(ROWS), 0, 0
    for kept, seed in zip(hall(size.clocks), range(size.clocks), strict=True):
        chance = random.Random(seed)
        clock = Clock(chance)
        sent = [JugadaInput(uuid4(), line, clock.read()) for line in lines]

        for base in range(0, ROWS, 4):
            if chance.random() < 0.4:  # the server's clock too
                kept.now -= timedelta(hours=1)
            kept.send(*sent[base : base + 4], base=base, epoch=1)

        rows = list(Jugada.objects.filter(mesa__public_id=kept.mesa_id).order_by("seq"))
        assert [(row.client_id, row.notation) for row in rows] == [(each.client_id, each.notation) for each in sent]
        assert [row.device_ts for row in rows] == [each.device_ts for each in sent]
        assert all(row.device_ts.utcoffset() == row.received_at.utcoffset() == timedelta(0) for row in rows)
        assert_projection_equals_replay(kept.mesa)
        backwards += sum(later.received_at < row.received_at for row, later in pairwise(rows))
        backwards += sum(later.device_ts < row.device_ts for row, later in pairwise(rows))
        both += assert_planilla_shows_both_hours(kept, clock)
    report(runs=size.clocks, rows=size.clocks * ROWS, backwards=backwards, both_hours=both)
    assert backwards
    assert both


def assert_planilla_shows_both_hours(kept: Keeper, clock: Clock) -> int:
    """Correct and suspend with this clock, and read the paper; how many of its hours are told twice."""
    annulled = Jugada.objects.filter(mesa__public_id=kept.mesa_id).count()
    for line in (f"anula {annulled}", 'suspension "se fue la luz"', "reanudacion"):
        kept.send(JugadaInput(uuid4(), line, clock.read()))
    mesa = mesas_to_print().get(public_id=kept.mesa_id)
    pages = PdfReader(BytesIO(sheet_pdf(planilla_sheet(mesa, base_url="https://torneo.example.ec")))).pages
    text = " ".join(" ".join(page.extract_text() for page in pages).split())

    correction, suspension, end = list(Jugada.objects.filter(mesa__public_id=kept.mesa_id).order_by("seq"))[-3:]
    for row in (correction, suspension):
        assert " ".join(hour for hour in hours(row) if hour) in text.partition("SUSPENSIONES")[2]
    tablet, server = hours(end)
    assert f"Se reanuda a las {f'{tablet} (tablet), {server} (servidor)' if tablet else server}." in text
    return sum(bool(hours(row)[0]) for row in (correction, suspension, end))


def hours(row: Jugada) -> tuple[str, str]:
    """The tablet's, empty where nobody would see a difference, and the server's, as they are read in the hall."""
    tablet, server = row.device_ts.astimezone(QUITO), row.received_at.astimezone(QUITO)
    if abs(row.received_at - row.device_ts) < timedelta(minutes=1):
        return "", f"{server:%H:%M}"
    form = "%H:%M" if tablet.date() == server.date() else "%d/%m %H:%M"
    return f"{tablet:{form}}", f"{server:{form}}"
