"""A row held beside what the rules made of it: where they differ, and what the paper leaves open."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from referee.rules import SIDES, LedgerRow, Reglamento, Ronda, RuleViolation, article_of, card_name, cite
from referee.selectors.planilla.game import points_by_cause
from referee.selectors.planilla.sheet import CAUSES, LABELS
from referee.selectors.transcription.form import COUNTED, NOTHING, REPEATED, PaperRow
from referee.selectors.transcription.solving import Solved

ARTICLES: Final = {"sanciones": "mal-pedido", "fallos": "ajusta", "dos-por-darlas": "conteo", "falla": "conteo"}


@dataclass(frozen=True, slots=True)
class Difference:
    """Where the paper says one thing and the rules, or the tablet, another; `where` is a row, or the end."""

    where: str
    what: str
    paper: str
    other: str
    article: str = ""

    def as_json(self) -> dict[str, str]:
        return {
            "where": self.where,
            "what": self.what,
            "paper": self.paper,
            "other": self.other,
            "article": self.article,
        }


def causes_differ(where: str, row: PaperRow, told: Sequence[LedgerRow], rules: Reglamento) -> Iterable[Difference]:
    given = dict.fromkeys(CAUSES, NOTHING)
    for each in told:
        for cause, (a, b) in points_by_cause(each).items():
            given[cause] = given[cause][0] + a, given[cause][1] + b
    closes = max((max(each.score) for each in told), default=0) >= rules.match_target_points
    for cause in CAUSES:
        paper = row.of(cause)
        if cause in COUNTED and paper == NOTHING:
            continue  # the count follows from the cards, and need not be copied
        if cause == "fallos" and row.annulled == REPEATED and paper == NOTHING:
            continue  # that the points were taken back goes without saying
        for side, name in enumerate(SIDES):
            more = closes and given[cause][side] > paper[side] > 0  # written as what was lacking to 40
            if given[cause][side] != paper[side] and not more:
                article = cite(article_of(rules, ARTICLES.get(cause, cause)))
                yield Difference(
                    where, f"{LABELS[cause]} de {name}", str(paper[side]), str(given[cause][side]), article
                )


def dealer_differs(where: str, row: PaperRow, due: str) -> list[Difference]:
    return [Difference(where, "Reparte", row.dealer, due)] if row.dealer and due and row.dealer != due else []


def is_left_open(solved: Solved, row: PaperRow) -> bool:
    """Whether the data was left in the middle although the game went on."""
    position = solved.state.position
    return (
        row.cards is None and not row.annulled and not row.lines and row.of("mal-reparto") == NOTHING
        and position.closer is None and position.ended is None
    )  # fmt: skip


def assumed_of(row: PaperRow, solved: Solved) -> Iterable[str]:
    rules = solved.state.reglamento
    rondas = [each for each in solved.jugadas if isinstance(each, Ronda)]
    for ronda in rondas[len(row.rondas) :] if not row.lines else ():
        yield f"El papel no dice de qué carta fue la ronda de {ronda.subject}: en la bitácora consta {card_name(rules, ronda.rank)}."


def refused_as(where: str, refused: RuleViolation) -> Difference:
    article = cite(refused.article) if refused.article else ""
    return Difference(where, "Reglamento", "así está escrito", refused.message, article)
