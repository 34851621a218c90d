"""The figures of a manifest, counted again by pandas from the masked file and the original, and what the two reports say of single records.

Two releases are made for all tests: one that passes, of a table with one outlier, and one by trees, which draw exact values, for a reason.
"""

import datetime
import hashlib
import json
import re
import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import BINARY

ROWS = 300
OUTLIER = 7654.3217  # the one income beyond 100
DOMINATING = 98765.4  # the one turnover beyond 2
REASON = "the board of Entenhausen agreed on 3 May"


def people():
    chance = np.random.default_rng(1)
    size = chance.normal(size=ROWS)
    table = pd.DataFrame({name: (size + chance.normal(size=ROWS)).round(4) for name in "ab"})
    table["visits"] = chance.poisson(3, ROWS)
    table["income"] = (50 + 10 * (size + chance.normal(size=ROWS))).round(3)
    table.loc[17, "income"] = OUTLIER
    table["region"] = chance.choice(["north", "south"], ROWS)
    return table


def firms():
    chance = np.random.default_rng(2)
    size = chance.normal(size=ROWS)
    table = pd.DataFrame({name: (size + chance.normal(size=ROWS)).round(4) for name in "abc"})
    table["staff"] = chance.integers(1, 5, ROWS)
    table["turnover"] = chance.uniform(1, 2, ROWS).round(3)
    table.loc[7, "turnover"] = DOMINATING
    return table


