"""Options as people write them."""

import pytest

from referee.management.rehearsal.options import RATES, BadOption, Rates, percent, rates_read, rates_told, share_read


@pytest.mark.parametrize(
    ("text", "share"), [("8%", 0.08), ("8", 0.08), ("0,5 %", 0.005), ("0.5%", 0.005), ("0", 0), ("100%", 1)]
)
def test_a_percentage_may_be_written_in_several_ways(text: str, share: float) -> None:
    assert share_read("ausencias", text) == share


@pytest.mark.parametrize("text", ["", "%", "-1%", "100,1%", "ocho", "nan", "1e9", "inf"])
def test_what_is_no_percentage_is_refused(text: str) -> None:
    with pytest.raises(BadOption, match="--ausencias"):
        share_read("ausencias", text)


def test_rates_that_are_not_given_stay_as_usual() -> None:
    assert rates_read({"malrepartos": "7%", "ausencias": None}) == Rates(misdeals=0.07)


def test_every_rate_is_told_and_reads_back() -> None:
    assert rates_read({key.replace("-", "_"): told for key, told in rates_told(Rates()).items()}) == Rates()
    assert len(RATES) == len(rates_told(Rates()))
    assert percent(0.005) == "0,5 %"
