"""Who may cosign the checkpoints of a championship, and what they signed."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from brackets.models import Championship, User
from brackets.services.audit import audit_record
from kernel.checkpoint import KeyKind, Note, NoteRefused, Signature, VerifierKey, cosigned
from referee.models import Checkpoint, Cosignature, Cosigner, TreeKey, TreeLog
from referee.selectors.tree.cosigned import cosigners_in_use
from referee.services.errors import RefereeError
from referee.services.writing import one_writer

MOST_COSIGNERS: Final = 8
"""At once; with those that ended no more than twice as many. Each checkpoint has at most one cosignature of each."""
MOST_EVER: Final = 2 * MOST_COSIGNERS
MOST_KEY: Final = 400
AHEAD: Final = 24 * 60 * 60
"""By so many seconds a cosigner's clock may be before ours."""


class CosignerUnknown(RefereeError):
    """No checkpoint of this size, or no cosigner here with the key of this signature: the same answer for both."""

    http_status = 404

    def __init__(self) -> None:
        super().__init__(
            "cofirmante-desconocido",
            "No hay tal punto de control, o su clave no está entre las de los cofirmantes. Pida al Director que la anote.",
        )


def cosigner_add(*, championship: Championship, vkey: str, user: User, now: datetime) -> Cosigner:
    """Take the cosignatures of this key from now on; again, nothing changes. Raises RefereeError."""
    try:
        key = VerifierKey.parse(vkey.strip())
    except NoteRefused as refused:
        raise RefereeError(refused.code, refused.message) from refused
    if key.kind is not KeyKind.COSIGNATURE or len(str(key)) > MOST_KEY:
        raise RefereeError(
            "clave-no-cofirma",
            "Esa clave no es de un cofirmante. La suya la muestra «manage.py cofirmar --clave» en la otra instalación.",
        )
    with one_writer():
        Championship.objects.select_for_update().get(pk=championship.pk)
        before = {each.vkey: each for each in Cosigner.objects.filter(championship=championship)}
        if str(key) in before:
            if before[str(key)].ended_at is None:
                return before[str(key)]
            raise RefereeError("cofirmante-quitado", "Esa clave se quitó. Pida a la otra instalación una nueva.")
        if any(VerifierKey.parse(each).key_id == key.key_id for each in before):
            raise RefereeError(
                "clave-repetida", "Otra clave de aquí tiene el mismo id. Pida a la otra instalación una nueva."
            )
        if TreeKey.objects.filter(championship=championship, origin=key.name).exists():
            raise RefereeError(
                "cofirmante-propio", "El nombre de la clave es el de este registro: nadie se cofirma a sí mismo."
            )
        _require_room(before.values())
        made = Cosigner.objects.create(championship=championship, vkey=str(key), added_at=now, added_by=user)
        audit_record(
            championship=championship, user=user, now=now, action="cofirmante-poner",
            sentence=f"Anotó a «{key.name[:120]}» entre quienes cofirman los puntos de control.", data={"vkey": str(key)},
        )  # fmt: skip
    return made


def _require_room(before: Collection[Cosigner]) -> None:
    """Refuse one more than there may be beside these, and say which limit it is."""
    removed = sum(each.ended_at is not None for each in before)
    if len(before) >= MOST_EVER:
        raise RefereeError(
            "cofirmantes-demasiados",
            f"Ya se anotaron {len(before)} cofirmantes, con los {removed} que se quitaron, y un campeonato no admite más: quitar "
            "a otro no hace lugar.",
        )
    if len(before) - removed >= MOST_COSIGNERS:
        raise RefereeError(
            "cofirmantes-demasiados",
            f"Ya hay {len(before) - removed} cofirmantes en uso, y no se admiten más a la vez: quite uno para anotar otro.",
        )


def cosigner_end(*, championship: Championship, vkey: str, user: User, now: datetime) -> None:
    """Take no more cosignatures of this key; what it signed stays. Again, nothing changes."""
    with one_writer():
        there = Cosigner.objects.select_for_update().filter(championship=championship, vkey=vkey, ended_at__isnull=True)
        for cosigner in there:
            cosigner.ended_at = now
            cosigner.save(update_fields=("ended_at",))
            audit_record(
                championship=championship, user=user, now=now, action="cofirmante-quitar",
                sentence=f"Quitó a «{str(cosigner)[:120]}» de quienes cofirman los puntos de control.", data={"vkey": vkey},
            )  # fmt: skip


def cosignature_take(*, championship: Championship, size: int, line: str, now: datetime) -> Cosignature:
    """Keep what a cosigner signed of the checkpoint of this size, once: a later one of the same key changes nothing.

    Raises CosignerUnknown, and RefereeError for a signature that is not of this checkpoint.
    """
    try:
        signature = Signature.parse(line)
        found = [each for each in cosigners_in_use(championship) if _is_of(each, signature)]
        checkpoint = Checkpoint.objects.filter(championship=championship, size=size).first()
        if not found or checkpoint is None:
            raise CosignerUnknown
        before = Cosignature.objects.filter(checkpoint=checkpoint, cosigner=found[0]).first()
        if before is not None:
            return before
        said = cosigned(Note.parse(checkpoint.note.encode()).text, VerifierKey.parse(found[0].vkey), signature)
    except NoteRefused as refused:
        raise RefereeError(refused.code, refused.message) from refused
    if not 0 < said.time <= now.timestamp() + AHEAD:
        raise RefereeError(
            "cofirma-de-otra-hora", "La hora de la cofirma todavía no llega. Corrija el reloj de la otra instalación."
        )
    with one_writer():
        TreeLog.objects.select_for_update().get(championship=championship)
        before = Cosignature.objects.filter(checkpoint=checkpoint, cosigner=found[0]).first()
        return before or Cosignature.objects.create(
            checkpoint=checkpoint, cosigner=found[0], line=str(signature), time=said.time, received_at=now
        )


def _is_of(cosigner: Cosigner, signature: Signature) -> bool:
    key = VerifierKey.parse(cosigner.vkey)
    return (key.name, key.key_id) == (signature.name, signature.key_id)
