"""The peer as an app of its own; its tables are made without migrations."""

from django.apps import AppConfig


class PeerConfig(AppConfig):
    name = "bench.peer"
    default_auto_field = "django.db.models.BigAutoField"
