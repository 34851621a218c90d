"""Margins as people use them: dates, gaps and categories in one table, and in tune and compare."""

import json

import numpy as np
import pandas as pd
import pytest


@pytest.fixture
def bills(tmp_path):
    chance = np.random.default_rng(3)
    table = pd.DataFrame({
        "day": pd.to_datetime("2024-01-01") + pd.to_timedelta(chance.integers(0, 700, 800), "D"),
        "seen": pd.to_datetime("2024-01-01") + pd.to_timedelta(chance.integers(0, 10**8, 800), "s"),
        "amount": np.round(chance.lognormal(5, 1, 800), 2), "count": chance.poisson(3, 800),
        "kind": chance.choice(list("abc"), 800), "ok": chance.random(800) < 0.3})
    table.loc[chance.random(800) < 0.1, "amount"] = np.nan
    table.to_parquet(tmp_path / "bills.parquet")
    table.to_csv(tmp_path / "bills.csv", index=False, sep=";", decimal=",", date_format="%d.%m.%Y %H:%M:%S")
    return table


@pytest.mark.parametrize("marginals", ["smoothed", "synthetic"])
@pytest.mark.parametrize("method", ["cell_rotate", "sjppds", "rank_swap", "cell_shuffle", "rank_noise"])
def test_a_table_of_all_kinds(overhand, bills, tmp_path, method, marginals):
    overhand(f"mask bills.parquet -o m.parquet --columns day,seen,amount,count,kind,ok --method {method} --marginals {marginals} --seed 1 --quiet")
    after = pd.read_parquet(tmp_path / "m.parquet")
    assert (after.dtypes == bills.dtypes).all() and (after.isna().sum() == bills.isna().sum()).all()
    assert after["day"].between(bills["day"].min(), bills["day"].max()).all()
    assert not set(after["seen"]) & set(bills["seen"]), "no moment that somebody had"
    assert (after["day"] == after["day"].dt.floor("D")).all() and (after["seen"] == after["seen"].dt.floor("s")).all(), "as fine as it was"
    assert np.allclose(after["amount"].dropna() * 100, np.round(after["amount"].dropna() * 100)), "cents stay cents"
    assert sorted(after["kind"]) == sorted(bills["kind"])


def test_the_layout_of_a_text_file_stays(overhand, bills, tmp_path):
    overhand("mask bills.csv -o m.csv --columns day,seen,amount,count,kind,ok --marginals smoothed --seed 1 --quiet")
    line = (tmp_path / "m.csv").read_text().splitlines()[1].split(";")
    assert pd.to_datetime(line[1], format="%d.%m.%Y %H:%M:%S") and "." not in line[2]


def test_compare_and_tune_take_them(overhand, people, tmp_path):
    for command in ("compare people.csv --quick", "tune people.csv --method sjppds --quick --max-risk 0.9"):
        result = json.loads(overhand(f"{command} --marginals smoothed --json -", check=False).stdout)
        for point in result["grid"]:
            has_margins = point["method"] in ("sjppds", "rank_swap", "cell_shuffle", "rank_noise", "cell_rotate")
            assert (point["options"].get("marginals") == "smoothed") == has_margins
    text = overhand("compare people.csv --quick --marginals smoothed -o out.csv").stdout
    assert "marginals smoothed" in text


def test_the_verdict_says_what_can_be_looked_up(overhand, bills, tmp_path):
    for marginals, is_said in (("exact", True), ("synthetic", False)):
        # Without the day: there are about as many days as people, and a drawn one is often one that somebody has.
        overhand(f"mask bills.parquet -o m.parquet --drop day --columns seen,amount,count,kind,ok --marginals {marginals} --seed 1 --quiet")
        text = overhand("evaluate bills.parquet m.parquet").stdout
        assert ("can look up whether that person is in the table" in text) == is_said
