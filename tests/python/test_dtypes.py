"""Each type of a column, in each library: a shuffle gives back that type, those values and those gaps, or says why not."""

import datetime
import decimal

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest

import overhand

N = 120
ROWS = range(N)


def gappy(values):
    """Every tenth value is missing."""
    return [None if row % 10 == 0 else value for row, value in enumerate(values)]


WORDS = gappy("abc"[row % 3] for row in ROWS)
WHOLE = gappy(row % 30 for row in ROWS)
TRUTHS = gappy(row % 2 == 0 for row in ROWS)
DAYS = gappy(datetime.date(2020, 1, 1 + row % 28) for row in ROWS)
TIMES = gappy(datetime.datetime(2020, 10, 1 + row % 28, 3) for row in ROWS)
SPANS = gappy(datetime.timedelta(hours=row % 28) for row in ROWS)
PRICES = gappy(decimal.Decimal(row % 30) / 4 for row in ROWS)


def amounts():
    rng = numpy.random.default_rng(1)
    return {"x": rng.normal(50, 9, N), "y": rng.normal(10, 3, N)}


def shuffled(table, **said):
    return overhand.mask(table, "sjppds", bins=4, seed=1, **said)


def same_values(before, now):
    """The same values, each as often, and the gaps as the caller has them: NA is not NaN and not None."""
    return sorted(map(repr, before)) == sorted(map(repr, now))


def in_pandas(column):
    return pandas.DataFrame(amounts()).assign(c=column)


