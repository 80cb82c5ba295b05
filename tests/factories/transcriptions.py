"""Planillas on paper, for tests: as a mesa would have been written down, and typed and confirmed by two people."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from brackets.models import Fixture, Role, User
from referee.models import Planilla, Transcription
from referee.rules import SEATS, MalReparto, MesaState, Sorteo, effective, ledger, parse_jugada, reglamento_get, replay
from referee.selectors.planilla.game import datas_of
from referee.selectors.planilla.paper_ending import PaperEnding, Signed
from referee.selectors.planilla.sheet import CAUSES
from referee.selectors.transcription.form import PaperDraw, PaperRow
from referee.selectors.transcription.standing import parts_of
from referee.services.transcriptions.beginning import transcription_start
from referee.services.transcriptions.confirming import Confirmed, transcription_confirm
from referee.services.transcriptions.rows import draws_save, ending_save, row_save, transcription_finish
from tests.factories.brackets import NOW, RoleFactory

SORTEO = "sorteo A1=7 B1=2 A2=7 B2=3 reparte=A1"
GAME = (
    SORTEO,
    "ronda A 7", "caida B", "limpia A", "segundo-reparto", "conteo A=22 B=17 mesa=1",
    "caida-limpia B", "segundo-reparto", "conteo A=10 B=30 mesa=0",
    "limpia A", "juego-y-veo B procede 10", "segundo-reparto", "conteo A=30 B=10 mesa=0",
    "mal-reparto",
    "arranche 2", "segundo-reparto", "conteo A=25 B=13 mesa=0",
    "proclama",
    "segundo-reparto", "conteo A=40 B=0 mesa=0 falla",
    "segundo-reparto", "conteo A=26 B=14 mesa=0",
    "proclama",
)  # fmt: skip
"""Two chicas won by A, with nearly everything that can stand in a row."""


@dataclass(frozen=True)
class Paper:
    """What stands on a Planilla that was kept on paper."""

    draws: Sequence[PaperDraw]
    rows: Sequence[PaperRow]
    ending: PaperEnding

    def with_row(self, number: int, **changed: object) -> "Paper":
        """The same with something else written in row `number`, from 1."""
        rows = [replace(row, **changed) if at == number else row for at, row in enumerate(self.rows, 1)]  # type: ignore[arg-type]
        return replace(self, rows=rows)

    def signed_as(self, planilla: Planilla) -> "Paper":
        """The same, signed by those who signed this Planilla."""
        signers = {each.party: Signed(each.name, each.outcome, each.reason) for each in planilla.signatures.all()}
        return replace(self, ending=replace(self.ending, signers=signers))


def state_of(*lines: str, reglamento: str = "riobamba") -> MesaState:
    return replay(reglamento_get(reglamento, {}), SEATS, map(parse_jugada, lines))


def paper_of(state: MesaState) -> Paper:
    """Write down a mesa as the printed Planilla has it: causes and cards, neither the order nor the cards of a ronda."""
    told = ledger(state)
    misdealt = {(row.chica, row.data) for row in told if row.effective and isinstance(row.jugada, MalReparto)}
    rows = []
    for number, line in enumerate(datas_of(state, told), 1):
        annulled = "mal-reparto" if (line.chica, line.data) in misdealt else "repite" if line.annulled else ""
        rows.append(
            PaperRow(
                key=f"fila-{number}",
                score=line.score,
                points=dict(zip(CAUSES, line.points, strict=True)),
                cards=line.cards,
                table=line.table,
                withdrawn=line.withdrawn or 0,
                dealer=line.dealer,
                annulled=annulled,
            )
        )
    sorteos = [entry.jugada for entry in effective(state.entries) if isinstance(entry.jugada, Sorteo)]
    ended = state.position.ended
    return Paper(
        [PaperDraw(each.cards, each.dealer or "") for each in sorteos],
        rows,
        PaperEnding(
            winner=ended.winner if ended else "",
            cause=ended.reason if ended else "",
            signers={"A": Signed("Quien representa a A", "firma"), "juez": Signed("Juez de papel", "firma")},
            ended="10:05",
            day="2026-11-28",
            identified=True,
        ),
    )


PAPER = paper_of(state_of(*GAME))


@dataclass
class Desk:
    """Two people of the Mesa de Control, and a paper before them."""

    fixture: Fixture
    now: datetime = NOW
    typist: User = field(init=False)
    reader: User = field(init=False)

    def __post_init__(self) -> None:
        self.typist, self.reader = (
            RoleFactory(championship=self.fixture.stage.championship, kind=Role.Kind.CONTROL).user for _ in range(2)
        )

    def start(self, **given: object) -> Transcription:
        seats = SEATS[: 2 * self.fixture.stage.championship.players_per_pareja]
        asked = {"seats": seats, "tablet_left": False, "user": self.typist, "now": self.now} | given
        return transcription_start(fixture=self.fixture, **asked)  # type: ignore[arg-type]

    def type(self, paper: Paper = PAPER, **given: object) -> Transcription:
        """Begun, typed row by row and handed on."""
        typed = self.start(**given)
        if paper.draws:
            draws_save(transcription=typed, draws=paper.draws, user=self.typist)
        for row in paper.rows:
            row_save(transcription=typed, row=row, user=self.typist)
        ending_save(transcription=typed, ending=paper.ending, user=self.typist, now=self.now)
        return transcription_finish(
            transcription=Transcription.objects.get(pk=typed.pk), user=self.typist, now=self.now
        )

    def confirm(self, typed: Transcription, **given: object) -> Confirmed:
        """As the paper has it, every row held beside it."""
        typed.refresh_from_db()
        asked = {
            "scores": {row["key"]: tuple(row["score"]) for row in typed.rows},
            "winner": typed.ending["winner"],
            "seen": parts_of(typed),
            "user": self.reader,
            "now": self.now,
        } | given
        return transcription_confirm(transcription=typed, **asked)  # type: ignore[arg-type]
