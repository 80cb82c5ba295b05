"""`manage.py direcciones`: where a browser finds this server; the first time it fixes the address that papers carry."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import timezone

from brackets.selectors.site_address import opens_elsewhere, site_address_now
from brackets.services.site_address import site_address_settle


class Command(BaseCommand):
    help = (
        "Dice en qué direcciones se abre este servidor. La primera vez fija la que llevan los papeles y los códigos QR."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        carried, now = site_address_settle(now=timezone.now()), site_address_now()
        scheme = "https" if settings.ENCRYPTED else "http"
        self.stdout.write(f"\n  En este computador:    {scheme}://localhost:{settings.PORT}/")
        if opens_elsewhere(now):
            self.stdout.write(f"  En la red de la sala:  {now}/")
        if carried != now:
            self.stdout.write(f"  Los códigos QR llevan: {carried}/ (se cambia en Inicio del campeonato)")
        if scheme == "http" and not settings.PUBLIC_URL:
            self.stdout.write("  Sin HTTPS la tablet del Juez no abre sin red: docs/operacion.md dice cómo tenerlo.")
        self.stdout.write("  Para terminar: Ctrl+C\n")
