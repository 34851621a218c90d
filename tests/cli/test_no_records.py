"""What spreadsheets leave around a table and is no record: titles, empty lines, totals."""

import random

import openpyxl
import pandas
import pytest
from workbooks import book_with

ROWS = 40
STAYS = [[i % 17, round(1.25 * (i * 7 % 29), 2), 30 + i * 13 % 23] for i in range(ROWS)]
NAMES = ["stay", "cost", "age"]
SHUFFLE = "--method sjppds --bins 1 --seed 1 --quiet"  # each column keeps its values


def text(rows, delimiter=";"):
    return "".join(delimiter.join("" if cell is None else str(cell) for cell in row) + "\r\n" for row in rows)


def same_values(path, rows=STAYS, delimiter=";"):
    frame = pandas.read_csv(path, sep=delimiter)
    return [sorted(frame[name]) for name in NAMES] == [sorted(row[j] for row in rows) for j in range(3)]


@pytest.mark.parametrize("count,words", [(1, "line has no value in any field and is"), (3, "lines have no value in any field and are"),
                                         (70_000, "lines have no value in any field and are")])
def test_lines_of_delimiters_at_the_end_are_no_records(overhand, tmp_path, count, words):
    (tmp_path / "in.csv").write_text(text([NAMES, *STAYS]) + ";;\r\n" * count)
    result = overhand(f"mask in.csv -o out.csv {SHUFFLE}")
    number = "" if count == 1 else f"{count} "
    assert result.stderr.splitlines()[0] == f"overhand: in.csv: the last {number}{words} left out."
    assert same_values(tmp_path / "out.csv")
    assert f"{ROWS} records, 3 columns." in overhand("inspect in.csv").stdout
    (tmp_path / "plain.csv").write_text(text([NAMES, *STAYS]))
    result = overhand(f"mask plain.csv -o plain_out.csv {SHUFFLE}")
    assert "left out" not in result.stderr
    assert (tmp_path / "plain_out.csv").read_bytes() == (tmp_path / "out.csv").read_bytes()


def test_gaps_of_the_last_record_and_lines_between_stay(overhand, tmp_path):
    (tmp_path / "in.csv").write_text(text([NAMES, *STAYS[:20], [None] * 3, *STAYS[20:], [3, None, None]]))
    result = overhand(f"mask in.csv -o out.csv {SHUFFLE}")
    assert "left out" not in result.stderr
    frame = pandas.read_csv(tmp_path / "out.csv", sep=";")
    assert (len(frame), frame["stay"].count(), frame["cost"].count()) == (ROWS + 2, ROWS + 1, ROWS)


