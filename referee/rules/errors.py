"""What can be wrong with a jugada: its text, or the rule it meets."""


class RuleViolation(Exception):
    """The rulebook refuses this jugada now; nothing has changed.

    `code` is stable and for programs, `message` is Spanish and for people, `article` is where it is written.
    """

    http_status = 422

    def __init__(self, code: str, message: str, article: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.article = article


class NotationError(ValueError):
    """The text is not notation. `line` and `column` count from 1."""

    code = "notacion"
    http_status = 422
    article = ""

    def __init__(self, message: str, *, column: int = 1, line: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.column = column
        self.line = line


class UnknownReglamento(ValueError):
    """No rulebook has this key."""


class UnknownSetting(ValueError):
    """The rulebook has no such setting, or the setting no such value."""
