"""Excel and OpenDocument workbooks: sound ones, damaged ones, and XML that nobody's program writes."""

import io
import zipfile

import openpyxl
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from damage import blots, flipped
from hostile import ROWS, SECRET, Hostile, chance, numbers

FLIPS = 60
SHEET = "xl/worksheets/sheet1.xml"


def zipped(parts: dict[str, bytes]) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return sink.getvalue()


def parts_of(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: file.read(name) for name in file.namelist()}


def xlsx_bytes(columns: dict[str, list]) -> bytes:
    book, sink = openpyxl.Workbook(), io.BytesIO()
    book.active.append(list(columns))
    for row in zip(*columns.values()):
        book.active.append(row)
    book.save(sink)
    return sink.getvalue()


def ods_bytes(columns: dict[str, list]) -> bytes:
    document, table, sink = OpenDocumentSpreadsheet(), Table(name="S"), io.BytesIO()
    for values in (list(columns), *zip(*columns.values())):
        row = TableRow()
        for value in values:
            kind = {"valuetype": "string"} if isinstance(value, str) else {"valuetype": "float", "value": value}
            cell = TableCell(**({} if value is None else kind))
            cell.addElement(P(text=str(value)))
            row.addElement(cell)
        table.addElement(row)
    document.spreadsheet.addElement(table)
    document.write(sink)
    return sink.getvalue()


