"""Columns that go out as they are: named, counted, and refused where they single out records."""

import json
import shlex

import pytest


@pytest.fixture
def patients(tmp_path):
    """patients.csv: a name and a number for each, a zip code and a region for several."""
    lines = ["name,id,zip,region,age,income,hours"]
    lines += [
        f"person {i},{1000 + i},{10000 + i % 80},{'north' if i % 2 else 'south'},{20 + i * 7 % 50},{1000 + 37 * i % 997},{i % 7 * 5.5}"
        for i in range(200)
    ]
    (tmp_path / "patients.csv").write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("command", ["mask patients.csv -o out.csv", "tune patients.csv --method noise --quick -o out.csv",
                                     "compare patients.csv --quick -o out.csv"])
def test_kept_identifiers_are_refused_all_at_once(overhand, patients, tmp_path, command):
    refused = overhand(f"{command} --keep name,id,region --drop zip", check=False)
    assert refused.returncode == 2
    assert refused.stderr.strip() == (
        "overhand: patients.csv: Columns 'name', 'id' are to be kept, with nearly as many values as records: who knows a "
        "value finds the record; leave them out with --drop name,id, or say --keep-identifiers.")
    assert not (tmp_path / "out.csv").exists()


def test_the_way_out_of_a_refusal_can_be_pasted(overhand, tmp_path):
    lines = ['"last, first",age,pay'] + [f"person {i},{i % 50},{i * 37 % 997}" for i in range(60)]
    (tmp_path / "staff.csv").write_text("\n".join(lines) + "\n")
    refused = overhand(["mask", "staff.csv", "-o", "out.csv", "--keep", "last, first"], check=False)
    way_out = refused.stderr.split("leave the column out with ")[1].split(", or say")[0]
    assert overhand(["mask", "staff.csv", "-o", "out.csv", *shlex.split(way_out)]).returncode == 0


def test_a_kept_column_of_few_values_is_no_identifier(overhand, patients):
    masked = overhand("mask patients.csv -o out.csv --keep region --drop name,id,zip")
    assert "Kept as they are: region. On them no record is unique; the smallest class has " in masked.stderr


def test_kept_identifiers_are_named_by_mask_and_evaluate(overhand, patients, tmp_path):
    masked = overhand("mask patients.csv -o out.csv --method rank_noise --keep name,region --keep-identifiers --drop id,zip "
                      "--lineage source.csv --json record.json")
    sentence = ("Kept as they are: name, region. On them 200 of 200 records are unique: who knows them finds the record. Who "
                "knows them links 200 of 200 records (100 of 100) to their own original.")
    assert sentence in masked.stderr
    kept = {"columns": ["name", "region"], "unchanged": [], "unique": 1, "unique_records": 200, "below_three": 200, "smallest_class": 1, "linked": 1.0,
            "copied": json.loads((tmp_path / "record.json").read_text())["kept"]["copied"]}
    assert json.loads((tmp_path / "record.json").read_text())["kept"] == kept
    arguments = "evaluate patients.csv out.csv --keep name,region --pairing source.csv"
    result = json.loads(overhand(f"{arguments} --json -").stdout)
    assert result["kept"] == kept
    assert (result["verdict"]["level"], result["verdict"]["headline"]) == ("refused", "Not safe to share.")
    assert sentence in result["verdict"]["intruder"]
    assert sentence in overhand(arguments).stdout


def test_one_record_unique_on_kept_columns_is_never_usable(overhand, patients, tmp_path):
    lines = (tmp_path / "patients.csv").read_text().splitlines()
    lines[7] = lines[7].replace("north", "island").replace("south", "island")
    (tmp_path / "patients.csv").write_text("\n".join(lines) + "\n")
    overhand("mask patients.csv -o out.csv --method noise --percent 200 --keep region --drop name,id,zip --seed 1")
    verdict = json.loads(overhand("evaluate patients.csv out.csv --keep region --pairing row --json -").stdout)["verdict"]
    assert verdict["level"] == "refused"
    assert verdict["headline"] == "Not safe to share as it is: 1 record is unique on kept columns."
    without = json.loads(overhand("evaluate patients.csv out.csv --drop region --pairing row --json -").stdout)["verdict"]
    assert without["level"] in ("usable", "care"), "else the test would show nothing"


def test_what_ipso_lets_through_is_named(overhand, patients):
    masked = overhand("mask patients.csv -o out.csv --method ipso --given age --drop name,id,zip,region --quiet --json -")
    assert json.loads(masked.stdout)["kept"]["unchanged"] == ["age"]


def test_a_column_that_the_method_left_alone_is_named(overhand, patients):
    masked = overhand("mask patients.csv -o out.csv --method sjppds --drop name,id,zip,region")
    assert "Not changed by the masking: age, hours. On them 200 of 200 records are unique" in masked.stderr


def test_sources_that_serve_twice_repeat_kept_values(overhand, patients, tmp_path):
    masked = overhand("mask patients.csv -o out.csv --method cell_rotate --keep id --keep-identifiers --drop name,zip,region --seed 1")
    ids = [line.split(",")[0] for line in (tmp_path / "out.csv").read_text().splitlines()[1:]]
    repeated = sum(ids.count(one) > 1 for one in set(ids))
    unused = 200 - len(set(ids))
    assert repeated > 0
    assert f"{repeated} kept records go out more than once and {unused} not at all" in masked.stderr
    assert "200 of 200 records are unique" in masked.stderr
    permuted = overhand("mask patients.csv -o out.csv --method sjppds --keep id --keep-identifiers --drop name,zip,region --seed 1")
    assert "more than once" not in permuted.stderr
