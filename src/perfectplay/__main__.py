"""``python -m perfectplay`` is the command ``perfectplay``."""

from perfectplay.cli.start import main

if __name__ == "__main__":
    main()
