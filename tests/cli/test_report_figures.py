"""The figures of a report against the tables they are of: every number that can be counted is counted again."""

import json
import math
import statistics

import pytest
from conftest import columns_of
from test_report import report_in

SHOWN = 5e-4  # figures are rounded to four digits


@pytest.fixture
def reports(overhand, tmp_path):
    """(original, masked, sources, external report, internal report) of a survey masked by rank_noise."""
    overhand("simulate survey -n 400 --seed 3 -o people.csv")
    overhand("mask people.csv -o masked.csv --method rank_noise --lineage source.csv --seed 5 --quiet")
    overhand("evaluate people.csv masked.csv --pairing source.csv --report r.html --json r.json")
    tables = [{name: [float(v) for v in values] for name, values in columns_of((tmp_path / file).read_text()).items()}
              for file in ("people.csv", "masked.csv")]
    sources = [int(line) - 1 for line in (tmp_path / "source.csv").read_text().split()[1:]]
    return (*tables, sources, report_in(tmp_path / "r.html"), report_in(tmp_path / "r-internal.html"))


def section(report, name):
    return next(part for part in report["sections"] if part["id"] == name)


def figure(report, part, name):
    return next(shown for shown in section(report, part)["figures"] if shown["id"] == name)


def rows(shown):
    return [dict(zip(shown["table"]["columns"], row, strict=True)) for row in shown["table"]["rows"]]


def counted(values, low, high, bars=20):
    counts = [0] * bars
    width = (high - low) / bars
    for value in values:
        counts[max(0, min(bars - 1, int((value - low) / width)))] += 1
    return counts


def test_each_column_has_a_histogram_of_its_own_values(reports):
    original, masked, _, _, internal = reports
    assert [shown["title"] for shown in section(internal, "margins")["figures"]] == list(original)
    for name, values in original.items():
        bars = rows(figure(internal, "margins", f"margin-{name}"))
        low, high = min(values + masked[name]), max(values + masked[name])
        assert [bar["original"] for bar in bars] == counted(values, low, high), name
        assert [bar["masked"] for bar in bars] == counted(masked[name], low, high), name
        assert bars[0]["from"] == pytest.approx(low, rel=SHOWN) and bars[-1]["to"] == pytest.approx(high, rel=SHOWN)
        for left, right in zip(bars, bars[1:], strict=False):
            assert left["to"] == right["from"]


def test_small_counts_of_originals_are_left_out_for_others(reports):
    original, masked, _, external, _ = reports
    hidden = 0
    for name, values in original.items():
        bars = rows(figure(external, "margins", f"margin-{name}"))
        low, high = min(masked[name]), max(masked[name])
        for bar, count in zip(bars, counted(values, low, high), strict=True):
            assert bar["original"] == (None if 0 < count < 5 else count)
            hidden += bar["original"] is None
        assert [bar["masked"] for bar in bars] == counted(masked[name], low, high), name
    assert hidden > 0, "the survey has tails"


def test_what_is_drawn_is_what_the_table_below_says(reports):
    for report in reports[3:]:
        for name in reports[0]:
            shown = figure(report, "margins", f"margin-{name}")
            drawn = shown["spec"]["data"]["values"]
            for table in ("original", "masked"):
                assert [row["records"] for row in drawn if row["table"] == table] == [bar[table] for bar in rows(shown)]


def test_correlations_are_those_of_the_tables(reports):
    original, masked, _, external, _ = reports
    for a in original:
        for b in original:
            before, after = statistics.correlation(original[a], original[b]), statistics.correlation(masked[a], masked[b])
            for name, expected in [("original", before), ("masked", after), ("change", after - before)]:
                cells = rows(figure(external, "correlations", f"correlation-{name}"))
                found = next(cell for cell in cells if (cell["column"], cell["and"]) == (a, b))
                assert found["correlation"] == pytest.approx(expected, abs=SHOWN), (name, a, b)


def test_pairs_show_the_first_records_of_neighbouring_columns(reports):
    original, masked, _, external, internal = reports
    names = list(original)
    ids = [f"pair-{a}-{b}" for a, b in zip(names, names[1:], strict=False)]
    assert [shown["id"] for shown in section(external, "pairs")["figures"]] == ids
    for (a, b), name in zip(zip(names, names[1:], strict=False), ids, strict=True):
        points = rows(figure(internal, "pairs", name))
        for table, values in [("masked", masked), ("original", original)]:
            found = [(row[a], row[b]) for row in points if row["table"] == table]
            assert len(found) == 250
            for point, expected in zip(found, zip(values[a], values[b], strict=True), strict=False):
                assert point == pytest.approx(expected, rel=SHOWN)


def test_the_lone_are_linked_by_tenths(reports):
    """The records by the distance to the nearest other original, in tenths: the share linked in each."""
    original, masked, sources, external, _ = reports

    def standardised(table):
        scaled = [[(v - statistics.fmean(c)) / statistics.stdev(c) for v in c] for c in table.values()]
        return list(zip(*scaled, strict=True))

    x, m = standardised(original), standardised(masked)
    linked = {}
    for record, source in zip(m, sources, strict=True):
        distances = [math.dist(record, other) for other in x]
        linked[source] = distances[source] <= min(distances) * (1 + 1e-12)
    lone = [min(math.dist(a, b) for j, b in enumerate(x) if j != i) for i, a in enumerate(x)]
    order = sorted(range(len(x)), key=lone.__getitem__)
    tenths = rows(figure(external, "riskiest", "isolation"))
    assert [tenth["records"] for tenth in tenths] == [40] * 10
    for t, tenth in enumerate(tenths):
        expected = statistics.fmean(linked[i] for i in order[40 * t : 40 * (t + 1)])
        assert tenth["linked"] == pytest.approx(expected, abs=SHOWN), t


def test_the_measures_are_those_of_the_json(reports, tmp_path):
    """Each measure stands in the report with its value; the others of the JSON are in its details."""
    result = json.loads((tmp_path / "r.json").read_text())
    shown = {(row["measure"], row["paired"].split(",")[0]): row["value"]
             for row in rows(figure(reports[3], "measures", "measures"))}
    for reading in (result, *result["also"]):
        for group in ("risk", "loss", "score"):
            for name, value in reading[group].items():
                if (name, reading["pairing"]) in shown:
                    assert shown[name, reading["pairing"]] == pytest.approx(value, rel=SHOWN, abs=1e-12), name
    assert {"dbrl", "rid", "sdid", "ps", "pil"} <= {name for name, _ in shown}


def test_the_verdict_is_the_same_in_json_and_in_both_reports(reports, tmp_path):
    verdict = json.loads((tmp_path / "r.json").read_text())["verdict"]
    assert reports[3]["verdict"] == reports[4]["verdict"] == verdict


def test_a_constant_column_is_one_bar(overhand, tmp_path):
    lines = [f"{i * i},{7},{i * i % 31}" for i in range(60)]
    (tmp_path / "people.csv").write_text("a,same,b\n" + "\n".join(lines) + "\n")
    overhand("mask people.csv -o masked.csv --method sjppds --bins 5 --seed 1 --quiet")
    overhand("evaluate people.csv masked.csv --report r.html")
    bars = rows(figure(report_in(tmp_path / "r-internal.html"), "margins", "margin-same"))
    assert [bar["original"] for bar in bars] == [60] + [0] * 19
    cells = rows(figure(report_in(tmp_path / "r.html"), "correlations", "correlation-original"))
    assert {cell["correlation"] for cell in cells if "same" in (cell["column"], cell["and"])} == {0}
