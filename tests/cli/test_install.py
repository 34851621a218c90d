"""An installed prefix works on its own: the program in it, and a program that finds the library there."""

import pathlib
import subprocess

import pytest
from conftest import BINARY, columns_of

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*words, **options):
    result = subprocess.run(words, capture_output=True, text=True, timeout=300, **options)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    run("cmake", "--install", BINARY.parent, "--prefix", folder)
    return folder


@pytest.fixture(scope="module")
def consumer(prefix, tmp_path_factory):
    build = tmp_path_factory.mktemp("consumer")
    run("cmake", "-S", ROOT / "tests" / "install", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", "-G", "Ninja")
    run("cmake", "--build", build)
    return build / "consumer"


def arrow_libraries(program):
    """Where the loader finds Arrow for a program."""
    lines = [line.split() for line in run("ldd", program).splitlines()]
    return {pathlib.Path(words[2]).parent.resolve() for words in lines if words[0].startswith(("libarrow", "libparquet"))}


def test_the_installed_program_masks(prefix, people):
    run(prefix / "bin" / "overhand", "mask", people, "-o", "masked.csv", cwd=people.parent)
    assert (people.parent / "masked.csv").exists()


def test_arrow_comes_from_the_prefix_and_not_from_the_virtual_environment(prefix, consumer):
    for program in (prefix / "bin" / "overhand", consumer):
        assert arrow_libraries(program) == {(prefix / "lib" / "overhand").resolve()}


def test_a_program_outside_the_tree_masks_with_the_installed_library(consumer, people):
    masked = people.parent / "masked.csv"
    run(consumer, people, masked)
    before, after = columns_of(people.read_text()), columns_of(masked.read_text())
    assert before != after
    for name, values in before.items():  # cell_rotate keeps each column's values
        assert sorted(map(float, values)) == sorted(map(float, after[name]))


def test_no_internal_header_is_installed(prefix):
    headers = [path.name for path in (prefix / "include" / "overhand").rglob("*.h")]
    assert "methods.h" in headers
    assert not [name for name in headers if name.endswith("_internal.h")]


def test_nothing_installed_names_the_tree(prefix):
    """No file for find_package leads back to where the library was built."""
    texts = [path.read_text() for path in (prefix / "lib" / "cmake").rglob("*.cmake")]
    assert texts
    assert not [text for text in texts if str(ROOT) in text]
