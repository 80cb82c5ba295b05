"""Who else signed the checkpoints of a championship."""

from dataclasses import dataclass
from datetime import UTC, datetime

from brackets.models import Championship
from kernel.checkpoint import Note, NoteRefused, Signature, VerifierKey, cosigned
from referee.models import Checkpoint, CheckpointStamp, Cosignature, Cosigner


@dataclass(frozen=True, slots=True)
class CosignedBy:
    """A cosigner of a checkpoint, and when it says that it signed."""

    name: str
    at: datetime


def cosigners_in_use(championship: Championship) -> list[Cosigner]:
    """Those whose cosignatures are taken; one query."""
    return list(Cosigner.objects.filter(championship=championship, ended_at__isnull=True).order_by("pk"))


def cosigner_vkeys(championship: Championship) -> list[str]:
    """The keys of all that ever were, in the order in which they were named; one query."""
    return list(Cosigner.objects.filter(championship=championship).order_by("pk").values_list("vkey", flat=True))


def note_cosigned(checkpoint: Checkpoint) -> str:
    """The note with the lines of its cosigners; one query."""
    lines = Cosignature.objects.filter(checkpoint=checkpoint).order_by("cosigner")
    return checkpoint.note + "".join(lines.values_list("line", flat=True))


def cosigned_by(checkpoint: Checkpoint) -> list[CosignedBy]:
    """Who cosigned it; one query."""
    rows = Cosignature.objects.filter(checkpoint=checkpoint).select_related("cosigner").order_by("cosigner")
    return [CosignedBy(str(row.cosigner), datetime.fromtimestamp(row.time, UTC)) for row in rows]


def stamp_of(checkpoint: Checkpoint) -> CheckpointStamp | None:
    """Its time stamp, where it has one; one query."""
    return CheckpointStamp.objects.filter(checkpoint=checkpoint).first()


def cosigned_wrongly(championship: Championship) -> list[str]:
    """The cosignatures that are not of their checkpoint, or not by their key, in words."""
    rows = Cosignature.objects.filter(checkpoint__championship=championship).select_related("checkpoint", "cosigner")
    return [
        f"la cofirma de «{row.cosigner}» no es del punto de control de tamaño {row.checkpoint.size}"
        for row in rows.order_by("pk")
        if not _is_good(row)
    ]


def _is_good(row: Cosignature) -> bool:
    if row.cosigner.championship_id != row.checkpoint.championship_id:
        return False
    try:
        text = Note.parse(row.checkpoint.note.encode()).text
        said = cosigned(text, VerifierKey.parse(row.cosigner.vkey), Signature.parse(row.line))
    except NoteRefused:
        return False
    return said.time == row.time
