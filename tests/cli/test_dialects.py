"""Files as people have them: semicolons, decimal commas, codes, gaps and encodings, read as meant and given back so."""

import json

import pandas
import pyarrow.parquet
import pytest

ROWS = 60
STAY = [1 + i % 9 for i in range(ROWS)]
COST = [round(1234.5 + 37.25 * i % 997, 2) for i in range(ROWS)]
LAB = [None if i % 11 == 3 else round(3 + i % 7 * 0.15, 2) for i in range(ROWS)]
HOSPITAL = pandas.DataFrame({"zip": [f"{1000 + 37 * i % 89000:05}" for i in range(ROWS // 4)] * 4, "ward": ["Süd", "Ost"] * (ROWS // 2),
                             "stay": STAY, "cost": COST, "lab": LAB})
SHUFFLE = "--method sjppds --bins 1 --seed 1 --quiet"  # each column keeps its values


def write(tmp_path, name="in.csv", frame=HOSPITAL, **options):
    frame.to_csv(tmp_path / name, index=False, **options)


def read(path, **options):
    return pandas.read_csv(path, dtype={"zip": str}, **options)


def same_values(frame, other, column):
    return sorted(frame[column].dropna()) == sorted(other[column].dropna())


DIALECTS = {
    "comma": {},
    "excel": {"sep": ";", "decimal": ",", "encoding": "cp1252"},
    "semicolon": {"sep": ";"},
    "tab": {"sep": "\t", "decimal": ","},
    "pipe": {"sep": "|"},
    "utf16": {"sep": "\t", "encoding": "utf-16"},
    "mark": {"sep": ";", "decimal": ",", "encoding": "utf-8-sig"},
}


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_table_goes_out_in_the_dialect_it_came_in(overhand, tmp_path, dialect):
    options = DIALECTS[dialect]
    write(tmp_path, lineterminator="\r\n", **options)
    overhand(f"mask in.csv -o out.csv --keep zip,ward {SHUFFLE}")
    before, after = (tmp_path / "in.csv").read_bytes(), (tmp_path / "out.csv").read_bytes()
    assert after.count("\r\n".encode(options.get("encoding", "utf-8").replace("utf-16", "utf-16-le").replace("-sig", ""))) == ROWS + 1
    assert after[:20] == before[:20]
    masked = read(tmp_path / "out.csv", **options)
    for column in HOSPITAL:
        assert same_values(masked, HOSPITAL, column), column
    assert list(masked["stay"]) != STAY


@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_dialect_changes_no_masked_value(overhand, tmp_path, dialect):
    write(tmp_path, "plain.csv")
    write(tmp_path, **DIALECTS[dialect])
    words = "--keep ward --columns stay,cost --method cell_rotate --seed 3 --quiet"
    overhand(f"mask plain.csv -o plain.parquet {words}")
    overhand(f"mask in.csv -o in.parquet {words}")
    assert pyarrow.parquet.read_table(tmp_path / "in.parquet").equals(pyarrow.parquet.read_table(tmp_path / "plain.parquet"))


@pytest.mark.parametrize("dialect", DIALECTS)
def test_evaluate_reads_each_table_in_its_own_dialect(overhand, tmp_path, dialect):
    write(tmp_path, **DIALECTS[dialect])
    write(tmp_path, "plain.csv")
    overhand("mask in.csv -o out.csv --columns stay,cost --method noise --seed 1 --quiet")
    overhand("mask plain.csv -o plain_out.csv --columns stay,cost --method noise --seed 1 --quiet")
    figures = overhand("evaluate plain.csv plain_out.csv --pairing row --json -").stdout
    assert overhand("evaluate in.csv out.csv --pairing row --json -").stdout == figures
    assert overhand("evaluate plain.csv out.csv --pairing row --json -").stdout == figures


def test_codes_are_not_taken_for_amounts(overhand, tmp_path):
    write(tmp_path, sep=";", decimal=",")
    refused = overhand("mask in.csv -o out.csv --drop ward", check=False)
    assert (refused.returncode, refused.stderr.strip()) == (
        2, "overhand: in.csv, line 2: column 'zip' has numbers that begin with a zero, so it looks like a code and not like an amount; "
        "leave the column out with --drop zip, or let it go out as it is with --keep zip, or say what each column is in a schema, "
        "which overhand inspect in.csv --schema F.toml writes.")


def test_a_code_at_the_end_of_a_large_file_is_one_too(overhand, tmp_path):
    lines = ["a,b,zip", *(f"{i % 97},{i % 31}.5,{10000 + i % 80000}" for i in range(20_000)), "1,2.5,01067"]
    (tmp_path / "in.csv").write_text("\n".join(lines) + "\n")
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert refused.returncode == 2
    assert refused.stderr.startswith("overhand: in.csv, line 20002: column 'zip' has numbers that begin with a zero")


ASKED = ("overhand: in.csv, line 2: a number like 1.234 in column 'cost' can be 1.234 (with a decimal point) or 1234 (with a decimal "
         "comma); say --decimal '.', or say --decimal ','.")


def test_two_readings_are_asked_about(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("stay;cost\n" + "".join(f"{i % 13};{1 + i % 9}.{100 + i}\n" for i in range(40)))
    for command in ("mask in.csv -o out.csv", "tune in.csv --quick", "compare in.csv --quick", "evaluate in.csv in.csv"):
        refused = overhand(command, check=False)
        assert (refused.returncode, refused.stderr.strip()) == (2, ASKED)
    for sign, factor in ((".", 1), (",", 1000), ("point", 1), ("comma", 1000)):
        overhand(["mask", "in.csv", "-o", "out.parquet", "--decimal", sign, *SHUFFLE.split()])
        values = pyarrow.parquet.read_table(tmp_path / "out.parquet")["cost"].to_pylist()
        assert sorted(values) == pytest.approx(sorted((1 + i % 9 + (100 + i) / 1000) * factor for i in range(40)))


def test_what_is_kept_or_dropped_is_not_asked_about(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("stay;cost;age\n" + "".join(f"{i % 13};{1 + i % 3}.234;{40 - i % 11}\n" for i in range(40)))
    overhand("mask in.csv -o out.csv --keep cost --seed 1 --quiet")
    assert (tmp_path / "out.csv").read_text().count(".234;") == 40
    overhand("mask in.csv -o out.csv --drop cost --seed 1 --quiet")


def test_decimals_after_the_beginning_still_ask(overhand, tmp_path):
    """Whole numbers for so long that the beginning says nothing."""
    whole = "".join(f"{i % 89};{i % 7}\n" for i in range(20_000))
    (tmp_path / "in.csv").write_text("stay;cost\n" + whole + "1;1.234\n")
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert "in.csv, line 20002: a number like 1.234 in column 'cost' can be" in refused.stderr
    for cell, value in (("1,25", 1.25), ("1.25", 1.25)):
        (tmp_path / "in.csv").write_text(f"stay;cost\n{whole}1;{cell}\n")
        overhand(f"mask in.csv -o out.parquet {SHUFFLE}")
        assert value in pyarrow.parquet.read_table(tmp_path / "out.parquet")["cost"].to_pylist()


def test_a_column_that_turns_out_to_be_text_does_not_tell_the_decimal_sign(overhand, tmp_path):
    """Numbers of chapters, 4.1, for as long as the beginning is looked at, then 4.1b."""
    def write(chapter, pay="1.234"):
        (tmp_path / "in.csv").write_text("cost;stay;chapter\n" + "".join(f"{pay};{i % 13};{1 + i % 9}.{i % 7}\n" for i in range(1200)) + f"2.345;3;{chapter}\n")
    write("4.1b")
    for roles in ("--drop chapter", "--keep chapter"):
        refused = overhand(f"mask in.csv -o out.csv --quiet {roles}", check=False)
        assert (refused.returncode, refused.stderr.strip()) == (2, ASKED)
    assert overhand("inspect in.csv", check=False).stderr.strip() == ASKED
    write("4.1")
    for roles in ("--drop chapter", "--keep chapter", "--columns cost,chapter"):
        overhand(f"mask in.csv -o out.parquet {SHUFFLE} {roles}")
        assert 2.345 in pyarrow.parquet.read_table(tmp_path / "out.parquet")["cost"].to_pylist()
    write("4.1b", "1,5")
    overhand(f"mask in.csv -o out.parquet {SHUFFLE} --drop chapter")
    assert sorted(set(pyarrow.parquet.read_table(tmp_path / "out.parquet")["cost"].to_pylist())) == [1.5, 2345]


def test_letters_after_the_beginning_tell_the_encoding(overhand, tmp_path):
    lines = ["a;b;ward", *(f"{i % 97};{i % 31},5;{'Ost' * 40}" for i in range(40_000)), *["1;2,5;Süd"] * 40]
    (tmp_path / "in.csv").write_bytes("\n".join(lines).encode("latin-1"))
    assert (tmp_path / "in.csv").stat().st_size > 1 << 22, "more than is looked at first"
    overhand("mask in.csv -o out.csv --keep ward --method noise --seed 1 --quiet")
    text = (tmp_path / "out.csv").read_bytes()
    assert text.count("Süd".encode("latin-1")) == 40
    (tmp_path / "in.csv").write_bytes("\n".join(["a;b;ward", "1;2,5;Nord-Öst", *lines[1:]]).encode("utf-8") + b"\n1;2,5;S\xfcd\n")
    refused = overhand("mask in.csv -o out.csv --keep ward", check=False)
    assert refused.stderr.strip() == "overhand: in.csv, line 40043: a letter that is not in UTF-8; say --encoding windows-1252."


def test_an_encoding_can_be_said(overhand, tmp_path):
    (tmp_path / "in.csv").write_bytes("a;b;ward\n1;2;ä\n2;3;".encode() + b"\xe4\n3;4;x\n")
    overhand("mask in.csv -o out.csv --keep ward --method noise --seed 1 --quiet --encoding latin-1")
    assert "Ã¤" in (tmp_path / "out.csv").read_bytes().decode("cp1252")


def test_an_encoding_that_cannot_be_is_named(overhand, people):
    for encoding in ("utf-16", "utf-16le", "utf-16be"):
        refused = overhand(f"mask people.csv -o out.csv --encoding {encoding}", check=False)
        assert (refused.returncode, refused.stderr) == (2, "overhand: people.csv: not in UTF-16, in which each end of a line has a zero byte; say --encoding utf-8.\n")


def test_a_guessed_encoding_is_said_where_its_letters_go_out(overhand, tmp_path):
    lines = ["a;b;ward", *(f"{i % 17};{i % 13};{['Süd', 'Ost'][i % 2]}" for i in range(60))]
    (tmp_path / "in.csv").write_bytes("\n".join(lines).encode("latin-1"))
    sentence = ("overhand: in.csv: it is not UTF-8 and was taken for Windows-1252, as in column 'ward'; if the letters there come out wrong, "
                "save it as UTF-8, else say --encoding windows-1252.\n")
    assert sentence in overhand("mask in.csv -o out.parquet --keep ward --method noise --seed 1").stderr
    for silent in ("--keep ward --encoding windows-1252", "--keep ward --quiet", "--drop ward"):
        assert "Windows-1252" not in overhand(f"mask in.csv -o out.parquet {silent} --method noise --seed 1").stderr
    (tmp_path / "in.csv").write_bytes("\n".join(lines).encode())
    assert "Windows-1252" not in overhand("mask in.csv -o out.parquet --keep ward --method noise --seed 1").stderr


def test_gaps_are_spelled_in_many_ways(overhand, tmp_path):
    cells = ["1,5", "-", "n/a", "NA", "", ".", "null", "2,5", "3,5", "-99"]
    (tmp_path / "in.csv").write_text("a;b\n" + "".join(f"{i % 17};{cell}\n" for i, cell in enumerate(cells * 4)))
    overhand(f"mask in.csv -o out.csv {SHUFFLE}")
    after = [line.split(";")[1] for line in (tmp_path / "out.csv").read_text().splitlines()[1:]]
    assert sorted(after) == sorted(["1,5", "2,5", "3,5", "-99"] * 4 + [""] * 24)
    overhand(f"mask in.csv -o out.csv --missing -99 {SHUFFLE}")
    after = [line.split(";")[1] for line in (tmp_path / "out.csv").read_text().splitlines()[1:]]
    assert sorted(after) == sorted(["1,5", "2,5", "3,5"] * 4 + [""] * 28)
    overhand(["mask", "in.csv", "-o", "out.csv", "--missing", "-99,2,5", *SHUFFLE.split()])
    assert "2,5" in (tmp_path / "out.csv").read_text(), "a list has commas between its texts"
    overhand(["mask", "in.csv", "-o", "out.csv", "--missing", '-99,"2,5"', *SHUFFLE.split()])
    assert "2,5" not in (tmp_path / "out.csv").read_text()


def test_what_is_said_to_be_missing_is_so_in_every_format(overhand, tmp_path):
    frame = pandas.DataFrame({"a": [i % 17 for i in range(40)], "b": [1.5, 2.5, -99.0, 3.5] * 10})
    frame.to_parquet(tmp_path / "in.parquet")
    frame.to_csv(tmp_path / "in.csv", index=False)
    for name in ("in.parquet", "in.csv"):
        overhand(f"mask {name} -o out.parquet --missing -99 {SHUFFLE}")
        column = pyarrow.parquet.read_table(tmp_path / "out.parquet")["b"]
        assert column.null_count == 10 and -99 not in column.to_pylist()


def test_no_header_goes_out_without(overhand, tmp_path):
    write(tmp_path, frame=HOSPITAL[["stay", "cost", "lab"]].dropna(), header=False, sep=";", decimal=",")
    overhand("mask in.csv -o out.csv --no-header --method noise --seed 1 --quiet")
    assert len((tmp_path / "out.csv").read_text().splitlines()) == HOSPITAL["lab"].count()
    assert f"{HOSPITAL['lab'].count()} records, 3 columns." in overhand("evaluate in.csv out.csv --no-header --pairing row").stdout
    overhand("mask in.csv -o out.csv --no-header --drop column3 --method noise --seed 1 --quiet")
    assert not (tmp_path / "out.csv").read_text().startswith("column")
    overhand("mask in.csv -o out.csv --no-header --drop column2 --method noise --seed 1 --quiet")
    assert (tmp_path / "out.csv").read_text().startswith("column1;column3\n"), "else column3 would be taken for column2"


FORMATS = {"csv": b"stay,cost", "tsv": b"stay\tcost", "parquet": b"PAR1", "feather": b"ARROW1", "csv.gz": b"\x1f\x8b"}


@pytest.mark.parametrize("name", FORMATS)
def test_the_output_format_can_be_said(overhand, tmp_path, name):
    write(tmp_path, sep="|", frame=HOSPITAL[["stay", "cost"]])
    overhand(f"mask in.csv -o out.data --output-format {name} --seed 1 --quiet")
    expected = b"stay|cost" if name == "csv" else FORMATS[name]
    assert (tmp_path / "out.data").read_bytes().startswith(expected)
    piped = overhand(["mask", "in.csv", "-o", "-", "--output-format", name, "--seed", "1", "--quiet"], stdin=b"").stdout
    assert piped == (tmp_path / "out.data").read_bytes() or name == "csv.gz"


def test_another_format_is_written_in_the_usual_way(overhand, tmp_path):
    write(tmp_path, sep=";", decimal=",", encoding="utf-16", frame=HOSPITAL[["stay", "cost"]])
    overhand(f"mask in.csv -o out.tsv {SHUFFLE}")
    assert same_values(pandas.read_csv(tmp_path / "out.tsv", sep="\t"), HOSPITAL, "cost")


OPTIONS = [("--delimiter ;;", "--delimiter: it must be one sign: a comma, a semicolon, tab, | or one of ^~:#&!$%*/@"),
           ("--decimal x", "--decimal: it must be . or ,"),
           ("--encoding ebcdic", "--encoding: it must be utf-8, utf-16, utf-16le, utf-16be or windows-1252 (latin-1)"),
           ("--output-format docx", "There is no format 'docx'; the formats are csv, ")]


@pytest.mark.parametrize("words,sentence", OPTIONS)
def test_bad_words_about_a_file(overhand, people, words, sentence):
    refused = overhand(f"mask people.csv -o out.csv {words}", check=False)
    assert refused.returncode == 2
    assert refused.stderr.startswith("overhand: " + sentence)


def test_a_delimiter_can_be_said(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("a:b\n" + "".join(f"{i % 13}:{i * 7 % 31}\n" for i in range(40)))
    overhand("mask in.csv -o out.csv --delimiter : --seed 1 --quiet")
    assert (tmp_path / "out.csv").read_text().startswith("a:b\n")


def test_a_wrong_line_is_told_in_every_encoding(overhand, tmp_path):
    text = "a;b\n1;2\n\n3;4;5\n"
    for encoding in ("utf-8", "utf-16", "utf-16-le", "cp1252"):
        (tmp_path / "in.csv").write_bytes(text.encode(encoding))
        refused = overhand("mask in.csv -o out.csv", check=False)
        assert refused.stderr.strip() == "overhand: in.csv, line 4: 3 fields, but the header has 2; a field with ';' in it needs quotes."


@pytest.mark.parametrize("text", ["k.A.", "#NV", "<0,5"])
def test_a_text_among_decimal_commas_is_told_by_its_line(overhand, tmp_path, text):
    """Not by the first number, whose sign is the file's; and what helps is named."""
    lines = [f"{i % 17};{1 + i % 9},{10 + i};{5 + i % 7},5" for i in range(40)]
    lines[29] = f"3;{text};1,5"
    (tmp_path / "in.csv").write_text("stay;lab;cost\n" + "\n".join(lines) + "\n")
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert (refused.returncode, refused.stderr.split("; ")[:2]) == (
        2, ["overhand: in.csv, line 31: column 'lab' has a text among its numbers",
            "if such texts mean a missing value, name them with --missing, or leave the column out with --drop lab, or let it go out as it is "
            "with --keep lab, or say what each column is in a schema, which overhand inspect in.csv --schema F.toml writes.\n"])
    assert text not in refused.stderr
    overhand(["mask", "in.csv", "-o", "out.csv", "--missing", f'"{text}"', *SHUFFLE.split()])
    assert (tmp_path / "out.csv").read_text().count(";;") == 1
    (tmp_path / "in.toml").write_text('[columns.lab]\ntype = "real"\nrole = "mask"\n')
    refused = overhand("mask in.csv -o out.csv --schema in.toml --columns stay,lab,cost", check=False)
    assert "in.csv, line 31: column 'lab' is to be a real by in.toml, line" in refused.stderr
    assert "and this value is none; if such texts mean a missing value, name them with --missing, or " in refused.stderr


def test_texts_among_numbers_may_be_more_than_these(overhand, tmp_path):
    cells = ["#NV", "#DIV/0!", "7,25", "#NAME?", "8,5"]
    (tmp_path / "in.csv").write_text("stay;cost\n" + "".join(f"{i % 13};{cells[i % 5]}\n" for i in range(40)))
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert "line 2: column 'cost' has a text among its numbers" in refused.stderr
    overhand(["mask", "in.csv", "-o", "out.csv", "--missing", "#NV,#DIV/0!,#NAME?", *SHUFFLE.split()])


def test_texts_among_numbers_are_told_with_the_other_columns_that_are_none(overhand, tmp_path):
    lines = [f"{i % 17};{'k.A.' if i == 20 else f'{i % 9},5'};{'f' if i % 2 else 1}" for i in range(40)]
    (tmp_path / "in.csv").write_text("stay;lab;sex\n" + "\n".join(lines) + "\n")
    refused = overhand("mask in.csv -o out.csv", check=False)
    assert "neither as numbers nor as categories: lab (line 22), sex (line 3); if such texts mean a missing value, name them with " \
        "--missing, or leave them out with --drop lab,sex" in refused.stderr


def test_another_decimal_sign_is_still_told(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("stay;cost;lab\n" + "".join(f"{i % 13},5;{i % 7},25;{i % 9}.5\n" for i in range(40)))
    refused = overhand(["mask", "in.csv", "-o", "out.csv", "--decimal", ","], check=False)
    assert "line 2: column 'lab' has numbers with another decimal sign than the rest of the file" in refused.stderr


def test_hexadecimal_codes_are_text(overhand, tmp_path):
    """Wherever in the file they stand; 2E3 is a number, as programs write it."""
    rows = [f"{i % 97},{i % 31}.5,{i % 13}E2" for i in range(5000)]
    for cells in (["7"] + ["0x1f"] * 4999, ["7"] * 4000 + ["0X1F"] * 1000):
        (tmp_path / "in.csv").write_text("a,b,e,hex\n" + "".join(f"{row},{cell}\n" for row, cell in zip(rows, cells)))
        refused = overhand("mask in.csv -o out.csv", check=False)
        assert f"line {2 + cells.index(cells[-1])}: column 'hex'" in refused.stderr
        overhand("mask in.csv -o out.csv --drop hex --quiet --seed 1")
    columns = json.loads(overhand("inspect in.csv --json -").stdout)["columns"]
    assert {column["name"]: column["type"] for column in columns} == {"a": "integer", "b": "real", "e": "integer", "hex": "category"}
