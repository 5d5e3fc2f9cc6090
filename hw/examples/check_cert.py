#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Derives the verdicts of decode and validate of t2 and tq2_0 in a certificate again.

Usage: check_cert.py CERTIFICATE VECTORS. It shares no code with the tool that wrote either: the
formats are those of spec/t2.md and spec/tq2_0.md, the recipes those of golden/README.md.
Exit code: 0 if every verdict comes out as stated, 1 if not or if one is missing.
"""
import hashlib
import json
import math
import pathlib
import struct
import sys
from itertools import chain, count, islice, product

# name: rows and columns of a unit, its bytes, columns that share a scale, offset of the scales
SHAPES = {"t2": (32, 256, 2176, 128, 2048), "tq2_0": (1, 256, 66, 256, 64)}
FIELDS = [(b & 3, b >> 2 & 3, b >> 4 & 3, b >> 6) for b in range(256)]
LEVELS = ("smoke", "core", "full")
# bytes of a word: its form, its sign bit, infinity, the one NaN
NANS = {2: ("<H", 0x8000, 0x7F80, 0x7FC0), 4: ("<I", 0x80000000, 0x7F800000, 0x7FC00000)}


def sha(data):
    return hashlib.sha256(data).hexdigest()


def stream(seed):
    """The bytes of SHA-256(seed, 0), SHA-256(seed, 1), …"""
    for i in count():
        yield from hashlib.sha256(seed.encode() + struct.pack("<Q", i)).digest()


def codes_of(source, many, suffix):
    if "constant" in source:
        return [source["constant"]] * many
    if "plane" in source:
        flip = source.get("inverted", False)
        return [1 if (e >> source["plane"] & 1) != flip else -1 for e in range(many)]
    fives = (b for b in stream(source["trits"] + suffix) if b < 243)
    return list(islice((b // 3**i % 3 - 1 for b in fives for i in range(5)), many))


def words_of(source, many, suffix, risen, tables):
    if "same" in source:
        return bytes.fromhex(source["same"]) * many
    if "rising" in source:
        first = source["rising"] + risen * many
        return b"".join(struct.pack("<H", (first + i) % 65536) for i in range(many))
    words, picks = tables[source["table"]], islice(stream(source["seed"] + suffix), 2 * many)
    return b"".join(words[(low + 256 * high) % len(words)] for low, high in zip(picks, picks))


def image(part, suffix, risen, tables):
    """Codes and scales, both row by row, packed into units."""
    name, n, k = part["image"], part["n"], part["k"]
    rows, columns, _, group, scales_at = SHAPES[name]
    codes = codes_of(part["codes"], n * k, suffix)
    scales = words_of(part["scales"], n * k // group, suffix, risen, tables)
    out, long = b"", columns // group * 2
    for row, column in product(range(0, n, rows), range(0, k, columns)):
        unit = bytearray(scales_at)
        for r, c in product(range(rows), range(columns)):
            byte = 64 * r + c // 4 if name == "t2" else 32 * (c // 128) + c % 32
            bit = 2 * (c % 4) if name == "t2" else 2 * (c % 128 // 32)
            unit[byte] |= codes[(row + r) * k + column + c] + 1 << bit
        starts = [((row + r) * k + column) // group * 2 for r in range(rows)]
        out += unit + b"".join(scales[at : at + long] for at in starts)
    return out


def make(part, tables, blobs, suffix="", risen=0):
    if "hex" in part:
        return bytes.fromhex(part["hex"])
    if "blob" in part:
        return (blobs / part["blob"]).read_bytes()
    if "repeat" in part:
        return bytes.fromhex(part["repeat"]) * part["times"]
    if "random" in part:
        return bytes(islice(stream(part["random"] + suffix), part["bytes"]))
    if "image" in part:
        return image(part, suffix, risen, tables)
    if "words" in part:
        return words_of(part["words"], part["count"], suffix, risen, tables)
    if "units" in part:
        return b"".join(make(inner, tables, blobs, f"{suffix}/{u}", risen + u)
                        for u in range(part["units"]) for inner in part["of"])
    return bytes(code & 255 for code in codes_of(part["codes"], part["count"], suffix))


def word(code, scale, bf16):
    """A weight as it is compared: f32 or bf16, little-endian, every NaN alike."""
    value = code * scale
    bits = 0x7FC00000 if math.isnan(value) else struct.unpack("<I", struct.pack("<f", value))[0]
    rounded = bits + 0x7FFF + (bits >> 16 & 1) >> 16
    return struct.pack("<H", rounded) if bf16 else struct.pack("<I", bits)


def decode_row(name, codes, scales, bf16):
    out = []
    for g, scale in enumerate(scales):
        words = [word(code, scale, bf16) for code in (-1.0, 0.0, 1.0, 2.0)]
        if name == "t2":  # the reserved pattern is +0, whatever the scale
            words[3] = bytes(len(words[3]))
            out += [words[f] for b in codes[32 * g : 32 * g + 32] for f in FIELDS[b]]
        else:  # four planes of 32 elements in each half
            out += [words[b >> s & 3] for half in (0, 32) for s in (0, 2, 4, 6)
                    for b in codes[half : half + 32]]
    return b"".join(out)


def decode(name, n, k, data, bf16):
    rows, columns, size, group, scales_at = SHAPES[name]
    across, long = k // columns, columns // group * 2
    weights = [[] for _ in range(n)]
    for unit, r in product(range(n // rows * across), range(rows)):
        tile = data[unit * size : (unit + 1) * size]
        scales = struct.unpack_from(f"<{long // 2}e", tile, scales_at + r * long)
        row = decode_row(name, tile[64 * r : 64 * r + 64], scales, bf16)
        weights[unit // across * rows + r].append(row)
    return b"".join(chain.from_iterable(weights))


def validate(name, data):
    """Reserved codes, codes 3, non-canonical bytes; non-finite, zero and subnormal scales."""
    size, scales_at, threes, kinds = SHAPES[name][2], SHAPES[name][4], 0, [0, 0, 0]
    for at in range(0, len(data), size):
        threes += sum(FIELDS[b].count(3) for b in data[at : at + scales_at])
        for (bits,) in struct.iter_unpack("<H", data[at + scales_at : at + size]):
            kinds[0] += bits & 0x7C00 == 0x7C00
            kinds[1] += bits & 0x7FFF == 0
            kinds[2] += 0 < bits & 0x7FFF < 0x400
    return struct.pack("<6Q", *((threes, 0) if name == "t2" else (0, threes)), 0, *kinds)


def right_answer(head, vector, tables, blobs):
    """The bytes that are right, or the name of the refusal."""
    data = bytearray(b"".join(make(part, tables, blobs) for part in vector["input"]))
    for offset, new in vector.get("edits", []):
        data[offset : offset + len(new) // 2] = bytes.fromhex(new)
    if sha(data) != vector["input_sha256"]:
        sys.exit(f"{vector['id']}: another input than the vector names")
    name, n, k, bf16 = head["format"], vector["n"], vector["k"], vector.get("bf16", False)
    rows, columns, size = SHAPES[name][:3]
    if "layout" in vector:  # these two have one layout only
        return "NoSuchConversion"
    if n == 0 or k == 0 or n % rows or k % columns:
        return "Geometry"
    if len(data) != n // rows * (k // columns) * size:
        return "Size"
    return validate(name, data) if head["op"] == "validate" else decode(name, n, k, data, bf16)


def follows(line, right, outputs, width):
    """Whether a line's verdict follows from its evidence; NaNs in words of `width` are alike."""
    answer, refusal, passes = line["answer"], line["refusal"], False
    if refusal is not None:
        passes = refusal["name"] == right
    elif answer is not None and isinstance(right, bytes):
        passes = (answer["bytes"], answer["canonical"]) == (len(right), sha(right))
        raw = outputs / answer["sha256"]
        got = raw.read_bytes() if passes and raw.exists() else right
        if got != right and len(got) == len(right):
            form, sign, inf, nan = NANS[width]
            words = [nan if w % sign > inf else w for (w,) in struct.iter_unpack(form, got)]
            got = struct.pack(f"<{len(words)}{form[1]}", *words)
        passes = passes and got == right
    return passes == (line["verdict"] == "pass")


