"""``boundcheck completion SHELL``: a script, made from what the commands take, that completes them in a shell.

The ids of the catalogue are written into it: completing a word starts no program.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bounds.claims.index import entries
from verify.commands.arguments import COMMANDS, add_arguments
from verify.commands.taken import named

HELPERS = {
    "bash": """_boundcheck() {
    local place=${COMP_WORDS[1]} word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} found
    if ((COMP_CWORD == 1)); then place=; fi
    if [[ $place == plot ]] && ((COMP_CWORD > 2)); then place="plot ${COMP_WORDS[2]}"; fi
    COMPREPLY=()
    while IFS= read -r found; do
        if [[ $found == "$word"* ]]; then COMPREPLY+=("$(printf %q "$found")"); fi
    done < <(_boundcheck_words "$place" "$before" "$word")
}
complete -o default -F _boundcheck boundcheck
""",
    "zsh": """_boundcheck() {
    local place=$words[2] before=$words[CURRENT-1]
    local -a found
    if (( CURRENT == 2 )); then place=; fi
    if [[ $place == plot ]] && (( CURRENT > 3 )); then place="plot $words[3]"; fi
    found=("${(@f)$(_boundcheck_words "$place" "$before" "$words[CURRENT]")}")
    compadd -- ${found:#} || _files
}
if ! whence compdef > /dev/null; then autoload -Uz compinit && compinit; fi
compdef _boundcheck boundcheck
""",
    "fish": """function __boundcheck_first
    test (count (commandline -opc)) -eq 1
end
function __boundcheck_at
    set -l typed (commandline -opc)
    for i in (seq (count $argv))
        test "$typed[$(math $i + 1)]" = "$argv[$i]"; or return 1
    end
end
""",
}
"""What finds out, in each shell, where a word is typed."""


@dataclass(frozen=True)
class Place:
    """Where words are typed: after which ones, and what may be typed there."""

    after: str
    actions: tuple[argparse.Action, ...]

    @property
    def options(self) -> list[argparse.Action]:
        """What begins with dashes."""
        return [action for action in self.actions if action.option_strings]

    @property
    def words(self) -> list[str]:
        """What may stand there besides the ids of claims."""
        return [str(word) for action in self.actions if not action.option_strings for word in action.choices or ()]

    @property
    def names(self) -> bool:
        """Whether a claim may be named there."""
        return any(action.type is named and not action.option_strings for action in self.actions)


def run(options: argparse.Namespace) -> int:
    """Print the script for a shell."""
    print(script(options.shell), end="")
    return 0


def script(shell: str) -> str:
    """Return the script that completes ``boundcheck`` in a shell.

    >>> "bylander.5" in script("bash")
    True
    """
    lines = _fish() if shell == "fish" else _words()
    made = f"# completes boundcheck in {shell}; made by: boundcheck completion {shell}"
    return "\n".join([made, HELPERS[shell], *lines, ""])


def places() -> Iterator[Place]:
    """Yield where words may be typed after a command, by what its parser takes."""
    for name in COMMANDS:
        parser = argparse.ArgumentParser()
        add_arguments(parser, name)
        yield from _places(name, parser)


def _places(after: str, parser: argparse.ArgumentParser) -> Iterator[Place]:
    yield Place(after, tuple(parser._actions))
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, part in action.choices.items():
                yield from _places(f"{after} {name}", part)


def _ids() -> str:
    return _quoted(entry.id for entry in entries())


def _quoted(words: Iterable[str]) -> str:
    """Return words as all three shells read them; zsh looks for a program behind a bare =."""
    return " ".join(f"'{word}'" if word.startswith("=") else shlex.quote(word) for word in words)


# --- bash and zsh ----------------------------------------------------------------------------------------


def _words() -> Iterator[str]:
    """Yield the lines of a function that prints what may be typed in a place: after a word, and as one begins."""
    positions = list(places())
    yield f"_boundcheck_ids() {{ {_print(entry.id for entry in entries())}; }}"
    yield "_boundcheck_words() {"
    yield '    case "$1 $2" in'
    for place in positions:
        for option in place.options:
            if option.nargs != 0:
                at = "|".join(shlex.quote(f"{place.after} {text}") for text in option.option_strings)
                what = _then(_print(map(str, option.choices or ())), option.type is named)
                yield f"        {at}) {what + '; ' if what else ''}return ;;"
    yield "    esac"
    yield '    case "$1" in'
    yield _at("", ["--help", "--version"], _print(COMMANDS))
    for place in positions:
        dashed = [text for option in place.options for text in option.option_strings if text.startswith("--")]
        yield _at(place.after, dashed, _then(_print(place.words), place.names))
    yield "    esac"
    yield "}"


def _at(place: str, dashed: Iterable[str], what: str) -> str:
    return f"        {shlex.quote(place)}) case $3 in -*) {_print(dashed)} ;; *) {what} ;; esac ;;"


def _then(prints: str, ids: bool) -> str:
    """Return what prints words, and the ids of claims after them where these may be named."""
    return "; ".join([part for part in (prints, "_boundcheck_ids" * ids) if part])


def _print(words: Iterable[str]) -> str:
    """Return what prints words, a line each; nothing where there are none."""
    quoted = _quoted(words)
    return f"printf '%s\\n' {quoted}" if quoted else ""


# --- fish ------------------------------------------------------------------------------------------------


def _fish() -> Iterator[str]:
    """Yield a line for each command and option, with what its help says."""
    yield "complete -c boundcheck -n __boundcheck_first -f -l help -d 'print help'"
    yield "complete -c boundcheck -n __boundcheck_first -f -l version -d 'print the version'"
    for name, command in COMMANDS.items():
        yield f"complete -c boundcheck -n __boundcheck_first -a {name} -d {_fish_text(command.does)}"
    yield f"set -g __boundcheck_ids {_ids()}"
    for place in places():
        start = f"complete -c boundcheck -n {_fish_text(f'__boundcheck_at {place.after}')}"
        if place.names:
            yield f"{start} -a '$__boundcheck_ids'"
        if place.words:
            yield f"{start} -f -a {_fish_text(_quoted(place.words))}"
        for option in place.options:
            names = [f"-l {text[2:]}" if text.startswith("--") else f"-s {text[1:]}" for text in option.option_strings]
            takes = "" if option.nargs == 0 else " -r"
            takes += f" -f -a {_fish_text(_quoted(map(str, option.choices)))}" if option.choices else ""
            takes += " -f -a '$__boundcheck_ids'" if option.type is named else ""
            yield f"{start} {' '.join(names)}{takes} -d {_fish_text((option.help or '').replace('%%', '%'))}"


def _fish_text(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
