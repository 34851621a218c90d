"""A quick study twice, by one thread and by two: the same bytes, whole tables, every figure within its bounds."""

import collections
import csv
import json
import re
import subprocess

import pytest
from conftest import BINARY

MEASURES = ["dbrl", "rid", "sdid", "ps", "pil", "mae", "mse", "brmae", "brmse", "risk", "loss", "overall"]
HEADERS = {
    "exponential_scores.csv": ["reading", "method", "family", "setting", "tables_under_ceiling", "pairing", *MEASURES],
    "exponential_grid.csv": ["reading", "method", "setting", "failure", *MEASURES],
    "exponential_replicates.csv": ["reading", "method", "replicate", *MEASURES],
    "permutation.csv": ["x1", "x2", "bin_of_x2", "permuted_x1"],
    "permutation_clouds.csv": ["table", "x1", "x2"],
    "unsorted.csv": ["experiment", "method", "as_they_lie", "sorted", "by_source"],
}


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    place = tmp_path_factory.mktemp("bounds")
    for threads in (1, 2):
        subprocess.run([BINARY, "study", "exponential", "permutation", "--quick", "--seed", "12", "--threads", str(threads), "-o",
                        place / f"by{threads}"], check=True, capture_output=True, timeout=600)
    return place / "by1", place / "by2"


def table(folder, name):
    with open(folder / name, newline="") as file:
        return list(csv.reader(file))


def records(folder, name):
    header, *rows = table(folder, name)
    return [dict(zip(header, row, strict=True)) for row in rows]


def test_one_thread_or_two_the_same_files(folders):
    one, two = folders
    names = sorted(path.name for path in one.iterdir())
    assert names == sorted(path.name for path in two.iterdir())
    assert {*HEADERS, "results.json", "study.md", "index.html"} <= set(names)
    for name in names:
        assert (one / name).read_bytes() == (two / name).read_bytes(), name


@pytest.mark.parametrize("name", HEADERS)
def test_tables_have_their_columns_in_every_line(folders, name):
    header, *rows = table(folders[0], name)
    assert header == HEADERS[name]
    assert rows and all(len(row) == len(header) for row in rows)
    assert (folders[0] / name).read_bytes().endswith(b"\n")


@pytest.mark.parametrize("name", ["exponential_scores.csv", "exponential_grid.csv", "exponential_replicates.csv"])
def test_every_measure_lies_within_its_bounds(folders, name):
    for row in records(folders[0], name):
        if row.get("failure"):
            assert not any(row[measure] for measure in MEASURES), "what was refused has no figures"
            continue
        for measure in MEASURES:
            value = float(row[measure])
            assert value >= 0, (row["method"], measure)
            assert value <= 1 or measure in ("mae", "mse"), (row["method"], measure)


def test_a_record_is_linked_in_whole_numbers_of_records(folders):
    """By true sources DBRL of one masking is a number of the 500 records; sorted it is a mean over 10 columns."""
    for row in records(folders[0], "exponential_replicates.csv"):
        assert float(row["dbrl"]) * 5000 == pytest.approx(round(float(row["dbrl"]) * 5000), abs=1e-6), row["method"]


def test_readings_differ_only_where_sources_are_known(folders):
    """A method that keeps rows is measured row by row in both readings: the same scores."""
    by = collections.defaultdict(dict)
    for row in records(folders[0], "exponential_grid.csv"):
        by[row["method"], row["setting"]][row["reading"]] = row
    same = collections.defaultdict(list)
    for (method, _), readings in by.items():
        if len(readings) == 2:
            first, second = readings.values()
            same[method].append(all(first[name] == second[name] for name in MEASURES))
    for method in ("mdav", "pca", "pppca", "noise", "correlated_noise", "rank_swap", "cart"):
        assert all(same[method]) and same[method], method
    assert not any(same["sjppds"]), "sorting hides its sources"


def test_every_setting_stands_once(folders):
    settings = [(row["reading"], row["method"], row["setting"]) for row in records(folders[0], "exponential_grid.csv")]
    assert len(settings) == len(set(settings))
    scores = [(row["reading"], row["method"]) for row in records(folders[0], "exponential_scores.csv")]
    assert len(scores) == len(set(scores))
    assert {(reading, method) for reading, method, _ in settings} == set(scores)


def test_the_chosen_are_within_the_ceiling_where_they_say_so(folders):
    results = json.loads((folders[0] / "results.json").read_text())
    experiment = results["experiments"][0]
    assert (experiment["name"], experiment["rows"], experiment["columns"], experiment["tables"]) == ("exponential", 500, 10, 3)
    for row in records(folders[0], "exponential_scores.csv"):
        assert 0 <= int(row["tables_under_ceiling"]) <= 3
        if int(row["tables_under_ceiling"]) == 3:
            assert float(row["dbrl"]) < results["max_risk"], row["method"]
        if int(row["tables_under_ceiling"]) == 0:
            assert float(row["dbrl"]) >= results["max_risk"], row["method"]


def test_the_results_name_their_seed_and_their_size(folders):
    results = json.loads((folders[0] / "results.json").read_text())
    assert (results["command"], results["seed"], results["grid_points"], results["simulated_tables"]) == ("study", 12, 10, 3)
    assert {claim["holds"] for claim in results["claims"]} <= {True, False, None}
    for claim in [*results["claims"], *results["honest_claims"]]:
        assert claim["claim"].endswith(".") and (claim["holds"] is None) == (claim["found"] == ""), claim


def test_the_tables_of_the_page_have_cells_in_every_line(folders):
    """A line of a Markdown table with a cell too few moves all that follows."""
    lines = (folders[0] / "study.md").read_text().splitlines()
    width = 0
    seen = 0
    for line in lines:
        if not line.startswith("|"):
            width = 0
            continue
        cells = len(re.split(r"(?<!\\)\|", line))
        assert width in (0, cells), line
        width, seen = cells, seen + 1
    assert seen > 30


def test_what_a_figure_draws_is_in_the_tables(folders):
    """The overall scores that are drawn are those of the replicates."""
    spec = json.loads((folders[0] / "exponential_overall.vl.json").read_text())
    drawn = []

    def collect(value):
        if isinstance(value, dict):
            if isinstance(value.get("values"), list):
                drawn.extend(row for row in value["values"] if isinstance(row, dict))
            for item in value.values():
                collect(item)
        elif isinstance(value, list):
            for item in value:
                collect(item)

    collect(spec)
    assert drawn
    known = {float(f"{float(row['overall']):.4g}") for row in records(folders[0], "exponential_replicates.csv")}
    numbers = {float(f"{value:.4g}") for row in drawn for name, value in row.items() if name in ("overall", "score", "value")
               and isinstance(value, float)}
    assert numbers and len(numbers & known) >= 0.9 * len(numbers)
