"""sjppds on Spark: the engine over the parts of a frame (docs/guide/scale.md).

Three looks at the frame (survey, tally, deal) and two exchanges of its cells: to the tasks that shuffle
pools, and from them to the tasks that put the records in order. Between tasks go bytes, packed by the
engine: some for each pair of tasks. All chance is a function of the key and of row numbers, so that a
task that is run again gives the same.
"""

from __future__ import annotations

import contextlib
import pickle
from typing import Any, Callable, Iterator, NamedTuple

from . import _core
from ._spark_schemas import Schemas, as_type, in_batches, width

DEALT = "task int, kind int, place long, bytes binary"  # of both exchanges
VALUES, CODES, KEPT = 0, 1, 2
STRETCH = 16 * 2**20  # bytes of records that a task takes up at once
# Bytes: what is shorter goes with the function, what is longer is shared by all tasks. Spark puts functions of a
# megabyte and more on disks (spark.broadcast.UDFCompressionThreshold), and a key goes with the function: what
# else goes with it stays far below.
FEW = 32 * 2**10

CHANGED = ("The table gives other rows, or the same ones in another order, each time it is read, so that it cannot "
           "be masked as it is; write it to a file, or checkpoint it, and mask that.")
NO_OVERHAND = ("The Python that runs Spark's tasks has no overhand; install it on every machine of the cluster, and name that "
               "Python in PYSPARK_PYTHON before the session starts.")


@contextlib.contextmanager
def in_plain_words() -> Iterator[None]:
    """What is wrong in a task, as one sentence: Spark tells it in the midst of stacks of Python and Java."""
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PythonException

    try:
        yield
    except Py4JJavaError as failed:
        raise ValueError(f"Spark cannot compute the frame: {_cause(failed.java_exception)}") from None
    except PythonException as failed:
        if CHANGED in str(failed):
            raise ValueError(CHANGED) from None
        if "No module named 'overhand" in str(failed):
            raise ImportError(NO_OVERHAND) from None
        raise


def _cause(thrown: Any) -> str:
    """What Spark says of its own, which begins with a class in brackets, or else what was wrong first."""
    said = ""
    while thrown is not None and not said.startswith("["):
        said, thrown = str(thrown.getMessage()), thrown.getCause()
    return said


class Columns(NamedTuple):
    """The columns that go out, and those of them that are masked and kept, in the order of the frame."""

    all: list[str]
    masked: list[str]
    kept: list[str]
    lineage: str | None = None  # a column that is added: the row of each record's source, from 0

    def with_records(self, records: Any, first: int) -> Any:
        """The records with what goes with them beside the columns to mask."""
        import pyarrow

        kept = records.select(self.kept)
        if self.lineage is None:
            return kept
        return kept.append_column(self.lineage, pyarrow.array(range(first, first + records.num_rows), pyarrow.int64()))

    @property
    def has_more(self) -> bool:
        return bool(self.kept) or self.lineage is not None


class Shared:
    """What tasks need. A key is never in it: it may lie on disks."""

    def __init__(self, session: Any, value: Any) -> None:
        size = len(value) if isinstance(value, bytes) else len(pickle.dumps(value))
        self._plain = value if size <= FEW else None
        self._sent = None if size <= FEW else session.sparkContext.broadcast(value)

    @property
    def value(self) -> Any:
        return self._plain if self._sent is None else self._sent.value


