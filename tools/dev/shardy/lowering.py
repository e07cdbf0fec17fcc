# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a JAX function to the two programs that are compared: StableHLO with sdy, linalg with tp."""
import re

import jax
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo
from jax._src.interpreters import mlir as jax_mlir

import case as cases

stablehlo.register_stablehlo_passes()

TO_LINALG = (
    "builtin.module(func.func(chlo-legalize-to-stablehlo),canonicalize,"
    "stablehlo-legalize-to-linalg,canonicalize,cse,symbol-dce)"
)


class Unsupported(Exception):
    """Something in the program that the scripts do not translate."""


def run_passes(text, pipeline, verify=True):
    with jax_mlir.make_ir_context():
        module = ir.Module.parse(text)
        manager = passmanager.PassManager.parse(pipeline)
        manager.enable_verifier(verify)
        manager.run(module.operation)
        return str(module)


def lower(case):
    """StableHLO with the case's shardings attached."""
    cases.constrain.texts = []
    specs, shardings = zip(*(cases.read_tensor(text) for text in case.arguments))
    lowered = jax.jit(case.function, keep_unused=True).trace(*specs).lower(lowering_platforms=("cpu",))
    text = str(lowered.compiler_ir("stablehlo"))
    case.constraints = list(cases.constrain.texts)
    text = re.sub(r"^ *sdy\.mesh .*\n", "", text, flags=re.M)
    text = re.sub(
        r'<@mesh, \[\{"mark(\d+)"\}[^\]]*\]>',
        lambda m: "<@mesh, " + cases.sharding_text(case.constraints[int(m[1])]) + ">",
        text,
    )
    axes = ", ".join(f'"{name}"={size}' for name, size in case.mesh.items())
    start = text.index("\n") + 1
    text = text[:start] + f"  sdy.mesh @mesh = <[{axes}]>\n" + text[start:]
    return annotate(text, list(shardings), results_of(case), "sdy.sharding", "#sdy.sharding")


def results_of(case):
    return [cases.sharding_text(words) if words else None for words in case.results]


# ----------------------------------------------------------------------------------------------
# Signatures
# ----------------------------------------------------------------------------------------------


def split_top(text):
    """The comma list `text`, split outside all brackets."""
    parts, depth, start = [], 0, 0
    previous = ""
    for i, char in enumerate(text):
        if char in "([{<":
            depth += 1
        elif char in ")]}" or (char == ">" and previous != "-"):
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
        previous = char
    last = text[start:].strip()
    return parts + [last] if last else parts


def closing(text, start):
    """Position of the bracket that closes the one at `start`."""
    depth = 0
    for i in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        if depth == 0:
            return i
    raise ValueError("unbalanced text")


def signature(text):
    """Where the arguments and the results of @main are: two ranges and the lists in them."""
    start = text.index("(", text.index("@main"))
    end = closing(text, start)
    arguments = split_top(text[start + 1 : end])
    arrow = re.match(r" -> ", text[end + 1 :])
    if not arrow:
        return (start + 1, end), arguments, None, []
    first = end + 1 + arrow.end()
    if text[first] == "(":
        last = closing(text, first)
        return (start + 1, end), arguments, (first, last + 1), split_top(text[first + 1 : last])
    last = text.index(" {", first)
    while text[last + 2] != "\n":
        last = text.index(" {", last + 1)
    return (start + 1, end), arguments, (first, last), [text[first:last]]


def annotate(text, arguments, results, name, prefix):
    """Gives the arguments and results of @main these shardings, dropping all that they carried."""

    def attach(item, sharding):
        bare = re.sub(r" \{.*\}$", "", item)
        return bare + (f" {{{name} = {prefix}<@mesh, {sharding}>}}" if sharding else "")

    where, items, result_where, result_items = signature(text)
    results = (results + [None] * len(result_items))[: len(result_items)]
    out = text[: where[0]] + ", ".join(map(attach, items, arguments)) + text[where[1] :]
    if not result_items:
        return out
    _, _, result_where, _ = signature(out)
    new = "(" + ", ".join(map(attach, result_items, results)) + ")"
    return out[: result_where[0]] + new + out[result_where[1] :]


def read_shardings(text, name):
    """Per argument and per result of @main: its axes by dimension, as text. Axes of size 1 say nothing."""
    mesh = re.search(r"(?:sdy|tp)\.mesh @mesh (.*)", text)[1]
    unit = re.findall(r'"(\w+)"=1\b', mesh)

    def read(item):
        return [drop_axes(dim, unit) for dim in read_dims(item)]

    def read_dims(item):
        match = re.search(rf"{re.escape(name)} = #\w+\.sharding<@mesh, (\[.*?\])[,>]", item)
        if not match:
            rank = re.search(r"tensor<((?:\d+x)*)", item)[1].count("x")
            return ["{}"] * rank
        return re.findall(r"\{[^}]*\}", match[1])

    _, arguments, _, results = signature(text)
    return [read(item) for item in arguments], [read(item) for item in results]


