"""Who enters a stage and why, of parejas and of single players."""

from typing import Final

ORDINALS: Final = (
    ("primer", "first"),
    ("segund", "second"),
    ("tercer", "third"),
    ("cuart", "fourth"),
    ("quint", "fifth"),
    ("sext", "sixth"),
    ("séptim", "seventh"),
    ("octav", "eighth"),
)
BEST: Final = tuple(
    pair
    for o, one, many, mark in (("a", "La", "Las", "ª"), ("o", "El", "Los", "º"))
    for ordinal, english in ORDINALS
    for pair in (
        (f"{ordinal.capitalize()}{o}", english.capitalize()),
        (f"{one} mejor {ordinal}{o} de «{{told}}».", f"The best {english} place of “{{told}}”."),
        (f"{many} {{n}} mejores {ordinal}{o}s de «{{told}}».", f"The {{n}} best {english} places of “{{told}}”."),
        (
            f"{{n}}.{mark} mejor de {many.lower()} {ordinal}{o}s de «{{told}}»",
            f"No. {{n}} of the {english} places of “{{told}}”",
        ),
        (
            f"{{n}}.{mark} mejor de {many.lower()} {ordinal}{o}s que quedan de «{{told}}»",
            f"No. {{n}} of the {english} places left of “{{told}}”",
        ),
    )
)
OF_EACH: Final = tuple(
    pair
    for o, a, one, many, mark in (("a", "a", "La", "Las", "ª"), ("o", "", "El", "Los", "º"))
    for pair in (
        (f"Inscrit{o}", "Entered"),
        (f"Tod{o}s {many.lower()} inscrit{o}s que no están exent{o}s.", "All who entered and are not exempt."),
        (f"Exent{o}s de las etapas anteriores: {{name}}.", "Exempt from the stages before: {name}."),
        (
            f"Exent{o}: entra en esta etapa sin jugar las anteriores.",
            "Exempt: enters this stage without playing those before.",
        ),
        (f"{one} primer{o} de cada serie de «{{told}}».", "The first of each series of “{told}”."),
        (f"{many} {{n}} primer{o}s de cada serie de «{{told}}».", "The first {n} of each series of “{told}”."),
        (f"{many} {{n}} primer{o}s de «{{told}}».", "The first {n} of “{told}”."),
        (
            f"{one} mejor de {many.lower()} que no clasificaron de «{{told}}».",
            "The best of “{told}” who did not qualify.",
        ),
        (
            f"{many} {{n}} mejores de {many.lower()} que no clasificaron de «{{told}}».",
            "The {n} best of “{told}” who did not qualify.",
        ),
        (
            f"{{n}}.{mark} mejor de {many.lower()} no clasificad{o}s de «{{told}}»",
            "No. {n} of those of “{told}” who did not qualify",
        ),
        (
            f"{{n}}.{mark} mejor de {many.lower()} no clasificad{o}s que quedan de «{{told}}»",
            "No. {n} of those left of “{told}” who did not qualify",
        ),
        (
            f"{{said}} de {many.lower()} que quedan en la serie {{n}} de «{{told}}».",
            "{said} of those left in series {n} of “{told}”.",
        ),
        (f"{{said}} de {many.lower()} que quedan en «{{told}}».", "{said} of those left in “{told}”."),
        (f"{{said}}: {{n}}.{mark} entre tod{o}s.", "{said}: place {n} of all."),
        (f"{{said}}: {{n}}.{mark} entre tod{o}s, por promedios.", "{said}: place {n} of all, by averages."),
        (f"{many} de «{{told}}» que no clasificaron.", "Those of “{told}” who did not qualify."),
        (
            f"{one} ganador{a} de la llave de {{said}} de «{{told}}».",
            "The winner of the bracket of {said} of “{told}”.",
        ),
        (f"Ganador{a} de la llave de {{said}} de «{{told}}».", "Winner of the bracket of {said} of “{told}”."),
    )
)
ENTERING: Final = (
    ("Sigue en juego", "Still in play"),
    ("Campeona", "Champions"),
    ("Eliminada", "Out"),
    ("Eliminado", "Out"),
    ("{n}.º puesto", "Place {n}"),
    ("Terminó su serie", "Its group is over"),
    ("Terminó su serie: {n}.º puesto", "Its group is over: place {n}"),
    ("Retirada", "Withdrawn"),
    ("Retirado", "Withdrawn"),
    ("Expulsada", "Expelled"),
    ("Expulsado", "Expelled"),
    *(
        (f"{status}{o} tras {what} {{n}}", f"{english} after {after} {{n}}")
        for status, english in (("Retirad", "Withdrew"), ("Expulsad", "Expelled"))
        for o in "ao"
        for what, after in (
            ("ganar la partida", "winning match"),
            ("perder la partida", "losing match"),
            ("la partida", "match"),
        )
    ),
    ("Hoy entraría en «{told}»", "Would enter “{told}” today"),
    ("Hoy entrarían en «{told}»", "Would enter “{told}” today"),
    ("Entran en «{told}»", "Enter “{told}”"),
    ("Clasificada a «{told}»", "Qualified for “{told}”"),
    ("Clasificado a «{told}»", "Qualified for “{told}”"),
    ("{n} lugar, uno por uno", "{n} place, one by one"),
    ("{n} lugares, uno por uno", "{n} places, one by one"),
    ("Nadie todavía", "Nobody yet"),
    ("Puede cambiar.", "It may change."),
    ("Se sortea sin esta plaza.", "Drawn without this place."),
    ("Todas las inscritas.", "All who entered."),
    ("Todas las parejas inscritas.", "All pairs that entered."),
    ("Todos los jugadores inscritos.", "All players who entered."),
    ("No clasificó en «{told}» y va al repechaje.", "Did not qualify in “{told}” and goes to the repechage."),
    *BEST,
    *OF_EACH,
    ("{said} de la serie {n} de «{told}».", "{said} of series {n} of “{told}”."),
    ("{said} de «{told}».", "{said} of “{told}”."),
)
