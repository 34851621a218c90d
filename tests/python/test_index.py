"""Labels of rows are no column: those that tell records apart do not go out unless that is said."""

import warnings

import numpy
import pandas
import polars
import pyarrow
import pytest

import overhand

SHUFFLES, KEEPS_ORDER, WITHOUT_SOURCES = "cell_rotate", "noise", "ipso"


@pytest.fixture
def named(people):
    return people.set_axis([f"Person {i}" for i in range(len(people))]).rename_axis("who")


@pytest.fixture
def regions(people):
    return people.set_axis(["north", "south", "east", "west"] * (len(people) // 4))


def told(work):
    """(result, notes but that on the seed)."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = work()
    return result, [str(note.message) for note in caught if "seed is for" not in str(note.message)]


@pytest.mark.parametrize("method", [SHUFFLES, KEEPS_ORDER, WITHOUT_SOURCES])
def test_labels_that_tell_records_apart_are_left_out(named, method):
    masked, notes = told(lambda: overhand.mask(named, method, seed=1))
    assert masked.index.equals(pandas.RangeIndex(len(named))) and masked.index.name is None
    assert len(notes) == 1 and "index tells records apart" in notes[0] and "keep_identifiers=True" in notes[0]


@pytest.mark.parametrize("index", [
    numpy.random.default_rng(1).permutation(200),  # of a table that was split
    pandas.RangeIndex(1000, 1200),
    pandas.date_range("2020-01-01", periods=200, freq="h"),
    pandas.MultiIndex.from_product([range(20), list("abcdefghij")]),
    [f"p{max(i, 10)}" for i in range(200)],  # nearly all
], ids=["integers", "range", "times", "levels", "nearly"])
def test_what_tells_records_apart(people, index):
    masked, notes = told(lambda: overhand.mask(people.set_axis(index), KEEPS_ORDER, seed=1))
    assert masked.index.equals(pandas.RangeIndex(200)) and "index tells records apart" in notes[0]


def test_labels_go_out_when_it_is_said_with_their_sources(named):
    for method in (SHUFFLES, KEEPS_ORDER):
        masked, notes = told(lambda: overhand.mask(named, method, seed=1, keep_identifiers=True, details=True))
        assert list(masked.data.index) == [f"Person {row}" for row in masked.lineage]
        assert len(notes) == 1 and "who knows a label finds its record" in notes[0]
        assert notes[0] in masked.notes
    masked, notes = told(lambda: overhand.mask(named, WITHOUT_SOURCES, seed=1, keep_identifiers=True))
    assert masked.index.equals(pandas.RangeIndex(len(named))) and "not told which source" in notes[0]


def test_labels_that_many_share_move_with_the_records(regions):
    masked, notes = told(lambda: overhand.mask(regions, SHUFFLES, seed=1, details=True))
    assert list(masked.data.index) == list(regions.index[masked.lineage])
    assert len(notes) == 1 and "no measure sees it" in notes[0]
    moved, notes = told(lambda: overhand.mask(regions, WITHOUT_SOURCES, seed=1))
    assert moved.index.equals(pandas.RangeIndex(len(regions))) and "left out" in notes[0]


def test_labels_of_records_that_were_left_out(regions):
    table = regions.assign(sex=["f"] * 199 + ["m"])
    masked, _ = told(lambda: overhand.mask(table, KEEPS_ORDER, seed=1, keep="sex", suppress_records=2, details=True))
    assert len(masked.data) == 199 and list(masked.data.index) == list(regions.index[:199])


def test_numbered_rows_say_nothing(people):
    masked, notes = told(lambda: overhand.mask(people.rename_axis("row"), SHUFFLES, seed=1))
    assert masked.index.equals(pandas.RangeIndex(len(people))) and masked.index.name == "row" and not notes


def test_tuned_tables_have_no_labels_of_records(named, regions):
    result, notes = told(lambda: overhand.tune(named, SHUFFLES, quick=True, max_risk=1))
    assert result.masked.index.equals(pandas.RangeIndex(len(named)))
    assert sum("index tells records apart" in note for note in notes) == 1
    result, notes = told(lambda: overhand.tune(regions, SHUFFLES, quick=True, max_risk=1))
    assert result.masked.index.equals(pandas.RangeIndex(len(regions)))
    assert sum("not told which source" in note for note in notes) == 1


def test_notes_name_the_callers_line(named):
    for work in (lambda: overhand.mask(named, seed=1), lambda: overhand.tune(named, SHUFFLES, quick=True, max_risk=1)):
        with pytest.warns(overhand.Note) as notes:
            work()
        assert all(note.filename == __file__ for note in notes)


def test_what_is_written_beside_values_stays(people):
    """Metadata of tables and columns, and attributes of frames, are nobody's values and not measured."""
    table = pyarrow.Table.from_pandas(people, preserve_index=False).replace_schema_metadata({"owner": "Person 7"})
    first = table.schema.field(0).with_metadata({"note": "Person 9"})
    table = table.cast(pyarrow.schema([first, *list(table.schema)[1:]], metadata=table.schema.metadata))
    masked = overhand.mask(table, KEEPS_ORDER, seed=1)
    assert not masked.schema.metadata and not any(field.metadata for field in masked.schema)
    people.attrs["owner"] = "Person 7"
    assert overhand.mask(people, KEEPS_ORDER, seed=1).attrs == {}
    assert isinstance(overhand.mask(polars.from_arrow(table), KEEPS_ORDER, seed=1), polars.DataFrame)


def test_an_index_that_pyarrow_made_a_column(named):
    table = pyarrow.Table.from_pandas(named)
    with pytest.raises(ValueError, match="who"):
        overhand.mask(table, SHUFFLES, seed=1)
