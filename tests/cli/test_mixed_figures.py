"""What mixed tables keep under cell_rotate, and what it gives away, measured by programs of others.

The bounds are figures of the method's prototype where there are some (survey: associations .0045, AUC .45, five known
facts guess .01 more of a member than of a stranger), and else what was measured, with room for chance.
"""

import json
import os
import pathlib

import numpy as np
import pandas as pd
import pytest
from sklearn.ensemble import HistGradientBoostingClassifier
from sklearn.metrics import roc_auc_score
from sklearn.model_selection import StratifiedKFold, cross_val_predict

DATA = pathlib.Path(os.environ.get("OVERHAND_DATA", pathlib.Path(__file__).parents[3] / "shared/data"))
needs_survey = pytest.mark.skipif(not (DATA / "testdata.csv").exists(), reason="needs testdata.csv of sdcMicro (OVERHAND_DATA)")


def survey():
    table = pd.read_csv(DATA / "testdata.csv")
    table = table.drop(columns=[name for name in table if "weight" in name])
    return table, [name for name in table if table[name].nunique() <= 10]


def hospital(overhand, tmp_path):
    overhand("simulate hospital -n 5000 --seed 1 -o h.csv")
    table = pd.read_csv(tmp_path / "h.csv").drop(columns=["visit", "patient", "name", "zip", "admission", "birth_date", "cost"], errors="ignore")
    return table, [name for name in table if not pd.api.types.is_numeric_dtype(table[name]) or table[name].nunique() <= 5]


def schema_of(table, categories, head=""):
    types = {name: "category" if name in categories else "real" for name in table}
    return head + "[columns]\n" + "".join(f'{name} = {{type = "{kind}", role = "mask"}}\n' for name, kind in types.items())


@pytest.fixture
def mask(overhand, tmp_path):
    """The masked table, and how far associations moved."""

    def run(table, categories, seed):
        table.to_csv(tmp_path / "a.csv", index=False)
        (tmp_path / "s.toml").write_text(schema_of(table, categories))
        overhand(f"mask a.csv -o b.csv --schema s.toml --method cell_rotate --k 20 --seed {seed} --quiet")
        said = json.loads(overhand("evaluate a.csv b.csv --schema s.toml --json -").stdout)
        return pd.read_csv(tmp_path / "b.csv"), said["other"]["association_mean"]

    return run


def numbers(tables, categories):
    """All of them under each other; a level or a gap of a category is a number."""
    whole = pd.concat(tables, ignore_index=True)
    return np.column_stack([pd.factorize(whole[name].astype(object).where(whole[name].notna(), "?").astype(str))[0].astype(float)
                            if name in categories else whole[name].to_numpy(float) for name in whole])


def auc(original, masked, categories):
    """How well boosted trees tell them apart on records that they have not seen."""
    x = numbers([original, masked[original.columns]], categories)
    y = np.repeat([0, 1], [len(original), len(masked)])
    trees = HistGradientBoostingClassifier(categorical_features=[name in categories for name in original], random_state=0)
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    return roc_auc_score(y, cross_val_predict(trees, x, y, cv=folds, method="predict_proba")[:, 1])


def guessed(people, masked, target, known, categories):
    """The share of people whose level is that of the masked record nearest by what is known of them."""
    distance = np.zeros((len(people), len(masked)), dtype=np.float32)
    for name in known:
        both = numbers([people[[name]], masked[[name]]], categories)[:, 0]
        a, b = both[:len(people), None], both[None, len(people):]
        if name in categories:
            distance += 2 * (a != b)
        else:
            square = ((a - b) / np.nanstd(both)) ** 2
            distance += np.minimum(np.where(np.isnan(square), 2.0 * (np.isnan(a) != np.isnan(b)), square), 2)
    nearest = masked[target].astype(str).to_numpy()[distance.argmin(1)]
    return (nearest == people[target].astype(str).to_numpy()).mean()


