"""What the first person types: saved row by row, left and taken up again, handed on when it is whole."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from brackets.models import Fixture, User
from brackets.selectors.wording import counted
from brackets.services.audit import audit_record
from brackets.services.doubts import Doubt, require_told, unprinted
from brackets.services.errors import InvalidValue
from brackets.services.names import text_clean, unprinted_letters
from referee.models import LONGEST_NAME, Signature, Transcription
from referee.rules import MAX_LINE, NotationError, parse_jugada
from referee.selectors.planilla.paper_ending import LEFT, PaperEnding, Signed, ending_of
from referee.selectors.transcription.dates import signed_on_paper
from referee.selectors.transcription.form import PaperDraw, PaperRow
from referee.selectors.transcription.reading import REASONS
from referee.selectors.transcription.standing import mesa_of, read_ahead, reading_of
from referee.services.errors import RefereeError
from referee.services.transcriptions.holding import (
    entry,
    require_answered,
    require_status,
    require_typist,
    transcription_lock,
)
from referee.services.writing import one_writer

MOST_ROWS: Final = 99
MOST_DRAWS: Final = 9
CARDS: Final = 40
MOST_POINTS: Final = 80
Status = Transcription.Status


def row_save(*, transcription: Transcription, row: PaperRow, user: User, before: str = "") -> Transcription:
    """Keep this row under its key: in place of the one that has it, else in front of `before`, else as the last.

    Saving the same again does nothing. What does not agree with the rules is kept as the paper has it.
    """
    row = _clean(row)
    with one_writer():
        held = _to_type(transcription, user)
        rows = list(held.rows)
        keys = [kept["key"] for kept in rows]
        if row.key in keys:
            rows[keys.index(row.key)] = row.as_json()
        else:
            if len(rows) >= MOST_ROWS:
                raise InvalidValue(
                    "demasiadas-filas", f"Caben {MOST_ROWS} filas: esta Planilla tiene más.", field="score"
                )
            rows.insert(keys.index(before) if before in keys else len(rows), row.as_json())
        return _keep(held, rows=rows, marked=[key for key in held.marked if key != row.key])


def row_confirm(*, transcription: Transcription, key: str, user: User) -> Transcription:
    """Confirm that the implausible values of this row are on the paper; does nothing without such a row."""
    with one_writer():
        held = _to_type(transcription, user)
        rows = [kept | {"confirmed": True} if kept["key"] == key else kept for kept in held.rows]
        return _keep(held, rows=rows)


def row_drop(*, transcription: Transcription, key: str, user: User) -> Transcription:
    """Take out a row that is not on the paper; where there is none, nothing is done."""
    with one_writer():
        held = _to_type(transcription, user)
        rows = [kept for kept in held.rows if kept["key"] != key]
        return _keep(held, rows=rows, marked=[each for each in held.marked if each != key])


def draws_save(*, transcription: Transcription, draws: Sequence[PaperDraw], user: User) -> Transcription:
    """Keep the sorteos as they are on the paper, redraws too."""
    with one_writer():
        held = _to_type(transcription, user)
        return _keep(held, draws=[draw.as_json() for draw in draws[:MOST_DRAWS]])


def ending_save(
    *, transcription: Transcription, ending: PaperEnding, user: User, now: datetime, told: str = ""
) -> Transcription:
    """Keep who won, who signed, the day and the hours, and what is written in words.

    Raises InvalidValue `falta` without a day, `fecha-futura` where it was not signed yet today; Doubtful for letters of a name that
    papers cannot print, unless `told` is its seal.
    """
    _require_past(ending, transcription.fixture, now)
    signers = {
        party: Signed(
            text_clean(signed.name, field=f"name_{party}", label="El nombre", longest=LONGEST_NAME),
            signed.outcome,
            text_clean(signed.reason, field=f"reason_{party}", label="El motivo", longest=300),
        )
        for party, signed in ending.signers.items()
    }
    ending = replace(
        ending,
        signers=signers,
        reason=text_clean(ending.reason, field="reason", label="El motivo", longest=200),
        remarks=text_clean(ending.remarks, field="remarks", label="Lo escrito", longest=1000),
    )
    for party, signed in signers.items():
        if signed.outcome and not signed.name:
            raise InvalidValue("falta", "Falta el nombre de quien firmó.", field=f"name_{party}")
    with one_writer():
        held = _to_type(transcription, user)
        require_told(_letters_of(held, signers), told)
        return _keep(held, ending=ending.as_json())


def _letters_of(held: Transcription, signers: Mapping[str, Signed]) -> list[Doubt]:
    """One doubt for each name typed anew with letters that our papers cannot print.

    Names of the people of the mesa, as the form offers them, were asked about when they were entered.
    """
    kept = ending_of(held.ending).signers
    asked = {
        party: signed.name
        for party, signed in signers.items()
        if unprinted_letters(signed.name) and signed.name != kept.get(party, Signed()).name
    }
    if not asked:
        return []
    players = (player for pareja in (held.pareja_a, held.pareja_b) for player in pareja.players.all())
    known = {Signature.name_of(each) for each in (*players, held.fixture.juez)}
    return unprinted((f"name_{party}", "El nombre", name) for party, name in asked.items() if name not in known)


def transcription_finish(*, transcription: Transcription, user: User, now: datetime) -> Transcription:
    """Hand it on to be confirmed by another; handing it on again does nothing.

    Raises RefereeError `falta-confirmar` while a row has implausible values that nobody has confirmed.
    """
    ahead = read_ahead(transcription)
    with one_writer():
        held = transcription_lock(transcription)
        require_typist(held, user)
        if held.status == Status.WAITING:
            return held
        require_status(held, (Status.TYPING,))
        winner, cause = held.ending.get("winner"), held.ending.get("cause")
        if winner not in ("A", "B") or cause not in REASONS:
            raise RefereeError("falta-final", "Falta escribir el final: quién gana la mesa y por qué.")
        if not held.ending.get("day"):
            raise RefereeError("falta-fecha", "Falta escribir la fecha del papel: está en el final, con las horas.")
        if not held.rows and not held.base_seq and cause not in LEFT:
            raise RefereeError("faltan-filas", "Falta escribir las datas: todavía no hay ninguna fila.")
        mesa = mesa_of(held)
        require_answered(held, mesa, reading_of(held, mesa, ahead))
        held.status, held.finished_at, held.marked, held.told = Status.WAITING, now, [], ""
        held.save(update_fields=("status", "finished_at", "marked", "told"))
        sentence = (
            f"Terminó de transcribir la {held.fixture.name}: {counted(len(held.rows), 'fila', 'filas')}, por confirmar."
        )
        audit_record(**entry(held, user=user, now=now, action="terminar", sentence=sentence, typed=_typed(held)))
    return held


def transcription_reopen(*, transcription: Transcription, user: User, now: datetime) -> Transcription:
    """Go on typing what already waits to be confirmed; where it is being typed, nothing is done."""
    with one_writer():
        held = transcription_lock(transcription)
        require_typist(held, user)
        if held.status == Status.TYPING:
            return held
        require_status(held, (Status.WAITING,))
        held.status, held.finished_at = Status.TYPING, None
        held.save(update_fields=("status", "finished_at"))
        sentence = f"Volvió a abrir la transcripción de la {held.fixture.name} para corregirla."
        audit_record(**entry(held, user=user, now=now, action="reabrir", sentence=sentence))
    return held


def _to_type(transcription: Transcription, user: User) -> Transcription:
    held = transcription_lock(transcription)
    require_typist(held, user)
    require_status(held, (Status.TYPING,))
    return held


def _keep(held: Transcription, **fields: Any) -> Transcription:
    changed = {name: value for name, value in fields.items() if getattr(held, name) != value}
    for name, value in changed.items():
        setattr(held, name, value)
    if changed:
        held.save(update_fields=tuple(changed))
    return held


def _typed(held: Transcription) -> dict[str, object]:
    """What is confirmed or given back from here on, so that the record shows what was changed afterwards."""
    return {
        "sorteos": held.draws,
        "filas": held.rows,
        "gana": held.ending["winner"],
        "por": held.ending["cause"],
        "final": held.ending,
    }


def _clean(row: PaperRow) -> PaperRow:
    """Only what can stand on a paper; whether it agrees with the rules is another question."""
    cards = (*(row.cards or ()), row.table or 0, row.withdrawn)
    if any(not 0 <= value <= CARDS for value in cards):
        raise InvalidValue("cartas-imposibles", f"Las cartas van de 0 a {CARDS}.", field="cards_a")
    points = (*row.score, *(value for pair in row.points.values() for value in pair))
    if any(abs(value) > MOST_POINTS for value in points):
        raise InvalidValue("puntos-imposibles", "Esos puntos no caben en una fila: revise el papel.", field="score_a")
    for line in row.lines:
        _require_notation(line)
    note = text_clean(row.note, field="note", label="La nota", longest=200)
    return replace(row, note=note)


def _require_past(ending: PaperEnding, fixture: Fixture, now: datetime) -> None:
    """A paper is typed after it was signed; its hours may be of another clock, its day may not."""
    if not ending.day:
        raise InvalidValue("falta", "Falta la fecha del papel.", field="day")
    days = fixture.stage.championship.play_days
    today, day = days.written(now), ending.played_on
    if day is not None and day > today:
        raise InvalidValue("fecha-futura", f"La fecha del papel no pasa de hoy, {today:%d/%m/%Y}.", field="day")
    if days.of(signed_on_paper(ending, fixture, typed=now)) > days.of(now):
        message = f"Si empezó a las {ending.began}, las firmas de las {ending.ended} serían de mañana: revise la fecha y las horas."
        raise InvalidValue("fecha-futura", message, field="ended")


def _require_notation(line: str) -> None:
    try:
        if len(line) > MAX_LINE:
            raise NotationError(f"la línea pasa de {MAX_LINE} caracteres")  # noqa: TRY301
        parse_jugada(line)
    except NotationError as error:
        message = f"«{line[:40]}» no se lee como jugada: {error.message}."
        raise InvalidValue("no-es-jugada", message, field="lines") from error
