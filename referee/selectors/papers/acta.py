"""The final acta of a championship: who won, how it was played, and what proves every mesa."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.db.models import Exists, OuterRef
from django.utils.timezone import localtime

from brackets.draw.formats import from_data
from brackets.models import Championship, Fixture, Pareja, Role
from brackets.selectors.bracket import within
from brackets.selectors.course import Course, course_of
from brackets.selectors.departures import Departure, departures_of
from brackets.selectors.podium import podium_in
from brackets.selectors.wording import counted, said
from referee.models import Jugada, Mesa, Planilla
from referee.rules import fingerprint
from referee.selectors.championship_chain import ChampionshipChain, chain_url, championship_chain
from referee.selectors.live import Estados, estados_in
from referee.selectors.papers.acta_law import HOUR, law_blocks
from referee.selectors.papers.certificates import PLACES
from referee.selectors.papers.partidas import (
    ABSENT,
    chicas_told,
    is_passed,
    is_played,
    marks_told,
    place_told,
    sides_told,
    winner_told,
)
from referee.selectors.papers.stages import all_tables, how_decided, outside_told, standing_table
from referee.selectors.papers.values import (
    Asked,
    Block,
    Column,
    Facts,
    Heading,
    Paper,
    Paragraph,
    Signatures,
    Table,
    paper,
)
from referee.selectors.planilla.heading import heading_of_championship
from referee.selectors.quarantine import recorded_at_table
from referee.selectors.statistics import counted_of, longest
from referee.selectors.tree.heads import head_sentence
from referee.selectors.zapateros import rules_of, zapateros_of

NOT_YET: Final = "El campeonato todavía no ha terminado: esta acta es provisional y dice lo que consta hasta su hora."
NO_CHAMPION: Final = "No hay campeón: la última etapa terminó sin una primera."


def final_acta_papers(asked: Asked, chain: ChampionshipChain | None = None) -> Iterator[Paper]:
    """One document; while the championship goes on it says that it is provisional. `chain`: the heads that it is to print, else those of now."""
    course = course_of(asked.championship)
    chain = chain or championship_chain(asked.championship)
    decided = [fixture for fixture in course.in_order_of_play if is_played(fixture) or is_passed(fixture)]
    fixtures = [fixture for fixture in decided if is_played(fixture)]
    blocks: list[Block] = [] if course.ended else [Paragraph(NOT_YET, strong=True)]
    departures = departures_of(asked.championship, course.parejas.values())
    blocks += [*_heading(asked, course), *_podium(asked, course), *_numbers(asked, course, fixtures, len(departures))]
    blocks += [*_standings(asked, course), *_departures(asked, departures)]
    blocks += [
        *_partidas(course, decided, estados_in(asked.championship)),
        *_walkovers(asked, course, fixtures),
        *law_blocks(asked),
    ]
    blocks += [*_proof(asked, chain), *_log(asked), *_signed(asked)]
    url = chain_url(chain, base_url=asked.base_url) if chain.heads else ""
    yield paper(asked, "Acta final del campeonato", blocks, url=url, wide=True)


def _heading(asked: Asked, course: Course) -> list[Block]:
    championship, rules = asked.championship, rules_of(asked.championship)
    formats = "; ".join(f"{stage} ({from_data(stage.format).label})" for stage in course.stages)
    people = {kind: _names(championship, kind) for kind in (Role.Kind.DIRECTOR, Role.Kind.JUEZ)}
    pairs = (
        ("Estado", championship.status_name),
        ("Reglamento", f"{rules.name}, versión {championship.reglamento_version}"),
        ("Etapas", formats or "Ninguna todavía"),
        ("Director del Campeonato", people[Role.Kind.DIRECTOR] or "Sin nombrar"),
        ("Jueces", people[Role.Kind.JUEZ] or "Sin nombrar"),
    )
    return [Facts(pairs)]


def _names(championship: Championship, kind: str) -> str:
    roles = championship.roles.filter(kind=kind).select_related("user")
    return ", ".join(str(role.user) for role in roles)


def _podium(asked: Asked, course: Course) -> list[Block]:
    rows = tuple(
        (PLACES[each.place], str(each.pareja.number), _people(each.pareja), each.pareja.club)
        for each in podium_in(course)
    )
    columns = (
        Column("Puesto", bold=True),
        Column("N.º", align="right"),
        Column(said(asked.players, "Pareja"), 3, bold=True),
        Column("Club o institución", 1.5),
    )
    return [
        Heading("Campeón y podio"),
        Table(columns, rows, empty=NO_CHAMPION if course.ended else "Todavía no hay campeón."),
    ]


def _people(pareja: Pareja) -> str:
    names = " / ".join(player.name for player in pareja.players.all())
    return f"{pareja.name}: {names}" if pareja.name else names


def _numbers(asked: Asked, course: Course, decided: Sequence[Fixture], left: int) -> list[Block]:
    """What there was of everything that counts; `left`: how many parejas did not stay to the end."""
    championship = asked.championship
    void = [fixture for fixture in decided if course.voided.has(fixture)]
    fixtures = [fixture for fixture in decided if not course.voided.has(fixture)]
    how = Counter(fixture.how for fixture in fixtures)
    staying = sum(pareja.status == Pareja.Status.ACTIVE for pareja in course.parejas.values())
    mesas = Mesa.objects.filter(fixture__stage__championship=championship)
    jugadas = Jugada.objects.filter(mesa__in=mesas.exclude(fixture__in=[fixture.pk for fixture in void])).count()
    # What was typed from paper has a log too, that no tablet wrote.
    tapped = Jugada.objects.filter(recorded_at_table(), mesa=OuterRef("pk"))
    on_tablet = set(mesas.filter(Exists(tapped)).values_list("fixture", flat=True))
    played = [fixture for fixture in fixtures if fixture.how == Fixture.How.PLAYED]
    caidas = sum(sum(fixture.caidas) for fixture in fixtures if fixture.caidas)
    pairs = (
        (said(asked.players, "Parejas"), f"{staying + left} en total, {staying} hasta el final"),
        ("Partidas con resultado", str(len(fixtures))),
        *([("Anuladas, que no cuentan para nadie", str(len(void)))] if void else []),
        ("Jugadas hasta el final", f"{len(played)}: {_kept(played, on_tablet)}"),
        ("Por ausencia (W.O.)", str(sum(how[each] for each in ABSENT))),
        ("Por abandono", str(how[Fixture.How.RETIREMENT])),
        ("Por descalificación", str(how[Fixture.How.DISQUALIFICATION])),
        ("Chicas", str(sum(len(fixture.chicas) for fixture in fixtures))),
        ("Zapaterías", str(len(zapateros_of(championship, fixtures, course.voided)))),
        ("Caídas anotadas en bitácoras", str(caidas)),
        ("Jugadas anotadas en bitácoras", str(jugadas)),
        ("Partida más larga", _longest(championship)),
    )
    return [Heading("El campeonato en números"), Facts(pairs)]


def _kept(played: Sequence[Fixture], on_tablet: set[int]) -> str:
    tablet = sum(fixture.pk in on_tablet for fixture in played)
    return f"{tablet} en tablet y {len(played) - tablet} en papel"


def _longest(championship: Championship) -> str:
    slowest, _ = longest(counted_of([championship]))
    return f"la {slowest.number}, con {counted(slowest.minutes or 0, 'minuto', 'minutos')}" if slowest else "No consta"


def _standings(asked: Asked, course: Course) -> list[Block]:
    blocks: list[Block] = [Heading("Posiciones finales" if course.ended else "Posiciones")]
    blocks += how_decided(table for run in course.runs for table in all_tables(course, run))
    for run in course.runs:
        for each in all_tables(course, run):
            table = standing_table(each, asked.players)
            blocks.append(replace(table, title=within(run.stage, table.title)) if len(course.stages) > 1 else table)
        blocks += outside_told(course, run)
    return blocks if course.runs else [*blocks, Paragraph("Todavía no hay etapas publicadas.")]


def _departures(asked: Asked, departures: Sequence[Departure]) -> list[Block]:
    """Who left before the end, and why."""
    columns = (
        Column("N.º", align="right", bold=True),
        Column(said(asked.players, "Pareja"), 2.4),
        Column("Cómo", 2),
        Column("Hora"),
        Column("Motivo", 2.6),
    )
    rows = tuple(
        (
            str(each.pareja.number),
            each.pareja.title,
            _how_left(each.pareja),
            f"{localtime(each.at):{HOUR}}" if each.at else "",
            each.reason,
        )
        for each in departures
    )
    return [Heading("Retiros y expulsiones"), Table(columns, rows, empty="Ninguno.")]


def _how_left(pareja: Pareja) -> str:
    how = "Expulsión" if pareja.status == Pareja.Status.EXPELLED else "Retiro"
    return f"{how}; sus resultados en series no cuentan para nadie" if pareja.voided else how


def _partidas(course: Course, fixtures: Sequence[Fixture], estados: Estados) -> list[Block]:
    columns = (
        Column("Partida", align="right", bold=True),
        Column("Ronda", 1.3),
        Column("A", 2.6),
        Column("B", 2.6),
        Column("Resultado", 1.6),
        Column("Gana", align="right", bold=True),
        Column("Mesa", align="right"),
        Column("Juez", 1.4),
    )
    rows = tuple(
        (
            str(each.number),
            place_told(course, each),
            *sides_told(course, each),
            chicas_told(course, each, estados),
            winner_told(course, each) or "Nadie",
            str(each.table.number) if each.table else "",
            str(each.juez or ""),
        )
        for each in fixtures
    )
    table = Table(columns, rows, empty="Todavía no hay partidas con resultado.")
    return [Heading("Todas las partidas"), table, *marks_told(fixtures)]


def _walkovers(asked: Asked, course: Course, fixtures: Sequence[Fixture]) -> list[Block]:
    absent = [fixture for fixture in fixtures if fixture.how in ABSENT]
    columns = (
        Column("Partida", align="right", bold=True),
        Column("Ronda", 1.3),
        Column("No se presentó", 3),
        Column("Hora"),
    )
    rows = tuple(
        (
            str(each.number),
            place_told(course, each),
            "; ".join(
                told
                for told, pareja in zip(sides_told(course, each), (each.pareja_a, each.pareja_b), strict=True)
                if pareja != each.winner
            )
            + (" (anulada)" if course.voided.has(each) else ""),
            f"{localtime(each.decided_at):{HOUR}}" if each.decided_at else "",
        )
        for each in absent
    )
    called = heading_of_championship(asked.championship).places.identification
    return [Heading("Ausencias (W.O.)", called), Table(columns, rows, empty="Ninguna.")]


def _proof(asked: Asked, chain: ChampionshipChain) -> list[Block]:
    """Every mesa's Planilla and the head of its log, and the digest over all of them; where no mesa has a log there is nothing to prove."""
    numbers = _numbers_of(asked.championship)
    columns = (
        Column("Partida", align="right", bold=True),
        Column("Identificador de la mesa", 2.2),
        Column("Planilla"),
        Column("Huella"),
        Column("Jugadas", align="right"),
        Column("Cabeza de la bitácora (SHA-256)", 4),
    )
    heads = sorted(chain.heads, key=lambda head: (numbers.get(head.mesa, (0, 0)), head.mesa))
    rows = tuple(
        (
            str(numbers.get(head.mesa, ("", ""))[1]),
            head.mesa,
            f"v{head.version}" if head.version else "sin sellar",
            fingerprint(head.digest) if head.digest else "",
            str(head.head_seq),
            head.head_hash,
        )
        for head in heads
    )
    told = (
        "Esta huella cubre la cabeza de la bitácora de cada mesa: si después cambia una sola jugada de cualquiera, o una Planilla, ya "
        "no es la misma. El QR de esta acta la comprueba."
    )
    facts = Facts((("Huella del campeonato", chain.fingerprint), ("Completa (SHA-256)", chain.digest)))
    table = Table(columns, rows, empty="Ninguna partida tiene bitácora: sus Planillas son las de papel.")
    return [Heading("Planillas y bitácoras"), *((facts, Paragraph(told)) if chain.heads else ()), table]


