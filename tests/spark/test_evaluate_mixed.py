"""overhand.spark.evaluate() of dates, times, truths, texts and gaps, against overhand.evaluate() on the same tables."""

import datetime

import numpy
import pyarrow
import pyarrow.compute
import pytest
from conftest import in_parts

import overhand
import overhand.spark

SETTINGS = {"spark.sql.shuffle.partitions": "2"}
ROWS = 1200
KINDS = {"cost": "number", "stay": "number", "day": "date", "seen": "time", "local": "local time", "wait": "duration",
         "urgent": "truth", "sex": "text", "diagnosis": "text"}


def visits(seed):
    """Columns that go together, gaps, and a text of many levels, some of them as common as others."""
    rng = numpy.random.default_rng(seed)
    sex = rng.choice(["f", "m", "x"], ROWS, p=[0.5, 0.45, 0.05])
    diagnosis = numpy.char.add("d", numpy.minimum(rng.geometric(0.08, ROWS), 40).astype(str))
    stay = rng.poisson(3, ROWS) + 2 * (sex == "f")
    cost = numpy.round(200 * stay + rng.exponential(300, ROWS), 1)
    day = rng.integers(18_000, 18_700, ROWS)
    micros = day * 86_400_000_000 + rng.integers(0, 86_400_000_000, ROWS)

    def gaps(share):
        return rng.random(ROWS) < share

    return pyarrow.table({
        "cost": cost,
        "stay": pyarrow.array(stay, mask=gaps(0.1)),
        "day": pyarrow.array(day.astype("int32"), mask=gaps(0.05)).cast(pyarrow.date32()),
        "seen": pyarrow.array(micros).cast(pyarrow.timestamp("us", "UTC")),
        "local": pyarrow.array(rng.integers(0, 2 * 10**15, ROWS)).cast(pyarrow.timestamp("us")),
        "wait": pyarrow.array(rng.integers(0, 10**10, ROWS)).cast(pyarrow.duration("us")),
        "urgent": pyarrow.array(rng.random(ROWS) < 0.2 + 0.05 * stay, mask=gaps(0.02)),
        "sex": pyarrow.array(sex, mask=gaps(0.03)),
        "diagnosis": pyarrow.array(diagnosis),
    })


