"""Every type that pyarrow, pandas, polars, DuckDB and Spark write to Parquet, Feather and ORC: kept as it is, masked where it is a number."""

import datetime
import decimal

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pyarrow.orc
import pyarrow.parquet
import pytest

ROWS = 40
STAY = "--method noise --percent 20 --seed 1 --quiet --keep-identifiers"  # the order of the records stays
MOVE = "--method rank_swap --percent 50 --seed 1 --quiet"  # values move and none changes


def cycle(values):
    return [values[i % len(values)] for i in range(ROWS)]


def decimals(*texts):
    return [decimal.Decimal(text) for text in texts]


DAYS = [datetime.date(2020, 2, 29), None, datetime.date(1, 1, 1), datetime.date(9999, 12, 31)]
TIMES = [0, None, 1_577_836_800_123_456_789, -1]
WORDS = ["ä", None, "", "a longer text than twelve letters"]
TYPES = {
    "bool": (pa.bool_(), [True, None, False]),
    "int8": (pa.int8(), [-128, None, 127]),
    "int16": (pa.int16(), [-(2**15), None, 2**15 - 1]),
    "int32": (pa.int32(), [-(2**31), None, 2**31 - 1]),
    "int64": (pa.int64(), [-(2**63), None, 2**63 - 1, 2**53 + 1]),
    "uint8": (pa.uint8(), [0, None, 255]),
    "uint16": (pa.uint16(), [0, None, 2**16 - 1]),
    "uint32": (pa.uint32(), [0, None, 2**32 - 1]),
    "uint64": (pa.uint64(), [0, None, 2**64 - 1, 2**53 + 1]),
    "float16": (pa.float16(), [np.float16(0.1), None, np.float16(-65504)]),
    "float32": (pa.float32(), [0.1, None, float("nan"), float("inf"), -3e38]),
    "float64": (pa.float64(), [0.1, None, float("nan"), float("-inf"), 5e-324, -0.0]),
    "decimal32": (pa.decimal32(5, 2), [*decimals("123.45", "-0.01"), None]),
    "decimal64": (pa.decimal64(18, 4), [*decimals("12345678901234.5678", "-0.0001"), None]),
    "decimal128": (pa.decimal128(38, 10), [*decimals("1234567890123456789012345678.0123456789", "0"), None]),
    "decimal256": (pa.decimal256(76, 5), [*decimals("1" * 71 + ".00001", "-2"), None]),
    "date32": (pa.date32(), DAYS),
    "date64": (pa.date64(), DAYS),
    **{f"timestamp {unit} {zone}": (pa.timestamp(unit, zone), [None if time is None else time // 1000 ** (3 - power) for time in TIMES])
       for power, unit in enumerate(["s", "ms", "us", "ns"]) for zone in (None, "UTC", "Asia/Tokyo", "+05:30")},
    "time32 s": (pa.time32("s"), [0, None, 86399]),
    "time32 ms": (pa.time32("ms"), [1, None, 86399999]),
    "time64 us": (pa.time64("us"), [1, None, 86399999999]),
    "time64 ns": (pa.time64("ns"), [1, None, 86399999999999]),
    "duration s": (pa.duration("s"), [-1, None, 2**40]),
    "duration ns": (pa.duration("ns"), [1, None, -(2**62)]),
    "string": (pa.string(), WORDS),
    "large_string": (pa.large_string(), WORDS),
    "string_view": (pa.string_view(), WORDS),
    "null": (pa.null(), [None]),
}
CODES = [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()]
for codes in CODES:
    TYPES[f"dictionary {codes}"] = (pa.dictionary(codes, pa.string()), WORDS)
TYPES["ordered"] = (pa.dictionary(pa.int8(), pa.string(), ordered=True), ["low", None, "high"])
TYPES["dictionary of large"] = (pa.dictionary(pa.int32(), pa.large_string()), WORDS)
VIEWS = "dictionary of views"
TYPES[VIEWS] = (pa.dictionary(pa.uint32(), pa.string_view()), WORDS)

# What a format itself does not have, by itself or through pyarrow.
NOT_IN_PARQUET = {name for name in TYPES if name.startswith(("date64", "time32 s", "timestamp s ", "duration s", "dictionary "))}
IN_ORC = {"bool", "int8", "int16", "int32", "int64", "float32", "float64", "decimal128", "date32", "string"}


def array_of(name):
    type, values = TYPES[name]
    if pa.types.is_dictionary(type):
        levels = [word for word in values if word is not None]
        codes = pa.array([None if word is None else levels.index(word) for word in cycle(values)], type.index_type)
        return pa.DictionaryArray.from_arrays(codes, pa.array(levels, type.value_type), ordered=type.ordered)
    return pa.array(cycle(values), type)


def write(table, path):
    if path.suffix == ".parquet":
        pa.parquet.write_table(table, path)
    elif path.suffix == ".orc":
        pa.orc.write_table(table, path)
    else:
        pa.feather.write_feather(table, path)


def read(path):
    if path.suffix == ".parquet":
        return pa.parquet.read_table(path)
    return pa.orc.read_table(path) if path.suffix == ".orc" else pa.feather.read_table(path, memory_map=False)


def bits(column):
    """Values to compare: NaN as itself, a zero with its sign, times as whole numbers."""
    type = column.type
    if pa.types.is_dictionary(type):
        return column.to_pylist()
    if pa.types.is_timestamp(type) or pa.types.is_duration(type) or pa.types.is_time64(type):
        return column.cast(pa.int64()).to_pylist()
    return [repr(value) for value in column.to_pylist()]


def numbers():
    return pa.array([float(i * 17 % 31) for i in range(ROWS)])


def others():
    return pa.array([float(i * 13 % 29) for i in range(ROWS)])


def kept(overhand, folder, names, extension, output=None):
    """Each column as the file has it, and as it comes out."""
    output = output or extension
    columns = {f"x{j}": array_of(name) for j, name in enumerate(names)}
    write(pa.table({"a": numbers(), "b": others(), **columns}), folder / f"in.{extension}")
    overhand(f"mask in.{extension} -o out.{output} {STAY} --columns a,b --keep {','.join(columns)}")
    before, after = read(folder / f"in.{extension}"), read(folder / f"out.{output}")
    assert after["a"].to_pylist() != numbers().to_pylist()
    return {name: (before[f"x{j}"], after[f"x{j}"]) for j, name in enumerate(names)}


@pytest.mark.parametrize("extension", ["parquet", "feather"])
def test_a_kept_column_has_its_type_and_its_values(overhand, tmp_path, extension):
    names = [name for name in TYPES if extension == "feather" or name != VIEWS]  # pyarrow does not write these to Parquet
    for name, (before, after) in kept(overhand, tmp_path, names, extension).items():
        assert after.type == before.type, name
        assert bits(after) == bits(before), name
        if extension == "feather" or name not in NOT_IN_PARQUET:
            assert after.type == TYPES[name][0], name


def test_every_type_goes_to_parquet(overhand, tmp_path):
    for name, (before, after) in kept(overhand, tmp_path, TYPES, "feather", "parquet").items():
        assert after.null_count == before.null_count, name
        if name not in NOT_IN_PARQUET:
            assert bits(after) == bits(before), name


def test_orc_comes_back_as_it_came(overhand, tmp_path):
    for name, (before, after) in kept(overhand, tmp_path, sorted(IN_ORC), "orc").items():
        assert after.type == before.type, name
        assert bits(after) == bits(before), name


def test_every_type_goes_to_orc(overhand, tmp_path):
    """In the nearest type that ORC has."""
    for name, (before, after) in kept(overhand, tmp_path, TYPES, "feather", "orc").items():
        if "timestamp" in name:
            factor = 10 ** (9 - 3 * ["s", "ms", "us", "ns"].index(before.type.unit))
            assert after.cast(pa.int64()).to_pylist() == [None if value is None else value * factor for value in bits(before)], name
        elif name.startswith(("dictionary", "string", "large", "ordered")):
            assert after.to_pylist() == before.to_pylist(), name
        elif name.startswith("time"):
            assert after.type == pa.string() and after.null_count == before.null_count, name
        elif name.startswith("duration"):
            assert after.to_pylist() == before.cast(pa.int64()).to_pylist(), name
        else:
            assert [str(value) for value in after.to_pylist()] == [str(value) for value in before.to_pylist()], name


WHOLE = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32", "float64"]


@pytest.mark.parametrize("extension", ["parquet", "feather", "orc"])
def test_masked_numbers_stay_in_their_type_where_they_can(overhand, tmp_path, extension):
    names = [name for name in WHOLE if extension != "orc" or name[0] != "u"]  # ORC has no unsigned integers
    values = {name: [i * 7 % 31 / (1 if "int" in name else 4) for i in range(ROWS)] for name in names}
    write(pa.table({name: pa.array(values[name], pa.float64()).cast(TYPES[name][0]) for name in names}), tmp_path / f"in.{extension}")
    overhand(f"mask in.{extension} -o out.{extension} {MOVE}")
    after = read(tmp_path / f"out.{extension}")
    for name in names:
        assert after[name].type == TYPES[name][0], name
        assert sorted(after[name].to_pylist()) == sorted(values[name]), name
        assert after[name].to_pylist() != values[name], name


@pytest.mark.parametrize("name", ["decimal32", "decimal64", "decimal128", "float16"])
def test_other_numbers_are_masked_as_reals_and_come_back(overhand, tmp_path, name):
    type = TYPES[name][0]
    values = [i * 7 % 31 / 4 for i in range(ROWS)]
    array = pa.array([np.float16(v) for v in values], type) if name == "float16" else pa.array(decimals(*map(str, values)), type)
    write(pa.table({"x": array, "y": numbers()}), tmp_path / "in.feather")
    overhand(f"mask in.feather -o out.feather {MOVE}")
    assert read(tmp_path / "out.feather")["x"].type == type
    after = [float(value) for value in read(tmp_path / "out.feather")["x"].to_pylist()]
    assert sorted(after) == sorted(values) and after != values


NESTED = {
    "list<element: int64>": pa.array(cycle([[1, 2], None]), pa.list_(pa.field("element", pa.int64()))),
    "large_list<element: string>": pa.array(cycle([["a"], []]), pa.large_list(pa.field("element", pa.string()))),
    "struct<a: int64>": pa.array(cycle([{"a": 1}, None]), pa.struct([("a", pa.int64())])),
    "map<string, int64": pa.array(cycle([[("k", 1)], []]), pa.map_(pa.string(), pa.int64())),
    "binary": pa.array(cycle([b"\0\1", None]), pa.binary()),
    "fixed_size_binary[4]": pa.array(cycle([b"abcd", None]), pa.binary(4)),
}


NOT_IN_ORC = ("large", "fixed")
NESTED_FILES = [
    (type, extension) for type in NESTED for extension in ("parquet", "feather", "orc")
    if extension != "orc" or not type.startswith(NOT_IN_ORC)
]


@pytest.mark.parametrize("type, extension", NESTED_FILES)
def test_what_is_nested_is_refused_by_name(overhand, tmp_path, type, extension):
    write(pa.table({"a": numbers(), "b": others(), "odd": NESTED[type]}), tmp_path / f"in.{extension}")
    for words in ("", "--keep odd"):
        refused = overhand(f"mask in.{extension} -o out.csv --quiet {words}", check=False)
        assert refused.returncode == 2
        kind = "list<" if type.startswith("list") else type.split("<")[0]
        assert f"in.{extension}: column 'odd' is of type {kind}" in refused.stderr
        assert "can neither be masked nor kept" in refused.stderr and "--drop odd" in refused.stderr
    overhand(f"mask in.{extension} -o out.csv {STAY} --drop odd")


def test_moments_of_spark(overhand, tmp_path):
    """It writes them as 96 bits, without saying that they are times."""
    before = pa.table({"a": numbers(), "b": others(), "x": array_of("timestamp ns None")})
    pa.parquet.write_table(before, tmp_path / "in.parquet", use_deprecated_int96_timestamps=True, store_schema=False)
    assert pa.parquet.ParquetFile(tmp_path / "in.parquet").schema.column(2).physical_type == "INT96"
    overhand(f"mask in.parquet -o out.parquet {STAY} --keep x")
    assert bits(read(tmp_path / "out.parquet")["x"]) == bits(before["x"])


def polars_table():
    return pl.DataFrame({
        "a": numbers().to_pylist(),
        "b": others().to_pylist(),
        "category": pl.Series(cycle(["x", None, "y"]), dtype=pl.Categorical),
        "enum": pl.Series(cycle(["low", "high", None]), dtype=pl.Enum(["low", "middle", "high"])),
        "u64": pl.Series(cycle([2**64 - 1, 0]), dtype=pl.UInt64),
        "yes": cycle([True, None]),
        "price": pl.Series(cycle(decimals("12.30", "-0.05")), dtype=pl.Decimal(12, 2)),
        "day": cycle(DAYS),
        **{f"moment_{unit}": pl.Series(cycle([0, 1_577_836_800_123 * scale]), dtype=pl.Int64).cast(pl.Datetime(unit, zone))
           for unit, scale, zone in (("ms", 1, None), ("us", 1000, "UTC"), ("ns", 1_000_000, "Europe/Berlin"))},
        "span": pl.Series(cycle([1, -5]), dtype=pl.Int64).cast(pl.Duration("us")),
        "clock": cycle([datetime.time(1, 2, 3), None]),
        "text": cycle(WORDS),
        "single": pl.Series(cycle([0.1, None]), dtype=pl.Float32),
        "nothing": pl.Series(cycle([None]), dtype=pl.Null),
    })


@pytest.mark.parametrize("extension", ["parquet", "arrow"])
def test_all_of_polars(overhand, tmp_path, extension):
    table = polars_table()
    (table.write_parquet if extension == "parquet" else table.write_ipc)(tmp_path / f"in.{extension}")
    overhand(f"mask in.{extension} -o out.{extension} {STAY} --columns a,b --keep {','.join(table.columns[2:])}")
    before, after = ((pl.read_parquet if extension == "parquet" else pl.read_ipc)(tmp_path / f"{name}.{extension}") for name in ("in", "out"))
    for name in table.columns[2:]:
        assert after[name].to_list() == before[name].to_list(), name
        if name not in ("category", "enum"):  # polars' own notes on these do not go out
            assert after[name].dtype == before[name].dtype, name


def test_all_of_pandas(overhand, tmp_path):
    table = pd.DataFrame({
        "a": numbers().to_pylist(),
        "b": others().to_pylist(),
        "whole": pd.array(cycle([1, None, 2**60]), "Int64"),
        "yes": pd.array(cycle([True, None]), "boolean"),
        "text": pd.array(cycle(["a", None]), "str"),
        "level": pd.Categorical(cycle(["low", None, "high"]), ["low", "middle", "high"], ordered=True),
        "moment": pd.to_datetime(cycle(["2020-01-01", None])).tz_localize("Asia/Tokyo"),
        "span": pd.to_timedelta(cycle([1, None]), unit="s"),
    })
    table.to_parquet(tmp_path / "in.parquet")
    overhand(f"mask in.parquet -o out.parquet {STAY} --columns a,b --keep whole,yes,text,level,moment,span")
    after = pd.read_parquet(tmp_path / "out.parquet", dtype_backend="numpy_nullable")
    assert after.index.equals(pd.RangeIndex(ROWS))
    for name in list(table)[2:]:
        assert after[name].isna().tolist() == table[name].isna().tolist(), name
        assert after[name].dropna().tolist() == table[name].dropna().tolist(), name
    assert after["level"].cat.ordered and list(after["level"].cat.categories) == ["low", "high"]


def test_the_index_of_pandas_is_a_column(overhand, tmp_path):
    """A range is a note of pandas and nothing else; any other index stands in the file, where it is seen and can be left out."""
    table = pd.DataFrame({"a": numbers().to_pylist(), "b": [float(i % 7) for i in range(ROWS)]})
    table.to_parquet(tmp_path / "range.parquet")
    overhand(f"mask range.parquet -o out.parquet {STAY}")
    assert list(pd.read_parquet(tmp_path / "out.parquet")) == ["a", "b"]
    table.sort_values("a").to_parquet(tmp_path / "index.parquet")
    overhand(f"mask index.parquet -o out.parquet {STAY} --drop __index_level_0__")
    assert list(pd.read_parquet(tmp_path / "out.parquet")) == ["a", "b"]


DUCKDB = {
    "utinyint": "200::UTINYINT", "ubigint": "18446744073709551615::UBIGINT", "bigint": "9007199254740993::BIGINT", "float": "0.1::FLOAT",
    "decimal": "12.30::DECIMAL(12,2)", "wide": "1.5::DECIMAL(38,10)", "boolean": "true", "date": "DATE '2020-02-29'",
    "ts": "TIMESTAMP '2020-01-01 01:02:03.456789'", "ts_s": "TIMESTAMP_S '2020-01-01 01:02:03'", "ts_ns": "TIMESTAMP_NS '2020-01-01 01:02:03.123456789'",
    "tstz": "TIMESTAMPTZ '2020-01-01 01:02:03+02'", "time": "TIME '01:02:03.5'", "enum": "'low'::ENUM('low', 'high')", "text": "'ä'",
}


def test_all_of_duckdb(overhand, tmp_path):
    columns = ", ".join(f"CASE WHEN i % 3 = 1 THEN NULL ELSE {value} END AS {name}" for name, value in DUCKDB.items())
    duckdb.sql(f"COPY (SELECT (i * 17 % 31)::DOUBLE AS a, (i * 13 % 29)::DOUBLE AS b, {columns} FROM range({ROWS}) t(i)) TO '{tmp_path}/in.parquet'")
    overhand(f"mask in.parquet -o out.parquet {STAY} --columns a,b --keep {','.join(DUCKDB)}")
    names = ", ".join(f"{name}, {name}::VARCHAR" for name in DUCKDB if name != "tstz") + ", epoch_ns(tstz)"
    before, after = (duckdb.sql(f"SELECT {names} FROM '{tmp_path}/{name}.parquet'") for name in ("in", "out"))
    assert after.fetchall() == before.fetchall()
    assert after.types == before.types
    for name, value in {"blob": "'a'::BLOB", "list": "[1, 2]", "struct": "{'a': 1}", "map": "MAP {'a': 1}", "uuid": "gen_random_uuid()"}.items():
        duckdb.sql(f"COPY (SELECT (i * 17 % 31)::DOUBLE AS a, {value} AS odd FROM range({ROWS}) t(i)) TO '{tmp_path}/odd_{name}.parquet'")
        refused = overhand(f"mask odd_{name}.parquet -o out.csv --keep odd", check=False)
        assert refused.returncode == 2 and "column 'odd' is of type" in refused.stderr, name


@pytest.mark.parametrize("unit", ["s", "ms", "us"])
def test_moments_that_readers_of_orc_have_no_place_for(overhand, tmp_path, unit):
    for moment in ("9999-12-31", "0001-01-01", "1677-09-21", "2262-04-12"):
        moments = pa.array([datetime.datetime.fromisoformat(moment), None] * (ROWS // 2), pa.timestamp(unit))
        pa.parquet.write_table(pa.table({"a": numbers(), "b": others(), "until": moments}), tmp_path / "in.parquet")
        refused = overhand("mask in.parquet -o out.orc --method noise --quiet --keep until", check=False)
        assert (refused.returncode, refused.stderr) == (2, "overhand: out.orc: column 'until' has moments outside of 1677-09-22 to 2262-04-11, which readers of ORC "
                                                           "have no place for; leave it out, or write another format, such as .parquet.\n")
        assert not (tmp_path / "out.orc").exists()
    moments = pa.array([datetime.datetime(1677, 9, 22), datetime.datetime(2262, 4, 11)] * (ROWS // 2), pa.timestamp(unit))
    pa.parquet.write_table(pa.table({"a": numbers(), "b": others(), "until": moments}), tmp_path / "in.parquet")
    overhand("mask in.parquet -o out.orc --method noise --quiet --keep until")
    assert pa.orc.read_table(tmp_path / "out.orc")["until"].cast(pa.timestamp(unit)).to_pylist() == moments.to_pylist()


def test_an_orc_file_that_is_none(overhand, tmp_path):
    pa.orc.write_table(pa.table({"a": numbers()}), tmp_path / "whole.orc")
    whole = (tmp_path / "whole.orc").read_bytes()
    for name, content, sentence in [
        ("in.orc", b"a,b\n1,2\n", "not an ORC file, or a damaged one."),
        ("in.orc", whole[:-9], "not an ORC file, or a damaged one."),
        ("in.csv", whole, "by its content this is an ORC file, which the name does not say; give it the extension .orc."),
    ]:
        (tmp_path / name).write_bytes(content)
        refused = overhand(f"mask {name} -o out.csv", check=False)
        assert (refused.returncode, refused.stderr) == (2, f"overhand: {name}: {sentence}\n")


DAY_SCHEMA = '[columns]\nday = {type = "date", role = "mask"}\nx = {role = "mask"}\ny = {role = "mask"}\n'


@pytest.mark.parametrize("unit", ["s", "ms", "us", "ns"])
@pytest.mark.parametrize("extension", ["parquet", "feather", "orc"])
def test_midnights_that_are_masked_as_days_come_back_as_moments(overhand, tmp_path, extension, unit):
    days = [datetime.datetime(2020, 1, 1) + datetime.timedelta(days=i % 30) if i % 9 else None for i in range(60)]
    table = pa.table({"day": pa.array(days, pa.timestamp(unit)), "x": [float(i * i % 61) for i in range(60)], "y": [float(i * 7 % 31) for i in range(60)]})
    write(table, tmp_path / f"in.{extension}")
    came = read(tmp_path / f"in.{extension}")["day"].type
    (tmp_path / "s.toml").write_text(DAY_SCHEMA)
    overhand(f"mask in.{extension} -o out.{extension} --schema s.toml --method sjppds --seed 1 --quiet")
    masked = read(tmp_path / f"out.{extension}")["day"]
    assert masked.type == came
    order = lambda values: sorted(values, key=str)
    assert order(masked.cast(pa.timestamp("us")).to_pylist()) == order(days) and masked.to_pylist() != days


def test_days_beyond_a_unit_come_back_as_days(overhand, tmp_path):
    days = [datetime.datetime(1500 + i % 30, 1, 1) for i in range(60)]
    pa.parquet.write_table(pa.table({"day": pa.array(days, pa.timestamp("us")), "x": [float(i) for i in range(60)], "y": [float(i * 7 % 31) for i in range(60)]}), tmp_path / "in.parquet")
    (tmp_path / "s.toml").write_text(DAY_SCHEMA)
    overhand("mask in.parquet -o out.orc --schema s.toml --method sjppds --seed 1 --quiet")
    assert pa.orc.read_table(tmp_path / "out.orc")["day"].type == pa.date32()
