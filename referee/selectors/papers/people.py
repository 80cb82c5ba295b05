"""The check-in list: everybody with a box to tick, and room for the document that was seen and a signature."""

from collections.abc import Iterator
from datetime import date

from brackets.models import Pareja, Player
from brackets.selectors.callups import hour
from brackets.selectors.course import course_of
from brackets.selectors.parejas import cedula_begins, parejas_with_cedulas
from brackets.selectors.presence import Person, awaited, presence_of
from brackets.selectors.wording import said
from referee.selectors.papers.hall import day_told
from referee.selectors.papers.values import Asked, Column, Facts, Paper, Paragraph, Signatures, Table, paper

ALONE = 1


def check_in_papers(asked: Asked) -> Iterator[Paper]:
    """Of one day, unless said today, or the first while that is to come; of a cédula only the first four digits: the last sign appeals.

    Of a day after the first that is not over, those who are still in, and who has come that day; else all, or the numbers asked for.
    """
    day = asked.where.day or max(asked.championship.play_days.of(asked.now), asked.championship.starts_on)
    parejas = parejas_with_cedulas(asked.championship).filter(awaited())
    if asked.where.numbers:
        parejas = parejas.filter(number__in=asked.where.numbers)
    found = list(parejas)
    for pareja in found:
        pareja.championship = asked.championship
    there = presence_of(found, day)
    whom = "Los números pedidos" if asked.where.numbers else "Todos"
    narrowed = _is_narrowed(asked, day)
    if narrowed:
        whom, out = "Quienes siguen en juego", course_of(asked.championship).out
        came = {pareja.pk for pareja in found if any(person.check_in for person in there[pareja.pk].people)}
        found = [pareja for pareja in found if pareja.number not in out or pareja.pk in came]
    rows = tuple(_row(pareja, person) for pareja in found for person in there[pareja.pk].people)
    columns = (
        Column("N.º", align="right", bold=True),
        Column("Jugador", 2.4),
        Column("Nombre y club" if asked.players == ALONE else "Pareja y club", 1.8),
        Column("Cédula, primeros dígitos"),
        Column("Llegó", align="center", fill="tick"),
        Column("Documento visto", 1.2, fill="line"),
        Column("Firma", 1.8, fill="line"),
    )
    nobody = (
        "Ya no queda nadie por jugar" if narrowed and there else said(asked.players, "Todavía no hay parejas inscritas")
    )
    table = Table(columns, rows, empty=f"{nobody}.", tall=True)
    facts = Facts(
        (
            ("Documento que se pide", asked.championship.identification),
            ("Quiénes", whom),
            (said(asked.players, "Parejas"), str(len(found))),
        )
    )
    told = Paragraph(
        "La cédula no se escribe: se comparan sus primeros dígitos con el documento que la persona muestra."
    )
    signed = Signatures((("Quien recibió a los jugadores", ""),))
    yield paper(asked, "Lista de presencia", [facts, told, table, signed], subtitle=day_told(day), wide=True)


def _is_narrowed(asked: Asked, day: date) -> bool:
    where = asked.where
    later = asked.championship.starts_on < day and asked.championship.play_days.of(asked.now) <= day
    return later and not where.everybody and not where.numbers


def _row(pareja: Pareja, person: Person) -> tuple[str, ...]:
    player, check_in = person.player, person.check_in
    return (
        code_of(pareja, player),
        player.name,
        " · ".join(filter(None, (pareja.name, pareja.club))),
        cedula_begins(player.cedula),
        hour(check_in.at) if check_in else "",
        str(check_in.get_document_display()) if check_in and check_in.document else "",
        "",
    )


def code_of(pareja: Pareja, player: Player) -> str:
    """`12-1`, or the number itself of who plays alone: what stands on the credential."""
    alone = pareja.championship.players_per_pareja == ALONE
    return str(pareja.number) if alone else f"{pareja.number}-{player.position}"