def looked(frame: Any, names: list[str], work: Callable[[Iterator[Any]], Iterator[Any]], schema: Any) -> Any:
    """`work` on the columns of these names. They are found by their places: Spark's own mapInArrow takes names
    with dots apart, and does not tell names that differ by case alone."""
    def named(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for batch in batches:
            fields = [field.with_name(name) for field, name in zip(batch.schema, names)]
            yield pyarrow.RecordBatch.from_arrays(batch.columns, schema=pyarrow.schema(fields))

    places = [f"c{frame.columns.index(name)}" for name in names]
    return by_place(frame).select(*places).mapInArrow(lambda batches: work(named(batches)), schema)


def by_place(frame: Any) -> Any:
    """The frame with columns c0, c1, ..."""
    return frame.toDF(*(f"c{j}" for j in range(len(frame.columns))))


def _part() -> int:
    from pyspark import TaskContext

    context = TaskContext.get()
    assert context is not None
    return int(context.partitionId())


def _stretches(batches: Iterator[Any]) -> Iterator[Any]:
    """The records some MB at a time."""
    import pyarrow

    held: list[Any] = []
    size = 0
    for batch in batches:
        if not batch.num_rows:
            continue
        held.append(batch)
        size += batch.nbytes
        if size >= STRETCH:
            stretch, held, size = pyarrow.Table.from_batches(held), [], 0
            del batch
            yield stretch
            del stretch
    if held:
        yield pyarrow.Table.from_batches(held)


def _with_nan(records: Any) -> list[bool]:
    """Which columns have NaN and nothing else missing, column by column; None is not said of these."""
    import pyarrow
    import pyarrow.compute

    return [pyarrow.types.is_floating(column.type) and bool(pyarrow.compute.any(pyarrow.compute.is_nan(column)).as_py())
            for column in records.columns]


class Surveyed(NamedTuple):
    """What the first look gives: the survey of each part, and columns that have NaN and no other gap."""

    surveys: list[bytes]
    nan: list[str]


def survey(frame: Any, masked: list[str]) -> Surveyed:
    def look(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        _core.parts.as_task()
        made = _core.parts.Survey()
        nan, null = [False] * len(masked), [False] * len(masked)
        for records in _stretches(batches):
            made.add(records.__arrow_c_stream__())
            nan = [a or b for a, b in zip(nan, _with_nan(records))]
            null = [a or column.null_count > 0 for a, column in zip(null, records.columns)]
        yield pyarrow.record_batch([pyarrow.array([_part()], pyarrow.int32()),
                                    pyarrow.array([made.bytes()], pyarrow.binary()),
                                    pyarrow.array([nan]), pyarrow.array([null])], ["part", "bytes", "nan", "null"])

    rows = looked(frame, masked, look, "part int, bytes binary, nan array<boolean>, null array<boolean>").collect()
    rows.sort(key=lambda row: row.part)
    nan = [name for j, name in enumerate(masked)
           if any(row.nan[j] for row in rows) and not any(row.null[j] for row in rows)]
    return Surveyed([bytes(row.bytes) for row in rows], nan)


def collected(frame: Any, names: list[str], work: Callable[[Iterator[Any]], Iterator[Any]]) -> list[bytes]:
    """What the tasks give, in their order."""
    rows = looked(frame, names, work, DEALT).collect()
    rows.sort(key=lambda row: (row.task, row.place))
    return [bytes(row.bytes) for row in rows]


def those_at(rows: Any, first: int, records: Any) -> Any:
    """Of records that begin at row `first` those at `rows`, which ascend."""
    import numpy

    begin, end = numpy.searchsorted(rows, [first, first + records.num_rows])
    return records.take(rows[begin:end].astype(numpy.int64) - first).combine_chunks()


TALLY, SAMPLE = 0, 1  # kinds of what tally() gets


def tally(frame: Any, masked: list[str], outline: bytes, first_rows: list[int], key: bytes, wanted: Any = None
          ) -> tuple[list[bytes], bytes]:
    """The tally of each part, and the records at the rows that are `wanted`, which ascend."""
    session = frame.sparkSession
    known, starts = Shared(session, outline), Shared(session, first_rows)
    sampled = Shared(session, b"" if wanted is None else wanted.tobytes())
    digest_key = _core.parts.digest_key(key)

    def count(batches: Iterator[Any]) -> Iterator[Any]:
        import numpy

        _core.parts.as_task()
        next_row = own_row(starts)
        tallier = _core.parts.Tallier(known.value, next_row, digest_key)
        rows = numpy.frombuffer(sampled.value, numpy.uint32)
        for records in _stretches(batches):
            tallier.add(records.__arrow_c_stream__())
            own = those_at(rows, next_row, records)
            if own.num_rows:
                yield _packed([(_part(), SAMPLE, next_row, _as_bytes(own))])
            next_row += records.num_rows
        yield _packed([(_part(), TALLY, 0, tallier.bytes())])

    found = looked(frame, masked, count, DEALT).collect()
    found.sort(key=lambda row: (row.task, row.place))
    tallies, picked = ([bytes(row.bytes) for row in found if row.kind == kind] for kind in (TALLY, SAMPLE))
    if len(tallies) != len(first_rows):
        raise ValueError(CHANGED)
    if not picked:
        return tallies, b""
    sample = _from_bytes(picked).combine_chunks()
    if sample.num_rows != len(wanted):
        raise ValueError(CHANGED)
    return tallies, _as_bytes(sample)


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def own_row(first_rows: Shared) -> int:
    """The number of the first record of this task's part."""
    if _part() >= len(first_rows.value):
        raise ValueError(CHANGED)
    return int(first_rows.value[_part()])


def _packed(rows: list[tuple[int, int, int, bytes]]) -> Any:
    import pyarrow

    tasks, kinds, places, blobs = zip(*rows)
    return pyarrow.record_batch([pyarrow.array(tasks, pyarrow.int32()), pyarrow.array(kinds, pyarrow.int32()),
                                 pyarrow.array(places, pyarrow.int64()), pyarrow.array(blobs, pyarrow.binary())],
                                ["task", "kind", "place", "bytes"])


def _as_bytes(records: Any) -> bytes:
    import pyarrow

    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, records.schema) as writer:
        writer.write_table(records)
    return bytes(sink.getvalue())


def _from_bytes(blobs: list[Any]) -> Any:
    import pyarrow

    return pyarrow.concat_tables([pyarrow.ipc.open_stream(blob).read_all() for blob in blobs])


class Work(NamedTuple):
    """What the tasks of one masking share."""

    columns: Columns
    plan: Shared
    parts: Shared  # what each part's task must know
    key: bytes  # of the release
    digest_key: bytes
    pool_tasks: int
    row_tasks: int


def _dealing(work: Work) -> Callable[[Iterator[Any]], Iterator[Any]]:
    columns = work.columns

    def kept_of(records: Any, order: Any, starts: list[int], place: int) -> list[tuple[int, int, int, bytes]]:
        if not columns.has_more:
            return []
        ordered = columns.with_records(records, place).take(order).combine_chunks()
        return [(_through(task, work), KEPT + 2 * task, place, _as_bytes(ordered.slice(begin, end - begin)))
                for task, (begin, end) in enumerate(zip(starts, starts[1:])) if end > begin]

    def dealt(dealer: Any, records: Any) -> Any:
        place = dealer.next_row
        to_pools, to_rows, order, starts = dealer.deal(records.select(columns.masked).__arrow_c_stream__())
        rows = [(task, VALUES, place, blob) for task, blob in enumerate(to_pools) if blob]
        rows += [(_through(task, work), CODES + 2 * task, place, blob) for task, blob in enumerate(to_rows) if blob]
        return _packed(rows + kept_of(records, order, starts, place))

    def deal(batches: Iterator[Any]) -> Iterator[Any]:
        _core.parts.as_task()
        part = _part()
        if part >= len(work.parts.value):
            raise ValueError(CHANGED)
        dealer = _core.parts.Dealer(work.plan.value, work.parts.value[part], work.key, work.digest_key)
        for records in _stretches(batches):
            packet = dealt(dealer, records)
            del records  # nothing of it is held while the next is gathered
            yield packet
            del packet
        dealer.finish()

    return deal


def _through(row_task: int, work: Work) -> int:
    """The pool task that hands the codes and kept values of a row task on."""
    return row_task * work.pool_tasks // work.row_tasks


def _arrived(batches: Iterator[Any]) -> list[tuple[int, int, Any]]:
    """(place, kind, bytes), in the order of places, whatever came first."""
    rows = []
    for batch in batches:
        kinds, places = batch.column("kind").to_pylist(), batch.column("place").to_pylist()
        blobs = batch.column("bytes")
        rows += [(place, kind, blobs[i].as_buffer()) for i, (kind, place) in enumerate(zip(kinds, places))]
    rows.sort(key=lambda row: row[:2])
    return rows


def _pooling(work: Work) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def pool(batches: Iterator[Any]) -> Iterator[Any]:
        _core.parts.as_task()
        task = _part()
        rows = _arrived(batches)
        on_their_way = [((kind - CODES) // 2, CODES + (kind - CODES) % 2, place, blob.to_pybytes())
                        for place, kind, blob in rows if kind != VALUES]  # codes and kept values
        if on_their_way:
            yield _packed(on_their_way)
        del on_their_way
        drawn = _core.parts.pooled(work.plan.value, task, [blob for _, kind, blob in rows if kind == VALUES], work.key)
        out = [(row_task, VALUES, task, blob) for row_task, blob in enumerate(drawn) if blob]
        if out:
            yield _packed(out)

    return pool


def _ordering(work: Work, like: Shared, wanted: Shared, nan: list[str]) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """`like`: the columns to mask without records, `wanted` the schema of the masked frame, both as Arrow has them."""
    columns = work.columns

    def order(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        _core.parts.as_task()
        rows = _arrived(batches)
        if not rows:
            return
        codes, values, kept = ([blob for _, kind, blob in rows if kind == wanted] for wanted in (CODES, VALUES, KEPT))
        made, sources = _core.parts.rows(work.plan.value, like.value.__arrow_c_stream__(), _part(), codes, values, work.key)
        masked = pyarrow.table(made)
        beside = _from_bytes(kept).take(sources) if kept else None
        arrays = []
        for field in wanted.value:
            column = masked.column(field.name) if field.name in columns.masked else beside.column(field.name)
            if field.name in nan:
                column = pyarrow.compute.fill_null(column, float("nan"))
            arrays.append(as_type(column, field.type))
        yield from in_batches(pyarrow.table(arrays, schema=wanted.value))

    return order


def masked_frame(frame: Any, columns: Columns, surveyed: Surveyed, *, said: str, bins: int, min_bin: int, key: bytes,
                 task_bytes: int) -> Any:
    """The frame, masked by sjppds: computed when it is used, and the same each time."""
    session = frame.sparkSession
    schemas = Schemas.of(frame, columns)
    like, surveys = schemas.like(columns), surveyed.surveys
    outline, first_rows = _core.parts.outline(like.__arrow_c_stream__(), surveys, bins, min_bin)
    tallies, _ = tally(frame, columns.masked, outline, first_rows, key)
    least = max(int(session.sparkContext.defaultParallelism), 1)
    plan, parts, own_key, pool_tasks, row_tasks = _core.parts.plan(
        like.__arrow_c_stream__(), columns.all, outline, surveys, tallies, said, key, task_bytes, least,
        kept_bytes(frame, columns, schemas.arrow))
    work = Work(columns, Shared(session, plan), Shared(session, parts), own_key, _core.parts.digest_key(key),
                pool_tasks, row_tasks)
    dealt = looked(frame, columns.all, _dealing(work), DEALT)
    pooled = dealt.repartitionById(pool_tasks, "task").mapInArrow(_pooling(work), DEALT)
    out = schemas.out(columns)
    finish = _ordering(work, Shared(session, like), Shared(session, out.arrow), surveyed.nan)
    return pooled.repartitionById(row_tasks, "task").mapInArrow(finish, out.spark)


MEASURED = 1000  # records, for the size of what is kept


def kept_bytes(frame: Any, columns: Columns, schema: Any) -> int:
    """About how many bytes of a record are kept; of texts and lists it is measured on some records."""
    long = [name for name in columns.kept if not width(schema.field(name).type)]
    known = 8 + sum(width(schema.field(name).type) for name in columns.kept)
    if not long:
        return known

    def measure(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow

        for batch in batches:
            yield pyarrow.record_batch([pyarrow.array([batch.num_rows]), pyarrow.array([batch.nbytes])], ["rows", "bytes"])

    found = looked(frame.limit(MEASURED), long, measure, "rows long, bytes long").collect()
    return known + sum(row.bytes for row in found) // max(sum(row.rows for row in found), 1)
