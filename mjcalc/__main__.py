"""``mjcalc`` and ``python -m mjcalc``."""

import gc
import sys

__all__ = ["run"]


def run() -> None:
    """Run the command line as this process and end it with its exit code."""
    # What a short process makes is not worth collecting, least of all while modules load. Batches turn it on again.
    gc.disable()
    try:
        from mjcalc.cli import main
    except KeyboardInterrupt:
        sys.exit(130)
    code = main()
    gc.freeze()  # nor is it when all ends
    sys.exit(code)


if __name__ == "__main__":
    run()
