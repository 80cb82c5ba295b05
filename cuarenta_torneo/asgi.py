"""The live stream alone; everything else answers faster under WSGI, and only that process writes to SQLite.

Any ASGI server may serve `application`. `bin/serve` has `beside_tablets`, which changes the weight of its process.
"""

import os
from multiprocessing import parent_process

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuarenta_torneo.settings")
django.setup()

from cuarenta_torneo.live.stream import StreamApplication  # noqa: E402 (models, once Django knows its apps)
from cuarenta_torneo.serving.giving_way import give_way, niceness  # noqa: E402

application = StreamApplication()


def beside_tablets() -> StreamApplication:
    """In a worker of granian's: it gives way to the tablets, and ends with its server, whose number it had from the beginning."""
    server = parent_process()
    return StreamApplication(give_way(niceness()), server=server.pid if server else None)
