"""Tables that do not fit in the memory: the same masked table, a column or a part at a time."""

import os
import shlex
import signal
import subprocess
import sys
import time

import numpy
import pandas
import pyarrow
import pyarrow.dataset
import pyarrow.parquet
import pytest

from conftest import BINARY

ROWS = 30_000
LITTLE = "--memory 2M"  # less than the table takes at once


@pytest.fixture
def table(tmp_path):
    """Numbers, skew, whole numbers, categories, dates, truth, a constant, gaps."""
    generator = numpy.random.default_rng(1)
    frame = pandas.DataFrame(
        {
            "a": generator.normal(size=ROWS),
            "b": generator.exponential(size=ROWS),
            "i": generator.integers(0, 1000, ROWS),
            "c": generator.choice(list("abcdefg"), ROWS, p=[0.5, 0.2, 0.1, 0.1, 0.05, 0.03, 0.02]),
            "d": pandas.to_datetime("2020-01-01") + pandas.to_timedelta(generator.integers(0, 3000, ROWS), unit="D"),
            "t": generator.random(ROWS) < 0.3,
            "region": generator.choice(["n", "s", "e", "w"], ROWS),
            "k": 7.0,
        }
    )
    frame["a"] = frame["a"].where(generator.random(ROWS) > 0.02)
    frame["c"] = frame["c"].where(generator.random(ROWS) > 0.01)
    frame.to_parquet(tmp_path / "t.parquet", row_group_size=7_000)
    frame.to_feather(tmp_path / "t.feather")
    frame.to_csv(tmp_path / "t.csv", index=False)
    return frame


@pytest.mark.parametrize("output", ["csv", "parquet", "feather"])
@pytest.mark.parametrize("source", ["csv", "parquet", "feather"])
def test_sjppds_gives_the_same_file(overhand, table, tmp_path, source, output):
    options = "--method sjppds --bins 50 --keep region --seed 3 --quiet"
    overhand(f"mask t.{source} -o whole.{output} {options} --lineage whole.lineage")
    told = overhand(f"mask t.{source} -o parts.{output} {options} {LITTLE} --lineage parts.lineage").stderr
    assert "it is masked a part at a time with 2.0 MB" in told
    assert "temporary files in '.'" in told
    assert (tmp_path / f"whole.{output}").read_bytes() == (tmp_path / f"parts.{output}").read_bytes()
    assert (tmp_path / "whole.lineage").read_bytes() == (tmp_path / "parts.lineage").read_bytes()
    assert (tmp_path / f"parts.{output}").read_bytes() != (tmp_path / f"t.{source}").read_bytes()


@pytest.mark.parametrize("options", ["--bins 300 --min-bin 20", "--bins 20 --marginals synthetic", "--bins 1"])
def test_sjppds_with_its_options(overhand, table, tmp_path, options):
    overhand(f"mask t.parquet -o whole.csv --method sjppds {options} --seed 5 --quiet --drop region")
    overhand(f"mask t.parquet -o parts.csv --method sjppds {options} --seed 5 --quiet --drop region {LITTLE}")
    assert (tmp_path / "whole.csv").read_bytes() == (tmp_path / "parts.csv").read_bytes()


def test_sums_and_coarsened_columns_are_those_of_the_whole(overhand, table, tmp_path):
    table["total"] = table["i"] * 2 + table["k"].astype(int)
    table["j"] = numpy.arange(ROWS) % 97
    table["both"] = table["i"] + table["j"]
    table.to_parquet(tmp_path / "sums.parquet")
    (tmp_path / "s.toml").write_text(
        "".join(f'[columns.{name}]\nrole = "mask"\n' for name in "abicdtjk")
        + '[columns.total]\nrole = "drop"\n[columns.both]\nrole = "mask"\n[columns.region]\nrole = "keep"\nmerge_below = 100\n'
    )
    overhand("mask sums.parquet -o whole.parquet --method sjppds --schema s.toml --seed 1 --quiet")
    told = overhand(f"mask sums.parquet -o parts.parquet --method sjppds --schema s.toml --seed 1 --quiet {LITTLE}").stderr
    assert "both = i + j in every record, and is computed so after masking" in told
    assert (tmp_path / "whole.parquet").read_bytes() == (tmp_path / "parts.parquet").read_bytes()
    masked = pandas.read_parquet(tmp_path / "parts.parquet")
    assert (masked["both"] == masked["i"] + masked["j"]).all()


