"""The time stamps of checkpoints are kept, once for each."""

from base64 import b64encode
from datetime import datetime

from kernel.checkpoint import Note
from referee.models import Checkpoint, CheckpointStamp, TreeLog
from referee.selectors.tree.stamped import stamp_hour
from referee.services.writing import one_writer


def stamp_keep(*, checkpoint: Checkpoint, token: bytes, now: datetime) -> bool:
    """Keep a time stamp; whether it is one of this checkpoint. A second one of the same changes nothing."""
    hour = stamp_hour(token, Note.parse(checkpoint.note.encode()).text)
    if hour is None:
        return False
    with one_writer():
        TreeLog.objects.select_for_update().get(championship=checkpoint.championship_id)
        if not CheckpointStamp.objects.filter(checkpoint=checkpoint).exists():
            CheckpointStamp.objects.create(
                checkpoint=checkpoint, token=b64encode(token).decode(), said_at=hour, received_at=now
            )
    return True
