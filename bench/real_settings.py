"""As `bench.settings`, with passwords hashed as the product does."""

from bench.settings import *  # noqa: F403
from cuarenta_torneo.settings import PASSWORD_HASHERS as PRODUCT_HASHERS

PASSWORD_HASHERS = PRODUCT_HASHERS
