"""`manage.py rotar_clave_personal`: another key of the server for people's data."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from brackets.people_keys import KeysLost
from brackets.selectors.wording import counted
from brackets.services.vault import keys_rotate


class Command(BaseCommand):
    help = (
        "Cifra de nuevo las cédulas, los correos y los teléfonos con otra clave del servidor, y borra la anterior. Detenga "
        "antes el servidor. Si se interrumpe, no se pierde nada: ejecútelo otra vez."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            people = keys_rotate()
        except KeysLost as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Se cifraron de nuevo los datos de {counted(people, 'persona', 'personas')}.")
