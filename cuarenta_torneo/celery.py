"""The Celery application; without `REDIS_URL` its tasks run in the process that asks for them."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cuarenta_torneo.settings")

app = Celery("cuarenta_torneo")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
