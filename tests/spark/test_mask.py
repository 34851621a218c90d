"""overhand.spark.mask() gives what overhand.mask() gives, whatever the partitions."""

import numpy
import pyarrow
import pytest
from conftest import assert_same, changing, in_parts, mixed

import overhand
import overhand.spark

KEY = bytes(range(32))
CUTS = [[3000], [1500, 1500], [1, 0, 2990, 9, 0], [2999, 1], [500] * 6]


@pytest.mark.parametrize("sizes", CUTS, ids=str)
def test_is_the_same_for_any_partitions(spark, sizes):
    table = mixed(3000)
    expected = overhand.mask(table, "sjppds", bins=12, key=KEY, keep="region", derive=False)
    masked = overhand.spark.mask(in_parts(spark, table, sizes), "sjppds", bins=12, key=KEY, keep="region")
    assert_same(masked.toArrow(), expected)


def test_splits_a_large_bin_by_its_buckets(spark):
    """Nearly all records are in the first of 3 bins, and a task takes a tenth of them."""
    rng = numpy.random.default_rng(4)
    n = 200_000
    table = pyarrow.table({"a": rng.exponential(1, n) ** 3, "b": rng.exponential(1, n), "town": rng.choice(["x", "y"], n, p=[0.95, 0.05])})
    expected = overhand.mask(table, "sjppds", bins=3, seed=2)
    frame = in_parts(spark, table, [120_000, 0, 80_000])
    masked = overhand.spark.mask(frame, "sjppds", bins=3, seed=2, task_bytes=200_000)
    assert masked.rdd.getNumPartitions() == 4  # buckets of 65,536 records, at most
    assert_same(masked.toArrow(), expected)


def test_takes_the_options_of_sjppds(spark):
    table = mixed(1000, seed=2)
    for options in ({"bins": 300}, {"bins": 40, "min_bin": 25}, {}):
        expected = overhand.mask(table, "sjppds", seed=1, drop=["region", "seen"], derive=False, **options)
        masked = overhand.spark.mask(in_parts(spark, table, [400, 600]), "sjppds", seed=1, drop=["region", "seen"], **options)
        assert_same(masked.toArrow(), expected)


def test_masks_the_columns_that_are_named(spark):
    table = mixed(500)
    said = {"columns": ["income", "town", "hours"], "keep": "day", "seed": 1}
    masked = overhand.spark.mask(in_parts(spark, table, [500]), "sjppds", bins=5, **said)
    assert masked.columns == ["income", "hours", "day", "town"]
    assert_same(masked.toArrow(), overhand.mask(table, "sjppds", bins=5, derive=False, **said))


def test_nan_stays_nan(spark):
    rng = numpy.random.default_rng(1)
    values = rng.normal(size=400)
    values[::7] = numpy.nan
    table = pyarrow.table({"a": values, "b": rng.normal(size=400), "c": pyarrow.array(values, mask=numpy.arange(400) % 9 == 0)})
    expected = overhand.mask(table, "sjppds", bins=4, seed=1, derive=False)
    masked = overhand.spark.mask(in_parts(spark, table, [100, 300]), "sjppds", bins=4, seed=1).toArrow()
    assert masked.column("a").null_count == 0
    assert masked.column("c").null_count == expected.column("c").null_count > 0
    for name in ("a", "b", "c"):
        assert numpy.array_equal(masked.column(name).to_numpy(), expected.column(name).to_numpy(), equal_nan=True)


