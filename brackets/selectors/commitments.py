"""Reading what was promised before a draw."""

from typing import Any, TypedDict

from brackets.draw.acta import terms_data, terms_from
from brackets.draw.commitment import subject_of
from brackets.draw.entries import entry_data
from brackets.draw.protections import Terms
from brackets.models import Stage
from brackets.selectors.draws import entrants, entries
from brackets.selectors.stages import format_of


class Commitment(TypedDict):
    """One commitment of a stage; `draw` is the number of the draw made with it, `revoked_at` and the hours are ISO 8601."""

    number: int
    sha256: str
    document: str
    at: str
    by: str
    draw: int | None
    revoked_at: str
    why: str


def commitment_in_force(stage: Stage | None) -> Commitment | None:
    """The last one published for the stage, unless it was revoked."""
    last: Commitment | None = stage.commitments[-1] if stage and stage.commitments else None
    return last if last and not last["revoked_at"] else None


def commitment_subject(stage: Stage, terms: Terms) -> dict[str, Any]:
    """What a commitment made now would promise."""
    attributes = [protection.attribute for protection in terms.protections]
    return {
        "campeonato": stage.championship.slug,
        "etapa": stage.number,
        **terms_data(terms),
        "inscritas": [entry_data(entry) for entry in entries(entrants(stage, attributes=attributes))],
    }


def commitment_outdated(stage: Stage, commitment: Commitment) -> str:
    """Why it holds no longer for a draw made now, in a sentence; "" where it does."""
    promised = subject_of(commitment["document"])
    terms = terms_from(promised)
    now = commitment_subject(stage, Terms(format_of(stage), terms.procedure, terms.apart, terms.protections))
    if now == promised:
        return ""
    changed = (
        "el formato de la etapa" if now["formato"] != promised["formato"] else "quiénes entran al sorteo, o sus datos"
    )
    return f"Desde el compromiso cambió {changed}: quedó sin efecto. Anúlelo y publique otro antes de sortear."
