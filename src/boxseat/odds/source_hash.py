"""Hash of everything that a module's results come from: its source, and the sources it imports from this package, recursively.

Caches are keyed by it, so that a change of the sources invalidates cached results and compiled code.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PACKAGE = "boxseat"
ROOT = Path(__file__).parents[1]
_IMPORT = re.compile(
    rf"^\s*(?:from\s+({PACKAGE}[\w.]*)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+({PACKAGE}[\w.]*))", re.MULTILINE
)


def source_hash(*modules: str, root: Path = ROOT) -> bytes:
    """SHA-256 of modules and everything they import; a package stands for all its modules."""
    files = sorted(sources(modules, root))
    digest = hashlib.sha256()
    for file in files:
        digest.update(str(file.relative_to(root)).encode() + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return digest.digest()


def sources(modules: Iterable[str], root: Path = ROOT) -> set[Path]:
    """The source files of modules and of everything they import, recursively."""
    files = {_module(file, root): file for file in root.rglob("*.py")}
    ahead = [name for module in modules for name in files if name == module or name.startswith(f"{module}.")]
    found: set[str] = set()
    while ahead:
        name = ahead.pop()
        if name in files and name not in found:
            found.add(name)
            ahead += _imported(files[name].read_text("utf-8"))
            ahead.append(name.rpartition(".")[0])
    return {files[name] for name in found}


@cache
def package_hash(module: str) -> bytes:
    """The hash of one module or package of this program, computed once."""
    return source_hash(module)


def _imported(text: str) -> Iterator[str]:
    """The modules that a source may import: names after `import` may be modules too."""
    for package, names, module in _IMPORT.findall(text):
        yield package or module
        yield from (f"{package}.{name}" for name in re.findall(r"\w+", names))


def _module(file: Path, root: Path) -> str:
    """The dotted name of a source; a package's is that of its folder."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join((PACKAGE, *parts)).removesuffix(".__init__")
