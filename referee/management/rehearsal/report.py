"""What a rehearsal tells at its end: the same sections as text, as PDF and as JSON."""

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from statistics import median, quantiles
from typing import Final

from brackets.draw.names import part_name
from brackets.draw.structure import Section as Part
from brackets.models import Pareja, Stage
from brackets.selectors.stages import structure_for
from brackets.selectors.wording import counted
from referee.management.rehearsal.fairness import champion
from referee.management.rehearsal.fingerprint import fingerprint
from referee.management.rehearsal.hall import Hall
from referee.management.rehearsal.options import rates_told
from referee.management.rehearsal.tally import MesaFigures, Tally
from referee.printing.rehearsal import RehearsalSheet, Section

PLAYED: Final = ("played", "retirement", "disqualification")
"""How a partida ends that was played at least in part."""


def report(hall: Hall, *, real_seconds: float, way: str) -> RehearsalSheet:
    """The report; `way` says how the jugadas were sent."""
    options, tally = hall.options, hall.tally
    return RehearsalSheet(
        title=f"Ensayo general: {options.parejas} {'jugadores' if options.singles else 'parejas'}",
        subtitle=f"{hall.rules.name} · semilla {options.seed} · personas y partidas inventadas",
        sections=(
            _result(hall, real_seconds, way),
            *_rounds(hall),
            _causes(tally),
            _incidents(tally),
            _refused(tally),
            _asked(hall),
        ),
    )


def as_text(sheet: RehearsalSheet) -> str:
    """The report for a terminal."""
    lines = [sheet.title, sheet.subtitle]
    for section in sheet.sections:
        lines += ["", *section_text(section)]
    return "\n".join(lines) + "\n"


def section_text(section: Section) -> list[str]:
    """The lines of one section."""
    return [section.title.upper(), *section.lines, *(_grid([section.heads, *section.rows]) if section.rows else [])]


def as_json(hall: Hall, sheet: RehearsalSheet, *, real_seconds: float) -> dict[str, object]:
    """The figures for programs; `heads` are the chains' heads of the mesas in the order of play."""
    tally = hall.tally
    won = champion(hall.founded.championship)
    mesas = sorted(tally.mesas, key=_place)
    return {
        "championship": hall.founded.championship.slug,
        "fingerprint": fingerprint(hall),
        "heads": [mesa.digest for mesa in mesas],
        "champion": won.number if won else None,
        "format": hall.options.form,
        "partidas": len(tally.mesas) + tally.papers,
        "papers": tally.papers,
        "walkovers": tally.walkovers,
        "double_no_shows": tally.double_no_shows,
        "jugadas": sum(mesa.jugadas for mesa in tally.mesas),
        "datas": sum(mesa.datas for mesa in tally.mesas),
        "zapaterias": tally.zapaterias,
        "steps": tally.steps,
        "batches": tally.batches,
        "repeated": tally.repeated,
        "retries": tally.retries,
        "refused": dict(sorted(tally.refused.items())),
        "points": dict(tally.points),
        "minutes": [round(mesa.minutes, 1) for mesa in mesas],
        "real_seconds": round(real_seconds, 2),
        "sections": {section.title: [list(row) for row in section.rows] for section in sheet.sections if section.rows},
    }


def _result(hall: Hall, real_seconds: float, way: str) -> Section:
    tally, start = hall.tally, hall.options.start
    won = champion(hall.founded.championship)
    ended = max([mesa.sealed for mesa in tally.mesas], default=hall.now)
    lines = [
        f"Campeón: {_named(won)}." if won else _no_champion(hall),
        f"Duración simulada: {clock((ended - start).total_seconds() / 60)}, desde el {start:%d/%m/%Y a las %H:%M}, "
        f"con {counted(hall.options.tables, 'mesa', 'mesas')} y {counted(hall.options.jueces, 'juez', 'jueces')}.",
        f"Duración real: {decimal(real_seconds)} s; {tally.steps} pasos, tras cada uno se comprobó la bitácora o la llave.",
        f"Envíos: {tally.batches}, {way}; {tally.retries} reintentos; {tally.repeated} repetidos a propósito.",
        f"Huella de lo jugado: {fingerprint(hall)}",
        f"Huella de las bitácoras: {_heads(tally.mesas)}",
    ]
    return Section("Resultado", tuple(lines))


def _place(mesa: MesaFigures) -> tuple[int, int, int]:
    """The order of play."""
    return mesa.stage, mesa.round, mesa.number


def _no_champion(hall: Hall) -> str:
    if hall.options.one_round:
        return "Se ensayó solo la primera ronda: no hay campeón."
    return "No hay campeón: a la final no llegó ninguna pareja."


def _named(pareja: Pareja) -> str:
    names = " / ".join(pareja.players.order_by("position").values_list("name", flat=True))
    word = "jugador" if pareja.players.count() == 1 else "pareja"
    return f"{word} {pareja.number}, {pareja.name or names}"


def _heads(mesas: Sequence[MesaFigures]) -> str:
    """One digest over the heads of all logs."""
    ordered = sorted(mesas, key=_place)
    return sha256("".join(mesa.digest for mesa in ordered).encode()).hexdigest()


def _rounds(hall: Hall) -> list[Section]:
    """A table for each stage that was drawn."""
    stages = list(hall.founded.championship.stages.exclude(status=Stage.Status.PLANNED).order_by("number"))
    return [_stage(hall, stage, f"Por ronda: {stage}" if len(stages) > 1 else "Por ronda") for stage in stages]


