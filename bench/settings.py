"""The product's settings, with the peer's table and views beside it in the same process."""

from cuarenta_torneo.settings import *  # noqa: F403
from cuarenta_torneo.settings import INSTALLED_APPS as PRODUCT

INSTALLED_APPS = [*PRODUCT, "bench.peer"]
ROOT_URLCONF = "bench.urls"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
