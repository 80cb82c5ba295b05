"""Accounts, and the roles they have in a championship."""

from datetime import datetime

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction

from brackets.models import Championship, Fixture, Role, User
from brackets.selectors.access import championship_roles, grantable
from brackets.services.audit import audit_record
from brackets.services.championships import championship_lock
from brackets.services.errors import BracketError, InvalidValue
from brackets.services.names import text_clean
from brackets.services.signals import password_changed


def account_create(*, username: str, password: str, display_name: str, by: User | None, hashed: str = "") -> User:
    """A new account without any role; `by` is None when the installation itself makes it.

    `hashed`: the password as `make_password` gives it, where a transaction has begun: hashing is slow on purpose, and waits for
    those of strangers, so nobody does it in a turn to write.
    """
    hashed = hashed or make_password(password)
    user = User(username=User.normalize_username(username.strip()), created_by=by, password=hashed)
    user.display_name = text_clean(display_name, field="display_name", label="El nombre", longest=60, required=True)
    with transaction.atomic():
        if User.objects.filter(username__iexact=user.username).exists():
            raise InvalidValue(
                "usuario-existe",
                f"Ya hay una cuenta «{user.username}». Elija otro nombre de usuario, o dele una función a esa cuenta.",
                field="username",
            )
        try:
            user.clean_fields(exclude=("password",))
        except ValidationError as error:
            raise InvalidValue("usuario-invalido", error.messages[0], field="username") from error
        try:
            validate_password(password, user)
        except ValidationError as error:
            raise InvalidValue("contrasena-debil", " ".join(error.messages), field="password") from error
        user.save()
    return user


def password_set_anew(*, championship: Championship, user: User, password: str, by: User, now: datetime) -> None:
    """Give somebody of the championship another password; his sessions, his passkeys, and the devices that were known, end.

    Refused where `by` would become somebody with more than he may give: `funcion-ajena` if he is no Director, `cuenta-ajena`
    for a Director, for who serves in a championship that `by` does not direct, or not without a passkey, and for the owner of the installation.
    """
    hashed = make_password(password)
    with transaction.atomic():
        if Role.Kind.DIRECTOR not in championship_roles(by, championship):
            raise BracketError("funcion-ajena", "Una contraseña nueva la da un Director del campeonato. Pídasela.")
        held = Role.objects.filter(user=user)
        directed = Role.objects.filter(user=by, kind=Role.Kind.DIRECTOR)
        if not by.by_passkey:
            directed = directed.filter(championship__passkey_demand__isnull=True)
        elsewhere = held.exclude(championship__in=directed.values("championship")) | held.filter(
            kind=Role.Kind.DIRECTOR
        )
        if user.is_superuser or elsewhere.exists() or not held.filter(championship=championship).exists():
            raise BracketError(
                "cuenta-ajena",
                f"{user} es Director, o sirve también donde usted no dirige o no entró con la llave de acceso que allí se exige. Su contraseña la cambia quien cuida el servidor, con "
                f"«manage.py nueva_contrasena {user.username}».",
            )
        _password_set(user, hashed, by, now)
        user.passkeys.all().delete()
        audit_record(
            championship=championship,
            user=by,
            now=now,
            action="contrasena-dar",
            sentence=f"Dio a {user} una contraseña nueva.",
            data={"user": user.pk},
        )


def password_change_own(*, user: User, password: str, now: datetime) -> None:
    """Somebody takes another one, which his form has found good; his other sessions and tablets end."""
    hashed = make_password(password)
    with transaction.atomic():
        _password_set(user, hashed, user, now)


def password_set_by_the_installation(*, user: User, password: str, now: datetime) -> None:
    """As `password_set_anew`, for anybody, by whoever keeps the server; every championship he serves in records it."""
    hashed = make_password(password)
    with transaction.atomic():
        _password_set(user, hashed, None, now)
        user.passkeys.all().delete()
        for championship in Championship.objects.filter(roles__user=user).distinct():
            audit_record(
                championship=championship,
                user=None,
                now=now,
                action="contrasena-dar",
                sentence=f"Desde el servidor se dio a {user} una contraseña nueva.",
                data={"user": user.pk},
            )


@transaction.atomic
def role_grant(*, championship: Championship, user: User, kind: str, by: User, now: datetime) -> Role:
    """Give `user` a role; giving it twice does nothing. `funcion-ajena` where it is not `by`'s to give."""
    kind = Role.Kind(kind)
    _require_grantable(championship, kind, by)
    role, created = Role.objects.get_or_create(championship=championship, user=user, kind=kind)
    if created:
        audit_record(
            championship=championship,
            user=by,
            now=now,
            action="funcion-dar",
            sentence=f"Dio a {user} la función de {kind.label}.",
            data={"user": user.pk, "kind": kind},
        )
    return role


@transaction.atomic
def role_revoke(*, championship: Championship, user: User, kind: str, by: User, now: datetime) -> None:
    """Take a role away; taking one he does not have does nothing.

    Refused: one that is not `by`'s to take away (`funcion-ajena`), the last Director's (`ultimo-director`), and a Juez's
    who has fixtures to keep (`juez-asignado`).
    """
    kind = Role.Kind(kind)
    championship = championship_lock(championship)
    role = Role.objects.filter(championship=championship, user=user, kind=kind).first()
    if role is None:
        return
    _require_grantable(championship, kind, by)
    others = Role.objects.filter(championship=championship, kind=kind).exclude(pk=role.pk)
    if kind == Role.Kind.DIRECTOR and not others.exists():
        raise BracketError("ultimo-director", "Es el único Director. Nombre antes a otro.")
    kept = Fixture.objects.filter(stage__championship=championship, juez=user).exclude(status=Fixture.Status.FINAL)
    if kind == Role.Kind.JUEZ and (fixture := kept.first()):
        raise BracketError("juez-asignado", f"{user} es el Juez de la {fixture.name}. Asigne antes esa partida a otro.")
    role.delete()
    audit_record(
        championship=championship,
        user=by,
        now=now,
        action="funcion-quitar",
        sentence=f"Quitó a {user} la función de {kind.label}.",
        data={"user": user.pk, "kind": kind},
    )


def _require_grantable(championship: Championship, kind: Role.Kind, by: User) -> None:
    if kind not in grantable(championship_roles(by, championship)):
        message = f"La función de {kind.label} no la da ni la quita {by}. Le toca a un Director."
        raise BracketError("funcion-ajena", message)


def _password_set(user: User, hashed: str, by: User | None, now: datetime) -> None:
    user.password = hashed
    user.save(update_fields=("password",))
    password_changed.send(sender=User, user=user, by=by, now=now)
