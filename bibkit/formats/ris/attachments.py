"""The link tags L1 to L4 and what they point at.

Knows: L1 is a file (PDF above all), L2 a full text, L3 related records, L4 an image (RIS Format
Specifications, "Link to ..." fields).
Must not know: other tags.
"""

from __future__ import annotations

import re
from typing import Final

from bibkit.model import Attachment

__all__ = ["decode_attachment", "encode_attachment"]

_ADDRESS: Final = re.compile(r"(?!file:|internal-pdf:)[A-Za-z][A-Za-z0-9+.-]+:(?!\\)", re.IGNORECASE)
_MEDIA_TYPES: Final = {
    "pdf": "application/pdf",
    "ps": "application/postscript",
    "epub": "application/epub+zip",
    "txt": "text/plain",
    "html": "text/html",
    "htm": "text/html",
    "gif": "image/gif",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "png": "image/png",
    "svg": "image/svg+xml",
    "tif": "image/tiff",
    "tiff": "image/tiff",
}


def decode_attachment(tag: str, text: str) -> Attachment:
    """Read a link; the media type is told by the suffix, else by the tag.

    >>> decode_attachment("L1", "https://example.org/pond.pdf")
    Attachment(title='', path='', url='https://example.org/pond.pdf', media_type='application/pdf')
    """
    suffix = text.rpartition(".")[2].lower()
    media_type = _MEDIA_TYPES.get(suffix) or ("text/html" if tag == "L2" else "")
    if _ADDRESS.match(text):
        return Attachment(url=text, media_type=media_type)
    return Attachment(path=text, media_type=media_type)


def encode_attachment(attachment: Attachment) -> tuple[str, str]:
    """Give tag and value for an attachment; an empty value where it points at nothing.

    >>> encode_attachment(Attachment(path="pond.png", media_type="image/png"))
    ('L4', 'pond.png')
    """
    media_type = attachment.media_type
    tag = "L4" if media_type.startswith("image/") else "L2" if media_type == "text/html" else "L1"
    return tag, attachment.url or attachment.path