PANDAS = {
    **{name: pandas.Series([row % 90 for row in ROWS], dtype=name)
       for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64", ">i4")},
    **{name: pandas.Series(WHOLE, dtype=name) for name in ("Int8", "UInt8", "Int32", "Int64", "UInt64", "Float32", "Float64")},
    "large": pandas.Series([2**60 + row % 30 for row in ROWS]),
    "boolean": pandas.Series(TRUTHS, dtype="boolean"),
    "bool": pandas.Series([row % 2 == 0 for row in ROWS]),
    "str": pandas.Series(WORDS, dtype="str"),
    "string[python]": pandas.Series(WORDS, dtype="string[python]"),
    "string[pyarrow]": pandas.Series(WORDS, dtype="string[pyarrow]"),
    "int64[pyarrow]": pandas.Series(WHOLE, dtype="int64[pyarrow]"),
    "bool[pyarrow]": pandas.Series(TRUTHS, dtype="bool[pyarrow]"),
    "date32[pyarrow]": pandas.Series(DAYS, dtype=pandas.ArrowDtype(pyarrow.date32())),
    "object of dates": pandas.Series(DAYS, dtype=object),
    "object of texts": pandas.Series([float("nan") if word is None else word for word in WORDS], dtype=object),
    "category": pandas.Series(pandas.Categorical(WORDS)),
    "ordered": pandas.Series(pandas.Categorical(WORDS, categories=["c", "b", "a"], ordered=True)),
    "category of times": pandas.Series(pandas.Categorical(pandas.to_datetime(["2020-01-01", "2020-02-01"])[numpy.arange(N) % 2])),
    "category of an empty text": pandas.Series(pandas.Categorical(["" if row % 2 else "b" for row in ROWS])),
    "a text that reads like a gap": pandas.Series(["NA" if row % 2 else "b" for row in ROWS]),
    **{f"datetime64[{unit}]": pandas.Series(TIMES, dtype=f"datetime64[{unit}]") for unit in ("s", "ms", "us", "ns")},
    **{f"timedelta64[{unit}]": pandas.Series(SPANS, dtype=f"timedelta64[{unit}]") for unit in ("s", "us")},
    **{zone: pandas.Series(TIMES, dtype="datetime64[us]").dt.tz_localize(zone) for zone in ("UTC", "Europe/Vienna", "+05:30")},
    **{f"period {freq}": pandas.Series(pandas.to_datetime(gappy(datetime.datetime(2018, 1 + row % 12, 1) for row in ROWS))).dt.to_period(freq)
       for freq in ("M", "Q", "D", "W-SUN", "h")},
    **{str(kind): pandas.Series(PRICES, dtype=pandas.ArrowDtype(kind)) for kind in (pyarrow.decimal128(9, 2), pyarrow.decimal256(40, 2))},
    **{f"dictionary {index}": pandas.Series(WORDS, dtype=pandas.ArrowDtype(pyarrow.dictionary(index, pyarrow.string())))
       for index in (pyarrow.int8(), pyarrow.int32(), pyarrow.uint16())},
    "dictionary of large texts": pandas.Series(WORDS, dtype=pandas.ArrowDtype(pyarrow.dictionary(pyarrow.int32(), pyarrow.large_string()))),
    "time64[pyarrow]": pandas.Series([datetime.time(row % 5) for row in ROWS], dtype=pandas.ArrowDtype(pyarrow.time64("us"))),
    "timestamp[pyarrow]": pandas.Series(TIMES, dtype=pandas.ArrowDtype(pyarrow.timestamp("us", tz="Europe/Vienna"))),
    "duration[pyarrow]": pandas.Series(SPANS, dtype=pandas.ArrowDtype(pyarrow.duration("us"))),
    "sparse": pandas.Series(pandas.arrays.SparseArray([0 if row % 3 else row % 30 for row in ROWS])),
}


@pytest.mark.parametrize("name", PANDAS)
def test_pandas(name):
    table = in_pandas(PANDAS[name])
    before = table.copy(deep=True)
    masked = shuffled(table)
    assert masked["c"].dtype == table["c"].dtype
    assert same_values(table["c"], masked["c"])
    if name != "sparse":
        assert not masked["c"].equals(table["c"])
    pandas.testing.assert_frame_equal(table, before)


@pytest.mark.parametrize("name", ["Int64", "boolean", "string[python]", "ordered", "Europe/Vienna", "float32", "datetime64[ns]"])
def test_what_is_kept_goes_with_its_record(name):
    table = in_pandas(PANDAS[name])
    made = shuffled(table, keep="c", details=True)
    there = table["c"].iloc[list(made.lineage)].reset_index(drop=True)
    pandas.testing.assert_series_equal(made.data["c"], there)


@pytest.mark.parametrize("name", ["float32", "Float64", "float16", "int32", "Int64"])
def test_noise_on_numbers(name):
    """Fractions of a type stay of it; whole numbers become fractions and are not cut."""
    masked = overhand.mask(in_pandas(PANDAS[name].fillna(3)), "noise", seed=1)["c"]
    assert masked.dtype == (name if name.lower().startswith("float") else "float64")
    if not name.lower().startswith("float"):
        assert (masked != masked.round()).any()


def test_gaps_that_a_method_does_not_take_are_told():
    with pytest.raises(ValueError, match=r'noise cannot mask missing values \(c\).*drop="c"'):
        overhand.mask(in_pandas(PANDAS["Int64"]), "noise", seed=1)


REFUSED = {
    "beyond 64 bits": (ValueError, [2**63 + row % 30 for row in ROWS], "uint64"),
    "the least whole number": (ValueError, [-2**63 if row % 9 == 0 else row % 30 for row in ROWS], "int64"),
    "larger than any": (ValueError, [2**70] * N, object),
    "long double": (TypeError, [1.5] * N, "longdouble"),
    "bytes": (TypeError, [b"a"] * N, object),
    "lists": (TypeError, [[1]] * N, object),
    "clock": (TypeError, [datetime.time(row % 24) for row in ROWS], object),
    "two that read the same": (ValueError, [1 if row % 2 else "1" for row in ROWS], "category"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_pandas_refused(name):
    kind, values, dtype = REFUSED[name]
    with pytest.raises(kind, match="^Column 'c'") as caught:
        shuffled(in_pandas(pandas.Series(values, dtype=dtype)))
    assert str(values[0]) not in str(caught.value) or len(str(values[0])) < 4


POLARS = {
    **{str(kind): polars.Series(WHOLE, dtype=kind) for kind in (
        polars.Int8, polars.UInt8, polars.Int16, polars.UInt16, polars.Int32, polars.UInt32, polars.Int64, polars.UInt64,
        polars.Float32, polars.Float64)},
    "Categorical": polars.Series(WORDS, dtype=polars.Categorical),
    "Enum": polars.Series(WORDS, dtype=polars.Enum(["c", "b", "a"])),
    "String": polars.Series(WORDS),
    "Boolean": polars.Series(TRUTHS),
    "Date": polars.Series(DAYS),
    "Decimal": polars.Series(PRICES, dtype=polars.Decimal(9, 2)),
    "Null": polars.Series([None] * N),
    **{f"Datetime {unit}": polars.Series(TIMES, dtype=polars.Datetime(unit)) for unit in ("ms", "us", "ns")},
    **{f"Duration {unit}": polars.Series(SPANS, dtype=polars.Duration(unit)) for unit in ("ms", "us", "ns")},
    "zone": polars.Series(TIMES, dtype=polars.Datetime("us")).dt.replace_time_zone("Europe/Vienna"),
}


@pytest.mark.parametrize("name", POLARS)
def test_polars(name):
    table = polars.DataFrame(amounts()).with_columns(POLARS[name].alias("c"))
    before = table.clone()
    masked = shuffled(table)
    assert masked.schema == table.schema
    assert same_values(table["c"], masked["c"])
    assert table.equals(before)


@pytest.mark.parametrize("values", [[[1]] * N, [{"a": 1}] * N, [b"a"] * N], ids=["lists", "records", "bytes"])
def test_nested_columns_are_refused(values):
    for table in (polars.DataFrame({**amounts(), "c": values}), pyarrow.table({**amounts(), "c": values})):
        with pytest.raises((TypeError, ValueError), match="Column 'c'.*no place in a table of records"):
            shuffled(table)


ARROW = {
    "dictionary": pyarrow.array(WORDS).dictionary_encode(),
    "dictionary by int8": pyarrow.array(WORDS).cast(pyarrow.dictionary(pyarrow.int8(), pyarrow.string())),
    "ordered": pyarrow.DictionaryArray.from_arrays(pyarrow.array([row % 3 for row in ROWS], pyarrow.int8()), ["z", "b", "c"], ordered=True),
    "chunks with other dictionaries": pyarrow.chunked_array([pyarrow.array(WORDS[:50]).dictionary_encode(),
                                                             pyarrow.array(["z", "a"] * 35).dictionary_encode()]),
    "decimal128": pyarrow.array(PRICES, pyarrow.decimal128(9, 2)),
    "decimal256": pyarrow.array(PRICES, pyarrow.decimal256(9, 2)),
    "large_string": pyarrow.array(WORDS, pyarrow.large_string()),
    "string_view": pyarrow.array(WORDS, pyarrow.string_view()),
    "date64": pyarrow.array(DAYS, pyarrow.date64()),
    "duration": pyarrow.array(SPANS, pyarrow.duration("s")),
    "float16": pyarrow.array([float(row % 24) for row in ROWS], pyarrow.float16()),
    "chunks, one empty": pyarrow.chunked_array([pyarrow.array(WHOLE[:7]), pyarrow.array([], pyarrow.int64()), pyarrow.array(WHOLE[7:])]),
}
SLICES = {"numbers": WHOLE, "truths": TRUTHS, "texts": WORDS, "days": DAYS, "prices": PRICES}


@pytest.mark.parametrize("name", ARROW)
def test_pyarrow(name):
    table = pyarrow.table({**amounts(), "c": ARROW[name]})
    masked = shuffled(table)
    assert masked.schema.equals(table.schema)
    assert same_values(table["c"].to_pylist(), masked["c"].to_pylist())


@pytest.mark.parametrize("offset", [1, 8, 13])
@pytest.mark.parametrize("name", SLICES)
def test_slices_of_pyarrow(name, offset):
    """A view into longer memory is what its copy is: gaps and bits are counted from its start."""
    values = SLICES[name]
    part = pyarrow.array(values + values).slice(offset, N)
    copy = pyarrow.array(part.to_pylist(), part.type)
    views, copies = (shuffled(pyarrow.table({**amounts(), "c": column})) for column in (part, copy))
    assert views.equals(copies)


def test_slices_of_dictionaries():
    part = pyarrow.array(WORDS + WORDS).dictionary_encode().slice(13, N)
    masked = shuffled(pyarrow.table({**amounts(), "c": part}))["c"].to_pylist()
    assert same_values(part.to_pylist(), masked) and masked != part.to_pylist()


def test_batches_of_a_reader():
    table = pyarrow.table(amounts())
    masked = overhand.mask(table.to_reader(max_chunksize=7), "noise", seed=1)
    assert pyarrow.table(masked).to_pydict() == overhand.mask(table, "noise", seed=1).to_pydict()
    used = table.to_reader()
    used.read_all()
    with pytest.raises(ValueError, match="The table has no records"):
        overhand.mask(used, "noise", seed=1)


@pytest.mark.parametrize("said", ["DATE '2020-01-01' + (i % 28)::INT", "(i % 5)::DECIMAL(9,2)", "i % 3 = 0", "(i % 9)::UTINYINT",
                                  "['a', 'b'][1 + i % 2]", "TIMESTAMP '2020-01-01' + INTERVAL (i % 9) HOUR"])
def test_duckdb(said):
    table = duckdb.sql(f"SELECT sin(i) * 9 x, cos(i * i) y, CASE WHEN i % 10 > 0 THEN {said} END c FROM range({N}) t(i)")
    masked = shuffled(table)
    assert masked.columns == table.columns and masked.types == table.types
    assert same_values((row[2] for row in table.fetchall()), (row[2] for row in masked.fetchall()))


def values_of(kind):
    values = numpy.column_stack(list(amounts().values()))
    return {"C": values, "F": numpy.asfortranarray(values), "every second": numpy.repeat(values, 2, axis=0)[::2],
            "backwards": numpy.ascontiguousarray(values[::-1])[::-1], "across": numpy.ascontiguousarray(values.T).T}[kind]


@pytest.mark.parametrize("kind", ["F", "every second", "backwards", "across"])
def test_numpy_in_any_order(kind):
    values = values_of(kind)
    before = values.copy()
    values.setflags(write=False)
    masked = overhand.mask(values, "noise", seed=1)
    assert numpy.array_equal(masked, overhand.mask(values_of("C"), "noise", seed=1))
    assert numpy.array_equal(values, before) and masked.flags.writeable and not numpy.shares_memory(masked, values)


@pytest.mark.parametrize("dtype", ["float16", "float32", ">f8", "int8", "int32", "uint16", "bool", "M8[D]", "M8[h]", "U3"])
def test_numpy_types(dtype):
    values = (values_of("C") > 30).astype(dtype) if dtype == "bool" else values_of("C").astype("i8").astype(dtype)
    if dtype == "U3":
        values = numpy.array([["abc"[row % 3], "de"[row % 2]] for row in ROWS], dtype=dtype)
    masked = shuffled(values)
    assert masked.dtype == values.dtype and masked.shape == values.shape
    assert numpy.array_equal(numpy.sort(masked, axis=0), numpy.sort(values, axis=0))


def test_numpy_refused():
    records = numpy.zeros(N, dtype=[("a", "f8"), ("b", "f8", (2,))])
    for values, words in ((numpy.zeros(N), "two dimensions"), (records, "'b' has 2 dimensions"), (records.reshape(2, -1), "one dimension")):
        with pytest.raises(ValueError, match=words):
            overhand.mask(values, "noise")
    with pytest.raises(TypeError, match="not list"):
        overhand.mask(values_of("C").tolist(), "noise")
