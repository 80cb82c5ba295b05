"""The acta of a draw: everything that anybody needs to repeat it, and nothing of the database besides."""

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from brackets.draw.acta import VERSION, entry_data, terms_data
from brackets.draw.protections import unkept
from brackets.models import Championship, Stage
from brackets.selectors.commitments import commitment_in_force
from brackets.selectors.draw_lines import parejas_by_number
from brackets.selectors.draws import drawn_lines, entries, terms_of
from brackets.selectors.swiss_rounds import rounds_of


def published_stages(championship: Championship) -> list[Stage]:
    """Those whose draw anybody may see."""
    return list(
        championship.stages.filter(status=Stage.Status.PUBLISHED).select_related("championship").order_by("number")
    )


def acta_file(acta: Mapping[str, Any]) -> str:
    """The acta as the text of its file; the printed acta carries the SHA-256 of these bytes."""
    return json.dumps(acta, ensure_ascii=False, indent=1)


def acta_of(stage: Stage) -> dict[str, Any]:
    """The acta of a drawn stage, ready for JSON (`docs/sorteo.md`): two queries, two more for a Swiss stage."""
    parejas, listed, terms = parejas_by_number(stage), entries(stage.entrants), terms_of(stage)
    promised = commitment_in_force(stage)
    return {
        "acta": "sorteo",
        "version": VERSION,
        "campeonato": {"nombre": str(stage.championship), "direccion": stage.championship.slug},
        "etapa": {"numero": stage.number, "nombre": stage.name},
        "sorteo": {
            "numero": stage.draw_number,
            "hecho": stage.drawn_at.isoformat() if stage.drawn_at else None,
            "publicado": stage.published_at.isoformat() if stage.published_at else None,
            **terms_data(terms),
            "semilla": stage.lots_seed,
        },
        "compromiso": {
            "documento": promised["document"],
            "sha256": promised["sha256"],
            "publicado": promised["at"],
            "semilla_publica": stage.public_seed,
        }
        if promised and promised["draw"] == stage.draw_number
        else None,
        "compromisos_anulados": [
            {"sha256": each["sha256"], "publicado": each["at"], "anulado": each["revoked_at"], "motivo": each["why"]}
            for each in stage.commitments
            if each["revoked_at"]
        ],
        "inscritas": [{**entry_data(entry), "nombre": parejas[entry.key].title} for entry in listed],
        "lineas_sorteadas": list(drawn_lines(stage)),
        "intercambios": [
            {"a": each["a"], "b": each["b"], "motivo": each["reason"], "hecho": each["at"], "por": each["by"]}
            for each in stage.exchanges
        ],
        "lineas": list(stage.slots),
        "sin_cumplir": [asdict(each) for each in unkept(terms, stage.slots, listed)],
        **rounds_of(stage, parejas),
    }
