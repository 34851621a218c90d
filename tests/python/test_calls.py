"""Calls that are wrong, results that travel, a step that is cloned, work that is stopped."""

import copy
import inspect
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy
import pandas
import pytest
from sklearn.base import clone

import overhand

CALLS = {
    "mask": lambda table, **said: overhand.mask(table, "noise", **said),
    "evaluate": lambda table, **said: overhand.evaluate(table, table, **said),
    "tune": lambda table, **said: overhand.tune(table, "noise", **said),
    "compare": overhand.compare,
    "inspect": overhand.inspect,
    "read": lambda table, **said: overhand.read("in.csv", **said),
}


@pytest.mark.parametrize("name, wrong, near", [
    ("mask", "percnt", "percent"), ("mask", "key_fle", "key_file"), ("mask", "colums", "columns"), ("mask", "keep_identifers", "keep_identifiers"),
    ("evaluate", "analysis", "analyses"), ("evaluate", "wieght", "weight"), ("tune", "max_rsk", "max_risk"), ("tune", "replication", "replications"),
    ("compare", "quik", "quick"), ("compare", "keyed_by", "keys_by"), ("inspect", "mising", "missing"), ("read", "delimitr", "delimiter"),
])
def test_the_nearest_name(people, name, wrong, near):
    with pytest.raises(ValueError, match=rf"'{wrong}'.*did you mean {near}\?"):
        CALLS[name](people, **{wrong: 1})


@pytest.mark.parametrize("name, said, words", [
    ("mask", {"seed": "a"}, "seed must be a whole number"), ("mask", {"seed": 1.5}, "seed must be a whole number"),
    ("mask", {"seed": True}, "seed must be a whole number"), ("mask", {"columns": 5}, "columns must be a text or a list"),
    ("mask", {"columns": {"age": 1}}, "columns must be a text or a list"), ("mask", {"keep": [None]}, "keep must be"),
    ("mask", {"schema": 3}, "schema must be a text"), ("mask", {"progress": 3}, "progress must be"),
    ("mask", {"percent": object()}, "percent cannot be of type object"), ("mask", {"percent": [1]}, "percent must be"),
    ("mask", {"suppress": "x"}, "suppress must be a whole number"), ("tune", {"max_risk": "a"}, "max_risk must be a number"),
    ("tune", {"quick": "yes"}, "quick must be"), ("evaluate", {"pairing": [0.5] * 200}, "pairing must be"),
    ("evaluate", {"pairing": [[0]] * 200}, "pairing must be"),
])
def test_wrong_kinds(people, name, said, words):
    with pytest.raises(TypeError, match=words):
        CALLS[name](people, **said)


@pytest.mark.parametrize("name, said, words", [
    ("mask", {"seed": -1}, "must not be below 0"), ("mask", {"columns": "agee"}, "no column 'agee'"),
    ("mask", {"bins": 3}, "noise has no option 'bins'"), ("evaluate", {"pairing": [0, 1]}, "2 records, and there are 200"),
    ("evaluate", {"pairing": [999] * 200}, "names no record"), ("evaluate", {"pairing": [-1] * 200}, "below 0"),
    ("tune", {"max_risk": -1}, "from 0 to 1"), ("tune", {"replications": 0}, "from 1 to"), ("tune", {"seconds": -1}, "more than 0"),
    ("tune", {"risk": "papr"}, "did you mean paper"), ("compare", {"score": "los"}, "did you mean loss"),
])
def test_wrong_values(people, name, said, words):
    with pytest.raises(ValueError, match=words):
        CALLS[name](people, **said)


@pytest.mark.parametrize("said", [{"kind": "survay"}, {"rows": 0}, {"rows": -1}, {"kind": "gaussian", "rho": 3}])
def test_no_such_simulation(said):
    with pytest.raises(ValueError):
        overhand.simulate(**said)


def test_a_simulation_repeats_by_its_seed():
    one, again, other = (overhand.simulate("survey", rows=60, seed=seed) for seed in (4, 4, 5))
    assert one.equals(again) and not one.equals(other) and len(one) == 60
    assert overhand.simulate("gaussian", rows=9, columns=4, seed=1).shape == (9, 4)


def test_names_of_columns_in_any_container(people):
    expected = overhand.mask(people, "noise", columns=["age", "income"], seed=1)
    for names in (("age", "income"), pandas.Index(["age", "income"]), numpy.array(["age", "income"])):
        assert overhand.mask(people, "noise", columns=names, seed=1).equals(expected), names


def test_none_is_not_said(people):
    expected = overhand.mask(people, "noise", seed=1)
    nothing = {name: None for name, what in inspect.signature(overhand.mask).parameters.items() if what.default is None and name != "seed"}
    assert len(nothing) > 30 and overhand.mask(people, "noise", seed=1, **nothing).equals(expected)


