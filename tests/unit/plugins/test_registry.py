"""Plugins: what is taken, what is refused, and that a faulty one costs one line and nothing else."""

from __future__ import annotations

import pytest

from bibkit.errors import PluginError, UsageError
from bibkit.fields import FieldMap, KindMap, Rule
from bibkit.plugins.hookspecs import hookimpl
from bibkit.plugins.records import Format, Option
from bibkit.plugins.registry import Owner, Registry, options_for

STRANGER = Owner("pond-formats", "1.2", "ponds")


class Plugin:
    """A plugin made of the records that a test wants."""

    def __init__(self, *formats):
        self.formats = formats

    @hookimpl
    def bibkit_formats(self):
        return self.formats


def registry_with(*formats, strict=False):
    registry = Registry(strict=strict)
    registry.add(lambda: Plugin(*formats), STRANGER)
    return registry


def lines(name="lines", **members):
    return Format(**{"name": name, "title": "Lines", "read": "a_module:read", **members})


def test_a_record_is_found_by_its_name():
    registry = registry_with(lines(suffixes=(".lines",)))
    assert registry.format("lines").title == "Lines"
    assert registry.problems == []
    assert registry.states[0].provides == ("format lines",)


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (lines(name="Big Name"), "lower-case"),
        (lines(suffixes=("lines",)), "suffix"),
        (lines(read=3), "read is neither"),
        (lines(read="no colon"), "read is neither"),
        (lines(fields={}), "FieldMap"),
        (Format(name="idle", title="Idle"), "neither reads nor writes"),
        ("a string", "gave a str"),
    ],
)
def test_a_faulty_record_costs_one_line_that_names_its_owner(record, words):
    registry = registry_with(record)
    assert registry.formats == {}
    (problem,) = registry.problems
    assert words in problem.message
    assert "pond-formats 1.2 (entry point ponds)" in problem.message
    assert registry.states[0].status == "refused"


def test_a_faulty_record_does_not_cost_its_neighbours():
    registry = registry_with(lines(), Format(name="idle", title="Idle"))
    assert list(registry.formats) == ["lines"]
    assert registry.states[0].status == "partly loaded"


def test_the_first_owner_of_a_name_keeps_it():
    registry = registry_with(lines(title="First"))
    registry.add(lambda: Plugin(lines(title="Second")), Owner("other", "3", "o"))
    assert registry.format("lines").title == "First"
    assert "pond-formats 1.2" in registry.problems[0].message
    assert "other 3" in registry.problems[0].message


def test_strict_raises():
    with pytest.raises(PluginError, match="pond-formats"):
        registry_with("a string", strict=True)


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(UsageError, match="no format 'risk'.*lines"):
        registry_with(lines()).format("risk")


def test_the_built_ins_go_through_the_same_door():
    registry = Registry.default({"BIBKIT_PLUGINS": "none"})
    assert {"bibtex", "biblatex", "ris", "csl-json", "zotero-rdf", "bibkit-jsonl", "topic-page"} <= set(
        registry.formats
    )
    assert {"latex", "biblatex", "zotero", "mendeley", "endnote"} <= set(registry.targets)
    assert registry.problems == []
    for target in registry.targets.values():
        record = registry.format(target.format)
        assert options_for(record, target.options).keys() >= target.options.keys()
        assert registry.resolve(record, "write")


@pytest.mark.parametrize("member", ["read", "write", "sniff", "fields"])
def test_every_reference_of_a_built_in_leads_somewhere(member):
    registry = Registry.default({"BIBKIT_PLUGINS": "none"})
    for record in registry.formats.values():
        if getattr(record, member) is not None:
            assert registry.resolve(record, member) is not None


def test_a_suffix_with_one_claimant_needs_no_sniffing_and_several_are_sniffed():
    registry = registry_with(
        lines("one", suffixes=(".one",)),
        lines("apples", suffixes=(".fruit",), sniff=lambda text: "apple" in text),
        lines("pears", suffixes=(".fruit",), sniff=lambda text: "pear" in text),
    )
    assert registry.detect(".one", "anything").name == "one"
    assert registry.detect(".fruit", "a pear").name == "pears"
    assert registry.detect("", "an apple").name == "apples"
    assert registry.detect(".fruit", "a plum") is None


