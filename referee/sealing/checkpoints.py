"""Time stamps (RFC 3161) of checkpoints: an hour of somebody else for all that was recorded until then."""

from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

import structlog
from django.conf import settings

from brackets.models import Championship
from kernel.checkpoint import Note
from referee.models import Checkpoint, CheckpointStamp
from referee.services.stamps import stamp_keep

EVERY: Final = timedelta(hours=1)
"""The most that one championship asks of a server of time stamps: a stamp is of all that came before."""

log = structlog.get_logger(__name__)


def checkpoints_stamp(*, now: datetime) -> int:
    """Stamp the last checkpoint of each championship that has a newer one than it has stamped, once an hour at most; how many.

    It waits for the network and holds nothing meanwhile. Where the server of time stamps gives none, the next minute asks again, and
    the other championships are not tried.
    """
    from referee.sealing.pades import StampRefused, StampServer, digest_stamp

    stamped = 0
    for checkpoint in _due(now) if settings.TSA_URL else ():
        body = Note.parse(checkpoint.note.encode()).text
        try:
            token = digest_stamp(sha256(body.encode()).digest(), StampServer(settings.TSA_URL))
        except StampRefused:
            log.exception("time_stamp", url=settings.TSA_URL)
            break
        stamped += stamp_keep(checkpoint=checkpoint, token=token, now=now)
    return stamped


def _due(now: datetime) -> list[Checkpoint]:
    """Two queries for each championship that has a checkpoint."""
    due = []
    for championship in Championship.objects.filter(checkpoints__isnull=False).distinct().order_by("pk"):
        last = Checkpoint.objects.filter(championship=championship).latest("size")
        stamp = CheckpointStamp.objects.filter(checkpoint__championship=championship).order_by("-pk").first()
        if stamp is None or (stamp.checkpoint_id != last.pk and now - stamp.received_at >= EVERY):
            due.append(last)
    return due
