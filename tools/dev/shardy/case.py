# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a family file is made of: functions with shardings.

A sharding is one word per dimension: "-" closed and empty, "?" open and empty, "x" on axis x,
"x+y" on two axes (major first), "x?" open, "x:1:2" the sub-axis "x":(1)2, "@1" behind a word its
priority; after the dimensions "!y" for an axis that must stay replicated. "8x16 x -" is a tensor
of that shape (f32, or as the last part: 8x16xi32) with its sharding, "8x16" one without.
"""
import dataclasses

import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, NamedSharding, PartitionSpec

MESH = {"x": 2, "y": 4}
CASES = {}
TYPES = {"f32": jnp.float32, "f16": jnp.float16, "bf16": jnp.bfloat16, "i32": jnp.int32, "i1": jnp.bool_}

# Constraints inside functions name axes that no real mesh has; the text gets the real sharding.
MARKS = [f"mark{i}" for i in range(16)]
MARK_MESH = AbstractMesh((1,) * len(MARKS), tuple(MARKS))


@dataclasses.dataclass
class Case:
    family: str
    name: str
    function: object
    arguments: list
    results: list
    mesh: dict
    constraints: list


def sharding_text(words):
    """The list of dimensions and what follows, as both dialects write it."""
    dims, replicated = [], []
    for word in words.split():
        if word.startswith("!"):
            replicated.append(axis_text(word[1:]))
            continue
        word, _, priority = word.partition("@")
        axes, is_open = word.removesuffix("?"), word.endswith("?")
        parts = [axis_text(axis) for axis in axes.split("+") if axis not in ("", "-")]
        dims.append("{" + ", ".join(parts + ["?"] * is_open) + "}" + ("p" + priority if priority else ""))
    text = "[" + ", ".join(dims) + "]"
    return text + (", replicated = {" + ", ".join(replicated) + "}" if replicated else "")


def axis_text(axis):
    name, *sub = axis.split(":")
    return f'"{name}"' + (f":({sub[0]}){sub[1]}" if sub else "")


def read_tensor(text):
    """The JAX type of "8x16xf32 ..." and its sharding's text, None without one."""
    head, _, words = text.partition(" ")
    *dims, last = head.split("x")
    if not last.isdigit():
        element = TYPES[last] if last else jnp.float32
    else:
        dims, element = dims + [last], jnp.float32
    shape = tuple(int(dim) for dim in dims)
    # A scalar is just its type; a sharding of no dimensions is never written.
    return jax.ShapeDtypeStruct(shape, element), sharding_text(words) if words else None


def constrain(value, words):
    """with_sharding_constraint to any sharding that the dialects can write."""
    current = constrain.texts
    if words not in current:
        current.append(words)
    mark = PartitionSpec(MARKS[current.index(words)])
    return jax.lax.with_sharding_constraint(value, NamedSharding(MARK_MESH, mark))


constrain.texts = []


def family(name):
    """A function that adds cases to a family: add("matmul", f, "8x16 x -", "16x32", results=["x ?"])."""

    def add(case, function, *arguments, results=None, mesh=None):
        key = f"{name}_{case}"
        if key in CASES:
            raise ValueError(f"case {key} exists twice")
        CASES[key] = Case(name, key, function, list(arguments), results or [], mesh or MESH, [])

    return add
