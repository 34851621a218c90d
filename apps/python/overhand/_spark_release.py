"""A release of a frame of Spark: chosen and attacked by a sample of its people, masked whole.

A setting is chosen by a sample, as overhand.release() does it. The whole frame is masked by it, and once
more without some of the people. Those who are in the first are then attacked in it and those who are not
in the second are strangers to it: all by the same attacks as in memory, which see of each release the
records that they would look at (_spark_witnesses).
"""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import secrets
import traceback
from typing import Any, Iterator, NamedTuple

from . import _arguments as arguments
from . import _core
from . import _spark_check as check
from . import _spark_evaluate as measuring
from . import _spark_mask as masking
from ._functions import _note
from ._progress import telling
from ._results import Released
from ._spark_attacks import _starts
from ._spark_columns import LEVELS, kinds_of
from ._spark_companions import companions
from ._spark_parts import (Columns, Shared, Surveyed, _as_bytes, _cause, _from_bytes, _packed, _part, _stretches, by_place,
                           collected, in_plain_words, looked, own_row, survey)
from ._spark_witnesses import Sample, fetched, read_sample, witnesses

DRAWN_WITH = bytes(31) + b"\1"  # people are drawn as trials are made: the same for the same frame
MOST = 10_000  # people in the sample
FEWEST = 200
LINKED = 1000  # records that are linked
SOURCE = "row of the source"
SMALL_CLASS = 10  # risk/kept_columns.h

# What release/advice.cpp says, and what there is on Spark: k is tried on the sample, and there are no units.
MORE_RECORDS, LARGER_SAMPLE = "more records let k be larger", "a larger sample lets k be larger"
INSTEAD = {"name the column that says so as their unit;": "leave one record of each in the frame, as there are no units on Spark;"}


class Drawn(NamedTuple):
    """The sample: its rows in the frame, and its records."""

    rows: Any
    records: Any


class Whole(NamedTuple):
    """The frame that is released."""

    frame: Any
    columns: Columns
    surveyed: Surveyed
    names: list[str]  # columns that the attacks see
    first_rows: list[int]
    records: int

    @property
    def kept(self) -> list[str]:
        return [name for name in self.columns.kept if name in self.names]

    @property
    def numbers(self) -> list[str]:
        kinds = kinds_of(self.frame)
        return [name for name in self.names if kinds[name] not in LEVELS]


def _free_name(frame: Any) -> str:
    name = SOURCE
    held = {column.lower() for column in frame.columns}  # Spark does not tell names that differ by case alone
    while name in held:
        name += "'"
    return name


def _classes(whole: Whole, frame: Any) -> dict[str, int]:
    """How many records of a frame share what is kept with few others."""
    from pyspark.sql import functions

    kept = whole.kept
    if not kept:
        return {"records": whole.records, "smallest_class": whole.records}
    size = functions.col("size of class")
    places = [f"c{frame.columns.index(name)}" for name in kept]
    classes = by_place(frame).groupBy(*places).agg(functions.count("*").alias("size of class"))
    below = [functions.sum(functions.when(size < most, size).otherwise(0)) for most in (2, 3, SMALL_CLASS)]
    unique, below_three, in_small, smallest = classes.agg(*below, functions.min(size)).first()
    return {"records": whole.records, "unique": unique, "below_three": below_three, "in_small_classes": in_small,
            "smallest_class": smallest}


def _worse(a: dict[str, int], b: dict[str, int]) -> dict[str, int]:
    """Of classes in two frames the smaller ones."""
    return {name: (min if name == "smallest_class" else max)(value, b[name]) for name, value in a.items()}


def _drawn(whole: Whole, count: int) -> Drawn:
    import numpy

    rows = numpy.sort(_core.parts.sample_rows(DRAWN_WITH, 0, whole.records, count))
    return Drawn(rows, fetched(whole.frame, whole.names, whole.first_rows, rows))


