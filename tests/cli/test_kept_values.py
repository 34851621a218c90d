"""Kept columns go out as they came: text byte for byte, values of Parquet and Feather with their types."""

import csv
import datetime
import decimal

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

UTC = datetime.timezone.utc
MASK = "--method noise --percent 10 --seed 1"  # keeps the order of the records
TIMES = 3  # each record, so that no kept column tells its records apart


def numbers(count):
    return {"a": [float(i * i) for i in range(count)], "b": [float(7 * i % 5) for i in range(count)]}


def write_csv(path, name, cells):
    """A table of numbers and the kept column, whose cells are written as they are."""
    lines = [f"a,b,{name}"] + [f"{i * i},{7 * i % 5},{cell}" for i, cell in enumerate(cells * TIMES)]
    path.write_text("\n".join(lines) + "\n")


def write_table(path, **kept):
    kept = {name: pa.concat_arrays([column] * TIMES) for name, column in kept.items()}
    table = pa.table({**numbers(len(next(iter(kept.values())))), **kept})
    if path.suffix == ".parquet":
        pa.parquet.write_table(table, path)
    else:
        pa.feather.write_feather(table, path)


def read(path):
    return pa.parquet.read_table(path) if path.suffix == ".parquet" else pa.feather.read_table(path)


CELLS = {
    "postcode": ["01067", "10115", "00001", "99999"],
    "phone": ["+49301234", "+1", "0", "-0"],
    "long": ["12345678901234567890", "00000000000000000001", "1", "2"],
    "price": ["1.50", "2.00", ".5", "1e3"],
    "flag": ["TRUE", "false", "T", "0"],
    "spaces": [" a", "b ", "  ", "c d"],
    "missing": ["NA", "NaN", "nan", "-"],
    "date": ["2024-01-01", "01.02.2024", "2024-13-45", "12:30"],
    "quotes": ['say ""hi""', "a,b", "line\nend", "ä€😀"],
}


@pytest.mark.parametrize("name", CELLS)
def test_kept_text_is_kept_byte_for_byte(overhand, tmp_path, name):
    def quoted(cell):
        return f'"{cell}"' if set(cell) & set(',"\n') else cell

    kept = [quoted(cell) for cell in CELLS[name]]
    write_csv(tmp_path / "in.csv", name, kept)
    overhand(f"mask in.csv -o out.csv --keep {name} {MASK}")
    text = (tmp_path / "out.csv").read_text()
    assert text.split("\n", 1)[0] == "a,b," + name
    for cell in kept:
        assert f",{cell}\n" in text
    with open(tmp_path / "out.csv", newline="") as file:
        cells = [row[2] for row in csv.reader(file)][1:]
    assert cells == [cell.replace('""', '"') for cell in CELLS[name]] * TIMES


def test_a_quoted_empty_cell_is_not_a_missing_one(overhand, tmp_path):
    write_csv(tmp_path / "in.csv", "note", ["", '""', "x", "NA"])
    overhand(f"mask in.csv -o out.csv --keep note {MASK}")
    notes = [line.split(",")[2] for line in (tmp_path / "out.csv").read_text().splitlines()]
    assert notes == ["note"] + ["", '""', "x", "NA"] * TIMES
    overhand(f"mask in.csv -o out.parquet --keep note {MASK}")
    assert read(tmp_path / "out.parquet")["note"].to_pylist() == [None, "", "x", "NA"] * TIMES


# A kept column of a CSV file becomes numbers in Parquet only where no byte is lost by it.
@pytest.mark.parametrize("cells,type", [
    (["1", "-2", "", "40"], pa.int64()),
    (["1.5", "-2", "1e+300", "40.25"], pa.float64()),
    (["1.50", "2", "3", "4"], pa.string()),
    (["01", "2", "3", "4"], pa.string()),
    (["+1", "2", "3", "4"], pa.string()),
    (["12345678901234567890", "2", "3", "4"], pa.string()),
    (["TRUE", "FALSE", "", "TRUE"], pa.string()),
    (["2024-01-01", "", "", ""], pa.string()),
    (["nan", "1", "2", "3"], pa.string()),
])
@pytest.mark.parametrize("extension", ["parquet", "feather"])
def test_kept_csv_in_columnar_files(overhand, tmp_path, cells, type, extension):
    write_csv(tmp_path / "in.csv", "kept", cells)
    overhand(f"mask in.csv -o out.{extension} --keep kept {MASK}")
    column = read(tmp_path / f"out.{extension}")["kept"]
    assert column.type == type
    expected = [None if cell == "" else cell for cell in cells]
    if type != pa.string():
        expected = [None if cell is None else float(cell) for cell in expected]
    assert column.to_pylist() == expected * TIMES


