"""What all tests stand on: the database of this run, quick settings, and who runs where."""

import gc
import os
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from importlib import import_module
from itertools import accumulate, groupby
from operator import attrgetter, itemgetter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import KeySerializationEncryption, PrivateFormat
from django.contrib.staticfiles import handlers
from django.core.cache import cache as django_cache
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse
from django.test import TransactionTestCase, client, override_settings
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from brackets import triggers as own_triggers
from brackets.services.audit import Origin, done_from
from cuarenta_torneo import database
from cuarenta_torneo.celery import app as celery
from referee import triggers
from referee.services import certificates, keystore, pins
from tests import template_database
from tests.factories.remembered import share
from tests.on_postgres import LEFT_TO_SQLITE, LONG_ON_POSTGRES, SHORT_ALL_THE_SAME, TESTS, TESTS_LEFT_TO_SQLITE
from tests.quick_examinations import quick_examinations
from tests.served import Served, served_apart

pytest_plugins = ["tests.chromium"]

# All that is imported and collected stays: the garbage collector begins once it is there (`pytest_collection_finish`).
gc.disable()

# Half of what Hypothesis tries by itself; LAW_TIMES multiplies it, as it does the laws.
hypothesis_settings.register_profile(
    "default",
    deadline=None,
    max_examples=50 * int(os.environ.get("LAW_TIMES", "1")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],  # halls are large
)
# The gate tries the same examples each time, so that it says something of the change, and fewer; every other run tries new ones.
hypothesis_settings.register_profile(
    "ci",
    hypothesis_settings.get_profile("default"),
    max_examples=20 * int(os.environ.get("LAW_TIMES", "1")),
    print_blob=True,
    derandomize=True,
)
hypothesis_settings.load_profile("ci" if os.environ.get("CI") == "true" else "default")

DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """On PostgreSQL leave out what asks it nothing, unless it is named."""
    if connection.vendor != "postgresql":
        return None
    return collection_path in LEFT_TO_SQLITE or not collection_path.is_relative_to(TESTS) or None


def pytest_collection(session: pytest.Session) -> None:
    """Each worker imports the tests from another place on: in a new checkout one rewrites their asserts, the others read that."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args_source != pytest.Config.ArgsSource.TESTPATHS:
        return
    modules = [each for each in sorted(TESTS.rglob("test_*.py")) if not any(map(pytest_ignore_collect, _within(each)))]
    first = len(modules) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for module in (*modules[first:], *modules[:first]):
        with suppress(Exception):  # what is wrong with it is told when it is collected
            import_module(".".join(module.relative_to(TESTS.parent).with_suffix("").parts))


def _within(path: Path) -> list[Path]:
    """It, and the folders of the tests that it is in."""
    return [each for each in (path, *path.parents) if each.is_relative_to(TESTS) and each != TESTS]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL run what asks the database something; elsewhere, leave out what only makes sense there."""
    on_postgres = connection.vendor == "postgresql"
    on_redis = bool(os.environ.get("REDIS_URL"))

    def belongs(item: pytest.Item) -> bool:
        if item.get_closest_marker("postgres") and not on_postgres:
            return False
        if item.get_closest_marker("sqlite") and on_postgres:
            return False
        if item.get_closest_marker("redis") and not on_redis:
            return False
        return not on_postgres or (uses_database(item) and not is_left_to_sqlite(item))

    for item in filter(is_long_on_postgres, items if on_postgres else ()):
        item.add_marker(pytest.mark.long)
    elsewhere = [item for item in items if not belongs(item)]
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if belongs(item)]
    spread(items)


def spread(items: list[pytest.Item]) -> None:
    """Modules that wait for browsers and servers come evenly among those that keep a processor busy, so that at no time all workers wait."""
    runs = [
        [*own] for _, own in groupby(items, attrgetter("path"))
    ]  # a module is in several: its tests of one kind of database in each
    placed: list[tuple[float, list[pytest.Item]]] = []
    for waiting in (True, False):
        own = [tests for tests in runs if any(map(waits, tests)) is waiting]
        before = accumulate(map(len, own), initial=0)
        placed += [(each / sum(map(len, own)), tests) for each, tests in zip(before, own, strict=False)]
    items[:] = [item for _, tests in sorted(placed, key=itemgetter(0)) for item in tests]


