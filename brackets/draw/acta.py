"""The acta of a draw as data (`docs/sorteo.md`), and the draw repeated from it alone."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from brackets.draw.acta_commitments import commitments_verified
from brackets.draw.acta_draws import draws_verified
from brackets.draw.acta_rounds import rounds_verified
from brackets.draw.acta_seal import seals_verified, title_of
from brackets.draw.entries import Entry, check_entries, check_size, entry_data, entry_from
from brackets.draw.exchanges import exchanged, moved
from brackets.draw.formats import as_data, from_data
from brackets.draw.plural import counted
from brackets.draw.procedures import lines_drawn
from brackets.draw.protections import Terms, protection_data, protection_from, unkept
from brackets.draw.refusal import DrawRefusal
from brackets.draw.report import SHOWN, Report, Step

VERSION: Final = 3
MALFORMED: Final = (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError, RecursionError)
MOST_EXCHANGES: Final = 1000


def terms_data(terms: Terms) -> dict[str, Any]:
    """What a draw is made under, as actas and commitments name it."""
    return {
        "formato": as_data(terms.form),
        "procedimiento": terms.procedure,
        "separar_clubes": terms.apart,
        "protecciones": [protection_data(protection) for protection in terms.protections],
    }


def terms_from(data: Mapping[str, Any]) -> Terms:
    """The inverse of `terms_data`."""
    return Terms(
        from_data(data["formato"]),
        str(data["procedimiento"]),
        bool(data["separar_clubes"]),
        tuple(map(protection_from, data["protecciones"])),
    )


def verify(acta: Any, published: str = "", *, every: bool = False) -> Report:
    """Repeat the draw of an acta and check that nothing of it was changed; never raises, whatever the file holds.

    `published` is the digest published with the draw; it also exposes an acta that was rewritten as a whole.
    `every` also repeats the earlier draws of the same entrants, which takes as long again for each.
    """
    try:
        if acta["acta"] != "sorteo" or acta["version"] != VERSION:
            raise ValueError("another document")
        json.dumps(acta, ensure_ascii=False).encode()  # JSON can spell half a letter, which no page can show
        terms = terms_from(acta["sorteo"])
        entries = [entry_from(each) for each in acta["inscritas"]]
        check_size(len(entries))
        check_entries(entries)
        return _verified(acta, terms, entries, published, every=every)
    except DrawRefusal as refusal:
        return Report((Step("Se leyó el acta.", (refusal.message,)),))
    except MALFORMED as error:
        told = f"El archivo no es un acta de sorteo de la versión {VERSION}, o está incompleto ({error})."
        return Report((Step("Se leyó el acta.", (told,)),))


def _verified(
    acta: Mapping[str, Any], terms: Terms, entries: Sequence[Entry], published: str, *, every: bool
) -> Report:
    draw, names = acta["sorteo"], _names(acta)
    seed, exchanges = str(draw["semilla"]), [(each["a"], each["b"]) for each in acta["intercambios"]]
    promised = {**terms_data(terms), "inscritas": [entry_data(entry) for entry in entries]}
    read = Step(f"Se leyó el acta: {len(entries)} inscripciones, procedimiento «{terms.procedure}», semilla «{seed}».")
    steps = [read, *seals_verified(acta, published), *commitments_verified(acta, promised, seed)]
    steps += draws_verified(acta, entries, terms_from, repeat=every)
    if len(exchanges) > MOST_EXCHANGES:
        raise ValueError(f"{len(exchanges)} exchanges")
    drawn = lines_drawn(terms, entries, seed)
    differing = _differing(acta["lineas_sorteadas"], drawn, names)
    steps.append(Step("Se repitió el sorteo con esa semilla y se comparó lugar por lugar.", differing))
    slots = exchanged(drawn, exchanges)
    changed = len(moved(drawn, slots))
    made = (
        f"Se aplicaron los intercambios a mano: {len(exchanges)}, que cambian {changed} lugares."
        if exchanges
        else ("No hubo intercambios a mano.")
    )
    steps.append(Step(made, _differing(acta["lineas"], slots, names)))
    found = [asdict(each) for each in unkept(terms, slots, entries)]
    missing = (
        ()
        if found == acta["sin_cumplir"]
        else (f"El acta lista {counted(len(acta['sin_cumplir']), 'caso', 'casos')} y hay {len(found)}, o son otros.",)
    )
    steps.append(Step(f"Se buscó qué protecciones no se cumplen: casos, {len(found)}.", missing))
    steps += rounds_verified(acta.get("rondas", ()), terms, entries, seed, _names(acta))
    return Report(tuple(steps), slots)


def _names(acta: Mapping[str, Any]) -> Mapping[int | None, str]:
    everybody = [*acta["inscritas"], *acta.get("tardias", ())]
    named = {each["numero"]: f"{each['numero']} {title_of(each)}".strip() for each in everybody}
    return {**named, None: "pase libre"}


def _differing(
    written: Sequence[int | None], came: Sequence[int | None], names: Mapping[int | None, str]
) -> tuple[str, ...]:
    if len(written) != len(came):
        return (f"El acta tiene {counted(len(written), 'lugar', 'lugares')} y salen {len(came)}.",)
    found = [
        f"Lugar {line + 1}: el acta dice {names.get(there, str(there))} y sale {names[here]}."
        for line, here, there in moved(came, written)
    ]
    more = f"Y {counted(len(found) - SHOWN, 'lugar', 'lugares')} más."
    return (*found[:SHOWN], more) if len(found) > SHOWN else tuple(found)
