# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whole models: the programs that the corpus of the project was made from."""
import jax
import jax.numpy as jnp

from case import family

add = family("corpus")
BATCH, SEQUENCE, MODEL, HEADS, KEY, GROUPS, HIDDEN, WORDS = 8, 32, 64, 8, 8, 2, 256, 512


def layer_norm(x, g, b):
    m = x.mean(-1, keepdims=True)
    v = ((x - m) ** 2).mean(-1, keepdims=True)
    return (x - m) * jax.lax.rsqrt(v + 1e-5) * g + b


def rms_norm(x, g):
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-6) * g


def mlp(x, w1, w2):
    return jax.nn.gelu(x @ w1) @ w2


def swiglu(x, wg, wu, wd):
    return (jax.nn.silu(x @ wg) * (x @ wu)) @ wd


def masked_softmax(a):
    s = a.shape[-1]
    mask = jnp.arange(s)[:, None] >= jnp.arange(s)[None, :]
    return jax.nn.softmax(jnp.where(mask, a, -1e30), -1)


def mha(x, wq, wk, wv, wo):
    q, k, v = (jnp.einsum("bsd,dhk->bhsk", x, w) for w in (wq, wk, wv))
    p = masked_softmax(jnp.einsum("bhqk,bhsk->bhqs", q, k) / jnp.sqrt(q.shape[-1] * 1.0))
    return jnp.einsum("bhqk,hkd->bqd", jnp.einsum("bhqs,bhsk->bhqk", p, v), wo)


