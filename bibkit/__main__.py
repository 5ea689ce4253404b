"""``python -m bibkit`` is the command ``bibkit``."""

from bibkit.cli import main

if __name__ == "__main__":
    main()
