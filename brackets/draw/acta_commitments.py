"""The commitments of an acta checked from the acta alone: the one of its draw, those revoked, and the seeds that followed."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from typing import Any

from brackets.draw.commitment import digest, secret_of, seed_text, subject_of
from brackets.draw.plural import listed
from brackets.draw.report import Step
from brackets.draw.shares import left_out, not_promised, shares_out_of_time
from brackets.draw.sources import SHARES, Unproved, public_seed_of


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
    yield _source(made, before, drawn, [each["numero"] for each in acta["inscritas"]])
    derived = seed_text(secret_of(text), public)
    wrong = () if derived == seed else (f"Con el secreto y esa semilla pública sale «{derived}».",)
    yield Step(f"Se calculó la semilla del sorteo con el secreto y la semilla pública «{public}».", wrong)
    yield _others(acta)


def _source(made: Mapping[str, Any], published: datetime, drawn: datetime, entrants: Collection[int]) -> Step:
    source, proof, public = made["fuente"], made["prueba"], str(made["semilla_publica"])
    is_shared = source["tipo"] == SHARES
    out = left_out(proof["aportes"]) if is_shared else ()
    told = f" Su aporte no se mostró a tiempo, por número: {listed(out)}." if out else ""
    what = f"Se comprobó de dónde salió la semilla pública.{told}"
    try:
        came = public_seed_of(source, proof, made["sha256"])
    except Unproved as unproved:
        return Step(what, (str(unproved),))
    wrong = () if came == public else (f"De su fuente sale la semilla pública «{came}».",)
    untimely = shares_out_of_time(source, proof, published, drawn, entrants) if is_shared else ()
    return Step(what, (*wrong, *untimely))


def _others(acta: Mapping[str, Any]) -> Step:
    """The commitments revoked before, and that each earlier draw has the seed of its own, which no other draw has."""
    revoked = {each["sha256"]: str(each["documento"]) for each in acta["compromisos_anulados"]}
    proofs = {each["sha256"]: each["prueba"] for each in acta["compromisos_anulados"] if "prueba" in each}
    wrong = [
        f"El SHA-256 de un compromiso anulado es {digest(text)}."
        for sha, text in revoked.items()
        if digest(text) != sha
    ]
    wrong += [
        f"El aporte del número {number} no es el que prometió en un compromiso anulado."
        for sha, proof in proofs.items()
        for number in not_promised(sha, proof["aportes"])
    ]
    used = [acta["compromiso"]["sha256"]]
    for each in acta["sorteos_anteriores"]:
        number, text = each["numero"], revoked.get(each["compromiso"])
        if text is None:
            wrong.append(f"Del sorteo {number} no está el compromiso, anulado.")
        elif seed_text(secret_of(text), str(each["semilla_publica"])) != each["semilla"]:
            wrong.append(f"La semilla del sorteo {number} no sale de su compromiso.")
        elif not _came_from(subject_of(text).get("fuente", {}), proofs.get(each["compromiso"]), each):
            wrong.append(f"La semilla pública del sorteo {number} no sale de sus aportes.")
        if each["compromiso"] in used:
            wrong.append(f"El sorteo {number} tiene el compromiso de otro.")
        used.append(each["compromiso"])
    return Step(f"Se revisaron los compromisos anulados: {len(revoked)}.", tuple(wrong))


def _came_from(source: Mapping[str, Any], proof: Mapping[str, Any] | None, drawn: Mapping[str, Any]) -> bool:
    """Whether the public seed of an earlier draw is that of its shares; of dice there is nothing more to compare."""
    if source.get("tipo") != SHARES:
        return True
    try:
        return proof is not None and public_seed_of(source, proof, drawn["compromiso"]) == drawn["semilla_publica"]
    except Unproved:
        return False
