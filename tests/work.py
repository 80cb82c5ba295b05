"""How much work an act is, whatever the machine and whoever else uses it."""

from collections.abc import Callable
from cProfile import Profile


def calls(act: Callable[[], object]) -> int:
    """How many functions were called to do this."""
    profile = Profile()
    profile.runcall(act)
    return sum(entry.callcount for entry in profile.getstats())
