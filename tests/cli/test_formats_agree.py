"""One table in every format is one table: the same key gives the same masked values, and each pair of formats works."""

import csv
import gzip
import random
import subprocess

import pyarrow as pa
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
import pytest
from conftest import BINARY

METHODS = ["sjppds", "mdav", "pca", "pppca", "noise", "correlated_noise", "rank_swap", "cell_rotate", "cell_shuffle",
           "rank_noise", "cart", "ipso"]
PERMUTING = ["sjppds", "rank_swap", "cell_rotate", "cell_shuffle", "rank_noise"]
EXTENSIONS = ["csv", "tsv", "csv.gz", "tsv.gz", "csv.zst", "parquet", "feather", "arrow"]
BIG = 2**53  # beyond it a double skips whole numbers
ROWS = 60


def table_of():
    chance = random.Random(11)
    return pa.table({
        "age": pa.array([chance.randrange(18, 90) for _ in range(ROWS)], pa.int64()),
        "pay": pa.array([chance.lognormvariate(7, 1) for _ in range(ROWS)]),
        "hours": pa.array([chance.randrange(0, 80) / 2 for _ in range(ROWS)]),
        "account": pa.array([BIG + 1 + 2 * i for i in chance.sample(range(ROWS), ROWS)], pa.int64()),
        "region": pa.array([f"region {i % 4}" for i in range(ROWS)]),
    })


def write(table, path):
    name = path.name
    if name.endswith(".parquet"):
        pa.parquet.write_table(table, path)
    elif name.endswith((".feather", ".arrow")):
        pa.feather.write_feather(table, path)
    else:
        options = pa.csv.WriteOptions(delimiter="\t" if ".tsv" in name else ",", quoting_style="needed")
        codec = {"gz": "gzip", "zst": "zstd"}.get(name.rsplit(".", 1)[1])
        with pa.CompressedOutputStream(str(path), codec) if codec else pa.OSFile(str(path), "wb") as file:
            pa.csv.write_csv(table, file, options)


def read(path):
    """Lists of values by column, numbers as numbers."""
    name = path.name
    if name.endswith(".parquet"):
        return pa.parquet.read_table(path).to_pydict()
    if name.endswith((".feather", ".arrow")):
        return pa.feather.read_table(path).to_pydict()
    codec = {"gz": "gzip", "zst": "zstd"}.get(name.rsplit(".", 1)[1])
    with pa.CompressedInputStream(str(path), codec) if codec else pa.OSFile(str(path)) as file:
        text = file.read().decode()
    rows = list(csv.reader(text.splitlines(), delimiter="\t" if ".tsv" in name else ","))
    cells = {column: [row[j] for row in rows[1:]] for j, column in enumerate(rows[0])}
    return {column: [number(cell) for cell in values] for column, values in cells.items()}


def number(cell):
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            pass
    return cell


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """in.csv, in.tsv, in.parquet, ...: one table, and a key."""
    place = tmp_path_factory.mktemp("formats")
    for extension in EXTENSIONS:
        write(table_of(), place / f"in.{extension}")
    (place / "key").write_bytes(bytes(range(32)))
    (place / "key").chmod(0o600)
    return place


def mask(folder, source, output, *words):
    subprocess.run([BINARY, "mask", source, "-o", output, "--key-file", "key", "--quiet", *words], cwd=folder, check=True,
                   capture_output=True, timeout=120)
    return read(folder / output)


@pytest.mark.parametrize("method", METHODS)
def test_the_same_key_gives_the_same_values_from_every_format(folder, method):
    words = ["--method", method, "--columns", "age,pay,hours"]
    first = mask(folder, "in.csv", "first.parquet", *words)
    assert list(first) == ["age", "pay", "hours"] and len(first["age"]) == ROWS
    assert first["pay"] != table_of()["pay"].to_pylist()
    for extension in ("tsv.gz", "parquet", "feather"):
        assert mask(folder, f"in.{extension}", "again.parquet", *words) == first, extension


@pytest.mark.parametrize("method", ["rank_swap", "cell_rotate", "noise", "cart"])
def test_every_output_holds_the_same_values(folder, method):
    """CSV has the shortest text that reads back as the number, so nothing is lost there either."""
    words = ["--method", method, "--columns", "age,pay,hours"]
    first = mask(folder, "in.parquet", "first.parquet", *words)
    for extension in EXTENSIONS:
        assert mask(folder, "in.parquet", f"out.{extension}", *words) == first, extension


@pytest.mark.parametrize("method", PERMUTING)
@pytest.mark.parametrize("source", ["csv", "tsv", "parquet", "feather"])
def test_each_columns_values_are_kept_exactly_in_each_format(folder, method, source):
    """Also whole numbers that no double can hold."""
    before = table_of().to_pydict()
    after = mask(folder, f"in.{source}", f"out.{source}", "--method", method, "--columns", "age,pay,hours,account")
    for name in ("age", "pay", "hours", "account"):
        assert sorted(after[name]) == sorted(before[name]), name
    assert all(isinstance(value, int) for value in after["account"])
    assert any(after[name] != before[name] for name in after)


