"""Derived columns, strata and units on the command line and in a schema."""

import json
import random

import pytest
from conftest import columns_of

REGIONS = ("north", "south")


@pytest.fixture
def families(tmp_path):
    """families.csv: 150 families of 1 to 3, a total, a region; rooms are the family's."""
    chance = random.Random(3)
    lines = ["family,region,rooms,age,wage,rent,total"]
    for family in range(150):
        rooms, base = chance.randint(1, 6), chance.randint(20, 60)
        for _ in range(1 + family % 3):
            wage, rent = chance.randint(0, 5000), chance.randint(0, 900) / 4
            lines.append(f"{7000 + family},{REGIONS[family % 2]},{rooms},{base + chance.randint(0, 9)},{wage},{rent},{wage + rent}")
    (tmp_path / "families.csv").write_text("\n".join(lines) + "\n")
    return columns_of((tmp_path / "families.csv").read_text())


def masked(tmp_path):
    return columns_of((tmp_path / "masked.csv").read_text())


def adds_up(table):
    return all(float(t) == float(w) + float(r) for t, w, r in zip(table["total"], table["wage"], table["rent"]))


BASE = "mask families.csv -o masked.csv --drop region,family"


def test_a_total_is_found_said_and_computed_from_its_parts(overhand, families, tmp_path):
    said = overhand(BASE).stderr
    assert "total = wage + rent in every record, and is computed so after masking" in said
    assert adds_up(masked(tmp_path)) and masked(tmp_path)["total"] != families["total"]


def test_a_total_can_be_left_to_itself(overhand, families, tmp_path):
    assert "in every record" not in overhand(BASE + " --no-derive").stderr
    assert not adds_up(masked(tmp_path))


def test_a_formula_of_ones_own(overhand, families, tmp_path):
    overhand([*BASE.split(), "--derive", "rent = total - wage"])
    assert adds_up(masked(tmp_path))


def test_strata_keep_their_values(overhand, families, tmp_path):
    overhand("mask families.csv -o masked.csv --drop family --within region --method sjppds --bins 1")
    after = masked(tmp_path)
    for region in REGIONS:
        for name in ("rooms", "age", "wage"):
            values = [sorted(float(v) for v, r in zip(t[name], t["region"]) if r == region) for t in (families, after)]
            assert values[0] == values[1]


def test_members_of_a_unit_stay_together_under_a_new_number(overhand, families, tmp_path):
    overhand("mask families.csv -o masked.csv --drop region --unit family")
    after = masked(tmp_path)
    assert len(after["age"]) == len(families["age"]) and adds_up(after)
    assert sorted(set(map(int, after["family"]))) == list(range(1, 151))
    rooms = {}
    for family, own in zip(after["family"], after["rooms"]):
        assert rooms.setdefault(family, own) == own


def test_the_risk_is_that_of_whole_units_too(overhand, families, tmp_path):
    said = overhand("mask families.csv -o masked.csv --drop region --unit family --json r.json --method noise --percent 1").stderr
    assert "150 of 150 units (100 of 100) are nearest to their own original by all their records together." in said
    assert json.loads((tmp_path / "r.json").read_text())["kept"]["linked_units"] == 1
    refused = overhand("tune families.csv --drop region --unit family --method noise --quick -o out.csv", check=False)
    assert refused.returncode == 1 and not (tmp_path / "out.csv").exists()


def test_structure_of_a_schema(overhand, families, tmp_path):
    (tmp_path / "s.toml").write_text(
        'unit = "family"\nwithin = ["region"]\nderive = ["total = wage + rent"]\n'
        + "".join(f"[columns.{name}]\n" for name in families)
    )
    overhand("mask families.csv -o masked.csv --schema s.toml")
    assert adds_up(masked(tmp_path)) and len(set(masked(tmp_path)["family"])) == 150


def test_compare_keeps_them_too(overhand, families, tmp_path):
    overhand("compare families.csv --quick -o masked.csv --max-risk 0.5 --unit family --within region")
    assert adds_up(masked(tmp_path)) and len(set(masked(tmp_path)["family"])) == 150


