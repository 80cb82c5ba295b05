"""Settings: one module, and the environment decides.

Nothing set: the embedded installation of a hall, with SQLite on plain http in a local network.
`TLS_CERTIFICATE`: the same, and `bin/serve` speaks https itself.
`HTTPS=1`: a server behind a TLS proxy, which then must also be given `SECRET_KEY` and `ALLOWED_HOSTS`.
`DATABASE_URL` and `REDIS_URL` choose PostgreSQL and Redis. `docs/operacion.md` lists every variable.
"""

import os
import secrets
from contextlib import suppress
from email.utils import parseaddr
from pathlib import Path

import environ
from csp.constants import NONCE, NONE, SELF

from cuarenta_torneo.logs import logging_config
from cuarenta_torneo.network import local_address
from cuarenta_torneo.static_headers import static_headers

BASE_DIR = Path(__file__).resolve().parent.parent

env = environ.Env()
VAR_DIR = Path(env.str("VAR_DIR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(mode=0o750, parents=True, exist_ok=True)  # the database holds cédulas
DEBUG = env.bool("DEBUG", default=False)
HTTPS = env.bool("HTTPS", default=False)
# A hall's own https promises nothing about other days: no HSTS, since the same name may be plain http tomorrow.
ENCRYPTED = HTTPS or bool(env.str("TLS_CERTIFICATE", default=""))
# The authority that tablets must trust, where the certificate was made here.
TLS_CA = Path(env.str("TLS_CA")) if env.str("TLS_CA", default="") else None
DATABASE_URL = env.str("DATABASE_URL", default="")
# Who serves, where that is not who owns the tables: `migrate` grants this role what it needs.
DATABASE_ROLE = env.str("DATABASE_ROLE", default="")
REDIS_URL = env.str("REDIS_URL", default="")


def kept_secret(path: Path) -> str:
    """Read the secret of an embedded installation, made at its first start."""
    if not path.exists():
        draft = path.with_suffix(f".{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        with suppress(FileExistsError):  # two processes may start at once: the first link stays
            path.hardlink_to(draft)
        draft.unlink()
    return path.read_text()


# A server says its secret and its names; a hall's computer has an address that nobody knows beforehand.
SECRET_KEY = (
    env.str("SECRET_KEY") if HTTPS else env.str("SECRET_KEY", default="") or kept_secret(VAR_DIR / "secret_key")
)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS") if HTTPS else env.list("ALLOWED_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "cuarenta_torneo",
    "brackets",
    "referee",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "cuarenta_torneo.limits_middleware.LimitsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "cuarenta_torneo.origin_middleware.OriginMiddleware",
    "cuarenta_torneo.pages_middleware.PagesMiddleware",
]
PAGES_MIDDLEWARE = [  # in this order, around whatever is not the API
    "cuarenta_torneo.nul_middleware.NulMiddleware",
    "cuarenta_torneo.compression_middleware.CompressionMiddleware",
    "csp.middleware.CSPMiddleware",
    "cuarenta_torneo.live_middleware.LiveMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "cuarenta_torneo.account_middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "cuarenta_torneo.language_middleware.LanguageMiddleware",
    "cuarenta_torneo.method_middleware.MethodMiddleware",
]

ROOT_URLCONF = "cuarenta_torneo.urls"
WSGI_APPLICATION, ASGI_APPLICATION = "cuarenta_torneo.wsgi.application", "cuarenta_torneo.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
APPEND_SLASH = True

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
            ]
        },
    }
]

# --- Database -------------------------------------------------------------------------------------------------

if DATABASE_URL:
    DATABASES = {"default": env.db_url_config(DATABASE_URL)}
    DATABASES["default"] |= {"CONN_MAX_AGE": env.int("CONN_MAX_AGE", default=60), "CONN_HEALTH_CHECKS": True}
else:
    DATABASES = {
        "default": {
            "ENGINE": "cuarenta_torneo.sqlite",
            "NAME": VAR_DIR / "cuarenta.sqlite3",
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "timeout": 10,
                # A transaction that first reads and then writes would be refused at once, whatever the timeout.
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA secure_delete=ON;",
            },
        }
    }

# --- Cache and tasks ------------------------------------------------------------------------------------------

if REDIS_URL:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# What runs longer than the visibility timeout is handed out twice; hence a limit well below it.
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 3600}
CELERY_TASK_TIME_LIMIT = 1800
CELERY_TIMEZONE = "America/Guayaquil"
CELERY_BEAT_SCHEDULE = {  # a round that nobody could begin before the next one is of no use
    "deliveries": {"task": "brackets.tasks.deliveries_send", "schedule": 5.0, "options": {"expires": 5}},
    "prints": {"task": "referee.tasks.prints.prints_clear", "schedule": 3600.0, "options": {"expires": 3600}},
    "stamps": {"task": "referee.tasks.trees.trees_stamp", "schedule": 60.0, "options": {"expires": 60}},
    "trees": {"task": "referee.tasks.trees.trees_sweep", "schedule": 60.0, "options": {"expires": 60}},
}

# --- E-mail ---------------------------------------------------------------------------------------------------

# Without a server nothing is sent, and nothing waits to be: notices stay on the pages of the parejas.
EMAIL_URL = env.str("EMAIL_URL", default="")
MAIL_CONFIGURED = bool(EMAIL_URL)
if EMAIL_URL:
    _MAIL = env.email_url_config(EMAIL_URL)
    EMAIL_BACKEND = _MAIL["EMAIL_BACKEND"]
    EMAIL_HOST, EMAIL_PORT = _MAIL["EMAIL_HOST"], _MAIL["EMAIL_PORT"]
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _MAIL["EMAIL_HOST_USER"], _MAIL["EMAIL_HOST_PASSWORD"]
    EMAIL_USE_TLS, EMAIL_USE_SSL = _MAIL.get("EMAIL_USE_TLS", False), _MAIL.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("EMAIL_FROM", default="") or "cuarenta@localhost"
