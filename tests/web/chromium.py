"""Where this machine's Chromium is."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Playwright

NONE_HERE = (
    "there is no Chromium on this machine, so the pages are not tested in a browser;"
    " install it (apt-get install chromium), or say where it is in BOXSEAT_CHROMIUM"
)
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium() -> str:
    """Its path; empty where there is none."""
    return os.environ.get("BOXSEAT_CHROMIUM") or next(filter(None, map(shutil.which, _NAMES)), "")


def launch(playwright: Playwright) -> Browser:
    """Without a window; root, as in a container, has no sandbox to run it in."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    arguments = ["--disable-dev-shm-usage", *(["--no-sandbox"] if root else [])]
    return playwright.chromium.launch(executable_path=chromium(), headless=True, args=arguments)
