"""On a terminal: a progress bar; on a pipe: nothing."""

import os
import pty
import subprocess

from conftest import BINARY


def stderr_on_terminal(arguments, cwd):
    leader, follower = pty.openpty()
    process = subprocess.Popen([BINARY, *arguments.split()], cwd=cwd, stderr=follower)
    os.close(follower)
    shown = b""
    while True:
        try:
            piece = os.read(leader, 4096)
        except OSError:  # the terminal is gone when the process is
            break
        if not piece:
            break
        shown += piece
    process.wait()
    assert process.returncode == 0
    return shown.decode()


def test_long_work_shows_a_bar_with_time_left(overhand, tmp_path):
    overhand("simulate gaussian -n 2000000 -p 8 --seed 1 -o big.parquet")
    shown = stderr_on_terminal("mask big.parquet -o masked.csv --method sjppds --quiet --threads 1", tmp_path)
    assert "writing [###" in shown and "s left" in shown
    assert shown.endswith("\r\x1b[K"), "the bar is erased at the end"


def test_a_pipe_sees_nothing(overhand, tmp_path):
    overhand("simulate gaussian -n 500000 -p 10 --seed 1 -o big.parquet")
    assert overhand("mask big.parquet -o masked.csv --method sjppds --quiet").stderr == ""
