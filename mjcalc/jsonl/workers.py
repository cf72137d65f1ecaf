"""The same answers from several processes, in the same order.

Block after block goes to worker after worker, round and round, by a thread that reads; the answers are taken from the
workers in the same round. So they come in order without being sorted, and a few blocks for each worker are all that is
ever held. Rules are read by this process alone, and handed to a worker when it first needs them: so all workers answer
by the same, also where a file changes meanwhile.
"""

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from errno import ECHILD
from itertools import cycle
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from threading import Semaphore, Thread

from mjcalc import round
from mjcalc.errors import RulesError
from mjcalc.jsonl.deaf import ENDING, deaf
from mjcalc.jsonl.stream import Part, count_lines, generate_parts
from mjcalc.memo import Memo
from mjcalc.rules.loader import adopt, share
from mjcalc.rules.schema import Language, Variant
from mjcalc.scoring.predicates import VOCABULARY

__all__ = ["Pool", "WorkerError"]

_AHEAD = 8
"""How many blocks are read ahead for each worker."""


class WorkerError(ChildProcessError):
    """A worker is gone, and with it the answers it owed."""

    def __init__(self, *arguments: object) -> None:
        # With the number of the error where it is copied or comes from another process.
        super().__init__(*(arguments if len(arguments) > 1 else (ECHILD, *arguments)))


class Pool:
    """Workers that answer blocks of lines; use it in a ``with`` statement, and from the main thread.

    :param jobs: how many processes.
    :param rules: the variant of requests that name none.
    :param lang: the language of names and errors; None: traditional Chinese names, and English errors.
    """

    def __init__(self, jobs: int, *, rules: str | None, lang: Language | None) -> None:
        self._events: SimpleQueue[tuple[int, int] | Exception | None] = SimpleQueue()
        self._free = Semaphore(_AHEAD * jobs)
        self._over = False
        self.workers: list[_Worker] = []
        resource_tracker.ensure_running()  # it would otherwise start with the first worker, and undo what follows
        try:
            for number in range(1, jobs + 1):
                with deaf():
                    self.workers.append(_Worker(f"worker {number} of {jobs}", rules, lang))
        except BaseException:
            self.__exit__()
            raise
        self._owner: dict[object, _Worker] = {worker.answers: worker for worker in self.workers}
        Thread(target=self._hand_out_rules, daemon=True).start()

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        for worker in self.workers:
            worker.process.join()

    def kill(self) -> None:
        """End the workers at once: there is nothing that one would have to put in order."""
        self._over = True
        self._free.release()
        for worker in self.workers:
            worker.process.kill()

    def stop(self) -> None:
        """Stop once everything read so far is answered; a signal handler may call it too."""
        self._events.put(None)

    def generate_parts(self, blocks: Iterable[bytes]) -> Iterator[Part]:
        """The answers to all blocks; their lines are counted from 1.

        :raises WorkerError: if a worker is gone before it has answered.
        """
        Thread(target=self._feed, args=(blocks,), daemon=True).start()
        first = 1
        for worker in cycle(self.workers):
            event = self._events.get()
            if event is None:
                return
            if isinstance(event, Exception):
                raise event
            lines, size = event
            while not worker.answered:
                # A worker that is ready can go on with its next block, even if it is not its turn.
                for ready in wait([one.answers for one in self.workers if not one.is_gone]):
                    self._owner[ready].take()
            answer = worker.answered.popleft()
            if answer is None:
                raise WorkerError(f"{worker.fate()}; lines from {first:,} on have no answer")
            self._free.release()
            first += lines
            yield Part(size, answer[0], answer[1:])

    def _feed(self, blocks: Iterable[bytes]) -> None:
        """Hand out the blocks, never many more than have been answered."""
        first = 1
        try:
            for worker, block in zip(cycle(self.workers), blocks, strict=False):
                self._free.acquire()
                if self._over:
                    return
                lines = count_lines(block)
                self._events.put((lines, len(block)))
                worker.ask(first, block)
                first += lines
        except Exception as error:
            self._events.put(error)
        else:
            self._events.put(None)

    def _hand_out_rules(self) -> None:
        """Give every worker the rules that it asks for, as long as there are workers."""
        waiting = {worker.rules for worker in self.workers}
        while waiting:
            for asking in wait(list(waiting)):
                assert isinstance(asking, Connection)
                try:
                    asking.send(_rules_for(asking.recv()))
                except (EOFError, OSError):
                    waiting.remove(asking)


class _Worker:
    """A process that answers one block after the other."""

    def __init__(self, name: str, rules: str | None, lang: Language | None) -> None:
        context = get_context("spawn")  # the same on every system, and nothing of this process is shared by chance
        its_requests, self._requests = context.Pipe(duplex=False)
        self.answers, its_answers = context.Pipe(duplex=False)
        self.rules, its_rules = context.Pipe()
        self.process = context.Process(
            target=_work, args=(its_requests, its_answers, its_rules, rules, lang), name=name, daemon=True
        )
        self.process.start()
        for one in (its_requests, its_answers, its_rules):
            one.close()

        self.answered: deque[bytes | None] = deque()
        """What it has answered and nobody has used; None last, where it is gone."""
        self.is_gone = False

    def ask(self, first: int, block: bytes) -> None:
        """Hand it a block whose first line has this number."""
        self._requests.send_bytes(first.to_bytes(8, "big") + block)

    def take(self) -> None:
        """Take the answer that has come, or the news that none will."""
        try:
            self.answered.append(self.answers.recv_bytes())
        except (EOFError, OSError):
            self.answered.append(None)
            self.is_gone = True

    def fate(self) -> str:
        """What has become of it, in words."""
        self.process.join(timeout=10)
        code = self.process.exitcode
        how = "closed its pipe" if code is None else f"ended with exit code {code}"
        if code is not None and code < 0:
            how = f"was killed by {signal.Signals(-code).name}"
        return f"{self.process.name} (process {self.process.pid}) {how}"


def _rules_for(name: str) -> bytes | RulesError:
    """All that was loaded so far, this variant among it, or what is wrong with it."""
    try:
        round.load(name)
    except RulesError as error:
        return error
    return share(VOCABULARY)


def _work(
    requests: Connection, answers: Connection, rules_of: Connection, rules: str | None, lang: Language | None
) -> None:
    """What a worker does until there are no more requests, or nobody is there to answer."""
    for number in ENDING:
        signal.signal(number, signal.SIG_IGN)
    round.load_by(_asking(rules_of))
    try:
        while True:
            message = requests.recv_bytes()
            first, block = int.from_bytes(message[:8], "big"), message[8:]
            parts = list(generate_parts([block], rules=rules, lang=lang, first=first))
            worst = max(part.code for part in parts)
            answers.send_bytes(bytes([worst]) + b"".join([part.output for part in parts]))
    except (EOFError, OSError):
        return


def _asking(parent: Connection) -> Callable[[str], Variant]:
    """A way to load variants as the parent has loaded them."""
    adopted: Memo[str, bool] = Memo(1024, weight=1_000_000)

    def load(name: str) -> Variant:
        if not adopted.get(name):
            parent.send(name)
            found = parent.recv()
            if isinstance(found, RulesError):
                raise found
            adopt(found, VOCABULARY)
            adopted.keep(name, True, weight=len(name))
        return round.load_here(name)

    return load
