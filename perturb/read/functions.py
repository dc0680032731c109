"""Names with an argument: s_i(A), lambda_max(A), tr A, det A, diag(x), Re A, ReLU(x)."""

from __future__ import annotations

from perturb.read import signs
from perturb.read.complexes import is_complex
from perturb.read.components import exchanged_at, over, run_of
from perturb.read.errors import NotUnderstood
from perturb.read.families import Function
from perturb.read.heads import Head
from perturb.read.layers import layer
from perturb.read.products import as_matrix, node
from perturb.read.scope import Scope, Value, is_matrix, scalarlike
from perturb.read.scripts import by, component, raised, subscript
from perturb.read.symmetry import is_symmetric
from perturb.read.syntax import Bracketed, Dots, FactorList, Node, bare, joined_again, written
from perturb.vocab.grammar.kinds import Interval, Kind
from perturb.vocab.grammar.ranges import indices
from perturb.vocab.grammar.tree import WORDS, Expr, as_expr, const

SINGULAR = {"": "s", "1": "s1", "max": "s1", "min": "s_min", "*": "s_star"}
EIGEN = {"": "lam", "max": "lam_max", "min": "lam_min"}
SORTED = ("downarrow", "uparrow")
PLACE = indices("place")[0]
FULL = {
    "band": "banded",
    "lsv": "left_singular_vector",
    "rsv": "right_singular_vector",
    "vec": "vec_columns",
}
OF_COLUMNS = ("sigma", "s", "Omega", "omega")  # what rectangular matrices have, too
OF_NUMBERS = {"log": ("log", "mat_log"), "exp": ("exp", "mat_exp"), "sqrt": ("sqrt", "mat_sqrt")}


def applied(head: Head, args: list[Node], scope: Scope) -> Value:
    """A name with its arguments, and what stands above it."""
    found = _applied(head, args, scope)
    for to in head.above:
        name = written(to)
        if (
            name in SORTED
            or (head.letter.name == "phi" and name == "prime")
            or (head.letter.name == "s" and name == "ReLU")
            or name == "@C"
        ):
            continue
        found = raised(found, to, scope)
    return found


def _applied(head: Head, args: list[Node], scope: Scope) -> Value:
    letter = head.letter
    if letter.upright or letter.name in ("Re", "Im", "Tr"):
        return _upright(head, args, scope)
    if letter.name == "s" and [written(to) for to in head.above] == ["ReLU"]:
        vector = node("relu_singular_values", _only(head, args, scope))
        return vector if head.sub is None else component(vector, head.sub, scope)
    if letter.name in ("sigma", "s", "lambda"):
        return _spectral(head, _only(head, args, scope), scope)
    if (
        letter.name == "Omega"
        and head.sub is None
        and len(args) == 1
        and (A := layer(args[0], scope)) is not None
    ):
        return node("relu_width", A)
    one = {
        "kappa": "kappa",
        "rho": "spectral_radius",
        "r": "spectral_radius",
        "w": "numerical_radius",
        "Omega": "operator_width",
        "Gamma": "gamma",
        "omega_bar": "spherical_width",
    }
    if letter.name in one and (head.sub is None or (letter.name == "kappa" and written(head.sub) == "2")):
        if letter.name == "rho":
            scope.choose(r"\rho(A)", ("spectral radius",), letter.pos)
        of_number = letter.name == "Gamma"
        return node(
            one[letter.name], _values(args, 1, head, scope)[0] if of_number else _only(head, args, scope)
        )
    if letter.name == "omega" and head.sub is None:
        said = "numerical radius" if "numerical radius" in scope.flags else ""
        taken = scope.choose(r"\omega(A)", ("mean width", "numerical radius"), letter.pos, said)
        return node("mean_width" if taken == "mean width" else "numerical_radius", _only(head, args, scope))
    return _further(head, args, scope)


def _further(head: Head, args: list[Node], scope: Scope) -> Value:
    name, sub = head.letter.name, head.sub
    if name == "d" and len(args) == 2:
        inner = [_spectrum_of(arg, scope) for arg in args]
        return node("matching_distance", *inner)
    if name == "d":
        found = node("diagonal", _only(head, args, scope))
        return found if sub is None else component(found, sub, scope)
    if (
        name == "phi"
        and sub is not None
        and [written(to) for to in head.above] == ["prime"]
        and len(args) == 1
    ):
        return _slopes(scope.expr(args[0]), scope.expr(sub), args[0])
    if name == "P" and sub is not None and len(args) == 1 and (ends := _from_to(sub)) is not None:
        first, last = (subscript(end, scope) for end in ends)
        return node("spectral_projection", scope.expr(args[0]), first, last)
    if name in ("P", "v") and sub is not None and len(args) == 1:
        word = "eigenprojection" if name == "P" else "eigenvector"
        return node(word, scope.expr(args[0]), subscript(sub, scope))
    raise NotUnderstood(f"{head.letter.written} is not known as a function here", head.letter.pos)


