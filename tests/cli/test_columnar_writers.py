"""Parquet and Feather as other programs write them: whatever the codec, pages, groups and chunks, it is one table."""

import decimal
import random
import warnings

import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

ROWS = 90
MASK = "--method noise --percent 20 --seed 1 --quiet"  # keeps the order of the records


def table_of(seed=1):
    """Numbers to mask, and columns to keep that no record is alone in."""
    chance = random.Random(seed)
    levels = ["low", "middle", "high"]
    return pa.table({
        "whole": pa.array([chance.randrange(-5000, 5000) for _ in range(ROWS)], pa.int64()),
        "real": pa.array([chance.gauss(0, 9) for _ in range(ROWS)]),
        "single": pa.array([chance.randrange(400) / 8 for _ in range(ROWS)], pa.float32()),
        "town": pa.array([None if i % 7 == 3 else f"town {i % 5}" for i in range(ROWS)]),
        "level": pa.array([levels[i % 3] for i in range(ROWS)]).dictionary_encode(),
        "moment": pa.array([None if i % 9 == 0 else 10**18 + i % 4 for i in range(ROWS)], pa.timestamp("ns", "Asia/Tokyo")),
        "price": pa.array([decimal.Decimal(i % 6).scaleb(-2) for i in range(ROWS)], pa.decimal128(12, 2)),
        "big": pa.array([2**53 + 1 + i % 5 for i in range(ROWS)], pa.int64()),
        "yes": pa.array([None if i % 11 == 0 else i % 2 == 0 for i in range(ROWS)]),
    })


MASKED = ["whole", "real", "single"]
KEPT = ["town", "level", "moment", "price", "big", "yes"]


def read(path):
    return pa.parquet.read_table(path) if path.suffix == ".parquet" else pa.feather.read_table(path)


def values_of(column):
    """As Python has them; times as whole numbers, which are finer than Python's own."""
    return (column.cast(pa.int64()) if pa.types.is_timestamp(column.type) else column).to_pylist()


def masked(overhand, tmp_path, name, output="out.parquet"):
    overhand(f"mask {name} -o {output} {MASK} --keep {','.join(KEPT)}")
    return read(tmp_path / output)


@pytest.fixture
def expected(overhand, tmp_path):
    """What comes out when pyarrow writes the table as it does by itself."""
    pa.parquet.write_table(table_of(), tmp_path / "plain.parquet")
    return masked(overhand, tmp_path, "plain.parquet", "expected.parquet")


def assert_same(result, expected):
    assert result.column_names == expected.column_names
    for name in MASKED:
        assert result[name].to_pylist() == expected[name].to_pylist(), name
    for name in KEPT:
        assert values_of(result[name]) == values_of(table_of()[name]), name


def test_the_plain_table_is_masked_and_kept(expected):
    """Else all that follows would compare one nothing with another."""
    assert_same(expected, expected)
    for name in MASKED:
        assert expected[name].to_pylist() != table_of()[name].to_pylist(), name


PARQUET = {
    "uncompressed": {"compression": "none"},
    "snappy": {"compression": "snappy"},
    "gzip": {"compression": "gzip", "compression_level": 9},
    "brotli": {"compression": "brotli"},
    "lz4": {"compression": "lz4"},
    "zstd": {"compression": "zstd", "compression_level": 19},
    "mixed codecs": {"compression": {"whole": "gzip", "town": "zstd", "real": "none"}},
    "groups of one record": {"row_group_size": 1},
    "groups that do not divide": {"row_group_size": 37},
    "no dictionary pages": {"use_dictionary": False},
    "some dictionary pages": {"use_dictionary": ["town", "whole"]},
    "a dictionary that overflows": {"dictionary_pagesize_limit": 8, "data_page_size": 16},
    "data pages of version 2": {"data_page_version": "2.0"},
    "version 2, small pages, packed": {"data_page_version": "2.0", "data_page_size": 64, "compression": "zstd"},
    "no statistics": {"write_statistics": False},
    "format 1.0": {"version": "1.0"},
    "format 2.4": {"version": "2.4"},
    "without Arrow's schema": {"store_schema": False},
    "split bytes": {"use_dictionary": False, "use_byte_stream_split": ["real", "single"]},
    "differences": {"use_dictionary": False,
                    "column_encoding": {"whole": "DELTA_BINARY_PACKED", "town": "DELTA_BYTE_ARRAY", "big": "DELTA_BINARY_PACKED"}},
    "lengths apart": {"use_dictionary": False, "column_encoding": {"town": "DELTA_LENGTH_BYTE_ARRAY"}},
    "an index of pages": {"write_page_index": True, "data_page_size": 128},
    "check sums": {"write_page_checksum": True},
    "decimals as integers": {"store_decimal_as_integer": True},
}