def drop_axes(dim, axes):
    kept = [part for part in split_top(dim[1:-1]) if part.strip('"') not in axes]
    return "{" + ", ".join(kept) + "}"


def keep_closed(case, decided):
    """`decided` with the axes of closed annotations as they are annotated."""
    _, arguments = zip(*(cases.read_tensor(text) for text in case.arguments))

    def keep(dims, text):
        if not text:
            return dims
        written = re.findall(r"\{[^}]*\}", text.split("]")[0])
        unit = [axis for axis, size in case.mesh.items() if size == 1]
        written = [drop_axes(dim, unit) for dim in written]
        return [dim if "?" in annotation else annotation for dim, annotation in zip(dims, written)]

    results = (results_of(case) + [None] * len(decided[1]))[: len(decided[1])]
    return [keep(*each) for each in zip(decided[0], arguments)], [keep(*each) for each in zip(decided[1], results)]


# ----------------------------------------------------------------------------------------------
# To linalg, tensors and scf
# ----------------------------------------------------------------------------------------------


def to_linalg(case, text):
    """The program as tp-opt reads it."""
    _, shardings = zip(*(cases.read_tensor(argument) for argument in case.arguments))
    mesh = re.search(r"sdy\.mesh @mesh = (<.*>)", text)[1]
    linalg = run_passes(drop_barriers(text), TO_LINALG)
    linalg = convert_control_flow(linalg)
    linalg = re.sub(r"^module @\S+ attributes \{.*\} \{", "module {", linalg, flags=re.M)
    linalg = re.sub(r"^ *sdy\.mesh .*$", f"  tp.mesh @mesh {mesh}", linalg, flags=re.M)
    linalg = re.sub(r"sdy\.sharding_constraint (\S+) <", r"tp.constrain \1 to <", linalg)
    linalg = annotate(linalg, list(shardings), results_of(case), "tp.sharding", "#tp.sharding")
    left = re.search(r"\b(stablehlo|chlo|sdy)\.(\w+)", linalg)
    if left:
        raise Unsupported(f"{left[0]} has no linalg form here")
    return linalg


def drop_barriers(text):
    """optimization_barrier is the identity on each of its operands."""
    names = {}

    def note(match):
        operands = match[2].split(", ")
        for i, operand in enumerate(operands):
            names[f"{match[1]}#{i}" if len(operands) > 1 else match[1]] = operand
        return ""

    text = re.sub(r"^ *(%\w+)(?::\d+)? = stablehlo\.optimization_barrier (.*?) : .*\n", note, text, flags=re.M)
    while any(operand in names for operand in names.values()):
        names = {name: names.get(operand, operand) for name, operand in names.items()}
    return re.sub(r"%\w+(?:#\d+)?", lambda m: names.get(m[0], m[0]), text) if names else text


def block_end(lines, start):
    """The line that closes the block opened at the end of `start`."""
    indent = re.match(r" *", lines[start])[0]
    for i in range(start + 1, len(lines)):
        if lines[i].startswith(indent + "}") and not lines[i].startswith(indent + "} ->"):
            return i
    raise ValueError("unclosed block")


def convert_control_flow(text):
    """stablehlo.while, case and if, innermost first, as text: jaxlib cannot do it."""
    lines = text.split("\n")
    while True:
        at = next(
            (
                i
                for i in range(len(lines) - 1, -1, -1)
                if re.search(r'stablehlo\.while\(|"stablehlo\.(case|if)"', lines[i])
            ),
            None,
        )
        if at is None:
            return "\n".join(lines)
        if "stablehlo.while" in lines[at]:
            convert_while(lines, at)
        else:
            convert_branches(lines, at)


FRESH = [0]


def fresh(name):
    FRESH[0] += 1
    return f"%{name}_{FRESH[0]}_x"


def convert_while(lines, at):
    head = re.match(r"( *)(?:(%\w+)(?::\d+)? = )?stablehlo\.while\((.*)\) : (.*?)( attributes .*)?$", lines[at])
    indent, result, pairs, types = head[1], head[2], split_top(head[3]), split_top(head[4])
    names = [pair.split(" = ")[0] for pair in pairs]
    inits = [pair.split(" = ")[1] for pair in pairs]
    middle = next(i for i in range(at + 1, len(lines)) if lines[i] == indent + "} do {")
    end = block_end(lines, middle)
    condition, body = lines[at + 2 : middle], lines[middle + 1 : end]
    replaced = as_counted(lines, at, indent, result, names, inits, types, condition, body, end)
    if replaced is None:
        replaced = as_while(indent, result, names, inits, types, condition, body)
    lines[at : end + 1] = replaced


