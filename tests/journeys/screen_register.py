"""A screen that was opened in a browser, registered by the desk."""

from django.utils import timezone

from brackets.models import Championship, User
from referee.models import Screen
from referee.services.screens import Shown, screen_register, screen_show


def register(championship: Championship, user: User, shown: Shown) -> Screen:
    """The screen that was opened last."""
    waiting = Screen.objects.latest("pk")
    now = timezone.now()
    screen = screen_register(championship=championship, code=waiting.code, name="Proyector", user=user, now=now)
    if shown.kind != "portada":
        screen_show(screen=screen, shown=shown, user=user, now=now)
    return screen
