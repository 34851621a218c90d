"""Folders of Parquet files: every command reads them as the one table that they are, whoever wrote them."""

import json
import os
import stat

import numpy
import pandas
import polars
import pyarrow
import pyarrow.dataset
import pyarrow.feather
import pyarrow.parquet
import pytest

ROWS = 360
MASK = "--method sjppds --bins 8 --seed 3 --quiet"
GAP = "__HIVE_DEFAULT_PARTITION__"


def table_of(**more):
    """Numbers that tell each record, and whatever else is to be in it."""
    generator = numpy.random.default_rng(7)
    columns = {"a": generator.normal(size=ROWS), "b": generator.integers(0, 90, ROWS), "c": generator.choice(list("xyz"), ROWS)}
    return pandas.DataFrame({**columns, **more})


def in_turn(values):
    return [values[i % len(values)] for i in range(ROWS)]


def keyed():
    return table_of(region=in_turn(["n", "s", "e"]), year=[2019 + i // 120 for i in range(ROWS)])


def write_folder(frame, path, keys=(), **options):
    pyarrow.dataset.write_dataset(
        pyarrow.Table.from_pandas(frame, preserve_index=False), path, format="parquet",
        partitioning=list(keys) or None, partitioning_flavor="hive" if keys else None, **options,
    )


def read_folder(path, keys=None):
    """As pyarrow reads it, with the types of the keys said, because it guesses them from the first names."""
    partitioning = pyarrow.dataset.partitioning(pyarrow.schema(keys), flavor="hive") if keys else "hive"
    return pyarrow.dataset.dataset(path, partitioning=partitioning).to_table()


KEYS = {"region": pyarrow.string(), "year": pyarrow.int64()}


@pytest.fixture
def both(tmp_path):
    """The folder 'hive' by region and year, and the same records in the same order as one.parquet."""
    frame = keyed()
    write_folder(frame, tmp_path / "hive", ["region", "year"], max_rows_per_file=25, max_rows_per_group=25)
    files = sorted(path for path in (tmp_path / "hive").rglob("*.parquet"))
    assert len(files) == 18  # two in each of the nine folders
    parts = []
    for path in files:
        part = pyarrow.parquet.ParquetFile(path).read()
        year, region = path.parent.name.split("=")[1], path.parent.parent.name.split("=")[1]
        part = part.append_column("region", pyarrow.array([region] * len(part)))
        parts.append(part.append_column("year", pyarrow.array([int(year)] * len(part))))
    pyarrow.parquet.write_table(pyarrow.concat_tables(parts), tmp_path / "one.parquet")
    return frame


def told_alike(overhand, command):
    """What is said of the folder, with its name; the same must be said of the file."""
    said = [overhand(command.replace("TABLE", name)) for name in ("hive", "one.parquet")]
    texts = [[run.stdout.replace(name, "TABLE"), run.stderr.replace(name, "TABLE")] for run, name in zip(said, ("hive", "one.parquet"))]
    assert texts[0] == texts[1]
    assert texts[0][0]
    return said[0].stdout


def test_inspect(overhand, both, tmp_path):
    assert "360 records, 5 columns" in told_alike(overhand, "inspect TABLE")
    overhand("inspect hive --schema hive.toml --json hive.json")
    overhand("inspect one.parquet --schema one.toml --json one.json")
    found = [json.loads((tmp_path / f"{name}.json").read_text())["columns"] for name in ("hive", "one")]
    assert found[0] == found[1]
    assert [column["name"] for column in found[0]] == ["a", "b", "c", "region", "year"]
    schemas = [(tmp_path / f"{name}.toml").read_text() for name in ("hive", "one")]
    assert schemas[0].replace("hive", "one.parquet") == schemas[1]


def test_keys(overhand, both, tmp_path):
    assert "the smallest class has 40" in told_alike(overhand, "keys TABLE --keys region,year --sensitive c")
    for name in ("hive", "one.parquet"):
        overhand(f"keys {name} --keys region,year,c --records {name}.risks")
    assert (tmp_path / "hive.risks").read_bytes() == (tmp_path / "one.parquet.risks").read_bytes()


@pytest.mark.parametrize("method", ["sjppds", "cell_rotate", "mdav --drop c", "rank_swap"])
def test_mask(overhand, both, tmp_path, method):
    method = method if "--drop" in method else f"{method} --keep c"
    for name in ("hive", "one.parquet"):
        overhand(f"mask {name} -o {name}.csv --method {method} --keep region,year --seed 5 --quiet --lineage {name}.lineage")
    assert (tmp_path / "hive.csv").read_bytes() == (tmp_path / "one.parquet.csv").read_bytes()
    assert (tmp_path / "hive.lineage").read_bytes() == (tmp_path / "one.parquet.lineage").read_bytes()


def test_evaluate(overhand, both, tmp_path):
    overhand(f"mask one.parquet -o masked.csv {MASK} --keep region,year --lineage source.csv")
    overhand(f"mask hive -o masked.parquet {MASK} --keep region,year")
    said = told_alike(overhand, "evaluate TABLE masked.csv --keep region,year --pairing source.csv")
    assert "360" in said
    figures = [json.loads(overhand(f"evaluate {name} masked.csv --keep region,year --pairing source.csv --json -").stdout)
               for name in ("hive", "one.parquet")]
    assert figures[0] == figures[1]
    # A masked folder is read by its keys; what asks for no order is the same as of the file.
    lost = [json.loads(overhand(f"evaluate one.parquet {masked} --keep region,year --pairing sorted --json -").stdout)["loss"]
            for masked in ("masked.parquet", "masked.csv")]
    assert lost[0]["pil"] == pytest.approx(lost[1]["pil"], abs=1e-12)


def test_tune(overhand, both, tmp_path):
    for name in ("hive", "one.parquet"):
        overhand(f"tune {name} --quick --method sjppds --max-risk 0.6 --drop c,region,year --json {name}.json")
    tuned = [json.loads((tmp_path / f"{name}.json").read_text()) for name in ("hive", "one.parquet")]
    assert tuned[0]["rows"] == ROWS and len(tuned[0]["grid"]) > 1
    assert tuned[0]["grid"] == tuned[1]["grid"]  # the trials have the seed; the released masking has a key of its own
    overhand("tune hive --quick --method sjppds --max-risk 0.9 --keep region,year --drop c -o tuned.parquet")
    assert read_folder(tmp_path / "tuned.parquet", KEYS).num_rows == ROWS


@pytest.mark.parametrize("name", ["hive/", "./hive", "./hive/"])
def test_a_folder_by_other_names(overhand, both, tmp_path, name):
    overhand(f"mask {name} -o other.csv {MASK} --keep region,year")
    overhand(f"mask hive -o own.csv {MASK} --keep region,year")
    assert (tmp_path / "other.csv").read_bytes() == (tmp_path / "own.csv").read_bytes()


def test_a_folder_by_its_whole_path(overhand, both, tmp_path):
    overhand(f"mask {tmp_path / 'hive'} -o other.csv {MASK} --keep region,year")
    overhand(f"mask one.parquet -o own.csv {MASK} --keep region,year")
    assert (tmp_path / "other.csv").read_bytes() == (tmp_path / "own.csv").read_bytes()


def masked_folder(overhand, tmp_path, frame, key):
    """The names of the folders that a folder by that key comes out as."""
    write_folder(frame, tmp_path / "hive", [key])
    overhand(f"mask hive -o masked.parquet {MASK} --keep {key}")
    return {path.name for path in (tmp_path / "masked.parquet").iterdir()}


def types_of(overhand, name):
    found = json.loads(overhand(f"inspect {name} --json -").stdout)
    return {column["name"]: column["type"] for column in found["columns"]}


@pytest.mark.parametrize(
    "values, type",
    [
        ([1, 2, 30], "integer"),
        ([-5, 0, 9_000_000_000], "integer"),
        (["1", "2", "x"], "category"),
        (["01", "02", "10"], "category"),  # a code: 1 is not 01
        (["1.5", "2.5", "3"], "category"),
        (["+1", "2", "3"], "category"),
        (["99999999999999999999", "1", "2"], "category"),  # more than a whole number of 64 bits
    ],
)
def test_whole_numbers_and_texts_as_keys(overhand, tmp_path, values, type):
    frame = table_of(key=in_turn(values))
    folders = masked_folder(overhand, tmp_path, frame, "key")
    wide = max(len(str(value)) for value in values) > 18
    assert types_of(overhand, "hive")["key"] in ((type, "text") if wide else (type,))
    assert folders == {f"key={value}" for value in values}
    overhand(f"mask hive -o masked.feather {MASK} --keep key")
    out = pyarrow.feather.read_table(tmp_path / "masked.feather")
    assert pyarrow.types.is_integer(out["key"].type) == (type == "integer")
    assert sorted(set(out["key"].to_pylist()), key=str) == sorted(values, key=str)


@pytest.mark.parametrize("values", [["n", None, "s"], [2019, None, 2020]])
def test_gaps_in_keys(overhand, tmp_path, values):
    keys = [values[0], values[2]]
    frame = table_of(key=pandas.array(in_turn(values), dtype="Int64" if isinstance(values[0], int) else "str"))
    folders = masked_folder(overhand, tmp_path, frame, "key")
    assert folders == {f"key={GAP}", *(f"key={value}" for value in keys)}
    assert {path.name for path in (tmp_path / "hive").iterdir()} == folders
    overhand(f"mask hive -o masked.feather {MASK} --keep key")
    out = pyarrow.feather.read_table(tmp_path / "masked.feather")["key"].to_pylist()
    assert [out.count(value) for value in values] == [ROWS // 3] * 3
    found = {column["name"]: column for column in json.loads(overhand("inspect hive --json -").stdout)["columns"]}
    assert found["key"]["missing"] == ROWS // 3


def test_a_key_of_gaps_alone(overhand, tmp_path):
    (tmp_path / "hive" / f"key={GAP}").mkdir(parents=True)
    table_of().to_parquet(tmp_path / "hive" / f"key={GAP}" / "x.parquet")
    overhand(f"mask hive -o masked.parquet {MASK} --drop key")
    assert pyarrow.parquet.read_table(tmp_path / "masked.parquet" / "part-0.parquet").num_rows == ROWS


ODD = ["a/b", "50%", "café", "two words", "a=b", "x:y", "%41", "ü%2F", "'q'", 'say "hi"', "[1]{2}", "#?*", "back\\slash"]


def test_escaped_values_come_back(overhand, tmp_path):
    frame = table_of(key=in_turn(ODD))
    folders = masked_folder(overhand, tmp_path, frame, "key")
    assert len(folders) == len(ODD)
    assert {"key=a%2Fb", "key=50%25", "key=café", "key=two words", "key=a%3Db", "key=%2541"} <= folders  # as Spark writes them
    overhand(f"mask hive -o masked.feather {MASK} --keep key")
    for out in (pyarrow.feather.read_table(tmp_path / "masked.feather"), read_folder(tmp_path / "masked.parquet", {"key": pyarrow.string()})):
        found = pandas.Series(out["key"].to_pylist()).value_counts().to_dict()
        assert found == frame["key"].value_counts().to_dict()
    # What came out is a folder to read again.
    overhand("mask masked.parquet -o again.feather --method noise --seed 1 --quiet --keep key,c")
    out = pyarrow.feather.read_table(tmp_path / "again.feather")
    assert sorted(set(out["key"].to_pylist())) == sorted(ODD)


def test_a_name_that_is_escaped(overhand, tmp_path):
    for value in (1, 2, 3):
        (tmp_path / "hive" / f"of%2Fwhat={value}").mkdir(parents=True)
        table_of().to_parquet(tmp_path / "hive" / f"of%2Fwhat={value}" / "x.parquet")
    assert list(types_of(overhand, "hive")) == ["a", "b", "c", "of/what"]
    overhand(f"mask hive -o masked.parquet {MASK} --keep of/what")
    assert {path.name for path in (tmp_path / "masked.parquet").iterdir()} == {f"of%2Fwhat={value}" for value in (1, 2, 3)}


def test_folders_that_name_no_keys(overhand, tmp_path):
    frame = table_of()
    for name, rows in (("east/old", slice(0, 100)), ("east/new", slice(100, 200)), ("west", slice(200, ROWS))):
        (tmp_path / "plain" / name).mkdir(parents=True)
        frame[rows].to_parquet(tmp_path / "plain" / name / "x.parquet")
    pandas.concat([frame[100:200], frame[:100], frame[200:]]).to_parquet(tmp_path / "one.parquet", index=False)
    overhand(f"mask plain -o plain.csv {MASK}")
    overhand(f"mask one.parquet -o one.csv {MASK}")
    assert (tmp_path / "plain.csv").read_bytes() == (tmp_path / "one.csv").read_bytes()
    overhand(f"mask plain -o masked.parquet {MASK}")
    assert [path.name for path in (tmp_path / "masked.parquet").rglob("*")] == ["part-0.parquet"]


def test_what_is_hidden_is_passed_over(overhand, both, tmp_path):
    hive = tmp_path / "hive"
    (hive / "_SUCCESS").touch()
    (hive / "region=n" / ".part-0.parquet.crc").write_bytes(b"\0\1")
    (hive / "_metadata").write_text("no table")
    for name in ("_temporary", ".spark-staging"):
        (hive / name / "region=n").mkdir(parents=True)
        (hive / name / "region=n" / "half.parquet").write_text("no table")
    overhand(f"mask hive -o hive.csv {MASK} --keep region,year")
    overhand(f"mask one.parquet -o one.csv {MASK} --keep region,year")
    assert (tmp_path / "hive.csv").read_bytes() == (tmp_path / "one.csv").read_bytes()


@pytest.mark.parametrize("place", ["0.parquet", "m.parquet", "zz.parquet"])  # before, among and after the others
@pytest.mark.parametrize("memory", ["", "--memory 1M"])
def test_empty_files_among_others(overhand, tmp_path, place, memory):
    frame = pandas.concat([table_of()] * 40, ignore_index=True)
    frame["a"] += numpy.arange(len(frame))
    (tmp_path / "files").mkdir()
    frame[:9000].to_parquet(tmp_path / "files" / "a.parquet")
    frame[9000:].to_parquet(tmp_path / "files" / "z.parquet")
    overhand(f"mask files -o whole.csv {MASK}")
    frame[:0].to_parquet(tmp_path / "files" / place)
    told = overhand(f"mask files -o parts.csv {MASK} {memory}").stderr
    assert ("a part at a time" in told) == bool(memory)
    assert (tmp_path / "whole.csv").read_bytes() == (tmp_path / "parts.csv").read_bytes()


def by_pandas(frame, path):
    frame.to_parquet(path, partition_cols=["region", "year"])


def by_polars(frame, path):
    for (region, year), part in frame.groupby(["region", "year"]):
        folder = path / f"region={region}" / f"year={year}"
        folder.mkdir(parents=True)
        polars.from_pandas(part.drop(columns=["region", "year"])).write_parquet(folder / "00000000.parquet")


def by_pyarrow(frame, path):
    write_folder(frame, path, ["region", "year"], max_rows_per_file=20, max_rows_per_group=20)


@pytest.mark.parametrize("write", [by_pandas, by_polars, by_pyarrow])
def test_who_wrote_it_makes_no_difference(overhand, tmp_path, write):
    frame = keyed()
    write(frame, tmp_path / "hive")
    told = types_of(overhand, "hive")
    assert told == {"a": "real", "b": "integer", "c": "category", "region": "category", "year": "integer"}
    overhand(f"mask hive -o masked.parquet {MASK} --keep region,year")
    masked = read_folder(tmp_path / "masked.parquet", KEYS).to_pandas()
    assert masked.groupby(["region", "year"]).size().to_dict() == frame.groupby(["region", "year"]).size().to_dict()
    for name in ("a", "b", "c"):
        assert sorted(masked[name]) == sorted(frame[name])
    read = polars.scan_parquet(tmp_path / "masked.parquet" / "**" / "*.parquet", hive_partitioning=True).collect()
    assert read.height == ROWS and read["year"].sum() == frame["year"].sum()


def test_a_folder_in_and_out_and_in_is_the_same(overhand, both, tmp_path):
    overhand(f"mask hive -o first.parquet {MASK} --keep region,year")
    overhand(f"mask hive -o first.csv {MASK} --keep region,year")
    by_all = ["region", "year", "a", "b", "c"]
    folder = read_folder(tmp_path / "first.parquet", KEYS).to_pandas()[by_all].sort_values(by_all, ignore_index=True)
    text = pandas.read_csv(tmp_path / "first.csv")[by_all].sort_values(by_all, ignore_index=True)
    pandas.testing.assert_frame_equal(folder.astype(object), text.astype(object))


def test_dropped_keys_name_no_folders(overhand, both, tmp_path):
    overhand(f"mask hive -o masked.parquet {MASK} --keep year --drop region")
    assert {path.name for path in (tmp_path / "masked.parquet").iterdir()} == {"year=2019", "year=2020", "year=2021"}
    overhand(f"mask hive -o flat.parquet {MASK} --drop region,year")
    assert [path.name for path in (tmp_path / "flat.parquet").iterdir()] == ["part-0.parquet"]
    names = pyarrow.parquet.ParquetFile(tmp_path / "flat.parquet" / "part-0.parquet").schema_arrow.names
    assert names == ["a", "b", "c"]


@pytest.mark.parametrize("memory", ["", "--memory 1M"])
def test_masked_keys_name_the_folders_of_the_masked(overhand, tmp_path, memory):
    frame = pandas.concat([keyed()] * 50, ignore_index=True)
    write_folder(frame, tmp_path / "hive", ["region", "year"])
    told = overhand(f"mask hive -o masked.parquet --method sjppds --bins 1 --seed 1 --quiet --columns a,region,year {memory}").stderr
    assert ("a part at a time" in told) == bool(memory)
    masked = read_folder(tmp_path / "masked.parquet", KEYS).to_pandas()
    assert sorted(masked.columns) == ["a", "region", "year"]
    for name in ("region", "year"):
        assert masked[name].value_counts().to_dict() == frame[name].value_counts().to_dict()
    own = dict(zip(frame["a"], frame["region"]))  # each a stands in one region alone
    assert 0.2 < numpy.mean([own[a] == region for a, region in zip(masked["a"], masked["region"])]) < 0.5  # a third by chance


@pytest.mark.parametrize("output", ["csv", "feather", "csv.gz"])
def test_a_folder_to_one_file(overhand, both, tmp_path, output):
    overhand(f"mask hive -o hive.{output} {MASK} --keep region,year")
    overhand(f"mask one.parquet -o one.{output} {MASK} --keep region,year")
    assert (tmp_path / f"hive.{output}").is_file()
    assert (tmp_path / f"hive.{output}").read_bytes() == (tmp_path / f"one.{output}").read_bytes()


@pytest.mark.parametrize("memory", ["", "--memory 1M"])
def test_a_folder_to_standard_output(overhand, tmp_path, memory):
    write_folder(pandas.concat([keyed()] * 50, ignore_index=True), tmp_path / "hive", ["region", "year"])
    overhand(f"mask hive -o hive.csv {MASK} --keep region,year")
    run = overhand(f"mask hive -o - {MASK} --keep region,year {memory}")
    assert run.stdout == (tmp_path / "hive.csv").read_text()


@pytest.mark.parametrize("mask, mode", [(0o022, 0o755), (0o077, 0o700), (0o002, 0o775)])
def test_the_rights_of_a_folder_are_the_usual_ones(overhand, both, tmp_path, mask, mode):
    before = os.umask(mask)
    try:
        overhand(f"mask hive -o masked.parquet {MASK} --keep region,year")
    finally:
        os.umask(before)
    for path in [tmp_path / "masked.parquet", *(tmp_path / "masked.parquet").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) == (mode if path.is_dir() else mode & 0o666), path


def test_columns_may_stand_in_another_order(overhand, tmp_path):
    frame = table_of()
    (tmp_path / "files").mkdir()
    frame[:200].to_parquet(tmp_path / "files" / "1.parquet", index=False)
    frame[200:][["c", "a", "b"]].to_parquet(tmp_path / "files" / "2.parquet", index=False)
    frame.to_parquet(tmp_path / "one.parquet", index=False)
    for name in ("files", "one.parquet"):
        overhand(f"mask {name} -o {name}.csv {MASK}")
    assert (tmp_path / "files.csv").read_bytes() == (tmp_path / "one.parquet.csv").read_bytes()


@pytest.mark.parametrize(
    "change, sentence",
    [
        (lambda frame: frame.assign(b=frame["b"].astype(str)), "column 'b' is {text} here and int64 in 'files/1.parquet'"),
        (lambda frame: frame.assign(b=frame["b"].astype("float64")), "column 'b' is double here and int64 in 'files/1.parquet'"),
        (lambda frame: frame.drop(columns="c"), "column 'c' is not in this file, but in 'files/1.parquet'"),
        (lambda frame: frame.assign(d=1), "column 'd' is in this file, but not in 'files/1.parquet'"),
    ],
)
@pytest.mark.parametrize("command", ["mask files -o masked.parquet", "inspect files", "keys files --keys b", "tune files --quick", "evaluate files files"])
def test_files_that_differ_are_refused(overhand, tmp_path, change, sentence, command):
    frame = table_of()
    (tmp_path / "files").mkdir()
    frame.to_parquet(tmp_path / "files" / "1.parquet")
    changed = change(frame)
    changed.to_parquet(tmp_path / "files" / "2.parquet")
    text = pyarrow.parquet.read_schema(tmp_path / "files" / "2.parquet").field("b").type
    run = overhand(command, check=False)
    assert run.returncode == 2 and run.stderr.count("\n") == 1
    assert "2.parquet: " in run.stderr
    assert sentence.format(text=text).lower() + "; all files of a folder must have the same columns." in run.stderr.lower()
    assert not (tmp_path / "masked.parquet").exists()


def test_folders_that_name_other_columns_are_refused(overhand, both, tmp_path):
    for name in ("region=n/month=1", "region=n", "other/year=2019"):
        folder = tmp_path / "hive" / name
        folder.mkdir(parents=True, exist_ok=True)
        table_of().to_parquet(folder / "odd.parquet", index=False)
        run = overhand(f"mask hive -o masked.csv {MASK}", check=False)
        assert run.returncode == 2 and ".parquet: the folders above it name other columns than those above other files" in run.stderr, run.stderr
        (folder / "odd.parquet").unlink()
    overhand(f"mask hive -o masked.csv {MASK} --keep region,year")  # folders without files say nothing


@pytest.mark.parametrize("command", ["mask folder -o masked.parquet", "inspect folder", "keys folder --keys b", "tune folder --quick", "evaluate folder folder"])
def test_folders_without_a_table_are_refused(overhand, tmp_path, command):
    (tmp_path / "folder").mkdir()
    for name in (None, "_SUCCESS", "deep"):
        if name == "deep":
            (tmp_path / "folder" / "year=2020").mkdir()
        elif name:
            (tmp_path / "folder" / name).touch()
        run = overhand(command, check=False)
        assert run.returncode == 2 and run.stderr == "overhand: folder: the folder has no Parquet files.\n"
    (tmp_path / "folder" / "part-0.csv").write_text("a,b\n1,2\n")
    run = overhand(command, check=False)
    assert run.returncode == 2
    assert run.stderr == "overhand: folder: 'part-0.csv' is no Parquet file, as all files of a folder must be.\n"
    assert not (tmp_path / "masked.parquet").exists()


def test_links_to_files_and_to_the_folder_are_followed(overhand, both, tmp_path):
    overhand(f"mask hive -o own.csv {MASK} --keep region,year")
    (tmp_path / "link").symlink_to("hive")
    overhand(f"mask link -o link.csv {MASK} --keep region,year")
    first = sorted((tmp_path / "hive" / "region=e" / "year=2019").iterdir())[0]
    first.rename(tmp_path / "elsewhere.parquet")
    first.symlink_to(tmp_path / "elsewhere.parquet")
    overhand(f"mask hive -o file.csv {MASK} --keep region,year")
    for name in ("link", "file"):
        assert (tmp_path / f"{name}.csv").read_bytes() == (tmp_path / "own.csv").read_bytes()
    first.unlink()
    first.symlink_to(tmp_path / "nowhere.parquet")
    run = overhand(f"mask hive -o none.csv {MASK} --keep region,year", check=False)
    assert run.returncode in (2, 3) and first.name in run.stderr and not (tmp_path / "none.csv").exists()


def test_a_folder_inside_that_is_a_link_is_not_lost(overhand, both, tmp_path):
    (tmp_path / "hive" / "region=n").rename(tmp_path / "north")
    (tmp_path / "hive" / "region=n").symlink_to(tmp_path / "north")
    run = overhand(f"mask hive -o linked.csv {MASK} --keep region,year", check=False)
    assert run.returncode == 2 and not (tmp_path / "linked.csv").exists()
    assert run.stderr.startswith("overhand: hive: 'region=n' is a link to another folder, and such links are not followed")


def test_a_key_that_the_files_have_too(overhand, tmp_path):
    frame = table_of(year=2019)
    (tmp_path / "hive" / "year=2019").mkdir(parents=True)
    frame.to_parquet(tmp_path / "hive" / "year=2019" / "x.parquet")
    overhand(f"mask hive -o masked.csv {MASK} --keep year")
    assert set(pandas.read_csv(tmp_path / "masked.csv")["year"]) == {2019}
    overhand(f"mask hive -o dropped.csv {MASK} --drop year")
    assert "year" not in pandas.read_csv(tmp_path / "dropped.csv")
