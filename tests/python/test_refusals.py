"""What is refused, in the library's words, with the remedies of Python."""

import decimal

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest

import overhand


def refused(kind, call):
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) in (kind, overhand.Refused)
    sentence = str(caught.value)
    assert "--" not in sentence and sentence[0].isalpha() and sentence[-1] in ".?", sentence
    return sentence


def test_mixed_objects(people):
    table = people.assign(odd=pandas.Series(["a", 1] * 100, dtype=object))
    sentence = refused(TypeError, lambda: overhand.mask(table, seed=1))
    assert "'odd'" in sentence and "texts" in sentence and "whole numbers" in sentence


def test_duplicate_names(people):
    table = pandas.concat([people, people], axis=1)
    assert "Two columns are named 'age'" in refused(ValueError, lambda: overhand.mask(table))


def test_names_that_are_no_text(people):
    assert "rename" in refused(TypeError, lambda: overhand.mask(people.set_axis([1, 2, 3], axis=1)))


@pytest.mark.parametrize("empty", [pandas.DataFrame(), pandas.DataFrame({"a": [], "b": []}, dtype=float),
                                   polars.DataFrame(), polars.DataFrame({"a": [], "b": []}), numpy.empty((0, 3)),
                                   numpy.empty((3, 0))])
def test_empty_frames(empty):
    assert refused(ValueError, lambda: overhand.mask(empty)).startswith("The table has no ")


def test_complex_numbers(people):
    assert "complex" in refused(TypeError, lambda: overhand.mask(people.assign(z=1j)))
    assert "complex" in refused(TypeError, lambda: overhand.mask(people.to_numpy() * 1j))


def test_one_dimension_and_three():
    for shape in ((5,), (2, 2, 2)):
        assert "two dimensions" in refused(ValueError, lambda: overhand.mask(numpy.zeros(shape)))


@pytest.mark.parametrize("thing", [5, None, [1, 2], {"a": 1}, pandas.Series([1.0])])
def test_no_table(thing):
    refused(TypeError, lambda: overhand.mask(thing))


def nested(kind):
    """200 records whose column `c` has no place in a table."""
    numbers = {"a": [row % 17 * 1.5 for row in range(200)], "b": [row % 23 * 2.5 for row in range(200)],
               "e": [row % 31 * 0.5 for row in range(200)]}
    lists, records = [[1]] * 200, [{"d": 1}] * 200
    arrow = pandas.ArrowDtype(pyarrow.list_(pyarrow.int64()))
    frame = pandas.DataFrame(numbers)
    return {"lists of polars": lambda: polars.DataFrame({**numbers, "c": lists}),
            "records of polars": lambda: polars.DataFrame({**numbers, "c": records}),
            "bytes of polars": lambda: polars.DataFrame({**numbers, "c": [b"1"] * 200}),
            "lists of pyarrow": lambda: pyarrow.table({**numbers, "c": lists}),
            "records of pyarrow": lambda: pyarrow.table({**numbers, "c": records}),
            "lists of DuckDB": lambda: duckdb.from_arrow(pyarrow.table({**numbers, "c": lists})),
            "lists in pandas": lambda: frame.assign(c=pandas.Series(lists)),
            "records in pandas": lambda: frame.assign(c=pandas.Series(records)),
            "arrays in pandas": lambda: frame.assign(c=pandas.Series([numpy.array([1, 2])] * 200)),
            "lists of pyarrow in pandas": lambda: frame.assign(c=pandas.Series(lists, dtype=arrow)),
            "intervals": lambda: frame.assign(c=pandas.arrays.IntervalArray.from_breaks(range(201))),
            "decimals": lambda: frame.assign(c=pandas.Series([decimal.Decimal(1)] * 200, dtype=object)),
            "several kinds": lambda: frame.assign(c=pandas.Series(["a", 1] * 100, dtype=object))}[kind]()


NESTED = ["lists of polars", "records of polars", "bytes of polars", "lists of pyarrow", "records of pyarrow", "lists of DuckDB",
          "lists in pandas", "records in pandas", "arrays in pandas", "lists of pyarrow in pandas", "intervals", "decimals", "several kinds"]