def waits(item: pytest.Item) -> bool:
    return any(map(item.get_closest_marker, ("browser", "faults", "churn")))


def pytest_collection_finish() -> None:
    """Ten thousand tests and all that they import stay until the end: the garbage collector need not look at them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


def is_left_to_sqlite(item: pytest.Item) -> bool:
    return not TESTS_LEFT_TO_SQLITE.isdisjoint((item.nodeid, item.nodeid.partition("[")[0]))


def is_long_on_postgres(item: pytest.Item) -> bool:
    asked = any(map(item.get_closest_marker, ("postgres", "redis")))
    asked |= item.nodeid.partition("[")[0] in SHORT_ALL_THE_SAME
    return not asked and any(item.path.is_relative_to(each) for each in LONG_ON_POSTGRES)


def uses_database(item: pytest.Item) -> bool:
    marked = any(item.get_closest_marker(name) for name in ("django_db", "postgres", "redis"))
    return marked or not DATABASE_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.fixture(scope="session")
def run_name() -> str:
    """Name this process of this run, so that several may test in one tree at the same time."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")[:8] or str(os.getpid())
    return f"{run}_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(run_name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give this process a database of its own, copied from one that was migrated once for this state of the migrations."""
    configured = connection.settings_dict
    if connection.vendor == "sqlite":
        # A file, since threads and a served site each need a connection of their own; a lost one harms nobody.
        configured["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        configured["OPTIONS"]["init_command"] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
        configured["OPTIONS"]["cached_statements"] = 1000  # a process of the tests asks them all
    else:
        configured["TEST"]["NAME"] = f"test_cuarenta_{run_name}"
        # As on SQLite above: no test pulls out the plug, and a killed process loses nothing by it.
        configured.setdefault("OPTIONS", {})["options"] = "-c synchronous_commit=off"
    with template_database.copied(configured["TEST"]["NAME"]):
        yield


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The copy is there before Django asks for it (`django_db_modify_db_settings`)."""
    return True


@pytest.fixture(scope="session", autouse=True)
def quick_settings(run_name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Cheap passwords, static files from their sources, and a corner of disk and Redis for this run."""
    redis = os.environ.get("REDIS_URL")
    changed: dict[str, object] = {
        "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
        "WHITENOISE_AUTOREFRESH": True,
        "WHITENOISE_USE_FINDERS": True,
        "PUBLIC_URL": "http://testserver",
        "CERTIFICATES_ROOT": tmp_path_factory.mktemp("certificates"),
        "SEALED_ROOT": tmp_path_factory.mktemp("sealed"),
        "PEOPLE_KEYS": tmp_path_factory.mktemp("keys") / "people_keys",
    }
    # The same for all processes: each may open a database that another one filled.
    Path(str(changed["PEOPLE_KEYS"])).write_bytes(urlsafe_b64encode(b"claves de las pruebas, no mas..!"))
    if redis:
        corner = {"BACKEND": "tests.redis_corner.RedisCorner", "LOCATION": redis, "KEY_PREFIX": run_name}
        changed["CACHES"] = {"default": corner}
    with override_settings(**changed):
        yield


@pytest.fixture(scope="session", autouse=True)
def shared_worlds(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Several processes of a run have a folder in common, above that of each."""
    if os.environ.get("PYTEST_XDIST_WORKER"):
        folder = tmp_path_factory.getbasetemp().parent / "worlds"
        folder.mkdir(exist_ok=True)
        share(folder)


@pytest.fixture(scope="session", autouse=True)
def quick_keys() -> Iterator[None]:
    """A key of a championship takes up to a second: all that the product makes in this process have the same."""
    made = cache(rsa.generate_private_key)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificates, "rsa", SimpleNamespace(generate_private_key=made))
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_secrets() -> Iterator[None]:
    """What makes it slow to guess the password of a key's file, or a PIN, makes tests slow as well."""

    def quick(password: bytes) -> KeySerializationEncryption:
        return PrivateFormat.PKCS12.encryption_builder().kdf_rounds(1).build(password)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keystore, "BestAvailableEncryption", quick)
        patch.setattr(pins, "ITERATIONS", 1000)
        yield


@pytest.fixture(scope="session", autouse=True)
def quickly_examined() -> Iterator[None]:
    with quick_examinations():
        yield


@pytest.fixture(scope="session", autouse=True)
def own_queue(run_name: str) -> None:
    """A worker that a test starts takes what this process asked for, and leaves what others of the run did."""
    celery.conf.task_default_queue = run_name


@pytest.fixture(scope="session", autouse=True)
def quick_static_files() -> Iterator[None]:
    """Read each of the hundred files of a page once: Django's server looks for them anew at every request."""
    serve = handlers.serve

    @cache
    def content(path: str) -> tuple[bytes, str]:
        with closing(serve(HttpRequest(), path, insecure=True)) as found:
            return b"".join(found.streaming_content), found["Content-Type"]

    def answer(_request: HttpRequest, path: str, **_options: object) -> HttpResponse:
        body, content_type = content(path)
        # What is there without a network is what the service worker keeps, and nothing that a browser happens to.
        return HttpResponse(body, content_type=content_type, headers={"Cache-Control": "no-store"})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "serve", answer)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_contexts() -> Iterator[None]:
    """Keep of an answer the context of its page: Django's client copies that of each part again, hundreds for a long list."""
    keep = client.store_rendered_templates

    def keep_first(store: dict[str, Any], *of: Any, **further: Any) -> None:
        if "templates" not in store:
            keep(store, *of, **further)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(client, "store_rendered_templates", keep_first)
        yield


