"""tools/check_layers fails on an include that the architecture does not allow."""

import pathlib
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def check(tree):
    return subprocess.run([sys.executable, tree / "tools" / "check_layers"], capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path):
    for folder in ("src", "apps", "tests", "bench"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("node_modules", "reference"))
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "check_layers", tmp_path / "tools")
    return tmp_path


def test_the_tree_as_it_is_passes(tree):
    result = check(tree)
    assert (result.returncode, result.stdout) == (0, "")


STRAY = [
    ("src/overhand/table/table.h", "io/read_table.h", "table/table.h includes io, which table may not use"),
    ("src/overhand/report/report.h", "study/study.h", "report/report.h includes study, which report may not use"),
    (
        "src/overhand/tuning/tuner.cpp",
        "masking/mdav_internal.h",
        "src/overhand/tuning/tuner.cpp includes masking/mdav_internal.h, which is internal to masking",
    ),
    (
        "apps/cli/main.cpp",
        "io/cells_internal.h",
        "apps/cli/main.cpp includes io/cells_internal.h, which is internal to io",
    ),
    (
        "tests/tuning/tuner_test.cpp",
        "masking/mdav_internal.h",
        "tests/tuning/tuner_test.cpp includes masking/mdav_internal.h, which is internal to masking",
    ),
    (
        "src/overhand/io/read_table.h",
        "io/cells_internal.h",
        "io/cells_internal.h is internal, and a header that is installed includes it",
    ),
]


@pytest.mark.parametrize(("file", "include", "sentence"), STRAY)
def test_a_stray_include_fails(tree, file, include, sentence):
    source = tree / file
    source.write_text(f'#include "overhand/{include}"\n' + source.read_text())
    result = check(tree)
    assert result.returncode == 1
    assert sentence in result.stdout


def test_a_header_that_only_its_module_uses_is_internal(tree):
    (tree / "src" / "overhand" / "io" / "lonely.h").write_text("#pragma once\n")
    source = tree / "src" / "overhand" / "io" / "cells.cpp"
    source.write_text('#include "overhand/io/lonely.h"\n' + source.read_text())
    result = check(tree)
    assert result.returncode == 1
    assert result.stdout == "io/lonely.h is used by io alone: call it io/lonely_internal.h\n"


def test_a_text_that_names_an_option_of_the_command_line_fails(tree):
    source = tree / "src/overhand/risk/dbrl.cpp"
    line = len(source.read_text().splitlines()) + 1
    source.write_text(source.read_text() + 'const char* help = "try \\"again\\" with --quick";  // or --slow\n')
    result = check(tree)
    assert (result.returncode, result.stdout) == (1, f"risk/dbrl.cpp, line {line} names the option --quick\n")
