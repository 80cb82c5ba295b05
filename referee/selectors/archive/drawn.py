"""What a document says of the draws of a stage: its acta, each draw that is recorded, the shares that went into it."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from brackets.draw.acta_seal import drawn_digest
from brackets.draw.commitment import subject_of
from brackets.models import ShareEvent, Stage, StageEvent
from brackets.selectors.bound import drawn_wrongly
from brackets.selectors.draws_made import OF_MADE
from brackets.selectors.shares import shares_from
from referee.selectors.archive.document import Line, refused
from referee.selectors.archive.refusal import UNREADABLE, Refused

Made = tuple[Line, Any]
"""Where a draw is recorded, and what."""


def events_before_check(made: Iterable[Mapping[int, Made]], events: Mapping[int, Sequence[StageEvent]]) -> None:
    """Check that each draw comes after events that there are: `hechos`, which draws of older documents do not have."""
    last = {str(number): max(event.seq for event in of) for number, of in events.items()}
    for line, data in chain.from_iterable(each.values() for each in made):
        before = data.get("hechos", {})
        if not isinstance(before, dict) or not all(
            number in last and type(seq) is int and 0 <= seq <= last[number] for number, seq in before.items()
        ):
            raise refused("después de qué hechos se sorteó no es lo de los hechos que constan", line)


def draws_check(stage: Stage, made: Mapping[int, Made]) -> None:
    """Check that the acta of the stage has each draw that is recorded of it as it is recorded, and no other."""
    wrong = f"los sorteos de «{stage.name}» no son los de su acta"
    try:
        listed = {
            each["numero"]: {name: each[name] for name in OF_MADE} for each in stage.drawn_record["sorteos_anteriores"]
        }
    except UNREADABLE as error:
        raise Refused(wrong, part="sorteos") from error
    for number, (line, data) in made.items():
        try:
            own = {name: data[name] for name in OF_MADE}
        except UNREADABLE as error:
            raise refused(wrong, line) from error
        of_acta = own["huella"] == stage.drawn_digest if number == stage.draw_number else listed.get(number) == own
        if not of_acta:
            raise refused(wrong, line)
    if made.keys() != {*listed, stage.draw_number}:
        raise Refused(wrong, part="sorteos")


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
