#!/usr/bin/env -S python3 -S -E
# SPDX-License-Identifier: Apache-2.0
"""Stands in for XRT's xrt-runner: follows a recipe and a profile as far as an expand kernel needs.

What it does is what XRT's program is known to do with these files: buffers have the sizes of their
bindings, files fill them and wrap around, strides write a value, and golden data must be as long as
the buffer. TRITPROOF_STALE=1 leaves the output as it was.
"""
import json
import os
import sys

TILE, CODES = 2176, 2048
NIBBLES = bytes((15, 0, 1, 2))


def expanded(stream):
    out = bytearray()
    for at in range(0, len(stream), TILE):
        for byte in stream[at : at + CODES]:
            a, b, c, d = (NIBBLES[byte >> shift & 3] for shift in (0, 2, 4, 6))
            out += bytes((a | b << 4, c | d << 4))
    return bytes(out)


def filled(binding, folder):
    buffer, init = bytearray(binding["size"]), binding["init"]
    if "file" in init:
        with open(os.path.join(folder, init["file"]), "rb") as file:
            data = file.read()
        for i in range(len(buffer)):
            buffer[i] = data[i % len(data)]
    else:
        word = init["value"].to_bytes(8, "little")
        for at in range(0, len(buffer), init["stride"]):
            buffer[at : at + 8] = word[: len(buffer) - at]
    return buffer


def validate(binding, buffer, folder):
    rule = binding["validate"]
    with open(os.path.join(folder, rule["file"]), "rb") as file:
        golden = file.read()
    assert len(golden) == len(buffer), "Size mismatch during validation"
    begin, end = rule["begin"], rule["end"]
    assert buffer[begin:end] == golden[: end - begin], "gold does not match"


def main():
    options = dict(zip(sys.argv[1::2], sys.argv[2::2]))
    folder = options["--dir"]
    with open(options["--recipe"]) as recipe, open(options["--profile"]) as profile:
        recipe, profile = json.load(recipe), json.load(profile)
    assert os.path.isfile(os.path.join(folder, recipe["header"]["program"]))
    assert options["--mode"] in [execution["mode"] for execution in profile["executions"]]
    sizes = {buffer["name"]: buffer["size"] for buffer in recipe["resources"]["buffers"]}
    kernels = {kernel["name"] for kernel in recipe["resources"]["kernels"]}
    buffers = {binding["name"]: filled(binding, folder) for binding in profile["bindings"]}
    assert {name: len(buffer) for name, buffer in buffers.items()} == sizes
    for run in recipe["execution"]["runs"]:
        assert run["name"] in kernels
        arguments = {argument["argidx"]: argument["name"] for argument in run["arguments"]}
        if not os.environ.get("TRITPROOF_STALE"):
            out = expanded(buffers[arguments[0]])
            buffers[arguments[1]][: len(out)] = out
    for binding in profile["bindings"]:
        if "validate" in binding:
            validate(binding, buffers[binding["name"]], folder)


main()
