"""CSV in the shapes that spreadsheets, databases and editors leave behind: read as meant, or refused with the line."""

import csv
import gzip
import io
import random

import pyarrow as pa
import pytest

ROWS = 40
csv.field_size_limit(1 << 24)


def table(texts=True):
    chance = random.Random(3)
    words = ["plain", "comma, inside", 'quote " inside', "line\nbreak", "two\r\nlines", "", " spaces ", "ärger", "1,5", "#", "'"]
    return [[str(chance.randrange(500)), repr(chance.uniform(-9, 9)), *([words[i % len(words)]] if texts else [])] for i in range(ROWS)]


def text_of(header, rows, **dialect):
    text = io.StringIO()
    csv.writer(text, **{"lineterminator": "\n", **dialect}).writerows([header, *rows])
    return text.getvalue()


def write(path, text):
    data = text.encode() if isinstance(text, str) else text
    path.write_bytes(data)


def result_of(path):
    with open(path, newline="", encoding="utf-8-sig") as file:
        return list(csv.reader(file))


def masked(overhand, tmp_path, name="in.csv", *words):
    overhand(["mask", name, "-o", "out.csv", "--method", "noise", "--seed", "1", "--quiet", *words])
    return result_of(tmp_path / "out.csv")


@pytest.fixture
def expected(overhand, tmp_path):
    write(tmp_path / "plain.csv", text_of(["a", "b", "note"], table()))
    return masked(overhand, tmp_path, "plain.csv", "--keep", "note")


def with_blank_lines(text):
    """Before, between and after the records, but not within quotes."""
    rows = list(csv.reader(io.StringIO(text, newline="")))
    return "".join(text_of(row, [])  + ("\n" if i % 5 == 0 else "") for i, row in enumerate(rows)) + "\n\n\n"


SHAPES = {
    "carriage returns": lambda text: text_of(["a", "b", "note"], table(), lineterminator="\r\n"),
    "everything quoted": lambda text: text_of(["a", "b", "note"], table(), quoting=csv.QUOTE_ALL),
    "a byte order mark": lambda text: "\ufeff" + text,
    "a mark and quoted names": lambda text: "\ufeff" + text_of(["a", "b", "note"], table(), quoting=csv.QUOTE_ALL),
    "no end of line at the end": lambda text: text.rstrip("\n"),
    "blank lines": with_blank_lines,
    "quoted and carriage returns": lambda text: text_of(["a", "b", "note"], table(), quoting=csv.QUOTE_ALL, lineterminator="\r\n"),
}


@pytest.mark.parametrize("packing", ["csv", "csv.gz", "csv.zst"])
@pytest.mark.parametrize("shape", SHAPES)
def test_the_shape_changes_no_value(overhand, tmp_path, expected, shape, packing):
    data = SHAPES[shape](text_of(["a", "b", "note"], table())).encode()
    if packing == "csv.zst":
        data = pa.compress(data, codec="zstd", asbytes=True)
    write(tmp_path / f"in.{packing}", gzip.compress(data) if packing == "csv.gz" else data)
    after = masked(overhand, tmp_path, f"in.{packing}", "--keep", "note")
    assert after == expected
    assert [row[2] for row in after[1:]] == [row[2] for row in table()]


def test_columns_that_end_in_a_delimiter(overhand, tmp_path):
    """A last column without a name and without values, as some databases write: dropped, masked it is not."""
    write(tmp_path / "in.csv", "a,b,\n" + "".join(f"{a},{b},\n" for a, b in table(False)))
    write(tmp_path / "plain.csv", "a,b\n" + "".join(f"{a},{b}\n" for a, b in table(False)))
    without = masked(overhand, tmp_path, "in.csv", "--drop", "")
    assert without == masked(overhand, tmp_path, "plain.csv")
    refused = overhand("mask in.csv -o no.csv --method noise", check=False)
    assert refused.returncode == 2 and not (tmp_path / "no.csv").exists()


@pytest.mark.parametrize("line", [1, 7, ROWS])
def test_a_delimiter_too_many_in_one_line(overhand, tmp_path, line):
    lines = text_of(["a", "b"], table(False)).splitlines()
    lines[line] += ","
    write(tmp_path / "in.csv", "\n".join(lines) + "\n")
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert (refused.returncode, refused.stderr) == (2, f"overhand: in.csv, line {line + 1}: 3 fields, but the header has 2; a field with ',' in it needs quotes.\n")


