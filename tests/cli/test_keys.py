"""overhand keys: what columns that an intruder knows tell about the records."""

import csv
import io
import itertools
import json
import math
import os
import pathlib
import random
import re
import signal
import stat
import subprocess

import jsonschema
import pytest

from conftest import BINARY

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs" / "results.schema.json").read_text())
KEYS = ["region", "sex", "band"]

# Six records, two of them with a gap: who shares with whom is in the comments.
SIX = """region,sex,band,illness,weight
north,f,30,flu,2
north,f,30,none,4
north,m,,flu,10
north,m,40,flu,8
south,,40,none,5
south,m,50,flu,20
"""
# fk: 1 and 2 share; 3 (any band) with 4; 5 (any sex) with nobody, 6 with nobody.
SIX_FK = [2, 2, 2, 2, 1, 1]
SIX_WEIGHT = [6, 6, 18, 18, 5, 20]


def records_of(path):
    return list(csv.DictReader(io.StringIO(path.read_text())))


@pytest.fixture
def six(tmp_path):
    (tmp_path / "six.csv").write_text(SIX)
    return "keys six.csv --keys region,sex,band"


@pytest.fixture
def table(tmp_path):
    """300 records with gaps, and their cells."""
    chance = random.Random(5)
    rows = []
    for _ in range(300):
        row = {"region": chance.choice("abcde"), "sex": chance.choice("fm"),
               "band": "" if chance.random() < .05 else str(chance.randrange(20, 90, 10)),
               "illness": chance.choice(["none", "none", "flu", "cancer"]),
               "weight": str(round(1 + 40 * chance.random(), 2))}
        rows.append(row)
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    (tmp_path / "table.csv").write_text(text.getvalue())
    return rows


def share(a, b):
    return all(a[key] == "" or b[key] == "" or a[key] == b[key] for key in KEYS)


def risk_of(f, weight):
    p = f / weight
    q = 1 - p
    if f == 1:
        return p / q * math.log(1 / p)
    if f == 2:
        return p / q - (p / q) ** 2 * math.log(1 / p)
    return p / (f - q)


def suda_score(rows, i):
    found = []
    for size in range(1, len(KEYS) + 1):
        for keys in itertools.combinations(KEYS, size):
            if any(rows[i][key] == "" for key in keys) or any(set(one) <= set(keys) for one in found):
                continue
            if sum(all(row[key] == rows[i][key] for key in keys) for row in rows) == 1:
                found.append(keys)
    return sum(math.factorial(len(KEYS) - len(keys)) for keys in found)


def test_six_records_are_as_counted_by_hand(overhand, six, tmp_path):
    overhand(six + " --weight weight --sensitive illness --records records.csv")
    records = records_of(tmp_path / "records.csv")
    assert list(records[0]) == ["fk", "Fk", "risk", "suda", "dis", "l"]
    assert [int(one["fk"]) for one in records] == SIX_FK
    assert [float(one["Fk"]) for one in records] == SIX_WEIGHT
    assert [int(one["l"]) for one in records] == [2, 2, 1, 1, 1, 1]
    assert float(records[4]["risk"]) == pytest.approx(risk_of(1, 5), rel=1e-14)
    assert float(records[0]["risk"]) == pytest.approx(risk_of(2, 6), rel=1e-14)


def test_records_are_those_of_every_pair(overhand, table, tmp_path):
    overhand("keys table.csv --keys region,sex,band --weight weight --sensitive illness --records records.csv")
    records = records_of(tmp_path / "records.csv")
    assert len(records) == len(table)
    for i, (row, record) in enumerate(zip(table, records)):
        sharing = [other for other in table if share(row, other)]
        weight = sum(float(other["weight"]) for other in sharing)
        assert int(record["fk"]) == len(sharing)
        assert float(record["Fk"]) == pytest.approx(weight, rel=1e-12)
        assert float(record["risk"]) == pytest.approx(risk_of(len(sharing), weight), rel=1e-10)
        assert float(record["suda"]) == suda_score(table, i)
        alike = {other["illness"] for other in table if all(other[key] == row[key] for key in KEYS)}
        assert int(record["l"]) == len(alike)
        assert (float(record["dis"]) > 0) == (float(record["suda"]) > 0)


