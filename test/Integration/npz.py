#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small arrays for tests, written to .npz files and printed from them.

npz.py make FILE NAME=TYPE:SHAPE:VALUES...   e.g. arg0=f32:2x3:1,2,3,-0.0,inf,nan arg1=i64::7
npz.py print FILE                            e.g. out0 f32 [2, 3]: 1.0 2.0 3.0 -0.0 inf nan

VALUES is a list of numbers and ranges a..b (both ends belong to it); a list that is shorter than
the array is repeated."""

import ast
import itertools
import re
import struct
import sys
import zipfile

# Type: descr in the header, struct format.
TYPES = {
    "i1": ("|b1", "?"),
    "i8": ("|i1", "b"),
    "i16": ("<i2", "h"),
    "i32": ("<i4", "i"),
    "i64": ("<i8", "q"),
    "f16": ("<f2", "e"),
    "bf16": ("<V2", "bf16"),
    "f32": ("<f4", "f"),
    "f64": ("<f8", "d"),
}


def pack(fmt, value):
    if fmt == "bf16":
        bits = struct.unpack("<I", struct.pack("<f", value))[0]
        # To the nearest, ties to even.
        return struct.pack("<H", (bits + 0x7FFF + (bits >> 16 & 1)) >> 16)
    return struct.pack("<" + fmt, value)


def unpack(fmt, data):
    if fmt == "bf16":
        return [struct.unpack("<f", b"\0\0" + data[i : i + 2])[0] for i in range(0, len(data), 2)]
    size = struct.calcsize("<" + fmt)
    return list(struct.unpack(f"<{len(data) // size}{fmt}", data))


def parse_values(text, is_float):
    number = float if is_float else int
    values = []
    for part in filter(None, text.split(",")):
        ends = re.fullmatch(r"(-?\d+)\.\.(-?\d+)", part)
        if not ends:
            values.append(number(part))
            continue
        first, last = int(ends[1]), int(ends[2])
        step = 1 if first <= last else -1
        values += [number(value) for value in range(first, last + step, step)]
    return values


def make(file, arrays):
    with zipfile.ZipFile(file, "w") as archive:
        for array in arrays:
            name, rest = array.split("=", 1)
            element_type, shape_text, values_text = rest.split(":")
            descr, fmt = TYPES[element_type]
            shape = tuple(int(size) for size in shape_text.split("x") if size)
            count = 1
            for size in shape:
                count *= size
            values = parse_values(values_text, "f" in element_type)
            if len(values) > max(count, 1):
                sys.exit(f"{name}: {len(values)} values for {count} elements")
            header = repr({"descr": descr, "fortran_order": False, "shape": shape})
            header += " " * (63 - (10 + len(header)) % 64) + "\n"
            data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
            for value in itertools.islice(itertools.cycle(values), count):
                data += pack(fmt, value)
            archive.writestr(name + ".npy", data)


def show(file):
    with zipfile.ZipFile(file) as archive:
        for member in archive.namelist():
            data = archive.read(member)
            length = struct.unpack("<H", data[8:10])[0]
            header = ast.literal_eval(data[10 : 10 + length].decode())
            element_type, fmt = next(
                (name, fmt) for name, (descr, fmt) in TYPES.items() if descr == header["descr"]
            )
            values = " ".join(map(str, unpack(fmt, data[10 + length :])))
            print(f"{member[:-4]} {element_type} {list(header['shape'])}: {values}")


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2], sys.argv[3:])
    else:
        show(sys.argv[2])
