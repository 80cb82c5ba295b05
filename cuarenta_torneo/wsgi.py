"""Pages and API."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuarenta_torneo.settings")

site = get_wsgi_application()

from django.db import connection  # noqa: E402 (this and the next, once Django knows its apps)

from brackets.tasks import outbox_start  # noqa: E402
from cuarenta_torneo import database  # noqa: E402
from referee.api.tap import TapApplication  # noqa: E402
from referee.tasks import trees_start  # noqa: E402

database.require(connection)
connection.close()
application = TapApplication(site)
outbox_start()
trees_start()

# A collection of the oldest objects goes through all that was imported and all mesas kept in memory, and every tap
# waits for it: what is there now is never garbage, and the rest is looked through seldom.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 100)
