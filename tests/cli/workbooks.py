"""Workbooks for tests: small ones, and their parts to change."""

import io
import zipfile

import openpyxl


NUMBERS = [["a", "b", "c"], *[[i * 7 % 20 * 1.5, i * 3 % 20 * 2.5, i * 11 % 20 / 4] for i in range(20)]]


def book_with(sheets, path, hidden=()):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        if name in hidden:
            sheet.sheet_state = "hidden"
    book.save(path)


def parts_of(path):
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(parts):
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in parts.items():
            file.writestr(name, data)
    return sink.getvalue()
