"""What was appealed of a mesa and what the Director resolved, as its Planilla tells it (P15–P17)."""

from collections.abc import Mapping

from django.utils.timezone import localtime

from brackets.selectors.wording import said
from referee.models import Appeal, Mesa
from referee.selectors.planilla.names import Names
from referee.selectors.planilla.sheet import AppealBlock, SignatureBlock
from referee.selectors.resolution_words import ruling_told

HOUR = "%d/%m/%Y %H:%M"


def appeals_of_sheet(mesa: Mesa, labels: Mapping[int, str], names: Names) -> tuple[AppealBlock, ...]:
    """Each appeal by its number; `labels` names the jugadas by theirs."""
    return tuple(_block(appeal, mesa, labels, names) for appeal in mesa.appeals.all())


def resolutions_of_sheet(mesa: Mesa) -> tuple[str, ...]:
    """What the Director resolved of doubts that came up at this mesa (18)."""
    told = []
    for consulta in mesa.fixture.consultas.all():
        end = getattr(consulta, "end", None)
        place = f" (art. {consulta.article})" if consulta.article else ""
        asked = f"Consulta {consulta.number}{place}, {localtime(consulta.asked_at):{HOUR}}: «{consulta.question}»"
        if end is None:
            told.append(f"{asked} Espera la resolución del Director.")
        elif end.kind == end.Kind.RESOLVED:
            told.append(f"{asked} Resolución de {end.by}, Director, {localtime(end.at):{HOUR}}: «{end.text}»")
    return tuple(told)


def _block(appeal: Appeal, mesa: Mesa, labels: Mapping[int, str], names: Names) -> AppealBlock:
    label = labels.get(appeal.jugada, "")
    players = len(names.parejas[0].players)
    return AppealBlock(
        title=f"Apelación {appeal.number} {names.of(appeal.side)}, presentada el {localtime(appeal.filed_at):{HOUR}}",
        against=f"{appeal.get_about_display()} {appeal.jugada}{f' ({label})' if label else ''}.",
        text=appeal.text,
        signatures=tuple(
            SignatureBlock(
                party=appeal.side,
                who=said(players, "Jugador de la pareja {}").format(names.pareja(appeal.side).rpartition(" ")[2]),
                name=each["name"],
                outcome="cédula" if each["ink"] == [] else "",
                ink=tuple(map(tuple, each["ink"] or ())),  # null: an archive brought it without the ink
            )
            for each in appeal.signatures
        ),
        resolved=_resolved(appeal, mesa, players),
    )


def _resolved(appeal: Appeal, mesa: Mesa, players: int) -> tuple[str, ...]:
    qualification, ruling = getattr(appeal, "qualification", None), getattr(appeal, "ruling", None)
    if qualification is None:
        return ("Espera la calificación del Director del Campeonato.",)
    word = "La admite" if qualification.admitted else "La rechaza"
    told = [f"{word} {qualification.by}, Director, {localtime(qualification.at):{HOUR}}: {qualification.reason}"]
    if ruling is not None:
        measure = ruling_told(ruling, mesa, players)
        version = f" Planilla versión {ruling.version}." if ruling.version else ""
        told.append(
            f"Fallo de {ruling.by}, Director, {localtime(ruling.at):{HOUR}}: {measure}. {ruling.grounds}{version}"
        )
    elif qualification.admitted:
        told.append("Espera el fallo del Director del Campeonato.")
    return tuple(told)
