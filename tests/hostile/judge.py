"""Runs one case and says what is wrong with how it ended."""

import csv
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys

import pyarrow
import pyarrow.feather
import pyarrow.parquet

from cases import Case
from hostile import SECRET

NO_MEMORY = re.compile(r"==\d+==WARNING: AddressSanitizer failed to allocate .*\n")
SECONDS = 20  # a run that takes longer hangs
PATIENCE = 10  # times as long for a program with sanitizers
MEMORY = 6 << 30  # a file that claims 2^60 records must not take the machine down
CRASHES = re.compile(r"terminate called|what\(\)|Assertion|Traceback|Segmentation|Aborted|core dumped|AddressSanitizer|"
                     r"runtime error|std::|arrow::|vector::|basic_string|-- Arrow Fatal")
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]")
csv.field_size_limit(sys.maxsize)


def decoded(data: bytes) -> str:
    """A table goes out in the encoding in which it came."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    if b"\x00" in data[:4]:
        return data.decode("utf-16-be" if data[:1] == b"\x00" else "utf-16-le")
    return data.decode("utf-8", "surrogateescape")


def records_of_text(text: str, usual: str) -> int:
    """By the delimiter of the format, or by that of the input."""
    for delimiter in (usual, *(c for c in ",;\t|" if c != usual)):
        header, *records = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=delimiter)
        if all(len(record) == len(header) for record in records):
            return len(records)
    raise ValueError("the lines have different numbers of fields")


def read_rows(path: pathlib.Path) -> int:
    """How many records a masked table has; raises where it cannot be read back."""
    extension = path.name.split(".", 1)[1]
    if extension == "parquet":
        table = pyarrow.parquet.read_table(path)
    elif extension in ("feather", "arrow"):
        table = pyarrow.feather.read_table(path)
    else:
        codec = {"gz": "gzip", "zst": "zstd"}.get(extension.rsplit(".", 1)[-1])
        with pyarrow.input_stream(str(path), compression=codec) as stream:
            text = decoded(stream.read())
        if text.startswith("sep="):  # Excel's line, which comes back as it came
            text = text.split("\n", 1)[1]
        return records_of_text(text, "\t" if extension.startswith("tsv") else ",")
    table.validate(full=True)
    return table.num_rows


def message_faults(code: int, text: str) -> list[str]:
    faults = []
    lines = text.strip("\n").split("\n")
    if found := CRASHES.search(text):
        faults.append(f"a crash shows: {found[0]}")
    if SECRET in text:
        faults.append("a cell's value is shown")
    if code != 0 and not text.startswith("overhand: "):
        faults.append("the message does not begin with 'overhand: '")
    if len(lines) > (2 if code else 7):  # a seed, the risk, copies, identifiers, order, kept columns, repeats
        faults.append(f"the message has {len(lines)} lines")
    if len(text) > 2000:
        faults.append(f"the message has {len(text)} characters")
    if any(CONTROLS.search(line) for line in lines):
        faults.append("the message has control characters")
    return faults


def file_faults(case: Case, code: int, before: set[str], folder: pathlib.Path) -> list[str]:
    new = {name for name in os.listdir(folder) if name not in before}
    # Refused for its risk: the results say why, the masked table must not be there.
    expected = {0: case.outputs, 1: case.outputs - {case.table}}.get(code, frozenset())
    faults = [f"left behind: {', '.join(sorted(new - expected))}"] if new - expected else []
    if code != 0:
        return faults
    if case.table and case.table not in new:
        faults.append(f"{case.table} is not there")
    elif case.table:
        try:
            rows = read_rows(folder / case.table)
            if case.rows not in (None, rows):
                faults.append(f"{case.table} has {rows} records, not {case.rows}")
        except Exception as error:  # any way of not reading back is a fault
            faults.append(f"{case.table} does not read back: {error}")
    return faults


def fingerprint(folder: pathlib.Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
            for path in folder.iterdir() if path.is_file() and not path.is_symlink()}


def run(case: Case, folder: pathlib.Path, binary: pathlib.Path, sanitized: bool) -> subprocess.CompletedProcess:
    limits = [] if sanitized else ["prlimit", f"--as={MEMORY}", "--core=0", "--"]
    piped = folder / case.stdin if case.stdin else None
    with open(piped if piped and piped.is_file() else os.devnull, "rb") as stdin:
        return subprocess.run([*limits, binary, *case.words], cwd=folder, stdin=stdin, capture_output=True,
                              timeout=SECONDS * (PATIENCE if sanitized else 1))


def judge(case: Case, folder: pathlib.Path, binary: pathlib.Path, sanitized: bool) -> tuple[int, list[str], str]:
    """The exit code, what is wrong, and the message."""
    case.make(folder)
    before = fingerprint(folder)
    names = set(os.listdir(folder))
    try:
        ended = run(case, folder, binary, sanitized)
    except subprocess.TimeoutExpired:
        return -1, ["it hangs"], ""
    code, faults = ended.returncode, []
    if code not in ((0, 1, 2, 3) if case.words[0] == "compare" else (0, 2, 3)):
        faults.append(f"ended with {code}")
    if case.sound and code in (2, 3):
        faults.append("a sound file is refused")
    try:
        text = ended.stderr.decode()
    except UnicodeDecodeError:
        text = ended.stderr.decode(errors="replace")
        faults.append("the message is not UTF-8")
    if sanitized:  # the allocator's own word on a size that a damaged file asks for, and is refused
        text = NO_MEMORY.sub("", text)
    faults += message_faults(code, text) + file_faults(case, code, names, folder)
    if any(before[name] != now for name, now in fingerprint(folder).items() if name in before):
        faults.append("an input was changed")
    return code, faults, text