def test_a_sniffer_that_fails_is_no_answer():
    registry = registry_with(
        lines("bad", suffixes=(".x",), sniff="no_such_module:sniff"), lines("good", suffixes=(".x",), sniff=bool)
    )
    assert registry.detect(".x", "text").name == "good"
    assert "no_such_module" in registry.problems[0].message


OPTIONS = lines(
    options=(Option("ascii", False, ""), Option("width", 80, ""), Option("math", "tex", "", choices=("tex", "unicode")))
)


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        ({}, "ascii", False),
        ({"ascii": "yes"}, "ascii", True),
        ({"ascii": "off"}, "ascii", False),
        ({"ascii": True}, "ascii", True),
        ({"width": "100"}, "width", 100),
        ({"math": "unicode"}, "math", "unicode"),
    ],
)
def test_options_take_the_type_of_their_default(given, name, value):
    assert options_for(OPTIONS, given)[name] == value


def test_an_option_has_its_old_names_too():
    format = lines(options=(Option("tags", "", "", old_names=("topics",)),))
    assert options_for(format, {"topics": "a.txt"}) == {"tags": "a.txt"}
    assert options_for(format, {"tags": "a.txt"}) == {"tags": "a.txt"}


@pytest.mark.parametrize("given", [{"ascii": "perhaps"}, {"width": "wide"}, {"math": "latin"}, {"colour": "red"}])
def test_a_wrong_option_is_wrong_use(given):
    with pytest.raises(UsageError):
        options_for(OPTIONS, given)


def test_a_table_may_be_given_as_a_value():
    fields = FieldMap("lines", KindMap([("L", "book")], fallback="L"), [Rule("T", "title")])
    registry = registry_with(lines(fields=fields))
    assert registry.fields(registry.format("lines")) is fields


# -- fake distributions --------------------------------------------------------------------------------------

FAULTY = {
    "fails-to-import": ("cannot be imported", "a_module_that_does_not_exist"),
    "leaves-at-import": ("cannot be imported", "goodbye"),
    "hook-raises": ("bibkit_formats failed", "the moon is full"),
    "wrong-type": ("gave a dict where a Format is due",),
    "misspelt-hook": ("there is no hook 'bibkit_format'",),
    "unmarked-hook": ("not marked with @bibkit.hookimpl",),
    "bad-record": ("neither reads nor writes",),
    "takes-a-name": ("'ris' belongs to bibkit itself",),
    "too-new": ("needs bibkit-toolkit >=99",),
    "too-old": ("needs bibkit-toolkit <0.0.1",),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_plugin_costs_one_line_and_everything_else_works(bibkit, name, tmp_path):
    (tmp_path / "in.bib").write_text("@misc{a, title = {Ponds}}")
    done = bibkit("export", "in.bib", "-o", "out.lines", "--to", "lines", plugins=("good", name))
    assert (tmp_path / "out.lines").read_text() == "Ponds\n"
    assert done.status == 0
    said = [line for line in done.error_lines if name in line]
    assert len(said) == 1, done.stderr
    for words in FAULTY[name]:
        assert words in said[0]
    assert "1.0" in said[0]
    assert "Traceback" not in done.stderr


def test_a_plugin_that_is_partly_faulty_keeps_what_is_good(bibkit, tmp_path):
    (tmp_path / "in.bib").write_text("@misc{a, title = {Ponds}}")
    assert bibkit("export", "in.bib", "-o", "x.own", plugins=("takes-a-name",)).status == 0
    assert (tmp_path / "x.own").read_text() == "Ponds\n"
    (tmp_path / "in.ris").write_text("TY  - BOOK\nTI  - Ponds\nER  - \n")
    assert bibkit("export", "in.ris", "-o", "y.own", plugins=("takes-a-name",)).status == 0
    assert (tmp_path / "y.own").read_text() == "Ponds\n"


def test_a_clash_names_both_owners(bibkit):
    done = bibkit("formats", plugins=("good", "clashes"))
    (line,) = [line for line in done.error_lines if "belongs to" in line]
    assert "clashes 2.5 (entry point zz-clashes)" in line
    assert "good 1.0 (entry point good)" in line


def test_bibkit_plugins_shows_the_state_of_each(bibkit):
    done = bibkit("plugins", plugins=("good", "takes-a-name", "hook-raises"))
    rows = {line.split()[0]: line for line in done.stdout.splitlines()}
    assert "loaded" in rows["good"]
    assert "format lines" in rows["good"]
    assert "partly loaded" in rows["takes-a-name"]
    assert "refused" in rows["hook-raises"]
    assert "the moon is full" in rows["hook-raises"]


def test_strict_plugins_raises(bibkit):
    done = bibkit("formats", plugins=("hook-raises",), BIBKIT_STRICT_PLUGINS="1")
    assert done.status == 1
    assert len(done.error_lines) == 1
    assert "hook-raises 1.0" in done.stderr


@pytest.mark.parametrize(("names", "loaded"), [("none", False), ("good", True), ("other", False), ("other,good", True)])
def test_the_environment_limits_what_is_loaded(bibkit, names, loaded):
    done = bibkit("formats", plugins=("good",), BIBKIT_PLUGINS=names)
    assert ("lines" in done.stdout.split()) == loaded


def test_what_fails_at_work_is_one_line_that_names_the_plugin(bibkit, tmp_path):
    (tmp_path / "in.half").write_text("x")
    (tmp_path / "out.bib").write_text("untouched")
    done = bibkit("export", "in.half", "-o", "out.bib", plugins=("fails-at-work",))
    assert done.status == 1
    assert done.error_lines[-1].startswith("bibkit: format 'half' of plugin fails-at-work 1.0")
    assert "KeyError" in done.error_lines[-1]
    assert (tmp_path / "out.bib").read_text() == "untouched"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("export", "in.bib", "-o", "out.half"), "ZeroDivisionError"),
        (("export", "in.dicts", "-o", "out.bib"), "dict"),
        (("export", "in.missing", "-o", "out.bib"), "no_such_module"),
    ],
)
def test_a_format_that_fails_leaves_no_file(bibkit, tmp_path, arguments, words):
    (tmp_path / "in.bib").write_text("@misc{a, title = {One}}")
    (tmp_path / "in.dicts").write_text("x")
    (tmp_path / "in.missing").write_text("x")
    done = bibkit(*arguments, plugins=("fails-at-work",))
    assert done.status == 1
    assert "plugin fails-at-work 1.0" in done.error_lines[-1]
    assert words in done.error_lines[-1]
    assert not list(tmp_path.glob("out.*"))
    assert not list(tmp_path.glob(".*"))