class Release:
    """A table that was released, the masked one, and what was written and said of it."""

    def __init__(self, folder, table, *words):
        self.folder, self.original = folder / "out", table
        table.to_csv(folder / "in.csv", index=False)
        done = subprocess.run([BINARY, "release", "in.csv", "-o", "out", *words], cwd=folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stderr
        self.told = done.stdout
        self.masked = pd.read_csv(self.folder / "masked.csv")
        self.said = json.loads((self.folder / "manifest.json").read_text())
        self.attacks = {attack["name"]: attack for attack in self.said["attacks"]}
        self.figures = {figure["name"]: figure for figure in self.said["figures"]}
        self.numbers = [column["name"] for column in self.said["columns"] if column["role"] == "mask"]

    def report(self, name):
        return json.loads(re.search(r'<script[^>]*id="report"[^>]*>(.*?)</script>', (self.folder / name).read_text(), re.S)[1])


@pytest.fixture(scope="module")
def safe(tmp_path_factory):
    return Release(tmp_path_factory.mktemp("safe"), people(), "--method", "cell_rotate", "--keep", "region", "--profile", "internal")


@pytest.fixture(scope="module")
def leaky(tmp_path_factory):
    return Release(tmp_path_factory.mktemp("leaky"), firms(), "--method", "cart", "--accept-risk", REASON)


@pytest.fixture(params=["safe", "leaky"])
def released(request):
    return request.getfixturevalue(request.param)


def numbers_in(json_value):
    if isinstance(json_value, dict):
        json_value = list(json_value.values())
    if isinstance(json_value, list):
        for value in json_value:
            yield from numbers_in(value)
    elif isinstance(json_value, (int, float)) and not isinstance(json_value, bool):
        yield float(json_value)
    elif isinstance(json_value, str):
        yield from (float(text.replace(",", "")) for text in re.findall(r"\d[\d,]*(?:\.\d+)?", json_value))


def tables_in(json_value):
    """Every table of a report's charts."""
    if isinstance(json_value, dict):
        if "rows" in json_value and "columns" in json_value:
            yield json_value
        json_value = list(json_value.values())
    if isinstance(json_value, list):
        for value in json_value:
            yield from tables_in(value)


# Counted again.


def test_rows_columns_and_roles(released):
    assert released.said["rows"] == len(released.masked) == ROWS
    assert [column["name"] for column in released.said["columns"]] == list(released.masked) == list(released.original)
    assert {column["name"] for column in released.said["columns"] if column["role"] == "keep"} == {"region"} & set(released.original)


def test_types_are_told_as_the_file_has_them(released):
    told = {column["name"]: column["type"] for column in released.said["columns"]}
    for name in released.numbers:
        assert told[name] == "a number" and released.masked[name].dtype == released.original[name].dtype


def test_sums_and_date(released):
    for file in released.said["files"]:
        assert hashlib.sha256((released.folder / file["name"]).read_bytes()).hexdigest() == file["sha256"]
    day = datetime.date.fromisoformat(released.said["date"])
    assert abs((datetime.date.today() - day).days) <= 1


def test_equal_values(released):
    """Of all masked cells together: no column has gaps, so that it is the mean of the columns."""
    equal = np.concatenate([released.masked[name].isin(released.original[name]) for name in released.numbers]).mean()
    assert released.figures["equal_values"]["measured"] == pytest.approx(equal, abs=1e-12)


def test_trees_draw_what_is_there(leaky):
    assert leaky.figures["equal_values"]["measured"] > 0.9, "a figure that is large where it must be"


def test_true_extremes(released):
    """Ends that one or two records have."""
    columns, out = [], 0
    for name in released.numbers:
        original = released.original[name]
        ends = [end for end in (original.min(), original.max()) if (original == end).sum() <= 2 and (released.masked[name] == end).any()]
        out += len(ends)
        columns += [name] if ends else []
    assert released.figures["true_extremes"]["measured"] == out
    assert released.figures["true_extremes"].get("columns", []) == columns


def test_dominated_columns(released):
    """Columns without negative numbers, of which the largest is more than the others together."""
    columns = [name for name in released.numbers
               if released.original[name].min() >= 0 and 2 * released.original[name].max() > released.original[name].sum()]
    assert released.figures["dominated_columns"].get("columns", []) == columns
    assert released.figures["dominated_columns"]["measured"] == len(columns)
    out = sum((abs(released.masked[name] / released.original[name].max() - 1) <= 0.05).any() for name in columns)
    assert released.figures["dominating_values"]["measured"] == out


def test_the_tables_are_what_they_were_made_for(safe, leaky):
    assert leaky.figures["dominated_columns"]["columns"] == ["turnover"] and safe.figures["dominated_columns"]["measured"] == 0
    assert safe.said["decision"] == "under every ceiling" and leaky.said["decision"] == "risk accepted"


def test_kept_classes(safe):
    sizes = safe.masked.groupby("region")["region"].transform("size")
    assert safe.attacks["kept_classes"]["measured"] == pytest.approx((sizes < 3).mean())
    assert set(safe.masked["region"]) <= set(safe.original["region"])


def test_trees_have_no_kept_classes_and_no_source(leaky):
    assert "kept_classes" not in leaky.attacks and leaky.attacks["certain_cells"]["measured"] == 0


def test_what_is_beyond_strangers(released):
    """(target - control) / (1 - control), between the ends of its interval, the upper of which is held where it is told so."""
    for name, attack in released.attacks.items():
        if "interval" not in attack:
            continue
        low, high = attack["interval"]
        risk = (attack["target"] - attack["control"]) / (1 - attack["control"])
        assert low - 1e-9 <= max(risk, 0) <= high + 1e-9, name
        expected = max(risk, 0) if name.startswith("isolated") else high
        assert attack["measured"] == pytest.approx(expected, abs=1e-9), name


def test_the_ceilings_that_are_not_kept_are_those_of_the_headline(leaky):
    beyond = [attack["meaning"] for attack in leaky.attacks.values() if not attack["kept"]]
    headline = re.sub(r"\s+", " ", leaky.told)
    assert beyond and all(meaning in headline.split("Beyond its ceilings: ")[1] for meaning in beyond)


# Reports.


def test_the_reason_stands_first_in_both_reports(leaky):
    for name in ("report.html", "report-internal.html"):
        report = leaky.report(name)
        assert REASON in json.dumps(report["verdict"], ensure_ascii=False)
        shown = re.sub(r"<(script|style)\b.*?</\1>", "", (leaky.folder / name).read_text(), flags=re.S)
        assert REASON in shown and shown.index(REASON) < shown.index("What analysts"), "readers without scripts see it first too"


def test_no_reason_where_none_was_given(safe):
    assert "accepted_because" not in safe.said and "accepted" not in json.dumps(safe.report("report.html")["verdict"])


def test_only_the_internal_report_has_rows(released):
    (exposed,) = [table for table in tables_in(released.report("report-internal.html")) if "row" in table["columns"]]
    rows = [row[exposed["columns"].index("row")] for row in exposed["rows"]]
    assert len(set(rows)) == len(rows) == 20 and 1 <= min(rows) and max(rows) <= ROWS
    assert not [table for table in tables_in(released.report("report.html")) if "row" in table["columns"]]
    ids = [{section["id"] for section in released.report(name)["sections"]} for name in ("report.html", "report-internal.html")]
    assert ids[1] - ids[0] >= {"exposed"} and not ids[0] - ids[1]


def test_an_outlier_is_in_nothing_that_goes_out(safe):
    """It would tell whose it is. Numbers are drawn between it and the next: one of two comes so near with a probability of 2e-5."""
    assert OUTLIER in safe.original["income"].to_numpy() and safe.masked["income"].max() < (1 - 1e-5) * OUTLIER
    told = {"report": safe.report("report.html"), "manifest": safe.said, "terminal": safe.told}
    for where, said in told.items():
        near = [number for number in numbers_in(said) if abs(number / OUTLIER - 1) < 0.001]
        assert not near, where


def test_a_dominating_value_is_not_told(leaky):
    told = leaky.told + (leaky.folder / "manifest.json").read_text()
    assert not [number for number in numbers_in(told) if abs(number / DOMINATING - 1) < 1e-4]


def test_the_manifest_does_not_name_the_input(released):
    assert "in.csv" not in (released.folder / "manifest.json").read_text()
