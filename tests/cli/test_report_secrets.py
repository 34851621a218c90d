"""What goes out beside the table: the page for others and the figures hold no value of the original; each is whole."""

import json
import random
import subprocess

import pytest
from conftest import BINARY
from test_report import numbers_in, report_in

ROWS = 120
NAMES = ["age", "pay", "debt", "group"]
OPTIONS = {
    "noise": "--method noise --percent 20",
    "rank_noise free": "--method rank_noise --marginals free",
    "cell_rotate free": "--method cell_rotate --marginals free",
    "mdav": "--method mdav --k 6",
    "correlated_noise": "--method correlated_noise --percent 40",
    "ipso": "--method ipso",
}


def originals():
    """No value is round, so that none is the border of a bar or a count by chance."""
    chance = random.Random(5)
    return [[chance.uniform(18, 90) + 1e-5, chance.lognormvariate(8, 1.2), -chance.lognormvariate(6, 2)] for _ in range(ROWS)]


def run(folder, words):
    return subprocess.run([BINARY, *words.split()], cwd=folder, check=True, capture_output=True, text=True, timeout=120)


@pytest.fixture(scope="module", params=OPTIONS)
def shared(request, tmp_path_factory):
    """(folder, external report, internal report) of a table masked so that no value goes out as it was."""
    folder = tmp_path_factory.mktemp("shared")
    lines = [",".join([*map(repr, row), f"g{i % 3}"]) for i, row in enumerate(originals())]
    (folder / "in.csv").write_text(",".join(NAMES) + "\n" + "\n".join(lines) + "\n")
    has_sources = request.param != "ipso"
    columns = "--keep group" if has_sources else "--drop group"  # records made anew have nothing beside them
    lineage, pairing = ("--lineage source.csv", "--pairing source.csv") if has_sources else ("", "")
    run(folder, f"mask in.csv -o out.csv --seed 1 --quiet {columns} {lineage} {OPTIONS[request.param]}")
    run(folder, f"evaluate in.csv out.csv {columns} {pairing} --report r.html --figures shown --json r.json")
    return folder, report_in(folder / "r.html"), report_in(folder / "r-internal.html")


def texts_in(value):
    if isinstance(value, dict):
        return [text for key, item in value.items() for text in [key, *texts_in(item)]]
    if isinstance(value, list):
        return [text for item in value for text in texts_in(item)]
    return [value] if isinstance(value, str) else []


def rounded(values):
    return {float(f"{value:.4g}") for value in values}


def test_points_for_others_are_masked_records_and_true_ones(shared):
    """Each point that is drawn is a record of the table that goes out, and only the page that stays has originals too."""
    folder, external, internal = shared
    masked = rounded(float(cell) for line in (folder / "out.csv").read_text().splitlines()[1:] for cell in line.split(",")[:3])
    for report, tables in ((external, {"masked"}), (internal, {"masked", "original"})):
        pairs = next(section for section in report["sections"] if section["id"] == "pairs")
        assert len(pairs["figures"]) == 2, "each column with the next"
        for figure in pairs["figures"]:
            points = [dict(zip(figure["table"]["columns"], row, strict=True)) for row in figure["table"]["rows"]]
            assert {point["table"] for point in points} == tables
            drawn = [value for point in points if point["table"] == "masked" for value in point.values() if value != "masked"]
            assert len(drawn) == 2 * ROWS and rounded(drawn) <= masked


def test_no_value_of_the_original_is_on_the_page_for_others(shared):
    """Figures have four digits: of 360 values under one in a hundred meets a masked or a measured number by chance."""
    folder, external, internal = shared
    values = rounded(value for row in originals() for value in row)
    masked = rounded(float(cell) for line in (folder / "out.csv").read_text().splitlines()[1:] for cell in line.split(",")[:3])
    assert len(values & (numbers_in(external) - masked)) <= 0.02 * len(values)
    assert len(values & numbers_in(internal)) > 0.5 * len(values), "else the test would not see what is shown"


def test_no_text_on_the_page_or_beside_it_spells_a_value(shared):
    folder, external, _ = shared
    spelled = [repr(value) for row in originals() for value in row]
    everything = "\n".join([(folder / "r.html").read_text(), (folder / "r.json").read_text(),
                            *(path.read_text() for path in (folder / "shown").iterdir())])
    assert not [text for text in spelled if text in everything]
    assert not [text for text in spelled if any(text in other for other in texts_in(external))]


