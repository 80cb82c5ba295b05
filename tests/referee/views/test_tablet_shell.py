"""What a tablet keeps so that it opens without a network: whole, exact, and another version when a byte changes."""

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client
from pytest_django import Settings

from referee.selectors.shell import shell

pytestmark = pytest.mark.django_db


def digest(content: bytes) -> str:
    return b64encode(sha256(content).digest()).decode()


def listed(client: Client) -> dict[str, dict[str, str]]:
    """What the worker is told to keep."""
    text = client.get("/tablet/sw.js").content.decode()
    found = re.match(r"const SHELL = (\{.*?\n\});\n", text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_the_worker_lists_every_file_as_it_is_served(client: Client) -> None:
    told = listed(client)

    files = told["app"] | told["engine"]
    for address, expected in files.items():
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert digest(answer.getvalue()) == expected, address
    assert {
        "/tablet/",
        "/tablet/rulebook.js",
        "/static/tablet/main.js",
        "/static/tablet/css/play.css",
        "/static/tablet/engine/rules.zip",
        "/static/tablet/icons/icon-512.png",
        "/static/vendor/lit/html.js",
        "/static/vendor/lit-html/lit-html.js",
        "/static/vendor/idb/index.js",
        "/static/vendor/signature_pad/signature_pad.min.js",
    } <= set(told["app"])
    assert not {"/static/tablet/sw.js", "/static/tablet/engine/worker.js"} & set(files)
    assert "/static/vendor/pyodide/pyodide.asm.wasm" in told["engine"]


def test_the_page_names_what_it_loads_among_what_is_kept(client: Client) -> None:
    page = client.get("/tablet/").content.decode()

    loaded = re.findall(r'(?:src|href)="([^"]+)"', page)
    assert loaded
    assert set(loaded) <= set(listed(client)["app"])


def test_the_page_is_the_same_for_everybody_and_allows_no_script_but_its_own(client: Client) -> None:
    first, second = client.get("/tablet/"), client.get("/tablet/")

    assert first.content == second.content
    inline = re.findall(r"<script(?![^>]*src)[^>]*>(.*?)</script>", first.content.decode(), re.DOTALL)
    assert len(inline) == 1
    policy = first.headers["Content-Security-Policy"]
    assert f"'sha256-{digest(inline[0].encode())}'" in policy
    assert "nonce" not in policy
    assert first.headers["Cache-Control"] == "no-cache"


def test_one_changed_byte_is_another_version(settings: Settings, tmp_path: Path) -> None:
    settings.WHITENOISE_USE_FINDERS = False
    storage = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {"staticfiles": {"BACKEND": storage, "OPTIONS": {"location": tmp_path}}}
    for name in ("tablet/main.js", "tablet/sw.js", "vendor/pyodide/pyodide.mjs", "site/favicon.svg"):
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(Path(str(find(name))).read_bytes())
    before = shell()

    for name in ("tablet/main.js", "vendor/pyodide/pyodide.mjs"):
        place = tmp_path / name
        place.write_bytes(place.read_bytes().replace(b"\n", b" ", 1))
        after = shell()
        assert after.version != before.version
        before = after


def test_the_manifest_installs_the_page_and_its_pictures_are_there(client: Client) -> None:
    manifest = json.loads(client.get("/static/tablet/app.webmanifest").getvalue())

    assert client.get(manifest["start_url"]).status_code == 200
    assert manifest["scope"] == "/tablet/"
    for icon in manifest["icons"]:
        width = int(icon["sizes"].partition("x")[0])
        picture = client.get(f"/static/tablet/{icon['src']}").getvalue()
        assert picture[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(picture[16:20], "big") == width
