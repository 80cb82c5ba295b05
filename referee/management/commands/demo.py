"""`manage.py demo`: fill an empty database with the demonstration championship, and print who may sign in."""

import logging
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.timezone import localtime

from brackets.models import Championship, User
from referee.management.demonstration.making import DESK_PINS, FIRST_PIN, make_demonstration
from referee.management.rehearsal.founding import PASSWORD
from referee.models import Pin


class Command(BaseCommand):
    help = "Crea el campeonato de demostración si la base está vacía, y dice con qué cuentas se entra."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if Championship.objects.exists():
            self.stdout.write("Los datos de antes siguen aquí; «make demo RESET=1» empieza de nuevo.")
        else:
            self.stdout.write("Preparando el campeonato de demostración…")
            logging.disable(logging.INFO)  # what invented people do is no news of this server
            try:
                with transaction.atomic():
                    made = make_demonstration(localtime().replace(microsecond=0))
            finally:
                logging.disable(logging.NOTSET)
            self.stdout.write(made)
        self._logins()

    def _logins(self) -> None:
        if not User.objects.filter(username="director").exists():
            return
        jueces = User.objects.filter(username__regex="^juez[0-9]+$").count()
        self.stdout.write(
            "\n  Director:         director"
            "\n  Mesa de Control:  control"
            f"\n  Jueces:           juez01 … juez{jueces:02}"
            f"\n  Contraseña:       {PASSWORD}"
            "\n  La tablet del Juez está en /tablet/"
            "\n  Una pantalla de la sala: abra /pantalla/ y escriba su código en Panel → Pantallas"
        )
        if Pin.objects.exists():
            self.stdout.write(
                f"  PIN en la tablet: {FIRST_PIN + 1} … {FIRST_PIN + jueces} los jueces por su número, "
                f"{DESK_PINS['control']} control, {DESK_PINS['director']} director"
            )
