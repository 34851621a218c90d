"""Dates and times in text files: what inspect calls one can be masked, written and measured again, in every fineness."""

import csv
import datetime
import json
import random

import pytest

N = 80
START = datetime.datetime(2021, 3, 4, 5, 6, 7)
FRACTIONS = {"whole": 0, "milli": 3, "micro": 6, "nano": 9}
SCHEMA = '[columns]\nwhen = {type = "timestamp", role = "mask"}\nx = {role = "mask"}\ny = {role = "mask"}\n'


def times(digits, zone="", joint=" "):
    chance = random.Random(digits)
    for _ in range(N):
        moment = START + datetime.timedelta(seconds=chance.randrange(10_000_000))
        fraction = f".{chance.randrange(1, 10**digits):0{digits}}" if digits else ""
        yield moment.strftime(f"%Y-%m-%d{joint}%H:%M:%S") + fraction + zone


def write(path, cells):
    cells = list(cells)
    chance = random.Random(1)
    quote = '"' if any("," in cell for cell in cells) else ""
    lines = [f"{quote}{cell}{quote},{chance.gauss(0, 1):.4f},{chance.gauss(0, 1):.4f}" for cell in cells]
    path.write_text("when,x,y\n" + "\n".join(lines) + "\n")


def column(path):
    with path.open(newline="") as file:
        return [row[0] for row in csv.reader(file)][1:]


@pytest.mark.parametrize("fineness", FRACTIONS)
@pytest.mark.parametrize("zone", ["", "Z"])
def test_every_fineness_is_found_masked_and_kept_to_its_last_digit(overhand, tmp_path, fineness, zone):
    cells = list(times(FRACTIONS[fineness], zone))
    write(tmp_path / "t.csv", cells)
    assert json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]["type"] == "timestamp"
    (tmp_path / "s.toml").write_text(SCHEMA)
    overhand("mask t.csv --schema s.toml --seed 1 --method sjppds --bins 4 -o out.csv --quiet")
    out = column(tmp_path / "out.csv")
    assert out != cells

    def exact(text):
        whole, _, fraction = text.removesuffix("Z").partition(".")
        return whole, fraction.rstrip("0"), text.endswith("Z")

    assert sorted(map(exact, out)) == sorted(map(exact, cells))
    result = json.loads(overhand("evaluate t.csv out.csv --schema s.toml --pairing sorted --json -").stdout)
    assert result["columns"] == 3 and result["other"]["ks_largest"] == 0


@pytest.mark.parametrize("fineness", FRACTIONS)
def test_with_and_without_a_schema_it_is_the_same_time(overhand, tmp_path, fineness):
    write(tmp_path / "t.csv", times(FRACTIONS[fineness]))
    (tmp_path / "s.toml").write_text(SCHEMA)
    overhand("mask t.csv --schema s.toml --seed 1 --method rank_swap -o planned.csv --quiet")
    overhand("mask t.csv --columns when,x,y --seed 1 --method rank_swap -o found.csv --quiet")
    planned, found = column(tmp_path / "planned.csv"), column(tmp_path / "found.csv")
    assert sorted(cell.rstrip("0") for cell in planned) == sorted(cell.rstrip("0") for cell in found)


def test_the_letter_t_and_the_offset_of_a_zone(overhand, tmp_path):
    cells = list(times(0, "+02:00", "T"))
    write(tmp_path / "t.csv", cells)
    (tmp_path / "s.toml").write_text(SCHEMA)
    overhand("mask t.csv --schema s.toml --seed 1 --method sjppds -o out.csv --quiet")
    assert sorted(column(tmp_path / "out.csv")) == sorted(cells)


LAYOUTS = {
    "short german": "%d.%m.%y",
    "short american": "%m/%d/%y",
    "excel": "%d-%b-%y",
    "oracle": "%d-%b-%Y",
    "letter": "%B %d, %Y",
    "german": "%d.%m.%Y",
    "iso": "%Y-%m-%d",
    "slashes": "%Y/%m/%d",
    "words": "%d %b %Y",
    "american": "%m/%d/%Y",
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_days_in_the_layouts_that_people_write(overhand, tmp_path, layout):
    chance = random.Random(3)
    days = [datetime.date(1990, 1, 1) + datetime.timedelta(days=chance.randrange(60)) for _ in range(N)]
    cells = [day.strftime(LAYOUTS[layout]) for day in days]
    write(tmp_path / "t.csv", cells)
    found = json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]
    assert (found["type"], found["min"], found["max"]) == ("date", min(days).isoformat(), max(days).isoformat())
    (tmp_path / "s.toml").write_text(SCHEMA.replace("timestamp", "date"))
    overhand("mask t.csv --schema s.toml --seed 1 --method sjppds --bins 3 -o out.csv --quiet")
    assert sorted(column(tmp_path / "out.csv")) == sorted(cells) != column(tmp_path / "out.csv")
    overhand("mask t.csv --schema s.toml --seed 1 --method sjppds --bins 3 -o out.parquet --quiet")
    overhand("mask out.parquet --columns when,x,y --seed 1 --method sjppds --bins 3 -o other.csv --quiet")
    assert sorted(column(tmp_path / "other.csv")) == sorted(day.isoformat() for day in days)


