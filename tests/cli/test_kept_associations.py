"""How kept columns, which analysts group by, go with masked ones: counted again in pandas, and named by the verdict."""

import itertools
import json
import random

import numpy as np
import pandas
import pytest
from test_schema import VALIDATOR

ROWS = 400
NEAR = 1e-9


def original():
    """Wards have their own diagnoses and their own costs; `dose` has many values, `note` another one in each record."""
    chance = random.Random(3)
    ward = [chance.choice("ABCD") for _ in range(ROWS)]
    return pandas.DataFrame({
        "ward": ward,
        "dose": [f"{chance.gauss(50, 9):.3f}" for _ in range(ROWS)],
        "note": [f"n{i:04d}" for i in range(ROWS)],
        "icd": [each + chance.choice("xy") for each in ward],
        "cost": [round(100 * "ABCD".index(each) + chance.gauss(0, 40), 2) for each in ward],
        "age": [chance.randrange(20, 90) for _ in range(ROWS)],
    })


KEPT = ["ward", "dose", "note"]
MASKED = ["icd", "cost", "age"]


@pytest.fixture
def tables(tmp_path):
    """x.csv, and m.csv, in which icd and cost were moved together, apart from what is kept."""
    x = original()
    m = x.copy()
    order = np.random.default_rng(1).permutation(ROWS)
    m[MASKED] = m[MASKED].iloc[order].to_numpy()
    x.to_csv(tmp_path / "x.csv", index=False)
    m.to_csv(tmp_path / "m.csv", index=False)
    return x, m


def ratio(levels, values):
    values = pandas.to_numeric(values)
    means = values.groupby(levels.to_numpy()).transform("mean")
    return np.sqrt(((means - values.mean())**2).sum() / ((values - values.mean())**2).sum())


def cramer(a, b):
    counts = pandas.crosstab(a.to_numpy(), b.to_numpy()).to_numpy()
    expected = np.outer(counts.sum(1), counts.sum(0)) / counts.sum()
    return np.sqrt(((counts - expected)**2 / expected).sum() / counts.sum() / (min(counts.shape) - 1))


def association(table, a, b):
    levels = {"ward", "icd"}
    if {a, b} <= levels:
        return cramer(table[a], table[b])
    if {a, b} & levels:
        return ratio(table[a], table[b]) if a in levels else ratio(table[b], table[a])
    return np.corrcoef(pandas.to_numeric(table[a]), pandas.to_numeric(table[b]))[0, 1]


def evaluated(overhand, words=""):
    result = json.loads(overhand(f"evaluate x.csv m.csv --keep ward,dose,note --json - {words}").stdout)
    VALIDATOR.validate(result)
    return result


def test_pairs_of_kept_and_masked_columns_count(overhand, tables):
    x, m = tables
    pairs = [*itertools.combinations(MASKED, 2), *itertools.product(MASKED, ["ward", "dose"])]
    changes = {pair: abs(association(m, *pair) - association(x, *pair)) for pair in pairs}
    result = evaluated(overhand)
    assert result["other"]["association_largest"] == pytest.approx(max(changes.values()), abs=NEAR)
    assert result["other"]["association_mean"] == pytest.approx(np.mean(list(changes.values())), abs=NEAR)
    worst = max(changes, key=changes.get)
    assert set(worst) == {"icd", "ward"} and changes[worst] > 0.7
    said = result["worst_association"]
    assert said["columns"] == ["icd", "ward"]
    assert said["original"] == pytest.approx(association(x, *worst), abs=NEAR)
    assert said["masked"] == pytest.approx(association(m, *worst), abs=NEAR)


def test_the_verdict_names_the_worst_pair_and_what_is_not_measured(overhand, tables):
    x, m = tables
    analysts = evaluated(overhand)["verdict"]["analysts"]
    before, after = (association(table, "icd", "ward") for table in (x, m))
    assert any(f"(icd and ward: {before:.2f}, now {after:.2f})" in each for each in analysts), analysts
    assert any("How note goes with masked columns is not measured" in each for each in analysts), analysts


def numbers(tmp_path, lost):
    """Numbers that are shuffled within kept groups, or in pairs over all; sources.csv has the sources."""
    chance = np.random.default_rng(5)
    n = 1200
    group = np.repeat([1, 2, 3, 4], n // 4)
    x = pandas.DataFrame({"g": group, "a": np.round(chance.normal(0, 1, n) + (group if lost else 0), 4), "b": np.round(chance.normal(0, 1, n), 4)})
    x.to_csv(tmp_path / "x.csv", index=False)
    order = chance.permutation(n)
    m = x.copy()
    m[["a", "b"]] = np.round(x[["a", "b"]].iloc[order].to_numpy() + chance.normal(0, 1e-3, (n, 2)), 4)
    m["g"] = x.g.to_numpy()
    m.to_csv(tmp_path / "m.csv", index=False)
    return x


def test_a_table_that_lost_its_groups_is_not_plainly_usable(overhand, tmp_path):
    """The numbers stay as they were among themselves: only with the kept groups something is lost."""
    levels = {}
    for lost in (False, True):
        numbers(tmp_path, lost)
        said = json.loads(overhand("evaluate x.csv m.csv --keep g --pairing row --json -").stdout)
        levels[lost] = said
        assert said["other"]["pearson_largest"] < 0.01
    assert levels[False]["worst_association"]["columns"][1] == "g"
    assert levels[False]["other"]["association_largest"] < 0.1 < levels[True]["other"]["association_largest"]


def test_units_have_no_association(overhand, tmp_path):
    overhand("simulate households -n 1000 --seed 1 -o people.csv")
    (tmp_path / "s.toml").write_text('unit = "household"\n' + "".join(
        f'[columns.{name}]\nrole = "{role}"\n' for name, role in
        {"household": "keep", "age": "mask", "size": "mask", "weight": "mask", "region": "keep"}.items()))
    names = (tmp_path / "people.csv").read_text().split("\n")[0].split(",")
    drop = ",".join(set(names) - {"household", "age", "size", "weight", "region"})
    overhand(f"mask people.csv -o masked.csv --schema s.toml --drop {drop} --rare drop --lineage l.csv --seed 1")
    said = json.loads(overhand(f"evaluate people.csv masked.csv --schema s.toml --drop {drop} --pairing l.csv --json - --figures f").stdout)
    assert "household" not in said["worst_association"]["columns"]
    assert "household" not in (tmp_path / "f" / "correlation-change.vl.json").read_text()


def test_a_table_without_kept_columns_has_what_it_had(overhand, people):
    overhand("mask people.csv -o out.csv --seed 1 --quiet")
    said = json.loads(overhand("evaluate people.csv out.csv --json -").stdout)
    assert "association_largest" not in said["other"]
    assert abs(said["worst_association"]["masked"] - said["worst_association"]["original"]) == said["other"]["pearson_largest"]
