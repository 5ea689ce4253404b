"""Zotero's item types: which fields and which creators each has.

Knows: Zotero's published schema (https://api.zotero.org/schema).
Must not know: bibkit's model. A newer schema only adds fields; a field that is unknown here is kept all the same.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CREATORS", "FIELDS", "ITEM_TYPES"]

_EVERY: Final = "abstractNote language shortTitle url accessDate rights extra citationKey"
_COMMON: Final = f"title date {_EVERY}"
_ARCHIVED: Final = f"{_COMMON} archive archiveLocation libraryCatalog callNumber"
_SERIAL: Final = f"{_ARCHIVED} publicationTitle ISSN"
_VOLUME: Final = "series seriesNumber volume numberOfVolumes edition place publisher ISBN"
_BROADCAST: Final = f"{_ARCHIVED} programTitle episodeNumber place network runningTime"

FIELDS: Final = {
    name: frozenset(fields.split())
    for name, fields in {
        "artwork": f"{_ARCHIVED} artworkMedium artworkSize",
        "audioRecording": f"{_ARCHIVED} audioRecordingFormat seriesTitle volume numberOfVolumes place label runningTime ISBN",
        "bill": f"{_COMMON} billNumber code codeVolume section codePages legislativeBody session history",
        "blogPost": f"{_COMMON} blogTitle websiteType",
        "book": f"{_ARCHIVED} {_VOLUME} numPages",
        "bookSection": f"{_ARCHIVED} {_VOLUME} bookTitle pages",
        "case": f"{_EVERY} caseName court dateDecided docketNumber reporter reporterVolume firstPage history",
        "computerProgram": f"{_ARCHIVED} seriesTitle versionNumber system place company programmingLanguage ISBN",
        "conferencePaper": f"{_ARCHIVED} proceedingsTitle conferenceName place publisher volume pages series DOI ISBN",
        "dataset": f"{_ARCHIVED} identifier type versionNumber repository repositoryLocation format DOI",
        "dictionaryEntry": f"{_ARCHIVED} {_VOLUME} dictionaryTitle pages",
        "document": f"{_ARCHIVED} publisher",
        "email": f"{_EVERY} date subject",
        "encyclopediaArticle": f"{_ARCHIVED} {_VOLUME} encyclopediaTitle pages",
        "film": f"{_ARCHIVED} distributor genre videoRecordingFormat runningTime",
        "forumPost": f"{_COMMON} forumTitle postType",
        "hearing": f"{_COMMON} committee place publisher numberOfVolumes documentNumber pages legislativeBody session history",
        "instantMessage": _COMMON,
        "interview": f"{_ARCHIVED} interviewMedium",
        "journalArticle": f"{_SERIAL} volume issue pages series seriesTitle seriesText journalAbbreviation DOI",
        "letter": f"{_ARCHIVED} letterType",
        "magazineArticle": f"{_SERIAL} volume issue pages",
        "manuscript": f"{_ARCHIVED} manuscriptType place numPages",
        "map": f"{_ARCHIVED} mapType scale seriesTitle edition place publisher ISBN",
        "newspaperArticle": f"{_SERIAL} place edition section pages",
        "patent": f"title {_EVERY} place country assignee issuingAuthority patentNumber filingDate pages applicationNumber "
        "priorityNumbers issueDate references legalStatus",
        "podcast": f"{_COMMON} seriesTitle episodeNumber audioFileType runningTime",
        "preprint": f"{_ARCHIVED} genre repository archiveID place series seriesNumber DOI",
        "presentation": f"{_COMMON} presentationType place meetingName",
        "radioBroadcast": f"{_BROADCAST} audioRecordingFormat",
        "report": f"{_ARCHIVED} reportNumber reportType seriesTitle place institution pages",
        "standard": f"{_ARCHIVED} organization committee type number versionNumber status place publisher DOI numPages",
        "statute": f"{_EVERY} nameOfAct code codeNumber publicLawNumber dateEnacted pages section session history",
        "thesis": f"{_ARCHIVED} thesisType university place numPages",
        "tvBroadcast": f"{_BROADCAST} videoRecordingFormat",
        "videoRecording": f"{_ARCHIVED} videoRecordingFormat seriesTitle volume numberOfVolumes place studio runningTime ISBN",
        "webpage": f"{_COMMON} websiteTitle websiteType",
    }.items()
}  # fmt: skip
"""The fields of each item type."""

_BOOKISH: Final = "author contributor editor translator seriesEditor"
_ARTICLE: Final = "author contributor translator reviewedAuthor"
_SHOW: Final = "director scriptwriter producer castMember contributor guest"

CREATORS: Final = {
    name: tuple(types.split())
    for name, types in {
        "artwork": "artist contributor",
        "audioRecording": "performer contributor composer wordsBy",
        "bill": "sponsor cosponsor contributor",
        "blogPost": "author commenter contributor",
        "book": _BOOKISH,
        "bookSection": f"{_BOOKISH} bookAuthor",
        "case": "author counsel contributor",
        "computerProgram": "programmer contributor",
        "conferencePaper": _BOOKISH,
        "dataset": "author contributor",
        "dictionaryEntry": _BOOKISH,
        "document": "author contributor editor translator reviewedAuthor",
        "email": "author contributor recipient",
        "encyclopediaArticle": _BOOKISH,
        "film": "director contributor scriptwriter producer",
        "forumPost": "author contributor",
        "hearing": "contributor",
        "instantMessage": "author contributor recipient",
        "interview": "interviewee contributor interviewer translator",
        "journalArticle": "author contributor editor translator reviewedAuthor",
        "letter": "author contributor recipient",
        "magazineArticle": _ARTICLE,
        "manuscript": "author contributor translator",
        "map": "cartographer contributor seriesEditor",
        "newspaperArticle": _ARTICLE,
        "patent": "inventor attorneyAgent contributor",
        "podcast": "podcaster contributor guest",
        "preprint": "author contributor editor translator reviewedAuthor",
        "presentation": "presenter contributor",
        "radioBroadcast": _SHOW,
        "report": "author contributor translator seriesEditor",
        "standard": "author contributor",
        "statute": "author contributor",
        "thesis": "author contributor",
        "tvBroadcast": _SHOW,
        "videoRecording": "director contributor scriptwriter producer castMember",
        "webpage": "author contributor translator",
    }.items()
}
"""The creator types of each item type, the main one first."""

ITEM_TYPES: Final = tuple(FIELDS)
