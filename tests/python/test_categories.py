"""Categories that no masked record has do not go out: they may be values of people who are not in the table."""

import warnings

import numpy
import pandas
import polars
import pyarrow
import pytest

import overhand

N = 120
WORDS = ["abc"[row % 3] for row in range(N)]


def table(column):
    rng = numpy.random.default_rng(1)
    return pandas.DataFrame({"x": rng.normal(50, 9, N), "y": rng.normal(10, 3, N)}).assign(c=column)


def shuffled(given, **said):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        masked = overhand.mask(given, "sjppds", bins=4, seed=1, **said)
    return masked, [str(note.message) for note in caught if "seed is for" not in str(note.message)]


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("keep", [None, "c"])
def test_unused_categories_of_pandas(ordered, keep):
    dtype = pandas.CategoricalDtype(["q", "c", "rare", "b", "a"], ordered)
    given = table(pandas.Categorical(WORDS, dtype=dtype))
    masked, notes = shuffled(given, keep=keep)
    assert list(masked["c"].cat.categories) == ["c", "b", "a"] and masked["c"].cat.ordered == ordered
    assert sorted(masked["c"].astype(str)) == sorted(WORDS)
    assert len([note for note in notes if note.startswith("Column 'c' is of categories that no masked record has")]) == 1
    assert "rare" not in " ".join(notes)
    assert masked["c"].astype(dtype).dtype == given["c"].dtype  # as the note says


def test_categories_that_are_all_there_are_not_told():
    given = table(pandas.Categorical(WORDS, categories=["c", "a", "b"]))
    masked, notes = shuffled(given)
    assert masked["c"].dtype == given["c"].dtype and not notes


def test_categories_of_numbers_stay_numbers():
    given = table(pandas.Categorical([[10, 20, 30][row % 3] for row in range(N)], categories=[30, 40, 20, 10]))
    masked, _ = shuffled(given, keep="c")
    assert list(masked["c"].cat.categories) == [30, 20, 10]
    assert sorted(masked["c"]) == sorted(given["c"])


def test_a_filtered_table_does_not_tell_who_was_filtered():
    everybody = table(pandas.Categorical(["Creutzfeldt" if row == 7 else word for row, word in enumerate(WORDS)]))
    masked, _ = shuffled(everybody[everybody["c"] != "Creutzfeldt"].reset_index(drop=True))
    assert "Creutzfeldt" not in list(masked["c"].cat.categories)


def test_suppressed_records_leave_no_category():
    """The value of a record that is left out stands nowhere in what goes out, in any library."""
    given = table(pandas.Categorical(["Creutzfeldt" if row == 7 else word for row, word in enumerate(WORDS)]))
    arrow = pyarrow.Table.from_pandas(given, preserve_index=False)
    said = {"keep": "c", "keys": "c", "suppress_records": 3}
    for one in (given, arrow, polars.from_pandas(given), polars.from_pandas(given).with_columns(polars.col("c").cast(polars.Enum(["Creutzfeldt", "a", "b", "c"])))):
        masked, _ = shuffled(one, **said)
        assert len(masked) == N - 1
        if isinstance(masked, pandas.DataFrame):
            levels = list(masked["c"].cat.categories)
        elif isinstance(masked, pyarrow.Table):
            levels = masked["c"].combine_chunks().dictionary.to_pylist()
        else:
            levels = masked.to_arrow()["c"].combine_chunks().dictionary.to_pylist()
        assert sorted(levels) == ["a", "b", "c"], type(masked)


def test_unused_categories_of_polars():
    given = polars.from_pandas(table(WORDS)).with_columns(polars.col("c").cast(polars.Enum(["z", "c", "b", "a"])))
    masked, notes = shuffled(given)
    assert masked.schema["c"] == polars.Enum(["c", "b", "a"])
    assert notes == ["Column 'c' is of categories that no masked record has, which were left out; "
                     "cast() to the type that it had brings them back."]
    assert masked["c"].cast(given.schema["c"]).dtype == given.schema["c"]


def test_unused_levels_of_a_dictionary_of_pyarrow():
    column = pyarrow.DictionaryArray.from_arrays(pyarrow.array([row % 2 for row in range(N)], pyarrow.int8()), ["z", "b", "unused"])
    given = pyarrow.table({"x": numpy.arange(N) ** 1.5, "y": numpy.arange(N) % 7 * 1.5, "c": column})
    masked, _ = shuffled(given)
    assert sorted(masked["c"].combine_chunks().dictionary.to_pylist()) == ["b", "z"]
    frame, _ = shuffled(given.to_pandas(types_mapper=pandas.ArrowDtype))
    assert frame["c"].dtype == pandas.ArrowDtype(column.type)
    assert sorted(pyarrow.array(frame["c"]).dictionary.to_pylist()) == ["b", "z"]


def test_a_release_has_no_unused_categories(tmp_path):
    survey = overhand.simulate("survey", rows=600, seed=1)
    given = survey.assign(c=pandas.Categorical(["abc"[row % 3] for row in range(600)], categories=["b", "c", "a", "Creutzfeldt"]))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        made = overhand.release(given, tmp_path / "out", profile="internal", accept_risk="a test", method="cell_rotate")
    assert list(made.masked["c"].cat.categories) == ["b", "c", "a"]
    assert any("categories that no masked record has" in str(note.message) for note in caught)
    assert all(b"Creutzfeldt" not in path.read_bytes() for path in (tmp_path / "out").iterdir())
