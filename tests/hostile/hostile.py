"""What a hostile file is, and the tables that the others are made from."""

import dataclasses
import pathlib
import random
from typing import Callable

import pyarrow
import pyarrow.feather
import pyarrow.ipc
import pyarrow.parquet

SECRET = "Zq7secret"  # stands in text cells; no message may show a cell
ROWS = 60
COLUMNAR = ("parquet", "feather", "arrow")
DELIMITED = ("csv", "tsv", "csv.gz", "csv.zst")
EXTENSIONS = DELIMITED + COLUMNAR


@dataclasses.dataclass(frozen=True)
class Hostile:
    """A file that a user may hand over, made in a folder when it is needed."""

    name: str  # of the case: kind/what.extension
    place: Callable[[pathlib.Path], None] | bytes  # makes the file at a path; or its bytes
    rows: int | None = None  # a masked table must have as many, where that can be told
    texts: tuple[str, ...] = ()  # columns that are not numbers
    sound: bool = False  # nothing is wrong with it: it must not be refused

    @property
    def file(self) -> str:
        return "in." + self.name.rsplit("/", 1)[-1].split(".", 1)[1]

    def make(self, folder: pathlib.Path) -> None:
        if isinstance(self.place, bytes):
            (folder / self.file).write_bytes(self.place)
        else:
            self.place(folder / self.file)


def chance(*words: object) -> random.Random:
    """The same for the same words, on any machine."""
    return random.Random(":".join(map(str, words)))


def numbers(rows: int = ROWS, seed: object = 1) -> dict[str, list]:
    """Three columns that every method can mask."""
    random_ = chance("numbers", seed)
    return {
        "age": [random_.randint(18, 90) for _ in range(rows)],
        "income": [round(random_.lognormvariate(10, 1), 2) for _ in range(rows)],
        "hours": [random_.gauss(35, 5) for _ in range(rows)],
    }


def csv_bytes(columns: dict[str, list], delimiter: str = ",") -> bytes:
    lines = [delimiter.join(columns)]
    lines += [delimiter.join("" if v is None else str(v) for v in row) for row in zip(*columns.values())]
    return "\n".join(lines).encode() + b"\n"


def packed(data: bytes, extension: str) -> bytes:
    """CSV bytes as a file of that extension: csv, tsv (tabs for commas), csv.gz, csv.zst."""
    if extension.startswith("tsv"):
        data = data.replace(b",", b"\t")
    codec = {"gz": "gzip", "zst": "zstd"}.get(extension.rsplit(".", 1)[-1])
    if codec is None:
        return data
    sink = pyarrow.BufferOutputStream()
    with pyarrow.CompressedOutputStream(sink, codec) as stream:
        stream.write(data)
    return sink.getvalue().to_pybytes()


def columnar_bytes(table: pyarrow.Table, extension: str, **options) -> bytes:
    sink = pyarrow.BufferOutputStream()
    if extension == "parquet":
        pyarrow.parquet.write_table(table, sink, **options)
    elif extension == "feather":
        pyarrow.feather.write_feather(table, sink, **options)
    else:
        with pyarrow.ipc.new_file(sink, table.schema, options=pyarrow.ipc.IpcWriteOptions(**options)) as writer:
            writer.write_table(table)
    return sink.getvalue().to_pybytes()


def file_bytes(columns: dict[str, list], extension: str) -> bytes:
    if extension in COLUMNAR:
        return columnar_bytes(pyarrow.table(columns), extension)
    return packed(csv_bytes(columns), extension)
