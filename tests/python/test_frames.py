"""Every kind of frame comes back as it was: type, index, dtypes, categories, gaps."""

import datetime

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest

import overhand


def sorted_values(column):
    return sorted(map(str, column))


def test_dtypes_categories_and_values(mixed):
    masked = overhand.mask(mixed, "sjppds", bins=5, seed=1)
    assert list(masked.dtypes) == list(mixed.dtypes)
    assert list(masked["school"].cat.categories) == ["low", "mid", "high"] and masked["school"].cat.ordered
    for name in mixed:  # a shuffle gives each column its own values
        assert sorted_values(masked[name]) == sorted_values(mixed[name]), name
    assert not masked.equals(mixed)


def test_nothing_is_written_to_the_original(people):
    before = people.copy(deep=True)
    masked = overhand.mask(people, "noise", keep="hours", seed=1)
    masked.loc[:, "hours"] = -1.0
    masked.iloc[0, 0] = 5
    assert people.equals(before)


def test_result_can_be_written_to(people):
    masked = overhand.mask(people, "sjppds", seed=1)
    for name in masked:
        masked.loc[0, name] = 1
    assert (masked.loc[0] == 1).all()


def test_polars_types(mixed):
    frame = polars.from_pandas(mixed).with_columns(polars.col("sex").cast(polars.Enum(["f", "m"])))
    masked = overhand.mask(frame, "sjppds", bins=5, seed=1)
    assert masked.schema == frame.schema


def test_pyarrow_types(mixed):
    table = pyarrow.Table.from_pandas(mixed, preserve_index=False)
    masked = overhand.mask(table, "sjppds", bins=5, seed=1)
    assert masked.schema.equals(table.schema)
    batch = table.combine_chunks().to_batches()[0]
    assert isinstance(overhand.mask(batch, "sjppds", bins=5, seed=1), pyarrow.RecordBatch)


def test_duckdb_relation(people):
    relation = duckdb.from_df(people)
    masked = overhand.mask(relation, "noise", seed=1)
    assert isinstance(masked, duckdb.DuckDBPyRelation)
    assert numpy.array_equal(masked.df().to_numpy(), overhand.mask(people, "noise", seed=1).to_numpy())


def test_anything_with_a_stream(people):
    class Table:
        def __arrow_c_stream__(self, requested_schema=None):
            return pyarrow.Table.from_pandas(people).__arrow_c_stream__(requested_schema)

    masked = overhand.mask(Table(), "noise", seed=1)
    assert pyarrow.table(masked).num_rows == len(people)


def test_records_of_numpy(people):
    records = people.to_records(index=False)
    masked = overhand.mask(numpy.asarray(records), "sjppds", seed=1)
    assert masked.dtype.names == ("age", "income", "hours")
    assert numpy.array_equal(masked["age"], overhand.mask(people, "sjppds", seed=1)["age"])


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "uint32", "float32", "float16", "bool"])
def test_small_numbers(people, dtype):
    table = people.assign(small=(numpy.arange(len(people)) % 2 if dtype == "bool" else numpy.arange(len(people)) % 90).astype(dtype))
    masked = overhand.mask(table, "sjppds", bins=5, seed=1)
    assert masked["small"].dtype == dtype
    assert sorted(masked["small"]) == sorted(table["small"])


def test_objects_of_one_kind():
    n = 100
    table = pandas.DataFrame({"x": numpy.arange(n, dtype=float) ** 1.5, "y": numpy.arange(n) % 7 * 1.5})
    table["day"] = pandas.Series([datetime.date(2020, 1, 1 + i % 28) for i in range(n)], dtype=object)
    table["yes"] = pandas.Series([None if i == 3 else i % 2 == 0 for i in range(n)], dtype=object)
    table["word"] = pandas.Series([None if i == 5 else "ab"[i % 2] for i in range(n)], dtype=object)
    masked = overhand.mask(table, "sjppds", bins=3, seed=1)
    assert sorted(masked["day"]) == sorted(table["day"])
    assert masked["word"].isna().sum() == 1 and masked["yes"].isna().sum() == 1


def test_times_with_zones(people):
    table = people.assign(seen=pandas.date_range("2020-01-01", periods=len(people), freq="7h", tz="Europe/Vienna")[numpy.arange(len(people)) // 4])
    masked = overhand.mask(table, "sjppds", bins=5, seed=1)
    assert masked["seen"].dtype == table["seen"].dtype
    assert sorted(masked["seen"]) == sorted(table["seen"])


def test_columns_that_are_chosen(mixed):
    masked = overhand.mask(mixed, columns=["income", "age"], keep="town", seed=1)
    assert list(masked.columns) == ["income", "age", "town"]


def test_numbers_are_not_copied_in(people):
    values = numpy.asfortranarray(people.to_numpy(dtype=float))
    from overhand import _frames

    import sys
    before = sys.getrefcount(values)
    frame = _frames.frame(values)
    assert sys.getrefcount(values) > before  # borrowed: the columns are views of it
    del frame
    assert sys.getrefcount(values) == before


class Wages(pandas.DataFrame):
    @property
    def _constructor(self):
        return Wages


class Particular(pandas.DataFrame):
    """Which nobody can make but itself."""

    @property
    def _constructor(self):
        raise RuntimeError("not so")


def test_a_subclass_of_frames_comes_back_as_one(people):
    assert type(overhand.mask(Wages(people), seed=1)) is Wages
    assert overhand.mask(Wages(people), seed=1).equals(overhand.mask(people, seed=1))
    assert type(overhand.mask(Particular(people), seed=1)) is pandas.DataFrame
