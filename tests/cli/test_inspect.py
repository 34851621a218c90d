"""overhand inspect: what each column is, what is proposed and why, the same from every format."""

import json
import pathlib
import random
import re
import tomllib

import jsonschema
import pandas as pd
import pytest

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "docs" / "results.schema.json").read_text())
SECRET = "Zebulon"  # in one record alone


def patients(rows=600):
    """A hospital's table, as pandas has it."""
    chance = random.Random(7)
    first = ["Anna", "Bert", "Clara", "Dirk", "Elsa", "Finn", "Greta", "Hans"]
    return pd.DataFrame({
        "patient_id": [4000 + i for i in range(rows)],
        "name": [f"{chance.choice(first)} {chr(65 + i % 26)}{chr(97 + i // 26)}ster" for i in range(rows)],
        "email": [f"p{i}@mail.example" for i in range(rows)],
        "birth_date": [f"{1930 + i % 70}-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(rows)],
        "sex": [1 + i % 2 for i in range(rows)],
        "plz": [f"{(i * 7919) % 60 * 1000 + 1067:05}" for i in range(rows)],
        "ward": [SECRET if i == 5 else ["north", "south", "west"][i % 3] for i in range(rows)],
        "diagnosis": [["I10", "E11", "J45", "M54"][i * i % 4] for i in range(rows)],
        "children": [chance.choice([0, 0, 1, 2, 3]) for _ in range(rows)],
        "stay": [chance.randrange(1, 40) for _ in range(rows)],
        "cost": [round(chance.uniform(100, 9000), 2) for _ in range(rows)],
        "lab": [None if i % 9 == 0 else round(chance.gauss(5, 1), 3) for i in range(rows)],
        "hospital": ["St. Mary"] * rows,
        "empty": [None] * rows,
    })


@pytest.fixture
def hospital(tmp_path):
    patients().to_csv(tmp_path / "patients.csv", index=False)


def inspected(overhand, file):
    return {column["name"]: column for column in json.loads(overhand(f"inspect {file} --json -").stdout)["columns"]}


def test_each_column_is_told_for_what_it_is(overhand, hospital):
    found = inspected(overhand, "patients.csv")
    assert {name: (one["type"], one["role"]) for name, one in found.items()} == {
        "patient_id": ("integer", "drop"),
        "name": ("text", "drop"),
        "email": ("text", "drop"),
        "birth_date": ("date", "drop"),
        "sex": ("category", "mask"),
        "plz": ("category", "mask"),
        "ward": ("category", "mask"),
        "diagnosis": ("category", "mask"),
        "children": ("integer", "mask"),
        "stay": ("integer", "mask"),
        "cost": ("real", "mask"),
        "lab": ("real", "mask"),
        "hospital": ("category", "keep"),
        "empty": ("text", "drop"),
    }
    assert [name for name, one in found.items() if one["looks_like_identifier"]] == ["patient_id", "name", "email", "birth_date"]
    assert found["sex"]["levels"] == [{"value": "1", "records": 300}, {"value": "2", "records": 300}]
    assert (found["patient_id"]["min"], found["patient_id"]["max"]) == (4000, 4599)
    assert (found["birth_date"]["min"], found["birth_date"]["max"]) == ("1930-01-01", "1999-12-28")
    assert found["lab"]["missing"] == 67 and sum(found["lab"]["histogram"]) == 533
    assert found["empty"]["histogram"] == [] and found["empty"]["min"] is None
    assert all(one["why"].endswith(".") for one in found.values())


def test_no_persons_text_is_shown(overhand, hospital, tmp_path):
    shown = overhand("inspect patients.csv --schema p.toml").stdout + overhand("inspect patients.csv --json -").stdout
    shown += (tmp_path / "p.toml").read_text()
    for text in (SECRET, "mail.example", "ster", "01067"):
        assert text not in shown, text


def test_the_json_follows_its_schema(overhand, hospital):
    jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(overhand("inspect patients.csv --json -").stdout))


WRITERS = {
    "csv": lambda table, path: table.to_csv(path, index=False),
    "tsv": lambda table, path: table.to_csv(path, index=False, sep="\t"),
    "parquet": lambda table, path: table.to_parquet(path),
    "feather": lambda table, path: table.to_feather(path),
    "reals.parquet": lambda table, path: table.astype({"sex": float, "stay": float, "patient_id": float}).to_parquet(path),
    "levels.parquet": lambda table, path: table.astype({"ward": "category", "diagnosis": "category"}).to_parquet(path),
    "days.parquet": lambda table, path: table.assign(birth_date=pd.to_datetime(table["birth_date"])).to_parquet(path),
}


def test_the_same_table_gives_the_same_json_from_every_format(overhand, tmp_path):
    answers = {}
    for name, write in WRITERS.items():
        write(patients(), tmp_path / f"t.{name}")
        answers[name] = overhand(f"inspect t.{name} --json -").stdout
    for name, answer in answers.items():
        assert answer == answers["csv"], name