@pytest.mark.parametrize("plan", ["--schema s.toml", "--columns when,x,y"])
@pytest.mark.parametrize("layout", ["%d.%m.%Y %H:%M", "%m/%d/%Y %H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%SZ", "%d %B %Y %H:%M"])
def test_times_go_out_in_the_layout_in_which_they_came(overhand, tmp_path, layout, plan):
    moments = [START + datetime.timedelta(minutes=i * 7919) for i in range(N)]
    cells = [moment.replace(second=0).strftime(layout) for moment in moments]
    write(tmp_path / "t.csv", cells)
    (tmp_path / "s.toml").write_text(SCHEMA)
    overhand(f"mask t.csv {plan} --seed 1 --method cell_rotate -o out.csv --quiet")
    assert sorted(column(tmp_path / "out.csv")) == sorted(cells) != column(tmp_path / "out.csv")


def test_of_two_layouts_the_more_frequent_one_goes_out(overhand, tmp_path):
    write(tmp_path / "t.csv", [f"{1 + i % 9}.{2 if i % 4 else '02'}.2020" for i in range(N)])
    overhand("mask t.csv --columns when,x,y --seed 1 --method cell_rotate -o out.csv --quiet")
    assert sorted(column(tmp_path / "out.csv")) == sorted(f"{1 + i % 9}.2.2020" for i in range(N))


def test_kept_dates_are_kept_letter_by_letter(overhand, tmp_path):
    cells = [f"{1 + i}.{2 if i % 2 else '02'}.2020" for i in range(20)] * 4
    write(tmp_path / "t.csv", cells)
    overhand("mask t.csv --columns x,y --keep when --seed 1 --method sjppds -o out.csv --quiet")
    assert sorted(column(tmp_path / "out.csv")) == sorted(cells)


def test_days_that_could_be_months_are_asked_about(overhand, tmp_path):
    write(tmp_path / "t.csv", [f"{1 + i % 12:02}/{1 + i * 7 % 12:02}/2020" for i in range(N)])
    (tmp_path / "s.toml").write_text(SCHEMA.replace("timestamp", "date"))
    refused = overhand("mask t.csv --schema s.toml -o out.csv", check=False)
    assert refused.returncode == 2 and not (tmp_path / "out.csv").exists()
    assert "nobody can tell the day from the month" in refused.stderr and "column 'when'" in refused.stderr


@pytest.mark.parametrize("cell", ["2021-02-30 10:00:00", "2021-03-04 24:00:00", "2021-03-04 10:60:00", "yesterday", "2021-03-04 10:00:00.1234567890"])
def test_what_is_no_time_is_named_by_its_line_and_not_by_its_value(overhand, tmp_path, cell):
    cells = list(times(0))
    cells[41] = cell
    write(tmp_path / "t.csv", cells)
    (tmp_path / "s.toml").write_text(SCHEMA)
    refused = overhand("mask t.csv --schema s.toml -o out.csv", check=False)
    assert refused.returncode == 2 and not (tmp_path / "out.csv").exists()
    assert refused.stderr.startswith("overhand: t.csv, line 43: column 'when' is to be a timestamp by s.toml, line 2")
    assert cell not in refused.stderr


@pytest.mark.parametrize("extension", ["parquet", "feather", "xlsx", "tsv"])
def test_nanoseconds_go_to_other_formats_and_back(overhand, tmp_path, extension):
    cells = list(times(9))
    write(tmp_path / "t.csv", cells)
    (tmp_path / "s.toml").write_text(SCHEMA)
    overhand(f"mask t.csv --schema s.toml --seed 1 --method sjppds --bins 4 -o out.{extension} --quiet")
    overhand(f"mask out.{extension} --schema s.toml --seed 2 --method sjppds --bins 4 -o again.csv --quiet")
    assert sorted(column(tmp_path / "again.csv")) == sorted(cells)


def test_years_of_two_digits_never_lie_ahead_and_it_is_said(overhand, tmp_path):
    today = datetime.date.today()
    days = [today - datetime.timedelta(days=i * 449) for i in range(N)]  # 97 years
    write(tmp_path / "t.csv", [day.strftime("%d.%m.%y") for day in days])
    found = json.loads(overhand("inspect t.csv --json -").stdout)["columns"][0]
    assert (found["type"], found["min"], found["max"]) == ("date", min(days).isoformat(), max(days).isoformat())
    assert "Its years have two digits, and are taken for those of the hundred years up to today." in found["why"]


@pytest.mark.parametrize("layout", ["%d/%m/%y", "%d-%m-%y", "%y-%m-%d"])
def test_short_years_that_could_be_days_are_asked_about(overhand, tmp_path, layout):
    days = [datetime.date(2020, 1, 1) + datetime.timedelta(days=i % 60) for i in range(N)]
    write(tmp_path / "t.csv", [day.strftime(layout) for day in days])
    (tmp_path / "s.toml").write_text(SCHEMA.replace("timestamp", "date"))
    refused = overhand("mask t.csv --schema s.toml -o out.csv", check=False)
    assert refused.returncode == 2 and "nobody can tell the day from the month" in refused.stderr
