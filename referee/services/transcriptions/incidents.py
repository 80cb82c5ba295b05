"""What is decided of a paper that says something else; who may correct results decides."""

from datetime import datetime
from typing import Final

from brackets.models import User
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from brackets.services.errors import InvalidValue
from brackets.services.names import text_clean
from referee.models import PaperIncident, Transcription
from referee.rules import outcome
from referee.selectors.transcription.standing import read_ahead, reading_of
from referee.services.errors import RefereeError
from referee.services.transcriptions.confirming import Confirmed, keep_sealed
from referee.services.transcriptions.holding import entry, mesa_held, require_status, transcription_lock
from referee.services.transcriptions.sealing import paper_seal
from referee.services.writing import one_writer

Against, Verdict = PaperIncident.Against, PaperIncident.Verdict
SEALS: Final = {(Against.RULES, Verdict.OTHER), (Against.RESULT, Verdict.PAPER)}
"""Where what was decided is what the rules make of the paper: it may then be sealed as it is."""


def incident_decide(
    *, transcription: Transcription, verdict: str, words: str, user: User, now: datetime
) -> PaperIncident:
    """Write down what holds, and why; the same again does nothing. No result changes by it.

    Raises RefereeError `incidente-decidido` where something else was decided.
    """
    words = text_clean(words, field="words", label="La decisión", longest=300, required=True)
    if verdict not in Verdict.values:
        raise InvalidValue("falta", "Falta decir qué vale.", field="verdict")
    with one_writer():
        held = transcription_lock(transcription)
        incident = _incident(held)
        if (incident.verdict, incident.words) == (verdict, words):
            return incident
        if incident.verdict:
            message = f"Ya lo decidió {incident.decided_by}: {incident.get_verdict_display().lower()}. No se decide dos veces."
            raise RefereeError("incidente-decidido", message)
        incident.verdict, incident.words, incident.decided_at, incident.decided_by = verdict, words, now, user
        incident.save(update_fields=("verdict", "words", "decided_at", "decided_by"))
        sentence = (
            f"Decidió sobre la Planilla en papel de la {held.fixture.name}: "
            f"{incident.get_verdict_display().lower()}. {words}"
        )
        audit_record(**entry(held, user=user, now=now, action="decidir", sentence=sentence, verdict=verdict))
    return incident


def incident_seal(*, transcription: Transcription, user: User, now: datetime, on_purpose: bool = False) -> Confirmed:
    """Seal what the rules make of the paper and record its result, once that was decided; again does nothing.

    Whoever calls asks whether the user may correct results; `on_purpose` as in `fixture_record`. Raises RefereeError
    `no-se-sella` where something else was decided.
    """
    ahead = read_ahead(transcription)
    with one_writer():
        held = transcription_lock(transcription)
        if held.status == Transcription.Status.SEALED:
            return Confirmed(held, changed=False)
        require_status(held, (Transcription.Status.DIFFERS,))
        incident = _incident(held)
        mesa = mesa_held(held.fixture_id)
        reading = reading_of(held, mesa, ahead)
        if not may_seal(incident) or outcome(reading.state) is None:
            message = "Con lo que se decidió no se sella esta transcripción: siga en la página que la decisión indica."
            raise RefereeError("no-se-sella", message)
        sealed = paper_seal(
            transcription=held,
            mesa=mesa,
            reading=reading,
            user=user,
            now=now,
            reason=incident.words,
            on_purpose=on_purpose,
        )
        return keep_sealed(held, sealed, user, now)


def may_seal(incident: PaperIncident) -> bool:
    """Whether what was decided is what the rules make of the paper."""
    return (incident.against, incident.verdict) in SEALS


def _incident(held: Transcription) -> PaperIncident:
    incident = single(PaperIncident.objects.select_for_update(of=("self",)).filter(transcription=held))
    if incident is None:
        raise RefereeError("sin-incidente", "Esta transcripción no tiene diferencias que decidir.")
    return incident
