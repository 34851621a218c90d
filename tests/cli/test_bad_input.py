"""Bad input: a sentence with file, line and column, never a cell's value; the exit code; no output."""

import os
import resource
import subprocess

import pyarrow as pa
import pyarrow.parquet
import pytest
from conftest import BINARY

BAD_INPUT, IO = 2, 3


def refusal(overhand, tmp_path, arguments, stdin=None):
    before = sorted(os.listdir(tmp_path))
    result = overhand(arguments, stdin=stdin, check=False)
    assert sorted(os.listdir(tmp_path)) == before, "something was left behind"
    return result.returncode, result.stderr.strip()


EMPTY = "in.csv: the file is empty."
INFINITE = "in.csv, line 3: column 'b' has an infinite value, which has no place in a table to mask."
NEVER_CLOSED = "a quoted field is never closed."


def short(line, fields):
    needs = "a line break" if fields == 1 else "','"
    return f"in.csv, line {line}: {fields} field{'s' if fields > 1 else ''}, but the header has 2; a field with {needs} in it needs quotes."


def schema_for(file):
    return f"or say what each column is in a schema, which overhand inspect {file} --schema F.toml writes."


def no_number(place, word):
    """The refusal of one column of text; `word` is its name as the shell takes it."""
    return (f"in.csv, {place} has a text among its numbers; if such texts mean a missing value, name them "
            f"with --missing, or leave the column out with --drop {word}, or let it go out as it is with --keep {word}, {schema_for('in.csv')}")


def no_numbers(columns, words):
    return (f"in.csv: these columns can be masked neither as numbers nor as categories: {columns}; if such texts mean a missing value, name them "
            f"with --missing, or leave them out with --drop {words}, or let some of them go out as they are with --keep, {schema_for('in.csv')}")


FILES = {
    "": EMPTY,
    "\n\n": EMPTY,
    "a,b\n": "in.csv: there is a header, but no record below it.",
    "a,b\n1,2\n3\n": short(3, 1),
    "a,b\n1,2\n\n3,4,5\n": short(4, 3),
    'a,b\n1,"2\n2"\n3,4\n5\n': short(5, 1),
    "a,b\n1,2\n3,secret\n5,6\n": no_number("line 3: column 'b'", "b"),
    "a,b\n1,2\n3,Inf\n": INFINITE,
    "a,b\n1,2\n3,-inf\n": INFINITE,
    "a,b\n1,2\n": "in.csv: There must be at least 2 records to mask, not 1.",
    "a\n1\n2\n": "in.csv: There must be at least 2 columns to mask, not 1.",
    "a,a\n1,2\n3,4\n": "in.csv: two columns are named 'a'; give each a name of its own.",
    'a,b\n1,"2\n3,4\n': "in.csv, line 2: " + NEVER_CLOSED,
    '"a,b\n1,2\n3,4\n': "in.csv, line 1: " + NEVER_CLOSED,
    "a,name,b,city\n1,x,2,Rom\n3,7,4,1\n": no_numbers("name (line 2), city (line 2)", "name,city"),
    'a,"last, first",b,mixed\n1,x,2,7\n3,1,4,?\n': no_numbers(
        "last, first (line 2), mixed (line 3)", "'\"last, first\",mixed'"),
    ",b,c\nx,2,3\n3,4,5\n": no_number("line 2: the column without a name (number 1)", "'\"\"'"),
    '"a\x1b[31m",b\n1,2\n3,x\n5,6\n': no_number("line 3: column 'b'", "b"),
    '"a\x1b[31m",b\nx,2\n3,4\n': no_number("line 2: column 'a\\x1b[31m'", "'a\\x1b[31m'"),
}


@pytest.mark.parametrize("text,sentence", FILES.items())
def test_bad_csv(overhand, tmp_path, text, sentence):
    (tmp_path / "in.csv").write_text(text)
    assert refusal(overhand, tmp_path, "mask in.csv -o out.csv") == (BAD_INPUT, "overhand: " + sentence)


def test_bad_tsv_and_standard_input(overhand, tmp_path):
    (tmp_path / "in.tsv").write_text("a\tb\n1\t2\n3\n")
    assert refusal(overhand, tmp_path, "mask in.tsv -o out.csv") == (
        BAD_INPUT,
        "overhand: in.tsv, line 3: 1 field, but the header has 2; a field with a line break in it needs quotes.",
    )
    assert refusal(overhand, tmp_path, "mask - -o out.csv", stdin="a,b\n1,2\nx,4\n") == (
        BAD_INPUT,
        "overhand: standard input, line 3: column 'a' has a text among its numbers; "
        f"if such texts mean a missing value, name them with --missing, or leave the column out with --drop a, or let it go out as it is with --keep a, {schema_for('IN')}",
    )
    assert refusal(overhand, tmp_path, "mask - -o out.csv", stdin="") == (
        BAD_INPUT,
        "overhand: Standard input is empty; it should be a CSV table.",
    )


