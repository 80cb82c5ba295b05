"""A whole rehearsal: from the first inscription to the champion."""

from collections.abc import Callable

from brackets.models import Championship, Fixture, Pareja, Stage
from brackets.selectors.stages import drawn_of, results_of, roster_of
from referee.management.rehearsal.agenda import Agenda
from referee.management.rehearsal.chance import stream
from referee.management.rehearsal.desk import Desk
from referee.management.rehearsal.founding import Plan, found, free_prefix
from referee.management.rehearsal.hall import Hall, SignIn
from referee.management.rehearsal.invariants import bracket_holds, finals_hold
from referee.management.rehearsal.options import Options
from referee.management.rehearsal.progress import Progress
from referee.rules import reglamento_get


def rehearse(options: Options, sign_in: Callable[[Championship], SignIn], progress: Progress) -> Hall:
    """Play it; raises Broken at the first step after which something does not hold."""
    founded = found(plan_of(options), stream(options.seed, "inscripción"), options.start)
    hall = Hall(
        options=options,
        founded=founded,
        rules=reglamento_get(options.reglamento, options.settings),
        agenda=Agenda(options.start),
        sign_in=sign_in(founded.championship),
    )
    hall.step(bracket=True)
    desk = Desk(hall, progress)
    desk.hand_out()
    hall.agenda.run()
    finals_hold(Fixture.objects.filter(stage=founded.stage).select_related("stage"))
    bracket_holds(founded.stage)
    desk.close()
    return hall


def plan_of(options: Options) -> Plan:
    """The championship that these options ask for."""
    return Plan(
        name=f"Ensayo {options.seed}",
        edition=None,
        organiser="Ensayo general: personas y partidas inventadas",
        place="Sala de ensayo",
        reglamento=options.reglamento,
        settings=options.settings,
        parejas=options.parejas,
        jueces=options.jueces,
        tables=options.tables,
        lots_seed=options.name,
        prefix=free_prefix("ensayo-"),
        players=1 if options.singles else 2,
    )


def champion(stage: Stage) -> Pareja | None:
    """Who won; None where nobody came to the final, or it was not played."""
    roster = roster_of(stage.championship_id)
    number = drawn_of(stage, roster).after(results_of(stage.fixtures.all(), roster.ids)).champion
    return None if number is None else Pareja.objects.get(pk=roster.ids[number])


def partidas(options: Options) -> int:
    """How many partidas a rehearsal of all rounds has, those of absent parejas among them."""
    if not options.one_round:
        return options.parejas - 1
    lines = 1 << (options.parejas - 1).bit_length()
    return options.parejas - lines // 2