@pytest.mark.parametrize("flags, words", [
    (["--derive", "total = wage"], "derive 'total = wage': it does not hold in"),
    (["--derive", "total = pay + rent"], "There is no column 'pay'"),
    (["--derive", "total = wage + rent", "--derive", "wage = total - rent"], "in a circle"),
    (["--unit", "nobody"], "There is no column 'nobody'"),
    (["--within", "age"], "is alone in its stratum by age"),
    (["--unit", "rooms"], "and cannot be masked; leave them out with --rare drop"),
    (["--unit", "family", "--within", "age"], "alone in its stratum by age"),
])
def test_what_is_wrong_is_said_by_name(overhand, families, tmp_path, flags, words):
    dropped = "region" if "--unit" in flags and "family" in flags else "region,family"
    result = overhand(["mask", "families.csv", "-o", "masked.csv", "--drop", dropped, *flags], check=False)
    assert result.returncode == 2 and words in result.stderr
    assert not (tmp_path / "masked.csv").exists()


def test_rare_units_are_left_out_when_told(overhand, families, tmp_path):
    with open(tmp_path / "families.csv", "a") as file:
        file.write("1,north,2,40,1,1,2\n" * 5)
    refused = overhand("mask families.csv -o masked.csv --drop region --unit family", check=False)
    assert refused.returncode == 2 and "1 of 151 units, with 5 of 305 records, is of a size that fewer than 20 units have (5 records)" in refused.stderr
    said = overhand("mask families.csv -o masked.csv --drop region --unit family --rare drop").stderr
    assert "5 of 305 records are left out" in said
    assert len(masked(tmp_path)["age"]) == 300


@pytest.mark.parametrize("method", ["mdav", "noise", "ipso"])
def test_a_total_is_the_sum_of_parts_that_are_not_whole_any_more(overhand, tmp_path, method):
    chance = random.Random(3)
    lines = ["wage,rent,total"]
    for _ in range(200):
        wage, rent = chance.randrange(900, 4000), chance.randrange(0, 800)
        lines.append(f"{wage},{rent},{wage + rent}")
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    overhand(f"mask t.csv -o masked.csv --method {method} --quiet")
    cells = columns_of((tmp_path / "masked.csv").read_text())
    for wage, rent, total in zip(cells["wage"], cells["rent"], cells["total"]):
        assert float(wage) + float(rent) == pytest.approx(float(total), rel=1e-12)


def test_the_lineage_names_rows_of_the_file_where_rare_units_are_left_out(overhand, families, tmp_path):
    path = tmp_path / "families.csv"
    header, *lines = path.read_text().splitlines()
    path.write_text("\n".join([header, *["1,north,2,40,1,1,2"] * 5, *lines]) + "\n")
    overhand("mask families.csv -o masked.csv --columns age,wage --keep rooms --unit family --rare drop --lineage source.csv "
             "--keep-identifiers --seed 1 --quiet")
    rooms = columns_of(path.read_text())["rooms"]
    sources = [int(row) for row in columns_of((tmp_path / "source.csv").read_text())["source"]]
    assert min(sources) >= 6 and max(sources) > 300
    assert masked(tmp_path)["rooms"] == [rooms[row - 1] for row in sources]


def test_sums_are_found_beside_what_is_said(overhand, tmp_path):
    chance = random.Random(5)
    lines = ["a,b,sum,c,twice"]
    for _ in range(200):
        a, b, c = (chance.randint(0, 5000) for _ in range(3))
        lines.append(f"{a},{b},{a + b},{c},{2 * c}")
    (tmp_path / "t.csv").write_text("\n".join(lines) + "\n")
    overhand(["mask", "t.csv", "-o", "masked.csv", "--derive", "twice = 2 * c"])
    cells = {name: [float(cell) for cell in column] for name, column in masked(tmp_path).items()}
    assert all(total == a + b for a, b, total in zip(cells["a"], cells["b"], cells["sum"]))
    assert all(twice == 2 * c for c, twice in zip(cells["c"], cells["twice"]))


def test_evaluate_takes_the_schema_and_the_lineage_of_units(overhand, families, tmp_path):
    with open(tmp_path / "families.csv", "a") as file:
        file.write("1,north,2,40,1,1,2\n" * 5)
    (tmp_path / "s.toml").write_text('unit = "family"\n[columns]\nfamily = {}\nregion = {role = "drop"}\n'
                                     + "".join(f'{name} = {{role = "mask"}}\n' for name in ("rooms", "age", "wage", "rent", "total")))
    said = overhand("mask families.csv -o masked.csv --schema s.toml --rare drop --lineage source.csv").stderr
    units = next(line for line in said.splitlines() if " units (" in line)
    evaluated = overhand("evaluate families.csv masked.csv --schema s.toml --pairing source.csv")
    assert units.split(" (")[0] in evaluated.stdout
    assert "5 of 305 records are left out" in evaluated.stderr
