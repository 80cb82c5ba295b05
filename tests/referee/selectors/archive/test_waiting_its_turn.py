"""An archive that waits behind other jobs of a worker is not called interrupted, and says what it waits for."""

from datetime import timedelta

import pytest
from pytest_django import Settings

from referee.models import ArchiveArrival, ArchiveJob
from referee.selectors.archive.arrivals import arrival_shown
from referee.selectors.archive.jobs import archive_was_interrupted
from referee.selectors.queueing import WAITS
from tests.factories.brackets import NOW

LATER = NOW + timedelta(minutes=10)


@pytest.mark.parametrize(
    ("broker", "status", "interrupted"),
    [("redis://here", "queued", False), ("redis://here", "running", True), ("", "queued", True)],
)
def test_only_with_a_broker_what_was_not_begun_yet_waits(
    broker: str,
    status: str,
    interrupted: bool,  # noqa: FBT001
    settings: Settings,
) -> None:
    settings.REDIS_URL = broker
    arrival = arrival_shown(ArchiveArrival(pk=4040404, status=status, created_at=NOW), LATER)

    assert archive_was_interrupted(ArchiveJob(status=status, created_at=NOW), LATER) is interrupted
    assert (arrival["status"] == "interrupted", arrival["finished"]) == (interrupted, interrupted)
    assert ("espera a que terminen otros trabajos" in arrival["label"]) is not interrupted


def test_it_does_not_wait_for_ever(settings: Settings) -> None:
    settings.REDIS_URL = "redis://here"

    assert archive_was_interrupted(ArchiveJob(status="queued", created_at=NOW), NOW + WAITS + timedelta(seconds=1))
