"""Numbers that a schema calls categories go out as the numbers that they were."""

import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pyreadstat
import pytest

ROWS = 300
SCHEMA = '[columns]\nsex = {type = "category"}\ngrade = {type = "category", ordered = ["1", "2", "3"]}\nage = {}\ncost = {}\n'
MASK = "--schema s.toml --method cell_rotate --seed 1 --quiet"


def frame(gaps=False):
    rows = range(ROWS)
    return pd.DataFrame({"sex": [None if gaps and i % 9 == 0 else 1 + i % 2 for i in rows], "grade": [1 + i // 2 % 3 for i in rows],
                         "age": [20 + i * i % 61 for i in rows], "cost": [100 + i * i % 9973 / 4 for i in rows]})


def masked(overhand, tmp_path, name, options=MASK):
    (tmp_path / "s.toml").write_text(SCHEMA)
    overhand(f"mask {name} -o out.{name.split('.')[1]} {options}")
    return tmp_path / f"out.{name.split('.')[1]}"


@pytest.mark.parametrize("kind", [pa.int64(), pa.int8(), pa.uint16(), pa.float64(), pa.float32(), pa.decimal128(19, 0)])
@pytest.mark.parametrize("options", [MASK, MASK.replace("cell_rotate", "rank_swap")])
def test_parquet(overhand, tmp_path, kind, options):
    table = pa.table({name: pa.array(column, type=pa.int64()).cast(kind) if name in ("sex", "grade") else column
                      for name, column in frame().to_dict("list").items()})
    pa.parquet.write_table(table, tmp_path / "t.parquet")
    out = pa.parquet.read_table(masked(overhand, tmp_path, "t.parquet", options))
    for name in ("sex", "grade"):
        assert out.schema.field(name).type == kind
        assert sorted(out[name].to_pylist()) == sorted(table[name].to_pylist())


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string())])
@pytest.mark.parametrize("levels", ["", ', ordered = ["f", "m"]'])
def test_letters_that_a_schema_calls_categories_stay_letters(overhand, tmp_path, kind, levels):
    columns = frame().to_dict("list") | {"sex": pa.array(["fm"[i % 2] for i in range(ROWS)]).cast(kind)}
    pa.parquet.write_table(pa.table(columns), tmp_path / "t.parquet")
    (tmp_path / "s.toml").write_text(SCHEMA.replace('sex = {type = "category"', f'sex = {{type = "category"{levels}'))
    overhand(f"mask t.parquet -o out.parquet {MASK}")
    out = pa.parquet.read_table(tmp_path / "out.parquet")
    found = out.schema.field("sex").type
    assert found == (pa.dictionary(pa.int8(), pa.string(), bool(levels)) if pa.types.is_dictionary(kind) else kind)
    assert sorted(out["sex"].to_pylist()) == sorted(["f", "m"] * (ROWS // 2))


def test_gaps_among_them(overhand, tmp_path):
    frame(gaps=True).to_parquet(tmp_path / "t.parquet")  # pandas makes doubles of them
    out = pa.parquet.read_table(masked(overhand, tmp_path, "t.parquet"))
    assert out.schema.field("sex").type == pa.float64() and out["sex"].null_count == 34


@pytest.mark.parametrize("ending", ["feather", "orc"])
def test_other_columnar_files(overhand, tmp_path, ending):
    getattr(frame(), f"to_{ending}")(tmp_path / f"t.{ending}")
    out = getattr(pd, f"read_{ending}")(masked(overhand, tmp_path, f"t.{ending}"))
    assert list(out.dtypes.astype(str))[:2] == ["int64", "int64"]


@pytest.mark.parametrize("ending", ["dta", "sav"])
def test_statistics_files(overhand, tmp_path, ending):
    write, read = getattr(pyreadstat, f"write_{ending}"), getattr(pyreadstat, f"read_{ending}")
    write(frame().astype({"sex": "int8", "grade": "int8"}), tmp_path / f"t.{ending}", variable_value_labels={"age": {99: "unknown"}},
          column_labels=["Sex", "Grade", "", ""])
    before, its = read(tmp_path / f"t.{ending}")
    after, now = read(masked(overhand, tmp_path, f"t.{ending}"))
    for name in ("sex", "grade"):
        assert sorted(after[name]) == sorted(before[name]) and after[name].dtype == before[name].dtype
        assert now.readstat_variable_types[name] == its.readstat_variable_types[name]
    assert now.variable_value_labels == {} and now.column_names_to_labels["sex"] == "Sex"


def test_labelled_numbers_in_order_keep_their_width(overhand, tmp_path):
    pyreadstat.write_dta(frame().astype({"sex": "int8", "grade": "int8"}), tmp_path / "t.dta",
                         variable_value_labels={"grade": {1: "low", 2: "middle", 3: "high"}})
    _, its = pyreadstat.read_dta(tmp_path / "t.dta")
    (tmp_path / "s.toml").write_text(SCHEMA.replace('"1", "2", "3"', '"low", "middle", "high"'))
    overhand(f"mask t.dta -o out.dta {MASK}")
    after, now = pyreadstat.read_dta(tmp_path / "out.dta")
    assert now.readstat_variable_types["grade"] == its.readstat_variable_types["grade"] == "int32"
    assert now.variable_value_labels["grade"] == {1: "low", 2: "middle", 3: "high"} and set(after["grade"]) == {1, 2, 3}


def test_workbooks(overhand, tmp_path):
    frame().to_excel(tmp_path / "t.xlsx", index=False)
    sheet = openpyxl.load_workbook(masked(overhand, tmp_path, "t.xlsx")).active
    cells = [row[:2] for row in sheet.iter_rows(min_row=2, values_only=True)]
    assert {type(cell) for row in cells for cell in row} == {int}
    assert sorted(sex for sex, _ in cells) == sorted(frame()["sex"])


def test_into_another_format(overhand, tmp_path):
    frame().to_excel(tmp_path / "t.xlsx", index=False)
    (tmp_path / "s.toml").write_text(SCHEMA)
    overhand(f"mask t.xlsx -o out.parquet {MASK}")
    assert pa.parquet.read_table(tmp_path / "out.parquet").schema.field("sex").type == pa.int64()
