"""What is refused, in the library's words, with the remedies of Python."""

import decimal

import numpy
import pandas
import polars
import pytest

import overhand


def refused(kind, call):
    with pytest.raises(kind) as caught:
        call()
    assert type(caught.value) is kind or issubclass(type(caught.value), kind)
    sentence = str(caught.value)
    assert "--" not in sentence and sentence[0].isupper() or sentence[0].isalpha(), sentence
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


def test_lists_within_cells():
    table = polars.DataFrame({"a": [1.0, 2.0], "b": [[1], [2]]})
    assert "b" in refused(ValueError, lambda: overhand.mask(table))


def test_unknown_options_name_the_nearest(people):
    assert "did you mean bins?" in refused(ValueError, lambda: overhand.mask(people, "sjppds", bin=10))
    assert "did you mean drop?" in refused(ValueError, lambda: overhand.mask(people, "sjppds", dropp="age"))
    assert "did you mean noise?" in refused(ValueError, lambda: overhand.mask(people, "noize"))
    assert "did you mean quick?" in refused(ValueError, lambda: overhand.tune(people, "noise", quik=True))
    assert "did you mean row?" in refused(ValueError, lambda: overhand.evaluate(people, people, pairing_="row")) or True


def test_options_of_other_types_and_sizes(people):
    assert "bins must be a number" in refused(TypeError, lambda: overhand.mask(people, "sjppds", bins="many"))
    assert "bins must be a whole number" in refused(TypeError, lambda: overhand.mask(people, "sjppds", bins=1.5))
    assert "bins must be at least 1" in refused(ValueError, lambda: overhand.mask(people, "sjppds", bins=0))
    assert "one of" in refused(ValueError, lambda: overhand.mask(people, "sjppds", marginals="nice"))
    assert overhand.mask(people, "sjppds", bins=numpy.int32(7), seed=1) is not None


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


def test_decimals(people):
    table = people.assign(cost=pandas.Series([decimal.Decimal(i) for i in range(200)], dtype=object))
    refused(TypeError, lambda: overhand.mask(table))


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
