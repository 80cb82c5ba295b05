"""There is one definition of the day of play: nothing outside `brackets/hours/play_days.py` asks a calendar which day it is."""

import ast
import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.test_architecture import MODULES, ROOT

ALLOWED: Final = {
    "brackets/hours/play_days.py": "it is the definition",
    "referee/selectors/planilla/sheet.py": "a Planilla shows the calendar date beside an hour that is not of its own date",
}
"""Modules that may ask a calendar, each with the reason. Birth dates, certificates and terms compare whole values and need no entry."""
NAMES: Final = {"localdate", "TruncDate", "TruncDay", "ExtractDay", "ExtractWeekDay"}
LOOKUPS: Final = re.compile(r"__(date|day|week_day|iso_week_day|month|year|week)(__\w+)?$")
IN_TEMPLATES: Final = (
    re.compile(r"\bnaturalday\b"),
    re.compile(r"{% now \"[^\"]*[dDjlFmMnNbyYzSwWcrt][^\"]*\""),
    re.compile(r"\|date:[\"'][^\"']*[dDjlFmMnNbyYzw][^\"']*[\"']\s*(==|!=|<|>)"),
)
IN_SCRIPTS: Final = (
    re.compile(r"\.(get|set)(UTC)?(Date|Day|Month|FullYear)\("),
    re.compile(r"\bto(Locale)?DateString\("),
    re.compile(r"\.(set)(UTC)?Hours\("),
)

DRAWN: Final = "the acta of a draw has its own instants, which anybody checks"
SEALED: Final = "a Planilla has the instants that its seal covers"
MADE: Final = "when a file was made, not when anything was played"
WITH_THEIR_INSTANT: Final = {
    "referee/management/rehearsal/report.py": MADE,
    "referee/models/prints.py": MADE,
    "referee/printing/closing.py": SEALED,
    "referee/printing/draw_acta.py": DRAWN,
    "referee/printing/draw_acta_rounds.py": DRAWN,
    "referee/printing/layout/sheets.py": MADE,
    "referee/printing/neutrality.py": MADE,
    "referee/printing/planilla.py": SEALED,
    "referee/selectors/papers/acta.py": "the acta final is sealed with its instants",
    "referee/selectors/papers/acta_law.py": "the acta final is sealed with its instants",
    "referee/selectors/planilla/appeals.py": SEALED,
    "referee/selectors/planilla/build.py": SEALED,
    "referee/selectors/planilla/on_paper.py": SEALED,
    "referee/selectors/planilla/sheet.py": SEALED,
}
"""Modules that write an hour beside the date of the calendar, each with the reason."""
INSTANTS: Final = re.compile(
    r"(.*\.)?(sealed_at|delivered_at|signature\.at|one\.at|brought_at"  # seals, signatures and whoever holds them
    r"|drawn_at|published_at|hour"  # a draw and what was promised of it
    r"|created_at|ended_at|revoked_at|made|erased_at|consent_withdrawn_at|consented_at|since"  # files, devices, consents
    r"|championship\.opened_at|opens_at|closes_at|requested_at|paid_at)"  # before anything is played
)
"""What a template may write with the date of the calendar: none of it is an hour of a night."""
SHOWN: Final = re.compile(r"([\w.]+)\|date:([\"'])(.*?)\2")


def is_of_day(form: str) -> bool:
    return bool(re.search(r"%[dD]|(?<!\\)[djl]", form.replace("\\d\\e", "")))


def is_of_hour(form: str) -> bool:
    return "%H" in form or "H:i" in form


def dated_in_template(line: str) -> list[str]:
    """What it writes with the date of the calendar and the hour."""
    found = [(each[1], each[3]) for each in SHOWN.finditer(line)]
    days, hours = ({what for what, form in found if of(form)} for of in (is_of_day, is_of_hour))
    return [what for what in sorted(days & hours) if not INSTANTS.fullmatch(what)]


def dated_by_the_calendar(source: str) -> list[int]:
    """The lines that write an hour beside a date which is not that of its day of play; a form from elsewhere is taken for one of both."""
    tree = ast.parse(source)
    forms = {
        target.id: node.value.value
        for node in ast.walk(tree)
        for target in (node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)])
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(target, ast.Name)
        and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    }  # fmt: skip
    told = {
        node.targets[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _calls_dated(node.value, set())
    }

    elsewhere = {each.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for each in node.names}
    forms = {**{name: "%d %H" for name in elsewhere if name.isupper()}, **forms}

    def text(form: ast.expr | None) -> str:
        constants = [each for each in ast.walk(form) if isinstance(each, ast.Constant | ast.Name)] if form else []
        return "".join(forms.get(each.id, "") if isinstance(each, ast.Name) else str(each.value) for each in constants)

    written: list[tuple[int, ast.expr, str]] = []
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=values):
                specs: dict[str, list[ast.FormattedValue]] = {}
                for each in values:
                    if isinstance(each, ast.FormattedValue):
                        specs.setdefault(ast.dump(each.value), []).append(each)
                written += [
                    (node.lineno, same[0].value, "".join(text(each.format_spec) for each in same))
                    for same in specs.values()
                ]
            case ast.Call(func=ast.Name(id="date_format"), args=[value, form]):
                written.append((node.lineno, value, text(form)))
            case ast.Call(func=ast.Attribute(attr="strftime", value=value), args=[form]):
                written.append((node.lineno, value, text(form)))
    return [
        line for line, value, form in written if is_of_day(form) and is_of_hour(form) and not _calls_dated(value, told)
    ]


