"""A release with keys that stay readable: in masked.csv every record looks like three others or more, a gap being like a gap alone, and the
manifest says so. One release is made for all tests."""

import json
import subprocess

import numpy as np
import pandas as pd
import pytest
from conftest import BINARY

KEYS = ["town", "sex", "job"]
N = 400


def people():
    chance = np.random.default_rng(7)
    numbers = (chance.normal(size=(N, 1)) + chance.normal(size=(N, 3))).round(4)
    return pd.DataFrame(numbers, columns=list("abc")).assign(
        town=chance.choice(["north", "south", "east", "west"], N, p=[0.5, 0.3, 0.15, 0.05]), sex=chance.choice(["f", "m"], N),
        job=chance.choice(["smith", "cook", "bishop"], N, p=[0.6, 0.385, 0.015]))


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """The folder of a release, and what was said; --alike is not said, since a release always does so."""
    folder = tmp_path_factory.mktemp("released")
    people().to_csv(folder / "in.csv", index=False)
    words = "release in.csv -o out --columns a,b,c --keep town,sex,job --suppress 3 --method cell_rotate --profile internal".split()
    done = subprocess.run([BINARY, *words], cwd=folder, capture_output=True, text=True, timeout=110)
    assert done.returncode == 0, done.stderr
    return folder / "out", done.stdout + done.stderr


@pytest.fixture
def masked(released):
    return pd.read_csv(released[0] / "masked.csv", dtype=str, keep_default_na=False)


def test_gaps_are_like_gaps_alone(masked):
    sizes = masked.groupby(KEYS)["a"].transform("size")
    assert len(masked) == N and (masked[KEYS] == "").to_numpy().any() and sizes.min() >= 3
    for key in KEYS:
        assert set(masked[key]) <= {"", *people()[key]}, "only missing is made"


def test_the_manifest_says_that_no_class_is_small(released):
    manifest = json.loads((released[0] / "manifest.json").read_text())
    kept = next(attack for attack in manifest["attacks"] if attack["name"] == "kept_classes")
    assert (kept["measured"], kept["ceiling"], kept["kept"]) == (0, 0, True) and manifest["decision"] == "under every ceiling"
    assert {column["name"]: column["role"] for column in manifest["columns"]} == {**dict.fromkeys("abc", "mask"), **dict.fromkeys(KEYS, "keep")}


def test_the_verdict_tells_what_the_keys_lost(released, masked):
    share = 100 * (masked[KEYS] == "").to_numpy().mean()
    assert f"Of the keys {share:.3g} % of their cells suppressed or left out" in released[1]
    assert "Every masked column's distribution" in released[1] and "On them no record is unique" in released[1]


def test_the_report_to_pass_on_names_keys_and_no_record(released):
    public = (released[0] / "report.html").read_text()
    assert all(key in public for key in KEYS) and "or more" in public
