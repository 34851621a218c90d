"""Delimited text as programs, people and accidents write it: fields, quotes, encodings, numbers."""

from hostile import DELIMITED, ROWS, SECRET, Hostile, csv_bytes, numbers, packed

PLAIN = csv_bytes(numbers())
HEADER, BODY = PLAIN.split(b"\n", 1)


def with_cell(cell: bytes, line: int = 7) -> bytes:
    """The plain table with one income replaced."""
    lines = PLAIN.split(b"\n")
    fields = lines[line].split(b",")
    lines[line] = b",".join([fields[0], cell, fields[2]])
    return b"\n".join(lines)


def with_column(name: bytes, cell) -> bytes:
    """The plain table with one more column; cell(i) gives record i's."""
    lines = PLAIN.rstrip(b"\n").split(b"\n")
    cells = [name] + [cell(i) for i in range(ROWS)]
    return b"".join(line + b"," + more + b"\n" for line, more in zip(lines, cells))


# The plain table, written in another way: (name, bytes, rows where they can be told: then it must be read)
WAYS = [
    ("plain", PLAIN, ROWS),
    ("crlf", PLAIN.replace(b"\n", b"\r\n"), ROWS),
    ("cr", PLAIN.replace(b"\n", b"\r"), None),
    ("mixed_ends", PLAIN.replace(b"\n", b"\r\n", 20), None),
    ("no_last_newline", PLAIN.rstrip(b"\n"), ROWS),
    ("blank_lines", PLAIN.replace(b"\n", b"\n\n"), ROWS),
    ("bom", b"\xef\xbb\xbf" + PLAIN, ROWS),
    ("two_boms", b"\xef\xbb\xbf" * 2 + PLAIN, None),
    ("semicolons_excel", b"sep=;\r\n" + PLAIN.replace(b",", b";").replace(b"\n", b"\r\n"), ROWS),
    ("thousands_unsure", with_column(b"more", lambda i: b'"1,%03d"' % (100 + i)), None),
    ("utf16_le", b"\xff\xfe" + PLAIN.decode().encode("utf-16-le"), ROWS),
    ("utf16_be", b"\xfe\xff" + PLAIN.decode().encode("utf-16-be"), ROWS),
    ("utf16_without_bom", PLAIN.decode().encode("utf-16-le"), ROWS),
    ("half_a_letter_last", PLAIN.decode().encode("utf-16-le")[:-1], None),
    ("lone_surrogate", PLAIN.decode().encode("utf-16-le") + b"\x00\xdc", None),
    ("utf32", PLAIN.decode().encode("utf-32"), None),
    ("ebcdic", PLAIN.decode().encode("cp500"), None),
    ("quoted", b"\n".join(b",".join(b'"%s"' % f for f in l.split(b",")) for l in PLAIN.split(b"\n") if l), None),
    ("spaces", PLAIN.replace(b",", b" , "), None),
    ("semicolons", PLAIN.replace(b",", b";"), ROWS),
    ("pipes", PLAIN.replace(b",", b"|"), ROWS),
    ("decimal_commas", PLAIN.replace(b",", b";").replace(b".", b","), None),
    ("two_delimiters", PLAIN.replace(b",", b",x;"), None),
    ("no_header", BODY, None),
    ("header_twice", HEADER + b"\n" + PLAIN, None),
    ("header_only", HEADER + b"\n", None),
    ("header_without_newline", HEADER, None),
    ("one_record", b"\n".join(PLAIN.split(b"\n")[:2]) + b"\n", None),
    ("two_records", b"\n".join(PLAIN.split(b"\n")[:3]) + b"\n", None),
    ("comment_first", b"# made by a program\n" + PLAIN, None),
    ("title_first", b"Survey 2024,,\n" + PLAIN, None),
    ("total_last", PLAIN + b"Total,1,2\n", None),
    ("trailing_commas", PLAIN.replace(b"\n", b",\n"), None),
    ("unnamed_first", b"".join(b"%s,%s\n" % (str(i - 1).encode() if i else b"", l)
                               for i, l in enumerate(PLAIN.rstrip(b"\n").split(b"\n"))), None),
    ("ragged_short", PLAIN + b"1,2\n", None),
    ("ragged_long", PLAIN + b"1,2,3,4\n", None),
    ("open_quote", PLAIN + b'1,"2,3\n', None),
    ("open_quote_in_header", b'"' + PLAIN, None),
    ("quote_inside", with_cell(b'1"2'), None),
    ("quote_after", with_cell(b'"1"2'), None),
    ("quoted_newline", with_cell(b'"1\n2"'), None),
    ("quotes_only", b'"' * 4001, None),
    ("commas_only", b"," * 4000 + b"\n", None),
    ("newlines_only", b"\n" * 4000, None),
    ("spaces_only", b" " * 4000, None),
    ("nul_cell", with_cell(b"\x00"), None),
    ("nul_in_number", with_cell(b"1\x002"), None),
    ("nul_in_header", PLAIN.replace(b"income", b"in\x00come", 1), None),
    ("nuls_only", b"\x00" * 4000, None),
    ("nuls_after", PLAIN + b"\x00" * 4096, None),
    ("control_z_last", PLAIN + b"\x1a", None),
    ("latin1_header", PLAIN.replace(b"income", "Löhne".encode("latin-1"), 1), None),
    ("not_utf8_cell", with_cell(b"\xff\xfe\xfd"), None),
    ("invisible_space", with_cell("\u00a012".encode()), None),
    ("minus_sign", with_cell("\u221212".encode()), None),
    ("thousands", with_cell(b'"1,234"'), None),
    ("arabic_digits", with_cell("\u0661\u0662".encode()), None),
    ("huge_field", with_cell(b"1" * 1_000_000), None),
    ("huge_text_field", with_cell(SECRET.encode() * 100_000), None),
    ("huge_quoted_field", with_cell(b'"' + b"\n" * 500_000 + b'"'), None),
    ("huge_name", PLAIN.replace(b"income", b"i" * 1_000_000, 1), None),
    ("long_fraction", with_cell(b"0." + b"3" * 5000), ROWS),
    ("html", b"<!DOCTYPE html><html><body>Not found</body></html>\n", None),
    ("json", b'[{"age": 1, "income": 2}, {"age": 3, "income": 4}]\n', None),
    ("excel", b"PK\x03\x04" + bytes(range(256)) * 8, None),
    ("noise", bytes((i * 7919 + i * i) % 256 for i in range(5000)), None),
]

