"""The parts of a study on real tables, here small simulated ones by their names: thresholds, orders, variants."""

import collections
import csv
import json
import statistics
import subprocess

import pytest
from conftest import BINARY
from test_study import small_census

CEILINGS = [1, 0.2, 0.1]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("parts")

    def overhand(words):
        return subprocess.run([BINARY, *words.split()], cwd=place, check=True, capture_output=True, text=True, timeout=300)

    small_census(place, overhand, 60)
    (place / "data" / "tarragona.csv").write_text(overhand("simulate gaussian -n 40 -p 4 --seed 3 -o -").stdout)
    overhand("study census thresholds orders --quick --data data -o out")
    return place / "out"


@pytest.fixture(scope="module")
def results(folder):
    return json.loads((folder / "results.json").read_text())


def table(folder, name):
    with open(folder / name, newline="") as file:
        return list(csv.DictReader(file))


def test_a_threshold_takes_the_least_overall_score_below_it(folder, results):
    curve = table(folder, "thresholds_curve.csv")
    assert [threshold["max_risk"] for threshold in results["thresholds"]] == CEILINGS
    for threshold in results["thresholds"]:
        allowed = [row for row in curve if float(row["dbrl"]) < threshold["max_risk"]]
        best = min(allowed, key=lambda row: float(row["overall"]), default=None)
        assert threshold["percent"] == (None if best is None else float(best["percent"])), threshold["max_risk"]


def test_thresholds_in_csv_are_those_of_the_json(folder, results):
    rows = [(float(row["max_risk"]), float(row["percent"]) if row["percent"] else None) for row in table(folder, "thresholds.csv")]
    assert rows == [(threshold["max_risk"], threshold["percent"]) for threshold in results["thresholds"]]


def test_more_noise_links_fewer_records_and_loses_more(folder):
    curve = table(folder, "thresholds_curve.csv")
    percents = [float(row["percent"]) for row in curve]
    assert percents == sorted(percents) and len(percents) == 10
    assert float(curve[0]["dbrl"]) > float(curve[-1]["dbrl"])
    assert float(curve[0]["mae"]) < float(curve[-1]["mae"])
    for row in curve:
        assert float(row["mae"]) == pytest.approx(float(curve[0]["mae"]) * float(row["percent"]), rel=0.2)


def test_orders_are_permutations_of_the_columns_and_each_is_tried_by_both(folder, results):
    by_experiment = collections.defaultdict(set)
    for orders in results["orders"]:
        for row in orders["orders"]:
            names = row["order"].split(",")
            by_experiment[orders["experiment"]].add(frozenset(names))
            assert len(names) == len(set(names))
            assert len(row["cart"]) == len(row["sjppds"]) > 0
    assert list(by_experiment) == ["census", "tarragona", "gaussian", "exponential"]
    assert all(len(columns) == 1 for columns in by_experiment.values()), "the same columns in every order"
    assert [len(next(iter(columns))) for columns in by_experiment.values()] == [12, 4, 10, 10]


def test_the_spread_over_orders_is_that_of_their_medians(results):
    for orders in results["orders"]:
        for method in ("cart", "sjppds"):
            tables = collections.defaultdict(list)
            for row in orders["orders"]:
                tables[row["table"]].append(statistics.median(row[method]))
            expected = statistics.median(statistics.stdev(medians) for medians in tables.values())
            assert orders[f"spread_{method}"] == pytest.approx(expected, rel=1e-9), orders["experiment"]


def test_orders_in_csv_have_a_line_for_each_masking(folder, results):
    expected = [(orders["experiment"], str(row["table"]), row["order"], str(masking + 1), cart, sjppds)
                for orders in results["orders"] for row in orders["orders"]
                for masking, (cart, sjppds) in enumerate(zip(row["cart"], row["sjppds"], strict=True))]
    found = [(row["experiment"], row["table"], row["order"], row["masking"], float(row["cart"]), float(row["sjppds"]))
             for row in table(folder, "orders.csv")]
    assert found == expected


def test_the_model_as_r_fits_it_is_held_against_ours(folder, results):
    rows = {(row["experiment"], row["method"]): row for row in table(folder, "ps_by_glm.csv")}
    assert {method for _, method in rows} >= {"sjppds", "cart", "mdav", "noise"}
    for row in results["glm"]:
        assert 0 <= row["ps_damped"] <= 1 and 0 <= row["ps_glm"] <= 1 and 0 <= row["diverged"] <= 1
        assert (row["experiment"], row["method"]) in rows


def test_records_as_they_lie_are_strangers(folder, results):
    for row in results["unsorted"]:
        assert row["as_they_lie"] <= row["sorted"]
        assert (row["by_source"] is None) == (row["method"] == "cart"), "cart has no sources"
        if row["by_source"] is not None:
            assert row["by_source"] > row["sorted"], "sorting hides them"
    assert [row["method"] for row in table(folder, "unsorted.csv")] == [row["method"] for row in results["unsorted"]]


def test_a_part_that_was_not_asked_for_is_not_there(folder, results):
    assert [experiment["name"] for experiment in results["experiments"]] == ["census"]
    assert results["permutation"] is None and not results["clouds"]
    assert not (folder / "permutation.csv").exists() and not (folder / "timing.json").exists()
    page = (folder / "study.md").read_text()
    assert "### Census (60 × 12" in page and "### Gaussian" not in page
