"""What a Director is told when the draw or the bracket cannot do what he asked."""

from typing import ClassVar


class DrawRefusal(Exception):
    """Nothing was changed; `code` is stable, the message is Spanish, `blocking` are the matches in the way.

    `apart` are matches that one who has left keeps, and where it would lose its rival.
    """

    http_status: ClassVar[int] = 409

    def __init__(
        self,
        code: str,
        message: str,
        *,
        blocking: tuple[tuple[int, int], ...] = (),
        apart: tuple[tuple[int, int], ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.blocking = blocking
        self.apart = apart