MAIL_DOMAIN = parseaddr(DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"

# --- Language and time ----------------------------------------------------------------------------------------

LANGUAGE_CODE = "es-ec"
LANGUAGES = [("es-ec", "Español (Ecuador)"), ("en", "English")]
TIME_ZONE = "America/Guayaquil"
USE_TZ = True

# --- Accounts -------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "brackets.User"
PASSWORD_HASHERS = [
    "cuarenta_torneo.hashing.BoundedArgon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
    {"NAME": "brackets.services.passwords.GameWordsValidator"},
]
LOGIN_URL = "/cuenta/entrar/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# --- What browsers are told -----------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF, NONCE],
        "style-src": [SELF, NONCE],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
# What is answered to programs is nothing to show or to keep.
API_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}
WHITENOISE_ADD_HEADERS_FUNCTION = static_headers
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^salud$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # preloading cannot be taken back: the domain's owner decides it
TRUSTED_PROXY = env.bool("TRUSTED_PROXY", default=False)
if TRUSTED_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENCRYPTED
SESSION_COOKIE_NAME = "__Host-sesion" if ENCRYPTED else "sesion"
CSRF_COOKIE_NAME = "__Host-csrf" if ENCRYPTED else "csrf"
CSRF_COOKIE_HTTPONLY = True
MESSAGE_STORAGE = "cuarenta_torneo.message_storage.MessageStorage"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024  # a spreadsheet of parejas; the API asks for less

# --- Static files: served as they are, by their own names, so that ES modules find one another ----------------

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "var" / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "cuarenta_torneo.static_storage.SmallStaticFilesStorage"},
}
NODE_MODULES = BASE_DIR / "node_modules"
STATICFILES_DIRS = [
    BASE_DIR / "cuarenta_torneo" / "static",
    ("vendor/lit", NODE_MODULES / "lit"),
    ("vendor/lit-html", NODE_MODULES / "lit-html"),
    ("vendor/lit-element", NODE_MODULES / "lit-element"),
    ("vendor/reactive-element", NODE_MODULES / "@lit" / "reactive-element"),
    ("vendor/idb", NODE_MODULES / "idb" / "build"),
    ("vendor/signature_pad", NODE_MODULES / "signature_pad" / "dist"),
    ("vendor/lean-qr", NODE_MODULES / "lean-qr"),
    ("vendor/qr", NODE_MODULES / "qr"),
    ("vendor/bootstrap", NODE_MODULES / "bootstrap" / "dist"),
]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "cuarenta_torneo.engine_files.EngineFinder",
]
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG

# --- What `brackets` asks of `referee`, which it does not know: of the rules, and for the copy that each may ask for

ZAPATERIA_OF = "referee.selectors.zapateria.zapateria_effect"
PERSONAL_DATA_OF = "referee.selectors.personal.data_at_the_tables"
FILES_FORGET = "referee.services.forgetting.files_forget"
SALTS_FORGET = "referee.services.tree.salts_forget"

# --- What is printed ------------------------------------------------------------------------------------------

_KEPT = ("prints", "archives", "certificates", "sealed")
# What people's data are enciphered with (`brackets.people_keys`).
PEOPLE_KEYS = Path(env.str("PEOPLE_KEYS", default="") or VAR_DIR / "people_keys")
PRINTS_ROOT, ARCHIVES_ROOT, CERTIFICATES_ROOT, SEALED_ROOT = map(VAR_DIR.joinpath, _KEPT)
_SEALING = ("CERT_PASSPHRASE", "CERT_P12", "CERT_P12_PASSWORD", "TSA_URL", "TRUST_ROOTS")
CERT_PASSPHRASE, CERT_P12, CERT_P12_PASSWORD, TSA_URL, TRUST_ROOTS = (env.str(each, default="") for each in _SEALING)
# What papers, QRs, previews and calendars carry (`brackets.selectors.site_address`): what the operator says, else what the first start
# found. Behind a TLS proxy that is the first name of the site, in a hall the address of this computer.
PUBLIC_URL = env.str("PUBLIC_URL", default="").rstrip("/")
PORT = env.int("PORT", default=8000)
ADDRESS_NOW = (
    f"https://{ALLOWED_HOSTS[0]}"
    if HTTPS
    else f"{'https' if ENCRYPTED else 'http'}://{local_address() or 'localhost'}:{PORT}"
)

# --- The live stream ------------------------------------------------------------------------------------------

# Where browsers find it: its origin, or `/` for this site's own; else the port beside this one that `bin/serve` says.
LIVE_URL = env.str("LIVE_URL", default="/" if HTTPS else "")
LIVE_PORT, LIVE_BOARDS = env.int("LIVE_PORT", default=0), env.int("LIVE_BOARDS", default=6000)
LIVE_BOARDS_PER_ADDRESS = env.int("LIVE_BOARDS_PER_ADDRESS", default=200)

# --- API ------------------------------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "cuarenta_torneo.api_errors.exception_handler",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Cuarenta: la tableta del Juez",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",  # msgspec writes JSON Schema 2020-12
    "POSTPROCESSING_HOOKS": [],  # its enums stay where they are
    "SERVE_INCLUDE_SCHEMA": False,
}

LOGGING = logging_config(json=env.str("LOG_FORMAT", default="json" if HTTPS else "console") == "json")
