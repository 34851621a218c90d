"""What is missing stays missing, what a mask hides does not go out, and gaps come back as the caller has them."""

import datetime
import warnings

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest

import overhand

N = 120
SECRET = 987654321.0


def amounts():
    rng = numpy.random.default_rng(1)
    return {"x": rng.normal(50, 9, N), "y": rng.normal(10, 3, N)}


def shuffled(table, **said):
    return overhand.mask(table, "sjppds", bins=4, seed=1, **said)


def told(work):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = work()
    return result, [str(note.message) for note in caught if "seed is for" not in str(note.message)]


def hidden(dtype, secret):
    """Three columns; every fifth value is behind the mask, where the secret stands."""
    rng = numpy.random.default_rng(1)
    values = rng.integers(0, 90, (N, 3)).astype(dtype)
    mask = numpy.arange(3 * N).reshape(N, 3) % 5 == 0
    values[mask] = secret
    return numpy.ma.masked_array(values, mask)


@pytest.mark.parametrize("dtype, secret", [("f8", SECRET), ("f4", SECRET), ("i8", 987654321), ("i2", 9876), ("u1", 255), (">i4", 98765)])
def test_masked_numbers_do_not_go_out(dtype, secret):
    table = hidden(dtype, secret)
    before = table.copy()
    masked = shuffled(table)
    assert isinstance(masked, numpy.ma.MaskedArray) and masked.dtype == table.dtype and masked.shape == table.shape
    assert (masked.mask.sum(axis=0) == table.mask.sum(axis=0)).all()
    for j in range(3):
        assert sorted(masked[:, j].compressed()) == sorted(table[:, j].compressed())
    assert not (masked.data == secret).any()
    assert numpy.array_equal(before.data, table.data) and numpy.array_equal(before.mask, table.mask)


def test_masked_truths():
    table = numpy.ma.masked_array(numpy.arange(2 * N).reshape(N, 2) % 3 == 0, numpy.arange(2 * N).reshape(N, 2) % 7 == 0)
    masked = shuffled(table)
    assert masked.dtype == bool and (masked.mask.sum(axis=0) == table.mask.sum(axis=0)).all()
    assert (masked.sum(axis=0) == table.sum(axis=0)).all()


@pytest.mark.parametrize("dtype", ["U6", "S6", object])
def test_masked_texts(dtype):
    values = numpy.array([["abc"[row % 3], "de"[row % 2]] for row in range(N)], dtype=dtype)
    mask = numpy.arange(2 * N).reshape(N, 2) % 10 == 0
    values[mask] = "secret" if dtype != "S6" else b"secret"
    masked = shuffled(numpy.ma.masked_array(values, mask))
    assert isinstance(masked, numpy.ma.MaskedArray) and masked.dtype == dtype
    assert (masked.mask.sum(axis=0) == mask.sum(axis=0)).all()
    assert "secret" not in {str(text).strip("b'") for text in masked.data.ravel()}
    assert sorted(masked[:, 0].compressed()) == sorted(values[:, 0][~mask[:, 0]])


def test_masked_times():
    days = numpy.datetime64("2020-01-01", "D") + numpy.arange(2 * N).reshape(N, 2) % 28
    mask = numpy.arange(2 * N).reshape(N, 2) % 9 == 0
    days[mask] = numpy.datetime64("1901-02-03")
    masked = shuffled(numpy.ma.masked_array(days.astype("M8[s]"), mask))
    assert masked.dtype == "M8[s]" and (masked.mask.sum(axis=0) == mask.sum(axis=0)).all()
    assert not (masked.data == numpy.datetime64("1901-02-03")).any()


def test_masked_records():
    records = numpy.ma.masked_array(numpy.zeros(N, dtype=[("a", "f8"), ("b", "i4"), ("c", "f4")]),
                                    mask=[(row % 3 == 0, row % 4 == 0, False) for row in range(N)])
    records["a"].data[:], records["b"].data[:], records["c"].data[:] = numpy.arange(N) % 41 * 1.5, numpy.arange(N) % 30, numpy.arange(N) % 7
    records["b"].data[records["b"].mask] = 987654
    masked = shuffled(records)
    assert masked.dtype == records.dtype
    assert [int(masked[name].mask.sum()) for name in "abc"] == [40, 30, 0]
    assert not (masked["b"].data == 987654).any()
    assert sorted(masked["b"].compressed()) == sorted(records["b"].compressed())


def test_a_mask_that_hides_nothing():
    values = numpy.random.default_rng(1).random((N, 2))
    masked = overhand.mask(numpy.ma.masked_array(values), "noise", seed=1)
    assert isinstance(masked, numpy.ma.MaskedArray) and not masked.mask.any()
    assert numpy.array_equal(masked.data, overhand.mask(values, "noise", seed=1))


def test_nan_of_a_masked_array_stays_nan():
    values = numpy.random.default_rng(1).random((N, 2))
    values[::6, 0] = numpy.nan
    masked = shuffled(numpy.ma.masked_array(values, mask=False))
    assert not masked.mask.any() and numpy.isnan(masked.data[:, 0]).sum() == N / 6


def test_a_method_that_takes_no_gaps_refuses_a_mask():
    with pytest.raises(ValueError, match="noise cannot mask missing values"):
        overhand.mask(hidden("f8", SECRET), "noise", seed=1)


def test_a_masked_array_is_evaluated_with_its_gaps():
    table = hidden("f8", SECRET)
    result = overhand.evaluate(table, shuffled(table)).to_dict()
    other = table.copy()
    other.data[table.mask] = -SECRET
    assert overhand.evaluate(other, shuffled(other)).to_dict() == result


