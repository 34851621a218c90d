"""Which sheet of a workbook is read, where its table is, and which workbooks are refused."""

import json
import re

import openpyxl
import pandas as pd
import pytest
from workbooks import NUMBERS, book_with, parts_of, zipped


def test_a_place_is_a_row_of_its_sheet(overhand, tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "Visits"
    for row, values in enumerate(NUMBERS):
        for column, value in enumerate(values):
            book.active.cell(row + 4, column + 3, value)
    book.active["D12"] = "none"
    book.save(tmp_path / "in.xlsx")
    stderr = overhand("mask in.xlsx -o out.csv", check=False).stderr
    assert stderr.startswith("overhand: in.xlsx, sheet 'Visits', row 12: column 'b' has a text among its numbers")
    overhand("mask in.xlsx -o out.csv --drop b --method noise --quiet")
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 21


def refused(overhand, arguments, sentence):
    result = overhand(arguments, check=False)
    assert (result.returncode, result.stderr.strip()) == (2, f"overhand: {sentence}")


def test_the_only_sheet_with_cells_is_taken(overhand, tmp_path):
    book_with({"Notes": [], "Data": NUMBERS, "More": []}, tmp_path / "in.xlsx")
    overhand("mask in.xlsx -o out.xlsx --seed 1 --quiet")
    assert openpyxl.load_workbook(tmp_path / "out.xlsx").sheetnames == ["Data"]


def test_several_sheets_are_a_question(overhand, tmp_path):
    book_with({"Data": NUMBERS, "Empty": [], "A list": [["x"], [1]]}, tmp_path / "in.xlsx", hidden=["A list"])
    refused(overhand, "mask in.xlsx -o out.csv",
            "in.xlsx: several sheets have cells: 'Data', 'A list' (hidden); take one of them, such as --sheet Data.")
    book_with({"Nothing": [], "More": []}, tmp_path / "in.xlsx")
    refused(overhand, "mask in.xlsx -o out.csv", "in.xlsx: no sheet of the workbook has cells.")
    book_with({"Nothing": []}, tmp_path / "in.xlsx")
    refused(overhand, "mask in.xlsx -o out.csv", "in.xlsx: the sheet 'Nothing' has no cells.")


def test_a_sheet_is_said_by_name_or_number(overhand, tmp_path):
    other = [["x", "y"], *[row[:2] for row in NUMBERS[1:]]]
    book_with({"Data": NUMBERS, "3": other, "A list": NUMBERS}, tmp_path / "in.xlsx", hidden=["A list"])
    for sheet, name, header in (("Data", "Data", "a,b,c"), ("1", "Data", "a,b,c"), ("2", "3", "x,y"), ("3", "3", "x,y"),
                                ("A list", "A list", "a,b,c")):
        overhand(["mask", "in.xlsx", "-o", "out.csv", "--sheet", sheet, "--quiet"])
        overhand(["mask", "in.xlsx", "-o", "out.xlsx", "--sheet", sheet, "--quiet"])
        assert (tmp_path / "out.csv").read_text().startswith(header + "\n"), sheet
        assert openpyxl.load_workbook(tmp_path / "out.xlsx").sheetnames == [name]
    for sheet in ("data", "4", "0", "-1"):
        refused(overhand, ["mask", "in.xlsx", "-o", "out.csv", f"--sheet={sheet}"],
                f"in.xlsx: there is no sheet '{sheet}'; there are 'Data', '3', 'A list' (hidden).")
    (tmp_path / "in.csv").write_text("a,b\n1,2\n")
    refused(overhand, "mask in.csv -o out.csv --sheet 1", "in.csv: only workbooks (.xlsx, .ods) have sheets.")


def test_sheets_of_open_document(overhand, tmp_path):
    with pd.ExcelWriter(tmp_path / "in.ods", engine="odf") as book:
        for name in ("One", "Two"):
            pd.DataFrame(NUMBERS[1:], columns=NUMBERS[0]).to_excel(book, index=False, sheet_name=name)
    refused(overhand, "mask in.ods -o out.csv",
            "in.ods: several sheets have cells: 'One', 'Two'; take one of them, such as --sheet One.")
    for sheet in ("Two", "2"):
        overhand(f"mask in.ods -o out.xlsx --sheet {sheet} --quiet")
        assert openpyxl.load_workbook(tmp_path / "out.xlsx").sheetnames == ["Two"]
    refused(overhand, "mask in.ods -o out.csv --sheet 3", "in.ods: there is no sheet '3'; there are 'One', 'Two'.")


def test_cells_without_a_value_are_named(overhand, tmp_path):
    book_with({"S": NUMBERS}, tmp_path / "in.xlsx")
    for value, words in (("=1+1", "a formula has no result, because no program has computed it yet; open the workbook in Excel "
                                  "or LibreOffice and save it."),
                         ("#DIV/0!", "a cell holds an error in place of a value; mend its formula, or put #N/A where a value is "
                                     "missing.")):
        book = openpyxl.load_workbook(tmp_path / "in.xlsx")
        book.active["B5"] = value
        book.save(tmp_path / "bad.xlsx")
        refused(overhand, "mask bad.xlsx -o out.csv", f"bad.xlsx, sheet 'S', row 5: column B: {words}")
        overhand("mask bad.xlsx -o out.csv --drop b --method noise --quiet")
    book = openpyxl.load_workbook(tmp_path / "in.xlsx")
    book.active["B5"] = "#N/A"
    book.save(tmp_path / "bad.xlsx")
    overhand("mask bad.xlsx -o out.csv --method sjppds --quiet")
    assert sum(",," in line for line in (tmp_path / "out.csv").read_text().splitlines()) == 1


def test_a_formula_of_a_text_has_no_result_either(overhand, tmp_path):
    """An empty result is one: the formula was computed."""
    def write(cell):
        rows = [["k", *NUMBERS[0]], *[["x", *row] for row in NUMBERS[1:]]]
        book_with({"S": rows}, tmp_path / "in.xlsx")
        parts, sheet = parts_of(tmp_path / "in.xlsx"), "xl/worksheets/sheet1.xml"
        parts[sheet], count = re.subn(rb'<c r="A5".*?</c>', cell, parts[sheet])
        assert count == 1
        (tmp_path / "in.xlsx").write_bytes(zipped(parts))
    write(b'<c r="A5" t="str"><f>A1&amp;"x"</f></c>')
    refused(overhand, "mask in.xlsx -o out.csv --keep k",
            "in.xlsx, sheet 'S', row 5: column A: a formula has no result, because no program has computed it yet; open the workbook in "
            "Excel or LibreOffice and save it.")
    write(b'<c r="A5" t="str"><f>""</f><v></v></c>')
    overhand("mask in.xlsx -o out.csv --keep k --method noise --quiet")
    assert [line.split(",")[0] for line in (tmp_path / "out.csv").read_text().splitlines()] == ["k", "x", "x", "x", "", *["x"] * 16]


def test_merged_cells_and_titles_are_named(overhand, tmp_path):
    book = openpyxl.Workbook()
    book.active.title = "S"
    for row in NUMBERS:
        book.active.append(row)
    book.active.merge_cells("A1:B1")
    book.save(tmp_path / "in.xlsx")
    refused(overhand, "mask in.xlsx -o out.csv",
            "in.xlsx, sheet 'S', row 1: cells A1 to B1, where the names of the columns should be, are merged, so that their columns "
            "cannot be told apart; separate them; if a title stands above the table, leave its lines out with --skip 1.")
    book_with({"S": [["Our patients"], *NUMBERS]}, tmp_path / "in.xlsx")
    refused(overhand, "mask in.xlsx -o out.csv",
            "in.xlsx, sheet 'S', row 1: the names of the columns should be here, but B, C have cells below and no name; if a title "
            "stands above the table, leave its lines out with --skip 1.")
    overhand("mask in.xlsx -o out.csv --skip 1 --quiet --seed 1")
    assert (tmp_path / "out.csv").read_text().startswith("a,b,c\n")


def test_the_names_below_several_titles_are_found(overhand, tmp_path):
    book = openpyxl.Workbook()
    for row in [["Report 2024"], ["As of", "1 March"], [], *NUMBERS]:
        book.active.append(row)
    book.active.merge_cells("A1:C1")
    book.save(tmp_path / "in.xlsx")
    assert overhand("mask in.xlsx -o out.csv", check=False).stderr.endswith("leave its lines out with --skip 3.\n")
    overhand("mask in.xlsx -o out.csv --skip 3 --quiet --seed 1")


def test_notes_below_a_table_are_left_out_and_told(overhand, tmp_path):
    book_with({"S": [*NUMBERS, [], ["Source: the clinic"], ["As of 1 March"]]}, tmp_path / "in.xlsx")
    done = overhand("mask in.xlsx -o out.csv --seed 1")
    assert "overhand: in.xlsx: the last 3 rows are left out: below an empty row they hold notes, no records.\n" in done.stderr
    assert len((tmp_path / "out.csv").read_text().splitlines()) == len(NUMBERS)
    assert "the last 3 rows are left out" in overhand("inspect in.xlsx").stderr


@pytest.mark.parametrize("end", [[["x"]], [[], [1.5, 2.5]], [[], [7.5]], [["x", None, "y"]]])
def test_rows_that_may_be_records_stay(overhand, tmp_path, end):
    book_with({"S": [*NUMBERS, *end]}, tmp_path / "in.xlsx")
    assert json.loads(overhand("inspect in.xlsx --json -").stdout)["rows"] == len(NUMBERS) - 1 + len(end)


def test_headers_follow_the_rules_of_text_files(overhand, tmp_path):
    book_with({"S": NUMBERS[1:]}, tmp_path / "in.xlsx")
    assert "sheet 'S', row 1: the first row looks like a record" in overhand("mask in.xlsx -o out.csv", check=False).stderr
    overhand("mask in.xlsx -o out.csv --no-header --quiet")
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert (lines[0], len(lines)) == ("column1,column2,column3", 21)
    book_with({"S": [["a", "a", "c"], *NUMBERS[1:]]}, tmp_path / "in.xlsx")
    refused(overhand, "mask in.xlsx -o out.csv", "in.xlsx: two columns are named 'a'; give each a name of its own.")
    book_with({"S": NUMBERS[:1]}, tmp_path / "in.xlsx")
    refused(overhand, "mask in.xlsx -o out.csv", "in.xlsx: there is a header, but no record below it.")
    book_with({"S": [["id", 2019, 2020], *NUMBERS[1:]]}, tmp_path / "in.xlsx")
    overhand("mask in.xlsx -o out.csv --quiet")
    assert (tmp_path / "out.csv").read_text().startswith("id,2019,2020\n")


def test_an_index_of_pandas_is_a_column_without_a_name(overhand, tmp_path):
    pd.DataFrame(NUMBERS[1:], columns=NUMBERS[0]).to_excel(tmp_path / "in.xlsx")
    pd.DataFrame(NUMBERS[1:], columns=NUMBERS[0]).to_csv(tmp_path / "in.csv")
    for source in ("csv", "xlsx"):
        overhand(["mask", f"in.{source}", "-o", f"{source}.csv", "--drop", "", "--seed", "1", "--quiet"])
    assert (tmp_path / "csv.csv").read_text() == (tmp_path / "xlsx.csv").read_text()


def test_what_is_not_written_is_told_before_the_work(overhand, people):
    refused(overhand, "mask people.csv -o out.ods", "out.ods: .ods is only read, not written; take .xlsx.")
    refused(overhand, "mask people.csv -o out.xlsm", "out.xlsm: .xlsm is only read, not written; take .xlsx.")
    refused(overhand, "mask people.csv -o out.xls", "out.xls: the format is told by the extension, and of Excel's workbooks .xlsx is "
            "read and written, not .xls or .xlsb; save it as .xlsx.")


def test_a_sheet_has_its_limits(overhand, tmp_path):
    long = "x" * 32768
    (tmp_path / "in.csv").write_text("a,b,t\n" + "".join(f"{i * 7 % 30 / 4},{i / 4},{'y' if i else long}\n" for i in range(30)))
    refused(overhand, "mask in.csv -o out.xlsx --keep t --method noise --quiet",
            "out.xlsx: column 't' has a text of more than 32,767 characters, and no cell of a workbook holds that; write CSV or Parquet.")
    assert not (tmp_path / "out.xlsx").exists()
    (tmp_path / "in.csv").write_text("a,b\n" + "".join(f"{i % 1000},{i % 7}\n" for i in range(1_048_576)))
    refused(overhand, "mask in.csv -o out.xlsx --method noise --quiet",
            "out.xlsx: a sheet has 1,048,576 rows, and names and records are more; write CSV or Parquet.")


DAMAGED = "in.xlsx: not an Excel workbook, or a damaged one."


def test_damaged_workbooks_are_named(overhand, tmp_path):
    path = tmp_path / "in.xlsx"
    book_with({"S": NUMBERS}, path)
    whole, parts, sheet = path.read_bytes(), parts_of(path), "xl/worksheets/sheet1.xml"
    for broken in (
        whole[: len(whole) // 2],
        whole[:-1],
        b"PK\x03\x04" + bytes(100),
        b"a,b\n1,2\n",
        zipped({name: data for name, data in parts.items() if name != sheet}),
        zipped({name: data for name, data in parts.items() if name != "xl/workbook.xml"}),
        zipped(parts | {sheet: parts[sheet][:-30]}),
        zipped(parts | {sheet: parts[sheet].replace(b'r="A3"', b'r="A2"')}),
        zipped(parts | {sheet: parts[sheet].replace(b'r="B3"', b'r="XFE3"')}),
        zipped(parts | {sheet: parts[sheet].replace(b't="n"', b't="s"')}),
        *(zipped(parts | {sheet: re.sub(rb'<row r="21".*?</row>', b'<row r="%s"><c><v>1</v></c></row>' % row, parts[sheet])})
          for row in (b"99999999999999999999", b"1048577", b"0", b"x")),
        zipped(parts | {sheet: b'<!DOCTYPE w [<!ENTITY e "x">]>' + parts[sheet]}),
    ):
        path.write_bytes(broken)
        refused(overhand, "mask in.xlsx -o out.csv", DAMAGED)


def test_other_files_under_its_name_are_named(overhand, tmp_path):
    book_with({"S": NUMBERS}, tmp_path / "in.xlsx")
    (tmp_path / "in.ods").write_bytes((tmp_path / "in.xlsx").read_bytes())
    refused(overhand, "mask in.ods -o out.csv", "in.ods: by its content this is an Excel workbook, which the name does not say; give it "
            "the extension .xlsx.")
    (tmp_path / "in.xlsx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504))
    refused(overhand, "mask in.xlsx -o out.csv", "in.xlsx: by its content this is a workbook with a password, or an old one (.xls), "
            "which the name does not say; save it as .xlsx, without a password.")


def test_a_table_far_from_the_corner_and_repeated_cells_cost_nothing(overhand, tmp_path):
    """LibreOffice fills a sheet to its end with repeated empty cells; a hostile file with full ones."""
    pd.DataFrame(NUMBERS[1:], columns=NUMBERS[0]).to_excel(tmp_path / "in.ods", engine="odf", index=False)
    parts = parts_of(tmp_path / "in.ods")
    empty = (b'<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/>'
             b"</table:table-row></table:table>")
    (tmp_path / "in.ods").write_bytes(zipped(parts | {"content.xml": parts["content.xml"].replace(b"</table:table>", empty)}))
    overhand("mask in.ods -o out.csv --quiet")
    assert len((tmp_path / "out.csv").read_text().splitlines()) == 21
    full = empty.replace(b'"16384"/>', b'"16384" office:value-type="float" office:value="1"/>')
    (tmp_path / "in.ods").write_bytes(zipped(parts | {"content.xml": parts["content.xml"].replace(b"</table:table>", full)}))
    refused(overhand, "mask in.ods -o out.csv",
            "in.ods: unpacked it is larger than the memory of this machine bears; save the sheet as CSV.")
