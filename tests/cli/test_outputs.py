"""Outputs never destroy inputs or each other, reach what they name, and are looked at before the work."""

import json
import os
import pathlib
import resource
import stat
import subprocess
import threading

import pytest
from conftest import BINARY

BAD_INPUT, IO, BROKEN_PIPE = 2, 3, 141


@pytest.fixture
def files(overhand, people, tmp_path):
    """people.csv with a masked table, its lineage, a key, and two more names of the table."""
    overhand("mask people.csv -o masked.csv --lineage source.csv --method noise")
    key = tmp_path / "key"
    key.write_bytes(bytes(32))
    key.chmod(0o600)
    (tmp_path / "link.csv").symlink_to("people.csv")
    os.link(people, tmp_path / "hard.csv")
    (tmp_path / "sub").mkdir()
    return tmp_path


def contents(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


# What is read, and commands that would write over it: the last two words are the option and the file.
OVER_INPUTS = {
    "table": [
        "mask people.csv -o people.csv",
        "mask people.csv -o ./sub/../people.csv",
        "mask people.csv -o link.csv",
        "mask link.csv -o people.csv",
        "mask people.csv -o hard.csv",
        "mask people.csv -o out.csv --lineage people.csv",
        "mask people.csv -o out.csv --json people.csv",
        "tune people.csv --quick -o people.csv",
        "compare people.csv --quick --json hard.csv",
    ],
    "key file": [
        "mask people.csv -o out.csv --key-file key --lineage key",
        "mask people.csv -o out.csv --key-file key --json ./key",
    ],
    "original": [
        "evaluate people.csv masked.csv --json people.csv",
        "evaluate people.csv masked.csv --figures people.csv",
    ],
    "masked table": ["evaluate people.csv masked.csv --json masked.csv"],
    "lineage": ["evaluate people.csv masked.csv --pairing source.csv --json source.csv"],
}


@pytest.mark.parametrize("arguments,what", [(words, what) for what, all in OVER_INPUTS.items() for words in all])
def test_no_output_over_an_input(overhand, files, arguments, what):
    before = contents(files)
    refused = overhand(arguments, check=False)
    option, file = arguments.split()[-2:]
    assert (refused.returncode, refused.stderr) == (
        BAD_INPUT, f"overhand: {file}: {option} would write over the {what}; choose another name.\n")
    assert contents(files) == before


def test_no_output_over_a_redirected_stream(files):
    table = (files / "people.csv").read_bytes()
    with open(files / "people.csv") as stdin:
        refused = subprocess.run([BINARY, "mask", "-", "-o", "people.csv"], cwd=files, stdin=stdin, capture_output=True)
    assert refused.returncode == BAD_INPUT
    with open(files / "people.csv", "a") as stdout:
        refused = subprocess.run([BINARY, "mask", "people.csv", "-o", "-"], cwd=files, stdout=stdout, stderr=subprocess.PIPE)
    assert refused.returncode == BAD_INPUT
    assert (files / "people.csv").read_bytes() == table


ONE_FILE = [
    ("mask people.csv -o x.csv --json x.csv", "x.csv: -o and --json"),
    ("mask people.csv -o x.csv --lineage sub/../x.csv", "sub/../x.csv: -o and --lineage"),
    ("mask people.csv -o new.csv --json to_new.csv", "to_new.csv: -o and --json"),
    ("mask people.csv -o out.csv --lineage y --json y", "y: --lineage and --json"),
    ("mask people.csv -o - --json -", "-: -o and --json"),
    ("tune people.csv --quick --json r.html --report r.html", "r.html: --json and --report"),
    ("evaluate people.csv masked.csv --json r-internal.html --report r.html", "r-internal.html: --json and --report"),
    ("compare people.csv --quick --json new --figures new", "new: --json and --figures"),
]


@pytest.mark.parametrize("arguments,sentence", ONE_FILE)
def test_no_two_outputs_are_one_file(overhand, files, arguments, sentence):
    (files / "to_new.csv").symlink_to("sub/../new.csv")
    before = contents(files)
    refused = overhand(arguments, check=False)
    assert (refused.returncode, refused.stderr) == (
        BAD_INPUT, f"overhand: {sentence} are one file; give each a name of its own.\n")
    assert contents(files) == before


def test_outputs_that_differ_in_case_are_two(overhand, files):
    overhand("mask people.csv -o X.csv --lineage x.csv --method noise")
    assert (files / "x.csv").read_text().startswith("source\n")
    assert (files / "X.csv").read_text().startswith("age,")


def test_a_link_is_written_through(overhand, files):
    (files / "sub" / "far.csv").write_text("old")
    (files / "out.csv").symlink_to("sub/far.csv")
    (files / "dangling.json").symlink_to("sub/new.json")
    overhand("mask people.csv -o out.csv --json dangling.json")
    assert (files / "out.csv").is_symlink() and (files / "dangling.json").is_symlink()
    assert (files / "sub" / "far.csv").read_text().startswith("age,")
    assert json.loads((files / "sub" / "new.json").read_text())["command"] == "mask"


@pytest.mark.parametrize("device", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_a_device_is_written_to(overhand, files, device):
    shown = overhand(f"mask people.csv -o out.csv --json {device}").stdout
    assert json.loads(shown)["command"] == "mask"
    before = os.stat("/dev/null")
    overhand("mask people.csv -o out.csv --json /dev/null --lineage /dev/null")
    after = os.stat("/dev/null")
    assert stat.S_ISCHR(after.st_mode) and (before.st_ino, before.st_mode) == (after.st_ino, after.st_mode)


def test_a_redirected_device_is_the_file_behind_it(files):
    with open(files / "record.json", "w") as stdout:
        stdout.write("[\n")
        stdout.flush()
        subprocess.run([BINARY, "mask", "people.csv", "-o", "out.csv", "--json", "/dev/stdout"], cwd=files, stdout=stdout, check=True)
    assert (files / "record.json").read_text().startswith("[\n{")


@pytest.mark.parametrize("extension", ["csv", "csv.gz"])
def test_a_pipe_is_written_to(overhand, files, extension):
    overhand(f"mask people.csv -o file.{extension} --method noise --seed 1")
    pipe = files / f"pipe.{extension}"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    overhand(f"mask people.csv -o pipe.{extension} --method noise --seed 1")
    reader.join()
    assert pipe.is_fifo()
    assert read == [(files / f"file.{extension}").read_bytes()]


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_keeps_its_mode(overhand, files):
    for mode in (0o600, 0o644, 0o640):
        for name in ("out.csv", "out.json"):
            (files / name).write_text("old")
            (files / name).chmod(mode)
        overhand("mask people.csv -o out.csv --json out.json")
        assert mode_of(files / "out.csv") == mode_of(files / "out.json") == mode


def test_secrets_are_their_owners_alone_whatever_was_there(overhand, files):
    for name in ("source.csv", "r-internal.html"):
        (files / name).write_text("old")
        (files / name).chmod(0o666)
    overhand("mask people.csv -o masked.csv --lineage source.csv")
    overhand("evaluate people.csv masked.csv --pairing source.csv --report r.html")
    assert mode_of(files / "source.csv") == mode_of(files / "r-internal.html") == 0o600


LONG = "x" * 256
# Why a file cannot be written, and commands that end with its name.
UNWRITABLE = {
    "No such file or directory": [
        "mask huge.csv -o out.csv --json nowhere/x.json",
        "evaluate huge.csv huge.csv --json nowhere/x",
        "evaluate huge.csv huge.csv --report nowhere/x.html",
        "tune huge.csv -o nowhere/x.csv",
        "compare huge.csv --report nowhere/x.html",
        "simulate gaussian -n 4000000000 -o nowhere/x.csv",
        "study gaussian -o new --report nowhere/x.html",
    ],
    "it is a folder": ["mask huge.csv -o sub.csv --lineage sub", "compare huge.csv --json sub"],
    "it is not a folder": ["evaluate huge.csv huge.csv --figures plain", "demo -o plain", "study gaussian -o plain"],
    "Not a directory": ["evaluate huge.csv huge.csv --figures plain/x"],
    "File name too long": [
        f"mask huge.csv -o {LONG}.csv",
        f"mask huge.csv -o out.csv --json {LONG}",
        f"evaluate huge.csv huge.csv --figures {LONG}",
    ],
}


@pytest.mark.parametrize("arguments,why", [(words, why) for why, all in UNWRITABLE.items() for words in all])
def test_outputs_are_looked_at_before_the_work(overhand, files, arguments, why):
    """huge.csv is not there: who read it first would say so."""
    (files / "plain").write_text("")
    before = contents(files)
    refused = overhand(arguments, check=False)
    file = arguments.split()[-1]
    assert (refused.returncode, refused.stderr) == (IO, f"overhand: {file}: cannot be written: {why}.\n")
    assert contents(files) == before and not (files / "new").exists()


def test_a_folder_in_the_place_of_the_masked_table(overhand, files):
    (files / "blocked" / "masked.csv").mkdir(parents=True)
    refused = overhand("demo -o blocked", check=False)
    assert (refused.returncode, refused.stderr) == (
        IO, "overhand: blocked/masked.csv: cannot be written: it is a folder.\n")


OTHER_REFUSALS = [
    ("tune huge.csv -o x.docx", "x.docx: the format is told by the extension"),
    ("evaluate huge.csv huge.csv --report /dev/null", "/dev/null: --report writes two pages, F.html and F-internal.html; its name must end in .html."),
]


@pytest.mark.parametrize("arguments,sentence", OTHER_REFUSALS)
def test_names_are_looked_at_before_the_work(overhand, files, arguments, sentence):
    refused = overhand(arguments, check=False)
    assert refused.returncode == BAD_INPUT
    assert refused.stderr.startswith(f"overhand: {sentence}")


def test_figures_of_columns_with_any_name(overhand, tmp_path):
    names = ["a/b", "a_b", "c" * 300, "d" * 299 + "x", "new\\nline", "../../up"]
    lines = [",".join(names)] + [",".join(str(i * (j + 3) % 17) for j in range(len(names))) for i in range(40)]
    (tmp_path / "in.csv").write_text("\n".join(lines) + "\n")
    overhand("mask in.csv -o out.csv --method noise")
    overhand("evaluate in.csv out.csv --figures shown --pairing row")
    margins = [path.name for path in (tmp_path / "shown").glob("margin-*.vl.json")]
    assert len(margins) == len(names), margins
    assert "margin-a_b-2.vl.json" in margins


# Standard output is part of the result.

@pytest.mark.parametrize("arguments", ["methods", "metrics --json", "--version", "--help", "mask --help",
                                       "evaluate people.csv masked.csv", "evaluate people.csv masked.csv --json -",
                                       "mask people.csv -o -"])
def test_a_full_disk_behind_standard_output(files, arguments):
    """A limit on file size stands for it."""
    with open(files / "shown", "w") as full:
        result = subprocess.run(
            [BINARY, *arguments.split()], cwd=files, stdout=full, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    assert (result.returncode, result.stderr) == (IO, "overhand: standard output: cannot be written: File too large.\n")


def test_a_closed_standard_output(files):
    before = contents(files)
    result = subprocess.run(["bash", "-c", f"{BINARY} evaluate people.csv masked.csv --json x.json >&-"], cwd=files, capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (IO, "overhand: standard output: cannot be written: Bad file descriptor.\n")
    assert json.loads((files / "x.json").read_text())["schema"] == 1, "no text went into a file of ours"
    (files / "x.json").unlink()
    assert contents(files) == before


@pytest.mark.parametrize("arguments", ["methods", "mask people.csv -o -", "evaluate people.csv masked.csv --json r.json"])
def test_a_reader_who_leaves(files, arguments):
    """As every program that writes to `| head`: 141 without a word, and the files are written."""
    reading, writing = os.pipe()
    os.close(reading)
    result = subprocess.run([BINARY, *arguments.split()], cwd=files, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (result.returncode, result.stderr) == (BROKEN_PIPE, "")
    if "r.json" in arguments:
        assert json.loads((files / "r.json").read_text())["schema"] == 1


def test_names_that_are_not_utf8(overhand, tmp_path):
    """Refused with the table, or told; never half of the outputs."""
    (tmp_path / "in.csv").write_bytes(b"a\xff,b\n" + b"".join(b"%d,%d\n" % (i, i * i % 17) for i in range(60)))
    result = overhand("mask in.csv -o out.csv --lineage source.csv --json record.json", check=False)
    assert result.returncode == BAD_INPUT
    assert result.stderr.startswith("overhand: in.csv") and result.stderr.count("\n") == 1
    assert os.listdir(tmp_path) == ["in.csv"]


def test_a_table_whose_name_is_not_utf8(overhand, files):
    name = os.fsdecode(b"t\xe4.csv")
    (files / "masked.csv").rename(files / name)
    overhand(["evaluate", "people.csv", name, "--json", "r.json", "--report", "r.html", "--pairing", "row"])
    assert json.loads((files / "r.json").read_text())["schema"] == 1
    assert pathlib.Path(files / "r.html").stat().st_size > 1000
