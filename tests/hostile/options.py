"""A sound table with hostile options, key files, lineage files and outputs."""

import os
import pathlib
from typing import Iterator

from cases import Case
from hostile import ROWS, file_bytes, numbers

MASK = ("mask", "in.csv", "-o", "out.csv")
EVALUATE = ("evaluate", "in.csv", "in.csv", "--json", "out.json")
COMPARE = ("compare", "in.csv", "--quick", "-o", "out.csv")

TABLE = file_bytes(numbers(), "csv")
SOURCES = [str(i + 1) for i in range(ROWS)]


def source_file(cells: list[str], name: str = "source") -> bytes:
    return "\n".join([name, *cells, ""]).encode()


LINEAGES = {
    "right": source_file(SOURCES),
    "reversed": source_file(SOURCES[::-1]),
    "all_one": source_file(["1"] * ROWS),
    "zero": source_file(["0", *SOURCES[1:]]),
    "negative": source_file(["-1", *SOURCES[1:]]),
    "beyond": source_file([str(ROWS + 1), *SOURCES[1:]]),
    "beyond_32_bits": source_file([str(2**32 + 1), *SOURCES[1:]]),
    "beyond_64_bits": source_file([str(2**64 + 1), *SOURCES[1:]]),
    "fraction": source_file(["1.5", *SOURCES[1:]]),
    "text": source_file(["first", *SOURCES[1:]]),
    "missing": source_file(["", *SOURCES[1:]]),
    "nan": source_file(["nan", *SOURCES[1:]]),
    "inf": source_file(["inf", *SOURCES[1:]]),
    "short": source_file(SOURCES[:-1]),
    "long": source_file([*SOURCES, "1"]),
    "header_only": b"source\n",
    "other_name": source_file(SOURCES, "sources"),
    "no_header": source_file(SOURCES[1:], "1"),
    "two_columns": b"source,source\n" + b"1,1\n" * ROWS,
    "empty": b"",
    "zeros": bytes(4000),
    "table": TABLE,
    "parquet": file_bytes({"source": list(range(1, ROWS + 1))}, "parquet"),
}

KEYS = {
    "right": bytes(range(32)),
    "empty": b"",
    "short": bytes(31),
    "long": bytes(33),
    "newline": bytes(32) + b"\n",
    "hex": b"00" * 32,
    "huge": bytes(5_000_000),
}

