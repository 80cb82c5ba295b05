"""What a document says of the draws of a stage: its acta, each draw that is recorded, the shares that went into it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from brackets.draw.acta_seal import drawn_digest
from brackets.draw.commitment import subject_of
from brackets.models import DrawEvent, ShareEvent, Stage, StageEvent
from brackets.selectors.bound import drawn_wrongly
from brackets.selectors.draws_made import happened_otherwise, promised_otherwise, recorded_otherwise
from brackets.selectors.shares import shares_from
from referee.selectors.archive.document import Line, refused
from referee.selectors.archive.refusal import Refused
from referee.selectors.unreadable import UNREADABLE

Recorded = Sequence[tuple[Line, DrawEvent]]
"""What is recorded of the draws of a stage, and where, in order."""


def events_before_check(recorded: Iterable[Recorded], events: Mapping[int, Sequence[StageEvent]]) -> None:
    """Check that each draw was made, and published, after events that there are: `hechos`."""
    last = _last(events)
    for line, event in chain.from_iterable(recorded):
        before = event.data.get("hechos") if event.kind in (DrawEvent.Kind.MADE, DrawEvent.Kind.PUBLISHED) else {}
        if not isinstance(before, dict) or not all(
            number in last and type(seq) is int and 0 <= seq <= last[number] for number, seq in before.items()
        ):
            raise refused("después de qué hechos se sorteó no es lo de los hechos que constan", line)


def draws_check(
    number: int, stage: Stage | None, recorded: Recorded, events: Mapping[int, Sequence[StageEvent]]
) -> None:
    """Check that what is recorded of the draws of a stage, there or not, can have happened, and that its acta has each draw as it is recorded, and no
    other, that it is public as is recorded, and that its commitments are those of its acta."""
    rows = [event for _, event in recorded]
    try:
        found = happened_otherwise(number, stage, rows, _last(events))
        wrong = next(chain(found, recorded_otherwise(stage, rows) if stage else ()), None)
        promised = next(promised_otherwise(stage, rows), None) if stage else None
    except UNREADABLE as error:
        raise Refused(f"los sorteos de la etapa {number} no se pueden leer ({error})", part="sorteos") from error
    if wrong is not None:
        place, told = wrong
        raise Refused(told, part="sorteos") if place is None else refused(told, recorded[place][0])
    if promised is not None:
        raise Refused(promised, part="etapas")


def _last(events: Mapping[int, Sequence[StageEvent]]) -> dict[str, int]:
    return {str(number): max(event.seq for event in of) for number, of in events.items() if of}


def shares_agree(stage: Stage, shares: Mapping[str, list[ShareEvent]]) -> bool:
    """Whether the acta has the shares of its commitments as their rows have them."""
    made = stage.drawn_record
    try:
        commitments = [*filter(None, [made["compromiso"]]), *made["compromisos_anulados"]]
        for each in commitments:
            listed = each.get("prueba", {}).get("aportes", [])
            kept = shares_from(each["sha256"], subject_of(each["documento"]), shares.get(each["sha256"], []))
            if listed != [share.as_data() for share in kept.each]:
                return False
    except (*UNREADABLE, AttributeError):
        return False
    return True


def is_frozen(stage: Stage) -> bool:
    """Whether its acta is the one of its digest."""
    try:
        return drawn_digest(stage.drawn_record) == stage.drawn_digest
    except UNREADABLE:
        return False


def is_drawn_wrongly(stage: Stage) -> bool:
    """Whether it was drawn with something else than its acta says."""
    try:
        return bool(drawn_wrongly(stage))
    except UNREADABLE:
        return True
