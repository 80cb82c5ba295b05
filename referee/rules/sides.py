"""The two parejas and who sits where."""

from typing import Final

SIDES: Final = ("A", "B")
SEATS: Final = ("A1", "B1", "A2", "B2")

Pair = tuple[int, int]


def side_of(subject: str) -> int:
    """0 for pareja A, 1 for pareja B, from `A`, `A2`…

    >>> side_of("B2")
    1
    """
    return 0 if subject[0] == "A" else 1


def next_seat(seats: tuple[str, ...], player: str) -> str:
    """Who follows `player` in turn order (to the right, 3.d–e).

    >>> next_seat(("A1", "B1", "A2", "B2"), "B2")
    'A1'
    """
    return seats[(seats.index(player) + 1) % len(seats)]


def seats_problem(seats: tuple[str, ...], players: tuple[int, ...]) -> str | None:
    """Why these seats cannot be, in Spanish, or None: both parejas whole, seated alternately (3.a).

    `players` are the numbers of players per pareja that the rulebook knows.

    >>> seats_problem(("A1", "A2", "B1", "B2"), (2,))
    'los jugadores de una pareja no se sientan juntos: las parejas se alternan'
    """
    if len(seats) % 2 or len(seats) // 2 not in players:
        return f"se esperan {' o '.join(str(2 * n) for n in players)} asientos"
    per_pair = len(seats) // 2
    if sorted(seats) != sorted(f"{side}{n}" for side in SIDES for n in range(1, per_pair + 1)):
        return "cada jugador ocupa un asiento y solo uno"
    if any(side_of(seats[i]) == side_of(seats[i - 1]) for i in range(len(seats))):
        return "los jugadores de una pareja no se sientan juntos: las parejas se alternan"
    return None