def _stage(hall: Hall, stage: Stage, title: str) -> Section:
    structure = structure_for(stage)
    label = {
        planned.key: f"Ronda {planned.step}" if planned.section is Part.SERIES else part_name(structure, planned)
        for planned in structure.matches
    }
    values = ("round", "position", "number", "how", "zapaterias")
    fixtures = list(stage.fixtures.order_by("round", "position").values_list(*values))
    how = Counter((label[round_, position], how) for round_, position, _, how, _ in fixtures)
    zapaterias = Counter(label[round_, position] for round_, position, _, _, made in fixtures if made)
    named = {number: label[round_, position] for round_, position, number, _, _ in fixtures}
    own = [mesa for mesa in hall.tally.mesas if mesa.stage == stage.number]
    rows = []
    for name in dict.fromkeys(label.values()):
        mesas = [mesa for mesa in own if named[mesa.number] == name]
        minutes = [mesa.minutes for mesa in mesas]
        rows.append(
            (
                name,
                str(len(mesas)),
                str(sum(how[name, each] for each in PLAYED) - len(mesas)),
                str(how[name, "walkover"] + how[name, "double-no-show"]),
                str(how[name, "bye"] + how[name, "pass"]),
                clock(middle(minutes)),
                clock(nearly_all(minutes)),
                str(sum(mesa.jugadas for mesa in mesas)),
                str(zapaterias[name]),
            )
        )
    heads = ("Ronda", "Mesas", "En papel", "W.O.", "Pasan", "Mediana", "90 % hasta", "Jugadas", "Con zapatería")
    return Section(title, (), heads, tuple(rows))


def _causes(tally: Tally) -> Section:
    datas = sum(mesa.datas for mesa in tally.mesas)
    rows = [
        (label, str(times), f"{tally.points[label]:+d}" if tally.points[label] else "")
        for label, times in sorted(tally.jugadas.items(), key=lambda each: (-tally.points[each[0]], each[0]))
    ]
    lines = (
        f"{sum(mesa.jugadas for mesa in tally.mesas)} jugadas en {datas} datas; {tally.annulled} anuladas. "
        "Los puntos son los que cambió el marcador, entre las dos parejas.",
    )
    return Section("Puntos por causa", lines, ("Causa", "Veces", "Puntos"), tuple(rows))


def _incidents(tally: Tally) -> Section:
    endings = Counter(mesa.how for mesa in tally.mesas)
    rows = [
        ("Ausencia de una pareja (W.O.)", str(tally.walkovers)),
        ("Mesas llevadas en papel", str(tally.papers)),
        ("Dobles ausencias", str(tally.double_no_shows)),
        ("Protestas que proceden", str(tally.protests[True])),
        ("Protestas rechazadas", str(tally.protests[False])),
        *((f"Mesas que se ganan {reason}", str(count)) for reason, count in sorted(endings.items())),
        ("Mesas con zapatería", str(tally.zapaterias)),
        ("Relevos de tablet", str(tally.takeovers)),
        ("Planillas reabiertas", str(tally.reopened)),
        ("Firmas", str(tally.signatures["firma"])),
        ("Firmas bajo protesta", str(tally.signatures["bajo-protesta"])),
        ("Parejas que no firman", str(tally.signatures["no-firma"])),
        ("Espera mediana por mesa y Juez", clock(middle(tally.waits))),
    ]
    return Section("Incidencias", (), ("Qué", "Cuántas"), tuple(rows))


def _refused(tally: Tally) -> Section:
    total = sum(tally.refused.values())
    lines = (f"{total} acciones que se debían rehusar se rehusaron, y ninguna cambió nada.",)
    rows = tuple((code, str(times)) for code, times in sorted(tally.refused.items()))
    return Section("Acciones rehusadas", lines, ("Código", "Veces"), rows)


def _asked(hall: Hall) -> Section:
    options = hall.options
    settings = ", ".join(f"{key}={value}" for key, value in sorted(options.settings.items())) or "los del texto"
    rates = ", ".join(f"{option} {value}" for option, value in rates_told(options.rates).items())
    lines = (
        f"Formato {options.form}; reglamento {options.reglamento}; ajustes: {settings}; {decimal(options.seconds_a_card)} s por carta.",
        f"Frecuencias: {rates}.",
    )
    return Section("Lo que se pidió", lines)


def clock(minutes: float | None) -> str:
    """
    >>> clock(None), clock(7.6), clock(125)
    ('', '8 min', '2 h 05 min')
    """
    if minutes is None:
        return ""
    whole = round(minutes)
    return f"{whole} min" if whole < 60 else f"{whole // 60} h {whole % 60:02} min"


def decimal(value: float) -> str:
    """
    >>> decimal(59.44), decimal(5)
    ('59,4', '5')
    """
    return f"{value:.1f}".removesuffix(".0").replace(".", ",")


def middle(values: Sequence[float]) -> float | None:
    """The median; None of nothing."""
    return median(values) if values else None


def nearly_all(values: Sequence[float]) -> float | None:
    """What nine of ten do not exceed."""
    if len(values) < 2:
        return values[0] if values else None
    return quantiles(values, n=10, method="inclusive")[-1]


def _grid(rows: Sequence[Sequence[str]]) -> list[str]:
    """Columns in line: words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  " + "  ".join(
            cell.ljust(width) if index == 0 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]  # fmt: skip
