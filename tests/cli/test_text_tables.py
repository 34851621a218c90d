"""CSV and TSV as others write them: Python's csv module writes at random, and what we read is what it reads."""

import csv
import gzip
import io
import random

import pytest

WORDS = ["", "plain", "with space", "comma, inside", 'quote " inside', '"', '""', "line\nbreak", "tab\there", "ärger",
         "0123", "1e3", "-", "NA ", "'", "semi;colon", "back\\slash", " lead", "trail ", "🙂"]


def table_of(seed, rows=40, texts=3):
    """Two columns of numbers and some of text, none of which singles out records."""
    chance = random.Random(seed)
    header = ["x", "y", *(f"text {j}, {chance.choice(WORDS)}".strip() for j in range(texts))]
    words = chance.sample(WORDS, 8)
    return [header, *([str(chance.randrange(100)), repr(chance.uniform(-5, 5)), *(chance.choice(words) for _ in range(texts))]
                      for _ in range(rows))]


def written(table, **dialect):
    text = io.StringIO()
    csv.writer(text, **dialect).writerows(table)
    return text.getvalue()


def read_back(path, delimiter=","):
    opened = gzip.open(path, "rt", newline="") if path.suffix == ".gz" else open(path, newline="", encoding="utf-8-sig")
    with opened as file:
        return list(csv.reader(file, delimiter=delimiter))


def masked(overhand, tmp_path, name, output):
    """Masks x and y by noise and keeps the rest; the rows stay."""
    header = read_back(tmp_path / name, "\t" if name.endswith(".tsv") else ",")[0]
    quoted = ",".join('"' + column.replace('"', '""') + '"' for column in header[2:])
    overhand(["mask", name, "-o", output, "--method", "noise", "--seed", "1", "--quiet", "--header", "--keep", quoted])
    return read_back(tmp_path / output, "\t" if output.endswith(".tsv") else ",")


DIALECTS = {
    "plain": {},
    "unix": {"lineterminator": "\n"},
    "all quoted": {"quoting": csv.QUOTE_ALL},
    "text quoted": {"quoting": csv.QUOTE_NONNUMERIC, "lineterminator": "\n"},
}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("dialect", DIALECTS)
def test_kept_text_goes_out_as_it_came(overhand, tmp_path, seed, dialect):
    table = table_of(seed)
    (tmp_path / "in.csv").write_text(written(table, **DIALECTS[dialect]), newline="")
    after = masked(overhand, tmp_path, "in.csv", "out.csv")
    assert after[0] == table[0]
    assert [row[2:] for row in after] == [row[2:] for row in table]
    assert [row[:2] for row in after[1:]] != [row[:2] for row in table[1:]]


@pytest.mark.parametrize("seed", range(4))
def test_from_any_text_format_to_any(overhand, tmp_path, seed):
    table = table_of(seed)
    (tmp_path / "in.csv").write_text(written(table), newline="")
    (tmp_path / "in.tsv").write_text(written(table, delimiter="\t"), newline="")
    with gzip.open(tmp_path / "in.csv.gz", "wt", newline="") as file:
        file.write(written(table))
    results = [masked(overhand, tmp_path, name, output)
               for name in ("in.csv", "in.tsv", "in.csv.gz") for output in ("out.csv", "out.tsv", "out.csv.gz")]
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("seed", range(4))
def test_the_marks_of_other_programs_change_nothing(overhand, tmp_path, seed):
    """A byte order mark, no end of line at the end, empty lines at the end."""
    text = written(table_of(seed))
    (tmp_path / "in.csv").write_text(text, newline="")
    expected = masked(overhand, tmp_path, "in.csv", "out.csv")
    for number, other in enumerate([text.rstrip("\r\n"), text + "\r\n", text + "\n\n"]):
        (tmp_path / f"in{number}.csv").write_text(other, newline="")
        assert masked(overhand, tmp_path, f"in{number}.csv", "out.csv") == expected, number
    (tmp_path / "bom.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    header = read_back(tmp_path / "in.csv")[0]
    quoted = ",".join('"' + column.replace('"', '""') + '"' for column in header[2:])
    overhand(["mask", "bom.csv", "-o", "out.csv", "--method", "noise", "--seed", "1", "--quiet", "--header", "--keep", quoted])
    assert read_back(tmp_path / "out.csv") == expected


NUMBERS = {
    "1": 1, "-1": -1, "+1": 1, "1.50": 1.5, ".5": 0.5, "5.": 5, "1e3": 1000, "1E-3": 0.001, "-0": 0, "0.1": 0.1,
    "1e308": 1e308, "4.9e-324": 5e-324, "123456789012345678": 123456789012345678, "0.30000000000000004": 0.30000000000000004,
}


@pytest.mark.parametrize("cell", NUMBERS)
def test_numbers_are_read_as_they_are_written_everywhere(overhand, tmp_path, cell):
    """sjppds moves values and changes none: each number comes out in its shortest form."""
    (tmp_path / "in.csv").write_text("a,b\n" + "".join(f"{cell},{i}\n" for i in range(5)))
    overhand("mask in.csv -o out.csv --method sjppds --seed 1 --quiet")
    number = int if cell.isdigit() else float
    assert [number(row[0]) for row in read_back(tmp_path / "out.csv")[1:]] == [NUMBERS[cell]] * 5


@pytest.mark.parametrize("cell", ["1_000", "one", "1,50,0", "12,34.5", "--1", "1e", "1.2.3", "٣", "$5", "5%", "TRUE"])
def test_what_is_no_number_is_not_taken_for_one(overhand, tmp_path, cell):
    (tmp_path / "in.csv").write_text(f'a,b\n1,2\n"{cell}",4\n5,6\n')
    refused = overhand("mask in.csv -o out.csv --method sjppds", check=False)
    assert refused.returncode == 2
    assert "line 3: column 'a'" in refused.stderr
    assert cell not in refused.stderr, "a cell's value is never told"
