"""What the articles call «la data»: which one is the first of a chica, and what falls with one that is annulled (3.f, 3.g.6, 4.c)."""

import pytest

from tests.referee.rules.mesas import SORTEO, after, further, points

COUNT = "conteo A=34 B=6 mesa=0"
ANNULLED = {"puntos_data_anulada": "se-anulan"}


def reason(*lines: str) -> str | None:
    """Why the mesa ended when A had won its first chica, where a zapatería in the first data ends it."""
    state = after(SORTEO["A"], *lines, "proclama", zapateria_alcance="primera-data")
    assert state.position.chicas[0].zapateria
    return state.position.ended and state.position.ended.reason


@pytest.mark.parametrize(
    "lines",
    [
        ('ajusta A +38 "x"', "caida A"),
        ('ajusta A +20 "x"', "segundo-reparto", COUNT),
        ('ajusta A +18 "x"', "limpia A", "segundo-reparto", COUNT, "juego-y-veo A procede"),
        ('ajusta A +10 "x"', "segundo-reparto", COUNT, 'ajusta A +8 "x"', "juego-y-veo A procede"),
        ('ajusta A +30 "x"', "segundo-reparto", "limpia A", 'repite-data "x"', 'ajusta A +8 "x"', "caida A"),
        ('ajusta A +8 "x"', "mal-reparto", 'ajusta B -4 "x"', 'ajusta A +12 "x"', "segundo-reparto", COUNT),
        ("segundo-reparto", COUNT, 'repite-data 1 "x"', 'ajusta A +38 "x"', "limpia A"),
    ],
    ids=["before-its-count", "by-its-count", "by-a-protest-of-it", "by-a-protest-after-a-ruling", "repeated", "after-a-misdeal",
         "repeated-when-counted"],
)  # fmt: skip
def test_a_chica_won_before_a_second_data_begins_is_won_in_its_first(lines: tuple[str, ...]) -> None:
    """An annulled data is none: what is dealt in its place is the first."""
    assert reason(*lines) == "zapateria"


@pytest.mark.parametrize(
    "lines",
    [
        ("ronda B1 7", "mal-reparto"),
        ("mal-reparto",),
        ("ronda A1 7", 'repite-data "x"', 'ajusta A +8 "x"', "juego-y-veo A procede"),
        ('ajusta A +8 "x"', "limpia A"),
        ("segundo-reparto", "conteo A=6 B=6 mesa=28", 'ajusta A +6 "x"', "juego-y-veo A procede"),
    ],
    ids=["misdealt-when-begun", "misdealt", "repeated", "in-play", "counted"],
)
def test_a_chica_won_once_a_second_data_began_is_not(lines: tuple[str, ...]) -> None:
    assert reason('ajusta A +10 "x"', "segundo-reparto", COUNT, *lines) is None


@pytest.mark.parametrize("settings", [{}, ANNULLED])
def test_what_was_never_scored_was_never_reached(settings: dict[str, str]) -> None:
    """A reached ten only in a data that is annulled: under «nunca llegó» it is zapatero where its points fall."""
    lines = ('ajusta A +6 "x"', "caida A", "limpia A", "mal-reparto")

    to_forty = ("mal-pedido A", 'ajusta B +28 "x"', "juego-y-veo B procede")
    state = after(SORTEO["A"], *lines, *to_forty, zapateria_medida="nunca-llego", **settings)
    won = further(state, "proclama").position

    assert state.position.peak[0] == (6 if settings else 10)
    assert won.chicas[0].zapateria is bool(settings)


@pytest.mark.parametrize(
    ("lines", "left", "unpaid"),
    [
        (("limpia B", "mal-pedido A"), (0, 10), (0, 0)),
        (("limpia B", "mal-pedido A", 'ajusta A +4 "x"'), (4, 10), (0, 0)),
        (("caida A", 'ajusta A -4 "x"'), (0, 10), (4, 0)),
        (("caida B", 'ajusta A +2 "x"', "mal-pedido A", 'ajusta A -2 "x"'), (0, 10), (0, 0)),
    ],
)
def test_what_a_sanction_could_not_take_falls_with_its_data_and_rulings_stay(
    lines: tuple[str, ...], left: tuple[int, int], unpaid: tuple[int, int]
) -> None:
    """The board is what it would be had the data not been played: only rulings are of no data."""
    state = after(SORTEO["A"], *lines, "mal-reparto", **ANNULLED)

    assert (points(state), state.position.unpaid) == (left, unpaid)


def test_what_earlier_chicas_left_unpaid_stays() -> None:
    won = after(SORTEO["A"], "mal-pedido B", 'ajusta B +12 "x"', 'ajusta A +40 "x"', "proclama", **ANNULLED)

    state = further(won, "caida A", "mal-pedido B", "mal-reparto")

    assert (won.position.unpaid, state.position.unpaid) == ((0, 2), (0, 2))


def test_an_annulled_data_gives_back_the_forty_that_its_sanction_kept_from_a_ruling() -> None:
    state = after(
        SORTEO["A"], 'ajusta B +36 "x"', "caida A", "mal-pedido B", 'ajusta B +4 "x"', "mal-reparto", **ANNULLED
    )

    assert (points(state), state.position.closer) == ((0, 50), 1)
