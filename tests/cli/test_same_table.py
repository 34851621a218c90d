"""One table, saved by the software people have, is one table: the same inspect, the same masked values."""

import json

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pyarrow.feather
import pyarrow.orc
import pyarrow.parquet
import pyreadstat
import pytest

ROWS = 400


def patients():
    """What a hospital has, drawn with a fixed seed."""
    draw = numpy.random.default_rng(12)
    age = draw.integers(18, 95, ROWS)
    stay = draw.geometric(0.2, ROWS)
    glucose = (70 + age * 0.4 + draw.normal(0, 9, ROWS)).round(1)
    glucose[draw.random(ROWS) < 0.1] = numpy.nan
    visits = draw.integers(1, 60, ROWS).astype(float)
    visits[draw.random(ROWS) < 0.05] = numpy.nan
    names = ["Müller", "Søren", "Núñez", "Brontë", "Jones"]
    return pandas.DataFrame(
        {
            "patient": [f"P{i:06d}-{names[i % 5]}" for i in range(ROWS)],
            "born": pandas.to_datetime("1930-01-01") + pandas.to_timedelta(draw.integers(0, 25000, ROWS), "D"),
            "sex": draw.choice(["F", "M"], ROWS),
            "zip": draw.choice(["01067", "04109", "10115", "80331"], ROWS),
            "diagnosis": draw.choice(["I10", "E11", "J45", "K35"], ROWS, p=[0.4, 0.3, 0.2, 0.1]),
            "stay": stay,
            "cost": (stay * 412.5 + draw.gamma(2, 300, ROWS)).round(2),
            "glucose": glucose,
            "visits": visits,
        }
    )


def as_days(frame):
    return frame.assign(born=frame["born"].dt.date)


def csv(**how):
    return lambda frame, path: as_days(frame).to_csv(path, index=False, **how)


def excel(engine):
    return lambda frame, path: as_days(frame).to_excel(path, index=False, engine=engine)


def arrow(frame):
    days = pyarrow.array(frame["born"].dt.date, pyarrow.date32())
    table = pyarrow.Table.from_pandas(frame.drop(columns="born"), preserve_index=False)
    return table.add_column(1, "born", days)


def stata(frame, path):
    frame.to_stata(path, write_index=False, convert_dates={"born": "td"}, version=118)


def by_duckdb(frame, path):
    patients = arrow(frame)  # noqa: F841  (DuckDB finds it by its name)
    duckdb.sql(f"COPY (SELECT * FROM patients) TO '{path}' (FORMAT parquet)")


WRITERS = {
    "comma.csv": csv(),
    "semicolon.csv": csv(sep=";", decimal=","),
    "tab.tsv": csv(sep="\t"),
    "pipe.csv": csv(sep="|"),
    "wide.csv": csv(encoding="utf-16"),
    "latin.csv": csv(sep=";", decimal=",", encoding="latin-1"),
    "marked.csv": csv(encoding="utf-8-sig", lineterminator="\r\n"),
    "packed.csv.gz": csv(),
    "openpyxl.xlsx": excel("openpyxl"),
    "xlsxwriter.xlsx": excel("xlsxwriter"),
    "sheet.ods": excel("odf"),
    "stata.dta": stata,
    "spss.sav": lambda frame, path: pyreadstat.write_sav(as_days(frame), path),
    "pandas.parquet": lambda frame, path: frame.to_parquet(path, index=False),
    "pyarrow.parquet": lambda frame, path: pyarrow.parquet.write_table(arrow(frame), path),
    "polars.parquet": lambda frame, path: polars.from_arrow(arrow(frame)).write_parquet(path),
    "duckdb.parquet": by_duckdb,
    "pyarrow.feather": lambda frame, path: pyarrow.feather.write_feather(arrow(frame), path),
    "pyarrow.orc": lambda frame, path: pyarrow.orc.write_table(arrow(frame), path),
}


@pytest.fixture
def table(request, tmp_path):
    WRITERS[request.param](patients(), str(tmp_path / request.param))
    return request.param


def seen(overhand, name):
    return overhand(f"inspect {name} --json -").stdout


def masked(overhand, tmp_path, name):
    overhand(
        f"mask {name} -o masked.parquet --method sjppds --bins 5 --seed 7 --quiet"
        " --drop patient,born --keep sex,zip,diagnosis"
    )
    read = pyarrow.parquet.read_table(tmp_path / "masked.parquet")
    return {column: [value if isinstance(value, str) else value and float(value) for value in read[column].to_pylist()]
            for column in read.column_names}


@pytest.mark.parametrize("table", list(WRITERS), indirect=True)
def test_every_file_gives_the_same_columns(overhand, tmp_path, table):
    csv()(patients(), tmp_path / "plain.csv")
    assert json.loads(seen(overhand, table)) == json.loads(seen(overhand, "plain.csv"))
    assert seen(overhand, table) == seen(overhand, "plain.csv")


@pytest.mark.parametrize("table", list(WRITERS), indirect=True)
def test_every_file_gives_the_same_masked_values(overhand, tmp_path, table):
    csv()(patients(), tmp_path / "plain.csv")
    assert masked(overhand, tmp_path, table) == masked(overhand, tmp_path, "plain.csv")


def test_the_columns_are_what_they_are(overhand, tmp_path):
    csv()(patients(), tmp_path / "plain.csv")
    columns = {column["name"]: column for column in json.loads(seen(overhand, "plain.csv"))["columns"]}
    assert {name: column["type"] for name, column in columns.items()} == {
        "patient": "text", "born": "date", "sex": "category", "zip": "category", "diagnosis": "category",
        "stay": "integer", "cost": "real", "glucose": "real", "visits": "integer"}
    assert {name: column["role"] for name, column in columns.items()} == {
        "patient": "drop", "born": "drop", "sex": "mask", "zip": "mask", "diagnosis": "mask",
        "stay": "mask", "cost": "mask", "glucose": "mask", "visits": "mask"}
