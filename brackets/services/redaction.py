"""What the audit's data lose when people are erased: the values of a person go, what was done stays told."""

from collections.abc import Mapping
from typing import Any, Final

from brackets.models import Player
from brackets.selectors.personal import SECRET

ERASED: Final = "(borrado)"


def everything(data: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is of anybody."""
    return dict(_without(data, position=None))


def hidden(data: Mapping[str, Any], player: Player) -> dict[str, Any]:
    """Without what is of this player."""
    number, position = player.pareja.number, player.position
    own = data.get("number") == number and data.get("position", position) == position
    left = dict(_without(data, position=position) if own else data)
    rows = left.get("changed")  # an import: by the number of the pareja
    if isinstance(rows, dict) and str(number) in rows:
        left["changed"] = {**rows, str(number): _without(rows[str(number)], position=position)}
    return left


def _without(value: Any, *, position: int | None) -> Any:
    """The same without what is of a person; of `position` alone, if it is said."""
    if isinstance(value, dict):
        secret = SECRET if position is None else SECRET - {f"cedula_{3 - position}"}
        return {
            key: _blank(each) if key in secret and each else _without(each, position=position)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [_without(each, position=position) for each in value]
    return value


def _blank(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _blank(each) for key, each in value.items()}
    return ERASED if value else value
