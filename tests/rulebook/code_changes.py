"""Small changes to the code that a clause names: a reversed comparison, a call left out, a number one higher, another
value in a book.

Each is made in the running process, which is a fork that ends soon after. A function is changed by giving it other
compiled code, so that every module that imported it has the change.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import inspect
import textwrap
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from types import FunctionType, MemberDescriptorType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from boxseat.money import Odds
from boxseat.people.roles import Power
from boxseat.rulebook.book import Cited
from boxseat.rulebook.load import cited_values, open_book

Definition = ast.FunctionDef | ast.AsyncFunctionDef
INVERSE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    one: other
    for pair in ((ast.Eq, ast.NotEq), (ast.Lt, ast.GtE), (ast.Gt, ast.LtE), (ast.Is, ast.IsNot), (ast.In, ast.NotIn))
    for one, other in (pair, pair[::-1])
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Add,
}


@dataclass(frozen=True)
class Change:
    """One change: its description, and the function that makes it."""

    what: str
    make: Callable[[], None]


def changes(where: str) -> list[Change]:
    """All changes to one piece of code or one value of a book, as the register names it; none for a page."""
    if where.startswith("web/"):
        return []
    if where.startswith("books/"):
        book, _, key = where.removeprefix("books/").partition(".toml:")
        return list(_in_book(book, key))
    module, _, names = where.partition(":")
    owner: Any = None
    found: Any = importlib.import_module(module)
    for name in names.split("."):
        owner, found = found, getattr(found, name)
    return list(_in_code(owner, names.rpartition(".")[2], found))


def caches() -> list[functools._lru_cache_wrapper[Any]]:
    """The caches of the package and its tests, except those of books, which stay the same objects."""
    gc.unfreeze()  # frozen objects are not among those of `gc.get_objects`
    return [
        cached
        for cached in gc.get_objects()
        if isinstance(cached, functools._lru_cache_wrapper)
        and (getattr(cached, "__module__", "") or "").startswith(("boxseat.", "tests."))
        and cached.__name__ not in ("_own_book", "clauses")
    ]


def _in_code(owner: Any, name: str, found: Any) -> Iterator[Change]:
    if isinstance(found, functools._lru_cache_wrapper):
        found = found.__wrapped__
    if isinstance(found, functools.cached_property):
        found = found.func
    if isinstance(found, property):
        found = found.fget
    if isinstance(getattr(found, "fn", None), FunctionType):
        found = found.fn  # A route.
    if isinstance(found, FunctionType):
        yield from _in_function(found)
    elif isinstance(found, MemberDescriptorType):
        yield from _in_field(owner, name)
    elif isinstance(found, dict):
        yield from _in_powers(found)
    elif isinstance(found, type):
        for attribute, member in list(vars(found).items()):
            if isinstance(member, FunctionType | property | MemberDescriptorType):
                yield from _in_code(found, attribute, member)


# Functions


def _in_function(function: FunctionType) -> Iterator[Change]:
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):
        return  # A method that a decorator wrote.
    tree = ast.parse(textwrap.dedent(source)).body[0]
    if not isinstance(tree, Definition):
        return
    tree.decorator_list, tree.args.defaults, tree.args.kw_defaults = [], [], [None] * len(tree.args.kwonlyargs)
    found = False
    for place, node in enumerate(ast.walk(tree)):
        for what, edit in _edits(tree, node):
            found = True
            yield _recompiled(function, tree, place, what, edit)
    if not found:
        edit = functools.partial(_set, field="value", new=ast.Constant(None))
        for place, node in enumerate(ast.walk(tree)):
            if isinstance(node, ast.Return):
                yield _recompiled(function, tree, place, "returns nothing", edit)


def _recompiled(function: FunctionType, tree: Definition, place: int, what: str, edit: Callable[[Any], None]) -> Change:
    def make() -> None:
        changed = deepcopy(tree)
        edit(list(ast.walk(changed))[place])
        module = ast.fix_missing_locations(ast.Module([changed], []))
        flags = function.__code__.co_flags & 0x1000000  # Annotations that are not evaluated.
        compiled = compile(module, function.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
        function.__code__ = next(code for code in compiled.co_consts if hasattr(code, "co_code"))

    line = getattr(list(ast.walk(tree))[place], "lineno", 0)
    return Change(f"{function.__qualname__}, line {line}: {what}", make)


def _edits(tree: Definition, node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:
    """The possible changes at a node of a function, as edits of a copy of the node."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        inverse = INVERSE.get(type(node.ops[0]))
        if inverse is not None:
            yield f"turns `{ast.unparse(node)}` round", functools.partial(_set, field="ops", new=[inverse()])
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"and/or in `{ast.unparse(node)}`", functools.partial(_set, field="op", new=other)
    elif isinstance(node, ast.If | ast.While | ast.IfExp) and not isinstance(node.test, ast.Compare | ast.BoolOp):
        yield f"turns `{ast.unparse(node.test)}` round", functools.partial(_negate, field="test")
    elif isinstance(node, ast.BinOp) and type(node.op) in SWAPPED:
        yield f"other sign in `{ast.unparse(node)}`", functools.partial(_set, field="op", new=SWAPPED[type(node.op)]())
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        new = not node.value if isinstance(node.value, bool) else node.value + 1
        yield f"{new} for {node.value}", functools.partial(_set, field="value", new=new)
    elif isinstance(node, ast.For | ast.comprehension) and not isinstance(node.iter, ast.Constant):
        yield (
            f"nothing in `{ast.unparse(node.iter)}`",
            functools.partial(_set, field="iter", new=ast.Tuple([], ast.Load())),
        )
    elif isinstance(node, ast.match_case):
        yield f"never `{ast.unparse(node.pattern)}`", functools.partial(_set, field="guard", new=ast.Constant(False))
    elif isinstance(node, ast.Return) and node.value is not None:
        yield from _other_results(tree, node.value)
    elif isinstance(node, Definition | ast.If | ast.For | ast.While | ast.With):
        for field in ("body", "orelse"):
            yield from _left_out(field, getattr(node, field, []))