@pytest.mark.parametrize("marginals", ["exact", "synthetic", "free"])
def test_cell_rotate_keeps_what_it_promises(overhand, table, tmp_path, marginals):
    command = f"mask t.parquet -o masked.parquet --keep region --drop d --marginals {marginals} --seed 3 {LITTLE}"
    told = overhand(command).stderr
    assert "it is masked a part at a time" in told and "Risk: " in told
    masked = pandas.read_parquet(tmp_path / "masked.parquet")
    assert len(masked) == ROWS
    numbers = ["a", "b", "i"]
    change = (masked[numbers].corr() - table[numbers].corr()).abs().to_numpy().max()
    assert change < (1e-3 if marginals == "free" else 0.02)
    for name in ("c", "t"):
        assert masked[name].value_counts(dropna=False).to_dict() == table[name].value_counts(dropna=False).to_dict()
    assert masked["a"].isna().sum() == table["a"].isna().sum()
    same = [(numpy.sort(masked[name].dropna()) == numpy.sort(table[name].dropna())).all() for name in numbers]
    assert all(same) if marginals == "exact" else not any(same[:2])
    if marginals == "free":
        assert numpy.allclose(masked[["b", "i"]].mean(), table[["b", "i"]].mean(), rtol=1e-9)
        assert numpy.allclose(masked[["b", "i"]].var(), table[["b", "i"]].var(), rtol=1e-9)
    moved = (masked[["b", "i"]].to_numpy() != table[["b", "i"]].to_numpy()).any(axis=1).mean()
    assert moved > 0.99


def test_cell_rotate_is_the_same_for_the_same_key(overhand, table, tmp_path):
    for name in ("one", "two"):
        overhand(f"mask t.parquet -o {name}.csv --drop d,region --seed 9 --quiet {LITTLE}")
    assert (tmp_path / "one.csv").read_bytes() == (tmp_path / "two.csv").read_bytes()
    overhand(f"mask t.parquet -o other.csv --drop d,region --seed 10 --quiet {LITTLE}")
    assert (tmp_path / "one.csv").read_bytes() != (tmp_path / "other.csv").read_bytes()


def refused(overhand, command, code):
    run = overhand(command, check=False)
    assert run.returncode == code, run.stderr
    return run


def folder_of(frame, tmp_path, **options):
    pyarrow.dataset.write_dataset(
        pyarrow.Table.from_pandas(frame, preserve_index=False), tmp_path / "hive", format="parquet", **options
    )


def hive(*names):
    return {"partitioning": list(names), "partitioning_flavor": "hive"}


@pytest.mark.parametrize("memory", ["", LITTLE])
def test_a_folder_comes_out_as_a_folder(overhand, table, tmp_path, memory):
    table["year"] = 2019 + numpy.arange(ROWS) % 3
    folder_of(table, tmp_path, **hive("region", "year"), max_rows_per_file=2_000, max_rows_per_group=2_000)
    overhand(f"mask hive -o masked.parquet --method sjppds --keep region,year --seed 1 --quiet {memory}")
    masked = pyarrow.dataset.dataset(tmp_path / "masked.parquet", partitioning="hive").to_table().to_pandas()
    assert sorted(masked.columns) == sorted(table.columns)
    assert (tmp_path / "masked.parquet" / "region=n" / "year=2020").is_dir()
    assert masked.groupby(["region", "year"]).size().to_dict() == table.groupby(["region", "year"]).size().to_dict()
    assert (numpy.sort(masked["b"]) == numpy.sort(table["b"])).all()
    assert not list(tmp_path.glob(".overhand*"))


def test_files_of_a_folder_must_agree(overhand, table, tmp_path):
    folder_of(table, tmp_path)
    table.astype({"i": "float64"}).to_parquet(tmp_path / "hive" / "z.parquet")
    run = refused(overhand, f"mask hive -o masked.parquet --method sjppds {LITTLE}", 2)
    assert "z.parquet: column 'i' is double here and int64 in 'hive/part-0.parquet'; all files of a folder must have the same columns" in run.stderr
    table.drop(columns="i").to_parquet(tmp_path / "hive" / "z.parquet")
    assert "column 'i' is not in this file" in refused(overhand, "mask hive -o masked.parquet", 2).stderr.lower()
    (tmp_path / "hive" / "z.parquet").write_text("no")
    assert "z.parquet" in refused(overhand, "mask hive -o masked.parquet", 2).stderr
    (tmp_path / "hive" / "z.parquet").rename(tmp_path / "hive" / "notes.txt")
    assert "'notes.txt' is no Parquet file" in refused(overhand, "mask hive -o masked.parquet", 2).stderr
    assert not (tmp_path / "masked.parquet").exists()


