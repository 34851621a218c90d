"""Tables of odd shapes and odd column names, in every format."""

import pyarrow

from hostile import COLUMNAR, EXTENSIONS, ROWS, Hostile, columnar_bytes, file_bytes, numbers, packed

NAMES = {
    "empty": "",
    "space": " ",
    "comma": "a,b",
    "quote": 'a"b',
    "newline": "a\nb",
    "tab": "a\tb",
    "controls": "\x01\x1b[31mred\x7f",
    "nul": "a\0b",
    "c1_control": "a\u0085b",
    "line_separator": "a\u2028b",
    "right_to_left": "\u202etxet",
    "zero_width": "a\u200bb",
    "emoji": "\U0001f469\u200d\U0001f52c",
    "combining": "e\u0301" * 20,
    "bytes_255": "n" * 255,
    "bytes_300": "n" * 300,
    "bytes_3000": "\u00e9" * 1500,
    "proto": "__proto__",
    "constructor": "constructor",
    "to_string": "toString",
    "script": "<script>alert(1)</script>",
    "closing_script": "</script><!--",
    "path": "../../etc/passwd",
    "slash": "a/b",
    "dots": "a.b[0]",
    "option": "--drop",
    "minus": "-",
    "format": "{} {0} %s %n",
    "formula": "=1+1",
    "number": "12",
    "source": "source",
    "surrogate": "\ufffd",
    "noncharacter": "\uffff",
}


def quoted(name: bytes) -> bytes:
    return b'"' + name.replace(b'"', b'""') + b'"'


def named(name: str, extension: str) -> bytes:
    """The plain table with `name` as its second column's."""
    columns = numbers()
    if extension in COLUMNAR:
        return columnar_bytes(pyarrow.table(columns).rename_columns(["age", name, "hours"]), extension)
    return packed(file_bytes(columns, "csv").replace(b"income", quoted(name.encode()), 1), extension)


def not_utf8(extension: str) -> bytes:
    """A name of the same length in Latin-1, so that a columnar file stays whole."""
    return named("L\u00f6hne", extension).replace("L\u00f6".encode(), b"L\xf6\xff")


def names(extensions=EXTENSIONS):
    for number, (what, name) in enumerate(NAMES.items()):
        for extension in ("csv", "parquet", "feather", extensions[number % len(extensions)]):
            yield Hostile(f"name/{what}.{extension}", named(name, extension), ROWS)
    for extension in ("csv", "tsv", "parquet", "feather", "arrow"):
        yield Hostile(f"name/not_utf8.{extension}", not_utf8(extension), ROWS)
    values = list(numbers().values())
    for extension in COLUMNAR:
        for what, three in (("twice", ["a", "a", "b"]), ("all_empty", ["", "", ""]), ("case", ["a", "A", "\u00e5"])):
            table = pyarrow.Table.from_arrays([pyarrow.array(v) for v in values], three)
            yield Hostile(f"name/{what}.{extension}", columnar_bytes(table, extension), ROWS)
    for extension in ("csv", "tsv", "csv.gz"):
        for what, three in (("twice", b"a,a,b"), ("all_empty", b",,"), ("all_quoted_empty", b'"","",""'), ("case", b"a,A,b")):
            body = file_bytes(numbers(), "csv").split(b"\n", 1)[1]
            yield Hostile(f"name/{what}.{extension}", packed(three + b"\n" + body, extension), ROWS)


def shapes():
    few = numbers()
    wide = {f"c{j}": few["hours"][j % 7 :] + few["hours"][: j % 7] for j in range(400)}
    yield "wide_400", wide
    yield "wide_3000", {f"c{j}": [j, j + 1, j * 2, 5] for j in range(3000)}
    yield "no_rows", {"a": [], "b": []}
    yield "one_row", {"a": [1], "b": [2]}
    yield "two_rows", {"a": [1, 2], "b": [2, 1]}
    yield "three_rows", {"a": [1, 2, 3], "b": [2.5, 1.5, 0.5]}
    yield "one_column", {"a": few["age"]}
    yield "two_columns", {"a": few["age"], "b": few["hours"]}
    yield "constant", {**few, "same": [7] * ROWS}
    yield "all_constant", {"a": [7] * ROWS, "b": [0.5] * ROWS}
    yield "two_valued", {**few, "flag": [i % 2 for i in range(ROWS)]}
    yield "repeated", {**few, "again": few["hours"], "negative": [-v for v in few["hours"]]}
    yield "same_records", {"a": [1] * 30 + [2] * 30, "b": [3] * 30 + [4] * 30}
    yield "one_missing", {**few, "gap": [None, *few["hours"][1:]]}
    yield "all_missing", {**few, "gap": [None] * ROWS}
    yield "missing_everywhere", {"a": [None] * ROWS, "b": [None] * ROWS}
    yield "one_value_left", {**few, "gap": [1.5] + [None] * (ROWS - 1)}
    yield "huge_and_tiny", {"a": [1e308, -1e308, 1e-308, 5e-324] * 15, "b": [(-1) ** i * 2.0**i for i in range(ROWS)]}
    yield "spread_overflows", {**few, "a": [1.7e308, -1.7e308] * 30}
    yield "close_together", {**few, "a": [1e15 + i / 8 for i in range(ROWS)]}
    yield "outlier", {**few, "a": [1e300] + [float(i) for i in range(ROWS - 1)]}
    yield "beyond_2_53", {**few, "a": [2**53 + i for i in range(ROWS)]}
    yield "int64_edge", {**few, "a": [2**63 - 1 - i for i in range(ROWS)]}
    yield "negative_zero", {**few, "a": [-0.0, 0.0] * 30}
    yield "more_columns_than_rows", {f"c{j}": [float(i * j % 7) for i in range(8)] for j in range(30)}


def tables(extensions=EXTENSIONS):
    yield from names(extensions)
    for number, (what, columns) in enumerate(shapes()):
        for extension in ("csv", "parquet", extensions[number % len(extensions)]):
            yield Hostile(f"shape/{what}.{extension}", file_bytes(columns, extension), len(next(iter(columns.values()))))
    for extension in COLUMNAR:
        yield Hostile(f"shape/no_columns.{extension}", columnar_bytes(pyarrow.table({}), extension))
