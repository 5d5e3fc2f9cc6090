#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Peak memory of `verify` on models of random codes that grow tenfold: constant, at most 64 MiB.
Usage: verify_memory.py TRITPROOF [LARGEST]; LARGEST is 3 (0.6 GB of files, the default) or 4
(6.3 GB). The folder is TMPDIR's. Exit 1 if a size takes more, or is not verified."""
import os
import random
import subprocess
import sys
import tempfile
import time

COLUMNS = 5120
BANDS = (47, 467, 4672, 46720)  # of 32 rows: 4.3 MB to 4.3 GB of pb16i
MOST = 64 << 20


def image_tile(dice):
    """Ternary nibbles, and multipliers that four runs of 32 k share."""
    nibbles = bytes(dice.choice((0x0, 0x1, 0xF)) | dice.choice((0x0, 0x1, 0xF)) << 4
                    for _ in range(4096))
    groups = [b"".join(dice.randrange(1, 2048).to_bytes(2, "little") for _ in range(16))
              for _ in range(4)]
    return nibbles + b"".join(group * 4 for group in groups)


def run(*words):
    """Peak memory in bytes, seconds, and what was printed."""
    began = time.monotonic()
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as child:
        printed = child.stdout.read().decode()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{' '.join(words)}: exit {child.returncode}\n{printed}")
    return usage.ru_maxrss * 1024, time.monotonic() - began, printed


def verify(tool, folder, bands, band):
    """A model and its t2, verified; whether it stays within the bound."""
    rows = 32 * bands
    image, tiles = os.path.join(folder, "a.pb16i"), os.path.join(folder, "b.t2")
    with open(image, "wb") as file:
        for _ in range(bands):
            file.write(band)
    with open(os.path.join(folder, "a.ref"), "wb") as file:
        file.write((-12).to_bytes(4, "little", signed=True) * rows)
    shape = f"{rows},{COLUMNS}"
    run(tool, "convert", "--to", "t2", image, "--shape", shape, "-o", tiles)
    peak, seconds, printed = run(tool, "verify", image, tiles, "--shape", shape)
    size = os.path.getsize(image) + os.path.getsize(tiles)
    print(f"{size / 1e6:8.1f} MB: peak {peak / 2**20:5.1f} MiB, {seconds:6.2f} s")
    for name in (image, tiles):
        os.unlink(name)
    return peak <= MOST and "1/1 bit-exact" in printed


def main():
    tool, largest = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    dice = random.Random(1)
    band = b"".join(image_tile(dice) for _ in range(COLUMNS // 256))
    with tempfile.TemporaryDirectory() as folder:
        return not all([verify(tool, folder, bands, band) for bands in BANDS[:largest]])


if __name__ == "__main__":
    sys.exit(main())
