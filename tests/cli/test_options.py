"""Options as people type them: column lists, numbers, slips; one sentence on what is wrong."""

import re

import pytest
from conftest import columns_of

BAD_INPUT = 2


@pytest.fixture
def staff(tmp_path):
    """staff.csv: a column whose name has a comma, and one with a space before it."""
    lines = ['"last, first",age, income,hours']
    lines += [f"{i % 13},{20 + i % 50},{1000 + 37 * i % 997},{i % 7}" for i in range(60)]
    path = tmp_path / "staff.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


LISTS = [
    (["--drop", "age, hours"], ['"last', ' first"', " income"]),
    (["--drop", '"last, first",age'], [" income", "hours"]),
    (["--drop", "last, first"], ["age", " income", "hours"]),
    (["--drop", "last, first", "--drop", "age"], [" income", "hours"]),
    (["--columns", "age, income"], ["age", " income"]),
    (["--columns", "age", "--columns", "hours", "--keep", '"last, first"'], ['"last', ' first"', "age", "hours"]),
]


@pytest.mark.parametrize("words,header", LISTS)
def test_column_lists(overhand, staff, tmp_path, words, header):
    overhand(["mask", "staff.csv", "-o", "out.csv", "--method", "noise", *words])
    assert (tmp_path / "out.csv").read_text().split("\n")[0].split(",") == header


def test_a_list_does_not_swallow_the_input(overhand, people, tmp_path):
    overhand("mask --drop age people.csv -o out.csv --method noise")
    assert list(columns_of((tmp_path / "out.csv").read_text())) == ["income", "hours"]


def test_column_lists_of_methods(overhand, staff, tmp_path):
    for words in (["--method", "cart", "--order", 'hours, "last, first", income, age'],
                  ["--method", "ipso", "--given", "last, first"],
                  ["--method", "ipso", "--given", "hours, age"]):
        overhand(["mask", "staff.csv", "-o", "out.csv", *words])
    refused = overhand(["mask", "staff.csv", "-o", "out.csv", "--method", "ipso", "--given", "hours, wage"], check=False)
    assert refused.returncode == BAD_INPUT
    assert "In given: There is no column 'wage'" in refused.stderr


