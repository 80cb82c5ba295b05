"""The acta of a draw: everything needed to repeat it, frozen when it was drawn, and what came later."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from brackets.draw.acta import VERSION, terms_data
from brackets.draw.acta_seal import person, seals_of
from brackets.draw.commitment import digest
from brackets.draw.entries import Entry, entry_data
from brackets.draw.protections import unkept
from brackets.draw.qualification import Spot
from brackets.models import Championship, Pareja, Stage
from brackets.selectors.commitments import commitment_in_force, source_of
from brackets.selectors.draw_changes import changes_since
from brackets.selectors.draw_lines import parejas_by_number
from brackets.selectors.draws import all_inscribed, drawn_lines, entries, table_data, terms_of
from brackets.selectors.swiss_rounds import rounds_of


def published_stages(championship: Championship) -> list[Stage]:
    """Those whose draw anybody may see."""
    return list(
        championship.stages.filter(status=Stage.Status.PUBLISHED).select_related("championship").order_by("number")
    )


def acta_file(acta: Mapping[str, Any]) -> str:
    """The acta as the text of its file; the printed acta carries the SHA-256 of these bytes."""
    return json.dumps(acta, ensure_ascii=False, indent=1)


def drawn_record(
    stage: Stage,
    salt: str,
    spots: Iterable[Spot],
    events: Mapping[str, int],
    earlier: Sequence[Mapping[str, Any]],
    elsewhere: Sequence[Mapping[str, Any]],
    proof: Mapping[str, Any],
    revoked: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """The frozen content of the acta of a stage drawn just now, its names included (`Stage.drawn_record`).

    `salt` is a secret of 128 bits that is not stored; the salts of the names derive from it. `spots` say why each entered; `events` are the last ones of each stage (`selectors.events.last_events`); `earlier` are
    the draws made before it (`draws_made.earlier_draws`) and `elsewhere` those of other stages (`draws_elsewhere`), `proof` shows where its public seed comes from (`draw.sources`), `revoked` has
    the shares that were promised and shown for a revoked commitment, by its SHA-256.
    """
    parejas, promised = parejas_by_number(stage), commitment_in_force(stage)
    whys = {} if all_inscribed(stage) else {spot.pareja: spot.why for spot in spots}
    return {
        "acta": "sorteo",
        "version": VERSION,
        "campeonato": {"nombre": str(stage.championship), "direccion": stage.championship.slug},
        "etapa": {"numero": stage.number, "nombre": stage.name},
        "sorteo": {
            "numero": stage.draw_number,
            "hecho": stage.drawn_at.isoformat() if stage.drawn_at else None,
            **terms_data(terms_of(stage)),
            "semilla": stage.lots_seed,
            "tabla": table_data(stage),
            "hechos": dict(events),
        },
        "sorteos_anteriores": [*earlier],
        "sorteos_de_otras_etapas": [*elsewhere],
        "compromiso": {
            "documento": promised["document"],
            "sha256": promised["sha256"],
            "publicado": promised["at"],
            "fuente": source_of(promised),
            "prueba": dict(proof),
            "semilla_publica": stage.public_seed,
        }
        if promised and promised["draw"] == stage.draw_number
        else None,
        "compromisos_anulados": [
            {
                "documento": each["document"],
                "sha256": each["sha256"],
                "publicado": each["at"],
                "anulado": each["revoked_at"],
                "motivo": each["why"],
                **({"prueba": dict(revoked[each["sha256"]])} if each["sha256"] in revoked else {}),
            }
            for each in stage.commitments
            if each["revoked_at"]
        ],
        "inscritas": [
            _entrant(entry, parejas[entry.key], salt, whys.get(entry.key)) for entry in entries(stage.entrants)
        ],
        "lineas_sorteadas": list(drawn_lines(stage)),
    }


def acta_of(stage: Stage) -> dict[str, Any]:
    """The acta of a drawn stage, ready for JSON (`docs/sorteo.md`): four queries, one more where somebody
    entered after the draw, two more for a Swiss stage."""
    parejas, listed, terms = parejas_by_number(stage), entries(stage.entrants), terms_of(stage)
    acta = {
        **stage.drawn_record,
        "publicado": stage.published_at.isoformat() if stage.published_at else None,
        "intercambios": [
            {"a": each["a"], "b": each["b"], "motivo": each["reason"], "hecho": each["at"], "por": each["by"]}
            for each in stage.exchanges
        ],
        "lineas": list(stage.slots),
        "sin_cumplir": [asdict(each) for each in unkept(terms, stage.slots, listed)],
        **rounds_of(stage, parejas),
        "despues": [each.as_data() for each in changes_since(stage, parejas)],
    }
    return acta | seals_of(acta)


def _entrant(entry: Entry, pareja: Pareja, salt: str, why: str | None) -> dict[str, Any]:
    people = [(player.name, player.position) for player in pareja.players.all()]
    told = {"motivo": why} if why else {}
    return {
        **entry_data(entry),
        "nombre": pareja.name,
        "club_inscrito": pareja.club,
        "jugadores": [person(name, digest(f"{salt}|{entry.key}|{position}")[:32]) for name, position in people],
        **told,
    }
