"""The rounds of a Swiss stage on its printed acta: what each was paired on, and who met whom."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.timezone import localtime

from brackets.draw.acta_seal import title_of
from brackets.selectors.wording import counted
from referee.printing.flow import Column, Flow, table
from referee.printing.page import ROOM


def rounds_printed(flow: Flow, acta: Mapping[str, Any]) -> None:
    """Each paired round; nothing where the format has none."""
    names = {each["numero"]: title_of(each) for each in (*acta["inscritas"], *acta.get("tardias", ()))}
    for each in acta.get("rondas", ()):
        _round(flow, each, names)


def _round(flow: Flow, written: Mapping[str, Any], names: Mapping[int, str]) -> None:
    flow.title(f"Ronda {written['ronda']}, como se emparejó", keep=60)
    if written["hecho"]:
        hour = localtime(datetime.fromisoformat(written["hecho"]))
        flow.paragraph(f"Hecho el {hour:%d/%m/%Y %H:%M}. Semilla de la ronda: {written['semilla']}", size=8, gap=1)
    before = {each["numero"]: each for each in written["antes"] or ()}
    rows = [
        (str(place), _who(a, names), _won(before, a), _who(b, names), _won(before, b))
        for place, (a, b) in enumerate(written["partidas"], start=1)
    ]
    half = (ROOM - 30 - 2 * 52) / 2
    columns = [
        Column("", 30, "right"),
        Column("Inscripción", half),
        Column("Ganadas", 52, "right"),
        Column("Rival", half),
        Column("Ganadas", 52, "right"),
    ]
    table(flow, columns, rows)
    _notes(flow, written, before, names)


def _notes(flow: Flow, written: Mapping[str, Any], before: Mapping[int, Any], names: Mapping[int, str]) -> None:
    if (rests := written["descansa"]) is not None:
        flow.paragraph(f"Descansa: {_who(rests, names)} (ganadas: {_won(before, rests)}).", size=8, gap=1)
    rested = [_who(number, names) for number, each in before.items() if each["descanso"]]
    if rested:
        flow.paragraph(f"Había descansado ya: {'; '.join(rested)}.", size=8, gap=1)
    for a, b in written["juntas"]:
        flow.paragraph(f"Protección que no se pudo cumplir: {_who(a, names)} con {_who(b, names)}.", size=8, gap=1)
    for each in written["corregidas_despues"]:
        told = f"{_who(each['numero'], names)}: hoy {counted(each['ganadas'], 'ganada', 'ganadas')} antes de esta ronda"
        flow.paragraph(f"Corregido después, sin efecto en esta ronda: {told}.", size=8, gap=1)


def _won(before: Mapping[int, Mapping[str, Any]], number: int) -> str:
    return str(before[number]["ganadas"]) if number in before else ""


def _who(number: int, names: Mapping[int, str]) -> str:
    return f"{number} {names.get(number, '')}".strip()
