"""What a result that was kept on paper says of itself."""

from brackets.models import Fixture
from referee.rules import RuleViolation, check_chicas, reglamento_get


def misdealt_of(fixture: Fixture) -> str | None:
    """The side that lost this mesa by a misdeal: a played one that its chicas do not end. None for any other."""
    if fixture.how != Fixture.How.PLAYED or fixture.winner_id is None:
        return None
    loser = "B" if fixture.winner_id == fixture.pareja_a_id else "A"
    championship = fixture.stage.championship
    rules = reglamento_get(championship.reglamento, championship.rule_settings)
    try:
        check_chicas(rules, [(a, b) for a, b in fixture.chicas], misdealt=loser)
    except RuleViolation:
        return None
    return loser
