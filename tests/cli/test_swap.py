"""Records and households that change places, and matrices for pram, seen in the files that a user has."""

import collections
import csv
import hashlib
import json
import random

import pytest

GOLDEN = "4bfcb708260412b4"
N = 400


def rows():
    """Households of one to three in two towns of each of three regions, a colour of the household, sex and age of each."""
    chance = random.Random(3)
    for home in range(N):
        town = chance.randrange(6)
        colour = chance.choice(["red", "red", "blue"])
        for _ in range(chance.randint(1, 3)):
            yield [f"h{home}", f"r{town // 2}", f"t{town}", colour, chance.choice("fm"), str(10 * chance.randint(1, 7)),
                   str(chance.randint(1000, 9000))]


COLUMNS = ["home", "region", "town", "colour", "sex", "age", "pay"]


@pytest.fixture
def table(tmp_path):
    with (tmp_path / "in.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows()])
    return read(tmp_path / "in.csv")


def read(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


SWAP = "mask in.csv -o out.csv --method swap --geography region,town --similar colour,sex --keys sex,age --seed 7 --unit home --k 5"


def without(records, *names):
    return [{name: value for name, value in record.items() if name not in names} for record in records]


def places(records):
    """Where each household is, of how many."""
    homes = collections.defaultdict(list)
    for record in records:
        homes[record["home"]].append((record["region"], record["town"]))
    assert all(len(set(each)) == 1 for each in homes.values()), "a household is torn"
    return [(each[0], len(each)) for each in homes.values()]


def test_households_change_places_and_nothing_else(overhand, table, tmp_path):
    said = overhand(SWAP + " --percent 10 --json j.json --lineage source.csv")
    out = read(tmp_path / "out.csv")
    assert without(out, "home", "region", "town") == without(table, "home", "region", "town")
    before, after = places(table), places(out)
    assert collections.Counter(before) == collections.Counter(after)
    moved = json.loads((tmp_path / "j.json").read_text())["moved"]
    assert moved["units"] == N
    assert moved["moved"] == sum(a != b for a, b in zip(before, after, strict=True)) >= N / 10
    assert 0 < moved["risky"] <= moved["moved"] and moved["stuck"] == 0
    assert f"{moved['moved']} of {N} records or units" in said.stderr
    assert "and all of them have left it" in said.stderr
    lineage = (tmp_path / "source.csv").read_text().split()
    assert len(lineage) >= len(table)
    # It says plainly that records are still known by all else.
    assert "Risk: " in said.stderr


@pytest.mark.parametrize("threads", [1, 2])
def test_same_bytes(overhand, table, tmp_path, threads):
    overhand(f"--threads {threads} {SWAP} --quiet")
    assert hashlib.sha256((tmp_path / "out.csv").read_bytes()).hexdigest()[:16] == GOLDEN


def test_kept_columns_are_seen_and_stay(overhand, table, tmp_path):
    overhand("mask in.csv -o out.csv --method swap --columns town --keep region,colour,sex,age --geography town --within region "
             "--similar colour --keys sex,age --percent 40 --seed 1 --quiet")
    out = read(tmp_path / "out.csv")
    assert without(out, "town") == without(table, "home", "pay", "town")
    for before, after in zip(table, out, strict=True):
        assert int(before["town"][1]) // 2 == int(after["town"][1]) // 2
    assert sum(a["town"] != b["town"] for a, b in zip(table, out, strict=True)) >= 0.39 * len(table)


def test_who_finds_no_partner_is_counted(overhand, tmp_path):
    (tmp_path / "in.csv").write_text("region,sex,pay\n" + "a,f,1\n" * 9 + "b,m,2\n" * 1)
    said = overhand("mask in.csv -o out.csv --method swap --geography region --keys sex --k 20 --seed 1")
    assert "2 of 10 records or units (20.0 of 100) have changed places." in said.stderr and "10 were at risk" in said.stderr
    assert "8 of them are still there, known as before" in said.stderr


@pytest.mark.parametrize(("words", "sentence"), [
    ("", "swap needs geography: "),
    ("--geography land", "In geography: There is no column 'land'"),
    ("--geography town --similar town", "Column 'town' stands in geography and in similar"),
    ("--geography pay", "Column 'pay' differs inside "),
    ("--geography town --keys land", "Among the keys: There is no column 'land'"),
    ("--geography region --keep region", "Column 'region' is to be kept, and swap exchanges the geography"),
])
def test_what_cannot_be_done_is_said(overhand, table, tmp_path, words, sentence):
    refused = overhand(f"mask in.csv -o out.csv --unit home --method swap {words}", check=False)
    assert refused.returncode == 2 or refused.returncode == 1
    assert sentence in refused.stderr
    assert not (tmp_path / "out.csv").exists()


def test_no_search_tries_it(overhand, table):
    refused = overhand("tune in.csv --method swap --drop home --seed 1", check=False)
    assert refused.returncode == 2
    assert "swap needs geography" in refused.stderr


SEX = "sex,f,m\nf,0.7,0.3\nm,0.4,0.6\n"
PRAM = "mask in.csv -o out.csv --columns sex,colour --method pram --percent 0 --seed 1"


def test_pram_takes_a_matrix_by_column(overhand, table, tmp_path):
    (tmp_path / "sex.csv").write_text(SEX)
    overhand(f"{PRAM} --matrix sex=sex.csv --draw invariant --quiet")
    out = read(tmp_path / "out.csv")
    assert [r["colour"] for r in out] == [r["colour"] for r in table], "0 percent, and no matrix"
    women = sum(r["sex"] == "f" for r in table)
    changed = sum(a["sex"] != b["sex"] for a, b in zip(table, out, strict=True))
    t = women / len(table)
    to_m = 0.3 * 0.6 * (1 - t) / (0.3 * t + 0.6 * (1 - t)) + 0.7 * 0.4 * (1 - t) / (0.7 * t + 0.4 * (1 - t))
    to_f = 0.4 * 0.7 * t / (0.7 * t + 0.4 * (1 - t)) + 0.6 * 0.3 * t / (0.3 * t + 0.6 * (1 - t))
    expected = women * to_m + (len(table) - women) * to_f
    assert abs(changed - expected) < 4 * expected ** 0.5
    assert abs(sum(r["sex"] == "f" for r in out) - women) < 4 * (expected ** 0.5)
    first = (tmp_path / "out.csv").read_bytes()
    (tmp_path / "other.csv").write_text(SEX)
    overhand(f"{PRAM} --matrix sex=other.csv --quiet")
    assert (tmp_path / "out.csv").read_bytes() == first, "the same matrix in another file"
    overhand("mask in.csv -o out.csv --columns sex --method pram --matrix sex.csv --draw given --within region --keep region --seed 1 --quiet")


@pytest.mark.parametrize(("text", "words", "sentence"), [
    ("sex,f,m\nf,0.7,0.2\nm,0.4,0.6\n", "", "sex.csv, line 2: The chances of this line sum to 0.9, not to 1."),
    ("sex,f,m\nf,1.1,-0.1\nm,0.4,0.6\n", "", "sex.csv, line 2: Field 2 is no chance"),
    ("sex,f,m\nf,0.7,0.3\n", "", "sex.csv, line 2: There are 2 levels in the first line and 1 lines of chances"),
    ("sex,f\nf,1\n", "", "sex.csv: Column 'sex' has 1 level that is not in the matrix"),
    (SEX, "--draw uniform", "draw must be invariant or given where there is a matrix"),
    (SEX, "--draw given", "draw is given, and column 'colour' has no matrix."),
])
def test_what_a_matrix_lacks_is_said(overhand, table, tmp_path, text, words, sentence):
    (tmp_path / "sex.csv").write_text(text)
    refused = overhand(f"{PRAM} --matrix sex=sex.csv {words}", check=False)
    assert refused.returncode == 2
    assert sentence in refused.stderr
    assert "0.7" not in refused.stderr
    assert not (tmp_path / "out.csv").exists()


def test_a_matrix_is_not_written_over(overhand, table, tmp_path):
    (tmp_path / "sex.csv").write_text(SEX)
    refused = overhand("mask in.csv -o sex.csv --columns sex --method pram --matrix sex.csv", check=False)
    assert refused.returncode == 2
    assert (tmp_path / "sex.csv").read_text() == SEX
