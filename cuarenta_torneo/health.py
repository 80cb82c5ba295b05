"""Is this installation fit to serve? For the machine that watches it and the person who set it up."""

import structlog
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from brackets.people_keys import KeysLost
from brackets.selectors.vault import keys_lost
from cuarenta_torneo.database import lacking, missing

log = structlog.get_logger(__name__)

GOOD = "bien"
VENDOR_FILES = (
    "vendor/lit/index.js",
    "vendor/lit-html/lit-html.js",
    "vendor/lit-element/lit-element.js",
    "vendor/reactive-element/reactive-element.js",
    "vendor/idb/index.js",
    "vendor/signature_pad/signature_pad.min.js",
    "vendor/lean-qr/index.mjs",
    "vendor/qr/decode.js",
    "vendor/pyodide/pyodide.asm.wasm",
    "vendor/bootstrap/css/bootstrap.min.css",
)


def database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        log.warning("health_database", problem=str(error))  # not for strangers
        return "La base de datos no responde. El registro del servidor dice por qué."
    return GOOD


def migrations() -> str:
    try:
        executor = MigrationExecutor(connection)
    except DatabaseError:
        return "No se puede leer qué migraciones están aplicadas."
    pending = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if pending:
        names = ", ".join(f"{migration.app_label}.{migration.name}" for migration, _ in pending)
        return f"Faltan migraciones ({names}): ejecute «manage.py migrate»."
    return GOOD


def triggers() -> str:
    try:
        names = missing(connection)
    except DatabaseError:
        return "No se puede leer qué disparadores hay."
    return lacking(names) if names else GOOD


def personal_keys() -> str:
    try:
        lost = keys_lost()
    except DatabaseError:
        return "No se puede leer con qué claves están cifrados los datos personales."
    except KeysLost as error:
        log.warning("health_people_keys", problem=str(error))
        return "El archivo de PEOPLE_KEYS no es un archivo de claves: devuélvalo desde su copia de respaldo."
    if lost:
        return (
            f"El archivo de PEOPLE_KEYS no tiene la clave de los datos personales ({', '.join(lost)}): "
            "devuélvala desde su copia de respaldo."
        )
    return GOOD


def static_files() -> str:
    missing = [name for name in VENDOR_FILES if not _is_served(name)]
    if missing:
        return f"Faltan archivos estáticos ({', '.join(missing)}): ejecute «npm ci» y «manage.py collectstatic»."
    return GOOD


def _is_served(name: str) -> bool:
    """Say whether whitenoise will find the file where these settings make it look."""
    if settings.WHITENOISE_USE_FINDERS:
        return finders.find(name) is not None
    return staticfiles_storage.exists(name)


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    parts = {
        "base_de_datos": database(),
        "migraciones": migrations(),
        "disparadores": triggers(),
        "claves_personales": personal_keys(),
        "archivos_estaticos": static_files(),
    }
    good = all(answer == GOOD for answer in parts.values())
    return JsonResponse({"estado": GOOD if good else "mal", **parts}, status=200 if good else 503)