def _slopes(x: Expr, slope: Expr, at: Node) -> Expr:
    """The slopes of a layer at a vector; at a component that of the vector."""
    if x.kind is Kind.VECTOR:
        return node("slopes", x, slope)
    places = [k for one in x.walk() if one.word.name in ("component", "entry") for k in one.args[1:]]
    for k in sorted(places, key=lambda k: k.word.name != "index"):
        vector = over(exchanged_at(x, k, PLACE), PLACE)
        if vector is not None and vector.kind is Kind.VECTOR:
            return node("component", node("slopes", vector, slope), k)
    raise NotUnderstood("the slopes are of a vector", at.pos)


def _from_to(sub: Node) -> tuple[Node, Node] | None:
    """The ends of 1..k."""
    sub = bare(sub)
    at = [k for k, (_, one) in enumerate(getattr(sub, "parts", ())) if isinstance(bare(one), Dots)]
    if not isinstance(sub, FactorList) or len(at) != 1 or not 0 < at[0] < len(sub.parts) - 1:
        return None
    return joined_again(sub.parts[: at[0]]), joined_again(sub.parts[at[0] + 1 :])


def _spectrum_of(arg: Node, scope: Scope) -> Expr:
    found = scope.expr(arg)
    if found.word.name != "lam":
        raise NotUnderstood("the distance d is between two spectra, d(\\lambda(A), \\lambda(B))", arg.pos)
    return found.args[0]


def _only(head: Head, args: list[Node], scope: Scope) -> Expr:
    """The one argument, a matrix."""
    name = head.letter.written
    if len(args) != 1:
        raise NotUnderstood(f"{name} takes one argument", head.letter.pos)
    found = scope.expr(args[0])
    if head.letter.name in OF_COLUMNS:
        found = as_matrix(found, args[0].pos, scope)
    if found.kind is not Kind.MATRIX:
        raise NotUnderstood(f"{name} is of a matrix, and this is a {found.kind.value}", args[0].pos)
    return found


def _spectral(head: Head, A: Expr, scope: Scope) -> Expr:
    """Singular values and eigenvalues, all of them or one."""
    sub = "" if head.sub is None else written(head.sub)
    rising = [written(to) for to in head.above if written(to) in SORTED] == ["uparrow"]
    if marked_complex(head):
        vector = node("complex_s" if head.letter.name in ("sigma", "s") else "complex_lam", A)
        return vector if head.sub is None else component(vector, head.sub, scope)
    if head.letter.name in ("sigma", "s"):
        return singular(A, head.sub, sub, scope)
    if rising or "ascending" in scope.flags or scope.wanted.get(r"\lambda_i") == "ascending":
        return eigen(A, head.sub, sub, scope, True, head.letter.pos)
    return eigen(A, head.sub, sub, scope, False, head.letter.pos)


def marked_complex(head: Head) -> bool:
    """Is the field written above, as in s^C(A)?"""
    return any(written(to) == "@C" for to in head.above)


def singular(A: Expr, at: Node | None, sub: str, scope: Scope) -> Expr:
    complex_ = is_complex(A, scope)
    if at is not None and sub in SINGULAR and sub:
        return node(SINGULAR[sub], A)
    vector = node("complex_s" if complex_ else "s", A)
    return vector if at is None else component(vector, at, scope)


def eigen(A: Expr, at: Node | None, sub: str, scope: Scope, ascending: bool, pos: int) -> Expr:
    if sub in ("max", "min"):
        return node(EIGEN[sub], A)
    vector = node("complex_lam" if is_complex(A, scope) else "lam", A)
    if at is None:
        return node("ascending", vector) if ascending else vector
    scope.choose(r"\lambda_i", ("descending", "ascending"), pos, "ascending" if ascending else "")
    k = subscript(at, scope)
    if not ascending:
        return node("component", vector, k)
    n = node("cols", A)
    if scope.sides(k) == scope.sides(n):
        return node("component", vector, const(1))
    if k is const(1):
        return node("component", vector, _own_size(A, scope))
    return node("component", vector, node("sub", node("add", _own_size(A, scope), const(1)), k))


def _own_size(A: Expr, scope: Scope) -> Expr:
    """The number of columns by the first input that has it."""
    for name in scope.sizes:
        if scope.sides(size := scope.size(name, 0)) == [(found[1],) for found in scope.sides(A)]:
            return size
    return node("cols", A)


