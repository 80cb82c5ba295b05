"""What the result of a partida keeps of its chicas: the form that a command writes, an archive is read by and its schema publishes."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

MOST_CHICAS: Final = 9
MOST_CAIDAS: Final = 9_999
OF_EACH: Final = "Cada chica tiene los puntos de ambos lados, de 0 a 40."
OF_BOTH: Final = "Las caídas son las de ambos lados, o ninguna cuenta."
OF_WHO_WON_IT: Final = (
    "Una zapatería es de quien ganó su chica, y la que termina la mesa es la última, de quien la gana."
)

Points = Annotated[int, Meta(ge=0, le=40)]
Chicas = Annotated[
    list[Annotated[list[Points], Meta(min_length=2, max_length=2)]],
    Meta(max_length=MOST_CHICAS, title="los puntos de cada chica, los de A primero"),
]
Zapaterias = Annotated[
    list[Literal["", "A", "B"]],
    Meta(max_length=MOST_CHICAS, title="quién hizo zapatería en cada chica; vacía donde no hubo ninguna"),
]
Caidas = Annotated[
    list[Annotated[int, Meta(ge=0, le=MOST_CAIDAS)]],
    Meta(
        title="las caídas de cada lado, las de A primero; vacía donde nadie las contó",
        extra_json_schema={"anyOf": [{"maxItems": 0}, {"minItems": 2, "maxItems": 2}]},
    ),
]


def scores_wrong(
    chicas: Sequence[Sequence[int]],
    zapaterias: Sequence[str],
    caidas: Sequence[int],
    *,
    zapateria: bool,
    winner: str | None,
) -> str:
    """Why a partida that this side (`A`, `B` or none) won cannot have these columns, as a sentence; empty where it can.

    >>> scores_wrong([[40, 22], [40, 4]], ["", "A"], [], zapateria=True, winner="A")
    ''
    >>> scores_wrong([[40, 41]], [], [], zapateria=False, winner="A")
    'Cada chica tiene los puntos de ambos lados, de 0 a 40.'
    """
    if not _is(chicas, Chicas):
        return OF_EACH
    if not _is(caidas, Caidas) or len(caidas) not in (0, 2):
        return OF_BOTH
    won = ["A" if a > b else "B" if b > a else "" for a, b in chicas]
    of_winners = len(zapaterias) == len(won) and all(made in ("", of) for made, of in zip(zapaterias, won, strict=True))
    if (zapaterias and not (of_winners and any(zapaterias))) or (zapateria and list(zapaterias[-1:]) != [winner]):
        return OF_WHO_WON_IT
    return ""


def _is(value: object, type_: Any) -> bool:
    try:
        msgspec.convert(value, type_)
    except msgspec.ValidationError:
        return False
    return True
