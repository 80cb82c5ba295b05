"""The commitments of an acta checked from the acta alone: the one of its draw, those revoked, and the seeds that followed."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from brackets.draw.commitment import digest, secret_of, seed_text, subject_of
from brackets.draw.report import Step
from brackets.draw.sources import Unproved, public_seed_of


def commitments_verified(acta: Mapping[str, Any], promised: Mapping[str, Any], seed: str) -> Iterator[Step]:
    """`promised`: the terms and the entrants of the draw as its commitment has to have them."""
    made = acta["compromiso"]
    if made is None:
        yield Step("Se buscó el compromiso previo.", ("El sorteo se hizo sin compromiso: la semilla se pudo elegir.",))
        return
    text, public = str(made["documento"]), str(made["semilla_publica"])
    came = digest(text)
    different = () if came == made["sha256"] else (f"El SHA-256 del documento es {came}.",)
    yield Step(f"Se calculó la huella del compromiso, publicada antes: {made['sha256']}.", different)
    before, drawn = (datetime.fromisoformat(each) for each in (made["publicado"], acta["sorteo"]["hecho"]))
    late = () if before <= drawn else ("El compromiso se publicó después de sortear.",)
    yield Step("Se comparó la hora del compromiso con la del sorteo.", late)
    subject = subject_of(text)
    told = {
        **promised,
        "campeonato": acta["campeonato"]["direccion"],
        "etapa": acta["etapa"]["numero"],
        "fuente": made["fuente"],
    }
    others = tuple(
        f"El acta y el compromiso no dicen lo mismo en «{name}»." for name in told if told[name] != subject[name]
    )
    yield Step(
        "Se comparó lo comprometido con el acta: inscripciones, formato, protecciones y fuente de la semilla.", others
    )
    yield _source(made["fuente"], made["prueba"], public)
    derived = seed_text(secret_of(text), public)
    wrong = () if derived == seed else (f"Con el secreto y esa semilla pública sale «{derived}».",)
    yield Step(f"Se calculó la semilla del sorteo con el secreto y la semilla pública «{public}».", wrong)
    yield _others(acta)


def _source(source: Mapping[str, Any], proof: Mapping[str, Any], public: str) -> Step:
    what = "Se comprobó de dónde salió la semilla pública."
    try:
        came = public_seed_of(source, proof)
    except Unproved as unproved:
        return Step(what, (str(unproved),))
    return Step(what, () if came == public else (f"De su fuente sale la semilla pública «{came}».",))


def _others(acta: Mapping[str, Any]) -> Step:
    """The commitments revoked before, and that each earlier draw has the seed of its own, which no other draw has."""
    revoked = {each["sha256"]: str(each["documento"]) for each in acta["compromisos_anulados"]}
    wrong = [
        f"El SHA-256 de un compromiso anulado es {digest(text)}."
        for sha, text in revoked.items()
        if digest(text) != sha
    ]
    used = [acta["compromiso"]["sha256"]]
    for each in acta["sorteos_anteriores"]:
        number, text = each["numero"], revoked.get(each["compromiso"])
        if text is None:
            wrong.append(f"Del sorteo {number} no está el compromiso, anulado.")
        elif seed_text(secret_of(text), str(each["semilla_publica"])) != each["semilla"]:
            wrong.append(f"La semilla del sorteo {number} no sale de su compromiso.")
        if each["compromiso"] in used:
            wrong.append(f"El sorteo {number} tiene el compromiso de otro.")
        used.append(each["compromiso"])
    return Step(f"Se revisaron los compromisos anulados: {len(revoked)}.", tuple(wrong))
