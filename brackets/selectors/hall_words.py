"""What an allocation could not keep, in the words of whoever runs the hall."""

from brackets.allocation.costs import broken
from brackets.allocation.values import Lack, Partida, Unkept, Wish
from brackets.models import Away, Fixture
from brackets.selectors.hall import Hall
from brackets.selectors.wording import said

LACKS = {
    Lack.NO_TABLE: "No queda ninguna mesa libre.",
    Lack.NO_JUEZ: "No queda ningún Juez libre que pueda dirigirla.",
    Lack.ALL_TIED: "Todos los jueces libres son del club, de la institución o de la familia de uno de los dos lados.",
}
AWAY = {Away.NOT_YET: "todavía no llega", Away.PAUSED: "está en pausa", Away.GONE: "ya se fue"}


def unkept_words(hall: Hall, unkept: Unkept) -> str:
    """One sentence that stands by itself."""
    partida = hall.by_pk[unkept.partida].name if unkept.partida else ""
    if unkept.wish is Wish.RESTED:
        table = hall.by_table[unkept.table or 0]
        return f"La {table} de la {partida} quedó libre hace {unkept.value} min."
    juez = hall.people[unkept.juez or 0]
    if unkept.wish is Wish.EVEN:
        other = hall.people[unkept.other or 0]
        return f"{juez} llega a {unkept.value} partidas y {other} tiene {unkept.least}."
    return f"{juez}, en la {partida}: {broken_words(hall, unkept)}."


def breaks_at(hall: Hall, fixture: Fixture) -> tuple[str, ...]:
    """What the Juez that was chosen for it by hand breaks, in sentences."""
    juez = next((each for each in hall.juez_values([fixture.pk]) if each.key == fixture.juez_id), None)
    if juez is None:
        return ()
    found = broken(Partida(fixture.pk, hall.sides(fixture)), juez)
    told = [f"{fixture.juez} {broken_words(hall, each)}." for each in found]
    away = hall.away(juez.key)
    return (*told, f"{fixture.juez} {AWAY[away]}.") if away else tuple(told)


def broken_words(hall: Hall, unkept: Unkept) -> str:
    """What a Juez would break at a partida, beside their names.

    The tie and the repeat: all that depends on nobody else.
    """
    pareja = hall.parejas[unkept.pareja or 0].number
    players = hall.championship.players_per_pareja
    if unkept.wish is Wish.OWN:
        return f"es de «{unkept.value}», como {said(players, 'la pareja')} {pareja}"
    return f"ya dirigió {said(players, 'a la pareja')} {pareja} en la {hall.by_pk[unkept.earlier or 0].name}"
