"""Whoever tries out what he does not know must wait, longer each time: for PINs and for the digits of a cédula."""

from datetime import timedelta
from typing import Final

FREE_FAILURES: Final = 4
FIRST_WAIT: Final = timedelta(seconds=30)
LONGEST_WAIT: Final = timedelta(minutes=15)


def wait_after(failures: int) -> timedelta:
    """How long to wait after so many wrong ones in a row.

    >>> [wait_after(failures).total_seconds() for failures in (4, 5, 6, 7, 30)]
    [0.0, 30.0, 60.0, 120.0, 900.0]
    """
    if failures <= FREE_FAILURES:
        return timedelta(0)
    doubled: int = 2 ** min(failures - FREE_FAILURES - 1, 10)
    return min(FIRST_WAIT * doubled, LONGEST_WAIT)
