"""The live stream alone; everything else answers faster under WSGI, and only that process writes to SQLite."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuarenta_torneo.settings")
django.setup()

from cuarenta_torneo.live.stream import StreamApplication  # noqa: E402 (models, once Django knows its apps)
from cuarenta_torneo.serving.giving_way import give_way  # noqa: E402

application = StreamApplication(give_way())
