"""The plugin as bibkit finds it."""

from __future__ import annotations

import subprocess
import sys

import bibkit


def test_it_is_installed_and_whole():
    states = [state for state in bibkit.Registry.default().states if state.owner.distribution == "bibkit-endnote-xml"]
    assert [(state.status, state.cause) for state in states] == [("loaded", "")]


def test_listing_it_loads_no_xml():
    code = "import sys, bibkit_endnote_xml as p; p.bibkit_formats(); print('lxml' in sys.modules, 'bibkit.pipeline' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
