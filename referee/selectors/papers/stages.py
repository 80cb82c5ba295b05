"""What is printed of a stage: its standings with the tie-breaks explained, and a sheet for each of its series."""

from collections.abc import Iterable, Iterator
from typing import Final

from brackets.draw.structure import Section
from brackets.draw.treatment import Treatment
from brackets.models import Pareja
from brackets.selectors.bracket import Part
from brackets.selectors.course import Course, Run, course_of
from brackets.selectors.standings import (
    Line,
    Share,
    ahead_of,
    comparison_of,
    criteria_of,
    in_words,
    letters_of,
    outside_of,
    steps_short,
    tables_of,
)
from brackets.selectors.standings import Table as Standing
from brackets.selectors.wording import said
from referee.selectors.live import Estados, estados_in
from referee.selectors.papers.partidas import (
    address,
    chicas_told,
    marks_told,
    pareja_told,
    runs_of,
    sides_told,
    winner_told,
)
from referee.selectors.papers.values import (
    Asked,
    Block,
    Column,
    Heading,
    Paper,
    Paragraph,
    Signatures,
    Table,
    paper,
)

KEY: Final = (
    "«Qué lo decidió» dice, en su orden, cada desempate que separó a alguien, por la letra de su columna: c(3) es el desempate c entre 3 "
    "que seguían iguales; c(2): 1 es el mismo, contado de nuevo entre 2, con su valor. «Baja» dice cuántos puestos le costaron: sin ellos, "
    "quienes ganaron las mismas mesas compartirían el primero de sus puestos."
)
GROUPED: Final = (Section.SERIES, Section.SWISS)
SHORT: Final = {
    "mesas": "Mesas",
    "directo": "Dir.",
    "directo-una-vez": "Dir.",
    "chicas": "Dif. chicas",
    "puntos": "Dif. puntos",
    "zapaterias": "Zap.",
    "buchholz": "Rival.",
    "buchholz-menos-1": "Rival. −1",
    "sonneborn-berger": "Venc.",
}
"""The heads of criteria where a table has many of them and the sheet is small; the others are short enough."""
NOT_PUBLISHED: Final = "Todavía no hay etapas publicadas: haga el sorteo y publíquelo."
NO_SERIES: Final = (
    "Todavía no hay series que imprimir: las tienen, una vez publicadas, las etapas de series, de todos contra todos y "
    "suizas."
)


def standings_papers(asked: Asked) -> Iterator[Paper]:
    """One for each published stage that is asked for."""
    course = course_of(asked.championship)
    runs = runs_of(course, asked.where)
    if not runs:
        yield paper(asked, "Posiciones", [Paragraph(NOT_PUBLISHED)])
    for run in runs:
        blocks = _standings(asked, course, run)
        yield paper(asked, "Posiciones", blocks, subtitle=str(run.stage), url=_url(asked, run), wide=True)


def series_papers(asked: Asked) -> Iterator[Paper]:
    """One for each series: who plays in it, the partidas in their order with what was played so far, and its table."""
    yield from _series_papers(asked, blank=False)


def blank_series_papers(asked: Asked) -> Iterator[Paper]:
    """The same with the results to be written by hand."""
    yield from _series_papers(asked, blank=True)


def standing_table(standing: Standing, players: int, *, blank: bool = False) -> Table:
    """A table of the championship as one of a document."""
    columns = (
        Column("Puesto", align="right", bold=True, fill="line" if blank else ""),
        Column("N.º", align="right"),
        Column(said(players, "Pareja"), 3),
        *(
            Column(
                f"{standing.letters[each.code]}. {each.label}",
                align="right",
                fill="line" if blank else "",
                short=f"{standing.letters[each.code]}. {SHORT.get(each.code, each.label)}",
            )
            for each in standing.criteria
        ),
    )
    if blank:
        rows = tuple(
            ("", str(pareja.number), pareja.title, *[""] * len(standing.criteria)) for pareja in _by_number(standing)
        )
        return Table(columns, rows, title=standing.title, tall=True)
    decided = Column("Qué lo decidió" if standing.criteria else "Hasta dónde llegó", 1.6)
    rows = tuple(
        (
            place_of(line),
            str(line.pareja.number),
            line.pareja.title,
            *(line.values or ("",) * len(standing.criteria)),
            " · ".join(filter(None, (_decided(standing, line), line.note))),
        )
        for line in standing.lines
    )
    return Table((*columns, decided), rows, title=standing.title)


