"""Amounts as people and their programs write them into texts: with units, signs of money, a minus behind or brackets."""

import json

import pandas as pd
import pytest

ROWS = 120


def euros(value):
    return f"{value:,.2f}".replace(",", "X").replace(".", ",").replace("X", ".")


def write(path, cells, sep=",", name="amount", **options):
    frame = pd.DataFrame({name: cells, "age": [20 + i * i % 61 for i in range(ROWS)], "stay": [1 + i * 7 % 31 for i in range(ROWS)]})
    frame.to_excel(path, index=False) if path.suffix == ".xlsx" else frame.to_csv(path, sep=sep, index=False, **options)


def values(whole=False):
    return [i * i % 9973 - 700 if whole else i * i % 9973 / 4 - 700.25 for i in range(ROWS)]


NEGATIVES = {
    "sap": lambda value: euros(abs(value)) + ("-" if value < 0 else ""),
    "accounts": lambda value: f"({-value:,.2f})" if value < 0 else f"{value:,.2f}",
}


@pytest.mark.parametrize("kind", NEGATIVES)
@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_negative_amounts_of_bookkeepers_are_numbers(overhand, tmp_path, kind, ending):
    cells = [NEGATIVES[kind](value) for value in values()]
    write(tmp_path / f"t.{ending}", cells, sep=";" if kind == "sap" else ",")
    amount = json.loads(overhand(f"inspect t.{ending} --json -").stdout)["columns"][0]
    assert (amount["type"], amount["role"], amount["min"]) == ("real", "mask", -700.25)
    overhand(f"mask t.{ending} -o out.parquet --method rank_swap --quiet")
    assert sorted(pd.read_parquet(tmp_path / "out.parquet")["amount"]) == sorted(values())
    overhand(f"mask t.{ending} -o out.csv --method noise --keep amount --keep-identifiers --quiet --output-format tsv")
    assert pd.read_csv(tmp_path / "out.csv", sep="\t", dtype=str)["amount"].tolist() == cells


def test_brackets_throughout_are_codes(overhand, tmp_path):
    write(tmp_path / "t.csv", [f"({200 + i % 30})" for i in range(ROWS)])
    assert json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]["type"] in ("category", "text")


UNITS = {
    "euros": (lambda value: euros(value) + " €", ";"),
    "dollars": (lambda value: f"${value:,.2f}" if value >= 0 else f"$-{-value:,.2f}", ","),
    "accounts": (lambda value: f"${value:,.2f}" if value >= 0 else f"(${-value:,.2f})", ","),
    "minus": (lambda value: f"${value:,.2f}" if value >= 0 else f"-${-value:,.2f}", ","),
    "percent": (lambda value: f"{value:.2f}%", ","),
    "weight": (lambda value: f"{value:.2f}".replace(".", ",") + " kg", ";"),
    "currency": (lambda value: f"CHF {value:.2f}", ","),
}


@pytest.mark.parametrize("kind", UNITS)
def test_amounts_with_a_unit_are_proposed_as_amounts(overhand, tmp_path, kind):
    spell, sep = UNITS[kind]
    write(tmp_path / "t.csv", [spell(value) for value in values()], sep)
    amount = json.loads(overhand("inspect t.csv --json - --schema s.toml").stdout)["columns"][0]
    assert (amount["type"], amount["role"]) == ("real", "mask")
    assert amount["why"].startswith("Amounts with '") and amount["why"].endswith("and go out without it.")
    overhand("mask t.csv -o out.parquet --schema s.toml --method rank_swap --quiet")
    assert sorted(pd.read_parquet(tmp_path / "out.parquet")["amount"]) == sorted(values())


def test_a_gap_and_a_text_among_them(overhand, tmp_path):
    cells = ["" if i % 9 == 0 else "k.A." if i % 7 == 0 else f"{value:.2f} kg" for i, value in enumerate(values())]
    write(tmp_path / "t.csv", cells)
    (tmp_path / "s.toml").write_text('[columns]\namount = {type = "real", missing = ["k.A."]}\nage = {}\nstay = {}\n')
    overhand("mask t.csv -o out.parquet --schema s.toml --method rank_swap --quiet")
    out = pd.read_parquet(tmp_path / "out.parquet")["amount"]
    assert out.isna().sum() == sum(cell in ("", "k.A.") for cell in cells)


def test_codes_with_letters_are_none(overhand, tmp_path):
    write(tmp_path / "t.csv", [f"K{i * 7 % 41}" for i in range(ROWS)], name="kind")
    assert json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]["type"] in ("category", "text")


@pytest.mark.parametrize("spell", [lambda i: f"person {i}", lambda i: f"{1000 + i} DE"])
def test_identifiers_with_words_stay_identifiers(overhand, tmp_path, spell):
    write(tmp_path / "t.csv", [spell(i) for i in range(ROWS)], name="x")
    found = json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]
    assert (found["type"], found["role"], found["looks_like_identifier"]) == ("text", "drop", True)


def test_a_unit_whose_decimal_sign_nobody_can_tell_stays_text(overhand, tmp_path):
    write(tmp_path / "t.csv", [f"{1 + i % 60}.{100 + i} kg" for i in range(ROWS)])
    assert json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]["role"] == "drop"
