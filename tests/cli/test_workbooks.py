"""Values of Excel and OpenDocument workbooks, as pandas, openpyxl, XlsxWriter and odfpy write them."""

import datetime as dt
import json
import math
import random
import zipfile

import openpyxl
import pandas as pd
import pyarrow.parquet as pq
import pytest
import xlsxwriter
from workbooks import NUMBERS, parts_of, zipped

ROWS = 60
MASK = "--method rank_swap --seed 3 --quiet"


def table_of():
    chance = random.Random(5)
    first = dt.datetime(1930, 1, 1)
    return pd.DataFrame({
        "age": [chance.randrange(18, 90) for _ in range(ROWS)],
        "pay": [round(chance.lognormvariate(7, 1), 2) for _ in range(ROWS)],
        "hours": [None if i % 9 == 4 else chance.randrange(0, 80) / 2 for i in range(ROWS)],
        "sex": [chance.choice("fm") for _ in range(ROWS)],
        "zip": [f"0{1067 + i % 7}" for i in range(ROWS)],
        "born": [first + dt.timedelta(days=chance.randrange(20000) // 5000 * 5000) for _ in range(ROWS)],
        "seen": [dt.datetime(2024, 2, 5 + i % 3, 8, 30, 15) for i in range(ROWS)],
        "smokes": [i % 3 == 0 for i in range(ROWS)],
        "note": ["ä <b> & \"x\"\n y", " lead", "tab\there", "NA", None] * (ROWS // 5),
    })


KEPT = "--keep sex,zip,born,seen,smokes,note --drop hours --keep-identifiers"


def write(table, path, by):
    if by == "csv":
        table.to_csv(path, index=False)
    else:
        table.to_excel(path, index=False, engine=by, sheet_name="Patients")


WRITERS = [("openpyxl", "xlsx"), ("xlsxwriter", "xlsx"), ("odf", "ods")]


@pytest.mark.parametrize("by,extension", WRITERS)
def test_numbers_are_masked_as_those_of_a_csv(overhand, tmp_path, by, extension):
    write(table_of(), tmp_path / "in.csv", "csv")
    write(table_of(), tmp_path / f"in.{extension}", by)
    for method in ("rank_swap", "noise", "sjppds", "cart"):
        columns = "age,pay,hours" if method == "sjppds" else "age,pay"
        for source, output in (("in.csv", "first.csv"), (f"in.{extension}", "second.csv")):
            overhand(f"mask {source} -o {output} --method {method} --columns {columns} --seed 3 --quiet")
        first = (tmp_path / "first.csv").read_text()
        assert first == (tmp_path / "second.csv").read_text(), method
        assert sorted(first.splitlines()) != sorted(table_of()[columns.split(",")].to_csv(index=False).splitlines())


@pytest.mark.parametrize("by,extension", WRITERS)
def test_inspect_says_the_same_as_of_a_csv(overhand, tmp_path, by, extension):
    write(table_of(), tmp_path / "in.csv", "csv")
    write(table_of(), tmp_path / f"in.{extension}", by)
    said = [json.loads(overhand(f"inspect {name} --json -").stdout) for name in ("in.csv", f"in.{extension}")]
    assert said[0]["columns"] == said[1]["columns"]
    assert [column["type"] for column in said[1]["columns"]][5:8] == ["date", "timestamp", "boolean"]


@pytest.mark.parametrize("by,extension", WRITERS)
def test_types_come_from_cells_and_their_styles(overhand, tmp_path, by, extension):
    write(table_of(), tmp_path / f"in.{extension}", by)
    overhand(f"mask in.{extension} -o out.parquet {KEPT} {MASK}")
    table = pq.read_table(tmp_path / "out.parquet")
    types = {name: str(table.schema.field(name).type) for name in table.column_names}
    assert types == {"age": "int64", "pay": "double", "sex": "string", "zip": "string", "born": "date32[day]",
                     "seen": "timestamp[ms]", "smokes": "bool", "note": "string"}
    expected = table_of()
    for name in ("sex", "zip", "smokes", "note"):
        assert table[name].to_pylist() == [None if value is None or value != value else value for value in expected[name]], name
    assert table["born"].to_pylist() == [day.date() for day in expected["born"]]
    assert table["seen"].to_pylist() == expected["seen"].tolist()
    assert table["age"].to_pylist() != expected["age"].tolist()


def test_what_is_kept_goes_back_into_a_workbook_as_it_came(overhand, tmp_path):
    with pd.ExcelWriter(tmp_path / "in.xlsx", engine="openpyxl") as book:
        table_of().to_excel(book, index=False, sheet_name="Patients & more")
    overhand(f"mask in.xlsx -o out.xlsx {KEPT} {MASK}")
    before, after = openpyxl.load_workbook(tmp_path / "in.xlsx"), openpyxl.load_workbook(tmp_path / "out.xlsx")
    assert after.sheetnames == ["Patients & more"]
    for name in ("sex", "zip", "born", "seen", "smokes", "note"):
        cells = [[column for column in book.worksheets[0].iter_cols() if column[0].value == name][0] for book in (before, after)]
        assert [c.value for c in cells[0]] == [c.value for c in cells[1]], name
        styles = [[(c.data_type, c.is_date) for c in column if c.value is not None] for column in cells]
        assert styles[0] == styles[1], name
    ages = [column for column in after.worksheets[0].iter_cols() if column[0].value == "age"][0]
    assert {type(cell.value) for cell in ages[1:]} == {int}


def test_every_digit_of_a_number_is_kept(overhand, tmp_path):
    """Most libraries round to 16 digits; 2^53 and beyond goes as text, which no program rounds."""
    values = [0.1 + 0.2, 1 / 3, 5e-324, 1.7976931348623157e308, -2.5, 1e21, 123456.789] * 5
    whole = [2**53 + 1 + i for i in range(35)]
    text = "a,b,c,d\n" + "".join(f"{v!r},{w},{i % 11},{i % 13}\n" for i, (v, w) in enumerate(zip(values, whole)))
    (tmp_path / "in.csv").write_text(text)
    overhand(f"mask in.csv -o out.xlsx --keep a,b --keep-identifiers --method noise --seed 1 --quiet")
    cells = list(openpyxl.load_workbook(tmp_path / "out.xlsx").active.values)[1:]
    assert [row[0] for row in cells] == values
    assert [row[1] for row in cells] == [str(number) for number in whole]
    overhand("mask out.xlsx -o back.csv --columns b,c --method rank_swap --seed 1 --quiet")
    assert sorted(line.split(",")[0] for line in (tmp_path / "back.csv").read_text().splitlines()[1:]) == sorted(map(str, whole))


def test_one_key_gives_one_workbook(overhand, people, tmp_path):
    for name in ("a.xlsx", "b.xlsx"):
        overhand(f"mask people.csv -o {name} --seed 1 --quiet")
    assert (tmp_path / "a.xlsx").read_bytes() == (tmp_path / "b.xlsx").read_bytes()
    assert pd.read_excel(tmp_path / "a.xlsx").columns.tolist() == ["age", "income", "hours"]
    assert zipfile.ZipFile(tmp_path / "a.xlsx").testzip() is None


def kept(overhand, tmp_path, source="in.xlsx", keep="x", method="noise"):
    """Column `keep` of a workbook as Parquet has it; v and w are numbers to mask."""
    overhand(f"mask {source} -o out.parquet --keep {keep} --columns v,w --keep-identifiers --method {method} --seed 1 --quiet")
    return pq.read_table(tmp_path / "out.parquet")[keep]


def with_xlsxwriter(path, fill, **options):
    with xlsxwriter.Workbook(path, options) as book:
        sheet = book.add_worksheet("data")
        sheet.write_row(0, 0, ["x", "v", "w"])
        sheet.write_column(1, 1, [3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
        sheet.write_column(1, 2, [2, 7, 1, 8, 2, 8, 1, 8, 2, 8])
        fill(book, sheet)


def test_dates_of_both_systems_and_many_styles(overhand, tmp_path):
    days = [dt.datetime(2024, 2, 29), dt.datetime(1999, 12, 31)] * 5
    for style in ("yyyy-mm-dd", "d.m.yy", "[$-409]mmmm d, yyyy;@", "dd/mm/yyyy hh:mm", 14, 22):
        for system in (False, True):
            def fill(book, sheet):
                format_ = book.add_format({"num_format": style})
                for i, day in enumerate(days):
                    sheet.write_datetime(1 + i, 0, day, format_)
            with_xlsxwriter(tmp_path / "in.xlsx", fill, date_1904=system)
            column = kept(overhand, tmp_path)
            assert (str(column.type), column.to_pylist()) == ("date32[day]", [day.date() for day in days]), (style, system)


def test_numbers_with_other_styles_are_no_dates(overhand, tmp_path):
    for style in ("0.00", "#,##0 \"days\"", "0\\d", "[Red]0", "0.00E+00", 49):
        def fill(book, sheet):
            format_ = book.add_format({"num_format": style})
            sheet.write_column(1, 0, [41000 + i for i in range(10)], format_)
        with_xlsxwriter(tmp_path / "in.xlsx", fill)
        assert kept(overhand, tmp_path).to_pylist() == [41000 + i for i in range(10)], style


def test_times_of_the_day_and_hours_beyond_it(overhand, tmp_path):
    def fill(book, sheet):
        for i in range(10):
            sheet.write_datetime(1 + i, 0, dt.time(8, 30, i), book.add_format({"num_format": "hh:mm:ss"}))
            sheet.write_number(1 + i, 3, 1.25, book.add_format({"num_format": "[h]:mm"}))
        sheet.write(0, 3, "z")
    with_xlsxwriter(tmp_path / "in.xlsx", fill)
    assert kept(overhand, tmp_path).to_pylist() == [dt.time(8, 30, i) for i in range(10)]
    assert kept(overhand, tmp_path, keep="z").to_pylist() == [dt.timedelta(hours=30)] * 10
    overhand("mask in.xlsx -o out.xlsx --keep x,z --keep-identifiers --columns v,w --method noise --seed 1 --quiet")
    row = list(openpyxl.load_workbook(tmp_path / "out.xlsx").active.values)[3]
    assert row[0] == dt.time(8, 30, 2) and row[3] == dt.timedelta(hours=30)


def test_rich_text_is_text(overhand, tmp_path):
    def fill(book, sheet):
        bold = book.add_format({"bold": True})
        for i in range(10):
            sheet.write_rich_string(1 + i, 0, "a ", bold, f"bold {i % 2}", " c")
    with_xlsxwriter(tmp_path / "in.xlsx", fill)
    assert kept(overhand, tmp_path).to_pylist() == [f"a bold {i % 2} c" for i in range(10)]


def test_formulas_count_by_their_results(overhand, tmp_path):
    def fill(book, sheet):
        for i in range(10):
            sheet.write_formula(1 + i, 0, f"=B{i + 2}*2", value=i % 4)
    with_xlsxwriter(tmp_path / "in.xlsx", fill)
    assert kept(overhand, tmp_path).to_pylist() == [i % 4 for i in range(10)]


def test_blanks_around_a_value_do_not_count(overhand, tmp_path):
    def fill(book, sheet):
        for i in range(10):
            sheet.write_boolean(1 + i, 0, i % 3 == 0)
    with_xlsxwriter(tmp_path / "in.xlsx", fill)
    truths = kept(overhand, tmp_path)
    parts, sheet = parts_of(tmp_path / "in.xlsx"), "xl/worksheets/sheet1.xml"
    (tmp_path / "in.xlsx").write_bytes(zipped(parts | {sheet: parts[sheet].replace(b"<v>", b"<v> \n").replace(b"</v>", b"\t </v>")}))
    assert kept(overhand, tmp_path).to_pylist() == truths.to_pylist() == [i % 3 == 0 for i in range(10)]


def test_numbers_in_text_cells_are_numbers_but_codes_are_not(overhand, tmp_path):
    def masked(values):
        frame = pd.DataFrame({"x": values, "y": [i % 7 for i in range(len(values))]})
        frame.to_excel(tmp_path / "in.xlsx", index=False)
        return overhand("mask in.xlsx -o out.csv --method rank_swap --percent 30 --seed 1 --quiet", check=False)
    assert masked([str(i * 3 % 11) for i in range(20)]).returncode == 0
    assert masked([i % 11 if i % 2 else str(i % 11) for i in range(20)]).returncode == 0
    for spelling in ("NA", "n/a", "-"):
        assert masked([i % 11 if i % 5 else spelling for i in range(20)]).returncode == 0
    result = masked([f"0{i % 11}" for i in range(20)])
    assert result.stderr.startswith("overhand: in.xlsx, sheet 'Sheet1', row 2: column 'x' has numbers that begin with a zero")


def test_open_document_cells(overhand, tmp_path):
    """Types that pandas does not write, in the words of the standard."""
    def cell(kind, value, text, more=""):
        name = {"float": "value", "percentage": "value", "currency": "value"}.get(kind, f"{kind}-value")
        return f'<table:table-cell office:value-type="{kind}" office:{name}="{value}"{more}>{text}</table:table-cell>'
    def text(inner):
        return f'<table:table-cell office:value-type="string">{inner}</table:table-cell>'
    names = "".join(text(f"<draw:frame><draw:text-box><text:p>By Dr. X</text:p></draw:text-box></draw:frame><text:p>{name}</text:p>") for name in ("v", "w", "part", "time", "text", "gap"))
    rows = "".join(
        "<table:table-row>" + cell("currency", i, "") + cell("float", i * 7 % 10, "") + cell("percentage", i / 4, "<text:p>x</text:p>")
        + cell("time", f"PT08H{i:02}M00S", "<text:p>x</text:p>")
        + text("<office:annotation><text:p>a note</text:p></office:annotation><text:p>a<text:s text:c=\"3\"/>b<text:tab/>c</text:p>"
               "<draw:frame><draw:text-box><text:p>a box</text:p></draw:text-box></draw:frame>"
               "<draw:custom-shape><text:p>a shape</text:p></draw:custom-shape><draw:g><draw:line><text:p>a line</text:p></draw:line></draw:g>"
               "<text:p><text:span>second</text:span><text:note><text:note-body><text:p>a footnote</text:p></text:note-body></text:note>, "
               "<text:ruby><text:ruby-base>base</text:ruby-base><text:ruby-text>aloud</text:ruby-text></text:ruby> end</text:p>")
        + '<table:covered-table-cell/>' + "</table:table-row>" for i in range(10))
    content = ('<?xml version="1.0"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
               'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
               'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0">'
               f'<office:body><office:spreadsheet><table:table table:name="T"><table:table-row>{names}</table:table-row>{rows}'
               "</table:table></office:spreadsheet></office:body></office:document-content>")
    (tmp_path / "in.ods").write_bytes(zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content}))
    overhand("mask in.ods -o out.parquet --keep part,time,text,gap --keep-identifiers --method noise --seed 1 --quiet")
    table = pq.read_table(tmp_path / "out.parquet")
    assert table["part"].to_pylist() == [i / 4 for i in range(10)]
    assert table["time"].to_pylist() == [dt.time(8, i) for i in range(10)]
    assert table["text"].to_pylist() == ["a   b\tc\nsecond, base end"] * 10
    assert table["gap"].null_count == 10


def test_a_wide_and_sparse_sheet_is_read(overhand, tmp_path):
    """Cells in the last column and the last row that a sheet has."""
    with xlsxwriter.Workbook(tmp_path / "in.xlsx") as book:
        sheet = book.add_worksheet()
        for row, values in enumerate(NUMBERS):
            sheet.write(row, 0, values[0])
            sheet.write(row, 16383, values[1])
    overhand("mask in.xlsx -o out.csv --method noise --quiet")
    assert (tmp_path / "out.csv").read_text().startswith("a,b\n")
    assert not math.isnan(pd.read_csv(tmp_path / "out.csv")["b"].sum())


@pytest.mark.parametrize("by,extension", WRITERS)
def test_texts_that_are_numbers_are_asked_about_as_in_text_files(overhand, tmp_path, by, extension):
    frame = pd.DataFrame({"stay": [i % 13 for i in range(40)], "cost": [f"{1 + i % 9}.{100 + i}" for i in range(40)]})
    frame.to_excel(tmp_path / f"in.{extension}", index=False, sheet_name="S", engine=by)
    for command in (f"mask in.{extension} -o out.csv", f"inspect in.{extension}"):
        refused = overhand(command, check=False)
        assert (refused.returncode, refused.stderr) == (
            2, f"overhand: in.{extension}, sheet 'S', row 2: a number like 1.234 in column 'cost' can be 1.234 (with a decimal point) or 1234 "
            "(with a decimal comma); say --decimal '.', or say --decimal ','.\n")
    for sign, factor in ((".", 1), (",", 1000)):
        overhand(["mask", f"in.{extension}", "-o", "out.parquet", "--decimal", sign, "--method", "sjppds", "--bins", "1", "--seed", "1", "--quiet"])
        values = pq.read_table(tmp_path / "out.parquet")["cost"].to_pylist()
        assert sorted(values) == pytest.approx(sorted((1 + i % 9 + (100 + i) / 1000) * factor for i in range(40)))
    frame.assign(cost=[f"{1 + i % 9},{10 + i}" for i in range(40)], age=[f"{i}.5" for i in range(40)]).to_excel(
        tmp_path / f"in.{extension}", index=False, sheet_name="S", engine=by)
    refused = overhand(f"inspect in.{extension}", check=False)
    assert "column 'cost' has numbers with a decimal comma, like 1,5, and column 'age' numbers with a decimal point, like 1.5;" in refused.stderr


def test_commas_in_texts_and_numbers_in_cells_are_of_one_column(overhand, tmp_path):
    """1.551 in a cell of its own is no 1551, whatever sign the texts have."""
    frame = pd.DataFrame({"stay": [i % 13 for i in range(40)], "cost": [1.551 + i if i % 2 else f"{i},25" for i in range(40)]}, dtype=object)
    frame.to_excel(tmp_path / "in.xlsx", index=False)
    overhand("mask in.xlsx -o out.parquet --method sjppds --bins 1 --seed 1 --quiet")
    values = pq.read_table(tmp_path / "out.parquet")["cost"].to_pylist()
    assert sorted(values) == sorted(1.551 + i if i % 2 else i + 0.25 for i in range(40))


def write_codes(path, codes, style="00000"):
    book = openpyxl.Workbook()
    book.active.append(["zip", "stay", "cost"])
    for i, code in enumerate(codes):
        book.active.append([code, i % 13, i * 7 % 31 + 0.5])
        book.active.cell(i + 2, 1).number_format = style
    book.save(path)


def test_zeros_that_a_style_shows_are_of_the_code(overhand, tmp_path):
    codes = [1067, 10115, 99, None] * 10
    shown = ["01067", "10115", "00099"]
    write_codes(tmp_path / "in.xlsx", codes)
    refused = overhand("mask in.xlsx -o out.csv", check=False)
    assert "sheet 'Sheet', row 2: column 'zip' has numbers that begin with a zero, so it looks like a code" in refused.stderr
    pd.DataFrame({"zip": [*shown, None] * 10, "stay": [i % 13 for i in range(40)], "cost": [i * 7 % 31 + 0.5 for i in range(40)]}).to_csv(
        tmp_path / "in.csv", index=False)
    said = [json.loads(overhand(f"inspect {name} --json -").stdout)["columns"] for name in ("in.csv", "in.xlsx")]
    assert said[0] == said[1]
    overhand("mask in.xlsx -o out.csv --keep zip --method noise --seed 1 --quiet")
    assert pd.read_csv(tmp_path / "out.csv", dtype=str)["zip"].tolist()[:3] == shown
    overhand("mask in.xlsx -o out.xlsx --keep zip --method noise --seed 1 --quiet")
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx").active
    cells = [sheet.cell(row, 1) for row in range(2, 6)]
    assert [(cell.value, cell.number_format) for cell in cells[:3]] == [(1067, "00000"), (10115, "00000"), (99, "00000")]
    assert cells[3].value is None


def test_a_code_of_other_zeros_is_written_as_text(overhand, tmp_path):
    """What one style does not show: 007 among five digits."""
    write_codes(tmp_path / "in.xlsx", [1067, 10115] * 20)
    book = openpyxl.load_workbook(tmp_path / "in.xlsx")
    book.active.cell(2, 1).value = 7
    book.active.cell(2, 1).number_format = "000"
    book.save(tmp_path / "in.xlsx")
    overhand("mask in.xlsx -o out.xlsx --keep zip --method noise --seed 1 --quiet")
    overhand("mask out.xlsx -o out.csv --keep zip --method noise --seed 1 --quiet")
    assert pd.read_csv(tmp_path / "out.csv", dtype=str)["zip"].tolist()[:3] == ["007", "10115", "01067"]


def test_numbers_that_no_code_is_are_numbers_in_such_a_style(overhand, tmp_path):
    write_codes(tmp_path / "in.xlsx", [1.5, -3, 10115, 20.25] * 10)
    overhand("mask in.xlsx -o out.csv --method sjppds --bins 1 --seed 1 --quiet")
    assert sorted(pd.read_csv(tmp_path / "out.csv")["zip"]) == sorted([1.5, -3, 10115, 20.25] * 10)


def test_zeros_that_libreoffice_shows_are_of_the_code(overhand, tmp_path):
    cell = '<table:table-cell office:value-type="float" office:value="{0}"><text:p>{1}</text:p></table:table-cell>'
    text = '<table:table-cell office:value-type="string"><text:p>{0}</text:p></table:table-cell>'
    rows = "".join("<table:table-row>" + cell.format(zip_, f"{zip_:05}") + cell.format(i % 13, i % 13) + cell.format(i * 7 % 11, i * 7 % 11)
                   + "</table:table-row>" for i, zip_ in enumerate([1067, 10115, 99] * 10))
    names = "<table:table-row>" + "".join(text.format(name) for name in ("zip", "stay", "cost")) + "</table:table-row>"
    content = ('<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
               'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
               f'<office:body><office:spreadsheet><table:table table:name="S">{names}{rows}</table:table></office:spreadsheet></office:body>'
               "</office:document-content>")
    (tmp_path / "in.ods").write_bytes(zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet", "content.xml": content.encode()}))
    overhand("mask in.ods -o out.csv --keep zip --method noise --seed 1 --quiet")
    assert pd.read_csv(tmp_path / "out.csv", dtype=str)["zip"].tolist()[:3] == ["01067", "10115", "00099"]


FORMATS = {
    "YYYY-MM-DD HH:MM:SS": "%Y-%m-%d %H:%M:%S",
    "dd.mm.yyyy hh:mm": "%d.%m.%Y %H:%M",
    "[$-407]dd/mm/yyyy;@": "%d/%m/%Y",
    "mm\\-dd\\-yyyy": "%m-%d-%Y",
    "d mmm yyyy": "%-d %b %Y",
    "mm-dd-yy": "%Y-%m-%d",  # Excel's own, which shows each country's way
    "dddd d mmmm yyyy": "%Y-%m-%d",  # no text file is read so
    "m/d/yyyy h:mm AM/PM": "%Y-%m-%d",
}


@pytest.mark.parametrize("style", FORMATS)
def test_dates_keep_the_format_that_shows_them(overhand, tmp_path, style):
    days = [dt.datetime(2024, 1, 1) + dt.timedelta(days=i * 7 % 60) for i in range(80)]
    book = openpyxl.Workbook()
    book.active.append(["day", "x", "y"])
    for i, day in enumerate(days):
        book.active.append([day, i * i % 61, i * 7 % 31 + 0.5])
        book.active.cell(i + 2, 1).number_format = style
    book.save(tmp_path / "in.xlsx")
    masking = "--columns day,x,y --method sjppds --bins 3 --seed 1 --quiet"
    overhand(f"mask in.xlsx -o out.xlsx {masking}")
    cells = [row[0] for row in openpyxl.load_workbook(tmp_path / "out.xlsx").active.iter_rows(min_row=2)]
    assert {cell.number_format for cell in cells} == {style}
    assert sorted(cell.value for cell in cells) == sorted(days) != [cell.value for cell in cells]
    overhand(f"mask in.xlsx -o out.csv {masking}")
    texts = [line.split(",")[0] for line in (tmp_path / "out.csv").read_text().splitlines()[1:]]
    expected = FORMATS[style].replace(" %H:%M:%S", "") if style.startswith("YYYY") else FORMATS[style]
    assert sorted(texts) == sorted(day.strftime(expected) for day in days)


def texts_of_masked(overhand, tmp_path, moments, style):
    """What a column of a workbook, in that number format, is in a masked text file."""
    book = openpyxl.Workbook()
    book.active.append(["seen", "x", "y"])
    for i, moment in enumerate(moments):
        book.active.append([moment, i * i % 61, i * 7 % 31 + 0.5])
        book.active.cell(i + 2, 1).number_format = style
    book.save(tmp_path / "in.xlsx")
    overhand("mask in.xlsx -o out.csv --columns seen,x,y --method sjppds --bins 3 --seed 1 --quiet")
    return [line.split(",")[0] for line in (tmp_path / "out.csv").read_text().splitlines()[1:]]


def test_moments_in_a_format_of_days_lose_nothing(overhand, tmp_path):
    moments = [dt.datetime(2024, 1, 1, i % 24, 30) + dt.timedelta(days=i * 7 % 60) for i in range(80)]
    texts = texts_of_masked(overhand, tmp_path, moments, "dd.mm.yyyy")
    assert sorted(texts) == sorted(moment.strftime("%d.%m.%Y %H:%M:%S") for moment in moments)


@pytest.mark.parametrize("ahead, layout", [(-100, "%d.%m.%y"), (30, "%d.%m.%Y")])
def test_years_of_two_digits_go_to_text_where_they_tell_the_year(overhand, tmp_path, ahead, layout):
    days = [dt.datetime.combine(dt.date.today(), dt.time()) + dt.timedelta(days=ahead - i % 60) for i in range(80)]
    texts = texts_of_masked(overhand, tmp_path, days, "dd.mm.yy")
    assert sorted(texts) == sorted(day.strftime(layout) for day in days)


def test_dates_whose_layout_would_not_tell_the_day_go_to_text_as_iso(overhand, tmp_path):
    days = [dt.datetime(2020 + i % 4, 1 + i % 12, 1) for i in range(80)]
    texts = texts_of_masked(overhand, tmp_path, days, "dd/mm/yyyy")
    assert sorted(texts) == sorted(day.strftime("%Y-%m-%d") for day in days)
