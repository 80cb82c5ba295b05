"""A screen shows a code, the desk takes it by that code, names it, says what it shows, moves it on and lets it go."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Case, F, When

from brackets.models import Championship, Table, User
from brackets.selectors.single import single
from brackets.services.audit import audit_record
from brackets.services.names import text_clean
from referee.models import HallMessage, Screen
from referee.selectors.access import token_digest
from referee.selectors.screens.kinds import TURNING
from referee.services.errors import RefereeError
from referee.services.writing import one_writer

Kind = Screen.Kind
LETTERS: Final = "ACDEFHJKMNPRTUWXY3479"
"""None that is taken for another from afar: no B and 8, G and 6, I, L and 1, O, Q and 0, S and 5, V and U, Z and 2."""
CODE_LENGTH: Final = 6
LASTS: Final = timedelta(minutes=15)
SEEN_EVERY: Final = timedelta(seconds=30)
MOST_WAITING: Final = 300
"""Screens that nobody has registered, of all championships: anybody can open the page, and needs no screen for that."""
LONGEST: Final = 160


class ScreenRefused(RefereeError):
    """A code that was never shown, was used elsewhere, or is too old: which of them is not told."""

    def __init__(self) -> None:
        message = (
            "Ese código no sirve: dura quince minutos y registra una sola pantalla. Escriba el que la pantalla muestra "
            "ahora."
        )
        super().__init__("codigo-de-pantalla", message, extra={"field": "code"})
        self.field = "code"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a screen is told to show. `in_turn` are the kinds of a rotation."""

    kind: str
    stage_number: int | None = None
    table: Table | None = None
    text: str = ""
    in_turn: Sequence[str] = ()


def code_typed(text: str) -> str:
    """As it was shown, however it was typed: `ac3-d4e` is AC3D4E."""
    return "".join(char for char in text.upper() if char.isalnum())


def screen_announce(*, now: datetime) -> tuple[Screen, str]:
    """A screen that nobody has registered yet, with its code; its token is told only here. None is ever refused."""
    token = secrets.token_urlsafe(32)
    with one_writer():
        _make_room(now)
        screen = Screen(token_hash=token_digest(token), created_at=now, last_seen_at=now)
        _give_code(screen, now)
    return screen, token


def screen_asks(*, screen: Screen, now: datetime) -> None:
    """Note that it called: the first time at once, then every half minute; one that waits gets another code in time."""
    old_code = screen.championship_id is None and screen.code_until <= now
    seen = screen.last_seen_at
    every = SEEN_EVERY if seen is not None and seen > screen.created_at else timedelta(microseconds=1)
    if not old_code and seen is not None and now - seen < every:
        return
    with one_writer():
        if not old_code:
            Screen.objects.filter(pk=screen.pk).update(last_seen_at=now)
            return
        there = single(Screen.objects.select_for_update().filter(pk=screen.pk, championship=None))
        if there is not None:
            there.last_seen_at = now
            _give_code(there, now)
            screen.code, screen.code_until, screen.version = there.code, there.code_until, there.version


def screen_register(*, championship: Championship, code: str, name: str, user: User, now: datetime) -> Screen:
    """The screen that shows this code belongs to the championship; the same again does nothing."""
    name = text_clean(name, field="name", label="El nombre de la pantalla", longest=40, required=True, printable=True)
    with one_writer():
        screen = single(Screen.objects.select_for_update().filter(code=code_typed(code), code_until__gt=now))
        if screen is None or (screen.championship_id not in (None, championship.pk)):
            raise ScreenRefused
        if screen.championship_id is not None:
            return screen
        screen.championship, screen.name, screen.registered_at = championship, name, now
        _changed(screen, "championship", "name", "registered_at")
        _record(screen, user, now, "pantalla-registrar", f"Registró la pantalla «{name}».")
    return screen


def screen_show(*, screen: Screen, shown: Shown, user: User, now: datetime) -> None:
    """Say what it shows from now on; the same again does nothing. A ceremony stands at its beginning, to be gone on by hand."""
    with one_writer():
        screen = _locked(screen)
        text = text_clean(
            shown.text, field="text", label="El mensaje", longest=LONGEST, required=shown.kind == Kind.MESSAGE
        )
        if shown.kind in (Kind.TABLE, Kind.OVERLAY) and shown.table is None:
            raise RefereeError("pantalla-sin-mesa", "Elija la mesa que la pantalla va a mostrar.")
        turn = [kind for kind in TURNING if kind in shown.in_turn]
        if shown.kind == Kind.IN_TURN and not turn:
            raise RefereeError("rotacion-vacia", "Marque al menos una cosa que la pantalla muestre por turnos.")
        before = (screen.kind, screen.stage_number, screen.table_id, screen.text, screen.in_turn)
        screen.kind, screen.stage_number, screen.table = shown.kind, shown.stage_number, shown.table or screen.table
        screen.text, screen.in_turn = text or screen.text, turn or screen.in_turn
        if before == (screen.kind, screen.stage_number, screen.table_id, screen.text, screen.in_turn):
            return
        screen.page = 0 if shown.kind == Kind.HONOURS else None
        _changed(screen, "kind", "stage_number", "table", "text", "in_turn", "page")
        words = f"La pantalla «{screen.name}» muestra: {screen.get_kind_display()}."
        _record(screen, user, now, "pantalla-mostrar", words, {"kind": screen.kind, "text": text})


