"""The command `goalwright`, and `python -m goalwright`.

Only what the interpreter has loaded already is imported before Ctrl-C is heard, and what hears it.
"""

import gc
import sys

from goalwright.early_interrupt import hear_interrupts

_ALLOCATIONS = 300_000  # a short command makes fewer objects than that, and nearly all of them last until its end


def main() -> None:
    """Do what this process was asked to, and exit. Until a run listens to it, Ctrl-C ends the process at once."""
    hear_interrupts()
    gc.set_threshold(_ALLOCATIONS)
    from goalwright.standard_folders import has_service_socket

    if sys.platform == "linux" and has_service_socket():
        from goalwright.doors.handover.caller_side import do_elsewhere

        do_elsewhere()
    from goalwright.doors.cli.code_bundle import use_bundle

    use_bundle()
    from goalwright.doors.cli.entry import main as door

    door()


if __name__ == "__main__":
    main()
