# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops, branches, calls and derivatives."""
import jax
import jax.numpy as jnp

from case import constrain, family

add = family("loop")


def scanned(x, ws):
    return jax.lax.scan(lambda c, w: (jnp.tanh(c @ w), None), x, ws)[0]


def while_loop(x, w):
    return jax.lax.while_loop(lambda s: s[0] < 3.0, lambda s: (s[0] + 1.0, s[1] @ w), (0.0, x))[1]


add("fori", lambda x: jax.lax.fori_loop(0, 4, lambda i, c: jnp.sin(c), x), "8x16 x y")
add("fori_back", lambda x: jax.lax.fori_loop(0, 4, lambda i, c: jnp.sin(c), x), "8x16", results=["x y"])
add("fori_matmul", lambda x, w: jax.lax.fori_loop(0, 4, lambda i, c: jnp.tanh(c @ w), x), "8x16 x -", "16x16")
add("fori_weight", lambda x, w: jax.lax.fori_loop(0, 4, lambda i, c: jnp.tanh(c @ w), x), "8x16", "16x16 - y")
add("fori_two", lambda x, y: jax.lax.fori_loop(0, 4, lambda i, c: (c[1], c[0]), (x, y)), "8x16 x -", "8x16")
add("fori_sum", lambda x, y: jax.lax.fori_loop(0, 4, lambda i, c: c + y, x), "8x16", "8x16 x y")
add("fori_zeros", lambda y: jax.lax.fori_loop(0, 4, lambda i, c: c + y, jnp.zeros((8, 16))), "8x16 x y")
add("fori_index", lambda x: jax.lax.fori_loop(0, 4, lambda i, c: c * i.astype(jnp.float32), x), "8x16 x -")
add("scan", scanned, "8x16 x -", "4x16x16")
add("scan_weights", scanned, "8x16", "4x16x16 - - y")
add("scan_back", scanned, "8x16", "4x16x16", results=["x y"])
add("scan_outputs", lambda x, ys: jax.lax.scan(lambda c, y: (c + y, c * y), x, ys), "16 x", "4x16")
add("scan_inputs", lambda x, ys: jax.lax.scan(lambda c, y: (c + y, c * y), x, ys), "16", "4x16 - y")
add("scan_outputs_back", lambda x, ys: jax.lax.scan(lambda c, y: (c + y, c * y), x, ys)[1], "16", "4x16", results=["- y"])
add("scan_constraint", lambda x, ws: jax.lax.scan(lambda c, w: (constrain(jnp.tanh(c @ w), "x -"), None), x, ws)[0], "8x16", "4x16x16")
add("while", while_loop, "8x16 x -", "16x16")
add("while_back", while_loop, "8x16", "16x16", results=["x ?"])
add("while_weight", while_loop, "8x16", "16x16 - y")
add("nested", lambda x: jax.lax.fori_loop(0, 2, lambda i, c: jax.lax.fori_loop(0, 3, lambda j, d: d * 2.0, c), x), "8x16 x y")
add("map", lambda x: jax.lax.map(jnp.sin, x), "8x16 - y")

add = family("branch")
cond = lambda f, g: lambda p, *a: jax.lax.cond(p, f, g, *a)
add("cond", cond(jnp.sin, jnp.cos), "i1", "8x16 x y")
add("cond_back", cond(jnp.sin, jnp.cos), "i1", "8x16", results=["x -"])
add("cond_two", cond(lambda a, b: a + b, lambda a, b: a - b), "i1", "8x16 x -", "8x16 - y")
add("cond_choose", cond(lambda a, b: a, lambda a, b: b), "i1", "8x16 x -", "8x16")
add("cond_choose_conflict", cond(lambda a, b: a, lambda a, b: b), "i1", "8x16 x -", "8x16 y -")
add("cond_matmul", cond(lambda a, b: a @ b, lambda a, b: jnp.zeros((8, 32))), "i1", "8x16 x -", "16x32 - y")
add("switch", lambda i, a: jax.lax.switch(i, [jnp.sin, jnp.cos, jnp.tanh], a), "i32", "8x16 x y")
add("switch_back", lambda i, a: jax.lax.switch(i, [jnp.sin, jnp.cos, jnp.tanh], a), "i32", "8x16", results=["x y"])