def screen_turn(*, screen: Screen, page: int | None) -> None:
    """Hold this page, from 0; None lets them follow one another again."""
    with one_writer():
        screen = _locked(screen)
        screen.page = page if page is None else max(0, min(page, 999))
        _changed(screen, "page")


def screen_change(*, screen: Screen, name: str, seconds: int, light: bool, user: User, now: datetime) -> None:
    """Its name and how it looks; the same again does nothing."""
    is_new = name != screen.name
    name = text_clean(name, field="name", label="El nombre de la pantalla", longest=40, required=True, printable=is_new)
    with one_writer():
        screen = _locked(screen)
        if (screen.name, screen.seconds, screen.light) == (name, seconds, light):
            return
        before, screen.name, screen.seconds, screen.light = screen.name, name, seconds, light
        _changed(screen, "name", "seconds", "light")
        _record(screen, user, now, "pantalla-cambiar", f"La pantalla «{before}» es «{name}».", {"before": before})


def screen_move(*, screen: Screen, championship: Championship, user: User, now: datetime) -> None:
    """It shows another championship, beginning with its cover; the record of both tells it."""
    with one_writer():
        screen = _locked(screen)
        if screen.championship_id == championship.pk:
            return
        left = f"Pasó la pantalla «{screen.name}» al campeonato «{championship}»."
        _record(screen, user, now, "pantalla-pasar", left)
        screen.championship = championship
        screen.kind, screen.stage_number, screen.table, screen.text, screen.page = Kind.COVER, None, None, "", None
        _changed(screen, "championship", "kind", "stage_number", "table", "text", "page")
        _record(screen, user, now, "pantalla-pasar", f"Recibió la pantalla «{screen.name}» de otro campeonato.")


def screen_remove(*, screen: Screen, user: User, now: datetime) -> None:
    """It shows a new code, and nothing of the championship any more. Removing it again does nothing."""
    with one_writer():
        screen = Screen.objects.select_for_update().get(pk=screen.pk)
        if screen.championship is None:
            return
        _record(screen, user, now, "pantalla-quitar", f"Quitó la pantalla «{screen.name}».")
        screen.championship, screen.registered_at, screen.name = None, None, ""
        screen.kind, screen.stage_number, screen.table, screen.text, screen.page = Kind.COVER, None, None, "", None
        _give_code(screen, now)


def hall_message_put(*, championship: Championship, text: str, minutes: int | None, user: User, now: datetime) -> None:
    """Over all screens at once, for so many minutes or until it is taken away; without words it is taken away."""
    text = text_clean(text, field="text", label="El mensaje", longest=LONGEST)
    with one_writer():
        there = single(HallMessage.objects.select_for_update().filter(championship=championship))
        if not text:
            if there is not None:
                there.delete()
                audit_record(
                    championship=championship, user=user, now=now, action="pantallas-mensaje",
                    sentence="Quitó el mensaje de todas las pantallas.",
                )  # fmt: skip
            return
        until = None if minutes is None else now + timedelta(minutes=minutes)
        HallMessage.objects.update_or_create(
            championship=championship,
            defaults={"text": text, "until": until, "written_at": now, "written_by": user},
        )
        audit_record(
            championship=championship, user=user, now=now, action="pantallas-mensaje",
            sentence=f"Puso en todas las pantallas: «{text}».",
        )  # fmt: skip


def _make_room(now: datetime) -> None:
    """For one more that waits: first go those that never asked again, as whatever is not a screen, then the most silent.

    A screen asks once a second and is noted at its first question: a flood of the others takes each other's place.
    """
    waiting = Screen.objects.filter(championship=None)
    waiting.filter(code_until__lte=now).delete()
    asked = Case(When(last_seen_at__gt=F("created_at"), then=1), default=0)
    stay = waiting.order_by(asked.desc(), F("last_seen_at").desc(nulls_last=True), "-pk")
    leave = list(stay.values_list("pk", flat=True)[MOST_WAITING - 1 :])
    if leave:
        waiting.filter(pk__in=leave).delete()


def _locked(screen: Screen) -> Screen:
    """As it is now; one that somebody else removed in the meantime is told."""
    there = single(Screen.objects.select_for_update().filter(pk=screen.pk))
    if there is None or there.championship_id != screen.championship_id:
        raise RefereeError("pantalla-quitada", "Esa pantalla ya no está registrada aquí. Actualice la página.")
    return there


def _changed(screen: Screen, *fields: str) -> None:
    screen.version += 1
    screen.save(update_fields=(*fields, "version"))


def _give_code(screen: Screen, now: datetime) -> None:
    """Save it under a code that no other screen shows."""
    screen.code_until = now + LASTS
    screen.version += 1
    while True:
        screen.code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        try:
            with transaction.atomic():
                screen.save()
        except IntegrityError:
            continue
        return


def _record(
    screen: Screen, user: User, now: datetime, action: str, sentence: str, data: dict[str, object] | None = None
) -> None:
    if screen.championship is not None:
        audit_record(
            championship=screen.championship, user=user, now=now, action=action, sentence=sentence,
            data={"screen": screen.pk} | (data or {}),
        )  # fmt: skip
