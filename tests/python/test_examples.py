"""Every example, and all Python in the guide, runs as it stands."""

import pathlib
import re
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples/python").glob("*.py"))
PAGES = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs/guide").glob("*.md"))] if "```python" in page.read_text()]


def run(code, tmp_path):
    ended = subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example(example, tmp_path):
    assert run(example.read_text(), tmp_path).strip()


def test_there_are_six():
    assert len(EXAMPLES) == 6


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_guide(page, tmp_path):
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.S)
    run("\n".join(blocks), tmp_path)
