"""Categories of which one tells another, as a diagnosis tells its ward: found, counted where it is broken, and said."""

import json
import random

import pandas
import pytest
from test_schema import VALIDATOR

ROWS = 600
WARDS = ["heart", "eyes", "lungs"]


@pytest.fixture
def wards(tmp_path):
    """Each icd belongs to one ward and each ward to one wing; sex tells nothing. Some wards are missing."""
    chance = random.Random(2)
    icd = [chance.randrange(9) for _ in range(ROWS)]
    table = pandas.DataFrame({
        "icd": [f"K{each}" for each in icd],
        "ward": [None if i % 50 == 7 else WARDS[each % 3] for i, each in enumerate(icd)],
        "sex": [chance.choice("fm") for _ in range(ROWS)],
        "age": [chance.randrange(20, 90) for _ in range(ROWS)],
        "cost": [round(chance.gauss(1000, 200), 2) for _ in range(ROWS)],
    })
    table.to_csv(tmp_path / "in.csv", index=False)
    return table


def broken_in(table):
    home = {f"K{i}": WARDS[i % 3] for i in range(9)}
    return int(sum(isinstance(ward, str) and home[icd] != ward for icd, ward in zip(table.icd, table.ward, strict=True)))


def test_inspect_shows_it(overhand, wards):
    assert json.loads(overhand("inspect in.csv --json -").stdout)["rules"] == ["icd tells ward"]
    assert "icd tells ward" in overhand("inspect in.csv").stdout


@pytest.mark.parametrize("keep", ["", "--keep ward", "--keep icd", "--within ward"])
def test_records_that_break_it_are_counted_and_named(overhand, wards, tmp_path, keep):
    said = overhand(f"mask in.csv -o out.csv --method sjppds --bins 1 --seed 1 --lineage l.csv {keep}")
    count = broken_in(pandas.read_csv(tmp_path / "out.csv"))
    if "within" in keep:
        assert count == 0 and "icd tells ward" not in said.stderr
        return
    assert count > ROWS / 5
    assert f"icd tells ward ({count})" in said.stderr
    result = json.loads(overhand(f"evaluate in.csv out.csv --pairing l.csv --json - {keep}").stdout)
    VALIDATOR.validate(result)
    assert {"rule": "icd tells ward", "records": count} in result["broken_rules"]
    assert result["other"]["broken_rule"] == pytest.approx(count / ROWS)
    assert result["other"]["implausible"] >= count / ROWS


def test_two_kept_columns_and_chance_are_no_rule(overhand, wards, tmp_path):
    def rules(words=""):
        return json.loads(overhand(f"mask in.csv -o out.csv --method sjppds --bins 1 --seed 1 --json - {words}").stdout)["plausibility"]["broken_rules"]

    assert not [one for one in rules("--keep icd,ward") if "tells" in one["rule"]]
    wards["ward"] = WARDS[0]
    wards.loc[wards.index[:3], "ward"] = WARDS[1]  # so rare that a level given at random is right nearly always
    wards.to_csv(tmp_path / "in.csv", index=False)
    assert not [one for one in rules() if "tells" in one["rule"]]


def test_compare_sets_aside_what_breaks_it(overhand, wards, tmp_path):
    overhand("compare in.csv --quick -o out.csv --json c.json --max-risk 0.9")
    assert broken_in(pandas.read_csv(tmp_path / "out.csv")) <= 0.05 * ROWS
    points = json.loads((tmp_path / "c.json").read_text())["grid"]
    assert any("a broken rule" in point.get("excluded", "") for point in points)


def test_it_can_be_said(overhand, wards, tmp_path):
    wards.loc[0, "ward"] = WARDS[2] if wards.ward[0] != WARDS[2] else WARDS[0]
    wards.to_csv(tmp_path / "in.csv", index=False)
    refused = overhand(["mask", "in.csv", "-o", "out.csv", "--rule", "icd tells ward"], check=False)
    assert refused.returncode == 2 and "records of the original break it" in refused.stderr
    refused = overhand(["mask", "in.csv", "-o", "out.csv", "--rule", "icd tells wards"], check=False)
    assert refused.returncode == 2 and "rule 'icd tells wards': there is no column 'wards'" in refused.stderr
    wards["few"] = [f"v{i // 2}" for i in range(ROWS)]  # two records for a level: too few to be found, not to be said
    wards["half"] = [str(i // 2 % 2) for i in range(ROWS)]
    wards.to_csv(tmp_path / "in.csv", index=False)
    said = overhand(["mask", "in.csv", "-o", "out.csv", "--method", "sjppds", "--bins", "1", "--columns", "few,half,age,cost", "--json", "-",
                     "--rule", "few tells half"])
    assert "few tells half" in [one["rule"] for one in json.loads(said.stdout)["plausibility"]["broken_rules"]]
