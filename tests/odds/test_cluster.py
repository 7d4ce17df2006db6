"""Simulations on a real cluster of worker processes: the figures depend on the seed only, even if workers die."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import distributed
import pytest

from boxseat.odds.simulator import cluster
from boxseat.odds.simulator.cluster import ClusterLost, Edition, NoCluster, edition, joined, played_on
from boxseat.odds.simulator.kernel_table import Tally
from boxseat.odds.simulator.simulation import ROUNDS_PER_CHUNK, Plan, TableRun, added, empty_tally, make_plan, simulate
from boxseat.odds.strategy.mimic import mimic_policy
from boxseat.rulebook.load import open_book
from tests.cli.commands import Shell
from tests.tiers import heavy, size

CHUNKS = size(25, 100)

STAR = open_book("star-pontoon")
SIMULATE = ("simulate", "star-pontoon", "--strategy", "mimic", "--sessions", "20", "--json")


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    return Shell(monkeypatch, capsys)


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """Two worker processes on this machine."""
    with joined("local:2") as client:
        yield client


@pytest.fixture
def one_worker() -> Iterator[Any]:
    """A scheduler with one worker, both threads of this process, which can be stopped."""
    with local_cluster(n_workers=1) as made:
        yield made


def local_cluster(n_workers: int) -> Any:
    made: Any = distributed.LocalCluster
    return made(
        n_workers=n_workers,
        processes=False,
        threads_per_worker=1,
        protocol="tcp",
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        silence_logs=cluster.SILENT_LOG_LEVEL,
    )


def _plan(rounds: int, **table: Any) -> Plan:
    return make_plan(STAR, mimic_policy(STAR), rounds=rounds, seed=3, table=TableRun(**table), keep=True)


def _sum(plan: Plan, tallies: Iterator[Tally]) -> Tally:
    tally = empty_tally(plan)
    for one in tallies:
        tally = added(tally, one)
    return tally


def _same(one: Tally, other: Tally) -> bool:
    return all((mine == theirs).all() for mine, theirs in zip(one, other, strict=True))


@pytest.mark.parametrize("table", [{}, {"dealing": "shoe", "boxes": 2, "insured": True}], ids=str)
def test_two_workers_come_to_the_figures_of_one_thread(workers: Any, table: dict[str, Any]) -> None:
    plan = _plan(5 * ROUNDS_PER_CHUNK + 11, **table)
    alone = simulate(plan)
    assert _same(_sum(plan, played_on(workers, plan)), alone)
    assert _same(_sum(plan, played_on(workers, plan, each=2)), alone)


def test_a_worker_killed_at_work_changes_nothing(workers: Any) -> None:
    plan = _plan(CHUNKS * ROUNDS_PER_CHUNK)
    pids = list(workers.run(os.getpid).values())
    tally, brought = empty_tally(plan), 0
    for one in played_on(workers, plan, each=1):
        tally = added(tally, one)
        brought += 1
        if brought == CHUNKS // 5:
            os.kill(pids[0], signal.SIGKILL)
    assert brought == CHUNKS
    assert _same(tally, simulate(plan, threads=2))
    assert pids[0] not in workers.run(os.getpid, on_error="return").values()


def test_everything_listens_on_this_machine_alone(workers: Any) -> None:
    def heard(dask_worker: Any) -> list[str]:
        return [dask_worker.address, dask_worker.http_server.address]

    addresses = [workers.scheduler.address, *(one for both in workers.run(heard).values() for one in both)]
    scheduler = workers.cluster.scheduler
    addresses.append(scheduler.http_server.address)
    assert {one.removeprefix("tcp://").partition(":")[0] for one in addresses} == {"127.0.0.1"}


def test_nothing_is_begun_once_it_is_stopped(workers: Any) -> None:
    plan, tallies = _plan(10_000 * ROUNDS_PER_CHUNK), list[Tally]()
    for tally in played_on(workers, plan, each=1, stop=lambda: len(tallies) >= 3):
        tallies.append(tally)
    assert 3 <= len(tallies) <= 3 + 2 * 2


@heavy
def test_the_command_plays_on_a_scheduler_by_its_address(workers: Any, shell: Shell) -> None:
    address = workers.scheduler.address
    answers = []
    for where in (("--cluster", address), ("--cluster", address.removeprefix("tcp://")), ("--threads", "1")):
        ran = shell.run(*SIMULATE, "--rounds", "700000", *where)
        assert (ran.code, ran.err) == (0, "")
        answers.append(json.loads(ran.out))
        del answers[-1]["seconds"], answers[-1]["rounds_per_second"]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0]["finished"] is True


@heavy
def test_control_c_gives_the_figures_so_far_and_ends_the_workers(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    chunks: list[int] = []

    def advance(_progress: object, rounds: int) -> None:
        chunks.append(rounds)
        if len(chunks) == 3:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("boxseat.cli.odds.simulate.ProgressBar.advance", advance)
    before = set(multiprocessing.active_children())
    ran = shell.run(*SIMULATE, "--rounds", "1e12", "--cluster", "local:1")
    answer = json.loads(ran.out)
    assert (ran.code, ran.err, answer["finished"]) == (0, "", False)
    assert answer["rounds"] == sum(chunks)
    assert set(multiprocessing.active_children()) <= before


@heavy
def test_when_all_workers_are_gone_the_figures_so_far_are_shown_and_it_is_said(
    one_worker: Any, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "WORKERS_GONE_TIMEOUT_S", 1.0)

    def advance(_progress: object, _rounds: int) -> None:
        one_worker.scale(0)

    monkeypatch.setattr("boxseat.cli.odds.simulate.ProgressBar.advance", advance)
    ran = shell.run(*SIMULATE, "--rounds", "1e12", "--cluster", one_worker.scheduler_address)
    assert (ran.code, ran.err) == (1, "boxseat: --cluster: all workers are gone; these are the figures so far\n")
    assert json.loads(ran.out)["finished"] is False


@heavy
def test_when_the_scheduler_is_gone_it_is_said(one_worker: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WORKERS_GONE_TIMEOUT_S", 1.0)
    plan = _plan(10_000 * ROUNDS_PER_CHUNK)
    with joined(one_worker.scheduler_address) as client:
        tallies = played_on(client, plan, each=1)
        next(tallies)
        one_worker.close(timeout=5)
        with pytest.raises(ClusterLost, match="gone"):
            list(tallies)


def test_a_scheduler_without_workers_is_refused(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    monkeypatch.setattr(cluster, "ANSWER_TIMEOUT_S", 1.0)
    with local_cluster(n_workers=0) as made:
        said = shell.refused(*SIMULATE, "--cluster", made.scheduler_address)
    assert said == f"--cluster: {made.scheduler_address!r}: the scheduler has no workers"


def test_workers_with_another_boxseat_are_refused(one_worker: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    own = edition()
    older = Edition("0.0.1", own.sources)
    asked = [older, own]
    monkeypatch.setattr(cluster, "edition", lambda: asked.pop(0))
    said = rf"has boxseat {own.version} \({own.sources}\), and here is boxseat 0.0.1 \({own.sources}\)"
    with pytest.raises(NoCluster, match=said), joined(one_worker.scheduler_address):
        pass


def test_workers_that_join_late_with_another_boxseat_are_refused_too() -> None:
    with pytest.raises(NoCluster, match="the worker that joined late has boxseat"):
        cluster._played(_plan(1), range(1), ("0.0.1", "other sources"))
    with pytest.raises(NoCluster, match="the worker tcp://far:1 has no boxseat"):
        cluster._check_edition(edition(), None, "tcp://far:1")


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("local:0", "'local:0': the number of local workers is not between 1 and 64"),
        ("local:65", "'local:65': the number of local workers is not between 1 and 64"),
        ("local:abc", "'local:abc': the number of local workers is not between 1 and 64"),
        ("local:-1", "'local:-1': the number of local workers is not between 1 and 64"),
        ("local", "'local' is neither an address such as tcp://host:8786 nor local:4"),
        ("", "'' is neither an address such as tcp://host:8786 nor local:4"),
        ("http://127.0.0.1:80", "'http://127.0.0.1:80' is neither an address such as tcp://host:8786 nor local:4"),
        ("127.0.0.1:70000", "'127.0.0.1:70000' is neither an address such as tcp://host:8786 nor local:4"),
        ("tcp://127.0.0.1:1", "'tcp://127.0.0.1:1': no scheduler answers there"),
    ],
)
def test_a_wrong_address_is_one_sentence(shell: Shell, monkeypatch: pytest.MonkeyPatch, where: str, said: str) -> None:
    monkeypatch.setattr(cluster, "ANSWER_TIMEOUT_S", 0.5)
    assert shell.refused(*SIMULATE, "--cluster", where) == f"--cluster: {said}"


@heavy
def test_something_else_that_listens_there_is_refused_in_time(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "ANSWER_TIMEOUT_S", 0.5)
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        where = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert shell.refused(*SIMULATE, "--cluster", where) == f"--cluster: {where!r}: no scheduler answers there"


def test_a_worker_is_no_scheduler(workers: Any, shell: Shell) -> None:
    worker = next(iter(workers.nthreads()))
    said = shell.refused(*SIMULATE, "--cluster", worker)
    assert said == f"--cluster: {worker!r}: what answers there is no scheduler"


def test_threads_are_not_for_a_cluster(shell: Shell) -> None:
    said = shell.refused(*SIMULATE, "--cluster", "local:2", "--threads", "2")
    assert said == "--threads: cannot be used together with --cluster"


def test_without_dask_one_sentence_names_the_extra(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    said = shell.refused(*SIMULATE, "--cluster", "local:2")
    assert said == "--cluster: needs Dask: pip install boxseat[cluster]"
