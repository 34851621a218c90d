"""What an intruder finds beside the nearest record: by kept columns, copies, order, identifiers, wrong sources."""

import csv
import json
import random

import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import pytest


def write(path, names, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([names, *rows])


def read(path):
    with open(path, newline="") as file:
        return list(csv.reader(file))[1:]


@pytest.fixture
def patients(tmp_path):
    """600 patients in 40 zip codes: nobody is unique on the zip code, and no two costs are near."""
    rng = random.Random(7)
    rows = [[f"{i % 40:05}", rng.randint(18, 90), round(rng.lognormvariate(8, 1), 2), round(rng.gauss(13, 2), 2)] for i in range(600)]
    write(tmp_path / "patients.csv", ["zip", "age", "cost", "hb"], rows)


def linked_within(tmp_path, masked, sources):
    """Records nearest to their own original among those of the same zip code, by the definition."""
    originals = read(tmp_path / "patients.csv")
    records = read(tmp_path / masked)
    numbers = {name: [[float(cell) for cell in row[1:]] for row in rows] for name, rows in (("o", originals), ("m", records))}

    def standardised(rows):
        columns = []
        for column in zip(*rows):
            mean = sum(column) / len(column)
            sd = (sum((x - mean) ** 2 for x in column) / (len(column) - 1)) ** 0.5
            columns.append([(x - mean) / sd for x in column])
        return list(zip(*columns))

    before, after = standardised(numbers["o"]), standardised(numbers["m"])
    linked = 0
    for i, source in enumerate(int(row[0]) - 1 for row in read(tmp_path / sources)):
        near = {k: sum((a - b) ** 2 for a, b in zip(after[i], before[k])) for k in range(len(before)) if originals[k][0] == records[i][0]}
        linked += near[source] <= min(near.values()) * (1 + 1e-12)
    return linked


def test_kept_columns_are_known_together_with_the_masked_ones(overhand, patients, tmp_path):
    masked = overhand("mask patients.csv -o out.csv --keep zip --lineage source.csv --json record.json")
    kept = json.loads((tmp_path / "record.json").read_text())["kept"]
    linked = linked_within(tmp_path, "out.csv", "source.csv")
    assert kept["linked"] == pytest.approx(linked / 600, abs=2 / 600)
    assert linked > 200, "the table is meant to be found by who knows the zip code"
    assert "Who knows them links " in masked.stderr
    judged = json.loads(overhand("evaluate patients.csv out.csv --keep zip --pairing source.csv --json -").stdout)
    assert judged["verdict"]["headline"] == "Not safe to share."
    assert judged["kept"]["linked"] == kept["linked"]


def test_kept_columns_are_known_in_whatever_format_they_come_back(overhand, tmp_path):
    """Numbers in a Parquet file are text in a CSV that keeps them."""
    rng = random.Random(11)
    rows = [[i % 30, rng.gauss(0, 1), rng.gauss(0, 1)] for i in range(300)]
    write(tmp_path / "in.csv", ["zip", "a", "b"], rows)
    pa.parquet.write_table(pa.csv.read_csv(tmp_path / "in.csv"), tmp_path / "in.parquet")
    overhand("mask in.parquet -o out.csv --keep zip --lineage source.csv")
    overhand("mask in.csv -o again.parquet --keep zip --lineage again.csv")
    pairs = [("in.parquet", "out.csv", "source.csv"), ("in.csv", "out.csv", "source.csv"), ("in.parquet", "again.parquet", "again.csv"),
             ("in.csv", "again.parquet", "again.csv")]
    judged = [json.loads(overhand(f"evaluate {a} {b} --keep zip --pairing {c} --json -").stdout) for a, b, c in pairs]
    assert judged[0]["kept"] == judged[1]["kept"] and judged[2]["kept"] == judged[3]["kept"]
    assert all(one["kept"]["linked"] > 0.3 and one["verdict"]["level"] == "refused" for one in judged)


def test_copies_of_whole_numbers_that_no_real_equals(overhand, tmp_path):
    rows = [[2**60 + i, 2**61 + 7 * i % 100] for i in range(100)]
    write(tmp_path / "big.csv", ["a", "b"], rows)
    assert json.loads(overhand("evaluate big.csv big.csv --pairing row --json -").stdout)["kept"]["copied"] == 1


def test_compare_does_not_release_what_kept_columns_give_away(overhand, patients, tmp_path):
    """cell_rotate would be chosen by linkage alone, and is set aside."""
    made = overhand("compare patients.csv --quick --keep zip -o out.csv --lineage source.csv --json result.json")
    assert "not chosen: who knows what goes out as it was" in made.stdout
    release = json.loads((tmp_path / "result.json").read_text())["release"]
    assert release["kept"]["linked"] <= 0.2
    assert linked_within(tmp_path, "out.csv", "source.csv") <= 0.2 * 600
    refused = overhand("tune patients.csv --method cell_rotate --quick --keep zip -o no.csv", check=False)
    assert refused.returncode == 1 and not (tmp_path / "no.csv").exists()


def test_compare_does_not_release_records_unique_on_kept_columns(overhand, tmp_path):
    rng = random.Random(3)
    rows = [[f"g{min(i, 1)}", rng.gauss(0, 1), rng.gauss(0, 1)] for i in range(300)]
    write(tmp_path / "in.csv", ["group", "a", "b"], rows)
    refused = overhand("compare in.csv --quick --keep group -o out.csv", check=False)
    assert refused.returncode == 1
    assert "unique" in refused.stderr and "--drop group" in refused.stderr
    assert not (tmp_path / "out.csv").exists()


@pytest.fixture
def payroll(tmp_path):
    """All columns follow from one: methods that keep values and ranks move whole records."""
    rng = random.Random(5)
    hours = sorted(rng.sample(range(1000, 9000), 400))
    rng.shuffle(hours)
    write(tmp_path / "pay.csv", ["hours", "gross", "tax"], [[h, 25 * h, 5 * h] for h in hours])


def test_copies_of_unique_records_count_whoever_they_came_from(overhand, payroll, tmp_path):
    masked = overhand("mask pay.csv -o out.csv --json record.json")
    copies = len({tuple(row) for row in read(tmp_path / "pay.csv")} & {tuple(row) for row in read(tmp_path / "out.csv")})
    assert copies > 200
    assert "are exact copies of an original record that is unique" in masked.stderr
    assert json.loads((tmp_path / "record.json").read_text())["kept"]["copied"] >= copies / 400
    refused = overhand("compare pay.csv --quick -o chosen.csv", check=False)
    if refused.returncode == 0:
        taken = {tuple(row) for row in read(tmp_path / "pay.csv")} & {tuple(row) for row in read(tmp_path / "chosen.csv")}
        assert len(taken) <= 0.2 * 400
    else:
        assert not (tmp_path / "chosen.csv").exists()


STRANGERS = "these are not their sources."


def test_sources_of_another_masking_are_noticed(overhand, patients):
    """By linkage to strangers any table is safe; these tables hold no copy that would give them away."""
    overhand("mask patients.csv -o out.csv --drop zip --lineage old.csv --seed 1")
    overhand("mask patients.csv -o out.csv --drop zip --lineage new.csv --seed 2")
    judged = {name: json.loads(overhand(f"evaluate patients.csv out.csv --drop zip --pairing {name}.csv --json -").stdout)
              for name in ("old", "new")}
    assert judged["new"]["verdict"]["level"] in ("usable", "care") and judged["new"]["kept"]["copied"] == 0
    assert judged["old"]["verdict"]["level"] == "unknown" and judged["old"]["verdict"]["headline"].endswith(STRANGERS)


def test_masked_rows_in_another_order_are_not_paired_by_row(overhand, patients, tmp_path):
    overhand("mask patients.csv -o out.csv --drop zip --method noise --percent 60 --seed 1")
    in_order = json.loads(overhand("evaluate patients.csv out.csv --pairing row --json -").stdout)["verdict"]
    rows = read(tmp_path / "out.csv")
    random.Random(2).shuffle(rows)
    write(tmp_path / "out.csv", ["age", "cost", "hb"], rows)
    shuffled = json.loads(overhand("evaluate patients.csv out.csv --pairing row --json -").stdout)["verdict"]
    assert in_order["level"] != "unknown"
    assert shuffled["level"] == "unknown" and shuffled["headline"].endswith(STRANGERS)


def test_rows_in_another_order_are_no_sources(overhand, patients, tmp_path):
    rows = read(tmp_path / "patients.csv")
    random.Random(1).shuffle(rows)
    write(tmp_path / "shuffled.csv", ["zip", "age", "cost", "hb"], rows)
    for pairing in ("--pairing row", "--pairing sorted", ""):
        verdict = json.loads(overhand(f"evaluate patients.csv shuffled.csv --drop zip {pairing} --json -").stdout)["verdict"]
        assert verdict["headline"] == "Not safe to share.", pairing
        assert any("exact copies" in sentence for sentence in verdict["intruder"])


def test_the_order_of_the_records_is_told(overhand, patients):
    words = "The records stand in the order of the original: who knows that order needs no linkage."
    assert words in overhand("mask patients.csv -o out.csv --method rank_swap --percent 20 --drop zip").stderr
    assert words not in overhand("mask patients.csv -o out.csv --method rank_swap --percent 20 --drop zip --shuffle-rows").stderr
    assert words not in overhand("mask patients.csv -o out.csv --drop zip").stderr


def test_numbers_of_persons_are_named(overhand, tmp_path):
    rng = random.Random(9)
    rows = [[100001 + i, 30000000 + 7919 * i, rng.gauss(40, 9), rng.gauss(9, 3)] for i in range(200)]
    write(tmp_path / "in.csv", ["patient", "phone", "age", "pay"], rows)
    said = overhand("mask in.csv -o out.csv --columns patient,phone,age,pay").stderr
    assert "Columns patient, phone look like identifiers" in said and "Leave them out." in said
    assert "identifier" not in overhand("mask in.csv -o out.csv --drop patient,phone").stderr


def test_what_compare_releases_can_be_checked_by_its_sources(overhand, patients, tmp_path):
    made = overhand("compare patients.csv --quick --drop zip -o out.csv --lineage source.csv --json result.json")
    assert "source.csv" in made.stdout
    release = json.loads((tmp_path / "result.json").read_text())["release"]
    judged = json.loads(overhand("evaluate patients.csv out.csv --drop zip --pairing source.csv --json -").stdout)
    assert judged["risk"]["dbrl"] == pytest.approx(release["risk"]["dbrl"])


def test_sources_of_a_table_that_is_not_written_are_not_either(overhand, patients, tmp_path):
    refused = overhand("compare patients.csv --quick --drop zip --lineage source.csv", check=False)
    assert refused.returncode == 2 and "give both" in refused.stderr
    assert not (tmp_path / "source.csv").exists()


@pytest.mark.parametrize("place", ["-", "/dev/stdout", "/dev/stderr", "/dev/fd/1"])
def test_sources_go_to_no_stream(overhand, patients, place):
    refused = overhand(f"mask patients.csv -o out.csv --drop zip --lineage {place}", check=False)
    assert refused.returncode == 2 and refused.stdout == ""
    assert "the sources undo the masking" in refused.stderr


def test_a_release_that_cannot_be_written_whole_is_not_written(overhand, patients, tmp_path):
    failed = overhand("tune patients.csv --method cell_rotate --quick --drop zip -o out.csv --report out.html --json /dev/full", check=False)
    assert failed.returncode == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["patients.csv"]
