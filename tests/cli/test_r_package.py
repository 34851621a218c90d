"""The R package's tarball: what it takes of the tree, and what it asks of a machine."""

import importlib.machinery
import importlib.util
import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TARBALL = ROOT / "apps" / "r" / "tarball"
# Headers of the system, and those of files of tables, which stand-ins take the place of.
OWN = {"R_ext", "cpp11", "cpp11.hpp", "arrow", "readstat.h", "iconv.h", "fcntl.h", "unistd.h", "sys"}


@pytest.fixture(scope="module")
def tool():
    loader = importlib.machinery.SourceFileLoader("r_package", str(ROOT / "tools" / "r_package"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def core(tool, tmp_path_factory):
    folder = tmp_path_factory.mktemp("core")
    tool.copy_core(folder, tool.modules())
    return folder


def test_configure_looks_for_every_library_that_the_core_includes(core):
    included = set()
    for path in core.rglob("*"):
        if path.is_file():
            included |= set(re.findall(r"#include <([^>]+)>", path.read_text()))
    others = {name.split("/")[0] for name in included if "/" in name or "." in name} - OWN
    assert "nanoflann.hpp" in others and "Eigen" in others
    looked_for = {name.split("/")[0] for name in re.findall(r"#include <([^>]+)>", (TARBALL / "configure").read_text())}
    assert others <= looked_for


def test_description_names_every_library_that_configure_looks_for():
    names = re.findall(r"\buse (\S+) lib\S+|\buse (\S+) nlohmann", (TARBALL / "configure").read_text())
    names = {one or other for one, other in names}
    assert len(names) == 9
    description = (ROOT / "apps" / "r" / "DESCRIPTION.in").read_text()
    assert [name for name in names if name not in description] == []


def test_every_source_is_compiled_once(tool, core, tmp_path):
    tool.write_units(tmp_path, tool.modules(), "1.2.3")
    units = "".join(path.read_text() for path in tmp_path.glob("*.cpp"))
    compiled = re.findall(r'#include "core/(\S+)"', units)
    assert sorted(compiled) == sorted(str(path.relative_to(core)) for path in core.rglob("*.cpp"))
    assert '#define OVERHAND_VERSION "1.2.3"' in units
    assert "no_files.cpp" in units and '"package/files.cpp"' not in units


def test_what_the_core_includes_of_its_own_is_there(core):
    for path in core.rglob("*"):
        if path.is_file():
            for name in re.findall(r'#include "([^"]+)"', path.read_text()):
                assert (core / name).exists() or (path.parent / name).exists(), f"{path.name} includes {name}"


def test_stand_ins_go_where_the_compiler_looks_first(tool, tmp_path):
    """nanoflann alone would print to stderr, which is not R's console."""
    if not shutil.which("Rscript"):
        pytest.skip("R is not here")
    tool.copy_package(tmp_path, "1.2.3")
    for name in ("nanoflann.hpp", "arrow/type_fwd.h", "no_files.cpp"):
        assert (tmp_path / "src" / "package" / name).exists()
    assert "-Ipackage @CPPFLAGS@" in (tmp_path / "src" / "Makevars.in").read_text()
    description = (tmp_path / "DESCRIPTION").read_text()
    assert "Version: 1.2.3\n" in description and "LinkingTo" not in description


def test_a_machine_without_libraries_is_told_which(tmp_path):
    """With a compiler that finds nothing, in the shell that R calls."""
    home = tmp_path / "R"
    (home / "bin").mkdir(parents=True)
    for name in ("R", "Rscript"):
        (home / "bin" / name).write_text("#!/bin/sh\necho false\n")
        (home / "bin" / name).chmod(0o755)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "Makevars.in").write_text((TARBALL / "Makevars.in").read_text())
    told = subprocess.run(["/bin/sh", TARBALL / "configure"], cwd=tmp_path, env={"R_HOME": str(home), "PATH": "/usr/bin:/bin"},
                          capture_output=True, text=True)
    assert told.returncode == 1
    for package in ("libeigen3-dev", "libtbb-dev", "libfmt-dev", "libsodium-dev", "libmuparser-dev", "libnanoflann-dev"):
        assert package in told.stderr
    assert not (tmp_path / "src" / "Makevars").exists()
    assert not list(tmp_path.glob("conftest*"))
