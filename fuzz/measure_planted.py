#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves that the fuzz targets find planted bugs: each from one canonical input, with several seeds.

    fuzz/measure_planted.py --build build/fuzz-plain [--kind codecs|parsers] [--only M001,F03]
                            [--op decode] [--format t2] [--seeds 5] [--state FILE] [--jobs 2]

Once more each bug is looked for from all seeds and the golden vectors: the last column of seconds, in
which a bug that a vector shows takes no execution at all. The last lines sum up each class. Seconds are
processor seconds of the fuzzer, so that a busy machine does not change them; executions are counted
after the corpus was read. A state file keeps what was measured: the next run goes on from there. Exit
code 0: all were found by every seed; 1: some were not; 3: it could not be run.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading

LIMITS = {"common": 10, "below 1e-3": 10, "below 1e-5": 600, "parser": 60}
RARITIES = ["common", "below 1e-3", "below 1e-5"]
STREAM_OPS = {"fuzz_t2s": "expand", "fuzz_convert": "convert"}


def cannot_run(what):
    print(f"measure_planted: {what}", file=sys.stderr)
    sys.exit(3)


def codecs(build):
    """The wrong codecs: id, program, environment, target, seed file, class, sentence."""
    program = build / "fuzz" / "tritproof-fuzz-planted"
    if not program.exists():
        cannot_run(f"{program} is not built: build the target fuzz-planted with an engine")
    listed = subprocess.run([program], env={"TRITPROOF_PLANT": "list"}, capture_output=True, text=True)
    for line in listed.stdout.splitlines():
        ident, target, op, form, rarity, sentence = line.split("\t")
        first = STREAM_OPS.get(target, "encode" if "encode" in target else "decode")
        yield dict(id=ident, program=program, env={"TRITPROOF_PLANT": ident}, target=target, op=op,
                   format=form, seed=f"{first}-{form}", limit=RARITIES[int(rarity)], what=sentence)


def parsers(build, source):
    """The wrong parsers of fuzz/faults."""
    for path in sorted((source / "fuzz" / "faults").glob("F*.fault")):
        fields = dict(line.split(": ", 1) for line in path.read_text().split("\n--- old\n")[0]
                      .splitlines() if ": " in line)
        program = build / "fuzz" / f"tritproof-fuzz-fault-{path.stem}"
        if not program.exists():
            cannot_run(f"{program} is not built: build the target fuzz-planted with an engine")
        yield dict(id=path.stem, program=program, env={}, target=fields["target"], op="parse",
                   format=fields["target"].removeprefix("fuzz_"), seed=fields["seed"],
                   limit="parser", what=fields["what"])


def run_once(plant, seeds, number):
    """One run of one planted bug with one seed; number 0: from all seeds, not from one."""
    limit = LIMITS[plant["limit"]]
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        corpus = pathlib.Path(folder) / "corpus"
        corpus.mkdir()
        own = seeds / plant["target"]
        for seed in own.iterdir() if number == 0 else [own / plant["seed"]]:
            shutil.copy(seed, corpus)
        quiet = "symbolize=0:abort_on_error=0"
        env = dict(os.environ, UBSAN_OPTIONS=quiet, ASAN_OPTIONS=quiet, **plant["env"])
        command = [plant["program"], f"-seed={number or 1}", "-len_control=0", "-max_len=98304",
                   "-print_final_stats=1", "-print_funcs=0", "-entropic=0", "-timeout=25", "-rss_limit_mb=2560",
                   f"-artifact_prefix={folder}/", corpus]

        def less_cpu():
            resource.setrlimit(resource.RLIMIT_CPU, (limit + 1, limit + 2))

        before = os.times()
        log = open(pathlib.Path(folder) / "log", "w+b")
        child = subprocess.Popen(command, env=env, stdout=log, stderr=log, preexec_fn=less_cpu)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        text = log.read().decode(errors="replace")
        log.close()
    key = re.search(r"^tritproof-finding: (.*)$", text, re.M)
    # A sanitizer or the engine itself may see it first.
    other = re.search(r"(ERROR: (?!libFuzzer: run interrupted)\w+: [\w -]+|runtime error: [^\n]*)", text)
    start = re.search(r"#(\d+)\tINITED", text)
    total = re.search(r"stat::number_of_executed_units:\s+(\d+)", text)
    seconds = usage.ru_utime + usage.ru_stime
    found = (key is not None or other is not None) and child.returncode > 0
    return dict(id=plant["id"], seed=number, found=bool(found and seconds <= limit),
                seconds=round(seconds, 2), wall=round(os.times().elapsed - before.elapsed, 2),
                executions=int(total[1]) - int(start[1]) if total and start else None,
                key=key[1] if key else other[1] if other else f"exit {child.returncode}")


