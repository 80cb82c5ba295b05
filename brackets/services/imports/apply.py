"""Checking an import and doing it."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from brackets.models import Championship, Pareja, Player, User
from brackets.selectors.parejas import parejas_with_cedulas
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.imports.plan import Plan
from brackets.services.imports.report import ImportReport, Outcome
from brackets.services.imports.rows import plan_import
from brackets.services.imports.sheet import SheetRows
from brackets.services.inscription import audited_changes
from brackets.services.parejas import is_published, pareja_fill, players_of


def import_parejas_check(*, championship: Championship, rows: SheetRows) -> ImportReport:
    """What applying the same rows now would do; nothing is written."""
    return _report(_plans(championship, rows), rows, applied=False)


@transaction.atomic
def import_parejas_apply(*, championship: Championship, rows: SheetRows, user: User, now: datetime) -> ImportReport:
    """Do it and say what was done, which is what a check at this very moment says, not an earlier one."""
    championship = championship_lock(championship)
    require_not_closed(championship)
    plans = _plans(championship, rows)
    added = [plan for plan in plans if plan.outcome is Outcome.ADDED]
    changed = [plan for plan in plans if plan.outcome is Outcome.CHANGED]
    _change(changed)
    _add(championship, added)
    if added or changed:
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="parejas-importar",
            sentence=f"Importó una hoja: {len(added)} parejas nuevas y {len(changed)} corregidas.",
            data={
                "added": [plan.number for plan in added],
                "changed": {
                    str(plan.number): audited_changes(plan.before, plan.data) for plan in changed if plan.before
                },
            },
        )
    return _report(plans, rows, applied=True)


def _plans(championship: Championship, rows: SheetRows) -> list[Plan]:
    parejas = list(parejas_with_cedulas(championship))
    return plan_import(parejas, rows, published=is_published(championship))


def _report(plans: Sequence[Plan], rows: SheetRows, *, applied: bool) -> ImportReport:
    return ImportReport(
        rows=tuple(plan.report() for plan in plans), empty=rows.empty, unknown=rows.unknown, applied=applied
    )


def _change(plans: Sequence[Plan]) -> None:
    parejas: list[Pareja] = []
    players: list[Player] = []
    for plan in plans:
        if plan.existing is None:
            continue
        parejas.append(plan.existing)
        pareja_fill(plan.existing, plan.data)
        kept = {player.position: player for player in plan.existing.players.all()}
        for player in players_of(plan.existing, plan.data):
            player.pk = kept[player.position].pk
            players.append(player)
    # Parejas may exchange a seed or a cédula: nobody may hold what another has in between.
    Pareja.objects.filter(pk__in=[pareja.pk for pareja in parejas]).update(seed=None)
    Player.objects.filter(pk__in=[player.pk for player in players]).update(cedula="")
    Pareja.objects.bulk_update(
        parejas, ("name", "club", "category", "representative", "uniform", "seed"), batch_size=100
    )
    Player.objects.bulk_update(players, ("name", "cedula"), batch_size=100)


def _add(championship: Championship, plans: Sequence[Plan]) -> None:
    parejas: list[Pareja] = []
    for plan in plans:
        pareja = Pareja(championship=championship, number=plan.number_given)
        pareja_fill(pareja, plan.data)
        parejas.append(pareja)
    Pareja.objects.bulk_create(parejas, batch_size=100)
    Player.objects.bulk_create(
        (player for pareja, plan in zip(parejas, plans, strict=True) for player in players_of(pareja, plan.data)),
        batch_size=100,
    )
