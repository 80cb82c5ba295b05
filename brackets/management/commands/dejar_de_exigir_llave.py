"""`manage.py dejar_de_exigir_llave`: for the Director who demanded passkeys and lost his."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from brackets.models import Championship
from brackets.selectors.single import single
from brackets.services.passkey_demand import passkeys_demand_end


class Command(BaseCommand):
    help = "Deja de exigir llave de acceso en un campeonato: su Director y su Mesa de Control entran también con contraseña."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("campeonato", help="el de su dirección, por ejemplo copa-2026")

    def handle(self, *args: Any, campeonato: str, **options: Any) -> None:
        championship = single(Championship.objects.filter(slug=campeonato))
        if championship is None:
            raise CommandError(f"No hay ningún campeonato «{campeonato}».")
        ended = passkeys_demand_end(championship=championship, user=None, now=timezone.now())
        self.stdout.write(f"{championship}: {'ya no se exige' if ended else 'no se exigía'} llave de acceso.")
