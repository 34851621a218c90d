"""Households: what is one unit stays one, whatever the method, the order of the rows and the strata."""

import collections
import json
import random

import pytest
from conftest import columns_of

METHODS = ["sjppds", "rank_swap", "cell_rotate", "cell_shuffle", "rank_noise", "cart", "mdav", "noise"]
PERMUTING = ["sjppds", "rank_swap", "cell_rotate", "cell_shuffle", "rank_noise"]
REGIONS = ["north", "south"]


def households(seed=1, shuffled=False):
    """40 households of each size from 1 to 3; rooms and region are of the household, age and pay of a person."""
    chance = random.Random(seed)
    rows = []
    for number in range(120):
        rooms, region = chance.randint(1, 6), REGIONS[number % 2]
        for member in range(1 + number // 2 % 3):
            age = (chance.randint(30, 80), chance.randint(25, 75), chance.randint(0, 18))[member]
            rows.append(f"{5000 + number},{region},{rooms},{age},{chance.randint(500, 5000)},{member + 1}")
    if shuffled:
        chance.shuffle(rows)
    return "\n".join(["household,region,rooms,age,pay,member", *rows]) + "\n"


@pytest.fixture
def masked(overhand, tmp_path):
    def run(words, text=None):
        (tmp_path / "t.csv").write_text(text or households())
        overhand(f"mask t.csv -o out.csv --seed 1 --quiet --columns rooms,age,pay --unit household {words}")
        return columns_of((tmp_path / "t.csv").read_text()), columns_of((tmp_path / "out.csv").read_text())

    return run


def by_unit(table, *names):
    """The records of each unit, in the order of the file."""
    units = collections.defaultdict(list)
    for place, unit in enumerate(table["household"]):
        units[unit].append(tuple(table[name][place] for name in names))
    return units


def sizes(table):
    return collections.Counter(len(members) for members in by_unit(table, "age").values())


@pytest.mark.parametrize("method", METHODS)
def test_sizes_and_what_a_household_shares_are_kept(masked, method):
    before, after = masked(f"--method {method}")
    assert sizes(after) == sizes(before) == {1: 40, 2: 40, 3: 40}
    for members in by_unit(after, "rooms").values():
        assert len(set(members)) == 1
    assert after["pay"] != before["pay"]


@pytest.mark.parametrize("method", PERMUTING)
def test_values_stay_within_units_of_one_size(masked, method):
    """A household of two is held against households of two: the values of each size are its own."""
    before, after = masked(f"--method {method}")
    for size in (1, 2, 3):
        for name in ("rooms", "age", "pay"):
            of = lambda table: sorted(  # noqa: E731
                record for members in by_unit(table, name).values() if len(members) == size for record in members)
            assert of(before) == of(after), (size, name)


@pytest.mark.parametrize("method", PERMUTING)
def test_the_order_of_members_keeps_children_children(masked, method):
    """By age each place has its own values: the youngest of three is at most 18 in every original and masked household."""
    _, after = masked(f"--method {method} --order age")
    for members in by_unit(after, "age").values():
        ages = sorted(int(age) for (age,) in members)
        if len(ages) == 3:
            assert ages[0] <= 18 <= ages[2]


def test_numbers_of_households_are_new_and_tell_nothing(masked):
    before, after = masked("--method sjppds")
    assert set(after["household"]) == {str(number) for number in range(1, 121)}
    assert not set(after["household"]) & set(before["household"])


@pytest.mark.parametrize("method", ["sjppds", "cell_shuffle"])
def test_the_rows_of_a_household_may_stand_apart(masked, method):
    before, after = masked(f"--method {method}", households(shuffled=True))
    assert sizes(after) == sizes(before)
    assert sorted(after["pay"]) == sorted(before["pay"])
    assert all(len(set(members)) == 1 for members in by_unit(after, "rooms").values())


@pytest.mark.parametrize("method", PERMUTING)
def test_strata_and_units_go_together(masked, method):
    wide = " --percent 30" if method == "rank_swap" else ""  # a tenth of 20 units is a neighbour
    before, after = masked(f"--within region --method {method}{wide}")
    for region in REGIONS:
        of = lambda table: collections.Counter(  # noqa: E731
            pay for pay, where in zip(table["pay"], table["region"], strict=True) if where == region)
        assert of(before) == of(after), region
    for members in by_unit(after, "region").values():
        assert len(set(members)) == 1


def test_the_lineage_names_members_of_one_household(overhand, masked, tmp_path):
    masked("--method sjppds --lineage source.csv")
    before = columns_of((tmp_path / "t.csv").read_text())
    after = columns_of((tmp_path / "out.csv").read_text())
    sources = [int(line) - 1 for line in (tmp_path / "source.csv").read_text().split()[1:]]
    of = collections.defaultdict(set)
    for unit, source in zip(after["household"], sources, strict=True):
        of[unit].add(before["household"][source])
    assert all(len(origins) == 1 for origins in of.values())
    assert sorted(sources) == list(range(len(sources)))


@pytest.mark.parametrize("method", ["sjppds", "cell_rotate"])
def test_the_risk_of_whole_units_is_told(overhand, masked, tmp_path, method):
    (tmp_path / "t.csv").write_text(households())
    said = overhand(f"mask t.csv -o out.csv --columns rooms,age,pay --unit household --method {method} --json risk.json")
    assert "units (" in said.stderr + said.stdout
    kept = json.loads((tmp_path / "risk.json").read_text())["kept"]
    assert 0 <= kept["linked_units"] <= 1


@pytest.mark.parametrize("cell, words", [("", "household"), ("5001", "region")])
def test_a_household_without_a_number_or_in_two_strata_is_refused(overhand, tmp_path, cell, words):
    lines = households().splitlines()
    first = lines[1].split(",")
    lines[1] = ",".join([cell, *first[1:]])  # the first lies in the north, 5001 in the south
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    refused = overhand("mask t.csv -o out.csv --columns rooms,age,pay --unit household --within region", check=False)
    assert refused.returncode == 2 and not (tmp_path / "out.csv").exists()
    assert words in refused.stderr


def test_the_help_of_mask_tells_both_orders(overhand):
    help_text = " ".join(overhand("mask --help").stdout.split())
    assert "--order" in help_text and "with --unit, one column: the order of a unit's rows" in help_text
    assert "all columns in the order in which they are made" in help_text


def test_one_column_is_the_order_of_a_units_rows_with_cart_too(masked):
    original, out = masked("--method cart --order age", households(shuffled=True))
    assert sizes(out) == sizes(original)
