"""Composition root: the only package that knows both apps."""

from cuarenta_torneo.celery import app as celery_app

__all__ = ["celery_app"]