def rope(x, theta=10000.0):
    s, k = x.shape[-2:]
    angle = jnp.arange(s)[:, None] * (theta ** (-jnp.arange(0, k, 2) / k))[None]
    c, sn = jnp.cos(angle), jnp.sin(angle)
    x1, x2 = x[..., : k // 2], x[..., k // 2 :]
    return jnp.concatenate([x1 * c - x2 * sn, x2 * c + x1 * sn], -1)


def gqa(x, wq, wk, wv, wo):
    b, s, _ = x.shape
    heads, k = wq.shape[1:]
    groups = wk.shape[1]
    q = rope(jnp.einsum("bsd,dhk->bhsk", x, wq)).reshape(b, groups, heads // groups, s, k)
    key, value = rope(jnp.einsum("bsd,dgk->bgsk", x, wk)), jnp.einsum("bsd,dgk->bgsk", x, wv)
    p = masked_softmax(jnp.einsum("bgrqk,bgsk->bgrqs", q, key) / jnp.sqrt(k * 1.0))
    o = jnp.einsum("bgrqs,bgsk->bgrqk", p, value).reshape(b, heads, s, k)
    return jnp.einsum("bhqk,hkd->bqd", o, wo)


def gpt_block(x, g1, b1, wq, wk, wv, wo, g2, b2, w1, w2):
    x = x + mha(layer_norm(x, g1, b1), wq, wk, wv, wo)
    return x + mlp(layer_norm(x, g2, b2), w1, w2)


def llama_block(x, g1, wq, wk, wv, wo, g2, wg, wu, wd):
    x = x + gqa(rms_norm(x, g1), wq, wk, wv, wo)
    return x + swiglu(rms_norm(x, g2), wg, wu, wd)


def embed_loss(tokens, targets, embedding, head):
    logits = embedding[tokens] @ head
    picked = jnp.take_along_axis(logits, targets[..., None], -1)[..., 0]
    return (jax.nn.logsumexp(logits, -1) - picked).mean()


def gpt_step(*a):
    params, x, y = a[:10], *a[10:]
    loss, grads = jax.value_and_grad(lambda p: ((gpt_block(x, *p) - y) ** 2).mean())(params)
    return (loss, *(p - 0.01 * g for p, g in zip(params, grads)))


def adam_step(*a):
    params, m, v, x, y = a[:10], a[10:20], a[20:30], *a[30:]
    loss, grads = jax.value_and_grad(lambda p: ((gpt_block(x, *p) - y) ** 2).mean())(params)
    m = [0.9 * m + 0.1 * g for m, g in zip(m, grads)]
    v = [0.999 * v + 0.001 * g * g for v, g in zip(v, grads)]
    return (loss, *(p - 1e-3 * m / (jnp.sqrt(v) + 1e-8) for p, m, v in zip(params, m, v)), *m, *v)


def gpt_scan(x, *stacked):
    return jax.lax.scan(lambda c, p: (gpt_block(c, *p), None), x, stacked)[0]


def decode(x, kc, vc, pos, wq, wk, wv, wo):
    q, k, v = (jnp.einsum("bd,dhk->bhk", x, w) for w in (wq, wk, wv))
    kc = jax.lax.dynamic_update_slice(kc, k[:, :, None, :], (0, 0, pos, 0))
    vc = jax.lax.dynamic_update_slice(vc, v[:, :, None, :], (0, 0, pos, 0))
    a = jnp.where(jnp.arange(kc.shape[2]) <= pos, jnp.einsum("bhk,bhsk->bhs", q, kc), -1e30)
    return jnp.einsum("bhk,hkd->bd", jnp.einsum("bhs,bhsk->bhk", jax.nn.softmax(a, -1), vc), wo), kc, vc


def convnet(x, w1, w2, wf):
    conv = lambda x, w, s: jax.lax.conv_general_dilated(
        x, w, (s, s), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
    )
    y = conv(jax.nn.relu(conv(x, w1, 1)), w2, 2)
    y = jax.lax.reduce_window(y, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return y.mean((1, 2)) @ wf


def moe(x, gate, w1, w2):
    weights = jax.nn.softmax(jnp.einsum("gsd,de->gse", x, gate), -1)
    chosen = jax.nn.one_hot(weights.argmax(-1), weights.shape[-1]) * weights
    hidden = jax.nn.relu(jnp.einsum("gse,gsd,edf->egsf", chosen, x, w1))
    return jnp.einsum("egsf,efd,gse->gsd", hidden, w2, chosen)


DM = {"d": 2, "m": 4}
X = "8x32x64 d - -"
ATTENTION = ["64x8x8 - m -"] * 3 + ["8x8x64 m - -"]
GROUPED = ["64x8x8 - m -", "64x2x8 - m -", "64x2x8 - m -", "8x8x64 m - -"]
GPT = ["64", "64", *ATTENTION, "64", "64", "64x256 - m", "256x64 m -"]
SHAPES = [text.split()[0] for text in GPT]
LLAMA = ["64", *GROUPED, "64", "64x256 - m", "64x256 - m", "256x64 m -"]
FSDP = [f"{shape} d" + " -" * shape.count("x") for shape in SHAPES]
add("mlp_megatron", mlp, "64x64", "64x256 - m", "256x64 m -", mesh={"m": 8})
add("mlp_data", mlp, "64x64 d -", "64x256 - m", "256x64 m -", mesh=DM)
add("mlp_2d", mlp, "64x64 d m", "64x256 d m", "256x64 m d", mesh=DM)
add("mha", mha, X, *ATTENTION, mesh=DM)
add("gqa", gqa, X, *GROUPED, mesh={"d": 4, "m": 2})
add("gpt_block", gpt_block, X, *GPT, mesh=DM)
add("gpt_block_open", gpt_block, "8x32x64 d ? ?", *SHAPES[:2], "64x8x8 ? m ?", *SHAPES[3:8], "64x256 ? m", "256x64", mesh=DM)
add("gpt_block_sequence", gpt_block, "8x32x64 d m -", *GPT, results=["d m -"], mesh=DM)
add("gpt_block_fsdp", gpt_block, "8x32x64 d - -", *FSDP, mesh={"d": 8})
add("llama_block", llama_block, X, *LLAMA, mesh={"d": 4, "m": 2})
add("gpt_train", gpt_step, *GPT, X, X, results=["", *(g.partition(" ")[2] for g in GPT)], mesh=DM)
add("gpt_train_free", gpt_step, *GPT, X, X, mesh=DM)
add("gpt_train_fsdp", adam_step, *FSDP, *FSDP, *FSDP, X, X, mesh={"d": 8})
add("embed_loss", lambda t, y, e, h: jax.nn.logsumexp(e[t] @ h, -1).mean(), "8x32xi32 d -", "8x32xi32 d -", "512x64 m -", "64x512 - m", mesh=DM)
add("embed_take", embed_loss, "8x32xi32 d -", "8x32xi32 d -", "512x64 m -", "64x512 - m", mesh=DM)
add("gpt_scan", gpt_scan, X, *(f"4x{s}" + (" -" + w if w else "") for s, _, w in ((g.partition(" ")[0], 0, g[len(g.split()[0]):]) for g in GPT)), mesh=DM)
add("decode", decode, "8x64 d -", "8x8x32x8 d m - -", "8x8x32x8 d m - -", "i32", *ATTENTION, mesh=DM)
add("convnet_spatial", convnet, "4x32x32x8 d m - -", "3x3x8x16", "3x3x16x16", "16x10", mesh=DM)
add("convnet_batch", convnet, "8x32x32x8 d - - -", "3x3x8x16", "3x3x16x16 - - - m", "16x10", mesh=DM)
add("uneven_mlp", mlp, "30x36", "36x70 - m", "70x36 m -", mesh={"m": 8})
add("moe", moe, "4x16x64 d - -", "64x8", "8x64x128 m - -", "8x128x64 m - -", mesh=DM)
