"""Hours that people were told: the plan of a day, the hour of a round, the next mesas announced."""

from datetime import datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.utils.timezone import localtime

from brackets.models import Championship, DayPlan, Fixture, Notice, Stage, User
from brackets.selectors.announced import day_told
from brackets.selectors.callups import day_and_hour, hour
from brackets.selectors.course import course_of
from brackets.selectors.hours import Hours, hours_of
from brackets.selectors.to_play import round_hour
from brackets.selectors.wording import counted, numbered
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock, require_open
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.notices import notice_add
from brackets.services.projection import stage_lock

STEP: Final = timedelta(minutes=5)
MOST_FROZEN: Final = 9


@transaction.atomic
def day_plan_keep(*, championship: Championship, user: User, now: datetime) -> DayPlan:
    """Keep the hours as they are estimated at this moment: early and late are measured by them for the rest of the day."""
    championship = championship_lock(championship)
    require_open(championship)
    hours = hours_of(course_of(championship), championship, now=now)
    if not hours.mesas:
        raise BracketError("sin-horas", "No hay nada que estimar: publique el sorteo y ponga mesas en la sala.")
    plan = hours.plan or _plan(championship, user, now)
    before = plan.kept_at.isoformat() if plan.pk else None
    plan.hours = {str(each.fixture.pk): each.start.middle.isoformat() for each in hours.mesas}
    plan.kept_at, plan.by = now, user
    plan.save()
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="horas-plan",
        sentence=f"Guardó el plan del día: {counted(len(plan.hours), 'partida', 'partidas')}, hasta las {hour(hours.mesas[-1].end.middle)}.",
        data={"before": before, "after": now.isoformat()},
    )
    return plan


@transaction.atomic
def round_hour_set(
    *,
    stage: Stage,
    round: int,  # noqa: A002
    typed: time | None,
    user: User,
    now: datetime,
) -> datetime | None:
    """The hour before which no mesa of the round begins, or none: the instant that `typed` means, see `PlayDays.planned`.

    One that is planned and still ahead is kept when its hour is typed again. The same again does nothing.
    """
    stage = stage_lock(stage)
    require_open(stage.championship)
    fixture = stage.fixtures.filter(round=round, number__isnull=False).first()
    if fixture is None:
        raise InvalidValue("ronda", "Esa ronda no está en la etapa: elija otra.", field="round")
    before = at = round_hour(fixture)
    if typed is None:
        at = None
    elif before is None or before <= now or localtime(before).time() != typed:
        at = stage.championship.play_days.planned(typed, now)
    if before == at:
        return at
    stage.planned_hours = {key: each for key, each in stage.planned_hours.items() if key != str(round)}
    if at:
        stage.planned_hours[str(round)] = at.isoformat()
    stage.save(update_fields=("planned_hours",))
    told = f"para {day_and_hour(at, stage.championship.play_days)}" if at else "sin hora prevista"
    audit_record(
        championship=stage.championship,
        user=user,
        now=now,
        action="horas-ronda",
        sentence=f"La ronda {round} de «{stage}» queda {told}.",
        data={"round": round, "before": before and before.isoformat(), "after": at and at.isoformat()},
    )
    return at


@transaction.atomic
def frozen_set(*, championship: Championship, mesas: int, user: User, now: datetime) -> Championship:
    """How many of the next mesas of a table do not move any more; any time, since the rulebook does not rest on it."""
    championship = championship_lock(championship)
    require_open(championship)
    if not 0 <= mesas <= MOST_FROZEN:
        raise InvalidValue("mesas-fijas", f"Escriba un número de 0 a {MOST_FROZEN}.", field="mesas")
    if mesas == championship.frozen_mesas:
        return championship
    before, championship.frozen_mesas = championship.frozen_mesas, mesas
    championship.save(update_fields=("frozen_mesas",))
    audit_record(
        championship=championship,
        user=user,
        now=now,
        action="horas-fijas",
        sentence=frozen_told(mesas),
        data={"before": before, "after": mesas},
    )
    return championship


def frozen_told(mesas: int) -> str:
    """
    >>> frozen_told(3), frozen_told(1), frozen_told(0)
    ('Quedan fijas las próximas 3 partidas de cada mesa.', 'Queda fija la próxima partida de cada mesa.', 'Ninguna partida por jugar queda fija.')
    """
    if not mesas:
        return "Ninguna partida por jugar queda fija."
    which = "Queda fija la próxima partida" if mesas == 1 else f"Quedan fijas las próximas {mesas} partidas"
    return f"{which} de cada mesa."


@transaction.atomic
def hours_announce(*, championship: Championship, user: User, now: datetime) -> tuple[Fixture, ...]:
    """Tell the parejas of the frozen mesas their table and hour; only those to whom it is new. They keep that hour.

    The hour is rounded up to five minutes, so that nobody is called before it.
    """
    championship = championship_lock(championship)
    require_open(championship)
    course = course_of(championship)
    hours, before = hours_of(course, championship, now=now), day_told(course, championship, now)
    plan = hours.plan or _plan(championship, user, now)
    told = []
    for each in hours.mesas:
        last = before.announced.get(each.fixture.pk)
        if not each.frozen or each.fixture.status != Fixture.Status.READY or (last and last.table == each.table):
            continue
        at = rounded_up(each.start.middle)
        plan.announced[str(each.fixture.pk)] = {"hour": at.isoformat(), "table": each.table}
        _tell(championship, each, at, again=last is not None, now=now)
        told.append(each.fixture)
    if told:
        plan.save()
        audit_record(
            championship=championship,
            user=user,
            now=now,
            action="horas-anunciar",
            sentence=numbered(
                (each.number for each in told),
                "Anunció mesa y hora de la partida {}.",
                "Anunció mesa y hora de las partidas {}.",
            )[:300],
            data={"after": {str(each.number): plan.announced[str(each.pk)] for each in told}},
        )
    return tuple(told)


def rounded_up(moment: datetime) -> datetime:
    """To the next five minutes."""
    whole = moment.replace(second=0, microsecond=0)
    past = timedelta(minutes=whole.minute % 5)
    return whole if whole == moment and not past else whole - past + STEP


def _tell(championship: Championship, hours: Hours, at: datetime, *, again: bool, now: datetime) -> None:
    fixture = hours.fixture
    notice_add(
        championship=championship,
        parejas=[one for one in (fixture.pareja_a, fixture.pareja_b) if one],
        kind=Notice.Kind.CHANGE,
        title=f"{'Cambio: mesa' if again else 'Mesa'} {hours.table}, a las {hour(at)}",
        text=f"La {fixture.name} se juega en la mesa {hours.table}, no antes de las {hour(at)}. Esté cerca.",
        now=now,
        fixture=fixture,
    )


def _plan(championship: Championship, user: User, now: datetime) -> DayPlan:
    return DayPlan(championship=championship, day=championship.play_days.of(now), kept_at=now, by=user)
