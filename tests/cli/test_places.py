"""Where something is wrong, in every format: the line, the record or the row of the sheet, the column, and never the value."""

import pandas as pd
import pyarrow as pa
import pyarrow.feather
import pyarrow.orc
import pyarrow.parquet
import pyreadstat
import pytest

N = 60
ROW = 41  # of the frame, from 0
PLACES = {
    "csv": "t.csv, line 43: ",
    "tsv": "t.tsv, line 43: ",
    "parquet": "t.parquet, record 42: ",
    "feather": "t.feather, record 42: ",
    "orc": "t.orc, record 42: ",
    "xlsx": "t.xlsx, sheet 'people', row 43: ",
    "ods": "t.ods, sheet 'people', row 43: ",
    "dta": "t.dta, record 42: ",
    "sav": "t.sav, record 42: ",
}


def frame(column, value, others):
    data = pd.DataFrame({"age": range(20, 20 + N), "pay": [100.5 + i * i % 97 for i in range(N)]})
    data[column] = [value if i == ROW else others[i % len(others)] for i in range(N)]
    return data


def write(data, path):
    kind = path.suffix[1:]
    if kind in ("csv", "tsv"):
        data.to_csv(path, index=False, sep="\t" if kind == "tsv" else ",")
    elif kind in ("xlsx", "ods"):
        data.to_excel(path, index=False, sheet_name="people", engine="odf" if kind == "ods" else "openpyxl")
    elif kind == "dta":
        data.to_stata(path, write_index=False, version=118)
    elif kind == "sav":
        pyreadstat.write_sav(data, path)
    else:
        writers = {"parquet": pa.parquet.write_table, "feather": pa.feather.write_feather, "orc": pa.orc.write_table}
        writers[kind](pa.Table.from_pandas(data, preserve_index=False), str(path))


def refusal(overhand, tmp_path, words):
    refused = overhand(words, check=False)
    assert refused.returncode == 2 and not (tmp_path / "out.csv").exists()
    assert refused.stderr.count("\n") == 1, "one sentence"
    return refused.stderr


@pytest.mark.parametrize("extension", PLACES)
def test_a_text_among_numbers(overhand, tmp_path, extension):
    write(frame("debt", "n.b.77", [str(i * 3.5) for i in range(30)]), tmp_path / f"t.{extension}")
    said = refusal(overhand, tmp_path, f"mask t.{extension} -o out.csv")
    is_typed = extension in ("parquet", "feather", "orc")  # the file itself calls all of the column text
    assert said.startswith("overhand: " + (f"t.{extension}: " if is_typed else PLACES[extension])), said
    assert "'debt'" in said and "n.b.77" not in said


@pytest.mark.parametrize("extension", PLACES)
def test_a_level_that_the_schema_does_not_name(overhand, tmp_path, extension):
    write(frame("grade", "secret level", ["low", "mid", "high"]), tmp_path / f"t.{extension}")
    (tmp_path / "s.toml").write_text(
        '[columns]\nage = {role = "mask"}\npay = {role = "mask"}\ngrade = {type = "category", ordered = ["low", "mid", "high"], role = "mask"}\n')
    said = refusal(overhand, tmp_path, f"mask t.{extension} --schema s.toml -o out.csv")
    assert said.startswith("overhand: " + PLACES[extension]), said
    assert "'grade'" in said and "s.toml, line 4" in said and "secret" not in said


@pytest.mark.parametrize("extension", PLACES)
def test_a_fraction_where_the_schema_says_whole(overhand, tmp_path, extension):
    write(frame("visits", 7.25, [1.0, 2.0, 3.0]), tmp_path / f"t.{extension}")
    (tmp_path / "s.toml").write_text('[columns]\nage = {role = "mask"}\npay = {role = "mask"}\nvisits = {type = "integer", role = "mask"}\n')
    said = refusal(overhand, tmp_path, f"mask t.{extension} --schema s.toml -o out.csv")
    assert said.startswith("overhand: " + PLACES[extension]), said
    assert "'visits'" in said and "integer" in said and "7.25" not in said


@pytest.mark.parametrize("extension", ["csv", "tsv", "parquet", "feather", "orc"])
def test_an_infinite_number(overhand, tmp_path, extension):
    write(frame("rate", float("inf"), [0.5, 0.25]), tmp_path / f"t.{extension}")
    said = refusal(overhand, tmp_path, f"mask t.{extension} -o out.csv")
    assert said.startswith("overhand: " + PLACES[extension]), said
    assert "'rate'" in said and "infinite" in said
