# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reductions, softmax, norms, arg-max, cumulative sums, windows."""
import jax
import jax.numpy as jnp

from case import family

add = family("reduction")
add("sum_rows", lambda a: a.sum(1), "8x16 x y")
add("sum_columns", lambda a: a.sum(0), "8x16 x y")
add("sum_all", lambda a: a.sum(), "8x16 x y")
add("sum_back", lambda a: a.sum(1), "8x16", results=["x"])
add("keep", lambda a: a.sum(1, keepdims=True), "8x16 x y")
add("keep_back", lambda a: a.sum(1, keepdims=True), "8x16", results=["x -"])
add("max", lambda a: a.max(0), "8x16 - y")
add("min_middle", lambda a: a.min(1), "4x8x16 x y -")
add("product", lambda a: a.prod(-1), "8x16 x -")
add("mean", lambda a: a.mean((0, 2)), "4x8x16 - y -")
add("any", lambda a: (a > 0).any(1), "8x16 x -")
add("variance", lambda a: a.var(1), "8x16 x y")
add("centred", lambda a: a - a.mean(1, keepdims=True), "8x16 x y")
add("centred_back", lambda a: a - a.mean(1, keepdims=True), "8x16", results=["x y"])
add("softmax", lambda a: jax.nn.softmax(a, -1), "8x16 x y")
add("softmax_batch", lambda a: jax.nn.softmax(a, -1), "8x16 x -")
add("softmax_back", lambda a: jax.nn.softmax(a, -1), "8x16", results=["x -"])
add("logsumexp", lambda a: jax.nn.logsumexp(a, -1), "8x16 x y")
add("log_softmax", lambda a: jax.nn.log_softmax(a, 0), "8x16 x y")
add("argmax", lambda a: a.argmax(1), "8x16 x -")
add("argmax_sharded", lambda a: a.argmax(1), "8x16 - y")
add("argmax_back", lambda a: a.argmax(1), "8x16", results=["x"])
add("argmin", lambda a: a.argmin(0), "8x16 x y")
add("cumsum", lambda a: jnp.cumsum(a, 1), "8x16 x -")
add("cumsum_sharded", lambda a: jnp.cumsum(a, 1), "8x16 - y")
add("cumsum_back", lambda a: jnp.cumsum(a, 0), "8x16", results=["- y"])
add("cumprod", lambda a: jnp.cumprod(a, 1), "8x16 x -")
add("max_pool", lambda a: jax.lax.reduce_window(a, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), "4x8x8x4 x - - y")
add("max_pool_spatial", lambda a: jax.lax.reduce_window(a, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), "4x8x8x4 - x - -")
add("sum_pool", lambda a: jax.lax.reduce_window(a, 0.0, jax.lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), "4x8x8x4 x - - y")
add("top_mean", lambda a, b: (a * b).sum(-1) / b.sum(-1), "8x16 x -", "8x16 - y")
add("loss", lambda a, b: ((a - b) ** 2).mean(), "8x16 x -", "8x16")

add = family("norm")


def layer_norm(x, g, b):
    m = x.mean(-1, keepdims=True)
    v = ((x - m) ** 2).mean(-1, keepdims=True)
    return (x - m) * jax.lax.rsqrt(v + 1e-5) * g + b


rms = lambda x, g: x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * g
add("layer", layer_norm, "4x8x16 x - -", "16", "16")
add("layer_features", layer_norm, "4x8x16 x - y", "16", "16")
add("layer_weights", layer_norm, "4x8x16 x - -", "16 y", "16")
add("layer_back", layer_norm, "4x8x16", "16", "16", results=["x y -"])
add("rms", rms, "4x8x16 x y -", "16")
add("rms_features", rms, "4x8x16 ? ? y", "16")
add("batch", lambda x: (x - x.mean((0, 1, 2))) / jnp.sqrt(x.var((0, 1, 2)) + 1e-5), "4x8x8x16 x - - y")