@pytest.fixture(scope="session", autouse=True)
def quick_flush() -> Iterator[None]:
    """After a transactional test empty our own tables, the log too, and put back the triggers that it dropped.

    Django's flush truncates them one by one and makes all permissions anew, which takes longer than most tests.
    """

    def empty(_case: TransactionTestCase) -> None:
        for each in connections.all():
            try:
                empty_all(each)
            except OperationalError:  # a deadlock: a server that a module keeps was just sweeping
                empty_all(each)
            if database.missing(each):
                database.install(each)

    def empty_all(connected: BaseDatabaseWrapper) -> None:
        with unguarded(connected), transaction.atomic(connected.alias), connected.cursor() as cursor:
            if connected.vendor == "postgresql":
                cursor.execute("SET LOCAL session_replication_role = replica")  # triggers wait until the commit
            for table in own_tables(connected):
                cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608 (our own tables)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", empty)
        yield


@contextmanager
def unguarded(connected: BaseDatabaseWrapper) -> Iterator[None]:
    """SQLite has no way to let triggers wait but to lift them."""
    if connected.vendor == "postgresql":
        yield
        return
    guarded = (own_triggers.TABLES, triggers.TABLES)
    for tables in guarded:
        tables.remove(connected, "delete")
    try:
        yield
    finally:
        for tables in guarded:
            tables.install(connected, "delete")


@cache
def own_tables(connected: BaseDatabaseWrapper) -> tuple[str, ...]:
    """All tables but those that migrations fill."""
    names = connected.introspection.django_table_names(only_existing=True, include_views=False)
    return tuple(name for name in names if name not in ("django_content_type", "auth_permission"))


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    with served_apart() as served:
        yield served


@pytest.fixture(autouse=True)
def found_where_it_is_served(request: pytest.FixtureRequest) -> Iterator[None]:
    """What leads to the site leads to the server that the browser of the test has opened."""
    if "live_server" not in request.fixturenames:
        yield
        return
    with override_settings(PUBLIC_URL=request.getfixturevalue("live_server").url):
        yield


@pytest.fixture(autouse=True)
def nothing_is_served_any_more(request: pytest.FixtureRequest, served: Served) -> Iterator[None]:
    """What a page asked for before it was closed ends before the tables are emptied."""
    yield
    if "live_server" in request.fixturenames:
        served.at_rest()


@pytest.fixture(scope="session")
def project_root() -> Path:
    return Path(__file__).resolve().parent.parent


@pytest.fixture(autouse=True)
def done_from_nowhere_yet() -> Iterator[None]:
    """A service of tablets that a test calls by itself says that what follows is of that tablet: the next test is not."""
    with done_from(Origin()):
        yield


@pytest.fixture(autouse=True)
def nothing_left_in_the_cache() -> Iterator[None]:
    """Forget what a test put into the cache of this process: the next one may have rows of the same number."""
    yield
    django_cache.clear()
