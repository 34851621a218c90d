#!/usr/bin/env python3
"""Small files of odd dialects, most of them written by other software, each with what must be read or asked.

Usage: corpus.py FOLDER    writes the files, and expected.json for tests/io/dialects_test.cpp
"""

import csv
import datetime
import gzip
import io
import json
import pathlib
import sys

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.csv

CASES = []
INTEGER, REAL, TEXT, DATE, TIMESTAMP, BOOLEAN = "integer", "real", "text", "date", "timestamp", "boolean"


def cell(value):
    """A value as Overhand tells it: the shortest text that reads back."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e16 else repr(value)
    return None if value is None else str(value)


def reads(name, data, columns, dialect, **said):
    """`columns`: name -> (type, values); `dialect`: delimiter, decimal sign and what else is not the usual."""
    CASES.append({"file": name, "data": data, "said": said, "dialect": dialect,
                  "columns": [[column, type_, [cell(value) for value in values]] for column, (type_, values) in columns.items()]})


def asks(name, data, sentence, **said):
    CASES.append({"file": name, "data": data, "said": said, "sentence": sentence})


def by_pandas(frame, **options):
    data = io.BytesIO()
    frame.to_csv(data, index=False, **options)
    return data.getvalue()


def by_csv(rows, encoding="utf-8", **dialect):
    text = io.StringIO()
    csv.writer(text, **{"lineterminator": "\n", **dialect}).writerows(rows)
    return text.getvalue().encode(encoding)


def by_pyarrow(table, **options):
    sink = io.BytesIO()
    pyarrow.csv.write_csv(table, sink, pyarrow.csv.WriteOptions(**options))
    return sink.getvalue()


def by_duckdb(query, options):
    path = pathlib.Path(FOLDER, "duckdb.tmp")
    duckdb.sql(f"COPY ({query}) TO '{path}' ({options})")
    data = path.read_bytes()
    path.unlink()
    return data


FOLDER = sys.argv[1]
VISITS = pandas.DataFrame({"age": [31, 47, 52], "cost": [1234.5, 0.25, 99.0], "ward": ["Süd", "Ost; West", "A, B"]})
READ_VISITS = {"age": (INTEGER, [31, 47, 52]), "cost": (REAL, [1234.5, 0.25, 99.0]), "ward": (TEXT, ["Süd", "Ost; West", "A, B"])}
NUMBERS = {"a": (INTEGER, [1, 3, 5]), "b": (INTEGER, [2, 4, 6])}
ROWS = [["a", "b"], [1, 2], [3, 4], [5, 6]]

# Delimiters
reads("comma.csv", by_pandas(VISITS), READ_VISITS, ", .")
reads("semicolon.csv", by_pandas(VISITS, sep=";"), READ_VISITS, "; .")
reads("german.csv", by_pandas(VISITS, sep=";", decimal=","), READ_VISITS, "; ,")
reads("tab.tsv", by_pandas(VISITS, sep="\t"), READ_VISITS, "tab .")
reads("tab.csv", by_pandas(VISITS, sep="\t"), READ_VISITS, "tab .")
reads("tab_decimal_comma.tsv", by_pandas(VISITS, sep="\t", decimal=","), READ_VISITS, "tab ,")
reads("pipe.csv", by_pandas(VISITS, sep="|"), READ_VISITS, "| .")
reads("pipe_decimal_comma.csv", by_pandas(VISITS, sep="|", decimal=","), READ_VISITS, "| ,")
reads("commas.tsv", by_pandas(VISITS), READ_VISITS, ", .")
reads("polars.csv", polars.from_pandas(VISITS).write_csv(separator=";").encode(), READ_VISITS, "; .")
reads("polars_decimal_comma.csv", polars.from_pandas(VISITS).write_csv(separator=";", decimal_comma=True).encode(), READ_VISITS, "; ,")
reads("pyarrow.csv", by_pyarrow(pyarrow.Table.from_pandas(VISITS), delimiter=";"), READ_VISITS, "; .")
reads("duckdb.csv", by_duckdb("SELECT * FROM VISITS", "HEADER, DELIMITER '|'"), READ_VISITS, "| .")
reads("integers_semicolon.csv", by_csv(ROWS, delimiter=";"), NUMBERS, "; ,")
reads("integers_tab.tsv", by_csv(ROWS, delimiter="\t"), NUMBERS, "tab .")
reads("integers_pipe.csv", by_csv(ROWS, delimiter="|"), NUMBERS, "| .")
reads("all_quoted.csv", by_csv(ROWS, delimiter=";", quoting=csv.QUOTE_ALL), NUMBERS, "; ,")
reads("one_column.csv", by_csv([[row[0]] for row in ROWS]), {"a": NUMBERS["a"]}, ", .")
reads("semicolons_in_quotes.csv", by_csv([["a", "note"], [1, "x;y"], [2, "p;q"], [3, "u;v"]]),
      {"a": (INTEGER, [1, 2, 3]), "note": (TEXT, ["x;y", "p;q", "u;v"])}, ", .")
reads("commas_in_the_header.csv", b"a, first;b, second\n1;2\n3;4\n", {"a, first": (INTEGER, [1, 3]), "b, second": (INTEGER, [2, 4])}, "; ,")
reads("commas_everywhere.csv", b"a,x;b,y\n1,5;2,5\n3,5;4,5\n", {"a,x": (REAL, [1.5, 3.5]), "b,y": (REAL, [2.5, 4.5])}, "; ,")
reads("names_with_commas.csv", b"last, first;age\nMeier, Ada;31\nDahl, Bo;47\n",
      {"last, first": (TEXT, ["Meier, Ada", "Dahl, Bo"]), "age": (INTEGER, [31, 47])}, "; ,")
asks("two_delimiters.csv", b"a,b;c\nx,y;z\np,q;r\n",
     "the fields can be separated by ',' (2 columns) or by ';' (2 columns); say ',', or say ';'.")
reads("said_delimiter.csv", b"a,b;c\nx,y;z\np,q;r\n", {"a,b": (TEXT, ["x,y", "p,q"]), "c": (TEXT, ["z", "r"])}, "; ,", delimiter=";")
reads("excel_sep.csv", b"sep=;\r\na;b\r\n1;2,5\r\n3;4,5\r\n", {"a": (INTEGER, [1, 3]), "b": (REAL, [2.5, 4.5])}, "; , crlf sep")
reads("excel_sep_quoted.csv", b'"sep=|"\na|b\n1|2\n3|4\n', {"a": (INTEGER, [1, 3]), "b": (INTEGER, [2, 4])}, "| . sep")
asks("excel_sep_bad_line.csv", b"sep=;\na;b\n1;2\n3\n", "line 4: 1 field, but the header has 2; a field with a line break in it needs quotes.")
reads("trailing_delimiters.csv", b"a;b;\n1;2;\n3;4;\n", {"a": (INTEGER, [1, 3]), "b": (INTEGER, [2, 4]), "": (TEXT, [None, None])}, "; ,")
asks("trailing_below_only.csv", b"a;b\n1;2;\n3;4;\n", "line 2: 3 fields, but the header has 2; a field with ';' in it needs quotes.")
asks("ragged_semicolons.csv", b"a;b;c\n1;2;3\n4;5\n6;7;8\n", "line 3: 2 fields, but the header has 3; a field with a line break in it needs quotes.")
asks("ragged_commas.csv", b"a,b,c\n1,2,3\n4,5\n6,7,8\n", "line 3: 2 fields, but the header has 3; a field with a line break in it needs quotes.")
reads("empty_lines.csv", b"\n\na;b\n\n1;2\n\n3;4\n\n", {"a": (INTEGER, [1, 3]), "b": (INTEGER, [2, 4])}, "; ,")
asks("comments.csv", b"# made by R 4.2\n# on a Monday\na;b\n1;2\n", "line 1: it begins with #, as comments do; take such lines out, so "
     "that the names of the columns come first.")
reads("a_name_with_a_hash.csv", b"#id;b\n1;2\n3;4\n", {"#id": (INTEGER, [1, 3]), "b": (INTEGER, [2, 4])}, "; ,")
asks("title.csv", b"Patients 2020\na;b\n1;2\n3;4\n", "line 2: 2 fields, but the header has 1; say '1', or say ''.")
asks("header_only.csv", b"a;b;c\n", "there is a header, but no record below it.")
asks("zero_bytes.csv", b"a;b\n1;\x00\n", "there are zero bytes in it, so it is no text.")
asks("utf32.csv", "a;b\n1;2\n".encode("utf-32"), "the text is in UTF-32, which is not read; save it as UTF-8.")

# Decimal signs and thousands
AMOUNTS = {"a": (INTEGER, [1, 2, 3]), "cost": (REAL, [1234.56, 7.5, 1234567.0])}
reads("thousands_german.csv", b"a;cost\n1;1.234,56\n2;7,5\n3;1.234.567,00\n", AMOUNTS, "; ,")
reads("thousands_english.csv", b'a,cost\n1,"1,234.56"\n2,7.5\n3,"1,234,567.00"\n', AMOUNTS, ", .")
reads("thousands_blank.csv", b"a;cost\n1;1 234,56\n2;7,5\n3;1 234 567,00\n", AMOUNTS, "; ,")
reads("thousands_no_break.csv", "a;cost\n1;1\u00a0234,56\n2;7,5\n3;1\u202f234\u202f567,00\n".replace("\u202f", "\u00a0").encode(), AMOUNTS, "; ,")
reads("thousands_swiss.csv", b"a;cost\n1;1'234.56\n2;7.5\n3;1'234'567.00\n", AMOUNTS, "; .")
reads("thousands_two_signs.csv", b"a;cost\n1;1 234,5\n2;7,5\n3;1'234,5\n", {"a": AMOUNTS["a"], "cost": (TEXT, ["1 234,5", "7,5", "1'234,5"])},
      "; ,", decimal=",")
reads("thousands_and_decimals_elsewhere.csv", b"a;cost\n1,5;1.234\n2,5;12.345\n", {"a": (REAL, [1.5, 2.5]), "cost": (INTEGER, [1234, 12345])}, "; ,")
UNSURE = "a number like {0} in column 'cost' can be {1} (with a decimal point) or {2} (with a decimal comma); say '.', or say ','."
asks("thousands_or_decimals.csv", b"a;cost\n1;1.234\n2;5.678\n", "line 2: " + UNSURE.format("1.234", "1.234", "1234"))
asks("thousands_or_decimals.tsv", b"a\tcost\n1\t17\n2\t5,678\n", "line 3: " + UNSURE.format("1,234", "1234", "1.234"))
asks("thousands_or_decimals_quoted.csv", b'a,cost\n1,"1,234"\n2,"5,678"\n', "line 2: " + UNSURE.format("1,234", "1234", "1.234"))
reads("said_point.csv", b"a;cost\n1;1.234\n2;5.678\n", {"a": (INTEGER, [1, 2]), "cost": (REAL, [1.234, 5.678])}, "; .", decimal=".")
reads("said_comma.csv", b"a;cost\n1;1.234\n2;5.678\n", {"a": (INTEGER, [1, 2]), "cost": (INTEGER, [1234, 5678])}, "; ,", decimal=",")
reads("three_decimals_between_commas.csv", b"a,cost\n1,1.234\n2,5.678\n", {"a": (INTEGER, [1, 2]), "cost": (REAL, [1.234, 5.678])}, ", .")
reads("three_decimals_below_one.csv", b"a;cost\n1;0.234\n2;5.678\n", {"a": (INTEGER, [1, 2]), "cost": (REAL, [0.234, 5.678])}, "; .")
reads("four_digits_before_the_point.csv", b"a;cost\n1;1234.567\n2;5.678\n", {"a": (INTEGER, [1, 2]), "cost": (REAL, [1234.567, 5.678])}, "; .")
asks("both_signs.csv", b"a;b\n1,5;1.5\n2,5;2.5\n", "line 2: column 'a' has numbers with a decimal comma, like 1,5, and column 'b' numbers "
     "with a decimal point, like 1.5; say '.', or say ','.")
reads("comma_in_quotes.csv", b'a,b\n"1,5",2\n"2,5",3\n', {"a": (REAL, [1.5, 2.5]), "b": (INTEGER, [2, 3])}, ", ,")
reads("choices_in_quotes.csv", b'a,b\n"1,5",2.5\n"2,5",3.5\n', {"a": (TEXT, ["1,5", "2,5"]), "b": (REAL, [2.5, 3.5])}, ", .")
asks("one_column_of_decimals.csv", b"cost\n1,5\n2,5\n", "line 2: 2 fields, but the header has 1; say ','.")
reads("one_column_of_decimals_said.csv", b"cost\n1,5\n2,5\n", {"cost": (REAL, [1.5, 2.5])}, "; ,", decimal=",")
reads("exponents.csv", b"a;b\n1,5e3;2\n-2,5E-3;3\n", {"a": (REAL, [1500.0, -0.0025]), "b": (INTEGER, [2, 3])}, "; ,")
reads("signs.csv", b"a;b\n-1,5;-2\n+2,5;3\n", {"a": (REAL, [-1.5, 2.5]), "b": (INTEGER, [-2, 3])}, "; ,")

# Codes
reads("zip_codes.csv", by_pandas(pandas.DataFrame({"zip": ["01067", "10115", "99999"], "a": [1, 2, 3]}), sep=";"),
      {"zip": (TEXT, ["01067", "10115", "99999"]), "a": (INTEGER, [1, 2, 3])}, "; ,")
reads("quoted_codes.csv", b'zip,a\n"01067",1\n"10115",2\n', {"zip": (TEXT, ["01067", "10115"]), "a": (INTEGER, [1, 2])}, ", .")
reads("codes_late.csv", b"a,zip\n" + b"1,10115\n" * 3000 + b"2,01067\n",
      {"a": (INTEGER, [1] * 3000 + [2]), "zip": (TEXT, ["10115"] * 3000 + ["01067"])}, ", .")
reads("codes_late_behind_quotes.csv", b'note,zip,n\n' + b'"x\ny",10115,5\n' * 1500 + b'"x\ny","01067",5\n',
      {"note": (TEXT, ["x\ny"] * 1501), "zip": (TEXT, ["10115"] * 1500 + ["01067"]), "n": (INTEGER, [5] * 1501)}, ", .")
reads("zeros_in_a_text.csv", b'note,n\n' + b'"x\n01\ny",7\n' * 1500, {"note": (TEXT, ["x\n01\ny"] * 1500), "n": (INTEGER, [7] * 1500)}, ", .")
reads("zeros_are_numbers.csv", b"a,b\n0,0.5\n10,0.25\n0,00.5\n", {"a": (INTEGER, [0, 10, 0]), "b": (TEXT, ["0.5", "0.25", "00.5"])}, ", .")

# Dates
DAYS = [datetime.date(2020, 12, 31), datetime.date(2021, 2, 28)]
for number, (pattern, sign) in enumerate([("%Y-%m-%d", ";"), ("%d.%m.%Y", ";"), ("%m/%d/%Y", ","), ("%d/%m/%Y", ","), ("%Y/%m/%d", ","),
                                          ("%d %b %Y", ","), ("%d-%b-%Y", ","), ("%d %B %Y", "|"), ("%d-%m-%Y", "\t")]):
    frame = pandas.DataFrame({"day": pandas.to_datetime(DAYS), "n": [1, 2]})
    reads(f"days{number}.csv", by_pandas(frame, sep=sign, date_format=pattern), {"day": (DATE, DAYS), "n": (INTEGER, [1, 2])},
          f"{'tab' if sign == chr(9) else sign} {',' if sign == ';' else '.'}")
reads("days_or_months.csv", b"day,n\n03/04/2020,1\n05/06/2020,2\n", {"day": (TEXT, ["03/04/2020", "05/06/2020"]), "n": (INTEGER, [1, 2])}, ", .")
reads("no_days.csv", b"day,n\n31.12.2020,1\n31.02.2020,2\n", {"day": (TEXT, ["31.12.2020", "31.02.2020"]), "n": (INTEGER, [1, 2])}, ", .")
reads("days_with_gaps.csv", b"day;n\n31.12.2020;1\n-;2\n;3\n", {"day": (DATE, ["2020-12-31", None, None]), "n": (INTEGER, [1, 2, 3])}, "; ,")
reads("moments.csv", b"at,n\n2020-12-31T08:30:00,1\n2021-01-01T00:00:00,2\n",
      {"at": (TIMESTAMP, ["2020-12-31 08:30:00", "2021-01-01 00:00:00"]), "n": (INTEGER, [1, 2])}, ", .")
reads("moments_with_zone.csv", b"at,n\n2020-12-31T08:30:00+01:00,1\n2021-01-01T00:00:00Z,2\n",
      {"at": (TIMESTAMP, ["2020-12-31 07:30:00Z", "2021-01-01 00:00:00Z"]), "n": (INTEGER, [1, 2])}, ", .")
reads("moments_german.csv", b"at;n\n31.12.2020 08:30;1\n01.01.2021 00:00;2\n",
      {"at": (TIMESTAMP, ["2020-12-31 08:30:00", "2021-01-01 00:00:00"]), "n": (INTEGER, [1, 2])}, "; ,")

# Missing values and truth values
reads("gaps.csv", b"a,b,c,d\n1,x,-,1.5\nNA,-,-,n/a\n.,n/a,-,null\n4,NA,-,N/A\n",
      {"a": (INTEGER, [1, None, None, 4]), "b": (TEXT, ["x", "-", "n/a", None]), "c": (TEXT, ["-"] * 4), "d": (REAL, [1.5, None, None, None])}, ", .")
reads("gaps_said.csv", b"a,b\n1,x\n-99,-99\n3,?\n", {"a": (INTEGER, [1, None, 3]), "b": (TEXT, ["x", None, None])}, ", .", missing=["-99", "?"])
reads("gaps_not_said.csv", b"a,b\n1,x\n-99,-99\n3,?\n", {"a": (INTEGER, [1, -99, 3]), "b": (TEXT, ["x", "-99", "?"])}, ", .")
reads("truth.csv", b"a,b\ntrue,1\nfalse,2\n", {"a": (BOOLEAN, [True, False]), "b": (INTEGER, [1, 2])}, ", .")

# Encodings and line ends
reads("mark.csv", by_pandas(VISITS, encoding="utf-8-sig"), READ_VISITS, ", . mark")
reads("windows1252.csv", by_pandas(VISITS, sep=";", decimal=",", encoding="cp1252"), READ_VISITS, "; , windows-1252")
reads("latin1.csv", by_pandas(VISITS, sep=";", encoding="latin-1"), READ_VISITS, "; . windows-1252")
reads("euro_1252.csv", "a;b €\n1;„x“\n2;y\n".encode("cp1252"), {"a": (INTEGER, [1, 2]), "b €": (TEXT, ["„x“", "y"])}, "; , windows-1252")
reads("undefined_1252.csv", b"a;b\n1;x\x81\n2;\xfc\n", {"a": (INTEGER, [1, 2]), "b": (TEXT, ["x\u0081", "ü"])}, "; , windows-1252")
asks("two_encodings.csv", "a;b\n1;ä\n2;".encode() + b"\xfc\n", "line 3: a letter that is not in UTF-8; say windows-1252.")
reads("utf16.csv", by_pandas(VISITS, encoding="utf-16"), READ_VISITS, ", . utf-16le mark")
reads("utf16_excel.csv", by_pandas(VISITS, sep="\t", decimal=",", lineterminator="\r\n", encoding="utf-16"), READ_VISITS, "tab , utf-16le mark crlf")
reads("utf16_big.csv", b"\xfe\xff" + by_pandas(VISITS, sep=";", encoding="utf-16-be"), READ_VISITS, "; . utf-16be mark")
reads("utf16_without_mark.csv", by_pandas(VISITS, encoding="utf-16-le"), READ_VISITS, ", . utf-16le")
reads("utf16_big_without_mark.csv", by_pandas(VISITS, encoding="utf-16-be"), READ_VISITS, ", . utf-16be")
asks("utf16_broken.csv", "a;b\n1;2\n3;x".encode("utf-16") + b"\x00\xdc\n\x00", "line 3: a letter that is not in UTF-16, as the others are.")
reads("utf16.csv.gz", gzip.compress(by_pandas(VISITS, encoding="utf-16")), READ_VISITS, ", . utf-16le mark")
reads("carriage_returns.csv", by_pandas(VISITS, lineterminator="\r\n"), READ_VISITS, ", . crlf")
reads("old_mac.csv", by_pandas(VISITS, lineterminator="\r"), READ_VISITS, ", . cr")
reads("polars_mark.csv", polars.from_pandas(VISITS).write_csv(include_bom=True, line_terminator="\r\n").encode(), READ_VISITS, ", . mark crlf")

# Headers
reads("no_header.csv", by_pandas(VISITS, sep=";", decimal=",", header=False),
      {f"column{j + 1}": column for j, column in enumerate(READ_VISITS.values())}, "; , headless", header=False)
asks("no_header_asked.csv", b"1,5;2\n3,5;4\n5,5;6\n", "the first line looks like a record, not like names of columns; say no header, or say header.")
reads("numbers_as_names.csv", b"1;2\n3,5;4\n5,5;6\n", {"1": (REAL, [3.5, 5.5]), "2": (INTEGER, [4, 6])}, "; ,", header=True)


def main():
    folder = pathlib.Path(FOLDER)
    folder.mkdir(parents=True, exist_ok=True)
    for case in CASES:
        (folder / case["file"]).write_bytes(case.pop("data"))
    (folder / "expected.json").write_text(json.dumps(CASES))


main()
