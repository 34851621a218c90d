"""A file without a header: its first record must not go out as names, nor be shown in a message."""

import gzip
import json

import pytest

RECORDS = [f"{20 + i % 50},{1000 + 37 * i % 997},{i % 7 * 5.5}" for i in range(60)]
SECRET = "31,987654,2.5"
ASKS = ("the first line looks like a record, not like names of columns; put a line of names above it or say "
        "--no-header (the columns are then called column1, column2, ...), or if these are the names, say --header.")


def write(tmp_path, first, records=RECORDS, name="in.csv"):
    (tmp_path / name).write_text("\n".join([first, *records]) + "\n")


def records_of(path):
    return sorted(sorted(map(float, line.split(","))) for line in path.read_text().splitlines()[1:])


@pytest.mark.parametrize("command", ["mask in.csv -o out.csv", "tune in.csv --quick", "compare in.csv --quick",
                                     "evaluate in.csv in.csv"])
def test_a_first_line_of_numbers_is_refused(overhand, tmp_path, command):
    write(tmp_path, SECRET)
    result = overhand(command, check=False)
    assert (result.returncode, result.stderr.strip()) == (2, "overhand: in.csv: " + ASKS)
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("arguments", ["--drop name", "--keep zip", "--columns a,b"])
def test_no_message_shows_a_cell_of_the_first_record(overhand, tmp_path, arguments):
    for first in (SECRET, "987654,987654,1", "Ada,987654,31"):
        records = [f"Bo,{i},{2 * i}" for i in range(9)] if first.startswith("Ada") else RECORDS
        write(tmp_path, first, records)
        result = overhand(f"mask in.csv -o out.csv {arguments}", check=False)
        assert result.returncode == 2
        assert "987654" not in result.stderr


def test_standard_input_and_packed_files_are_looked_at_too(overhand, tmp_path):
    text = "\n".join([SECRET, *RECORDS]) + "\n"
    assert ASKS in overhand("mask - -o out.csv", stdin=text, check=False).stderr
    (tmp_path / "in.csv.gz").write_bytes(gzip.compress(text.encode()))
    assert ASKS in overhand("mask in.csv.gz -o out.csv", check=False).stderr


def test_no_header_masks_the_first_record_too(overhand, tmp_path):
    write(tmp_path, SECRET)
    overhand("mask in.csv -o out.csv --no-header --method sjppds --bins 1 --seed 1")
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert len(lines) == 61, "it came without names and goes out without"
    assert sorted(line.split(",")[1] for line in lines) == sorted(line.split(",")[1] for line in [SECRET, *RECORDS])
    overhand("mask in.csv -o out.csv --no-header --drop column2 --seed 1")
    assert (tmp_path / "out.csv").read_text().splitlines()[0] == "column1,column3"


def test_lines_are_counted_from_the_first(overhand, tmp_path):
    write(tmp_path, SECRET, [*RECORDS[:3], "1,x,2", *RECORDS[3:]])
    result = overhand("mask in.csv -o out.csv --no-header", check=False)
    assert "in.csv, line 5: column 'column2' has a text among its numbers" in result.stderr
    write(tmp_path, SECRET, [*RECORDS[:3], "1,2", *RECORDS[3:]])
    result = overhand("mask in.csv -o out.csv --no-header", check=False)
    assert "in.csv, line 5: 2 fields, but the first line has 3; a field with a line break in it needs quotes." in result.stderr


# The masked table has the names that we gave: they are no record of the original.
def test_evaluate_with_no_header_knows_its_own_names(overhand, tmp_path):
    write(tmp_path, SECRET)
    overhand("mask in.csv -o out.csv --no-header --method noise --percent 10 --seed 1 --drop column2")
    shown = overhand("evaluate in.csv out.csv --no-header --pairing row").stdout
    assert "61 records, 2 columns." in shown


# Names that look like values, in the way pandas and statistical offices write them.
@pytest.mark.parametrize("header", ["0,1,2", "2019,2020,2021"])
def test_header_takes_any_names(overhand, tmp_path, header):
    write(tmp_path, header)
    assert ASKS in overhand("mask in.csv -o out.csv", check=False).stderr
    overhand("mask in.csv -o out.csv --header --seed 1")
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert lines[0] == header
    assert len(lines) == 1 + 60


@pytest.mark.parametrize("header", ["region,2019,2020", "age,income,hours", ",income,hours"])
def test_names_of_other_kinds_are_not_asked_about(overhand, tmp_path, header):
    write(tmp_path, header)
    overhand("mask in.csv -o out.csv --seed 1")
    assert (tmp_path / "out.csv").read_text().splitlines()[0] == header


def test_both_flags_at_once_are_refused(overhand, tmp_path):
    write(tmp_path, SECRET)
    assert overhand("mask in.csv -o out.csv --header --no-header", check=False).returncode == 2


def test_questions_of_qualtrics_below_the_names_are_left_out_and_told(overhand, tmp_path):
    questions = 'Start Date,"How old are you?\nIn years, please.","How ""happy"" are you?"'
    keys = ",".join('"{""ImportId"":""' + key + '""}"' for key in ("startDate", "QID1_TEXT", "QID2"))
    records = [f"2024-04-{1 + i % 28:02} 10:{i % 60:02}:00,{20 + i % 50},{i % 7 + 1}" for i in range(60)]
    (tmp_path / "q.csv").write_text("\n".join(["StartDate,Q1,Q2", questions, keys, *records]) + "\n")
    (tmp_path / "plain.csv").write_text("\n".join(["StartDate,Q1,Q2", *records]) + "\n")
    inspected = overhand("inspect q.csv --json -")
    assert json.loads(inspected.stdout)["columns"] == json.loads(overhand("inspect plain.csv --json -").stdout)["columns"]
    told = "the two rows below the names hold Qualtrics' questions and keys, not records, and are left out."
    masked = overhand("mask q.csv -o out.csv --columns Q1,Q2 --seed 1")
    assert told in masked.stderr and told in inspected.stderr
    overhand("mask plain.csv -o plain_out.csv --columns Q1,Q2 --seed 1")
    assert (tmp_path / "out.csv").read_bytes() == (tmp_path / "plain_out.csv").read_bytes()
    (tmp_path / "bad.csv").write_text("\n".join(["StartDate,Q1,Q2", questions, keys, *records[:40], "x,y"]) + "\n")
    assert "line 45" in overhand("mask bad.csv -o out.csv", check=False).stderr


def test_a_name_that_is_a_level_too_is_a_name(overhand, tmp_path):
    write(tmp_path, "urban,age,income", [f"{'urban' if i % 2 else 'rural'},{20 + i % 7},{1000 + i * i % 61 * 7}" for i in range(60)])
    overhand("mask in.csv -o out.csv --drop urban")
    assert (tmp_path / "out.csv").read_text().startswith("age,income\n")


def test_the_question_names_the_field(overhand, tmp_path):
    write(tmp_path, "name,Rom", [f"Ada{i},{'Rom' if i % 2 else 'Ulm'}" for i in range(60)])
    asked = overhand("inspect in.csv", check=False).stderr
    assert "not like names of columns: what stands in its field 2 stands below it again; put" in asked and "Rom" not in asked