# What may stand in a cell where a number is expected
CELLS = [
    "inf", "-Infinity", "nan", "NaN", "NA", "NULL", "null", "None", "-", "?", "", " ", "1e308", "1e309", "-1e309", "1e-320",
    "1e-400", "4.9e-324", "1e999999999999999999999", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "18446744073709551615", "9007199254740993", "123456789012345678901234567890", "0x1p3", "0x10", "1_000", "+5", "--5", "5-",
    "1e", "e5", ".", ".5", "5.", "1.2.3", "1,5", "1d5", "1f", "TRUE", "true", "#N/A", "#DIV/0!", "=1+1", "@x", "2024-01-01",
    "2024-01-01T00:00:00Z", "12:30", "50%", "$5", "5 EUR", "½", "01067", "-0", "-0.0", "00", "1E5", "1e+05", SECRET,
]


def delimited(extensions=DELIMITED):
    for extension in extensions:
        for name, data, rows in WAYS:
            yield Hostile(f"way/{name}.{extension}", packed(data, extension), rows, sound=rows is not None)
    for number, cell in enumerate(CELLS):
        extension = extensions[number % len(extensions)]
        yield Hostile(f"cell/{number:02}.{extension}", packed(with_cell(cell.encode()), extension), ROWS)
        column = with_column(b"more", lambda i, cell=cell: cell.encode())  # noqa: B023
        yield Hostile(f"column/{number:02}.{extension}", packed(column, extension), ROWS, texts=("more",))
    mixed = with_column(b"more", lambda i: CELLS[i % len(CELLS)].replace(",", "").encode())
    for extension in extensions:
        yield Hostile(f"column/all_kinds.{extension}", packed(mixed, extension), ROWS, texts=("more",))
        name_each = with_column(b"name", lambda i: f"{SECRET} {i}".encode())
        yield Hostile(f"column/a_text_each.{extension}", packed(name_each, extension), ROWS, texts=("name",))
