"""Records that are made anew have no source to tell the risk by: inside small strata they are not released."""

import json
import random

import pytest


def strata(tmp_path, sizes):
    """in.csv: a stratum of each of these sizes."""
    chance = random.Random(8)
    lines = ["st,a,b,c"]
    for name, size in enumerate(sizes):
        lines += [f"s{name},{chance.randrange(1000)},{chance.gauss(0, 1):.3f},{chance.choice('xyz')}" for _ in range(size)]
    (tmp_path / "in.csv").write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("command", ["compare in.csv", "tune in.csv --method cart"])
def test_small_strata_are_refused(overhand, tmp_path, command):
    strata(tmp_path, [4] * 60)
    refused = overhand(f"{command} --within st --quick -o out.csv --json r.json", check=False)
    assert refused.returncode == 1 and not (tmp_path / "out.csv").exists(), refused.stdout
    said = [point.get("excluded", "") for point in json.loads((tmp_path / "r.json").read_text())["grid"] if point["method"] == "cart"]
    assert any("no source to tell the risk by" in each and "1.000 of them are in classes of fewer than 10" in each for each in said), said


def test_one_small_stratum_among_large_ones_is_told(overhand, tmp_path):
    strata(tmp_path, [6, 200, 200])
    said = overhand("tune in.csv --method cart --within st --quick -o out.csv --json r.json").stdout
    assert "6 of 406 records are in classes of fewer than 10" in said
    assert "6 of 406 records are in classes of fewer than 10" in overhand("mask in.csv -o out.csv --method cart --within st").stderr


def test_large_strata_are_not_refused(overhand, tmp_path):
    strata(tmp_path, [200, 200])
    said = overhand("tune in.csv --method cart --within st --quick -o out.csv").stdout
    assert "classes of fewer than" not in said
