"""What the second person does: reads the paper again without seeing what was typed, and confirms or gives back."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from brackets.models import Fixture, User
from brackets.selectors.wording import counted, inside
from brackets.services.audit import audit_record
from brackets.services.effects import Fell
from brackets.services.names import text_clean
from referee.models import Mesa, PaperIncident, Transcription
from referee.rules import outcome
from referee.selectors.planilla.sheet import Pair
from referee.selectors.transcription.checking import Difference
from referee.selectors.transcription.comparing import told
from referee.selectors.transcription.reading import Reading
from referee.selectors.transcription.standing import (
    Ahead,
    beside_tablet,
    is_beside,
    parts_of,
    read_ahead,
    reading_of,
)
from referee.services.errors import RefereeError
from referee.services.transcriptions.holding import (
    entry,
    mesa_held,
    require_answered,
    require_rivals,
    require_status,
    transcription_lock,
)
from referee.services.transcriptions.sealing import Sealed, paper_seal, result_differs, signatures_seal
from referee.services.writing import one_writer

Against = PaperIncident.Against
Status = Transcription.Status
DONE = (Status.SEALED, Status.AGREES, Status.DIFFERS)


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What it came to; nothing `changed` where it was confirmed before. For the result see `fixtures.Recorded`."""

    transcription: Transcription
    changed: bool
    uncalled: tuple[Fixture, ...] = ()
    fallen: tuple[Fell, ...] = ()
    marked: tuple[Fixture, ...] = ()


class ReadingsDiffer(RefereeError):
    """Two people did not read the same on the paper; `keys` are the rows, and `ending` where the result is not the same."""

    def __init__(self, keys: Collection[str], *, ending: bool) -> None:
        message = (
            "Lo que usted leyó no es lo que se digitó. Mire otra vez el papel en lo señalado: si se equivocó usted, "
            "corríjalo; si no, devuélvala a quien digitó."
        )
        super().__init__("lecturas-distintas", message)
        self.keys, self.ending = tuple(keys), ending


def readings_require_same(*, transcription: Transcription, scores: Mapping[str, Pair], winner: str) -> None:
    """Raise ReadingsDiffer unless these are the points after each row, and the winner, that the first person typed."""
    others = [kept["key"] for kept in transcription.rows if scores.get(kept["key"]) != tuple(kept["score"])]
    if others or winner != transcription.ending["winner"]:
        raise ReadingsDiffer(others, ending=winner != transcription.ending["winner"])


def transcription_confirm(
    *,
    transcription: Transcription,
    scores: Mapping[str, Pair],
    winner: str,
    seen: Collection[str],
    user: User,
    now: datetime,
) -> Confirmed:
    """Confirm that it is what the paper says, by another account than those that typed; again by it does nothing.

    `scores` are the points after each row, by its key, as the second person read them without being shown the first's;
    `seen` the `parts_of` it, rows and all else, that he held beside the paper. A paper that the rules follow to the end is sealed and its
    result recorded; one beside a tablet's log is compared. Where something is different an incident opens, and no
    result changes. Raises ReadingsDiffer, or RefereeError `misma-persona`, `falta-cotejar`.
    """
    ahead = read_ahead(transcription)
    with one_writer():
        held = transcription_lock(transcription)
        if held.status in DONE and held.confirmed_by_id == user.pk:
            return Confirmed(held, changed=False)
        require_status(held, (Status.WAITING,))
        _require_another(held, user)
        readings_require_same(transcription=held, scores=scores, winner=winner)
        parts = parts_of(held)
        if missing := [key for key in parts if key not in seen]:
            message = f"Falta cotejar con el papel {len(missing)} de {len(parts)} partes. Marque cada una."
            raise RefereeError("falta-cotejar", message)
        held.confirmed_by, held.confirmed_at = user, now
        return _settle(held, ahead, user, now)


def transcription_return(
    *, transcription: Transcription, marked: Collection[str], words: str, user: User, now: datetime
) -> Transcription:
    """Give it back to who typed, with the rows to look at again; given back already, nothing is done."""
    words = text_clean(words, field="words", label="Qué no coincide", longest=300, required=True)
    with one_writer():
        held = transcription_lock(transcription)
        if held.status == Status.TYPING and held.told == words:
            return held
        require_status(held, (Status.WAITING,))
        _require_another(held, user)
        held.marked = [kept["key"] for kept in held.rows if kept["key"] in marked]
        held.status, held.finished_at, held.told = Status.TYPING, None, words
        held.save(update_fields=("status", "finished_at", "marked", "told"))
        sentence = f"Devolvió la transcripción de la {held.fixture.name} a {held.typed_by}: {words}"
        audit_record(**entry(held, user=user, now=now, action="devolver", sentence=sentence, filas=len(held.marked)))
    return held


