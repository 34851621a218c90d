"""A release of a table whose keys are kept and made alike: the attacks, which know the keys first, decide."""

import json

import numpy as np
import pandas as pd
import pytest

KEYS = ["sex", "region", "band"]


@pytest.fixture
def people(tmp_path):
    chance = np.random.default_rng(3)
    table = pd.DataFrame({"sex": chance.choice(["f", "m"], 800), "region": chance.choice(list("nesw"), 800, p=[.6, .25, .1, .05]),
                          "band": chance.choice(["young", "middle", "old", "very old"], 800, p=[.4, .4, .18, .02])})
    size = chance.normal(size=800) + (table["sex"] == "f")
    for j in range(5):
        table[f"c{j}"] = (size + chance.normal(size=800)).round(3)
    table.to_csv(tmp_path / "people.csv", index=False)
    return table


def test_keys_go_out_alike_and_the_attacks_decide(overhand, people, tmp_path):
    done = overhand("release people.csv -o out --method cell_rotate --keep sex,region,band --suppress 3")
    said = json.loads((tmp_path / "out/manifest.json").read_text())
    assert said["decision"] == "under every ceiling"
    masked = pd.read_csv(tmp_path / "out/masked.csv", keep_default_na=False)
    assert masked.groupby(KEYS).size().min() >= 3  # a gap like a gap alone
    held = {attack["name"]: attack for attack in said["attacks"]}
    assert held["kept_classes"]["measured"] == 0 and held["inference_3"]["kept"]
    figures = {figure["name"]: figure for figure in said["figures"]}
    linked = figures["linked_with_kept"]
    assert 0 < linked["measured"] < 1 and linked["meaning"] in done.stdout


def test_a_nearly_unique_column_that_is_kept_is_refused(overhand, people):
    done = overhand("release people.csv -o out --method cell_rotate --keep sex,region,band,c0", check=False)
    assert done.returncode == 2 and "--drop c0" in done.stderr


def test_a_table_without_kept_columns_has_no_such_figure(overhand, people, tmp_path):
    overhand("release people.csv -o out --method cell_rotate --drop sex,region,band --profile internal")
    said = json.loads((tmp_path / "out/manifest.json").read_text())
    assert "linked_with_kept" not in {figure["name"] for figure in said["figures"]}
    assert {attack["name"]: attack for attack in said["attacks"]}["membership"]["by"] in (
        "nearest record", "nearest five, as against all originals", "gaps between values")
