"""What a page says once after something was done, kept until then in a cookie of ours."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookieStorage(CookieStorage):
    """Over https under a name that no other site of the same domain may set: a sentence of ours is nobody else's."""

    cookie_name = "__Host-avisos" if settings.ENCRYPTED else "avisos"


class MessageStorage(FallbackStorage):
    storage_classes = (HostCookieStorage, SessionStorage)
