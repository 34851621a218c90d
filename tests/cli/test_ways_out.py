"""Refusals: one sentence with file and line, no cell's value, and a way out that works when it is pasted."""

import csv
import os
import re
import shlex
import subprocess

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest
from conftest import BINARY

NAMES = ["a b", "it's", 'say "x"', "a,b", "$HOME", "${PATH}", "`id`", "$(id)", "-n", "--drop", "--", "*", "?", "[a]", "{a,b}", "\\",
         "back\\slash", "!x", "ä", "名前", "🙂", "~", " lead", "trail ", "  ", "#", "a;b", "a|b", "(x)", "&", "<in", ">out", "=", "a=b",
         "-", "%s", "{}", "{0}", '"', '""', "'", "''", "", "x" * 300, "line\\nend", "null", "1e3", "ｆｕｌｌ", "a\u00a0b"]
SECRET = "s3cret-cell"


def write(path, header, records):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *records])


def header_of(path):
    with open(path, newline="") as file:
        return next(csv.reader(file))


def refusal(overhand, tmp_path, words):
    """The one sentence of a refusal; nothing was written and no cell was told."""
    before = sorted(os.listdir(tmp_path))
    result = overhand(words, check=False)
    assert result.returncode == 2, result.stderr
    assert result.stdout == "" and sorted(os.listdir(tmp_path)) == before
    assert SECRET not in result.stderr
    assert result.stderr.startswith("overhand: in.csv") and result.stderr.count("\n") == 1 and result.stderr.endswith(".\n")
    return result.stderr


