"""Masking beyond the memory, as ratios taken in one run.

sjppds of a Parquet file against Arrow streaming the same file through unchanged (read in batches, written with the
same encoding), and cell_rotate a part at a time against cell_rotate at once. Peak memory is that of the process.

    .venv/bin/python bench/external/beyond_memory.py --rows 100000000 --memory 2G
    .venv/bin/python bench/external/beyond_memory.py --rows 10000000 --memory 1G --rotate
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy
import pyarrow
import pyarrow.parquet

ROOT = pathlib.Path(__file__).resolve().parents[2]
COLUMNS = 10
BATCH = 1 << 20
WRITTEN = {"compression": "zstd", "compression_level": 1, "use_dictionary": False, "use_byte_stream_split": True}


def make(path, rows):
    generator = numpy.random.default_rng(1)
    schema = pyarrow.schema([(f"x{j}", pyarrow.float64()) for j in range(COLUMNS)])
    with pyarrow.parquet.ParquetWriter(path, schema, **WRITTEN) as writer:
        for first in range(0, rows, BATCH):
            size = min(BATCH, rows - first)
            common = 0.6 * generator.standard_normal(size)
            columns = {f"x{j}": common + (1 + j) * generator.standard_normal(size) for j in range(COLUMNS)}
            writer.write_table(pyarrow.table(columns, schema=schema))


def stream(source, target):
    """Through Arrow, as it is; flushed to the disk, as a masked file is."""
    file = pyarrow.parquet.ParquetFile(source)
    with pyarrow.parquet.ParquetWriter(target, file.schema_arrow, **WRITTEN) as writer:
        for batch in file.iter_batches(BATCH):
            writer.write_batch(batch)
    with open(target, "rb") as written:
        os.fsync(written.fileno())


def timed(command):
    """Wall and processor seconds, and the peak of the memory in bytes, of a process."""
    start = time.monotonic()
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--memory", default="300M")
    parser.add_argument("--rotate", action="store_true", help="cell_rotate against itself in memory")
    parser.add_argument("--folder", help="for the files [a temporary one]")
    parser.add_argument("--stream", nargs=2, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.stream:
        return stream(*arguments.stream)
    overhand = str(ROOT / "build" / "overhand")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        source, target = f"{folder}/in.parquet", f"{folder}/out.parquet"
        make(source, arguments.rows)
        mask = [overhand, "mask", source, "-o", target, "--quiet", "--method", "cell_rotate" if arguments.rotate else "sjppds"]
        plain = mask + ["--memory", "1T"] if arguments.rotate else [sys.executable, __file__, "--stream", source, target]
        wall, cpu, peak = timed(plain)
        print(f"{'at once' if arguments.rotate else 'Arrow'}: {wall:.1f} s, {cpu:.1f} CPU-s, {peak / 1e9:.2f} GB")
        os.remove(target)
        own_wall, own_cpu, own_peak = timed(mask + ["--memory", arguments.memory])
        print(f"by parts in {arguments.memory}: {own_wall:.1f} s, {own_cpu:.1f} CPU-s, {own_peak / 1e9:.2f} GB")
        print(f"ratio: {own_wall / wall:.2f} of the time, {own_cpu / cpu:.2f} of the processor time")


main()
