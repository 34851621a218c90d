"""cell_rotate on Spark: what it keeps, and that partitions change nothing."""

import collections

import numpy
import pyarrow
import pytest
from conftest import assert_same, changing, in_parts, mixed

import overhand
import overhand.spark

KEY = bytes(range(32))
ROWS = 20_000
TASK = 400_000  # bytes: several parts, ranges and row tasks of so small a table
NUMBERS = ["income", "hours", "same", "children", "small", "share"]
TIMES = ["day", "seen"]
LEVELS = ["works", "town", "code"]


def masked_of(spark, table, sizes=(9000, 0, 11_000), **said):
    return overhand.spark.mask(in_parts(spark, table, list(sizes)), **{"key": KEY, "task_bytes": TASK, **said}).toArrow()


@pytest.fixture(scope="module")
def table():
    return mixed(ROWS)


@pytest.fixture(scope="module")
def exact(spark, table):
    return masked_of(spark, table, keep="region", lineage="source")


def counts(column):
    return collections.Counter(column.to_pylist())


def moments(table, names):
    values = numpy.column_stack([table.column(name).to_numpy().astype(float) for name in names])
    return values.mean(0), numpy.cov(values.T)


def test_free_keeps_moments_levels_and_gaps(spark, table):
    complete = ["income", "small", "share"]
    table = table.drop_columns([*TIMES, "children"])
    masked = masked_of(spark, table, marginals="free", keep="region")
    assert masked.num_rows == ROWS and masked.column_names == table.column_names
    assert all(pyarrow.types.is_float64(masked.schema.field(name).type) for name in complete)
    for ours, theirs in zip(moments(masked, complete), moments(table, complete)):
        numpy.testing.assert_allclose(ours, theirs, rtol=1e-9, atol=1e-9 * numpy.abs(theirs).max())
    assert masked.column("hours").null_count == table.column("hours").null_count
    for name in LEVELS:
        assert counts(masked.column(name)) == counts(table.column(name)), name
    same = numpy.isin(masked.column("income").to_numpy(), table.column("income").to_numpy())
    assert same.mean() < 0.01


def test_exact_keeps_the_values_of_each_column(exact, table):
    assert exact.column_names == [*table.column_names, "source"] and exact.schema.types[:-1] == table.schema.types
    for name in [*NUMBERS, *TIMES, *LEVELS]:
        assert counts(exact.column(name)) == counts(table.column(name)), name
    records = {tuple(row.values()) for row in table.select(NUMBERS).to_pylist()}
    assert not any(tuple(row.values()) in records for row in exact.select(NUMBERS).to_pylist())


def test_kept_columns_go_with_the_source(exact, table):
    sources = exact.column("source").to_numpy()
    assert exact.column("region").combine_chunks().equals(table.column("region").take(sources).combine_chunks())
    # Donors are similar records: two independent incomes would have a correlation near 0.
    assert numpy.corrcoef(exact.column("small").to_numpy(), table.column("small").to_numpy()[sources])[0, 1] > 0.3
    # Rows are in random order: neighbours in the release have sources that are as far apart as any two,
    # a third of all rows on average. The standard error of that mean is about 0.002 of them; the bound is ten.
    assert abs(numpy.abs(numpy.diff(sources)).mean() / ROWS - 1 / 3) < 0.02


@pytest.mark.parametrize("sizes", [[ROWS], [1, 0, 12_000, 7999]], ids=str)
def test_is_the_same_for_any_partitions(spark, table, exact, sizes):
    assert_same(masked_of(spark, table, sizes, keep="region", lineage="source"), exact)


def test_another_key_gives_another_result(spark, table, exact):
    other = masked_of(spark, table, keep="region", lineage="source", key=bytes(32))
    assert not other.equals(exact)
    assert counts(other.column("income")) == counts(exact.column("income"))


