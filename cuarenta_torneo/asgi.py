"""The live stream; everything else answers faster under WSGI."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuarenta_torneo.settings")

application = get_asgi_application()
