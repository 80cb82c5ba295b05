"""What the audit's data lose when people are erased: the values of a person go, what was done stays told."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from brackets.models import Player
from brackets.selectors.personal import SECRET

ERASED: Final = "(borrado)"


def everything(data: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is of anybody."""
    return dict(without(data, whole=True, masked=frozenset(), position=None))


def hidden(data: Mapping[str, Any], player: Player, masked: Collection[str]) -> dict[str, Any]:
    """Without what is of this player."""
    number, position = player.pareja.number, player.position
    own = data.get("number") == number and data.get("position", position) == position
    left = dict(without(data, whole=own, masked=masked, position=position))
    rows = left.get("changed")  # an import: by the number of the pareja
    if isinstance(rows, dict) and str(number) in rows:
        redacted = without(rows[str(number)], whole=True, masked=masked, position=position)
        left["changed"] = {**rows, str(number): redacted}
    return left


def without(value: Any, *, whole: bool, masked: Collection[str], position: int | None) -> Any:
    """The same without what is of a person: with `whole` all of it, else the `masked` cédulas; of `position` alone, if it is said."""
    if isinstance(value, dict):
        secret = SECRET if position is None else SECRET - {f"cedula_{3 - position}"}
        return {
            key: _blank(each)
            if whole and key in secret and each
            else without(each, whole=whole, masked=masked, position=position)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [without(each, whole=whole, masked=masked, position=position) for each in value]
    return ERASED if isinstance(value, str) and value in masked else value


def _blank(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _blank(each) for key, each in value.items()}
    return ERASED if value else value
