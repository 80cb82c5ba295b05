"""The site as one WSGI application, loaded whole before anything is asked of it, and what works beside it."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuarenta_torneo.settings")

site = get_wsgi_application()

from django.db import connection  # noqa: E402 (this and the next, once Django knows its apps)
from django.urls import get_resolver  # noqa: E402

from brackets.tasks import outbox_start  # noqa: E402
from cuarenta_torneo import database  # noqa: E402
from cuarenta_torneo.celery import app as tasks  # noqa: E402
from referee.api.tap import TapApplication  # noqa: E402
from referee.tasks import trees_start  # noqa: E402

database.require(connection)
connection.close()
application = TapApplication(site)
# What is loaded at first use is loaded here: two threads that come at once may each be given half of it, and a process that is forked shares it.
_ = get_resolver().url_patterns
connection.ops.compiler("SQLCompiler")
tasks.loader.import_default_modules()
tasks.finalize()

# A collection of the oldest objects goes through all that was imported and all mesas kept in memory, and every tap
# waits for it: what is there now is never garbage, and the rest is looked through seldom.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 100)


def work_start() -> None:
    """Where no worker does it, threads of this process send mails and grow the trees: in one process of those that serve."""
    outbox_start()
    trees_start()
