"""What boosted trees make of a masked table: c2st and tstr against the xgboost package on the same folds, and against the
trees of scikit-learn."""

import json

import numpy as np
import pandas as pd
import pytest
import trees
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from threadpoolctl import threadpool_limits

PEOPLE = ["age", "sex", "civil", "town", "hours", "wage"]


def people(count, seed):
    chance = np.random.default_rng(seed)
    age = chance.integers(18, 80, count)
    sex = chance.choice(["f", "m"], count)
    hours = np.clip(chance.normal(np.where(sex == "f", 32, 38), 6), 0, 60).round(1)
    wage = (hours * (12 + age / 8) * chance.lognormal(0, 0.3, count)).round(2)
    civil = np.where(age < 25, "single", chance.choice(["single", "married", "widowed"], count))
    table = pd.DataFrame({"age": age, "sex": sex, "civil": civil, "town": chance.choice(list("abcdefghijklmn"), count), "hours": hours, "wage": wage})
    table.loc[chance.random(count) < 0.05, ["hours"]] = np.nan
    table.loc[chance.random(count) < 0.03, ["civil"]] = None
    return table


SCHEMA = "[columns]\n" + "".join(f'{name} = {{type = "{kind}", role = "mask"}}\n' for name, kind in zip(
    PEOPLE, ["integer", "category", "category", "category", "real", "real"], strict=True))


def numbers(count, seed):
    chance = np.random.default_rng(seed)
    x = chance.normal(size=(count, 5)) @ np.random.default_rng(0).normal(size=(5, 5))
    return pd.DataFrame(np.c_[x, np.exp(x[:, 0] / 3), np.abs(x[:, 1])], columns=list("abcdefg"))


def torn(table, share, seed):
    """A share of the records with each column in an order of its own."""
    chance = np.random.default_rng(seed)
    masked = table.copy()
    rows = chance.choice(len(table), int(share * len(table)), replace=False)
    for name in masked:
        masked.loc[rows, name] = table[name].to_numpy()[chance.permutation(rows)]
    return masked


TABLES = {
    "numbers": (numbers(3000, 1), torn(numbers(3000, 7), 0.5, 2), ()),
    "numbers of another size": (numbers(700, 3), torn(numbers(501, 8), 0.9, 4), ()),
    "people": (people(1000, 5), torn(people(1000, 5), 0.6, 6).assign(wage=lambda masked: masked["wage"] * 1.2), ("sex", "civil", "town")),
}


@pytest.fixture
def measured(overhand, tmp_path):
    def run(original, masked, categories, more=""):
        original.to_csv(tmp_path / "x.csv", index=False)
        masked.to_csv(tmp_path / "m.csv", index=False)
        if categories:
            (tmp_path / "s.toml").write_text(SCHEMA)
            more += " --schema s.toml"
        return json.loads(overhand(f"evaluate x.csv m.csv --json - {more}").stdout)["other"]

    return run


@pytest.mark.parametrize("name", TABLES)
def test_the_figures_are_those_of_the_xgboost_package(measured, name):
    original, masked, categories = TABLES[name]
    found = measured(original, masked, categories)
    assert found["c2st"] > 0.05, "else a constant would do"
    assert found["tstr"] < 0.99
    assert found["c2st"] == pytest.approx(trees.c2st(original, masked, categories), abs=1e-6)
    assert found["tstr"] == pytest.approx(trees.tstr(original, masked, categories), abs=1e-6)


@pytest.mark.parametrize("target", ["wage", "sex", "civil"])
def test_a_target_can_be_named(measured, target):
    original, masked, categories = TABLES["people"]
    found = measured(original, masked, categories, f"--target {target}")
    assert found["tstr"] == pytest.approx(trees.tstr(original, masked, categories, target), abs=1e-6)


def by_sklearn(training, labels, tested, classes):
    if classes == 0:
        return HistGradientBoostingRegressor(random_state=1).fit(training, labels).predict(tested)
    told = HistGradientBoostingClassifier(random_state=1).fit(training, labels).predict_proba(tested)
    return told[:, 1] if classes == 2 else told


def test_other_trees_see_about_the_same(measured):
    original, masked, categories = TABLES["numbers"]
    found = measured(original, masked, categories, "--target c")
    with threadpool_limits(1, "openmp"):  # its threads spin where others work
        assert found["c2st"] == pytest.approx(trees.c2st(original, masked, fit=by_sklearn), abs=0.05)
        assert found["tstr"] == pytest.approx(trees.tstr(original, masked, target="c", fit=by_sklearn), abs=0.05)


def test_an_unknown_target_is_refused(overhand, tmp_path):
    numbers(50, 1).to_csv(tmp_path / "x.csv", index=False)
    failed = overhand("evaluate x.csv x.csv --target wage", check=False)
    assert failed.returncode == 2
    assert "The target 'wage' is none of the measured columns." in failed.stderr
