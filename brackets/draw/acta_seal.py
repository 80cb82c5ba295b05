"""The digests of an acta: one for each part, and one for everything that the draw fixed.

Each person's name is hashed with its own salt. Erasing a name erases its salt and keeps the digest, so the rest of the acta still
verifies and the name cannot be recovered.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from hashlib import sha256
from typing import Any, Final

from brackets.draw.report import Step

FROZEN: Final = (
    "acta",
    "version",
    "campeonato",
    "etapa",
    "sorteo",
    "sorteos_anteriores",
    "sorteos_de_otras_etapas",
    "compromiso",
    "compromisos_anulados",
    "inscritas",
    "lineas_sorteadas",
)
"""The parts that are written when the draw is made. All others say what came later."""
SEALS: Final = ("huella", "partes")
ERASED: Final = "(nombre borrado)"


def person(name: str, salt: str) -> dict[str, str]:
    """A player as he was drawn.

    >>> person("Rosa Luna", "5f")["huella"][:16]
    '6c295979d9a3513f'
    """
    return {"nombre": name, "sal": salt, "huella": person_digest(name, salt)}


def person_digest(name: str, salt: str) -> str:
    """`printf '%s' 'salt|name' | sha256sum`."""
    return sha256(f"{salt}|{name}".encode()).hexdigest()


def without_name(drawn: Mapping[str, str]) -> dict[str, str]:
    """A player without the name; the digest stays."""
    return {"huella": drawn["huella"]}


def title_of(entrant: Mapping[str, Any]) -> str:
    """What a pareja was called when it was drawn: its own name, else those of its players.

    >>> title_of({"nombre": "", "jugadores": [person("Rosa Luna", "5f"), {"huella": "c1"}]})
    'Rosa Luna / (nombre borrado)'
    """
    players = entrant.get("jugadores", ())
    return str(entrant.get("nombre") or " / ".join(str(each.get("nombre", ERASED)) for each in players))


def seals_of(acta: Mapping[str, Any]) -> dict[str, Any]:
    """`partes`: the SHA-256 of each part. `huella`: that of the frozen ones together, which never changes again."""
    parts = {name: _digest(_bound(name, part)) for name, part in acta.items() if name not in SEALS}
    return {"huella": drawn_digest(acta), "partes": parts}


def drawn_digest(acta: Mapping[str, Any]) -> str:
    """The SHA-256 of what the draw fixed; KeyError where a part of it is missing."""
    return _digest({name: _digest(_bound(name, acta[name])) for name in FROZEN})


def seals_verified(acta: Mapping[str, Any], published: str = "") -> Iterator[Step]:
    """Compare an acta with its own digests, and with the one that was `published` with the draw, where that is given."""
    came, written = seals_of(acta), acta["partes"]
    differing = [
        f"La parte «{name}» no es la que se escribió."
        for name in sorted(came["partes"].keys() | written.keys())
        if came["partes"].get(name) != written.get(name)
    ]
    yield Step("Se calculó la huella de cada parte del acta.", tuple(differing))
    people = [(each["numero"], player) for each in acta["inscritas"] for player in each["jugadores"]]
    erased = sum("nombre" not in player for _, player in people)
    gone = f" Nombres borrados a pedido de las personas: {erased}." if erased else ""
    yield Step(f"Se comparó cada nombre con su huella.{gone}", tuple(named_otherwise(acta)))
    known = {"acta": str(acta["huella"])} | ({"publicación": published} if published else {})
    yield Step(
        f"Se calculó la huella del sorteo: {came['huella']}. Compárela con la que se publicó.",
        tuple(f"La de su {where} es {digest}." for where, digest in known.items() if digest != came["huella"]),
    )


def named_otherwise(acta: Mapping[str, Any]) -> Iterator[str]:
    """Each name of an acta that is not the one of its digest; what was erased is none."""
    people = ((each["numero"], player) for each in acta["inscritas"] for player in each["jugadores"])
    for number, player in people:
        if "nombre" in player and person_digest(str(player["nombre"]), str(player["sal"])) != player["huella"]:
            yield f"Inscripción {number}: «{player['nombre']}» no es el nombre que se sorteó."


def _bound(name: str, part: Any) -> Any:
    """A part as it is hashed: players are replaced by their digests."""
    if name != "inscritas":
        return part
    return [{**each, "jugadores": [player["huella"] for player in each["jugadores"]]} for each in part]


def _digest(value: Collection[Any] | Any) -> str:
    """SHA-256 of canonical JSON: one line, sorted keys, no spaces, UTF-8 unescaped."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
