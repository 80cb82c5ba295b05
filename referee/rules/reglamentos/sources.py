"""Where a value comes from, said at each parameter of a rulebook."""

from referee.rules.parameters import Cited, Value, absent, default

__all__ = ["absent", "default", "explicit", "inferred"]


def explicit(value: Value, article: str) -> Cited:
    """The text says so."""
    return Cited(value, "E", article)


def inferred(value: Value, article: str) -> Cited:
    """It follows from what the text says there."""
    return Cited(value, "I", article)
