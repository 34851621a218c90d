"""The package as it stands in the build tree (PYTHONPATH), on a Spark of its own in each file."""

import os
import sys
import warnings

import numpy
import pyarrow
import pytest

import overhand

os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable


def started(master, **settings):
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master(master).appName("overhand")
    usual = {"spark.ui.enabled": "false", "spark.sql.session.timeZone": "UTC", "spark.ui.showConsoleProgress": "false",
             "spark.driver.host": "127.0.0.1", "spark.executorEnv.PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    for name, value in {**usual, **settings}.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


@pytest.fixture(scope="module")
def spark(request):
    session = started(getattr(request.module, "MASTER", "local[2]"), **getattr(request.module, "SETTINGS", {}))
    yield session
    session.stop()


@pytest.fixture(autouse=True)
def no_notes():
    """Notes on seeds are for people; a test that is about them asks for them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def mixed(rows, seed=1):
    """Skewed numbers, a constant, whole numbers, dates, times, truths, levels and gaps, and what is kept."""
    rng = numpy.random.default_rng(seed)

    def gaps(share):
        return rng.random(rows) < share

    return pyarrow.table({
        "income": rng.exponential(1000, rows),
        "hours": pyarrow.array(rng.normal(size=rows), mask=gaps(0.1)),
        "same": numpy.full(rows, 3.0),
        "children": pyarrow.array(rng.integers(0, 9, rows), mask=gaps(0.05)),
        "small": pyarrow.array(rng.integers(0, 100, rows).astype("int16")),
        "share": pyarrow.array(rng.random(rows).astype("float32")),
        "day": pyarrow.array(rng.integers(0, 60, rows).astype("int32"), mask=gaps(0.1)).cast(pyarrow.date32()),
        "seen": pyarrow.array(rng.integers(0, 90, rows) * 86_400_000_000, pyarrow.int64()).cast(pyarrow.timestamp("us", "UTC")),
        "works": pyarrow.array(rng.random(rows) < 0.3, mask=gaps(0.1)),
        "town": pyarrow.array(rng.choice(["Aa", "B", "Ccc", "D"], rows, p=[0.9, 0.05, 0.04, 0.01]), mask=gaps(0.02)),
        "code": pyarrow.array(rng.choice(["x2", "x10", "é"], rows)),
        "region": pyarrow.array(rng.choice(["north", "south"], rows)),
    })


def in_parts(session, table, sizes):
    """The table as a frame whose partitions have these sizes, in its order."""
    from pyspark.sql.pandas.types import from_arrow_schema

    starts = numpy.concatenate([[0], numpy.cumsum(sizes)])
    assert starts[-1] == table.num_rows
    held = [_as_bytes(table.slice(int(begin), int(end - begin))) for begin, end in zip(starts, starts[1:])]

    def give(batches):
        for batch in batches:
            for i in batch.column(0).to_pylist():
                yield from pyarrow.ipc.open_stream(held[i]).read_all().to_batches()

    places = session.range(0, len(sizes), 1, len(sizes))
    return places.mapInArrow(give, from_arrow_schema(table.schema))


def _as_bytes(table):
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()


def assert_same(masked, expected):
    assert masked.column_names == expected.column_names
    assert masked.schema.types == expected.schema.types
    for name in masked.column_names:
        assert masked.column(name).combine_chunks().equals(expected.column(name).combine_chunks()), name


def changing(spark, rows):
    """A frame of two columns whose numbers are others each time it is read."""
    def drawn(batches):
        for batch in batches:
            rng = numpy.random.default_rng()
            yield pyarrow.record_batch([rng.normal(size=batch.num_rows), rng.normal(size=batch.num_rows)], ["a", "b"])

    return spark.range(0, rows, 1, 2).mapInArrow(drawn, "a double, b double")
