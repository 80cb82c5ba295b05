"""What simulated mesas tell an organiser: the same figures as text, as PDF and as JSON."""

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean

from referee.management.rehearsal.chance import stream
from referee.management.rehearsal.planning import CHANGEOVER, HOURS, PAREJAS, tables_needed
from referee.management.rehearsal.playing import PAUSES, TALK
from referee.management.rehearsal.report import clock, decimal, middle, nearly_all
from referee.management.rehearsal.sampling import STEP, Figures
from referee.printing.balance import BalanceSheet, Chapter
from referee.printing.balance_charts import Bars, Curves
from referee.printing.rehearsal import Section
from referee.rules import REGLAMENTOS, Conteo, Proclama, Sorteo

FEWEST: int = 30
"""Of fewer meetings no share is drawn."""
SLICE = 10
"""Minutes a bar of the histogram."""


def balance(found: Mapping[str, Figures], *, seed: str, seconds_a_card: float) -> BalanceSheet:
    """The whole document: first all rulebooks side by side, then each."""
    mesas = max(figures.mesas for figures in found.values())
    return BalanceSheet(
        title="Equilibrio de los reglamentos",
        subtitle=f"{mesas} mesas simuladas por reglamento, naipe a naipe · semilla {seed} · "
        f"{decimal(seconds_a_card)} s por carta",
        chapters=(
            Chapter("Todos los reglamentos", _together(found, seconds_a_card)),
            *(Chapter(REGLAMENTOS[key].name, _alone(key, figures, seed)) for key, figures in found.items()),
        ),
    )


def compared(found: Mapping[str, Figures]) -> Section:
    """The table that shows all at once."""
    heads = ("Reglamento", "Mediana", "90 % hasta", "Cartas", "Datas", "Jugadas", "Zapatería", "Reparte")
    rows = tuple(
        (
            REGLAMENTOS[key].name,
            clock(middle(each.minutes)),
            clock(nearly_all(each.minutes)),
            _one(fmean(each.cards)),
            _one(fmean(each.datas)),
            _one(fmean(each.jugadas)),
            _percent(each.zapaterias, each.mesas),
            _percent(each.dealer_points, each.dealer_points + each.other_points),
        )
        for key, each in found.items()
    )
    told = "«Reparte»: de los puntos de una data, la parte que hace la pareja que la reparte."
    return Section("Una mesa, por término medio", (told,), heads, rows)


def as_json(found: Mapping[str, Figures], *, seed: str, seconds_a_card: float) -> dict[str, object]:
    """The figures for programs."""
    return {
        "seed": seed,
        "seconds_a_card": seconds_a_card,
        "reglamentos": {
            key: {
                "mesas": each.mesas,
                "minutes_p50": middle(each.minutes),
                "minutes_p90": nearly_all(each.minutes),
                "cards": round(fmean(each.cards), 2),
                "datas": round(fmean(each.datas), 2),
                "jugadas": round(fmean(each.jugadas), 2),
                "chicas": dict(sorted(each.chicas.items())),
                "zapaterias": each.zapaterias,
                "reasons": dict(sorted(each.reasons.items())),
                "first_dealer_wins": round(each.first_dealer_wins / each.mesas, 4),
                "dealer_share_of_points": round(each.dealer_points / (each.dealer_points + each.other_points), 4),
                "points": dict(each.points.most_common()),
                "times": dict(each.times.most_common()),
                "better_wins": {
                    f"{STEP * bucket:.1f}": round(each.better_wins[bucket] / met, 4)
                    for bucket, met in sorted(each.met.items())
                },
            }
            for key, each in found.items()
        },
    }


def _together(found: Mapping[str, Figures], seconds_a_card: float) -> tuple[Section | Bars | Curves, ...]:
    names = tuple(REGLAMENTOS[key].name for key in found)
    figures = list(found.values())
    return (
        Section("Cómo se contó", _method(seconds_a_card)),
        compared(found),
        Bars(
            "Minutos por mesa",
            names,
            (
                ("la mitad de las mesas, hasta", tuple(middle(each.minutes) or 0 for each in figures)),
                ("nueve de cada diez, hasta", tuple(nearly_all(each.minutes) or 0 for each in figures)),
            ),
        ),
        Bars(
            "Quien reparte primero: de cada 100 mesas, las que gana",
            names,
            (("", tuple(100 * each.first_dealer_wins / each.mesas for each in figures)),),
            decimals=1,
            most=100,
            high=110,
        ),
        Section("", (_margin(figures),)),
        Curves(
            "La pareja más hábil: de cada 100 mesas, las que gana",
            "diferencia de habilidad entre las parejas (0: iguales; 1: la mayor posible)",
            tuple((name, _curve(each)) for name, each in zip(names, figures, strict=True)),
            least=40,
            most=100,
        ),
    )


