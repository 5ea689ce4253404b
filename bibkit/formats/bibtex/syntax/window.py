"""The text of a file, a piece at a time: grows on demand, forgets what is done, knows lines and columns.

Knows: chunks, line ends (LF, CRLF and CR all become LF) and positions.
Must not know: BibTeX.
"""

from __future__ import annotations

from typing import Final, TextIO

__all__ = ["CHUNK", "Window"]

CHUNK: Final = 1 << 18
"""Characters that are read at once."""


class Window:
    """A window on a stream.

    ``text`` holds what is not done yet, ``complete`` says that no more follows. Positions count from the beginning of
    ``text``; that of the stream lies ``forgotten`` characters before.
    """

    def __init__(self, stream: TextIO) -> None:
        self.text = ""
        self.forgotten = 0
        self.complete = False
        self._stream = stream
        self._held = ""
        self._line = 1
        self._column = 1
        self._counted = 0

    def grow(self, start: int) -> None:
        """Forget the text before ``start`` and read on, at least as much again as is still held.

        Doubling keeps the work linear where one block is larger than a chunk.
        """
        self.locate(start)
        kept = self.text[start:]
        self.forgotten += start
        self._counted = 0
        piece = self._stream.read(max(CHUNK, len(kept)))
        if not piece:
            self.complete = True
        elif not isinstance(piece, str):  # a stream of bytes; the caller decodes, this is for direct use
            piece = bytes(piece).decode("utf-8", "replace")
        piece = self._held + piece
        self._held = ""
        if "\r" in piece:
            if piece[-1] == "\r" and not self.complete:
                self._held, piece = "\r", piece[:-1]
            piece = piece.replace("\r\n", "\n").replace("\r", "\n")
        self.text = kept + piece

    def locate(self, position: int) -> tuple[int, int]:
        """Give line and column of a position, both from 1. Asking in rising order keeps the work linear."""
        text, counted = self.text, self._counted
        if position < counted:
            lines = text.count("\n", position, counted)
            if lines:
                return self._line - lines, position - text.rfind("\n", 0, position)
            return self._line, self._column - (counted - position)
        lines = text.count("\n", counted, position)
        if lines:
            self._line += lines
            self._column = position - text.rfind("\n", counted, position)
        else:
            self._column += position - counted
        self._counted = position
        return self._line, self._column