add = family("call")
inner = jax.jit(lambda a, b: jnp.sin(a) + b)
layer = jax.jit(lambda x, w: jax.nn.relu(x @ w))
add("one", lambda a, b: inner(a, b) * 2.0, "8x16 x -", "8x16")
add("back", lambda a, b: inner(a, b) * 2.0, "8x16", "8x16", results=["x y"])
add("twice", lambda x, a, b: layer(layer(x, a), b), "8x16 x -", "16x16", "16x16")
add("twice_weights", lambda x, a, b: layer(layer(x, a), b), "8x16 x -", "16x16 - y", "16x16 - y")
add("twice_first_weight", lambda x, a, b: layer(layer(x, a), b), "8x16 x -", "16x16 - y", "16x16")
add("twice_megatron", lambda x, a, b: layer(layer(x, a), b), "8x16 x -", "16x16 - y", "16x16 y -")
add("two_places", lambda a, b: (inner(a, a), inner(b, b)), "8x16 x -", "8x16 y -")
add("nested", lambda a, b: jax.jit(lambda p, q: inner(p, q) + inner(q, p))(a, b), "8x16 x -", "8x16")
add("identity", lambda a: jax.jit(lambda p: p)(a) + 1.0, "8x16 x y")
add("relu", jax.nn.relu, "8x16 x y")

add = family("derivative")
loss = lambda w, x: (jnp.tanh(x @ w) ** 2).mean()
add("gradient", jax.grad(loss), "16x32 - y", "8x16 x -")
add("gradient_data", jax.grad(loss), "16x32", "8x16 x -")
add("gradient_fsdp", jax.grad(loss), "16x32 x -", "8x16 x -")
add("value_and_gradient", jax.value_and_grad(loss), "16x32 - y", "8x16 x -")
add("two_layers", jax.grad(lambda p, x: (jax.nn.relu(x @ p[0]) @ p[1]).sum()) and (lambda a, b, x: jax.grad(lambda p: (jax.nn.relu(x @ p[0]) @ p[1]).sum())((a, b))), "16x32 - y", "32x16 y -", "8x16 x -")
add("update", lambda w, x: w - 0.1 * jax.grad(loss)(w, x), "16x32 - y", "8x16 x -")
add("softmax", jax.grad(lambda x, y: -(jax.nn.log_softmax(x) * y).sum()), "8x16 x y", "8x16")
add("jvp", lambda x, t: jax.jvp(lambda v: jnp.sin(v) * v, (x,), (t,))[1], "8x16 x -", "8x16")
add("vmap", lambda a, b: jax.vmap(jnp.dot)(a, b), "8x16 x -", "8x16")
add("remat", jax.grad(lambda w, x: jax.checkpoint(lambda v: jnp.sin(v @ w))(x).sum()), "16x32 - y", "8x16 x -")


@jax.custom_vjp
def clipped(x):
    return x * 2.0


clipped.defvjp(lambda x: (x * 2.0, x), lambda x, g: (jnp.clip(g, -1.0, 1.0) * x,))


@jax.custom_jvp
def log1pexp(x):
    return jnp.log1p(jnp.exp(x))


log1pexp.defjvp(lambda p, t: (log1pexp(p[0]), t[0] * (1.0 - 1.0 / (1.0 + jnp.exp(p[0])))))
add("custom_vjp", jax.grad(lambda x: clipped(x).sum()), "8x16 x y")
add("custom_vjp_matmul", jax.grad(lambda w, x: clipped(x @ w).sum()), "16x32 - y", "8x16 x -")
add("custom_jvp", lambda x: log1pexp(x), "8x16 x y")
add("custom_jvp_gradient", jax.grad(lambda x: log1pexp(x).sum()), "8x16 x y")
add("scan_gradient", jax.grad(lambda w, x: jax.lax.scan(lambda c, _: (jnp.tanh(c @ w), None), x, None, length=3)[0].sum()), "16x16 - y", "8x16 x -")