DAY = datetime.date
TYPED = {
    "int64": pa.array([2**53 + 1, -(2**63) + 1, None, 2**63 - 1], pa.int64()),
    "smallest": pa.array([-(2**63), 0, None, 1], pa.int64()),
    "int8": pa.array([-128, 127, None, 0], pa.int8()),
    "uint64": pa.array([2**64 - 1, 0, None, 2**53 + 1], pa.uint64()),
    "uint32": pa.array([2**32 - 1, 0, None, 1], pa.uint32()),
    "float": pa.array([0.1, -0.0, None, float("inf")], pa.float32()),
    "double": pa.array([0.1, 5e-324, None, float("-inf")]),
    "nan": pa.array([0.1, float("nan"), None, 1.0]),
    "decimal": pa.array([decimal.Decimal("12345678901234567890.12"), decimal.Decimal("-0.50"), None,
                         decimal.Decimal("0.00")], pa.decimal128(38, 2)),
    "bool": pa.array([True, False, None, True]),
    "date": pa.array([DAY(2024, 2, 29), DAY(1, 1, 1), None, DAY(9999, 12, 31)]),
    "date64": pa.array([DAY(2024, 2, 29), DAY(1970, 1, 1), None, DAY(1969, 12, 31)], pa.date64()),
    "seconds": pa.array([0, -1, None, 10**9], pa.timestamp("s")),
    "nanoseconds": pa.array([1, -1, None, 2**62 + 1], pa.timestamp("ns")),
    "zone": pa.array([0, -1, None, 1711846800 * 10**6 + 1], pa.timestamp("us", "Europe/Berlin")),
    "duration": pa.array([0, -1, None, 10**9], pa.duration("ns")),
    "string": pa.array(["01067", "", None, "äx"]),
    "large_string": pa.array(["01067", "", None, "x"], pa.large_string()),
    "string_view": pa.array(["01067", "", None, "a text of more than twelve letters"], pa.string_view()),
    "levels": pa.DictionaryArray.from_arrays(pa.array([2, 0, None, 2], pa.int8()),
                                             ["low", "middle", "high"], ordered=True),
    "numbered_levels": pa.DictionaryArray.from_arrays(pa.array([1, 0, None, 1], pa.int8()),
                                                      pa.array([10, 20])),
    "nothing": pa.nulls(4),
}


def same(left, right):
    """NaN is itself here."""
    return len(left) == len(right) and all(x == y or (x != x and y != y) for x, y in zip(left, right))


@pytest.mark.parametrize("extension", ["parquet", "feather", "arrow"])
@pytest.mark.parametrize("name", TYPED)
def test_values_and_types_of_columnar_files(overhand, tmp_path, name, extension):
    write_table(tmp_path / f"in.{extension}", kept=TYPED[name])
    before = read(tmp_path / f"in.{extension}")["kept"]
    overhand(f"mask in.{extension} -o out.{extension} --keep kept {MASK}")
    after = read(tmp_path / f"out.{extension}")["kept"]
    if name != "nothing":  # a column of missing values alone has no type to lose
        assert after.type == before.type
    assert same(values_of(before), values_of(after))


def values_of(column):
    """As integers where Python's own times are too coarse."""
    is_fine = pa.types.is_timestamp(column.type) or pa.types.is_duration(column.type)
    return column.cast(pa.int64()).to_pylist() if is_fine else column.to_pylist()


def test_levels_that_no_record_has_do_not_go_out(overhand, tmp_path):
    levels = pa.DictionaryArray.from_arrays(pa.array([2, 0, 2, 0], pa.int8()), ["low", "secret", "high"])
    write_table(tmp_path / "in.feather", kept=levels)
    overhand(f"mask in.feather -o out.feather --keep kept {MASK}")
    column = read(tmp_path / "out.feather")["kept"]
    assert column.chunk(0).dictionary.to_pylist() == ["low", "high"]
    assert column.to_pylist() == ["high", "low", "high", "low"] * TIMES
    assert b"secret" not in (tmp_path / "out.feather").read_bytes()