def test_the_table_on_the_terminal_fits_and_says_what_to_do_next(overhand, hospital):
    said = overhand("inspect patients.csv").stdout
    lines = said.splitlines()
    assert lines[0].startswith("patients.csv: CSV") and lines[0].endswith("600 records, 14 columns.")
    assert all(len(line) <= 120 for line in lines)
    assert "\033" not in said, "no colours in a pipe"
    assert re.search(r"^cost +real +mask +\d+ +0  [▁▂▃▄▅▆▇█ ]+$", said, re.M)
    assert re.search(r"^    1 \(300\), 2 \(300\)\. 2 different whole numbers that stand for something", said, re.M)
    assert "  overhand inspect patients.csv --schema columns.toml" in lines
    assert "  overhand mask patients.csv -o OUT --schema columns.toml" in lines
    assert "  overhand release patients.csv -o DIR --schema columns.toml" in lines


def test_the_proposal_can_be_masked_by_as_it_is(overhand, hospital, tmp_path):
    said = overhand("inspect patients.csv --schema p.toml").stdout
    assert "Written: p.toml." in said
    schema = tomllib.loads((tmp_path / "p.toml").read_text())
    assert schema["columns"]["sex"] == {"type": "category", "role": "mask"}
    assert list(schema["columns"]) == list(patients().columns)
    overhand("mask patients.csv -o out.csv --schema p.toml")
    masked = pd.read_csv(tmp_path / "out.csv", dtype=str)
    assert list(masked.columns) == ["sex", "plz", "ward", "diagnosis", "children", "stay", "cost", "lab", "hospital"]
    for name in ("diagnosis", "plz", "ward"):
        assert sorted(masked[name]) == sorted(patients()[name].astype(str)) and list(masked[name]) != list(patients()[name].astype(str))
    assert masked["lab"].isna().sum() == patients()["lab"].isna().sum()


def test_why_stands_above_each_column(overhand, hospital, tmp_path):
    found = inspected(overhand, "patients.csv")
    overhand("inspect patients.csv --schema p.toml")
    comments = re.sub(r"\n# ", " ", (tmp_path / "p.toml").read_text())
    for name, one in found.items():
        assert f"[columns.{name}] {one['why']}\n" in comments


def test_numbers_with_zeros_in_front_are_codes(overhand, tmp_path):
    rows = 200
    pd.DataFrame({
        "place": [f"{i % 4 * 2500 + 67:05}" for i in range(rows)],
        "state": [f"{1 + i % 9:02}" for i in range(rows)],
        "phone": [f"030{i * 7919 % 999999}" for i in range(rows)],
        "amount": [i * 37 % 101 for i in range(rows)],
    }).to_csv(tmp_path / "t.csv", index=False)
    found = inspected(overhand, "t.csv")
    assert [one["type"] for one in found.values()] == ["category", "category", "text", "integer"]
    assert found["place"]["levels"][0]["value"] == "00067"
    assert found["phone"]["why"] == "Looks like telephone numbers."


def test_standard_input_is_inspected_too(overhand, hospital, tmp_path):
    text = (tmp_path / "patients.csv").read_text()
    assert overhand("inspect - --json -", stdin=text).stdout == overhand("inspect patients.csv --json -").stdout
    assert overhand("inspect -", stdin=text).stdout.startswith("standard input: CSV")


def test_outputs_are_looked_at_first(overhand, hospital):
    refused = overhand("inspect patients.csv --schema patients.csv", check=False)
    assert refused.returncode == 2 and "patients.csv" in refused.stderr
    assert overhand("inspect patients.csv --schema -", check=False).returncode == 2
    assert overhand("inspect nobody.csv", check=False).returncode == 3


def test_columns_of_types_that_cannot_be_read_are_told(overhand, tmp_path):
    pd.DataFrame({"tags": [["a"]] * 30, "pay": [i * 1.5 for i in range(30)]}).to_parquet(tmp_path / "t.parquet")
    found = inspected(overhand, "t.parquet")
    assert found["tags"]["role"] == "drop"
    assert found["tags"]["why"] == "It is of a type that can neither be masked nor kept."


def test_names_of_any_kind_come_back_from_the_schema(overhand, tmp_path):
    names = ["last, first", 'say "x"', "größe", "a.b", "[x]", "#", "a\tb"]
    table = pd.DataFrame({name: [(i * 37 + j) % 97 / 7 for i in range(60)] for j, name in enumerate(names)})
    table.to_csv(tmp_path / "t.csv", index=False)
    overhand("inspect t.csv --schema s.toml")
    assert list(tomllib.loads((tmp_path / "s.toml").read_text())["columns"]) == names
    overhand("mask t.csv -o out.csv --schema s.toml --seed 1 --quiet")
    assert list(pd.read_csv(tmp_path / "out.csv").columns) == names
