"""R1: through a network that loses, repeats and cuts, every jugada is recorded once and in its order."""

from collections.abc import Callable

import pytest
from django.db import connection

from tests.factories.referee import Keeper
from tests.faults.checking import problems, recorded
from tests.faults.conftest import Size
from tests.faults.proxy import RATES, lossy
from tests.faults.serving import Served
from tests.faults.tablets import Outbox, figures, play_all, script
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]


def test_nothing_is_lost_and_nothing_doubled(
    granian: Served, hall: Callable[[int], list[Keeper]], size: Size, report: Callable[..., None]
) -> None:
    runs = []
    for seed in size.seeds:
        outboxes = [
            Outbox(kept, script(size.jugadas // size.tablets), seed * 1000 + place)
            for place, kept in enumerate(hall(size.tablets))
        ]
        with lossy(granian.port, seed) as proxy:
            seconds = play_all(outboxes, proxy.port, granian.nonce)

        sent = {each.kept.mesa_id: list(zip(each.client_ids, each.lines, strict=True)) for each in outboxes}
        found = problems(sent, recorded(sent))
        runs.append({"seed": seed, **figures(outboxes, seconds), "injected": dict(proxy.injected), **found})
        assert not found
        assert all(proxy.injected[fault] for fault in RATES)
        for each in outboxes:
            assert_projection_equals_replay(each.kept.mesa)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            assert cursor.fetchone() == ("ok",)
    report(rates=dict(RATES), runs=runs)