def _method(seconds_a_card: float) -> tuple[str, ...]:
    return (
        "Juegan personas inventadas, cada una con su habilidad, con las 40 cartas y las reglas de cada reglamento. "
        "Una de cada cien datas tiene un mal reparto, un levante equivocado o un mal pedido, y tres una protesta, "
        "donde el reglamento los conoce.",
        f"Minutos: {decimal(seconds_a_card)} s por carta, {PAUSES[Sorteo]:.0f} s por sorteo, {PAUSES[Conteo]:.0f} s "
        f"por conteo y nuevo reparto, {PAUSES[Proclama]:.0f} s por chica y {TALK:.0f} s por otra jugada que se anota, "
        "unas veces más y otras menos.",
        "Es un modelo: sirve para comparar y para planificar, no dice cómo juega nadie.",
    )


def _margin(figures: Sequence[Figures]) -> str:
    margin = 100 * 1.96 * sqrt(0.25 / min(each.mesas for each in figures))
    return f"Sin ventaja serían 50; por el azar de la muestra, el valor puede estar {decimal(margin)} arriba o abajo."


def _curve(figures: Figures) -> tuple[tuple[float, float], ...]:
    return tuple(
        (round(STEP * (bucket + 0.5), 2), 100 * figures.better_wins[bucket] / met)
        for bucket, met in sorted(figures.met.items())
        if met >= FEWEST
    ) or ((0.0, 50.0),)


def _alone(key: str, figures: Figures, seed: str) -> tuple[Section | Bars | Curves, ...]:
    return (_histogram(figures), _causes(figures), _endings(figures), _plan(key, figures, seed))


def _histogram(figures: Figures) -> Bars:
    slices = [int(minutes // SLICE) for minutes in figures.minutes]
    last = int(sorted(slices)[round(0.995 * (len(slices) - 1))]) + 1
    counted = [100 * sum(min(each, last) == place for each in slices) / len(slices) for place in range(last + 1)]
    names = [f"{SLICE * place}–{SLICE * (place + 1)}" for place in range(last)] + [f"{SLICE * last} o más"]
    return Bars("Cuánto dura una mesa: de cada 100, por minutos", tuple(names), (("", tuple(counted)),), decimals=1)


def _causes(figures: Figures) -> Section:
    total = sum(points for points in figures.points.values() if points > 0)
    rows = tuple(
        (
            label,
            _rare(figures.times[label] / figures.mesas),
            _rare(points / figures.mesas),
            _percent(points, total) if points > 0 else "",
        )
        for label, points in sorted(figures.points.items(), key=lambda each: (-each[1], each[0]))
        if points
    )
    heads = ("Causa", "Veces por mesa", "Puntos por mesa", "Parte de los puntos")
    return Section("De dónde vienen los puntos", (), heads, rows)


def _endings(figures: Figures) -> Section:
    rows = [(_length(count), _percent(times, figures.mesas)) for count, times in sorted(figures.chicas.items())]
    rows.append(("Mesas con zapatería", _percent(figures.zapaterias, figures.mesas)))
    rows.append(("Gana quien repartió primero", _percent(figures.first_dealer_wins, figures.mesas)))
    points = figures.dealer_points + figures.other_points
    rows.append(("Puntos de la pareja que reparte la data", _percent(figures.dealer_points, points)))
    return Section("Cómo terminan", (), ("Qué", "Parte"), tuple(rows))


def _plan(key: str, figures: Figures, seed: str) -> Section:
    lines = (
        f"Una mesa dura {clock(middle(figures.minutes))} (la mitad) o {clock(nearly_all(figures.minutes))} (nueve de "
        f"cada diez). Mesas de la sala que hacen falta para una eliminatoria directa, con {CHANGEOVER:.0f} minutos "
        "entre una mesa y la siguiente; «—»: ni con todas las que se pueden ocupar.",
    )
    heads = ("Parejas", *(f"en {hours} horas" for hours in HOURS))
    rows = tuple(
        (
            str(parejas),
            *(
                str(tables_needed(parejas, hours, figures.minutes, stream(seed, key, parejas, hours)) or "—")
                for hours in HOURS
            ),
        )
        for parejas in PAREJAS
    )
    return Section("Para planificar: mesas necesarias", lines, heads, rows)


def _length(chicas: int) -> str:
    return {0: "Mesas que terminan sin ganar chica", 1: "Mesas de una chica"}.get(chicas, f"Mesas de {chicas} chicas")


def _one(value: float) -> str:
    return f"{value:.1f}".replace(".", ",")


def _rare(value: float) -> str:
    """With as many decimals as what is rare needs."""
    return _one(value) if value >= 1 else f"{value:.3f}".replace(".", ",")


def _percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.1f} %".replace(".", ",") if whole else ""