def advantage(mask, table, categories, seed):
    """By how much five known facts guess a sixth of a member better than of a stranger, over ten choices of them."""
    chance = np.random.default_rng(seed)
    order = chance.permutation(len(table))
    members, strangers = (table.iloc[part].reset_index(drop=True) for part in np.array_split(order, 2))
    masked, _ = mask(members, categories, seed)
    gained = []
    for _ in range(10):
        target = chance.choice(categories)
        known = chance.choice([name for name in table if name != target], 5, replace=False)
        gained.append(guessed(members, masked, target, known, categories) - guessed(strangers, masked, target, known, categories))
    return np.mean(gained)


@needs_survey
def test_of_the_survey(mask):
    table, categories = survey()
    table = table.drop(columns="ori_hid")
    masked, moved = mask(table, categories, 1)
    assert moved < 0.0045
    assert auc(table, masked, categories) < 0.5
    assert advantage(mask, table, categories, 1) < 0.02


def test_of_the_hospital(overhand, mask, tmp_path):
    table, categories = hospital(overhand, tmp_path)
    masked, moved = mask(table, categories, 1)
    assert moved < 0.010
    assert auc(table, masked, categories) < 0.6
    assert advantage(mask, table, categories, 1) < 0.03


def between(table, unit, name):
    """The share of a column's variance that lies between units."""
    values = table[name].dropna()
    means = values.groupby(table.loc[values.index, unit]).transform("mean")
    return ((means - values.mean()) ** 2).sum() / ((values - values.mean()) ** 2).sum()


def of_sizes_in(original, masked, unit):
    """Without the units of sizes that were too rare to mask."""
    sizes = set(masked.groupby(unit).size())
    return original[original.groupby(unit)[unit].transform("size").isin(sizes)].reset_index(drop=True)


def ages_alike(table, unit):
    """The correlation of the ages of the two youngest members."""
    table = table.sort_values([unit, "age"], kind="stable")
    place = table.groupby(unit).cumcount()
    first, second = (table[place == i].set_index(unit)["age"] for i in (0, 1))
    both = first.index.intersection(second.index)
    return np.corrcoef(first[both], second[both])[0, 1]


def masked_units(overhand, tmp_path, table, unit, categories, seed=2):
    table.to_csv(tmp_path / "a.csv", index=False)
    head = f'unit = "{unit}"\norder = "age"\n'
    (tmp_path / "s.toml").write_text(schema_of(table.drop(columns=unit), categories, head) + f"{unit} = {{}}\n")
    overhand(f"mask a.csv -o b.csv --schema s.toml --method cell_rotate --k 20 --rare drop --seed {seed} --quiet")
    masked = pd.read_csv(tmp_path / "b.csv")
    return of_sizes_in(table, masked, unit), masked


@needs_survey
def test_members_of_a_household_of_the_survey_stay_as_alike(overhand, tmp_path):
    table, categories = survey()
    original, masked = masked_units(overhand, tmp_path, table, "ori_hid", categories)
    assert len(masked) == len(original) == len(table) - 105
    for name in original.columns.drop("ori_hid"):
        assert abs(between(masked, "ori_hid", name) - between(original, "ori_hid", name)) < 0.01, name
    assert (masked.groupby("ori_hid")[["roof", "walls", "water", "electcon", "urbrur"]].nunique() == 1).all().all()
    assert abs(ages_alike(masked, "ori_hid") - ages_alike(original, "ori_hid")) < 0.02
    assert auc(original.drop(columns="ori_hid"), masked, categories) < 0.5


def test_members_of_a_simulated_household_stay_as_alike(overhand, tmp_path):
    overhand("simulate households -n 3000 --seed 1 -o hh.csv")
    table = pd.read_csv(tmp_path / "hh.csv").drop(columns="member")
    categories = [name for name in table if not pd.api.types.is_numeric_dtype(table[name])]
    maskings = [masked_units(overhand, tmp_path, table, "household", categories, seed) for seed in range(1, 10)]
    for name in ("age", "income", "size"):  # medians: the share of one masking of the skewed incomes has a standard deviation of .01
        changes = [between(after, "household", name) - between(before, "household", name) for before, after in maskings]
        assert abs(np.median(changes)) < 0.01, name
    original, masked = maskings[0]
    assert (masked.groupby("household")[["region", "area", "roof", "water"]].nunique() <= 1).all().all()
    assert abs(ages_alike(masked, "household") - ages_alike(original, "household")) < 0.03
