"""The same answers from several processes, in the same order.

Block after block goes to worker after worker, round and round, by a thread that reads; the answers are taken from the
workers in the same round. So they come in order without being sorted, and a few blocks for each worker are all that is
ever held.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from errno import ECHILD
from itertools import cycle
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from signal import SIG_IGN, SIGINT, SIGTERM, Signals, signal
from threading import Semaphore, Thread

from mjcalc.jsonl.stream import Part, count_lines, generate_parts

__all__ = ["Pool", "WorkerError"]

_AHEAD = 8
"""How many blocks are read ahead for each worker."""


class WorkerError(ChildProcessError):
    """A worker is gone, and with it the answers it owed."""

    def __init__(self, message: str) -> None:
        super().__init__(ECHILD, message)


class Pool:
    """Workers that answer blocks of lines; use it in a ``with`` statement, and from the main thread.

    :param jobs: how many processes.
    :param rules: the variant of requests that name none.
    :param lang: the language of names.
    """

    def __init__(self, jobs: int, *, rules: str | None, lang: str) -> None:
        self._events: SimpleQueue[tuple[int, int] | Exception | None] = SimpleQueue()
        self._free = Semaphore(_AHEAD * jobs)
        self._over = False
        self.workers: list[_Worker] = []
        # Born deaf: whoever presses Ctrl-C means this process, and a worker ends when its pipe does.
        before = [(number, signal(number, SIG_IGN)) for number in (SIGINT, SIGTERM)]
        try:
            for number in range(1, jobs + 1):
                self.workers.append(_Worker(f"worker {number} of {jobs}", rules, lang))
        except BaseException:
            self.__exit__()
            raise
        finally:
            for number, handler in before:
                signal(number, handler)
        self._owner: dict[object, _Worker] = {worker.answers: worker for worker in self.workers}

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_: object) -> None:
        self._over = True
        self._free.release()
        for worker in self.workers:
            worker.process.kill()  # there is nothing that it would have to put in order
            worker.process.join()

    def stop(self) -> None:
        """Make an end after what has been read so far; a signal handler may call it too."""
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
                # Whoever is ready first can go on with the next block, even if it is not yet its turn.
                for ready in wait([one.answers for one in self.workers if not one.is_gone]):
                    self._owner[ready].take()
            answer = worker.answered.popleft()
            if answer is None:
                raise WorkerError(f"{worker.fate()}; lines from {first:,} on have no answer")
            self._free.release()
            first += lines
            yield Part(size, answer[0] != 0, answer[1:])

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


class _Worker:
    """A process that answers one block after the other."""

    def __init__(self, name: str, rules: str | None, lang: str) -> None:
        context = get_context("spawn")  # the same on every system, and nothing of this process is shared by chance
        its_requests, self._requests = context.Pipe(duplex=False)
        self.answers, its_answers = context.Pipe(duplex=False)
        self.process = context.Process(
            target=_work, args=(its_requests, its_answers, rules, lang), name=name, daemon=True
        )
        self.process.start()
        its_requests.close()
        its_answers.close()

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
            how = f"was killed by {Signals(-code).name}"
        return f"{self.process.name} (process {self.process.pid}) {how}"


def _work(requests: Connection, answers: Connection, rules: str | None, lang: str) -> None:
    """What a worker does until there are no more requests, or nobody is there to answer."""
    for number in (SIGINT, SIGTERM):
        signal(number, SIG_IGN)
    try:
        while True:
            message = requests.recv_bytes()
            first, block = int.from_bytes(message[:8], "big"), message[8:]
            parts = list(generate_parts([block], rules=rules, lang=lang, first=first))
            failed = any(part.failed for part in parts)
            answers.send_bytes(bytes([failed]) + b"".join([part.output for part in parts]))
    except (EOFError, OSError):
        return