def as_while(indent, result, names, inits, types, condition, body):
    last = re.match(r" *stablehlo\.return (\S+) : ", condition[-1])
    flag = fresh("flag")
    count = f":{len(names)}" if len(names) > 1 else ""
    typed = ", ".join(types)
    return [
        f"{indent}{result}{count} = scf.while ("
        + ", ".join(f"{n} = {v}" for n, v in zip(names, inits))
        + f") : ({typed}) -> ({typed}) {{",
        *condition[:-1],
        f"{indent}  {flag} = tensor.extract {last[1]}[] : tensor<i1>",
        f"{indent}  scf.condition({flag}) " + ", ".join(names) + f" : {typed}",
        indent + "} do {",
        f"{indent}^bb0(" + ", ".join(f"{n}: {t}" for n, t in zip(names, types)) + "):",
        *[line.replace("stablehlo.return", "scf.yield", 1) if re.match(indent + "  stablehlo", line) else line for line in body],
        indent + "}",
    ]


def as_counted(lines, at, indent, result, names, inits, types, condition, body, end):
    """The loop as scf.for if its first value counts up by one to a constant and nobody reads its end."""
    text = "\n".join(condition)
    bound = re.search(r"arith\.cmpi slt, %in, (%\w+) : i32", text)
    if types[0] != "tensor<i32>" or not bound or f"ins({names[0]} :" not in text or len(types) < 2:
        return None
    yielded = re.match(r" *stablehlo\.return (.*) : ", body[-1])
    values = yielded[1].split(", ")
    whole = "\n".join(lines)
    step = re.search(
        rf"{re.escape(values[0])} = linalg\.generic .*ins\({re.escape(names[0])} : .*\n.*\n"
        r".*arith\.addi %in, %c1_i32 : i32",
        "\n".join(body),
    )
    if not step or re.search(rf"{re.escape(result)}#0\b", whole):
        return None
    lower, index = fresh("lower"), fresh("index")
    rest = len(names) - 1
    for i in range(end + 1, len(lines)):
        if lines[i].startswith("  }"):
            break
        for k in range(1, len(names)):
            new = f"{result}#{k - 1}" if rest > 1 else result
            lines[i] = re.sub(rf"{re.escape(result)}#{k}\b", new + "\0", lines[i])
        lines[i] = lines[i].replace("\0", "")
    out = [
        f"{indent}{lower} = tensor.extract {inits[0]}[] : tensor<i32>",
        f"{indent}{result}{f':{rest}' if rest > 1 else ''} = scf.for {index} = {lower} to {bound[1]} step %c1_i32 iter_args("
        + ", ".join(f"{n} = {v}" for n, v in zip(names[1:], inits[1:]))
        + ") -> ("
        + ", ".join(types[1:])
        + ")  : i32 {",
        f"{indent}  {names[0]} = tensor.from_elements {index} : tensor<i32>",
        *body[:-1],
        f"{indent}  scf.yield " + ", ".join(values[1:]) + " : " + ", ".join(types[1:]),
        indent + "}",
    ]
    return out


def convert_branches(lines, at):
    head = re.match(r'( *)(%\w+)(?::\d+)? = "stablehlo\.(case|if)"\((\S+)\) \(\{$', lines[at])
    if not head:
        raise Unsupported("stablehlo.case in this form")
    indent, result, kind, selector = head.groups()
    regions, start, i = [], at + 1, at + 1
    while True:
        if lines[i].startswith(indent + "}"):
            regions.append(lines[start:i])
            start = i + 1
            if lines[i].startswith(indent + "}) :"):
                break
        i += 1
    types = re.search(r"-> (.*)$", lines[i])[1]
    listed = types if types.startswith("(") else f"({types})"
    count = len(split_top(listed[1:-1]))
    target = f"{result}:{count}" if count > 1 else result
    scalar, index = fresh("selector"), fresh("index")

    def region(body):
        return [re.sub(rf"^({indent}  )stablehlo\.return", r"\1scf.yield", line) for line in body]

    if kind == "if":
        lines[at : i + 1] = [
            f"{indent}{scalar} = tensor.extract {selector}[] : tensor<i1>",
            f"{indent}{target} = scf.if {scalar} -> {listed} {{",
            *region(regions[0]),
            indent + "} else {",
            *region(regions[1]),
            indent + "}",
        ]
        return
    out = [
        f"{indent}{scalar} = tensor.extract {selector}[] : tensor<i32>",
        f"{indent}{index} = arith.index_cast {scalar} : i32 to index",
        f"{indent}{target} = scf.index_switch {index} -> {', '.join(split_top(listed[1:-1]))}",
    ]
    for k, body in enumerate(regions[:-1]):
        out += [f"{indent}case {k} {{", *region(body), indent + "}"]
    lines[at : i + 1] = out + [indent + "default {", *region(regions[-1]), indent + "}"]
