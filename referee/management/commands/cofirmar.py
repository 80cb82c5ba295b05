"""`manage.py cofirmar`: this installation cosigns the checkpoints of others, as long as each continues the last one that it cosigned."""

from argparse import ArgumentParser
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from brackets.selectors.wording import counted
from referee.services.cosigning import (
    Followed,
    LogForked,
    cosigning_key,
    delivery_of,
    log_delivered,
    log_follow,
    log_settle,
    logs_followed,
)
from referee.services.errors import RefereeError
from referee.services.outgoing import http_ask, http_send


class Command(BaseCommand):
    help = (
        "Cofirma el último punto de control de campeonatos de otras instalaciones, por su dirección (https://…/c/COPA/punto/), o "
        "de todos los que ya se siguen: pide la prueba de que cada registro solo creció desde el último que se cofirmó, lo firma y "
        "envía la firma. Lo que no continúa no se cofirma nunca más, queda guardado con las dos notas, y termina con 1. Hágalo "
        "cada minuto con el reloj del sistema. El Director del otro campeonato anota antes la clave que muestra --clave."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("direcciones", nargs="*", help="las direcciones; sin ninguna, las que ya se siguen")
        parser.add_argument("--clave", action="store_true", help="muestra la clave con que cofirma esta instalación")
        parser.add_argument(
            "--zanjar", metavar="ORIGEN",
            help="sigue desde cero un registro rechazado, o que cambió de clave, cuando una persona aclaró con la otra instalación qué pasó",
        )  # fmt: skip

    def handle(self, *args: Any, direcciones: Sequence[str], clave: bool, zanjar: str | None, **options: Any) -> None:
        try:
            if clave:
                self.stdout.write(cosigning_key(now=timezone.now()).vkey)
                return
            if zanjar:
                log_settle(origin=zanjar, now=timezone.now())
        except RefereeError as refused:
            raise CommandError(refused.message) from refused
        addresses = list(direcciones) or ([] if zanjar else logs_followed())
        wrong = sum(not self._follow(each) for each in addresses)
        if wrong:
            raise CommandError(f"{counted(wrong, 'registro', 'registros')} sin cofirmar.")

    def _follow(self, address: str) -> bool:
        """Whether the log there is cosigned and its installation has it, having said how."""
        try:
            found = log_follow(address=address, ask=http_ask, now=timezone.now())
            log = found.log
            if log.delivered_at is None:
                http_send(*delivery_of(log))
                log_delivered(log=log, now=timezone.now())
        except LogForked as forked:
            self.stderr.write(
                f"ATENCIÓN: {forked.message}. No se cofirma más. Lo que lo demuestra, con las dos notas:\n{forked.evidence}"
            )
            return False
        except (RefereeError, OSError, HTTPException) as error:
            self.stderr.write(f"{address}: {error}")
            return False
        said = "cofirmado" if found.what is Followed.COSIGNED else "ya estaba cofirmado"
        self.stdout.write(f"{log.origin}: {said} hasta {counted(log.size, 'entrada', 'entradas')} ({log.root[:16]}).")
        return True