TYPES = {
    "tags": pa.array([["x"], ["y", "z"], None]),
    "place": pa.array([{"x": 1}, {"x": 2}, None]),
    "photo": pa.array([b"\xff", b"\x00", None]),
    "name": pa.array(["x", "7", None]),
    "town": pa.array(["y", "8", None]),
}
NONE = "in.parquet: these columns can be masked neither as numbers nor as categories: "


@pytest.mark.parametrize("names,arguments,sentence", [
    (["tags"], "", "in.parquet: column 'tags' is of type list<element: string>, which can neither be masked nor kept "
     "as yet; leave the column out with --drop tags."),
    (["photo"], "--keep photo", "in.parquet: column 'photo' is of type binary, which can neither be masked nor kept as "
     "yet; leave the column out with --drop photo."),
    (["name"], "", "in.parquet: column 'name' has a text among its numbers; if such texts mean a missing value, name them "
     f"with --missing, or leave the column out with --drop name, or let it go out as it is with --keep name, {schema_for('in.parquet')}"),
    (["place", "photo"], "", NONE + "place (struct<x: int64>), photo (binary); leave them out with --drop place,photo."),
    (["name", "town"], "", NONE + "name (string), town (string); if such texts mean a missing value, name them with --missing, or leave them out with --drop name,town, or let some "
     f"of them go out as they are with --keep, {schema_for('in.parquet')}"),
])
def test_columns_of_other_types_are_named_with_their_type(overhand, tmp_path, names, arguments, sentence):
    columns = {"a": [1, 2, 3], "b": [4, 5, 7], **{name: TYPES[name] for name in names}}
    pa.parquet.write_table(pa.table(columns), tmp_path / "in.parquet")
    assert refusal(overhand, tmp_path, f"mask in.parquet -o out.csv {arguments}") == (
        BAD_INPUT, "overhand: " + sentence)
    overhand(f"mask in.parquet -o out.csv --drop {','.join(names)}")


@pytest.mark.parametrize("extension,format", [("parquet", "Parquet"), ("feather", "Feather")])
def test_damaged_columnar_file(overhand, tmp_path, extension, format):
    (tmp_path / f"in.{extension}").write_text("a,b\n1,2\n")
    assert refusal(overhand, tmp_path, f"mask in.{extension} -o out.csv") == (
        BAD_INPUT,
        f"overhand: in.{extension}: not a {format} file, or a damaged one.",
    )


def test_damaged_gzip(overhand, tmp_path):
    (tmp_path / "in.csv.gz").write_text("a,b\n1,2\n")
    assert refusal(overhand, tmp_path, "mask in.csv.gz -o out.csv") == (
        IO,
        "overhand: in.csv.gz: cannot be read or decompressed to its end.",
    )


def test_missing_file(overhand, tmp_path):
    assert refusal(overhand, tmp_path, "mask nowhere.csv -o out.csv") == (
        IO,
        "overhand: nowhere.csv: cannot be read: No such file or directory.",
    )


OPTIONS = [
    ("mask people.csv -o out.csv --method sjppds --bins 0", "bins must be at least 1, not 0."),
    ("mask people.csv -o out.csv --method sjppds --bins many", "bins must be a whole number."),
    ("mask people.csv -o out.csv --method none", "There is no method 'none'; the methods are sjppds"),
    ("mask people.csv -o out.csv --drop nobody", "people.csv: There is no column 'nobody'; the columns are age, income, hours."),
    ("mask people.csv -o out.csv --drop age --keep age", "people.csv: Column 'age' is named twice among the columns to mask, drop and keep; name it once."),
    ("mask people.csv -o out.xls", "out.xls: the format is told by the extension"),
    ("mask people.docx -o out.csv", "people.docx: the format is told by the extension"),
    ("mask people.txt -o out.csv", "people.txt: the format is told by the extension, which must be .csv, .tsv (also .gz, .zst), .parquet, "
     ".feather, .arrow, .orc, .dta, .sav, .zsav, .sas7bdat, .xlsx, .xlsm or .ods; rename a text file to .csv or .tsv, or send it in with - in "
     "place of its name and < people.txt behind it."),
    ("mask people.csv -o out.json", "out.json: the format is told by the extension, which must be .csv, .tsv (also .gz, .zst), .parquet, "
     ".feather, .arrow, .orc, .dta, .sav, .zsav or .xlsx; say the format with --output-format, such as --output-format csv."),
]


@pytest.mark.parametrize("arguments,sentence", OPTIONS)
def test_bad_options(overhand, people, tmp_path, arguments, sentence):
    code, text = refusal(overhand, tmp_path, arguments)
    assert code == BAD_INPUT
    assert text.startswith("overhand: " + sentence)


