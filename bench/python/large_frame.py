"""Time and memory of overhand.mask() on a large frame, beside the C++ call within it.

    PYTHONPATH=build/python .venv/bin/python bench/python/large_frame.py --rows 10000000

Each library has a process of its own, whose peak of memory is that of one call. The C++ call takes the
columns, checks them and masks them; around it Python takes the frame apart and makes the new one.
Seconds are also told as those of the processor, which other work on the machine disturbs less.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
import warnings

COLUMNS = 10


def frame_of(library, rows):
    import numpy

    rng = numpy.random.default_rng(1)
    columns = {f"x{j}": rng.normal(50, 9, rows) for j in range(COLUMNS)}
    if library == "polars":
        import polars

        return polars.DataFrame(columns)
    import pandas

    return pandas.DataFrame(columns, copy=False)


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


class Inner:
    """The C++ call, timed where the package makes it."""

    def __init__(self, core):
        self.call, self.wall, self.processor = core.mask, 0.0, 0.0

    def __call__(self, *words):
        wall, processor = time.perf_counter(), time.process_time()
        made = self.call(*words)
        self.wall, self.processor = time.perf_counter() - wall, time.process_time() - processor
        return made


def measured(library, rows, runs):
    import overhand
    from overhand import _core

    warnings.simplefilter("ignore")
    overhand.mask(frame_of(library, 1000), "sjppds", seed=1)
    inner = _core.mask = Inner(_core)
    alone = peak()  # Python, its libraries and ours
    frame = frame_of(library, rows)
    all_runs = []
    for _ in range(runs):
        wall, processor = time.perf_counter(), time.process_time()
        masked = overhand.mask(frame, "sjppds", seed=1)
        all_runs.append({"wall": time.perf_counter() - wall, "processor": time.process_time() - processor,
                         "inner_wall": inner.wall, "inner_processor": inner.processor})
        assert masked.shape == frame.shape
        del masked
    size = rows * COLUMNS * 8
    best = min(all_runs, key=lambda run: run["processor"])
    return {"library": library, "rows": rows, **best, "ratio_wall": best["wall"] / best["inner_wall"],
            "ratio_processor": best["processor"] / best["inner_processor"], "alone": alone, "peak": peak(),
            "peak_to_input_and_output": peak() / (2 * size), "more_than_alone_to_input_and_output": (peak() - alone) / (2 * size)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--library", choices=["pandas", "polars"])
    said = parser.parse_args()
    if said.library:
        print(json.dumps(measured(said.library, said.rows, said.runs)))
        return
    for library in ("pandas", "polars"):
        subprocess.run([sys.executable, __file__, "--library", library, "--rows", str(said.rows), "--runs", str(said.runs)], check=True)


if __name__ == "__main__":
    main()
