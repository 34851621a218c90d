"""Numbers that a workbook shows as codes (zip codes, social security numbers, telephones) are the codes that it shows."""

import json

import openpyxl
import pandas as pd
import pytest
import xlsxwriter
from odf.number import Number, NumberStyle, Text
from odf.opendocument import OpenDocumentSpreadsheet
from odf.style import Style
from odf.table import Table, TableCell, TableRow
from odf.text import P

ROWS = 60
PHONE = r"[<=9999999]###\-####;\(###\)\ ###\-####"  # Excel's own
STYLES = {  # numbers, and how Excel shows them
    "00000": ([1067, 10115, 99999], ["01067", "10115", "99999"]),
    r"000\-00\-0000": ([12345678, 123456789, 78051120], ["012-34-5678", "123-45-6789", "078-05-1120"]),
    r"00000\-0000": ([21010001, 902101234, 100010000], ["02101-0001", "90210-1234", "10001-0000"]),
    PHONE: ([5551234, 2065551234, 3125550100], ["555-1234", "(206) 555-1234", "(312) 555-0100"]),
    r"0#\ ##\ ##\ ##\ ##": ([123456789, 987654321, 612345678], ["01 23 45 67 89", "09 87 65 43 21", "06 12 34 56 78"]),
    '"D-"00000': ([1067, 10115, 99999], ["D-01067", "D-10115", "D-99999"]),
}


def write(path, numbers, style):
    with xlsxwriter.Workbook(path) as book:
        sheet, shown = book.add_worksheet(), book.add_format({"num_format": style})
        sheet.write_row(0, 0, ["code", "stay", "cost"])
        for i in range(ROWS):
            sheet.write_number(i + 1, 0, numbers[i % len(numbers)], shown)
            sheet.write_row(i + 1, 1, [i % 13, i * 7 % 31 + 0.5])


@pytest.mark.parametrize("style", STYLES)
def test_are_what_is_shown_and_go_back_as_they_came(overhand, tmp_path, style):
    numbers, shown = STYLES[style]
    write(tmp_path / "in.xlsx", numbers, style)
    code = json.loads(overhand("inspect in.xlsx --json -").stdout)["columns"][0]
    assert code["type"] in ("category", "text") and code["distinct"] == 3
    overhand("mask in.xlsx -o out.csv --keep code --method noise --keep-identifiers --quiet")
    assert pd.read_csv(tmp_path / "out.csv", dtype=str)["code"].tolist() == [shown[i % 3] for i in range(ROWS)]
    overhand("mask in.xlsx -o out.xlsx --keep code --method noise --keep-identifiers --quiet")
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx").active
    cells = [sheet.cell(row, 1) for row in range(2, ROWS + 2)]
    assert [cell.value for cell in cells] == [numbers[i % 3] for i in range(ROWS)]
    assert {cell.number_format for cell in cells} == {style}


def test_masked_codes_keep_their_style(overhand, tmp_path):
    numbers, _ = STYLES["00000"]
    write(tmp_path / "in.xlsx", numbers, "00000")
    (tmp_path / "s.toml").write_text('[columns]\ncode = {type = "category"}\nstay = {}\ncost = {}\n')
    overhand("mask in.xlsx -o out.xlsx --schema s.toml --method rank_swap --quiet")
    sheet = openpyxl.load_workbook(tmp_path / "out.xlsx").active
    cells = [sheet.cell(row, 1) for row in range(2, ROWS + 2)]
    assert sorted(cell.value for cell in cells) == sorted(numbers * (ROWS // 3))
    assert {cell.number_format for cell in cells} == {"00000"}


@pytest.mark.parametrize("style", ["#,##0", r"#\ ##0", '0" kg"', "0.00", "#'##0", "0%"])
def test_amounts_stay_amounts(overhand, tmp_path, style):
    write(tmp_path / "in.xlsx", [i * i + 1 for i in range(ROWS)], style)
    code = json.loads(overhand("inspect in.xlsx --json -").stdout)["columns"][0]
    assert (code["type"], code["min"], code["max"]) == ("integer", 1, 59 * 59 + 1)


@pytest.mark.parametrize("pattern", [[5], [3, "-", 2, "-", 4]])
def test_ods(overhand, tmp_path, pattern):
    """As odfpy writes it: the style, the number and the text that is shown."""
    book = OpenDocumentSpreadsheet()
    style = NumberStyle(name="N1")
    for part in pattern:
        style.addElement(Text(text=part) if isinstance(part, str) else Number(decimalplaces=0, minintegerdigits=part))
    book.automaticstyles.addElement(style)
    book.automaticstyles.addElement(Style(name="code", family="table-cell", datastylename="N1"))
    numbers, shown = STYLES["00000" if len(pattern) == 1 else r"000\-00\-0000"]
    table = Table(name="people")
    head = TableRow()
    for name in ("code", "stay", "cost"):
        head.addElement(TableCell(valuetype="string"))
        head.lastChild.addElement(P(text=name))
    table.addElement(head)
    for i in range(ROWS):
        row = TableRow()
        for value, text, own in ((numbers[i % 3], shown[i % 3], "code"), (i % 13, i % 13, None), (i * 7 % 31 + 0.5, "", None)):
            cell = TableCell(valuetype="float", value=value, **({"stylename": own} if own else {}))
            cell.addElement(P(text=str(text or value)))
            row.addElement(cell)
        table.addElement(row)
    book.spreadsheet.addElement(table)
    book.save(tmp_path / "in.ods")
    overhand("mask in.ods -o out.csv --keep code --method noise --keep-identifiers --quiet")
    assert pd.read_csv(tmp_path / "out.csv", dtype=str)["code"].tolist() == [shown[i % 3] for i in range(ROWS)]
