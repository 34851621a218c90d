"""Sound files that were damaged on the way, and files that are not where or what their name says."""

import os
import pathlib

from hostile import COLUMNAR, EXTENSIONS, ROWS, Hostile, chance, file_bytes, numbers

FLIPS = {"csv": 25, "tsv": 10, "csv.gz": 25, "csv.zst": 25, "parquet": 120, "feather": 120, "arrow": 120}
CUTS = 12


def flipped(data: bytes, random_) -> bytes:
    """One to three bits turned; half of the time near an end, where headers and footers are."""
    damaged = bytearray(data)
    for _ in range(random_.choice((1, 1, 1, 2, 3))):
        near = min(len(data), 700)
        at = random_.choice((random_.randrange(len(data)), random_.randrange(near), len(data) - 1 - random_.randrange(near)))
        damaged[at] ^= 1 << random_.randrange(8)
    return bytes(damaged)


def blots(data: bytes, random_):
    """Larger damage: (name, bytes)."""
    middle, length = len(data) // 2, len(data)
    for number in range(CUTS):
        yield f"cut_{number}", data[: random_.randrange(length)]
    yield "cut_1", data[:1]
    yield "last_byte_lost", data[:-1]
    yield "first_byte_lost", data[1:]
    yield "zeroed", data[: middle - 50] + bytes(100) + data[middle + 50 :]
    yield "ones", data[: middle - 50] + b"\xff" * 100 + data[middle + 50 :]
    yield "tail_zeroed", data[:-200] + bytes(200)
    yield "head_zeroed", bytes(200) + data[200:]
    yield "twice", data + data
    yield "junk_after", data + b"junk" * 100
    yield "swapped_halves", data[middle:] + data[:middle]
    yield "text_mode", data.replace(b"\n", b"\r\n")
    yield "part_removed", data[: middle - 64] + data[middle:]


def bases(extension: str):
    """Sound files to damage: numbers, numbers and a text column, numbers with gaps."""
    yield file_bytes(numbers(), extension), ()
    yield file_bytes({**numbers(), "name": [f"n{i % 9}" for i in range(ROWS)]}, extension), ("name",)
    yield file_bytes({**numbers(), "gap": [None if i % 5 == 0 else i for i in range(ROWS)]}, extension), ("gap",)


def damaged():
    for extension in EXTENSIONS:
        sound = list(bases(extension))
        rows = ROWS if extension in COLUMNAR else None  # lines can go astray, records of a columnar file cannot
        for number in range(FLIPS[extension]):
            data, texts = sound[(0, 0, 0, 1, 1, 2)[number % 6]]
            yield Hostile(f"flip/{number:03}.{extension}", flipped(data, chance("flip", extension, number)), rows, texts)
        for name, data in blots(sound[0][0], chance("blots", extension)):
            yield Hostile(f"damage/{name}.{extension}", data, rows)


def misnamed():
    for content in ("csv", "csv.gz", "csv.zst", "parquet", "feather"):
        data = file_bytes(numbers(), content)
        for extension in EXTENSIONS:
            if extension != content and not (content == "feather" and extension == "arrow"):
                yield Hostile(f"misnamed/{content.replace('.', '_')}_as.{extension}", data)
        for extension in ("txt", "xlsx", "CSV", "Parquet", "csv.bz2", "parquet.gz", "csv.csv"):
            yield Hostile(f"misnamed/{content.replace('.', '_')}_as.{extension}", data)


def link_to(target: str):
    return lambda path: os.symlink(target, path)


def linked_table(path: pathlib.Path) -> None:
    other = path.with_name("elsewhere")
    other.write_bytes(file_bytes(numbers(), path.name.split(".", 1)[1]))
    os.symlink(other.name, path)


def places():
    for extension in EXTENSIONS:
        yield Hostile(f"place/empty.{extension}", b"")
        yield Hostile(f"place/one_byte.{extension}", b"\n")
        yield Hostile(f"place/folder.{extension}", lambda path: path.mkdir())
        yield Hostile(f"place/link.{extension}", linked_table, ROWS, sound=True)
        yield Hostile(f"place/dangling_link.{extension}", link_to("nowhere"))
        yield Hostile(f"place/link_to_itself.{extension}", link_to(f"in.{extension}"))
        yield Hostile(f"place/link_to_folder.{extension}", link_to("."))
        yield Hostile(f"place/null_device.{extension}", link_to("/dev/null"))
        yield Hostile(f"place/nothing.{extension}", lambda path: None)
        yield Hostile(f"place/process_memory.{extension}", link_to("/proc/self/mem"))


def damages():
    yield from damaged()
    yield from misnamed()
    yield from places()
