"""``boundcheck`` and ``python -m boundcheck``: the command, where no other program's modules hide its own."""

import sys
from importlib import import_module

from boundcheck.shadows import shadowed


def main() -> int:
    """Run the command line; say in a line, and with exit code 2, what hides the packages that it needs."""
    problem = shadowed()
    if problem:
        print(f"boundcheck: {problem}", file=sys.stderr)
        return 2
    code: int = import_module("verify.cli").main()
    return code


if __name__ == "__main__":
    sys.exit(main())
