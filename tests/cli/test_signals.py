"""Signals stop the work cleanly; what kill -9 leaves behind goes when the next run writes there."""

import os
import signal
import subprocess

import pytest
from conftest import BINARY

STOPS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]


def unfinished(folder):
    return sorted(name for name in os.listdir(folder) if name.startswith(".overhand-"))


def start(arguments, folder, **options):
    return subprocess.Popen([BINARY, *arguments.split()], cwd=folder, stderr=subprocess.PIPE, text=True, **options)


def is_writing(folder):
    """Whether an output that has no name yet has bytes. The looks before the work leave none."""
    try:
        return any(os.stat(folder / name).st_size for name in unfinished(folder))
    except FileNotFoundError:
        return False


def stopped_while_writing(arguments, folder):
    """A process that is held (SIGSTOP) while it writes."""
    process = start(arguments, folder)
    while process.poll() is None and not is_writing(folder):
        pass
    process.send_signal(signal.SIGSTOP)
    assert os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT).si_code == os.CLD_STOPPED
    assert is_writing(folder)
    return process


def resume(process, number):
    process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    message = process.communicate()[1]
    return process.returncode, message


@pytest.fixture
def big(overhand, tmp_path):
    overhand("simulate gaussian -n 300000 -p 8 --seed 1 -o big.parquet")
    return tmp_path


@pytest.mark.parametrize("number", STOPS)
def test_each_signal_stops_the_writing(big, number):
    process = stopped_while_writing("mask big.parquet -o out.csv --method noise --quiet --threads 1", big)
    assert resume(process, number) == (128 + number, "overhand: Stopped before the end.\n")
    assert os.listdir(big) == ["big.parquet"]


@pytest.mark.parametrize("number", STOPS)
def test_each_signal_ends_the_wait_for_a_reader(overhand, people, tmp_path, number):
    os.mkfifo(tmp_path / "pipe")
    process = start("mask people.csv -o out.csv --json pipe", tmp_path)
    while process.poll() is None and not (tmp_path / "out.csv").exists():
        pass
    assert resume(process, number) == (128 + number, "overhand: Stopped before the end.\n")
    assert unfinished(tmp_path) == []


def test_a_run_under_nohup_goes_on(people, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    process = start("mask people.csv -o out.csv --json pipe", tmp_path,
                    preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    while process.poll() is None and not (tmp_path / "out.csv").exists():
        pass
    process.send_signal(signal.SIGHUP)
    assert '"command": "mask"' in (tmp_path / "pipe").read_text()
    assert process.wait() == 0
    process.stderr.close()


@pytest.mark.parametrize("arguments", ["mask big.parquet -o out.csv --method noise --quiet", "mask big.parquet -o out.csv.gz --method noise --quiet",
                                       "simulate gaussian -n 1000000 -p 8 -o out.csv"])
def test_what_a_killed_run_left_goes_with_the_next(overhand, big, arguments):
    process = stopped_while_writing(arguments, big)
    process.kill()
    process.communicate()
    assert len(unfinished(big)) == 1, "the kill came while it wrote"
    overhand("mask big.parquet -o other.csv --method noise --quiet")
    assert sorted(os.listdir(big)) == ["big.parquet", "other.csv"]


def test_kills_at_many_moments_leave_nothing_for_the_next_run(overhand, people, tmp_path):
    overhand("simulate gaussian -n 20000 -p 5 --seed 1 -o in.csv")
    for moment in range(20):
        process = start("mask in.csv -o out.csv --lineage source.csv --json record.json --method noise --quiet", tmp_path)
        try:
            process.wait(moment / 100)
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
        for name in {"out.csv", "source.csv"} & set(os.listdir(tmp_path)):
            assert (tmp_path / name).read_text().count("\n") == 20001, "whole or not at all"
    overhand("mask people.csv -o last.csv --method noise")
    assert unfinished(tmp_path) == []


def test_files_of_a_living_run_stay(overhand, big):
    living = stopped_while_writing("mask big.parquet -o living.csv --method noise --quiet --threads 1", big)
    held = unfinished(big)
    overhand("mask big.parquet -o other.csv --method noise --quiet")
    assert unfinished(big) == held
    assert resume(living, signal.SIGCONT)[0] == 0
    assert (big / "living.csv").read_text().count("\n") == 300001


def test_files_of_others_stay(overhand, people, tmp_path):
    for name in (".overhand-unfinished-", ".overhand-unfinished-abc", ".overhand-unfinished-a.b.c.", ".people.csv.AbCdEf"):
        (tmp_path / name).write_text("mine")
    (tmp_path / ".overhand-unfinished-folder").mkdir()
    (tmp_path / ".overhand-unfinished-linked").symlink_to("people.csv")
    before = set(os.listdir(tmp_path))
    overhand("mask people.csv -o out.csv --method noise")
    assert set(os.listdir(tmp_path)) == before | {"out.csv"}
    assert people.exists()
