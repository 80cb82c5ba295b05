"""Taking hold of a transcription: one change of it at a time."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from brackets.draw.plural import numbered
from brackets.models import User, left_without_effect_since
from brackets.selectors.single import single
from brackets.services.championships import require_open
from referee.models import Mesa, Transcription
from referee.selectors.transcription.reading import Reading
from referee.selectors.transcription.standing import is_beside
from referee.services.errors import RefereeError

Status = Transcription.Status


def transcription_lock(transcription: Transcription) -> Transcription:
    """As it is now, held until the transaction ends; refused where the championship is over."""
    held = (
        Transcription.objects.select_for_update(of=("self",))
        .select_related("fixture__stage__championship", "fixture__winner", "pareja_a", "pareja_b")
        .get(pk=transcription.pk)
    )
    require_open(held.fixture.stage.championship)
    return held


def mesa_held(fixture_id: int) -> Mesa | None:
    """The mesa of this partida with its row locked, if there is one."""
    mesas = Mesa.objects.select_for_update(of=("self",)).select_related("fixture__stage__championship")
    return single(mesas.filter(fixture=fixture_id))


def require_status(transcription: Transcription, allowed: Collection[str]) -> None:
    """Refuse what another state of it asks for."""
    if transcription.status not in allowed:
        message = (
            f"Esta transcripción figura como «{transcription.get_status_display()}»: alguien siguió mientras tanto. "
            "Vuelva a abrirla y mire cómo quedó."
        )
        raise RefereeError("transcripcion-cambio", message)


def require_rivals(transcription: Transcription) -> None:
    """Refuse where others meet there by now, or it was left without effect since; whoever left may have played it before."""
    fixture, a, b = transcription.fixture, transcription.pareja_a, transcription.pareja_b
    if fixture.pareja_a_id not in (None, a.pk) or fixture.pareja_b_id not in (None, b.pk):
        is_turned = (fixture.pareja_a_id, fixture.pareja_b_id) == (b.pk, a.pk)
        now = f"la {fixture.name} la juegan {'con los lados A y B al revés' if is_turned else 'otros'}"
        message = (
            f"Este papel es del {a.number} y del {b.number}, y ahora {now}: no cuenta. Deje sin efecto esta "
            "transcripción."
        )
        raise RefereeError("mesa-de-otros", message)
    if left_without_effect_since(fixture.marks, transcription.started_at):
        message = (
            f"Lo que dice este papel de la {fixture.name} quedó sin efecto por decisión del Director: no cuenta. Deje "
            "sin efecto esta transcripción."
        )
        raise RefereeError("mesa-sin-efecto", message)


def require_answered(transcription: Transcription, mesa: Mesa | None, reading: Reading) -> None:
    """Refuse while a row has implausible values that nobody has confirmed; beside a tablet's log nothing of the rows is recorded."""
    if transcription.kind == Transcription.Kind.BESIDE or is_beside(mesa, transcription):
        return
    asked = [row.number for row in reading.rows if row.asked]
    if asked:
        which = numbered(asked, "la fila {}", "las filas {}")
        message = (
            f"Falta responder lo que se pregunta en {which}: mire el papel y, si dice eso, marque allí «Es correcto»; "
            "si no, cambie la fila."
        )
        raise RefereeError("falta-confirmar", message)


def require_typist(transcription: Transcription, user: User) -> None:
    """Refuse a second hand in what one person is typing."""
    if transcription.typed_by_id != user.pk:
        message = f"La está digitando {transcription.typed_by}. Para seguirla usted, tómela primero a su nombre."
        raise RefereeError("digita-otra-persona", message)


def entry(
    transcription: Transcription, *, user: User, now: datetime, action: str, sentence: str, **data: object
) -> dict[str, Any]:
    """What `audit_record` writes of it: who did what with which transcription."""
    return {
        "championship": transcription.fixture.stage.championship,
        "user": user,
        "now": now,
        "action": f"transcripcion-{action}",
        "sentence": sentence[:300],
        "data": {"transcripcion": str(transcription.public_id), "fixture": transcription.fixture_id, **data},
    }
