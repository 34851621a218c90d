"""Sentences of the verdict that a first user and an attacker missed."""

import json

import numpy as np
import pandas as pd


def verdict(overhand, tmp_path, table, masked, options=""):
    table.to_csv(tmp_path / "a.csv", index=False)
    masked.to_csv(tmp_path / "b.csv", index=False)
    return json.loads(overhand(f"evaluate a.csv b.csv --pairing row --json - {options}").stdout)


def people(n=600):
    chance = np.random.default_rng(1)
    return pd.DataFrame({"age": chance.integers(18, 90, n), "pay": chance.normal(2000, 400, n).round(2),
                         "job": chance.choice(["cook", "nurse", "clerk"], n)})


def test_what_boosted_trees_see_is_told_and_calls_for_care(overhand, tmp_path):
    """A ring against a cloud: trees see it, and the verdict must not say otherwise."""
    chance = np.random.default_rng(2)
    ring = chance.uniform(0, 2 * np.pi, 1500)
    table = pd.DataFrame({"x": np.cos(ring).round(4), "y": np.sin(ring).round(4), "z": chance.normal(size=1500).round(4)})
    masked = pd.DataFrame(chance.normal(0, np.sqrt(0.5), (1500, 2)).round(4), columns=["x", "y"]).assign(z=table["z"].sample(frac=1, random_state=1).to_numpy())
    said = verdict(overhand, tmp_path, table, masked)
    assert said["other"]["c2st"] > 0.3
    sentence = next(each for each in said["verdict"]["analysts"] if each.startswith("A model that tries"))
    assert f"boosted trees {said['other']['c2st']:.2f} of 1" in sentence and "succeeds little" not in sentence


def test_levels_of_one_or_two_originals_are_told(overhand, tmp_path):
    table = people()
    table.loc[:4, "job"] = ["astronaut", "astronaut", "diver", "smith", "smith"]
    masked = table.sample(frac=1, random_state=1)
    said = " ".join(verdict(overhand, tmp_path, table, masked)["verdict"]["intruder"])
    assert "Levels that only one or two originals have go out" in said and "job (3 of 6)" in said
    assert "astronaut" not in said and "diver" not in said
    assert "only one or two originals have go out" not in " ".join(verdict(overhand, tmp_path, people(), people().sample(frac=1, random_state=1))["verdict"]["intruder"])


def test_what_a_class_tells_by_itself_is_told(overhand, tmp_path):
    table = people().assign(town=[f"t{i % 20}" for i in range(600)])
    table.loc[table["town"] == "t3", "job"] = "cook"
    masked = table.copy()
    for name in ("age", "pay", "job"):
        masked[name] = masked.groupby("town")[name].transform(lambda each: each.sample(frac=1, random_state=1).to_numpy())
    said = " ".join(verdict(overhand, tmp_path, table, masked, "--keep town")["verdict"]["intruder"])
    assert "knows a masked value with it" in said and "job (of 30 records)" in said
