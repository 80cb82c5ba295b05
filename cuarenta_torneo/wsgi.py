"""Pages and API in one process, for any WSGI server; `bin/serve` has a door before them (`cuarenta_torneo.rsgi`)."""

from cuarenta_torneo.application import application, work_start

__all__ = ("application",)

work_start()
