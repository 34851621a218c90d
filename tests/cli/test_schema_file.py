"""A schema for mask, evaluate, tune and compare: types, roles, levels, missing values; and every mistake in one."""

import json

import pandas as pd
import pytest

COLUMNS = ["code", "zip", "grade", "pay", "hours", "debt"]
SCHEMA = """
[columns.code]
role = "drop"
[columns.zip]
type = "category"
role = "keep"
[columns.grade]
role = "keep"
ordered = ["low", "middle", "high"]
[columns.pay]
type = "integer"
[columns.hours]
type = "real"
role = "mask"
[columns.debt]
role = "mask"
missing = [-99, "none"]
"""


def people(rows=120):
    return pd.DataFrame({
        "code": [f"c{i}" for i in range(rows)],
        "zip": [f"{i % 3:05}" for i in range(rows)],
        "grade": [["low", "high", "middle"][i % 3] for i in range(rows)],
        "pay": [1000 + i * 37 % 997 for i in range(rows)],
        "hours": [i * 13 % 41 for i in range(rows)],
        "debt": [i * 17 % 89 / 4 for i in range(rows)],
    })


@pytest.fixture
def table(tmp_path):
    people().to_csv(tmp_path / "in.csv", index=False)
    (tmp_path / "s.toml").write_text(SCHEMA)


def masked(tmp_path):
    return pd.read_csv(tmp_path / "out.csv", dtype=str, keep_default_na=False)


def refusal(overhand, tmp_path, schema, command="mask in.csv -o out.csv --schema s.toml"):
    (tmp_path / "s.toml").write_text(schema)
    result = overhand(command, check=False)
    assert result.returncode == 2, result.stderr
    assert result.stderr.count("\n") == 1 and not (tmp_path / "out.csv").exists()
    return result.stderr.removeprefix("overhand: ").strip()


def test_roles_and_types_are_the_schemas(overhand, table, tmp_path):
    overhand("mask in.csv -o out.csv --schema s.toml --method noise --percent 50 --seed 1 --quiet")
    out = masked(tmp_path)
    assert list(out.columns) == COLUMNS[1:]
    assert list(out["zip"]) == list(people()["zip"]), "byte for byte, with its zeros"
    assert list(out["grade"]) == list(people()["grade"])
    assert list(out["pay"]) != [str(pay) for pay in people()["pay"]]


def test_flags_win(overhand, table, tmp_path):
    overhand("mask in.csv -o out.csv --schema s.toml --drop grade --keep pay --keep-identifiers --method sjppds --seed 1 --quiet")
    out = masked(tmp_path)
    assert list(out.columns) == ["zip", "pay", "hours", "debt"]
    assert sorted(out["pay"]) == sorted(str(pay) for pay in people()["pay"])
    overhand("mask in.csv -o out.csv --schema s.toml --columns pay,hours --keep zip --seed 1 --quiet")
    assert list(masked(tmp_path).columns) == ["zip", "pay", "hours"]


def test_what_means_missing_is_missing_in_its_own_column(overhand, table, tmp_path):
    rows = people()
    rows["debt"] = rows["debt"].astype(str)
    rows.loc[3, "debt"] = "none"
    rows.loc[4, "debt"] = "-99.0"
    rows.loc[5, "pay"] = -99
    rows.to_csv(tmp_path / "in.csv", index=False)
    overhand("mask in.csv -o out.csv --schema s.toml --method sjppds --bins 4 --seed 1 --quiet")
    out = masked(tmp_path)
    assert (out["debt"] == "").sum() == 2
    assert (out["pay"] == "-99").sum() == 1, "an amount where nobody says otherwise"


@pytest.mark.parametrize("extension", ["parquet", "feather"])
def test_numbers_mean_missing_in_every_format(overhand, table, tmp_path, extension):
    rows = people()
    rows.loc[[4, 7], "debt"] = -99
    getattr(rows, f"to_{extension}")(tmp_path / f"in.{extension}")
    overhand(f"mask in.{extension} -o out.csv --schema s.toml --method sjppds --bins 4 --seed 1 --quiet")
    assert (masked(tmp_path)["debt"] == "").sum() == 2


def test_missing_above_all_columns_is_for_every_one(overhand, table, tmp_path):
    rows = people()
    rows.loc[5, "pay"] = -7
    rows.loc[6, "hours"] = -7
    rows.to_csv(tmp_path / "in.csv", index=False)
    (tmp_path / "s.toml").write_text("missing = [-7]\n" + SCHEMA)
    overhand("mask in.csv -o out.csv --schema s.toml --method sjppds --bins 4 --seed 1 --quiet")
    out = masked(tmp_path)
    assert ((out["pay"] == "").sum(), (out["hours"] == "").sum()) == (1, 1)


