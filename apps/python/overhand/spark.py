"""Overhand on Spark: tables that no machine holds (docs/guide/scale.md).

    import overhand.spark
    masked = overhand.spark.mask(frame, key=key)
    masked.write.parquet("masked")

It needs PySpark 4.1 or later, pyarrow, and overhand on every machine of the cluster.
"""

from __future__ import annotations

import os
import warnings
from typing import Any

from . import _arguments as arguments
from . import _core
from . import _spark_attacks as attacking
from . import _spark_check as check
from . import _spark_evaluate as measuring
from . import _spark_mask as masking
from . import _spark_parts as parts
from . import _spark_release as releasing
from ._functions import RELEASING, Note, _only, _takes
from ._results import Released
from ._spark_columns import chosen_columns, kinds_of

METHODS = ("cell_rotate", "sjppds")
PROFILES = ("internal", "research", "public")

_SPARK: arguments.Arguments = {
    **{name: arguments.COLUMNS[name] for name in ("columns", "drop", "keep", "keep_identifiers")},
    **arguments.KEY,
    "lineage": ("str | None", None, "add a column of this name that says the row of each record's source, from 0, for evaluate(); it must never go out"),
    "task_bytes": ("int", masking.TASK_BYTES, "about how many bytes of the table one task takes up"),
}


def _frame(data: Any) -> Any:
    """The frame, or what is wrong with it."""
    if not type(data).__module__.startswith("pyspark.") or not hasattr(data, "mapInArrow"):
        raise TypeError(f"A DataFrame of Spark is needed, not {type(data).__name__}; overhand.mask() takes others.")
    if not hasattr(data, "repartitionById"):
        raise ImportError("overhand.spark needs PySpark 4.1 or later.")
    if ".connect." in type(data).__module__:
        raise TypeError("A DataFrame of a classic session is needed, not one of Spark Connect; make the session with master(), not "
                        "with remote().")
    if data.isStreaming:
        raise ValueError("The frame is a stream, whose records cannot be counted; write it to a table and mask that, or mask each "
                         "of its batches in foreachBatch().")
    return data


def _new_column(frame: Any, name: Any) -> str | None:
    if name is None:
        return None
    if not isinstance(name, str):
        raise TypeError("lineage must be a text.")
    if not name:
        raise ValueError("lineage must be the name of a column to add.")
    for held in frame.columns:
        if held.lower() == name.lower():  # Spark does not tell names that differ by case alone
            raise ValueError(f"lineage: there is a column '{held}' already; take another name.")
    return name


def _method(name: str) -> str:
    if name in METHODS:
        return name
    known = [method["name"] for method in arguments.METHODS]
    if name not in known:
        raise ValueError(f"method: there is no '{name}'; " + arguments.nearest(name, known, f"it is one of {', '.join(known)}."))
    raise ValueError(f"{name} is not there on Spark: take method=\"cell_rotate\" or \"sjppds\", or mask a table that memory holds with "
                     "overhand.mask().")


def _check_task_bytes(task_bytes: Any) -> None:
    if isinstance(task_bytes, bool) or not isinstance(task_bytes, int) or task_bytes < 2**16:
        raise ValueError("task_bytes must be a whole number of at least 65536.")


@_takes(_SPARK, {name: what for name, what in arguments.option_arguments().items() if name in ("bins", "min_bin", "k", "marginals")})
def mask(frame: Any, method: str = "cell_rotate", **said: Any) -> Any:
    """
    Mask a frame of Spark, of any size, and give a frame of the same columns back.

    The masked records are the same for the same key, the same order of rows and the same task_bytes,
    however the frame is cut into partitions; those of sjppds are those that overhand.mask() gives. They
    come in random order. The frame is read several times and must give the same rows in the same order
    each time: what does not, such as a sample or the result of a join, is to be written or checkpointed
    first. The masked frame is computed when it is used, and the same each time.

    Arguments
    ---------
    {arguments}
    """
    frame = _frame(frame)
    known = list(mask.__signature__.parameters)  # type: ignore[attr-defined]
    method = _method(method)
    task_bytes = said.pop("task_bytes", masking.TASK_BYTES)
    options = check.options_said(method, said, known)
    if method == "cell_rotate" and options.get("marginals") == "smoothed":
        raise ValueError("cell_rotate on Spark cannot take marginals smoothed, which needs all values of a column together: "
                         "choose exact, synthetic or free.")
    if method == "sjppds" and options.get("marginals", "exact") != "exact":
        raise ValueError("marginals other than exact are not there on Spark for sjppds; leave marginals away.")
    _check_task_bytes(task_bytes)
    if said.get("seed") is not None:
        warnings.warn("seed is for experiments: who guesses the seed undoes the masking. The result must not be "
                      "released.", Note, stacklevel=2)
    columns = check.chosen(frame, said)._replace(lineage=_new_column(frame, said.pop("lineage", None)))
    key = _core.parts.key(check.said_json(method, options, said, known))
    asked = masking.Asked(method, options, task_bytes)
    with parts.in_plain_words():
        seen = masking.look(frame, columns, asked, said, known)
        for note in seen.notes:
            warnings.warn(note, Note, stacklevel=2)
        return masking.masked_frame(frame, columns, seen.surveyed, asked, key)


