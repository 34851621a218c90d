"""What compare tells in its JSON, in its report and in the table it writes is one and the same."""

import collections
import json
import statistics
import subprocess

import pytest
from conftest import BINARY
from test_report import report_in
from test_report_figures import figure, rows, section

SHOWN = 5e-4  # figures are rounded to four digits
SCORES = ["risk", "shape_loss", "overall"]


def score_of(point, name):
    """What ranks is among the other measures."""
    return point["other" if name == "shape_loss" else "score"][name]


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    for words in ("simulate survey -n 150 --seed 2 -o people.csv",
                  "compare people.csv --quick --seed 1 -o masked.csv --report r.html --json r.json"):
        subprocess.run([BINARY, *words.split()], cwd=folder, check=True, capture_output=True, timeout=300)
    return json.loads((folder / "r.json").read_text()), report_in(folder / "r.html"), folder


@pytest.fixture(scope="module")
def tried(compared):
    """The settings of the grid that could be tried."""
    return [point for point in compared[0]["grid"] if "failure" not in point]


def label(point):
    return ", ".join([point["method"], *(f"{name} {value}" for name, value in point["options"].items())])


def near(expected):
    return pytest.approx(expected, rel=SHOWN, abs=1e-9)


def test_the_grid_holds_each_setting_once(compared):
    labels = [json.dumps([point["method"], point["options"]]) for point in compared[0]["grid"]]
    assert len(labels) == len(set(labels)) > 80
    counts = collections.Counter(point["method"] for point in compared[0]["grid"])
    assert set(counts) == {entry["method"] for entry in compared[0]["methods"]} and len(counts) == 12
    assert counts["mdav"] == counts["noise"] == counts["cart"] == 10 and counts["ipso"] == 1


def test_a_point_is_the_median_of_its_trials(tried):
    for point in tried:
        medians = {**point["risk"], **point["loss"], **point["score"]}
        compared = set(point["replicates"]) & set(medians)
        assert {"dbrl", "pil", "overall"} <= compared
        for name in compared:
            values = point["replicates"][name]
            assert len(values) == point["replications"]
            assert medians[name] == statistics.median(values), (label(point), name)


def test_the_choice_is_the_best_that_may_be_taken(compared, tried):
    result = compared[0]
    allowed = [point for point in tried if point["risk"]["dbrl"] < result["max_risk"] and "excluded" not in point]
    lowest = min(point["other"]["shape_loss"] for point in allowed)
    near = [point for point in allowed if point["other"]["shape_loss"] <= lowest + 0.01 and point["pairing"] != "sorted"]
    best = min(near, key=lambda point: point["risk"]["dbrl"])
    assert result["choice"]["method"] == best["method"]
    assert result["choice"]["score"] == best["score"]
    assert result["choice"]["options"].items() >= best["options"].items()


def test_a_method_is_shown_with_its_best_setting_or_the_nearest_to_the_ceiling(compared, tried):
    for entry in compared[0]["methods"]:
        own = [point for point in tried if point["method"] == entry["method"]]
        allowed = [p for p in own if p["risk"]["dbrl"] < compared[0]["max_risk"] and "excluded" not in p]
        if entry["choice"] is None:
            assert not allowed, entry["method"]
        else:
            assert entry["choice"]["other"]["shape_loss"] <= min(point["other"]["shape_loss"] for point in allowed) + 0.01


def test_the_map_has_every_setting_that_was_tried(compared, tried):
    shown = rows(figure(compared[1], "map", "map"))
    assert len(shown) == len(tried)
    for row, point in zip(shown, tried, strict=True):
        assert row["setting"].split(",")[0] == point["method"]
        assert row["paired"] == point["pairing"]
        assert row["dbrl"] == near(point["risk"]["dbrl"])
        for name in SCORES:
            assert row[name] == near(score_of(point, name))
        assert bool(row["why"]) == ("excluded" in point)
    assert [row["setting"] for row in shown if row["chosen"] == "chosen"] == [
        f"{compared[0]['choice']['method']}, k {compared[0]['choice']['options']['k']}"]


def test_tradeoff_curves_follow_the_option(compared, tried):
    for entry in ("mdav", "noise", "rank_swap", "cell_rotate"):
        own = [point for point in tried if point["method"] == entry]
        shown = rows(figure(compared[1], "tradeoff", f"tradeoff-{entry}"))
        assert [row["option"] for row in shown] == [float(next(iter(point["options"].values()))) for point in own]
        for row, point in zip(shown, own, strict=True):
            assert row["dbrl"] == near(point["risk"]["dbrl"])
            for name in SCORES:
                assert row[name] == near(score_of(point, name))
    ids = {shown["id"] for shown in section(compared[1], "tradeoff")["figures"]}
    assert "tradeoff-cart" not in ids, "orders of columns are no axis"


def test_boxes_are_sorted_by_their_middle(compared):
    for shown in section(compared[1], "spread")["figures"]:
        middles = [row["median"] for row in rows(shown)]
        assert middles == sorted(middles), shown["id"]
        for row in rows(shown):
            assert row["smallest"] <= row["median"] <= row["largest"]
        drawn = collections.defaultdict(list)
        for row in shown["spec"]["data"]["values"]:
            drawn[row["label"]].append(row["value"])
        for row in rows(shown):
            assert row["median"] == near(statistics.median(drawn[row["method"]]))
            assert (row["smallest"], row["largest"]) == (min(drawn[row["method"]]), max(drawn[row["method"]]))


def test_what_is_released_was_measured_anew(compared, tried):
    """The table is masked with a fresh key: its figures are its own, under the ceiling, and the verdict's."""
    result, report, folder = compared
    assert result["release"]["risk"]["dbrl"] < result["max_risk"]
    shown = {row["measure"]: row["value"] for row in rows(figure(report, "measures", "measures"))
             if row["paired"].startswith("lineage")}
    assert shown["dbrl"] == near(result["release"]["risk"]["dbrl"])
    assert report["verdict"] == result["release"]["verdict"]
    assert len((folder / "masked.csv").read_text().splitlines()) == 151


def test_figures_as_files_are_those_of_the_report(compared):
    folder = compared[2]
    words = "compare people.csv --quick --seed 1 --figures figures"
    subprocess.run([BINARY, *words.split()], cwd=folder, check=True, capture_output=True, timeout=300)
    map_in_report = figure(compared[1], "map", "map")["spec"]
    spec = json.loads((folder / "figures" / "map.vl.json").read_text())
    assert spec["data"]["values"] == map_in_report["data"]["values"]
    names = {path.name for path in (folder / "figures").iterdir()}
    assert {"map.vl.json", "tradeoff-noise.vl.json", "box-overall.vl.json"} <= names
