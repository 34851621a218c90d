"""Attacks on a masked frame of Spark by people who are in it and people who are not.

As in memory (attacks/attacks.h), by a sample of either; whom they attack is sought among all masked records.
"""

from __future__ import annotations

import json
from typing import Any

from . import _arguments as arguments
from . import _core
from ._spark_linkage import _sizes
from ._spark_parts import Shared, _as_bytes, by_place
from ._spark_witnesses import Sample, fetched, read_sample, witnesses

PEOPLE = 500  # of each
FEWEST = 100  # strangers: one of the twentieth least like others is among so many but for 0.95^100 = 0.006
AT_LARGE = 4_500  # others, with whom nearness is compared


def _starts(frame: Any) -> tuple[list[int], int]:
    """The number of each partition's first row, and of all rows."""
    starts, row = [], 0
    for size in _sizes(by_place(frame).select("c0")):
        starts.append(row)
        row += size
    return starts, row


def _some(frame: Any, names: list[str], count: int, seed: int) -> Any:
    """Records at random, in random order."""
    import numpy

    starts, rows = _starts(frame)
    drawn = numpy.sort(_core.parts.sample_rows(seed.to_bytes(32, "big"), 0, rows, min(count, rows)))
    return fetched(frame, names, starts, drawn).take(numpy.random.default_rng(seed).permutation(len(drawn)))


def are_members(strangers: Any, original: Any, names: list[str]) -> bool:
    """Whether more than half of some strangers are equal to one record of the original alone.

    By chance a record is equal to exactly one of the original for at most 37 of 100 strangers (Poisson).
    """
    from pyspark.sql import functions

    def digests(frame: Any) -> Any:
        return by_place(frame).select(functions.xxhash64(*(f"c{frame.columns.index(name)}" for name in names)).alias("digest"))

    some = [row.digest for row in digests(strangers).limit(PEOPLE).collect()]
    classes = digests(original).where(functions.col("digest").isin(some)).groupBy("digest").count()
    alone = {row.digest for row in classes.where("count = 1").collect()}
    return 2 * sum(digest in alone for digest in some) > len(some)


def attacked(original: Any, masked: Any, strangers: Any, names: list[str], profile: str, seed: int) -> list[dict[str, Any]]:
    """What each attack learns of members and of strangers, held against the profile's ceilings."""
    import numpy
    import pyarrow

    some, others = _some(original, names, PEOPLE + AT_LARGE, seed), _some(strangers, names, PEOPLE, seed)
    together = pyarrow.concat_tables([some, others.cast(some.schema)]).combine_chunks()
    said = arguments.said_json(columns=names, profile=profile, derive=False, keep_identifiers=True)
    members = numpy.arange(min(PEOPLE, some.num_rows), dtype=numpy.uint32)
    outside = numpy.arange(some.num_rows, together.num_rows, dtype=numpy.uint32)
    shared = Sample(Shared(masked.sparkSession, _as_bytes(together)), said)
    near = witnesses(masked, names, _starts(masked)[0], shared, numpy.concatenate([members, outside]))
    found: list[dict[str, Any]] = json.loads(
        _core.parts.attacks_on(read_sample(together, "evaluation", said), members, outside, near.__arrow_c_stream__()))
    return found
