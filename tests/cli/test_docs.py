"""Every command in README.md and docs/guide works as printed."""

import pathlib
import re
import shlex

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "guide").glob("*.md"))]


def commands(page):
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text(), re.S)
    return [line for block in blocks for line in block.splitlines() if line.startswith("overhand ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_of(page, overhand, tmp_path):
    survey = overhand("simulate survey -n 120 --seed 1 -o -").stdout.splitlines()
    lines = ["name,region," + survey[0]]
    lines += [f"person {i},{'north' if i % 2 else 'south'},{row}" for i, row in enumerate(survey[1:])]
    (tmp_path / "people.csv").write_text("\n".join(lines) + "\n")
    for command in commands(page):
        overhand(shlex.split(command, comments=True)[1:])


def test_there_are_commands_to_run():
    assert sum(len(commands(page)) for page in PAGES) >= 7


@pytest.mark.parametrize("page", [ROOT / name for name in ("README.md", "ARCHITECTURE.md")] + sorted(ROOT.glob("docs/**/*.md")),
                         ids=lambda page: page.stem)
def test_links_of(page):
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
        assert (page.parent / target).exists(), target
