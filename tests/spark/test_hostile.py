"""Frames that people have and frames that are made to hurt: names, types, sizes, and what could tell of the original."""

import decimal

import numpy
import pyarrow
import pytest
from conftest import assert_same, changing, in_parts

import overhand
import overhand._spark_parts as parts
import overhand.spark

KEY = bytes(range(32))
SETTINGS = {"spark.broadcast.UDFCompressionThreshold": "30000", "spark.sql.shuffle.partitions": "2"}
ROWS = 200


def numbers(rows=ROWS, **more):
    rng = numpy.random.default_rng(1)
    return pyarrow.table({"a": rng.normal(size=rows), "b": rng.normal(size=rows), **more})


def made(spark, table, method="cell_rotate", **said):
    return overhand.spark.mask(in_parts(spark, table, [table.num_rows // 2, table.num_rows - table.num_rows // 2]), method,
                               **{"key": KEY, **said})


def same_values(masked, table):
    for name in masked.column_names:
        ours, theirs = (sorted(of.column(name).to_pylist()) for of in (masked, table))
        assert ours == theirs, name


class TestNames:
    NAMES = ["contract.start", "Strom.", "a`b", "name", "NAME", "bucket", "place", "original a", "c0", "Größe in m²"]

    @pytest.mark.parametrize("method", ["sjppds", "cell_rotate"])
    def test_any_name_will_do(self, spark, method):
        """Spark's mapInArrow takes names apart at dots and backticks, and select() does not tell name from NAME."""
        rng = numpy.random.default_rng(2)
        table = numbers(**{name: rng.normal(size=ROWS) for name in self.NAMES}, **{"kept.too": rng.integers(0, 3, ROWS)})
        masked = made(spark, table, method, keep="kept.too", lineage="original b")
        assert masked.columns == [*table.column_names, "original b"]
        held = masked.toArrow()
        same_values(held.drop_columns(["original b", "kept.too"]), table)
        sources = held.column("original b").to_numpy()
        assert held.column("kept.too").to_pylist() == table.column("kept.too").take(sources).to_pylist()
        if method == "sjppds":
            assert_same(held.drop_columns(["original b"]), overhand.mask(table, "sjppds", key=KEY, keep="kept.too", derive=False))

    def test_refuses_what_is_no_name(self, spark):
        frame = in_parts(spark, numbers(), [ROWS])
        for said, kind, sentence in [
                ({"keep": frame.a}, TypeError, 'keep takes the names of columns, not columns of Spark; say keep="name".'),
                ({"columns": ["a", frame.b]}, TypeError, 'columns takes the names of columns, not columns of Spark; say columns="name".'),
                ({"lineage": "A"}, ValueError, "lineage: there is a column 'a' already; take another name."),
                ({"lineage": ""}, ValueError, "lineage must be the name of a column to add."),
                ({"keep": 5}, TypeError, "keep must be a text or a list of texts.")]:
            with pytest.raises(kind) as refused:
                overhand.spark.mask(frame, **said)
            assert str(refused.value) == sentence


class TestTypes:
    @pytest.mark.parametrize("method", ["sjppds", "cell_rotate"])
    def test_decimals_at_the_end_of_their_range(self, spark, method):
        """The double next to the largest decimal is beyond it."""
        most = decimal.Decimal("9" * 20)
        table = numbers(price=pyarrow.array([most if i % 2 else -most for i in range(ROWS)], pyarrow.decimal128(20, 0)))
        held = made(spark, table, method).toArrow()
        assert held.schema.types == table.schema.types
        for ours, theirs in zip(sorted(held.column("price").to_pylist()), sorted(table.column("price").to_pylist())):
            assert abs(ours / theirs - 1) < 1e-15

    def test_intervals_of_months_and_columns_of_nothing(self, spark):
        from pyspark.sql import functions

        frame = in_parts(spark, numbers(), [ROWS])
        frame = frame.withColumn("for", functions.expr("make_ym_interval(1, 2)")).withColumn("nothing", functions.lit(None))
        assert overhand.spark.mask(frame, key=KEY, drop="for", keep="nothing").columns == ["a", "b", "nothing"]
        with pytest.raises(TypeError, match=r"Columns 'for', 'nothing' are of types that cannot be masked"):
            overhand.spark.mask(frame)
        with pytest.raises(TypeError, match=r"Column 'for' is of a type that Spark cannot hand to Python; leave the column out"):
            overhand.spark.mask(frame, keep=["for", "nothing"])

    def test_large_texts_are_texts(self, spark):
        """Where Spark makes texts with offsets of 64 bits."""
        table = numbers(town=[f"t{i % 7}" for i in range(ROWS)], who=[f"p{i}x" for i in range(ROWS)])
        frame = in_parts(spark, table, [ROWS])
        spark.conf.set("spark.sql.execution.arrow.useLargeVarTypes", "true")
        try:
            with pytest.raises(ValueError, match="Column 'who' is text that is different in nearly every record"):
                overhand.spark.mask(frame, "sjppds", key=KEY)
            held = overhand.spark.mask(frame, "sjppds", key=KEY, drop="who").toArrow()
        finally:
            spark.conf.unset("spark.sql.execution.arrow.useLargeVarTypes")
        expected = overhand.mask(table, "sjppds", key=KEY, drop="who", derive=False)
        assert held.to_pylist() == expected.to_pylist()

    def test_text_that_is_no_text(self, spark):
        from pyspark.sql import functions

        frame = in_parts(spark, numbers(n=numpy.arange(ROWS) % 3), [ROWS])
        frame = frame.withColumn("town", functions.expr("cast(case n when 0 then X'FF' else X'61' end as string)")).drop("n")
        with pytest.raises(ValueError, match="Column 'town' has text that is not UTF-8; read the file in its own encoding"):
            overhand.spark.mask(frame)
        assert overhand.spark.mask(frame, keep="town").count() == ROWS


def test_codes_and_numbers_in_text(spark):
    """There are no schemas on Spark to say what they are: the sentence names another way, and that way works."""
    from pyspark.sql import functions

    rng = numpy.random.default_rng(3)
    table = numbers(postcode=[f"0{n}067" for n in rng.integers(1, 9, ROWS)])
    frame = in_parts(spark, table, [ROWS])
    with pytest.raises(ValueError) as refused:
        overhand.spark.mask(frame)
    assert str(refused.value) == ("Column 'postcode' has numbers that begin with a zero, so it looks like a code and not like an amount; "
                                  'leave the column out with drop="postcode", or let it go out as it is with keep="postcode", or put a '
                                  "letter before its values, which are levels to mask then.")
    lettered = frame.withColumn("postcode", functions.concat(functions.lit("D"), "postcode"))
    held = overhand.spark.mask(lettered, key=KEY).toArrow()
    assert sorted(held.column("postcode").to_pylist()) == sorted("D" + code for code in table.column("postcode").to_pylist())


def test_tells_of_codes_that_look_like_amounts(spark):
    from overhand._functions import Note

    frame = in_parts(spark, numbers(sex=numpy.arange(ROWS) % 2 + 1), [ROWS])
    with pytest.warns(Note, match="^Column 'sex' looks like a code, .*; as text with a letter before it, it is levels.$") as told:
        overhand.spark.mask(frame, "sjppds", key=KEY)
    assert [note.filename for note in told if note.category is Note] == [__file__]


class TestSizes:
    def test_long_texts_do_not_come_to_the_driver(self, spark, monkeypatch):
        """Nor what is dropped, or cannot be looked at."""
        rows = 60
        long = ["x" * 100_000 + str(i) for i in range(rows)]
        table = numbers(rows, note=long, blob=[text.encode() for text in long], town=[f"t{i % 3}" for i in range(rows)], gone=long)
        frame = in_parts(spark, table, [rows])
        sizes = []
        whole = type(frame).toArrow

        def measured(self):
            held = whole(self)
            sizes.append(held.nbytes)
            return held

        monkeypatch.setattr(type(frame), "toArrow", measured)
        with pytest.raises(ValueError, match="Column 'note' is text that is different in nearly every record"):
            overhand.spark.mask(frame, keep="blob", drop="gone")
        with pytest.raises(ValueError, match="note"):
            overhand.spark.mask(frame, keep=["blob", "note"], drop="gone")
        assert len(sizes) == 2 and max(sizes) < 100_000

    def test_kept_texts_count_for_tasks(self, spark):
        long = ["x" * 10_000] * 300
        frame = in_parts(spark, numbers(300, note=long), [300])
        columns = parts.Columns(["a", "b", "note"], ["a", "b"], ["note"])
        assert parts.kept_bytes(frame, columns, pyarrow.table({"note": long}).schema) == pytest.approx(10_000, rel=0.01)


class TestTellsNothing:
    def test_metadata_stays_behind(self, spark):
        """Comments and what Spark's learners note of a column are about the original."""
        from pyspark.sql import types

        inner = types.StructType([types.StructField("x", types.LongType(), True, {"comment": "secret"})])
        frame = in_parts(spark, numbers(kept=[{"x": i % 3} for i in range(ROWS)]), [ROWS])
        frame = frame.withMetadata("a", {"comment": "secret", "ml_attr": {"min": 1.5}}).withMetadata("b", {"comment": "secret"})
        frame = spark.createDataFrame(frame.rdd, types.StructType([*frame.schema.fields[:2], types.StructField("kept", inner)]))
        assert "secret" in frame.schema.json()
        for method in ("sjppds", "cell_rotate"):
            out = overhand.spark.mask(frame, method, key=KEY, keep="kept").schema
            assert "secret" not in out.json() and "ml_attr" not in out.json()
            assert out.simpleString() == frame.schema.simpleString()

    @pytest.mark.parametrize("method", ["sjppds", "cell_rotate"])
    def test_functions_stay_small(self, spark, monkeypatch, method):
        """Spark puts functions above a size on disks (here 30,000 bytes), and keys go with functions: what grows with the
        frame, its partitions and its columns must not."""
        sent = []
        whole = type(spark.sparkContext).broadcast

        def noted(self, value):
            sent.append(value)
            return whole(self, value)

        monkeypatch.setattr(type(spark.sparkContext), "broadcast", noted)
        monkeypatch.setattr(parts, "FEW", 500)
        rng = numpy.random.default_rng(1)
        table = pyarrow.table({f"a column of some length {j}": rng.normal(size=40) for j in range(150)})
        overhand.spark.mask(spark.createDataFrame(table), method, key=KEY).count()
        assert sent and not any(b"overhand._spark" in value for value in sent if isinstance(value, bytes))


def test_refuses_streams(spark, tmp_path):
    stream = spark.readStream.schema("a double, b double").parquet(str(tmp_path))
    with pytest.raises(ValueError, match="The frame is a stream, whose records cannot be counted; write it to a table"):
        overhand.spark.mask(stream)


def test_a_frame_that_changes_is_told_in_a_sentence(spark):
    from pyspark.sql import functions

    frame = changing(spark, 300)
    with pytest.raises(ValueError) as refused:
        overhand.spark.mask(frame)
    assert str(refused.value) == parts.CHANGED
    with pytest.raises(ValueError) as refused:  # a number of rows that changes
        overhand.spark.mask(frame.filter(functions.col("a") > 0))
    assert str(refused.value) == parts.CHANGED


def test_a_file_that_is_gone_is_told_without_a_stack(spark, tmp_path):
    import shutil

    numbers_there = str(tmp_path / "numbers")
    in_parts(spark, numbers(), [ROWS]).write.parquet(numbers_there)
    frame = spark.read.parquet(numbers_there)
    shutil.rmtree(numbers_there)
    with pytest.raises(ValueError, match="^Spark cannot compute the frame: .*numbers") as refused:
        overhand.spark.mask(frame)
    assert "\tat " not in str(refused.value)


def test_a_worker_without_overhand_is_told_in_a_sentence(spark, monkeypatch):
    def without(batches):
        raise ModuleNotFoundError("No module named 'overhand'")
        yield from batches

    monkeypatch.setattr(parts, "looked", lambda frame, names, work, schema: frame.mapInArrow(without, schema))
    with pytest.raises(ImportError, match="The Python that runs Spark's tasks has no overhand; install it on every machine"):
        overhand.spark.mask(in_parts(spark, numbers(), [ROWS]))
