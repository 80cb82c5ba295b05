"""The way from an empty championship to a champion, and the one step to take next."""

from dataclasses import dataclass

from brackets.models import Championship, Fixture, Stage
from brackets.selectors.championships import Progress
from brackets.selectors.wording import said


@dataclass(frozen=True, slots=True)
class Step:
    """`view` is the page where it is done, or, where `is_button`, what a button on the panel posts to."""

    title: str
    what: str
    button: str
    view: str
    action: str
    done: bool
    is_button: bool = False


def steps_of(championship: Championship, progress: Progress) -> tuple[Step, ...]:
    """In their order; each text tells what is there already."""
    stage, players = progress.stage, championship.players_per_pareja
    left = sum(count for status, count in progress.fixtures.items() if status != Fixture.Status.FINAL)
    published = stage is not None and stage.status == Stage.Status.PUBLISHED
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
            "brackets:open",
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
            done=progress.parejas > 1,
        ),
        Step(
            "Sorteo",
            said(players, "Hay {} parejas inscritas. Cuando estén todas, haga el sorteo.").format(progress.parejas),
            "Ir al sorteo",
            "brackets:draw",
            "draw.make",
            done=stage is not None,
        ),
        Step(
            "Publicar",
            "Revise la llave sorteada. Publicada, ya no se puede volver a sortear.",
            "Revisar y publicar",
            "brackets:draw",
            "draw.publish",
            done=published,
        ),
        _hall(progress),
        Step(
            "Jugar",
            f"Asigne mesa y Juez, convoque y siga las partidas: faltan {left}.",
            "Ir a las partidas",
            "brackets:fixtures",
            "floor.edit",
            done=published and left == 0,
        ),
        Step(
            "Cerrar",
            "Todas las partidas tienen resultado final. Cerrado, el campeonato ya no cambia.",
            "Cerrar campeonato",
            "brackets:close",
            "championship.close",
            done=championship.status == Championship.Status.CLOSED,
            is_button=True,
        ),
    )


def _hall(progress: Progress) -> Step:
    if progress.tables:
        what = f"Hay {progress.tables} mesas. Cree las cuentas de los jueces, que con ellas entran en la tableta."
        page, button, action = "brackets:team", "Crear jueces", "team.edit"
    else:
        what = "Diga cuántas mesas tiene el salón, y después cree las cuentas de los jueces."
        page, button, action = "brackets:tables", "Fijar las mesas", "tables.edit"
    return Step("Mesas y jueces", what, button, page, action, done=progress.tables > 0 and progress.jueces > 0)
