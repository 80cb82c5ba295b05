"""The product's application under test: told apart by a nonce, and made to crash where the environment says.

Nothing of this is in the product: it is patched from here, in the server's process.
"""

import os
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from tests.faults.crashing import Crash

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


def make_front() -> Any:
    """The same behind the product's own door."""
    served = make_application()
    from cuarenta_torneo import rsgi  # noqa: PLC0415

    if os.environ.get("FAULTS_STILL"):  # no sweep of a minute, and no checkpoint that a test did not ask for
        return rsgi.front_of(served, start=lambda: None)
    return rsgi.front_of(served)


def make_application() -> Application:
    """For a server's process: which application, and whether it crashes, the environment says."""
    if os.environ.get("FAULTS_STATIC"):
        _serve_sources()
    # Both import Django's settings and models, which in a test process were there before.
    from cuarenta_torneo.application import application as product  # noqa: PLC0415 (that of `wsgi` begins threads, which no door may have)
    from tests.faults.naive import application as naive  # noqa: PLC0415

    nonce = os.environ["FAULTS_NONCE"]
    served = naive if os.environ.get("FAULTS_NAIVE") else product
    crash = Crash.from_environment()
    if crash is not None:
        crash.install()

    def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            return start_response(status, [*headers, ("X-Run", nonce)], exc_info)

        answer = served(environ, start)
        return answer if crash is None else crash.answering(answer)

    return application


def _serve_sources() -> None:
    """Static files from where they are written, as in all other tests."""
    from django.conf import settings  # noqa: PLC0415 (before the application reads them)

    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = True
    if os.environ.get("FAULTS_NAIVE_TABLET"):
        naive = Path(os.environ["VAR_DIR"]) / "naive"
        shutil.copytree(settings.STATICFILES_DIRS[0], naive, dirs_exist_ok=True)
        shutil.copytree(Path(__file__).parent / "churn" / "naive", naive, dirs_exist_ok=True)
        settings.STATICFILES_DIRS = [naive, *settings.STATICFILES_DIRS[1:]]