# Words after a sound command. An output that is asked for is named out... .
ODD_OPTIONS = [
    *[(*MASK, "--seed", value) for value in ("-1", "1.5", "18446744073709551616", "", "nan", "0x10", "１")],
    *[(*MASK, "--method", "sjppds", "--bins", value)
      for value in ("0", "-1", "1", "2147483648", "100000000", "9" * 30, "1e3", "nan", "", " 5", "5x", "%s")],
    *[(*MASK, "--method", "cell_rotate", "--k", value) for value in ("0", "1", "2", "59", "60", "61", "-5", "9" * 30, "nan", "3.5")],
    *[(*MASK, "--method", "mdav", "--k", value) for value in ("0", "1", "2", "30", "60", "61", "18446744073709551615")],
    *[(*MASK, "--method", "noise", "--percent", value) for value in ("0", "-1", "1e308", "1e400", "nan", "inf", "-inf", "1e-320", "", "20%")],
    *[(*MASK, "--method", "rank_swap", "--percent", value) for value in ("0", "100", "101", "nan", "1e-9")],
    *[(*MASK, "--method", "rank_swap", "--top-percent", value, "--bottom-percent", value) for value in ("50", "100", "-1", "nan")],
    *[(*MASK, "--method", "cart", "--order", value) for value in ("age", "age,age,age", "hours,income,age", ",,,", "a" * 5000, "nobody")],
    *[(*MASK, "--method", "cart", "--cp", value) for value in ("nan", "-1", "1e300", "inf")],
    *[(*MASK, "--method", "ipso", "--given", value) for value in ("age", "age,income,hours", "nobody", ",")],
    *[(*MASK, "--method", value) for value in ("", "SJPPDS", "nothing", "../sjppds", b"\xff\xfe", "a" * 5000, "sjppds\n")],
    *[(*MASK, option, value) for option in ("--drop", "--keep", "--columns")
      for value in ("", ",", "age,", "age,age", " age", "nobody", b"\xff\xfe", "\x1b[31m", "a" * 5000, "age,income,hours", "age,income", "-")],
    *[(*MASK, "--threads", value) for value in ("0", "-1", "0x2", "1025", "1e3", "")],
    *[("--threads", value, *MASK) for value in ("0", "-1", "0x2", "1025", "1", "1024", "")],
    *[(*MASK, option, value) for option in ("--lineage", "--json")
      for value in ("", "nowhere/out", ".", "in.csv", "out.csv", "/dev/full", "a" * 300, b"out\xff", "/proc/out")],
    *[("mask", "in.csv", "-o", value)
      for value in ("", ".", "..", "in.csv", "./in.csv", "nowhere/out.csv", "out", "out.xlsx", ".csv", "a" * 300 + ".csv", "in.csv/out.csv", "/dev/full", "/proc/out.csv")],
    *[(*EVALUATE, "--pairing", value) for value in ("", "row", "sorted", "ROW", "nowhere.csv", ".", b"\xff")],
    *[(*EVALUATE, "--report", value) for value in ("in.csv", ".", "nowhere/out.html", "a" * 300, "out.json")],
    *[(*EVALUATE, "--figures", value) for value in ("in.csv", "in.csv/out", "a" * 300, "")],
    *[(*COMPARE, "--max-risk", value) for value in ("nan", "-1", "2", "0", "inf", "1e-320", "")],
    *[(*COMPARE, "--replications", value) for value in ("0", "-1", "9" * 30)],
    *[(*COMPARE, "--report", value) for value in ("out.csv", "in.csv", ".")],
    ("demo", "-o", "in.csv"), ("demo", "-o", "in.csv/out"), ("demo", "-o", ""),
    ("mask",), ("evaluate",), ("evaluate", "in.csv"), ("compare",), ("maks", "in.csv"), ("nonsense", "--help"), ("",), (b"\xff",),
    ("mask", "in.csv", "in.csv", "-o", "out.csv"), (*MASK, "--nonsense"), (*MASK, "-"), (*MASK, "--", "-x"), ("mask", "", "-o", "out.csv"),
    (*MASK, "--key-file", ""), (*MASK, "--key-file", "nowhere"), (*MASK, "--key-file", "."), (*MASK, "--key-file", "/dev/null"),
    (*MASK, "--key-file", "/dev/zero"), (*MASK, "--key-file", "in.csv"),
    *[("simulate", "gaussian", "-n", value, "-p", "3", "-o", "out.csv") for value in ("0", "-1", "1", "9" * 30, "nan")],
    *[("simulate", "gaussian", "-n", "20", "-p", value, "-o", "out.csv") for value in ("0", "-1", "1", "9" * 30)],
    *[("simulate", "gaussian", "-n", "20", "-p", "3", "--rho", value, "-o", "out.csv") for value in ("nan", "2", "-1", "inf")],
]


def place(folder: pathlib.Path, **files: bytes) -> None:
    (folder / "in.csv").write_bytes(TABLE)
    for name, data in files.items():
        (folder / name).write_bytes(data)
        os.chmod(folder / name, 0o600)


def option_cases() -> Iterator[Case]:
    for number, words in enumerate(ODD_OPTIONS):
        outputs = frozenset(os.fsdecode(w) for w in words if os.fsdecode(w).startswith(("out", ".csv")))
        shown = " ".join(str(w)[:20] for w in words)
        yield Case(f"option/{number:03} {shown}", place, words, outputs)
    for name, data in LINEAGES.items():
        for file in ("lineage.csv", "lineage.parquet") if name in ("right", "parquet", "zeros") else ("lineage.csv",):
            yield Case(f"lineage/{name}:{file}", lambda folder, data=data, file=file: place(folder, **{file: data}),
                       (*EVALUATE, "--pairing", file), frozenset({"out.json"}))
    for name, data in KEYS.items():
        yield Case(f"key/{name}", lambda folder, data=data: place(folder, key=data), (*MASK, "--key-file", "key"), frozenset({"out.csv"}))