def test_masked_tables_are_evaluated_by_the_same_schema(overhand, table, tmp_path):
    overhand("mask in.csv -o out.csv --schema s.toml --method noise --percent 50 --seed 1 --quiet")
    result = json.loads(overhand("evaluate in.csv out.csv --schema s.toml --pairing row --json -").stdout)
    assert result["columns"] == 3
    assert result["kept"]["columns"] == ["zip", "grade"]


@pytest.mark.parametrize("command", ["tune in.csv --method cell_rotate --quick --max-risk 1", "compare in.csv --quick --max-risk 1 --time 60s"])
def test_settings_are_tried_by_the_same_schema(overhand, table, tmp_path, command):
    overhand(f"{command} --schema s.toml -o out.csv --json result.json")
    assert list(masked(tmp_path).columns) == COLUMNS[1:]


def test_a_forgotten_column_is_refused(overhand, table, tmp_path):
    schema = SCHEMA.replace('[columns.debt]\nrole = "mask"\nmissing = [-99, "none"]\n', "")
    assert refusal(overhand, tmp_path, schema) == (
        "s.toml: It says nothing about column 'debt', and what nobody thought of must not go out; name it there, or leave the "
        "column out with --drop debt.")
    overhand("mask in.csv -o out.csv --schema s.toml --drop debt --seed 1 --quiet")


def test_a_column_that_is_not_there_is_refused(overhand, table, tmp_path):
    said = refusal(overhand, tmp_path, SCHEMA + '[columns.wage]\nrole = "mask"\n')
    assert said == "s.toml, line 18: There is no column 'wage'; the columns are code, zip, grade, pay, hours, debt."


def test_two_roles_are_refused(overhand, table, tmp_path):
    said = refusal(overhand, tmp_path, SCHEMA.replace('role = "drop"', 'role = "drop"\nrole = "keep"'))
    assert said == "s.toml, line 4: Column 'code' has two roles; give it one."


def test_an_ordered_list_names_every_level(overhand, table, tmp_path):
    said = refusal(overhand, tmp_path, SCHEMA.replace('"middle", ', ""))
    assert said.startswith("in.csv, line 4: column 'grade' is ordered by s.toml, line 7, and its list lacks the level that stands here")
    assert "middle" not in said
    people().to_parquet(tmp_path / "in.parquet")
    said = refusal(overhand, tmp_path, SCHEMA.replace('"middle", ', ""), "mask in.parquet -o out.csv --schema s.toml")
    assert said.startswith("in.parquet, record 3: column 'grade'")


def test_bad_toml_is_told_by_its_line(overhand, table, tmp_path):
    said = refusal(overhand, tmp_path, SCHEMA.replace('role = "drop"', "role = drop"))
    assert said.startswith("s.toml, line 3: This is not TOML, at character ")


def test_a_value_that_does_not_fit_is_told_by_its_line(overhand, table, tmp_path):
    rows = people().astype({"pay": float})
    rows.loc[9, "pay"] = 3.5
    rows.to_csv(tmp_path / "in.csv", index=False)
    said = refusal(overhand, tmp_path, SCHEMA)
    assert said.startswith("in.csv, line 11: column 'pay' is to be an integer by s.toml, line 10, and this value is none")
    assert "3.5" not in said


def test_a_category_is_masked_where_the_schema_says_so(overhand, table, tmp_path):
    (tmp_path / "s.toml").write_text(SCHEMA.replace('type = "category"\nrole = "keep"', 'type = "category"\nrole = "mask"'))
    overhand("mask in.csv -o out.csv --schema s.toml --method sjppds --bins 1 --seed 1 --quiet")
    before, after = (pd.read_csv(tmp_path / name, dtype=str)["zip"] for name in ("in.csv", "out.csv"))
    assert sorted(after) == sorted(before) and list(after) != list(before)


def test_a_schema_that_is_not_there_is_an_io_error(overhand, table):
    result = overhand("mask in.csv -o out.csv --schema none.toml", check=False)
    assert result.returncode == 3 and "none.toml" in result.stderr


def test_kept_types_of_parquet_stay(overhand, table, tmp_path):
    rows = people().astype({"pay": "int16"})
    rows["zip"] = [i % 3 for i in range(len(rows))]
    rows = rows.astype({"zip": "int8"})
    rows.to_parquet(tmp_path / "in.parquet")
    overhand("mask in.parquet -o out.parquet --schema s.toml --method sjppds --seed 1 --quiet")
    out = pd.read_parquet(tmp_path / "out.parquet")
    assert out["zip"].dtype == "int8" and sorted(out["zip"]) == sorted(rows["zip"])
