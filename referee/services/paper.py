"""A mesa that was kept on paper: its chicas are typed at the Mesa de Control."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from brackets.blank import is_blank
from brackets.models import UNPLAYED, Fixture, User
from brackets.selectors.single import single
from brackets.services.fixtures import Recorded, fixture_record
from referee.models import Mesa
from referee.rules import NONE_TIED, check_chicas, reglamento_get
from referee.selectors.mesa_ending import mesa_ending
from referee.selectors.mesas import mesa_counts, mesa_is_sealed
from referee.services.errors import RefereeError
from referee.services.writing import one_writer


def paper_result_record(
    *,
    fixture: Fixture,
    chicas: Sequence[tuple[int, int]],
    user: User,
    now: datetime,
    reason: str = "",
    misdealt: str | None = None,
    tied: Mapping[int, str] = NONE_TIED,
    on_purpose: bool = False,
    decided_at: datetime | None = None,
    began_before: bool = False,
) -> Recorded:
    """Record the result that these chica scores make under the championship's rulebook; see `check_chicas`.

    Against a sealed Planilla it is a correction and needs a reason; whoever calls asks whether the user may correct and,
    `on_purpose`, may carry it through against what was played on it. Raises RuleViolation for scores that no mesa can have,
    RefereeError where a tablet keeps the mesa, and BracketError where the bracket stands in the way.
    """
    championship = fixture.stage.championship
    rules = reglamento_get(championship.reglamento, championship.rule_settings)
    result = check_chicas(rules, chicas, misdealt=misdealt, tied=tied)
    with one_writer():
        _require_no_tablet(fixture, reason)
        return fixture_record(
            fixture=fixture,
            **mesa_ending(result.outcome, result.chicas),
            user=user,
            now=now,
            reason=reason,
            on_purpose=on_purpose,
            decided_at=decided_at,
            began_before=began_before,
        )


def _require_no_tablet(fixture: Fixture, reason: str) -> None:
    mesa = single(Mesa.objects.select_related("fixture").filter(fixture=fixture, head_seq__gt=0))
    if mesa is None:
        return
    if not mesa_counts(mesa) and (mesa.stands or mesa.fixture.how not in UNPLAYED):
        return  # what others recorded there, or was left without effect, is in nobody's way
    if not mesa_is_sealed(mesa):
        message = "Esta partida se lleva en una tablet: termine la mesa allí, o retómela en otra tablet."
        raise RefereeError("mesa-en-tablet", message)
    if is_blank(reason):
        message = "Esta partida tiene una Planilla sellada. Diga por qué vale otro resultado."
        raise RefereeError("falta-motivo", message)