@pytest.mark.parametrize("cell", ["", "NA", "NaN", "nan", "n/a", "N/A", "null", "NULL", ".", "-"])
def test_what_is_missing_is_missing_for_every_method(overhand, tmp_path, cell):
    rows = table(False)
    rows[4][0] = cell
    write(tmp_path / "in.csv", "a,b\n" + "".join(",".join(row) + "\n" for row in rows))
    refused = overhand("mask in.csv -o out.csv --method noise", check=False)
    assert refused.returncode == 2 and "noise cannot mask missing values (a)" in refused.stderr
    for method in ("sjppds --bins 2", "rank_swap --percent 50", "rank_noise", "cell_shuffle", "cell_rotate"):
        overhand(f"mask in.csv -o out.csv --method {method} --seed 1 --quiet")
        cells = [row[0] for row in result_of(tmp_path / "out.csv")[1:]]
        assert cells.count("") == 1
        assert sorted(map(int, filter(None, cells))) == sorted(int(row[0]) for i, row in enumerate(rows) if i != 4)


@pytest.mark.parametrize("cell", ["?", "#N/A", "none", "missing", "--", "-99x"])
def test_other_words_for_missing_are_not_guessed(overhand, tmp_path, cell):
    rows = table(False)
    rows[4][0] = cell
    write(tmp_path / "in.csv", "a,b\n" + "".join(",".join(row) + "\n" for row in rows))
    refused = overhand("mask in.csv -o out.csv --method sjppds", check=False)
    assert refused.returncode == 2 and "line 6" in refused.stderr and "'a'" in refused.stderr


@pytest.mark.parametrize("size", [1 << 16, 1 << 20])
def test_a_long_cell_is_kept_whole(overhand, tmp_path, size):
    rows = table()
    rows[3][2] = rows[4][2] = ("long, text\n" * (size // 11 + 1))[:size]
    write(tmp_path / "in.csv", text_of(["a", "b", "note"], rows))
    after = masked(overhand, tmp_path, "in.csv", "--keep", "note")
    assert [row[2] for row in after[1:]] == [row[2] for row in rows]


def test_many_columns_keep_their_names_and_places(overhand, tmp_path):
    names = [f"column {j}" for j in range(600)]
    write(tmp_path / "in.csv", text_of(names, [[str(i * (j + 3) % 101) for j in range(600)] for i in range(12)]))
    after = masked(overhand, tmp_path, "in.csv", "--columns", "column 599,column 0,column 300")
    assert after[0] == ["column 0", "column 300", "column 599"]
    assert len(after) == 13


@pytest.mark.parametrize("seed", range(6))
def test_masked_numbers_are_written_in_their_shortest_form(overhand, tmp_path, seed):
    """Reading the text gives the number, and writing the number gives a text no longer than Python's shortest."""
    chance = random.Random(seed)
    rows = [[repr(chance.choice([chance.gauss(0, 1), chance.uniform(0, 1e15), chance.lognormvariate(0, 30)])), str(i)] for i in range(50)]
    write(tmp_path / "in.csv", text_of(["a", "b"], rows))
    overhand("mask in.csv -o out.csv --columns a,b --method rank_swap --percent 60 --seed 1 --quiet")
    cells = [row[0] for row in result_of(tmp_path / "out.csv")[1:]]
    assert sorted(map(float, cells)) == sorted(float(row[0]) for row in rows)
    assert all(len(cell) <= len(repr(float(cell))) for cell in cells)


def test_a_table_can_be_masked_again_as_it_came_out(overhand, tmp_path, expected):
    """What Overhand writes it reads: no cell is taken for another on the way."""
    (tmp_path / "out.csv").rename(tmp_path / "again.csv")
    overhand("mask again.csv -o twice.csv --method sjppds --bins 4 --keep note --seed 1 --quiet")
    twice = result_of(tmp_path / "twice.csv")
    assert twice[0] == expected[0]
    for j in range(2):
        assert sorted(row[j] for row in twice[1:]) == sorted(row[j] for row in expected[1:])
    assert sorted(row[2] for row in twice[1:]) == sorted(row[2] for row in expected[1:])
