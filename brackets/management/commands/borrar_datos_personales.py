"""`manage.py borrar_datos_personales`: what is due once a championship has ended."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from brackets.models import Championship
from brackets.services.errors import BracketError
from brackets.services.personal_data import everyone_erase


class Command(BaseCommand):
    help = (
        "Borra los datos personales de quienes retiraron su consentimiento, en los campeonatos terminados; con --todos, los de "
        "todas las personas de un campeonato terminado. Quedan los nombres en los resultados. No se puede deshacer."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--todos", metavar="CAMPEONATO", help="la dirección del campeonato, por ejemplo copa-2026")

    def handle(self, *args: Any, todos: str | None, **options: Any) -> None:
        championships = Championship.objects.filter(status=Championship.Status.CLOSED)
        if todos is not None:
            championships = Championship.objects.filter(slug=todos)
            if not championships:
                raise CommandError(f"No hay ningún campeonato «{todos}».")
        for championship in championships:
            try:
                erased = everyone_erase(championship=championship, user=None, now=timezone.now(), due=todos is None)
            except BracketError as error:
                raise CommandError(error.message) from error
            self.stdout.write(f"{championship}: {erased}")
