"""Follow what is put into HTML back to where it comes from, by the source alone."""

import ast
from collections.abc import Iterator

# Give escaped HTML, or numbers that are written as such.
ESCAPES = {"escape", "decimals", "len", "int", "round", "min", "max", "next_id"}
NUMBERS = {"int", "float", "bool", "Lang", "Paper", "Part", "Column"}


class Module:
    """Hold the functions of one module, and what is escaped inside them."""

    def __init__(self, tree: ast.Module) -> None:
        self.functions = {n.name: n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
        self.tree = tree
        self.asked: set[tuple[str, str]] = set()

    def wrong(self) -> Iterator[str]:
        """Give every value that is put into HTML and may be somebody's text."""
        for function in self.functions.values():
            for node in ast.walk(function):
                if isinstance(node, ast.JoinedStr) and is_html(node):
                    self.asked.clear()
                    yield from (
                        f"{function.name}: {ast.unparse(part.value)}"
                        for part in node.values
                        if isinstance(part, ast.FormattedValue)
                        and not self.safe_part(part, function)
                    )

    def safe_part(self, part: ast.FormattedValue, function: ast.FunctionDef) -> bool:
        """Tell whether a value in an f-string is escaped, a number, or one of our own words."""
        form = ast.unparse(part.format_spec) if part.format_spec else ""
        return form.strip("'f\"").endswith(("f", "g", "d")) or self.safe(part.value, function)

    def safe(self, node: ast.expr, function: ast.FunctionDef) -> bool:
        """Tell the same of an expression."""
        match node:
            case ast.Constant():
                return True
            case ast.JoinedStr():
                parts = [p for p in node.values if isinstance(p, ast.FormattedValue)]
                return all(self.safe_part(part, function) for part in parts)
            case ast.BinOp(op=ast.Sub() | ast.Mult()):
                return True
            case ast.BinOp():
                return self.safe(node.left, function) and self.safe(node.right, function)
            case ast.BoolOp():
                return all(self.safe(value, function) for value in node.values)
            case ast.IfExp():
                return self.safe(node.body, function) and self.safe(node.orelse, function)
            case ast.GeneratorExp() | ast.ListComp():
                return self.safe(node.elt, function)
            case ast.List() | ast.Tuple():
                return all(self.safe(one, function) for one in node.elts)
            case ast.Starred():
                return self.safe(node.value, function)
            case ast.Attribute():
                return node.attr in ("lang", "html")
            case ast.Name():
                return self.safe_name(node.id, function)
            case ast.Call():
                return self.safe_call(node, function)
        return False

    def safe_call(self, node: ast.Call, function: ast.FunctionDef) -> bool:
        called = ast.unparse(node.func)
        if called in ("t", "self.t") and not node.keywords:
            return True  # our own words, as they stand in the catalogue
        last = called.rpartition(".")[2]
        if last in ESCAPES or called.endswith("t.html") or last in ("table", "to_html", "formula"):
            return True
        if last in ("join", "lowered", "float", "str"):
            return all(self.safe(one, function) for one in node.args)
        return last in self.functions and self.safe_function(last)

    def safe_function(self, name: str) -> bool:
        """Tell whether all that a function of this module gives is safe."""
        if (name, "") in self.asked:
            return True
        self.asked.add((name, ""))
        made = self.functions[name]
        given = [n.value for n in ast.walk(made) if isinstance(n, ast.Return) and n.value]
        return all(self.safe(one, made) for one in given)

    def safe_name(self, name: str, function: ast.FunctionDef) -> bool:
        """Tell whether everything that is given to a name is safe."""
        for argument in (*function.args.args, *function.args.kwonlyargs):
            if argument.arg == name:
                kind = ast.unparse(argument.annotation) if argument.annotation else ""
                return kind in NUMBERS
        if (function.name, name) in self.asked:  # it is given itself, with something more
            return True
        self.asked.add((function.name, name))
        given = [value for target, value in bound(function) if target == name]
        return bool(given) and all(value is None or self.safe(value, function) for value in given)


def bound(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr | None]]:
    """Give the names of a function with what each is given; None stands for a counted number."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value
                elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                    pairs = zip(target.elts, node.value.elts, strict=True)
                    yield from ((ast.unparse(name), value) for name, value in pairs)
        elif isinstance(node, ast.AugAssign | ast.NamedExpr) and isinstance(node.target, ast.Name):
            yield node.target.id, node.value
        elif isinstance(node, ast.comprehension | ast.For):
            counted = ast.unparse(node.iter).startswith(("range(", "enumerate("))
            first = node.target.elts[0] if isinstance(node.target, ast.Tuple) else node.target
            if counted:
                yield ast.unparse(first), None
            if isinstance(node.target, ast.Name) and not counted:
                yield node.target.id, node.iter


def is_html(node: ast.JoinedStr) -> bool:
    """Tell whether an f-string writes an element."""
    text = "".join(str(p.value) for p in node.values if isinstance(p, ast.Constant))
    return "</" in text or "/>" in text or text.lstrip().startswith("<")
