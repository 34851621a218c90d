"""Beyond the memory: every type, schema and file comes out as it does at once; byte for byte with sjppds."""

import csv
import datetime
import decimal
import gzip
import json
import os

import numpy
import pandas
import pyarrow
import pyarrow.csv
import pyarrow.feather
import pyarrow.parquet
import pytest

ROWS = 12_000
LITTLE = "--memory 1M"  # 32 bytes a cell: less than a table of three columns takes
MASK = "--method sjppds --bins 20 --seed 3 --quiet"


def drawn(seed=1):
    return numpy.random.default_rng(seed)


def with_gaps(values, type, every=37):
    return pyarrow.array([None if i % every == 0 else value for i, value in enumerate(values)], type)


def whole(low, high):
    """Values over the whole range of a type that doubles hold, and its ends."""
    values = drawn().integers(max(low, -(2**53)), min(high, 2**53), ROWS, dtype=numpy.int64)
    return [int(value) for value in values[:-2]] + [max(low, -(2**53)), min(high, 2**53)]


def moments(unit):
    step = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[unit]
    return [(1_400_000_000 + int(second)) * step + step // 7 for second in drawn().integers(0, 10**8, ROWS)]


def words(count=30):
    return [f"wört {number}" for number in drawn().integers(0, count, ROWS)]


DAY = datetime.date(2000, 1, 1)
MASKED = {
    "float64": lambda: with_gaps(drawn().normal(size=ROWS), pyarrow.float64()),
    "float32": lambda: with_gaps(drawn().normal(size=ROWS).astype("float32"), pyarrow.float32()),
    **{f"{sign}int{bits}": (lambda sign=sign, bits=bits: with_gaps(
        whole(0 if sign else -(2 ** (bits - 1)), 2**bits - 1 if sign else 2 ** (bits - 1) - 1), getattr(pyarrow, f"{sign}int{bits}")()))
       for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "bool": lambda: with_gaps([bool(value) for value in drawn().random(ROWS) < 0.3], pyarrow.bool_()),
    "date32": lambda: with_gaps([DAY + datetime.timedelta(days=int(days)) for days in drawn().integers(-9000, 9000, ROWS)], pyarrow.date32()),
    **{f"timestamp {unit} {zone}": (lambda unit=unit, zone=zone: with_gaps(moments(unit), pyarrow.timestamp(unit, zone)))
       for unit in ("s", "ms", "us", "ns") for zone in (None, "UTC", "Asia/Tokyo")},
    "string": lambda: with_gaps(words(), pyarrow.string()),
    "large_string": lambda: with_gaps(words(), pyarrow.large_string()),
    "dictionary": lambda: with_gaps(words(), pyarrow.string()).dictionary_encode(),
    "one value": lambda: pyarrow.array([2.5] * ROWS),
    "one value and gaps": lambda: with_gaps([7] * ROWS, pyarrow.int64()),
    "NaN beside null": lambda: pyarrow.array([[None, float("nan"), i * 0.5][min(i % 9, 2)] for i in range(ROWS)], pyarrow.float64(), from_pandas=False),
}
KEPT = {
    **MASKED,
    "duration": lambda: with_gaps([int(value) for value in drawn().integers(-999, 999, ROWS)], pyarrow.duration("us")),
    "decimal": lambda: with_gaps([decimal.Decimal(int(value)) / 100 for value in drawn().integers(0, 999, ROWS)], pyarrow.decimal128(20, 2)),
    "string_view": lambda: with_gaps(words(), pyarrow.string_view()),
    "all gaps": lambda: pyarrow.array([None] * ROWS, pyarrow.float64()),
    "all null": lambda: pyarrow.nulls(ROWS),
    "time64": lambda: with_gaps([int(value) for value in drawn().integers(0, 500, ROWS)], pyarrow.time64("us")),
    "binary-like words": lambda: with_gaps(['a "quoted", one', "two\nlines", "", "ä€😀"] * (ROWS // 4), pyarrow.string()),
}


def write(table, path):
    if path.suffix == ".parquet":
        pyarrow.parquet.write_table(table, path, row_group_size=5_000)
    else:
        pyarrow.feather.write_feather(table, path, chunksize=5_000)


def read(path):
    return pyarrow.parquet.read_table(path) if path.suffix == ".parquet" else pyarrow.feather.read_table(path, memory_map=False)


def beside(**columns):
    return pyarrow.table({"a": drawn(5).normal(size=ROWS), "b": drawn(6).exponential(size=ROWS), **columns})


def same_both_ways(overhand, tmp_path, source, output, options):
    """Masks at once and a part at a time; the bytes must be the same. Gives the file."""
    overhand(f"mask {source} -o whole.{output} {options} --lineage whole.lineage")
    told = overhand(f"mask {source} -o parts.{output} {options} {LITTLE} --lineage parts.lineage").stderr
    assert "it is masked a part at a time with 1.0 MB" in told
    assert (tmp_path / f"parts.{output}").read_bytes() == (tmp_path / f"whole.{output}").read_bytes()
    assert (tmp_path / "parts.lineage").read_bytes() == (tmp_path / "whole.lineage").read_bytes()
    return tmp_path / f"parts.{output}"


def bits(column):
    """Values to compare and to sort: times as whole numbers, NaN as itself."""
    if pyarrow.types.is_temporal(column.type) and not pyarrow.types.is_date(column.type):
        column = column.cast(pyarrow.int64())
    return [repr(value) for value in column.to_pylist()]


@pytest.mark.parametrize("source", ["parquet", "feather"])
def test_masked_columns_of_each_type(overhand, tmp_path, source):
    columns = {f"x{j}": make() for j, make in enumerate(MASKED.values())}
    write(beside(**columns), tmp_path / f"t.{source}")
    out = read(same_both_ways(overhand, tmp_path, f"t.{source}", source, f"{MASK} --columns a,b,{','.join(columns)}"))
    original = read(tmp_path / f"t.{source}")
    for column, name in zip(columns, MASKED):
        assert out[column].type == original[column].type, name
        before, after = bits(original[column]), bits(out[column])
        if name == "NaN beside null":  # what is no number goes out as a gap
            before = ["None" if value == "nan" else value for value in before]
            after = ["None" if value == "nan" else value for value in after]
        assert sorted(after) == sorted(before), name
        assert name.startswith("one value") or after != before, name


@pytest.mark.parametrize("source", ["parquet", "feather"])
def test_kept_columns_of_each_type(overhand, tmp_path, source):
    columns = {f"x{j}": make() for j, make in enumerate(KEPT.values())}
    write(beside(**columns), tmp_path / f"t.{source}")
    options = f"{MASK} --columns a,b --keep {','.join(columns)} --keep-identifiers"
    out = read(same_both_ways(overhand, tmp_path, f"t.{source}", source, options))
    original = read(tmp_path / f"t.{source}")
    sources = [int(line) for line in (tmp_path / "parts.lineage").read_text().split()[1:]]
    assert sorted(sources) == list(range(1, ROWS + 1))
    for column, name in zip(columns, KEPT):
        assert out[column].type == original[column].type, name
        values = bits(original[column])
        assert bits(out[column]) == [values[row - 1] for row in sources], name  # each with its source


@pytest.mark.parametrize("name", ["float32", "uint64", "bool", "timestamp ns Asia/Tokyo", "dictionary"])
def test_a_column_by_itself(overhand, tmp_path, name):
    """No other column of its type helps it: the table has three."""
    write(beside(x=MASKED[name]()), tmp_path / "t.feather")
    out = read(same_both_ways(overhand, tmp_path, "t.feather", "feather", f"{MASK} --columns a,b,x"))
    assert sorted(bits(out["x"])) == sorted(bits(read(tmp_path / "t.feather")["x"]))


def test_each_type_to_text(overhand, tmp_path):
    masked = {f"x{j}": make() for j, make in enumerate(MASKED.values())}
    kept = {f"y{j}": make() for j, make in enumerate(MASKED.values())}
    write(beside(**masked, **kept), tmp_path / "t.parquet")
    options = f"{MASK} --columns a,b,{','.join(masked)} --keep {','.join(kept)} --keep-identifiers"
    out = same_both_ways(overhand, tmp_path, "t.parquet", "csv", options)
    with out.open(newline="") as file:
        records = list(csv.reader(file))
    assert records[0] == ["a", "b", *masked, *kept] and len(records) == ROWS + 1
    place = list(MASKED).index("date32") + 2
    assert sorted(record[place] for record in records[1:]) == sorted(record[place + len(masked)] for record in records[1:])


@pytest.fixture
def survey(tmp_path):
    """Numbers with a code for missing, an ordered grade, codes, jobs of which some are rare, names."""
    draw = drawn(9)
    frame = pandas.DataFrame({
        "name": [f"person {i}" for i in range(ROWS)],
        "age": draw.integers(16, 95, ROWS),
        "pay": draw.exponential(1000, ROWS).round(2),
        "debt": numpy.where(draw.random(ROWS) < 0.1, -99, draw.integers(0, 500, ROWS)),
        "grade": draw.choice(["low", "middle", "high"], ROWS, p=[0.6, 0.3, 0.1]),
        "zip": [f"{number:05}" for number in draw.integers(1000, 1020, ROWS)],
        "job": draw.choice(["clerk", "baker", "smith", "seer", "monk"], ROWS, p=[0.5, 0.4, 0.088, 0.006, 0.006]),
    })
    frame.to_parquet(tmp_path / "t.parquet", index=False)
    frame.to_csv(tmp_path / "t.csv", index=False)
    return frame


SCHEMA = """
[columns.name]
role = "drop"
[columns.age]
role = "keep"
bands = 5
top = 85
[columns.pay]
type = "real"
role = "mask"
[columns.debt]
role = "mask"
missing = [-99]
[columns.grade]
role = "mask"
ordered = ["low", "middle", "high"]
[columns.zip]
type = "category"
role = "keep"
[columns.job]
role = "mask"
merge_below = 100
"""


@pytest.mark.parametrize("source", ["csv", "parquet"])
@pytest.mark.parametrize("output", ["csv", "parquet", "feather"])
def test_a_schema_holds(overhand, survey, tmp_path, source, output):
    (tmp_path / "s.toml").write_text(SCHEMA)
    out = same_both_ways(overhand, tmp_path, f"t.{source}", output, f"{MASK} --schema s.toml")
    frame = pandas.read_csv(out, dtype={"zip": str}) if output == "csv" else read(out).to_pandas()
    assert list(frame.columns) == ["age", "pay", "debt", "grade", "zip", "job"]
    assert set(frame["job"]) == {"clerk", "baker", "smith", "other"}
    assert (frame["job"] == "other").sum() == survey["job"].isin(["seer", "monk"]).sum() >= 100
    assert {"20-24", "80-84", "85+"} <= set(frame["age"]) and "85-89" not in set(frame["age"])
    assert frame["zip"].value_counts().to_dict() == survey["zip"].value_counts().to_dict()
    assert sorted(frame["pay"]) == sorted(survey["pay"])
    gaps = (survey["debt"] == -99).sum()
    assert frame["debt"].isna().sum() + (frame["debt"] == -99).sum() == gaps
    assert frame["grade"].value_counts().to_dict() == survey["grade"].value_counts().to_dict()


def test_what_a_schema_did_is_told_alike(overhand, survey, tmp_path):
    (tmp_path / "s.toml").write_text(SCHEMA)
    command = "mask t.parquet -o out.csv --method sjppds --seed 1 --schema s.toml --json record.json"
    at_once = overhand(command).stderr
    record = json.loads((tmp_path / "record.json").read_text())
    in_parts = overhand(f"{command} {LITTLE}").stderr
    of_parts = json.loads((tmp_path / "record.json").read_text())
    told = [line for line in at_once.splitlines() if "values instead of" in line]
    assert len(told) == 2 and all(line in in_parts for line in told)
    for name in ("rows", "columns", "method", "options", "rows_shuffled", "key"):
        assert record[name] == of_parts[name]
    assert record["coarsened"] == of_parts["coarsened"]


def test_a_key_file_gives_what_it_gives_at_once(overhand, survey, tmp_path):
    for name, byte in (("one.key", 1), ("two.key", 2)):
        (tmp_path / name).write_bytes(bytes([byte]) * 32)
        os.chmod(tmp_path / name, 0o600)
    options = "--method sjppds --quiet --drop name,zip --key-file one.key"
    own = same_both_ways(overhand, tmp_path, "t.parquet", "csv", options).read_bytes()
    overhand(f"mask t.parquet -o other.csv {options.replace('one', 'two')} {LITTLE}")
    assert (tmp_path / "other.csv").read_bytes() != own
    overhand(f"mask t.parquet -o fresh.csv --method sjppds --quiet --drop name,zip {LITTLE}")
    overhand(f"mask t.parquet -o again.csv --method sjppds --quiet --drop name,zip {LITTLE}")
    assert (tmp_path / "fresh.csv").read_bytes() != (tmp_path / "again.csv").read_bytes()  # a key of its own each time
    os.chmod(tmp_path / "one.key", 0o644)
    run = overhand(f"mask t.parquet -o open.csv {options} {LITTLE}", check=False)
    assert run.returncode in (2, 3) and "one.key" in run.stderr and not (tmp_path / "open.csv").exists()


@pytest.mark.parametrize("output", ["csv", "parquet", "feather"])
def test_the_lineage_pairs_the_records(overhand, survey, tmp_path, output):
    options = "--columns age,pay,debt --keep zip --seed 1 --quiet --method sjppds --bins 30"
    overhand(f"mask t.parquet -o out.{output} {options} {LITTLE} --lineage source.csv")
    said = overhand(f"evaluate t.parquet out.{output} --columns age,pay,debt --keep zip --pairing source.csv --json result.json").stdout
    assert "found by the true source of each record" in said
    sources = numpy.array([int(line) for line in (tmp_path / "source.csv").read_text().split()[1:]])
    assert os.stat(tmp_path / "source.csv").st_mode & 0o777 == 0o600
    out = pandas.read_csv(tmp_path / "out.csv", dtype={"zip": str}) if output == "csv" else read(tmp_path / f"out.{output}").to_pandas()
    first = sources.min()
    assert (out["zip"].to_numpy() == survey["zip"].to_numpy()[sources - first]).all()
    # Of 30 bins of equal width a value moves within its own.
    width = (survey["age"].max() - survey["age"].min()) / 30
    assert (numpy.abs(out["age"].to_numpy() - survey["age"].to_numpy()[sources - first]) <= width).all()


def test_the_record_of_what_was_done(overhand, survey, tmp_path):
    run = overhand(f"mask t.parquet -o out.csv --method sjppds --drop name,zip --bins 7 --seed 1 {LITTLE} --json -")
    record = json.loads(run.stdout)
    assert record["rows"] == ROWS and record["method"] == "sjppds" and record["key"] == "seed"
    assert record["options"]["bins"] == 7
    assert {column["name"]: column["role"] for column in record["columns"]}["pay"] == "mask"
    assert 0 <= record["risk"]["dbrl"] <= 1
    assert "Risk: " in run.stderr
    rotated = json.loads(overhand(f"mask t.parquet -o out.csv --drop name,zip --seed 1 {LITTLE} --json -").stdout)
    assert rotated["rows"] == ROWS and rotated["method"] == "cell_rotate" and rotated["risk"]["pairing"] == "lineage"


@pytest.mark.parametrize("format", ["csv", "tsv", "parquet", "feather", "arrow", "csv.gz", "csv.zst"])
def test_the_format_may_be_said(overhand, survey, tmp_path, format):
    out = same_both_ways(overhand, tmp_path, "t.parquet", "data", f"{MASK} --drop name,zip --output-format {format}")
    starts = {"csv": b"age,pay", "tsv": b"age\tpay", "parquet": b"PAR1", "csv.gz": b"\x1f\x8b", "csv.zst": b"\x28\xb5\x2f\xfd"}
    assert out.read_bytes().startswith(starts.get(format, b"ARROW1"))


@pytest.mark.parametrize("packing", ["gzip", "zstd"])
def test_compressed_text_in_and_out(overhand, survey, tmp_path, packing):
    ending = {"gzip": "csv.gz", "zstd": "csv.zst"}[packing]
    survey["wealth"] = drawn(2).lognormal(size=ROWS)  # seventeen digits, which do not pack well
    survey["health"] = drawn(3).lognormal(size=ROWS)
    survey.to_csv(tmp_path / "t.csv", index=False)
    with pyarrow.CompressedOutputStream(str(tmp_path / f"packed.{ending}"), packing) as file:
        file.write((tmp_path / "t.csv").read_bytes())
    out = same_both_ways(overhand, tmp_path, f"packed.{ending}", ending, f"{MASK} --drop name,zip")
    overhand(f"mask t.csv -o plain.csv {MASK} --drop name,zip")
    unpacked = pyarrow.input_stream(str(out), compression=packing).read()
    assert unpacked == (tmp_path / "plain.csv").read_bytes()


@pytest.mark.parametrize("said", ["", "--delimiter ; --decimal ,"])
def test_semicolons_and_decimal_commas(overhand, survey, tmp_path, said):
    survey.to_csv(tmp_path / "german.csv", index=False, sep=";", decimal=",")
    out = same_both_ways(overhand, tmp_path, "german.csv", "csv", f"{MASK} --drop name,zip {said}")
    frame = pandas.read_csv(out, sep=";", decimal=",")
    assert sorted(frame["pay"]) == sorted(survey["pay"])
    to_parquet = same_both_ways(overhand, tmp_path, "german.csv", "parquet", f"{MASK} --drop name,zip {said}")
    assert sorted(read(to_parquet)["pay"].to_pylist()) == sorted(survey["pay"])


@pytest.mark.parametrize("text", ["\r\n", "\ufeff", "latin-1", "quoted"])
def test_texts_as_others_write_them(overhand, survey, tmp_path, text):
    survey["job"] = survey["job"].replace("smith", "Bäcker, jr")
    quoting = csv.QUOTE_NONNUMERIC if text == "quoted" else csv.QUOTE_MINIMAL
    written = survey.to_csv(index=False, quoting=quoting, lineterminator="\r\n" if text == "\r\n" else "\n")
    (tmp_path / "odd.csv").write_bytes(("\ufeff" * (text == "\ufeff") + written).encode("latin-1" if text == "latin-1" else "utf-8"))
    same_both_ways(overhand, tmp_path, "odd.csv", "csv", f"{MASK} --drop name,zip --keep job")


@pytest.mark.parametrize("source", ["csv", "parquet"])
def test_missing_codes_by_option(overhand, survey, tmp_path, source):
    out = same_both_ways(overhand, tmp_path, f"t.{source}", "parquet", f"{MASK} --columns age,pay,debt --missing -99")
    debts = pandas.Series(read(out)["debt"].to_pylist())
    assert debts.isna().sum() + (debts == -99).sum() == (survey["debt"] == -99).sum()


def test_columns_are_those_that_are_named(overhand, survey, tmp_path):
    out = same_both_ways(overhand, tmp_path, "t.parquet", "csv", f"{MASK} --columns pay,age,debt --keep zip")
    assert out.read_text().split("\n", 1)[0] == "age,pay,debt,zip"
    overhand(f"mask t.parquet -o rotated.csv --columns pay,age,debt --keep zip --seed 1 --quiet {LITTLE}")
    assert (tmp_path / "rotated.csv").read_text().split("\n", 1)[0] == "age,pay,debt,zip"


def test_the_donors_of_cell_rotate(overhand, survey, tmp_path):
    overhand(f"mask t.parquet -o out.parquet --columns age,pay,debt --keep zip --seed 4 --quiet {LITTLE} --lineage source.csv")
    sources = numpy.array([int(line) for line in (tmp_path / "source.csv").read_text().split()[1:]])
    out = read(tmp_path / "out.parquet").to_pandas()
    assert len(sources) == len(out) == ROWS
    first = 0 if sources.min() == 0 else 1
    assert first <= sources.min() and sources.max() < ROWS + first  # every donor is a record
    assert (out["zip"].to_numpy() == survey["zip"].to_numpy()[sources - first]).all()  # kept columns are the donor's
    assert len(set(sources)) > ROWS / 2  # a mixture's largest weight: some serve twice, most once
    assert numpy.unique(sources, return_counts=True)[1].max() < 40  # no more than a cell of 2k - 1 with k = 20 has
    assert (sources != numpy.arange(ROWS) + first).mean() > 0.99
    said = overhand("evaluate t.parquet out.parquet --columns age,pay,debt --keep zip --pairing source.csv").stdout
    assert "found by the true source of each record" in said


@pytest.mark.parametrize("output", ["csv", "parquet", "feather"])
def test_cell_rotate_keeps_types_and_margins(overhand, tmp_path, output):
    names = ["float32", "int16", "uint8", "bool", "date32", "timestamp us UTC", "dictionary"]
    write(beside(**{f"x{j}": MASKED[name]() for j, name in enumerate(names)}), tmp_path / "t.feather")
    columns = ",".join(["a", "b", *(f"x{j}" for j in range(len(names)))])
    told = overhand(f"mask t.feather -o out.{output} --columns {columns} --seed 1 --quiet {LITTLE}").stderr
    assert "a part at a time" in told
    overhand(f"mask t.feather -o again.{output} --columns {columns} --seed 1 --quiet {LITTLE}")
    assert (tmp_path / f"out.{output}").read_bytes() == (tmp_path / f"again.{output}").read_bytes()
    if output == "csv":
        assert len((tmp_path / "out.csv").read_text().splitlines()) == ROWS + 1
        return
    before, after = read(tmp_path / "t.feather"), read(tmp_path / f"out.{output}")
    for name in before.column_names:
        assert after[name].type == before[name].type or output == "parquet"
        assert sorted(bits(after[name])) == sorted(bits(before[name])), name


@pytest.mark.parametrize(
    "command, sentence",
    [
        ("mask t.parquet -o out.sav --method sjppds --drop name,zip", "a table beyond the memory cannot be written as .sav"),
        ("mask t.parquet -o out.orc --method sjppds --drop name,zip", "a table beyond the memory cannot be written as .orc"),
        ("mask t.parquet -o out.csv --method noise --drop name,zip", "noise needs the whole table in the memory"),
        ("mask t.parquet -o out.csv --method cart --drop name,zip", "cart needs the whole table in the memory"),
        ("mask t.parquet -o out.csv --method sjppds --drop name --keep zip --unit zip", "needs the whole table"),
        ("mask t.parquet -o out.csv --method sjppds --drop nobody", "nobody"),
        ("mask t.parquet -o out.csv --method sjppds --columns pay,nobody", "nobody"),
        ("mask t.parquet -o out.csv --method sjppds --drop name --keep nobody,zip", "nobody"),
        ("mask t.parquet -o out.csv --method sjppds --drop name,zip --bins 0", "bins"),
        ("mask t.parquet -o out.csv --method sjppds --drop name,zip --key-file none.key", "none.key"),
        ("mask t.parquet -o nowhere/out.csv --method sjppds --drop name,zip", "nowhere"),
        ("mask t.parquet -o t.parquet --method sjppds --drop name,zip", "t.parquet"),
        ("mask none.parquet -o out.csv --method sjppds", "none.parquet"),
    ],
)
def test_refusals(overhand, survey, tmp_path, command, sentence):
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    run = overhand(f"{command} {LITTLE}", check=False)
    assert run.returncode in (2, 3) and sentence in run.stderr, run.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("ending, write", [("csv", lambda path, text: path.write_text(text)), ("csv.gz", lambda path, text: path.write_bytes(gzip.compress(text.encode())))])
def test_a_broken_line_is_refused(overhand, survey, tmp_path, ending, write):
    lines = (tmp_path / "t.csv").read_text().splitlines()
    lines[9_000] += ",too,many"
    write(tmp_path / f"broken.{ending}", "\n".join(lines) + "\n")
    said = [overhand(f"mask broken.{ending} -o out.csv {MASK} --drop name,zip {memory}", check=False) for memory in ("", LITTLE)]
    assert [run.returncode for run in said] == [2, 2]
    assert "9001" in said[0].stderr and "9001" in said[1].stderr
    assert not (tmp_path / "out.csv").exists()


def test_a_file_that_is_cut_short_is_refused(overhand, survey, tmp_path):
    whole_file = (tmp_path / "t.parquet").read_bytes()
    for keep in (100, len(whole_file) // 2, len(whole_file) - 1):
        (tmp_path / "cut.parquet").write_bytes(whole_file[:keep])
        run = overhand(f"mask cut.parquet -o out.csv {MASK} --drop name,zip {LITTLE}", check=False)
        assert run.returncode == 2 and "cut.parquet" in run.stderr and not (tmp_path / "out.csv").exists()
