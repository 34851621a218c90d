"""overhand.spark.release: what passes is written with its manifest, and what does not leaves nothing."""

import json
import os
import warnings
import weakref

import numpy
import pyarrow
import pytest
from conftest import in_parts

import overhand
import overhand.spark
from overhand import _spark_release as releasing
from overhand._spark_companions import companions

ROWS = 4000
SETTINGS = {"spark.sql.shuffle.partitions": "4", "spark.driver.memory": "2g"}


@pytest.fixture(scope="module")
def people(spark, tmp_path_factory):
    """Numbers that go together, a whole one with gaps, one that looks like a code, levels and a kept region, in three files."""
    rng = numpy.random.default_rng(3)
    common = rng.normal(size=ROWS)
    table = pyarrow.table({
        "income": numpy.exp(10 + common / 2 + rng.normal(size=ROWS) / 3),
        "rent": 500 + 80 * common + 60 * rng.normal(size=ROWS),
        "hours": pyarrow.array(rng.integers(10, 50, ROWS), mask=rng.random(ROWS) < 0.05),
        "weight": 70 + 12 * rng.normal(size=ROWS),
        "height": 170 + 9 * rng.normal(size=ROWS),
        "school": numpy.array(["none", "some", "all"])[rng.integers(0, 3, ROWS)],
        "region": numpy.array(["north", "south"])[rng.integers(0, 2, ROWS)],
        "rating": rng.integers(1, 6, ROWS)})
    place = str(tmp_path_factory.mktemp("people") / "table")
    spark.createDataFrame(table).repartition(3).write.parquet(place)
    return spark.read.parquet(place)


@pytest.fixture(scope="module")
def notes():
    return []


@pytest.fixture(scope="module")
def released(people, notes, tmp_path_factory):
    """In a folder with signs that an address or a pattern has another meaning for."""
    folder = tmp_path_factory.mktemp("out") / "releasé 1%20 [a]"
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", overhand.Note)
        result = overhand.spark.release(people, folder, keep="region", sample=300, progress=False)
    notes += [note for note in told if note.category is overhand.Note]
    return result


def test_a_note_is_told_once_and_to_the_caller(released, notes):
    assert [str(note.message).partition(",")[0] for note in notes] == ["Column 'rating' looks like a code"]
    assert notes[0].filename == __file__


def test_the_whole_frame_goes_out_in_its_columns(people, released):
    masked = released.masked
    assert masked.columns == people.columns
    assert masked.count() == ROWS
    north, there = (frame.where("region = 'north'").count() for frame in (people, masked))
    assert abs(north - there) < 200  # a record has the region of whom it has most of: five standard deviations


def test_the_manifest_names_every_file_and_verifies(released):
    manifest = json.loads(open(os.path.join(released.folder, "manifest.json")).read())
    assert manifest == released.to_dict()
    assert manifest["rows"] == ROWS
    assert manifest["setting"].startswith("cell_rotate, k ")
    assert [column["role"] for column in manifest["columns"]] == 6 * ["mask"] + ["keep", "mask"]
    tables = [file["name"] for file in manifest["files"] if file["name"].startswith("masked/")]
    assert sorted(os.listdir(os.path.join(released.folder, "masked"))) == sorted(name.split("/")[1] for name in tables)
    assert sorted(os.listdir(released.folder)) == ["manifest.json", "masked", "report-internal.html", "report.html"]
    assert overhand.verify(released.folder) == len(tables) + 1


def test_a_changed_file_does_not_verify(released, tmp_path):
    import shutil

    copy = tmp_path / "copy"
    shutil.copytree(released.folder, copy)
    [name, *_] = [file["name"] for file in released.to_dict()["files"] if file["name"].startswith("masked/")]
    with open(copy / name, "ab") as file:
        file.write(b"x")
    with pytest.raises(overhand.Refused, match="not the file that was released"):
        overhand.verify(copy)


def test_every_attack_is_held_against_its_ceiling(released):
    held = {one["name"]: one for one in released.to_dict()["attacks"]}
    assert {"inference_3", "inference_5", "linkability", "membership", "look_up", "certain_cells", "dbrl", "kept_classes"} <= set(held)
    assert all(one["kept"] for one in held.values())
    assert released.verdict["level"] in ("usable", "care")
    assert "The table is in" not in repr(released)


def test_it_says_of_how_many_records_it_speaks(released):
    report = open(os.path.join(released.folder, "report.html")).read()
    assert "4,000 records" in report
    assert "300 of the 4000 records" in report
    assert "row of the source" not in report


def persisted(frame):
    return frame.sparkSession.sparkContext._jsc.getPersistentRDDs().size()


def test_nothing_is_written_where_nothing_passes(people, tmp_path):
    before = persisted(people)
    with pytest.raises(overhand.Refused):
        overhand.spark.release(people, tmp_path / "none", sample=200, progress=False, keep="region", seconds=60,
                               ceilings={"inference_3": 0, "inference_5": 0, "linkability": 0, "membership": 0})
    assert not (tmp_path / "none").exists()
    assert persisted(people) == before


