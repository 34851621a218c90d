"""Numbers with more digits than a computer's have are codes: cards, accounts. Digits are never lost in silence."""

import json

import pandas as pd
import pyreadstat
import pytest


def cards(digits, rows=300):
    """All different, in the last digits alone."""
    return [f"8949{i * 37:0{digits - 4}}" for i in range(rows)]


def write(path, numbers, sep=","):
    lines = [sep.join(["card", "age", "cost"])]
    lines += [sep.join([number, str(20 + i * i % 61), str(100 + i * i % 9973 / 4).replace(".", "," if sep == ";" else ".")])
              for i, number in enumerate(numbers)]
    path.write_text("\n".join(lines) + "\n")


def write_as(frame, path):
    writers = {"parquet": frame.to_parquet, "feather": frame.to_feather, "orc": frame.to_orc,
               "xlsx": lambda file: frame.to_excel(file, index=False),
               "dta": lambda file: pyreadstat.write_dta(frame, file), "sav": lambda file: pyreadstat.write_sav(frame, file)}
    writers[path.suffix[1:]](path)


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
                                     "looks like a code and not like an amount; leave the column out with --drop card")


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


def test_with_decimals_or_an_exponent_are_reals(overhand, tmp_path):
    write(tmp_path / "t.csv", [f"{number}.0" for number in cards(17)])  # as pandas writes identifiers that it took for reals
    card = json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]
    assert (card["type"], card["role"], card["looks_like_identifier"]) == ("real", "drop", True)
    write(tmp_path / "t.csv", ["1e+22", *["2.5e+21"] * 40])
    overhand("mask t.csv -o out.csv --method sjppds --quiet")


@pytest.mark.parametrize("ending", ["parquet", "feather", "orc", "xlsx", "dta", "sav"])
def test_that_came_as_reals_look_like_identifiers(overhand, tmp_path, ending):
    rows = range(300)
    frame = pd.DataFrame({"x": [12345678901234567.0 + 64 * (i * i % 99991) for i in rows], "age": [20 + i * i % 61 for i in rows],
                          "cost": [100 + i * i % 9973 / 4 for i in rows]})
    write_as(frame, tmp_path / f"t.{ending}")
    found = json.loads(overhand(f"inspect t.{ending} --json -").stdout)["columns"][0]
    assert (found["role"], found["looks_like_identifier"]) == ("drop", True)
    refused = overhand(f"mask t.{ending} -o out.csv", check=False)
    assert refused.returncode == 2 and "'x' looks like an identifier" in refused.stderr