def _upright(head: Head, args: list[Node], scope: Scope) -> Value:
    name = "Tr" if head.letter.name == "Tr" else head.letter.name
    word = signs.named_word(name)
    if word == "relu":
        return _relu(args, scope, head)
    if word in ("Re", "Im"):
        return _parts(word, args, scope, head)
    if word == "diag":
        return _diag(head, args, scope)
    if word == "exp" and head.sub is not None and written(head.sub) == "circ":
        return node("entrywise_exp", *_values(args, 1, head, scope))
    if word in ("length", "log", "exp", "sqrt") and len(args) > 1:  # log (x, y), of a list
        return node(word, listed(args, scope))
    if word in OF_NUMBERS and head.sub is None:
        (one,) = _values(args, 1, head, scope)
        return node(OF_NUMBERS[word][is_matrix(one)], one)
    if word == "degrees":
        (degrees,) = (node(word, one) for one in _values(args, 1, head, scope))
        return degrees if head.sub is None else node("component", degrees, subscript(head.sub, scope))
    if word in ("rows", "cols"):
        return node(word, *_values(args, 1, head, scope))
    if head.sub is not None and word not in ("lower", "upper", "band", "lsv", "rsv"):
        raise NotUnderstood(f"a subscript of {name} is not read", head.sub.pos)
    if word == "reshape" and len(args) == 2:  # reshape(A, m x n)
        args = [args[0], *(by(args[1]) or args[1:])]
    found = _values(args, None, head, scope)
    found = [_fitting(word, k, *pair, scope) for k, pair in enumerate(zip(found, args, strict=True))]
    if word == "vec":
        turned = found[0].word.name == "T"
        return node("vec_rows" if turned else "vec_columns", found[0].args[0] if turned else found[0])
    if word == "trace" or word == "det":
        return traced(word, found, scope, head)
    if word == "permanent" and (marked_complex(head) or is_complex(found[0], scope)):
        if not marked_complex(head) and not symmetric(found[0], scope):
            raise NotUnderstood("the permanent of a complex matrix is no real number", head.letter.pos)
        return node("hermitian_permanent", *found)
    if marked_complex(head):
        raise NotUnderstood(f"{name} of a complex matrix has no word", head.letter.pos)
    return _called(word, found, head, scope)


def _fitting(word: str, k: int, found: Expr, arg: Node, scope: Scope) -> Expr:
    """A vector as the column that it is, where the word takes matrices of any shape."""
    name = FULL.get(word, word)
    target = next((w for w in WORDS.values() if name in (w.called, w.name)), None)
    wanted = target.accepts[k : k + 1] if target is not None and target.accepts is not None else ()
    takes = wanted == (Kind.MATRIX,) and target is not None and not target.square
    return as_matrix(found, arg.pos, scope) if takes else found


def traced(word: str, found: list[Expr], scope: Scope, head: Head) -> Expr:
    """The trace and the determinant, of complex matrices by words of their own."""
    if len(found) != 1 or found[0].kind is not Kind.MATRIX:
        raise NotUnderstood(f"{head.letter.name} is of a matrix", head.letter.pos)
    if marked_complex(head) or is_complex(found[0], scope):
        return _traced_complex(word, found[0], scope, head)
    return node(word, *found)


def _traced_complex(word: str, A: Expr, scope: Scope, head: Head) -> Expr:
    """Of Hermitian matrices they are real; else the real part of a trace, the modulus of a determinant."""
    hermitian, pos = symmetric(A, scope), head.letter.pos
    if word == "trace":
        if not hermitian and not marked_complex(head):
            scope.choose(r"\operatorname{tr} A", ("its real part",), pos)
        return node("complex_trace", A)
    if "modulus" in scope.flags:
        return node("complex_det", A)
    if hermitian:
        return node("prod", node("complex_lam", A))
    raise NotUnderstood("the determinant of a complex matrix is no real number", pos, cure="write |\\det A|")


def _called(word: str, found: list[Expr], head: Head, scope: Scope) -> Expr:
    subscripted = {"lower": ("lower", "strict_lower"), "upper": ("upper", "strict_upper")}
    if word in subscripted:
        return node(subscripted[word][head.sub is not None], *found)
    if word in ("band", "lsv", "rsv") and head.sub is not None:
        return node(FULL[word], *found, subscript(head.sub, scope))
    target = next(w for w in WORDS.values() if w.called == word)
    try:
        return target.node(*found)
    except TypeError as error:
        raise NotUnderstood(str(error), head.letter.pos) from None


def _values(args: list[Node], count: int | None, head: Head, scope: Scope) -> list[Expr]:
    if not args or (count is not None and len(args) != count):
        raise NotUnderstood(f"{head.letter.name} is missing its argument", head.letter.pos)
    return [scope.expr(arg) for arg in args]


def _relu(args: list[Node], scope: Scope, head: Head) -> Expr:
    (found,) = _values(args, 1, head, scope)
    return node("larger", found, const(0))


