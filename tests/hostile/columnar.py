"""Parquet, Feather and Arrow files with every type and layout that Arrow writes."""

import datetime
import decimal

import pyarrow

from hostile import COLUMNAR, ROWS, SECRET, Hostile, columnar_bytes, numbers

EPOCH = datetime.datetime(2024, 1, 1)


def small(i: int) -> int:
    return i * 37 % 50


def text(i: int) -> str:
    return f"{SECRET} {small(i)}"


# name, Arrow type, the value of record i
TYPES = [
    *[(str(t), t, small) for t in (pyarrow.int8(), pyarrow.int16(), pyarrow.int32(), pyarrow.int64(), pyarrow.uint8(),
                                    pyarrow.uint16(), pyarrow.uint32(), pyarrow.uint64(), pyarrow.float32(), pyarrow.float64())],
    ("float16", pyarrow.float16(), lambda i: float(small(i))),
    ("bool", pyarrow.bool_(), lambda i: i % 3 == 0),
    ("null", pyarrow.null(), lambda i: None),
    *[(str(t), t, text) for t in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view())],
    *[(str(t), t, lambda i: text(i).encode() + b"\xff\x00") for t in (pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view())],
    ("fixed_binary", pyarrow.binary(4), lambda i: bytes([i % 256, 0, 255, 1])),
    ("fixed_binary_0", pyarrow.binary(0), lambda i: b""),
    *[(f"decimal{bits}", t, lambda i: decimal.Decimal(small(i)) / 4)
      for bits, t in ((32, pyarrow.decimal32(7, 2)), (64, pyarrow.decimal64(12, 2)), (128, pyarrow.decimal128(20, 2)), (256, pyarrow.decimal256(60, 2)))],
    ("decimal_huge", pyarrow.decimal256(76, 0), lambda i: decimal.Decimal(10**75 + i)),
    ("decimal_negative_scale", pyarrow.decimal128(20, -3), lambda i: decimal.Decimal(small(i) * 1000)),
    *[(f"timestamp_{unit}", pyarrow.timestamp(unit), lambda i: EPOCH + datetime.timedelta(days=i)) for unit in ("s", "ms", "us", "ns")],
    ("timestamp_zone", pyarrow.timestamp("us", "Europe/Berlin"), lambda i: EPOCH.replace(tzinfo=datetime.UTC) + datetime.timedelta(days=i)),
    ("timestamp_no_zone", pyarrow.timestamp("us", "Nowhere/None"), lambda i: i),
    ("timestamp_extreme", pyarrow.timestamp("s"), lambda i: 2**62 - i),
    ("date32", pyarrow.date32(), lambda i: EPOCH.date() + datetime.timedelta(days=i)),
    ("date64", pyarrow.date64(), lambda i: EPOCH.date() + datetime.timedelta(days=i)),
    ("time32", pyarrow.time32("s"), lambda i: i),
    ("time64", pyarrow.time64("ns"), lambda i: i),
    ("duration", pyarrow.duration("ms"), lambda i: datetime.timedelta(seconds=i)),
    ("interval", pyarrow.month_day_nano_interval(), lambda i: pyarrow.MonthDayNano([i, 1, 1])),
    ("list", pyarrow.list_(pyarrow.int64()), lambda i: [i] * (i % 4)),
    ("large_list", pyarrow.large_list(pyarrow.float64()), lambda i: [i / 2]),
    ("list_view", pyarrow.list_view(pyarrow.int64()), lambda i: [i]),
    ("fixed_list", pyarrow.list_(pyarrow.int64(), 2), lambda i: [i, i]),
    ("list_of_lists", pyarrow.list_(pyarrow.list_(pyarrow.string())), lambda i: [[text(i)], []]),
    ("struct", pyarrow.struct([("a", pyarrow.int64()), ("b", pyarrow.string())]), lambda i: {"a": i, "b": text(i)}),
    ("struct_of_one", pyarrow.struct([("a", pyarrow.int64())]), lambda i: {"a": i}),
    ("struct_empty", pyarrow.struct([]), lambda i: {}),
    ("map", pyarrow.map_(pyarrow.string(), pyarrow.int64()), lambda i: [(text(i), i)]),
    ("uuid", pyarrow.uuid(), lambda i: bytes([i % 256]) * 16),
    ("json", pyarrow.json_(), lambda i: '{"a": 1}'),
    ("int64_extremes", pyarrow.int64(), lambda i: [-(2**63), 2**63 - 1, 2**53 + 1][i % 3]),
    ("uint64_extremes", pyarrow.uint64(), lambda i: [2**64 - 1, 0, 2**63][i % 3]),
    ("float_extremes", pyarrow.float64(), lambda i: [1e308, -1e308, 1e-320, 5e-324][i % 4]),
    ("float_inf", pyarrow.float64(), lambda i: [float("inf"), 1.0, 2.0][i % 3]),
    ("float_nan", pyarrow.float64(), lambda i: [float("nan"), 1.0, 2.0][i % 3]),
    ("float_all_nan", pyarrow.float64(), lambda i: float("nan")),
    ("float_whole", pyarrow.float64(), lambda i: float(i)),
    ("text_numbers", pyarrow.string(), lambda i: f"0{small(i)}"),
    ("text_empty", pyarrow.string(), lambda i: ""),
    ("text_controls", pyarrow.string(), lambda i: '\0\n\r\t",;\x1b[31m' + text(i)),
    ("text_long", pyarrow.string(), lambda i: SECRET * 10_000),
]
NUMBER = {"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "halffloat", "float", "double"}
SOUND = {f"{type_}_full" for type_ in NUMBER}


def with_column(values: pyarrow.Array | pyarrow.ChunkedArray, name: str = "more") -> pyarrow.Table:
    return pyarrow.table({**numbers(), name: values})


def dictionaries():
    codes = pyarrow.array([i % 3 for i in range(ROWS)], pyarrow.int8())
    for name, levels in (("text", ["a", "b", "c"]), ("numbers", [1.5, 2.5, 3.5]), ("with_null", ["a", None, "c"]),
                         ("repeated", ["a", "a", "a"]), ("nested", [[1], [2], [3]])):
        yield f"dictionary_{name}", pyarrow.DictionaryArray.from_arrays(codes, pyarrow.array(levels))
    yield "dictionary_ordered", pyarrow.DictionaryArray.from_arrays(codes, pyarrow.array(["a", "b", "c"]), ordered=True)
    missing = pyarrow.array([None] * ROWS, pyarrow.int8())
    yield "dictionary_empty", pyarrow.DictionaryArray.from_arrays(missing, pyarrow.array([], pyarrow.string()))
    parts = [pyarrow.DictionaryArray.from_arrays(codes[:30], pyarrow.array(["a", "b", "c"])),
             pyarrow.DictionaryArray.from_arrays(codes[30:], pyarrow.array(["x", "y", "z"]))]
    yield "dictionary_changing", pyarrow.chunked_array(parts)


def arrays():
    """Every type in three fillings: all there, a third missing, all missing."""
    for name, type_, value in TYPES:
        storage = type_.storage_type if isinstance(type_, pyarrow.BaseExtensionType) else type_
        for filling, present in (("full", lambda i: True), ("gaps", lambda i: i % 3 > 0), ("empty", lambda i: False)):
            values = pyarrow.array([value(i) if present(i) else None for i in range(ROWS)], storage)
            yield f"{name}_{filling}", values if storage is type_ else type_.wrap_array(values)
    union = pyarrow.UnionArray.from_dense(pyarrow.array([0, 1] * (ROWS // 2), pyarrow.int8()),
                                          pyarrow.array([i // 2 for i in range(ROWS)], pyarrow.int32()),
                                          [pyarrow.array(range(ROWS)), pyarrow.array([text(i) for i in range(ROWS)])])
    yield "union", union
    yield "run_end", pyarrow.RunEndEncodedArray.from_arrays(pyarrow.array([30, ROWS], pyarrow.int32()), pyarrow.array([1, 2]))
    yield from dictionaries()


def layouts():
    """The same numbers, laid out in other ways: (name, table, options by extension)."""
    table = pyarrow.table(numbers())
    sliced = pyarrow.table(numbers(ROWS * 3)).slice(ROWS + 3, ROWS)
    yield "sliced", sliced, {}
    yield "many_chunks", pyarrow.concat_tables([table.slice(i, 1) for i in range(ROWS)]), {}
    yield "empty_chunks", pyarrow.concat_tables([table.slice(0, 0), table, table.slice(0, 0)]), {}
    yield "row_groups", table, {"parquet": {"row_group_size": 7}, "feather": {"chunksize": 7}}
    for codec in ("snappy", "gzip", "brotli", "zstd", "lz4"):
        yield f"parquet_{codec}", table, {"parquet": {"compression": codec}}
    for codec in ("zstd", "lz4"):
        yield f"ipc_{codec}", table, {"feather": {"compression": codec}, "arrow": {"compression": codec}}
    yield "parquet_v1", table, {"parquet": {"version": "1.0", "use_dictionary": False, "data_page_version": "2.0"}}
    yield "parquet_pages", table, {"parquet": {"data_page_size": 1, "write_page_index": True, "write_page_checksum": True}}
    pandas = b'{"index_columns": ["income"], "columns": [{"name": null}], "column_indexes": []}'
    yield "pandas_metadata", table.replace_schema_metadata({b"pandas": pandas, b"\xff": b"\xff\x00"}), {}
    required = pyarrow.schema([pyarrow.field(f.name, f.type, nullable=False) for f in table.schema])
    yield "not_nullable", table.cast(required), {}


def columnar(extensions=COLUMNAR):
    for number, (name, values) in enumerate(arrays()):
        for extension in extensions:
            table = with_column(values)
            texts = () if str(table["more"].type) in NUMBER or pyarrow.types.is_decimal(table["more"].type) else ("more",)
            try:
                data = columnar_bytes(table, extension)
            except (pyarrow.ArrowException, OSError, ValueError, TypeError):
                continue  # no such type in that format
            yield Hostile(f"type/{number:03}_{name.replace('.', '_')}.{extension}", data, ROWS, texts, sound=name in SOUND)
    for name, table, options in layouts():
        for extension in extensions:
            yield Hostile(f"layout/{name}.{extension}", columnar_bytes(table, extension, **options.get(extension, {})), ROWS, sound=True)
