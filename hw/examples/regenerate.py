#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes inputs of golden vectors from their descriptions alone (golden/README.md).

Usage: regenerate.py FOLDER [ID | --level LEVEL]...
Without ids: the first t2 image, 2-bit GGUF image, replay payload and encode payload.
"""
import hashlib
import json
import os
import struct
import sys


def stream(seed):
    """The bytes of a seed: block i is SHA-256(seed, i as u64)."""
    number = 0
    while True:
        yield from hashlib.sha256(seed.encode() + struct.pack("<Q", number)).digest()
        number += 1


def codes(source, count):
    """Codes from a description, as a list of small integers."""
    if "constant" in source:
        return [source["constant"]] * count
    if "plane" in source:
        sign = -1 if source.get("inverted") else 1
        return [sign if e >> source["plane"] & 1 else -sign for e in range(count)]
    out = []
    for byte in stream(source["trits"]):
        if len(out) >= count:
            return out[:count]
        if byte < 243:
            out += [byte // 3**d % 3 - 1 for d in range(5)]


def words(source, count, tables):
    """Words from a description, as a list of byte strings."""
    if "same" in source:
        return [bytes.fromhex(source["same"])] * count
    if "rising" in source:
        return [struct.pack("<H", (source["rising"] + i) % 65536) for i in range(count)]
    table, random = tables[source["table"]], stream(source["seed"])
    return [table[(next(random) | next(random) << 8) % len(table)] for _ in range(count)]


def put(unit, at, shift, bits):
    unit[at] |= bits << shift


def base3(digits, five):
    """The byte of the digits, the first most significant; four leave the fifth 0."""
    number = 0
    for digit in digits:
        number = number * 3 + digit
    return -(-(number if five else 3 * number) * 256 // 243)


def base3_block(code, qs, stride, qh, scale):
    """TQ1_0 and PTQ1_0: two runs of five digits a byte, then four."""
    out = bytearray()
    first = 5 * stride
    out += bytes(base3([code[i + d * stride] + 1 for d in range(5)], True) for i in range(stride))
    rest = qs - stride
    for i in range(rest):
        out.append(base3([code[first + i + d * rest] + 1 for d in range(5)], True))
    for i in range(qh):
        out.append(base3([code[5 * qs + i + d * qh] + 1 for d in range(4)], False))
    return bytes(out) + scale


def two_bit_block(code, scale, scale_first):
    """Q2_0 and PQ2_0: four neighbours a byte."""
    unit = bytearray(len(code) // 4)
    for j, c in enumerate(code):
        put(unit, j // 4, 2 * (j % 4), c + 1)
    return scale + bytes(unit) if scale_first else bytes(unit) + scale


def tq2_0_block(code, scale):
    unit = bytearray(64)
    for e, c in enumerate(code):
        put(unit, 32 * (e // 128) + e % 32, 2 * (e % 128 // 32), c + 1)
    return bytes(unit) + scale


BLOCKS = {  # elements of a block, and what makes it
    "tq1_0": (256, lambda code, scale: base3_block(code, 48, 32, 4, scale)),
    "ptq1_0": (128, lambda code, scale: base3_block(code, 24, 16, 2, scale)),
    "tq2_0": (256, tq2_0_block),
    "q2_0": (64, lambda code, scale: two_bit_block(code, scale, True)),
    "pq2_0": (128, lambda code, scale: two_bit_block(code, scale, True)),
}


def t2_tile(code, scale):
    """code(r, c) and scale(r, g) to 2,176 bytes."""
    unit = bytearray(2048)
    for r in range(32):
        for c in range(256):
            put(unit, 64 * r + c // 4, 2 * (c % 4), code(r, c) + 1)
    return bytes(unit) + b"".join(scale(r, g) for r in range(32) for g in range(2))


def t2s_tile(code, multiplier):
    unit = bytearray(2048)
    for n in range(32):
        for k in range(256):
            block = 64 * (16 * (n // 16) + k // 16)
            put(unit, block + 4 * (k % 16) + n % 16 // 4, 2 * (n % 4), code(n, k) + 1)
    order = [(nb * 16 + n, gb) for nb in range(2) for gb in range(2) for n in range(16)]
    return bytes(unit) + b"".join(struct.pack("<h", multiplier(n, g)) for n, g in order)


def pb16i_tile(code, multiplier):
    unit = bytearray(4096)
    for n in range(32):
        for k in range(256):
            element = 16 * (k % 16) + n % 16
            block = 128 * (16 * (n // 16) + k // 16)
            put(unit, block + element // 2, 4 * (element % 2), code(n, k) % 16)
    order = [(nb * 16 + n, gb) for nb in range(2) for gb in range(2) for _ in range(4)
             for n in range(16)]
    return bytes(unit) + b"".join(struct.pack("<h", multiplier(n, g)) for n, g in order)


def parts_of_half(pattern):
    """An odd integer and an exponent of two, or 0 and 0."""
    bits = struct.unpack("<H", pattern)[0]
    exponent, mantissa = bits >> 10 & 31, bits & 1023
    if exponent:
        mantissa += 1024
    exponent = max(exponent, 1) - 25
    while mantissa and mantissa % 2 == 0:
        mantissa, exponent = mantissa // 2, exponent + 1
    if not mantissa:
        return 0, 0
    return (-mantissa if bits >> 15 else mantissa), exponent


def integers(row):
    """PB16I-7: the multipliers of a feature's scales and their exponent."""
    parts = [parts_of_half(pattern) for pattern in row]
    exponent = min((e for m, e in parts if m), default=0)
    return [m << (e - exponent) if m else 0 for m, e in parts], exponent


