"""One mesa as a monitor or an overlay shows it."""

from dataclasses import dataclass

from brackets.models import Fixture
from referee.selectors.live import LiveMesa, LiveSide, live_of


@dataclass(frozen=True, slots=True)
class Half:
    """One side: each player with whether the data lies with him. `club` is of the pareja; `named`: it has a name of its own. `nobody`:
    no pareja will ever be there.
    """

    side: LiveSide
    players: tuple[tuple[str, bool], ...]
    club: str
    named: bool
    nobody: bool = False


def mesa_of(fixture: Fixture) -> LiveMesa | None:
    """As the public may see it now; None where it was taken back since it was found."""
    return live_of([fixture.pk], version=0).get(fixture.pk)


def halves_of(fixture: Fixture, mesa: LiveMesa) -> tuple[Half, ...]:
    parejas = (fixture.pareja_a, fixture.pareja_b)
    return tuple(
        Half(
            side=side,
            players=tuple((name, deals(mesa, side, at)) for at, name in enumerate(side.players, start=1)),
            club=pareja.club if pareja else "",
            named=bool(pareja and pareja.name),
            nobody=nobody,
        )
        for side, pareja, nobody in zip(mesa.sides, parejas, (fixture.nobody_a, fixture.nobody_b), strict=True)
    )


def deals(mesa: LiveMesa, side: LiveSide, position: int) -> bool:
    """Whether the data lies with this player."""
    return mesa.dealer is not None and mesa.dealer.seat == f"{side.letter}{position}"
