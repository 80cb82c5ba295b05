"""The heading of a Planilla, kept or blank."""

from datetime import date
from typing import Final

from brackets.models import Championship, Fixture, Pareja
from brackets.selectors.bracket import round_on_paper
from brackets.selectors.wording import counted
from referee.models import Mesa
from referee.rules import BY_SUM, Reglamento, cite, reglamento_get
from referee.rules.parameters import value_text
from referee.selectors.planilla.sheet import Heading, ParejaBlock, Places, Seat

# By part of the form, the parameters whose source stands beside its title.
PARTS: Final = {
    "identification": ("planilla.identification",),
    "sorteo": ("deal.first_dealer_method", "deal.sorteo_ace_value"),
    "datas": ("count.threshold",),
    "incidents": (
        "misdeal.points_to_opponents",
        "wrong_lift.caller_points",
        "wrong_claim.offender_points",
        "officials.authority",
    ),
    "result": ("match.chicas_to_win_mesa", "zapateria.threshold_below"),
    "signatures": ("planilla.signatures",),
    "appeal": ("appeal.to", "gaps.resolved_by"),
}


def heading_of_championship(championship: Championship) -> Heading:
    """What is printed on every Planilla of the championship, before it belongs to any partida."""
    rules = reglamento_get(championship.reglamento, championship.rule_settings)
    return _heading(championship, rules, championship.reglamento_version)


def heading_of_fixture(fixture: Fixture) -> Heading:
    """The heading of a Planilla for this partida; its day is written by hand."""
    championship = fixture.stage.championship
    rules = reglamento_get(championship.reglamento, championship.rule_settings)
    return _heading(championship, rules, championship.reglamento_version, fixture)


def heading_of_mesa(mesa: Mesa, rules: Reglamento, day: date) -> Heading:
    """The heading of a Planilla kept that day, by the rulebook its mesa was opened under."""
    fixture = mesa.fixture
    return _heading(fixture.stage.championship, rules, mesa.reglamento_version, fixture, day)


def pareja_block(side: str, pareja: Pareja, representative: int) -> ParejaBlock:
    """One pareja of a fixture; its players are prefetched."""
    return ParejaBlock(
        side=side,
        number=pareja.number,
        name=pareja.name,
        club=pareja.club,
        players=tuple(
            Seat(f"{side}{player.position}", player.name, player.position == representative)
            for player in pareja.players.all()
        ),
    )


def _heading(
    championship: Championship,
    rules: Reglamento,
    version: int,
    fixture: Fixture | None = None,
    day: date | None = None,
) -> Heading:
    settings = {setting.key: setting for setting in rules.settings}
    return Heading(
        organiser=championship.organiser,
        championship=str(championship),
        place=championship.place,
        days=championship.days,
        round=round_on_paper(fixture) if fixture else "",
        partida=str(fixture.number or "") if fixture else "",
        table=str(fixture.table.number) if fixture and fixture.table else "",
        juez=str(fixture.juez) if fixture and fixture.juez else "",
        day=f"{day:%d/%m/%Y}" if day else "",
        reglamento=f"{rules.name} (versión {version})",
        settings=tuple(
            f"{settings[key].question} {settings[key].choice(value).label}" for key, value in rules.chosen.items()
        ),
        players=championship.players_per_pareja,
        chicas=2 * rules.match_chicas_to_win_mesa - 1,
        turn=value_text("deal.turn_direction", rules.deal_turn_direction),
        places=Places(**{part: _place(rules, keys) for part, keys in PARTS.items()}),
        sorteo_cards=rules.deal_first_dealer_method == BY_SUM,
        appeal=counted(championship.appeal_minutes, "minuto", "minutos") if championship.appeal_minutes else "",
    )


def _place(rules: Reglamento, keys: tuple[str, ...]) -> str:
    """Where the text itself says these, which it may not."""
    return cite(rules.article(*(key for key in keys if rules.parameters[key].basis in ("E", "I"))))
