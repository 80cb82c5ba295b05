"""`manage.py nueva_contrasena`: for the Director who forgot his."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from brackets.models import User
from brackets.selectors.single import single
from brackets.services.accounts import password_set_by_the_installation
from brackets.services.passwords import password_new


class Command(BaseCommand):
    help = "Pone una contraseña nueva a una cuenta y la muestra una sola vez. La anterior y sus sesiones terminan."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("usuario", help="con lo que entra, por ejemplo rosa.vega")

    def handle(self, *args: Any, usuario: str, **options: Any) -> None:
        user = single(User.objects.filter(username=usuario))
        if user is None:
            raise CommandError(f"No hay ninguna cuenta «{usuario}».")
        password = password_new()
        password_set_by_the_installation(user=user, password=password, now=timezone.now())
        self.stdout.write(f"Contraseña nueva de {user} ({user.username}): {password}")
