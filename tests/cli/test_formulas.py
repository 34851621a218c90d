"""Formulas between columns: what --derive computes, against Python, and what it says of those that do not hold."""

import json
import math
import random

import pytest
from conftest import columns_of

N = 120
MAKING_FRACTIONS = ["mdav", "noise", "ipso"]
FORMULAS = {
    "total = a + b": lambda a, b, c: a + b,
    "total = a - b + 2 * c": lambda a, b, c: a - b + 2 * c,
    "total = (a + b) * c": lambda a, b, c: (a + b) * c,
    "total = a / c": lambda a, b, c: a / c,
    "total = max(a, b) - min(a, c)": lambda a, b, c: max(a, b) - min(a, c),
    "total = abs(a - b)": lambda a, b, c: abs(a - b),
    "total = a ^ 2": lambda a, b, c: a**2,
    "total = sqrt(a) + 0.5": lambda a, b, c: math.sqrt(a) + 0.5,
    "total = -b": lambda a, b, c: -b,
}


def write(path, compute, names=("a", "b", "c", "total"), digits=None):
    chance = random.Random(4)
    lines = [",".join(f'"{name}"' if "," in name else name for name in names)]
    for _ in range(N):
        a, b, c = chance.randint(1, 900), chance.randint(1, 900), chance.randint(2, 40)
        total = compute(a, b, c)
        lines.append(f"{a},{b},{c},{round(total, digits) if digits is not None else repr(total)}")
    path.write_text("\n".join(lines) + "\n")


def table(path):
    return {name: [float(cell) for cell in cells] for name, cells in columns_of(path.read_text()).items()}


@pytest.mark.parametrize("formula", FORMULAS)
def test_a_derived_column_is_computed_from_what_was_masked(overhand, tmp_path, formula):
    compute = FORMULAS[formula]
    write(tmp_path / "t.csv", compute)
    overhand(["mask", "t.csv", "-o", "out.csv", "--seed", "1", "--quiet", "--method", "sjppds", "--bins", "5", "--derive", formula])
    before, after = table(tmp_path / "t.csv"), table(tmp_path / "out.csv")
    assert list(after) == list(before)
    for name in ("a", "b", "c"):
        assert sorted(after[name]) == sorted(before[name])
    expected = [compute(*record) for record in zip(after["a"], after["b"], after["c"], strict=True)]
    assert after["total"] == pytest.approx(expected, rel=1e-12)
    assert after["a"] != before["a"]


@pytest.mark.parametrize("digits", [0, 1, 2])
def test_a_rounded_ratio_stays_as_round(overhand, tmp_path, digits):
    write(tmp_path / "t.csv", lambda a, b, c: a / c, digits=digits)
    overhand(["mask", "t.csv", "-o", "out.csv", "--seed", "1", "--quiet", "--method", "sjppds", "--derive", "total = a / c"])
    after = table(tmp_path / "out.csv")
    for a, c, total in zip(after["a"], after["c"], after["total"], strict=True):
        assert abs(total - a / c) <= 0.5 * 10**-digits + 1e-9
        assert round(total, digits) == total


def test_a_name_that_is_no_word_stands_in_backquotes(overhand, tmp_path):
    write(tmp_path / "t.csv", lambda a, b, c: a + b, names=("net pay", "b", "c", "gross-pay"))
    overhand(["mask", "t.csv", "-o", "out.csv", "--seed", "1", "--quiet", "--method", "sjppds", "--derive", "`gross-pay` = `net pay` + b"])
    after = table(tmp_path / "out.csv")
    assert after["gross-pay"] == [a + b for a, b in zip(after["net pay"], after["b"], strict=True)]


def refusal(overhand, tmp_path, *formulas):
    write(tmp_path / "t.csv", lambda a, b, c: a + b)
    words = ["mask", "t.csv", "-o", "out.csv", "--seed", "1", "--method", "sjppds"]
    for formula in formulas:
        words += ["--derive", formula]
    result = overhand(words, check=False)
    assert result.returncode == 2 and not (tmp_path / "out.csv").exists()
    return result.stderr


def test_one_that_does_not_hold_is_refused_with_the_first_record(overhand, tmp_path):
    said = refusal(overhand, tmp_path, "total = a + c")
    assert f"derive 'total = a + c': it does not hold in {N} of {N} records, the first of them record 1." in said


@pytest.mark.parametrize("formula", ["total = a + nothing", "nothing = a + b"])
def test_a_column_that_is_not_there_is_named(overhand, tmp_path, formula):
    assert "nothing" in refusal(overhand, tmp_path, formula)


@pytest.mark.parametrize("formula", ["total", "total =", "= a + b", "total = a +", "total = (a + b", "total = a b", "total = f(a)"])
def test_what_is_no_formula_is_said(overhand, tmp_path, formula):
    said = refusal(overhand, tmp_path, formula)
    assert formula.partition("=")[2].strip() in said and said.splitlines()[-1].startswith("overhand: derive '")


def test_a_circle_is_refused(overhand, tmp_path):
    said = refusal(overhand, tmp_path, "total = a + b", "a = total - b")
    assert "total" in said and "a" in said


def test_one_that_another_needs_is_computed_first(overhand, tmp_path):
    lines = ["a,b,c,sum,mean"]
    chance = random.Random(9)
    for _ in range(N):
        a, b, c = (chance.randint(1, 900) for _ in range(3))
        lines.append(f"{a},{b},{c},{a + b + c},{(a + b + c) / 4!r}")
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    overhand(["mask", "t.csv", "-o", "out.csv", "--seed", "1", "--quiet", "--method", "sjppds",
              "--derive", "mean = sum / 4", "--derive", "sum = a + b + c"])
    after = table(tmp_path / "out.csv")
    assert after["sum"] == [sum(record) for record in zip(after["a"], after["b"], after["c"], strict=True)]
    assert after["mean"] == [total / 4 for total in after["sum"]]


@pytest.mark.parametrize("method", ["sjppds", "mdav", "noise", "rank_swap", "cell_rotate", "cell_shuffle", "rank_noise", "cart", "ipso"])
def test_totals_are_found_and_kept_by_every_method(overhand, tmp_path, method):
    write(tmp_path / "t.csv", lambda a, b, c: a + b)
    overhand(f"mask t.csv -o out.csv --seed 1 --quiet --method {method}")
    after = table(tmp_path / "out.csv")
    half = 0.5 if method in MAKING_FRACTIONS else 1e-9  # the total was whole and stays so
    assert after["total"] == pytest.approx([a + b for a, b in zip(after["a"], after["b"], strict=True)], abs=half)


def test_a_derived_column_is_measured_with_the_others(overhand, tmp_path):
    write(tmp_path / "t.csv", lambda a, b, c: a + b)
    overhand("mask t.csv -o out.csv --seed 1 --quiet --method sjppds --bins 4")
    result = json.loads(overhand("evaluate t.csv out.csv --pairing sorted --json -").stdout)
    assert result["columns"] == 4
