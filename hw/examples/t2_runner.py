#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A runner in Python without any package: it decodes t2."""
import struct
import sys

HEADER = struct.Struct("<4sHHQHHIQ")  # magic, version, kind, id, op, format, flags, length
HELLO, REQUEST, OK, REFUSED = 1, 2, 3, 4
TILE, CODES = 2176, 2048
FIELDS = [(b & 3, b >> 2 & 3, b >> 4 & 3, b >> 6) for b in range(256)]
LINES = b"runner=example-python\nversion=1.0\ndouble=0\nops=decode:t2\npoison=0\n"


def decode_group(codes, scale):
    """128 weights of one row: the four products, picked by the codes of 32 bytes."""
    words = [struct.pack("<f", code * scale) for code in (-1.0, 0.0, 1.0)] + [bytes(4)]
    return b"".join([words[code] for byte in codes for code in FIELDS[byte]])


def decode_tile(tile):
    """The 32 rows of a tile, 1,024 bytes each."""
    scales = struct.unpack("<64e", tile[CODES:])
    groups = [decode_group(tile[32 * i : 32 * i + 32], scales[i]) for i in range(64)]
    return [groups[2 * r] + groups[2 * r + 1] for r in range(32)]


def decode(payload):
    """A kind of answer and its payload."""
    if len(payload) < 32:
        return REFUSED, b"Size\nno N, K, M and poison"
    n, k = struct.unpack_from("<QQ", payload)
    if n == 0 or k == 0 or n % 32 or k % 256:
        return REFUSED, b"Geometry\nnot whole tiles of 32 x 256"
    if len(payload) - 32 != n // 32 * (k // 256) * TILE:
        return REFUSED, b"Size\nnot the bytes of the tiles"
    tiles = [decode_tile(payload[at : at + TILE]) for at in range(32, len(payload), TILE)]
    rows = []
    for row in range(n):
        first = row // 32 * (k // 256)
        rows += [tile[row % 32] for tile in tiles[first : first + k // 256]]
    return OK, b"".join(rows)


def main():
    read, write = sys.stdin.buffer.read, sys.stdout.buffer.write
    while len(header := read(HEADER.size)) == HEADER.size:
        magic, version, kind, number, op, form, flags, length = HEADER.unpack(header)
        if magic != b"TRP1" or version != 1 or kind not in (HELLO, REQUEST):
            return
        payload = read(length)
        answer, out = HELLO, LINES
        if kind == REQUEST:
            known = (op, form, flags) == (1, 1, 0)
            answer, out = decode(payload) if known else (REFUSED, b"NoSuchConversion\n")
        write(HEADER.pack(magic, version, answer, number, op, form, flags, len(out)) + out)
        sys.stdout.buffer.flush()


main()