def test_an_enricher_that_fails_on_a_paper_costs_that_paper_a_diagnostic(bibkit, tmp_path):
    titles = ("One", "Two", "Three")
    (tmp_path / "in.bib").write_text("".join(f"@misc{{k{title}, title = {{{title}}}}}\n" for title in titles))
    done = bibkit("export", "in.bib", "-o", "out.jsonl", "--enrich", "picky", plugins=("fails-at-work",))
    assert done.status == 0
    text = (tmp_path / "out.jsonl").read_text()
    assert [title in text for title in titles] == [True, True, True]
    assert text.count("enriched") == 2
    (line,) = [line for line in done.error_lines if "I do not like Two" in line]
    assert "kTwo" in line
    assert "fails-at-work 1.0" in line


def test_a_key_rule_and_a_check_that_fail_are_named_once(bibkit, tmp_path):
    (tmp_path / "in.lines").write_text("One\nTwo\n")
    done = bibkit("export", "in.lines", "-o", "out.bib", plugins=("good", "fails-at-work"))
    assert done.status == 0
    assert len([line for line in done.error_lines if "no keys today" in line]) == 1
    done = bibkit("check", "in.lines", "--format", "json", plugins=("good", "fails-at-work"))
    assert done.stdout.count("no idea") == 1


def test_every_hook_of_a_good_plugin_works(bibkit, tmp_path):
    (tmp_path / "in.lines").write_text("Ponds\nA title of more than twenty letters\n")
    assert bibkit("export", "in.lines", "-o", "out.bib", plugins=("good",)).status == 0
    assert "{pond," in (tmp_path / "out.bib").read_text()
    done = bibkit("export", "in.lines", "--for", "board", "--enrich", "shout", plugins=("good",))
    assert done.stdout == "PONDS\nA TITLE OF MORE THAN TWENTY LETTERS\n"
    done = bibkit("check", "in.lines", plugins=("good",))
    assert "in.lines:2: long-title: the title is long" in done.stdout
