"""The tools that count and draw: on small trees of their own."""

import json
import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(tool, *words, cwd=None):
    return subprocess.run([sys.executable, tool, *words], capture_output=True, text=True, cwd=cwd)


@pytest.fixture
def tree(tmp_path):
    """A repository of its own with the tool in it."""
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "test_ratio", tmp_path / "tools" / "ratio.txt")  # a text: it does not count itself
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)

    def write(name, lines):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(lines) + "\n")

    return tmp_path, write


def ratio(folder):
    result = run(folder / "tools" / "ratio.txt")
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def test_lines_are_counted_over_all_languages_without_blank_ones(tree):
    folder, write = tree
    write("src/a.cpp", ["int a;", "", "  ", "int b;"])
    write("apps/page.ts", ["let a;"])
    write("apps/style.css", ["a {}"])
    write("tests/a_test.cpp", ["int a;", "int b;", ""])
    write("tests/cli/test_a.py", ["a = 1"])
    assert ratio(folder) == "3 lines of tests to 4 of source: 0.750"


def test_data_and_other_folders_do_not_count(tree):
    folder, write = tree
    write("src/a.cpp", ["int a;"])
    write("tests/a_test.cpp", ["int a;"])
    write("tests/reference/table.csv", ["a,b"] * 50)
    write("bench/b.cpp", ["int b;"] * 50)
    write("docs/guide.md", ["words"] * 50)
    assert ratio(folder) == "1 lines of tests to 1 of source: 1.000"


def test_programs_without_an_extension_count_and_ignored_files_do_not(tree):
    folder, write = tree
    write("tools/check", ["#!/bin/sh", "true"])
    write("tests/run", ["#!/usr/bin/env python3", "print()", "print()"])
    write("tests/notes", ["no program"] * 9)
    write(".gitignore", ["made/"])
    write("src/made/a.cpp", ["int a;"] * 9)
    assert ratio(folder) == "3 lines of tests to 2 of source: 1.500"


def test_the_tree_itself_has_enough_tests():
    """What the project asks of itself: three lines of tests to five of source."""
    if not (ROOT / ".git").exists():
        pytest.skip("no repository")
    words = run(ROOT / "tools" / "test_ratio").stdout.split()
    assert float(words[-1]) >= 0.6, words


def test_figures_are_drawn_beside_their_specs(tmp_path):
    pytest.importorskip("vl_convert")
    spec = {"data": {"values": [{"a": 1, "b": 2}, {"a": 2, "b": 3}]}, "mark": "point",
            "encoding": {"x": {"field": "a", "type": "quantitative"}, "y": {"field": "b", "type": "quantitative"}}}
    (tmp_path / "map.vl.json").write_text(json.dumps(spec))
    (tmp_path / "other.json").write_text("{}")
    result = run(ROOT / "tools" / "figures", str(tmp_path))
    assert result.returncode == 0, result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["map.svg", "map.vl.json", "other.json"]
    assert (tmp_path / "map.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("words", [[], ["no_such_folder"], ["a", "b"]])
def test_figures_of_nothing_say_how_they_are_asked_for(words):
    pytest.importorskip("vl_convert")
    result = run(ROOT / "tools" / "figures", *words)
    assert result.returncode == 2 and result.stderr == "usage: tools/figures DIR\n"
