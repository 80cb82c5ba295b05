"""Checking an import and doing it."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from brackets.models import Championship, EntryPerson, Pareja, PersonalData, User
from brackets.selectors.parejas import parejas_with_cedulas
from brackets.selectors.wording import counted, said
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.doubts import Desk, place_of
from brackets.services.errors import BracketError
from brackets.services.imports.plan import Plan
from brackets.services.imports.report import ImportReport, Outcome
from brackets.services.imports.rows import plan_import
from brackets.services.imports.sheet import SheetRows
from brackets.services.inscription import ParejaData, audited_changes
from brackets.services.parejas import is_published, pareja_fill, players_add, players_of
from brackets.services.persons import names_note, players_rewrite

WRITTEN: Final = (
    "name", "club", "institution", "family", "province", "finalist", "category", "representative", "uniform", "seed",
)  # fmt: skip
TO_CHECK: Final = (
    "Hay filas por comprobar: lea lo que dice cada una y marque que lo comprobó, o corrija la hoja. No se importó nada."
)


def import_parejas_check(*, championship: Championship, rows: SheetRows) -> ImportReport:
    """What applying the same rows now would do; nothing is written."""
    return _report(_plans(championship, rows), rows, applied=False)


@transaction.atomic
def import_parejas_apply(
    *, championship: Championship, rows: SheetRows, user: User, now: datetime, told: str = ""
) -> ImportReport:
    """Do it and say what was done, which is what a check at this very moment says, not an earlier one.

    BracketError `por-comprobar` where rows are in doubt and `told` is not the seal of such a check.
    """
    championship = championship_lock(championship)
    require_not_closed(championship)
    plans = _plans(championship, rows)
    report = _report(plans, rows, applied=True)
    if report.seal not in ("", told):
        raise BracketError("por-comprobar", TO_CHECK)
    added = {plan.number: plan.data for plan in plans if plan.outcome is Outcome.ADDED and plan.number}
    changed = [
        (plan.existing, plan.before, plan.data)
        for plan in plans
        if plan.outcome is Outcome.CHANGED and plan.existing and plan.before
    ]
    _change(changed, now)
    _add(championship, added)
    names_note(championship, [*added, *(pareja.number for pareja, _, _ in changed)], now=now)
    if added or changed:
        players = championship.players_per_pareja
        new = said(players, "pareja nueva,parejas nuevas").split(",")
        corrected = said(players, "corregida,corregidas").split(",")
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="parejas-importar",
            sentence=f"Importó una hoja: {counted(len(added), *new)} y {counted(len(changed), *corrected)}.",
            data={
                "added": list(added),
                "knowing": {
                    str(plan.number): [each.code for each in plan.parsed.doubts] for plan in plans if plan.parsed.doubts
                },
                "changed": {str(pareja.number): audited_changes(before, data) for pareja, before, data in changed},
            },
        )
    return report


def _plans(championship: Championship, rows: SheetRows) -> list[Plan]:
    parejas = list(parejas_with_cedulas(championship))
    asked = EntryPerson.objects.filter(championship=championship, active=True).select_related("personal")
    plans = plan_import(
        parejas,
        rows,
        players=championship.players_per_pareja,
        published=is_published(championship),
        asked={each.cedula: f"la solicitud de inscripción {each.entry_id}" for each in asked},
    )
    _doubt(plans, Desk.of(championship))
    return plans


def _doubt(plans: Sequence[Plan], desk: Desk) -> None:
    """Say of each row what has to be known of it, the rows above it inscribed."""
    moving = [plan for plan in plans if plan.outcome in (Outcome.ADDED, Outcome.CHANGED)]
    for plan in moving:
        desk.leave(place_of(plan.number or 0))
    for plan in moving:
        for doubt in desk.doubts_of(plan.data, before=plan.before):
            plan.parsed.doubt(doubt.code, doubt.message, doubt.field)
        desk.take(plan.data, f"la fila {plan.parsed.row.number}", room=plan.before is None)


def _report(plans: Sequence[Plan], rows: SheetRows, *, applied: bool) -> ImportReport:
    return ImportReport(
        rows=tuple(plan.report() for plan in plans), empty=rows.empty, unknown=rows.unknown, applied=applied
    )


def _change(changed: Sequence[tuple[Pareja, ParejaData, ParejaData]], now: datetime) -> None:
    """Write what each is from now on; who is now another person: `players_rewrite`."""
    parejas = [pareja for pareja, _, _ in changed]
    for pareja, _, data in changed:
        pareja_fill(pareja, data)
    others = [(pareja, data) for pareja, before, data in changed if _players(before) != _players(data)]
    # Parejas may exchange a seed or a cédula: nobody may hold what another has in between.
    Pareja.objects.filter(pk__in=[pareja.pk for pareja in parejas]).update(seed=None)
    PersonalData.objects.filter(player__pareja__in=[pareja.pk for pareja, _ in others]).update(held=False)
    Pareja.objects.bulk_update(parejas, WRITTEN, batch_size=100)
    for pareja, data in others:
        players_rewrite(pareja, players_of(pareja, data), now=now)


def _players(data: ParejaData) -> tuple[str, ...]:
    return data.player_1, data.cedula_1, data.player_2, data.cedula_2


def _add(championship: Championship, added: Mapping[int, ParejaData]) -> None:
    parejas = []
    for number, data in added.items():
        parejas.append(Pareja(championship=championship, number=number))
        pareja_fill(parejas[-1], data)
    Pareja.objects.bulk_create(parejas, batch_size=100)
    everyone = (players_of(pareja, added[pareja.number]) for pareja in parejas)
    players_add(player for players in everyone for player in players)
