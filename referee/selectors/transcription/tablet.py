"""What a mesa that was kept on a tablet has to compare a paper with: its sorteos, who signed, the identification, its days."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from referee.models import Jugada, Mesa, Planilla, Signature
from referee.rules import MesaState, Sorteo, effective
from referee.selectors.planilla.on_paper import ending_on
from referee.selectors.planilla.paper_ending import Signed
from referee.selectors.transcription.form import PaperDraw

PARTIES: Final[Mapping[str, str]] = {"A": "del lado A", "B": "del lado B", "juez": "del Juez"}
ALWAYS: Final = "el sorteo, las datas, el resultado, la identificación"
"""What is compared of every paper; then the day, and the signatures where there are any."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The same as a paper has it. `days` are the first and the last.

    `signed` are the answers by party, of Planilla `version`, which is 0 where nobody has answered on any. On one that is
    `sealed` a box without an answer says that there was none; on another the answer may still come.
    """

    draws: tuple[PaperDraw, ...]
    identified: bool
    days: tuple[date, date]
    signed: Mapping[str, Signed]
    version: int = 0
    sealed: bool = False

    @property
    def parties(self) -> tuple[str, ...]:
        """Whose answers can be compared."""
        if not self.version:
            return ()
        return tuple(party for party in PARTIES if self.sealed or party in self.signed)

    @property
    def compared(self) -> str:
        """What a paper that agrees agrees in, as the record says it."""
        day = "la fecha (con un día de margen)"
        if not self.version:
            return f"{ALWAYS} y {day}"
        if self.sealed:
            return f"{ALWAYS}, {day} y las firmas de la Planilla v{self.version} (respuesta y nombre)"
        names = " y ".join("del Juez" if party == "juez" else f"de {party}" for party in self.parties)
        return f"{ALWAYS}, {day} y, de la Planilla v{self.version} por sellar, la firma {names} (respuesta y nombre)"


def kept_by(mesa: Mesa, state: MesaState) -> Kept:
    """Of the newest Planilla that somebody answered: a correction without new signatures has none. Four queries.

    A mesa that was typed from another paper has the day and the tick of that one.
    """
    planillas = mesa.planillas.exclude(status=Planilla.Status.REOPENED).select_related("transcription")
    answered = [each for each in planillas.order_by("-version").prefetch_related("signatures") if each.signatures.all()]
    newest = answered[0] if answered else None
    other = next((paper for each in answered if (paper := getattr(each, "transcription", None))), None)
    ending = ending_on(other)
    last = Jugada.objects.filter(mesa=mesa).order_by("-seq").values_list("received_at", flat=True).first()
    play_days = mesa.fixture.stage.championship.play_days
    days = play_days.of(mesa.opened_at), play_days.of(last or mesa.opened_at)
    if other is not None and not other.base_seq and ending.played_on:
        days = ending.played_on, ending.played_on
    sorteos = (entry.jugada for entry in effective(state.entries) if isinstance(entry.jugada, Sorteo))
    return Kept(
        draws=tuple(PaperDraw(each.cards, each.dealer or "") for each in sorteos),
        identified=mesa.identified_at is not None or bool(ending.identified),
        days=days,
        signed={each.party: _answer(each) for each in newest.signatures.all()} if newest else {},
        version=newest.version if newest else 0,
        sealed=newest is not None and newest.status == Planilla.Status.SEALED,
    )


def _answer(signature: Signature) -> Signed:
    return Signed(signature.name, signature.outcome, signature.reason)
