"""Threads, forks, interpreters, Ctrl-C, and what an import brings in."""

import concurrent.futures
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

import overhand


def run(code, **more):
    return subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120, **more)


def test_import_brings_in_little():
    code = """
        import sys
        before = set(sys.modules)
        import overhand
        for heavy in ("pandas", "polars", "pyarrow", "sklearn", "altair", "tqdm", "overhand._files"):
            assert heavy not in sys.modules, heavy
        maps = open("/proc/self/maps").read()
        assert "_core" in maps and "libarrow" not in maps and "libparquet" not in maps
    """
    ended = run(code)
    assert ended.returncode == 0, ended.stderr


def test_threads_give_what_one_gives(people):
    alone = overhand.mask(people, "cell_rotate", seed=1)
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for made in pool.map(lambda _: overhand.mask(people, "cell_rotate", seed=1), range(32)):
            assert made.equals(alone)


def masked_in_child(people):
    return overhand.mask(people, "cell_rotate", seed=1)


@pytest.mark.parametrize("start", ["fork", "spawn"])
def test_other_processes(people, start):
    alone = overhand.mask(people, "cell_rotate", seed=1)  # threads are there before the fork
    with multiprocessing.get_context(start).Pool(2) as pool:
        for made in pool.map(masked_in_child, [people] * 4):
            assert made.equals(alone)


def test_evaluate_in_a_fork(people):
    masked = overhand.mask(people, "noise", seed=1)
    alone = overhand.evaluate(people, masked, pairing="row").to_dict()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        same = overhand.evaluate(people, masked, pairing="row").to_dict() == alone
        os.write(write, b"1" if same else b"0")
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    assert os.read(read, 1) == b"1"


@pytest.mark.parametrize("isolated", [True, False])
def test_a_second_interpreter_is_refused(isolated):
    """nanobind's types are one set for a process: who imports it a second time is told, and the first goes on."""
    ended = run(f"""
        import overhand, warnings
        warnings.simplefilter("ignore")
        table = overhand.simulate("survey", rows=100, seed=1)
        before = overhand.mask(table, "noise", seed=1)
        try:
            import _interpreters as interpreters
            other = interpreters.create("isolated" if {isolated} else "legacy")
        except ImportError:
            import _xxsubinterpreters as interpreters
            other = interpreters.create(isolated={isolated})
        code = "try:\\n import overhand\\nexcept ImportError as error:\\n assert 'first interpreter of a process alone; take a process' in str(error), error\\nelse:\\n raise SystemError('imported')"
        failed = interpreters.run_string(other, code)
        assert failed is None, failed
        interpreters.destroy(other)
        assert overhand.mask(table, "noise", seed=1).equals(before)
    """)
    assert ended.returncode == 0, ended.stderr


def test_two_interpreters_at_once():
    """Two processes, both within the library at the same time, give what one gives."""
    code = textwrap.dedent("""
        import hashlib, sys, overhand, warnings
        warnings.simplefilter("ignore")
        table = overhand.simulate("survey", rows=2000, seed=1)
        print("ready", flush=True)
        sys.stdin.readline()
        digests = {hashlib.sha256(overhand.mask(table, "cell_rotate", seed=1).to_csv().encode()).hexdigest() for _ in range(5)}
        print(*digests, flush=True)
    """)
    both = [subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert [child.stdout.readline() for child in both] == ["ready\n"] * 2
    for child in both:
        child.stdin.write("go\n")
        child.stdin.flush()
    digests = {child.communicate(timeout=120)[0] for child in both}
    assert len(digests) == 1 and len(digests.pop().split()) == 1
    assert all(child.returncode == 0 for child in both)


def test_control_c_stops(tmp_path):
    code = """
        import overhand
        table = overhand.simulate("survey", rows=5000, seed=1)
        print("ready", flush=True)
        try:
            overhand.compare(table, replications=1000)
        except KeyboardInterrupt:
            print("stopped", flush=True)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.5)
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "stopped\n"
    assert child.wait(60) == 0


def test_the_gil_is_free(people):
    """Another thread of Python's counts on while a table is tuned."""
    import threading

    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    overhand.tune(people, "cell_rotate", quick=True)
    done.set()
    thread.join()
    assert counted[0] > 20


def test_progress_by_tqdms_convention(people):
    class Bar:
        all = []

        def __init__(self, total, desc, leave):
            self.n, self.total = 0, total
            Bar.all.append((desc, self))

        def update(self, more):
            self.n += more
            assert 0 <= self.n

        def close(self):
            self.closed = True

    overhand.tune(people, "cell_rotate", replications=100, progress=Bar)
    assert Bar.all and all(bar.closed for _, bar in Bar.all)
    with pytest.raises(ZeroDivisionError):  # what a bar raises stops the work
        overhand.tune(people, "cell_rotate", replications=100, progress=lambda **_: 1 // 0)


def test_no_memory_is_kept():
    """What was masked is gone with its last name: 20 tables more take no more than one."""
    ended = run("""
        import overhand, numpy, pandas, warnings
        warnings.simplefilter("ignore")
        table = pandas.DataFrame(numpy.random.default_rng(1).random((500_000, 4)), columns=list("abcd"))

        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1]) * 4096

        for _ in range(5):
            overhand.mask(table, "sjppds", seed=1)
        before = resident()
        for _ in range(20):
            overhand.mask(table, "sjppds", seed=1)
        assert resident() - before < 2 * table.to_numpy().nbytes, (resident(), before)
    """)
    assert ended.returncode == 0, ended.stderr
