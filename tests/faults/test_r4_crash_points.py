"""R4: wherever the process dies while a jugada is recorded, the retry leaves exactly one row."""

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.factories.referee import Keeper
from tests.faults import serving
from tests.faults.checking import problems, recorded
from tests.faults.conftest import Size
from tests.faults.crashing import EXIT_CODE, POINTS
from tests.faults.tablets import Outbox, figures, play_all, script
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

MOST_HITS = 3
ROWS_A_CRASH = 12  # enough: a crash is at the third request at the latest, and a request records three rows


def test_the_retry_after_a_crash_records_exactly_once(
    hall: Callable[[int], list[Keeper]], size: Size, tmp_path: Path, report: Callable[..., None]
) -> None:
    chance = random.Random(4)
    plan = [(point, chance.randint(1, MOST_HITS)) for point in POINTS * size.crashes_a_point]
    chance.shuffle(plan)
    lines = script(ROWS_A_CRASH * len(plan) // size.tablets)
    outboxes = [Outbox(kept, lines, place) for place, kept in enumerate(hall(size.tablets))]

    with serving.crashing(tmp_path, plan) as served:
        seconds = play_all(outboxes, served.port, served.nonce)
        exits = list(served.exits)

    crashed = Counter(POINTS[code - EXIT_CODE] for code in exits)
    sent = {each.kept.mesa_id: list(zip(each.client_ids, each.lines, strict=True)) for each in outboxes}
    found = problems(sent, recorded(sent))
    report(**figures(outboxes, seconds), crashes=dict(crashed), **found)
    assert crashed == dict.fromkeys(POINTS, size.crashes_a_point)
    assert not found
    for each in outboxes:
        assert_projection_equals_replay(each.kept.mesa)