def changed(table, seed):
    """Other values in a tenth of the cells, in another order, and a level that the original has not."""
    rng = numpy.random.default_rng(seed)
    sources = rng.permutation(ROWS)
    made = {}
    for name in table.column_names:
        rows = numpy.where(rng.random(ROWS) < 0.1, rng.integers(0, ROWS // 2, ROWS), sources)
        made[name] = table.column(name).combine_chunks().take(pyarrow.array(rows))
    texts = made["sex"].to_pylist()
    made["sex"] = pyarrow.array(["u" if i % 197 == 0 else text for i, text in enumerate(texts)])
    return pyarrow.table(made), sources


@pytest.fixture(scope="module")
def tables():
    original = visits(1)
    return original, *changed(original, 2)


@pytest.fixture(scope="module")
def result(spark, tables):
    original, masked, sources = tables
    frame = in_parts(spark, original, [500, 0, 700])
    other = in_parts(spark, masked.append_column("source", pyarrow.array(sources)), [1, 1199])
    return overhand.spark.evaluate(frame, other, lineage="source", sample=ROWS)


@pytest.fixture(scope="module")
def expected(tables):
    original, masked, sources = tables
    return overhand.evaluate(original, masked, pairing=sources).to_dict()


def test_ps_is_that_of_memory(result, expected):
    assert result.loss["ps_has_converged"] and result.loss["ps_has_products"]
    assert result.loss["ps"] == pytest.approx(expected["loss"]["ps"], abs=1e-7)
    assert result.loss["pmse_ratio"] == pytest.approx(expected["other"]["pmse_ratio"], rel=1e-6)
    assert result.loss["ps"] > 0.05  # there is something to tell apart


def test_dbrl_is_that_of_memory(result, expected):
    assert result.risk["dbrl_sample"] == ROWS
    assert result.risk["dbrl"] == expected["risk"]["dbrl"]
    assert 0.1 < result.risk["dbrl"] < 1


@pytest.mark.parametrize("name", ["tv_mean", "tv_largest", "association_mean", "association_largest", "pearson_mean", "pearson_largest"])
def test_distances_and_associations_are_those_of_memory(result, expected, name):
    assert result.loss[name] == pytest.approx(expected["other"][name], abs=1e-10)
    assert result.loss[name] > 1e-3


def test_every_kind_of_column_is_told(tables, result):
    table = result.table().set_index("column")
    assert table["kind"].to_dict() == KINDS
    assert table.loc["day", "low"] == pyarrow.compute.min(tables[0].column("day")).as_py()
    assert table.loc["wait", "high"] == max(tables[0].column("wait").to_pylist())
    assert isinstance(table.loc["day", "sd"], datetime.timedelta)
    assert table.loc["seen", "mean"].tzinfo is not None and table.loc["local", "mean"].tzinfo is None
    assert table.loc["diagnosis", "commonest"] == "d1" and table.loc["sex", "masked_levels"] == 4
    assert all(word in repr(result) for word in ("2 of numbers", "4 of dates and times", "3 of levels", "tv_mean", "changed most", "levels or gaps furthest apart"))


def test_times_are_exact(tables, result):
    original, masked, _ = tables
    for name, unit in (("day", 1), ("seen", 1e6), ("local", 1e6), ("wait", 1e6)):
        column = next(held for held in result.to_dict()["columns"] if held["column"] == name)
        for table, prefix in ((original, ""), (masked, "masked_")):
            whole = table.column(name).cast("int32" if name == "day" else "int64").drop_null().to_numpy() / unit
            assert (column[f"{prefix}low"], column[f"{prefix}high"]) == (whole.min(), whole.max())
            assert column[f"{prefix}mean"] == pytest.approx(whole.mean(), rel=1e-12)
            assert column[f"{prefix}sd"] == pytest.approx(whole.std(ddof=1), rel=1e-9)
            assert numpy.allclose(column[f"{prefix}quantiles"], numpy.quantile(whole, [i / 20 for i in range(1, 20)]), rtol=1e-15, atol=0)
            assert column[f"{prefix}missing"] == table.column(name).null_count


def test_counts_of_levels_are_exact(tables, result):
    original, masked, _ = tables
    for name in ("urgent", "sex", "diagnosis"):
        told = {level: (count, other) for _, level, count, other in result.levels(name).astype(object).where(lambda t: t.notna(), None).values}
        texts = [[None if value is None else str(value).lower() if name == "urgent" else value for value in table.column(name).to_pylist()]
                 for table in (original, masked)]
        assert told == {level: (texts[0].count(level), texts[1].count(level)) for level in {*texts[0], *texts[1]}}


def test_of_very_many_levels_the_commonest_are_told(spark):
    texts = [f"t{i}" for i in range(1500)] + ["often"] * 500
    frame = in_parts(spark, pyarrow.table({"text": texts}), [1000, 1000])
    other = in_parts(spark, pyarrow.table({"text": [text.replace("t1", "u1") for text in texts]}), [2000])
    result = overhand.spark.evaluate(frame, other)
    column = result.to_dict()["columns"][0]
    assert len(column["counts"]) == 1000 and not column["has_all_levels"]
    assert column["counts"][0] == {"level": "often", "count": 500, "masked_count": 500}
    # t1, t10 to t19, t100 to t199, t1000 to t1499: so many of 2000 have another text
    assert column["tv"] == pytest.approx((1 + 10 + 100 + 500) / 2000, rel=1e-12)
    assert (column["levels"], column["masked_levels"]) == (1501, 1501)


def test_sums_of_many_partitions(spark, monkeypatch):
    from overhand import _spark_sums as sums

    values = numpy.random.default_rng(1).normal(size=1000) * 1e8
    frame = in_parts(spark, pyarrow.table({"x": values}), [100, 0, 1, 9, 390, 500])
    monkeypatch.setattr(sums, "MOST_AT_ONCE", 4)
    means, sd = sums.moments(frame, ["x"])
    assert means == [float(values.astype("longdouble").mean())]
    assert sd[0] == pytest.approx(values.std(ddof=1), rel=1e-14)


def test_says_what_is_not_measured(spark):
    frame = in_parts(spark, pyarrow.table({"x": [1.0, 2.0, 4.0], "list": [[1], [2], [3]], "gone": [1, 2, 3], "none": pyarrow.nulls(3, pyarrow.float64())}), [3])
    result = overhand.spark.evaluate(frame, frame.drop("gone"))
    assert "not measured: list (array<bigint>)" in repr(result)
    assert "not measured: gone (not in the masked frame)" in repr(result)
    assert result.table().set_index("column").loc["none", "missing"] == 3
    with pytest.raises(ValueError, match="there is no column 'gone' in the masked frame"):
        overhand.spark.evaluate(frame, frame.drop("gone"), columns="gone")
    with pytest.raises(ValueError, match="'x' of the masked frame is a column of texts, and that of the original is a column of numbers"):
        overhand.spark.evaluate(frame, frame.withColumn("x", frame.x.cast("string")))
    with pytest.raises(ValueError, match="'x' of the masked frame has an infinite value"):
        overhand.spark.evaluate(frame, in_parts(spark, pyarrow.table({"x": [1.0, float("inf")]}), [2]))
