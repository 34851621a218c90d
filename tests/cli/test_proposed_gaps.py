"""What means missing in several ways goes out in several ways: the proposal counts it as the verdict does."""

import json

import pandas as pd
import pyreadstat
import pytest


def survey(rows=600):
    """educ has 2 gaps of one kind and 40 of another; in each region one of the first."""
    return pd.DataFrame({
        "educ": [-8.0 if i in (3, 402) else -9.0 if i % 15 == 0 else 1.0 + i % 3 for i in range(rows)],
        "region": [1 + i // 300 for i in range(rows)],
        "age": [20 + i * i % 61 for i in range(rows)],
        "pay": [1000 + i * i * 37 % 9973 / 4 for i in range(rows)],
    })


def write_spss(path):
    pyreadstat.write_sav(survey(), path, missing_ranges={"educ": [-8, -9]})


def write_csv(path):
    survey().replace({"educ": {-8.0: "refused", -9.0: "NA"}}).to_csv(path, index=False)


@pytest.mark.parametrize("name, write, reading", [("t.sav", write_spss, ""), ("t.csv", write_csv, "--missing refused")])
def test_the_proposal_is_not_refused_by_compare(overhand, tmp_path, name, write, reading):
    write(tmp_path / name)
    found = json.loads(overhand(f"inspect {name} {reading} --json -").stdout)["columns"]
    educ = next(column for column in found if column["name"] == "educ")
    assert (educ["missing"], educ["role"]) == (42, "drop")
    assert educ["why"].startswith("Its missing values are written in several ways, some with fewer than 20 records")
    overhand(f"inspect {name} {reading} --schema s.toml")
    overhand(f"tune {name} --schema s.toml --method cell_rotate --quick --max-risk 0.5 -o out.csv")


def test_gaps_of_one_kind_are_kept(overhand, tmp_path):
    survey().replace({"educ": {-8.0: None, -9.0: None}}).to_csv(tmp_path / "t.csv", index=False)
    found = json.loads(overhand("inspect t.csv --json -").stdout)["columns"]
    assert (found[0]["missing"], found[0]["role"]) == (42, "keep")


def test_gaps_of_two_kinds_can_leave_a_record_alone_together(overhand, tmp_path):
    """Some of each kind, but one alone of the second kind in the other region."""
    table = survey()
    table["educ"] = ["-" if i in (*range(25), *range(500, 520)) else "n/a" if i in (*range(30, 54), 450) else "low" if i % 2 else "high" for i in range(len(table))]
    table.to_csv(tmp_path / "t.csv", index=False)
    roles = {column["name"]: column["role"] for column in json.loads(overhand("inspect t.csv --missing -,n/a --json -").stdout)["columns"]}
    assert [roles["region"], roles["educ"]].count("keep") == 1
