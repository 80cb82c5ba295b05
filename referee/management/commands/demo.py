"""`manage.py demo`: fill an empty database with the demonstration championship, and print who may sign in."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils.timezone import localtime

from brackets.models import Championship, Fixture, User
from brackets.services.fixtures import fixtures_assign_auto
from referee.management.demonstration.championship import PASSWORD, make_championship
from referee.management.demonstration.mesas import play_mesa, sign_mesa, tablet_of

SEALED, IN_PLAY, UNSIGNED = 8, 6, 1


class Command(BaseCommand):
    help = "Crea el campeonato de demostración si la base está vacía, y dice con qué cuentas se entra."

    def handle(self, *_args: Any, **_options: Any) -> None:
        if Championship.objects.exists():
            self.stdout.write("Los datos de antes siguen aquí; «make demo RESET=1» empieza de nuevo.")
        else:
            self.stdout.write("Preparando el campeonato de demostración…")
            with transaction.atomic():
                made = make_demonstration(localtime(), Random(40))  # noqa: S311 (invented people, no secret)
            self.stdout.write(made)
        self._logins()

    def _logins(self) -> None:
        if not User.objects.filter(username="director").exists():
            return
        self.stdout.write(
            "\n  Director:         director"
            "\n  Mesa de Control:  control"
            f"\n  Jueces:           juez01 … juez{User.objects.filter(username__regex='^juez[0-9]+$').count():02}"
            f"\n  Contraseña:       {PASSWORD}"
            "\n  La tablet del Juez está en /tablet/"
        )


def make_demonstration(now: datetime, random: Random) -> str:
    """The championship with its first mesas sealed, some in play, one waiting for signatures, the rest ready."""
    made = make_championship(parejas=96, jueces=24, tables=24, random=random, now=now - timedelta(hours=2))
    control = User.objects.get(username="control")
    fixtures = list(
        Fixture.objects.filter(stage=made.stage, round=1, status=Fixture.Status.READY, juez__isnull=False)
        .select_related("pareja_a", "pareja_b", "juez")
        .order_by("number")
    )
    for number, fixture in enumerate(fixtures[: SEALED + IN_PLAY + UNSIGNED], start=1):
        _mesa(number, fixture, control, random, now)
    fixtures_assign_auto(stage=made.stage, round=1, user=made.director, now=now)
    return (
        f"{made.championship}: 96 parejas, {len(made.jueces)} jueces; {SEALED} mesas selladas, "
        f"{IN_PLAY} en juego, {UNSIGNED} por firmar."
    )


def _mesa(number: int, fixture: Fixture, control: User, random: Random, now: datetime) -> None:
    juez = fixture.juez
    if juez is None:
        return
    begun = now - timedelta(minutes=100 if number <= SEALED + UNSIGNED else 25)
    device = tablet_of(juez, number, begun)
    share = 1.0 if number <= SEALED + UNSIGNED else random.uniform(0.2, 0.7)
    mesa = play_mesa(fixture=fixture, juez=juez, device=device, random=random, begun=begun, share=share)
    if number <= SEALED:
        sign_mesa(
            mesa=mesa,
            juez=juez,
            device=device,
            control=control,
            random=random,
            now=now - timedelta(minutes=10),
        )
