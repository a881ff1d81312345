"""``import boundcheck``: every name is there, completes, and is what it is at home; strangers are left alone."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
import tomllib
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import boundcheck
import pytest
from boundcheck import shadows

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PATH = f"import sys; sys.path[:0] = [{str(ROOT)!r}, {str(ROOT / 'verify' / 'facade')!r}]; "


def said(program: str, *, cwd: Path = ROOT) -> str:
    """Run a program in a fresh Python, in a folder, with boundcheck behind everything else."""
    done = subprocess.run([sys.executable, "-c", program], cwd=cwd, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_every_name_is_there_and_is_the_one_at_home() -> None:
    for name in boundcheck.__all__:
        value = getattr(boundcheck, name)
        if isinstance(value, ModuleType):
            assert value.__name__ == boundcheck.MODULES[name]
        elif name != "__version__":
            assert getattr(importlib.import_module(boundcheck._HOME[name]), name) is value
    assert set(dir(boundcheck)) == set(boundcheck.__all__)


def test_the_types_name_what_is_imported() -> None:
    """What a type checker sees is what is there."""
    tree = ast.parse(Path(boundcheck.__file__).read_text(encoding="utf-8"))
    typed = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {alias.name for node in typed.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert seen | {"__version__"} == set(boundcheck.__all__)


def test_modules_of_the_front_door_have_what_they_say() -> None:
    """Power: the door to the games led to a package that has none."""
    assert boundcheck.minimax.experts(2, 4).value == Fraction(3, 4)
    for name in ("attacks", "mail", "minimax", "tables"):
        module = getattr(boundcheck, name)
        assert all(hasattr(module, part) for part in module.__all__), name


def test_another_name_is_refused_and_a_module_of_a_name_is_never_taken_for_a_function() -> None:
    with pytest.raises(AttributeError, match="no attribute 'serch'"):
        _ = boundcheck.serch
    program = "import verify.search.search, verify.judge.check, verify.shrink.shrink, boundcheck as b; print("
    assert said(PATH + program + "b.search.__name__, callable(b.check), callable(b.shrink))") == "search True True\n"


def test_importing_it_imports_nothing_else() -> None:
    heavy = "{'bounds', 'verify', 'sympy', 'numpy', 'pytest', 'hypothesis'}"
    assert said(PATH + f"import boundcheck; print({heavy} & set(sys.modules))") == "set()\n"


def test_the_version_is_the_projects_and_the_licence_is_there() -> None:
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "boundcheck.__version__"}
    assert (ROOT / PROJECT["project"]["license-files"][0]).read_text(encoding="utf-8").startswith("MIT License")
    assert f"## {boundcheck.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_every_package_is_found_by_the_build() -> None:
    """The build installs every folder with an ``__init__``, and the front door beside the three packages."""
    setuptools = pytest.importorskip("setuptools")
    found = PROJECT["tool"]["setuptools"]["packages"]["find"]
    packages = [setuptools.find_packages(str(ROOT / where), include=found["include"]) for where in found["where"]]
    ours = [path.parent for top in ("bounds", "adversaries", "verify") for path in (ROOT / top).rglob("__init__.py")]
    door = ROOT / "verify" / "facade"
    assert set(packages[0]) == {
        ".".join(path.relative_to(ROOT).parts) for path in ours if not path.is_relative_to(door)
    }
    assert set(packages[1]) == {".".join(path.relative_to(door).parts) for path in ours if path.is_relative_to(door)}


def test_an_id_does_wherever_a_claim_does() -> None:
    """Power: each of these ended in an error of Python's, that a text has no such attribute."""
    assert boundcheck.search("bylander.8", instances=0).claim is boundcheck.theorem("bylander.8")
    assert boundcheck.characterised("bylander.8")[-1].value == 2
    assert boundcheck.compare("bylander.11", "bylander.5").verdict == "first"
    block = boundcheck.Instance(boundcheck.Trials.of([[1]], [1]), [1])
    assert boundcheck.replay("bylander.5", block).claim is boundcheck.theorem("bylander.5")


# --- strangers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["verify.py", "bounds/__init__.py"])
def test_a_module_of_the_same_name_is_named_and_not_run(tmp_path: Path, name: str) -> None:
    """Power: the stranger's module ends the process where it is imported."""
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("raise SystemExit('imported')\n")
    behind = PATH.replace("sys.path[:0]", "sys.path[1:1]")
    text = said(
        behind + "import boundcheck\ntry:\n    boundcheck.theorem\nexcept ImportError as e:\n    print(e)", cwd=tmp_path
    )
    assert text.startswith(
        f"boundcheck.theorem cannot be used: {name.partition('.')[0].partition('/')[0]!r} is {tmp_path}"
    )
    assert text.count("\n") == 1


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shadows.shadowed() == ""
    monkeypatch.setattr(shadows, "find_spec", lambda _name: None)
    assert shadows.shadowed().startswith("the package 'bounds' of boundcheck is not installed")


