"""Any columns can be read, reading can be stopped, a changed input is noticed, lineage files may have any name."""

import os
import signal
import subprocess
import sys

import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
import pytest
from conftest import BINARY

INTERRUPTED = 130


def test_a_silent_pipe_can_be_stopped(tmp_path):
    process = subprocess.Popen([BINARY, "mask", "-", "-o", "out.csv"], cwd=tmp_path, stdin=subprocess.PIPE,
                               stderr=subprocess.PIPE)
    process.stdin.write(b"a,b\n1,2\n")
    process.stdin.flush()
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.5)  # it waits for more
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == INTERRUPTED
    process.stdin.close()
    assert os.listdir(tmp_path) == []


# Somebody else cuts the file short again and again while it is read.
CUTTER = """
import os, sys
path = sys.argv[1]
text = open(path, "rb").read()
while True:
    os.truncate(path, len(text) // 2)
    with open(path, "r+b") as file:
        file.write(text)
"""


@pytest.mark.parametrize("extension", ["feather", "parquet"])
@pytest.mark.parametrize("columns", [["a", "c"], ["b", "c"], ["a", "b", "c"]])
def test_any_columns_of_a_columnar_file(overhand, tmp_path, extension, columns):
    table = pa.table({name: [float(factor * i % 31) for i in range(30)] for name, factor in (("a", 7), ("b", 11), ("c", 13))})
    (pa.feather.write_feather if extension == "feather" else pa.parquet.write_table)(table, tmp_path / f"in.{extension}")
    overhand(f"mask in.{extension} -o out.csv --method rank_swap --seed 1 --columns {','.join(columns)}")
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert lines[0] == ",".join(columns)
    for j, name in enumerate(columns):  # swapping keeps each column's values
        assert sorted(float(line.split(",")[j]) for line in lines[1:]) == sorted(table[name].to_pylist())


@pytest.mark.parametrize("extension", ["csv", "feather", "parquet"])
def test_an_input_that_is_cut_short_meanwhile(overhand, tmp_path, extension):
    overhand(f"simulate gaussian -n 100000 -p 4 --seed 1 -o in.{extension}")
    cutter = subprocess.Popen([sys.executable, "-c", CUTTER, tmp_path / f"in.{extension}"])
    try:
        for _ in range(5):
            result = overhand(f"mask in.{extension} -o out.csv", check=False)
            assert result.returncode in (0, 2, 3), result.stderr
            if result.returncode == 0:
                lines = (tmp_path / "out.csv").read_text().splitlines()
                assert len(lines) == 100001
    finally:
        cutter.kill()
        cutter.wait()


@pytest.mark.parametrize("name", ["x.lin", "x", "x.parquet", "x.csv.gz", "source.csv"])
def test_a_lineage_file_may_have_any_name(overhand, people, tmp_path, name):
    overhand(f"mask people.csv -o masked.csv --method noise --lineage {name} --seed 1")
    assert (tmp_path / name).read_text() == "source\n" + "".join(f"{i + 1}\n" for i in range(200))
    shown = overhand(f"evaluate people.csv masked.csv --pairing {name}").stdout
    assert "200 records" in shown


@pytest.mark.parametrize("text", ["1\n2\n3\n", "row\n1\n", "source\n0\n", "source\n1.5\n", "source\n-1\n"])
def test_what_is_no_lineage_file(overhand, people, tmp_path, text):
    (tmp_path / "x.lin").write_text(text)
    result = overhand("evaluate people.csv people.csv --pairing x.lin", check=False)
    assert (result.returncode, result.stderr.strip()) == (
        2, "overhand: x.lin: no lineage file: it must be a CSV with a column 'source' that holds row numbers from 1 "
        "on.")


def test_the_lineage_is_not_written_to_the_pipe(overhand, people, tmp_path):
    result = overhand("mask people.csv -o masked.csv --lineage -", check=False)
    assert result.returncode == 2
    assert result.stderr.startswith("overhand: --lineage: ")
    assert os.listdir(tmp_path) == ["people.csv"]


@pytest.mark.parametrize("extension", ["parquet", "feather", "arrow", "csv"])
@pytest.mark.parametrize("dropped", ["a", "c", "e", "a,c", "b,d"])
def test_any_columns_can_be_left_out(overhand, tmp_path, extension, dropped):
    """Each column has values of its own, so that a column read in the place of another shows."""
    columns = {name: [10000 * j + i * i for i in range(30)] for j, name in enumerate("abcde")}
    table = pa.table({**columns, "text": [f"t{i}" for i in range(30)]})
    path = tmp_path / f"in.{extension}"
    write = {"parquet": pa.parquet.write_table, "csv": pa.csv.write_csv}.get(extension, pa.feather.write_feather)
    write(table, path)
    overhand(f"mask in.{extension} -o out.csv --method rank_swap --drop {dropped},text")
    masked = pa.csv.read_csv(tmp_path / "out.csv")
    assert masked.column_names == [name for name in columns if name not in dropped.split(",")]
    for name in masked.column_names:
        assert sorted(masked[name].to_pylist()) == columns[name]
