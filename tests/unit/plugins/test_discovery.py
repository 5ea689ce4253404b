"""Which plugins there are, told from the metadata of distributions alone."""

from __future__ import annotations

import sys

import packaging.requirements  # noqa: F401 - the path is emptied below
import pytest

from bibkit.plugins.discovery import installed_candidates


def install(folder, name, version="1.0", points=(), requires="bibkit-toolkit"):
    """Lay down the metadata of a distribution, as pip does."""
    metadata = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Dist: {requires}\n"
    )
    lines = "".join(f"{point} = {module}\n" for point, module in points)
    (metadata / "entry_points.txt").write_text(f"[bibkit]\n{lines}" if points else "[console_scripts]\nx = x:x\n")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    return tmp_path


def test_entry_points_come_in_the_order_of_their_names(folder):
    install(folder, "weirs", points=[("w-two", "string"), ("w-one", "string")])
    install(folder, "dams", "2.5", points=[("dams", "string")])
    install(folder, "no-plugin")
    found = [(each.distribution, each.version, each.entry_point) for each in installed_candidates(None)]
    assert found == [("dams", "2.5", "dams"), ("weirs", "1.0", "w-one"), ("weirs", "1.0", "w-two")]
    assert next(installed_candidates(None)).load() is sys.modules["string"]


def test_of_two_copies_of_a_distribution_the_first_on_the_path_counts(folder, monkeypatch):
    install(folder / "a", "dams", "2.0", points=[("dams", "string")])
    install(folder / "b", "dams", "1.0", points=[("dams", "string")])
    monkeypatch.setattr(sys, "path", [str(folder / "a"), str(folder / "b"), str(folder / "gone")])
    assert [each.version for each in installed_candidates(None)] == ["2.0"]


@pytest.mark.parametrize(
    ("allowed", "wanted"),
    [(None, ["dams", "weirs"]), ("dams", ["dams"]), ("weirs, other", ["weirs"]), ("w-one", ["weirs"]), ("other", [])],
)
def test_what_the_user_does_not_name_is_left_out(folder, allowed, wanted):
    install(folder, "weirs", points=[("w-one", "string")])
    install(folder, "dams", points=[("dams", "string")])
    found = list(installed_candidates(allowed))
    assert len(found) == 2
    assert [each.distribution for each in found if not each.left_out] == wanted


@pytest.mark.parametrize("allowed", ["none", "", " , "])
def test_nothing_is_looked_for_when_the_user_wants_nothing(folder, allowed):
    install(folder, "dams", points=[("dams", "string")])
    assert list(installed_candidates(allowed)) == []


@pytest.mark.parametrize(
    ("requires", "words"),
    [
        ("bibkit-toolkit", ""),
        ("bibkit-toolkit>=0.0.1,<1", ""),
        ("bibkit-toolkit>=99", "it needs bibkit-toolkit >=99"),
        ("other>=99", ""),
        ("not a !requirement", ""),
    ],
)
def test_a_plugin_for_another_bibkit_is_told(folder, requires, words):
    install(folder, "dams", points=[("dams", "string")], requires=requires)
    (found,) = installed_candidates(None)
    assert found.unfit.startswith(words)
    assert bool(found.unfit) == bool(words)


def test_without_plugins_the_machinery_of_metadata_is_not_asked(folder, monkeypatch):
    install(folder, "no-plugin")

    def refuse(**_):
        raise AssertionError("it was asked")

    monkeypatch.setattr("importlib.metadata.entry_points", refuse)
    assert list(installed_candidates(None)) == []
