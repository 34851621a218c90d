"""After every mask one line on standard error: how many records are linked to their true source."""

import json
import re

import pytest

MEASURED = re.compile(r"Risk: ([\d,]+) of ([\d,]+) records \((\d+) of 100\) are nearest to their own original, by true source\.\n")


def masked(overhand, arguments, tmp_path):
    line = overhand(f"mask {arguments} --json record.json").stderr
    line = line[:line.find("\n") + 1]
    return line, json.loads((tmp_path / "record.json").read_text())


@pytest.mark.parametrize("method", ["cell_rotate", "sjppds", "noise", "mdav", "rank_swap"])
def test_the_line_tells_the_true_risk(overhand, people, tmp_path, method):
    line, record = masked(overhand, f"people.csv -o masked.csv --method {method} --lineage source.csv", tmp_path)
    linked, records, percent = MEASURED.match(line).groups()
    told = json.loads(overhand("evaluate people.csv masked.csv --pairing source.csv --json -").stdout)["risk"]["dbrl"]
    assert record["risk"] == {"pairing": "lineage", "dbrl": told}
    assert (int(linked), records, int(percent)) == (round(told * 200), "200", round(told * 100))


def test_what_masks_by_default_links_few(overhand, people, tmp_path):
    assert masked(overhand, "people.csv -o masked.csv", tmp_path)[1]["risk"]["dbrl"] < 0.2
    line, record = masked(overhand, "people.csv -o masked.csv --method sjppds", tmp_path)
    assert record["risk"]["dbrl"] > 0.9
    assert int(MEASURED.match(line)[1]) > 180


@pytest.mark.parametrize("method", ["cart", "ipso"])
def test_records_without_a_source_have_a_lower_bound(overhand, people, tmp_path, method):
    line, record = masked(overhand, f"people.csv -o masked.csv --method {method}", tmp_path)
    assert re.fullmatch(r"Risk: not known by source, because these records have none; lower bound: \d+ of 200 records "
                        r"\(\d+ of 100\) are nearest to the original of the same rank\.\n", line)
    assert record["risk"]["pairing"] == "sorted"
    told = json.loads(overhand("evaluate people.csv masked.csv --pairing sorted --json -").stdout)["risk"]["dbrl"]
    assert record["risk"]["dbrl"] == pytest.approx(told)


def test_gaps_are_measured(overhand, tmp_path):
    rows = "".join(f"{i * i},{'NA' if i % 5 == 0 else i * 1.5}\n" for i in range(100))
    (tmp_path / "in.csv").write_text("a,b\n" + rows)
    line, record = masked(overhand, "in.csv -o masked.csv --method sjppds --bins 2 --lineage source.csv", tmp_path)
    assert re.match(r"Risk: \d+ of 100 records \(\d+ of 100\) are nearest to their own original, by true source\.\n", line)
    found = json.loads(overhand("evaluate in.csv masked.csv --pairing source.csv --json -").stdout)
    assert record["risk"]["dbrl"] == found["risk"]["dbrl"] > 0
    assert found["other"]["tv_largest"] == 0 and found["other"]["new_gap"] == 0


def test_a_large_table_is_sampled(overhand, tmp_path):
    overhand("simulate gaussian -n 20001 -p 2 --seed 1 -o big.parquet")
    line, record = masked(overhand, "big.parquet -o masked.parquet --method noise --percent 1", tmp_path)
    assert re.fullmatch(r"Risk: about \d+ of 100 among 20,001 records \(between [\d.]+ and [\d.]+ with 95 % confidence; 2,000 of "
                        r"them were tried\) are nearest to their own original, by true source\.\n", line)
    low, high = record["risk"]["dbrl_ci"]
    assert record["risk"]["dbrl_sample"] == 2000 and low < record["risk"]["dbrl"] < high


def test_quiet_says_nothing_and_the_record_still_does(overhand, people, tmp_path):
    assert overhand("mask people.csv -o masked.csv --quiet").stderr == ""
    line, record = masked(overhand, "people.csv -o masked.csv --quiet", tmp_path)
    assert line == "" and "dbrl" in record["risk"]


def test_nothing_but_a_release_says_that_a_table_may_be_released(overhand, people, tmp_path):
    """Neither the record of a masking nor an evaluation: who is told a risk is not told that it is low enough."""
    overhand("mask people.csv -o masked.csv --json record.json --lineage source.csv")
    said = (tmp_path / "record.json").read_text()
    assert json.loads(said)["method"] == "cell_rotate", "by default"
    said += overhand("evaluate people.csv masked.csv --pairing source.csv --json -").stdout
    assert not re.search(r"may[ _]be[ _]released", said, re.I)