def _check_strangers(strangers: Any, original: Any, names: list[str], profile: Any) -> None:
    """What is wrong with them is better told before anything is measured."""
    kinds, others = kinds_of(original), kinds_of(strangers)
    for name in names:
        if name not in others:
            raise ValueError(f"strangers: there is no column '{name}' in the frame.")
        if kinds[name] != others[name]:
            raise ValueError(f"strangers: column '{name}' is {strangers.schema[name].dataType.simpleString()}, and that of the original is "
                             f"{original.schema[name].dataType.simpleString()}.")
    if profile not in PROFILES:
        raise ValueError(f"There is no profile '{profile}'; there are {', '.join(PROFILES[:-1])} and {PROFILES[-1]}.")
    if strangers.limit(attacking.FEWEST).count() < attacking.FEWEST:
        raise ValueError(f"strangers: there must be at least {attacking.FEWEST} of them to compare members with.")
    if attacking.are_members(strangers, original, names):
        raise ValueError("strangers: most of them are in the original, record for record; take people who are not, as attacks learn of "
                         "members what they do not learn of strangers.")


def evaluate(original: Any, masked: Any, *, columns: Any = None, lineage: str | None = None, strangers: Any = None,
             profile: str = "research", sample: int = 1000, seed: int = 1) -> measuring.SparkEvaluation:
    """
    Measure what a masked frame of Spark has kept, and with the sources of its records whom an intruder finds.

    Of columns of numbers, dates and times: moments, covariances and quantiles of both frames, exactly. Of
    truths and texts: the counts of their levels, exactly, and total variation. Of any two columns: how
    strongly they go together. PS, by a logistic regression whose every Newton step is a sum over the
    partitions. With lineage, the column of masked that says the row of each record's source (mask() adds it),
    DBRL of a sample of masked records against all originals, with its interval. The figures are those of
    overhand.evaluate(). With strangers, records of the same kind that were not masked, the attacks of
    overhand.release() on 500 members and as many strangers, with their intervals.

    Arguments
    ---------
    columns: measure these; all that both frames have and mask() takes, unless said
    lineage: the column of masked with the row of each record's source, from 0
    strangers: a frame of people who are not in the original, at least 100, to attack as well
    profile: by whose ceilings attacks are held: internal, research or public
    sample: how many masked records are linked
    seed: of the sample
    """
    original, masked = _frame(original), _frame(masked)
    names, left_out = chosen_columns(original, masked, check._names(columns), lineage)
    if lineage is not None and lineage not in masked.columns:
        raise ValueError(f"lineage: there is no column '{lineage}' in the masked frame.")
    if isinstance(sample, bool) or not isinstance(sample, int) or sample < 1:
        raise ValueError("sample must be a whole number of at least 1.")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**64:
        raise ValueError("seed must be a whole number from 0 to 2^64 - 1.")
    if strangers is not None:
        _check_strangers(_frame(strangers), original, names, profile)
    found = measuring.evaluated(original, masked, names, source=lineage, sample=sample, seed=seed, left_out=left_out)
    if strangers is not None:
        with parts.in_plain_words():
            found.attacks = attacking.attacked(original, masked, strangers, names, profile, seed)
    return found


_RELEASE: arguments.Arguments = {
    **{name: arguments.COLUMNS[name] for name in ("columns", "drop", "keep", "keep_identifiers")},
    **{name: what for name, what in RELEASING.items() if name not in ("ledger", "method")},
    "table": ("str | None", None, "where Spark writes the masked table, as Parquet: any place that it can write to; \"masked\" in the folder, unless said, where verify() wants it"),
    "sample": ("int", releasing.MOST, "how many people the setting is chosen and the release is judged by"),
    "task_bytes": _SPARK["task_bytes"],
    **arguments.PROGRESS,
}


def _folder(said: Any) -> str:
    """The folder in full; that nothing can be written there is better told before the frame is masked."""
    if not os.fspath(said):
        raise ValueError("folder must be the name of a folder to make.")
    folder = above = str(os.path.abspath(os.fspath(said)))
    while not os.path.lexists(above):
        above = os.path.dirname(above)
    if not os.path.isdir(above):
        raise ValueError(f"folder: {above} is a file; name another place.")
    if not os.access(above, os.W_OK):
        raise ValueError(f"folder: nothing can be written to {above}; name another place.")
    return folder


def _place(table: Any) -> str | None:
    if table is None:
        return None
    if not isinstance(table, (str, os.PathLike)) or not os.fspath(table):
        raise TypeError("table must be a place that Spark can write to, such as \"s3a://bucket/masked\".")
    return str(os.fspath(table))


@_takes(_RELEASE)
def release(frame: Any, folder: Any, **said: Any) -> Released:
    """
    Mask a frame of Spark by cell_rotate, attack what was made, and write it as Parquet with its reports and a
    manifest, or refuse it.

    A setting is chosen by people at random, as overhand.release() does it. The whole frame is masked by it
    with a fresh key, and these people are attacked in that very table, among all of its records; for
    comparison the frame is masked once more without some of them. Only where the attacks learn less than the
    profile allows something is written; else overhand.Refused says why. The folder is one of this machine:
    reports and manifest go there. The result's `masked` is the table that was written.

    Arguments
    ---------
    {arguments}
    """
    _only(release, said)
    frame = _frame(frame)
    sample = said.pop("sample", releasing.MOST)
    if isinstance(sample, bool) or not isinstance(sample, int) or not releasing.FEWEST <= sample <= releasing.MOST:
        raise ValueError(f"sample must be a whole number from {releasing.FEWEST} to {releasing.MOST}.")
    folder = _folder(folder)
    table = _place(said.pop("table", None))
    task_bytes = said.pop("task_bytes", masking.TASK_BYTES)
    _check_task_bytes(task_bytes)
    known = list(mask.__signature__.parameters)  # type: ignore[attr-defined]
    return releasing.released(frame, folder, table, said, known, sample=sample, task_bytes=task_bytes,
                              progress=said.pop("progress", None))