def test_without_weight_the_records_are_everybody(overhand, six, tmp_path):
    text = overhand(six + " --records records.csv").stdout
    records = records_of(tmp_path / "records.csv")
    assert list(records[0]) == ["fk", "Fk", "risk", "suda", "dis"]
    assert [float(one["Fk"]) for one in records] == SIX_FK
    assert [float(one["risk"]) for one in records] == [.5, .5, .5, .5, 1, 1]
    assert "taken for everybody" in text


def test_json_has_the_counts(overhand, six):
    result = json.loads(overhand(six + " --weight weight --sensitive illness --json -").stdout)
    jsonschema.Draft202012Validator(SCHEMA).validate(result)
    assert result["rows"] == 6
    assert (result["smallest"], result["uniques"], result["below3"], result["below5"]) == (1, 2, 6, 6)
    assert [bar["words"] for bar in result["sizes"]] == [
        "1", "2", "3", "4", "5 to 9", "10 to 19", "20 to 49", "50 or more"]
    assert [bar["records"] for bar in result["sizes"]] == [2, 4, 0, 0, 0, 0, 0, 0]
    assert result["sizes"][4] == {"from": 5, "to": 9, "words": "5 to 9", "records": 0}
    risks = [risk_of(f, weight) for f, weight in zip(SIX_FK, SIX_WEIGHT)]
    assert result["expected_reidentifications"] == pytest.approx(sum(risks), rel=1e-12)
    assert result["global_risk"] == pytest.approx(sum(risks) / 6, rel=1e-12)
    assert result["population_uniques"] == pytest.approx(1 / 5 + 1 / 20)
    assert result["diversity"]["smallest"] == 1
    assert result["diversity"]["records_of_one_value"] == 4
    assert [key["missing"] for key in result["keys"]] == [0, 1, 1]
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(overhand(six + " --json -").stdout))


def test_the_text_tells_columns_and_counts_and_no_values(overhand, six):
    text = overhand(six + " --weight weight --sensitive illness").stdout
    assert "six.csv: 6 records, 3 key columns: region, sex, band." in text
    assert "2 of 6 records (33 of 100) share theirs with nobody else." in text
    assert "sex, band have gaps, and a gap matches every value." in text
    assert "4 of 6 records (67 of 100) are in classes that look alike and have one value of it (l = 1)" in text
    for value in ("north", "south", "flu", "none"):
        assert value not in text


def test_only_the_owner_can_read_the_records(overhand, six, tmp_path):
    overhand(six + " --records records.csv")
    assert stat.S_IMODE(os.stat(tmp_path / "records.csv").st_mode) == 0o600


@pytest.mark.parametrize("place", ["-", "/dev/stdout"])
def test_records_do_not_go_to_the_terminal(overhand, six, place):
    result = overhand(six + f" --records {place}", check=False)
    assert result.returncode == 2
    assert result.stdout == ""
    assert "only you can read" in result.stderr


@pytest.mark.parametrize("options, sentence", [
    ("", "No key column is named: say --keys A,B"),
    ("--keys region,town", "There is no column 'town'"),
    ("--keys region,region", "region"),
    ("--keys region,sex --sensitive sex", "Column 'sex' is a key and cannot be the sensitive column too."),
    ("--keys region,weight --weight weight", "Column 'weight' is a key and cannot be the weight too."),
    ("--keys region --weight illness", "the weight of each record, is no column of numbers."),
    ("--keys region --weight towns", "There is no column 'towns'"),
    ("--keys region --largest-set 0", "--largest-set"),
])
def test_what_is_wrong_is_a_sentence(overhand, six, options, sentence):
    result = overhand(f"keys six.csv {options}", check=False)
    assert result.returncode == 2
    assert sentence in result.stderr
    assert result.stderr.endswith(".\n")


@pytest.mark.parametrize("weight, sentence", [
    ("0", "is 0 here"), ("-1", "is negative here"), ("", "is missing here")])
def test_a_weight_that_is_none_is_told_with_its_line(overhand, tmp_path, weight, sentence):
    (tmp_path / "people.csv").write_text(SIX.replace("flu,8", f"flu,{weight}"))
    result = overhand("keys people.csv --keys region --weight weight", check=False)
    assert result.returncode == 2
    assert "people.csv, line 5" in result.stderr
    assert sentence in result.stderr


