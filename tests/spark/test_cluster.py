"""On executors of their own, and when one of them dies."""

import os
import signal
import threading
import time

import numpy
import pyarrow
from conftest import assert_same, in_parts, mixed

import overhand
import overhand.spark

MASTER = "local-cluster[2,1,1024]"


def executors():
    """The processes of the executors below this one."""
    found = []
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                command = file.read()
            if name.isdigit() and b"CoarseGrainedExecutorBackend" in command and _is_below(int(name)):
                found.append(int(name))
        except OSError:
            continue
    return found


def _is_below(process):
    while process > 1:
        if process == os.getpid():
            return True
        with open(f"/proc/{process}/stat") as file:
            process = int(file.read().rpartition(")")[2].split()[1])
    return False


def test_is_the_same_on_a_cluster(spark):
    table = mixed(3000)
    expected = overhand.mask(table, "sjppds", bins=12, seed=5, keep="region", derive=False)
    masked = overhand.spark.mask(in_parts(spark, table, [1000, 1, 0, 1999]), "sjppds", bins=12, seed=5, keep="region")
    assert_same(masked.toArrow(), expected)


def test_is_the_same_when_an_executor_is_killed(spark, tmp_path):
    """One is killed once the first exchange has been written; what it held is computed again."""
    rng = numpy.random.default_rng(3)
    n = 600_000
    table = pyarrow.table({f"x{j}": rng.exponential(1, n) for j in range(6)})
    expected = overhand.mask(table, "sjppds", bins=20, seed=5)
    frame = in_parts(spark, table, [n // 6] * 6)
    masked = overhand.spark.mask(frame, "sjppds", bins=20, seed=5, task_bytes=2**21)
    tracker = spark.sparkContext.statusTracker()
    before = set(executors())
    assert len(before) == 2
    killed = []

    def kill_one():
        while not killed:
            stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
            # The last stages have as many tasks as there are buckets of rows.
            if any(stage and stage.numTasks > 6 and stage.numCompletedTasks > 0 for stage in stages):
                killed.append(sorted(before)[0])
                os.kill(killed[0], signal.SIGKILL)
            time.sleep(0.02)

    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    got = masked.toArrow()
    assert killed and killed[0] not in executors()
    assert_same(got, expected)
