"""What other apps must follow in the same transaction, without this one knowing them."""

from typing import Final

from django.dispatch import Signal

password_changed: Final = Signal()
"""With `user` and `now`: what was let in by the password before is let in no more."""
championship_closed: Final = Signal()
"""With `championship`, `user` and `now`."""
