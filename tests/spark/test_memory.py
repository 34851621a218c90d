"""No task takes more memory than docs/guide/scale.md says: a partition of 190 MB goes through Python workers that may
have no more than that, and that do not get through with less."""

import os
import sys

import numpy
import pyarrow
import pytest
from conftest import started

import overhand.spark

MB = 2**20
ROWS, COLUMNS = 2_400_000, 10
TASK = 8 * MB
BESIDE = 180 * MB  # Python, pyarrow, numpy and the engine
NAMES = [f"x{j}" for j in range(COLUMNS)]

PLAN = 8 * COLUMNS * 102
SAMPLE = 100_000 * COLUMNS * 8


def of_sjppds():
    dealing = 10 * 16 * MB + PLAN
    pools = 4 * max(TASK, 65_536 * 8) + ROWS * COLUMNS // 20 + PLAN
    rows = 4 * max(TASK, 65_536 * (COLUMNS * 9 + 2)) + PLAN
    return max(dealing, pools, rows)


def of_cell_rotate():
    dealing = 10 * 16 * MB + 2 * SAMPLE
    learning = 13 * SAMPLE
    rotating = 32 * MB + 2 * TASK + 4 * 2 * TASK // (24 * COLUMNS + 96) * 8 * COLUMNS
    ranges = rows = 4 * max(TASK, 65_536 * COLUMNS * 8)
    return max(dealing, learning, rotating, ranges, rows)


@pytest.fixture
def workers(tmp_path, monkeypatch):
    """Sessions whose Python workers may have so much; the system refuses them more."""
    held = []

    def limited(most):
        for session in held:
            session.stop()
        script = tmp_path / f"python{most}"
        script.write_text(f"#!/bin/sh\nulimit -d {most // 1024}\nexport ARROW_DEFAULT_MEMORY_POOL=system MALLOC_ARENA_MAX=1\n"
                          f"export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1\nexec {sys.executable} \"$@\"\n")
        script.chmod(0o755)
        monkeypatch.setenv("PYSPARK_PYTHON", str(script))
        held[:] = [started("local[2]", **{"spark.driver.memory": "2g",
                                          "spark.sql.files.maxPartitionBytes": "1g", "spark.sql.files.minPartitionNum": "1"})]
        return held[0]

    yield limited
    for session in held:
        session.stop()


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    import pyarrow.parquet

    place = str(tmp_path_factory.mktemp("memory") / "table.parquet")
    rng = numpy.random.default_rng(1)
    with pyarrow.parquet.ParquetWriter(place, pyarrow.schema([(name, pyarrow.float64()) for name in NAMES])) as writer:
        for _ in range(ROWS // 100_000):
            writer.write_table(pyarrow.table([rng.exponential(1, 100_000) for _ in NAMES], NAMES))
    return place


def masked_rows(session, table, method, options, place):
    frame = session.read.parquet(table)
    assert frame.rdd.getNumPartitions() == 1
    overhand.spark.mask(frame, method, seed=1, task_bytes=TASK, **options).write.parquet(str(place))
    return session.read.parquet(str(place)).count()


@pytest.mark.parametrize("method, options, most", [("sjppds", {"bins": 100}, of_sjppds()),
                                                   ("cell_rotate", {"marginals": "exact"}, of_cell_rotate())])
def test_workers_need_no_more_than_is_said(workers, table, tmp_path, method, options, most):
    assert most < ROWS * COLUMNS * 8  # less than the partition
    assert masked_rows(workers(BESIDE + most), table, method, options, tmp_path / "masked") == ROWS


def test_the_limit_is_one(workers, table, tmp_path):
    with pytest.raises(Exception, match="(?i)memory|alloc|worker"):
        masked_rows(workers(BESIDE), table, "sjppds", {"bins": 100}, tmp_path / "masked")
    assert not os.path.exists(tmp_path / "masked" / "_SUCCESS")
