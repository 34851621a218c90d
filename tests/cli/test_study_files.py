"""The files of a study say the same: results.json, the CSV tables, the figures, the page."""

import collections
import csv
import json
import re
import statistics
import subprocess

import pytest
from conftest import BINARY

MEASURES = ["dbrl", "rid", "sdid", "ps", "pil", "mae", "mse", "brmae", "brmse", "risk", "loss", "overall"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("study")
    subprocess.run([BINARY, "study", "gaussian", "permutation", "--quick", "--seed", "4", "-o", place / "out"],
                   check=True, capture_output=True, timeout=300)
    return place / "out"


@pytest.fixture(scope="module")
def results(folder):
    return json.loads((folder / "results.json").read_text())


@pytest.fixture(scope="module")
def gaussian(results):
    return results["experiments"][0]


def table(folder, name):
    with open(folder / name, newline="") as file:
        return list(csv.DictReader(file))


def readings(method):
    """The readings of the risk by which a method was tuned: {"paper": {...}, ...}."""
    return {name: value for name, value in method.items() if isinstance(value, dict) and "settings" in value}


def flat(figures):
    return {name: value for group in figures.values() if isinstance(group, dict) for name, value in group.items()}


def test_the_scores_in_csv_are_the_medians_in_json(folder, gaussian):
    rows = {(row["reading"], row["method"]): row for row in table(folder, "gaussian_scores.csv")}
    compared = 0
    for method in gaussian["methods"]:
        for reading, chosen in readings(method).items():
            if (reading, method["name"]) not in rows:
                continue
            row = rows[reading, method["name"]]
            assert row["pairing"] == chosen["median"]["pairing"]
            assert int(row["tables_under_ceiling"]) == chosen["tables_under"]
            for name in MEASURES:
                assert float(row[name]) == flat(chosen["median"])[name], (reading, method["name"], name)
            compared += 1
    assert compared == len(rows) >= 20


def test_the_best_stands_first_among_those_under_the_ceiling(folder, gaussian):
    for reading in {row["reading"] for row in table(folder, "gaussian_scores.csv")}:
        rows = [row for row in table(folder, "gaussian_scores.csv") if row["reading"] == reading]
        is_under = [2 * int(row["tables_under_ceiling"]) > gaussian["tables"] for row in rows]
        assert is_under == sorted(is_under, reverse=True), "those over the ceiling come last"
        scores = [float(row["overall"]) for row, under in zip(rows, is_under, strict=True) if under]
        assert scores == sorted(scores)


def test_a_score_is_the_median_over_the_maskings_of_its_setting(folder):
    """Each table is masked once in a quick run and tuned by itself: as many replicates as tables."""
    replicates = collections.defaultdict(list)
    for row in table(folder, "gaussian_replicates.csv"):
        replicates[row["reading"], row["method"]].append(row)
    for row in table(folder, "gaussian_scores.csv"):
        own = replicates[row["reading"], row["method"]]
        assert [int(replicate["replicate"]) for replicate in own] == [1, 2, 3]
        for name in MEASURES:
            assert float(row[name]) == statistics.median(float(replicate[name]) for replicate in own)


def test_scores_are_the_papers_means_of_the_measures(folder):
    for row in table(folder, "gaussian_replicates.csv"):
        value = {name: float(row[name]) for name in MEASURES}
        assert value["risk"] == pytest.approx((value["dbrl"] + value["rid"] + value["sdid"]) / 3)
        assert value["loss"] == pytest.approx((value["ps"] + value["pil"]) / 3 + (value["brmae"] + value["brmse"]) / 6)
        assert value["overall"] == pytest.approx((value["risk"] + value["loss"]) / 2)


def test_the_grid_has_every_setting_by_every_reading(folder, results, gaussian):
    settings = collections.defaultdict(set)
    for row in table(folder, "gaussian_grid.csv"):
        settings[row["reading"], row["method"]].add(row["setting"])
        assert row["failure"] or float(row["overall"]) >= 0
    for method in gaussian["methods"]:
        for reading in readings(method):
            assert len(settings[reading, method["name"]]) == len(method["grid"]), method["name"]
    assert len(settings[next(iter(readings(gaussian["methods"][0]))), "sjppds"]) == results["grid_points"]


def test_the_chosen_settings_are_in_the_grid(gaussian):
    for method in gaussian["methods"]:
        for chosen in readings(method).values():
            assert len(chosen["settings"]) == gaussian["tables"]
            assert all(0 <= setting < len(method["grid"]) for setting in chosen["settings"])
            assert 0 <= chosen["tables_under"] <= gaussian["tables"]


def test_every_claim_is_in_the_page_with_its_verdict(folder, results):
    page = (folder / "study.md").read_text()
    verdict = {True: "holds", False: "**does not hold**", None: "not run"}
    for claim in results["claims"]:
        line = f"| {claim['claim']} | {verdict[claim['holds']]} | {claim['found']} |"
        assert line in page, claim["claim"]
    assert {claim["holds"] for claim in results["claims"]} == {True, False, None}


def test_the_page_has_the_scores_as_they_are_shown(folder):
    page = (folder / "study.md").read_text()
    shown = re.findall(r"^\| (\w+)[^|]* \| [^|]* \| (\w+) \|.*\| \**([\d.]+)\** \|$", page, re.M)
    rows = [row for row in table(folder, "gaussian_scores.csv") if row["family"] != "variant"]
    expected = [(row["method"], row["pairing"], f"{float(row['overall']):.3f}") for row in rows]
    assert shown == expected


def test_the_index_leads_to_every_file(folder):
    page = (folder / "index.html").read_text()
    for file in folder.iterdir():
        if file.suffix == ".csv" or file.name.endswith(".vl.json"):
            assert file.name.replace(".vl.json", "") in page, file.name
    for name in re.findall(r'href="([^":]+)"', page):
        assert (folder / name).exists() or name.endswith(".svg"), name


@pytest.mark.parametrize("name", ["gaussian_overall", "gaussian_measures", "gaussian_tradeoff", "permutation",
                                  "permutation_clouds"])
def test_a_figure_is_a_spec_that_carries_its_data(folder, name):
    spec = json.loads((folder / f"{name}.vl.json").read_text())
    assert "vega-lite" in spec["$schema"]
    found = json.dumps(spec)
    assert '"values"' in found and '"url"' not in found


def test_a_restricted_permutation_moves_values_within_bins_only(folder):
    rows = table(folder, "permutation.csv")
    for column in ("x1", "permuted_x1"):
        by_bin = collections.defaultdict(list)
        for row in rows:
            by_bin[row["bin_of_x2"]].append(row[column])
        if column == "x1":
            before = {bin: sorted(values) for bin, values in by_bin.items()}
        else:
            assert {bin: sorted(values) for bin, values in by_bin.items()} == before
    assert len(before) == 3
    assert [row["x1"] for row in rows] != [row["permuted_x1"] for row in rows]


def test_more_bins_keep_more_of_the_association(folder, results):
    clouds = collections.defaultdict(list)
    for row in table(folder, "permutation_clouds.csv"):
        clouds[row["table"]].append((float(row["x1"]), float(row["x2"])))
    correlations = {name: statistics.correlation(*zip(*points, strict=True)) for name, points in clouds.items()}
    few, many = (abs(correlations[name] - correlations["original"]) for name in ("3 bins", "300 bins"))
    assert many < 0.02 < few
    assert [cloud["table"] for cloud in results["clouds"]] == list(clouds)
    for cloud in results["clouds"]:
        assert cloud["correlation"] == pytest.approx(correlations[cloud["table"]], abs=0.05)


def test_another_seed_gives_other_figures(folder, tmp_path):
    subprocess.run([BINARY, "study", "permutation", "--quick", "--seed", "5", "-o", tmp_path / "out"], check=True,
                   capture_output=True, timeout=300)
    assert (tmp_path / "out" / "permutation.csv").read_text() != (folder / "permutation.csv").read_text()