def test_the_figures_beside_the_page_are_those_for_others(shared):
    """--figures may be passed on as the page may: nothing in them is of one original record."""
    folder, _, _ = shared
    values = rounded(value for row in originals() for value in row)
    masked = rounded(float(cell) for line in (folder / "out.csv").read_text().splitlines()[1:] for cell in line.split(",")[:3])
    found = set()
    for path in (folder / "shown").iterdir():
        found |= numbers_in(json.loads(path.read_text())) - masked
    assert found and len(values & found) <= 0.02 * len(values)


def test_every_masked_column_has_its_chart(shared):
    _, external, internal = shared
    for report in (external, internal):
        margins = next(section for section in report["sections"] if section["id"] == "margins")
        assert [figure["title"] for figure in margins["figures"]] == NAMES[:3]
        correlations = next(section for section in report["sections"] if section["id"] == "correlations")
        for figure in correlations["figures"]:
            assert len(figure["table"]["rows"]) == 9, "each column with each"


def test_every_chart_can_be_read_without_seeing_it(shared):
    for report in shared[1:]:
        for section in report["sections"]:
            assert section["figures"], section["id"]
            for figure in section["figures"]:
                assert figure["title"] and figure["alt"] and figure["sentence"].strip().endswith((".", "!", "?")), figure["id"]
                width = len(figure["table"]["columns"])
                assert all(len(row) == width for row in figure["table"]["rows"])


def test_no_two_figures_have_one_name(shared):
    for report in shared[1:]:
        names = [figure["id"] for section in report["sections"] for figure in section["figures"]]
        assert len(names) == len(set(names))


def test_figures_are_specs_that_need_nothing_else(shared):
    specs = list((shared[0] / "shown").iterdir())
    assert len(specs) >= len(NAMES)
    for path in specs:
        assert path.name.endswith(".vl.json")
        spec = json.loads(path.read_text())
        assert spec["$schema"].startswith("https://vega.github.io/schema/vega-lite/")
        assert spec["data"]["values"], path.name
        assert '"url"' not in path.read_text() and "Infinity" not in path.read_text() and "NaN" not in path.read_text()


def test_the_pages_ask_no_other_machine(shared):
    """One file: no script, style, font or picture from elsewhere."""
    for name in ("r.html", "r-internal.html"):
        page = (shared[0] / name).read_text()
        for word in ('src="http', "src='http", 'href="http', "@import", "url(http", "<iframe", "<object"):
            assert word not in page.split('<script id="report"')[0], word


def test_verdict_and_rows_are_the_same_everywhere(shared):
    folder, external, internal = shared
    result = json.loads((folder / "r.json").read_text())
    assert external["verdict"] == internal["verdict"] == result["verdict"]
    assert str(ROWS) in result["verdict"]["facts"]


@pytest.mark.parametrize("command", ["tune in.csv --method mdav --quick", "compare in.csv --quick"])
def test_a_refused_release_leaves_a_report_and_no_table(overhand, tmp_path, command):
    lines = [",".join(map(repr, row)) for row in originals()]
    (tmp_path / "in.csv").write_text("age,pay,debt\n" + "\n".join(lines) + "\n")
    refused = overhand(f"{command} --max-risk 0 -o out.csv --lineage source.csv --report r.html --json r.json", check=False)
    result = json.loads((tmp_path / "r.json").read_text())
    if refused.returncode == 0:  # a method that links nobody at all may pass
        assert result["release"]["risk"]["dbrl"] == 0
        return
    assert refused.returncode == 1 and "release" not in result
    assert not (tmp_path / "out.csv").exists() and not (tmp_path / "source.csv").exists()
    assert report_in(tmp_path / "r.html")["verdict"]["level"] == "refused"
    assert (tmp_path / "r.html").stat().st_mode & 0o077 == 0  # it is for the owner alone
    values = rounded(value for row in originals() for value in row)
    assert len(values & numbers_in(report_in(tmp_path / "r.html"))) <= 0.02 * len(values)