def main(certificate, vectors):
    statement = json.loads((certificate / "certificate.json").read_text())["predicate"]
    lines = (certificate / "results.jsonl").read_text().splitlines()
    left = {line["id"]: line for line in map(json.loads, lines)}
    index = json.loads((vectors / "index.json").read_text())
    tables = {row["name"]: [bytes.fromhex(row["words"][i : i + 2 * row["width"]])
                            for i in range(0, len(row["words"]), 2 * row["width"])]
              for row in index["tables"]}
    levels = LEVELS[: LEVELS.index(statement["suite"]["level"]) + 1]
    formats = SHAPES.keys() & set(statement["suite"]["formats"])
    derived = wrong = 0
    for file in index["files"]:
        head = json.loads((vectors / file["path"]).read_text()) if file["vectors"] else {}
        if head.get("level") not in levels or head.get("format") not in formats:
            continue
        for vector in head["vectors"] if head["op"] in ("decode", "validate") else []:
            line = left.pop(vector["id"], None) or sys.exit(f"{vector['id']}: no line")
            if line["verdict"] in ("not-run", "not-declared"):
                continue
            derived, right = derived + 1, right_answer(head, vector, tables, vectors / "blobs")
            if not follows(line, right, certificate / "outputs", 2 if "bf16" in vector else 4):
                wrong += 1
                print(f"{vector['id']}: {line['verdict']} does not follow from the evidence")
    print(statement["headline"])
    print(f"{derived} verdicts derived again, {wrong} wrong; {len(left)} lines not looked at")
    return 1 if wrong or not derived else 0


sys.exit(main(*map(pathlib.Path, sys.argv[1:])) if len(sys.argv) == 3 else __doc__)
