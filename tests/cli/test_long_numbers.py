"""Numbers with more digits than a computer's have are codes: cards, accounts. Digits are never lost in silence."""

import json

import pandas as pd
import pytest


def cards(digits, rows=300):
    """All different, in the last digits alone."""
    return [f"8949{i * 37:0{digits - 4}}" for i in range(rows)]


def write(path, numbers, sep=","):
    lines = [sep.join(["card", "age", "cost"])]
    lines += [sep.join([number, str(20 + i * i % 61), str(100 + i * i % 9973 / 4).replace(".", "," if sep == ";" else ".")])
              for i, number in enumerate(numbers)]
    path.write_text("\n".join(lines) + "\n")


@pytest.mark.parametrize("sep", ",;")
@pytest.mark.parametrize("digits", [20, 22])
def test_are_texts_that_tell_records_apart(overhand, tmp_path, digits, sep):
    write(tmp_path / "t.csv", cards(digits), sep)
    card = json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]
    assert (card["type"], card["role"], card["distinct"], card["looks_like_identifier"]) == ("text", "drop", 300, True)


def test_of_few_values_are_a_code(overhand, tmp_path):
    write(tmp_path / "t.csv", [cards(22)[i % 3] for i in range(300)])
    card = json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]
    assert (card["type"], card["role"], card["distinct"]) == ("category", "mask", 3)


def test_are_not_masked_by_accident(overhand, tmp_path):
    write(tmp_path / "t.csv", ["17", *cards(22)])
    refused = overhand("mask t.csv -o out.csv", check=False)
    assert refused.returncode == 2 and not (tmp_path / "out.csv").exists()
    assert refused.stderr.startswith("overhand: t.csv, line 3: column 'card' has numbers of more digits than can be computed with, so it "
                                     "looks like a code and not like an amount; leave the column out")


def test_among_fractions_are_codes_too(overhand, tmp_path):
    write(tmp_path / "t.csv", ["0.5", *cards(17)])
    assert overhand("mask t.csv -o out.csv", check=False).returncode == 2


def test_go_out_as_they_are_where_they_are_kept(overhand, tmp_path):
    write(tmp_path / "t.csv", cards(22))
    overhand("mask t.csv -o out.csv --keep card --keep-identifiers --method noise --quiet")
    assert list(pd.read_csv(tmp_path / "out.csv", dtype=str)["card"]) == cards(22)


def test_are_numbers_where_a_schema_says_so(overhand, tmp_path):
    write(tmp_path / "t.csv", cards(22))
    (tmp_path / "s.toml").write_text('[columns]\ncard = {type = "real", role = "mask"}\nage = {}\ncost = {}\n')
    overhand("mask t.csv -o out.csv --schema s.toml --method sjppds --quiet")


def test_that_are_fractions_stay_amounts(overhand, tmp_path):
    write(tmp_path / "t.csv", [f"{number}.0" for number in cards(17)])
    card = json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]
    assert (card["type"], card["role"]) == ("real", "mask")
    write(tmp_path / "t.csv", ["1e+22", *["2.5e+21"] * 40])
    overhand("mask t.csv -o out.csv --method sjppds --quiet")
