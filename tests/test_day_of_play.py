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
ASKING: Final = re.compile(r"date\(|today|combine|localdate|Trunc|Extract|__(?:date|\w*day|month|year|week)")
"""Stands wherever something of the above does: what has nothing of it need not be taken apart."""
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
BROWSER_HOURS: Final = re.compile(
    r"\.toLocale(Time|Date)?String\(|\.toTimeString\(|\bDateTimeFormat\(|\.get(UTC)?(Hours|Minutes)\(|\bAmerica/"
)
HALL_HOURS: Final = {"site/hall_time.js": "it is the definition, which every script uses"}
"""Scripts that may ask a browser for hours, each with the reason."""

TERMS: Final = {"inscription.opens_at", "inscription.closes_at", "share.shares.closes", "shares.shares.closes"}
"""Until when something may be done, as it was typed: a calendar date, which with the hour before it would be a day too early."""
SHOWN: Final = re.compile(r"([\w.]+)\|date:([\"'])(.*?)\2")


def names_the_day(form: str) -> bool:
    """Whether it writes the day in words, of the week or of the month, by which people call a night; a date in figures is the calendar's."""
    return bool(re.search(r"%[aAbB]" if "%" in form else r"(?<!\\)[lDFM]", form))


def is_of_hour(form: str) -> bool:
    return "%H" in form or "H:i" in form


def dated_in_template(line: str) -> list[str]:
    """What it writes with the hour and the weekday of the calendar."""
    found = [(each[1], each[3]) for each in SHOWN.finditer(line)]
    days, hours = ({what for what, form in found if of(form)} for of in (names_the_day, is_of_hour))
    return sorted((days & hours) - TERMS)


def dated_by_the_calendar(source: str) -> list[int]:
    """The lines that write an hour beside a weekday which is not that of its day of play."""
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
        line
        for line, value, form in written
        if names_the_day(form) and is_of_hour(form) and not _calls_dated(value, told)
    ]


def _calls_dated(value: ast.expr, told: set[str]) -> bool:
    return any(
        (isinstance(each, ast.Attribute) and each.attr == "dated") or (isinstance(each, ast.Name) and each.id in told)
        for each in ast.walk(value)
    )


def asked_of_a_calendar(source: str) -> Iterator[tuple[int, str]]:
    """The lines that take the date out of an instant, look instants up by date, or make an instant out of a date."""
    if not ASKING.search(source):
        return
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


def test_an_hour_is_written_with_the_weekday_of_its_day_of_play() -> None:
    sources = {str(path): (ROOT / path).read_text() for path in MODULES}
    found = {path: dated_by_the_calendar(source) for path, source in sources.items() if is_of_hour(source)}

    assert len(found) > 5
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_template_writes_an_hour_with_the_weekday_of_its_day_of_play() -> None:
    lines = [(path, line) for path in (ROOT / "templates").rglob("*.html") for line in path.read_text().splitlines()]
    found = [(str(path.relative_to(ROOT)), what) for path, line in lines for what in dated_in_template(line)]

    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "f'{localtime(at):%A %d, %H:%M}'",
        "f'{at:%A} a las {at:%H:%M}'",
        "NIGHT: Final = '%A %H:%M'\nf'{localtime(at):{NIGHT}}'",
        "date_format(localtime(at), 'l j, H:i')",
        "at.strftime('%a %d %H:%M')",
        "date_format(localtime(at), r'j \\d\\e F, H:i')",
    ],
)
def test_ways_to_write_the_date_of_the_calendar_are_found(source: str) -> None:
    assert dated_by_the_calendar(source)


@pytest.mark.parametrize(
    "source",
    [
        "f'{days.dated(at):%A %d, %H:%M}'",
        "local = days.dated(at)\nf'{local:%A %H:%M}'",
        "f'{localtime(at):%d/%m/%Y %H:%M}'",
        "f'{day:%A} {at:%H:%M}'",
        "date_format(days.dated(at), 'l j, H:i')",
    ],
)
def test_hours_dated_by_the_day_of_play_are_not(source: str) -> None:
    assert not dated_by_the_calendar(source)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('{{ late.at|date:"\\e\\l l j, \\a \\l\\a\\s H:i" }}', ["late.at"]),
        ('{{ until|date:"l j" }} a las {{ until|date:"H:i" }}', ["until"]),
        ('{{ day|date:"l j" }}: {{ at|date:"H:i" }}', []),
        ('{{ entry.at|date:"d/m H:i:s" }}', []),
        ('{{ entry.at|date:"j \\d\\e F, H:i" }}', ["entry.at"]),
        ('{{ inscription.closes_at|date:"j \\d\\e F, H:i" }}', []),
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


def hours_asked_of_the_browser(script: str) -> list[str]:
    """Where it takes or shows an hour in the zone that the browser, or the script, thinks it is in."""
    return [each[0] for each in BROWSER_HOURS.finditer(script)]


@pytest.mark.parametrize(
    "script",
    [
        "new Date().toLocaleTimeString()",
        'at.toLocaleString("es-EC", { timeZone: ZONE })',
        "new Intl.DateTimeFormat('es-EC').format(at)",
        "`${at.getHours()}:00`",
        "at?.getMinutes() ?? 0",
        "at.getUTCHours()",
        "at.toTimeString()",
        'const ZONE = "America/Guayaquil";',
    ],
)
def test_hours_that_a_script_asks_of_the_browser_are_found(script: str) -> None:
    assert hours_asked_of_the_browser(script)


@pytest.mark.parametrize(
    "script", ["hallTime(at, { second: '2-digit' })", "at.toISOString()", "name.toLocaleUpperCase()"]
)
def test_those_of_the_hall_are_not(script: str) -> None:
    assert not hours_asked_of_the_browser(script)


def test_every_hour_that_a_script_shows_is_that_of_the_hall_wherever_the_browser_thinks_it_is() -> None:
    static = ROOT / "cuarenta_torneo/static"
    found = {
        path.relative_to(static).as_posix(): hours
        for path in static.rglob("*.js")
        if "vendor" not in path.parts and (hours := hours_asked_of_the_browser(path.read_text()))
    }

    assert found.keys() == HALL_HOURS.keys()
