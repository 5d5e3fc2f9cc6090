#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Pages of good, wrong and hostile results, looked at in a real browser.
# Usage: report.sh TOOL EXAMPLES NODE CHROMIUM FOLDER
. "$(dirname "$0")/lib.sh"
examples=$2
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$5" && mkdir -p "$5"
cd "$5"

cp "$examples/t2_runner.py" good.py
sed 's/+ \[bytes(4)\]/+ [struct.pack("<f", 2.0 * scale)]/' good.py >reserved.py
sed 's/b & 3, b >> 2 & 3, b >> 4 & 3, b >> 6/b \& 3, b >> 4 \& 3, b >> 2 \& 3, b >> 6/' good.py >permuted.py
sed 's|\(scales = \)\(struct.*\)|\1[s if abs(s) >= 2**-14 else s * 0 for s in \2]|' good.py >flush.py
for name in reserved permuted flush good; do
  [ $name = good ] || ! cmp -s good.py $name.py || fail "$name: the fault was not planted"
  code=1
  [ $name != good ] || code=0
  expect $code gate --exec "python3 ./$name.py" --format t2 --no-selftest --level smoke \
    --json $name.json
  expect 0 report $name.json -o $name.html
done

# One page of all kinds.
mkdir all
expect 1 certify --exec 'python3 ./reserved.py' --level smoke --format t2 -o certificate \
  --json all/certify.json
"$tool" golden check --json >all/golden.json || fail "golden check"
# These two are minutes of work elsewhere: small ones of the same shape.
printf '%s' '{"passed": true, "mutants": 1, "survivors": 0, "by_law": {"agreement": 1}, "shortfalls": [],
  "kills": [{"mutant": "M001", "sentence": "a reserved code decodes as +2 times the scale", "fault": "",
  "format": "t2", "op": "decode", "rarity": "common", "law": "agreement", "domain": "properties",
  "bites": ["agreement"], "cases": 3, "vector": "t2-decode-1600868c4579"}]}' >all/selftest.json
cp good.json all/gate.json
printf '%s' '{"context": {"num_cpus": 2}, "benchmarks": [
  {"name": "limit/store/iterations:9/manual_time", "out_bytes/s": 1.5e11},
  {"name": "decode/t2/iterations:9/manual_time", "ratio": 0.87, "label": "limit/store"},
  {"name": "decode/t2s", "error_occurred": true, "error_message": "the answer is wrong"}]}' >all/bench.json
printf '{"other": 1}' >all/other.json
expect 0 report all -o all.html

# Names of the child's choosing, and a file that is only half a result.
sed 's|"exec"|"</script><img src=x onerror=alert(1)>"|' reserved.json >hostile.json
! cmp -s hostile.json reserved.json || fail "no hostile name was planted"
printf '{"benches": 1}' >broken.json
expect 0 report hostile.json broken.json -o hostile.html

# A campaign over a program that behaves like a target's, with a finding whose words are hostile.
mkdir programs
cp "$here/target.sh" programs/fuzz_case && chmod +x programs/fuzz_case
TARGET_FINDS='t2/x</script><img src=x onerror=alert(2)>/y' "$tool" fuzz --target fuzz_case --for 9s \
  --programs programs --state state --json >fuzz.json 2>printed && fail "a finding is no success"
cmp -s fuzz.json state/report.json || fail "two reports of one campaign"
expect 0 report fuzz.json -o fuzz.html
# The page that fuzz leaves is that of its JSON.
expect 0 report state -o state.html
sed 's/"name":"[a-z.]*"}\]/"name":""}]/' state.html >one
sed 's/"name":"[a-z.]*"}\]/"name":""}]/' state/report.html >other
cmp -s one other || fail "another page"
cp state/report.html left.html
# The same campaign, had it gone well.
python3 - <<'END' || fail "no clean campaign"
import json
run = json.load(open("fuzz.json"))
run.update(clean=True, findings=[], samples=[[s, 100 * s, min(s, 9)] for s in range(20)])
json.dump(run, open("clean.json", "w"))
END
expect 0 report clean.json -o clean.html
# Two runs that were interrupted.
mkdir part
python3 - <<'END' || fail "no interrupted runs"
import json
run = json.load(open("clean.json"))
json.dump(dict(run, stopped=True), open("part/fuzz.json", "w"))
gate, why = json.load(open("good.json")), ["interrupted: not all of it was asked"]
gate.update(passed=False, interrupted=True, shortfalls=why)
json.dump(gate, open("part/gate.json", "w"))
END
expect 0 report part -o part.html

# What is no result is not drawn.
printf 'no JSON' >none.json
expect 1 report none.json -o none.html
[ ! -e none.html ] || fail "a page of nothing"
expect 3 report missing.json -o none.html
mkdir empty
expect 1 report empty -o none.html
expect 3 report good.json -o /nowhere/none.html
expect 2 report
"$3" "$here/page/check_pages.mjs" "$4" "$5" || fail "the pages"
done_with 20
