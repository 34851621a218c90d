"""An outsider reads our output: SDMetrics scores masked tables as we measure them."""

import json
import pathlib
import subprocess

import pytest

import overhand

HERE = pathlib.Path(__file__).parent
PYTHON = HERE.parents[1] / ".venv/sdmetrics/bin/python"
pytestmark = pytest.mark.skipif(not PYTHON.exists(), reason="needs SDMetrics (tools/setup sdmetrics)")


@pytest.fixture(scope="module")
def scores(tmp_path_factory):
    """{setting: scores}, of the table itself, too."""
    folder = tmp_path_factory.mktemp("sdmetrics")
    people = overhand.simulate("survey", rows=500, seed=1)
    tables = {
        "itself": people,
        "cell_rotate": overhand.mask(people, "cell_rotate", seed=1),
        "sjppds": overhand.mask(people, "sjppds", bins=10, seed=1),
        "noise": overhand.mask(people, "noise", percent=200, seed=1),
    }
    for name, table in tables.items():
        table.to_csv(folder / f"{name}.csv", index=False)
    words = [PYTHON, HERE / "sdmetrics_scores.py", "itself.csv", *(f"{name}.csv" for name in tables)]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300, env={"PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stderr
    return dict(zip(tables, json.loads(done.stdout)))


def test_a_copy_has_the_best_score_and_no_new_row(scores):
    """Why a score of quality alone calls nothing safe."""
    assert scores["itself"]["quality"] == pytest.approx(1) and scores["itself"]["new_rows"] == 0


@pytest.mark.parametrize("method", ["cell_rotate", "sjppds"])
def test_shuffles_are_valid_new_and_like_the_original(scores, method):
    assert scores[method]["diagnostic"] == pytest.approx(1)  # every value within the original's range
    assert scores[method]["new_rows"] > 0.95
    assert scores[method]["quality"] > 0.9


def test_more_noise_is_less_quality(scores):
    assert scores["noise"]["quality"] < min(scores["cell_rotate"]["quality"], scores["sjppds"]["quality"])
    assert scores["noise"]["diagnostic"] < 1  # beyond the range
