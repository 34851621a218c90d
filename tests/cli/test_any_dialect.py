"""Tables written in dialects drawn at random: each is read as it was meant and goes out in the dialect in which it came."""

import csv
import io
import random

import pytest

DELIMITERS = [",", ";", "\t", "|"]
ENCODINGS = ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "cp1252"]
ENDS = ["\n", "\r\n", "\r"]
TOWNS = ["Köln", "Malmö", "Paris, Texas", "a; b", "x | y", "tab\there", 'say "hi"', "two words", "Zürich"]
MARKS = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}
N = 60


class Dialect:
    def __init__(self, seed):
        chance = random.Random(seed)
        self.delimiter = chance.choice(DELIMITERS)
        self.decimal = "." if self.delimiter == "," else chance.choice(".,")
        self.encoding = chance.choice(ENCODINGS)
        self.end = chance.choice(ENDS)
        self.quoting = chance.choice([csv.QUOTE_MINIMAL, csv.QUOTE_NONNUMERIC, csv.QUOTE_ALL])
        self.has_header = chance.random() < 0.8

    def __repr__(self):
        return f"{self.delimiter!r} {self.decimal!r} {self.encoding} {self.end!r} quoting {self.quoting} header {self.has_header}"

    def bytes_of(self, rows):
        text = io.StringIO()
        out = csv.writer(text, delimiter=self.delimiter, lineterminator=self.end, quoting=self.quoting)
        for row in rows:
            out.writerow([repr(cell).replace(".", self.decimal) if isinstance(cell, float) else cell for cell in row])
        return MARKS.get(self.encoding, b"") + text.getvalue().encode(self.encoding)

    def rows_of(self, data):
        mark = MARKS.get(self.encoding, b"")
        assert data.startswith(mark)
        text = data[len(mark):].decode(self.encoding)
        assert self.end in text and not (self.end != "\r\n" and "\r\n" in text)
        return list(csv.reader(io.StringIO(text, newline=""), delimiter=self.delimiter))


def records(seed):
    chance = random.Random(seed)
    for _ in range(N):
        yield [chance.randint(18, 90), round(chance.lognormvariate(3, 1), 3) + 0.0005, chance.choice(TOWNS)]


def numbers(rows, column, decimal):
    return sorted(float(row[column].replace(decimal, ".")) for row in rows)


@pytest.fixture
def masked(overhand, tmp_path):
    """The rows of the file, and those of the masked one, by the same dialect."""

    def run(seed, words):
        dialect = Dialect(seed)
        header = [["age", "pay", "town"]] if dialect.has_header else []
        (tmp_path / "t.csv").write_bytes(dialect.bytes_of([*header, *records(seed)]))
        said = " --header" if dialect.has_header else " --no-header"
        overhand(f"mask t.csv -o out.csv --seed 1 --quiet{said} --decimal {dialect.decimal} {words}")
        rows = [dialect.rows_of((tmp_path / name).read_bytes()) for name in ("t.csv", "out.csv")]
        first = 1 if dialect.has_header else 0
        assert rows[0][:first] == rows[1][:first], dialect
        return dialect, rows[0][first:], rows[1][first:]

    return run


@pytest.mark.parametrize("seed", range(24))
def test_what_is_masked_has_the_same_values_in_the_same_dialect(masked, seed):
    dialect, before, after = masked(seed, "--method sjppds --bins 3")
    assert len(after) == N and all(len(row) == 3 for row in after), dialect
    assert before != after, dialect
    for column in (0, 1):
        assert numbers(before, column, dialect.decimal) == numbers(after, column, dialect.decimal), dialect
    assert sorted(row[2] for row in before) == sorted(row[2] for row in after), dialect


@pytest.mark.parametrize("seed", range(100, 112))
def test_what_is_kept_is_kept_to_the_letter(masked, seed):
    names = "town" if Dialect(seed).has_header else "column3"
    dialect, before, after = masked(seed, f"--keep {names} --method rank_swap")
    assert [row[2] for row in before] == [row[2] for row in after], dialect
    assert [row[1] for row in before] != [row[1] for row in after], dialect


@pytest.mark.parametrize("seed", range(200, 212))
def test_the_dialect_is_found_without_a_word(overhand, tmp_path, seed):
    """Delimiter, decimal sign, encoding and line ends, by the file alone."""
    dialect = Dialect(seed)
    (tmp_path / "t.csv").write_bytes(dialect.bytes_of([["age", "pay", "town"], *records(seed)]))
    overhand("mask t.csv -o out.csv --seed 1 --quiet --method sjppds --bins 3")
    before, after = (dialect.rows_of((tmp_path / name).read_bytes()) for name in ("t.csv", "out.csv"))
    assert after[0] == ["age", "pay", "town"], dialect
    assert numbers(before[1:], 1, dialect.decimal) == numbers(after[1:], 1, dialect.decimal), dialect
    assert sorted(row[2] for row in before) == sorted(row[2] for row in after), dialect


@pytest.mark.parametrize("seed", range(300, 306))
def test_a_wrong_line_is_named_in_every_dialect(overhand, tmp_path, seed):
    dialect = Dialect(seed)
    rows = [["age", "pay", "town"], *records(seed)]
    rows[17].append("one too many")
    (tmp_path / "t.csv").write_bytes(dialect.bytes_of(rows))
    refused = overhand(f"mask t.csv -o out.csv --header --decimal {dialect.decimal}", check=False)
    assert refused.returncode == 2 and not (tmp_path / "out.csv").exists(), dialect
    assert refused.stderr.startswith("overhand: t.csv, line 18: "), (dialect, refused.stderr)
    assert "too many" not in refused.stderr.replace("too many fields", "")
