"""What methods keep of tables with categories, dates and gaps, seen in the files that a user has."""

import collections
import csv
import json
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

TAKING_ALL = ["sjppds", "rank_swap", "cell_rotate", "cell_shuffle", "rank_noise", "cart"]
TAKING_NUMBERS = ["mdav", "pca", "pppca", "noise", "correlated_noise", "ipso"]
PERMUTING = ["sjppds", "rank_swap", "cell_rotate", "cell_shuffle", "rank_noise"]
COLUMNS = ["age", "pay", "town", "member", "joined", "school", "rent"]
SCHOOLS = ["none", "primary", "secondary", "university"]
N = 240


def records():
    """Age with gaps, pay by school, a town, yes or no, a day, and an ordered school with gaps, and a rent."""
    chance = random.Random(5)
    for _ in range(N):
        school = chance.randrange(4)
        yield [
            "" if chance.random() < 0.1 else str(chance.randint(18, 90)),
            f"{1000 + 700 * school + chance.gauss(0, 200):.2f}".rstrip("0").rstrip("."),
            chance.choice(["Ulm", "Rom", "Bonn", "Rom", "São Paulo"]),
            chance.choice(["true", "false"]),
            f"{chance.randint(1990, 2019)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}",
            "" if chance.random() < 0.2 else SCHOOLS[school],
            f"{chance.randint(1200, 8000) / 4:g}",
        ]


