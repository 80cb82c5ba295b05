"""What a Juez writes beside the log."""

from datetime import datetime
from uuid import UUID

from brackets.models import User
from brackets.services.names import text_clean
from referee.models import Device, Mesa, Note
from referee.services.errors import RefereeError
from referee.services.writing import one_writer


def note_write(
    *,
    mesa: Mesa,
    device: Device,
    user: User,
    client_id: UUID,
    jugada: int,
    text: str,
    written_at: datetime,
    now: datetime,
) -> Note:
    """Keep a remark to jugada number `jugada`, which may still be on its way; the same `client_id` again is the same note."""
    text = text_clean(text, field="text", label="La nota", longest=200, required=True)
    with one_writer():
        note, _ = Note.objects.get_or_create(
            client_id=client_id,
            defaults={
                "mesa": mesa,
                "jugada": jugada,
                "text": text,
                "device": device,
                "user": user,
                "written_at": written_at,
                "received_at": now,
            },
        )
    if note.mesa_id != mesa.pk:
        raise RefereeError("nota-ajena", "Esa nota es de otra mesa. Escríbala de nuevo en esta.")
    return note
