"""Options as people type them: column lists, numbers, slips; one sentence on what is wrong."""

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
    (tmp_path / "in.csv").write_text("day,code,a,b\n" + "".join(f"2024-01-{i:02},2024-02-{i:02},{i},{i * i}\n" for i in range(1, 29)))
    overhand(["mask", "in.csv", "-o", "out.csv", "--method", "noise", "--keep", "day, code"])
    assert columns_of((tmp_path / "out.csv").read_text())["code"][3] == "2024-02-04"


def test_a_column_called_nothing_that_was_typed(overhand, people, tmp_path):
    refused = overhand(["mask", "people.csv", "-o", "out.csv", "--drop", ""], check=False)
    assert (refused.returncode, refused.stderr) == (
        BAD_INPUT, "overhand: people.csv: There is no column ''; the columns are age, income, hours.\n")
