"""Values that may mean missing are pointed at by inspect, and what it advises works."""

import json
import re
import tomllib

import pytest


def write(path, values, decimal="."):
    sep = ";" if decimal == "," else ","
    lines = [sep.join(["lab", "pay"])]
    lines += [sep.join([value.replace(".", decimal) if re.fullmatch(r"[-\d.]+", value) else value, str(1000 + i * i % 997)])
              for i, value in enumerate(values)]
    path.write_text("\n".join(lines) + "\n")


def lab(overhand):
    return json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]


@pytest.mark.parametrize("decimal", ".,")
def test_texts_among_numbers_are_named(overhand, tmp_path, decimal):
    write(tmp_path / "t.csv", ["k.A." if i % 25 == 0 else "Zebulon" if i == 7 else f"{i % 89 + 0.5}" for i in range(300)], decimal)
    found = lab(overhand)
    assert (found["type"], found["role"], found["looks_like_identifier"]) == ("real", "drop", False)
    assert found["why"] == ('Numbers but for 13 texts such as "k.A."; if they mean that the value is missing, say so with '
                            'missing = ["k.A.", ...] here, and set its role to mask.')
    said = overhand("inspect t.csv --schema s.toml").stdout
    assert found["why"] in " ".join(said.split()) and "Zebulon" not in said
    schema = (tmp_path / "s.toml").read_text()
    assert found["why"] in re.sub(r"\n# ", " ", schema) and "Zebulon" not in schema


@pytest.mark.parametrize("decimal", ".,")
def test_the_advice_works(overhand, tmp_path, decimal):
    write(tmp_path / "t.csv", ["k.A." if i % 25 == 0 else f"{i % 89 + 0.5}" for i in range(300)], decimal)
    overhand("inspect t.csv --schema s.toml")
    schema = (tmp_path / "s.toml").read_text().replace('role = "drop"', 'role = "mask"\nmissing = ["k.A."]')
    assert tomllib.loads(schema)["columns"]["lab"] == {"type": "real", "role": "mask", "missing": ["k.A."]}
    (tmp_path / "s.toml").write_text(schema)
    overhand("mask t.csv -o out.csv --schema s.toml --method sjppds --quiet")
    assert "k.A." not in (tmp_path / "out.csv").read_text()


def test_codes_far_from_amounts_are_pointed_at(overhand, tmp_path):
    write(tmp_path / "t.csv", ["-99" if i % 10 == 0 else f"{i % 89 / 8 + 0.5}" for i in range(300)])
    found = lab(overhand)
    assert (found["type"], found["role"]) == ("real", "mask")
    assert found["why"] == ("An amount: its values are changed. But -99 (30 records) is far from the rest: if it means that the value is "
                            "missing, say so with missing = [-99] here.")


def test_infinite_numbers_are_not_proposed_to_be_masked(overhand, tmp_path):
    write(tmp_path / "t.csv", ["Inf" if i % 50 == 0 else "-inf" if i == 7 else f"{i % 89 / 8 + 0.5}" for i in range(300)])
    found = lab(overhand)
    assert (found["type"], found["role"]) == ("real", "drop")
    assert found["why"] == ('7 of its values are infinite, which cannot be masked; if they mean that the value is missing, say so with '
                            'missing = ["-inf", "inf"] here, and set its role to mask.')
    overhand("inspect t.csv --schema s.toml")
    schema = (tmp_path / "s.toml").read_text().replace('role = "drop"', 'role = "mask"\nmissing = ["-inf", "inf"]')
    (tmp_path / "s.toml").write_text(schema)
    overhand("mask t.csv -o out.csv --schema s.toml --method sjppds --quiet")
    assert "inf" not in (tmp_path / "out.csv").read_text().lower()


def test_days_in_digits_are_said_to_be_days(overhand, tmp_path):
    days = [f"{2000 + i % 24}{1 + i % 12:02}{1 + i * 7 % 28:02}" for i in range(300)]
    lines = "".join(f"{day},{day},{20230100 + i % 80},{i * i % 97}.5\n" for i, day in enumerate(days))
    (tmp_path / "t.csv").write_text("visit,birthdate,amount,cost\n" + lines)
    found = {one["name"]: one for one in json.loads(overhand("inspect t.csv --json -").stdout)["columns"]}
    assert found["visit"]["role"] == "mask" and found["visit"]["why"].startswith("Looks like days written as one number")
    assert found["birthdate"]["role"] == "drop" and "date of birth" in found["birthdate"]["why"]
    assert "days" not in found["amount"]["why"], "20230100 is no day"
