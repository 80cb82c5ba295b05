"""Checking an import and doing it."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction

from brackets.models import Championship, EntryPerson, Pareja, Player, User
from brackets.selectors.parejas import parejas_with_cedulas
from brackets.selectors.wording import said
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_not_closed
from brackets.services.imports.plan import Plan
from brackets.services.imports.report import ImportReport, Outcome
from brackets.services.imports.rows import plan_import
from brackets.services.imports.sheet import SheetRows
from brackets.services.inscription import ParejaData, audited_changes
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
    added = {plan.number: plan.data for plan in plans if plan.outcome is Outcome.ADDED and plan.number}
    changed = [
        (plan.existing, plan.before, plan.data)
        for plan in plans
        if plan.outcome is Outcome.CHANGED and plan.existing and plan.before
    ]
    _change({pareja: data for pareja, _, data in changed})
    _add(championship, added)
    if added or changed:
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="parejas-importar",
            sentence=said(
                championship.players_per_pareja, "Importó una hoja: {} parejas nuevas y {} corregidas."
            ).format(len(added), len(changed)),
            data={
                "added": list(added),
                "changed": {str(pareja.number): audited_changes(before, data) for pareja, before, data in changed},
            },
        )
    return _report(plans, rows, applied=True)


def _plans(championship: Championship, rows: SheetRows) -> list[Plan]:
    parejas = list(parejas_with_cedulas(championship))
    asked = EntryPerson.objects.filter(championship=championship, active=True).values_list("cedula", "entry")
    return plan_import(
        parejas,
        rows,
        players=championship.players_per_pareja,
        published=is_published(championship),
        asked={cedula: f"la solicitud de inscripción {entry}" for cedula, entry in asked},
    )


def _report(plans: Sequence[Plan], rows: SheetRows, *, applied: bool) -> ImportReport:
    return ImportReport(
        rows=tuple(plan.report() for plan in plans), empty=rows.empty, unknown=rows.unknown, applied=applied
    )


def _change(changed: Mapping[Pareja, ParejaData]) -> None:
    players: list[Player] = []
    for pareja, data in changed.items():
        pareja_fill(pareja, data)
        kept = {player.position: player.pk for player in pareja.players.all()}
        for player in players_of(pareja, data):
            player.pk = kept[player.position]
            players.append(player)
    # Parejas may exchange a seed or a cédula: nobody may hold what another has in between.
    Pareja.objects.filter(pk__in=[pareja.pk for pareja in changed]).update(seed=None)
    Player.objects.filter(pk__in=[player.pk for player in players]).update(cedula="")
    Pareja.objects.bulk_update(
        changed,
        (
            "name",
            "club",
            "institution",
            "family",
            "province",
            "finalist",
            "category",
            "representative",
            "uniform",
            "seed",
        ),
        batch_size=100,
    )
    Player.objects.bulk_update(players, ("name", "cedula"), batch_size=100)


def _add(championship: Championship, added: Mapping[int, ParejaData]) -> None:
    parejas = []
    for number, data in added.items():
        parejas.append(Pareja(championship=championship, number=number))
        pareja_fill(parejas[-1], data)
    Pareja.objects.bulk_create(parejas, batch_size=100)
    everyone = (players_of(pareja, added[pareja.number]) for pareja in parejas)
    Player.objects.bulk_create((player for players in everyone for player in players), batch_size=100)