def test_the_original_of_an_evaluation_stays(people):
    masked = overhand.mask(people, "noise", seed=1)
    before = people.copy(deep=True), masked.copy(deep=True)
    result = overhand.evaluate(people, masked, pairing="row")
    overhand.inspect(people)
    assert people.equals(before[0]) and masked.equals(before[1])
    result.risk["dbrl"] = -1
    assert result.risk["dbrl"] >= 0, "what is handed out is a copy"


def test_results_travel(people):
    """A pickle of a pickle, a copy, and what was made in a thread are what the first was."""
    result = overhand.evaluate(people, overhand.mask(people, "noise", seed=1), pairing="row")
    twice = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(result))))
    for again in (twice, copy.deepcopy(result)):
        assert again.to_dict() == result.to_dict() and repr(again) == repr(result)
        assert again.table().equals(result.table()) and list(again.plots()) == list(result.plots())


def test_errors_in_a_thread_reach_it(people):
    caught = []

    def work():
        try:
            overhand.mask(people, "noise", percent=-1)
        except ValueError as error:
            caught.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(caught) == 4 and len(set(caught)) == 1 and "percent" in caught[0]


def test_an_error_of_the_bar_reaches_the_caller(people):
    class Broken:
        def __init__(self, **_):
            raise RuntimeError("no bar today")

    with pytest.raises(RuntimeError, match="no bar today"):
        overhand.tune(people, "noise", quick=True, progress=Broken)
    assert overhand.mask(people, "noise", seed=1).shape == people.shape


def test_control_c_leaves_a_package_that_works():
    code = """
        import overhand, warnings
        warnings.simplefilter("ignore")
        table = overhand.simulate("survey", rows=2000, seed=1)
        print("ready", flush=True)
        try:
            overhand.tune(table, "cell_rotate", replications=5000)
        except KeyboardInterrupt:
            print(len(overhand.mask(table, "noise", seed=1)), flush=True)
    """
    child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "ready\n"
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    assert child.communicate(timeout=100)[0] == "2000\n" and child.returncode == 0


def test_a_masker_and_its_clone_are_two(people):
    masker = overhand.Masker("noise", percent=10, seed=1)
    twin = clone(masker).set_params(percent=90, method="rank_swap")
    assert masker.get_params() == {"method": "noise", "percent": 10, "seed": 1}
    assert twin.get_params(deep=False) == {"method": "rank_swap", "percent": 90, "seed": 1}
    assert not hasattr(clone(masker.fit(people)), "result_")
    assert masker.fit(people).transform(people).equals(overhand.mask(people, "noise", percent=10, seed=1))
    masker.set_params(keep="hours")
    assert masker.fit_transform(people)["hours"].equals(people["hours"])
    with pytest.raises(ValueError, match="did you mean percent"):
        overhand.Masker("noise", prcent=3).fit_transform(people)


@pytest.mark.parametrize("name", ["mask", "evaluate", "tune", "compare", "inspect", "read", "release"])
def test_every_argument_has_a_line_of_help(name):
    function = getattr(overhand, name)
    lines = [line.strip() for line in function.__doc__.splitlines()]
    for argument, what in inspect.signature(function).parameters.items():
        if what.kind is inspect.Parameter.KEYWORD_ONLY and argument != "details":
            assert any(line.startswith(f"{argument}: ") and len(line) > len(argument) + 8 for line in lines), argument
    assert "{arguments}" not in function.__doc__ and "{methods}" not in function.__doc__
    assert "--" not in "".join(line for line in lines if set(line) != {"-"})


def test_codes_that_are_masked_as_amounts_are_told(people):
    """As the command line tells them, in Python's words, by all that mask."""
    table = people.assign(sex=[1, 2] * 100, zip=[10000 + i // 20 * 37 for i in range(200)])
    words = ("The columns sex, zip look like codes, which are no amounts, but are masked as such; say what they are in a schema, "
             "which inspect(data).write_schema(path) writes.")
    for call in (lambda: overhand.mask(table, "cell_shuffle"), lambda: overhand.tune(table, quick=True, max_risk=1)):
        with pytest.warns(overhand.Note) as notes:
            call()
        assert words in [str(note.message) for note in notes]
    assert words in overhand.mask(table, "cell_shuffle", details=True).notes
    with pytest.warns(overhand.Note) as notes:
        overhand.mask(table.drop(columns="zip"), "cell_shuffle", seed=1)
    assert any("Column 'sex' looks like a code, which is no amount, but is masked as such" in str(note.message) for note in notes)
    assert not overhand.mask(table, "cell_shuffle", columns=list(table), details=True).notes


def test_mask_and_tune_take_the_methods_of_the_command_line_unless_another_is_said(people):
    methods = [inspect.signature(call).parameters["method"].default for call in (overhand.mask, overhand.tune)]
    assert methods == ["cell_rotate", "sjppds"]
    assert {point["method"] for point in overhand.tune(people, quick=True, max_risk=1).to_dict()["grid"]} == {"sjppds"}
