"""What the functions can be told, once: names, help and defaults, and signatures made of them."""

from __future__ import annotations

import difflib
import inspect
import json
import math
import os
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Callable

from . import _core

METHODS: list[dict[str, Any]] = json.loads(_core.methods())["methods"]

# name: (type in the stub, default, help)
Arguments = dict[str, tuple[str, Any, str]]

COLUMNS: Arguments = {
    "schema": ("Path | None", None, "a file that says what each column is and what becomes of it; inspect() proposes it"),
    "columns": ("Names | None", None, "mask these; leave out the others, unless keep names them"),
    "drop": ("Names | None", None, "leave these columns out"),
    "keep": ("Names | None", None, "let these columns go out as they are, with each record's source"),
    "keep_identifiers": ("bool", False, "let kept columns have nearly as many values as there are records"),
    "missing": ("Names | None", None, "texts that mean a missing value"),
}
STRUCTURE: Arguments = {
    "within": ("Names | None", None, "mask each stratum of these columns by itself"),
    "unit": ("str | None", None, "rows that agree in this column are one household, person or firm, masked as one"),
    "order": ("Names | None", None, "with unit, one column: the order of a unit's rows; else an option of cart"),
    "rules": ("Names | None", None, "every record obeys these, such as 'tax <= income'; masked records that break one are counted"),
    "weight": ("str | None", None, "how many each record stands for: weighted figures are measured"),
}
BINDING: Arguments = {
    **STRUCTURE,
    "rare": ("Literal['refuse', 'drop'] | None", None, "units of sizes too rare to mask: refuse, or drop them"),
    "derive": ("Names | bool | None", None, "compute columns from others after masking, such as 'total = a + b'; False: not even sums that are found"),
    "keys": ("Names | None", None, "columns by which people are known; those that are kept unless said"),
    "suppress": ("int | None", None, "set cells of keys to missing until what is left is shared by so many records"),
    "alike": ("bool", False, "with suppress: more, until so many records look alike in their keys, gaps among them"),
    "suppress_records": ("int | bool | None", None, "leave out records that share their keys with fewer"),
}
READING: Arguments = {
    "delimiter": ("str | None", None, "of a text file: the sign between fields"),
    "decimal": ("str | None", None, "of a text file: '.' or ','"),
    "encoding": ("str | None", None, "of a text file: utf-8, utf-16le, utf-16be or windows-1252"),
    "header": ("bool | None", None, "of a text file: whether its first line holds the names"),
    "sheet": ("str | int | None", None, "of a workbook: the name or number of a sheet"),
    "skip": ("int | None", None, "lines above the names"),
    "totals": ("bool | None", None, "whether the last row holds totals, which are left out"),
}
KEY: Arguments = {
    "key": ("bytes | None", None, "32 secret bytes: the same key gives the same masking; a fresh one unless given"),
    "key_file": ("Path | None", None, "the same in a file that only you can read"),
    "seed": ("int | None", None, "a number instead of a key: for experiments only, who guesses it undoes the masking"),
}
PROGRESS: Arguments = {
    "progress": ("Any", None, "True, False, or a class such as tqdm; None: a bar where somebody watches long work"),
}


def method_options() -> dict[str, list[dict[str, Any]]]:
    """Name of an option -> the methods that have it, with its default and its help there."""
    found: dict[str, list[dict[str, Any]]] = {}
    for method in METHODS:
        for option in method["options"]:
            found.setdefault(option["name"], []).append({**option, "method": method["name"]})
    return found


def nearest(name: str, known: Iterable[str], otherwise: str) -> str:
    """did you mean bins?"""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"did you mean {near[0]}?" if near else otherwise


def _plain(name: str, value: Any) -> Any:
    """Numbers of numpy, paths and sets as JSON has them, or what is wrong with the argument."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        if not value.isascii() and value.encode(errors="replace") != value.encode(errors="surrogatepass"):
            raise ValueError(f"{name} has signs that no text can have.")
        return str(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{name} must be a finite number, not {value}.")
        return float(value)
    if isinstance(value, int):
        if not -2**63 <= value < 2**64:
            raise ValueError(f"{name} must be a number that 64 bits hold.")
        return int(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(str(key) if name == "options" else name, held) for key, held in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_plain(name, held) for held in value]
    if hasattr(value, "tolist"):  # numpy, pandas.Index
        return _plain(name, value.tolist())
    raise TypeError(f"{name} cannot be of type {type(value).__name__}.")


def said_json(**said: Any) -> str:
    """What is said, as the module takes it."""
    given = {name: value for name, value in said.items() if value is not None}
    if isinstance(given.get("sheet"), int):
        given["sheet"] = str(given["sheet"])
    if "key" in given:
        key = given["key"]
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError("key must be 32 bytes.")
        given["key"] = bytes(key).hex()
    return json.dumps({name: _plain(name, value) for name, value in given.items()})


def option_arguments() -> Arguments:
    """The options of all methods as keyword arguments; the default is the method's own."""
    made: Arguments = {}
    for name, uses in method_options().items():
        if name not in BINDING:
            made[name] = (_type_of(uses), None, "; ".join(dict.fromkeys(f"{use['help']}" for use in uses)))
    return made


def _type_of(uses: list[dict[str, Any]]) -> str:
    first = uses[0]
    if first.get("choices"):
        return "Literal[" + ", ".join(repr(choice) for choice in first["choices"]) + "] | None"
    default = first["default"]
    if isinstance(default, bool):
        return "bool | None"
    if isinstance(default, int):
        return "int | None"
    if isinstance(default, float):
        return "float | None"
    return "Mapping[str, str] | Path | None" if first["name"] == "matrix" else "Names | None"


def signature_of(function: Callable[..., Any], arguments: Arguments) -> inspect.Signature:
    """The function's own parameters, and the arguments behind them by keyword."""
    own = [p for p in inspect.signature(function).parameters.values() if p.kind is not p.VAR_KEYWORD]
    more = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
            for name, (_, default, _) in arguments.items()]
    return inspect.Signature([*own, *more])


def _entry(name: str, words: str, indent: int = 0) -> str:
    """`name: words` over lines of one width, each but the first further in."""
    return textwrap.fill(f"{name}: {words}", width=96, initial_indent=" " * indent,
                         subsequent_indent=" " * (indent + 8), break_long_words=False, break_on_hyphens=False)


def methods_text() -> str:
    """Every method with its options, for a docstring."""
    lines = []
    for method in METHODS:
        lines.append(_entry(method["name"], f"{method['summary']}."))
        for option in method["options"]:
            default = option["default"]
            lines.append(_entry(f"{option['name']} [{default if default != '' else 'none'}]", option["help"], 4))
    return "\n".join(lines)


def arguments_text(arguments: Arguments) -> str:
    return "\n".join(_entry(name, words) for name, (_, _, words) in arguments.items())
