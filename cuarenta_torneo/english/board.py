"""What is followed live, in English: the same values, with what people read of them said otherwise."""

from typing import Any, Final

from cuarenta_torneo.english.page import in_english

SAID: Final = frozenset({"label", "state_label", "text", "stage", "round", "estado", "result", "review"})
"""Of a mesa as `referee.selectors.live` tells it: these are sentences of ours, all else names, codes and figures.

A stage that the Director named himself is in no book, and stays as he wrote it.
"""


def board_in_english(told: Any) -> Any:
    """The same JSON with its sentences in English.

    >>> board_in_english({"state": {"code": "final", "label": "EN VIVO"}, "title": "EN VIVO", "review": ["Mesa 4"]})
    {'state': {'code': 'final', 'label': 'LIVE'}, 'title': 'EN VIVO', 'review': ['Table 4']}
    """
    if isinstance(told, dict):
        return {key: _said(value) if key in SAID else board_in_english(value) for key, value in told.items()}
    if isinstance(told, list | tuple):
        return [board_in_english(each) for each in told]
    return told


def _said(value: Any) -> Any:
    if isinstance(value, str):
        return in_english(value)
    return [in_english(each) for each in value] if isinstance(value, list | tuple) else value
