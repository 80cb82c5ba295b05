"""How a chica closes, the effect of a zapatería, and the authority of the officials."""

from dataclasses import dataclass

from referee.rules.parameters.declaring import Asked, Option, Variant, note, parameter


@dataclass(frozen=True, kw_only=True, eq=False)
class Rule38:
    """38 que no juega."""

    rule38_enabled: bool = parameter(
        "rule38.enabled",
        "Existe la regla",
        asked=Asked(
            "treinta-y-ocho",
            ("¿Existe el «38 que no juega»?", "Is there a “38 que no juega”?"),
            (
                Option(
                    "solo-caida",
                    ("Sí: desde 38 solo cierra una caída", "Yes: from 38 only a caída closes"),
                    new=True,
                    also={
                        "rule38.may_still_score": ("caida", "caida-limpia", "caida-en-ronda", "cuatro-caidas"),
                        "rule38.sanctions_may_close": False,
                    },
                ),
            ),
            variant=Variant(
                (
                    "En muchas mesas quien está en 38 solo cierra con una caída.",
                    "At many tables a pair at 38 closes only with a caída.",
                ),
                manual="the *38 que no juega*: at 38 only a caída closes",
                kept=("No, como dice el reglamento", "No, as the rulebook says"),
                only=("riobamba",),
            ),
        ),
    )
    rule38_may_still_score: tuple[str, ...] = parameter(
        "rule38.may_still_score",
        "Con qué se puede cerrar",
        words={
            "caida": "caída",
            "caida-limpia": "caída y limpia",
            "doble-ronda": "doble ronda",
            "caida-en-ronda": "caída en ronda",
            "cuatro-caidas": "cuatro caídas",
        },
        asked=Asked(
            "cuatro-iguales-en-38",
            ("¿Gana la chica, desde 38, una doble ronda?", "From 38 on, does a double ronda win the chica?"),
            (
                Option(
                    "si", ("Sí", "Yes"), ("caida", "caida-limpia", "caida-en-ronda", "cuatro-caidas", "doble-ronda")
                ),
                Option("no", ("No", "No"), ("caida", "caida-limpia", "caida-en-ronda", "cuatro-caidas")),
            ),
        ),
    )
    rule38_sanctions_may_close: bool = parameter(
        "rule38.sanctions_may_close",
        "Un error de los rivales puede cerrar",
        asked=Asked(
            "sanciones-desde-38",
            (
                "¿Cierran la chica, desde 38, los puntos que da un error del rival?",
                "From 38 on, do points from an opponent's error close the chica?",
            ),
            (
                Option(
                    "no",
                    (
                        "No: se anota el error y no suma a quien está en 38",
                        "No: the error is noted and adds nothing to whoever is at 38",
                    ),
                    new=False,
                ),
                Option("si", ("Sí, suman y pueden cerrar", "Yes, they add and may close"), new=True),
            ),
        ),
    )
    rule36_caida_y_limpia_wins: bool = note("rule36.caida_y_limpia_wins", "Con 36, caída y limpia gana la chica")


@dataclass(frozen=True, kw_only=True, eq=False)
class Zapateria:
    """Zapatería."""

    zapateria_enabled: bool = note("zapateria.enabled", "Existe la zapatería")
    zapateria_threshold_below: int | None = parameter("zapateria.threshold_below", "Perder con menos de")
    zapateria_measured_on: str | None = parameter(
        "zapateria.measured_on",
        "Qué se mide",
        words={"marcador-final": "el marcador al terminar la chica", "nunca-llego": "no haber llegado nunca"},
        asked=Asked(
            "zapateria-medida",
            ("¿Qué debe ser menor que diez para la zapatería?", "What must be less than ten for a zapatería?"),
            (
                Option(
                    "marcador-final",
                    ("El marcador al proclamarse la chica", "The score when the chica is proclaimed"),
                    "marcador-final",
                ),
                Option(
                    "nunca-llego",
                    ("No haber llegado nunca a diez en esa chica", "Never having reached ten in that chica"),
                    "nunca-llego",
                ),
            ),
            reading="A-03",
        ),
    )
    zapateria_scope: str = parameter(
        "zapateria.scope",
        "En qué chica",
        words={
            "primera-chica": "solo en la primera",
            "primera-data": "solo en la primera, si se gana en su primera data",
            "cualquier-chica": "en cualquiera",
            "ninguna": "en ninguna",
        },
        asked=Asked(
            "zapateria-alcance",
            ("¿En qué chica termina la mesa una zapatería?", "In which chica does a zapatería end the mesa?"),
            (
                Option("primera-chica", ("Solo en la primera chica", "Only in the first chica"), "primera-chica"),
                Option("cualquier-chica", ("En cualquier chica", "In any chica"), "cualquier-chica"),
                Option("ninguna", ("En ninguna: es solo un honor", "In none: it is an honour only"), "ninguna"),
                Option(
                    "primera-data",
                    (
                        "En la primera, y solo si se gana en su primera data (3.g.6 y 12 a la letra)",
                        "In the first, and only if it is won in its first data (3.g.6 and 12 to the letter)",
                    ),
                    "primera-data",
                ),
            ),
            reading="A-02",
        ),
    )
    zapateria_mesa_effect: str = parameter(
        "zapateria.mesa_effect",
        "Qué pasa con la mesa",
        words={"termina-la-mesa": "termina la mesa", "ninguno": "nada"},
    )
    zapateria_tournament_effect: str = parameter(
        "zapateria.tournament_effect",
        "Qué pasa en el campeonato",
        words={
            "no-elimina-primera-derrota": "no elimina si es la primera derrota",
            "ninguno": "nada",
            "elimina": "elimina",
        },
        asked=Asked(
            "zapateria-torneo",
            ("¿Elimina del campeonato una zapatería?", "Does a zapatería put a pair out of the championship?"),
            (
                Option(
                    "no-elimina-primera-derrota",
                    ("No, si es la primera derrota", "No, if it is the first defeat"),
                    "no-elimina-primera-derrota",
                ),
                Option("ninguno", ("No, nunca", "No, never"), "ninguno"),
                Option("elimina", ("Sí, siempre", "Yes, always"), "elimina"),
            ),
            reading="A-05",
        ),
    )
    zapateria_honours: bool = note("zapateria.honours", "Honores")


@dataclass(frozen=True, kw_only=True, eq=False)
class Officials:
    """Autoridades, apelación y Planilla."""

    officials_table: str | None = note("officials.table", "Quién cuida la mesa", none="no lo dice")
    officials_authority: str = note("officials.authority", "Qué puede quien la cuida")
    officials_tournament: str | None = note("officials.tournament", "Quién dirige el campeonato", none="no lo dice")
    appeal_to: str | None = note("appeal.to", "Ante quién se apela")
    appeal_deadline: None = note("appeal.deadline", "Plazo para apelar", none="no lo dice: lo fija el organizador")
    planilla_identification: str | None = note(
        "planilla.identification", "Cómo se identifican los jugadores", none="no lo dice"
    )
    planilla_signatures: str | None = note("planilla.signatures", "Quién firma la Planilla", none="no lo dice")
    gaps_resolved_by: str = note("gaps.resolved_by", "Lo que el texto no dice lo resuelve")
