"""Identities of the original that nobody derives, or that a masked file breaks, are rules: counted and named."""

import datetime
import json
import random

import pandas
import pytest
from test_schema import VALIDATOR

ROWS = 300


def write(table, path):
    table.to_csv(path, index=False)
    return table


@pytest.fixture
def sums(tmp_path):
    chance = random.Random(4)
    a = [chance.randrange(100, 900) / 4 for _ in range(ROWS)]
    b = [chance.randrange(100, 900) / 4 for _ in range(ROWS)]
    other = [chance.randrange(1000) for _ in range(ROWS)]
    return write(pandas.DataFrame({"a": a, "b": b, "other": other, "s": [x + y for x, y in zip(a, b, strict=True)]}), tmp_path / "in.csv")


def broken(result):
    VALIDATOR.validate(result)
    return {one["rule"]: one["records"] for one in result["broken_rules"]}


def test_evaluate_names_a_broken_identity(overhand, sums, tmp_path):
    overhand("mask in.csv -o out.csv --no-derive --seed 1 --method sjppds --bins 5 --quiet")
    out = pandas.read_csv(tmp_path / "out.csv")
    count = int((abs(out.s - out.a - out.b) > 1e-9 * out.s).sum())
    assert count > ROWS / 2
    result = json.loads(overhand("evaluate in.csv out.csv --pairing row --json -").stdout)
    assert broken(result)["s = a + b"] == count
    assert result["other"]["broken_rule"] >= count / ROWS
    assert any(f"s = a + b ({count})" in sentence for sentence in result["verdict"]["analysts"])


def test_what_is_derived_breaks_none(overhand, sums, tmp_path):
    overhand("mask in.csv -o out.csv --seed 1 --quiet")
    assert "s = a + b" not in broken(json.loads(overhand("evaluate in.csv out.csv --json -").stdout))


def test_a_kept_total_is_told_of(overhand, sums, tmp_path):
    said = overhand("mask in.csv -o out.csv --keep s --keep-identifiers --seed 1 --method sjppds --bins 5").stderr
    out = pandas.read_csv(tmp_path / "out.csv")
    count = int((abs(out.s - out.a - out.b) > 1e-9 * out.s).sum())
    assert count > ROWS / 2 and f"s = a + b ({count})" in said


def test_a_part_with_gaps_is_told_of(overhand, sums, tmp_path):
    sums.loc[sums.index % 5 == 2, "b"] = None
    write(sums, tmp_path / "in.csv")
    said = overhand("mask in.csv -o out.csv --seed 1 --method sjppds --bins 5").stderr
    assert "s = a + b" in said


def test_differences_of_large_numbers_are_no_break(overhand, tmp_path):
    chance = random.Random(1)
    rows = [(chance.randrange(10**9) + 0.25, chance.randrange(10**9) + 0.5) for _ in range(ROWS)]
    table = pandas.DataFrame({"x": [x for x, _ in rows], "y": [x - 0.1 for x, _ in rows], "z": [y for _, y in rows]})
    table["w"] = table.x - table.y + table.z
    write(table, tmp_path / "in.csv")
    overhand("mask in.csv -o out.csv --seed 1 --quiet --derive w=x-y+z")
    assert "w = x - y + z" not in broken(json.loads(overhand("evaluate in.csv out.csv --json -").stdout))


def stays(tmp_path):
    chance = random.Random(6)
    start = [datetime.date(2024, 1, 1) + datetime.timedelta(days=chance.randrange(300)) for _ in range(ROWS)]
    days = [chance.randrange(1, 20) for _ in range(ROWS)]
    end = [day + datetime.timedelta(days=more) for day, more in zip(start, days, strict=True)]
    return write(pandas.DataFrame({"start": start, "end": end, "days": days, "cost": [chance.randrange(9000) for _ in range(ROWS)]}),
                 tmp_path / "in.csv")


@pytest.mark.parametrize("words", ["", "--method rank_swap", "--method cart"])
def test_days_between_dates_are_found_and_derived(overhand, tmp_path, words):
    stays(tmp_path)
    assert json.loads(overhand("inspect in.csv --json -").stdout)["identities"] == ["end = start + days"]
    said = overhand(f"mask in.csv -o out.csv --columns start,end,days,cost --seed 1 {words}").stderr
    assert "end = start + days in every record, and is computed so after masking" in said
    out = pandas.read_csv(tmp_path / "out.csv", parse_dates=["start", "end"])
    assert ((out.end - out.start).dt.days == out.days).all() and out.end.notna().all()


def test_days_between_dates_are_a_rule_where_they_are_not_derived(overhand, tmp_path):
    stays(tmp_path)
    overhand("mask in.csv -o out.csv --columns start,end,days,cost --seed 1 --no-derive --quiet")
    out = pandas.read_csv(tmp_path / "out.csv", parse_dates=["start", "end"])
    count = int(((out.end - out.start).dt.days != out.days).sum())
    found = broken(json.loads(overhand("evaluate in.csv out.csv --columns start,end,days,cost --json -").stdout))
    assert count > 0 and found["end = start + days"] == count
