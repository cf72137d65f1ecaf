"""Where rules files and remembered results live on this machine."""

import os
import sys

__all__ = ["cache_folder", "is_shipped", "rules_folders", "shipped_folder", "user_folder"]


def shipped_folder() -> str:
    """The folder of the variants that come with mjcalc."""
    here = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(here, "data")
    # A wheel carries the files inside the package; a checkout has them at its top, where players edit them.
    return installed if os.path.isdir(installed) else os.path.join(os.path.dirname(os.path.dirname(here)), "rules")


def user_folder() -> str:
    """The folder for a player's own variants, whether it exists or not."""
    if sys.platform == "win32":
        base = os.environ.get("APPDATA") or os.path.expanduser("~\\AppData\\Roaming")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Application Support")
    else:
        base = os.environ.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")
    return os.path.join(base, "mjcalc", "rules")


def rules_folders() -> tuple[str, ...]:
    """Every folder that is searched: the shipped one, the user's, then those of ``MJCALC_RULES_PATH``."""
    named = [folder for folder in os.environ.get("MJCALC_RULES_PATH", "").split(os.pathsep) if folder]
    folders = [shipped_folder(), user_folder(), *(os.path.abspath(folder) for folder in named)]
    return tuple(dict.fromkeys(folders))


def is_shipped(path: str) -> bool:
    """Whether this file came with mjcalc."""
    return os.path.dirname(os.path.abspath(path)) == shipped_folder()


def cache_folder() -> str | None:
    """The folder for checked variants, or None where ``MJCALC_CACHE_DIR`` is ``off`` or empty."""
    named = os.environ.get("MJCALC_CACHE_DIR")
    if named is not None:
        return None if named in ("", "off") else os.path.abspath(named)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~\\AppData\\Local")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(base, "mjcalc")