@pytest.mark.parametrize("options", PARQUET)
def test_parquet_written_in_any_way(overhand, tmp_path, expected, options):
    table = table_of()
    if options in ("format 1.0", "format 2.4"):  # these have no nanoseconds, which must not be rounded in silence
        table = table.set_column(5, "moment", table["moment"].cast(pa.timestamp("us", "Asia/Tokyo"), safe=False))
    pa.parquet.write_table(table, tmp_path / "in.parquet", **PARQUET[options])
    result = masked(overhand, tmp_path, "in.parquet")
    if "format" in options:
        assert values_of(result["moment"]) == values_of(table["moment"])
        result = result.set_column(5, "moment", table_of()["moment"])
    assert_same(result, expected)


FEATHER = {
    "lz4": {"compression": "lz4"},
    "zstd": {"compression": "zstd", "compression_level": 7},
    "uncompressed": {"compression": "uncompressed"},
    "small chunks": {"chunksize": 7},
    "chunks of one record, packed": {"chunksize": 1, "compression": "zstd"},
}


@pytest.mark.parametrize("extension", ["feather", "arrow"])
@pytest.mark.parametrize("options", FEATHER)
def test_feather_written_in_any_way(overhand, tmp_path, expected, options, extension):
    pa.feather.write_feather(table_of(), tmp_path / f"in.{extension}", **FEATHER[options])
    assert_same(masked(overhand, tmp_path, f"in.{extension}"), expected)


def pieces(table):
    """The same values in batches of uneven size, each a slice of something longer, some of them empty."""
    padded = pa.concat_tables([table.slice(ROWS - 3), table, table.slice(0, 2)]).combine_chunks().to_batches()[0]
    cuts = [3, 4, 4, 20, 21, 60, 60, ROWS + 3]
    return [padded.slice(start, end - start) for start, end in zip(cuts, cuts[1:], strict=False)]


def test_slices_and_empty_batches(overhand, tmp_path, expected):
    with pa.OSFile(str(tmp_path / "in.arrow"), "wb") as file, pa.ipc.new_file(file, table_of().schema) as writer:
        for piece in pieces(table_of()):
            writer.write_batch(piece)
    assert_same(masked(overhand, tmp_path, "in.arrow"), expected)


def test_row_groups_of_uneven_size_and_empty_ones(overhand, tmp_path, expected):
    with pa.parquet.ParquetWriter(tmp_path / "in.parquet", table_of().schema) as writer:
        for piece in pieces(table_of()):
            writer.write_table(pa.Table.from_batches([piece]))
    assert_same(masked(overhand, tmp_path, "in.parquet"), expected)


def test_levels_that_grow_from_batch_to_batch(overhand, tmp_path):
    """A dictionary that is told in parts: a code means the same in every batch."""
    texts = [["low", "low", "middle"], ["middle", "high", "low"], ["high", "higher", "low"]]
    levels = ["low", "middle", "high", "higher"]
    schema = pa.schema([("a", pa.float64()), ("b", pa.float64()), ("level", pa.dictionary(pa.int8(), pa.string()))])
    options = pa.ipc.IpcWriteOptions(emit_dictionary_deltas=True)
    rows = 0
    with pa.OSFile(str(tmp_path / "in.arrow"), "wb") as file, pa.ipc.new_file(file, schema, options=options) as writer:
        for count, cells in zip((2, 3, 4), texts, strict=True):
            codes = pa.DictionaryArray.from_arrays(pa.array([levels.index(cell) for cell in cells], pa.int8()), levels[:count])
            numbers = [float((rows + i) ** 2 % 13) for i in range(len(cells))]
            writer.write_batch(pa.record_batch([numbers, [n * 2 + 1 for n in numbers], codes], schema=schema))
            rows += len(cells)
    overhand(f"mask in.arrow -o out.csv {MASK} --keep level")
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert [line.split(",")[2] for line in lines[1:]] == [cell for batch in texts for cell in batch]


@pytest.mark.parametrize("codes", [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32()])
@pytest.mark.parametrize("extension", ["feather", "parquet"])
def test_codes_of_any_width(overhand, tmp_path, codes, extension):
    cells = ["ä", "", None, "a longer text than twelve letters"] * 8
    level = pa.DictionaryArray.from_arrays(pa.array([None if cell is None else cells.index(cell) for cell in cells], codes),
                                           ["ä", "", "unused", "a longer text than twelve letters"])
    table = pa.table({"a": [float(i * i % 19) for i in range(32)], "b": [float(i * 3 % 23) for i in range(32)], "level": level})
    (pa.feather.write_feather if extension == "feather" else pa.parquet.write_table)(table, tmp_path / f"in.{extension}")
    overhand(f"mask in.{extension} -o out.{extension} {MASK} --keep level")
    assert read(tmp_path / f"out.{extension}")["level"].to_pylist() == cells


NUMBERS = {"int8": (-128, 127), "int16": (-(2**15), 2**15 - 1), "int32": (-(2**31), 2**31 - 1), "int64": (-(2**63) + 1, 2**63 - 1),
           "uint8": (0, 255), "uint16": (0, 2**16 - 1), "uint32": (0, 2**32 - 1), "float32": (-(2.0**100), 2.0**-100),
           "float64": (-1e139, 5e-324)}


