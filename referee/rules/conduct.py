"""Where a rulebook speaks of what players do besides their jugadas: signs, a snatch, a delay, an offence."""

from typing import Final

from referee.rules.judging import withdraws
from referee.rules.labels import article_of
from referee.rules.reglamento import Reglamento, cite

SNATCH: Final = "arranche"
KINDS: Final = ("senas", SNATCH, "demora", "ofensa", "otra")
SENT_AWAY: Final = "descalificacion"


def usual_article(rules: Reglamento, kind: str) -> str:
    """The place that a conduct of this kind usually offends, as people read it; empty where the text has none.

    A snatch: what forbids it, where the Juez withdraws what was forgotten (16). No text names the others: it is the authority
    of the Juez, and whoever resolves what is not written (18), as for sending somebody away.

    >>> from referee.rules.reglamentos import REGLAMENTOS
    >>> usual_article(REGLAMENTOS["riobamba"], "arranche"), usual_article(REGLAMENTOS["riobamba"], "senas")
    ('art. 16', 'art. 16, 18')
    >>> usual_article(REGLAMENTOS["juez-de-aguas"], "arranche"), usual_article(REGLAMENTOS["pagat"], "arranche")
    ('art. 1', '')
    """
    forbidden = article_of(rules, SNATCH) if kind == SNATCH and withdraws(rules) else ""
    return cite(forbidden or article_of(rules, SENT_AWAY))


def usual_articles(rules: Reglamento) -> dict[str, str]:
    """The same of every kind."""
    return {kind: usual_article(rules, kind) for kind in KINDS}
