"""Reading what was promised before a draw."""

from collections.abc import Mapping
from typing import Any, TypedDict

from brackets.draw.acta import terms_data, terms_from
from brackets.draw.commitment import subject_of
from brackets.draw.entries import entry_data
from brackets.draw.protections import Terms
from brackets.models import Stage
from brackets.selectors.draws import entrants, entries
from brackets.selectors.stages import format_of


class Commitment(TypedDict):
    """One commitment of a stage; `draw` is the number of the draw made with it, `revoked_at` and the hours are ISO 8601.

    `source` is where its public seed comes from (`draw.sources.SOURCES`)."""

    number: int
    sha256: str
    document: str
    at: str
    by: str
    draw: int | None
    revoked_at: str
    why: str
    source: str


def commitment_in_force(stage: Stage | None) -> Commitment | None:
    """The last one published for the stage, unless it was revoked."""
    last: Commitment | None = stage.commitments[-1] if stage and stage.commitments else None
    return last if last and not last["revoked_at"] else None


def witnesses_of(stage: Stage) -> tuple[str, ...]:
    """Who saw the public seed of its draw fall; empty where it came from elsewhere."""
    made = stage.drawn_record.get("compromiso") or {}
    return tuple(made.get("prueba", {}).get("testigos", ()))


def source_of(commitment: Commitment) -> dict[str, Any]:
    """The source of its public seed, as its document names it."""
    return dict(subject_of(commitment["document"])["fuente"])


def commitment_subject(stage: Stage, terms: Terms, source: Mapping[str, Any]) -> dict[str, Any]:
    """What a commitment made now would promise. `source`: as commitments name it (`draw.sources`)."""
    attributes = [protection.attribute for protection in terms.protections]
    return {
        "campeonato": stage.championship.slug,
        "etapa": stage.number,
        **terms_data(terms),
        "fuente": dict(source),
        "inscritas": [entry_data(entry) for entry in entries(entrants(stage, attributes=attributes))],
    }


def commitment_outdated(stage: Stage, commitment: Commitment) -> str:
    """Why it holds no longer for a draw made now, in a sentence; "" where it does."""
    promised = subject_of(commitment["document"])
    terms = terms_from(promised)
    terms = Terms(format_of(stage), terms.procedure, terms.apart, terms.protections)
    now = commitment_subject(stage, terms, promised["fuente"])
    if now == promised:
        return ""
    changed = (
        "el formato de la etapa" if now["formato"] != promised["formato"] else "quiénes entran al sorteo, o sus datos"
    )
    return f"Desde el compromiso cambió {changed}: quedó sin efecto. Publique otro antes de sortear."