def _require_another(held: Transcription, user: User) -> None:
    if user.pk in held.typists or user.pk == held.typed_by_id:
        message = "La confirma otra persona, con su propia cuenta: usted la digitó."
        raise RefereeError("misma-persona", message)


def _settle(held: Transcription, ahead: Ahead, user: User, now: datetime) -> Confirmed:
    """What two people agree on is compared, sealed, or put before the Director."""
    require_rivals(held)
    mesa = mesa_held(held.fixture_id)
    if is_beside(mesa, held):
        return _beside(held, mesa, user, now)
    reading = reading_of(held, mesa, ahead)
    if reading.differences or outcome(reading.state) is None:
        return _open(held, Against.RULES, reading.differences, user, now)
    require_answered(held, mesa, reading)
    if result_differs(held.fixture, reading.state):
        return _open(held, Against.RESULT, _results(held, reading), user, now)
    sealed = paper_seal(transcription=held, mesa=mesa, reading=reading, user=user, now=now)
    return keep_sealed(held, sealed, user, now)


def _beside(held: Transcription, mesa: Mesa, user: User, now: datetime) -> Confirmed:
    found = beside_tablet(held, mesa)
    if found.differences:
        return _open(held, Against.TABLET, found.differences, user, now)
    if not mesa.planillas.exclude(status="reopened").exists():
        held.base_seq = mesa.head_seq
        held.save(update_fields=("base_seq",))
        return keep_sealed(held, signatures_seal(transcription=held, mesa=mesa, user=user, now=now), user, now)
    held.status = Status.AGREES
    held.save(update_fields=("status", "confirmed_by", "confirmed_at"))
    sentence = f"Confirmó la Planilla en papel de la {held.fixture.name}: coincide con la tablet en {found.compared}."
    audit_record(**entry(held, user=user, now=now, action="confirmar", sentence=sentence))
    return Confirmed(held, changed=True)


def keep_sealed(held: Transcription, sealed: Sealed, user: User, now: datetime) -> Confirmed:
    """The transcription is the Planilla's from now on."""
    held.status, held.planilla, held.last_seq = Status.SEALED, sealed.planilla, sealed.last_seq
    held.save(update_fields=("status", "planilla", "last_seq", "confirmed_by", "confirmed_at"))
    planilla = sealed.planilla
    sentence = f"Confirmó la Planilla en papel de la {held.fixture.name}, que digitó {held.typed_by}: quedó sellada."
    audit_record(**entry(
        held, user=user, now=now, action="sellar", sentence=sentence,
        version=planilla.version, fingerprint=planilla.fingerprint, mesa=str(planilla.mesa.public_id),
    ))  # fmt: skip
    recorded = sealed.recorded
    return Confirmed(held, changed=True, uncalled=recorded.uncalled, fallen=recorded.fallen, marked=recorded.marked)


def _open(
    held: Transcription, against: Against, differences: Collection[Difference], user: User, now: datetime
) -> Confirmed:
    """An incident: nothing that counts has changed, until somebody decides."""
    held.status = Status.DIFFERS
    held.save(update_fields=("status", "confirmed_by", "confirmed_at"))
    PaperIncident.objects.create(
        transcription=held, against=against, differences=[each.as_json() for each in differences], opened_at=now
    )
    many = counted(len(differences), "diferencia", "diferencias")
    sentence = f"Confirmó la Planilla en papel de la {held.fixture.name} y abrió un incidente: {many}."
    audit_record(**entry(held, user=user, now=now, action="incidente", sentence=sentence, contra=str(against)))
    return Confirmed(held, changed=True)


def _results(held: Transcription, reading: Reading) -> list[Difference]:
    fixture, ended = held.fixture, outcome(reading.state)
    paper = [
        told(ended.winner, ended.reason) if ended else "",
        _scores([c.points for c in reading.state.position.chicas]),
    ]
    won = {fixture.pareja_a_id: "gana A", fixture.pareja_b_id: "gana B"}.get(fixture.winner_id or 0, "no gana nadie")
    there = [f"{won} ({inside(fixture.how_told)})", _scores(fixture.chicas)]
    names = ("Resultado", "Chicas")
    return [Difference("Final", *each) for each in zip(names, paper, there, strict=True) if each[1] != each[2]]


def _scores(chicas: Collection[Collection[int]]) -> str:
    return ", ".join("–".join(map(str, points)) for points in chicas) or "ninguna"
