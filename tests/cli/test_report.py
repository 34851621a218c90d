"""--report on evaluate, tune and compare: one file that holds all it shows."""

import json
import math
import pathlib
import re
import stat
import subprocess
import sys

import pytest
from conftest import columns_of


def report_in(path):
    found = re.search(r'<script id="report" type="application/json">(.*?)</script>', path.read_text(), re.S)
    return json.loads(found.group(1).replace("<\\/", "</"))


def test_evaluate_reports_for_two_audiences(overhand, people, tmp_path):
    overhand("mask people.csv -o masked.csv --method sjppds --bins 100 --lineage source.csv --seed 1")
    overhand("evaluate people.csv masked.csv --pairing source.csv --report r.html")
    external, internal = report_in(tmp_path / "r.html"), report_in(tmp_path / "r-internal.html")
    assert (external["audience"], internal["audience"]) == ("external", "internal")
    assert stat.S_IMODE((tmp_path / "r-internal.html").stat().st_mode) == 0o600
    assert external["verdict"]["level"] == "refused"
    assert any("hides the true sources" in sentence for sentence in external["verdict"]["intruder"])
    assert {section["id"] for section in external["sections"]} == {
        "measures", "margins", "correlations", "pairs", "riskiest"}


def test_the_external_report_holds_no_original_record(overhand, people, tmp_path):
    overhand("mask people.csv -o masked.csv --seed 1")
    overhand("evaluate people.csv masked.csv --report r.html")
    external = report_in(tmp_path / "r.html")
    pairs = next(section for section in external["sections"] if section["id"] == "pairs")
    for figure in pairs["figures"]:
        assert {row["table"] for row in figure["spec"]["data"]["values"]} == {"masked"}
    margins = next(section for section in external["sections"] if section["id"] == "margins")
    for figure in margins["figures"]:
        for row in figure["spec"]["data"]["values"]:
            if row["table"] == "original":
                assert row["records"] is None or row["records"] == 0 or row["records"] >= 5


def test_a_report_says_which_table_and_when(overhand, people, tmp_path):
    overhand("tune people.csv --method cell_rotate --replications 1 --seed 1 --report r.html")
    for page in ("r.html", "r-internal.html"):
        details = {detail["name"]: detail["value"] for detail in report_in(tmp_path / page)["details"]}
        assert details["table"] == "people.csv"
        assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", details["date"])


def numbers_in(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return {number for item in value for number in numbers_in(item)}
    return {value} if isinstance(value, (int, float)) and not isinstance(value, bool) else set()


@pytest.mark.parametrize("method", ["noise --percent 20", "mdav --k 5"])
def test_no_original_extreme_is_in_the_external_report(overhand, tmp_path, method):
    # Extremes far from all other values: that a masked value rounds to one has probability below 1e-2.
    rows = [[-98765.43, 76543.21, -54321.98]] + [[math.sin(i * k) * 1000 for k in (1, 2, 3)] for i in range(298)]
    rows += [[87654.32, -65432.19, 43219.87]]
    (tmp_path / "original.csv").write_text("a,b,c\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    overhand(f"mask original.csv -o masked.csv --method {method} --seed 1")
    overhand("evaluate original.csv masked.csv --pairing row --report r.html --figures shown")
    text = json.dumps(report_in(tmp_path / "r.html"))
    text += "".join(path.read_text() for path in (tmp_path / "shown").iterdir())
    shown = numbers_in(report_in(tmp_path / "r.html"))
    extremes = [end(cells, key=float) for cells in columns_of((tmp_path / "original.csv").read_text()).values()
                for end in (min, max)]
    rounded = {float(f"{float(extreme):.4g}") for extreme in extremes}
    assert not any(extreme in text for extreme in extremes)
    assert not rounded & shown
    internal = numbers_in(report_in(tmp_path / "r-internal.html"))
    assert rounded & internal, "else the test would not see what is shown"


def test_compare_shows_the_map_with_the_choice(overhand, people, tmp_path):
    overhand("compare people.csv --quick --report r.html -o masked.csv --json result.json")
    report = report_in(tmp_path / "r.html")
    the_map = report["sections"][0]["figures"][0]
    chosen = [row for row in the_map["spec"]["data"]["values"] if row["chosen"] == "chosen"]
    choice = json.loads((tmp_path / "result.json").read_text())["choice"]
    assert len(chosen) == 1 and chosen[0]["method"] == choice["method"]
    assert chosen[0]["dbrl"] == pytest.approx(choice["risk"]["dbrl"], rel=1e-3)
    assert {"map", "tradeoff", "spread"} <= {section["id"] for section in report["sections"]}
    for section in report["sections"]:
        for figure in section["figures"]:
            assert figure["title"] and figure["sentence"] and figure["alt"] and figure["table"]["rows"]


def test_a_refusal_is_reported(overhand, people, tmp_path):
    refused = overhand("tune people.csv --quick --max-risk 0.0001 --report r.html", check=False)
    assert refused.returncode == 1
    assert report_in(tmp_path / "r.html")["verdict"]["headline"] == "Nothing is safe enough."


def test_wide_and_tiny_tables_have_a_sensible_report(overhand, tmp_path):
    overhand("simulate gaussian -n 40 -p 300 --seed 1 -o wide.csv")
    overhand("mask wide.csv -o masked.csv --method noise --seed 1")
    overhand("evaluate wide.csv masked.csv --report r.html")
    assert any("Only the first 30 of 300 columns" in note for note in report_in(tmp_path / "r.html")["notes"])
    (tmp_path / "tiny.csv").write_text("a,b\n1,2\n3,4\n")
    overhand("evaluate tiny.csv tiny.csv --pairing row --report tiny.html")
    assert report_in(tmp_path / "tiny.html")["verdict"]["level"] == "refused"


def test_figures_are_written_as_specs_and_drawn_as_svg(overhand, people, tmp_path):
    overhand("compare people.csv --quick --figures shown")
    specs = sorted((tmp_path / "shown").glob("*.vl.json"))
    assert {"map.vl.json", "box-overall.vl.json", "margin-age.vl.json"} <= {spec.name for spec in specs}
    assert all(json.loads(spec.read_text())["data"]["values"] for spec in specs)
    tool = pathlib.Path(__file__).resolve().parents[2] / "tools" / "figures"
    subprocess.run([sys.executable, tool, tmp_path / "shown"], check=True)
    assert all(spec.with_name(spec.name.replace(".vl.json", ".svg")).read_text().startswith("<svg") for spec in specs)
