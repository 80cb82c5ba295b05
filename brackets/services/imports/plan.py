"""What would become of one row, taken alone."""

from dataclasses import dataclass, replace
from typing import Any, Final

from brackets.models import Pareja
from brackets.selectors.spelling import name_key
from brackets.selectors.wording import said
from brackets.services.imports.registered import Registered
from brackets.services.imports.report import Change, Outcome, RowReport
from brackets.services.imports.values import Parsed
from brackets.services.inscription import FIELDS, ParejaData, labels_of, pareja_contradictions, pareja_examine

BLANK: Final = ParejaData(player_1="")
LEFT: Final = (Pareja.Status.WITHDRAWN, Pareja.Status.EXPELLED)


@dataclass(slots=True)
class Plan:
    """One row: the pareja it is about (None: a new one), what that pareja is and what it would be."""

    parsed: Parsed
    existing: Pareja | None
    before: ParejaData | None
    data: ParejaData
    number: int | None

    @property
    def outcome(self) -> Outcome:
        if self.parsed.problems:
            return Outcome.REFUSED
        if self.before is None:
            return Outcome.ADDED
        return Outcome.UNCHANGED if self.data == self.before else Outcome.CHANGED

    @property
    def is_new_people(self) -> bool:
        return self.before is None or self.before.people != self.data.people

    def changes(self) -> tuple[Change, ...]:
        before, labels = self.before or BLANK, labels_of(self.parsed.players)
        if self.outcome is not Outcome.CHANGED:
            return ()
        return tuple(
            Change(field, labels[field], shown(before, field), shown(self.data, field))
            for field in FIELDS
            if getattr(before, field) != getattr(self.data, field)
        )

    def report(self) -> RowReport:
        return RowReport(
            row=self.parsed.row.number,
            outcome=self.outcome,
            number=self.number,
            title=self.data.title,
            changes=self.changes(),
            problems=tuple(self.parsed.problems),
            doubts=tuple(self.parsed.doubts),
        )


def shown(data: ParejaData, field: str) -> str:
    """A value as the sheet would have it."""
    value = getattr(data, field)
    if field == "uniform":
        return "sí" if value else "no"
    return "" if value is None else str(value)


def plan_row(parsed: Parsed, registered: Registered) -> Plan:
    """Find the pareja the row is about and lay over it what the sheet has columns for; the rest stays."""
    clean, problems = pareja_examine(replace(BLANK, **parsed.given), players=parsed.players)
    if parsed.is_example:
        return Plan(parsed, None, None, clean, None)
    unread = {problem.cell for problem in parsed.problems if problem.cell}
    for problem in problems:
        if parsed.row.cells.get(problem.field, "-") not in unread:
            parsed.refuse(problem.code, problem.message, problem.field)
    if problems:
        return Plan(parsed, None, None, clean, parsed.number)
    existing = registered.of(parsed, clean)
    before = registered.data[existing.number] if existing else None
    given = {field: getattr(clean, field) for field in parsed.given}
    if before and _is_swapped(clean, before):
        given = _swapped(given)
    data = replace(before or BLANK, **given)
    for problem in pareja_contradictions(data):
        parsed.refuse(problem.code, problem.message, problem.field)
    plan = Plan(parsed, existing, before, data, existing.number if existing else parsed.number)
    _keep_the_status(plan)
    return plan


def _is_swapped(data: ParejaData, before: ParejaData) -> bool:
    names = (name_key(data.player_1), name_key(data.player_2))
    if names == (name_key(before.player_2), name_key(before.player_1)) and names[0] != names[1]:
        return True
    return len(data.cedulas) == 2 and data.cedulas == (before.cedula_2, before.cedula_1)


def _swapped(given: dict[str, Any]) -> dict[str, Any]:
    """The same with the players in the other order, whichever of them the sheet has columns for."""
    other = {"player_1": "player_2", "player_2": "player_1", "cedula_1": "cedula_2", "cedula_2": "cedula_1"}
    return {
        other.get(field, field): 3 - value if field == "representative" else value for field, value in given.items()
    }


def _keep_the_status(plan: Plan) -> None:
    existing, status, refuse, players = plan.existing, plan.parsed.status, plan.parsed.refuse, plan.parsed.players
    if existing is None:
        if status in LEFT:
            refuse("pareja-retirada", said(players, "En la hoja está retirada, así que no se inscribe."), "status")
    elif existing.status == Pareja.Status.ACTIVE:
        if status in LEFT:
            refuse("estado", said(players, "Una pareja se retira en su página, no desde la hoja."), "status")
    elif plan.outcome is Outcome.CHANGED or status != existing.status:
        told = said(players, "La pareja {} está retirada y ya no se cambia. Si vuelve a inscribirse, hágalo a mano.")
        refuse("pareja-retirada", told.format(existing.number))
