"""All rows of a sheet together: what they take from one another and from the parejas there are."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from brackets.models import Pareja
from brackets.selectors.wording import said
from brackets.services.imports.plan import Plan, plan_row
from brackets.services.imports.registered import Registered
from brackets.services.imports.report import Outcome
from brackets.services.imports.sheet import SheetRows
from brackets.services.imports.values import parse_row
from brackets.services.inscription import HIGHEST_NUMBER, ParejaData

Claim: TypeAlias = tuple[str, Hashable]


def plan_import(
    parejas: Sequence[Pareja], sheet: SheetRows, *, players: int, published: bool, asked: Mapping[str, str]
) -> list[Plan]:
    """What each row would do, given all parejas there are, with their players: so many in each.

    `asked` are the cédulas that wait for an answer at the page of inscription, and in which request.
    """
    registered = Registered(parejas, players=players)
    plans = [plan_row(parse_row(row, players=players), registered) for row in sheet.rows]
    if published:
        _keep_the_entrants(plans, players)
    _once_in_the_sheet(plans)
    _free_of_the_others(plans, registered, asked)
    _give_numbers(plans, parejas)
    return plans


def _keep_the_entrants(plans: Iterable[Plan], players: int) -> None:
    for plan in plans:
        if plan.outcome is Outcome.ADDED:
            plan.parsed.refuse(
                "sorteo-publicado", said(players, "El sorteo ya está publicado: ya no entra ninguna pareja.")
            )
        elif plan.outcome is Outcome.CHANGED and plan.before and plan.before.seed != plan.data.seed:
            plan.parsed.refuse(
                "sorteo-publicado", "El sorteo ya está publicado: las cabezas de serie ya no cambian.", "seed"
            )


def _once_in_the_sheet(plans: Iterable[Plan]) -> None:
    rows: dict[int, int] = {}
    for plan in plans:
        if plan.number is None or plan.outcome is Outcome.REFUSED:
            continue
        if plan.number in rows:
            plan.parsed.refuse(
                "numero-repetido", f"El número {plan.number} ya está en la fila {rows[plan.number]}.", "number"
            )
        rows.setdefault(plan.number, plan.parsed.row.number)


def _free_of_the_others(plans: Sequence[Plan], registered: Registered, asked: Mapping[str, str]) -> None:
    """Refuse what two parejas would share once the sheet is imported.

    What is taken is judged by the end: two parejas may exchange their seeds. A refused row leaves its pareja
    as it is, which may take something from another row; so it is repeated until nothing more is refused.
    """
    while True:
        moving = [plan for plan in plans if plan.outcome in (Outcome.ADDED, Outcome.CHANGED)]
        moved = {plan.number for plan in moving if plan.existing}
        taken: dict[Claim, str] = {("cedula", cedula): request for cedula, request in asked.items()}
        taken |= {
            claim: said(registered.players, "la pareja {}").format(pareja.number)
            for pareja in registered.active
            if pareja.number not in moved
            for claim in _claims(registered.data[pareja.number])
        }
        refused = False
        for plan in moving:
            refused = _refuse_taken(plan, taken, registered.players) or refused
            if plan.outcome is not Outcome.REFUSED:
                taken |= dict.fromkeys(_claims(plan.data), f"la fila {plan.parsed.row.number}")
        if not refused:
            return


def _claims(data: ParejaData) -> Iterator[Claim]:
    for cedula in data.cedulas:
        yield "cedula", cedula
    if data.seed is not None:
        yield "seed", data.seed
    yield "people", data.people


def _refuse_taken(plan: Plan, taken: dict[Claim, str], players: int) -> bool:
    data = plan.data
    refusals: list[tuple[Claim, str, str, str]] = [
        (
            ("cedula", data.cedula_1),
            "cedula-repetida",
            said(players, "La cédula del jugador 1 ya está en {}."),
            "cedula_1",
        ),
        (("cedula", data.cedula_2), "cedula-repetida", "La cédula del jugador 2 ya está en {}.", "cedula_2"),
        (
            ("seed", data.seed),
            "cabeza-repetida",
            said(players, "La cabeza de serie {seed} ya es de {}.").replace("{seed}", str(data.seed)),
            "seed",
        ),
    ]
    if plan.is_new_people:
        told = said(players, "Los mismos jugadores están en {}.")
        refusals.append((("people", data.people), "pareja-repetida", told, "player_1"))
    for claim, code, message, field in refusals:
        if claim in taken:
            plan.parsed.refuse(code, message.format(taken[claim]), field)
    return plan.outcome is Outcome.REFUSED


def _give_numbers(plans: Sequence[Plan], parejas: Sequence[Pareja]) -> None:
    new = [plan for plan in plans if plan.outcome is Outcome.ADDED]
    given = [pareja.number for pareja in parejas] + [plan.number for plan in new if plan.number]
    following = max(given, default=0) + 1
    for plan in new:
        if plan.number is not None:
            continue
        if following > HIGHEST_NUMBER:
            plan.parsed.refuse("sin-numero", f"No quedan números hasta {HIGHEST_NUMBER}: escriba uno libre.")
            continue
        plan.number = following
        following += 1
