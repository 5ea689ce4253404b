"""JabRef's groups: collections of papers."""

from __future__ import annotations

from bibkit.model import Paper, Topic

OLD = """@comment{jabref-meta: groupsversion:3;}
@misc{a, title = {A}}
@misc{b, title = {B}}
@misc{c, title = {C}}

@comment{jabref-meta: groupstree:
0 AllEntriesGroup:;
1 ExplicitGroup:Tides\\;0\\;a\\;;
2 ExplicitGroup:Salt\\\\\\; Silt\\;0\\;a\\;b\\;;
1 ExplicitGroup:Empty\\;0\\;;
}
"""
NEW = """@misc{a, title = {A}, groups = {Tides, Silt}}
@misc{b, title = {B}, groups = {Other}}
@Comment{jabref-meta: grouping:
0 AllEntriesGroup:;
1 StaticGroup:Tides\\;0\\;1\\;\\;\\;\\;;
2 StaticGroup:Silt\\;0\\;0\\;\\;\\;\\;;
}
"""


def test_groups_of_jabref_3(load):
    seen = load(OLD)
    assert [paper.collections for paper in seen.papers] == [
        (("Tides",), ("Tides", "Salt; Silt")),
        (("Tides", "Salt; Silt"),),
        (),
    ]
    assert seen.topics == [Topic(title="Empty")]


def test_groups_of_jabref_5(load):
    seen = load(NEW)
    assert [paper.collections for paper in seen.papers] == [(("Tides",), ("Tides", "Silt")), (("Other",),)]
    assert seen.diagnostics == []


def test_groups_that_come_too_late_are_told(load):
    seen = load(OLD.replace("@comment{jabref-meta: groupsversion:3;}", ""))
    assert "late-groups" in seen.codes


def test_collections_come_back(load, dump):
    papers = [
        Paper(key="a", title="A", collections=(("RL: Learning", "Weirs; Locks"), ("Other {x}",))),
        Paper(key="b", title="B"),
        Paper(key="c", title="C", collections=(("RL: Learning",),)),
    ]
    for biblatex in (False, True):
        again = load(dump(papers, biblatex=biblatex).text).papers
        assert again[0].collections == (("RL: Learning", "Weirs; Locks"), ("Other (x)",))
        assert [paper.collections for paper in again[1:]] == [(), (("RL: Learning",),)]


def test_groups_that_are_searches_stay_in_their_comment(load, dump):
    text = NEW.replace("2 StaticGroup", "1 SearchGroup:Found\\;0\\;title=x\\;0\\;0\\;;\n2 StaticGroup")
    seen = load(text)
    assert "SearchGroup" in seen.papers[-1].extra["bibtex:after"][0]
    assert dump(seen.papers).text.count("jabref-meta: group") == 1 + dump(seen.papers).text.count("groupsversion")