def _decided(standing: Standing, line: Line) -> str:
    """Step by step, in letters of the heads: sentences would make the table three times as long."""
    return steps_short(standing.letters, line.steps, line.down) if standing.criteria else line.decided


def how_decided(tables: Iterable[Standing]) -> list[Block]:
    """How what decided a place is to be read; nothing where nothing had to be decided."""
    told = any(line.steps for table in tables for line in table.lines)
    return [Paragraph(KEY)] if told else []


def all_tables(course: Course, run: Run) -> tuple[Standing, ...]:
    """Of every series, or of the whole stage."""
    return tables_of(course, run, Share(range(len(run.ranking.groups)), 1, ()))


def outside_told(course: Course, run: Run) -> list[Block]:
    """Who played in the stage and is in no table of it."""
    outside = outside_of(course, run)
    return [Paragraph(f"Fuera de la tabla: {'; '.join(map(pareja_told, outside))}.")] if outside else []


def place_of(line: Line) -> str:
    """`3.º`; a dash for who has none, and nothing for who has none yet."""
    if line.place is None:
        return "—"
    return "" if line.is_open else f"{line.place}.º"


def _by_number(standing: Standing) -> list[Pareja]:
    return sorted((line.pareja for line in standing.lines), key=lambda pareja: pareja.number)


def _url(asked: Asked, run: Run) -> str:
    return address(asked, "brackets:standings", query=f"?etapa={run.stage.number}")


def _standings(asked: Asked, course: Course, run: Run) -> list[Block]:
    state = "Terminada: los puestos son firmes." if run.ended else "En juego: los puestos son los de este momento."
    tables, compared = all_tables(course, run), comparison_of(course, run)
    blocks: list[Block] = [Paragraph(state), *how_decided([*tables, *([compared] if compared else [])])]
    blocks += [standing_table(each, asked.players) for each in tables]
    if compared:
        blocks.append(standing_table(compared, asked.players))
        if run.ranking.averages:
            blocks.append(
                Paragraph(
                    "Las series no tienen el mismo tamaño: por eso se comparan los promedios por mesa, y no las sumas."
                )
            )
    return [*blocks, *outside_told(course, run), *_explained(asked, run), *_ahead(asked, course)]


def _explained(asked: Asked, run: Run) -> list[Block]:
    criteria = criteria_of(run)
    if not criteria:
        return []
    told: list[Block] = [
        Heading("Qué cuenta, y en qué orden"),
        Paragraph("Cada desempate se mira solo entre quienes siguen iguales después de los anteriores."),
    ]
    for criterion in criteria:
        words, letter = in_words(criterion, asked.players), letters_of(run)[criterion.code]
        told.append(Paragraph(f"{letter}. {words['label']}. {words['definition']} Ejemplo: {words['example']}"))
    return [*told, Paragraph(" ".join(Treatment.from_data(run.stage.treatment).sentences_of_table))]


def _ahead(asked: Asked, course: Course) -> list[Block]:
    """Who would go on to the stages to come."""
    blocks: list[Block] = []
    for ahead in ahead_of(course, asked.players):
        blocks.append(Heading(f"A «{ahead.stage}»", "Firme" if ahead.settled else "Como van las cosas ahora"))
        blocks += [Paragraph(rule) for rule in ahead.rules]
        rows = tuple((str(place.number), pareja_told(place.pareja), place.why) for place in ahead.places)
        columns = (Column("Lugar", align="right"), Column(said(asked.players, "Pareja"), 2), Column("Por qué", 3))
        blocks.append(Table(columns, rows, empty="Todavía no hay quien pase."))
    return blocks