@pytest.mark.parametrize("kind", NESTED)
def test_what_has_no_place_is_named_and_can_be_left_out(kind):
    """The remedy that is told helps: a column that is left out does no harm, whatever is in it."""
    table = nested(kind)
    for call in (lambda: overhand.mask(table, "noise"), lambda: overhand.tune(table, "noise", quick=True),
                 lambda: overhand.evaluate(table, table)):
        sentence = refused(TypeError, call)
        assert sentence.startswith("Column 'c' ") and "drop" in sentence
    masked = overhand.mask(table, "noise", drop="c", seed=1)
    assert list(masked.columns if not isinstance(masked, pyarrow.Table) else masked.column_names) == ["a", "b", "e"]
    chosen = overhand.mask(table, "noise", columns=["a", "b"], seed=1)
    assert list(chosen.columns if not isinstance(chosen, pyarrow.Table) else chosen.column_names) == ["a", "b"]
    roles = {column["name"]: column["role"] for column in overhand.inspect(table).to_dict()["columns"]}
    assert roles["c"] == "drop"


def test_what_something_else_is_made_of_is_told():
    assert "astype(float)" in refused(TypeError, lambda: overhand.mask(nested("decimals")))
    assert "astype(str)" in refused(TypeError, lambda: overhand.mask(nested("intervals")))
    stamps = pandas.DataFrame({"a": [1.5, 2.5] * 9, "c": pandas.Series([pandas.Timestamp("2020-01-01")] * 18, dtype=object)})
    assert "pandas.to_datetime()" in refused(TypeError, lambda: overhand.mask(stamps))


def test_a_refusal_tells_no_value():
    table = nested("several kinds").assign(c=pandas.Series(["Creutzfeldt", 4711] * 100, dtype=object))
    sentence = refused(TypeError, lambda: overhand.mask(table))
    assert "Creutzfeldt" not in sentence and "4711" not in sentence


def test_unknown_options_name_the_nearest(people):
    assert "did you mean bins?" in refused(ValueError, lambda: overhand.mask(people, "sjppds", bin=10))
    assert "did you mean drop?" in refused(ValueError, lambda: overhand.mask(people, "sjppds", dropp="age"))
    assert "did you mean noise?" in refused(ValueError, lambda: overhand.mask(people, "noize"))
    assert "did you mean quick?" in refused(ValueError, lambda: overhand.tune(people, "noise", quik=True))
    assert "did you mean pairing?" in refused(ValueError, lambda: overhand.evaluate(people, people, pairing_="row"))


def test_options_of_other_types_and_sizes(people):
    assert "bins must be a number" in refused(TypeError, lambda: overhand.mask(people, "sjppds", bins="many"))
    assert "bins must be a whole number" in refused(TypeError, lambda: overhand.mask(people, "sjppds", bins=1.5))
    assert "bins must be at least 1" in refused(ValueError, lambda: overhand.mask(people, "sjppds", bins=0))
    assert "one of" in refused(ValueError, lambda: overhand.mask(people, "sjppds", marginals="nice"))
    assert overhand.mask(people, "sjppds", bins=numpy.int32(7), seed=1) is not None


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf"), 1e400, numpy.float32("nan"), numpy.float64("inf")])
def test_numbers_that_are_none(people, number):
    """In the words of the library, whoever is told: an option, a list, a bound, a ceiling."""
    for name, call in {
            "percent": lambda: overhand.mask(people, "noise", percent=number),
            "bins": lambda: overhand.mask(people, "sjppds", bins=number),
            "seed": lambda: overhand.mask(people, seed=number),
            "suppress": lambda: overhand.mask(people, suppress=number),
            "max_risk": lambda: overhand.tune(people, "noise", max_risk=number),
            "seconds": lambda: overhand.compare(people, seconds=number),
            "ceilings": lambda: overhand.release(people, "nowhere", ceilings={"look_up": number}),
            "rho": lambda: overhand.simulate("gaussian", rho=number)}.items():
        sentence = refused(ValueError, call)
        assert sentence.startswith(f"{name} must be a finite number") and "json" not in sentence.lower()


