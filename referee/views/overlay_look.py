"""How an overlay looks, as the address says it: which pieces, how large, on which side, over what."""

from collections.abc import Mapping
from typing import Final

from django.http import QueryDict

PIECES: Final = ("rotulo", "marcador")
SCALES: Final = ("50", "75", "100", "125", "150", "200")
SIDES: Final = ("izquierda", "derecha")
GROUNDS: Final = ("transparente", "verde")
# As `overlay.css` has them, in hundredths of the height: the picture between its margins, the edges of a box, its letters.
WIDE: Final = 166
EDGES: Final = 3.6
LETTER: Final = 3.6
# In em: the mark of the side with its gap, the size of the line above the names, and the round and the table in it.
ICON: Final = 1.5
SMALL: Final = 0.72
ROUND: Final = 22


def look_of(asked: QueryDict) -> Mapping[str, object]:
    """What is not known is as if it were not said. `room` and `above` are for the names and the championship of the lower third, in em.

    >>> from django.http import QueryDict
    >>> look_of(QueryDict("piezas=marcador&escala=150&lado=derecha"))["pieces"]
    ('marcador',)
    >>> look_of(QueryDict("escala=7"))["classes"]
    'overlay--x100 overlay--izquierda overlay--transparente'
    """
    wanted = asked.get("piezas", "").split(",")
    pieces = tuple(piece for piece in PIECES if piece in wanted) or PIECES
    scale = _one(asked, "escala", SCALES, "100")
    room = (WIDE * 100 / int(scale) - EDGES) / LETTER - ICON
    side, ground = _one(asked, "lado", SIDES, SIDES[0]), _one(asked, "fondo", GROUNDS, GROUNDS[0])
    classes = f"overlay--x{scale} overlay--{side} overlay--{ground}"
    return {"pieces": pieces, "classes": classes, "room": room, "above": (room + ICON) / SMALL - ROUND}


def _one(asked: QueryDict, name: str, known: tuple[str, ...], default: str) -> str:
    value = asked.get(name, "")
    return value if value in known else default
