"""What ``boundcheck serve`` is asked: a request in JSON as the arguments of a command, and the schema of requests."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from bounds.errors import BoundcheckError
from verify.commands.arguments import COMMANDS, add_arguments

ASKED: dict[str, tuple[str, ...]] = {
    "list": ("words",),
    "show": ("claim",),
    "check": ("claim", "trials"),
    "search": ("claim",),
    "certify": ("claim",),
    "prove": ("claim",),
    "derive": ("rule",),
    "tune": ("claim",),
    "replay": ("certificate",),
}
"""The commands that can be asked for, and what stands in the places of their positional arguments."""

OTHERS = ("state", "cancel", "schema")
"""What else can be asked: to keep a claim under a name, to end another request, and what can be asked."""

HIDDEN = {"help", "json", "out", "verbose", "trace", "latex", "where"}
"""Options that requests do not have: they write files, or lines for people."""

OF_ALL = ("id", "do", "timeout")
"""Keys that every request may have."""

NAME = re.compile(r"[A-Za-z]\w{0,39}", re.ASCII)


@cache
def _options(command: str) -> Mapping[str, argparse.Action]:
    """Return a command's options by the keys that they have in a request."""
    parser = argparse.ArgumentParser(add_help=False)
    add_arguments(parser, command)
    named = {max(a.option_strings, key=len)[2:].replace("-", "_"): a for a in parser._actions if a.option_strings}
    return {name: action for name, action in named.items() if name not in HIDDEN}


def arguments(request: Mapping[str, Any], folder: Path) -> list[str]:
    """Return a request as the arguments of its command; what is given whole is written into the folder first.

    Raises BoundcheckError for a key that the command does not have, and for a value that is none.

    >>> arguments({"do": "search", "claim": "bylander.5", "bound": "U**2", "set": {"X": "1"}}, Path("."))
    ['search', 'bylander.5', '--bound=U**2', '--set=X=1', '--json']
    """
    command = request.get("do")
    if not isinstance(command, str) or command not in ASKED:
        raise BoundcheckError(f"do is {command!r}; it is one of {', '.join((*ASKED, *OTHERS))}")
    places, known = ASKED[command], _options(command)
    unknown = [key for key in request if key not in {*places, *known, *OF_ALL}]
    if unknown:
        raise BoundcheckError(f"{command} has no {unknown[0]!r}; it has {', '.join((*places, *known, *OF_ALL[2:]))}")
    words = [command]
    for place in places:
        words += _placed(place, request[place], folder) if place in request else []
    for name, action in known.items():
        words += _option(name, action, request[name]) if name in request else []
    return [*words, "--json"]


def _placed(place: str, value: Any, folder: Path) -> list[str]:
    """Return what stands for a value: a text as it is, or the file that holds it."""
    if place == "words":
        return [_text(place, word) for word in (value if isinstance(value, list) else [value])]
    if place == "claim" and isinstance(value, str) and (kept := folder / f"{value}.json").is_file():
        return [str(kept)]
    if isinstance(value, dict) or (place == "trials" and isinstance(value, list)):
        text = json.dumps(value)
        return [str(write(folder, f"{place}_{sha256(text.encode()).hexdigest()[:12]}", text))]
    return [_text(place, value)]


def _text(place: str, value: Any) -> str:
    if not isinstance(value, str) or value.startswith("-"):
        raise BoundcheckError(
            f"{place} is {json.dumps(value)[:80]}; give a text that does not begin with '-', or an object"
        )
    return value


def write(folder: Path, name: str, text: str) -> Path:
    """Write a text into a file of the folder, and return the file."""
    file = folder / f"{name}.json"
    file.write_text(text, encoding="utf-8")
    return file


def _option(name: str, action: argparse.Action, value: Any) -> list[str]:
    """Return an option with its values."""
    option = f"--{name.replace('_', '-')}"
    if action.nargs == 0:
        if not isinstance(value, bool):
            raise BoundcheckError(f"{name} is {json.dumps(value)[:80]}; give true or false")
        return [option] if value else []
    if isinstance(value, dict):
        value = [f"{key}={entry}" for key, entry in value.items()]
    given = [str(entry) for entry in (value if isinstance(value, list) else [value])]
    if action.nargs is not None:
        return [option, *(_text(name, entry) for entry in given)]
    if len(given) != 1 and not isinstance(action, argparse._AppendAction):
        raise BoundcheckError(f"{name} is {json.dumps(value)[:80]}; give one value")
    return [f"{option}={entry}" for entry in given]


def schema() -> dict[str, Any]:
    """Return the JSON schema of a request: one form for each command, and those for the session itself.

    >>> [form["properties"]["do"]["const"] for form in schema()["oneOf"]][:3]
    ['list', 'show', 'check']
    """
    forms = [command_schema(command) for command in ASKED]
    named = {"name": {"type": "string", "pattern": NAME.pattern}, "claim": {"type": "object"}}
    forms.append(_form("state", "keep a claim under a name", named, ["name", "claim"]))
    forms.append(_form("cancel", "end the request with this id", {}, ["id"]))
    forms.append(_form("schema", "this schema", {}, []))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "a line of boundcheck serve",
        "oneOf": forms,
    }


def command_schema(command: str) -> dict[str, Any]:
    """Return the JSON schema of the requests for a command."""
    either = [{"type": "string"}, {"type": "object"}, {"type": "array"}]
    properties: dict[str, Any] = {place: {"anyOf": either} for place in ASKED[command]}
    for name, action in _options(command).items():
        properties[name] = {**_type(action), "description": action.help}
    properties["timeout"] = {"type": "number", "description": "seconds after which the request is cancelled"}
    wanted = [place for place in ASKED[command] if place not in ("words", "trials")]
    return _form(command, COMMANDS[command].does, properties, wanted)


def _form(command: str, does: str, properties: Mapping[str, Any], wanted: list[str]) -> dict[str, Any]:
    known = {"id": {"type": ["string", "integer"]}, "do": {"const": command}, **properties}
    return {
        "type": "object",
        "description": does,
        "properties": known,
        "required": ["do", *wanted],
        "additionalProperties": False,
    }


def _type(action: argparse.Action) -> dict[str, Any]:
    if action.nargs == 0:
        return {"type": "boolean"}
    if action.choices is not None:
        return {"enum": list(action.choices)}
    if action.dest == "set":
        return {"type": ["object", "array"]}
    if isinstance(action, argparse._AppendAction) or action.nargs is not None:
        return {"type": "array", "items": {"type": "string"}}
    return {"type": ["string", "number"]}
