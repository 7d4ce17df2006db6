"""A copy of the rules on request (CP 17.11; SP 20.15; S6 19.14): the operator's own file, or where to ask (R55)."""

from __future__ import annotations

from pathlib import Path

import pytest

from boxseat.server.settings import BadSettings, make_settings
from tests.cli.commands import Shell
from tests.server.server_thread import Running, running

TEXT = "An operator's own text of the rules, \N{LATIN SMALL LETTER E WITH ACUTE}.\n"


def test_20_15_the_copy_is_handed_out_to_anybody(tmp_path: Path) -> None:
    file = tmp_path / "star.txt"
    file.write_text(TEXT, "utf-8")
    (tmp_path / "data").mkdir()
    with running(tmp_path / "data", rules_text={"star-pontoon": str(file)}, rules_ask="the desk") as floor:
        anybody = floor.stranger()
        copies = {one["game"]: one for one in anybody.get("/api/rules-copies").json()}
        assert copies["star-pontoon"]["file"] == "star.txt"
        assert copies["canberra-pontoon"] == {
            "game": "canberra-pontoon",
            "title": "Canberra Pontoon",
            "file": "",
            "ask": "the desk",
        }
        handed = anybody.get("/api/rules-copies/star-pontoon")
        assert (handed.status_code, handed.content.decode()) == (200, TEXT)
        assert handed.headers["content-type"] == "text/plain; charset=utf-8"
        file.unlink()
        assert anybody.get("/api/rules-copies/star-pontoon").json()["code"] == "rules/no-copy"


def test_17_11_without_a_file_it_says_whom_to_ask(floor: Running) -> None:
    refused = floor.stranger().get("/api/rules-copies/canberra-pontoon")
    assert refused.status_code == 404
    assert refused.json()["reason"].endswith("ask the Gaming Manager or a supervisor")


@pytest.mark.parametrize(
    ("name", "said"), [("rules.html", "is not a file that ends in .pdf, .txt or .md"), ("none.pdf", "there is no file")]
)
def test_a_copy_that_cannot_be_handed_out_stops_the_server(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "rules.html").write_text("")
    with pytest.raises(BadSettings, match=r"^rules_text\.star-pontoon: ") as found:
        make_settings({"rules_text": {"star-pontoon": str(tmp_path / name)}})
    assert said in str(found.value)


def test_the_command_prints_the_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shell = Shell(monkeypatch, capsys)
    file, settings = tmp_path / "star.txt", tmp_path / "settings.toml"
    file.write_text(TEXT, "utf-8")
    settings.write_text(f'[rules_text]\nstar-pontoon = "{file}"\n')
    assert shell.run("rules", "star-pontoon", "--text", "--settings", str(settings)).out == TEXT
    refused = shell.run("rules", "canberra-pontoon", "--text", "--settings", str(settings))
    assert refused.code == 2
    assert "ask the Gaming Manager or a supervisor" in refused.err
    assert shell.run("rules", "--text").code == 2
