"""The rules of a championship as they are read aloud, and what is printed with them."""

from dataclasses import dataclass
from typing import Final

from brackets.models import Championship
from referee.rules import Language, RuleSheet, Terms, read_aloud, reglamento_get

VERSION: Final = {"es": "versión", "en": "version"}


@dataclass(frozen=True, slots=True)
class RulePaper:
    """What the printed sheet shows; `url` is where the same rules are read on a telephone."""

    organiser: str
    championship: str
    where: str
    rulebook: str
    source: str
    sheet: RuleSheet
    url: str = ""


def sheet_of(championship: Championship, language: Language = "es") -> RuleSheet:
    """The rules of this championship in sentences."""
    return read_aloud(
        reglamento_get(championship.reglamento, championship.rule_settings), terms_of(championship), language
    )


def terms_of(championship: Championship) -> Terms:
    """What it settled besides the rulebook."""
    return Terms(
        players_per_pareja=championship.players_per_pareja,
        appeal_minutes=championship.appeal_minutes,
        grace_minutes=championship.grace_minutes,
        identification=championship.identification,
        loser_signs=championship.loser_signature == Championship.LoserSignature.REQUIRED,
    )


def paper_of(championship: Championship, language: Language = "es", *, url: str = "") -> RulePaper:
    """The sheet with the heading it is printed under."""
    rules = reglamento_get(championship.reglamento, championship.rule_settings)
    return RulePaper(
        organiser=championship.organiser,
        championship=str(championship),
        where=f"{championship.place} · {championship.days}",
        rulebook=f"{rules.name}, {VERSION[language]} {championship.reglamento_version}",
        source=rules.source,
        sheet=read_aloud(rules, terms_of(championship), language),
        url=url,
    )
