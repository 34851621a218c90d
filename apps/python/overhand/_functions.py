"""The functions of the package. Tables come and go in the caller's own type."""

from __future__ import annotations

import inspect as inspect_module
import json
import os
import warnings
from typing import Any, Callable

from . import _arguments as arguments
from . import _core
from ._frames import any_frame, asking_for, frame, use_files
from ._progress import telling
from ._results import Evaluation, Inspection, Masked, Released, Tuning, records_frame


class Note(UserWarning):
    """Something that was done to a table, or should be known of it."""


def _note(sentences: list[str], level: int = 2) -> None:
    for sentence in sentences:
        warnings.warn(sentence, Note, stacklevel=level + 1)


def _takes(*parts: arguments.Arguments) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Gives a function the signature and the docstring of its arguments, and refuses others."""
    known: arguments.Arguments = {name: what for part in parts for name, what in part.items()}

    def made(function: Callable[..., Any]) -> Callable[..., Any]:
        function.__signature__ = arguments.signature_of(function, known)  # type: ignore[attr-defined]
        function.__known__ = known  # type: ignore[attr-defined]
        text = inspect_module.cleandoc(function.__doc__ or "")  # before lines of another indent come in
        text = text.replace("{arguments}", arguments.arguments_text(known)).replace("{methods}", arguments.methods_text())
        function.__doc__ = text
        return function

    return made


def _only(function: Callable[..., Any], said: dict[str, Any]) -> dict[str, Any]:
    """What is said, or a ValueError with the nearest name there is."""
    known = list(function.__signature__.parameters)  # type: ignore[attr-defined]
    for name in said:
        if name not in known:
            end = arguments.nearest(name, known, f"it takes {', '.join(known)}.")
            raise ValueError(f"{function.__name__}() has no argument '{name}'; {end}")
    return said


def _split(method: str, said: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """(general arguments, options of the method). `order` is both: with units, of their rows."""
    general = {**arguments.COLUMNS, **arguments.BINDING, **arguments.READING, **arguments.KEY}
    options = {name: value for name, value in said.items() if name not in general and value is not None}
    common = {name: value for name, value in said.items() if name in general}
    order = common.get("order")
    if order is not None and not (common.get("unit") and isinstance(order, str)):
        options["order"] = common.pop("order")
    return common, options


SHUFFLING: arguments.Arguments = {
    "shuffle_rows": ("bool", False, "put the rows in random order (methods that keep the order)"),
}


@_takes(arguments.COLUMNS, arguments.BINDING, SHUFFLING, arguments.KEY, arguments.READING, arguments.PROGRESS,
        arguments.option_arguments())
def mask(data: Any, method: str = "cell_rotate", *, details: bool = False, **said: Any) -> Any:
    """
    Mask a table and give it back in the caller's own type.

    data is a frame of pandas, polars or pyarrow, a DuckDB relation, an array of numpy, anything with
    the Arrow C stream interface, or the path of a file. An index of pandas whose labels tell records
    apart is left out unless keep_identifiers is said; others go with the source of each record.
    With details=True the result is a Masked, which also has the source of each record, the risk and
    a report.

    A masked table is not safe because it is masked: evaluate() says what it still tells, release()
    refuses what tells too much.

    >>> import overhand
    >>> people = overhand.simulate("survey", rows=200, seed=1)
    >>> masked = overhand.mask(people, "rank_swap", percent=15, seed=1)
    >>> masked.shape == people.shape
    True

    Arguments
    ---------
    {arguments}

    Methods, each with its options [and their defaults]
    ---------------------------------------------------
    {methods}
    """
    if not isinstance(details, bool):
        raise TypeError("details must be True or False.")
    progress = said.pop("progress", None)
    shuffle_rows = said.pop("shuffle_rows", False)
    common, options = _split(method, said)
    table = frame(data)
    known = [name for name in mask.__signature__.parameters if name not in arguments.option_arguments()]  # type: ignore[attr-defined]
    text = arguments.said_json(method=method, options=options, known=known, shuffle_rows=shuffle_rows, **common)
    if common.get("seed") is not None:
        _note(["seed is for experiments: who guesses the seed undoes the masking. The result must not be released."])
    with telling(progress) as tell, asking_for(table):
        made = _core.mask(table.into(), text, tell)
    _note(made.told)
    labels = table.labels(lambda: made.sources, bool(common.get("keep_identifiers")))
    told, sources = made.told, made.sources if details else None
    masked = table.give_back(made.give() if details else made.give_away(), labels.index)
    notes = [*labels.notes, *table.lost(masked)]
    _note(notes)
    return Masked(masked, sources, [*told, *notes], made) if details else masked


EVALUATING: arguments.Arguments = {
    "analyses": ("Names | None", None, "regressions to compare on both tables, such as 'income ~ age + edu'"),
    "target": ("str | None", None, "the column that trees learn to predict for tstr; the median over columns unless said"),
    "ps": ("Literal['damped', 'glm']", "damped", "propensity model: damped, or glm as R fits it"),
    "exact": ("bool", False, "link all records, however many there are"),
    "seed": ("int", 1, "of random ties and samples"),
}


@_takes({name: arguments.COLUMNS[name] for name in ("schema", "columns", "drop", "keep", "missing")},
        arguments.STRUCTURE, EVALUATING, arguments.READING, arguments.PROGRESS)
def evaluate(original: Any, masked: Any, pairing: Any = None, **said: Any) -> Evaluation:
    """
    Measure risk and loss of a masked table, made by whatever software.

    pairing says which original record each masked one belongs to: "row", "sorted", the rows of the
    sources (a sequence from 0, such as the lineage of a Masked), or the path of a lineage file.
    Without one the riskier of row and sorted stands first.

    >>> import overhand
    >>> people = overhand.simulate("survey", rows=200, seed=1)
    >>> masked = overhand.mask(people, "noise", percent=30, seed=1)
    >>> result = overhand.evaluate(people, masked, pairing="row")
    >>> 0 <= result.risk["dbrl"] <= 1
    True

    Arguments
    ---------
    {arguments}
    """
    _only(evaluate, said)
    progress = said.pop("progress", None)
    sources, stated = _sources(pairing)
    text = arguments.said_json(pairing=stated, **said)
    first, second = frame(original), frame(masked)
    with telling(progress) as tell, asking_for(first, second):
        made = _core.evaluate(first.into(), second.into(), sources, text, tell)
    values = json.loads(made.json)
    _note(values.pop("told", []))
    return Evaluation(values, made)


_PAIRINGS = ("row", "sorted")


def _sources(pairing: Any) -> tuple[Any, str | None]:
    """(rows from 0, or the word that is said)."""
    if pairing is None or isinstance(pairing, str) and pairing in _PAIRINGS:
        return None, pairing
    import numpy

    if isinstance(pairing, str) and not os.path.exists(pairing) and not os.path.splitext(os.path.basename(pairing))[1]:
        end = arguments.nearest(pairing, _PAIRINGS, "it is row, sorted, the rows of the sources, or a lineage file.")
        raise ValueError(f"pairing: there is no '{pairing}'; {end}")
    if isinstance(pairing, (str, os.PathLike)):
        use_files()
        return numpy.asarray(_core.lineage(os.fspath(pairing)), dtype=numpy.int64), None
    rows = numpy.asarray(pairing)
    if rows.ndim != 1 or rows.dtype.kind not in "iu":
        raise TypeError('pairing must be "row", "sorted", a sequence of rows from 0, or a lineage file.')
    if rows.size and rows.min() < 0:
        raise ValueError("pairing names a row below 0.")
    return numpy.ascontiguousarray(rows, dtype=numpy.int64), None


TUNING: arguments.Arguments = {
    "max_risk": ("float", 0.2, "ceiling: the share of records that may be linked (DBRL)"),
    "risk": ("Literal['lineage', 'paper']", "lineage", "lineage: by true sources where there are; paper: as published"),
    "score": ("Literal['loss', 'paper']", "loss", "what settings are ranked by under the ceiling"),
    "marginals": ("Literal['exact', 'smoothed', 'synthetic']", "exact", "values that shuffles give out: each column's own, others near the rare ones, or drawn between them"),
    "keys_by": ("Literal['least', 'cells']", "least", "with suppress: the way that loses least, or cells alone"),
    "replications": ("int", 30, "maskings of each setting"),
    "quick": ("bool", False, "10 settings, 3 replications"),
    "seconds": ("float | None", None, "bound all of it"),
    "seed": ("int", 1, "of the trials; the table that is made has a fresh key"),
    "analyses": EVALUATING["analyses"],
    "ps": EVALUATING["ps"],
}


def _tuned(method: str, data: Any, said: dict[str, Any]) -> Tuning:
    progress = said.pop("progress", None)
    table = frame(data)
    with telling(progress) as tell, asking_for(table):
        made = _core.tune(table.into(), arguments.said_json(method=method, **said), tell)
    values = json.loads(made.json)
    _note(values.pop("told", []), level=3)
    given = made.table
    if given is None:
        return Tuning(values, made, None)
    labels = table.labels(lambda: None, bool(said.get("keep_identifiers")))
    masked = table.give_back(given, labels.index)
    _note([*labels.notes, *table.lost(masked)], level=3)
    return Tuning(values, made, masked)


@_takes(arguments.COLUMNS, arguments.BINDING, TUNING, arguments.READING, arguments.PROGRESS)
def tune(data: Any, method: str = "sjppds", **said: Any) -> Tuning:
    """
    Find the best setting of a method, and mask the table with it and a fresh key.

    data is what mask() takes. Above the ceiling no table is made: the result's `masked` is None, and `refused` says why.

    Arguments
    ---------
    {arguments}
    """
    return _tuned(method, data, _only(tune, said))


@_takes(arguments.COLUMNS, arguments.BINDING, TUNING, arguments.READING, arguments.PROGRESS)
def compare(data: Any, **said: Any) -> Tuning:
    """
    Tune every method that takes these columns, rank them, and mask the table with the best.

    data is what mask() takes.

    Arguments
    ---------
    {arguments}
    """
    return _tuned("all", data, _only(compare, said))


@_takes({"missing": arguments.COLUMNS["missing"]}, arguments.READING, arguments.PROGRESS)
def inspect(data: Any, **said: Any) -> Inspection:
    """
    Say what each column of data is and propose what becomes of it.

    >>> import overhand
    >>> found = overhand.inspect(overhand.simulate("hospital", rows=300, seed=1))
    >>> "drop" in {column["role"] for column in found.to_dict()["columns"]}
    True

    Arguments
    ---------
    {arguments}
    """
    _only(inspect, said)
    progress = said.pop("progress", None)
    with telling(progress) as tell:
        values, schema = _core.inspect(frame(data).into(), arguments.said_json(**said), tell)
    return Inspection(json.loads(values), schema)


@_takes({"missing": arguments.COLUMNS["missing"]}, arguments.READING, arguments.PROGRESS)
def read(path: Any, **said: Any) -> Any:
    """
    Read the table in the file at path: CSV in any dialect, workbooks, Stata, SPSS, SAS, Parquet, Feather, ORC.

    It is a frame of pandas where pandas is there, else of polars or pyarrow.

    Arguments
    ---------
    {arguments}
    """
    _only(read, said)
    progress = said.pop("progress", None)
    use_files()
    with telling(progress) as tell:
        table, notes = _core.read(os.fspath(path), arguments.said_json(**said), tell)
    _note(notes)
    return any_frame(table)


def simulate(kind: str = "survey", rows: int = 500, columns: int | None = None, *, rho: float | None = None,
             seed: int | None = None) -> Any:
    """
    A table that never was: gaussian, exponential or timing of the paper; survey, hospital or
    households of made-up people.

    >>> import overhand
    >>> overhand.simulate("gaussian", rows=10, columns=3, seed=1).shape
    (10, 3)
    """
    said = arguments.said_json(kind=kind, rows=rows, columns=columns, rho=rho, seed=seed)
    return any_frame(_core.simulate(said))


def methods() -> Any:
    """
    The methods, a row each: what they are called, do, keep and take, and their options.

    >>> import overhand
    >>> "cell_rotate" in set(overhand.methods()["name"])
    True
    """
    return records_frame({**{name: method[name] for name in ("name", "summary", "keeps", "reference", "keeps_rows")},
                          "options": ", ".join(f"{o['name']}={o['default']!r}" for o in method["options"])}
                         for method in arguments.METHODS)


def metrics() -> Any:
    """
    The measures of risk and loss, a row each.

    >>> import overhand
    >>> "dbrl" in set(overhand.metrics()["name"])
    True
    """
    return records_frame({name: measure.get(name) for name in ("name", "kind", "summary", "scale", "better", "reference")}
                         for measure in json.loads(_core.measures())["measures"])


RELEASING: arguments.Arguments = {
    "profile": ("Literal['internal', 'research', 'public']", "research", "whom it is for, which sets the ceilings"),
    "accept_risk": ("str | None", None, "let out what comes nearest to the ceilings, for this reason, which goes into the report"),
    "ceilings": ("Mapping[str, float] | None", None, "other ceilings than the profile's, by their names in the manifest"),
    "ledger": ("Path | None", None, "refuse records that were released before, and enter these: a private file"),
    "method": ("str | None", None, "try this method alone"),
    "seconds": ("float | None", None, "bound the trials"),
}


@_takes({name: what for name, what in arguments.COLUMNS.items() if name != "missing"}, arguments.BINDING, RELEASING,
        arguments.READING, arguments.PROGRESS)
def release(data: Any, folder: Any, **said: Any) -> Released:
    """
    Mask data, attack what was made, and write it with its reports and a manifest into a new folder, or refuse it.

    What goes out is attacked with people who are in it and people who are not, and only where that
    learns less than the profile allows something is written; else overhand.Refused says why. The
    key is fresh. The result's `masked` is the table that was written, in the caller's own type.

    Arguments
    ---------
    {arguments}
    """
    _only(release, said)
    progress = said.pop("progress", None)
    table = frame(data)
    use_files()
    with telling(progress) as tell, asking_for(table):
        manifest, reports, made, told = _core.release(table.into(), os.fspath(folder), arguments.said_json(**said), tell)
    labels = table.labels(lambda: None, False)
    masked = table.give_back(made, None)
    index = ["The index is no column of the release; reset_index() before it makes it one."] if labels.notes else []
    _note([*told, *index, *table.lost(masked)])
    return Released(json.loads(manifest), os.fspath(folder), masked, reports)


@_takes(arguments.PROGRESS)
def verify(folder: Any, **said: Any) -> int:
    """
    How many files of a release in a folder are as they were released; overhand.Refused where one is not.

    Arguments
    ---------
    {arguments}
    """
    _only(verify, said)
    with telling(said.get("progress")) as tell:
        return int(_core.verify(os.fspath(folder), tell))


def serve(port: int = 0) -> None:
    """Work in the browser, on this machine only: 127.0.0.1. Ctrl-C ends it and forgets all."""

    def announce(address: str) -> None:
        print(f"The page is at\n  {address}\non this machine only. Who has the address can use it. "
              "Ctrl-C ends it and forgets all.", flush=True)

    use_files()
    try:
        _core.serve(int(port), announce)
    except KeyboardInterrupt:
        pass
