"""Compiled code is kept in a folder named by its sources: a changed source never meets old machine code."""

from __future__ import annotations

from pathlib import Path

import numba
import pytest

from boxseat.odds import compiled


def test_the_folder_follows_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = compiled.cache_folder()
    assert str(before) == numba.config.CACHE_DIR  # type: ignore[attr-defined]
    changed = tmp_path / "boxseat"
    for name in compiled.SOURCES:
        source = Path(compiled.__file__).parent.parent / name
        for path in sorted(source.glob("*.py")) if source.is_dir() else [source]:
            copy = changed / path.relative_to(Path(compiled.__file__).parent.parent)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    monkeypatch.setattr(compiled, "__file__", str(changed / "odds" / "compiled.py"))
    assert compiled.cache_folder() == before
    (changed / "play" / "dealer.py").write_text("# another rule\n", "utf-8")
    assert compiled.cache_folder() != before
