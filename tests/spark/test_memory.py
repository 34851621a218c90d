"""No task takes more memory than docs/guide/scale.md says: a partition of 120 MB in tasks of a fraction of it."""

import os
import threading
import time

import numpy
import pyarrow

import overhand.spark

SETTINGS = {"spark.sql.files.maxPartitionBytes": "1g", "spark.sql.files.minPartitionNum": "1",
            "spark.driver.memory": "2g"}
MB = 2**20
ROWS, COLUMNS = 1_500_000, 10
BESIDE = 150 * MB  # Python, pyarrow, numpy and the engine


def worker_peaks(peaks, stop):
    """The highest resident memory of each Python worker, as the system counts it."""
    while not stop.is_set():
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    if b"pyspark.daemon" not in file.read():
                        continue
                with open(f"/proc/{name}/status") as file:
                    lines = dict(line.split(":", 1) for line in file)
                peaks[name] = max(peaks.get(name, 0), int(lines["VmHWM"].split()[0]) * 1024)
            except (OSError, KeyError, ValueError):
                continue
        time.sleep(0.05)


def test_workers_stay_below_what_is_said(spark, tmp_path):
    def numbers(batches):
        rng = numpy.random.default_rng(1)
        for _ in batches:
            for _ in range(ROWS // 20_000):
                yield pyarrow.record_batch([rng.exponential(1, 20_000) for _ in range(COLUMNS)], names)

    names = [f"x{j}" for j in range(COLUMNS)]
    spark.range(0, 1, 1, 1).mapInArrow(numbers, ", ".join(f"{name} double" for name in names)).write.parquet(str(tmp_path / "table"))
    frame = spark.read.parquet(str(tmp_path / "table"))
    assert frame.rdd.getNumPartitions() == 1
    task = 8 * MB
    peaks, stop = {}, threading.Event()
    watch = threading.Thread(target=worker_peaks, args=(peaks, stop), daemon=True)
    watch.start()
    masked = overhand.spark.mask(frame, "sjppds", bins=100, seed=1, task_bytes=task)
    masked.write.parquet(str(tmp_path / "masked"))
    stop.set()
    watch.join()
    plan = 8 * COLUMNS * 102
    dealing = 3 * 32 * MB + plan
    pools = 3 * max(task, 65_536 * 8) + ROWS * COLUMNS // 20 + plan
    rows = 3 * max(task, 65_536 * (COLUMNS * 9 + 2)) + plan
    assert max(dealing, pools, rows) < ROWS * COLUMNS * 8  # less than the partition
    assert max(peaks.values()) <= BESIDE + max(dealing, pools, rows), {name: peak // MB for name, peak in peaks.items()}
    assert spark.read.parquet(str(tmp_path / "masked")).count() == ROWS
