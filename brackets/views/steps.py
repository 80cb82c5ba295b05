"""The way from an empty championship to a champion, and the one step to take next."""

from dataclasses import dataclass

from brackets.models import Championship, Fixture, Stage
from brackets.selectors.championships import Progress
from brackets.selectors.draws import why_outdated
from brackets.selectors.wording import counted, said

WAITING, READY = Fixture.Status.WAITING, Fixture.Status.READY


@dataclass(frozen=True, slots=True)
class Step:
    """`view` is the page where it is done, or, where `is_button`, what a button on the panel posts to, with the number of `stage`."""

    title: str
    what: str
    button: str
    view: str
    action: str
    done: bool
    is_button: bool = False
    stage: int | None = None


def steps_of(championship: Championship, progress: Progress) -> tuple[Step, ...]:
    """In their order; each text tells what is there already."""
    first, players = progress.stage, championship.players_per_pareja
    inscribed = said(players, "pareja inscrita,parejas inscritas").split(",")
    published = first is not None and first.status == Stage.Status.PUBLISHED
    return (
        Step(
            "Ajustes",
            "Fije el tiempo para apelar y lo que el reglamento deja al organizador.",
            "Ir a los ajustes",
            "referee:championship_settings",
            "championship.edit",
            done=bool(championship.appeal_minutes),
        ),
        Step(
            "Abrir",
            "Al abrirlo, el campeonato es público y su reglamento ya no cambia. Revise antes los ajustes.",
            "Abrir campeonato",
            "referee:championship_open",
            "championship.open",
            done=championship.status != Championship.Status.DRAFT,
            is_button=True,
        ),
        Step(
            said(players, "Parejas"),
            said(players, "Inscriba las parejas una por una, o importe una hoja de cálculo."),
            said(players, "Inscribir parejas"),
            "brackets:parejas",
            "parejas.edit",
            done=published or progress.parejas > 1,
        ),
        Step(
            "Sorteo",
            f"Hay {counted(progress.parejas, *inscribed)}. {said(players, 'Cuando estén todas, haga el sorteo.')}",
            "Ir al sorteo",
            "brackets:draw",
            "draw.make",
            done=first is not None and first.status != Stage.Status.PLANNED,
        ),
        Step("Publicar", *_drawn(first), done=published),
        _hall(progress),
        _play(first, progress, "Jugar"),
        *(_later(stage, progress) for stage in progress.stages[1:]),
        Step(
            "Cerrar",
            "Todas las partidas tienen resultado final. Cerrado, el campeonato ya no cambia.",
            "Cerrar campeonato",
            "referee:championship_closing",
            "championship.close",
            done=championship.is_closed,
        ),
    )


def _play(stage: Stage | None, progress: Progress, title: str) -> Step:
    """A published stage: its partidas, and of a Swiss one the rounds to come."""
    published = stage is not None and stage.status == Stage.Status.PUBLISHED
    left = progress.left.get(stage.number, 0) if stage else 0
    paired = len(stage.pairings) if stage else 0
    if stage and progress.rounds.get(stage.number):
        rounds = paired + progress.rounds[stage.number]
        ended = f"Terminó la ronda {paired}: empareje" if paired else "Empareje"
        what = f"{ended} la ronda {paired + 1} de {rounds} de «{stage}»."
        button = f"Emparejar la ronda {paired + 1}"
        return Step(
            title, what, button, "brackets:round_next", "floor.edit", done=False, is_button=True, stage=stage.number
        )
    where = f" de «{stage}»" if stage and len(progress.stages) > 1 else ""
    return Step(
        title,
        f"Asigne mesa y Juez, convoque y siga las partidas{where}: {'falta' if left == 1 else 'faltan'} {left}.",
        "Ir a las partidas",
        "brackets:fixtures",
        "floor.edit",
        done=published and left == 0,
    )


def _later(stage: Stage, progress: Progress) -> Step:
    """A stage after the first one, from its draw to its last partida."""
    title = f"«{stage}»"
    if stage.status == Stage.Status.PUBLISHED:
        return _play(stage, progress, title)
    if stage.status == Stage.Status.DRAWN:
        return Step(title, *_drawn(stage), done=False, stage=stage.number)
    if stage == progress.short:
        what = f"En «{stage}» no entran ni dos: los demás están fuera. Quite la etapa, o cambie quiénes entran."
        return Step(title, what, "Ir a las etapas", "brackets:stages", "draw.make", done=False)
    what = f"Ya se sabe quiénes entran en «{stage}». Haga su sorteo."
    return Step(title, what, f"Sortear «{stage}»", "brackets:draw", "draw.make", done=False, stage=stage.number)


def _drawn(stage: Stage | None) -> tuple[str, str, str, str]:
    """What to do with a draw that is not public, the button, its page and who may: one that does not hold any more is made again."""
    if stage is not None and stage.status == Stage.Status.DRAWN and (why := why_outdated(stage)):
        return (
            f"Desde el sorteo de «{stage}» {why}: vuelva a sortear.",
            "Volver a sortear",
            "brackets:draw",
            "draw.make",
        )
    of = f" de «{stage}»" if stage else ""
    what = f"Revise el sorteo{of}. Publicado, lo ve todo el mundo: para hacer otro hay que reabrir la etapa."
    return what, "Revisar y publicar", "brackets:draw", "draw.publish"


def _hall(progress: Progress) -> Step:
    """Whoever plays on paper needs no jueces of ours: once a partida has been called or decided nobody is asked for them."""
    begun = progress.voided > 0 or any(
        many for status, many in progress.fixtures.items() if status not in (WAITING, READY)
    )
    if progress.tables:
        what = f"Hay {counted(progress.tables, 'mesa', 'mesas')}. Cree las cuentas de los jueces, que con ellas entran en la tableta."
        page, button, action = "brackets:team", "Crear jueces", "team.edit"
    else:
        what = "Diga cuántas mesas tiene el salón, y después cree las cuentas de los jueces."
        page, button, action = "brackets:tables", "Fijar las mesas", "tables.edit"
    return Step(
        "Mesas y jueces", what, button, page, action, done=begun or (progress.tables > 0 and progress.jueces > 0)
    )