@pytest.mark.parametrize("source", EXTENSIONS)
@pytest.mark.parametrize("output", ["csv", "tsv.gz", "parquet", "arrow"])
def test_kept_columns_go_from_every_format_to_every_other(folder, source, output):
    before = table_of().to_pydict()
    kept = ["--keep", "region,account", "--keep-identifiers"]
    after = mask(folder, f"in.{source}", f"kept.{output}", "--method", "noise", *kept)
    assert list(after) == list(before)
    assert after["region"] == before["region"]
    assert after["account"] == before["account"]
    assert after["age"] != before["age"]


@pytest.mark.parametrize("words", ["--method noise", "--method cell_rotate --k 7", "--method sjppds --bins 5", "--shuffle-rows --method mdav"])
def test_packing_changes_no_byte_of_the_text(folder, words):
    for plain in ("csv", "tsv"):
        mask(folder, "in.parquet", f"out.{plain}", *words.split(), "--drop", "region,account")
        mask(folder, "in.parquet", f"out.{plain}.gz", *words.split(), "--drop", "region,account")
        assert gzip.decompress((folder / f"out.{plain}.gz").read_bytes()) == (folder / f"out.{plain}").read_bytes()
    text = (folder / "out.csv").read_text()
    assert text.replace(",", "\t") == (folder / "out.tsv").read_text()


def test_standard_input_and_output_are_csv(folder):
    words = ["--method", "rank_noise", "--columns", "age,pay,hours", "--key-file", "key", "--quiet"]
    with open(folder / "in.csv", "rb") as table:
        piped = subprocess.run([BINARY, "mask", "-", "-o", "-", *words], cwd=folder, stdin=table, check=True, capture_output=True)
    mask(folder, "in.parquet", "out.csv", "--method", "rank_noise", "--columns", "age,pay,hours")
    assert piped.stdout == (folder / "out.csv").read_bytes()


def test_whole_numbers_beyond_a_double_are_not_rounded_by_the_order_of_reading(folder, tmp_path):
    """Neighbours that a double takes for one stay two: none is doubled, none is lost."""
    values = [BIG + i for i in range(40)]
    table = pa.table({"big": values, "other": [i * 7 % 40 for i in range(40)]})
    for extension in ("csv", "parquet", "feather"):
        write(table, tmp_path / f"in.{extension}")
        for method in PERMUTING:
            subprocess.run([BINARY, "mask", f"in.{extension}", "-o", "out.csv", "--method", method, "--columns", "big,other", "--quiet"], cwd=tmp_path,
                           check=True, capture_output=True)
            assert sorted(read(tmp_path / "out.csv")["big"]) == values, (extension, method)


@pytest.mark.parametrize("original", ["csv", "parquet", "feather"])
@pytest.mark.parametrize("masked", ["tsv", "parquet", "arrow"])
def test_evaluate_takes_the_two_tables_in_any_formats(folder, original, masked):
    mask(folder, "in.csv", "judged.csv", "--method", "noise", "--columns", "age,pay,hours")
    write(pa.table(read(folder / "judged.csv")), folder / f"judged.{masked}")

    def measured(first, second):
        return subprocess.run([BINARY, "evaluate", first, second, "--pairing", "row", "--json", "-"], cwd=folder, check=True,
                              capture_output=True, text=True).stdout

    figures = measured("in.csv", "judged.csv")
    assert '"dbrl"' in figures
    assert measured(f"in.{original}", f"judged.{masked}") == figures


@pytest.mark.parametrize("extension", ["csv", "csv.gz", "csv.zst", "parquet", "feather"])
def test_missing_values_are_missing_in_every_format(tmp_path, extension):
    """sjppds takes them: as many come out, in the same column, and no other number appears."""
    cells = [None if i % 6 == 0 else i * 37 % 101 for i in range(48)]
    table = pa.table({"a": pa.array(cells, pa.int64()), "b": [float(i * 5 % 48) for i in range(48)]})
    write(table, tmp_path / f"in.{extension}")
    subprocess.run([BINARY, "mask", f"in.{extension}", "-o", "out.parquet", "--method", "sjppds", "--bins", "3", "--columns", "a,b", "--quiet"],
                   cwd=tmp_path, check=True, capture_output=True)
    after = pa.parquet.read_table(tmp_path / "out.parquet")
    assert after["a"].null_count == 8
    assert sorted(v for v in after["a"].to_pylist() if v is not None) == sorted(v for v in cells if v is not None)
    assert after["b"].null_count == 0
    subprocess.run([BINARY, "mask", f"in.{extension}", "-o", "out.csv", "--method", "sjppds", "--bins", "3", "--columns", "a,b", "--quiet"],
                   cwd=tmp_path, check=True, capture_output=True)
    lines = (tmp_path / "out.csv").read_text().splitlines()[1:]
    assert sum(line.startswith(",") for line in lines) == 8, "a missing value is an empty cell"
