# Sourced by the scripts beside it: where things are, and how they report.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
preset=${TP_PRESET:-default}
build_dir=$root/.build/$preset
llvm_bin=/usr/lib/llvm-22/bin
jobs=${TP_JOBS:-$(nproc)}
# A clone in another folder hits the same cache: paths below the root are stored relative to it.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1
cd "$root" || exit 1

say() { printf '== %s\n' "$*"; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}