def test_more_key_columns_than_can_be_measured(overhand, tmp_path):
    names = [f"k{j}" for j in range(33)]
    (tmp_path / "wide.csv").write_text(",".join(names) + "\n" + "\n".join(",".join(str(i * j % 5) for j in range(33)) for i in range(9)) + "\n")
    result = overhand(["keys", "wide.csv", "--keys", ",".join(names)], check=False)
    assert result.returncode == 2
    assert "33 key columns are named; at most 32 can be measured together." in result.stderr
    result = json.loads(overhand(["keys", "wide.csv", "--keys", ",".join(names[:32]), "--json", "-"]).stdout)
    assert result["suda"]["largest_set"] == 3


def test_a_schema_says_keys_weight_and_what_is_missing(overhand, tmp_path):
    (tmp_path / "people.csv").write_text(SIX.replace("m,,", "m,-9,"))
    (tmp_path / "people.toml").write_text(
        'weight = "weight"\n'
        '[columns.region]\nrole = "keep"\n[columns.sex]\nrole = "keep"\n'
        '[columns.band]\nrole = "keep"\nmissing = ["-9"]\n'
        '[columns.illness]\nrole = "mask"\n[columns.weight]\nrole = "keep"\n')
    result = json.loads(overhand("keys people.csv --schema people.toml --json -").stdout)
    assert [key["name"] for key in result["keys"]] == KEYS
    assert result["weight"] == "weight"
    assert result["keys"][2]["missing"] == 1
    assert result["uniques"] == 2


def test_columns_of_any_type_and_names_can_be_keys(overhand, tmp_path):
    (tmp_path / "people.csv").write_text('"born, on",zip,paid\n2001-02-03,01067,true\n2001-02-03,01067,true\n2001-02-04,1067,false\n')
    result = json.loads(overhand(["keys", "people.csv", "--keys", '"born, on",zip,paid', "--json", "-"]).stdout)
    assert [key["name"] for key in result["keys"]] == ["born, on", "zip", "paid"]
    assert [key["levels"] for key in result["keys"]] == [2, 2, 2]
    assert result["uniques"] == 1


def test_formats_and_threads_give_the_same(overhand, table, tmp_path):
    import pyarrow.csv
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.csv.read_csv(tmp_path / "table.csv"), tmp_path / "table.parquet")
    options = "--keys region,sex,band --weight weight --sensitive illness --json -"
    first = overhand(f"--threads 1 keys table.csv {options}").stdout
    assert overhand(f"--threads 4 keys table.csv {options}").stdout == first
    assert overhand(f"keys table.parquet {options}").stdout == first
    assert overhand(f"keys - {options}", stdin=(tmp_path / "table.csv").read_text()).stdout == first


def test_it_can_be_stopped_and_leaves_nothing(tmp_path):
    process = subprocess.Popen([BINARY, *"keys - --keys a,b --records records.csv".split()], cwd=tmp_path,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdin.write(b"a,b\n" + b"1,2\n" * 100_000)  # more than a pipe holds: it reads
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGINT
    assert out == b"" and b"Stopped before the end." in err
    assert not (tmp_path / "records.csv").exists()


def test_the_report_has_bars_figures_and_the_records_at_risk_for_the_owner_alone(overhand, six, tmp_path):
    overhand(six + " --report keys.html")
    page = tmp_path / "keys.html"
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    found = re.search(r'<script id="report" type="application/json">(.*?)</script>', page.read_text(), re.S)
    report = json.loads(found[1])
    figures = {figure["id"]: figure["table"]["rows"] for figure in report["sections"][0]["figures"]}
    assert report["audience"] == "internal"
    assert [row[1] for row in figures["class-sizes"]] == [2, 4, 0, 0, 0, 0, 0, 0]
    assert sorted(row[0] for row in figures["key-records"][:2]) == [5, 6]
    for value in ("north", "south", "flu"):
        assert value not in found[1]


@pytest.mark.parametrize("place", ["-", "/dev/stdout"])
def test_the_report_does_not_go_to_the_terminal(overhand, six, place):
    result = overhand(six + f" --report {place}", check=False)
    assert result.returncode == 2
    assert result.stdout == ""
    assert "only you can read" in result.stderr
