"""What the Director is told when a service refuses; nothing was changed."""

from typing import ClassVar, Final, Protocol, TypeGuard

OWN: Final = ("brackets", "referee")


class BracketError(Exception):
    """A refusal: `code` is stable, `message` is Spanish and says what to do next."""

    http_status: ClassVar[int] = 409

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class InvalidValue(BracketError):
    """A value that cannot be stored, whatever the state; `field` names it as the service's argument does."""

    http_status: ClassVar[int] = 422

    def __init__(self, code: str, message: str, *, field: str) -> None:
        super().__init__(code, message)
        self.field = field
        self.extra = {"field": field}


class FixtureGone(BracketError):
    """The fixture was there when it was read, and its round or its draw has been taken back since."""

    def __init__(self) -> None:
        message = (
            "Esa partida ya no existe: mientras tanto se deshizo su ronda o su sorteo. Vea qué partidas hay ahora."
        )
        super().__init__("partida-ya-no-existe", message)


class Refusal(Protocol):
    """What the domain raises to refuse something; nothing was changed."""

    code: str
    message: str


def is_refusal(error: BaseException | None) -> TypeGuard[Refusal]:
    """Recognise a refusal by its shape: the pure packages that raise some of them share no base class."""
    own = type(error).__module__.partition(".")[0] in OWN
    return own and hasattr(error, "code") and hasattr(error, "message")