def _series_papers(asked: Asked, *, blank: bool) -> Iterator[Paper]:
    course, estados = course_of(asked.championship), estados_in(asked.championship)
    found = False
    for run in runs_of(course, asked.where):
        tables = all_tables(course, run) if run.has_table else ()
        for part in (part for part in run.parts if part.section in GROUPED):
            found = True
            subtitle = part.title if len(course.stages) == 1 else f"{run.stage} · {part.title}"
            blocks = _series(asked, course, part, tables[part.group], estados, blank=blank)
            yield paper(asked, "Hoja de serie", blocks, subtitle=subtitle, url=_url(asked, run), wide=True)
    if not found:
        yield paper(asked, "Hoja de serie", [Paragraph(NO_SERIES)])


def _series(
    asked: Asked, course: Course, part: Part, standing: Standing, estados: Estados, *, blank: bool
) -> list[Block]:
    people = Table(
        (
            Column("N.º", align="right", bold=True),
            Column(said(asked.players, "Pareja"), 3),
            Column("Club o institución", 2),
        ),
        tuple((str(pareja.number), told, pareja.club) for pareja, told in _people(part, standing)),
        title=said(asked.players, "Parejas"),
    )
    signed = Signatures((("Mesa de Control", ""), ("Director del Campeonato", "")))
    end: list[Block] = [
        Heading("Tabla", "por llenar a mano" if blank else ""),
        *([] if blank else how_decided([standing])),
        standing_table(standing, asked.players, blank=blank),
    ]
    marks = [] if blank else marks_told(fixture for each in part.rounds for fixture in each.fixtures)
    return [people, _partidas(course, part, estados, blank=blank), *marks, *end, signed]


def _people(part: Part, standing: Standing) -> list[tuple[Pareja, str]]:
    """Everybody of the series by number; also who has a partida in it and is in its table no more."""
    staying = _by_number(standing)
    fixtures = (fixture for each in part.rounds for fixture in each.fixtures)
    sides = {side.pk: side for fixture in fixtures for side in (fixture.pareja_a, fixture.pareja_b) if side}
    there = {pareja.pk for pareja in staying}
    told = [(pareja, _whole(pareja)) for pareja in staying]
    told += [(pareja, f"{_whole(pareja)} (fuera)") for key, pareja in sides.items() if key not in there]
    return sorted(told, key=lambda each: each[0].number)


def _whole(pareja: Pareja) -> str:
    """The name of the pareja and those of its players, where it has one of its own."""
    names = " / ".join(player.name for player in pareja.players.all())
    return f"{pareja.name}: {names}" if pareja.name and names != pareja.name else pareja.title


def _partidas(course: Course, part: Part, estados: Estados, *, blank: bool) -> Table:
    fill = "line" if blank else ""
    columns = (
        Column("Ronda", align="right"),
        Column("Partida", align="right", bold=True),
        Column("A", 3),
        Column("B", 3),
        Column("Mesa", align="right"),
        Column("Chicas", 1.4, fill="line" if blank else ""),
        Column("Gana", align="right", bold=True, fill="line" if blank else ""),
    )
    rows = tuple(
        (
            str(each.number),
            str(fixture.number),
            *sides_told(course, fixture),
            str(fixture.table.number) if fixture.table else "",
            "" if blank else chicas_told(course, fixture, estados),
            "" if blank else winner_told(course, fixture),
        )
        for each in part.rounds
        for fixture in each.fixtures
        if fixture.number is not None
    )
    return Table(columns, rows, title="Partidas, en su orden", tall=bool(fill))