def _without(whole: Whole, left_out: Any) -> Any:
    """The frame without these rows."""
    starts = Shared(whole.frame.sparkSession, whole.first_rows)
    shared = Shared(whole.frame.sparkSession, left_out.tobytes())

    def drop(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy

        rows = numpy.frombuffer(shared.value, numpy.uint32)
        row = own_row(starts)
        for batch in batches:
            begin, end = numpy.searchsorted(rows, [row, row + batch.num_rows])
            stays = numpy.ones(batch.num_rows, bool)
            stays[rows[begin:end].astype(numpy.int64) - row] = False
            row += batch.num_rows
            yield batch.filter(stays)

    schema = type(whole.frame.schema)([whole.frame.schema[name] for name in whole.names])
    return looked(whole.frame, whole.names, drop, schema)


def _of_sources(masked: Any, names: list[str], source: str, rows: Any) -> tuple[Any, Any]:
    """As many masked records as there are rows, all made of these, and the place of each one's source among them.

    A record of cell_rotate is made of several, and its source is the one that it has most of. So there are
    some records more or fewer than rows: what is too much is left out, and some stand twice.
    """
    import numpy

    shared = Shared(masked.sparkSession, rows.tobytes())

    def pick(batches: Iterator[Any]) -> Iterator[Any]:
        wanted = numpy.frombuffer(shared.value, numpy.uint32)
        for place, records in enumerate(_stretches(batches)):
            own = numpy.isin(records.column(source).to_numpy(), wanted)
            if own.any():
                yield _packed([(_part(), 0, place, _as_bytes(records.filter(own).combine_chunks()))])

    found = _from_bytes(collected(masked, [*names, source], pick))
    found = found.take(numpy.resize(numpy.random.default_rng(1).permutation(found.num_rows), len(rows)))
    sources = numpy.searchsorted(rows, found.column(source).to_numpy()).astype(numpy.uint32)
    return found.drop_columns([source]), sources


def _measured(whole: Whole, masked: Any, source: str) -> dict[str, Any]:
    """What is measured on all records, by the names of the measures."""
    found = measuring.evaluated(whole.frame, masked, whole.columns.masked, source=source, sample=LINKED, seed=1, with_ps=False)
    risk, loss = found.risk, found.loss
    held: list[dict[str, Any]] = [{"name": "dbrl", "value": risk["dbrl"], "interval": risk["dbrl_ci"], "sample": risk["dbrl_sample"]}]
    # Kept columns go together with masked ones too, of which the sample tells.
    told = [name for name, value in loss.items() if isinstance(value, float) and not (whole.kept and name.startswith("association"))]
    held += [{"name": name, "value": loss[name]} for name in told]
    pairs = found.to_dict()["associations"]
    if whole.kept or not pairs:
        return {"measured": held}
    worst = max(pairs, key=lambda pair: abs(pair["masked"] - pair["original"]))
    return {"measured": held, "worst_association": {"columns": [worst["column"], worst["other"]], "original": worst["original"],
                                                    "masked": worst["masked"]}}


def _reader(session: Any) -> Any:
    """Reads from the place that is named, and takes no sign in its name for a pattern."""
    return session.read.option("__globPaths__", "false")


def _files(session: Any, place: str) -> list[tuple[str, str]]:
    """The files of the table, with what each hashes to."""
    from pyspark.sql import functions

    files = _reader(session).format("binaryFile").option("recursiveFileLookup", "true").option("pathGlobFilter", "*.parquet").load(place)
    rows = files.select("path", functions.sha2("content", 256).alias("sha256")).collect()
    return sorted((f"masked/{row.path.rsplit('/', 1)[1]}", row.sha256) for row in rows)


def _path(session: Any, place: str) -> tuple[Any, Any]:
    """A place as Hadoop has it, and the file system that it is in."""
    java = session._jvm.org.apache.hadoop.fs.Path(place)
    return java, java.getFileSystem(session._jsc.hadoopConfiguration())


def _free_path(session: Any, place: str) -> tuple[Any, Any]:
    """The same, of a place where nothing is."""
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    try:
        path, files = _path(session, place)
        is_taken = files.exists(path)
    except Py4JJavaError as failed:
        raise ValueError(f"table: Spark cannot write to {place}: {_cause(failed.java_exception)}") from None
    except PySparkException as failed:
        raise ValueError(f"table: Spark cannot write to {place}: {failed}") from None
    if is_taken:
        raise ValueError(f"table: there is something in {place} already; name another place.")
    return path, files


def _remove_sums(path: Any, files: Any) -> None:
    """Hadoop puts a checksum beside each file of this machine, which is not to go out."""
    place = files.makeQualified(path).toUri()
    if place.getScheme() == "file":
        for held in pathlib.Path(place.getPath()).glob(".*.crc"):
            held.unlink()


def _write(masked: Any, place: str) -> list[tuple[str, str]]:
    """The table in this place, or nothing."""
    path, files = _free_path(masked.sparkSession, place)
    try:
        masked.write.mode("errorifexists").option("mapreduce.fileoutputcommitter.marksuccessfuljobs", "false").parquet(place)
        for status in files.listStatus(path):
            if not status.getPath().getName().endswith(".parquet"):
                files.delete(status.getPath(), True)
        _remove_sums(path, files)
        return _files(masked.sparkSession, place)
    except BaseException:
        files.delete(path, True)
        raise


@contextlib.contextmanager
def _no_empty_folder(folder: str) -> Iterator[None]:
    """Spark makes the folder above its table, which is not to stay where the table does not."""
    is_new = not os.path.exists(folder)
    try:
        yield
    except BaseException:
        if is_new:
            with contextlib.suppress(OSError):
                os.rmdir(folder)
        raise


@contextlib.contextmanager
def _letting_go() -> Iterator[None]:
    """An exception holds what its functions held, as long as somebody has it: here what lies on the executors' disks."""
    try:
        yield
    except BaseException as failed:
        traceback.clear_frames(failed.__traceback__)
        raise


@contextlib.contextmanager
def _in_words_of_spark(is_part: bool) -> Iterator[None]:
    """What a refusal advises in memory, as it can be done here."""
    try:
        yield
    except _core.Refused as refused:
        words = str(refused)
        for said, instead in INSTEAD.items():
            words = words.replace(said, instead)
        raise _core.Refused(words.replace(MORE_RECORDS, LARGER_SAMPLE) if is_part else words) from None


def _refuse_unseen(frame: Any, columns: Columns) -> None:
    """Fails where a kept column is of a type that no attack sees: whoever knows its values might find every record."""
    unseen = [field.name for field in frame.schema if field.name in columns.kept and not check.has_place(check._arrow_type(field.dataType))]
    if unseen:
        raise TypeError(f"Column '{unseen[0]}' is of a type that cannot be attacked (lists, records, bytes, ...), so that a release cannot "
                        f"say what it gives away; {check._out_with(unseen)}, or make columns of what it holds and name these in keep.")


class Job(NamedTuple):
    """A release that is under way: its setting is chosen."""

    whole: Whole
    drawn: Drawn
    sample: Sample
    classes: dict[str, int]
    made: Any  # _core.parts.Release
    asked: masking.Asked

    def mask(self, frame: Any, columns: Columns, surveyed: Surveyed) -> Any:
        """By the setting, with a key that nobody keeps; it stays on the executors' disks."""
        from pyspark import StorageLevel

        return masking.masked_frame(frame, columns, surveyed, self.asked, secrets.token_bytes(32)).persist(StorageLevel.DISK_ONLY)


def _begun(frame: Any, folder: str, said: dict[str, Any], known: list[str], sample: int, task_bytes: int, progress: Any) -> Job:
    own = {name: said[name] for name in ("profile", "ceilings", "accept_risk", "seconds") if said.get(name) is not None}
    chosen = {name: said[name] for name in ("columns", "drop", "keep", "keep_identifiers") if said.get(name) is not None}
    columns = check.chosen(frame, chosen)
    _refuse_unseen(frame, columns)
    seen = masking.look(frame, columns, masking.Asked("cell_rotate", {}, task_bytes), chosen, known)
    _note(seen.notes, level=4)  # of whoever called release()
    whole = Whole(frame, columns, seen.surveyed, seen.names, *_starts(frame))
    if whole.records < FEWEST:
        raise ValueError(f"A release on Spark needs at least {FEWEST} records; overhand.release() takes a smaller table.")
    classes = _classes(whole, frame)
    drawn = _drawn(whole, min(sample, whole.records))
    text = arguments.said_json(**own, columns=columns.masked, keep=whole.kept, derive=False, keep_identifiers=True)
    with telling(progress) as tell, _in_words_of_spark(len(drawn.rows) < whole.records):
        made = _core.parts.Release(read_sample(drawn.records, folder, text, tell), json.dumps(classes), drawn.rows, tell)
    _note(made.told, level=4)
    setting = json.loads(made.setting)

    held = Shared(frame.sparkSession, _as_bytes(drawn.records.combine_chunks()))
    return Job(whole, drawn, Sample(held, text), classes, made, masking.Asked(setting["method"], setting["options"], task_bytes))


def _near_strangers(job: Job) -> Any:
    """What the attacks on strangers look at, in a release without them and without who belongs to them."""
    import numpy

    whole = job.whole
    left_out, attacked = (numpy.frombuffer(held, numpy.uint32) for held in job.made.strangers)
    left_out = numpy.sort(left_out)
    theirs = companions(whole.frame, whole.numbers, whole.first_rows, whole.records, job.drawn.records.take(left_out))
    rest = _without(whole, numpy.union1d(job.drawn.rows[left_out], theirs))
    columns = check.chosen(rest, {"keep": whole.kept})
    other = job.mask(rest, columns, survey(rest, columns.masked))
    try:
        return witnesses(other, whole.names, _starts(other)[0], job.sample, attacked)
    finally:
        other.unpersist()


def _judge(job: Job, result: Any, source: str, progress: Any) -> None:
    """Refuses what is beyond a ceiling."""
    import numpy

    whole = job.whole
    members = numpy.frombuffer(job.made.members, numpy.uint32)
    near = witnesses(result, whole.names, _starts(result)[0], job.sample, members)
    of_sample, sources = _of_sources(result, whole.names, source, job.drawn.rows)
    measured = {**_worse(job.classes, _classes(whole, result)), **_measured(whole, result, source)}
    without = _near_strangers(job)
    with telling(progress) as tell, _in_words_of_spark(len(job.drawn.rows) < whole.records):
        job.made.judge(of_sample.__arrow_c_stream__(), sources, near.__arrow_c_stream__(), without.__arrow_c_stream__(),
                       json.dumps(measured), tell)


def _masked_and_written(job: Job, place: str, progress: Any) -> list[tuple[str, str]]:
    source = _free_name(job.whole.frame)
    result = job.mask(job.whole.frame, job.whole.columns._replace(lineage=source), job.whole.surveyed)
    try:
        _judge(job, result, source, progress)
        return _write(result.drop(source), place)
    finally:
        result.unpersist()


class ReleasedOnSpark(Released):
    """The same; a table that is elsewhere is named."""

    place = ""

    def __repr__(self) -> str:
        told = super().__repr__()
        return told if not self.place else f"{told} The table is in {self.place}; verify() wants it in the folder, as masked."


def released(frame: Any, folder: str, table: str | None, said: dict[str, Any], known: list[str], *, sample: int, task_bytes: int,
             progress: Any) -> Released:
    _core.parts.check_release(folder, arguments.said_json(**{name: said.get(name) for name in ("profile", "ceilings", "accept_risk", "seconds")}))
    session = frame.sparkSession
    # Hadoop takes the signs of a name as they are, and none for an escape.
    place = table or "file://" + os.path.join(folder, "masked")
    path, files = _free_path(session, place)
    with in_plain_words(), _no_empty_folder(folder), _letting_go():
        job = _begun(frame, folder, said, known, sample, task_bytes, progress)
        listed = _masked_and_written(job, place, progress)
        try:
            manifest = job.made.write(listed)
        except BaseException:
            files.delete(path, True)
            raise
    result = ReleasedOnSpark(json.loads(manifest), folder, _reader(session).parquet(place), job.made.reports)
    result.place = table or ""
    return result
