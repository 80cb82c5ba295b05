"""The tables of `brackets`: who plays whom."""

from brackets.models.audit import AuditEntry
from brackets.models.championships import Championship, Role
from brackets.models.parejas import Pareja, Player
from brackets.models.people import User
from brackets.models.stages import Fixture, Stage
from brackets.models.tables import Table

__all__ = [
    "AuditEntry",
    "Championship",
    "Fixture",
    "Pareja",
    "Player",
    "Role",
    "Stage",
    "Table",
    "User",
]