def test_records_that_are_unique_by_what_is_kept_are_refused_before_anything_is_tried(people, tmp_path):
    with pytest.raises(overhand.Refused, match="On the columns to keep, [0-9]+ of 4000 records share all values with fewer"):
        overhand.spark.release(people, tmp_path / "kept", keep=["hours", "weight"], keep_identifiers=True, progress=False)
    assert not (tmp_path / "kept").exists()


def test_what_is_said_wrongly_is_refused_first(people, tmp_path):
    for said, words in [({"profile": "friends"}, "friends"), ({"sample": 5}, "sample must be"), ({"ledger": "x"}, "ledger"),
                        ({"ceilings": {"nothing": 1}}, "nothing"), ({"accept_risk": " "}, "say why")]:
        with pytest.raises((ValueError, TypeError), match=words):
            overhand.spark.release(people, tmp_path / "wrong", **said)
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "other.txt").write_text("x")
    with pytest.raises(ValueError, match="holds other files"):
        overhand.spark.release(people, tmp_path / "full")
    with pytest.raises(ValueError, match="at least 200 records"):
        overhand.spark.release(people.limit(100).repartition(1).localCheckpoint(), tmp_path / "few")


def test_a_place_that_cannot_be_written_to_is_told_before_anything_is_done(people, tmp_path):
    (tmp_path / "file").write_text("x")
    for folder in (tmp_path / "file", tmp_path / "file" / "in"):
        with pytest.raises(ValueError, match="folder: .*file is a file"):
            overhand.spark.release(people, folder)
    for table, words in [(tmp_path / "file", "something in .*file already"), ("nothing://x/y", "table: Spark cannot write to nothing://x/y"),
                         (5, "table must be a place")]:
        with pytest.raises((ValueError, TypeError), match=words):
            overhand.spark.release(people, tmp_path / "new", table=table)
    with pytest.raises(ValueError, match="task_bytes must be"):
        overhand.spark.release(people, tmp_path / "new", task_bytes=1)
    assert not (tmp_path / "new").exists()


def test_what_no_attack_sees_is_not_kept(people, tmp_path):
    from pyspark.sql import functions

    named = people.withColumn("person", functions.struct("income", "rent"))
    with pytest.raises(TypeError, match="Column 'person' is of a type that cannot be attacked .* drop=\"person\""):
        overhand.spark.release(named, tmp_path / "unseen", keep="person", sample=200)


def test_only_the_table_is_written_and_nothing_of_others_is_deleted(people, tmp_path):
    place = str(tmp_path / "a b" / "table")
    [(name, digest)] = releasing._write(people.limit(10), place)
    assert os.listdir(place) == [name.split("/")[1]]
    with pytest.raises(ValueError, match="something in .* already"):
        releasing._write(people.limit(10), place)
    assert releasing._files(people.sparkSession, place) == [(name, digest)]


def test_a_folder_that_was_made_for_nothing_does_not_stay(tmp_path):
    with pytest.raises(ZeroDivisionError), releasing._no_empty_folder(str(tmp_path / "new")):
        (tmp_path / "new").mkdir()
        1 / 0
    assert not (tmp_path / "new").exists()
    with pytest.raises(ZeroDivisionError), releasing._no_empty_folder(str(tmp_path)):
        1 / 0
    assert tmp_path.exists()


def test_a_refusal_that_somebody_has_holds_no_frame():
    class Frame:
        pass

    held = []

    def refuse():
        frame = Frame()
        held.append(weakref.ref(frame))
        raise overhand.Refused("no")

    with pytest.raises(overhand.Refused) as refused, releasing._letting_go():
        refuse()
    assert refused.value and held[0]() is None


def test_the_column_of_sources_is_one_that_spark_tells_from_others(people):
    assert releasing._free_name(people.withColumnRenamed("rent", "Row of the Source")) == "row of the source'"


def test_a_refusal_advises_what_there_is_on_spark():
    in_memory = ("The largest k that was tried comes nearest: more records let k be larger. Where such records are of one household or "
                 "person, name the column that says so as their unit; coarser values tell less.")
    with pytest.raises(overhand.Refused, match="a larger sample lets k .* no units on Spark; coarser"), releasing._in_words_of_spark(is_part=True):
        raise overhand.Refused(in_memory)
    with pytest.raises(overhand.Refused, match="nearest: more records let k be larger"), releasing._in_words_of_spark(is_part=False):
        raise overhand.Refused(in_memory)