USAGE = ["", "mask", "mask people.csv", "mask people.csv -o out.csv --nonsense 3", "nonsense",
         "mask people.csv -o out.csv --seed x", "simulate squares -o out.csv"]


@pytest.mark.parametrize("arguments", USAGE)
def test_bad_usage(overhand, people, tmp_path, arguments):
    code, text = refusal(overhand, tmp_path, arguments)
    assert code == BAD_INPUT
    assert "--help" in text


def test_unwritable_output(overhand, people, tmp_path):
    assert refusal(overhand, tmp_path, "mask people.csv -o nowhere/out.csv") == (
        IO,
        "overhand: nowhere/out.csv: cannot be written: No such file or directory.",
    )
    (tmp_path / "folder.csv").mkdir()
    assert refusal(overhand, tmp_path, "mask people.csv -o folder.csv") == (
        IO,
        "overhand: folder.csv: cannot be written: it is a folder.",
    )


WRITTEN = ["csv", "csv.gz", "csv.zst", "tsv", "parquet", "feather", "arrow", "orc", "xlsx", "dta", "sav", "zsav"]


@pytest.mark.parametrize("extension", WRITTEN)
def test_disk_full(overhand, people, tmp_path, extension):
    overhand("simulate gaussian -n 20000 -p 5 --seed 1 -o big.csv")
    before = sorted(os.listdir(tmp_path))
    result = subprocess.run(  # a limit on file size stands for a full disk
        ["bash", "-c", f"ulimit -f 64; exec {BINARY} mask big.csv -o out.{extension}"],
        cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == IO
    assert result.stderr.strip() == f"overhand: out.{extension}: cannot be written: File too large."
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.parametrize("extension", WRITTEN)
def test_a_full_device(overhand, people, tmp_path, extension):
    """Few bytes wait in a buffer until the file is closed: no writer may miss that the last ones did not arrive."""
    result = overhand(f"mask people.csv -o /dev/full --output-format {extension}", check=False)
    assert (result.returncode, result.stderr) == (IO, "overhand: /dev/full: cannot be written: No space left on device.\n")


def test_full_device_behind_a_pipe(overhand, people, tmp_path):
    with open("/dev/full", "w") as full:
        result = subprocess.run([BINARY, "mask", "people.csv", "-o", "-"], cwd=tmp_path, stdout=full,
                                stderr=subprocess.PIPE, text=True)
    assert result.returncode == IO
    assert result.stderr.strip() == "overhand: standard output: cannot be written: No space left on device."


def test_an_old_output_survives_a_failure(overhand, tmp_path):
    (tmp_path / "out.csv").write_text("precious")
    (tmp_path / "in.csv").write_text("a,b\n1,2\n3,x\n")
    overhand("mask in.csv -o out.csv", check=False)
    assert (tmp_path / "out.csv").read_text() == "precious"


def test_a_table_that_does_not_fit_into_the_memory(overhand, tmp_path):
    """Wherever the memory ends: a sentence, and nothing of a masked table."""
    (tmp_path / "big.csv").write_text("a,b\n" + "".join(f"{i % 977},{i % 613}\n" for i in range(1_000_000)) * 5)
    sentences = {"overhand: There is not enough memory for this table.\n",
                 "overhand: No thread can be started: the memory ends, or too many processes run.\n"}
    endings = []
    for megabytes in [*[300] * 8, *range(400, 1300, 100)]:  # where exactly it ends is a matter of threads
        limit = megabytes << 20
        result = subprocess.run([BINARY, "mask", "big.csv", "-o", "out.csv", "--quiet", "--method", "noise"], cwd=tmp_path, capture_output=True, text=True,
                                preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        endings.append(result.returncode)
        if result.returncode == 0:
            break
        assert result.returncode == IO and result.stderr in sentences, (megabytes, result)
        assert not (tmp_path / "out.csv").exists()
    assert endings[0] == IO


def test_key_files(overhand, people, tmp_path):
    key = tmp_path / "key"
    key.write_bytes(bytes(32))
    key.chmod(0o644)
    assert refusal(overhand, tmp_path, "mask people.csv -o out.csv --key-file key") == (
        BAD_INPUT,
        "overhand: key: others can read this key file; make it yours alone with chmod 600 key.",
    )
    key.write_bytes(bytes(31))
    key.chmod(0o600)
    code, text = refusal(overhand, tmp_path, "mask people.csv -o out.csv --key-file key")
    assert code == BAD_INPUT and "exactly 32 bytes, not 31" in text
    assert refusal(overhand, tmp_path, "mask people.csv -o out.csv --key-file nokey")[0] == IO
