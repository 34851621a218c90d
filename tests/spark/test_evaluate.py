"""overhand.spark.evaluate() against numpy and overhand.evaluate() on the same tables."""

import numpy
import pyarrow
import pytest
from conftest import in_parts

import overhand
import overhand.spark


def numbers(rows, seed=1):
    rng = numpy.random.default_rng(seed)
    base = rng.normal(size=(rows, 4)) @ rng.normal(size=(4, 4))
    return pyarrow.table({"a": base[:, 0], "b": numpy.exp(base[:, 1]), "c": -base[:, 2] ** 3,
                          "whole": pyarrow.array((base[:, 3] * 10).astype("int64"))})


def matrix_of(table):
    return numpy.column_stack([table.column(name).to_numpy() for name in table.column_names])


@pytest.fixture(scope="module")
def tables(spark):
    table = numbers(4000)
    frame = in_parts(spark, table, [1000, 0, 2999, 1])
    masked = overhand.spark.mask(frame, "sjppds", bins=8, seed=1, lineage="source")
    return table, frame, masked.toArrow(), in_parts(spark, masked.toArrow(), [4000])


@pytest.fixture(scope="module")
def result(tables):
    _, frame, _, masked = tables
    return overhand.spark.evaluate(frame, masked, lineage="source", sample=4000)


def test_the_lineage_names_the_sources(tables):
    table, _, masked, _ = tables
    expected = overhand.mask(table, "sjppds", bins=8, seed=1, derive=False, details=True)
    assert masked.column("source").to_pylist() == list(expected.lineage)


def test_moments_are_exact(tables, result):
    table, _, masked, _ = tables
    values = result.to_dict()
    for data, prefix in ((table, ""), (masked.drop_columns("source"), "masked_")):
        matrix = matrix_of(data)
        assert numpy.allclose(values[f"{prefix}covariance"], numpy.cov(matrix.T), rtol=1e-9)
        for j, column in enumerate(values["columns"]):
            assert column[f"{prefix}mean"] == pytest.approx(matrix[:, j].mean(), rel=1e-9)
            assert (column[f"{prefix}low"], column[f"{prefix}high"]) == (matrix[:, j].min(), matrix[:, j].max())


def test_quantiles_are_exact(tables, result):
    table, _, _, _ = tables
    for j, column in enumerate(result.to_dict()["columns"]):
        expected = numpy.quantile(matrix_of(table)[:, j], [i / 20 for i in range(1, 20)])
        assert numpy.allclose(column["quantiles"], expected, rtol=1e-12, atol=0)
        assert numpy.allclose(column["masked_quantiles"], expected, rtol=1e-12, atol=0)  # sjppds keeps every value


def test_quantiles_of_few_values_gaps_and_signs(spark):
    from overhand import _spark_sums as sums

    values = numpy.array([-0.0, 0.0, -1e300, 5e-324, 1.0, 1.0, 1.0, -2.5, numpy.nan, 1e300])
    frame = in_parts(spark, pyarrow.table({"x": values}), [3, 7])
    whole = numpy.sort(values[~numpy.isnan(values)])
    found = sums.order_statistics(frame, ["x"], [list(range(9))])
    assert [found[0][rank] for rank in range(9)] == whole.tolist()


def test_ps_is_that_of_memory(tables, result):
    table, _, masked, _ = tables
    expected = overhand.evaluate(table, masked.drop_columns("source"), pairing="row").loss["ps"]
    assert result.loss["ps_has_converged"]
    assert result.loss["ps"] == pytest.approx(expected, rel=1e-6, abs=1e-9)
    assert result.loss["ps"] > 1e-4  # there is something to tell apart


def test_dbrl_is_that_of_memory(tables, result):
    table, _, masked, _ = tables
    lineage = numpy.array(masked.column("source").to_pylist())
    expected = overhand.evaluate(table, masked.drop_columns("source"), pairing=lineage).risk["dbrl"]
    assert result.risk["dbrl_sample"] == 4000
    assert result.risk["dbrl"] == expected
    low, high = result.risk["dbrl_ci"]
    assert low < expected < high and "dbrl" in repr(result)


def test_without_sources_no_risk_is_told(spark):
    table = numbers(300)
    frame = in_parts(spark, table, [300])
    result = overhand.spark.evaluate(frame, frame)
    assert result.risk == {} and "No risk was measured" in repr(result)
    assert result.loss["ps"] < 1e-12
    assert len(result.table()) == 4


def test_refuses_frames_that_do_not_belong_together(spark):
    one = in_parts(spark, numbers(50), [50])
    other = one.withColumnRenamed("a", "z").select("z")
    with pytest.raises(ValueError, match="no column to measure in common"):
        overhand.spark.evaluate(one, other)
    with pytest.raises(ValueError, match="there is no column 'nothing'"):
        overhand.spark.evaluate(one, one, lineage="nothing")
