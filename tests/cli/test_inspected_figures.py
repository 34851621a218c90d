"""What inspect says of each column, against numpy and pandas, from every format."""

import json
import math

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.orc
import pyarrow.parquet
import pyreadstat
import pytest

N = 400
TOWNS = ["Ulm", "Rom", "Bonn", "Lund"]
FORMATS = ["csv", "tsv", "parquet", "feather", "orc", "xlsx", "ods", "dta", "sav"]
BARS = 20


def frame(seed=7):
    chance = np.random.default_rng(seed)
    age = chance.integers(18, 91, N).astype(float)
    age[chance.choice(N, 37, replace=False)] = np.nan
    return pd.DataFrame({
        "age": age,
        "pay": np.round(chance.lognormal(7, 1, N), 2),
        "flat": np.full(N, 2.5),
        "town": [TOWNS[k] for k in chance.choice(4, N, p=[0.5, 0.3, 0.15, 0.05])],
        "seen": pd.to_datetime("2015-01-01") + pd.to_timedelta(chance.integers(0, 40, N), "D"),
    })


def write(data, path):
    kind = path.suffix[1:]
    days = data.assign(seen=data["seen"].dt.date) if "seen" in data else data
    if kind in ("csv", "tsv"):
        data.to_csv(path, index=False, sep="\t" if kind == "tsv" else ",")
    elif kind in ("xlsx", "ods"):
        days.to_excel(path, index=False, engine="odf" if kind == "ods" else "openpyxl")
    elif kind == "dta":
        data.to_stata(path, write_index=False, convert_dates={"seen": "td"}, version=118)
    elif kind == "sav":
        pyreadstat.write_sav(days, path)
    else:
        writers = {"parquet": pa.parquet.write_table, "feather": pa.feather.write_feather, "orc": pa.orc.write_table}
        writers[kind](pa.Table.from_pandas(days, preserve_index=False), str(path))


@pytest.fixture
def inspected(overhand, tmp_path):
    def run(extension, data):
        write(data, tmp_path / f"t.{extension}")
        result = json.loads(overhand(f"inspect t.{extension} --json -").stdout)
        assert result["rows"] == len(data)
        return {column["name"]: column for column in result["columns"]}

    return run


def bars_of(values):
    """20 bins of equal width over the range; a value on a border counts above it."""
    values = values[~np.isnan(values)]
    low, high = values.min(), values.max()
    if low == high:
        return [len(values)] + [0] * (BARS - 1)
    places = np.minimum((values - low) / (high - low) * BARS, BARS - 1).astype(int)
    return np.bincount(places, minlength=BARS).tolist()


@pytest.mark.parametrize("extension", FORMATS)
def test_numbers_have_the_figures_of_numpy(inspected, extension):
    data = frame()
    columns = inspected(extension, data)
    assert list(columns) == list(data.columns)
    for name in ("age", "pay", "flat"):
        values = data[name].to_numpy()
        known = values[~np.isnan(values)]
        column = columns[name]
        assert column["missing"] == len(values) - len(known), name
        assert column["distinct"] == len(set(known)), name
        assert (column["min"], column["max"]) == (known.min(), known.max()), name
        assert sum(column["histogram"]) == len(known), name
    assert columns["age"]["type"] == "integer" and columns["pay"]["type"] == "real"


@pytest.mark.parametrize("seed", range(4))
def test_histograms_are_those_of_numpy(inspected, seed):
    data = frame(seed)[["pay", "flat"]]
    columns = inspected("parquet", data)
    for name in ("pay", "flat"):
        assert columns[name]["histogram"] == bars_of(data[name].to_numpy()), name


@pytest.mark.parametrize("extension", FORMATS)
def test_levels_are_counted(inspected, extension):
    data = frame()
    town = inspected(extension, data)["town"]
    assert (town["type"], town["distinct"], town["missing"]) == ("category", 4, 0)
    assert {level["value"]: level["records"] for level in town["levels"]} == data["town"].value_counts().to_dict()


@pytest.mark.parametrize("extension", FORMATS)
def test_days_are_days_in_every_format(inspected, extension):
    data = frame()
    seen = inspected(extension, data)["seen"]
    assert seen["type"] == "date" and seen["distinct"] == data["seen"].nunique()
    assert (seen["min"], seen["max"]) == tuple(day.date().isoformat() for day in (data["seen"].min(), data["seen"].max()))
    assert sum(seen["histogram"]) == N


@pytest.mark.parametrize("extension", FORMATS)
def test_all_formats_say_the_same(inspected, extension):
    assert inspected(extension, frame(3)) == inspected("csv", frame(3))


def test_levels_of_few_records_are_not_shown(inspected):
    data = frame()
    data.loc[0, "town"] = "Atlantis"
    town = inspected("csv", data)["town"]
    assert town["distinct"] == 5 and all(level["value"] != "Atlantis" for level in town["levels"])


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 1.0])
def test_gaps_are_counted_and_no_value(inspected, share):
    data = frame()[["pay", "age"]]
    data.loc[: int(share * N) - 1, "pay"] = math.nan
    pay = inspected("csv", data)["pay"]
    known = data["pay"].dropna()
    assert pay["missing"] == int(share * N) and pay["distinct"] == known.nunique()
    if len(known) == 0:
        assert pay["min"] is None and pay["max"] is None and pay["histogram"] == []
    else:
        assert (pay["min"], pay["max"]) == (known.min(), known.max())


def test_what_holds_between_columns(overhand, tmp_path):
    chance = np.random.default_rng(2)
    wage, rent, fee = chance.integers(0, 5000, N), chance.integers(0, 900, N), chance.integers(1, 50, N)
    pd.DataFrame({"wage": wage, "rent": rent, "fee": fee, "total": wage + rent, "all": wage + rent + fee, "floor": rent // 2}).to_csv(
        tmp_path / "t.csv", index=False)
    result = json.loads(overhand("inspect t.csv --json -").stdout)
    assert "total = wage + rent" in result["identities"]
    assert any(rule.startswith("all =") for rule in result["identities"])
    assert "floor <= rent" in result["rules"]
    assert not any("wage <= rent" in rule or "rent <= wage" in rule for rule in result["rules"])
