"""What a printed bracket says: plain values, so that laying it out asks nothing of the database."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from django.utils.timezone import localtime

from brackets.draw.bracket import Key
from brackets.draw.names import part_name
from brackets.draw.structure import From, Planned, Structure
from brackets.models import Fixture, Pareja
from brackets.selectors.sheet import BRIEF, StageSheet, ended_brief, nobody_told
from referee.selectors.live.estado import ANNULLED, PROVISIONAL, REVIEW, Estados, estados_in

LINED: Final = frozenset({From.LINE, From.WINNER})
"""Sides to which a line of the drawing leads; whom the others wait for is written on them."""
MARKS: Final = {PROVISIONAL: "prov.", REVIEW: "rev.", ANNULLED: "anul."}
"""How a result stands that is not settled, in what there is room for beside the number of a partida; the foot says what it means."""


class PaperSide(NamedTuple):
    """One side of a match; `said` is what stands at its end: the chicas, how it ended, or nothing."""

    number: str
    name: str
    said: str
    wins: bool


class PaperBox(NamedTuple):
    """A match; without a `number` it is never played. `mark` is one of `MARKS`, or empty."""

    number: str
    mark: str
    sides: tuple[PaperSide, ...]


class BracketPaper(NamedTuple):
    """A whole stage; `rounds` are the names of the rounds by match."""

    championship: str
    stage: str
    as_of: str
    structure: Structure
    boxes: Mapping[Key, PaperBox]
    rounds: Mapping[Key, str]


def bracket_paper(sheet: StageSheet) -> BracketPaper:
    """The stage as its results are and stand: the same results make the same paper."""
    empty, estados = sheet.never_played, estados_in(sheet.stage.championship)
    shown = [planned for planned in sheet.structure.matches if planned.key not in empty]
    boxes = {planned.key: _box(sheet, planned, estados) for planned in shown}
    return BracketPaper(
        str(sheet.stage.championship),
        str(sheet.stage),
        f"{localtime(sheet.as_of):%d/%m/%Y %H:%M}" if sheet.as_of else "",
        sheet.structure,
        boxes,
        {planned.key: part_name(sheet.structure, planned) for planned in shown},
    )


def _box(sheet: StageSheet, planned: Planned, estados: Estados) -> PaperBox:
    fixture, awaited, sources = sheet.fixtures[planned.key], sheet.awaited[planned.key], (planned.a, planned.b)
    sides, void, left = [], sheet.voided.has(fixture), sheet.left[planned.key]
    for place, (pareja, source) in enumerate(zip((fixture.pareja_a, fixture.pareja_b), sources, strict=True)):
        nobody = (fixture.nobody_a, fixture.nobody_b)[place]
        if fixture.number is None and nobody:
            continue
        open_ = "" if source.what in LINED else awaited[place]
        name = pareja.title if pareja else _nobody(fixture, place, left[place]) if nobody else open_
        wins = pareja is not None and fixture.number is not None and fixture.winner_id == pareja.pk and not void
        sides.append(PaperSide(str(pareja.number) if pareja else "", name, _said(fixture, place, pareja, wins), wins))
    mark = MARKS.get(estados.of(fixture, voided=void), "") if fixture.how else ""
    return PaperBox(str(fixture.number or ""), mark, tuple(sides))


def _nobody(fixture: Fixture, place: int, left: int | None) -> str:
    """What stands where nobody comes, or who left would have: that the match was not needed stands once."""
    if fixture.how != Fixture.How.UNNEEDED:
        return nobody_told(left)
    return "" if place else BRIEF[fixture.how]


def _said(fixture: Fixture, place: int, pareja: Pareja | None, wins: bool) -> str:  # noqa: FBT001
    if fixture.number is None:
        return "pasa libre"
    chicas = " ".join(str(pair[place]) for pair in fixture.chicas)
    how = ended_brief(fixture)
    told = how if how and (wins or fixture.winner_id is None) and pareja is not None else ""
    return " ".join(filter(None, (told, chicas, "zap." if fixture.zapaterias_made[place] else "")))
