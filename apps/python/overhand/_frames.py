"""Tables of other libraries: into a stream of Arrow's, and back into the caller's own type."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Any, Callable, Iterator, NamedTuple

from . import _core


NO_STREAM = "The table's __arrow_c_stream__() gives no stream of Arrow's."


class Labels(NamedTuple):
    """The labels of a masked table's rows, where it has some, and what is to be said of them."""

    index: Any = None
    notes: tuple[str, ...] = ()


class Deferred:
    """Columns that a table cannot have, and why: a column that is left out does no harm."""

    def __init__(self) -> None:
        self.why: dict[str, Exception] = {}

    def add(self, batch: Any, name: str, rows: int, add: Callable[[], Any]) -> None:
        try:
            add()
        except UnicodeEncodeError:
            self.why[name] = ValueError(f"Column '{name}' has a text that is none in UTF-8 (a lone surrogate); mend it, such as "
                                        f"with str.encode(\"utf-8\", \"replace\"), or leave it out with drop=\"{name}\".")
            batch.add_without_place(name, rows)
        except (TypeError, ValueError) as error:
            self.why[name] = error
            batch.add_without_place(name, rows)


def check_letters(position: int, name: str) -> None:
    """A name ends at a zero character for all who take it in C."""
    if "\0" in name or any("\ud800" <= letter <= "\udfff" for letter in name):
        raise ValueError(f"Column number {position + 1} has a name with a zero character or a lone surrogate; rename it.")


@contextlib.contextmanager
def asking_for(*tables: "Frame") -> Iterator[None]:
    """Where a column is asked for that its table cannot have, it is said why."""
    try:
        yield
    except TypeError as error:
        for table in tables:
            for name, why in table.deferred.why.items():
                if str(error).startswith(f"Column '{name}' is of a type"):
                    raise why from None
        raise


def _no_labels(sources: Callable[[], Any], keep_identifiers: bool) -> Labels:
    return Labels()


class Frame:
    """A table as it was given: what goes in, and how the masked one comes back."""

    def __init__(self, source: Any, give_back: Callable[[Any, Any], Any],
                 labels: Callable[[Callable[[], Any], bool], Labels] = _no_labels,
                 lost: Callable[[Any], list[str]] = lambda masked: [], deferred: Deferred | None = None) -> None:
        self.source = source  # a path, or an object with __arrow_c_stream__
        self.give_back = give_back  # (Table, index or None) -> the caller's own type
        # (what tells the source row of each masked record or None, keep_identifiers) -> Labels
        self.labels = labels
        self.lost = lost  # the masked table -> what its types do not say any more
        self.deferred = deferred or Deferred()

    def into(self) -> Any:
        """What the module takes: a path or a capsule."""
        if isinstance(self.source, str):
            use_files()
            return self.source
        capsule = self.source.__arrow_c_stream__()
        if type(capsule).__name__ != "PyCapsule":
            raise TypeError(NO_STREAM)
        return capsule


def use_files() -> None:
    """Loads what opens files of tables, once."""
    from . import _files

    _core.use_files(_files.files)


def _module(name: str) -> Any:
    """The library, where the caller has it: a table of its own cannot come from elsewhere."""
    return sys.modules.get(name)


def frame(data: Any) -> Frame:
    """Any table: pandas, polars, pyarrow, DuckDB, numpy, a path, or what has the Arrow interface."""
    if isinstance(data, (str, os.PathLike)):
        return Frame(os.fspath(data), _any_frame)
    pandas, numpy, polars = _module("pandas"), _module("numpy"), _module("polars")
    if pandas is not None and isinstance(data, pandas.DataFrame):
        from . import _pandas

        deferred = Deferred()
        return Frame(_pandas.batch(data, deferred.add), lambda table, index: _pandas.back(table, data, index),
                     lambda sources, keep_identifiers: _pandas.labels(data.index, sources, keep_identifiers),
                     lambda masked: _pandas.lost(data, masked), deferred)
    if pandas is not None and isinstance(data, pandas.Series):
        raise TypeError("A Series is one column; give a DataFrame, such as data.to_frame().")
    if numpy is not None and isinstance(data, numpy.ndarray):
        from . import _numpy

        deferred = Deferred()
        return Frame(_numpy.batch_of(data, deferred.add), lambda table, index: _numpy.back(table, data), deferred=deferred)
    if polars is not None and isinstance(data, polars.LazyFrame):
        raise TypeError("A LazyFrame is no table yet; collect() it first.")
    if polars is not None and isinstance(data, polars.DataFrame):
        from . import _polars

        return Frame(data, lambda table, index: _polars.back(table, data), lost=lambda masked: _polars.lost(data, masked))
    if type(data).__module__.partition(".")[0] in ("duckdb", "_duckdb") and hasattr(data, "to_arrow_table"):
        held = data.to_arrow_table()
        return Frame(held, lambda table, index: _duckdb_back(table, held))
    if hasattr(data, "__arrow_c_stream__"):
        return Frame(data, lambda table, index: _arrow_back(table, data))
    raise TypeError(
        f"A table is needed (a frame of pandas, polars, pyarrow or DuckDB, an array of numpy, or a path), "
        f"not {type(data).__name__}."
    )


def _any_frame(table: Any, index: Any = None) -> Any:
    """For who gave a path: the frame of the first library that is there."""
    try:
        import pandas  # noqa: F401
    except ImportError:
        pass
    else:
        from . import _pandas

        return _pandas.back(table, None, index)
    try:
        import polars
    except ImportError:
        pass
    else:
        return polars.DataFrame(table)
    try:
        import pyarrow
    except ImportError:
        return table
    return pyarrow.table(table)


any_frame = _any_frame


def _own_nan(made: Any, like: Any) -> Any:
    """The table of pyarrow's with NaN where the column had NaN and nothing else missing."""
    import pyarrow
    import pyarrow.compute

    for j, field in enumerate(made.schema):
        if not pyarrow.types.is_floating(field.type) or not made.column(j).null_count:
            continue
        before = like.column(field.name)
        if not before.null_count and pyarrow.compute.any(pyarrow.compute.is_nan(before)).as_py():
            nan = pyarrow.scalar(float("nan")).cast(field.type)
            made = made.set_column(j, field, pyarrow.compute.fill_null(made.column(j), nan))
    return made


def _arrow_back(table: Any, like: Any) -> Any:
    if type(like).__module__.partition(".")[0] != "pyarrow":
        return table  # itself an object with __arrow_c_stream__
    import pyarrow

    made = pyarrow.table(table)
    if isinstance(like, (pyarrow.Table, pyarrow.RecordBatch)):  # of a reader nothing is left
        made = _own_nan(made, like)
    return made.to_batches()[0] if isinstance(like, pyarrow.RecordBatch) and made.num_rows else made


def _duckdb_back(table: Any, like: Any) -> Any:
    import duckdb

    held = _arrow_back(table, like)
    return duckdb.from_arrow(held)