def image(part, tables):
    """A valid tensor; the side table follows the tiles where there is one."""
    name, n, k = part["image"], part["n"], part["k"]
    group = BLOCKS[name][0] if name in BLOCKS else 128
    code = codes(part["codes"], n * k)
    scale = words(part["scales"], n * k // group, tables)
    if name in BLOCKS:
        make = BLOCKS[name][1]
        return b"".join(make(code[i * group : (i + 1) * group], s) for i, s in enumerate(scale))
    across = k // 128
    out, exponents = b"", []
    rows = [scale[r * across : (r + 1) * across] for r in range(n)]
    if name != "t2":
        rows, exponents = zip(*map(integers, rows))
    make = {"t2": t2_tile, "t2s": t2s_tile, "pb16i": pb16i_tile}[name]
    for n0 in range(0, n, 32):
        for k0 in range(0, k, 256):
            out += make(lambda r, c: code[(n0 + r) * k + k0 + c],
                        lambda r, g: rows[n0 + r][k0 // 128 + g])
    return out + struct.pack(f"<{len(exponents)}i", *exponents)


def repeated(value, u, count):
    """What repetition u of units makes of a part: seeds get a suffix, rising words go on."""
    if isinstance(value, list):
        return [repeated(one, u, count) for one in value]
    if not isinstance(value, dict):
        return value
    if "image" in value:
        group = BLOCKS[value["image"]][0] if value["image"] in BLOCKS else 128
        count = value["n"] * value["k"] // group
    else:
        count = value.get("count", count)
    out = {}
    for key, one in value.items():
        if key in ("trits", "seed", "random"):
            one = f"{one}/{u}"
        elif key == "rising":
            one = (one + u * count) % 65536
        out[key] = repeated(one, u, count)
    return out


def part_bytes(part, tables, folder):
    if "hex" in part:
        return bytes.fromhex(part["hex"])
    if "blob" in part:
        with open(os.path.join(folder, "blobs", part["blob"]), "rb") as file:
            return file.read()
    if "repeat" in part:
        return bytes.fromhex(part["repeat"]) * part["times"]
    if "random" in part:
        random = stream(part["random"])
        return bytes(next(random) for _ in range(part["bytes"]))
    if "units" in part:
        return b"".join(part_bytes(repeated(one, u, 0), tables, folder)
                        for u in range(part["units"]) for one in part["of"])
    if "image" in part:
        return image(part, tables)
    if "codes" in part:
        return bytes(code % 256 for code in codes(part["codes"], part["count"]))
    return b"".join(words(part["words"], part["count"], tables))


def make(vector, tables, folder):
    """The input of a vector: its parts one after the other, then its edits."""
    out = bytearray(b"".join(part_bytes(part, tables, folder) for part in vector["input"]))
    for offset, new in vector.get("edits", []):
        new = bytes.fromhex(new)
        out[offset : offset + len(new)] = new
    return bytes(out)


def manifests(folder, index):
    """(format, op, level, vectors) of every manifest."""
    for row in index["files"]:
        if row["path"].endswith(".json"):
            with open(os.path.join(folder, row["path"]), "rb") as file:
                whole = json.load(file)
            yield whole.get("format", ""), whole["op"], whole["level"], whole["vectors"]


def examples(all_of_them):
    """The first vector of each of four kinds."""
    def first(wanted):
        for form, op, _, vectors in all_of_them:
            for vector in vectors:
                if wanted(form, op, vector):
                    return vector
        raise SystemExit("a kind of recipe has no vector")

    def holds(vector, name):
        return any(part.get("image") == name for part in vector["input"])

    return [first(lambda form, op, v: op == "decode" and holds(v, "t2")),
            first(lambda form, op, v: any(holds(v, name) for name in ("tq2_0", "q2_0", "pq2_0"))),
            first(lambda form, op, v: op == "replay"),
            first(lambda form, op, v: op == "encode" and any("codes" in p for p in v["input"]))]


def main():
    folder, wanted = sys.argv[1], sys.argv[2:]
    with open(os.path.join(folder, "index.json"), "rb") as file:
        index = json.load(file)
    tables = {}
    for row in index["tables"]:
        data, width = bytes.fromhex(row["words"]), row["width"]
        tables[row["name"]] = [data[i : i + width] for i in range(0, len(data), width)]
    everything = list(manifests(folder, index))
    chosen = [] if wanted else examples(everything)
    for _, _, level, vectors in everything:
        by_level = "--level" in wanted and level in wanted
        chosen += [v for v in vectors if by_level or v["id"] in wanted]
    wrong = 0
    for vector in chosen:
        got = hashlib.sha256(make(vector, tables, folder)).hexdigest()
        good = got == vector["input_sha256"]
        wrong += not good
        print(vector["id"], got, "as stored" if good else "NOT " + vector["input_sha256"])
    if wrong or not chosen:
        raise SystemExit(f"{wrong} of {len(chosen)} differ")


if __name__ == "__main__":
    main()