@pytest.mark.parametrize("number", [10**30, -10**30, 2**64, -2**63 - 1])
def test_numbers_that_64_bits_do_not_hold(people, number):
    for name, call in {"percent": lambda: overhand.mask(people, "noise", percent=number),
                       "bins": lambda: overhand.mask(people, "sjppds", bins=number),
                       "seed": lambda: overhand.mask(people, seed=number)}.items():
        assert refused(ValueError, call) == f"{name} must be a number that 64 bits hold."


def test_large_numbers_do_not_become_negative(people):
    assert "bins" in refused(ValueError, lambda: overhand.mask(people, "sjppds", bins=2**64 - 1))
    assert "-" not in refused(ValueError, lambda: overhand.mask(people, "sjppds", bins=2**63))
    assert "64 bits" in refused(ValueError, lambda: overhand.mask(people, "sjppds", bins=1e300))
    assert "at most" in refused(ValueError, lambda: overhand.mask(people, "noise", percent=1e300))
    assert overhand.mask(people, "noise", seed=2**64 - 1).shape == people.shape


def test_halves_of_signs(people):
    """What Python makes of names of files that are no text: no error of a parser's."""
    for call in (lambda: overhand.mask(people, drop="a\udc80"), lambda: overhand.mask(people, drop=["age", "\udc80"]),
                 lambda: overhand.mask(people, schema="\ud800.toml"), lambda: overhand.tune(people, "noise\udcff")):
        assert "signs that no text can have" in refused(ValueError, call)
    assert list(overhand.mask(people.rename(columns={"age": "Ålter 年"}), drop="Ålter 年", seed=1).columns) == ["income", "hours"]


def test_arguments_of_odd_types(people):
    assert "percent cannot be of type Decimal" in refused(TypeError, lambda: overhand.mask(people, "noise", percent=decimal.Decimal(3)))
    assert "seed cannot be of type NAType" in refused(TypeError, lambda: overhand.mask(people, seed=pandas.NA))
    assert "drop cannot be of type object" in refused(TypeError, lambda: overhand.mask(people, drop=[object()]))
    assert list(overhand.mask(people, drop=pandas.Index(["age"]), seed=1).columns) == ["income", "hours"]
    assert list(overhand.mask(people, drop=numpy.array(["age"]), seed=1).columns) == ["income", "hours"]


@pytest.mark.parametrize("none", [[], (), set(), numpy.array([], dtype=str), pandas.Index([])])
def test_no_columns_are_not_all(people, none):
    words = "columns names no column to mask; leave it away to mask all."
    assert refused(ValueError, lambda: overhand.mask(people, columns=none)) == words
    assert refused(ValueError, lambda: overhand.mask(people, columns=none, keep="age")) == words
    assert refused(ValueError, lambda: overhand.tune(people, columns=none)) == words
    assert refused(ValueError, lambda: overhand.evaluate(people, people, columns=none)) == words
    assert overhand.mask(people, drop=none, keep=none, seed=1).shape == people.shape


@pytest.mark.parametrize("kind", ["survey", "hospital", "households"])
def test_people_have_columns_of_their_own(kind):
    end = f" has no effect on {kind}: it is for gaussian, exponential and timing."
    assert refused(ValueError, lambda: overhand.simulate(kind, columns=3)) == "columns" + end
    assert refused(ValueError, lambda: overhand.simulate(kind, rho=0.5)) == "rho" + end
    assert len(overhand.simulate(kind, rows=30, seed=1)) >= 30


def test_pairings_that_are_none(people, tmp_path):
    assert refused(ValueError, lambda: overhand.evaluate(people, people, pairing="rwo")) == "pairing: there is no 'rwo'; did you mean row?"
    assert "did you mean sorted?" in refused(ValueError, lambda: overhand.evaluate(people, people, pairing="sort"))
    assert "a lineage file" in refused(ValueError, lambda: overhand.evaluate(people, people, pairing="x"))
    with pytest.raises(OSError, match="nowhere.csv"):
        overhand.evaluate(people, people, pairing="nowhere.csv")
    with pytest.raises(OSError, match="nowhere.csv"):
        overhand.evaluate(people, people, pairing=tmp_path / "nowhere.csv")