def test_synthetic_draws_values(spark, table):
    masked = masked_of(spark, table, (ROWS,), marginals="synthetic", drop=["region"])
    assert masked.num_rows == ROWS
    for name in ("income", "hours"):
        ours, theirs = (numpy.array([v for v in of.column(name).to_pylist() if v is not None]) for of in (masked, table))
        assert len(ours) == len(theirs)
        assert numpy.isin(ours, theirs).mean() < 0.01
        for q in (0.1, 0.5, 0.9):
            assert abs((theirs < numpy.quantile(ours, q)).mean() - q) < 0.02
    for name in ("children", "small", "day", "seen"):
        assert masked.schema.field(name).type == table.schema.field(name).type
        assert masked.column(name).null_count == table.column(name).null_count
    for name in LEVELS:
        assert counts(masked.column(name)) == counts(table.column(name)), name


def test_many_ranges_and_row_tasks(spark):
    """A column that is mostly one value, one that is continuous, and more records than a bucket has."""
    rng = numpy.random.default_rng(5)
    n = 70_000
    spent = numpy.where(rng.random(n) < 0.8, 0.0, rng.exponential(1, n))
    table = pyarrow.table({"spent": spent, "age": rng.normal(size=n) + spent, "town": rng.choice(["x", "y"], n, p=[0.9, 0.1])})
    frames = [overhand.spark.mask(in_parts(spark, table, sizes), key=KEY, task_bytes=500_000, lineage="source")
              for sizes in ([n], [30_000, 40_000])]
    assert frames[0].rdd.getNumPartitions() == 2  # buckets of 65,536 records, at most
    masked = frames[0].toArrow()
    assert_same(frames[1].toArrow(), masked)
    for name in table.column_names:
        assert counts(masked.column(name)) == counts(table.column(name)), name
    kept, was = (numpy.corrcoef(of.column("spent").to_numpy(), of.column("age").to_numpy())[0, 1] for of in (masked, table))
    assert abs(kept - was) < 0.05
    assert abs(numpy.abs(numpy.diff(masked.column("source").to_numpy())).mean() / n - 1 / 3) < 0.01


def test_is_the_default_method_and_takes_few_records(spark):
    table = mixed(700, seed=3)
    masked = overhand.spark.mask(in_parts(spark, table, [300, 400]))
    first = masked.toArrow()
    assert_same(masked.toArrow(), first)
    assert sorted(first.column("income").to_pylist()) == sorted(table.column("income").to_pylist())


def test_levels_alone(spark):
    table = mixed(900).select(LEVELS)
    masked = masked_of(spark, table, (900,))
    for name in LEVELS:
        assert counts(masked.column(name)) == counts(table.column(name)), name


def test_a_column_without_a_value(spark):
    table = mixed(900).select(LEVELS).append_column("never", pyarrow.nulls(900, pyarrow.float64()))
    masked = masked_of(spark, table, (900,))
    assert masked.column("never").null_count == 900
    for name in LEVELS:
        assert counts(masked.column(name)) == counts(table.column(name)), name


def test_refuses_a_frame_that_is_another_each_time(spark):
    frame = changing(spark, 2000)
    with pytest.raises(Exception, match="gives other rows, or the same ones in another order, each time it is read"):
        overhand.spark.mask(frame, marginals="free", seed=1).count()


@pytest.mark.parametrize("said", [{"k": "many"}, {"k": 1}, {"marginals": "fre"}, {"kk": 3}, {"marginals": "free"}], ids=str)
def test_refuses_what_mask_refuses(spark, said):
    table = mixed(200)
    with pytest.raises((ValueError, TypeError)) as on_spark:
        overhand.spark.mask(in_parts(spark, table, [200]), "cell_rotate", **said)
    with pytest.raises((ValueError, TypeError)) as in_memory:
        overhand.mask(table, "cell_rotate", **said)
    assert str(on_spark.value) == str(in_memory.value)


def test_refuses_smoothed(spark):
    with pytest.raises(ValueError, match="cannot take marginals smoothed, which needs all values of a column together"):
        overhand.spark.mask(in_parts(spark, mixed(200), [200]), marginals="smoothed")
