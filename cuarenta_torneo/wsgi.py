"""Pages and API."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuarenta_torneo.settings")

application = get_wsgi_application()