def suppressed(values):
    """Two columns that few share: gaps are made where there were none."""
    return overhand.mask(values, "sjppds", bins=4, keep=["column1", "column2"], keys=["column1", "column2"], suppress=5, seed=1)


def test_gaps_that_are_made_in_whole_numbers_are_no_numbers():
    """The sign for a gap within the library is none of the values."""
    rng = numpy.random.default_rng(1)
    values = numpy.column_stack([rng.integers(0, 9, N), rng.integers(0, 6, N), rng.integers(0, 99, N), rng.integers(0, 50, N)])
    masked = suppressed(values)
    assert masked.dtype == "f8" and numpy.isnan(masked[:, :2]).any() and numpy.nanmin(masked) >= 0
    hidden_ones = suppressed(numpy.ma.masked_array(values))
    assert hidden_ones.dtype == values.dtype and numpy.array_equal(hidden_ones.mask, numpy.isnan(masked))
    assert hidden_ones.min() >= 0


GAPS = {"None": None, "NaN": float("nan"), "NA": pandas.NA, "NaT": pandas.NaT}
OBJECTS = {"texts": ["a", "b", "c"], "whole numbers": [1, 2, 3], "numbers": [1.5, 2.5, 4.5], "truths": [True, False, True],
           "dates": [datetime.date(2020, 1, day) for day in (1, 2, 3)], "times": [datetime.datetime(2020, 1, day, 3) for day in (1, 2, 3)]}


def objects(kind, gap):
    return [gap if row % 5 == 0 else OBJECTS[kind][row % 3] for row in range(N)]


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("kind", OBJECTS)
def test_objects_have_the_gaps_they_had(kind, gap):
    column = pandas.Series(objects(kind, GAPS[gap]), dtype=object)
    masked = shuffled(pandas.DataFrame(amounts()).assign(c=column))["c"]
    assert masked.dtype == object
    assert sorted(map(repr, masked)) == sorted(map(repr, column))
    assert {type(value) for value in masked} == {type(value) for value in column}


def test_objects_of_several_gaps_have_the_commonest():
    column = pandas.Series([None if row % 20 == 0 else pandas.NA if row % 5 == 0 else "ab"[row % 2] for row in range(N)], dtype=object)
    masked = shuffled(pandas.DataFrame(amounts()).assign(c=column))["c"]
    assert [value for value in masked if value is pandas.NA] == [pandas.NA] * (N // 5) and None not in list(masked)


def test_objects_of_numpy():
    values = numpy.array([[None if row % 5 == 0 else row % 7, "ab"[row % 2]] for row in range(N)], dtype=object)
    masked = shuffled(values)
    assert masked.dtype == object and sorted(map(repr, masked[:, 0])) == sorted(map(repr, values[:, 0]))


def test_scalars_of_numpy_among_objects():
    column = pandas.Series([numpy.int64(row % 7) if row % 2 else row % 7 for row in range(N)], dtype=object)
    masked = shuffled(pandas.DataFrame(amounts()).assign(c=column))["c"]
    assert sorted(masked) == sorted(column)


def test_objects_that_are_all_missing():
    column = pandas.Series([pandas.NA] * N, dtype=object)
    masked = shuffled(pandas.DataFrame(amounts()).assign(c=column))["c"]
    assert masked.dtype == object and all(value is pandas.NA for value in masked)


NAN = [float("nan") if row % 5 == 0 else row % 4 * 1.5 for row in range(N)]
BOTH = [None if row % 7 == 0 else value for row, value in enumerate(NAN)]


def nans(values):
    return sum(value is not None and value != value for value in values)


@pytest.mark.parametrize("dtype", [polars.Float64, polars.Float32])
def test_nan_of_polars_stays_nan(dtype):
    table = polars.DataFrame(amounts()).with_columns(polars.Series("c", NAN, dtype=dtype, strict=False))
    masked, notes = told(lambda: shuffled(table))
    assert masked.schema == table.schema and masked["c"].null_count() == 0 and nans(masked["c"]) == nans(NAN) and not notes


def test_nan_beside_null_of_polars_is_told():
    table = polars.DataFrame(amounts()).with_columns(polars.Series("c", BOTH, strict=False))
    masked, notes = told(lambda: shuffled(table))
    assert masked["c"].null_count() == BOTH.count(None) + nans(BOTH) and nans(masked["c"]) == 0
    assert notes == ["Column 'c' has NaN beside null: both are missing values here, and come back as null."]
    kept, notes = told(lambda: shuffled(table, keep="c"))
    assert kept["c"].null_count() == BOTH.count(None) and nans(kept["c"]) == nans(BOTH) and not notes


def test_null_of_polars_stays_null():
    table = polars.DataFrame(amounts()).with_columns(polars.Series("c", [None if value != value else value for value in NAN]))
    masked, notes = told(lambda: shuffled(table))
    assert masked["c"].null_count() == nans(NAN) and nans(masked["c"]) == 0 and not notes


def test_nan_of_pyarrow_and_duckdb_stays_nan():
    table = pyarrow.table({**amounts(), "c": pyarrow.array(NAN)})
    for given in (table, table.to_batches()[0], duckdb.from_arrow(table)):
        masked = shuffled(given)
        values = pyarrow.table({"c": masked.column("c")}) if not isinstance(masked, duckdb.DuckDBPyRelation) else masked.to_arrow_table()
        assert values["c"].null_count == 0 and nans(values["c"].to_pylist()) == nans(NAN)
    missing = shuffled(pyarrow.table({**amounts(), "c": pyarrow.array([None if value != value else value for value in NAN])}))
    assert missing["c"].null_count == nans(NAN)