def _other_results(tree: Definition, value: ast.expr) -> Iterator[tuple[str, Callable[[Any], None]]]:
    said = ast.unparse(tree.returns) if tree.returns else ""
    what = f"another result than `{ast.unparse(value)[:60]}`"
    if isinstance(value, ast.Compare | ast.Constant):
        return  # Changed themselves.
    if said == "bool":
        yield what, functools.partial(_negate, field="value")
    elif said.endswith("| None"):
        yield what, functools.partial(_set, field="value", new=ast.Constant(None))
    elif said.startswith("tuple[") and said.endswith("...]"):
        yield what, functools.partial(_set, field="value", new=ast.Tuple([], ast.Load()))
    elif said == "str":
        yield what, functools.partial(_set, field="value", new=ast.Constant(""))
    elif said in ("int", "Cents"):
        yield what, functools.partial(_add_one, field="value")


def _left_out(field: str, body: Sequence[ast.stmt]) -> Iterator[tuple[str, Callable[[Any], None]]]:
    for index, statement in enumerate(body):
        yields = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Yield | ast.YieldFrom)
        calls = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
        if yields or calls or isinstance(statement, ast.AugAssign):
            yield f"without `{ast.unparse(statement)[:60]}`", functools.partial(_leave_out, field=field, index=index)


def _set(node: ast.AST, field: str, new: Any) -> None:
    setattr(node, field, new)


def _negate(node: ast.AST, field: str) -> None:
    setattr(node, field, ast.UnaryOp(ast.Not(), getattr(node, field)))


def _add_one(node: ast.AST, field: str) -> None:
    setattr(node, field, ast.BinOp(getattr(node, field), ast.Add(), ast.Constant(1)))


def _leave_out(node: ast.AST, field: str, index: int) -> None:
    """The statement stays where it is never reached, since a function with a `yield` is a generator."""
    body = getattr(node, field)
    body[index] = ast.If(ast.Constant(False), [body[index]], [])


# Values


def _in_book(game: str, key: str) -> Iterator[Change]:
    book = open_book(game)
    cited: Any = dict(cited_values(book)).get(key)
    if cited is None:  # The lines of the payout table.
        for line in book.payouts.lines:
            other = _other(line.odds)
            yield Change(f"{line.clause}: {other} for {line.odds}", functools.partial(_put, line, "odds", other))
        return
    section = type(getattr(book, key.partition(".")[0]))
    kind = get_args(get_type_hints(section)[key.rpartition(".")[2]])[0]
    for new in _others(cited, kind):
        yield Change(f"{new!r} for {cited.value!r}", functools.partial(_put, cited, "value", new))
    yield Change(f"cites another clause than {cited.clause}", functools.partial(_put, cited, "clause", "0.0"))
    for value, clause in cited.clauses.items():
        change = functools.partial(cited.clauses.__setitem__, value, "0.0")
        yield Change(f"cites another clause than {clause} for {value}", change)


def _others(cited: Cited[Any], kind: Any) -> list[Any]:
    permitted = cited.permitted if isinstance(cited.permitted, tuple) else ()
    literal = get_args(kind) if get_origin(kind) is Literal else ()
    found = [value for value in (*permitted, *literal) if value != cited.value]
    return found or [_other(cited.value)]


def _other(value: Any) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Odds):
        return Odds(f"{value.pays + value.per}:{value.per}")
    if isinstance(value, int):
        return type(value)(value + (1 if value < 100 else value))  # Amounts and times are doubled.
    if isinstance(value, str):
        return value[:-1] if len(value) > 1 else value + "2"
    if isinstance(value, tuple) and value:
        if all(isinstance(one, int) for one in value):
            return (*value[:-1], value[-1] - 1)
        return value[:-1] if len(value) == 1 else value[::-1]
    if isinstance(value, dict) and value:
        return dict(list(value.items())[:-1])
    return None


def _put(struct: msgspec.Struct, field: str, new: Any) -> None:
    msgspec.structs.force_setattr(struct, field, new)


def _in_field(owner: Any, name: str) -> Iterator[Change]:
    """A field that reads as another value than it has."""
    field = vars(owner).get(name)
    if not isinstance(field, MemberDescriptorType):
        return

    def make() -> None:
        setattr(owner, name, property(lambda struct: _other(field.__get__(struct))))

    yield Change(f"another value in {owner.__name__}.{name}", make)


def _in_powers(needs: dict[Any, Any]) -> Iterator[Change]:
    """Commands that everyone may give."""
    for command, power in needs.items():
        if power is not Power.PLAY:
            yield Change(f"{command.__name__} for everybody", functools.partial(needs.__setitem__, command, Power.PLAY))