def _calls_dated(value: ast.expr, told: set[str]) -> bool:
    return any(
        (isinstance(each, ast.Attribute) and each.attr == "dated") or (isinstance(each, ast.Name) and each.id in told)
        for each in ast.walk(value)
    )


def asked_of_a_calendar(source: str) -> Iterator[tuple[int, str]]:
    """The lines that take the date out of an instant, look instants up by date, or make an instant out of a date."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="date"), args=[], keywords=[]):
                yield node.lineno, ".date()"
            case ast.Attribute(attr="today" | "combine", value=ast.Name(id=owner) | ast.Attribute(attr=owner)) if (
                owner in ("date", "datetime")
            ):
                yield node.lineno, f"{owner}.{node.attr}"
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name) if name in NAMES:
                yield node.lineno, name
            case ast.keyword(arg=str(name)) | ast.Constant(value=str(name)) if LOOKUPS.search(name):
                yield node.lineno, name


def test_only_the_definition_asks_a_calendar() -> None:
    found = {str(path): list(asked_of_a_calendar((ROOT / path).read_text())) for path in MODULES}
    asking = {path: lines for path, lines in found.items() if lines}

    assert {path: lines for path, lines in asking.items() if path not in ALLOWED} == {}
    assert asking.keys() == ALLOWED.keys(), "an exception that nobody needs any more"


@pytest.mark.parametrize(
    ("folder", "pattern", "refused"),
    [("templates", "*.html", IN_TEMPLATES), ("cuarenta_torneo/static", "*.js", IN_SCRIPTS)],
)
def test_templates_and_scripts_show_dates_and_compare_none(
    folder: str, pattern: str, refused: tuple[re.Pattern[str], ...]
) -> None:
    files = [path for path in (ROOT / folder).rglob(pattern) if not path.name.endswith(".min.js")]
    lines = [(path, line) for path in files for line in path.read_text().splitlines()]

    assert files
    assert [
        (str(path.relative_to(ROOT)), line) for path, line in lines if any(each.search(line) for each in refused)
    ] == []


def test_an_hour_is_written_with_the_date_of_its_day_of_play() -> None:
    found = {str(path): dated_by_the_calendar((ROOT / path).read_text()) for path in MODULES}
    writing = {path: lines for path, lines in found.items() if lines and path != "brackets/hours/play_days.py"}

    assert {path: lines for path, lines in writing.items() if path not in WITH_THEIR_INSTANT} == {}
    assert writing.keys() == WITH_THEIR_INSTANT.keys(), "an exception that nobody needs any more"


def test_a_template_writes_an_hour_with_the_date_of_its_day_of_play() -> None:
    lines = [(path, line) for path in (ROOT / "templates").rglob("*.html") for line in path.read_text().splitlines()]
    found = [(str(path.relative_to(ROOT)), what) for path, line in lines for what in dated_in_template(line)]

    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "f'{localtime(at):%d/%m %H:%M}'",
        "f'{at:%d/%m/%Y} a las {at:%H:%M}'",
        "HOUR: Final = '%d/%m/%Y %H:%M'\nf'{localtime(at):{HOUR}}'",
        "from where import HOUR\nf'{localtime(at):{HOUR}}'",
        "date_format(localtime(at), 'l j, H:i')",
        "at.strftime('%d/%m/%Y %H:%M')",
    ],
)
def test_ways_to_write_the_date_of_the_calendar_are_found(source: str) -> None:
    assert dated_by_the_calendar(source)


@pytest.mark.parametrize(
    "source",
    [
        "f'{days.dated(at):%d/%m %H:%M}'",
        "local = days.dated(at)\nf'{local:%d/%m %H:%M}'",
        "f'{localtime(at):%H:%M}'",
        "f'{day:%d/%m} {at:%H:%M}'",
        "date_format(days.dated(at), 'l j, H:i')",
    ],
)
def test_hours_dated_by_the_day_of_play_are_not(source: str) -> None:
    assert not dated_by_the_calendar(source)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{{ entry.at|date:"d/m H:i:s" }}', ["entry.at"]),
        ('{{ until|date:"d/m/Y" }} a las {{ until|date:"H:i" }}', ["until"]),
        ('{{ late.at|date:"\\e\\l l j, \\a \\l\\a\\s H:i" }}', ["late.at"]),
        ('{{ day|date:"l j" }}: {{ at|date:"H:i" }}', []),
        ('{{ planilla.sealed_at|date:"d/m/Y H:i" }}', []),
    ],
)
def test_templates_that_write_the_date_of_the_calendar_are_found(line: str, found: list[str]) -> None:
    assert dated_in_template(line) == found


@pytest.mark.parametrize(
    "source",
    [
        "localtime(now).date()",
        "timezone.localdate(now)",
        "from django.utils.timezone import localdate",
        "date.today()",
        "datetime.date.today()",
        "datetime.combine(day, hour)",
        "Fixture.objects.filter(decided_at__date=day)",
        "Fixture.objects.filter(Q(**{'decided_at__date__gte': day}))",
        "found.annotate(day=TruncDate('decided_at'))",
    ],
)
def test_ways_around_the_definition_are_found(source: str) -> None:
    assert list(asked_of_a_calendar(source))


@pytest.mark.parametrize(
    "source",
    ["championship.play_days.of(now)", "path.date(fixture)", "DayPlan.objects.filter(day__gte=day)", "f'{day:%d/%m}'"],
)
def test_what_only_shows_or_uses_the_definition_is_not(source: str) -> None:
    assert not list(asked_of_a_calendar(source))