@pytest.mark.parametrize("memory", ["", "--memory 3M"])
def test_files_may_differ_in_what_loses_nothing(overhand, table, tmp_path, memory):
    """A column that is all gaps in one file, levels beside texts, narrow numbers beside wide ones."""
    whole = pyarrow.Table.from_pandas(table.drop(columns=["d", "t", "region"]), preserve_index=False)
    names = whole.column_names
    narrow = whole.set_column(names.index("i"), "i", whole["i"].cast(pyarrow.int32()))
    narrow = narrow.set_column(names.index("b"), "b", whole["b"].cast(pyarrow.float32()))
    levels = whole.set_column(names.index("c"), "c", whole["c"].cast(pyarrow.large_string()).dictionary_encode())
    gaps = whole.set_column(names.index("a"), "a", pyarrow.nulls(ROWS))
    (tmp_path / "hive").mkdir()
    for name, frame in (("0", narrow), ("1", levels), ("2", gaps), ("3", whole)):
        pyarrow.parquet.write_table(frame, tmp_path / "hive" / f"{name}.parquet")
    overhand(f"mask hive -o masked.parquet --method sjppds --bins 20 --seed 1 --quiet {memory}")
    masked = pyarrow.dataset.dataset(tmp_path / "masked.parquet").to_table().to_pandas()
    expected = pandas.concat([frame.to_pandas().astype({"c": object, "a": "float64"}) for frame in (narrow, levels, gaps, whole)])
    assert masked["i"].dtype == "int64" and masked["b"].dtype == "float64"
    for name in ("a", "b", "i", "k"):
        assert numpy.array_equal(numpy.sort(masked[name]), numpy.sort(expected[name]), equal_nan=True), name
    assert masked["c"].value_counts(dropna=False).to_dict() == expected["c"].value_counts(dropna=False).to_dict()


def test_a_key_without_a_value_is_a_gap(overhand, table, tmp_path):
    for folder in ("region=n", "region=", "region=__HIVE_DEFAULT_PARTITION__"):
        (tmp_path / "hive" / folder).mkdir(parents=True)
        table.drop(columns="region").to_parquet(tmp_path / "hive" / folder / "0.parquet", index=False)
    overhand("mask hive -o masked.parquet --method sjppds --keep region --seed 1 --quiet")
    assert sorted(path.name for path in (tmp_path / "masked.parquet").iterdir()) == ["region=__HIVE_DEFAULT_PARTITION__", "region=n"]
    masked = pyarrow.dataset.dataset(tmp_path / "masked.parquet", partitioning="hive").to_table().to_pandas()
    assert masked["region"].isna().sum() == 2 * ROWS


def test_nothing_is_written_into_the_folder_that_is_read(overhand, table, tmp_path):
    folder_of(table, tmp_path)
    for output in ("hive/masked.parquet", "hive/../hive/deep/masked.csv"):
        assert "would lie within the table" in refused(overhand, f"mask hive -o {output} --method sjppds", 2).stderr
    assert [path.name for path in (tmp_path / "hive").iterdir()] == ["part-0.parquet"]


def test_keys_may_stand_in_the_files_too(overhand, table, tmp_path):
    for region, own in table.groupby("region"):
        (tmp_path / "hive" / f"region={region}").mkdir(parents=True)
        own.to_parquet(tmp_path / "hive" / f"region={region}" / "0.parquet", index=False)
    overhand("mask hive -o masked.parquet --method sjppds --keep region --seed 1 --quiet")
    masked = pyarrow.dataset.dataset(tmp_path / "masked.parquet", partitioning="hive").to_table().to_pandas()
    assert masked["region"].value_counts().to_dict() == table["region"].value_counts().to_dict()


@pytest.mark.parametrize("memory", ["", LITTLE])
def test_a_lineage_needs_one_order(overhand, table, tmp_path, memory):
    folder_of(table, tmp_path, **hive("region"))
    command = f"mask hive -o masked.parquet --method sjppds --keep region --seed 1 --lineage source.csv {memory}"
    assert "the records of such a folder are written by its keys, not in one order" in refused(overhand, command, 2).stderr
    assert not (tmp_path / "masked.parquet").exists() and not (tmp_path / "source.csv").exists()
    overhand(command.replace("masked.parquet", "masked.csv"))
    evaluated = overhand("evaluate hive masked.csv --keep region --pairing source.csv --json -").stdout
    assert '"dbrl"' in evaluated