# Times go out as text: Arrow reads none.
def test_kept_values_as_text(overhand, tmp_path):
    kept = {
        "time": pa.array([datetime.time(12, 30), None], pa.time64("us")),
        "big": pa.array([2**64 - 1, None], pa.uint64()),
        "day": pa.array([DAY(2024, 2, 29), None]),
        "moment": pa.array([datetime.datetime(2024, 1, 1, 11, tzinfo=UTC), None],
                           pa.timestamp("ms", "Europe/Berlin")),
        "single": pa.array([0.1, None], pa.float32()),
        "exact": pa.array([decimal.Decimal("1.50"), None], pa.decimal128(10, 2)),
        "level": pa.array(["x", None]).dictionary_encode(),
    }
    write_table(tmp_path / "in.parquet", **kept)
    overhand(f"mask in.parquet -o out.csv --keep {','.join(kept)} {MASK}")
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert lines[1].split(",")[2:] == ["12:30:00.000000", "18446744073709551615", "2024-02-29",
                                       "2024-01-01 11:00:00.000Z", "0.1", "1.50", "x"]
    assert lines[2].split(",")[2:] == [""] * 7
    overhand(f"mask in.parquet -o out.parquet --keep time {MASK} --drop {','.join(list(kept)[1:])}")
    assert read(tmp_path / "out.parquet")["time"].to_pylist() == [datetime.time(12, 30), None] * TIMES


def test_a_time_that_no_text_can_say_is_refused(overhand, tmp_path):
    write_table(tmp_path / "in.feather", kept=pa.array([2**62, 0], pa.timestamp("s")))
    result = overhand(f"mask in.feather -o out.csv --keep kept {MASK}", check=False)
    assert result.returncode == 2
    assert "column 'kept' has a value that is out of range for the years 0 to 9999; leave the column out with --drop kept." in result.stderr


# pandas writes its index as a first column without a name.
@pytest.mark.parametrize("source", ["in.csv", "in.feather", "in.parquet"])
@pytest.mark.parametrize("keep", [False, True])
def test_a_column_without_a_name_keeps_its_place(overhand, tmp_path, source, keep):
    index = [0, 1, 2, 3, 4] * TIMES
    columns = [index, [i * i for i in range(15)], [7 * i % 5 for i in range(15)]]
    if source == "in.csv":
        lines = [",x,y"] + [",".join(map(str, record)) for record in zip(*columns)]
        (tmp_path / source).write_text("\n".join(lines) + "\n")
    else:
        table = pa.Table.from_arrays([pa.array(column) for column in columns], ["", "x", "y"])
        (pa.feather.write_feather if source == "in.feather" else pa.parquet.write_table)(table, tmp_path / source)
    overhand(["mask", source, "-o", "out.csv", "--seed", "1", "--method", "sjppds", "--bins", "2"]
             + (["--keep", ""] if keep else []))
    with open(tmp_path / "out.csv", newline="") as file:
        header, *records = csv.reader(file)
    assert header == ["", "x", "y"]
    assert all(len(record) == 3 for record in records)
    assert sorted(record[0] for record in records) == sorted(map(str, index))


def test_two_columns_without_a_name_are_refused_in_words(overhand, tmp_path):
    (tmp_path / "in.csv").write_text(",x,\n1,2,3\n4,5,6\n")
    result = overhand("mask in.csv -o out.csv", check=False)
    assert (result.returncode, result.stderr.strip()) == (
        2, "overhand: in.csv: two columns have no name, numbers 1 and 3; if a title stands above the table, leave its lines out with --skip N.")


@pytest.mark.parametrize("extension", ["parquet", "feather", "arrow"])
def test_nothing_hidden_is_left_beside_the_output(overhand, tmp_path, extension):
    write_csv(tmp_path / "in.csv", "name", ["x", "y", "z"])
    overhand(f"mask in.csv -o out.{extension} --keep name --keep-identifiers {MASK}")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", f"out.{extension}"]
    assert read(tmp_path / f"out.{extension}")["name"].to_pylist() == ["x", "y", "z"] * TIMES