def _parts(word: str, args: list[Node], scope: Scope, head: Head) -> Expr:
    """Re A is the symmetric part, Re lambda_i(A) of any matrix its eigenvalues' real parts."""
    (found,) = _values(args, 1, head, scope)
    if marked_complex(head):
        raise NotUnderstood(f"{word} of a complex number has no word", head.letter.pos)
    if word == "Re" and found.word.name in ("complex_trace", "trace"):
        scope.real.add(found)
        return found
    if found.kind is Kind.MATRIX and word == "Re":
        if is_complex(found, scope):
            scope.choose(r"\operatorname{Re} A", ("Hermitian part",), head.letter.pos)
        return node("sym", found)
    at = () if found.word.name != "component" else found.args[1:]
    vector = found.args[0] if at else found
    if vector.word.name not in ("lam", "complex_lam"):
        raise NotUnderstood(f"{word} is of a matrix or of its eigenvalues", head.letter.pos)
    parts = node("eig_re" if word == "Re" else "eig_im", vector.args[0])
    return node("component", parts, *at) if at else parts


def _diag(head: Head, args: list[Node], scope: Scope) -> Expr:
    if len(args) > 1:
        return node("diag", listed(args, scope))
    found = scope.expr(args[0])
    if found.kind is Kind.MATRIX and all(lot[1] == Interval(1, 1) for lot in scope.sides(found)):
        return node("diag", node("entries", found))
    if found.kind is Kind.MATRIX:
        scope.choose(r"\mathrm{diag}(A)", ("vector", "matrix"), head.letter.pos)
        vector = node("diagonal", found)
        return node("diag", vector) if scope.wanted.get(r"\mathrm{diag}(A)") == "matrix" else vector
    if scalarlike(found):
        found = _vector_of(found, args[0])
    return node("diag", found)


def _vector_of(found: Expr, at: Node) -> Expr:
    """diag(a_{ii}), diag(x_i): the vector with these components."""
    if found.word.name == "component" and found.args[1].word.name == "index":
        return found.args[0]
    if found.word.name == "entry" and found.args[1] is found.args[2]:
        return node("diagonal", found.args[0])
    raise NotUnderstood("diag is of a vector", at.pos)


def listed(args: list[Node], scope: Scope) -> Expr:
    """A vector in print, (x_1, ..., x_n) or numbers one by one."""
    if any(isinstance(bare(arg), Dots) for arg in args):
        return _running(args, scope)
    values = [scope.expr(arg) for arg in args]
    if not all(map(scalarlike, values)):
        raise NotUnderstood("the parts of a list are numbers", args[0].pos)
    return as_expr(values)


def _running(args: list[Node], scope: Scope) -> Expr:
    """(v_1, ..., v_n) is v, and (1, ..., 1) has ones only."""
    if written(args[0]) == written(args[-1]) == "1" and len(scope.sizes) == 1:
        return node("ones", scope.size(scope.sizes[0], args[0].pos))
    first, last = scope.expr(args[0]), scope.expr(args[-1])
    if first.word.name == "s1":
        first = node("component", node("s", first.args[0]), const(1))
    if first.word.name == "component" and first.args[1] is const(1) and last.word.name == "component":
        vector = first.args[0]
        if last.args[0] is vector and scope.sides(last.args[1]) == scope.sides(vector):
            return vector
    if first.word.name == "entry" and first.args[1:] == (const(1), const(1)) and last.word.name == "entry":
        square = scope.sides(last.args[1]) == scope.sides(last.args[2])
        if last.args[0] is first.args[0] and square:
            return node("diagonal", first.args[0])
    values = [scope.expr(arg) for arg in args if not isinstance(bare(arg), Dots)]
    if first.word.name == "abs" and isinstance(bare(args[-2]), Dots):
        vector, end = run_of(values, args[0].pos)
        if scope.sides(end) == scope.sides(vector):
            return vector
    raise NotUnderstood(
        "what the dots stand for is not clear", args[0].pos, cure="a vector is (x_1, ..., x_n)"
    )


def symmetric(A: Expr, scope: Scope) -> bool:
    """May its eigenvalues be sorted?"""
    return is_symmetric(A, {name for name, one in scope.inputs.items() if one.symmetric})


def called(function: Function, args: Bracketed, scope: Scope) -> Value:
    """Its value; the letters of its arguments mean these alone."""
    if len(args.parts) != len(function.params):
        raise NotUnderstood("another number of arguments than in its definition", args.pos)
    values = [scope.expr(part) for part in args.parts]
    before, made = dict(scope.bound), dict(scope.made)
    scope.bound |= dict(zip(function.params, values, strict=True))
    try:
        return scope.value(function.body)
    finally:
        scope.bound = before
        scope.made = made