def test_links_to_folders_are_told(overhand, table, tmp_path):
    folder_of(table, tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "hive" / "y=2").symlink_to(tmp_path / "elsewhere")
    assert "'y=2' is a link to another folder, and such links are not followed" in refused(overhand, "mask hive -o masked.parquet", 2).stderr


def test_what_a_killed_masking_left_of_a_folder_goes_with_the_next(overhand, table, tmp_path):
    folder_of(table, tmp_path)
    left = tmp_path / ".overhand-unfinished-abc123"
    left.mkdir(mode=0o700)
    (left / ".holder").touch()
    (left / "part-0.parquet").write_text("half")
    overhand("mask hive -o masked.parquet --method sjppds --seed 1 --quiet")
    assert not left.exists()


def test_room_is_looked_at_before_anything_is_read(overhand, table, tmp_path):
    run = refused(overhand, f"mask t.csv -o masked.csv --method sjppds --temporary t.parquet {LITTLE}", 3)
    assert "'t.parquet'" in run.stderr
    assert "standard input is read whole" in overhand("mask - -o masked.csv --memory 2M", stdin="a,b\n1,2\n", check=False).stderr


def test_the_output_needs_room_too(overhand, table, tmp_path):
    os.truncate(tmp_path / "t.csv", 4 * 10**12)  # nothing of it but the beginning takes room
    before = sorted(os.listdir(tmp_path))
    run = refused(overhand, f"mask t.csv -o masked.csv --method sjppds --temporary /proc/self {LITTLE}", 3)
    assert "masked.csv: cannot be written: about 4.0 TB are needed in '.' and" in run.stderr and "are free" in run.stderr
    assert sorted(os.listdir(tmp_path)) == before


def varint(number):
    number = number * 2 if number >= 0 else -number * 2 - 1
    digits = []
    while number > 127:
        digits.append(number % 128 + 128)
        number //= 128
    return bytes([*digits, number])


