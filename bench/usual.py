"""The same API as SQLite is usually written to: each request in a transaction of its own, waiting for the lock."""

from cuarenta_torneo.wsgi import application
from referee.services import writing

writing._taken_care_of = lambda: True  # noqa: SLF001 (what PostgreSQL is given: no queue in the process)

__all__ = ["application"]