def test_keeps_columns_of_any_type(spark):
    """Lists, records, bytes and decimals go with the source of each record."""
    n = 300
    table = pyarrow.table({
        "a": numpy.arange(n) % 50 * 1.5, "b": numpy.arange(n) % 37 * 2.5,
        "list": pyarrow.array([[i % 5] * (i % 3) for i in range(n)]),
        "bytes": pyarrow.array([bytes([i % 7]) for i in range(n)]),
        "record": pyarrow.array([{"x": i % 4, "y": "z"} for i in range(n)]),
    })
    kept = ["list", "bytes", "record"]
    masked = overhand.spark.mask(in_parts(spark, table, [100, 200]), "sjppds", bins=5, seed=1, keep=kept).toArrow()
    numbers = overhand.mask(table.append_column("row", pyarrow.array(numpy.arange(n) // 10)).drop_columns(kept),
                            "sjppds", bins=5, seed=1, keep="row", derive=False)
    assert masked.num_rows == numbers.num_rows
    assert sorted(map(str, masked.column("record").to_pylist())) == sorted(map(str, table.column("record").to_pylist()))
    for row in masked.to_pylist():  # what is kept stays together
        assert any(row["record"]["x"] == i % 4 and row["list"] == [i % 5] * (i % 3) and row["bytes"] == bytes([i % 7])
                   for i in range(420))


def test_is_the_same_each_time_it_is_computed(spark):
    frame = in_parts(spark, mixed(800), [300, 500])
    masked = overhand.spark.mask(frame, "sjppds", bins=6)  # a fresh key
    first = masked.toArrow()
    assert_same(masked.toArrow(), first)
    assert not first.equals(overhand.spark.mask(frame, "sjppds", bins=6).toArrow())


def test_refuses_a_frame_that_is_another_each_time(spark):
    frame = changing(spark, 2000)
    with pytest.raises(Exception, match="gives other rows, or the same ones in another order, each time it is read"):
        overhand.spark.mask(frame, "sjppds", bins=5, seed=1).count()


def test_says_nothing_of_the_key(spark, capfd):
    key = b"0123456789abcdef0123456789abcdef"
    masked = overhand.spark.mask(in_parts(spark, mixed(100), [50, 50]), "sjppds", bins=5, key=key)
    masked.explain(True)
    masked.count()
    said = capfd.readouterr()
    for text in (said.out, said.err):
        assert key.decode() not in text and key.hex() not in text


class TestRefuses:
    @pytest.fixture
    def frame(self, spark):
        return in_parts(spark, mixed(200), [200])

    @staticmethod
    def same_sentence(frame, table, **said):
        with pytest.raises((ValueError, TypeError)) as on_spark:
            overhand.spark.mask(frame, "sjppds", **said)
        with pytest.raises((ValueError, TypeError)) as in_memory:
            overhand.mask(table, "sjppds", **said)
        assert type(on_spark.value) is type(in_memory.value)
        said_alike = str(in_memory.value).partition(", or say what each column is in a schema")[0]  # there is none on Spark
        assert str(on_spark.value).startswith(said_alike) and "schema" not in str(on_spark.value)

    @pytest.mark.parametrize("said", [{"bins": 0}, {"bins": "many"}, {"keep": "nothing"}, {"drop": ["a", "income"]},
                                      {"keep": "town", "drop": "town"}, {"columns": []}, {"key": b"short"},
                                      {"seed": 1, "key": KEY}, {"columns": ["income"]}], ids=str)
    def test_what_mask_refuses(self, frame, said):
        self.same_sentence(frame, mixed(200), **said)

    def test_identifiers(self, spark):
        """Names and numbers of persons, though their beginning could be anything."""
        n = 30_000
        rng = numpy.random.default_rng(1)
        table = pyarrow.table({"x": rng.normal(size=n), "y": rng.normal(size=n),
                               "person": pyarrow.array([f"p{i}x" for i in rng.permutation(n)]),
                               "number": pyarrow.array(numpy.arange(n) + 40_000_000)})
        self.same_sentence(in_parts(spark, table, [15_000, 15_000]), table)
        assert overhand.spark.mask(in_parts(spark, table, [15_000, 15_000]), "sjppds", drop=["person", "number"]).count() == n

    def test_no_identifiers_in_the_whole(self, spark):
        """The first records have towns of their own; in the whole each is there twelve times."""
        n = 108_000
        rng = numpy.random.default_rng(1)
        table = pyarrow.table({"x": rng.normal(size=n), "y": rng.normal(size=n),
                               "town": pyarrow.array([f"t{i % 9_000}" for i in range(n)])})
        masked = overhand.spark.mask(in_parts(spark, table, [n]), "sjppds", bins=5, seed=1)
        assert_same(masked.toArrow(), overhand.mask(table, "sjppds", bins=5, seed=1))

    def test_kept_identifiers(self, spark):
        table = pyarrow.table({"x": numpy.random.default_rng(1).normal(size=900), "y": numpy.random.default_rng(2).normal(size=900),
                               "who": pyarrow.array([f"p{i}x" for i in range(900)])})
        self.same_sentence(in_parts(spark, table, [900]), table, keep="who")
        assert overhand.spark.mask(in_parts(spark, table, [900]), "sjppds", keep="who", keep_identifiers=True).count() == 900

    def test_infinite_values(self, spark):
        values = numpy.arange(20_000) % 100 * 1.5
        values[-1] = numpy.inf
        table = pyarrow.table({"a": values, "b": values[::-1].copy()[:20_000]})
        table = table.set_column(1, "b", pyarrow.array(numpy.arange(20_000) % 77 * 1.5))
        self.same_sentence(in_parts(spark, table, [20_000]), table)

    def test_an_empty_frame(self, spark):
        self.same_sentence(in_parts(spark, mixed(0), [0]), mixed(0))

    def test_types_that_cannot_be_masked(self, spark):
        table = pyarrow.table({"a": [1.5, 2.5, 3.5], "b": [1.5, 2.5, 3.5], "list": [[1], [2], [3]], "bytes": [b"1", b"2", b"3"]})
        frame = in_parts(spark, table, [3])
        with pytest.raises(TypeError) as refused:
            overhand.spark.mask(frame)
        assert str(refused.value) == ("Columns 'list', 'bytes' are of types that cannot be masked (lists, records, bytes, ...); leave "
                                      'them out with drop=["list", "bytes"], or let some of them go out as they are with keep.')
        with pytest.raises(TypeError) as refused:
            overhand.spark.mask(frame, drop="bytes")
        assert str(refused.value) == ("Column 'list' is of a type that cannot be masked (lists, records, bytes, ...); leave the "
                                      'column out with drop="list", or let it go out as it is with keep="list".')

    @pytest.mark.parametrize("said, sentence", [
        ({"within": "town"}, "within is not there on Spark"),
        ({"suppress": 3}, "suppress is not there on Spark"),
        ({"marginals": "synthetic"}, "marginals other than exact are not there on Spark"),
        ({"bin": 3}, "sjppds has no option 'bin'; did you mean bins?"),
        ({"task_bytes": 10}, "task_bytes must be a whole number of at least 65536."),
    ], ids=str)
    def test_what_is_not_there(self, frame, said, sentence):
        with pytest.raises(ValueError) as refused:
            overhand.spark.mask(frame, "sjppds", **said)
        assert sentence in str(refused.value)

    def test_other_methods_and_frames(self, frame):
        with pytest.raises(ValueError, match="mdav is not there on Spark"):
            overhand.spark.mask(frame, "mdav")
        with pytest.raises(ValueError, match="did you mean sjppds"):
            overhand.spark.mask(frame, "sjpds")
        with pytest.raises(TypeError, match="A DataFrame of Spark is needed, not Table"):
            overhand.spark.mask(mixed(10), "sjppds")
