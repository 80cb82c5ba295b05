"""What a document does not say where personal data or ink were not asked for, and what it never says.

Each takes a row as a document has it, and changes it. Hiding twice is hiding once.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from brackets.selectors.personal import SECRET
from referee.models import TreeLeaf

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Included:
    """What was asked for besides."""

    personal: bool = False
    ink: bool = False


Shown = Callable[[Row, Included], None]

PRIVATE_ACTIONS: Final = (
    "aviso", "conducta", "consentimiento", "contacto", "datos", "identifica", "juez-datos", "llega",
    "solicitud",
)  # fmt: skip
"""How the codes of what is told of a person begin: without the personal data only who, when and what kind stays."""
UNTOLD: Final = "(dato personal: no está en este archivo)"
MASKED: Final = re.compile(r"••\d{4}|\b\d{9}-?\d\b|(?:\+?\b593[ -]?|\b0)\d(?:[ -]?\d){7,8}\b|[\w.+-]+@[\w-]+\.[\w.]+")
"""What is left of a cédula where it was told, a whole one, a telephone with its spaces, an address of e-mail."""
OWN_ACTIONS: Final = "archivo-"
"""What was done with archives is of the installation, not of the championship."""


def as_it_is(_row: Row, _included: Included) -> None:
    """Nothing of it is personal."""


def pareja_shown(row: Row, included: Included) -> None:
    if not included.personal:
        row["family"] = row["province"] = ""


def player_shown(row: Row, included: Included) -> None:
    if not included.personal:
        row["cedula"] = row["email"] = row["phone"] = ""
        row["consent_withdrawn_at"] = row["erased_at"] = None


def stage_shown(row: Row, _included: Included) -> None:
    """A commitment that is not opened yet keeps its secret."""
    row["commitments"] = [
        each if each["revoked_at"] or each["draw"] else {**each, "document": ""} for each in row["commitments"]
    ]


def signature_shown(row: Row, included: Included) -> None:
    if not included.ink:
        row["ink"] = []


def signed_shown(row: Row, included: Included) -> None:
    """Those of an appeal: null is ink that is not here, an empty list that who signed proved himself otherwise."""
    if not included.ink:
        row["signatures"] = without_ink(row["signatures"])


def without_salt(leaf: Row) -> Row:
    """A leaf where ink was not asked for: the salt of a signature would be compared with what has none.

    >>> without_salt({"entry": '{"kind":"signature"}', "salt": "5f"})
    {'entry': '{"kind":"signature"}', 'salt': ''}
    """
    is_signature = leaf["salt"] and json.loads(leaf["entry"])["kind"] == TreeLeaf.Kind.SIGNATURE
    return {**leaf, "salt": ""} if is_signature else leaf


def waiting_shown(row: Row, included: Included) -> None:
    """A signature that waits in quarantine has its ink."""
    if not included.ink:
        row["body"] = without_ink(row["body"])


def without_ink(value: Any) -> Any:
    """Null for the strokes, wherever they are.

    >>> without_ink([{"name": "Rosa", "ink": [[1, 2]]}, {"name": "Luz", "ink": []}])
    [{'name': 'Rosa', 'ink': None}, {'name': 'Luz', 'ink': []}]
    """
    if isinstance(value, dict):
        return {key: None if key == "ink" and each else without_ink(each) for key, each in value.items()}
    return [without_ink(each) for each in value] if isinstance(value, list) else value


def audit_shown(row: Row, included: Included) -> None:
    if included.personal:
        return
    if row["action"].startswith(PRIVATE_ACTIONS):
        row["sentence"], row["data"] = UNTOLD, {}
    else:
        row["sentence"], row["data"] = MASKED.sub("••", row["sentence"]), _unpersonal(row["data"])


def _unpersonal(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: UNTOLD if key in SECRET and each else _unpersonal(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_unpersonal(each) for each in value]
    return MASKED.sub("••", value) if isinstance(value, str) else value