def test_keys(people):
    assert "say one of them" in refused(ValueError, lambda: overhand.mask(people, key=bytes(32), seed=1))
    assert "32 bytes" in refused(TypeError, lambda: overhand.mask(people, key="secret"))
    assert "32 bytes" in refused(ValueError, lambda: overhand.mask(people, key=b"short"))


def test_remedies_are_arguments_of_python(people):
    table = people.assign(id=numpy.arange(len(people)) + 10_000_000)
    sentence = refused(ValueError, lambda: overhand.mask(table))
    assert 'drop="id"' in sentence
    table = people.assign(name=[f"Person {i}" for i in range(len(people))])
    sentence = refused(ValueError, lambda: overhand.mask(table))
    assert 'drop="name"' in sentence


def test_infinite_values(people):
    table = people.assign(hours=[numpy.inf] + [1.0] * 199)
    assert "infinite" in refused(ValueError, lambda: overhand.mask(table))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(OSError, match="nowhere.csv"):
        overhand.mask(tmp_path / "nowhere.csv")
    with pytest.raises(OSError, match="nowhere.csv"):
        overhand.read(tmp_path / "nowhere.csv")


def test_same_sentences_as_the_command_line(command, tmp_path, people):
    """The same mistake, with each face's own remedy."""
    table = people.assign(name=[f"Person {i}" for i in range(len(people))])
    table.to_parquet(tmp_path / "in.parquet")
    theirs = command("mask in.parquet -o out.csv", check=False).stderr
    ours = refused(ValueError, lambda: overhand.mask(table))
    assert "--drop name" in theirs and 'drop="name"' in ours
    stem = theirs.split(": ", 2)[-1].split(";")[0]
    assert stem.lower() in ours.lower()


def test_changed_during_the_call(people):
    """Not our problem, and never a crash."""
    import threading

    table = pandas.DataFrame(numpy.random.default_rng(1).random((200_000, 4)), columns=list("abcd"))
    values = table["a"].to_numpy()
    values = values if values.flags.writeable else None
    done = threading.Event()

    def change():
        while not done.is_set():
            table.iloc[:, 0] = 1.0

    thread = threading.Thread(target=change)
    thread.start()
    try:
        overhand.mask(table, "sjppds", seed=1)
    finally:
        done.set()
        thread.join()


def test_names_and_texts_that_are_none_in_utf8(people):
    for name in ("\ud800", "a\0b"):
        words = refused(ValueError, lambda: overhand.mask(people.set_axis(pandas.Index([name, "b", "c"], dtype=object), axis=1)))
        assert words == "Column number 1 has a name with a zero character or a lone surrogate; rename it."
    records = numpy.zeros(50, dtype=[("a\0b", "f8"), ("b", "f8")])
    assert "zero character" in refused(ValueError, lambda: overhand.mask(records))
    broken = people.assign(town=pandas.Series(["\udcff", "x"] * 100, dtype=object))
    assert refused(ValueError, lambda: overhand.mask(broken)).startswith("Column 'town' has a text that is none in UTF-8 (a lone surrogate)")
    assert list(overhand.mask(broken, drop="town")) == list(people)


def test_streams_that_are_none():
    table = pyarrow.table({"a": numpy.arange(100.0) % 17, "b": numpy.arange(100.0) % 13})

    class Says:
        def __init__(self, capsule):
            self.capsule = capsule

        def __arrow_c_stream__(self, requested_schema=None):
            return self.capsule

    for lie in (None, 42, "people.csv", table.schema.__arrow_c_schema__()):
        assert refused(TypeError, lambda: overhand.mask(Says(lie))) == "The table's __arrow_c_stream__() gives no stream of Arrow's."
    once = Says(table.__arrow_c_stream__())
    overhand.mask(once, "cell_shuffle")
    assert refused(ValueError, lambda: overhand.mask(once)) == "The stream of the table was read before; hand over a new one."


def test_details_are_asked_for_by_true_or_false(people):
    assert refused(TypeError, lambda: overhand.mask(people, details="yes")) == "details must be True or False."