def _log(asked: Asked) -> list[Block]:
    """The last checkpoint; the digest that is signed does not bind it."""
    told = head_sentence(asked.championship)
    return [Paragraph(told)] if told else []


def _numbers_of(championship: Championship) -> Mapping[str, tuple[int, int]]:
    """The stage and the number of the partida of each mesa, by its public identifier."""
    rows = Mesa.objects.filter(fixture__stage__championship=championship)
    found = rows.values_list("public_id", "fixture__stage__number", "fixture__number")
    return {str(mesa): (stage, number or 0) for mesa, stage, number in found}


def _signed(asked: Asked) -> list[Block]:
    sealed = Planilla.objects.filter(
        mesa__fixture__stage__championship=asked.championship, status=Planilla.Status.SEALED
    )
    many, again = sealed.count(), sealed.filter(version__gt=1).count()
    told = f"Planillas selladas: {many}, de ellas {again} por corrección. Hecha el {localtime(asked.now):{HOUR}}."
    directors = [role.user for role in asked.championship.roles.filter(kind=Role.Kind.DIRECTOR).select_related("user")]
    lines = [("Director del Campeonato", str(user)) for user in directors] or [("Director del Campeonato", "")]
    signatures = Signatures((*lines, ("Mesa de Control", ""), ("Por la organización", "")))
    return [Heading("Firmas"), Paragraph(told), signatures]
