"""R2: the server is killed every couple of seconds; every jugada is recorded once and in its order."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection

from tests.factories.referee import Keeper
from tests.faults.checking import problems, recorded
from tests.faults.conftest import Size
from tests.faults.killing import killing, mortal
from tests.faults.proxy import lossy
from tests.faults.tablets import Outbox, figures, play_all, script
from tests.referee.replaying import assert_projection_equals_replay

pytestmark = [pytest.mark.faults, pytest.mark.django_db(transaction=True)]

SERVING_S = 1.0  # in which the server answers, on average; starting it takes more than that again
BATCH = 12  # rows added to a tablet's script until the kills are done


def test_nothing_is_lost_when_the_server_dies(
    hall: Callable[[int], list[Keeper]], size: Size, tmp_path: Path, report: Callable[..., None]
) -> None:
    """The tablets play on until there were enough kills: a run that ends before them would prove little."""
    outboxes = [Outbox(kept, script(1), place) for place, kept in enumerate(hall(size.tablets))]

    with (
        mortal(tmp_path) as server,
        lossy(server.port, seed=2) as proxy,
        killing(server, least=size.server_kills, every=SERVING_S, seed=2) as killer,
    ):
        seconds = 0.0
        while killer.is_alive() or len(outboxes[0].lines) * len(outboxes) < size.jugadas:
            for outbox in outboxes:
                outbox.extend(script(len(outbox.lines) + BATCH))
            seconds += play_all(outboxes, proxy.port, server.nonce)
        killer.join()

    sent = {each.kept.mesa_id: list(zip(each.client_ids, each.lines, strict=True)) for each in outboxes}
    found = problems(sent, recorded(sent))
    report(**figures(outboxes, seconds), kills=server.kills, injected=dict(proxy.injected), **found)
    assert not found
    assert server.kills == size.server_kills
    for each in outboxes:
        assert_projection_equals_replay(each.kept.mesa)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA integrity_check")
            assert cursor.fetchone() == ("ok",)
