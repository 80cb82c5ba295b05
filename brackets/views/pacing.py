"""How often somebody without an account may do something that is kept."""

from typing import Final

from django.core.cache import cache

AN_HOUR: Final = 3600


def is_too_often(what: str, most: int) -> bool:
    """Count one more; whether within the hour there were more than `most` of it, in all processes that share a cache."""
    cache.add(what, 0, AN_HOUR)
    try:
        return cache.incr(what) > most
    except ValueError:  # its hour ended just now
        return False