def test_a_table_of_empty_lines_alone_has_no_records(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("stay;cost;age\n;;\n;;\n")
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert refused.stderr == "overhand: in.csv: there is a header, but no record below it.\n"


TITLE = "if a title stands above the table, leave its lines out with --skip"


def test_a_title_is_told_with_what_helps(overhand, tmp_path):
    table = text([NAMES, *STAYS])
    (tmp_path / "in.csv").write_text("Patients of the clinic\r\n\r\n" + table)
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert refused.stderr == (f"overhand: in.csv, line 3: 3 fields, but the header has 1; {TITLE} 2, or if another sign separates the fields, "
                              "say it with --delimiter.\n")
    overhand(f"mask in.csv -o out.csv --skip 2 {SHUFFLE}")
    assert same_values(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().startswith("stay;cost;age\n"), "the title is not written"
    (tmp_path / "in.csv").write_text("Patients of the clinic;;\r\n;;\r\n" + table)
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert refused.stderr == (f"overhand: in.csv, line 1: the first line fills one field alone, and names of columns stand below it; {TITLE} 2, "
                              "or if these are the names, say --header.\n")
    overhand(f"mask in.csv -o out.csv --skip 2 {SHUFFLE}")
    assert same_values(tmp_path / "out.csv")


TWO = [f"{20 + i % 50};{1000 + i * 37 % 900}" for i in range(60)]


@pytest.mark.parametrize("above", [["Patients of the clinic;"], ["Patients of the clinic;", ";"], [";Patients of the clinic", "As of May;"]])
def test_a_title_above_two_columns_is_asked_about(overhand, tmp_path, above):
    (tmp_path / "in.csv").write_text("\n".join([*above, "age;pay", *TWO]) + "\n")
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert refused.returncode == 2 and not (tmp_path / "out.csv").exists()
    assert refused.stderr == (f"overhand: in.csv, line 1: the first line fills one field alone, and names of columns stand below it; {TITLE} {len(above)}, "
                              "or if these are the names, say --header.\n")
    overhand(f"mask in.csv -o out.csv --skip {len(above)} --quiet")
    assert (tmp_path / "out.csv").read_text().startswith("age;pay\n")


def test_a_title_above_two_columns_of_a_sheet_is_asked_about(overhand, tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "S"
    for row in [["Patients of the clinic"], [], ["age", "pay"], *([20 + i % 50, 1000 + i * 37 % 900] for i in range(60))]:
        book.active.append(row)
    book.save(tmp_path / "in.xlsx")
    refused = overhand("mask in.xlsx -o out.csv", check=False)
    assert refused.stderr == (f"overhand: in.xlsx, sheet 'S', row 1: the first row fills one cell alone, and names of columns stand below it; {TITLE} 2, "
                              "or if these are the names, say --header.\n")
    overhand("mask in.xlsx -o out.csv --skip 2 --quiet")
    assert (tmp_path / "out.csv").read_text().startswith("age,pay\n")


@pytest.mark.parametrize("lines", [[";pay", *TWO], ["pay;", *TWO], [";town", "anna;berlin", "bert;rome"] + [f"p{i};t{i % 5}" for i in range(60)]])
def test_one_column_without_a_name_is_no_title(overhand, tmp_path, lines):
    (tmp_path / "in.csv").write_text("\n".join(lines) + "\n")
    assert overhand("inspect in.csv", check=False).returncode == 0


def test_a_note_below_the_table_is_told_with_what_helps(overhand, tmp_path):
    (tmp_path / "in.csv").write_text(text([NAMES, *STAYS]) + "\r\nSource: the clinic\r\n")
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert refused.stderr == (f"overhand: in.csv, line {ROWS + 3}: 1 field, but the header has 3; take a note below the table out of the file, and "
                              "put a field with a line break in it into quotes.\n")


def test_a_blank_in_each_line_is_no_delimiter_below_a_title(overhand, tmp_path):
    """As SAP lists them: tabs, below a title of two words."""
    rows = "".join(f"{20 + i * i % 61}\t{i * 7 % 31}.5\tto pay\n" for i in range(ROWS))
    (tmp_path / "in.csv").write_text("Dynamic list\n\nage\tlocal amount\tkind\n" + rows)
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert refused.stderr == (f"overhand: in.csv, line 3: 3 fields, but the header has 1; {TITLE} 2, or if another sign separates the fields, "
                              "say it with --delimiter.\n")
    overhand("mask in.csv -o out.csv --skip 2 --keep kind --quiet --seed 1")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_lines_are_counted_with_those_that_are_skipped(overhand, tmp_path, encoding):
    (tmp_path / "in.csv").write_bytes(("Süd \"x\r\n\n" + text([NAMES, *STAYS, [1, "x y", 3]])).encode(encoding))
    refused = overhand("mask in.csv -o out.csv --skip 2", check=False)
    assert f"in.csv, line {ROWS + 4}: column 'cost' has a text among its numbers" in refused.stderr
    (tmp_path / "in.csv").write_bytes(("Süd\r\n\n" + text([NAMES, *STAYS, [1, 2]])).encode(encoding))
    refused = overhand("mask in.csv -o out.csv --skip 2", check=False)
    assert f"in.csv, line {ROWS + 4}: 2 fields, but the header has 3" in refused.stderr


def test_skip_has_its_bounds(overhand, tmp_path):
    (tmp_path / "in.csv").write_text(text([NAMES, *STAYS]))
    refused = overhand("mask in.csv -o out.csv --skip 99", check=False)
    assert (refused.returncode, refused.stderr) == (2, "overhand: in.csv: it has no 99 lines to skip above the names of the columns.\n")
    pandas.DataFrame(STAYS, columns=NAMES).to_parquet(tmp_path / "in.parquet")
    for words in ("--skip 1", "--totals"):
        refused = overhand(f"mask in.parquet -o out.csv {words}", check=False)
        assert (refused.returncode, refused.stderr) == (2, "overhand: in.parquet: only text files and workbooks have lines that are no records.\n")


def test_rows_above_a_sheet_can_be_skipped(overhand, tmp_path):
    book = openpyxl.Workbook()
    for row in (["Patients of the clinic"], [], NAMES, *STAYS):
        book.active.append(row)
    book.active.merge_cells("A1:C1")
    book.save(tmp_path / "in.xlsx")
    refused = overhand("mask in.xlsx -o out.csv", check=False)
    assert refused.stderr.endswith(f"; {TITLE} 2.\n")
    for skip in (1, 2):  # an empty row is none of names
        overhand(f"mask in.xlsx -o out.csv --skip {skip} {SHUFFLE}")
        assert same_values(tmp_path / "out.csv", delimiter=",")
    assert "no cells" in overhand("mask in.xlsx -o out.csv --skip 99", check=False).stderr


def test_a_delimiter_that_nobody_looks_for_is_found_out(overhand, tmp_path):
    rows = [["name", *NAMES], *([f"Berg, {i}" if i % 3 else "Kurz", *row] for i, row in enumerate(STAYS))]
    (tmp_path / "in.csv").write_text(text(rows, "^"))
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert refused.stderr == "overhand: in.csv, line 3: 2 fields, but the header has 1; say --delimiter '^'.\n"
    overhand(f"mask in.csv -o out.csv --delimiter ^ --drop name {SHUFFLE}")
    assert same_values(tmp_path / "out.csv", delimiter="^")


SUMS = [sum(row[j] for row in STAYS) for j in range(3)]
ASKED = "this last row looks like the totals of the others, not like a record; say --totals (it is left out), or say --no-totals if it is a record.\n"


def write(path, rows, extension):
    if extension == "csv":
        (path / "in.csv").write_text(text(rows, ","))
        return f"in.csv, line {len(rows)}"
    book_with({"S": rows}, path / f"in.{extension}")
    return f"in.{extension}, sheet 'S', row {len(rows)}"


@pytest.mark.parametrize("extension", ["csv", "xlsx"])
@pytest.mark.parametrize("word", ["Summe", "TOTAL", "Total général", "Insgesamt:", "Sum"])
def test_a_row_of_totals_is_asked_about(overhand, tmp_path, extension, word):
    rows = [["name", *NAMES], *([f"P{i}", *row] for i, row in enumerate(STAYS)), [word, *SUMS]]
    place = write(tmp_path, rows, extension)
    for command in (f"mask in.{extension} -o out.csv --drop name", f"inspect in.{extension}", f"compare in.{extension} --quick --drop name"):
        refused = overhand(command, check=False)
        assert (refused.returncode, refused.stderr) == (2, f"overhand: {place}: {ASKED}")
    overhand(f"mask in.{extension} -o out.csv --drop name --totals {SHUFFLE}")
    assert same_values(tmp_path / "out.csv", delimiter=",")
    overhand(f"mask in.{extension} -o out.csv --drop name --no-totals {SHUFFLE}")
    assert same_values(tmp_path / "out.csv", [*STAYS, SUMS], delimiter=",")


@pytest.mark.parametrize("extension", ["csv", "xlsx"])
def test_sums_without_a_word_are_asked_about(overhand, tmp_path, extension):
    place = write(tmp_path, [NAMES, *STAYS, SUMS], extension)
    refused = overhand(f"mask in.{extension} -o out.csv", check=False)
    assert (refused.returncode, refused.stderr) == (2, f"overhand: {place}: {ASKED}")
    overhand(f"mask in.{extension} -o out.csv --totals {SHUFFLE}")
    assert same_values(tmp_path / "out.csv", delimiter=",")


def test_totals_in_a_column_of_numbers_leave_numbers(overhand, tmp_path):
    for extension in ("csv", "xlsx"):
        place = write(tmp_path, [NAMES, *STAYS, ["Total", *SUMS[1:]]], extension)
        assert overhand(f"mask in.{extension} -o out.csv", check=False).stderr == f"overhand: {place}: {ASKED}"
        overhand(f"mask in.{extension} -o out.csv --totals {SHUFFLE}")
        assert same_values(tmp_path / "out.csv", delimiter=",")


def test_what_is_no_total_is_not_asked_about(overhand, tmp_path):
    chance = random.Random(2)
    tables = [
        [["kind", *NAMES], *([chance.choice(["Total", "Sum", "part"]), *row] for row in STAYS), ["Total", 1, 2, 3]],  # a category
        [["kind", *NAMES], *(["x", *row] for row in STAYS), ["Gesamtschule", 1, 2, 3]],
        [["kind", *NAMES], *(["x", i % 2, 0, i] for i in range(3)), ["y", 1, 0, 3]],  # few records add up by chance
        [["kind", *NAMES], *(["x", 0, 0, int(i == 5)] for i in range(ROWS)), ["y", 0, 0, 1]],  # one value is its own sum
    ]
    for extension in ("csv", "xlsx"):
        for rows in tables:
            write(tmp_path, rows, extension)
            overhand(f"inspect in.{extension}")


def test_evaluate_takes_titles_and_totals_off_the_original_alone(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("Patients\r\n" + text([NAMES, *STAYS, ["Total", *SUMS[1:]]]))
    overhand("mask in.csv -o out.csv --skip 1 --totals --method noise --seed 1 --quiet")
    assert f"{ROWS} records, 3 columns." in overhand("evaluate in.csv out.csv --skip 1 --totals --pairing row").stdout
