"""`manage.py verificar_planilla`: is this PDF what a championship sealed, and does it still count?"""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from referee.selectors.championship_chain import (
    ChampionshipChain,
    NotAChain,
    chain_differences,
    championship_chain,
)
from referee.selectors.log_heads import mesa_broken
from referee.selectors.sealed.brought import judged, registered
from referee.selectors.sealed.chain_owner import championship_of
from referee.selectors.sealed.examination import LARGEST
from referee.selectors.sealed.logs_read import logs_broken
from referee.selectors.sealed.verdict import Verdict

WORDS: Final = {
    "current": "auténtica y vigente",
    "replaced": "auténtica, pero reemplazada",
    "altered": "alterada",
    "unsigned": "sin firma electrónica: no se puede saber si alguien la cambió",
    "unknown": "desconocida",
    "undecided": "sin decidir: no se terminó de verificar",
}
CODES: Final = {"current": 0, "replaced": 2, "undecided": 3}
WRONG: Final = 1
BROKEN: Final = "la bitácora de su mesa ya no verifica"
COVERS: Final = "la firma de «{}» se ve sobre la página y nadie de aquí la conoce: puede tapar lo que está debajo"
SCOPE: Final = "se comprobó la cadena que trae el archivo, no el texto del acta"


class Command(BaseCommand):
    help = (
        "Dice si un PDF de Planilla es auténtico y vigente, auténtico pero reemplazado (termina con 2), alterado o "
        "desconocido (termina con 1), o que no se terminó de verificar (termina con 3: vuelva a intentarlo), y comprueba con él la bitácora de su mesa (termina con 1 si un papel auténtico tiene una que ya no verifica). Con el acta final de un campeonato, en "
        "PDF o en JSON, compara la cadena de todas sus mesas."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="ARCHIVO")
        parser.add_argument("--json", action="store_true", help="contesta en JSON")

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            if file.stat().st_size > LARGEST:
                raise CommandError(f"{file} pasa de 10 MB: no es una Planilla.")
            data = file.read_bytes()
            found = judged(data)
        except OSError as error:
            raise CommandError(f"No se puede leer {file}: {error.strerror}.") from error
        except NotAChain as refused:
            raise CommandError(str(refused)) from refused
        told, wrong, code = _verdict_told(found) if isinstance(found, Verdict) else _chain_told(found)
        self.stdout.write(json.dumps(told, ensure_ascii=False, indent=2) if options["json"] else _lines(told))
        if code:
            raise CommandError(wrong, returncode=code)


def _verdict_told(verdict: Verdict) -> tuple[dict[str, Any], str, int]:
    """All that is known of a paper, with what the command ends with: a sentence and its code."""
    planilla, mesa, broken = verdict.planilla, verdict.mesa, _log_broken(verdict)
    told: dict[str, Any] = {"veredicto": WORDS[verdict.kind], "clase": verdict.kind}
    if planilla and mesa:
        told |= {
            "campeonato": str(mesa.fixture.stage.championship),
            "partida": mesa.fixture.name,
            "mesa": str(mesa.public_id),
            "version": planilla.version,
            "huella": planilla.fingerprint,
            "vigente": verdict.newest.version if verdict.newest else planilla.version,
            "solo_dice_serlo": verdict.claimed,
        }
    if verdict.pdf:
        told["certificado"] = {"de": verdict.pdf.certificate.subject, "huella": verdict.pdf.certificate.fingerprint}
        told["firmada"] = verdict.pdf.signed_at.isoformat()
    if broken is not None:
        told["bitacora"] = broken or "completa"
    if counts := registered(verdict):
        told["guardado" if broken else "registrado"] = {
            "version": counts.version,
            "resultado": counts.result,
            "chicas": " ".join(f"{each.points[0]}-{each.points[1]}" for each in counts.chicas),
        }
    told["problemas"] = list(verdict.problems)
    told["advertencias"] = [*verdict.doubts, *(COVERS.format(each.name) for each in verdict.covering)]
    told["reemplazo"] = list(verdict.why)
    told["otras_firmas"] = [
        {"de": each.name, "emitida_por": each.issuer, "hora": each.at and each.at.isoformat(), "cadena": each.trusted}
        for each in verdict.later
    ]
    if broken:
        return told, f"{WORDS[verdict.kind]}, pero {BROKEN}", WRONG
    return told, WORDS[verdict.kind], CODES.get(verdict.kind, WRONG)


def _log_broken(verdict: Verdict) -> str | None:
    """What is wrong with the log of the mesa of a paper that is ours, also where its signatures were not read to the end; None of another paper.

    Who changes a paper says nothing of a log by that.
    """
    if verdict.kind == "undecided" and verdict.pdf:
        return mesa_broken(verdict.pdf.planilla.mesa)
    return verdict.broken if verdict.authentic else None


def _chain_told(then: ChampionshipChain) -> tuple[dict[str, Any], str, int]:
    """The same of a chain. Every log is read too, from its first row."""
    championship = championship_of(then.slug, then.digest, then, drafts=True)
    told: dict[str, Any] = {
        "campeonato": then.slug,
        "huella": then.fingerprint,
        "mesas": len(then.heads),
        "alcance": SCOPE,
    }
    if championship is None:
        word = "desconocida: ese campeonato no está aquí"
        return {"veredicto": word, "clase": "unknown"} | told, word, WRONG
    told["aqui"] = championship.slug
    broken = [f"Mesa {check.mesa.public_id}: {check.broken}." for check in logs_broken(championship)]
    told["problemas"] = [each.in_full for each in chain_differences(championship, then)] + broken
    same = championship_chain(championship).digest == then.digest and not broken
    word = "las bitácoras son las del acta" if same else "algo cambió desde el acta"
    return {"veredicto": word, "clase": "current" if same else "changed"} | told, word, 0 if same else WRONG


def _lines(told: dict[str, Any]) -> str:
    lines = [
        f"{name.replace('_', ' ')}: {value}"
        for name, value in told.items()
        if value and not isinstance(value, list | dict)
    ]
    for name, value in told.items():
        if isinstance(value, list):
            lines += [f"{name.replace('_', ' ')}: {_line(each)}" for each in value]
        elif isinstance(value, dict):
            lines.append(f"{name}: {_line(value)}")
    return "\n".join(lines)


def _line(value: Any) -> str:
    return ", ".join(f"{name} {each}" for name, each in value.items()) if isinstance(value, dict) else str(value)
