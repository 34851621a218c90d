"""What overhand inspect writes and prints is all that the next command needs: nothing said is lost."""

import shlex
import tomllib

import pandas as pd
import pytest

from conftest import columns_of


def next_command(said):
    """The words of the masking that inspect proposes, as a shell would take them apart."""
    line = [one for one in said.splitlines() if one.startswith("  overhand mask ")][-1]
    return ["out.csv" if word == "OUT" else word for word in shlex.split(line)[1:]] + ["--method", "sjppds", "--quiet"]


def gaps(rows=120):
    """A column in which every tenth value is -99."""
    values = [f"{-99 if i % 10 == 0 else 1.5 + i % 37 / 8}" for i in range(rows)]
    return "lab,pay\n" + "".join(f"{value},{1000 + i * i % 997}\n" for i, value in enumerate(values))


def test_what_means_missing_goes_into_the_schema(overhand, tmp_path):
    (tmp_path / "t.csv").write_text(gaps())
    said = overhand("inspect t.csv --missing=-99,k.A. --schema s.toml").stdout
    assert tomllib.loads((tmp_path / "s.toml").read_text())["missing"] == ["-99", "k.A."]
    overhand(next_command(said))
    masked = columns_of((tmp_path / "out.csv").read_text())["lab"]
    assert masked.count("") == 12 and "-99" not in masked


def test_the_first_look_repeats_what_means_missing(overhand, tmp_path):
    (tmp_path / "t.csv").write_text(gaps())
    lines = overhand(["inspect", "t.csv", "--missing", '-99,"a, b"']).stdout.splitlines()
    again = next(shlex.split(line) for line in lines if line.startswith("  overhand inspect"))
    assert again == ["overhand", "inspect", "t.csv", '--missing=-99,"a, b"', "--schema", "columns.toml"]


def write_two_sheets(path):
    with pd.ExcelWriter(path) as book:
        for name in ("first", "it's the second"):
            pd.DataFrame({"age": [20 + i * i % 41 for i in range(60)], "pay": [i * i % 97 / 8 for i in range(60)]}).to_excel(
                book, sheet_name=name, index=False)


TEXT = "".join(f"{i % 7};{i * i % 97 / 8}\n".replace(".", ",") for i in range(60))
NAMED = "stück;preis\n" + TEXT
READINGS = {
    "a b.csv": (lambda path: path.write_text(TEXT), ["--no-header"]),
    "d.csv": (lambda path: path.write_text(NAMED.replace(";", " ")), ["--delimiter", " ", "--decimal", ","]),
    "tab.csv": (lambda path: path.write_text(NAMED.replace(";", "\t")), ["--delimiter", "tab"]),
    "e.csv": (lambda path: path.write_bytes(NAMED.encode("latin-1")), ["--encoding", "windows-1252"]),
    "t.xlsx": (write_two_sheets, ["--sheet", "it's the second"]),
}


@pytest.mark.parametrize("name", READINGS)
def test_how_the_file_is_read_is_said_again(overhand, tmp_path, name):
    write, reading = READINGS[name]
    write(tmp_path / name)
    for schema in ([], ["--schema", "the schema.toml"]):
        words = next_command(overhand(["inspect", name, *reading, *schema]).stdout)
        at = words.index(reading[0])
        assert words[at:at + len(reading)] == reading
    overhand(words)


def test_an_edited_schema_is_not_written_over(overhand, tmp_path):
    (tmp_path / "t.csv").write_text(gaps())
    overhand("inspect t.csv --schema s.toml")
    proposed = (tmp_path / "s.toml").read_text()
    overhand("inspect t.csv --schema s.toml")  # says the same
    edited = proposed.replace('role = "mask"', 'role = "drop"', 1)
    (tmp_path / "s.toml").write_text(edited)
    refused = overhand("inspect t.csv --schema s.toml --json found.json", check=False)
    assert (refused.returncode, refused.stderr) == (
        2, "overhand: s.toml: it is there and says something else than the proposal, so it may hold your decisions; give another name with "
           "--schema, or remove it first.\n")
    assert (tmp_path / "s.toml").read_text() == edited and not (tmp_path / "found.json").exists()
    (tmp_path / "s.toml").unlink()
    overhand("inspect t.csv --schema s.toml")
    assert (tmp_path / "s.toml").read_text() == proposed
    assert overhand("inspect t.csv --schema /dev/stdout").stdout.startswith(proposed)


def hinted(said):
    """The inspection that a refusal or a note points at, without the name of its schema."""
    return shlex.split(said[said.index("overhand inspect"):said.index(" --schema F.toml")])[2:]


RUNNING = "".join(f"{4000 + i};{i * i % 97 / 8};x\n".replace(".", ",") for i in range(60))


def write_running(path):
    with pd.ExcelWriter(path) as book:
        for name in ("first", "it's the second"):
            pd.DataFrame({"id": range(60), "pay": [i * i % 97 / 8 for i in range(60)]}).to_excel(book, sheet_name=name, index=False)


REFUSED = {
    "a b.csv": (lambda path: path.write_text(RUNNING), ["--no-header", "--delimiter", ";", "--decimal", ",", "--missing=x,-99"]),
    "e.csv": (lambda path: path.write_bytes(("stück;preis;art\n" + RUNNING).encode("latin-1")), ["--encoding", "windows-1252"]),
    "s.csv": (lambda path: path.write_text("A title\na;b;c\n" + RUNNING), ["--skip", "1", "--no-totals"]),
    "t.xlsx": (write_running, ["--sheet", "it's the second"]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_say_how_the_file_is_read(overhand, tmp_path, name):
    write, reading = REFUSED[name]
    write(tmp_path / name)
    refused = overhand(["mask", name, "-o", "out.csv", *reading], check=False)
    assert refused.returncode == 2 and "looks like an identifier" in refused.stderr
    assert hinted(refused.stderr) == [name, *reading]
    overhand(["inspect", *hinted(refused.stderr), "--schema", "F.toml"])


def test_notes_on_codes_say_how_the_file_is_read(overhand, tmp_path):
    (tmp_path / "t.csv").write_text("".join(f"{1 + i % 2};{i * i % 97 / 8}\n" for i in range(60)))
    noted = overhand("mask t.csv -o out.csv --method sjppds --no-header --delimiter ;").stderr
    assert hinted(noted) == ["t.csv", "--no-header", "--delimiter", ";"]