@pytest.fixture(scope="module")
def halves(people):
    """People who are masked, and strangers."""
    rows = people.toArrow()
    session = people.sparkSession
    return [session.createDataFrame(rows.slice(begin, ROWS // 2)) for begin in (0, ROWS // 2)]


def attacks_on(halves, masked):
    found = overhand.spark.evaluate(halves[0], masked, strangers=halves[1])
    return {held["name"]: held for held in found.to_dict()["attacks"]}


def test_attacks_learn_everything_of_what_is_not_masked(halves):
    held = attacks_on(halves, halves[0])
    assert held["membership"]["measured"] == held["look_up"]["measured"] == 1
    assert held["inference_5"]["measured"] > 0.9
    assert not held["inference_5"]["kept"]


# Of 500 members and 500 strangers the rates differ by less than .07 with a probability of 99.9 %.
def test_attacks_learn_little_of_what_is_rotated(halves):
    masked = overhand.spark.mask(halves[0], k=60, marginals="synthetic", key=bytes(31) + b"\2").localCheckpoint()
    held = attacks_on(halves, masked)
    assert held["membership"]["measured"] < 0.08
    low, high = held["inference_3"]["interval"]
    assert low < 0.07 and high < 0.14


def test_strangers_who_cannot_be_compared_are_refused_first(halves):
    original, strangers = halves
    as_text = strangers.withColumn("rent", strangers["rent"].cast("string"))
    for said, words in [({"strangers": strangers.drop("rent")}, "strangers: there is no column 'rent'"),
                        ({"strangers": as_text}, "column 'rent' is string, and that of the original is double"),
                        ({"strangers": strangers.limit(99)}, "at least 100 of them"),
                        ({"strangers": original}, "most of them are in the original"),
                        ({"strangers": strangers, "profile": "friends"}, "There is no profile 'friends'"),
                        ({"strangers": strangers, "seed": -1}, "seed must be a whole number")]:
        with pytest.raises(ValueError, match=words):
            overhand.spark.evaluate(original, original, **said)


def exposed_rows(part):
    """The rows that a report tells of, wherever in it they stand."""
    if isinstance(part, dict):
        if "row" in part.get("columns", []) and "rows" in part:
            return [row[part["columns"].index("row")] for row in part["rows"]]
        part = list(part.values())
    return [row for held in part for row in exposed_rows(held)] if isinstance(part, list) else []


def test_the_owner_is_told_rows_of_the_frame(released):
    rows = exposed_rows(json.loads(released._pages[1]))
    assert len(set(rows)) == len(rows) == 20
    assert max(rows) > 300  # the sample has no more; twenty of its rows among the first 300 come with a probability of 1e-22
    assert not exposed_rows(json.loads(released._pages[0]))


HOME = 4  # people


def homes(count, gaps=0.0, seed=11):
    """People of each of which four have the income, rent, savings and moving day of their household, in no order."""
    rng = numpy.random.default_rng(seed)
    home = rng.permutation(numpy.repeat(numpy.arange(count), HOME))
    size = len(home)
    return home, pyarrow.table({
        "income": rng.normal(size=count)[home], "rent": rng.normal(size=count)[home],
        "savings": pyarrow.array(rng.normal(size=count)[home], mask=rng.random(size) < gaps),
        "moved": pyarrow.array((numpy.arange(count) % 9000)[home].astype("int32"), pyarrow.date32()),
        "age": rng.integers(18, 90, size), "weight": rng.normal(size=size), "height": rng.normal(size=size)})


def test_who_shares_rare_values_belongs_together(spark):
    home, table = homes(500, gaps=0.1)
    frame = in_parts(spark, table, [700, 0, 1300])
    people = numpy.array([3, 800, 1999])
    names = table.column_names
    found = companions(frame, names, [0, 700, 700], len(home), table.take(people))
    assert found.tolist() == numpy.flatnonzero(numpy.isin(home, home[people])).tolist()
    assert companions(frame, ["age"], [0, 700, 700], len(home), table.take(people)).tolist() == []
    assert companions(frame, [], [0, 700, 700], len(home), table.take(people)).tolist() == []
    # Where all belong to somebody, nobody would be left to be a stranger.
    assert companions(frame, names, [0, 700, 700], len(home), table).tolist() == []


# What is drawn between equal values is that value, which a look-up finds; of strangers none is there to be found. Of 500
# members .29 are found (.02), and .05 where strangers have their households in; the ceiling is .15.
def test_values_of_a_household_tell_its_people(spark, tmp_path, monkeypatch):
    home, table = homes(1000)
    table = table.drop_columns(["moved", "age"])
    frames = []
    masked_frame = releasing.masking.masked_frame
    monkeypatch.setattr(releasing.masking, "masked_frame", lambda frame, *said: frames.append(frame) or masked_frame(frame, *said))
    with pytest.raises(overhand.Refused, match="told to be in by exact values.*as there are no units on Spark"):
        overhand.spark.release(in_parts(spark, table, [2500, 1500]), tmp_path / "out", sample=1000, progress=False)
    assert not (tmp_path / "out").exists()
    whole, rest = (set(frame.toArrow().column("weight").to_pylist()) for frame in frames)
    left_out = numpy.array([weight in whole - rest for weight in table.column("weight").to_pylist()])
    assert set(numpy.bincount(home[left_out])) == {0, HOME}  # households as a whole
