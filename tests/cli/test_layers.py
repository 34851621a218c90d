"""tools/check_layers fails on an include that the architecture does not allow."""

import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def check(tree):
    return subprocess.run([sys.executable, tree / "tools" / "check_layers"], capture_output=True, text=True)


def copy_of_tree(tmp_path):
    shutil.copytree(ROOT / "src", tmp_path / "src")
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "check_layers", tmp_path / "tools")
    return tmp_path


def test_the_tree_as_it_is_passes(tmp_path):
    assert check(copy_of_tree(tmp_path)).returncode == 0


@pytest.mark.parametrize(("file", "include"), [("table/table.h", "io/read_table.h"), ("report/report.h", "study/study.h")])
def test_a_stray_include_fails(tmp_path, file, include):
    tree = copy_of_tree(tmp_path)
    header = tree / "src" / "overhand" / file
    header.write_text(f'#include "overhand/{include}"\n' + header.read_text())
    result = check(tree)
    assert result.returncode == 1
    assert f"{file} includes {include.split('/')[0]}, which {file.split('/')[0]} may not use" in result.stdout
