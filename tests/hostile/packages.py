"""Files of Stata, SPSS and ORC that were damaged on the way."""

import pathlib
import tempfile

import pandas
import pyreadstat

from damage import blots, flipped
from hostile import ROWS, Hostile, chance, numbers

FLIPS = 60
OTHERS = {"name": [f"n{i % 9}" for i in range(ROWS)], "level": [1 + i % 2 for i in range(ROWS)]}


def write(table: pandas.DataFrame, path: pathlib.Path) -> None:
    labels = {"level": {1: "low", 2: "high"}} if "level" in table else None
    if path.suffix == ".orc":
        table.to_orc(path)
    elif path.suffix == ".dta":
        pyreadstat.write_dta(table, path, variable_value_labels=labels)
    else:
        pyreadstat.write_sav(table, path, compress=path.suffix == ".zsav", variable_value_labels=labels, missing_ranges={"age": [-99]})


def bytes_of(extension: str, **others) -> bytes:
    table = pandas.DataFrame({**numbers(), **others})
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"in.{extension}"
        write(table, path)
        return path.read_bytes()


def packages():
    for extension in ("orc", "dta", "sav", "zsav"):
        yield Hostile(f"package/sound.{extension}", bytes_of(extension), ROWS, sound=True)
        sound, texts = bytes_of(extension, **OTHERS), tuple(OTHERS)
        for number in range(FLIPS):
            yield Hostile(f"package_flip/{number:03}.{extension}", flipped(sound, chance("flip", extension, number)), None, texts)
        for name, data in blots(sound, chance("blots", extension)):
            yield Hostile(f"package_damage/{name}.{extension}", data, None, texts)