@pytest.fixture
def people(tmp_path):
    rows = list(records())
    with (tmp_path / "people.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
    said = {"age": 'type = "integer", ', "joined": 'type = "date", ',
            "school": f'type = "category", ordered = {json.dumps(SCHOOLS)}, '}
    lines = [f'{name} = {{{said.get(name, "")}role = "mask"}}' for name in COLUMNS]
    (tmp_path / "people.toml").write_text("\n".join(["[columns]", *lines]) + "\n")
    return table_of([COLUMNS, *rows])


def table_of(rows):
    return {name: [row[j] for row in rows[1:]] for j, name in enumerate(rows[0])}


@pytest.fixture
def masked(overhand, people, tmp_path):
    def run(words, seed=1, output="masked.csv"):
        overhand(f"mask people.csv --schema people.toml -o {output} --seed {seed} --quiet --method {words}")
        with (tmp_path / output).open(newline="") as file:
            return table_of(list(csv.reader(file)))

    return run


def test_the_catalogue_says_who_takes_what(overhand):
    methods = json.loads(overhand("methods --json").stdout)["methods"]
    assert sorted(m["name"] for m in methods if m["takes"]["levels"] and m["takes"]["gaps"]) == sorted([*TAKING_ALL, "pram", "swap"])
    assert sorted(m["name"] for m in methods if not m["takes"]["levels"]) == sorted(TAKING_NUMBERS)


@pytest.mark.parametrize("method", PERMUTING)
def test_every_value_and_gap_is_kept_as_often(masked, people, method):
    out = masked(method)
    assert list(out) == COLUMNS
    for name in COLUMNS:
        assert collections.Counter(out[name]) == collections.Counter(people[name]), name


@pytest.mark.parametrize("method", TAKING_ALL)
def test_no_record_stays_together_and_no_level_is_new(masked, people, method):
    out = masked(method)
    originals = set(zip(*people.values(), strict=True))
    copies = sum(record in originals for record in zip(*out.values(), strict=True))
    assert copies < N / 4
    for name in ("town", "member", "school"):
        assert set(out[name]) <= set(people[name]), name


@pytest.mark.parametrize("method", TAKING_ALL)
def test_one_seed_one_table_and_another_another(masked, tmp_path, method):
    first = masked(method)
    again = (masked(method, output="again.csv"), (tmp_path / "again.csv").read_bytes())[1]
    assert again == (tmp_path / "masked.csv").read_bytes()
    assert masked(method, seed=2) != first


@pytest.mark.parametrize("method", TAKING_ALL)
def test_dates_stay_days_and_whole_numbers_whole(masked, people, method):
    out = masked(method)
    assert all(len(day) == 10 and min(people["joined"]) <= day <= max(people["joined"]) for day in out["joined"])
    assert all(age == "" or age.lstrip("-").isdigit() for age in out["age"])


@pytest.mark.parametrize("method", ["cell_rotate", "cell_shuffle", "cart"])
def test_pay_still_goes_with_school(masked, people, method):
    """Means of the two ends are 2,100 apart with an error of about 40: the methods that keep cells keep most of it."""

    def apart(table):
        ends = [[float(pay) for pay, school in zip(table["pay"], table["school"], strict=True) if school == end]
                for end in (SCHOOLS[0], SCHOOLS[3])]
        return sum(ends[1]) / len(ends[1]) - sum(ends[0]) / len(ends[0])

    assert apart(people) > 1900
    assert apart(masked(method)) > 1200


@pytest.mark.parametrize("method", ["sjppds", "cell_rotate", "cell_shuffle", "rank_noise"])
def test_the_lineage_names_a_source_of_each_record(overhand, people, tmp_path, method):
    overhand(f"mask people.csv --schema people.toml -o out.csv --seed 1 --quiet --method {method} --lineage source.csv")
    sources = [int(line) for line in (tmp_path / "source.csv").read_text().split()[1:]]
    assert len(sources) == N and set(sources) <= set(range(1, N + 1)) and sources != list(range(1, N + 1))
    result = json.loads(overhand("evaluate people.csv out.csv --schema people.toml --pairing source.csv --json -").stdout)
    assert result["pairing"] == "lineage" and 0 <= result["risk"]["dbrl"] <= 1


@pytest.mark.parametrize("method", TAKING_NUMBERS)
def test_who_takes_numbers_alone_says_so_and_writes_nothing(overhand, people, tmp_path, method):
    refused = overhand(f"mask people.csv --schema people.toml -o out.csv --seed 1 --method {method}", check=False)
    assert refused.returncode == 2 and not (tmp_path / "out.csv").exists()
    assert method in refused.stderr and "people.csv" in refused.stderr
    assert not any(town in refused.stderr for town in ("Ulm", "Bonn", "São Paulo"))


@pytest.mark.parametrize("method", [method for method in TAKING_NUMBERS if method != "ipso"])  # its records have no source
def test_with_the_rest_kept_numbers_are_masked(overhand, people, tmp_path, method):
    overhand(f"mask people.csv --columns pay,rent --keep town,member -o out.csv --seed 1 --quiet --method {method}")
    with (tmp_path / "out.csv").open(newline="") as file:
        out = table_of(list(csv.reader(file)))
    assert list(out) == ["pay", "town", "member", "rent"]
    assert collections.Counter(out["town"]) == collections.Counter(people["town"])
    for name in ("pay", "rent"):
        moved = [abs(float(a) - float(b)) for a, b in zip(out[name], people[name], strict=True)]
        assert sum(step > 1e-9 for step in moved) > N / 2, name


@pytest.mark.parametrize("method", PERMUTING)
def test_strata_are_never_mixed(overhand, people, tmp_path, method):
    overhand(f"mask people.csv --schema people.toml --within member -o out.csv --seed 1 --quiet --method {method}")
    with (tmp_path / "out.csv").open(newline="") as file:
        out = table_of(list(csv.reader(file)))
    for name in COLUMNS:
        for stratum in ("true", "false"):
            of = lambda table: collections.Counter(  # noqa: E731
                value for value, member in zip(table[name], table["member"], strict=True) if member == stratum)
            assert of(out) == of(people), (name, stratum)


@pytest.mark.parametrize("extension", ["parquet", "feather", "xlsx", "sav", "dta", "tsv", "orc"])
def test_the_same_masked_table_goes_out_in_every_format(overhand, people, tmp_path, extension):
    """Read again by the program itself: the figures of the CSV."""
    words = "mask people.csv --schema people.toml --seed 3 --quiet --method cell_shuffle -o "
    overhand(words + "out.csv")
    overhand(words + f"out.{extension}")
    figures = [json.loads(overhand(f"evaluate people.csv {name} --schema people.toml --pairing sorted --json -").stdout)
               for name in ("out.csv", f"out.{extension}")]
    for group in ("risk", "loss", "score", "other"):
        for name, value in figures[0][group].items():
            assert figures[1][group][name] == pytest.approx(value, rel=1e-9, abs=1e-9), (group, name)


@pytest.mark.parametrize("extension", ["sav", "dta", "csv", "xlsx"])
def test_a_kept_yes_or_no_is_the_same_in_every_format(overhand, tmp_path, extension):
    """SPSS and Stata have 1 and 0: who knows the kept column links as many records."""
    chance = random.Random(1)
    pq.write_table(pa.table({"x": [chance.gauss(0, 1) for _ in range(150)], "y": [chance.gauss(0, 1) for _ in range(150)],
                             "flag": [chance.random() < 0.5 for _ in range(150)]}), tmp_path / "t.parquet")
    kept = []
    for name in ("same.parquet", f"out.{extension}"):
        overhand(f"mask t.parquet --keep flag --seed 3 --quiet --method sjppds --bins 30 -o {name} --lineage source.csv")
        result = json.loads(overhand(f"evaluate t.parquet {name} --keep flag --pairing source.csv --json -").stdout)
        kept.append(result["kept"])
    assert kept[0] == kept[1] and kept[0]["linked"] > 0.5
