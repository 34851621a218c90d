"""sjppds or cell_rotate on Spark against a random repartition and write of the same table, in the same run.

    PYTHONPATH=build/python .venv/bin/python bench/spark/shuffle_ratio.py --rows 10000000
    PYTHONPATH=build/python .venv/bin/python bench/spark/shuffle_ratio.py --rows 10000000 --method cell_rotate
"""

import argparse
import os
import resource
import shutil
import sys
import tempfile
import time
import warnings

import numpy
import pyarrow

import overhand
import overhand.spark

os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable


def made(session, rows, columns, parts, folder):
    """A table of normal numbers as Parquet."""
    def numbers(batches):
        for batch in batches:
            for part in batch.column(0).to_pylist():
                rng = numpy.random.default_rng(part)
                for _ in range(rows // parts // 10_000):
                    yield pyarrow.record_batch([rng.normal(size=10_000) for _ in range(columns)], names)

    names = [f"x{j}" for j in range(columns)]
    frame = session.range(0, parts, 1, parts).mapInArrow(numbers, ", ".join(f"{name} double" for name in names))
    frame.write.parquet(folder)
    return session.read.parquet(folder)


def timed(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--columns", type=int, default=10)
    parser.add_argument("--bins", type=int, default=100)
    parser.add_argument("--method", default="sjppds", choices=overhand.spark.METHODS)
    parser.add_argument("--marginals", default="exact", help="of cell_rotate")
    parser.add_argument("--master", default="local[2]")
    parser.add_argument("--memory", default="4g", help="of the JVM")
    parser.add_argument("--repeats", type=int, default=1)
    said = parser.parse_args()
    warnings.simplefilter("ignore")
    from pyspark.sql import SparkSession

    session = (SparkSession.builder.master(said.master).config("spark.driver.memory", said.memory)
               .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
               .config("spark.executorEnv.PYTHONPATH", os.environ.get("PYTHONPATH", "")).getOrCreate())
    session.sparkContext.setLogLevel("ERROR")
    folder = tempfile.mkdtemp(prefix="overhand-bench-")
    try:
        frame = made(session, said.rows, said.columns, 8, f"{folder}/table")
        parts = frame.rdd.getNumPartitions()
        options = {"bins": said.bins} if said.method == "sjppds" else {"marginals": said.marginals}
        for i in range(said.repeats):
            shuffle = timed(lambda: frame.repartition(parts).write.parquet(f"{folder}/shuffled{i}"))
            mask = timed(lambda: overhand.spark.mask(frame, said.method, key=os.urandom(32), **options)
                         .write.parquet(f"{folder}/masked{i}"))
            print(f"{said.rows} x {said.columns} on {said.master}: repartition and write {shuffle:.1f} s, "
                  f"{said.method} and write {mask:.1f} s, ratio {mask / shuffle:.2f}", flush=True)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
        print(f"driver's Python: {peak:.0f} MB at most")
    finally:
        session.stop()
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
