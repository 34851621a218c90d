"""What docs/guide/coming_from.md puts beside the calls of others runs as it stands, from above to below."""

import pathlib
import re
import shlex

import pytest

PAGE = (pathlib.Path(__file__).parents[2] / "docs/guide/coming_from.md").read_text()
TOOLS = ("sdcMicro", "synthpop", "ARX", "SDV")


def rows(tool):
    """(theirs, ours, what differs) of each row of a section."""
    section = PAGE.split(f"\n## {tool}\n")[1].split("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


@pytest.mark.parametrize("tool", TOOLS)
def test_every_row_says_what_differs(tool):
    assert len(rows(tool)) >= 6
    for cells in rows(tool):
        assert len(cells) == 3 and len(cells[2]) > 25, cells


def test_calls_run(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE, re.S):
        exec(block, names)
    names["overhand"].inspect(names["home"]).write_schema("home.toml")
    for tool in TOOLS:
        for _, ours, _ in rows(tool):
            call = re.fullmatch(r"`(.+)`", ours)[1]
            if call.startswith("overhand "):
                command(shlex.split(call)[1:])
            else:
                exec(call, names)
    assert names["result"].risk["dbrl"] >= 0 and len(names["synthetic"]) == len(names["people"])
    assert {"report.html", "safe.csv", "out"} <= {path.name for path in tmp_path.iterdir()}
