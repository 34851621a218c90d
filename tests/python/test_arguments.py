"""help(), completion and stubs know what the catalogue knows."""

import inspect
import itertools
import json
import pathlib
import subprocess
import sys

import pytest

import overhand

ROOT = pathlib.Path(__file__).parents[2]


def catalogue(command):
    return json.loads(command("methods --json").stdout)["methods"]


def test_every_option_is_a_keyword_with_its_help(command):
    parameters = inspect.signature(overhand.mask).parameters
    words = " ".join(overhand.mask.__doc__.split())
    for method in catalogue(command):
        assert f"{method['name']}: {method['summary']}." in words
        for option in method["options"]:
            assert parameters[option["name"]].kind is inspect.Parameter.KEYWORD_ONLY
            assert f"{option['name']} [" in words and " ".join(option["help"].split()) in words


FUNCTIONS = [overhand.mask, overhand.evaluate, overhand.tune, overhand.compare, overhand.inspect, overhand.read, overhand.release,
             overhand.verify]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_help_reads_well(function):
    """Every entry begins where its heading does, and what does not fit its line goes on further in."""
    lines = inspect.getdoc(function).splitlines()
    assert lines == function.__doc__.splitlines()  # nothing is left to be straightened
    assert all(len(line) <= 120 for line in lines)
    assert not any(line.endswith(" ") or "\t" in line for line in lines)
    at = lines.index("Arguments")
    assert lines[at + 1] == "---------"
    entries = list(itertools.takewhile(str.strip, lines[at + 2:]))
    names = [line.split(":")[0] for line in entries if not line.startswith(" ")]
    known = list(inspect.signature(function).parameters)
    assert names == [name for name in known if name in names] and set(known) - set(names) <= {
        "data", "method", "details", "original", "masked", "pairing", "path", "folder"}
    assert all(line.startswith(" " * 8) and line[8] != " " for line in entries if line.startswith(" "))


def test_help_of_methods_reads_well():
    lines = inspect.getdoc(overhand.mask).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("Methods, each"))
    assert lines[at + 1] == "-" * len(lines[at])
    methods = [line.split(":")[0] for line in lines[at + 2:] if line and not line.startswith(" ")]
    assert methods == list(overhand.methods()["name"])
    options = [line.strip().split(" [")[0] for line in lines[at + 2:] if line.startswith("    ") and line[4] != " "]
    assert set(options) <= set(inspect.signature(overhand.mask).parameters) and len(options) > 10


def test_every_argument_is_told():
    for function in (overhand.mask, overhand.evaluate, overhand.tune, overhand.compare, overhand.inspect, overhand.read):
        for name in inspect.signature(function).parameters:
            assert name in function.__doc__, (function.__name__, name)


def test_methods_and_metrics(command):
    assert list(overhand.methods()["name"]) == [method["name"] for method in catalogue(command)]
    measures = json.loads(command("metrics --json").stdout)["measures"]
    assert list(overhand.metrics()["name"]) == [measure["name"] for measure in measures]


def test_stub_is_what_the_catalogue_says():
    made = subprocess.run([sys.executable, ROOT / "tools/python_stub"], capture_output=True, text=True, check=True).stdout
    assert made == (ROOT / "apps/python/overhand/__init__.pyi").read_text(), "run tools/python_stub > apps/python/overhand/__init__.pyi"


def test_types(tmp_path):
    """mypy --strict on who calls it, and on the stub."""
    user = tmp_path / "user.py"
    user.write_text(
        "import overhand\n"
        "class Table: ...\n"
        "people = Table()\n"
        "masked: Table = overhand.mask(people, 'sjppds', bins=10, marginals='exact')\n"
        "result: overhand.Masked = overhand.mask(people, details=True)\n"
        "risk: dict[str, float] = overhand.evaluate(people, masked, pairing='row').risk\n"
        "print(overhand.tune(people, 'noise', quick=True).choice, result.lineage, risk)\n"
    )
    ended = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", user],
                           capture_output=True, text=True, env={"MYPYPATH": str(ROOT / "apps/python"), "PATH": ""})
    assert ended.returncode == 0, ended.stdout + ended.stderr
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import overhand\noverhand.mask(overhand.simulate(), bin=10)\noverhand.mask(overhand.simulate(), bins='x')\n")
    ended = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", wrong],
                           capture_output=True, text=True, env={"MYPYPATH": str(ROOT / "apps/python"), "PATH": ""})
    assert {line.split(":")[1] for line in ended.stdout.splitlines() if "error:" in line} == {"2", "3"}, ended.stdout


def test_examples_in_docstrings():
    import doctest

    ran = 0
    for name in overhand.__all__:
        for test in doctest.DocTestFinder(recurse=False).find(getattr(overhand, name), name):
            result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test)
            assert result.failed == 0, name
            ran += result.attempted
    assert ran > 10