def xlsx_changes(sheet: bytes):
    """The XML of a sheet, changed: (name, bytes)."""
    many = b"".join(b'<c r="A%d" t="n"><v>1</v></c>' % (10**6 + i) for i in range(5))
    yield "row_zero", sheet.replace(b'<row r="2">', b'<row r="0">')
    yield "row_negative", sheet.replace(b'<row r="2">', b'<row r="-1">')
    yield "row_huge", sheet.replace(b'<row r="2">', b'<row r="18446744073709551615">')
    yield "row_text", sheet.replace(b'<row r="2">', b'<row r="two">')
    yield "rows_without_numbers", sheet.replace(b'<row r="2">', b"<row>")
    yield "cells_of_other_rows", sheet.replace(b'<row r="3">', b'<row r="3">' + many)
    yield "column_beyond", sheet.replace(b'r="B2"', b'r="ZZZZ2"')
    yield "cell_twice", sheet.replace(b'r="B2"', b'r="A2"')
    yield "style_beyond", sheet.replace(b't="n"', b't="n" s="4000000000"')
    yield "type_unknown", sheet.replace(b't="n"', b't="zz"')
    yield "shared_text_that_is_not_there", sheet.replace(b't="n"', b't="s"')
    yield "value_no_number", sheet.replace(b"<v>", b"<v>" + SECRET.encode())
    yield "value_infinite", sheet.replace(b"<v>", b"<v>1e999", 1)
    yield "value_nan", sheet.replace(b"<v>", b"<v>nan", 1)
    yield "no_cells", sheet.split(b"<sheetData>")[0] + b"<sheetData/></worksheet>"
    yield "nested", sheet.replace(b"<v>", b"<v><c><v>", 1)
    yield "deep", b"<a>" * 100_000 + sheet + b"</a>" * 100_000
    yield "merged_all", sheet.replace(b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>')
    yield "merged_bad", sheet.replace(b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="::"/></mergeCells>')
    yield "long_comment", sheet.replace(b"<sheetData>", b"<!--" + b"x" * (9 << 20) + b"--><sheetData>")
    yield "long_field", sheet.replace(b'r="A2"', b'r="' + b"A" * (9 << 20) + b'"')
    yield "long_text", sheet.replace(b"<t>", b"<t>" + b"x" * (9 << 20), 1)
    yield "blanks", sheet.replace(b"<sheetData>", b" " * (50 << 20) + b"<sheetData>")
    laughs = b"".join(b'<!ENTITY e%d "%s">' % (i + 1, b"&e%d;" % i * 10) for i in range(12))
    yield "laughs", b'<!DOCTYPE w [<!ENTITY e0 "ha">' + laughs + b"]>" + sheet.replace(b"<v>", b"<v>&e12;", 1)
    yield "outside", b'<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + sheet.replace(b"<v>", b"<v>&e;", 1)
    yield "utf_16", sheet.decode().encode("utf-16")
    yield "latin_1", b'<?xml version="1.0" encoding="latin-1"?>' + sheet.replace(b"age", b"\xe4ge")
    yield "not_utf8", sheet.replace(b"age", b"\xe4\xffge")
    yield "last_cell_of_all", sheet.replace(b"</sheetData>", b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>')


FORMATS = {
    "zeros": "0" * 100_000, "literal": '0"' + "x" * 100_000 + '"0', "open_quote": '00"', "open_bracket": "[<=5", "brackets": "[<]" * 80 + "00",
    "condition": "[<=1e999]00;[>nan]00", "sections": ";" * 200 + "00", "backslash": "00\\", "secret": f'"{SECRET}"00', "controls": "0\u2028-\u009f0",
    "digits": '"1"00', "marks": "0-" * 15 + "0",
}


def xlsx_styles(parts: dict[str, bytes]):
    """All cells in a style that shows codes, or nearly: (name, parts)."""
    styles = "xl/styles.xml"
    for name, text in FORMATS.items():
        code = text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;").encode()
        font = b'<numFmts count="1"><numFmt numFmtId="164" formatCode="' + code + b'"/></numFmts><fonts'
        changed = parts[styles].replace(b"<numFmts count=\"0\" />", b"").replace(b"<fonts", font, 1)
        before, cells = changed.split(b"<cellXfs", 1)
        yield f"style_{name}", parts | {styles: before + b"<cellXfs" + cells.replace(b'numFmtId="0"', b'numFmtId="164"', 1)}


def ods_changes(content: bytes):
    cell = b'<table:table-cell office:value-type="float"'
    yield "columns_repeated", content.replace(cell, cell + b' table:number-columns-repeated="16384"', 1)
    yield "columns_repeated_beyond", content.replace(cell, cell + b' table:number-columns-repeated="99999999999"', 1)
    yield "rows_repeated", content.replace(b"<table:table-row>", b'<table:table-row table:number-rows-repeated="1048576">')
    yield "all_repeated", content.replace(cell, cell + b' table:number-columns-repeated="16384"').replace(
        b"<table:table-row>", b'<table:table-row table:number-rows-repeated="1048576">')
    yield "repeated_zero", content.replace(cell, cell + b' table:number-columns-repeated="0"')
    yield "spanned", content.replace(cell, cell + b' table:number-columns-spanned="99999999999" table:number-rows-spanned="9"', 1)
    yield "value_missing", content.replace(b"office:value=", b"office:vaue=")
    yield "value_no_number", content.replace(b'office:value="', b'office:value="' + SECRET.encode())
    yield "dates_that_are_none", content.replace(b'"float" office:value="', b'"date" office:date-value="')
    yield "times_that_are_none", content.replace(b'"float" office:value="', b'"time" office:time-value="PT')
    names, cells = content.split(b"</table:table-row>", 1)
    yield "spaces", names + b"</table:table-row>" + cells.replace(b"<text:p>", b'<text:p><text:s text:c="99999999999"/>')
    yield "table_in_a_cell", content.replace(b"<text:p>", b"<table:table><table:table-row><table:table-cell/></table:table-row></table:table><text:p>")
    yield "not_closed", content.replace(b"</table:table>", b"")
    yield "shown_as_codes", content.replace(b"<text:p>", b"<text:p>0-")
    yield "shown_as_long_codes", content.replace(b"<text:p>", b"<text:p>" + b"0-" * 100_000)


def broken_parts(parts: dict[str, bytes]):
    for name in parts:
        yield f"without_{name}", {other: data for other, data in parts.items() if other != name}
        yield f"empty_{name}", parts | {name: b""}
        yield f"text_{name}", parts | {name: b"a,b\n1,2\n"}
        yield f"half_{name}", parts | {name: parts[name][: len(parts[name]) // 2]}


def changed(extension: str, data: bytes):
    parts = parts_of(data)
    main = SHEET if extension == "xlsx" else "content.xml"
    changes = xlsx_changes if extension == "xlsx" else ods_changes
    for name, text in changes(parts[main]):
        yield name, zipped(parts | {main: text})
    for name, other in xlsx_styles(parts) if extension == "xlsx" else ():
        yield name, zipped(other)
    for name, other in broken_parts(parts):
        yield name.replace("/", "_").replace(".", "_"), zipped(other)
    yield "links_up", zipped({**parts, "xl/_rels/workbook.xml.rels": parts.get("xl/_rels/workbook.xml.rels", b"").replace(b"/xl/", b"../../../../")})
    yield "claims_2_62_bytes", data.replace(len(parts[main]).to_bytes(4, "little"), b"\xfe\xff\xff\xff")


def workbooks():
    for extension, write in (("xlsx", xlsx_bytes), ("ods", ods_bytes)):
        data = write(numbers())
        yield Hostile(f"workbook/sound.{extension}", data, ROWS, sound=True)
        texts = write({**numbers(), "name": [f"{SECRET} {i % 9}" for i in range(ROWS)]})
        yield Hostile(f"workbook/text.{extension}", texts, ROWS, ("name",))
        for name, other in changed(extension, data):
            yield Hostile(f"workbook/{name}.{extension}", other)
        for number in range(FLIPS):
            yield Hostile(f"workbook/flip_{number:03}.{extension}", flipped(data, chance("flip", extension, number)))
        for name, other in blots(data, chance("blots", extension)):
            yield Hostile(f"workbook/{name}.{extension}", other)
