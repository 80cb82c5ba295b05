"""What each column of JSON holds in a document, as its command writes it and pages read it.

Lists that are pairs have two items; hours are ISO 8601 with their offset.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, NotRequired, TypedDict

from django.db.models import Model
from msgspec import Meta

from brackets import models as brackets
from brackets.models.scores import Caidas, Chicas, Zapaterias
from brackets.models.stages import Mark
from brackets.selectors.commitments import Commitment
from brackets.selectors.draws import Entrant
from referee import models as referee

Hour = Annotated[
    str, Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{6})?)?[+-]\d\d:\d\d$", title="instante con su desfase")
]
TwoNumbers = Annotated[list[int], Meta(min_length=2, max_length=2)]
TwoLines = Annotated[list[int | None], Meta(min_length=2, max_length=2)]
TwoWords = Annotated[list[str], Meta(min_length=2, max_length=2)]
Ink = list[list[int]]


class StandingData(TypedDict):
    """A pareja before a Swiss round (`brackets.draw.acta_rounds.standing_data`)."""

    numero: int
    ganadas: int
    rivales: list[int]
    descanso: bool


class PairedOn(TypedDict):
    """What a Swiss round was paired on; `late` are entries as actas name them."""

    round: int
    at: Hour
    before: list[StandingData]
    late: NotRequired[list[dict[str, Any]]]


class LateData(TypedDict):
    """An entry after the draw (`brackets.draw.late.Late`)."""

    pareja: int
    place: int
    number: int


class LeftData(TypedDict):
    """A departure since the stage was published (`brackets.draw.leaving.Left`)."""

    pareja: int
    order: int
    at: NotRequired[Hour]
    playing: list[TwoNumbers]


class UnsettledData(TypedDict):
    """A match that is decided anew by those of its two who are gone."""

    round: int
    position: int
    gone: list[int]


class ProtectionData(TypedDict):
    """A protection of the draw (`brackets.draw.protections.protection_data`)."""

    attribute: str
    rounds: int
    hard: bool


class ExchangeData(TypedDict):
    """Two parejas exchanged by hand after the draw."""

    a: int
    b: int
    reason: str
    by: str
    at: Hour


class UnavoidableData(TypedDict):
    """Two of one club that the draw could not part."""

    position: int
    round: int
    club: str
    a: int
    b: int


class AnnouncedData(TypedDict):
    """The hour and the table that were announced for a partida."""

    hour: Hour
    table: int | None


class PaperDrawData(TypedDict):
    """A sorteo on paper: the seat and the rank of each card."""

    cards: list[TwoWords]
    dealer: str


class PaperRowData(TypedDict):
    """One data on paper (`referee.selectors.transcription.form.PaperRow`)."""

    key: str
    score: TwoNumbers
    points: dict[str, TwoNumbers]
    cards: TwoNumbers | None
    table: int | None
    withdrawn: int
    dealer: str
    annulled: str
    rondas: list[str]
    lines: list[str]
    note: str
    confirmed: NotRequired[bool]


class SignedData(TypedDict):
    """Who signed a paper, and how."""

    name: str
    outcome: str
    reason: str


class PaperEndingData(TypedDict, total=False):
    """The end of a form on paper (`referee.selectors.planilla.paper_ending.PaperEnding`); empty until it is typed."""

    winner: str
    cause: str
    reason: str
    signers: dict[str, SignedData]
    began: str
    ended: str
    remarks: str
    day: str
    identified: bool | None


class DifferenceData(TypedDict):
    """Where a paper and something else do not say the same."""

    where: str
    what: str
    paper: str
    other: str
    article: str


class AppealSignature(TypedDict):
    """Who signed an appeal; null is ink that is not in this document."""

    name: str
    ink: Ink | None


class Moved(TypedDict):
    """What a ruling moved in the bracket, for its page."""

    uncalled: list[int | None]
    fallen: list[str]
    marked: list[int | None]


class Board(TypedDict):
    """A mesa as a resolution shows it: its points and chicas, A's first, each chica with its winner."""

    estado: str
    marcador: TwoNumbers
    chicas: list[tuple[int, int, str]]
    ganador: str
    motivo: str
    moved: NotRequired[Moved]


SHAPES: Final[Mapping[tuple[type[Model], str], Any]] = {
    (brackets.Championship, "rule_settings"): dict[str, str],
    (brackets.Stage, "format"): dict[str, str | int | bool],
    (brackets.Stage, "entry"): list[dict[str, Any]],
    (brackets.Stage, "criteria"): list[str],
    (brackets.Stage, "treatment"): dict[str, str],
    (brackets.Stage, "pairings"): list[list[TwoLines]],
    (brackets.Stage, "paired_on"): list[PairedOn],
    (brackets.Stage, "late"): list[LateData],
    (brackets.Stage, "left"): list[LeftData],
    (brackets.Stage, "unsettled"): list[UnsettledData],
    (brackets.Stage, "kept_rounds"): list[int],
    (brackets.Stage, "planned_entries"): dict[str, list[dict[str, Any]]],
    (brackets.Stage, "slots"): list[int | None],
    (brackets.Stage, "entrants"): list[Entrant],
    (brackets.Stage, "protections"): list[ProtectionData],
    (brackets.Stage, "exchanges"): list[ExchangeData],
    (brackets.Stage, "commitments"): list[Commitment],
    (brackets.Stage, "unavoidable"): list[UnavoidableData],
    (brackets.Stage, "drawn_record"): dict[str, Any],
    (brackets.Stage, "planned_hours"): dict[str, Hour],
    (brackets.Fixture, "chicas"): Chicas,
    (brackets.Fixture, "zapaterias"): Zapaterias,
    (brackets.Fixture, "caidas"): Caidas,
    (brackets.Fixture, "marks"): list[Mark],
    (brackets.StageEvent, "data"): dict[str, Any],
    (brackets.DrawEvent, "data"): dict[str, Any],
    (brackets.CallUp, "parejas"): list[int],
    (brackets.DayPlan, "hours"): dict[str, Hour],
    (brackets.DayPlan, "announced"): dict[str, AnnouncedData],
    (brackets.AuditEntry, "data"): dict[str, Any],
    (referee.Mesa, "rule_settings"): dict[str, str],
    (referee.Mesa, "seats"): list[str],
    (referee.Mesa, "state"): dict[str, Any],
    (referee.Mesa, "figures"): dict[str, Any],
    (referee.Signature, "ink"): Ink,
    (referee.Signature, "contested"): list[int],
    (referee.Transcription, "seats"): list[str],
    (referee.Transcription, "draws"): list[PaperDrawData],
    (referee.Transcription, "rows"): list[PaperRowData],
    (referee.Transcription, "ending"): PaperEndingData,
    (referee.Transcription, "marked"): list[str],
    (referee.Transcription, "typists"): list[int],
    (referee.PaperIncident, "differences"): list[DifferenceData],
    (referee.Quarantined, "body"): dict[str, Any],
    (referee.Appeal, "signatures"): list[AppealSignature],
    (referee.AppealRuling, "numbers"): list[int],
    (referee.AppealRuling, "jugadas"): list[tuple[int, str]],
    (referee.AppealRuling, "before"): Board,
    (referee.AppealRuling, "after"): Board,
}
"""By the model and its column."""
