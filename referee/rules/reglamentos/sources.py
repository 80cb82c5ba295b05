"""Where a value comes from, said at each parameter of a rulebook."""

from referee.rules.reglamento import Cited, Value


def explicit(value: Value, article: str) -> Cited:
    """The text says so."""
    return Cited(value, "E", article)


def inferred(value: Value, article: str) -> Cited:
    """It follows from what the text says there."""
    return Cited(value, "I", article)


def default(value: Value, article: str = "") -> Cited:
    """The text is silent, or not clear: this system's default."""
    return Cited(value, "D", article)


def absent(article: str = "", value: Value = None) -> Cited:
    """This rulebook has no such thing."""
    return Cited(value, "N", article)
