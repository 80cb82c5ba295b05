"""The hall at a glance: every table, what happens at it, and what the desk does next there."""

from referee.selectors.control.filters import Wanted, wanted_of
from referee.selectors.control.hall import Hall, hall_of
from referee.selectors.control.mark import mark_of
from referee.selectors.control.seat import Seat
from referee.selectors.control.step import Step

__all__ = ("Hall", "Seat", "Step", "Wanted", "hall_of", "mark_of", "wanted_of")