def test_kept_columns_of_a_list_stay_text(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("day,code,a,b\n" + "".join(f"2024-01-0{i % 3 + 1},2024-02-0{i % 5 + 1},{i * i + i},{i * i}\n" for i in range(60)))
    overhand(["mask", "in.csv", "-o", "out.csv", "--method", "noise", "--keep", "day, code"])
    assert columns_of((tmp_path / "out.csv").read_text())["code"][3] == "2024-02-04"


def test_a_column_called_nothing_that_was_typed(overhand, people, tmp_path):
    refused = overhand(["mask", "people.csv", "-o", "out.csv", "--drop", ""], check=False)
    assert (refused.returncode, refused.stderr) == (
        BAD_INPUT, "overhand: people.csv: There is no column without a name; the columns are age, income, hours.\n")


SEED = "a whole number from 0 to 18446744073709551615 is needed"
SENTENCES = [
    ("", "A command is missing: inspect, mask, evaluate,"),
    ("maks people.csv", "There is no command 'maks'; did you mean mask? See overhand --help."),
    ("nonsense --help", "There is no command 'nonsense'; the commands are inspect, mask, evaluate,"),
    ("--threads 2 nonsense --help", "There is no command 'nonsense'; the commands are inspect, mask, evaluate,"),
    ("mask people.csv -o out.csv --bin 3", "--bin: there is no such option; did you mean --bins? See overhand mask --help."),
    ("mask people.csv -o out.csv --bin=3", "--bin: there is no such option; did you mean --bins? See overhand mask --help."),
    ("mask people.csv --ouput out.csv", "--ouput: there is no such option; did you mean --output? See overhand mask --help."),
    ("mask people.csv -o out.csv --thread 3", "--thread: there is no such option; did you mean --threads? See overhand mask --help."),
    ("mask people.csv -o out.csv --elephants", "--elephants: there is no such option. See overhand mask --help."),
    ("mask people.csv more.csv -o out.csv", "'more.csv' is one word too many; a list of columns is one word: a,b or \"a, b\". See overhand mask --help."),
    ("mask people.csv", "--output is required. See overhand mask --help."),
    ("mask people.csv -o out.csv --seed", "--seed: its value is missing. See overhand mask --help."),
    ("mask people.csv -o out.csv --seed 1 --seed 2", "--seed: it may be given once only. See overhand mask --help."),
    ("mask people.csv -o out.csv --seed -1", f"--seed: {SEED}. See overhand mask --help."),
    ("mask people.csv -o out.csv --seed 18446744073709551616", f"--seed: {SEED}."),
    ("mask people.csv -o out.csv --seed 1e3", f"--seed: {SEED}."),
    ("mask people.csv -o out.csv --seed 0x10", f"--seed: {SEED}."),
    ("evaluate people.csv people.csv --seed -1", f"--seed: {SEED}."),
    ("tune people.csv --seed 1.5", f"--seed: {SEED}."),
    ("study gaussian -o study --seed -1", f"--seed: {SEED}."),
    ("simulate gaussian -o out.csv --seed -1", f"--seed: {SEED}."),
    ("mask people.csv -o out.csv --key-file key --seed 1", "--key-file excludes --seed."),
    ("tune people.csv --max-risk nan", "--max-risk: a number from 0 to 1 is needed."),
    ("tune people.csv --max-risk inf", "--max-risk: a number from 0 to 1 is needed."),
    ("compare people.csv --max-risk 0.2x", "--max-risk: a number from 0 to 1 is needed."),
    ("simulate gaussian -o out.csv --rho nan", "--rho: a number from -1 to 1 is needed."),
    ("simulate gaussian -o out.csv -n 0x10", "--rows: a whole number from 1 to 4294967295 is needed."),
    *[(f"compare people.csv --time {text}", "--time: a time such as 90s, 2m or 1h is needed.")
      for text in ("2", "0s", "-1m", "0x1m", "nanm", "infh", "1e400m", "2d", "m")],
    ("tune people.csv --ps damp", "--ps: there is no 'damp'; did you mean damped?"),
    ("tune people.csv --risk none", "--risk: there is no 'none'; it is one of lineage, paper."),
    ("mask people.csv -o out.csv --method sjppds --bins 100000000", "bins must be at most 1000000, not 100000000."),
    ("mask people.csv -o out.csv --method sjppds --bins -9223372036854775808", "bins must be at least 1, not -9.22337203685478e+18."),
    ("mask people.csv -o out.csv --method noise --percent nan", "percent must be a finite number."),
    ("mask people.csv -o out.csv --method cart --cp inf", "cp must be a finite number."),
    *[(f"--threads {text} mask people.csv -o out.csv", "--threads: a whole number from 1 to 1024 is needed.")
      for text in ("0x2", "0", "-1", "1025", "2.5", "1e3", "two", "99999999999999999999")],
]


def one_sentence(result):
    assert result.returncode == BAD_INPUT, result.stderr
    assert result.stderr.startswith("overhand: ") and result.stderr.count("\n") == 1, result.stderr
    assert result.stderr.rstrip()[-1] in ".?"
    return result.stderr.removeprefix("overhand: ").rstrip()


@pytest.mark.parametrize("arguments,sentence", SENTENCES)
def test_one_sentence_on_what_is_wrong(overhand, people, tmp_path, arguments, sentence):
    result = overhand(arguments, check=False)
    assert one_sentence(result).startswith(sentence)
    assert result.stdout == ""
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("words", [
    ["mask", "people.csv", "-o", "out.csv", "--key-file", ""], ["mask", "people.csv", "-o", "out.csv", "--lineage", ""],
    ["mask", "people.csv", "-o", "out.csv", "--json", ""], ["mask", "people.csv", "-o", ""], ["mask", "", "-o", "out.csv"],
    ["mask", "people.csv", "-o", "out.csv", "--seed", ""], ["mask", "people.csv", "-o", "out.csv", "--method", ""],
    ["evaluate", "people.csv", "people.csv", "--pairing", ""], ["evaluate", "people.csv", "people.csv", "--report", ""],
    ["compare", "people.csv", "--figures", ""], ["simulate", "survey", "-o", ""], ["demo", "-o", ""],
])
def test_an_empty_value_is_a_slip(overhand, people, tmp_path, words):
    result = overhand(words, check=False)
    assert "its value is empty" in one_sentence(result) or "whole number" in result.stderr
    assert not (tmp_path / "out.csv").exists()


def test_an_empty_value_of_a_method(overhand, people, tmp_path):
    assert "bins must be a whole number" in one_sentence(
        overhand(["mask", "people.csv", "-o", "out.csv", "--method", "sjppds", "--bins", ""], check=False))
    overhand(["mask", "people.csv", "-o", "out.csv", "--method", "cart", "--order", ""])


def test_a_number_begins_with_zero(overhand, tmp_path):
    for seed, name in (("10", "ten"), ("010", "zero_ten"), ("8", "eight")):
        overhand(f"simulate survey -n 20 --seed {seed} -o {name}.csv")
    tables = {path.stem: path.read_bytes() for path in tmp_path.glob("*.csv")}
    assert tables["ten"] == tables["zero_ten"] != tables["eight"]


def test_control_characters_are_shown_not_sent(overhand, people, tmp_path):
    for words in (["mask", "no\x1b[31m\nfile.csv", "-o", "out.csv"], ["mask", "people.csv", "-o", "out.csv", "--drop", "\x1b[2Jage"],
                  ["mask", "people.csv", "-o", "no\rwhere/out.csv"], ["mask", "people.csv", "-o", "out.csv", "--method", "\u202enoise"],
                  ["ma\x07sk"], ["mask", "people.csv", "-o", "out.csv", "--bi\x1bns"]):
        result = overhand(words, check=False)
        assert result.returncode in (BAD_INPUT, 3)
        assert result.stderr.count("\n") == 1 and "\\" in result.stderr
        assert all(c.isprintable() for c in result.stderr[:-1]), result.stderr


def test_control_characters_of_columns(overhand, tmp_path):
    (tmp_path / "in.csv").write_text('"a\x1b[31m\nb",c\n' + "".join(f"{i},{'x' if i else 1}\n" for i in range(9)))
    for words in ("mask in.csv -o out.csv", "mask in.csv -o out.csv --drop nobody"):
        message = overhand(words, check=False).stderr
        assert message.count("\n") == 1 and all(c.isprintable() for c in message[:-1]), message


def test_the_help_names_every_format(overhand, people):
    words = " ".join(overhand("mask --help").stdout.split())
    known = re.findall(r"\.\w+", overhand("mask people.abc -o out.csv", check=False).stderr.split("must be")[1].split(";")[0])
    assert len(known) > 12
    for extension in known:
        assert f"{extension}" in words.split("IN REQUIRED")[1].split(", or -")[0], extension
    formats = words.split("--output-format")[1].split("whatever")[0]
    for extension in known:
        if overhand(f"mask people.csv -o out{extension} --quiet", check=False).returncode == 0:
            assert extension[1:] in formats, extension


def test_the_help_of_mask_says_what_an_option_is_to_each_method(overhand):
    text = " ".join(overhand("mask --help").stdout.split())
    assert "noise: noise, in percent of each column's standard deviation" in text
    assert "rank_swap: how far a value may move in rank, in percent of the values that are swapped" in text
    assert "synthetic: values drawn between its own; cell_rotate: free: the rotated values; rank_noise: free: the noisy values" in text