def measure(plants, args):
    state = pathlib.Path(args.state)
    done = {}
    if state.exists():
        for line in state.read_text().splitlines():
            result = json.loads(line)
            done[result["id"], result["seed"]] = result
    lock = threading.Lock()

    def one(task):
        plant, number = task
        result = run_once(plant, args.seeds_folder, number)
        with lock, state.open("a") as file:
            file.write(json.dumps(result) + "\n")
            done[result["id"], result["seed"]] = result
            if sys.stderr.isatty():
                print(f"\r{len(done)} runs, {plant['id']} ", end="", file=sys.stderr, flush=True)

    tasks = [(p, n) for p in plants for n in range(args.seeds + 1) if (p["id"], n) not in done]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        list(pool.map(one, tasks))
    return done


def table(plants, done, seeds):
    """Prints one row a bug; how many were not found by every seed."""
    missed = 0
    print(f"{'id':5} {'target':20} {'op':9} {'class':11} {'found':6} {'median s':>8} {'worst s':>8} "
          f"{'executions':>10} {'all s':>6}  key; what is wrong")
    for plant in plants:
        runs = [done[plant["id"], n] for n in range(1, seeds + 1)]
        found = sum(run["found"] for run in runs)
        full = done[plant["id"], 0]
        missed += found != seeds or not full["found"]
        counts = [run["executions"] for run in runs if run["executions"] is not None]
        seconds = [run["seconds"] for run in runs]
        print(f"{plant['id']:5} {plant['target']:20} {plant['op']:9} {plant['limit']:11} "
              f"{found}/{seeds:<4} {statistics.median(seconds):8.2f} {max(seconds):8.2f} "
              f"{int(statistics.median(counts)) if counts else '-':>10} {full['seconds']:6.2f}  "
              f"{runs[0]['key']}; {plant['what']}")
    for limit in LIMITS:
        summary(limit, [[done[p["id"], n] for n in range(seeds + 1)]
                        for p in plants if p["limit"] == limit])
    print(f"{len(plants) - missed} of {len(plants)} planted bugs found by all of {seeds} seeds "
          "and from golden vectors")
    return missed


def summary(limit, bugs):
    """One line of a class: its bugs' medians, and the worst run of one seed and from golden vectors."""
    if not bugs:
        return
    medians = [statistics.median(run["seconds"] for run in runs[1:]) for runs in bugs]
    worst = max((run for runs in bugs for run in runs[1:]), key=lambda run: run["seconds"])
    print(f"{limit}: {len(bugs)} bugs, median {statistics.median(medians):.2f} s, worst "
          f"{worst['seconds']:.1f} s ({worst['id']}) of {LIMITS[limit]}, from golden vectors "
          f"{max(runs[0]['seconds'] for runs in bugs):.2f} s")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--kind", choices=["codecs", "parsers", "all"], default="all")
    parser.add_argument("--only", default="", help="ids, separated by commas")
    parser.add_argument("--op", default="")
    parser.add_argument("--format", default="")
    parser.add_argument("--every", type=int, default=1, help="a sample: each n-th of what is left")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--state", default="planted.jsonl")
    args = parser.parse_args()
    source = pathlib.Path(__file__).resolve().parent.parent
    plants = list(codecs(args.build)) if args.kind != "parsers" else []
    plants += parsers(args.build, source) if args.kind != "codecs" else []
    only = set(filter(None, args.only.split(",")))
    plants = [p for p in plants if (not only or p["id"] in only) and args.op in ("", p["op"])
              and args.format in ("", p["format"])][::args.every]
    if not plants or only - {p["id"] for p in plants}:
        cannot_run("no planted bug is chosen, or an id is unknown")
    with tempfile.TemporaryDirectory(prefix="planted-seeds-") as folder:
        maker = args.build / "fuzz" / "tritproof-fuzz-seeds"
        if subprocess.run([maker, folder, source / "golden" / "vectors"]).returncode != 0:
            cannot_run(f"{maker} made no seeds")
        args.seeds_folder = pathlib.Path(folder)
        done = measure(plants, args)
    return 1 if table(plants, done, args.seeds) else 0


if __name__ == "__main__":
    sys.exit(main())
