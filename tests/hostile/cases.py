"""What is run on a hostile file, and with which options: one case is one run of the program."""

import dataclasses
import pathlib
from typing import Callable, Iterator

from columnar import columnar
from damage import damages
from delimited import delimited
from hostile import EXTENSIONS, Hostile, chance, file_bytes, numbers
from packages import packages
from tables import tables
from workbooks import workbooks

METHODS = ("sjppds", "mdav", "pca", "pppca", "noise", "correlated_noise", "rank_swap", "cell_rotate", "cell_shuffle",
           "rank_noise", "cart", "ipso")
WITH_SOURCES = {"sjppds", "cell_rotate", "cell_shuffle", "rank_noise"}


@dataclasses.dataclass(frozen=True)
class Case:
    name: str
    make: Callable[[pathlib.Path], None]  # the files, in a folder of the case's own
    words: tuple[str | bytes, ...]  # what stands after `overhand`
    outputs: frozenset[str] = frozenset()  # what may appear, and must when it ends with 0
    rows: int | None = None  # of the masked table, where that can be told
    stdin: str | None = None  # the file that is piped in
    table: str | None = None  # which output is a masked table
    sound: bool = False  # it must not be refused


def roles(hostile: Hostile, random_) -> tuple[str, ...]:
    """Text columns can only be kept or dropped; at times neither is said."""
    if not hostile.texts or random_.random() < 0.15:
        return ()
    return random_.choice(("--keep", "--drop")), ",".join(hostile.texts)


def mask_case(hostile: Hostile, random_) -> Case:
    method = random_.choice(METHODS)
    table = f"out.{random_.choice(EXTENSIONS)}"
    words, outputs = ["mask", hostile.file, "-o", table, "--method", method, "--seed", "1"], {table}
    if method in WITH_SOURCES:
        words += ["--lineage", "out_lineage.csv"]
        outputs.add("out_lineage.csv")
    words += ["--json", "out.json", *roles(hostile, random_)]
    return Case(f"mask:{hostile.name}", hostile.make, tuple(words), frozenset(outputs | {"out.json"}), hostile.rows, table=table, sound=hostile.sound)


def default_case(hostile: Hostile, random_) -> Case:
    table = "out.csv"
    return Case(f"default:{hostile.name}", hostile.make, ("mask", hostile.file, "-o", table, *roles(hostile, random_)),
                frozenset({table}), hostile.rows, table=table, sound=hostile.sound)


def piped_case(hostile: Hostile, random_) -> Case:
    return Case(f"piped:{hostile.name}", hostile.make, ("mask", "-", "-o", "out.feather", *roles(hostile, random_)),
                frozenset({"out.feather"}), stdin=hostile.file, table="out.feather")


def evaluate_case(hostile: Hostile, random_) -> Case:
    drop = ("--drop", ",".join(hostile.texts)) if hostile.texts else ()
    words = ("evaluate", hostile.file, hostile.file, "--json", "out.json", "--report", "out.html", "--figures", "out_figures", *drop)
    return Case(f"evaluate:{hostile.name}", hostile.make, words, frozenset({"out.json", "out.html", "out-internal.html", "out_figures"}))


def against_case(hostile: Hostile, random_) -> Case:
    """A sound original and a hostile masked table, or the other way."""

    def make(folder: pathlib.Path) -> None:
        hostile.make(folder)
        (folder / "sound.csv").write_bytes(file_bytes(numbers(), "csv"))

    tables_ = random_.sample(("sound.csv", hostile.file), 2)
    words = ("evaluate", *tables_, "--pairing", random_.choice(("row", "sorted")), "--json", "out.json")
    return Case(f"against:{hostile.name}", make, words, frozenset({"out.json"}))


def compare_case(hostile: Hostile, random_) -> Case:
    table = f"out.{random_.choice(EXTENSIONS)}"
    # Every trial of thousands of columns takes its time: half a minute in all, which is no hang.
    bound = ("--time", "5s") if "wide" in hostile.name else ()
    words = ("compare", hostile.file, "--quick", *bound, "-o", table, "--json", "out.json", *roles(hostile, random_))
    return Case(f"compare:{hostile.name}", hostile.make, words, frozenset({table, "out.json"}), hostile.rows, table=table, sound=hostile.sound)


def hostile_files() -> Iterator[Hostile]:
    seen = set()
    for hostile in (*delimited(), *columnar(), *tables(), *damages(), *packages(), *workbooks()):
        if hostile.name not in seen:
            seen.add(hostile.name)
            yield hostile


def cases_of(hostile: Hostile) -> Iterator[Case]:
    random_ = chance("cases", hostile.name)
    yield mask_case(hostile, random_)
    kinds = [default_case, evaluate_case, against_case, compare_case]
    if hostile.file.startswith(("in.csv", "in.tsv")):
        kinds.append(piped_case)
    yield random_.choice(kinds)(hostile, random_)