@pytest.mark.parametrize("extension", ["feather", "parquet"])
@pytest.mark.parametrize("name", NUMBERS)
def test_the_ends_of_every_type_of_number_are_masked_exactly(overhand, tmp_path, name, extension):
    """rank_swap moves values and changes none."""
    low, high = NUMBERS[name]
    type = {"float32": pa.float32(), "float64": pa.float64()}.get(name) or pa.type_for_alias(name)
    values = [low, high, *(range(30) if name[0] in "iu" else [i / 4 for i in range(30)])]
    table = pa.table({"x": pa.array(values, type), "y": [i * 7 % 32 for i in range(32)]})
    (pa.feather.write_feather if extension == "feather" else pa.parquet.write_table)(table, tmp_path / f"in.{extension}")
    overhand(f"mask in.{extension} -o out.{extension} --columns x,y --method rank_swap --percent 50 --seed 1 --quiet")
    after = read(tmp_path / f"out.{extension}")["x"].to_pylist()
    assert sorted(after) == sorted(values)
    assert after != values
    overhand(f"mask in.{extension} -o out.csv --columns x,y --method rank_swap --percent 50 --seed 1 --quiet")
    cells = [line.split(",")[0] for line in (tmp_path / "out.csv").read_text().splitlines()[1:]]
    assert [int(cell) if name[0] in "iu" else float(cell) for cell in cells] == after


def test_the_old_feather_is_named(overhand, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pa.feather.write_feather(table_of().select(MASKED), tmp_path / "in.feather", version=1)
    refused = overhand("mask in.feather -o out.csv", check=False)
    assert refused.returncode == 2
    assert "in.feather: by its content this is a Feather file of the old version 1" in refused.stderr
    assert "write it anew, in version 2." in refused.stderr
    assert not (tmp_path / "out.csv").exists()


def test_a_stream_is_no_file(overhand, tmp_path):
    """Arrow's stream format has no footer, so what was cut off could not be noticed."""
    with pa.OSFile(str(tmp_path / "in.arrow"), "wb") as file, pa.ipc.new_stream(file, table_of().schema) as writer:
        writer.write_table(table_of())
    refused = overhand("mask in.arrow -o out.csv", check=False)
    assert (refused.returncode, refused.stderr) == (2, "overhand: in.arrow: not a Feather file, or a damaged one.\n")


@pytest.mark.parametrize("extension", ["parquet", "feather"])
def test_a_file_without_records_or_columns(overhand, tmp_path, extension):
    write = pa.feather.write_feather if extension == "feather" else pa.parquet.write_table
    for number, table in enumerate([table_of().select(MASKED).slice(0, 0), table_of().select(MASKED).slice(0, 1), pa.table({})]):
        write(table, tmp_path / f"in{number}.{extension}")
        refused = overhand(f"mask in{number}.{extension} -o out.csv", check=False)
        assert refused.returncode == 2
        assert refused.stderr.startswith(f"overhand: in{number}.{extension}") and refused.stderr.count("\n") == 1
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("extension", ["parquet", "feather"])
def test_what_others_wrote_beside_the_values_does_not_go_out(overhand, tmp_path, extension):
    """Files carry notes of programs (pandas' index, an author); a note may hold what must not be told."""
    table = table_of().select([*MASKED, "town"])
    field = table.schema.field("town").with_metadata({"note": "secret of the column"})
    schema = table.schema.set(3, field).with_metadata({"pandas": '{"index_columns": []}', "author": "secret of the table"})
    table = table.cast(schema)
    (pa.feather.write_feather if extension == "feather" else pa.parquet.write_table)(table, tmp_path / f"in.{extension}")
    assert b"secret of the table" in (tmp_path / f"in.{extension}").read_bytes()
    overhand(f"mask in.{extension} -o out.{extension} {MASK} --keep town")
    bytes = (tmp_path / f"out.{extension}").read_bytes()
    assert b"secret" not in bytes
    assert read(tmp_path / f"out.{extension}")["town"].to_pylist() == table["town"].to_pylist()


def test_masked_statistics_are_those_of_the_masked_values(overhand, tmp_path):
    """A Parquet file tells the smallest and largest of each column: not those of the original."""
    pa.parquet.write_table(table_of(), tmp_path / "in.parquet")
    overhand(f"mask in.parquet -o out.parquet {MASK} --columns whole,real")
    file = pa.parquet.ParquetFile(tmp_path / "out.parquet")
    after = file.read()
    for j, name in enumerate(after.column_names):
        values = after[name].to_pylist()
        for group in range(file.metadata.num_row_groups):
            told = file.metadata.row_group(group).column(j).statistics
            if told is not None and told.has_min_max:
                assert min(values) <= told.min <= told.max <= max(values)
