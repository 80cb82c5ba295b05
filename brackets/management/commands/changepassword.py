"""`manage.py changepassword`: in the place of Django's, which would leave the tablets and passkeys of the account, and the record, as they are."""

from brackets.management.commands.nueva_contrasena import Command

__all__ = ["Command"]
