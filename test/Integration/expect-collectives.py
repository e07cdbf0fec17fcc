"""Checks the JSON report of tp-run on standard input: that its numbers agree, and what it communicates.

expect-collectives.py KIND=CALLS:BYTES ...

KIND is a collective (all_reduce, ...); CALLS and BYTES are per device over all calls, BYTES of operands, or
of results for all_gather. Collectives that are not named must not occur. Exit status 1 if anything differs.
"""
import json
import sys


def main():
    report = json.load(sys.stdin)
    found = {}
    for row in report["collectives"]:
        size = row["result_bytes" if row["kind"] == "all_gather" else "bytes"]
        calls, total = found.get(row["kind"], (0, 0))
        found[row["kind"]] = (calls + row["calls"], total + size)
    wanted = {}
    for argument in sys.argv[1:]:
        kind, figures = argument.split("=")
        wanted[kind] = tuple(int(figure) for figure in figures.split(":"))
    if not report["check"] or not report["check"]["passed"]:
        sys.exit(f"the numbers do not agree: {report['check']}")
    if found != wanted:
        sys.exit(f"expected {wanted}, found {found}")


main()