@pytest.mark.parametrize("rows, sentence", [(2**62, "more than 4,294,967,295 records are too many"), (2**40, "records are too many"), (-5, "not a Parquet file, or a damaged one")])
@pytest.mark.parametrize("memory", ["", LITTLE])
@pytest.mark.parametrize("place", ["odd.parquet", "hive/odd.parquet"])
def test_numbers_of_rows_that_cannot_be(overhand, table, tmp_path, place, rows, sentence, memory):
    whole = (tmp_path / "t.parquet").read_bytes()
    size = int.from_bytes(whole[-8:-4], "little")
    footer = whole[-8 - size : -8].replace(b"\x16" + varint(ROWS), b"\x16" + varint(rows), 1)
    assert len(footer) != size or rows == -5
    (tmp_path / place).parent.mkdir(exist_ok=True)
    (tmp_path / place).write_bytes(whole[: -8 - size] + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    run = refused(overhand, f"mask {place.split('/')[0]} -o masked.parquet --method sjppds {memory}", 2)
    assert sentence in run.stderr and "a part at a time" not in run.stderr, run.stderr


def test_a_folder_takes_the_place_of_nothing(overhand, table, tmp_path):
    folder_of(table, tmp_path)
    (tmp_path / "there.parquet").mkdir()
    refused(overhand, "mask hive -o there.parquet --method sjppds", 3)
    assert not list((tmp_path / "there.parquet").iterdir())


@pytest.mark.parametrize(
    "options, sentence",
    [
        ("--method mdav", "mdav needs the whole table in the memory, which it does not fit in; cell_rotate and sjppds"),
        ("--within region", "A stratum needs the whole table"),
        ("--suppress 3 --keep region", "To suppress keys needs the whole table"),
        ('--rule "b >= 0"', "A rule needs the whole table"),
        ("--method sjppds -o masked.xlsx", "a table beyond the memory cannot be written as .xlsx"),
        ("--marginals smoothed", "marginals smoothed needs the whole table in the memory; take synthetic"),
        ("--memory 300M --method sjppds", None),
        ("--memory 2", "an amount of memory such as 500M or 2G is needed"),
        ("--memory lots", "an amount of memory such as 500M or 2G is needed"),
        ("--temporary nowhere", "'nowhere'"),
    ],
)
def test_what_cannot_be_done_is_said(overhand, table, tmp_path, options, sentence):
    memory = "" if "--memory" in options else LITTLE
    output = "" if "-o " in options else "-o masked.parquet"
    run = overhand(shlex.split(f"mask t.parquet {output} {options} {memory} --seed 1"), check=False)
    if sentence is None:
        assert run.returncode == 0 and "a part at a time" not in run.stderr
        return
    assert run.returncode in (2, 3) and sentence in run.stderr, run.stderr
    assert not (tmp_path / "masked.parquet").exists()


def test_one_column_must_fit(overhand, tmp_path):
    frame = pandas.DataFrame({name: numpy.random.default_rng(1).normal(size=200_000) for name in "ab"})
    frame.to_parquet(tmp_path / "long.parquet")
    run = refused(overhand, "mask long.parquet -o masked.parquet --method sjppds --memory 2M --seed 1", 2)
    assert "One column of this table, with what it is masked by, takes 4.2 MB of memory; allow it with --memory 5M" in run.stderr


MEASURE = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"


def peak_of(tmp_path, words):
    """The most memory that the command has at a time. A small process starts it: what the one that starts it has is counted too."""
    command = [sys.executable, "-S", "-c", MEASURE, BINARY, *words.split()]
    return int(subprocess.run(command, cwd=tmp_path, capture_output=True, check=True).stdout) * 1024


@pytest.mark.parametrize("source, output", [("parquet", "parquet"), ("parquet", "feather"), ("csv", "csv")])
def test_the_peak_is_what_was_said(overhand, tmp_path, source, output):
    """A fourth more, and the program itself; 1,048,576 records at a time were 290 MB and more, and a text was there whole."""
    overhand(f"simulate gaussian -n 1000000 -p 10 --seed 1 -o t.{source}")
    peak = peak_of(tmp_path, f"mask t.{source} -o parts.{output} --method sjppds --seed 1 --quiet --memory 100M")
    assert peak < 1.25 * 100e6 + 60e6
    overhand(f"mask t.{source} -o whole.{output} --method sjppds --seed 1 --quiet --memory 4G")
    assert (tmp_path / f"parts.{output}").read_bytes() == (tmp_path / f"whole.{output}").read_bytes()


def test_identifiers_are_refused(overhand, table, tmp_path):
    table["person"] = [f"P{number:07}" for number in range(ROWS)]
    table.to_parquet(tmp_path / "people.parquet")
    run = refused(overhand, f"mask people.parquet -o masked.parquet --method sjppds {LITTLE}", 2)
    assert "person" in run.stderr and "--drop person" in run.stderr
    run = refused(overhand, f"mask people.parquet -o masked.parquet --method sjppds --keep person {LITTLE}", 2)
    assert "person" in run.stderr
    assert not (tmp_path / "masked.parquet").exists()


def test_all_identifiers_are_named_at_once(overhand, table, tmp_path):
    table["patient_id"] = numpy.arange(ROWS) + 100_000
    table["case_number"] = numpy.arange(ROWS) * 7919 % 1_000_003
    table.to_parquet(tmp_path / "people.parquet")
    command = "mask people.parquet -o masked.parquet --method sjppds --quiet"
    at_once = refused(overhand, command, 2).stderr
    assert "olumns 'patient_id', 'case_number' look like identifiers" in at_once
    assert refused(overhand, f"{command} {LITTLE}", 2).stderr.splitlines()[-1] == at_once.splitlines()[-1]


def test_the_risk_is_told(overhand, table):
    told = overhand(f"mask t.parquet -o masked.parquet --method sjppds --bins 100 {LITTLE} --json record.json").stderr
    assert "Risk: " in told and "nearest to their own original" in told


def test_a_killed_masking_leaves_nothing(tmp_path):
    generator = numpy.random.default_rng(1)
    frame = pandas.DataFrame({f"x{j}": generator.normal(size=1_500_000) for j in range(4)})
    frame.to_parquet(tmp_path / "long.parquet")
    for sent, code in ((signal.SIGINT, 130), (signal.SIGKILL, -9)):
        run = subprocess.Popen(
            [BINARY, "mask", "long.parquet", "-o", "masked.parquet", "--memory", "60M", "--quiet"],
            cwd=tmp_path, stderr=subprocess.PIPE,
        )
        run.stderr.readline()  # it says what it will do
        time.sleep(0.3)
        run.send_signal(sent)
        assert run.wait(timeout=60) == code
        assert sorted(os.listdir(tmp_path)) == ["long.parquet"]