SUITES = {
    "test_own.py": "def test_mine():\n    assert True\n",
    "test_marked.py": "import pytest\n\n@pytest.mark.bound('bylander.5')\ndef test_it(): ...\n",
}


def test_a_project_with_a_verify_of_its_own_starts_its_tests(tmp_path: Path) -> None:
    """Only a test that asks for boundcheck fails, and says why."""
    for name, text in SUITES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "verify.py").write_text("raise SystemExit('imported')\n")
    behind = PATH.replace("sys.path[:0]", "sys.path[1:1]")
    plugins = "'-p', 'no:boundcheck', '-p', 'boundcheck.plugin.hooks', '-p', 'no:cacheprovider'"
    text = said(behind + f"import pytest; pytest.main([{plugins}])", cwd=tmp_path)
    assert f"boundcheck stands aside: 'verify' is {tmp_path / 'verify.py'} here, which hides" in text
    assert "1 failed, 1 passed" in text


def test_the_command_says_what_hides_it(tmp_path: Path) -> None:
    """Power: ``python -m boundcheck`` beside a verify.py ended in a traceback."""
    (tmp_path / "verify.py").write_text("raise SystemExit('imported')\n")
    behind = PATH.replace("sys.path[:0]", "sys.path[1:1]")
    text = said(behind + "from boundcheck.__main__ import main\nprint(main())", cwd=tmp_path)
    place = tmp_path / "verify.py"
    assert f"boundcheck: 'verify' is {place} here, which hides a package of boundcheck" in text
    assert text.startswith("2\n")
    assert text.count("\n") == 2


# --- completion ------------------------------------------------------------------------------------------

COMPLETIONS = """
from IPython.core.completer import provisionalcompleter
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.run_cell("import boundcheck; from boundcheck import theorem", store_history=False)
with provisionalcompleter():
    for typed in ("boundcheck.", "theorem('kitani.eq3", 'theorem("bylander.5.d', "f('kitani."):
        print([found.text for found in shell.Completer.completions(typed, len(typed))])
"""


def test_tab_completes_in_ipython(tmp_path: Path) -> None:
    """With the defaults of IPython: names of the front door, and ids where an id is meant."""
    pytest.importorskip("IPython")
    printed = said(f"import os; os.environ['IPYTHONDIR'] = {str(tmp_path)!r}\n{PATH}\n{COMPLETIONS}").splitlines()
    front, ids, one, none = [ast.literal_eval(line) for line in printed[-4:]]
    assert {"search", "theorem", "Trials", "derive", "symbols"} <= set(front)
    assert {"kitani.eq34", "kitani.eq35.printed"} <= set(ids)
    assert one == ["bylander.5.delta"]
    assert not [text for text in none if text.startswith("kitani.")]


WRONG = {
    "loss is 5; give a text": lambda: boundcheck.derive(RULE, loss=5),  # type: ignore[arg-type]
    "tasks is 5; give a list, each a whole number": lambda: boundcheck.search("bylander.5", tasks=5),  # type: ignore[arg-type]
    "L is '8'; give a whole number": lambda: boundcheck.certify("bylander.5", "8"),  # type: ignore[arg-type]
    "the data frame is 5; give one": lambda: boundcheck.Trials.from_dataframe(5),
    "give read_claim('mine.toml')": lambda: boundcheck.search("mine.toml"),
}
RULE = "w + eta*y*x if y*yhat <= 0 else w"


@pytest.mark.parametrize("said", WRONG)
def test_what_is_of_a_wrong_type_is_named_with_what_to_give(said: str) -> None:
    """Power: the first four ended in an error of Python's, such as a NoneType that is not subscriptable."""
    with pytest.raises(boundcheck.BoundcheckError) as refused:
        WRONG[said]()
    assert said in str(refused.value)


def test_results_show_in_a_plain_python_as_they_print() -> None:
    """Power: what was derived was pages of its parts, and what was certified did not say for which parameters."""
    derived, certified = boundcheck.derive(RULE, separable=True), boundcheck.certify("kitani.winnow", 2)
    assert (
        repr(derived) == str(derived) == "sum of mistake <= U**2/(eta*(2 - X**2*eta))\nfor X**2*eta < 2, "
        "where hinge of u is 0 on every trial\ngiven norm(u, 2) <= U, norm(x, 2) <= X"
    )
    assert repr(certified) == str(certified)
    assert "  parameters   n = 4, k = 1" in str(certified).splitlines()
