# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a script with the jax that it needs, from .venv at the root of the project."""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
JAX = "0.10.2"


def ensure_jax():
    """Starts the running script anew in .venv; makes .venv first where it is missing."""
    python = ROOT / ".venv/bin/python"
    if pathlib.Path(sys.prefix).resolve() == (ROOT / ".venv").resolve():
        return
    known = python.exists() and not subprocess.call(
        [python, "-c", f"import jax; assert jax.__version__ == '{JAX}'"], stderr=subprocess.DEVNULL
    )
    if not known:
        subprocess.run([sys.executable, "-m", "venv", ROOT / ".venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", f"jax=={JAX}", f"jaxlib=={JAX}"], check=True)
    os.execv(python, [python, *sys.argv])
