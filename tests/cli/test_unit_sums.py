"""Sums over the members of a unit: a household's income is that of its members."""

import random

import pytest
from conftest import columns_of


@pytest.fixture
def households(tmp_path):
    """hh.csv: 240 households of 1 to 3 with incomes of members, their sum and a rent."""
    chance = random.Random(5)
    lines = ["hhid,age,wage,pension,pincome,hhincome,rent"]
    for number in range(240):
        wages = [chance.choice([0, chance.randint(9000, 60000)]) for _ in range(1 + number % 3)]
        pensions = [chance.choice([0, 0, chance.randint(5000, 20000)]) for _ in wages]
        total = sum(wages) + sum(pensions)
        rent = chance.randint(200, 2000)
        for wage, pension in zip(wages, pensions):
            lines.append(f"{5000 + 3 * number},{chance.randint(18, 90)},{wage},{pension},{wage + pension},{total},{rent}")
    (tmp_path / "hh.csv").write_text("\n".join(lines) + "\n")
    return columns_of((tmp_path / "hh.csv").read_text())


MASK = "mask hh.csv -o masked.csv --columns age,wage,pension,pincome,hhincome,rent"


def adds_up(tmp_path):
    table = columns_of((tmp_path / "masked.csv").read_text())
    sums = {}
    for unit, income in zip(table["hhid"], table["pincome"]):
        sums[unit] = sums.get(unit, 0) + float(income)
    return all(sums[unit] == float(total) for unit, total in zip(table["hhid"], table["hhincome"]))


def test_the_sum_over_a_unit_is_found_said_and_computed_again(overhand, households, tmp_path):
    said = overhand(MASK + " --unit hhid --seed 1").stderr
    assert "hhincome = the sum of pincome over each hhid, and is computed so after masking" in said
    assert adds_up(tmp_path)
    assert columns_of((tmp_path / "masked.csv").read_text())["hhincome"] != households["hhincome"]


def test_it_can_be_said(overhand, households, tmp_path):
    overhand([*MASK.split(), "--unit", "hhid", "--no-derive", "--seed", "1"])
    assert not adds_up(tmp_path)
    overhand([*MASK.split(), "--unit", "hhid", "--no-derive", "--seed", "1", "--derive", "hhincome = sum(pincome)"])
    assert adds_up(tmp_path)


def test_in_a_schema(overhand, households, tmp_path):
    overhand("inspect hh.csv --schema hh.toml")
    schema = (tmp_path / "hh.toml").read_text().replace("\n[columns", '\nunit = "hhid"\nderive = ["hhincome = sum(pincome)"]\n\n[columns', 1)
    (tmp_path / "hh.toml").write_text(schema)
    overhand("mask hh.csv -o masked.csv --schema hh.toml --no-derive --seed 1")
    assert adds_up(tmp_path)


def test_without_a_unit_it_says_that_it_needs_one(overhand, households, tmp_path):
    result = overhand([*MASK.split(), "--derive", "hhincome = sum(pincome)"], check=False)
    assert result.returncode == 2
    assert "adds up the records of each unit: say the unit, the column" in result.stderr


def test_one_that_does_not_hold_is_told_by_units(overhand, households, tmp_path):
    result = overhand([*MASK.split(), "--unit", "hhid", "--derive", "rent = sum(pincome)"], check=False)
    assert result.returncode == 2 and "of 240 units by column 'hhid'" in result.stderr


def test_compare_releases_such_a_table(overhand, households, tmp_path):
    command = "compare hh.csv -o masked.csv --columns age,wage,pension,pincome,hhincome,rent --unit hhid --quick --replications 1"
    assert "hhincome = the sum of pincome" in overhand(command).stderr
    assert adds_up(tmp_path)
