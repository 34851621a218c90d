"""Who belongs to people that are to be strangers of a frame of Spark: records that share so many rare values with one
of them that chance does not explain it, as src/overhand/attacks/shared_values.cpp finds them in memory.
"""

from __future__ import annotations

import math
from typing import Any, Iterator

from ._spark_parts import Shared, _packed, _part, _stretches, collected, own_row
from ._spark_schemas import as_numbers

FEW = 10  # records that have a value which is rare
MOST = 0.5  # of all records that belong to somebody: beyond it too few would be left


def _values(column: Any) -> Any:
    """As numbers that can be told apart, NaN or the smallest where there is none."""
    import numpy

    numbers = as_numbers(column)
    if numbers.type == "int64":
        numbers = numbers.fill_null(numpy.iinfo(numpy.int64).min)
    return numbers.to_numpy(zero_copy_only=False)


def _places(known: Any, values: Any) -> tuple[Any, Any]:
    """Which of the values are among those that are known, which ascend, and where."""
    import numpy

    at = numpy.searchsorted(known, values)
    at[at == len(known)] = 0
    found = numpy.flatnonzero(known[at] == values)
    return found, at[found]


def _there(values: Any) -> Any:
    """Each once, ascending, without what is missing."""
    import numpy

    values = numpy.unique(values)
    return values[~numpy.isnan(values)] if values.dtype == numpy.float64 else values[values != numpy.iinfo(numpy.int64).min]


def _counted(frame: Any, names: list[str], known: list[Any]) -> list[Any]:
    """How many records of the frame have each of the known values of each column."""
    import numpy

    shared = Shared(frame.sparkSession, known)

    def count(batches: Iterator[Any]) -> Iterator[Any]:
        counts = [numpy.zeros(len(own), numpy.int64) for own in shared.value]
        for records in _stretches(batches):
            for own, of_column, column in zip(shared.value, counts, records.columns):
                if len(own):
                    of_column += numpy.bincount(_places(own, _values(column))[1], minlength=len(own))
        yield _packed([(_part(), 0, 0, numpy.concatenate(counts).tobytes())])

    together = sum(numpy.frombuffer(blob, numpy.int64) for blob in collected(frame, names, count))
    ends = numpy.cumsum([len(own) for own in known])
    return list(numpy.split(together, ends[:-1]))


def _found(frame: Any, names: list[str], first_rows: list[int], rare: list[Any]) -> Any:
    """(row, column, place among the rare values) of each record of the frame that has one."""
    import numpy

    shared, starts = (Shared(frame.sparkSession, held) for held in (rare, first_rows))

    def find(batches: Iterator[Any]) -> Iterator[Any]:
        row = own_row(starts)
        for records in _stretches(batches):
            for j, (own, column) in enumerate(zip(shared.value, records.columns)):
                found, at = _places(own, _values(column)) if len(own) else ((), ())
                if len(found):
                    triples = numpy.column_stack([found + row, numpy.full(len(found), j), at]).astype(numpy.int64)
                    yield _packed([(_part(), j, row, triples.tobytes())])
            row += records.num_rows

    found = collected(frame, names, find)
    return numpy.concatenate([numpy.frombuffer(blob, numpy.int64).reshape(-1, 3) for blob in found]) if found else numpy.zeros((0, 3), int)


def companions(frame: Any, names: list[str], first_rows: list[int], rows: int, people: Any) -> Any:
    """The rows of the frame that belong to some of the people, these among them; none where too many do.

    `names` are columns of numbers, dates and times, `people` records of the frame with these columns.
    """
    import numpy

    if not names:
        return numpy.zeros(0, numpy.uint32)
    theirs = [_values(people.column(name)) for name in names]
    known = [_there(values) for values in theirs]
    counts = _counted(frame, names, known)
    rare = [own[held <= FEW] for own, held in zip(known, counts)]
    surprise = [numpy.log(rows / held[held <= FEW]) for held in counts]
    found = _found(frame, names, first_rows, rare)
    owners = [_places(own, values) if len(own) else (numpy.zeros(0, int), numpy.zeros(0, int)) for own, values in zip(rare, theirs)]
    pairs: dict[tuple[int, int], float] = {}
    for row, j, at in found.tolist():
        whose, which = owners[j]
        for person in whose[which == at].tolist():
            pairs[row, person] = pairs.get((row, person), 0.0) + float(surprise[j][at])
    alike = {row for (row, _), how in pairs.items() if how > 2 * math.log(rows)}
    return numpy.array(sorted(alike) if len(alike) <= MOST * rows else [], numpy.uint32)
