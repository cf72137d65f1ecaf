"""Where rules files and cached results are on this machine."""

import os
import sys
from functools import cache, lru_cache

__all__ = ["absolute", "cache_folder", "is_shipped", "named_folders", "rules_folders", "shipped_folder", "user_folder"]


@cache
def shipped_folder() -> str:
    """The folder of the variants that come with mjcalc."""
    here = os.path.dirname(os.path.abspath(__file__))
    installed = os.path.join(here, "data")
    # A wheel carries the files inside the package; a checkout has them at its top, where players edit them.
    return installed if os.path.isdir(installed) else os.path.join(os.path.dirname(os.path.dirname(here)), "rules")


def user_folder() -> str | None:
    """The folder for a player's own variants, whether it exists or not; None where there is no home folder."""
    if sys.platform == "win32":
        base = _base("APPDATA", "AppData", "Roaming")
    elif sys.platform == "darwin":
        base = _base("", "Library", "Application Support")
    else:
        base = _base("XDG_CONFIG_HOME", ".config")
    return base and os.path.join(base, "mjcalc", "rules")


def named_folders() -> tuple[str, ...]:
    """The folders that ``MJCALC_RULES_PATH`` names."""
    named = os.environ.get("MJCALC_RULES_PATH")
    return tuple([absolute(folder) for folder in named.split(os.pathsep) if folder]) if named else ()


def rules_folders() -> tuple[str, ...]:
    """Every folder that is searched: the shipped one, the user's, then those of ``MJCALC_RULES_PATH``."""
    variable = os.environ.get
    named = variable("MJCALC_RULES_PATH")
    # Every question asks this, and only what it depends on is asked of the system.
    own, home = ("APPDATA", "USERPROFILE") if sys.platform == "win32" else ("XDG_CONFIG_HOME", "HOME")
    return _rules_folders(sys.platform, variable(own), variable(home), named, absolute(".") if named else None)


@lru_cache(16)
def _rules_folders(*environment: str | None) -> tuple[str, ...]:
    """The folders in this environment, which is the one that there is."""
    own = user_folder()
    return tuple(dict.fromkeys((shipped_folder(), *([own] if own else ()), *named_folders())))


def is_shipped(path: str) -> bool:
    """Whether this file came with mjcalc."""
    return os.path.dirname(absolute(path)) == shipped_folder()


def cache_folder() -> str | None:
    """The folder for checked variants; None without a home folder, or if ``MJCALC_CACHE_DIR`` is ``off`` or empty."""
    named = os.environ.get("MJCALC_CACHE_DIR")
    if named is not None:
        return None if named in ("", "off") else absolute(named)
    if sys.platform == "win32":
        base = _base("LOCALAPPDATA", "AppData", "Local")
    elif sys.platform == "darwin":
        base = _base("", "Library", "Caches")
    else:
        base = _base("XDG_CACHE_HOME", ".cache")
    return base and os.path.join(base, "mjcalc")


def absolute(path: str) -> str:
    """The absolute path; as it is where it is relative to a working folder that was deleted.

    >>> os.path.isabs(absolute("ours.yaml"))
    True
    """
    try:
        return os.path.abspath(path)
    except OSError:
        return path


def _base(variable: str, *below_home: str) -> str | None:
    """The folder that a variable names, or else one below the home folder.

    A relative path in the variable is ignored, as the XDG Base Directory Specification demands; and where there is no
    home folder there is nothing to fall back on: never the working folder.
    """
    named = os.environ.get(variable, "") if variable else ""
    if os.path.isabs(named):
        return named
    home = os.path.expanduser("~")
    return os.path.join(home, *below_home) if os.path.isabs(home) else None