def pasted(tmp_path, command, way_out):
    """The command with the words of the message behind it, by the shell itself."""
    line = f"{shlex.quote(str(BINARY))} {command} {way_out}"
    return subprocess.run(["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_the_ways_out_of_a_column_of_text(overhand, tmp_path, name):
    write(tmp_path / "in.csv", ["x", name, "y"], [[i, f"{SECRET}{i % 3}", i * i % 17] for i in range(12)])
    said = refusal(overhand, tmp_path, "mask in.csv -o out.csv --method noise --header")
    drop, keep = re.search(r"leave the column out with (--drop .*), or let it go out as it is with (--keep .*)\.\n$", said).groups()
    for way_out, header in ((drop, ["x", "y"]), (keep, ["x", name, "y"])):
        done = pasted(tmp_path, "mask in.csv -o out.csv --method noise --header --quiet", way_out)
        assert done.returncode == 0, done.stderr
        assert header_of(tmp_path / "out.csv") == header
    assert sorted(os.listdir(tmp_path)) == ["in.csv", "out.csv"], "the shell did nothing else"


@pytest.mark.parametrize("first", range(0, len(NAMES), 6))
def test_the_way_out_of_many_columns_of_text(overhand, tmp_path, first):
    names = NAMES[first:first + 6]
    write(tmp_path / "in.csv", ["x", *names, "y"], [[i, *[f"{SECRET}{i % 3}"] * len(names), i * i % 17] for i in range(12)])
    said = refusal(overhand, tmp_path, "mask in.csv -o out.csv --method noise --header")
    done = pasted(tmp_path, "mask in.csv -o out.csv --method noise --header --quiet",
                  re.search(r"[;] leave (?:them|the column) out with (--drop .*), or let ", said).group(1))
    assert done.returncode == 0, done.stderr
    assert header_of(tmp_path / "out.csv") == ["x", "y"]


@pytest.mark.parametrize("name", NAMES[:40:3], ids=range(len(NAMES[:40:3])))
@pytest.mark.parametrize("command", ["mask in.csv -o out.csv --method noise", "tune in.csv --method mdav --quick --max-risk 1 -o out.csv"])
def test_the_way_out_of_a_kept_identifier(overhand, tmp_path, name, command):
    write(tmp_path / "in.csv", [name, "x", "y"], [[f"{SECRET}{i}", i / 3, i * i % 17 / 7] for i in range(40)])
    keep = ["--keep", '"' + name.replace('"', '""') + '"', "--header"]
    said = refusal(overhand, tmp_path, [*command.split(), *keep])
    way_out = re.search(r"leave the column out with (--drop .*), or say --keep-identifiers\.\n$", said).group(1)
    done = pasted(tmp_path, f"{command} --header", way_out)
    assert done.returncode == 0, done.stderr
    assert header_of(tmp_path / "out.csv") == ["x", "y"]


# What a file has wrong, and the line (from 1) that the sentence must name.
WRONG = {
    "text among numbers": (["a,b", "1,2", f"3,{SECRET}", "5,6"], 3),
    "text after blank lines": (["a,b", "", "", "1,2", f"{SECRET},4"], 5),
    "text below a cell of two lines": (["a,b,n", '1,2,"x', 'y"', f"3,{SECRET},z"], 4),
    "too many fields": (["a,b", "1,2", f"3,4,{SECRET}"], 3),
    "too few fields": (["a,b,c", "1,2,3", f"3,{SECRET}"], 3),
    "a quote that never ends": (["a,b", "1,2", f'3,"{SECRET}', "5,6"], 3),
    "an infinite value": (["a,b", "1,2", "3,inf", "5,6"], 3),
    "a number out of range": (["a,b", "1,2", "3,4", "1e999,6"], 4),
    "a number with a thousands mark": (["a,b", "1,2", '"3,000",4'], 3),
    "a number with a unit": (["a,b", "1,2", "3,4 EUR"], 3),
}


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("what", WRONG)
def test_the_line_is_named_and_the_cell_is_not(overhand, tmp_path, what, ending):
    lines, number = WRONG[what]
    (tmp_path / "in.csv").write_text(ending.join(lines) + ending, newline="")
    keep = " --keep n" if ",n" in lines[0] else ""
    said = refusal(overhand, tmp_path, f"mask in.csv -o out.csv{keep}")
    assert f"line {number}" in said, said
    assert not any(cell in said for cell in ("3,000", "EUR", "1e999"))


@pytest.mark.parametrize("command", ["mask in.csv -o out.csv", "tune in.csv --quick", "compare in.csv --quick", "evaluate in.csv in.csv"])
@pytest.mark.parametrize("what", list(WRONG)[:6])
def test_every_command_says_it_alike(overhand, tmp_path, what, command):
    lines, number = WRONG[what]
    (tmp_path / "in.csv").write_text("\n".join(lines) + "\n")
    keep = " --keep n" if ",n" in lines[0] else ""
    assert f"in.csv, line {number}" in refusal(overhand, tmp_path, command + keep)


@pytest.mark.parametrize("first", [1, 500, 9999])
def test_the_line_is_counted_in_long_files(overhand, tmp_path, first):
    """Beyond the blocks in which a file is read."""
    lines = ["a,b"] + [f"{i},{i * 7 % 1009}" for i in range(20000)]
    lines[first] = f"{SECRET},1"
    (tmp_path / "in.csv").write_text("\n".join(lines) + "\n")
    assert f"in.csv, line {first + 1}" in refusal(overhand, tmp_path, "mask in.csv -o out.csv")


@pytest.mark.parametrize("name", [name for name in NAMES if name.strip()][::4])
def test_a_column_that_is_not_there_is_asked_back_in_one_line(overhand, tmp_path, name):
    write(tmp_path / "in.csv", [name, "x", "y"], [[i, i / 3, i * i % 17] for i in range(12)])
    said = refusal(overhand, tmp_path, ["mask", "in.csv", "-o", "out.csv", "--header", "--drop", "nobody"])
    assert said.startswith("overhand: in.csv: There is no column 'nobody'; the columns are ")
    assert name in said


OTHER_TYPES = {
    "text": pa.array([f"{SECRET}{i % 3}" for i in range(12)]),
    "levels": pa.array([f"{SECRET}{i % 3}" for i in range(12)]).dictionary_encode(),
    "truth": pa.array([i % 2 == 0 for i in range(12)]),
    "day": pa.array([i % 4 for i in range(12)], pa.date32()),
    "moment": pa.array([i % 4 for i in range(12)], pa.timestamp("ns", "UTC")),
    "list": pa.array([[SECRET, str(i % 2)] for i in range(12)]),
    "bytes": pa.array([SECRET.encode() for _ in range(12)]),
}


@pytest.mark.parametrize("extension", ["parquet", "feather"])
@pytest.mark.parametrize("kind", OTHER_TYPES)
@pytest.mark.parametrize("name", ["it's", "a, b", "$(id)"])
def test_the_ways_out_of_columns_of_other_types(overhand, tmp_path, name, kind, extension):
    """Both ways where a column of that type can be kept, the one that there is where it cannot."""
    columns = {"x": pa.array([i / 3 for i in range(12)]), name: OTHER_TYPES[kind], "y": pa.array([i * i % 17 for i in range(12)])}
    write_table = pa.parquet.write_table if extension == "parquet" else pa.feather.write_feather
    write_table(pa.table(columns), tmp_path / f"in.{extension}")
    command = f"mask in.{extension} -o out.csv --method noise"
    refused = overhand(command, check=False)
    assert refused.returncode == 2 and SECRET not in refused.stderr and refused.stderr.count("\n") == 1
    assert refused.stderr.startswith(f"overhand: in.{extension}") and not (tmp_path / "out.csv").exists()
    drop = re.search(r"leave the column out with (--drop .*?)(?:, or let it go out|\.\n$)", refused.stderr).group(1)
    keep = re.search(r"let it go out as it is with (--keep .*)\.\n$", refused.stderr)
    assert (keep is None) == (kind in ("list", "bytes"))
    for way_out, header in ((drop, ["x", "y"]), *([(keep.group(1), ["x", name, "y"])] if keep else [])):
        done = pasted(tmp_path, f"{command} --quiet", way_out)
        assert done.returncode == 0, done.stderr
        assert header_of(tmp_path / "out.csv") == header
